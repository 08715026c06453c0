"""Components of Caesar!: provinces, borders, tokens, bonus tokens, Crassus's command tiles. Tables, nothing else."""

import numpy as np

# -- sides -------------------------------------------------------------------------------------------------------------
SIDES = ("caesar", "pompey")
CAESAR, POMPEY = range(2)
NOBODY = -1

# -- provinces ---------------------------------------------------------------------------------------------------------
PROVINCES = ("HU", "HC", "MT", "SD", "GA", "NU", "SC", "IT", "GC", "AF", "AC", "MD", "DM", "CY", "CR", "AG", "AS", "SY")
PROVINCE_NAMES = (
    "Hispania Ulterior", "Hispania Citerior", "Mauretania", "Sardinia", "Gallia", "Numidia", "Sicilia", "Italia",
    "Gallia Cisalpina", "Africa", "Achaia", "Macedonia", "Dalmatia", "Cyrenaica", "Creta", "Aegyptus", "Asia", "Syria",
)  # fmt: skip
CENTRAL_PROVINCES = ("SD", "SC", "IT", "AC", "CR")
NUM_PROVINCES = len(PROVINCES)
ITALIA = PROVINCES.index("IT")
IS_CENTRAL = np.array([province in CENTRAL_PROVINCES for province in PROVINCES])
CONTROL_SPACES = np.array([2 if province == ITALIA else 1 for province in range(NUM_PROVINCES)])

# -- borders -----------------------------------------------------------------------------------------------------------
SYMBOLS = ("sword", "shield", "boat", "wild", "shield-boat")
SWORD, SHIELD, BOAT, WILD, SHIELD_BOAT = range(5)
_BORDERS_BY_SYMBOL = {
    SHIELD: "HU-HC SD-GA SD-IT IT-MD GC-DM AF-CY AC-CR CY-CR CR-AS AS-SY",
    BOAT: "HU-MT MT-SD SD-SC NU-SC SC-AF IT-AC IT-DM AF-AC CR-AG AG-AS",
    SWORD: "HC-GA MT-NU GA-GC NU-AF SC-IT IT-GC AC-MD MD-DM CY-AG AG-SY",
}
BORDERS = tuple(name for names in _BORDERS_BY_SYMBOL.values() for name in names.split())
NUM_BORDERS = len(BORDERS)
BORDER_SYMBOL = np.array([symbol for symbol, names in _BORDERS_BY_SYMBOL.items() for _ in names.split()])
BORDER_PROVINCES = np.array([[PROVINCES.index(province) for province in name.split("-")] for name in BORDERS])
BORDER_CONTROL_SPACES = tuple(BORDERS.index(name) for name in ("SD-GA", "AG-AS", "NU-AF"))

# For each province its borders, which end of the border it is (0 first, 1 second), and the province across;
# rows are padded with -1.
_borders_of = [[b for b in range(NUM_BORDERS) if p in BORDER_PROVINCES[b]] for p in range(NUM_PROVINCES)]
NUM_BORDERS_OF = np.array([len(borders) for borders in _borders_of])
MAX_BORDERS_OF = int(NUM_BORDERS_OF.max())
BORDERS_OF = np.full((NUM_PROVINCES, MAX_BORDERS_OF), -1)
END_OF = np.full((NUM_PROVINCES, MAX_BORDERS_OF), -1)
NEIGHBOUR_OF = np.full((NUM_PROVINCES, MAX_BORDERS_OF), -1)
for _province, _borders in enumerate(_borders_of):
    for _slot, _border in enumerate(_borders):
        BORDERS_OF[_province, _slot] = _border
        END_OF[_province, _slot] = int(BORDER_PROVINCES[_border, 1] == _province)
        NEIGHBOUR_OF[_province, _slot] = BORDER_PROVINCES[_border].sum() - _province
TOUCHES_CENTRAL = np.array(
    [any(IS_CENTRAL[q] for q in NEIGHBOUR_OF[p, : NUM_BORDERS_OF[p]]) for p in range(NUM_PROVINCES)]
)

