"""Random play in games of other libraries, where they are installed (`make bench-peers` installs them)."""

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec

Row = tuple[str, str, float, str]
Measure = Callable[[Callable[[], int], float], float]


def measure(best_rate: Measure, seconds: float) -> Iterator[Row]:
    """Library, what was measured, steps a second, and the interface of ours it compares with; for all installed."""
    if find_spec("pettingzoo"):
        for name in ("connect_four_v3", "tictactoe_v3"):
            if burst := pettingzoo_burst(name):
                yield "PettingZoo", f"{name} env, random legal play", best_rate(burst, seconds), "env"
    if find_spec("pyspiel"):
        for name in ("backgammon", "gin_rummy"):
            yield "OpenSpiel", f"{name}, random play from Python", best_rate(open_spiel_burst(name), seconds), "env"
    if find_spec("pgx"):
        yield "PGX", "backgammon, batch of 1,024 on the CPU", best_rate(pgx_burst("backgammon"), seconds), "batch"


def pettingzoo_burst(name: str) -> Callable[[], int] | None:
    """A classic of PettingZoo, played the way its documentation shows; None where its extra is missing."""
    from importlib import import_module

    try:
        env = import_module(f"pettingzoo.classic.{name}").env()
    except ImportError:
        return None
    env.reset(seed=1)

    def burst() -> int:
        for _ in range(200):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return 200

    return burst


def open_spiel_burst(name: str) -> Callable[[], int]:
    """A game of OpenSpiel, its C++ states stepped from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def burst() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return burst


def pgx_burst(name: str) -> Callable[[], int]:
    """A game of PGX, a batch in one compiled JAX function."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)
    batch, steps = 1024, 10

    def one(carry, key):
        logits = jnp.log(carry.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(key, logits, axis=-1)
        return jax.vmap(pgx.experimental.auto_reset(env.step, env.init))(
            carry, actions, jax.random.split(key, batch)
        ), None

    advance = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps))[0])
    held = {"state": jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), "n": 0}

    def burst() -> int:
        held["n"] += 1
        held["state"] = jax.block_until_ready(advance(held["state"], jax.random.PRNGKey(held["n"])))
        return batch * steps

    return burst
