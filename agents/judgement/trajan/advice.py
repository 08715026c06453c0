"""The advice: every weight of the judgement of Trajan, in points, with the words one would give a human player."""

from agents.judgement import Advice

ADVICE = (
    # trays and Trajan tiles
    Advice("next action", 0.15, "Keep a good action within reach: the best one your trays lead to next turn."),
    Advice("second action", 0.17, "Keep a second good action within reach, the plans of others may spoil the first."),
    Advice(
        "pending action", 1.1, "An action is not worth its points before it is done: prefer what you see to the end."
    ),
    Advice("choice of actions", 0.37, "Let your trays lead to many different actions."),
    Advice("open actions", 0.06, "All that your six actions could do for you counts a little, in reach or not."),
    Advice("ready tile", 0.91, "A Trajan tile you can complete next turn is nearly won."),
    Advice(
        "tile with both colours", 0.74, "A tile whose tray already holds both colours needs only the right landing."
    ),
    Advice("tile lacking a colour", 0.63, "A tile lacking one colour is worth about half of what it brings."),
    Advice(
        "tile lacking both", 0.43, "A tile lacking both colours is a hope: bring its colours together while sowing."
    ),
    Advice("varied trays", 0.1, "Spread the colours: a tray of different colours can complete more tiles."),
    # what the effects are worth
    Advice("card", 0.21, "A card in hand is worth a little more than the point it scores at the end."),
    Advice("pair", 0.32, "A second card of a kind makes a pair for the ship."),
    Advice("triple", 1.98, "A third and fourth card of a kind are worth more still."),
    Advice("legionnaire in camp", 0.1, "A legionnaire in camp is half a conquest."),
    Advice("worker in camp", 2.13, "A worker in camp is half a building."),
    Advice("plus two", 3.4, "A [+2] marker is worth an extra action, more where you hold the tile that uses it."),
    Advice("permanent demand", 1.61, "A demand tile from Trajan pays every quarter that is left."),
    # forum tiles
    Advice("unmet demand", 0.55, "Count what the people's demands will cost you, revealed and to come."),
    Advice("unmet demand late", 0.16, "Near the end of the quarter nobody helps you: cover the demands in time."),
    Advice("spare demand tile", 1.76, "Bread, helmets and fires left over serve in the next quarters."),
    Advice("extra action", 3.96, "An extra-action tile is a turn in your pocket."),
    Advice("extra with plus two", 3.27, "With a [+2] marker on its action, an extra-action tile is two turns."),
    Advice("wild commodity", 0.1, "A wild commodity completes the load you need."),
    Advice("wild construction", 10.66, "A wild building finishes a set."),
    # provinces
    Advice("conquest ahead", 0.19, "Know your next conquest: the richest province in reach for a legionnaire in camp."),
    Advice("near provinces", 0.18, "Lead your army towards the rich provinces nobody holds yet."),
    Advice("province tiles", 0.1, "A leader picks up what lies in the provinces on the way."),
    # construction
    Advice("granted action", 2.32, "The first building of each kind gives an action: take it where you can use it."),
    Advice("second building", 0.13, "Place workers where the next building is good, too."),
    Advice("two of a kind", 6.38, "Two buildings of a kind want a third while one is left on the site."),
    Advice("three of a kind", 6.48, "Three of a kind want the fourth."),
    # senate
    Advice(
        "election", 1.03, "Be consul when the bonus tiles suit you: the votes count only at the end of the quarter."
    ),
    Advice("senate step", 0.16, "Every step in the senate makes the next one worth more, until the quarter ends."),
    Advice("bonus tiles", 0.84, "A bonus tile is worth what it will count at the end: play towards yours."),
    # ships
    Advice("load", 0.02, "A good load waits for a seaport action: ship while the ship shows its coloured side."),
)

_NAMES = [advice.name for advice in ADVICE]

NEXT_ACTION = _NAMES.index("next action")
SECOND_ACTION = _NAMES.index("second action")
PENDING = _NAMES.index("pending action")
CHOICE = _NAMES.index("choice of actions")
OPEN_ACTIONS = _NAMES.index("open actions")
READY_TILE = _NAMES.index("ready tile")
BOTH_COLOURS = _NAMES.index("tile with both colours")
LACKING_ONE = _NAMES.index("tile lacking a colour")
LACKING_BOTH = _NAMES.index("tile lacking both")
VARIED_TRAYS = _NAMES.index("varied trays")
CARD = _NAMES.index("card")
PAIR = _NAMES.index("pair")
TRIPLE = _NAMES.index("triple")
LEGIONNAIRE = _NAMES.index("legionnaire in camp")
WORKER = _NAMES.index("worker in camp")
PLUS_TWO = _NAMES.index("plus two")
PERMANENT = _NAMES.index("permanent demand")
UNMET = _NAMES.index("unmet demand")
UNMET_LATE = _NAMES.index("unmet demand late")
SPARE_DEMAND = _NAMES.index("spare demand tile")
EXTRA = _NAMES.index("extra action")
EXTRA_PLUS_TWO = _NAMES.index("extra with plus two")
WILD_CARD = _NAMES.index("wild commodity")
WILD_BUILDING = _NAMES.index("wild construction")
CONQUEST = _NAMES.index("conquest ahead")
NEAR_PROVINCES = _NAMES.index("near provinces")
PROVINCE_TILES = _NAMES.index("province tiles")
GRANT = _NAMES.index("granted action")
SECOND_BUILDING = _NAMES.index("second building")
TWO_OF_A_KIND = _NAMES.index("two of a kind")
THREE_OF_A_KIND = _NAMES.index("three of a kind")
ELECTION = _NAMES.index("election")
SENATE_STEP = _NAMES.index("senate step")
BONUS_TILES = _NAMES.index("bonus tiles")
LOAD = _NAMES.index("load")
