"""Where on the board an action is played, as selectors into the drawing, and what a seat may read of an action.

A place is a CSS selector of elements in the SVG of the seat to move. An action with two places (a token and a border)
is chosen by picking both, in any order; an action without a place is a button beside the board.
"""

from boardkit.game import Game, State
from duel_env.actions import MIGHT_MARKER, MIGHT_TOKEN, PLACEMENT_BORDER, PLACEMENT_KIND, RESOLVE_FIRST, TAKE_CENTURION
from duel_env.data import BORDERS, FIRST_CENTURION, KIND_NAMES, SIDES
from duel_env.data import PROVINCES as CAESAR_PROVINCES
from duel_env.game import GAME as CAESAR
from trajan_env.data import (
    ACTIONS,
    COLOURS,
    COMMODITIES,
    FORUM_KINDS,
    LAST_SENATE_SPACE,
    MARKERS_IN_A_TRAY,
    NUM_PILES,
    PILES,
    PROVINCES,
    SENATE_SIDES,
    SHIPS,
    SITE_COLUMNS,
    STACKS,
)
from trajan_env.draw.words import current_action
from trajan_env.draw.words import to_move as trajan_to_move

Places = list[str]


def places(game: Game, s: State, action: int) -> Places:
    """The places of a legal action."""
    group = game.actions.group_of(action)
    if game is CAESAR:
        return _caesar_places(s, group.name, action)
    return _trajan_places(s, group.name, action - group.first)


def seen_words(game: Game, s: State, action: int, viewer: int | None) -> str:
    """An action in words for the log of a seat: what was placed face down is known to its owner only (C10)."""
    hidden = game is CAESAR and game.actions.group_of(action).name == "place_down"
    if hidden and viewer not in (None, int(s.active)):
        return f"place a token face down on {BORDERS[PLACEMENT_BORDER[action]]}"
    return game.words(s, action)


# -- Caesar! -----------------------------------------------------------------------------------------------------------


def _caesar_places(s: State, group: str, action: int) -> Places:
    if group in ("place", "place_down"):
        token = f"#hand-{SIDES[s.active]}-{_slug(KIND_NAMES[PLACEMENT_KIND[action]])}"
        return [f"{token}, {token}-second", f"#border-{BORDERS[PLACEMENT_BORDER[action]]}"]
    if group == "resolve_first":
        return [f"#province-{CAESAR_PROVINCES[action - RESOLVE_FIRST]}"]
    if group == "might_token":
        return [f"#border-{BORDERS[action - MIGHT_TOKEN]}"]
    if group == "might_marker":
        return [f"#province-{CAESAR_PROVINCES[action - MIGHT_MARKER]}"]
    if group == "centurion":
        kind = KIND_NAMES[FIRST_CENTURION + action - TAKE_CENTURION]
        return [f"#beside-{SIDES[s.active]}-{_slug(kind)}"]
    return []


def _slug(name: str) -> str:
    return name.replace(" ", "-").replace("/", "-").replace("+", "-")


# -- Trajan ------------------------------------------------------------------------------------------------------------

_TRAJAN_PLACES = {
    "setup_card": [["#deck"], *([f"#pile-{pile}"] for pile in PILES)],
    "setup_tile": [[f"#stack-{stack}"] for stack in STACKS],
    "draw_two": [["#deck"]],
    "take_card": [[f"#pile-{pile}"] for pile in PILES],
    "play_card": [[f"#hand-{commodity}"] for commodity in COMMODITIES],
    "second_card": [[f"#hand-{commodity}"] for commodity in COMMODITIES],
    "load_card": [[f"#hand-{commodity}"] for commodity in COMMODITIES],
    "ship": [[f"#ship-{ship}"] for ship in SHIPS],
    "forum": [[f"#forum .space .{_slug(kind)}"] for kind in FORUM_KINDS],
    "move_leader": [[f"#province-{province}"] for province in PROVINCES],
    "trajan": [[f"#stack-{stack}"] for stack in STACKS],
    "consul": [[f"#bonus-{side}"] for side in SENATE_SIDES],
}


def _trajan_places(s: State, group: str, choice: int) -> Places:
    if group in _TRAJAN_PLACES:
        return list(_TRAJAN_PLACES[group][choice])
    seat = trajan_to_move(s)
    match group:
        case "setup_marker":
            return [f"#tray-{seat}-{ACTIONS[s.setup_step // MARKERS_IN_A_TRAY]}"]
        case "tray" | "plus_two":
            return [f"#tray-{seat}-{ACTIONS[choice]}"]
        case "sow":
            return [f"#centre-{seat} .{COLOURS[choice]}"]
        case "recruit_legionnaire":
            return [f"#military-camp-{seat}"]
        case "move_legionnaire":
            return [f"#province-{PROVINCES[s.leader[seat]]}"]
        case "senate":
            return [f"#senate-{min(int(s.senate_position[seat]) + 1, LAST_SENATE_SPACE)}"]
        case "recruit_worker":
            return [f"#worker-camp-{seat}"]
        case "place_worker":
            return [f"#site-{choice // SITE_COLUMNS + 1}-{choice % SITE_COLUMNS + 1}"]
        case "discard":
            return [f"#hand-{COMMODITIES[choice // NUM_PILES]}", f"#pile-{PILES[choice % NUM_PILES]}"]
        case "load_wild":
            return [f"#tiles-{seat} .wild-commodity"]
        case "stop_loading":
            return [f"#ship-{SHIPS[s.ship]}"]
        case "spend_own":
            return [f"#tiles-{seat} .extra-{ACTIONS[current_action(s)]}"]
        case "spend_wild":
            return [f"#tiles-{seat} .wild-extra-action"]
    return []
