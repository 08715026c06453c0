"""Helpers of the tests that drive a real browser: a server in a process of its own, and a browser that remembers all
it received."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
HOW_TO_INSTALL = "no browser is installed: apt install chromium (or name one in $CHROMIUM), and pip install playwright"


class Server:
    """`rome serve` over a folder; it can be killed and started again at the same address."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        command = [sys.executable, "-m", "rome", "serve", "--port", str(self.port), "--folder", str(self.folder)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        self.wait_until_ready()

    def wait_until_ready(self):
        """Until it answers and everything is compiled, so that no test depends on how fast the machine is."""
        while self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/api/preparing") as answer:
                    if json.load(answer)["doing"] is None:
                        return
            except OSError:
                pass
            time.sleep(0.1)
        raise AssertionError(f"the server ended with code {self.process.returncode} before it was ready")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Visitor:
    """A page of the table, and every byte its browser received."""

    def __init__(self, browser, address, **context):
        self.context = browser.new_context(viewport={"width": 1366, "height": 768}, **context)
        self.context.add_init_script("localStorage.getItem('pace') ?? localStorage.setItem('pace', '0')")
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.received = []
        self.troubles = []
        self.page.on("response", self._keep)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.address = address
        self.page.goto(address)

    def _keep(self, response):
        self.received.append(response)

    def everything(self):
        """All that was received, as text."""
        return "\n".join(response.text() for response in self.received if response.ok)

    def begin(self, game, seated, **choices):
        """Fill in the form of the lobby and begin."""
        page = self.page
        page.locator(f".game:has([value={game}])").click()
        for name, value in choices.items():
            if isinstance(value, list):
                for one in value:
                    page.locator(f"[name={name}][value={one}]").check()
            else:
                page.locator(f"select[name={name}]").select_option(value)
        for place, player in enumerate(seated):
            page.locator("select[name=player]").nth(place).select_option(player)
        page.locator(".new-game button[type=submit]").click()
        page.locator(".board svg").wait_for()

    @property
    def identifier(self):
        return self.page.evaluate("location.hash.slice(1)")

    def count(self):
        return int(self.page.locator(".where").inner_text().split("/")[1])

    def wait_until_at(self, position):
        self.page.wait_for_function(
            "position => document.querySelector('.where').textContent === position", arg=position
        )

    def wait_beyond(self, count):
        """Until more decisions than so many have been taken."""
        self.page.wait_for_function(
            "count => Number(document.querySelector('.where').textContent.split('/')[1]) > count", arg=count
        )

    def wait_for_turn(self):
        """Until there is something to choose or the game is over; returns whether it goes on."""
        self.page.locator(".choices button, .account:not([hidden])").first.wait_for()
        return self.page.locator(".choices button").count() > 0

    def click_something(self):
        """Make one decision on the board itself where it has places, else with its button."""
        clicked = self.page.evaluate(CLICK)
        if self.page.locator(".which[open]").count():
            self.page.locator(".which .choice").first.click()
        return clicked


# Clicks like a finger would: on elements of the drawing that are marked, until nothing more has to be picked.
CLICK = """() => {
  const before = document.querySelector('.where').textContent;
  for (let picks = 0; picks < 3; picks++) {
    const places = [...document.querySelectorAll('.board .can')];
    if (!places.length) break;
    const place = places[Math.floor(Math.random() * places.length)];
    const target = place.matches('g') ? place.querySelector('path, rect, circle') ?? place : place;
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    if (document.querySelector('.which[open]')) return 'board';
  }
  if (document.querySelector('.board .picked')) return 'board';
  document.querySelector('.choices button').click();
  return 'button';
}"""
