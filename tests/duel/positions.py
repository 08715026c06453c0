"""Positions of Caesar! written readably, and played by words, in the kernel and in the reference at once.

A token is written by the values it turns to the two provinces of its border, in the order of the border's name:
`tokens={"SD-SC": "caesar 1/5"}` is Caesar's boat 5/1 with 1 to Sardinia and 5 to Sicilia. The symbol is that of the
border unless it is named: "pompey wild 0/4". A word behind it says how it lies: "pompey 0/6 turned", "caesar 3/3 down".
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from reference import caesar as reference

from boardkit.batch import Batch
from duel_env import notation
from duel_env.game import GAME
from duel_env.options import CaesarOptions

# The components as the rules document lists them.
PROVINCES = ["HU", "HC", "MT", "SD", "GA", "NU", "SC", "IT", "GC", "AF", "AC", "MD", "DM", "CY", "CR", "AG", "AS", "SY"]
BORDERS_BY_SYMBOL = {
    "shield": ["HU-HC", "SD-GA", "SD-IT", "IT-MD", "GC-DM", "AF-CY", "AC-CR", "CY-CR", "CR-AS", "AS-SY"],
    "boat": ["HU-MT", "MT-SD", "SD-SC", "NU-SC", "SC-AF", "IT-AC", "IT-DM", "AF-AC", "CR-AG", "AG-AS"],
    "sword": ["HC-GA", "MT-NU", "GA-GC", "NU-AF", "SC-IT", "IT-GC", "AC-MD", "MD-DM", "CY-AG", "AG-SY"],
}
SYMBOL_OF = {border: symbol for symbol, borders in BORDERS_BY_SYMBOL.items() for border in borders}
BORDERS = list(SYMBOL_OF)
BORDERS_OF = {province: [border for border in BORDERS if province in border.split("-")] for province in PROVINCES}
SIDES = ("caesar", "pompey")
ORDINARY_TOKENS = [
    f"{symbol} {values}" for symbol in ("sword", "shield", "boat") for values in ["6/0", "5/1", "4/2", "3/3"]
]
ORDINARY_TOKENS += ["wild 4/0", "wild 3/1", "wild 2/2", "wild 2/2"]
CENTURIONS = ["centurion wild 3/3", "centurion sword 7/0", "centurion shield-boat 4/4"]
SYMBOLS_OF_WORD = {
    "wild": set(BORDERS_BY_SYMBOL),
    "centurion wild": set(BORDERS_BY_SYMBOL),
    "centurion sword": {"sword"},
    "centurion shield-boat": {"shield", "boat"},
    **{symbol: {symbol} for symbol in BORDERS_BY_SYMBOL},
}
FILLERS = ("wealth", "might", "tactics", "centurion", "poison", "senate")  # laid where a test does not care
ALL_MODULES = ("poison", "centurions", "border_control")
MODULE_CHOICES = ((), ("poison",), ("centurions",), ("poison", "centurions"), ALL_MODULES)

Json = dict[str, Any]


def opponent_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def token_on(border: str, words: str) -> tuple[str, int]:
    """The name and flip of the token that these words put on a border: "1/5", "wild 0/4", "centurion wild 3/3"."""
    *symbol, values = words.split()
    word = " ".join(symbol) or SYMBOL_OF[border]
    assert SYMBOL_OF[border] in SYMBOLS_OF_WORD[word], f"{words} does not fit {border}"
    first, second = map(int, values.split("/"))
    return f"{word} {max(first, second)}/{min(first, second)}", int(first < second)


def value_to(border: Json, name: str, province: str) -> int:
    """What a token on a border counts in a province."""
    if border["face"] != "up":
        return 0
    values = border["token"].split()[-1].split("/")
    end = name.split("-").index(province)
    return int(values[end ^ border["flip"]])


def influence(values: Json, side: str, province: str) -> int:
    """A side's sum of values facing a province, counted anew."""
    return sum(
        value_to(values["borders"][name], name, province)
        for name in BORDERS_OF[province]
        if name in values["borders"] and values["borders"][name]["owner"] == side
    )


