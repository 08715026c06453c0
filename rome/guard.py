"""What stands between the network and the table: host, origin, kind and size of requests, headers of answers."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

LARGEST_BODY = 1_000_000  # bytes; a record of a game of Trajan for four has about a tenth of this
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class Guard:
    """Refuses requests that no page of ours sends.

    A foreign page that had its name resolve to this machine would send its own name as host; one that posts to us would
    send its own origin, or a kind of content that is not JSON.
    """

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope["method"], headers)
        body = b"" if refusal else await _body(receive)
        if refusal is None and body is None:
            refusal = 413, f"the request is too large; at most {LARGEST_BODY} bytes are read"
        if refusal is not None:
            await _answer(send, *refusal)
            return
        await self.app(scope, _replay(body or b"", receive), _with_headers(send))

    def _refusal(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = _host(f"//{headers.get('host', '')}")
        if host not in self.hosts:
            return 421, f"this table is not called {host!r}; start it with --host or --allow-host to name it so"
        origin = headers.get("origin")
        if origin is not None and _host(origin) not in self.hosts:
            return 403, "requests from pages of other sites are refused"
        if method not in ("GET", "HEAD", "POST"):
            return 405, f"method {method} is not used here"
        if method == "POST" and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "the body must be application/json"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, f"the request is too large; at most {LARGEST_BODY} bytes are read"
        return None


def _host(address: str) -> str | None:
    """The host of an address without its port; None for what is none."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def _body(receive: Receive) -> bytes | None:
    """The whole body, or None when it is too large, whatever its header said."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > LARGEST_BODY:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that hands over the body that was read already."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return send_with_headers


async def _answer(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"detail": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    send = _with_headers(send)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
