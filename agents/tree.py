"""Information-set Monte Carlo tree search, compiled, on the protocol alone: it plays any game of boardkit.

One tree for the player who thinks. A node is a history of actions since the position searched, not a state: every
iteration draws a new world that the player could be in, with a new future, and walks down the actions that are legal
in it. An action's statistics belong to whoever chose it, so any number of players maximise each their own value, and
several decisions of one turn are simply nodes of the same player. How often an action was available counts as well as
how often it was chosen, because an action that is rarely legal must not look neglected.
"""

from typing import NamedTuple

import numpy as np

from agents.judgement import tally
from agents.network import Network, evaluate_network, scratch_for
from agents.turns import expect, outcome
from boardkit.chance import index_below, next_bits
from boardkit.game import Game, Options, States
from boardkit.jit import kernel, rule
from boardkit.play import play
from boardkit.protocol import determinize, is_over, legal_actions, observe, to_move

NO_NODE = -1
MOST_STEPS = 1024  # decisions in a walk down the tree

NODE = np.dtype((np.record, [
    ("total", "f8"),        # sum of the values of the seat that chose the action
    ("visits", "i4"),       # how often it was chosen
    ("available", "i4"),    # how often it was legal when its parent was visited
    ("first_child", "i4"),  # of this node, NO_NODE when there is none
    ("sibling", "i4"),      # the next child of the parent, NO_NODE behind the last
    ("action", "i2"),
    ("mover", "i1"),        # the seat that chose it
    ("guess", "f4"),        # with priors: what the mover expects of it before it was tried
    ("weight", "f4"),       # with priors: its weight among its siblings, before they are made to add up to one
]))  # fmt: skip

# -- how a walk ends (ROLLOUTS, JUDGES), and what is known of an action before it is tried (PRIORS) --------------------
ROLLOUTS = ("random", "greedy", "legate")
RANDOM, GREEDY, LEGATE = range(len(ROLLOUTS))
PRIORS = ("none", "legate", "network")
NO_PRIORS, LEGATE_PRIORS, NETWORK_PRIORS = range(len(PRIORS))
JUDGES = ("legate", "network")
LEGATE_JUDGES, NETWORK_JUDGES = range(len(JUDGES))
TO_THE_END = -1  # as `turns`


class Habits(NamedTuple):
    """How a search thinks."""

    rollout: int  # of ROLLOUTS: who plays on from the end of a walk
    turns: int  # for how many turns, before the position is judged; TO_THE_END: until the game is over
    judge: int  # of JUDGES: who judges it
    priors: int  # of PRIORS
    exploration: float
    sharpness: float  # with priors of the judgement: how strongly they prefer the better guess


class Knowledge(NamedTuple):
    """What a search knows of the game besides its rules."""

    weights: np.ndarray  # of the game's judgement
    network: Network  # NO_NETWORK where nobody asks for one


NO_NETWORK = Network(np.zeros(1, np.int64), np.zeros(0, np.float32))


class Scratch(NamedTuple):
    """The arrays an iteration is made in."""

    states: States  # [2]: the world walked through, and one to try actions in
    legal: np.ndarray  # int16 [2, actions]
    path: np.ndarray  # int64 [MOST_STEPS], nodes
    child_of: np.ndarray  # int64 [actions], NO_NODE between uses
    values: np.ndarray  # float64 [seats]
    observation: np.ndarray  # float32 [size], what the network is shown
    hidden: np.ndarray  # float32 [2, widest], its hidden layers
    logits: np.ndarray  # float32 [actions + 1], what it answers


def new_scratch(game: Game, options: Options, network: Network) -> Scratch:
    """Scratch arrays for one thread."""
    return Scratch(
        states=np.zeros(2, game.state),
        legal=np.zeros((2, game.num_actions), np.int16),
        path=np.zeros(MOST_STEPS, np.int64),
        child_of=np.full(game.num_actions, NO_NODE, np.int64),
        values=np.zeros(len(options.seats)),
        observation=np.zeros(game.observation.size, np.float32),
        hidden=scratch_for(network),
        logits=np.zeros(game.num_actions + 1, np.float32),
    )


