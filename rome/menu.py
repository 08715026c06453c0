"""What can be chosen when a game is begun, for the form of the page: the options that a person wants to see."""

from typing import Any

from boardkit.agent import agent_names
from duel_env.data import DIFFICULTIES, SIDES
from duel_env.options import MODULES
from rome.tables import CAESAR, HUMAN, TRAJAN
from trajan_env.data import TIME_TRACK
from trajan_env.state import SETUPS


def menu(also: tuple[str, ...] = ()) -> dict[str, Any]:
    """Games with their options, and who can sit at a table."""
    return {
        "games": [
            {"name": CAESAR.name, "title": CAESAR.title, "about": "A duel over the provinces", "fields": _caesar()},
            {"name": TRAJAN.name, "title": TRAJAN.title, "about": "Trays, trade and senate", "fields": _trajan()},
        ],
        "players": [HUMAN, *agent_names(), *also],
    }


def _caesar() -> list[dict[str, Any]]:
    crassus = [[difficulty, f"Crassus, {difficulty} (inferred tiles)"] for difficulty in DIFFICULTIES]
    modules = [[name, _title(name)] for name in MODULES]
    return [
        {"name": "modules", "label": "Modules", "kind": "several", "choices": modules},
        {"name": "solo", "label": "Against", "kind": "one", "choices": [[None, "a second player"], *crassus]},
        {"name": "human", "label": "Your side", "kind": "one", "choices": [[side, _title(side)] for side in SIDES],
         "when": "solo"},
        {"name": "harder", "label": "Harder", "kind": "yes", "when": "solo"},
    ]  # fmt: skip


def _trajan() -> list[dict[str, Any]]:
    setups = {"decisions": "chosen by the players", "random": "dealt at random"}
    players = [[count, str(count)] for count in TIME_TRACK]
    return [
        {"name": "players", "label": "Players", "kind": "one", "choices": players},
        {"name": "setup", "label": "Set-up", "kind": "one", "choices": [[setup, setups[setup]] for setup in SETUPS]},
        {"name": "time_track", "label": "Length", "kind": "one",
         "choices": [[None, "a whole game"], [6, "short rounds"], [3, "very short rounds"]]},
    ]  # fmt: skip


def _title(name: str) -> str:
    return name.replace("_", " ").title()
