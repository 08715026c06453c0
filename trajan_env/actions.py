"""The actions of Trajan: 167 numbered actions in named groups, each with its words."""

from boardkit.actions import ActionTable
from trajan_env.data import (
    ACTIONS,
    COLOURS,
    COMMODITIES,
    FORUM_KINDS,
    PILES,
    PROVINCES,
    SENATE_SIDES,
    SHIPS,
    SITE_COLUMNS,
    SITE_ROWS,
    STACKS,
)

_STACKS = [stack.replace("_", " ") for stack in STACKS]
_PROVINCES = [" ".join(part.capitalize() for part in province.split("_")) for province in PROVINCES]

ACTION_TABLE = ActionTable(
    [
        ("setup_marker", "setup_marker", [f"place a {colour} marker" for colour in COLOURS]),
        ("setup_card", "setup_card", ["start with a card from the deck", *(f"start with the {p} card" for p in PILES)]),
        ("setup_tile", "setup_tile", [f"start with the {stack} tile" for stack in _STACKS]),
        ("tray", "tray", [f"empty the {action} tray" for action in ACTIONS]),
        ("sow", "sow", [f"sow {colour}" for colour in COLOURS]),
        ("take_effect", "effect", ["take the effect"]),
        ("decline_effect", "effect", ["decline the effect"]),
        ("plus_two", "effect", [f"put [+2] on {action}" for action in ACTIONS]),
        ("decline_action", "action", ["decline the action"]),
        ("draw_two", "action", ["draw two cards"]),
        ("take_card", "action", [f"take the card from the {pile} pile" for pile in PILES]),
        ("play_card", "action", [f"play {commodity}" for commodity in COMMODITIES]),
        ("ship", "action", [f"ship {ship}" for ship in SHIPS]),
        ("forum", "action", [f"take {kind} from the forum" for kind in FORUM_KINDS]),
        ("recruit_legionnaire", "action", ["recruit a legionnaire"]),
        ("move_leader", "action", [f"move the leader to {province}" for province in _PROVINCES]),
        ("move_legionnaire", "action", ["move a legionnaire to the leader"]),
        ("trajan", "action", [f"take the {stack} tile" for stack in _STACKS]),
        ("senate", "action", ["advance in the senate"]),
        ("recruit_worker", "action", ["recruit a worker"]),
        (
            "place_worker",
            "action",
            [f"place worker row {row + 1} column {col + 1}" for row in range(SITE_ROWS) for col in range(SITE_COLUMNS)],
        ),
        ("discard", "discard", [f"discard {commodity} to the {p} pile" for commodity in COMMODITIES for p in PILES]),
        ("second_card", "second_card", [f"also play {commodity}" for commodity in COMMODITIES]),
        ("stop_playing", "second_card", ["play no second card"]),
        ("load_card", "load", [f"load {commodity}" for commodity in COMMODITIES]),
        ("load_wild", "load", ["load a wild commodity"]),
        ("stop_loading", "load", ["set sail"]),
        ("spend_own", "extra", ["spend the extra-action tile"]),
        ("spend_wild", "extra", ["spend a wild extra-action tile"]),
        ("decline_extra", "extra", ["spend no extra-action tile"]),
        ("consul", "consul", [f"take the {side} bonus tile" for side in SENATE_SIDES]),
    ]
)

# The number of each group's first action.
PLACE_MARKER = ACTION_TABLE.first("setup_marker")
START_CARD = ACTION_TABLE.first("setup_card")
START_TILE = ACTION_TABLE.first("setup_tile")
EMPTY_TRAY = ACTION_TABLE.first("tray")
SOW_COLOUR = ACTION_TABLE.first("sow")
TAKE_EFFECT = ACTION_TABLE.first("take_effect")
DECLINE_EFFECT = ACTION_TABLE.first("decline_effect")
PUT_PLUS_TWO = ACTION_TABLE.first("plus_two")
DECLINE_ACTION = ACTION_TABLE.first("decline_action")
DRAW_TWO = ACTION_TABLE.first("draw_two")
TAKE_CARD = ACTION_TABLE.first("take_card")
PLAY_CARD = ACTION_TABLE.first("play_card")
SHIP = ACTION_TABLE.first("ship")
TAKE_FORUM_TILE = ACTION_TABLE.first("forum")
RECRUIT_LEGIONNAIRE = ACTION_TABLE.first("recruit_legionnaire")
MOVE_LEADER = ACTION_TABLE.first("move_leader")
MOVE_LEGIONNAIRE = ACTION_TABLE.first("move_legionnaire")
TAKE_TRAJAN_TILE = ACTION_TABLE.first("trajan")
ADVANCE = ACTION_TABLE.first("senate")
RECRUIT_WORKER = ACTION_TABLE.first("recruit_worker")
PLACE_WORKER = ACTION_TABLE.first("place_worker")
DISCARD_CARD = ACTION_TABLE.first("discard")
PLAY_SECOND_CARD = ACTION_TABLE.first("second_card")
STOP_PLAYING = ACTION_TABLE.first("stop_playing")
LOAD_CARD = ACTION_TABLE.first("load_card")
LOAD_WILD = ACTION_TABLE.first("load_wild")
STOP_LOADING = ACTION_TABLE.first("stop_loading")
SPEND_OWN_TILE = ACTION_TABLE.first("spend_own")
SPEND_WILD_TILE = ACTION_TABLE.first("spend_wild")
DECLINE_EXTRA = ACTION_TABLE.first("decline_extra")
CHOOSE_BONUS = ACTION_TABLE.first("consul")