def new_tree(capacity: int) -> tuple[np.ndarray, np.ndarray]:
    """An empty tree of a root alone: its nodes, and how many of them are in use (an array of one)."""
    nodes = np.zeros(capacity, NODE)
    used = np.zeros(1, np.int64)
    plant(nodes, used)
    return nodes, used


@kernel
def plant(nodes, used):
    """Forget the whole tree: only an unvisited root is left."""
    used[0] = 0
    add_node(nodes, used, NO_NODE, -1, -1)


@rule
def add_node(nodes, used, parent, action, mover):
    """A new child of a node, or NO_NODE when the tree is full."""
    if used[0] == len(nodes):
        return NO_NODE
    child = used[0]
    used[0] += 1
    node = nodes[child]
    node.total = 0.0
    node.visits = 0
    node.available = 0
    node.first_child = NO_NODE
    node.sibling = NO_NODE
    node.action = action
    node.mover = mover
    node.guess = 0.0
    node.weight = 1.0
    if parent != NO_NODE:
        node.sibling = nodes[parent].first_child
        nodes[parent].first_child = child
    return child


# -- choosing a way down -----------------------------------------------------------------------------------------------


@rule
def find_children(nodes, parent, player, child_of):
    """Write the children that a seat may choose where `child_of` finds them by action."""
    child = np.int64(nodes[parent].first_child)
    while child != NO_NODE:
        if nodes[child].mover == player:
            child_of[nodes[child].action] = child
        child = np.int64(nodes[child].sibling)


@rule
def forget_children(nodes, parent, child_of):
    """Leave `child_of` as it was found."""
    child = np.int64(nodes[parent].first_child)
    while child != NO_NODE:
        child_of[nodes[child].action] = NO_NODE
        child = np.int64(nodes[child].sibling)


@rule
def untried(nodes, used, parent, player, legal, count, child_of, generator):
    """Without priors: a node for a random legal action that had none; NO_NODE when all have, or the tree is full."""
    missing = 0
    for k in range(count):
        missing += child_of[legal[k]] == NO_NODE
    if missing == 0:
        return NO_NODE
    left = index_below(generator, missing)
    for k in range(count):
        if child_of[legal[k]] == NO_NODE:
            if left == 0:
                return add_node(nodes, used, parent, np.int64(legal[k]), player)
            left -= 1
    return NO_NODE


@rule
def has_untried(legal, count, child_of):
    """Whether some legal action has no node."""
    for k in range(count):
        if child_of[legal[k]] == NO_NODE:
            return True
    return False


@rule
def ask_network(s, player, network, scratch):
    """Show a position to the network as a seat sees it; logits go to `scratch`, its value is returned, -1 to 1."""
    observe(s, player, scratch.observation)
    value = np.float64(evaluate_network(network, scratch.observation, scratch.hidden, scratch.logits))
    return min(1.0, max(-1.0, value))


@rule
def guess_by_judgement(nodes, used, parent, player, sharpness, weights, scratch, count):
    """Priors of the judgement: a node for every legal action that has none, with what its player expects of it."""
    s, trial = scratch.states[0], scratch.states[1]
    for k in range(count):
        action = np.int64(scratch.legal[0, k])
        if scratch.child_of[action] == NO_NODE:
            child = add_node(nodes, used, parent, action, player)
            if child == NO_NODE:
                return
            scratch.states[1] = s
            play(trial, action, scratch.legal[1])
            expect(trial, weights, scratch.values)
            nodes[child].guess = scratch.values[player]
            nodes[child].weight = np.exp(sharpness * scratch.values[player])
            scratch.child_of[action] = child


