"""Playing any game: the generic rules around the protocol, and the kernels that the adapters are made of.

Kernels allocate next to nothing: Python owns the arrays and kernels fill them. What a kernel keeps for every game of a
batch (a "row") is always consistent: `masks[game]` is 1 exactly at the `counts[game]` actions listed in `legal[game]`,
so a mask is brought up to date by clearing the old list and setting the new one, never by clearing a whole row.
"""

import numpy as np

from boardkit.chance import index_below, next_bits, next_random
from boardkit.jit import kernel, rule
from boardkit.protocol import (
    determinize,
    is_over,
    legal_actions,
    new_game,
    observe,
    observe_full,
    returns,
    step,
    to_move,
)

ILLEGAL = -1  # what `step_one` returns instead of an outcome
SEAT = 0xFF  # in the outcome of `step_one`: the seat to move
REWARDED = 0x100  # in the outcome of `step_one`: some seat's reward is not zero
OVER = 0x200  # in the outcome of `step_one`: the game has ended


@rule
def play(s, action, legal):
    """Play a legal action and settle what follows; returns how many actions are legal then, listed in `legal`.

    To settle is to play, where the options say so, the only legal action as long as there is only one. The rules are
    called at one place and with one type of action: each more would be compiled apart.
    """
    number = np.int64(action)
    while True:
        step(s, number)
        count = legal_actions(s, legal)
        if count != 1 or not s.skip_forced or is_over(s):
            return count
        number = np.int64(legal[0])


@rule
def settle(s, legal):
    """Settle a position: as `play`, but beginning with the list of legal actions."""
    count = legal_actions(s, legal)
    if count == 1 and s.skip_forced and not is_over(s):
        return play(s, np.int64(legal[0]), legal)
    return count


@rule
def start(s, seed, legal):
    """Set up a game and settle it: it stands at its first real decision."""
    new_game(s, np.uint64(seed))
    return settle(s, legal)


@rule
def set_mask(mask, legal, count, value):
    """Write `value` at the listed actions. An explicit loop: a slice assignment takes ten times as long."""
    for k in range(count):
        mask[legal[k]] = value


@rule
def observe_as(s, player, full, values):
    """Write the observation of a seat, with what is hidden from it when `full` is set."""
    if full:
        observe_full(s, player, values)
    else:
        observe(s, player, values)


@rule
def earn(s, totals, rewards, values):
    """Write each seat's reward, the growth of its returns over `totals`, and bring `totals` up to date."""
    returns(s, values)
    rewarded = False
    for seat in range(len(totals)):
        rewards[seat] = values[seat] - totals[seat]
        totals[seat] = values[seat]
        rewarded |= rewards[seat] != 0
    return rewarded


@rule
def show_row(s, game, full, legal, counts, masks, observations, totals, rewards, terminated, seats):
    """Fill the row of a game that nobody has played in since it was begun or put in."""
    set_mask(masks[game], legal[game], counts[game], 1)
    returns(s, totals[game])
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0
    terminated[game] = is_over(s)
    seats[game] = to_move(s)
    observe_as(s, seats[game], full, observations[game])


@kernel
def start_games(states, games, seeds, full, legal, counts, masks, observations, totals, rewards, terminated, seats):
    """Begin new games from seeds."""
    for k in range(len(games)):
        game = games[k]
        s = states[game]
        set_mask(masks[game], legal[game], counts[game], 0)
        counts[game] = start(s, seeds[k], legal[game])
        show_row(s, game, full, legal, counts, masks, observations, totals, rewards, terminated, seats)


@kernel
def show_games(states, games, full, legal, counts, masks, observations, totals, rewards, terminated, seats):
    """Fill the rows of games whose states were put in from outside; the states stay as they are."""
    for k in range(len(games)):
        game = games[k]
        s = states[game]
        set_mask(masks[game], legal[game], counts[game], 0)
        counts[game] = legal_actions(s, legal[game])
        show_row(s, game, full, legal, counts, masks, observations, totals, rewards, terminated, seats)


@kernel
def first_fault(masks, games, actions):
    """The first position whose game is out of range or not above the one before, or whose action is illegal; or -1."""
    before = -1
    for k in range(len(games)):
        game = games[k]
        if game <= before or game >= len(masks):
            return k
        before = game
        if actions[k] < 0 or actions[k] >= masks.shape[1] or masks[game, actions[k]] == 0:
            return k
    return -1


