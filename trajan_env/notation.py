"""Trajan in JSON and in words: whole states both ways, what a seat may know of them, actions, results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from boardkit.game import State, States
from trajan_env.actions import ACTION_TABLE
from trajan_env.data import (
    ACTIONS,
    BONUS_SIDES,
    BONUSES,
    CAMP,
    CARDS_OF_A_KIND,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_TILES,
    DEMAND_TILES_OF_A_KIND,
    DEMANDS,
    DEMANDS_A_QUARTER,
    EXTRA_TILES_OF_AN_ACTION,
    FORUM_KINDS,
    FORUM_TILES,
    GAINS,
    GREEN_SPACES,
    LAST_SENATE_SPACE,
    MARKERS,
    MARKERS_OF_A_COLOUR,
    MAX_GREEN_SPACES,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_PILES,
    NUM_SENATE_SIDES,
    NUM_SITE_SPACES,
    NUM_TRAYS,
    PROVINCES,
    QUARTERS,
    SHIP_SIDES,
    SHIPS,
    STACK_DEMAND,
    STACKS,
    START_CAMP,
    START_MAT,
    TILES_IN_A_STACK,
    TILES_OF_A_CONSTRUCTION_KIND,
    TRAJAN_TILES,
    WILD_COMMODITY_TILES,
    YELLOW_SPACES,
)
from trajan_env.options import TrajanOptions
from trajan_env.possible import TOKENS, check_state
from trajan_env.state import (
    CONSUL,
    DECISIONS,
    NONE,
    OVER,
    STATE,
)

GAME = "trajan"
VERSION = 1
DEMAND_STACK = TRAJAN_TILES[TILES_IN_A_STACK * STACK_DEMAND :]
LARGEST = 2**15 - 1  # of a 16-bit field

# Writing


def to_json(s: State) -> dict[str, Any]:
    """The whole state, hidden cards and generator included."""
    over = s.decision == OVER
    return {
        "game": GAME,
        "version": VERSION,
        "options": TrajanOptions.read(s).to_json(),
        "seed": str(s.seed),
        "rng": str(s.rng),
        "turn": int(s.turn),
        "active": int(s.active),
        "to_move": _to_move(s),
        "decision": DECISIONS[s.decision],
        "quarter": int(s.quarter),
        "round": int(s.demands_revealed) + 1,
        "time": int(s.time),
        **_board_to_json(s),
        "players": [_player_to_json(s, seat) for seat in range(s.players)],
        "pending": _pending_to_json(s),
        "winner": int(s.ranking[0]) if over else None,
        "ranking": _seats(s, s.ranking) if over else [],
        "senate_rank": _seats(s, s.senate_rank) if over else [],
    }


def _board_to_json(s: State) -> dict[str, Any]:
    green = GREEN_SPACES[s.players]
    return {
        "demands": [DEMANDS[kind] for kind in s.demands[: s.demands_revealed]],
        "demand_pile": _counts(DEMANDS, s.demand_pile),
        "demands_gone": _counts(DEMANDS, s.demands_gone),
        "forum_pile": _counts(FORUM_KINDS, s.forum_pile),
        "extra_pile": _counts(ACTIONS, s.extra_pile),
        "gone": _counts(FORUM_KINDS, s.gone),
        "forum": _names(FORUM_KINDS, s.forum[:green]),
        "yellow": _names(FORUM_KINDS, s.forum[MAX_GREEN_SPACES:]),
        "provinces": {
            name: {"tile": _name(FORUM_KINDS, s.province_tile[k]), "legionnaires": _flagged_seats(s.legionnaires[:, k])}
            for k, name in enumerate(PROVINCES)
        },
        "site": {
            "tiles": _names(CONSTRUCTION_TILES, s.site_tile),
            "workers": [_flagged_seats(s.workers >> space & 1) for space in range(NUM_SITE_SPACES)],
        },
        "stacks": [
            {"top": _name(TRAJAN_TILES, top), "rest": _flagged(_tiles_of(stack), rest)}
            for stack, (top, rest) in enumerate(zip(s.stack_top, s.stack_rest, strict=True))
        ],
        "trajan_gone": _flagged(TRAJAN_TILES, s.trajan_gone),
        "bonus_pile": _flagged(BONUSES, s.bonus_pile),
        "senate_bonus": _names(BONUSES, s.senate_bonus),
        "ships": [SHIP_SIDES[side] for side in s.ship_side],
        "deck": _counts(COMMODITIES, s.deck),
        "piles": [[COMMODITIES[kind] for kind in s.pile[k, : s.pile_size[k]]] for k in range(NUM_PILES)],
        "senate": {"position": _seats(s, s.senate_position), "order": _seats(s, s.senate_order)},
    }


def _player_to_json(s: State, seat: int) -> dict[str, Any]:
    return {
        "trays": [[colour for k, colour in enumerate(COLOURS) for _ in range(tray[k])] for tray in s.trays[seat]],
        "slots": _names(TRAJAN_TILES, s.slots[seat]),
        "arch": None if s.arch[seat] == NONE else int(s.arch[seat]),
        "permanent": _flagged(DEMAND_STACK, s.permanent[seat]),
        "tiles": _counts(FORUM_KINDS, s.tiles[seat]),
        "plus_two": [bool(marker) for marker in s.plus_two[seat]],
        "mat": int(s.mat[seat]),
        "military_camp": int(s.military_camp[seat]),
        "worker_camp": int(s.worker_camp[seat]),
        "leader": None if s.leader[seat] == CAMP else PROVINCES[s.leader[seat]],
        "construction": _flagged(CONSTRUCTION_TILES, s.construction[seat].ravel()),
        "bonus": [{"tile": BONUSES[k], "side": BONUS_SIDES[side]} for k, side in enumerate(s.bonus[seat]) if side],
        "hand": _counts(COMMODITIES, s.hand[seat]),
        "hand_known": _counts(COMMODITIES, s.hand_known[seat]),
        "tableau": _counts(COMMODITIES, s.tableau[seat]),
        "load": _counts(COMMODITIES, s.load) if seat == s.active else {},
        "vp": int(s.vp[seat]),
        "gains": _gains(s, seat),
    }


def _pending_to_json(s: State) -> dict[str, Any]:
    return {
        "setup_step": int(s.setup_step),
        "setup_stacks": _flagged(STACKS, s.setup_stacks),
        "sowing": _counts(COLOURS, s.sowing),
        "next_tray": _name(ACTIONS, s.next_tray),
        "target": _name(ACTIONS, s.target),
        "effect_tile": _name(TRAJAN_TILES, s.effect_tile),
        "main_action": _name(ACTIONS, s.main_action),
        "main_repeats": int(s.main_repeats),
        "granted_action": _name(ACTIONS, s.granted_action),
        "granted_repeats": int(s.granted_repeats),
        "tile_spent": bool(s.tile_spent),
        "round_ended": bool(s.round_ended),
        "ship": _name(SHIPS, s.ship),
        "load_wilds": int(s.load_wilds),
        "first_card": _name(COMMODITIES, s.first_card),
        "election": _seats(s, s.election) if s.decision == CONSUL else [],
    }


def _to_move(s: State) -> int:
    return int(s.election[0] if s.decision == CONSUL else s.active)


def _gains(s: State, seat: int) -> dict[str, int]:
    return {source: int(vp) for source, vp in zip(GAINS, s.gains[seat], strict=True)}


def _name(names: Sequence[str], index: int) -> str | None:
    return None if index == NONE else names[index]


def _names(names: Sequence[str], indices: Iterable[int]) -> list[str | None]:
    return [_name(names, index) for index in indices]


def _counts(names: Sequence[str], counts: Iterable[int]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def _flagged(names: Sequence[str], flags: Iterable[int]) -> list[str]:
    return [name for name, flag in zip(names, flags, strict=True) if flag]


def _flagged_seats(flags: Iterable[int]) -> list[int]:
    return [seat for seat, flag in enumerate(flags) if flag]


def _seats(s: State, values: np.ndarray) -> list[int]:
    return values[: s.players].tolist()


def _tiles_of(stack: int) -> Sequence[str]:
    return TRAJAN_TILES[TILES_IN_A_STACK * stack : TILES_IN_A_STACK * (stack + 1)]


# Reading


class Node:
    """A JSON value and the way to it, so that a fault can be named."""

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def fault(self, allowed: str) -> ValueError:
        return ValueError(f"{self.path} is {self.value!r}; allowed is {allowed}")

    def __getitem__(self, key: str) -> "Node":
        if not isinstance(self.value, Mapping) or key not in self.value:
            raise ValueError(f"{self.path} has no {key!r}")
        return Node(self.value[key], f"{self.path}.{key}")

    def number(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.fault(f"a whole number from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if type(self.value) is not bool:
            raise self.fault("true or false")
        return self.value

    def bits(self) -> np.uint64:
        if type(self.value) is not str or not self.value.isdecimal() or int(self.value) >= 2**64:
            raise self.fault("a decimal number below 2^64 in quotes")
        return np.uint64(int(self.value))

    def name(self, names: Sequence[str]) -> int:
        if type(self.value) is not str or self.value not in names:
            raise self.fault(f"one of {', '.join(names)}")
        return names.index(self.value)

    def name_or_null(self, names: Sequence[str]) -> int:
        return NONE if self.value is None else self.name(names)

    def items(self, least: int, most: int | None = None) -> list["Node"]:
        most = least if most is None else most
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.fault(f"a list of {least} to {most} values" if least < most else f"a list of {least} values")
        return [Node(value, f"{self.path}[{k}]") for k, value in enumerate(self.value)]

    def names(self, names: Sequence[str], count: int) -> list[int]:
        return [item.name_or_null(names) for item in self.items(count)]

    def flags(self, names: Sequence[str]) -> list[int]:
        found = {item.name(names) for item in self.items(0, len(names))}
        return [int(k in found) for k in range(len(names))]

    def counts(self, names: Sequence[str], most: int) -> list[int]:
        if not isinstance(self.value, Mapping) or not set(self.value) <= set(names):
            raise self.fault(f"an object of counts by {', '.join(names)}")
        return [self[name].number(1, most) if name in self.value else 0 for name in names]

    def seats(self, players: int) -> list[int]:
        found = [item.number(0, players - 1) for item in self.items(0, players)]
        return [int(seat in found) for seat in range(MAX_PLAYERS)]

    def order(self, players: int) -> list[int]:
        if sorted(item.number(0, players - 1) for item in self.items(players)) != list(range(players)):
            raise self.fault("every seat once")
        return list(self.value)


def from_json(values: Mapping[str, Any]) -> States:
    """The state that `to_json` wrote, as an array of one; a ValueError says what is wrong with anything else."""
    root = Node(values, "state")
    if root["game"].value != GAME or root["version"].value != VERSION:
        raise ValueError(f"not a state of {GAME!r}, version {VERSION}")
    if not isinstance(root["options"].value, Mapping):
        raise root["options"].fault("an object of options")
    states = _blank(TrajanOptions.from_json(root["options"].value))
    s = states[0]
    _clock_from_json(s, root)
    _board_from_json(s, root)
    for seat, node in enumerate(root["players"].items(s.players)):
        _player_from_json(s, seat, node)
    _pending_from_json(s, root["pending"])
    if s.decision == OVER:
        s.ranking[: s.players] = root["ranking"].order(s.players)
        s.senate_rank[: s.players] = root["senate_rank"].order(s.players)
    difference = _difference(values, to_json(s), "state")
    if difference:
        raise ValueError(difference)
    check_state(s)
    return states


def _blank(options: TrajanOptions) -> States:
    """A state with empty mats: what the seats beyond the number of players keep."""
    states = np.zeros(1, STATE)
    s = states[0]
    options.write(s)
    s.demands[:] = NONE
    s.forum[:] = NONE
    s.leader[:] = CAMP
    s.slots[:] = NONE
    s.mat[:] = START_MAT
    s.military_camp[:] = START_CAMP
    s.worker_camp[:] = START_CAMP
    s.senate_order[:] = range(MAX_PLAYERS)
    return states


def _clock_from_json(s: State, root: Node) -> None:
    s.seed = root["seed"].bits()
    s.rng = root["rng"].bits()
    s.turn = root["turn"].number(0, LARGEST)
    s.active = root["active"].number(0, s.players - 1)
    s.decision = root["decision"].name(DECISIONS)
    s.quarter = root["quarter"].number(1, QUARTERS)
    s.time = root["time"].number(0, s.time_track - 1)
    revealed = [item.name(DEMANDS) for item in root["demands"].items(0, DEMANDS_A_QUARTER)]
    s.demands_revealed = len(revealed)
    s.demands[: len(revealed)] = revealed


def _board_from_json(s: State, root: Node) -> None:
    s.demand_pile = root["demand_pile"].counts(DEMANDS, DEMAND_TILES_OF_A_KIND)
    s.demands_gone = root["demands_gone"].counts(DEMANDS, DEMAND_TILES_OF_A_KIND)
    s.forum_pile = root["forum_pile"].counts(FORUM_KINDS, max(FORUM_TILES))
    s.extra_pile = root["extra_pile"].counts(ACTIONS, EXTRA_TILES_OF_AN_ACTION)
    s.gone = root["gone"].counts(FORUM_KINDS, max(FORUM_TILES))
    green = GREEN_SPACES[s.players]
    s.forum[:green] = root["forum"].names(FORUM_KINDS, green)
    s.forum[MAX_GREEN_SPACES:] = root["yellow"].names(FORUM_KINDS, YELLOW_SPACES)
    for k, name in enumerate(PROVINCES):
        province = root["provinces"][name]
        s.province_tile[k] = province["tile"].name_or_null(FORUM_KINDS)
        s.legionnaires[:, k] = province["legionnaires"].seats(s.players)
    s.site_tile = root["site"]["tiles"].names(CONSTRUCTION_TILES, NUM_SITE_SPACES)
    for space, workers in enumerate(root["site"]["workers"].items(NUM_SITE_SPACES)):
        s.workers |= np.array(workers.seats(s.players), np.int32) << space
    for stack, node in enumerate(root["stacks"].items(len(STACKS))):
        top = node["top"].name_or_null(_tiles_of(stack))
        s.stack_top[stack] = NONE if top == NONE else TILES_IN_A_STACK * stack + top
        s.stack_rest[stack] = node["rest"].flags(_tiles_of(stack))
    s.trajan_gone = root["trajan_gone"].flags(TRAJAN_TILES)
    s.bonus_pile = root["bonus_pile"].flags(BONUSES)
    s.senate_bonus = root["senate_bonus"].names(BONUSES, NUM_SENATE_SIDES)
    s.ship_side = [node.name(SHIP_SIDES) for node in root["ships"].items(len(SHIPS))]
    s.deck = root["deck"].counts(COMMODITIES, CARDS_OF_A_KIND)
    for pile, node in enumerate(root["piles"].items(NUM_PILES)):
        cards = [card.name(COMMODITIES) for card in node.items(0, NUM_CARDS)]
        s.pile_size[pile] = len(cards)
        s.pile[pile, : len(cards)] = cards
    positions = [node.number(0, LAST_SENATE_SPACE) for node in root["senate"]["position"].items(s.players)]
    s.senate_position[: s.players] = positions
    s.senate_order[: s.players] = root["senate"]["order"].order(s.players)


def _player_from_json(s: State, seat: int, node: Node) -> None:
    for tray, markers in enumerate(node["trays"].items(NUM_TRAYS)):
        for marker in markers.items(0, MARKERS):
            s.trays[seat, tray, marker.name(COLOURS)] += 1
    s.slots[seat] = node["slots"].names(TRAJAN_TILES, NUM_TRAYS)
    s.arch[seat] = NONE if node["arch"].value is None else node["arch"].number(0, NUM_TRAYS - 1)
    s.permanent[seat] = node["permanent"].flags(DEMAND_STACK)
    s.tiles[seat] = node["tiles"].counts(FORUM_KINDS, max(FORUM_TILES))
    s.plus_two[seat] = [marker.flag() for marker in node["plus_two"].items(NUM_TRAYS)]
    s.mat[seat] = node["mat"].number(0, TOKENS)
    s.military_camp[seat] = node["military_camp"].number(0, TOKENS)
    s.worker_camp[seat] = node["worker_camp"].number(0, TOKENS)
    s.leader[seat] = CAMP if node["leader"].value is None else node["leader"].name(PROVINCES)
    construction = node["construction"].flags(CONSTRUCTION_TILES)
    s.construction[seat] = np.array(construction).reshape(-1, TILES_OF_A_CONSTRUCTION_KIND)
    for bonus in node["bonus"].items(0, len(BONUSES)):
        s.bonus[seat, bonus["tile"].name(BONUSES)] = 1 + bonus["side"].name(BONUS_SIDES[1:])
    s.hand[seat] = node["hand"].counts(COMMODITIES, CARDS_OF_A_KIND)
    s.hand_known[seat] = node["hand_known"].counts(COMMODITIES, CARDS_OF_A_KIND)
    s.tableau[seat] = node["tableau"].counts(COMMODITIES, CARDS_OF_A_KIND)
    if seat == s.active:
        s.load = node["load"].counts(COMMODITIES, CARDS_OF_A_KIND)
    s.vp[seat] = node["vp"].number(-LARGEST, LARGEST)
    s.gains[seat] = [node["gains"][source].number(-LARGEST, LARGEST) for source in GAINS]


def _pending_from_json(s: State, node: Node) -> None:
    s.setup_step = node["setup_step"].number(0, MARKERS - 1)
    s.setup_stacks = node["setup_stacks"].flags(STACKS)
    s.sowing = node["sowing"].counts(COLOURS, MARKERS_OF_A_COLOUR)
    s.sowing_left = s.sowing.sum()
    s.next_tray = node["next_tray"].name_or_null(ACTIONS)
    s.target = node["target"].name_or_null(ACTIONS)
    s.effect_tile = node["effect_tile"].name_or_null(TRAJAN_TILES)
    s.main_action = node["main_action"].name_or_null(ACTIONS)
    s.main_repeats = node["main_repeats"].number(0, 1)
    s.granted_action = node["granted_action"].name_or_null(ACTIONS)
    s.granted_repeats = node["granted_repeats"].number(0, 1)
    s.tile_spent = node["tile_spent"].flag()
    s.round_ended = node["round_ended"].flag()
    s.ship = node["ship"].name_or_null(SHIPS)
    s.load_wilds = node["load_wilds"].number(0, WILD_COMMODITY_TILES)
    s.first_card = node["first_card"].name_or_null(COMMODITIES)
    if s.decision == CONSUL:
        s.election[: s.players] = node["election"].order(s.players)


def _difference(given: Any, made: Any, path: str) -> str | None:
    """Where a JSON value and the state made of it part: a name nobody reads, a list out of order, a contradiction."""
    if isinstance(given, Mapping) and isinstance(made, Mapping):
        for key in [*given, *made]:
            if key not in made or key not in given:
                return f"{path} has {'an unknown' if key in given else 'no'} {key!r}"
            if difference := _difference(given[key], made[key], f"{path}.{key}"):
                return difference
        return None
    if isinstance(given, list) and isinstance(made, list) and len(given) == len(made):
        parts = (_difference(a, b, f"{path}[{k}]") for k, (a, b) in enumerate(zip(given, made, strict=True)))
        return next(filter(None, parts), None)
    return None if given == made else f"{path} is {given!r}; the rest of the state makes it {made!r}"


# Views, words, results


def view(s: State, player: int) -> dict[str, Any]:
    """What a seat may know: no generator, no deck, of other hands the size; instead the counts of unseen cards."""
    values = to_json(s)
    for hidden in ("seed", "rng", "deck"):
        del values[hidden]
    for seat, mat in enumerate(values["players"]):
        if seat != player:
            mat["hand_size"] = sum(mat.pop("hand").values())
    others = np.arange(MAX_PLAYERS) != player
    values["unseen"] = _counts(COMMODITIES, s.deck + (s.hand - s.hand_known)[others].sum(0))
    return values


def words(s: State, action: int) -> str:
    """An action in words, with what it means in this position."""
    if not 0 <= action < len(ACTION_TABLE):
        raise ValueError(f"action is {action}; allowed are whole numbers from 0 to {len(ACTION_TABLE) - 1}")
    group = ACTION_TABLE.group_of(action)
    context = _context(s, group.name, action - group.first)
    return f"{ACTION_TABLE.words[action]} ({context})" if context else ACTION_TABLE.words[action]


def _context(s: State, group: str, choice: int) -> str | None:
    """What lies where an action reaches, or what it is about."""
    match group:
        case "sow":
            return _name(ACTIONS, s.next_tray)
        case "take_effect" | "decline_effect":
            return _name(TRAJAN_TILES, s.effect_tile)
        case "decline_action" | "spend_own" | "spend_wild" | "decline_extra":
            return _name(ACTIONS, s.main_action if s.granted_action == NONE else s.granted_action)
        case "setup_card" if choice > 0:
            return _top_card(s, choice - 1)
        case "take_card":
            return _top_card(s, choice)
        case "setup_tile" | "trajan":
            return _name(TRAJAN_TILES, s.stack_top[choice])
        case "move_leader":
            return _name(FORUM_KINDS, s.province_tile[choice])
        case "place_worker":
            return _name(CONSTRUCTION_TILES, s.site_tile[choice])
        case "consul":
            return _name(BONUSES, s.senate_bonus[choice])
    return None


def _top_card(s: State, pile: int) -> str | None:
    size = s.pile_size[pile]
    return COMMODITIES[s.pile[pile, size - 1]] if size else None


def result(s: State) -> dict[str, Any]:
    """How the game ended: winner, ranking, points and where they came from, seat by seat."""
    over = s.decision == OVER
    return {
        "winner": int(s.ranking[0]) if over else None,
        "ranking": _seats(s, s.ranking) if over else [],
        "vp": _seats(s, s.vp),
        "gains": [_gains(s, seat) for seat in range(s.players)],
    }
