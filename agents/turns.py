"""Looking ahead through a player's own turn: what the compiled rule-of-thumb agents choose by.

Scratch arrays hold one row a decision of the turn: `states[depth]` is the position at that depth, `legal[depth]` what
may be played in it.
"""

from typing import Any, NamedTuple

import numpy as np

from agents.judgement import outlook, tally
from boardkit.chance import index_below, next_bits
from boardkit.game import Game, States
from boardkit.jit import kernel, rule
from boardkit.play import play
from boardkit.protocol import determinize, is_over, legal_actions, returns, to_move

MOST_DECISIONS = 32  # of one turn that are looked at; Trajan's longest in random play has fewer
TIE = 1e-9  # scores that differ by no more are equal


@rule
def outcome(s, values):
    """What a finished game brings each seat, -1 to 1, whatever the reward is: the best return wins it."""
    returns(s, values)
    seats = len(values)
    if seats == 1:
        return
    highest = values[0]
    for seat in range(seats):
        highest = max(highest, values[seat])
    winners = 0
    for seat in range(seats):
        winners += values[seat] == highest
    for seat in range(seats):
        share = 1 / winners if values[seat] == highest else 0.0
        values[seat] = (share * seats - 1) / (seats - 1)


@rule
def expect(s, weights, values):
    """What each seat may expect of a position, finished or not, -1 to 1."""
    if is_over(s):
        outcome(s, values)
    else:
        outlook(s, weights, values)


@rule
def rate_turn(states, player, budget, weights, legal, counts, cursors, budgets, best, values, scores):
    """Rate each legal action of `states[0]` by the best position its player can end the turn with.

    A budget of positions is shared out equally among the actions of every decision; where a share does not reach for
    all actions of the next decision, the position is judged as it stands, in the middle of the turn.
    """
    turn = states[0].turn
    counts[0] = legal_actions(states[0], legal[0])
    cursors[0] = 0
    budgets[0] = budget
    depth = 0
    while True:
        if cursors[depth] == counts[depth]:
            if depth == 0:
                return counts[0]
            value = best[depth]
            depth -= 1
        else:
            action = np.int64(legal[depth, cursors[depth]])
            cursors[depth] += 1
            s = states[depth + 1]
            states[depth + 1] = states[depth]
            count = play(s, action, legal[depth + 1])
            share = budgets[depth] // counts[depth]
            goes_on = not is_over(s) and s.turn == turn and to_move(s) == player
            if goes_on and share >= count and depth + 2 < len(states):
                depth += 1
                counts[depth] = count
                cursors[depth] = 0
                budgets[depth] = share
                best[depth] = -np.inf
                continue
            expect(s, weights, values)
            value = values[player]
        if depth == 0:
            scores[cursors[0] - 1] = value
        else:
            best[depth] = max(best[depth], value)


@rule
def pick_best(generator, legal, scores, count):
    """The action with the highest score; among equals, any."""
    highest = scores[0]
    for k in range(count):
        highest = max(highest, scores[k])
    ties = 0
    for k in range(count):
        ties += scores[k] >= highest - TIE
    left = index_below(generator, ties)
    for k in range(count):
        if scores[k] >= highest - TIE:
            if left == 0:
                return np.int64(legal[k])
            left -= 1
    return np.int64(legal[0])


@kernel
def choose_by_turn(
    worlds, players, samples, budget, weights, generator,
    states, legal, counts, cursors, budgets, best, values, scores, actions,
):  # fmt: skip
    """Choose for each position the action that leads to the best end of turn, on average over sampled worlds."""
    ratings = np.empty(len(scores))
    for k in range(len(worlds)):
        for sample in range(samples):
            states[0] = worlds[k]
            if sample > 0:
                determinize(states[0], players[k], next_bits(generator))
            count = rate_turn(
                states, players[k], budget, weights, legal, counts, cursors, budgets, best, values, scores
            )
            for action in range(count):
                ratings[action] = scores[action] + (ratings[action] if sample > 0 else 0.0)
        actions[k] = pick_best(generator, legal[0], ratings, count)


@kernel
def choose_by_tally(worlds, players, generator, states, legal, values, scores, actions):
    """Choose for each position the action after which the player has most on the table."""
    for k in range(len(worlds)):
        count = legal_actions(worlds[k], legal[0])
        for place in range(count):
            states[0] = worlds[k]
            play(states[0], np.int64(legal[0, place]), legal[1])
            tally(states[0], values)
            scores[place] = values[players[k]]
        actions[k] = pick_best(generator, legal[0], scores, count)


class Scratch(NamedTuple):
    """The arrays a look through a turn is made in, in the order `choose_by_turn` takes them."""

    states: States
    legal: np.ndarray
    counts: np.ndarray
    cursors: np.ndarray
    budgets: np.ndarray
    best: np.ndarray
    values: np.ndarray
    scores: np.ndarray


def new_scratch(game: Game, options: Any) -> Scratch:
    """Scratch arrays for a game with these options."""
    return Scratch(
        states=np.zeros(MOST_DECISIONS + 1, game.state),
        legal=np.zeros((MOST_DECISIONS + 1, game.num_actions), np.int16),
        counts=np.zeros(MOST_DECISIONS + 1, np.int64),
        cursors=np.zeros(MOST_DECISIONS + 1, np.int64),
        budgets=np.zeros(MOST_DECISIONS + 1, np.int64),
        best=np.zeros(MOST_DECISIONS + 1),
        values=np.zeros(len(options.seats)),
        scores=np.zeros(game.num_actions),
    )
