"""The rules of Kalah on the record of its state.

A side has six pits and a store. Pits are counted 0 to 13 in the direction of sowing: south's pits 0-5, south's store 6,
north's pits 7-12, north's store 13.
"""

import numpy as np

from boardkit.chance import below, mix
from boardkit.jit import rule
from boardkit.protocol import implement

PITS = 6
STORES = np.array([6, 13])
SIZE = 14

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", "u8"),  # generator
            ("seed", "u8"),  # what it started from
            ("skip_forced", "u1"),  # 1: play a single legal action at once
            ("solo", "u1"),  # 1: north plays at random and has no seat
            ("seeds", "u1"),  # seeds in each pit at the start, 1..6
            ("scatter", "u1"),  # 1: the seeds of a side are strewn at random, the same way on both sides
            ("turn", "u2"),  # moves made
            ("player", "u1"),  # whose move, 0 south, 1 north
            ("over", "u1"),
            ("board", "u1", (SIZE,)),
        ],
    )
)


@rule
def new_game(s, seed):
    s.seed = seed
    s.rng = seed
    s.turn = 0
    s.player = 0
    s.over = 0
    for pit in range(SIZE):
        s.board[pit] = 0
    for pit in range(PITS):
        for _ in range(s.seeds):
            place = below(s, PITS) if s.scatter else pit
            s.board[place] += 1
            s.board[place + PITS + 1] += 1


@rule
def side_is_empty(s, player):
    seeds = 0
    for pit in range(PITS):
        seeds += s.board[first_pit(player) + pit]
    return seeds == 0


@rule
def first_pit(player):
    return player * (PITS + 1)


@rule
def legal_actions(s, actions):
    count = 0
    if not s.over:
        for pit in range(PITS):
            if s.board[first_pit(s.player) + pit]:
                actions[count] = pit
                count += 1
    return count


@rule
def sow(s, pit):
    """Sow a pit around the board past the opponent's store; returns where the last seed fell."""
    hand = s.board[pit]
    s.board[pit] = 0
    skipped = STORES[1 - s.player]
    while hand:
        pit = (pit + 1) % SIZE
        if pit != skipped:
            s.board[pit] += 1
            hand -= 1
    return pit


@rule
def capture(s, pit):
    """The last seed fell into an own empty pit opposite seeds: both pits go to the own store."""
    opposite = SIZE - 2 - pit
    own = first_pit(s.player) <= pit < first_pit(s.player) + PITS
    if own and s.board[pit] == 1 and s.board[opposite]:
        s.board[STORES[s.player]] += s.board[opposite] + 1
        s.board[pit] = 0
        s.board[opposite] = 0


@rule
def sweep(s):
    """The game ends when a side is empty; what lies on the other goes to its store."""
    if not (side_is_empty(s, 0) or side_is_empty(s, 1)):
        return
    for player in range(2):
        for pit in range(first_pit(player), first_pit(player) + PITS):
            s.board[STORES[player]] += s.board[pit]
            s.board[pit] = 0
    s.over = 1


@rule
def move(s, action):
    s.turn += 1
    last = sow(s, first_pit(s.player) + action)
    if last != STORES[s.player]:
        capture(s, last)
        s.player = 1 - s.player
    sweep(s)


@rule
def step(s, action):
    move(s, action)
    while s.solo and s.player == 1 and not s.over:
        pit = below(s, PITS)
        if s.board[first_pit(1) + pit]:
            move(s, pit)


@rule
def to_move(s):
    return 0 if s.solo else s.player


@rule
def is_over(s):
    return s.over == 1


@rule
def returns(s, values):
    lead = np.int64(s.board[STORES[0]]) - np.int64(s.board[STORES[1]])
    outcome = 0
    if s.over and lead != 0:
        outcome = 1 if lead > 0 else -1
    for seat in range(len(values)):
        values[seat] = outcome if seat == 0 else -outcome


@rule
def observe(s, player, values):
    for pit in range(SIZE):
        values[pit] = s.board[(pit + first_pit(player)) % SIZE] / 72


@rule
def observe_full(s, player, values):
    observe(s, player, values)
    values[SIZE] = s.player


@rule
def determinize(s, player, key):
    s.rng = mix(np.uint64(key))
    s.seed = 0


implement(
    STATE,
    new_game=new_game,
    legal_actions=legal_actions,
    step=step,
    to_move=to_move,
    is_over=is_over,
    returns=returns,
    observe=observe,
    observe_full=observe_full,
    determinize=determinize,
)