@rule
def guess_by_network(nodes, used, parent, player, network, scratch, count):
    """Priors of the network: a node for every legal action that has none.

    It weighs as much as its probability among the legal actions; before it is tried it is expected to be worth what
    the network expects of the position.
    """
    legal, logits = scratch.legal[0], scratch.logits
    if not has_untried(legal, count, scratch.child_of):
        return
    value = ask_network(scratch.states[0], player, network, scratch)
    highest = np.float32(-np.inf)
    for k in range(count):
        highest = max(highest, logits[legal[k]])
    total = 0.0
    for k in range(count):
        total += np.exp(np.float64(logits[legal[k]] - highest))
    for k in range(count):
        action = np.int64(legal[k])
        if scratch.child_of[action] == NO_NODE:
            child = add_node(nodes, used, parent, action, player)
            if child == NO_NODE:
                return
            nodes[child].guess = value
            nodes[child].weight = np.exp(np.float64(logits[action] - highest)) / total
            scratch.child_of[action] = child


@rule
def appeal(node, habits, visits, weights):
    """How much a child invites to be chosen: its mean value, and more the less it was tried when it could be."""
    if habits.priors == NO_PRIORS:
        return node.total / node.visits + habits.exploration * np.sqrt(np.log(node.available) / node.visits)
    mean = (node.total + node.guess) / (node.visits + 1)
    return mean + habits.exploration * node.weight / weights * np.sqrt(visits) / (1 + node.visits)


@rule
def most_appealing(nodes, parent, habits, legal, count, child_of):
    """The legal child that invites most; NO_NODE when no legal action has a child."""
    weights = 0.0
    for k in range(count):
        child = child_of[legal[k]]
        if child != NO_NODE:
            nodes[child].available += 1
            weights += nodes[child].weight
    chosen, highest = NO_NODE, -np.inf
    for k in range(count):
        child = child_of[legal[k]]
        if child != NO_NODE:
            value = appeal(nodes[child], habits, nodes[parent].visits + 1, weights)
            if value > highest:
                chosen, highest = child, value
    return chosen


@rule
def descend(nodes, used, parent, player, habits, knowledge, scratch, count, generator):
    """The child to go to from a node: an untried one, or the most appealing; NO_NODE when there is none to be had."""
    legal, child_of = scratch.legal[0], scratch.child_of
    find_children(nodes, parent, player, child_of)
    child = NO_NODE
    if habits.priors == NO_PRIORS:
        child = untried(nodes, used, parent, player, legal, count, child_of, generator)
    elif habits.priors == LEGATE_PRIORS:
        guess_by_judgement(nodes, used, parent, player, habits.sharpness, knowledge.weights, scratch, count)
    else:
        guess_by_network(nodes, used, parent, player, knowledge.network, scratch, count)
    if child == NO_NODE:
        child = most_appealing(nodes, parent, habits, legal, count, child_of)
    forget_children(nodes, parent, child_of)
    return child


# -- what the end of a walk is worth -----------------------------------------------------------------------------------


@rule
def choose_in_rollout(scratch, habits, weights, count, generator):
    """An action of whoever plays on: any, or the one with the best immediate result, by tally or by outlook."""
    if habits.rollout == RANDOM:
        return np.int64(scratch.legal[0, index_below(generator, count)])
    player = to_move(scratch.states[0])
    best, highest = 0, -np.inf
    first = index_below(generator, count)  # among equals, not always the first of the list
    for k in range(count):
        place = (first + k) % count
        scratch.states[1] = scratch.states[0]
        play(scratch.states[1], np.int64(scratch.legal[0, place]), scratch.legal[1])
        if habits.rollout == GREEDY:
            tally(scratch.states[1], scratch.values)
        else:
            expect(scratch.states[1], weights, scratch.values)
        if scratch.values[player] > highest:
            best, highest = place, scratch.values[player]
    return np.int64(scratch.legal[0, best])


