"""The judgement of Trajan: what each seat will have at the end, by rules of thumb, and who is likely to win by it.

A seat's projection is its points so far plus all that lies on its mat, each thing at what it is likely to bring in the
time left. Of what is hidden only the hands are read: callers pass redrawn ones.
"""

import math

from agents.judgement import judge
from agents.judgement.trajan.advice import ADVICE, CHOICE, NEXT_ACTION, OPEN_ACTIONS, PENDING, READY_TILE, SECOND_ACTION
from agents.judgement.trajan.clock import turns_left, within
from agents.judgement.trajan.demands import cover, demand_tiles_worth
from agents.judgement.trajan.forum import best_forum_tile, extras_worth
from agents.judgement.trajan.provinces import army_worth
from agents.judgement.trajan.seaport import hand_worth
from agents.judgement.trajan.senate import bonuses_worth, election_worth, track_worth
from agents.judgement.trajan.site import site_worth
from agents.judgement.trajan.tiles import best_new_tile, circle_worth, is_ready, markers_in, tile_worth, variety
from boardkit.jit import rule
from trajan_env.data import NUM_TRAYS
from trajan_env.game import GAME
from trajan_env.state import ACTION, EFFECT, NONE, SOW

DOUBT, DOUBT_A_TURN = 3.0, 0.5  # points that a lead must have to mean much, at the end and with every turn left


@rule
def tally(s, values):
    """Each seat's points so far."""
    for seat in range(s.players):
        values[seat] = s.vp[seat]


@rule
def next_turns(s, seat, weights, actions, turns):
    """What the trays lead to: the best target next turn, its tile completed if it can be, and the second best."""
    best, second = 0.0, 0.0
    targets = 0
    for tray in range(NUM_TRAYS):
        markers = markers_in(s, seat, tray)
        if markers == 0:
            continue
        target = (tray + markers) % NUM_TRAYS
        targets |= 1 << target
        worth = actions[target]
        tile = s.slots[seat, target]
        if tile != NONE and is_ready(s, seat, tray, target, markers, tile):
            worth += weights[READY_TILE] * tile_worth(s, weights, tile, turns)
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    choice = 0
    for target in range(NUM_TRAYS):
        choice += targets >> target & 1
    worth = weights[NEXT_ACTION] * best * within(turns, 1) + weights[SECOND_ACTION] * second * within(turns, 2)
    return worth + weights[CHOICE] * choice * within(turns, 2)


@rule
def pending_action(s, seat, actions):
    """What the action will bring that a turn judged before its end still leads to."""
    if s.active != seat:
        return 0.0
    if s.decision == SOW:
        return actions[(s.next_tray + s.sowing_left - 1) % NUM_TRAYS]
    if s.decision in (EFFECT, ACTION):
        return actions[s.target if s.granted_action == NONE else s.granted_action]
    return 0.0


@rule
def projection(s, seat, weights, turns_of_quarter, turns):
    """The points a seat is likely to end with, less those that all seats can still expect alike."""
    demands, unmet = cover(s, seat, weights, turns_of_quarter)
    demand_tiles = demand_tiles_worth(s, seat, weights, unmet, turns_of_quarter)
    hand, shipping = hand_worth(s, seat, weights, turns)
    army, military = army_worth(s, seat, weights, demand_tiles, unmet, turns)
    site, building = site_worth(s, seat, weights, turns)
    track, advancing = track_worth(s, seat, weights, turns_of_quarter)
    points = s.vp[seat] + demands + hand + army + site + track
    points += circle_worth(s, seat, weights, turns) + variety(s, seat, weights)
    points += extras_worth(s, seat, weights, turns) + bonuses_worth(s, seat, weights, turns)
    points += election_worth(s, seat, weights, turns_of_quarter, turns)
    forum = best_forum_tile(s, seat, weights, demand_tiles, unmet, turns)
    trajan = best_new_tile(s, seat, weights, turns)
    actions = (shipping, forum, military, advancing, trajan, building)
    points += weights[OPEN_ACTIONS] * (shipping + forum + military + advancing + trajan + building) * within(turns, 3)
    return points + weights[PENDING] * pending_action(s, seat, actions) + next_turns(s, seat, weights, actions, turns)


@rule
def outlook(s, weights, values):
    """Each seat's chance to win, from the projections, as a return: 1 for a sure win, -1 / (others) for a sure loss."""
    turns_of_quarter, turns = turns_left(s)
    highest = -math.inf
    for seat in range(s.players):
        values[seat] = projection(s, seat, weights, turns_of_quarter, turns)
        highest = max(highest, values[seat])
    doubt = DOUBT + DOUBT_A_TURN * turns
    total = 0.0
    for seat in range(s.players):
        values[seat] = math.exp((values[seat] - highest) / doubt)
        total += values[seat]
    others = s.players - 1
    for seat in range(s.players):
        values[seat] = (values[seat] / total * s.players - 1) / others


judge(GAME.name, GAME.state, ADVICE, tally_by=tally, outlook_by=outlook)