# -- influence tokens --------------------------------------------------------------------------------------------------
_TOKENS = (
    *((symbol, first, 6 - first) for symbol in (SWORD, SHIELD, BOAT) for first in (6, 5, 4, 3)),
    (WILD, 4, 0), (WILD, 3, 1), (WILD, 2, 2),
    (WILD, 3, 3), (SWORD, 7, 0), (SHIELD_BOAT, 4, 4),
)  # fmt: skip
NUM_KINDS = len(_TOKENS)
NUM_CENTURIONS = 3
FIRST_CENTURION = NUM_KINDS - NUM_CENTURIONS
KIND_SYMBOL = np.array([symbol for symbol, _, _ in _TOKENS])
KIND_VALUES = np.array([[first, second] for _, first, second in _TOKENS])
KIND_COUNT = np.array([0 if k >= FIRST_CENTURION else 2 if _TOKENS[k] == (WILD, 2, 2) else 1 for k in range(NUM_KINDS)])
KIND_NAMES = tuple(
    f"{'centurion ' if kind >= FIRST_CENTURION else ''}{SYMBOLS[symbol]} {first}/{second}"
    for kind, (symbol, first, second) in enumerate(_TOKENS)
)
FITS = np.array(
    [
        [symbol == WILD or symbol == border or (symbol == SHIELD_BOAT and border != SWORD) for border in BORDER_SYMBOL]
        for symbol in KIND_SYMBOL
    ]
)
MAX_ROW = 19  # Crassus's row can hold his 16 tokens and 3 Centurions

# -- markers and bonus tokens ------------------------------------------------------------------------------------------
MARKERS = 12
BONUSES = ("senate", "tactics", "wealth", "might", "poison", "centurion")
SENATE, TACTICS, WEALTH, MIGHT, POISON, CENTURION = range(6)
NUM_BONUSES = len(BONUSES)
BASE_BONUSES = np.array([5, 4, 4, 4, 0, 0])  # the 17 laid at random; the sixth Senate lies on Italia
MODULE_BONUSES = 3  # Poison tokens, Centurion tokens: this many of each, in place of as many base tokens
TOKENS_AT_START = 2
TOKENS_AT_START_POISON = 3

# -- Crassus -----------------------------------------------------------------------------------------------------------
DIFFICULTIES = ("low", "middle", "high")
TILES = ("A", "B", "C", "D", "E")
NUM_TILES = len(TILES)
TILE_PARTS = ("draw", "centurion", "place", "discard")
DRAW, CENTURION_SYMBOL, PLACE, DISCARD = range(4)
ROW_AT_START = 3
# C13: what the tiles show is INFERRED, not published; options can replace it.
INFERRED_TILES = {"A": (1, 0, 1, 0), "B": (2, 0, 1, 1), "C": (2, 0, 2, 0), "D": (1, 1, 1, 1), "E": (1, 1, 2, 0)}
MAX_TILE_PART = 4
# C12: how many of each tile, by (with Centurions, difficulty)
COMMAND_DECK = np.array([[[4, 2, 0, 0, 0], [3, 2, 1, 0, 0], [4, 0, 2, 0, 0]],
                         [[4, 1, 0, 1, 0], [2, 2, 1, 1, 0], [4, 0, 1, 0, 1]]])  # fmt: skip

# -- drawing -----------------------------------------------------------------------------------------------------------
BOARD_SIZE = (423, 549)
PROVINCE_CENTRES = {
    "HU": (212, 53), "HC": (274, 53), "GA": (336, 108), "MT": (156, 123), "SD": (245, 160), "GC": (375, 197),
    "NU": (140, 206), "SC": (193, 246), "IT": (271, 245), "DM": (372, 297), "AF": (44, 268), "AC": (200, 336),
    "MD": (286, 356), "CY": (35, 354), "CR": (162, 379), "AS": (215, 456), "AG": (40, 446), "SY": (109, 520),
}  # fmt: skip
ITALIA_SECOND_CENTRE = (243, 267)
