"""What a seat sees of a position, and the position in words: shared by the picture and the text."""

from collections.abc import Iterable

import numpy as np

from boardkit.game import State
from trajan_env.data import (
    ACTIONS,
    BONUS_LEGIONNAIRES,
    BONUS_WORKERS,
    BONUS_YELLOW,
    BONUSES,
    COLOURS,
    COMMODITIES,
    COMMODITY_BONUS_VP,
    DEMAND_BONUS_VP,
    DEMANDS,
    FIRST_COMMODITY_BONUS,
    LEGIONNAIRE_BONUS_VP,
    MARKERS_IN_A_TRAY,
    MAX_PLAYERS,
    NUM_DEMANDS,
    PROVINCES,
    QUARTERS,
    ROUNDS,
    SENATE_VOTES,
    STACK_CARDS,
    STACK_DEMAND,
    STACK_LEGIONNAIRES,
    STACK_PLUS_TWO,
    STACK_WORKERS,
    START_CARDS,
    START_SLOTS,
    TILE_COLOURS,
    TILE_DEMAND,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    TRAY_NUMERALS,
    VOTES_OF_KIND,
    YELLOW,
    YELLOW_BONUS_VP,
)
from trajan_env.state import (
    ACTION,
    CONSUL,
    DISCARD,
    EFFECT,
    EXTRA,
    LOAD,
    NONE,
    OVER,
    SECOND_CARD,
    SETUP_CARD,
    SETUP_MARKER,
    SETUP_TILE,
    SOW,
    TRAY,
)

GAIN_NAMES = (
    "Trajan", "ships", "provinces", "senate", "building", "demands",
    "hand", "workers", "legions", "circle", "sets", "bonus",
)  # fmt: skip
SHIP_NAMES = ("identical cards", "pairs of cards", "different cards")
STACK_NAMES = ("cards", "points", "workers", "legions", "plus two", "demands")

# -- what a seat sees --------------------------------------------------------------------------------------------------


def seen_hand(s: State, seat: int, viewer: int | None) -> tuple[np.ndarray, int]:
    """The cards of a hand that the viewer knows, by kind, and the number of the others."""
    known = s.hand[seat] if viewer in (None, seat) else s.hand_known[seat]
    return known, int(s.hand[seat].sum() - known.sum())


def unseen_cards(s: State, viewer: int | None) -> np.ndarray:
    """The cards of the deck by kind, for a viewer with those in other hands that it does not know."""
    if viewer is None:
        return s.deck
    others = np.arange(MAX_PLAYERS) != viewer
    return s.deck + (s.hand - s.hand_known)[others].sum(0)


def to_move(s: State) -> int | None:
    """The seat whose decision is waited for."""
    if s.decision == OVER:
        return None
    return int(s.election[0] if s.decision == CONSUL else s.active)


def votes(s: State, seat: int) -> int:
    """What a seat would have in an election now."""
    return int(SENATE_VOTES[s.senate_position[seat]] + (s.tiles[seat] * VOTES_OF_KIND).sum())


def current_action(s: State) -> int:
    return int(s.main_action if s.granted_action == NONE else s.granted_action)


def senate_space(s: State, space: int) -> list[int]:
    """The seats whose discs lie on a space of the senate track, bottom first."""
    return [int(seat) for seat in s.senate_order[: s.players] if s.senate_position[seat] == space]


def top_card(s: State, pile: int) -> int | None:
    size = int(s.pile_size[pile])
    return int(s.pile[pile, size - 1]) if size else None


def stack_size(s: State, stack: int) -> int:
    return int(s.stack_rest[stack].sum() + (s.stack_top[stack] != NONE))


def counted(names: Iterable[str], counts: Iterable[int]) -> str:
    """Counts in words, for example "wine ×2, fish"."""
    found = ((name, count) for name, count in zip(names, counts, strict=True) if count)
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in found) or "none"


