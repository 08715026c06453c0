"""States and actions of Caesar! as JSON and words, both ways; the view of one player; the audit of all pieces."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from boardkit.game import State, States
from duel_env.actions import ACTIONS
from duel_env.data import (
    BASE_BONUSES,
    BONUSES,
    BORDER_CONTROL_SPACES,
    BORDER_PROVINCES,
    BORDERS,
    COMMAND_DECK,
    CONTROL_SPACES,
    FIRST_CENTURION,
    FITS,
    KIND_COUNT,
    KIND_NAMES,
    KIND_VALUES,
    MARKERS,
    MODULE_BONUSES,
    NOBODY,
    NUM_BORDERS,
    NUM_BORDERS_OF,
    NUM_KINDS,
    NUM_PROVINCES,
    PROVINCE_NAMES,
    PROVINCES,
    SENATE,
    SIDES,
    TILES,
)
from duel_env.options import CaesarOptions
from duel_env.state import (
    AT_EFFECT,
    AT_END,
    AT_ORDER,
    AT_PLACE,
    BORDER_TIES,
    DECISIONS,
    ENDS,
    FACE_DOWN,
    FACE_UP,
    FACES,
    LOG_FIELDS,
    MAX_EFFECTS,
    MAX_LOG,
    NOT_ENDED,
    PROVINCE_TIES,
    STATE,
    TOKEN_TIES,
)

GAME = "caesar"
VERSION = 1
Json = dict[str, Any]

# How the numbers of a log entry are written, in the order of LOG_FIELDS.
LOG_WORDS: tuple[Sequence[Any], ...] = (
    range(8), PROVINCES, BORDERS, KIND_NAMES, range(2), PROVINCE_TIES, BORDER_TIES, TOKEN_TIES,
)  # fmt: skip
STEP_REASONS = (
    "", "he wins control of {}", "he closes {}", "he is furthest behind in {}", "he is nearest to control of {}",
    "{} is next to a province he controls", "{} is a central province", "{} takes his highest value",
)  # fmt: skip
TIE_REASONS = {
    "controlled_neighbour": "next to a province he controls", "senate": "a Senate lies there",
    "poison": "Poison lies there", "central": "central", "central_neighbour": "next to a central province",
    "random": "by chance", "italia": "Italia comes first", "behind": "towards where he is furthest behind",
    "non_wild": "not a wild one", "sum": "by the sum of its values", "leftmost": "leftmost in the row",
}  # fmt: skip


# -- to JSON -----------------------------------------------------------------------------------------------------------
def to_json(s: State) -> Json:
    """The whole state, exactly, hidden pieces and generator included."""
    return {
        "game": GAME,
        "version": VERSION,
        "options": CaesarOptions.read(s).to_json(),
        "seed": str(s.seed),
        "rng": str(s.rng),
        "turn": int(s.turn),
        "active": SIDES[s.active],
        "decision": DECISIONS[s.decision],
        "borders": {BORDERS[b]: _border(s, b) for b in range(NUM_BORDERS) if s.border_owner[b] >= 0},
        "provinces": {PROVINCES[p]: _province(s, p) for p in range(NUM_PROVINCES)},
        "sides": {SIDES[side]: _side(s, side) for side in range(2)},
        "bank": _counts(s.bank, BONUSES),
        "spent": _counts(s.spent, BONUSES),
        "pending": _pending(s),
        "crassus": _crassus(s) if s.solo else None,
        "winner": _name(s.winner, SIDES),
        "end": ENDS[s.end],
    }


def view(s: State, player: int) -> Json:
    """What one seat may know: the state without the generator and without the opponent's hidden tokens."""
    seen = to_json(s)
    del seen["seed"], seen["rng"]
    if s.solo:
        return seen
    opponent = 1 - player
    them = seen["sides"][SIDES[opponent]]
    unseen = s.hand[opponent].astype(int) + s.bag[opponent]
    for border in range(NUM_BORDERS):
        if s.border_owner[border] == opponent and s.border_face[border] == FACE_DOWN:
            unseen[s.border_kind[border]] += 1
            seen["borders"][BORDERS[border]]["token"] = None
    them["hand_size"] = int(s.hand[opponent].sum())
    them["unseen"] = _counts(unseen, KIND_NAMES)
    del them["hand"], them["bag"]
    return seen


