"""Positions of Trajan written readably, played by words, and read as plain JSON.

Markers are written tray by tray, I to VI, by the first letters of their colours: "BB YY GG OO PP WW", "-" is an empty
tray. Spaces of the construction site are (row, column). Every piece that a position does not mention lies where it
does not matter: cards in the deck, tiles in their piles, tokens on the mat.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from boardkit.batch import Batch
from trajan_env import notation
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions

# The components as the rules document lists them.
COLOURS = ["blue", "yellow", "green", "orange", "pink", "white"]
COLOUR_OF_LETTER = {colour[0].upper(): colour for colour in COLOURS}
ACTIONS = ["seaport", "forum", "military", "senate", "trajan", "construction"]
STACKS = ["cards", "points", "workers", "legionnaires", "plus_two", "demand"]
TRAJAN_TABLE = [  # stack, effect, points, colours
    ("cards", 2, 3, "OO BB YY YG PW GP WB OY BO"),
    ("points", 0, 9, "OO BB YY GG PP WW OW YW BW"),
    ("workers", 1, 5, "YO PO WO GO BG"),
    ("workers", 2, 2, "YY OO BY OY"),
    ("legionnaires", 1, 5, "BB YB PB WB GB"),
    ("legionnaires", 2, 2, "WY GY PY OB"),
    ("plus_two", 1, 4, "PP WW YP OP GP BP GW WP PW"),
    ("demand", "bread", 1, "PP GG OG"),
    ("demand", "helmet", 1, "GG YG PG"),
    ("demand", "fire", 1, "WW WG BO"),
]
TRAJAN_ROWS = [(stack, effect, vp, pair) for stack, effect, vp, pairs in TRAJAN_TABLE for pair in pairs.split()]
TRAJAN_TILES = [f"{stack} {number + 1}" for stack in STACKS for number in range(9)]
TRAJAN_TILE = dict(zip(TRAJAN_TILES, TRAJAN_ROWS, strict=True))
DEMANDS = ["bread", "helmet", "fire"]
VOTES = {f"votes {votes}": votes for votes in (2, 3, 4, 5)}
EXTRA = {action: f"extra {action}" for action in ACTIONS}
FORUM_TILES = {  # of the face-down pile
    **dict.fromkeys(DEMANDS, 14),
    **dict.fromkeys(VOTES, 3),
    **{"wild commodity": 3, "wild demand": 3, "wild construction": 2, "wild extra action": 2},
    **dict.fromkeys(EXTRA.values(), 1),
}
FORUM_KINDS = list(FORUM_TILES)
ALL_FORUM_TILES = Counter(FORUM_TILES) + Counter(dict.fromkeys(EXTRA.values(), 2))  # and those of the yellow spaces
GREEN_SPACES = {2: 6, 3: 9, 4: 12}
COMMODITIES = [
    "columns", "furs", "scrolls", "oil", "fruit", "ceramics", "wine", "fish", "jewelry", "gems", "cattle", "wheat",
]  # fmt: skip
PAIRS = [f"{one}+{other}" for one, other in zip(COMMODITIES[::2], COMMODITIES[1::2], strict=True)]
BONUSES = [*DEMANDS, "workers", "legionnaires", "yellow", *PAIRS]
SHIPS = ["identical", "pairs", "different"]
BUILDINGS = {"stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military"}
CONSTRUCTION_TILES = [f"{kind} {vp}" for kind in BUILDINGS for vp in (2, 3, 4, 5)]
SITE = [(row, column) for row in range(1, 5) for column in range(1, 6)]
PROVINCES = {
    "alpes": 3, "raetia": 3, "noricum": 5, "narbonensis": 6, "lugudunensis": 6, "belgica": 6, "germania_superior": 6,
    "aquitania": 10, "britannia": 10, "germania_inferior": 10,
}  # fmt: skip
BORDERS = [
    ("alpes", "raetia"), ("alpes", "belgica"), ("alpes", "lugudunensis"), ("alpes", "narbonensis"),
    ("raetia", "belgica"), ("raetia", "germania_superior"), ("raetia", "noricum"),
    ("narbonensis", "lugudunensis"), ("narbonensis", "aquitania"), ("lugudunensis", "aquitania"),
    ("lugudunensis", "belgica"), ("belgica", "germania_superior"), ("belgica", "germania_inferior"),
    ("germania_superior", "germania_inferior"),
    ("britannia", "lugudunensis"), ("britannia", "belgica"), ("britannia", "germania_inferior"),
    ("camp", "alpes"), ("camp", "raetia"), ("camp", "noricum"),
]  # fmt: skip
SENATE_VOTES = [0, 2, 3, 4, 5, 6, 7, 8]
TIME_TRACK = {2: 11, 3: 16, 4: 21}
GAINS = [
    "trajan", "ships", "provinces", "senate", "construction", "demands",
    "final_hand", "final_workers", "final_legionnaires", "final_circle", "final_sets", "final_bonus",
]  # fmt: skip
DECISIONS = [
    "setup_marker", "setup_card", "setup_tile", "tray", "sow", "effect", "action", "discard", "second_card", "load",
    "extra", "consul", "over",
]  # fmt: skip
NO_PENDING = {
    "setup_step": 0, "setup_stacks": [], "sowing": {}, "next_tray": None, "target": None, "effect_tile": None,
    "main_action": None, "main_repeats": 0, "granted_action": None, "granted_repeats": 0, "tile_spent": False,
    "round_ended": False, "ship": None, "load_wilds": 0, "first_card": None, "election": [],
}  # fmt: skip
ONE_EACH = "BY BG GO OP PW YW"  # one marker of two colours in each tray

Json = dict[str, Any]


class Table:
    """One game, played by words."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    @property
    def state(self) -> Any:
        return self.batch.records[0]

    @property
    def now(self) -> Json:
        return notation.to_json(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in words, without what lies where they reach."""
        return [GAME.actions.words[action] for action in self.batch.legal_actions(0)]

    @property
    def decision(self) -> tuple[int, str]:
        """Who decides what."""
        now = self.now
        return now["to_move"], now["decision"]

    def __getitem__(self, key: str) -> Any:
        return self.now[key]

    def mat(self, seat: int = 0) -> Json:
        return self.now["players"][seat]

    def vp(self, seat: int = 0) -> int:
        return self.mat(seat)["vp"]

    def gain(self, source: str, seat: int = 0) -> int:
        """The points from one source; there must be none from others."""
        gains = {name: vp for name, vp in self.mat(seat)["gains"].items() if vp}
        assert not set(gains) - {source}, gains
        return gains.get(source, 0)

    def hand_size(self, seat: int = 0) -> int:
        return sum(self.mat(seat)["hand"].values())

    def play(self, *words: str) -> "Table":
        """Play actions by their words."""
        for phrase in words:
            legal = self.legal
            assert phrase in legal, f"{phrase!r} is not legal; legal are {legal}"
            self.batch.step(self.batch.legal_actions(0)[[legal.index(phrase)]])
            assert notation.to_json(notation.from_json(self.now)[0]) == self.now  # every piece is somewhere
        return self

    def sow(self, tray: str, colours: str) -> "Table":
        """Empty a tray and sow its markers in this order: `sow("forum", "BY")`."""
        self.play(f"empty the {tray} tray")
        for letter in colours:
            self.play(f"sow {COLOUR_OF_LETTER[letter]}")
        return self

    def end_turn(self) -> "Table":
        """Decline what is left of this turn."""
        turn = self["turn"]
        while self["turn"] == turn and self["decision"] not in ("consul", "over"):
            choices = [words for words in self.legal if words.startswith(("decline", "spend no", "play no"))]
            self.play(choices[0] if choices else self.legal[0])
        return self

    def end_quarter(self, side: str = "left") -> "Table":
        """From a position at the end of a quarter's last turn, or at the consul's choice, to what comes after it."""
        return self.end_turn().play(f"take the {side} bonus tile")


def new_table(seed: int = 1, **options: Any) -> Table:
    """A new game."""
    return Table(Batch(GAME, TrajanOptions(**options), 1, np.array([seed], np.uint64), auto_reset=False))


def table_of(values: Json) -> Table:
    """The game that stands in this JSON."""
    return Table(copies(values, 1))


def copies(values: Json, count: int) -> Batch:
    """Many games that stand in this JSON, each with a future of its own."""
    batch = Batch(GAME, TrajanOptions.from_json(values["options"]), count, 1, auto_reset=False)
    states = np.repeat(notation.from_json(values), count)
    if count > 1:
        states["rng"] = np.random.default_rng(1).integers(0, 2**63, count, dtype=np.uint64)
    batch.set_states(states)
    return batch


def position(*mats: Mapping[str, Any], players: int | None = None, decision: str = "tray", **board: Any) -> Table:
    """A position: a mat a seat (default: two empty ones), the board, and how the game stands.

    A mat may tell trays, slots {tray: tile}, arch, permanent, tiles, plus_two, military_camp, worker_camp, leader,
    workers, construction, bonus {tile: side}, hand, hand_known, tableau and gains. The board may tell the fields of
    the JSON, and site {space: tile}, legionnaires {province: seats}, provinces {province: tile}, tops {stack: tile},
    deck (then the cards told nowhere lie in the last seat's tableau), votes (spaces of the senate, seat by seat),
    action (the action being decided), pending, and the options.
    """
    return table_of(position_json(*mats, players=players, decision=decision, **board))


def position_json(*mats: Mapping[str, Any], players: int | None = None, decision: str = "tray", **board: Any) -> Json:
    """The JSON of `position`."""
    seats = players or max(2, len(mats))
    mats = (*mats, *({} for _ in range(seats - len(mats))))
    told = ("setup", "time_track", "reward", "skip_forced")
    options = {name: board.pop(name) for name in told if name in board}
    pending = {**NO_PENDING, **board.pop("pending", {})}
    if action := board.pop("action", None):
        decision = "action"
        pending |= {"target": action, "main_action": action}
    votes = board.pop("votes", [0] * seats)
    demands = board.get("demands", [])
    values: Json = {
        "game": "trajan",
        "version": 1,
        "options": TrajanOptions(players=seats, **{"skip_forced": False, **options}).to_json(),
        "seed": "0",
        "rng": str(board.pop("rng", 1)),
        "turn": 25 + board.get("active", 0),
        "active": board.get("active", 0),
        "decision": decision,
        "quarter": 1,
        "round": len(demands) + 1,
        "time": 0,
        "demands": demands,
        "demands_gone": {},
        "gone": {},
        "trajan_gone": [],
        "ships": ["coloured"] * 3,
        "senate": {"position": [SENATE_VOTES.index(v) for v in votes], "order": board.pop("order", [*range(seats)])},
        "players": [_mat(mat) for mat in mats],
        "pending": pending,
        "winner": None,
        "ranking": [],
        "senate_rank": [],
    }
    values["to_move"] = pending["election"][0] if decision == "consul" else values["active"]
    _lay_cards(values, board.pop("deck", None), board.pop("piles", (["wheat"], ["wheat"])))
    _lay_site(values, mats, board.pop("site", {}))
    _lay_forum_tiles(values, board, board.pop("legionnaires", {}))
    _lay_trajan_tiles(values, board.pop("tops", {}))
    _lay_bonus_tiles(values, board.pop("senate_bonus", None))
    values["demand_pile"] = _counted(
        DEMANDS, Counter(dict.fromkeys(DEMANDS, 5)) - Counter(demands) - Counter(board.get("demands_gone", {}))
    )
    for seat, mat in enumerate(values["players"]):
        held = [name for name, province in values["provinces"].items() if seat in province["legionnaires"]]
        mat["leader"] = mat["leader"] or next(iter(held), None)  # legionnaires follow their leader
        used = mat["military_camp"] + mat["worker_camp"]
        used += sum(seat in workers for workers in values["site"]["workers"])
        used += sum(seat in province["legionnaires"] for province in values["provinces"].values())
        mat["mat"] = 15 - used
        mat["vp"] = sum(mat["gains"].values())
    unknown = set(board) - set(values)
    assert not unknown, f"no such part of the board: {unknown}"
    return values | board


def _mat(told: Mapping[str, Any]) -> Json:
    slots, plus_two = told.get("slots", {}), told.get("plus_two", ())
    trays = [[] if tray == "-" else [COLOUR_OF_LETTER[letter] for letter in tray] for tray in _trays(told)]
    free = [tray for tray in range(6) if ACTIONS[tray] not in slots]
    mat: Json = {
        "trays": [sorted(tray, key=COLOURS.index) for tray in trays],
        "slots": [slots.get(action) for action in ACTIONS],
        "arch": told.get("arch", free[0] if free else None),
        "permanent": sorted(told.get("permanent", [])),
        "tiles": _counted(FORUM_KINDS, told.get("tiles", ())),
        "plus_two": [action in plus_two for action in ACTIONS],
        "military_camp": told.get("military_camp", 1),
        "worker_camp": told.get("worker_camp", 1),
        "leader": told.get("leader"),
        "construction": sorted(told.get("construction", []), key=CONSTRUCTION_TILES.index),
        "bonus": [{"tile": b, "side": told["bonus"][b]} for b in BONUSES if b in told.get("bonus", {})],
        "hand": _counted(COMMODITIES, told.get("hand", ())),
        "hand_known": _counted(COMMODITIES, told.get("hand_known", ())),
        "tableau": _counted(COMMODITIES, told.get("tableau", ())),
        "load": {},
        "gains": {**dict.fromkeys(GAINS, 0), **told.get("gains", {})},
    }
    known = {"trays", "slots", "arch", "permanent", "tiles", "plus_two", "military_camp", "worker_camp", "leader",
             "workers", "construction", "bonus", "hand", "hand_known", "tableau", "gains"}  # fmt: skip
    assert set(told) <= known, f"no such part of a mat: {set(told) - known}"
    return mat


def _trays(told: Mapping[str, Any]) -> list[str]:
    trays = told.get("trays", ONE_EACH).split()
    assert len(trays) == 6
    return trays


def _lay_cards(values: Json, deck: Iterable[str] | None, piles: Sequence[Sequence[str]]) -> None:
    rest = Counter(dict.fromkeys(COMMODITIES, 5))
    for mat in values["players"]:
        rest.subtract(mat["hand"])
        rest.subtract(mat["tableau"])
    for pile in piles:
        rest.subtract(pile)
    if deck is not None:
        rest.subtract(deck)
        tableau = Counter(values["players"][-1]["tableau"]) + rest
        values["players"][-1]["tableau"] = _counted(COMMODITIES, tableau)
    assert min(rest.values()) >= 0, f"too many cards {-rest}"
    values["deck"] = _counted(COMMODITIES, rest if deck is None else Counter(deck))
    values["piles"] = [list(pile) for pile in piles]


def _lay_site(values: Json, mats: Sequence[Mapping[str, Any]], site: Mapping[tuple[int, int], str]) -> None:
    workers = [[seat for seat, mat in enumerate(mats) if space in mat.get("workers", ())] for space in SITE]
    taken = {tile for mat in values["players"] for tile in mat["construction"]} | set(site.values())
    rest = [tile for tile in CONSTRUCTION_TILES if tile not in taken]
    tiles = [site.get(space) for space in SITE]
    for space in range(20):
        if rest and tiles[space] is None and not workers[space]:
            tiles[space] = rest.pop(0)
    last = values["players"][-1]
    last["construction"] = sorted([*last["construction"], *rest], key=CONSTRUCTION_TILES.index)
    values["site"] = {"tiles": tiles, "workers": workers}


def _lay_forum_tiles(values: Json, board: Json, legionnaires: Mapping[str, Sequence[int]]) -> None:
    provinces = board.pop("provinces", {})
    green = list(board.pop("forum", []))
    yellow = list(board.pop("yellow", []))
    values["forum"] = green + [None] * (GREEN_SPACES[len(values["players"])] - len(green))
    values["yellow"] = yellow + [None] * (3 - len(yellow))
    values["provinces"] = {
        name: {"tile": provinces.get(name), "legionnaires": sorted(legionnaires.get(name, []))} for name in PROVINCES
    }
    rest = Counter(ALL_FORUM_TILES)
    rest.subtract([tile for tile in [*green, *yellow, *provinces.values()] if tile])
    rest.subtract(board.get("gone", {}))
    for mat in values["players"]:
        rest.subtract(mat["tiles"])
    extra = Counter({action: min(2, rest[EXTRA[action]]) for action in ACTIONS})
    rest.subtract({EXTRA[action]: count for action, count in extra.items()})
    if "forum_pile" in board:  # told: all others are out of the game
        rest.subtract(board["forum_pile"])
        board["forum_pile"] = _counted(FORUM_KINDS, board["forum_pile"])
        board["gone"] = _counted(FORUM_KINDS, Counter(board.get("gone", {})) + rest)
    assert min(rest.values()) >= 0, f"too many tiles {-rest}"
    values["extra_pile"] = _counted(ACTIONS, extra)
    values["forum_pile"] = _counted(FORUM_KINDS, rest)


def _lay_trajan_tiles(values: Json, tops: Mapping[str, str | None]) -> None:
    """Stacks with the tops told (None: the stack is empty, its tiles are out of the game)."""
    used = {tile for mat in values["players"] for tile in (*mat["slots"], *mat["permanent"])}
    values["stacks"] = []
    gone = set(values["trajan_gone"])
    for stack in STACKS:
        rest = [tile for tile in TRAJAN_TILES if tile.rsplit(" ", 1)[0] == stack and tile not in used | gone]
        top = tops.get(stack, rest[0] if rest else None)
        if top is None:
            gone |= set(rest)
            rest = []
        values["stacks"].append({"top": top, "rest": [tile for tile in rest if tile != top]})
    values["trajan_gone"] = [tile for tile in TRAJAN_TILES if tile in gone]


def _lay_bonus_tiles(values: Json, senate: Sequence[str] | None) -> None:
    taken = {bonus["tile"] for mat in values["players"] for bonus in mat["bonus"]} | set(senate or ())
    rest = [bonus for bonus in BONUSES if bonus not in taken]
    values["senate_bonus"] = list(senate) if senate else [rest.pop(0), rest.pop(0)]
    values["bonus_pile"] = rest


def _counted(order: Sequence[str], pieces: Iterable[str] | Mapping[str, int]) -> dict[str, int]:
    counts = Counter(pieces)
    assert set(counts) <= set(order), f"unknown {set(counts) - set(order)}"
    return {name: counts[name] for name in order if counts[name]}


CHI_SQUARE_LIMIT = {
    1: 10.83,
    2: 13.82,
    3: 16.27,
    5: 20.52,
    8: 26.12,
    9: 27.88,
    11: 31.26,
    16: 39.25,
    19: 43.82,
}  # at 0.001


def chi_square(observed: Iterable[float], expected: Iterable[float]) -> float:
    """Pearson's statistic."""
    return float(sum((float(seen) - hoped) ** 2 / hoped for seen, hoped in zip(observed, expected, strict=True)))