def minus(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")


# -- names -------------------------------------------------------------------------------------------------------------


def player_name(seat: int) -> str:
    return f"Player {seat}"


def province_name(province: int) -> str:
    return " ".join(part.capitalize() for part in PROVINCES[province].split("_"))


def tray_words(tray: int) -> str:
    return f"{TRAY_NUMERALS[tray]} ({ACTIONS[tray]})"


def effect_words(tile: int) -> str:
    """What completing a Trajan tile gives besides its points."""
    size = int(TILE_SIZE[tile])
    effects = {
        STACK_CARDS: f"draw {size} cards",
        STACK_WORKERS: f"{size} to the worker camp",
        STACK_LEGIONNAIRES: f"{size} to the military camp",
        STACK_PLUS_TWO: "put a [+2] marker on an action",
        STACK_DEMAND: f"meets a {DEMANDS[TILE_DEMAND[tile]]} demand every quarter",
    }
    return effects.get(int(TILE_STACK[tile]), "nothing more")


def tile_colours(tile: int) -> list[int]:
    """The two colours that a Trajan tile needs."""
    return [colour for colour, count in enumerate(TILE_COLOURS[tile]) for _ in range(count)]


def tile_words(tile: int) -> str:
    colours = " and ".join(COLOURS[colour] for colour in tile_colours(tile))
    return f"needs {colours}: {TILE_VP[tile]} points, {effect_words(tile)}"


def bonus_value(bonus: int, side: int) -> str:
    """What one of the things that a bonus tile counts is worth."""
    if bonus < NUM_DEMANDS:
        return str(DEMAND_BONUS_VP[side])
    if bonus >= FIRST_COMMODITY_BONUS:
        return str(COMMODITY_BONUS_VP[side])
    if bonus == BONUS_WORKERS:
        return "1" if side == YELLOW else "1/2"
    return str((LEGIONNAIRE_BONUS_VP if bonus == BONUS_LEGIONNAIRES else YELLOW_BONUS_VP)[side])


def bonus_words(bonus: int, side: int) -> str:
    """What a bonus tile scores at the end."""
    value = bonus_value(bonus, side)
    if bonus < NUM_DEMANDS:
        return f"{value} points for at least one {BONUSES[bonus]} tile"
    things = {
        BONUS_WORKERS: "worker on the site",
        BONUS_LEGIONNAIRES: "legionnaire in a province",
        BONUS_YELLOW: "own yellow bonus tile",
    }
    thing = things.get(bonus, f"{BONUSES[bonus].replace('+', ' or ')} in the tableau")
    return f"{value} a {thing}"


# -- the decision ------------------------------------------------------------------------------------------------------


def time_words(s: State) -> str:
    if s.decision == OVER:
        return f"after {QUARTERS} quarters"
    return f"quarter {s.quarter} of {QUARTERS}, round {s.demands_revealed + 1} of {ROUNDS}"


def pending_words(s: State) -> str:
    """The decision that is waited for, or how the game ended."""
    seat = to_move(s)
    return end_words(s) if seat is None else f"{player_name(seat)} {_decision_words(s)}"


def end_words(s: State) -> str:
    best, second = (int(seat) for seat in s.ranking[:2])
    tie = " by the senate track" if s.vp[best] == s.vp[second] else ""
    return f"{player_name(best)} wins with {s.vp[best]} points{tie}"


def _decision_words(s: State) -> str:
    if s.decision <= SETUP_TILE:
        return _setup_words(s)
    if s.decision in (SOW, EFFECT):
        return _move_words(s)
    if s.decision in (DISCARD, SECOND_CARD, LOAD):
        return _seaport_words(s)
    simple = {
        TRAY: "chooses a tray to empty",
        ACTION: f"takes the {_action_words(s)} action, or declines",
        EXTRA: f"may spend an extra-action tile to repeat {_action_words(s)}",
        CONSUL: "is consul and chooses a bonus tile",
    }
    return simple[int(s.decision)]


def _action_words(s: State) -> str:
    granted = s.granted_action != NONE
    repeats = s.granted_repeats if granted else s.main_repeats
    notes = ["granted by construction"] if granted else []
    if s.decision == ACTION and repeats:
        notes.append("one more repeat to come")
    name = ACTIONS[current_action(s)].replace("trajan", "Trajan")
    return f"{name} ({', '.join(notes)})" if notes else name


def _setup_words(s: State) -> str:
    step = int(s.setup_step)
    if s.decision == SETUP_MARKER:
        return f"places a marker in tray {tray_words(step // MARKERS_IN_A_TRAY)}"
    if s.decision == SETUP_CARD:
        return f"takes starting card {step + 1} of {START_CARDS}"
    return f"takes a Trajan tile for slot {TRAY_NUMERALS[START_SLOTS[step]]}"


def _move_words(s: State) -> str:
    if s.decision == SOW:
        return f"sows into tray {tray_words(int(s.next_tray))}, {s.sowing_left} markers in hand"
    return f"completed a Trajan tile: {effect_words(int(s.effect_tile))}, or decline"


def _seaport_words(s: State) -> str:
    if s.decision == DISCARD:
        return "discards a card to one of the piles"
    if s.decision == SECOND_CARD:
        return f"played {COMMODITIES[s.first_card]} and may play a second card"
    return f"loads the ship for {SHIP_NAMES[s.ship]}, {s.load.sum() + s.load_wilds} on board"