def words(s: State, action: int) -> str:
    """An action in words; "use" and "decline" name the bonus token in question."""
    phrase = ACTIONS.words[action]
    if s.decision == AT_EFFECT:
        phrase = phrase.replace("the bonus", BONUSES[s.effect[0]].capitalize())
    return phrase


def result(s: State) -> Json:
    """How the game stands or ended."""
    return {
        "winner": _name(s.winner, SIDES),
        "end": ENDS[s.end],
        "turns": int(s.turn),
        "markers_left": {side: int(left) for side, left in zip(SIDES, s.markers, strict=True)},
    }


def explain_crassus(s: State) -> list[str]:
    """Crassus's latest turn in words: which step of C15 applied to each placement, and how ties were broken."""
    return [_explain(dict(zip(LOG_FIELDS, map(int, s.log[entry]), strict=True))) for entry in range(s.log_length)]


def _explain(entry: Mapping[str, int]) -> str:
    first, second = KIND_VALUES[entry["token"]][:: -1 if entry["flip"] else 1]
    left, right = BORDERS[entry["border"]].split("-")
    reason = STEP_REASONS[entry["step"]].format(PROVINCE_NAMES[entry["province"]])
    ties = [
        f"{what}: {TIE_REASONS[names[entry[field]]]}"
        for what, field, names in (
            ("province", "province_tie", PROVINCE_TIES),
            ("border", "border_tie", BORDER_TIES),
            ("token", "token_tie", TOKEN_TIES),
        )
        if entry[field]
    ]
    if entry["border_tie"] == BORDER_TIES.index("central"):
        ties = [tie.replace("border: central", "border: towards a central province") for tie in ties]
    chosen = f" ({'; '.join(ties)})" if ties else ""
    return (
        f"Crassus places {KIND_NAMES[entry['token']]} with {first} to {left} and {second} to {right}: "
        f"step {entry['step']}, {reason}{chosen}"
    )


def _border(s: State, border: int) -> Json:
    return {
        "owner": SIDES[s.border_owner[border]],
        "token": KIND_NAMES[s.border_kind[border]],
        "flip": int(s.border_flip[border]),
        "face": FACES[s.border_face[border]],
        "marker": _name(s.border_marker[border], SIDES),
    }


def _province(s: State, province: int) -> Json:
    return {
        "bonus": _name(s.bonus[province], BONUSES),
        "closed": bool(s.free_borders[province] == 0),
        "control": _name(s.control[province], SIDES),
        "marker_down": bool(s.marker_down[province]),
    }


def _side(s: State, side: int) -> Json:
    return {
        "markers": int(s.markers[side]),
        "senates": int(s.senates[side]),
        "senate_markers": int(s.senate_markers[side]),
        "markers_discarded": int(s.markers_discarded[side]),
        "hand": _counts(s.hand[side], KIND_NAMES),
        "bag": _counts(s.bag[side], KIND_NAMES),
        "centurions": list(_counts(s.centurion_tokens[side], KIND_NAMES[FIRST_CENTURION:])),
        "hand_known": _counts(s.hand_known[side], KIND_NAMES),
        "loose": list(_counts(s.loose[side], KIND_NAMES[FIRST_CENTURION:])),
        "returned": _counts(s.returned[side], KIND_NAMES),
        "fresh": int(s.fresh[side]),
    }


def _pending(s: State) -> Json:
    return {
        "border": _name(s.last_border, BORDERS),
        "order": [PROVINCES[p] for p in BORDER_PROVINCES[s.last_border]] if s.decision == AT_ORDER else [],
        "effects": [
            {"bonus": BONUSES[s.effect[place]], "controlled": bool(s.effect_controlled[place])}
            for place in range(s.num_effects)
        ],
        "extra_turn": bool(s.extra_turn),
        "centurion": _name(s.centurion_chosen, KIND_NAMES),
    }


def _crassus(s: State) -> Json:
    return {
        "row": [KIND_NAMES[kind] for kind in s.row[: s.row_length]],
        "deck": _counts(s.deck, TILES),
        "tile": _name(s.tile, TILES),
        "log": [
            {field: names[number] for field, names, number in zip(LOG_FIELDS, LOG_WORDS, s.log[entry], strict=True)}
            for entry in range(s.log_length)
        ],
    }