@kernel
def step_games(
    states, games, actions, auto_reset, full, finals,
    legal, counts, masks, observations, totals, rewards, terminated, seats,
):  # fmt: skip
    """Play one legal action in each of the games; what ends is kept in `finals`.

    With `auto_reset` a new game, seeded by the generator of the finished one, takes its place.
    """
    values = np.empty(totals.shape[1], np.float32)
    for k in range(len(games)):
        game = games[k]
        s = states[game]
        set_mask(masks[game], legal[game], counts[game], 0)
        counts[game] = play(s, actions[k], legal[game])
        earn(s, totals[game], rewards[game], values)
        terminated[game] = is_over(s)
        if terminated[game]:
            finals[game] = s
            if auto_reset:
                counts[game] = start(s, next_random(s), legal[game])
                returns(s, totals[game])
        set_mask(masks[game], legal[game], counts[game], 1)
        seats[game] = to_move(s)
        observe_as(s, seats[game], full, observations[game])


@kernel
def step_one(states, action, checked, legal, counts, masks, totals, rewards):
    """Play one action in the only game; returns the outcome as one number, which costs a caller in Python least."""
    mask = masks[0]
    if checked and (action < 0 or action >= len(mask) or mask[action] == 0):
        return ILLEGAL
    s = states[0]
    set_mask(mask, legal[0], counts[0], 0)
    counts[0] = play(s, action, legal[0])
    set_mask(mask, legal[0], counts[0], 1)
    values = np.empty(totals.shape[1], np.float32)
    outcome = np.int64(to_move(s))
    if earn(s, totals[0], rewards[0], values):
        outcome |= REWARDED
    if is_over(s):
        outcome |= OVER
    return outcome


@kernel
def observe_one(states, player, full, masks, masked, observation, action_mask):
    """Write the observation of a seat of the only game and the action mask, all zero unless `masked`."""
    observe_as(states[0], player, full, observation)
    for action in range(len(action_mask)):
        action_mask[action] = masks[0, action] if masked else 0


@kernel
def choose_one(generator, legal, counts):
    """Choose a random legal action in the only game; -1 when it is over."""
    return np.int64(legal[0, index_below(generator, counts[0])]) if counts[0] else -1


@kernel
def observe_games(states, games, players, full, observations):
    """Write the observation of one seat a game: not the seat to move, but the one that is asked for."""
    for k in range(len(games)):
        observe_as(states[games[k]], players[k], full, observations[k])


@kernel
def draw_seeds(states, games, seeds):
    """Draw a seed for the next game out of the generator of each of the games."""
    for k in range(len(games)):
        seeds[k] = next_random(states[games[k]])


@kernel
def fill_random(generator, values):
    """Fill an array with random 64-bit numbers."""
    for k in range(len(values)):
        values[k] = next_bits(generator)


@kernel
def fill_below(generator, limit, values):
    """Fill an array with random whole numbers from 0 to limit - 1."""
    for k in range(len(values)):
        values[k] = index_below(generator, limit)


@kernel
def choose_listed(generator, legal, counts, games, actions):
    """Choose a random legal action for each of the games; -1 where none is legal."""
    for k in range(len(games)):
        count = counts[games[k]]
        actions[k] = legal[games[k], index_below(generator, count)] if count else -1


@kernel
def choose_masked(generator, masks, actions):
    """Choose a random action for each mask; -1 where none is allowed."""
    for k in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[k, action] != 0
        left = index_below(generator, count) if count else -1
        actions[k] = -1
        for action in range(masks.shape[1]):
            if masks[k, action] != 0:
                if left == 0:
                    actions[k] = action
                    break
                left -= 1


@kernel
def redraw(states, players, keys):
    """Make of each state one that its player could just as well be in, with a new future."""
    for k in range(len(states)):
        determinize(states[k], players[k], keys[k])


@rule
def share_win(values, wins):
    """Credit a finished game to the seats with the highest return, in equal shares; alone, a seat wins above zero."""
    highest = values[0]
    for seat in range(len(values)):
        highest = max(highest, values[seat])
    winners = 0
    for seat in range(len(values)):
        winners += values[seat] == highest
    for seat in range(len(values)):
        if values[seat] == highest and (len(values) > 1 or highest > 0):
            wins[seat] += 1 / winners


@kernel
def rollout(states, most_games, most_decisions, generator, legal, wins):
    """Play random games in the only state, one after another, until so many games or decisions are played.

    Returns the finished games and the decisions; `wins` grows by each seat's share of the wins.
    """
    s = states[0]
    values = np.empty(len(wins), np.float32)
    games = 0
    decisions = 0
    count = start(s, next_bits(generator), legal)
    while games < most_games and decisions < most_decisions:
        if not is_over(s):
            count = play(s, np.int64(legal[index_below(generator, count)]), legal)
            decisions += 1
        if is_over(s):
            returns(s, values)
            share_win(values, wins)
            games += 1
            count = start(s, next_bits(generator), legal)
    return games, decisions
