"""Which states of Trajan can be: every piece in one place, and the context of a decision as the rules leave it.

`notation` reads states that people and programs wrote; the kernels trust what they get. What is refused here can
arise in no game. What passes, and is not over, has a legal action and can be played to its end.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from boardkit.game import State
from trajan_env.data import (
    ACTIONS,
    BONUSES,
    CAMP,
    CARDS_OF_A_KIND,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION,
    CONSTRUCTION_TILES,
    DEMAND_TILES_OF_A_KIND,
    DEMANDS,
    DEMANDS_A_QUARTER,
    EXTRA_TILES_OF_AN_ACTION,
    FIRST_EXTRA,
    FIRST_VOTES,
    FORUM,
    FORUM_KINDS,
    FORUM_TILES,
    GAIN_CIRCLE,
    GAIN_DEMANDS,
    GAIN_HAND,
    GAIN_LEGIONNAIRES,
    GAIN_WORKERS,
    GAINS,
    GRANTED_ACTION,
    LAST_SENATE_SPACE,
    MARKERS,
    MARKERS_IN_A_TRAY,
    MARKERS_OF_A_COLOUR,
    MAX_GREEN_SPACES,
    MAX_LOAD,
    MAX_PAIRS,
    MAX_PLAYERS,
    NUM_PILES,
    NUM_SENATE_SIDES,
    NUM_SITE_SPACES,
    NUM_TRAYS,
    NUM_VOTES,
    PROVINCES,
    QUARTERS,
    ROUNDS,
    SEAPORT,
    SENATE,
    SENATE_VOTES,
    SHIP_IDENTICAL,
    SHIP_PAIRS,
    SHIPS,
    SITE_COLUMNS,
    STACK_CARDS,
    STACK_DEMAND,
    STACK_PLUS_TWO,
    STACK_POINTS,
    STACKS,
    START_CAMP,
    START_CARDS,
    START_MAT,
    START_SLOTS,
    TILE_COLOURS,
    TILE_STACK,
    TILES_IN_A_STACK,
    TRAJAN,
    TRAJAN_TILES,
    UNMET_DEMANDS_VP,
    VOTES_OF_KIND,
    WILD_COMMODITY,
    WILD_EXTRA,
    YELLOW_SPACES,
)
from trajan_env.state import (
    ACTION,
    CONSUL,
    DECISIONS,
    DISCARD,
    EFFECT,
    EXTRA,
    LOAD,
    NONE,
    OVER,
    SECOND_CARD,
    SETUP_CARD,
    SETUP_MARKER,
    SETUP_RANDOM,
    SETUP_TILE,
    SOW,
    TRAY,
)

TOKENS = START_MAT + 2 * START_CAMP
HIGHEST_GAIN = 999  # of one source: far above what a game can bring, far below what a field can hold
SETUP_STEPS = {SETUP_MARKER: MARKERS, SETUP_CARD: START_CARDS, SETUP_TILE: len(START_SLOTS)}
AT_ACTION = range(ACTION, EXTRA + 1)  # the decisions inside an action
AT_SEAPORT = (DISCARD, SECOND_CARD, LOAD)  # the later steps of a seaport action
SOWN = range(EFFECT, EXTRA + 1)  # the decisions of a turn after sowing
CONTEXT = (  # a field, what it holds while nothing is pending, and the decisions at which it holds something else
    ("next_tray", NONE, (SOW,)),
    ("effect_tile", NONE, (EFFECT,)),
    ("main_action", NONE, AT_ACTION),
    ("ship", NONE, (LOAD,)),
    ("first_card", NONE, (SECOND_CARD,)),
    ("sowing_left", 0, (SOW,)),
)
LEFTOVERS = (  # the same, but at these decisions it may be empty, too
    ("target", NONE, range(SOW, EXTRA + 1)),
    ("round_ended", 0, range(SOW, EXTRA + 1)),
    ("main_repeats", 0, AT_ACTION),
    ("granted_action", NONE, AT_ACTION),
    ("granted_repeats", 0, AT_ACTION),
    ("tile_spent", 0, AT_ACTION),
    ("load", 0, (LOAD,)),
    ("load_wilds", 0, (LOAD,)),
)
AT_START = {  # what no decision of the set-up changes
    "time": 0, "demands_revealed": 0, "gone": 0, "trajan_gone": 0, "ship_side": 0, "senate_position": 0,
    "senate_order": np.arange(MAX_PLAYERS), "arch": 0, "permanent": 0, "plus_two": 0, "tiles": 0, "mat": START_MAT,
    "military_camp": START_CAMP, "worker_camp": START_CAMP, "leader": CAMP, "tableau": 0, "gains": 0,
}  # fmt: skip


def check_state(s: State) -> None:
    """A ValueError says why no game can stand like this."""
    _check_context(s)
    _check_pieces(s)
    _check_clock(s)
    _check_supplies(s)
    for seat in range(s.players):
        _check_mat(s, seat)
    if s.decision in SETUP_STEPS:
        _check_setup(s)
        return
    _check_after_setup(s)
    if s.decision == OVER:
        _check_end(s)
    elif s.decision == CONSUL:
        _check_election(s)
    else:
        _check_turn(s)


def _require(holds: Any, what: str, value: Any, allowed: str) -> None:
    if not holds:
        raise ValueError(f"{what} is {value}; allowed is {allowed}")


# Context and pieces


def _check_context(s: State) -> None:
    """A decision has its context, and no other decision has it."""
    decision = DECISIONS[s.decision]
    for name, empty, at in CONTEXT:
        if (s[name] != empty) != (s.decision in at):
            field, state = name.removesuffix("_left"), "null" if s[name] == empty else "set"
            raise ValueError(f"state.pending.{field} is {state} at the decision {decision!r}")
    for name, empty, at in LEFTOVERS:
        if s.decision not in at and np.any(s[name] != empty):
            place = f"players[{s.active}]" if name == "load" else "pending"
            allowed = ", ".join(DECISIONS[k] for k in at)
            raise ValueError(f"state.{place}.{name} is set at the decision {decision!r}; allowed is that at {allowed}")


def _check_pieces(s: State) -> None:
    """Every piece is in exactly one place, and points are the sum of the gains."""
    cards = s.deck + s.load + (s.hand + s.tableau).sum(0)
    for pile in range(NUM_PILES):
        cards += np.bincount(s.pile[pile, : s.pile_size[pile]], minlength=len(COMMODITIES)).astype(np.int8)
    _check_counts("commodity cards", COMMODITIES, cards, [CARDS_OF_A_KIND] * len(COMMODITIES))
    for seat in range(s.players):
        _check_pieces_of(s, seat)
    trajan = s.trajan_gone + s.stack_rest.ravel() + _tally(TRAJAN_TILES, s.stack_top, s.slots)
    trajan[TILES_IN_A_STACK * STACK_DEMAND :] += s.permanent.sum(0)
    _check_counts("Trajan tiles", TRAJAN_TILES, trajan, [1] * len(TRAJAN_TILES))
    forum = s.forum_pile + s.gone + s.tiles.sum(0) + _tally(FORUM_KINDS, s.forum, s.province_tile)
    forum[FIRST_EXTRA:] += s.extra_pile
    all_forum_tiles = FORUM_TILES.copy()
    all_forum_tiles[FIRST_EXTRA:] += EXTRA_TILES_OF_AN_ACTION
    _check_counts("forum tiles", FORUM_KINDS, forum, all_forum_tiles)
    demands = s.demand_pile + s.demands_gone + _tally(DEMANDS, s.demands)
    _check_counts("demand tiles", DEMANDS, demands, [DEMAND_TILES_OF_A_KIND] * len(DEMANDS))
    construction = s.construction.sum(0).ravel() + _tally(CONSTRUCTION_TILES, s.site_tile)
    _check_counts("construction tiles", CONSTRUCTION_TILES, construction, [1] * len(CONSTRUCTION_TILES))
    bonuses = s.bonus_pile + (s.bonus > 0).sum(0) + _tally(BONUSES, s.senate_bonus)
    _check_counts("bonus tiles", BONUSES, bonuses, [1] * len(BONUSES))


def _check_pieces_of(s: State, seat: int) -> None:
    if s.decision != SETUP_MARKER:
        markers = s.trays[seat].sum(0) + (s.sowing if seat == s.active else 0)
        _check_counts(f"markers of seat {seat}", COLOURS, markers, [MARKERS_OF_A_COLOUR] * len(COLOURS))
    placed = s.legionnaires[seat].sum() + int(s.workers[seat]).bit_count()
    tokens = s.mat[seat] + s.military_camp[seat] + s.worker_camp[seat] + placed
    _check_counts(f"tokens of seat {seat}", ("tokens",), [tokens], [TOKENS])
    _check_counts(f"points of seat {seat}", ("vp",), [s.vp[seat]], [s.gains[seat].sum()])
    if (s.hand_known[seat] > s.hand[seat]).any():
        raise ValueError(f"state.players[{seat}].hand_known names cards that are not in the hand")


def _tally(names: Sequence[str], *places: np.ndarray) -> np.ndarray:
    """How many of each kind lie on spaces that hold one piece or none."""
    found = np.concatenate([place.ravel() for place in places])
    return np.bincount(found[found != NONE], minlength=len(names))


def _check_counts(what: str, names: Sequence[str], found: Iterable[int], wanted: Iterable[int]) -> None:
    for name, count, due in zip(names, found, wanted, strict=True):
        if count != due:
            raise ValueError(f"{what}: {count} of {name!r}, there must be {due}")


# The clock and what lies ready for the quarters to come


def _check_clock(s: State) -> None:
    """Turns go round the table, rounds take turns, quarters take rounds, and the game ends in the last quarter."""
    in_setup = s.decision in SETUP_STEPS
    seat = f"{s.turn} with seat {s.active} to play"
    _require(in_setup == (s.turn == 0), "state.turn", s.turn, f"{'0' if in_setup else '1 or more'} at this decision")
    _require(in_setup or (s.turn - 1) % s.players == s.active, "state.turn", seat, "a turn of that seat")
    _require(s.decision != OVER or s.quarter == QUARTERS, "state.quarter", s.quarter, "4 in a finished game")
    if s.decision == CONSUL:
        allowed = "4 at the consul's decision"
        _require(s.demands_revealed == DEMANDS_A_QUARTER, "state.round", s.demands_revealed + 1, allowed)
    if s.decision == OVER:
        _require(s.demands_revealed == 0, "state.round", s.demands_revealed + 1, "1 in a finished game")
    quarters = s.quarter - (s.decision != OVER)
    gone = int(s.demands_gone.sum())
    _require(
        gone == DEMANDS_A_QUARTER * quarters, "the number of state.demands_gone", gone, f"3 for each of {quarters}"
    )
    rounds = ROUNDS * quarters + s.demands_revealed + (s.decision == CONSUL)
    turns = int(s.turn) - (s.decision not in (CONSUL, OVER))
    _require(in_setup or rounds <= turns, "state.turn", s.turn, f"enough turns for {rounds} rounds that have ended")


def _check_supplies(s: State) -> None:
    """Piles last until the end; the places filled at the start of a quarter were filled."""
    later = QUARTERS - s.quarter
    starting = s.decision == SETUP_MARKER
    yellow, bonuses = int(s.extra_pile.sum()), int(s.bonus_pile.sum())
    needed = NUM_SENATE_SIDES * (later + starting) + s.players * starting
    allowed = "or more: the quarters to come need them"
    _require(
        yellow >= YELLOW_SPACES * later, "the size of state.extra_pile", yellow, f"{YELLOW_SPACES * later} {allowed}"
    )
    _require(bonuses >= needed, "the size of state.bonus_pile", bonuses, f"{needed} {allowed}")
    laid = s.senate_bonus != NONE
    empty = s.decision in (SETUP_MARKER, OVER)
    _require(
        (laid != empty).all(), "state.senate_bonus", laid.tolist(), f"{'no' if empty else 'a'} tile on either side"
    )
    for kind in s.forum[MAX_GREEN_SPACES:]:
        _require(kind == NONE or kind >= FIRST_EXTRA, "state.yellow", repr(FORUM_KINDS[kind]), "extra-action tiles")
    for stack, (top, rest) in enumerate(zip(s.stack_top, s.stack_rest, strict=True)):
        place = f"state.stacks[{stack}].top"
        _require(not starting or top == NONE, place, "set", "null while markers are placed")
        _require(starting or top != NONE or not rest.any(), place, "null", "a tile while the stack has one")
    for province, name in enumerate(PROVINCES):
        held = (s.leader == province).any() or s.legionnaires[:, province].any()
        _require(
            not held or s.province_tile[province] == NONE, f"state.provinces.{name}.tile", "set", "null beside pieces"
        )
    for space in range(NUM_SITE_SPACES):
        held = (s.workers >> space & 1).any()
        _require(not held or s.site_tile[space] == NONE, f"state.site.tiles[{space}]", "set", "null under a worker")


# Mats


def _check_mat(s: State, seat: int) -> None:
    """The arch stands on a free slot, or in the centre when there is none; tokens stand where they could get to."""
    mat = f"state.players[{seat}]"
    free = np.flatnonzero(s.slots[seat] == NONE)
    if s.arch[seat] == NONE:
        _require(len(free) == 0, f"{mat}.arch", "null", f"a free slot, one of {free.tolist()}")
    else:
        allowed = f"a free slot, one of {free.tolist()}" if len(free) else "null: no slot is free"
        _require(s.arch[seat] in free, f"{mat}.arch", s.arch[seat], allowed)
    abroad = s.legionnaires[seat].any()
    _require(
        s.leader[seat] != CAMP or not abroad, f"{mat}.leader", "null", "a province: legionnaires follow the leader"
    )
    _require(_is_connected(int(s.workers[seat])), f"the site of seat {seat}", "in pieces", "workers side by side")
    for source, vp in zip(GAINS, s.gains[seat], strict=True):
        low, high = (QUARTERS * UNMET_DEMANDS_VP[-1], 0) if source == GAINS[GAIN_DEMANDS] else (0, HIGHEST_GAIN)
        _require(low <= vp <= high, f"{mat}.gains.{source}", vp, f"{low} to {high}")
        final = source.startswith("final")
        _require(not final or s.decision == OVER or vp == 0, f"{mat}.gains.{source}", vp, "0 before the end")


def _is_connected(workers: int) -> bool:
    """Whether each worker was once placed beside another, but for the first."""
    reached = workers & -workers
    while True:
        spaces = [space for space in range(NUM_SITE_SPACES) if reached >> space & 1]
        grown = reached | sum(1 << space for space in {n for space in spaces for n in _beside(space)}) & workers
        if grown == reached:
            return reached == workers
        reached = grown


def _beside(space: int) -> Iterable[int]:
    column = space % SITE_COLUMNS
    if column > 0:
        yield space - 1
    if column < SITE_COLUMNS - 1:
        yield space + 1
    yield from (other for other in (space - SITE_COLUMNS, space + SITE_COLUMNS) if 0 <= other < NUM_SITE_SPACES)


# Set-up


def _check_setup(s: State) -> None:
    """T2, T6, T7: seat after seat has taken what the step says, and nobody has played."""
    decision = DECISIONS[s.decision]
    _require(s.setup != SETUP_RANDOM, "state.decision", repr(decision), "no set-up decision with a random set-up")
    steps = SETUP_STEPS[s.decision]
    _require(s.setup_step < steps, "state.pending.setup_step", s.setup_step, f"0 to {steps - 1} at {decision!r}")
    _require(s.quarter == 1, "state.quarter", s.quarter, "1 in the set-up")
    for name, start in AT_START.items():
        _require(np.all(s[name] == start), name, s[name].tolist(), f"{np.asarray(start).tolist()} in the set-up")
    done = {kind: _taken(s, kind) for kind in SETUP_STEPS}
    for seat in range(s.players):
        markers = s.trays[seat].sum(1)
        due = np.clip(done[SETUP_MARKER][seat] - MARKERS_IN_A_TRAY * np.arange(NUM_TRAYS), 0, MARKERS_IN_A_TRAY)
        in_order = (markers == due).all() and (s.trays[seat].sum(0) <= MARKERS_OF_A_COLOUR).all()
        _require(in_order, f"the trays of seat {seat}", markers.tolist(), f"{due.tolist()} markers, two of a colour")
        cards = int(s.hand[seat].sum())
        _require(cards == done[SETUP_CARD][seat], f"the hand of seat {seat}", cards, f"{done[SETUP_CARD][seat]} cards")
        filled = np.flatnonzero(s.slots[seat] != NONE).tolist()
        start_slots = START_SLOTS[: done[SETUP_TILE][seat]].tolist()
        _require(filled == start_slots, f"the filled slots of seat {seat}", filled, f"{start_slots}")
        stacks = {int(TILE_STACK[tile]) for tile in s.slots[seat, filled]}
        _require(len(stacks) == len(filled), f"the tiles of seat {seat}", "of one stack", "tiles of different stacks")
    _check_setup_board(s)


def _taken(s: State, decision: int) -> list[int]:
    """How many markers, cards or tiles each seat has taken by now."""
    all_of_them = SETUP_STEPS[decision]
    if s.decision != decision:
        return [all_of_them if s.decision > decision else 0] * s.players
    return [all_of_them if seat < s.active else int(s.setup_step) * (seat == s.active) for seat in range(s.players)]


def _check_setup_board(s: State) -> None:
    piles = s.pile_size.tolist()
    due = [0 if s.decision == SETUP_MARKER else 1] * NUM_PILES
    _require(piles == due, "the sizes of state.piles", piles, f"{due} in the set-up")
    own = s.slots[s.active][s.slots[s.active] != NONE] if s.decision == SETUP_TILE else []
    stacks = [int(stack in TILE_STACK[own]) for stack in range(len(STACKS))] if len(own) else [0] * len(STACKS)
    taken = [name for name, flag in zip(STACKS, stacks, strict=True) if flag]
    given = [name for name, flag in zip(STACKS, s.setup_stacks, strict=True) if flag]
    _require(given == taken, "state.pending.setup_stacks", given, f"{taken}, the stacks of the tiles on the slots")


def _check_after_setup(s: State) -> None:
    """Nothing of the set-up is pending."""
    _require(s.setup_step == 0, "state.pending.setup_step", s.setup_step, "0 after the set-up")
    _require(not s.setup_stacks.any(), "state.pending.setup_stacks", "not empty", "no stack after the set-up")


# The end of a quarter and of the game


def _check_election(s: State) -> None:
    """T22: the seats by votes; ties: higher space, then higher in the stack."""
    heights = {int(seat): height for height, seat in enumerate(s.senate_order[: s.players])}
    votes = SENATE_VOTES[s.senate_position] + s.tiles @ VOTES_OF_KIND
    order = sorted(heights, key=lambda seat: (votes[seat], s.senate_position[seat], heights[seat]), reverse=True)
    found = s.election[: s.players].tolist()
    _require(found == order, "state.pending.election", found, f"{order}, by votes, space and stack")


def _check_end(s: State) -> None:
    """T22, T24, R12: what leaves the game has left it; points make the ranking, and the senate breaks ties."""
    _require((s.forum == NONE).all(), "state.forum", "not empty", "an empty forum in a finished game")
    votes = s.tiles[:, FIRST_VOTES : FIRST_VOTES + NUM_VOTES]
    _require(not votes.any(), "the number of vote tiles on mats", votes.sum(), "0 in a finished game")
    discs = s.senate_position[: s.players].tolist()
    _require(not any(discs), "state.senate.position", discs, "0 for every disc in a finished game")
    for seat in range(s.players):
        left = ((GAIN_HAND, s.hand[seat].sum()), (GAIN_WORKERS, s.worker_camp[seat]),
                (GAIN_LEGIONNAIRES, s.military_camp[seat]), (GAIN_CIRCLE, (s.slots[seat] != NONE).sum()))  # fmt: skip
        for gain, pieces in left:
            place = f"state.players[{seat}].gains.{GAINS[gain]}"
            _require(s.gains[seat, gain] == pieces, place, s.gains[seat, gain], f"{pieces}, one a piece")
    order = sorted(s.senate_rank[: s.players].tolist(), key=lambda seat: -s.vp[seat])  # stable: ties stay in order
    found = s.ranking[: s.players].tolist()
    _require(found == order, "state.ranking", found, f"{order}, by points and state.senate_rank")


# Turns


def _check_turn(s: State) -> None:
    """T8 to T18: the steps of a turn, from the tray to the extra-action tile."""
    if s.decision == SOW:
        last = (s.next_tray - 1) % NUM_TRAYS
        allowed = f"null or {ACTIONS[last]!r}, the tray before state.pending.next_tray"
        _require(s.target in (NONE, last), "state.pending.target", repr(ACTIONS[s.target]), allowed)
        emptied = s.target != NONE or not s.trays[s.active, last].any()
        _require(emptied, f"the {ACTIONS[last]} tray", "not empty", "an empty tray: it has just been emptied")
    if s.decision == TRAY:
        return
    if s.decision in SOWN:
        _require(s.target != NONE, "state.pending.target", "null", "the tray of the last marker")
    if s.target != NONE:
        landed = s.trays[s.active, s.target].any()
        _require(landed, f"the {ACTIONS[s.target]} tray", "empty", "a tray with the marker sown last")
    if s.decision == EFFECT:
        _check_effect(s)
    if s.decision in AT_ACTION:
        _check_action(s)


def _check_effect(s: State) -> None:
    """T10, R9: the tile has just been completed, and its effect would do something."""
    tile, seat = s.effect_tile, s.active
    what, name = "state.pending.effect_tile", repr(TRAJAN_TILES[tile])
    stack = TILE_STACK[tile]
    _require(stack not in (STACK_POINTS, STACK_DEMAND), what, name, "a tile with an effect")
    _require(s.trajan_gone[tile], what, name, "a tile of state.trajan_gone")
    _require(s.slots[seat, s.target] == NONE, what, name, "null while the slot of the target tray is not free")
    fits = (s.trays[seat, s.target] >= TILE_COLOURS[tile]).all()
    _require(fits, what, name, "a tile whose colours lie in the target tray")
    if stack == STACK_CARDS:
        useful = _can_draw(s)
    elif stack == STACK_PLUS_TWO:
        useful = not s.plus_two[seat].all()
    else:
        useful = s.mat[seat] > 0
    _require(useful, what, name, "a tile whose effect would do something")


def _can_draw(s: State) -> bool:
    return bool(s.deck.any() or (s.pile_size > 1).any())


def _check_action(s: State) -> None:
    """T11, T17, T18, R10: the action of the target tray, what it granted, repeats, extra-action tiles."""
    main = ACTIONS[s.main_action]
    target = ACTIONS[s.target]
    _require(main == target, "state.pending.main_action", repr(main), f"{target!r}, the action of the target tray")
    current = s.main_action if s.granted_action == NONE else s.granted_action
    if s.granted_action != NONE:
        _check_granted(s)
    for name, action in (("main", s.main_action), ("granted", s.granted_action)):
        if s[f"{name}_repeats"]:
            possible = action != NONE and s.tile_spent and s.plus_two[s.active, action]
            allowed = "0 unless an extra-action tile was spent on an action with a [+2] marker"
            _require(possible, f"state.pending.{name}_repeats", 1, allowed)
    both = s.main_repeats and s.granted_repeats
    _require(not both, "state.pending.granted_repeats", 1, "0 while the main action has repeats: one tile a turn")
    gone = int(s.gone[WILD_EXTRA:].sum())
    _require(not s.tile_spent or gone, "state.pending.tile_spent", "true", "false: no extra-action tile is gone")
    if s.decision == EXTRA:
        _check_extra(s, current)
    if s.decision in AT_SEAPORT:
        what, found = f"the action at the decision {DECISIONS[s.decision]!r}", repr(ACTIONS[current])
        _require(current == SEAPORT, what, found, "'seaport'")
        _check_seaport(s)


def _check_granted(s: State) -> None:
    what, granted = "state.pending.granted_action", s.granted_action
    if s.main_action != CONSTRUCTION:
        raise ValueError(f"{what} is set; only construction grants an action")
    kinds = np.flatnonzero(granted == GRANTED_ACTION)
    _require(len(kinds), what, repr(ACTIONS[granted]), f"one of {', '.join(ACTIONS[k] for k in GRANTED_ACTION)}")
    tiles = int(s.construction[s.active, kinds[0]].sum())
    allowed = f"null: seat {s.active} has {tiles} tiles of the kind that grants it, and the first one does"
    _require(tiles == 1 and s.workers[s.active], what, repr(ACTIONS[granted]), allowed)


def _check_extra(s: State, action: int) -> None:
    """T18, R9: no tile spent, one at hand, and the repeat could be done."""
    seat = s.active
    _require(not s.tile_spent, "state.pending.tile_spent", "true", "false at the decision 'extra'")
    tiles = s.tiles[seat, FIRST_EXTRA + action] + s.tiles[seat, WILD_EXTRA]
    _require(tiles > 0, f"the number of tiles of seat {seat} that repeat {ACTIONS[action]}", tiles, "1 or more")
    allowed = f"no 'extra': {ACTIONS[action]} cannot be repeated"
    _require(_can_repeat(s, seat, action), "state.decision", "'extra'", allowed)


def _can_repeat(s: State, seat: int, action: int) -> bool:
    if action == SEAPORT:
        return bool(_can_draw(s) or s.pile_size.any() or s.hand[seat].any() or s.tiles[seat, WILD_COMMODITY])
    if action == FORUM:
        return bool((s.forum != NONE).any())
    if action == SENATE:
        return bool(s.senate_position[seat] < LAST_SENATE_SPACE)
    if action == TRAJAN:
        return bool((s.stack_top != NONE).any() and s.arch[seat] != NONE)
    if action == CONSTRUCTION:
        workers = int(s.workers[seat])
        return bool(s.mat[seat] or (s.worker_camp[seat] and workers != (1 << NUM_SITE_SPACES) - 1))
    return True


# The seaport


def _check_seaport(s: State) -> None:
    """T12: a card to discard, a first card played, or a load that can sail."""
    seat = s.active
    if s.decision == DISCARD:
        _require(s.hand[seat].any(), f"the hand of seat {seat}", "empty", "a card or more to discard")
    elif s.decision == SECOND_CARD:
        card = COMMODITIES[s.first_card]
        _require(s.tableau[seat, s.first_card], "state.pending.first_card", repr(card), "a card in the tableau")
    else:
        gone = int(s.gone[WILD_COMMODITY])
        _require(s.load_wilds <= gone, "state.pending.load_wilds", s.load_wilds, f"0 to {gone}, the tiles gone")
        fits = _pairs_fit(s) if s.ship == SHIP_PAIRS else _load_fits(s)
        load = {name: int(count) for name, count in zip(COMMODITIES, s.load, strict=True) if count}
        allowed = f"a load that the ship {SHIPS[s.ship]!r} takes and this hand can complete"
        _require(fits, f"state.players[{seat}].load", f"{load} with {s.load_wilds} wild tiles", allowed)


def _load_fits(s: State) -> bool:
    """The ships for identical and for different cards."""
    total = s.load.sum() + s.load_wilds
    if total == 0:
        return bool(s.hand[s.active].any() or s.tiles[s.active, WILD_COMMODITY])
    alike = (s.load > 0).sum() <= 1 if s.ship == SHIP_IDENTICAL else s.load.max() <= 1
    return bool(alike and total <= MAX_LOAD)


def _pairs_fit(s: State) -> bool:
    """The ship for pairs: single cards can be completed by the hand (the last kind) or by wild tiles."""
    hand, wilds = s.hand[s.active], s.tiles[s.active, WILD_COMMODITY]
    kinds = np.flatnonzero(s.load)
    if len(kinds) + s.load_wilds == 0:
        return bool(hand.max() + wilds >= 2)
    singles = (s.load == 1).sum()
    spare = s.load_wilds - singles
    if s.load.max() > 2 or len(kinds) + max(spare + 1, 0) // 2 > MAX_PAIRS:
        return False
    if spare > 0:
        return bool(spare % 2 == 0 or wilds > 0)
    by_hand = s.load_wilds == 0 and s.load[kinds[-1]] == 1 and hand[kinds[-1]] > 0
    return bool(wilds >= -spare - by_hand)
