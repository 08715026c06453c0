"""Chance: a splitmix64 generator that lives in the state of a game, and the few ways games draw from it.

A game starts with `s.rng = seed`. Bags, piles and decks are counts by kind; which piece comes is decided when it is
drawn. So a seed and a list of actions give the same game on every platform, and nothing hidden lies in a state but
the generator and what players hold.
"""

import functools
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from boardkit.jit import JIT_DISABLED, rule

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Without the compiler numpy would warn that 64-bit arithmetic wraps, which is what we want of it."""
    if not JIT_DISABLED:
        return function

    @functools.wraps(function)
    def silent(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return silent


@_wrapping
@rule
def mix(value):
    """Scramble 64 bits: the output function of splitmix64."""
    value = (value ^ (value >> np.uint64(30))) * MIX_1
    value = (value ^ (value >> np.uint64(27))) * MIX_2
    return value ^ (value >> np.uint64(31))


@_wrapping
@rule
def next_random(s):
    """The next 64 random bits of the game."""
    s.rng = np.uint64(s.rng) + GOLDEN
    return mix(np.uint64(s.rng))


@rule
def below(s, limit):
    """A random whole number from 0 to limit - 1."""
    return np.int64(((next_random(s) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@rule
def draw(s, counts):
    """Take a random piece out of a multiset given as counts by kind; -1 when it is empty."""
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    if total == 0:
        return -1
    left = below(s, total)
    for kind in range(len(counts)):
        if left < counts[kind]:
            counts[kind] -= 1
            return kind
        left -= counts[kind]
    return -1


@_wrapping
@rule
def next_bits(generator):
    """The next 64 random bits of a generator outside any game: a uint64 array of one."""
    generator[0] = generator[0] + GOLDEN
    return mix(generator[0])


@rule
def index_below(generator, limit):
    """A random whole number from 0 to limit - 1 out of a generator outside any game."""
    return np.int64(((next_bits(generator) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


def new_generator(seed: int) -> np.ndarray:
    """A generator outside any game, for `next_bits` and `index_below`."""
    return np.array([seed % 2**64], np.uint64)


def fresh_seed() -> int:
    """A seed nobody chose, from the operating system."""
    return secrets.randbits(64)