def _name(number: int, names: Sequence[str]) -> str | None:
    return None if number < 0 else names[number]


def _counts(counts: Iterable[int], names: Sequence[str]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


# -- from JSON ---------------------------------------------------------------------------------------------------------
def from_json(values: Mapping[str, Any]) -> States:
    """The state that `to_json` wrote, as an array of one; anything else is refused with what is wrong."""
    if not isinstance(values, Mapping):
        raise ValueError(f"a state is a JSON object, not {type(values).__name__}")
    if values.get("game") != GAME or values.get("version") != VERSION:
        found = f"game is {values.get('game')!r}, version {values.get('version')!r}"
        raise ValueError(f"not a state of {GAME!r} version {VERSION}: {found}")
    states = np.zeros(1, STATE)
    s = states[0]
    s.row[:] = s.effect[:] = s.tile = -1
    try:
        CaesarOptions.from_json(values["options"]).write(s)
        _read_header(s, values)
        _read_borders(s, values["borders"])
        for province, fields in values["provinces"].items():
            _read_province(s, _number(province, PROVINCES), fields)
        for side, fields in values["sides"].items():
            _read_side(s, _number(side, SIDES), fields)
        _read_counts(s.bank, values["bank"], BONUSES)
        _read_counts(s.spent, values["spent"], BONUSES)
        _read_pending(s, values["pending"])
        if s.solo:
            _read_crassus(s, values["crassus"])
    except KeyError as missing:
        raise ValueError(f"the state lacks {missing}") from None
    except (TypeError, AttributeError, OverflowError) as wrong:
        raise ValueError(f"the state has a value of the wrong kind: {wrong}") from None
    audit(s)
    if json.dumps(to_json(s), sort_keys=True) != json.dumps(values, sort_keys=True):  # 12.0 and true are not 12 and 1
        raise ValueError("the state holds fields that do not belong to it or contradict each other")
    return states


def _read_header(s: State, values: Mapping[str, Any]) -> None:
    s.seed = int(values["seed"])
    s.rng = int(values["rng"])
    s.turn = values["turn"]
    s.active = _number(values["active"], SIDES)
    s.decision = _number(values["decision"], DECISIONS)
    s.winner = _number_or_none(values["winner"], SIDES)
    s.end = _number(values["end"], ENDS)


def _read_borders(s: State, borders: Mapping[str, Any]) -> None:
    """The tokens on the borders; influence and free borders follow from them."""
    s.border_owner[:] = s.border_kind[:] = s.border_marker[:] = NOBODY
    s.free_borders[:] = NUM_BORDERS_OF
    for name, fields in borders.items():
        border = _number(name, BORDERS)
        s.border_owner[border] = _number(fields["owner"], SIDES)
        s.border_kind[border] = _number(fields["token"], KIND_NAMES)
        s.border_flip[border] = fields["flip"]
        s.border_face[border] = _number(fields["face"], FACES)
        s.border_marker[border] = _number_or_none(fields["marker"], SIDES)
        s.free_borders[BORDER_PROVINCES[border]] -= 1
        if s.border_face[border] == FACE_UP:
            values = KIND_VALUES[s.border_kind[border]][:: -1 if fields["flip"] else 1]
            s.influence[s.border_owner[border], BORDER_PROVINCES[border]] += values.astype(np.uint8)


def _read_province(s: State, province: int, fields: Mapping[str, Any]) -> None:
    s.bonus[province] = _number_or_none(fields["bonus"], BONUSES)
    s.control[province] = _number_or_none(fields["control"], SIDES)
    s.marker_down[province] = fields["marker_down"]


def _read_side(s: State, side: int, fields: Mapping[str, Any]) -> None:
    for name in ("markers", "senates", "senate_markers", "markers_discarded", "fresh"):
        s[name][side] = fields[name]
    for name in ("hand", "bag", "hand_known", "returned"):
        _read_counts(s[name][side], fields[name], KIND_NAMES)
    for centurion in fields["centurions"]:
        s.centurion_tokens[side, _number(centurion, KIND_NAMES[FIRST_CENTURION:])] = 1
    for centurion in fields["loose"]:
        s.loose[side, _number(centurion, KIND_NAMES[FIRST_CENTURION:])] = 1


def _read_pending(s: State, fields: Mapping[str, Any]) -> None:
    s.last_border = _number_or_none(fields["border"], BORDERS)
    s.extra_turn = fields["extra_turn"]
    s.centurion_chosen = _number_or_none(fields["centurion"], KIND_NAMES)
    if len(fields["effects"]) > MAX_EFFECTS:
        raise ValueError(f"at most {MAX_EFFECTS} effects can be pending, not {len(fields['effects'])}")
    s.num_effects = len(fields["effects"])
    for place, effect in enumerate(fields["effects"]):
        s.effect[place] = _number(effect["bonus"], BONUSES)
        s.effect_controlled[place] = effect["controlled"]


def _read_crassus(s: State, fields: Mapping[str, Any]) -> None:
    if len(fields["row"]) > len(s.row) or len(fields["log"]) > MAX_LOG:
        raise ValueError("Crassus's row or log is too long")
    s.row_length = len(fields["row"])
    for place, token in enumerate(fields["row"]):
        s.row[place] = _number(token, KIND_NAMES)
    _read_counts(s.deck, fields["deck"], TILES)
    s.tile = _number_or_none(fields["tile"], TILES)
    s.log_length = len(fields["log"])
    for place, entry in enumerate(fields["log"]):
        for index, (field, names) in enumerate(zip(LOG_FIELDS, LOG_WORDS, strict=True)):
            s.log[place, index] = _number(entry[field], names)


def _number(name: Any, names: Sequence[Any]) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(map(str, names))}")
    return names.index(name)


