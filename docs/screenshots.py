"""Makes the screenshots of the table: `python -m docs.screenshots`. Needs a browser (Debian: apt install chromium)."""

import os
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from boardkit.game import Game, Options
from duel_env.game import GAME as CAESAR
from duel_env.options import CaesarOptions
from rome.folder import record_path
from rome.room import Room
from rome.server import make_app
from rome.tables import HUMAN, Table
from trajan_env.game import GAME as TRAJAN
from trajan_env.options import TrajanOptions

IMAGES = Path(__file__).parent / "images"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PORT = 8765
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
DUEL = CaesarOptions(modules=("poison", "centurions", "border_control"))


def game_in_progress(folder: Path, game: Game, options: Options, decisions: int) -> str:
    """A game of a person after some random decisions, at the person's move; returns its identifier."""
    room = Room(folder)
    identifier = room.begin(game, options, [HUMAN] * len(options.seats), seed=7)
    played = room.open(identifier)
    rng = np.random.default_rng(7)
    while played.count < decisions or played.to_move != 0:
        played.play(int(rng.choice(played.legal())))
    room.close()
    path = record_path(folder, identifier)
    players = [HUMAN] + ["random"] * (len(options.seats) - 1)
    Table.begin(path, game, options, 7, players, played.actions).close()
    return identifier


def serve(folder: Path) -> uvicorn.Server:
    """The table in a thread of this process."""
    server = uvicorn.Server(uvicorn.Config(make_app(folder), port=PORT, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server


def shoot(
    browser: Browser, name: str, identifier: str, scheme: str, screen: dict[str, Any], hint: bool = False
) -> None:
    """One picture of the table, or of the lobby where no game is named."""
    page = browser.new_context(color_scheme=scheme, reduced_motion="reduce", **screen).new_page()
    page.goto(f"http://127.0.0.1:{PORT}/#{identifier}")
    _settle(page, identifier)
    if hint:
        page.locator(".hint").click()
        page.locator(".choice.advised").wait_for()
    page.wait_for_timeout(700)
    page.screenshot(path=IMAGES / f"{name}.png")
    page.context.close()


def _settle(page: Page, identifier: str) -> None:
    page.locator(".choices button" if identifier else ".game").first.wait_for()


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        duel = game_in_progress(folder, CAESAR, DUEL, 16)
        trajan = game_in_progress(folder, TRAJAN, TrajanOptions(players=2), 150)
        server = serve(folder)
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shoot(browser, "table-lobby", "", "light", LAPTOP)
        shoot(browser, "table-caesar", duel, "light", LAPTOP, hint=True)
        shoot(browser, "table-caesar-dark", duel, "dark", LAPTOP)
        shoot(browser, "table-caesar-phone", duel, "light", PHONE)
        shoot(browser, "table-trajan", trajan, "light", LAPTOP)
        shoot(browser, "table-trajan-dark", trajan, "dark", LAPTOP, hint=True)
        shoot(browser, "table-trajan-phone", trajan, "dark", PHONE)
        browser.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