@rule
def expect_by_network(s, network, scratch):
    """Write what the network thinks each seat may expect.

    It was trained on positions seen by the player to move. Of two players the other expects the opposite; of more,
    every seat's own view is shown to it, and what all expect together is made to add up to nothing, as it must.
    """
    values = scratch.values
    seats = len(values)
    if is_over(s):
        outcome(s, values)
    elif seats <= 2:
        player = to_move(s)
        values[player] = ask_network(s, player, network, scratch)
        if seats == 2:
            values[1 - player] = -values[player]
    else:
        total = 0.0
        for seat in range(seats):
            values[seat] = ask_network(s, seat, network, scratch)
            total += values[seat]
        for seat in range(seats):
            values[seat] -= total / seats


@rule
def play_on(scratch, habits, knowledge, count, generator):
    """Play on from the end of a walk, and write what each seat may expect then."""
    s = scratch.states[0]
    last = s.turn + habits.turns
    while not is_over(s) and (habits.turns == TO_THE_END or s.turn < last):
        count = play(s, choose_in_rollout(scratch, habits, knowledge.weights, count, generator), scratch.legal[0])
    if habits.turns == TO_THE_END:
        outcome(s, scratch.values)
    elif habits.judge == LEGATE_JUDGES:
        expect(s, knowledge.weights, scratch.values)
    else:
        expect_by_network(s, knowledge.network, scratch)


# -- the search --------------------------------------------------------------------------------------------------------


@rule
def iterate(nodes, used, root, habits, knowledge, scratch, generator):
    """One walk from the root through a world that stands in `scratch`: down, on to a value, and back up."""
    s = scratch.states[0]
    count = legal_actions(s, scratch.legal[0])
    node, steps = np.int64(root), 0
    while not is_over(s) and steps < len(scratch.path):
        child = descend(nodes, used, node, to_move(s), habits, knowledge, scratch, count, generator)
        if child == NO_NODE:
            break
        scratch.path[steps] = child
        steps += 1
        node = np.int64(child)
        count = play(s, np.int64(nodes[child].action), scratch.legal[0])
        if nodes[child].visits == 0:
            break
    play_on(scratch, habits, knowledge, count, generator)
    nodes[root].visits += 1
    for step in range(steps):
        visited = nodes[scratch.path[step]]
        visited.visits += 1
        visited.total += scratch.values[visited.mover]


@kernel
def search(nodes, used, root, world, player, simulations, habits, knowledge, scratch, generator):
    """Think about the position `world[0]` of `player` for so many simulations."""
    for _ in range(simulations):
        scratch.states[0] = world[0]
        determinize(scratch.states[0], player, next_bits(generator))
        iterate(nodes, used, root, habits, knowledge, scratch, generator)


@kernel
def read_root(nodes, root, visits, values):
    """Add the visits of the root's actions to `visits` and the sums of their values to `values`."""
    child = np.int64(nodes[root].first_child)
    while child != NO_NODE:
        visits[nodes[child].action] += nodes[child].visits
        values[nodes[child].action] += nodes[child].total
        child = np.int64(nodes[child].sibling)


@kernel
def lead_of_root(nodes, root):
    """How many visits the most visited action of the root is ahead of the next."""
    first, second = 0, 0
    child = np.int64(nodes[root].first_child)
    while child != NO_NODE:
        visits = np.int64(nodes[child].visits)
        if visits > first:
            first, second = visits, first
        else:
            second = max(second, visits)
        child = np.int64(nodes[child].sibling)
    return first - second


@kernel
def find_child(nodes, root, player, action):
    """The node of an action of the root; NO_NODE when it was never tried."""
    child = np.int64(nodes[root].first_child)
    while child != NO_NODE:
        if nodes[child].action == action and nodes[child].mover == player:
            return child
        child = np.int64(nodes[child].sibling)
    return NO_NODE


@kernel
def follow(states, player, action, legal, observation):
    """Play an action in the only state; whether its player goes on in the same turn, and then what he sees."""
    s = states[0]
    turn = s.turn
    play(s, action, legal)
    if is_over(s) or s.turn != turn or to_move(s) != player:
        return False
    observe(s, player, observation)
    return True