def _number_or_none(name: Any, names: Sequence[Any]) -> int:
    return NOBODY if name is None else _number(name, names)


def _read_counts(counts: np.ndarray, values: Mapping[str, int], names: Sequence[str]) -> None:
    counts[:] = 0
    for name, count in values.items():
        if type(count) is not int or not 0 < count < 100:
            raise ValueError(f"the count of {name} is {count!r}; it must be a whole number from 1 to 99")
        counts[_number(name, names)] = count


# -- audit -------------------------------------------------------------------------------------------------------------
def audit(s: State) -> None:
    """Every piece is in exactly one place, and the fields agree with each other; else ValueError."""
    for side in range(2):
        _audit_markers(s, side)
        _audit_tokens(s, side)
        _audit_knowledge(s, side)
    _audit_borders(s)
    _audit_bonuses(s)
    _audit_provinces(s)
    _audit_decision(s)


def _require(holds: Any, what: str) -> None:
    if not holds:
        raise ValueError(f"impossible state: {what}")


def _audit_markers(s: State, side: int) -> None:
    """Twelve markers a side. The last one may have gone to Italia, whose second space then stays empty."""
    placed = CONTROL_SPACES[s.control == side].sum() + (s.border_marker == side).sum()
    total = int(s.markers[side]) + placed + s.senate_markers[side] + s.markers_discarded[side]
    excess_allowed = 1 if s.markers[side] == 0 else 0
    _require(MARKERS <= total <= MARKERS + excess_allowed, f"{SIDES[side]} has {total} control markers")


def _audit_tokens(s: State, side: int) -> None:
    counts = s.hand[side].astype(int) + s.bag[side]
    counts[FIRST_CENTURION:] += s.centurion_tokens[side]
    on_borders = s.border_kind[s.border_owner == side]
    counts += np.bincount(on_borders, minlength=NUM_KINDS)
    if s.solo and side != s.human:
        counts += np.bincount(s.row[: s.row_length], minlength=NUM_KINDS)
    expected = KIND_COUNT.copy()
    expected[FIRST_CENTURION:] = s.centurions
    for kind in range(NUM_KINDS):
        _require(counts[kind] == expected[kind], f"{SIDES[side]} has {counts[kind]} tokens {KIND_NAMES[kind]}")


def _audit_knowledge(s: State, side: int) -> None:
    """What is said to be known of a side's hidden tokens must be true."""
    owner = SIDES[side]
    unseen = (s.border_owner == side) & (s.border_face == FACE_DOWN)
    face_down = np.bincount(s.border_kind[unseen], minlength=NUM_KINDS)
    _require((s.hand_known[side] <= s.hand[side]).all(), f"{owner} is known to hold what he does not hold")
    in_hand_or_down = s.hand[side] + face_down
    loose = s.loose[side] <= in_hand_or_down[FIRST_CENTURION:]
    _require(loose.all(), f"{owner} has a loose Centurion that is neither in hand nor face down")
    missing = np.maximum(s.returned[side].astype(int) - s.bag[side], 0)
    _require((missing <= in_hand_or_down).all(), f"{owner} gave back a token that has been seen since")
    _require(missing.sum() <= s.fresh[side], f"{owner} has more returned tokens in hand than he drew since")
    _require(s.returned[side].any() or s.fresh[side] == 0, f"{owner} counts draws since no token was given back")


