"""Trays and Trajan tiles: where the markers lead next turn, and which tiles they complete."""

import numpy as np

from agents.judgement.trajan.advice import (
    BOTH_COLOURS,
    CARD,
    LACKING_BOTH,
    LACKING_ONE,
    LEGIONNAIRE,
    PLUS_TWO,
    VARIED_TRAYS,
    WORKER,
)
from agents.judgement.trajan.clock import within
from agents.judgement.trajan.demands import permanent_worth
from boardkit.jit import rule
from trajan_env.data import (
    NUM_COLOURS,
    NUM_STACKS,
    NUM_TRAYS,
    STACK_CARDS,
    STACK_LEGIONNAIRES,
    STACK_PLUS_TWO,
    STACK_POINTS,
    STACK_WORKERS,
    TILE_COLOURS,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
)
from trajan_env.state import NONE

COLOURS_OF_TILE = np.array([np.repeat(np.arange(NUM_COLOURS), counts) for counts in TILE_COLOURS], np.int8)
TIME_TO_USE = 6  # turns within which a token or a marker can be put to use
TIME_TO_COMPLETE = 5  # turns within which colours can be brought together


@rule
def tile_worth(s, weights, tile, turns):
    """The points of a Trajan tile and what its effect is worth."""
    stack = TILE_STACK[tile]
    vp = float(TILE_VP[tile])
    if stack == STACK_POINTS:
        return vp
    in_use = within(turns, TIME_TO_USE)
    if stack == STACK_CARDS:
        return vp + TILE_SIZE[tile] * (1 + weights[CARD] * in_use)
    if stack == STACK_WORKERS:
        return vp + TILE_SIZE[tile] * (1 + weights[WORKER] * in_use)
    if stack == STACK_LEGIONNAIRES:
        return vp + TILE_SIZE[tile] * (1 + weights[LEGIONNAIRE] * in_use)
    if stack == STACK_PLUS_TWO:
        return vp + weights[PLUS_TWO] * in_use
    return vp + permanent_worth(s, weights)


@rule
def missing_colours(s, seat, tray, tile):
    """How many of a tile's two colours a tray lacks, and the one it lacks (the last one, if both)."""
    first, second = np.int64(COLOURS_OF_TILE[tile, 0]), np.int64(COLOURS_OF_TILE[tile, 1])
    held = s.trays[seat, tray, first]
    missing, colour = 0, first
    if held == 0:
        missing = 1
    if first == second:
        held -= 1
    else:
        held = s.trays[seat, tray, second]
    if held <= 0:
        missing += 1
        colour = second
    return missing, colour


@rule
def markers_in(s, seat, tray):
    """The markers in a tray."""
    markers = 0
    for colour in range(NUM_COLOURS):
        markers += s.trays[seat, tray, colour]
    return markers


@rule
def is_ready(s, seat, tray, target, markers, tile):
    """Whether sowing so many markers of a tray can complete the tile at the target."""
    missing, colour = missing_colours(s, seat, target, tile)
    if markers == NUM_TRAYS:  # the target is the emptied tray itself and gets a single marker
        return False
    if missing == 0:
        return True
    if missing == 1:
        return s.trays[seat, tray, colour] > 0
    first, second = COLOURS_OF_TILE[tile, 0], COLOURS_OF_TILE[tile, 1]
    twice = 2 if first == second else 1
    return markers > NUM_TRAYS and s.trays[seat, tray, first] >= twice and s.trays[seat, tray, second] >= twice


@rule
def tile_share(s, seat, weights, slot, tile, turns):
    """The share of a tile's worth to count on, by the colours its tray lacks and the time left."""
    missing, _ = missing_colours(s, seat, slot, tile)
    share = weights[LACKING_BOTH]
    if missing == 0:
        share = weights[BOTH_COLOURS]
    elif missing == 1:
        share = weights[LACKING_ONE]
    return share * within(turns, TIME_TO_COMPLETE)


@rule
def circle_worth(s, seat, weights, turns):
    """What the tiles on the action circle are worth: a point at the end, or their share of what they bring."""
    worth = 0.0
    for slot in range(NUM_TRAYS):
        tile = s.slots[seat, slot]
        if tile != NONE:
            share = tile_share(s, seat, weights, slot, tile, turns)
            worth += 1 + share * (tile_worth(s, weights, tile, turns) - 1)
    return worth


@rule
def best_new_tile(s, seat, weights, turns):
    """What the Trajan action would bring: the best tile on top of a stack, onto the slot of the arch."""
    slot = s.arch[seat]
    if slot == NONE:
        return 0.0
    best = 0.0
    for stack in range(NUM_STACKS):
        tile = s.stack_top[stack]
        if tile != NONE:
            share = tile_share(s, seat, weights, slot, tile, turns)
            best = max(best, 1 + share * (tile_worth(s, weights, tile, turns) - 1))
    return best


@rule
def variety(s, seat, weights):
    """What differing colours in the same tray are worth."""
    kinds = 0
    for tray in range(NUM_TRAYS):
        for colour in range(NUM_COLOURS):
            kinds += s.trays[seat, tray, colour] > 0
    return weights[VARIED_TRAYS] * kinds