class Duel:
    """One game, played by the kernel and by the reference side by side: they agree after every action."""

    def __init__(self, batch: Batch, twin: reference.CaesarReference) -> None:
        self.batch = batch
        self.twin = twin
        self.check()

    @property
    def state(self) -> Any:
        return self.batch.records[0]

    @property
    def now(self) -> Json:
        return notation.to_json(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [notation.words(self.state, action) for action in self.batch.legal_actions(0)]

    def __getitem__(self, key: str) -> Any:
        return self.now[key]

    def side(self, side: str) -> Json:
        return self.now["sides"][side]

    def markers(self, side: str) -> int:
        return self.side(side)["markers"]

    def control(self, province: str) -> str | None:
        return self.now["provinces"][province]["control"]

    def border_markers(self) -> dict[str, str]:
        return {name: border["marker"] for name, border in self.now["borders"].items() if border["marker"]}

    def hand_size(self, side: str) -> int:
        return sum(self.side(side)["hand"].values())

    def bag_size(self, side: str) -> int:
        return sum(self.side(side)["bag"].values())

    def effects(self) -> list[str]:
        """The bonus tokens to be resolved, the one being decided first."""
        return [effect["bonus"] for effect in self.now["pending"]["effects"]]

    def play(self, *words: str) -> "Duel":
        """Play actions by their words."""
        for phrase in words:
            legal = self.legal
            assert phrase in legal, f"{phrase!r} is not legal; legal are {legal}"
            self.play_number(int(self.batch.legal_actions(0)[legal.index(phrase)]))
        return self

    def place(self, border: str, token: str) -> "Duel":
        """Place a token, written as in `position`."""
        return self.play(place_words(border, token))

    def place_down(self, border: str, token: str) -> "Duel":
        """Place a token face down."""
        return self.play(f"place {token_on(border, token)[0]} face down on {border}")

    def play_number(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self.twin.apply(action)
        self.check()

    def check(self) -> None:
        """Kernel and reference agree, and all pieces are where they should be."""
        notation.audit(self.state)
        assert self.now == self.twin.to_json()
        assert self.batch.legal_actions(0).tolist() == self.twin.legal()


def place_words(border: str, token: str) -> str:
    """The words of a placement: `place_words("SD-SC", "1/5")`."""
    name, _ = token_on(border, token)
    (left, right), (first, second) = border.split("-"), token.split()[-1].split("/")
    return f"place {name} with {first} to {left} and {second} to {right}"


def new_duel(seed: int = 1, **options: Any) -> Duel:
    """A new game."""
    batch = Batch(GAME, CaesarOptions(**options), 1, np.array([seed], np.uint64), auto_reset=False)
    return Duel(batch, reference_game(seed, batch.options.to_json()))


def duel_of(values: Json) -> Duel:
    """The game that stands in this JSON."""
    batch = Batch(GAME, CaesarOptions.from_json(values["options"]), 1, 0, auto_reset=False)
    batch.set_states(notation.from_json(values))
    return Duel(batch, reference_of(values))


def position(
    tokens: Mapping[str, str] | None = None,
    *,
    hands: Mapping[str, Iterable[str]] | None = None,  # default: one wild 2/2
    bags: Mapping[str, Iterable[str]] | None = None,  # default: what is not elsewhere; given: the hand is the rest
    bonus: Mapping[str, str] | None = None,  # on open provinces; default: what is left over
    control: Mapping[str, str | None] | None = None,  # of closed provinces; default: as the tokens lie
    marker_down: Iterable[str] = (),
    markers: Mapping[str, int] | None = None,  # left; those not on the board are then under Senates
    senates: Mapping[str, int] | None = None,
    bank: Iterable[str] = (),
    active: str = "caesar",
    effects: Iterable[str] = (),  # bonus tokens being resolved, in provinces that were not won
    centurions: Mapping[str, Iterable[str]] | None = None,  # beside the board; default: those not elsewhere
    known: Mapping[str, Mapping[str, int]] | None = None,  # hand_known, by side
    row: Iterable[str] = (),
    deck: str = "A",
    rng: int = 1,
    **options: Any,
) -> Duel:
    """A position in which every piece is somewhere: what is not told lies in bags, on open provinces or is spent."""
    solo = options.get("solo")
    chosen = CaesarOptions(**{"skip_forced": False, **options})
    crassus = opponent_of(chosen.human) if solo else None
    borders = {name: _border(name, words) for name, words in (tokens or {}).items()}
    closed = {p for p in PROVINCES if all(border in borders for border in BORDERS_OF[p])}
    values: Json = {
        "game": "caesar",
        "version": 1,
        "options": chosen.to_json(),
        "seed": "0",
        "rng": str(rng),
        "turn": 20,
        "active": chosen.human if solo else active,
        "decision": "effect" if effects else "place",
        "borders": dict(sorted(borders.items(), key=lambda item: BORDERS.index(item[0]))),
        "provinces": {p: {"bonus": None, "closed": p in closed} for p in PROVINCES},
        "sides": {},
        "bank": _counted(bank),
        "spent": {},
        "pending": {
            "border": next(iter(borders), "HU-HC") if effects else None,
            "order": [],
            "effects": [{"bonus": bonus, "controlled": False} for bonus in effects],
            "extra_turn": False,
            "centurion": None,
        },
        "crassus": {"row": list(row), "deck": dict(sorted(Counter(deck).items())), "tile": None, "log": []}
        if solo
        else None,
        "winner": None,
        "end": None,
    }
    for province in PROVINCES:
        owner = _winner(values, province) if province in closed else None
        owner = (control or {}).get(province, owner)
        values["provinces"][province] |= {"control": owner, "marker_down": province in marker_down}
    for name, border in borders.items():
        owners = {values["provinces"][province]["control"] for province in name.split("-")}
        blocked = set(name.split("-")) & set(marker_down)
        border["marker"] = owners.pop() if len(owners) == 1 and not blocked else None
    for side in SIDES:
        values["sides"][side] = _side(values, side, markers or {}, senates or {})
        supply = Counter(ORDINARY_TOKENS + (CENTURIONS if "centurions" in chosen.modules else []))
        supply.subtract(border["token"] for border in borders.values() if border["owner"] == side)
        supply.subtract(row if side == crassus else ())
        _deal_tokens(values["sides"][side], supply, hands, bags, centurions, side, is_crassus=side == crassus)
        values["sides"][side]["hand_known"] = dict((known or {}).get(side, {}))
    _lay_out_bonuses(values, bonus or {}, chosen.modules)
    return duel_of(values)


def _border(name: str, words: str) -> Json:
    owner, *token = words.split()
    face = token.pop() if token[-1] in ("turned", "down") else "up"
    kind, flip = token_on(name, " ".join(token))
    return {"owner": owner, "token": kind, "flip": 0 if face == "down" else flip, "face": face, "marker": None}


def _winner(values: Json, province: str) -> str | None:
    lead = influence(values, "caesar", province) - influence(values, "pompey", province)
    return None if lead == 0 else SIDES[lead < 0]


def _side(values: Json, side: str, markers: Mapping[str, int], senates: Mapping[str, int]) -> Json:
    placed = sum(2 if p == "IT" else 1 for p in PROVINCES if values["provinces"][p]["control"] == side)
    placed += sum(border["marker"] == side for border in values["borders"].values())
    left = markers.get(side, 12 - placed)
    assert placed + left <= 12, f"{side} has {placed} markers on the board and {left} left"
    return {
        "markers": left,
        "senates": senates.get(side, 0),
        "senate_markers": 12 - placed - left,
        "markers_discarded": 0,
    }


def _deal_tokens(side_values, supply, hands, bags, centurions, side, *, is_crassus):
    """Hand, bag and the Centurions beside the board, out of what lies nowhere else."""
    if is_crassus:
        hand = Counter()
    elif side in (bags or {}):
        hand = supply - Counter(bags[side]) - Counter(CENTURIONS)
    else:
        hand = Counter((hands or {}).get(side, ["wild 2/2"]))
    supply.subtract(hand)
    aside = (centurions or {}).get(side, [name for name in CENTURIONS if supply[name] > 0])
    supply.subtract(aside)
    assert min(supply.values()) >= 0, f"{side} has too many tokens {-supply}"
    side_values |= {
        "hand": _by_kind(hand),
        "bag": _by_kind(supply),
        "centurions": [name for name in CENTURIONS if name in aside],
        "hand_known": {},
        "loose": [],
        "returned": {},
        "fresh": 0,
    }


def _lay_out_bonuses(values: Json, bonus: Mapping[str, str], modules: Iterable[str]) -> None:
    supply = Counter(senate=6, tactics=4, wealth=4, might=4)
    supply += Counter(poison=3 * ("poison" in modules), centurion=3 * ("centurions" in modules))
    supply.subtract(values["bank"])
    supply.subtract(effect["bonus"] for effect in values["pending"]["effects"])
    supply["senate"] -= sum(values["sides"][side]["senates"] for side in SIDES)
    supply.subtract(bonus.values())
    assert min(supply.values()) >= 0, f"too many bonus tokens {-supply}"
    for name, province in values["provinces"].items():
        if not province["closed"]:
            province["bonus"] = bonus.get(name) or next(kind for kind in FILLERS if supply[kind] > 0)
            supply[province["bonus"]] -= name not in bonus
    values["spent"] = _counted(supply.elements())


def _by_kind(tokens: Counter) -> dict[str, int]:
    return {name: tokens[name] for name in dict.fromkeys(ORDINARY_TOKENS + CENTURIONS) if tokens[name] > 0}


def _counted(bonuses: Iterable[str]) -> dict[str, int]:
    counts = Counter(bonuses)
    return {
        kind: counts[kind] for kind in ("senate", "tactics", "wealth", "might", "poison", "centurion") if counts[kind]
    }


# -- the reference -----------------------------------------------------------------------------------------------------
def reference_game(seed: int, options: Json) -> reference.CaesarReference:
    """A new game of the reference with options written as JSON."""
    others = {name: value for name, value in options.items() if name != "modules"}
    return reference.CaesarReference(seed, **{module: True for module in options["modules"]}, **others)


def reference_of(values: Json) -> reference.CaesarReference:
    """The game that stands in this JSON, in the reference."""
    game = reference_game(int(values["seed"]), values["options"])
    kinds = {kind.name: kind for kind in reference.TOKEN_KINDS}
    bonuses = {bonus.label: bonus for bonus in reference.Bonus}
    sides = {None: None, **{side.label: side for side in reference.Side}}

    def pieces(counts, names):
        return [names[name] for name, count in counts.items() for _ in range(count)]

    game.chance.state = int(values["rng"])
    game.turn = values["turn"]
    game.active = sides[values["active"]]
    game.decision = reference.Decision(values["decision"])
    game.winning_side = sides[values["winner"]]
    game.end = values["end"]
    game.bank = pieces(values["bank"], bonuses)
    game.spent = pieces(values["spent"], bonuses)
    for border in game.board.borders:
        there = values["borders"].get(border.name)
        border.token = there and reference.PlacedToken(
            kinds[there["token"]], sides[there["owner"]], there["flip"], reference.Face(there["face"])
        )
        border.marker = sides[there["marker"]] if there else None
    for province in game.board.provinces:
        there = values["provinces"][province.id]
        province.bonus = bonuses[there["bonus"]] if there["bonus"] else None
        province.control = sides[there["control"]]
        province.marker_down = there["marker_down"]
    for side, player in game.players.items():
        owned = values["sides"][side.label]
        for name in ("markers", "senates", "senate_markers", "markers_discarded"):
            setattr(player, name, owned[name])
        player.hand = pieces(owned["hand"], kinds)
        player.bag = pieces(owned["bag"], kinds)
        player.centurions = [kinds[name] for name in owned["centurions"]]
        player.knowledge.hand_known = pieces(owned["hand_known"], kinds)
        player.knowledge.loose = [kinds[name] for name in owned["loose"]]
        player.knowledge.returned = pieces(owned["returned"], kinds)
        player.knowledge.fresh = owned["fresh"]
    pending = values["pending"]
    game.pending = reference.Pending(
        border=game.board.border(pending["border"]) if pending["border"] else None,
        order=[game.board.province(name) for name in pending["order"]],
        effects=[reference.Effect(bonuses[effect["bonus"]], effect["controlled"]) for effect in pending["effects"]],
        extra_turn=pending["extra_turn"],
        centurion=kinds[pending["centurion"]] if pending["centurion"] else None,
    )
    if game.crassus is not None:
        game.crassus.row = [kinds[name] for name in values["crassus"]["row"]]
        game.crassus.deck = [name for name, count in values["crassus"]["deck"].items() for _ in range(count)]
        game.crassus.tile = values["crassus"]["tile"]
        game.crassus.log = []  # of the turn before; nothing reads it
    return game


# -- many at once ------------------------------------------------------------------------------------------------------
def copies(duel: Duel, count: int) -> Batch:
    """The same position many times, each with another future."""
    batch = Batch(GAME, duel.batch.options, count, 0, auto_reset=False)
    states = np.repeat(duel.batch.states, count)
    states["rng"] = np.arange(count) + 1
    batch.set_states(states)
    return batch


def chi_square(observed: Iterable[float], expected: Iterable[float]) -> float:
    """Pearson's statistic."""
    return float(sum((float(seen) - hoped) ** 2 / hoped for seen, hoped in zip(observed, expected, strict=True)))


CHI_SQUARE_LIMIT = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 13: 34.53, 14: 36.12}  # by degrees of freedom, at 0.001


def full_board(*free: str) -> tuple[dict[str, str], dict[str, None]]:
    """Tokens on all borders but those named, for `position`: and `control` that leaves every province to nobody."""
    tokens = {}
    wilds = iter(
        (
            "caesar wild 4/0",
            "caesar wild 3/1",
            "caesar wild 2/2",
            "pompey wild 4/0",
            "pompey wild 3/1",
            "pompey wild 2/2",
        )
    )
    for borders in BORDERS_BY_SYMBOL.values():
        kinds = [f"{side} {values}" for side in ("pompey", "caesar") for values in ["6/0", "5/1", "4/2", "3/3"]]
        kinds += [next(wilds), next(wilds)]
        tokens |= dict(zip(borders, reversed(kinds), strict=True))
    for border in free:
        del tokens[border]
    return tokens, dict.fromkeys(PROVINCES)