def _audit_borders(s: State) -> None:
    for border in np.flatnonzero(s.border_owner >= 0):
        name, kind = BORDERS[border], s.border_kind[border]
        _require(FITS[kind, border], f"{KIND_NAMES[kind]} does not fit {name}")
        _require(s.border_flip[border] <= 1, f"the token on {name} is flipped {s.border_flip[border]} times")
        if s.border_face[border] == FACE_DOWN:
            allowed = s.border_control and border in BORDER_CONTROL_SPACES
            _require(allowed, f"{name} is no Border Control space to place a token face down on")
        if s.border_face[border] == FACE_DOWN or KIND_VALUES[kind, 0] == KIND_VALUES[kind, 1]:
            _require(s.border_flip[border] == 0, f"the token on {name} has one way round")


def _audit_bonuses(s: State) -> None:
    counts = s.bank.astype(int) + s.spent
    counts += np.bincount(s.bonus[s.bonus >= 0], minlength=len(BONUSES))
    counts += np.bincount(s.effect[: s.num_effects], minlength=len(BONUSES))
    counts[SENATE] += int(s.senates.sum())
    expected = BASE_BONUSES + np.array([1, 0, 0, 0, MODULE_BONUSES * s.poison, MODULE_BONUSES * s.centurions])
    for bonus, name in enumerate(BONUSES):
        _require(counts[bonus] == expected[bonus], f"there are {counts[bonus]} bonus tokens {name}")


def _audit_provinces(s: State) -> None:
    for province, name in enumerate(PROVINCES):
        is_open = s.free_borders[province] > 0
        _require(not is_open or s.bonus[province] >= 0, f"{name} is open and has no bonus token")
        _require(not is_open or s.control[province] == NOBODY, f"{name} is open and controlled")
        _require(s.control[province] != NOBODY or not s.marker_down[province], f"{name} has no marker to turn down")
    for border, name in enumerate(BORDERS):
        marker = s.border_marker[border]
        controlled = (s.control[BORDER_PROVINCES[border]] == marker).all()
        _require(marker == NOBODY or controlled, f"{name} has a marker but its provinces are not both controlled")


def _audit_decision(s: State) -> None:
    _require((s.decision == AT_END) == (s.winner != NOBODY), "a game is over exactly when it has a winner")
    _require((s.decision == AT_END) == (s.end != NOT_ENDED), "a game is over exactly when it has ended somehow")
    if s.centurion_chosen >= 0:
        centurion = s.centurion_chosen - FIRST_CENTURION
        aside = centurion >= 0 and s.centurion_tokens[s.active, centurion]
        _require(aside, "the Centurion chosen is not beside the board")
    if s.solo and s.decision != AT_END:
        _require(s.active == s.human, "Crassus never waits for a decision")
    if s.decision == AT_PLACE:
        free = s.border_owner < 0
        fits = any(FITS[kind][free].any() for kind in np.flatnonzero(s.hand[s.active]))
        _require(fits, "who is to place a token has none that fits")
        _require(not s.extra_turn and s.centurion_chosen < 0, "no bonus has been used before the placement of a turn")
    if s.solo:
        _require(not s.hand[1 - s.human].any(), "Crassus has a row, not a hand")
        full = COMMAND_DECK[s.centurions, s.difficulty]
        _require((s.deck <= full).all(), "the command deck holds too many of a tile")
    _require((s.decision == AT_EFFECT) == (s.num_effects > 0), "effects are pending exactly at an effect decision")
    _require(s.decision in (AT_PLACE, AT_END) or s.last_border >= 0, "no border was placed on")
    if s.decision == AT_ORDER:
        closed = s.free_borders[BORDER_PROVINCES[s.last_border]] == 0
        _require(closed.all(), "two closed provinces are needed to choose an order")
