"""The Trajan action (T15): stacks of Trajan tiles and the arch."""

from boardkit.chance import draw
from boardkit.jit import rule
from trajan_env.actions import TAKE_TRAJAN_TILE
from trajan_env.data import NUM_STACKS, NUM_TRAYS, TILES_IN_A_STACK
from trajan_env.state import NONE


@rule
def turn_up(s, stack):
    """T3: the next tile of a stack becomes visible, if there is one."""
    index = draw(s, s.stack_rest[stack])
    s.stack_top[stack] = NONE if index == NONE else TILES_IN_A_STACK * stack + index


@rule
def take_top(s, stack, player, slot):
    """The top tile of a stack goes onto a slot of the action circle."""
    s.slots[player, slot] = s.stack_top[stack]
    turn_up(s, stack)


@rule
def can_use_trajan(s, player):
    """T15, R9: the arch is not in the centre and a stack is not empty."""
    stacks = 0
    for stack in range(NUM_STACKS):
        if s.stack_top[stack] != NONE:
            stacks += 1
    return stacks > 0 and s.arch[player] != NONE


@rule
def list_trajan(s, player, actions, count):
    """T15: the stacks that have a tile."""
    if s.arch[player] != NONE:
        for stack in range(NUM_STACKS):
            if s.stack_top[stack] != NONE:
                actions[count] = TAKE_TRAJAN_TILE + stack
                count += 1
    return count


@rule
def use_trajan(s, player, stack):
    """T15: the top tile onto the arch's slot; the arch to the next free slot, or to the centre."""
    slot = s.arch[player]
    take_top(s, stack, player, slot)
    s.arch[player] = NONE
    for steps in range(1, NUM_TRAYS):
        free = (slot + steps) % NUM_TRAYS
        if s.slots[player, free] == NONE:
            s.arch[player] = free
            return
