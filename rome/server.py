"""The table in the browser: a few JSON requests over `Room`, and the files of the page.

A browser gets the drawing, the log and the legal actions of one person's seat, and nothing else of the state. Where
several people share the screen, it gets none of them before it says whose eyes are meant (`seat`).
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from boardkit.game import find_game
from rome.guard import Guard
from rome.menu import menu
from rome.room import Room
from rome.tables import Refused, Table
from rome.warming import Warming

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PAGES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/table.js": ("table.js", "text/javascript; charset=utf-8"),
    "/board.js": ("board.js", "text/javascript; charset=utf-8"),
    "/lobby.js": ("lobby.js", "text/javascript; charset=utf-8"),
    "/shared.js": ("shared.js", "text/javascript; charset=utf-8"),
    "/table.css": ("table.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
WHOLE_NUMBER = re.compile(r"\d{1,19}")

Number = Annotated[int, Field(strict=True, ge=0, le=100_000)]
Players = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=4)]


class Ask(BaseModel):
    """Base of what a browser asks for: no unknown names, no values of another kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Ask):
    game: str
    options: dict[str, Any] = {}
    players: Players
    seed: str = ""


class Play(Ask):
    action: Number
    number: Number


class Undo(Ask):
    number: Number


class HintFrom(Ask):
    agent: Annotated[str, Field(max_length=200)]


class Branch(Ask):
    number: Number
    players: Players


class Upload(Ask):
    record: str


def make_app(folder: Path, *, hosts: Sequence[str] = (), agents: Sequence[str] = ()) -> FastAPI:
    """The application over the games of a folder; `hosts` are further names it may be called by, `agents` further
    descriptions of agents that may be chosen in the browser."""
    room, warming = Room(folder, agents), Warming()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming.start()
        yield
        warming.stop()
        room.close()

    app = FastAPI(title="rome", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Guard, hosts=frozenset((*LOOPBACK, *hosts)))
    for kind, status in ((FileNotFoundError, 404), (Refused, 409), (ValueError, 400), (TypeError, 400)):
        app.add_exception_handler(kind, partial(_problem, status))
    for path, (name, media) in PAGES.items():
        content = (files("rome") / "static" / name).read_bytes()
        app.add_route(path, _page(content, media))
    app.add_api_route("/api/preparing", lambda: {"doing": warming.doing})
    _add_games(app, room)
    _add_table(app, room)
    return app


def _page(content: bytes, media: str) -> Callable[[Request], Response]:
    """A file of the page, read when the server started: no path of a request ever becomes a path on disk."""
    return lambda request: Response(content, media_type=media)


def _problem(status: int, request: Request, problem: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(problem)}, status)


def _add_games(app: FastAPI, room: Room) -> None:
    """What is there before one sits down at a table."""

    @app.get("/api/menu")
    def show_menu() -> dict[str, Any]:
        return {**menu(room.also), "finished": room.finished()}

    @app.post("/api/tables")
    def begin(ask: NewTable) -> dict[str, str]:
        game = find_game(ask.game)
        if ask.seed and not WHOLE_NUMBER.fullmatch(ask.seed):
            raise ValueError(f"seed is {ask.seed!r}; allowed is a whole number of at most 19 digits, or nothing")
        seed = int(ask.seed) if ask.seed else None
        return {"id": room.begin(game, game.options.from_json(ask.options), ask.players, seed)}

    @app.post("/api/records")
    def upload(ask: Upload) -> dict[str, str]:
        return {"id": room.add_record(ask.record)}


def _add_table(app: FastAPI, room: Room) -> None:
    """What is asked at one table."""

    @app.get("/api/tables/{identifier}")
    def look(identifier: str, seat: int | None = None, number: int | None = None, since: int = 0) -> dict[str, Any]:
        table = room.open(identifier)
        with table.lock:
            return {"id": identifier, "failure": room.failure(identifier), **view(table, seat, number, since)}

    @app.post("/api/tables/{identifier}/play")
    def play(identifier: str, ask: Play) -> dict[str, int]:
        return _then_wake(room, identifier, lambda table: table.play(ask.action, ask.number))

    @app.post("/api/tables/{identifier}/undo")
    def undo(identifier: str, ask: Undo) -> dict[str, int]:
        return _then_wake(room, identifier, lambda table: table.undo(ask.number))

    @app.post("/api/tables/{identifier}/hint")
    async def hint(identifier: str, ask: HintFrom) -> dict[str, Any]:
        future = await asyncio.to_thread(room.hint, identifier, ask.agent)
        found = await asyncio.wrap_future(future)
        return {"action": found.action, "opinions": [vars(opinion) for opinion in found.opinions]}

    @app.post("/api/tables/{identifier}/branch")
    def branch(identifier: str, ask: Branch) -> dict[str, str]:
        return {"id": room.branch(identifier, ask.number, ask.players)}

    @app.get("/api/tables/{identifier}/record")
    def download(identifier: str) -> FileResponse:
        table = room.open(identifier)
        if not table.over:
            raise Refused("the record can be had when the game is over: before that, it holds what is hidden")
        return FileResponse(table.path, media_type="application/x-ndjson", filename=f"{table.game.name}.jsonl")


def _then_wake(room: Room, identifier: str, deed: Callable[[Table], None]) -> dict[str, int]:
    """Do something at a table and let the agents answer."""
    table = room.open(identifier)
    deed(table)
    room.open(identifier)
    return {"count": table.count}


def view(table: Table, seat: int | None, number: int | None, since: int) -> dict[str, Any]:
    """Everything a browser gets of a table: a position as a person sees it, and what can be done there."""
    shown = {**_facts(table), "covered": seat is None and not table.over and len(table.humans) > 1}
    if shown["covered"]:
        return shown
    viewer = table.viewer(seat)
    number = table.count if number is None else min(number, table.count)
    latest = number == table.count
    mine = latest and not table.over and not table.waits_for_agent and viewer == table.to_move
    return {
        **shown,
        "viewer": viewer,
        "number": number,
        "svg": table.game.svg(table.state(number), viewer),
        "log": table.log(viewer, min(since, table.count)),
        "choices": table.choices() if mine else [],
        "can_undo": mine and table.can_undo(),
        "result": table.game.result(table.state()) if table.over else None,
    }


def _facts(table: Table) -> dict[str, Any]:
    """What everybody may know of a table."""
    return {
        "game": table.game.name,
        "title": table.game.title,
        "seats": [name.replace("_", " ").title() for name in table.options.seats],
        "players": table.players,
        "humans": table.humans,
        "count": table.count,
        "to_move": None if table.over else table.to_move,
        "over": table.over,
        "thinking": table.waits_for_agent,
    }
