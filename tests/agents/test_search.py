"""The search where the truth is known: wins and losses in one, and endgames that can be searched to the end."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from kalah import GAME as KALAH
from kalah import KalahOptions
from playing import random_positions

from boardkit.agent import make_agent, view_states
from boardkit.batch import Batch
from boardkit.game import Game, Options, States, copy_states
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions
from trajan_env.state import CONSUL

SEARCHES = (
    "ismcts:sims=600,turns=end,priors=none",
    "ismcts:sims=600,turns=1,priors=none",
    "ismcts:sims=600,turns=0,priors=legate",
)
ENDS_TRIED = 6
GAMES = {"caesar": (CAESAR, CaesarOptions()), "trajan": (TRAJAN, TrajanOptions(players=2, setup="random"))}


def after_each_action(game: Game, options: Options, position: States) -> dict[int, Batch]:
    """The games after each legal action of a position."""
    table = Batch(game, options, 1, 0, auto_reset=False)
    table.set_states(position)
    games = {}
    for action in table.legal_actions(0):
        after = table.copy()
        after.step(np.array([action]))
        games[int(action)] = after
    return games


def may_end_now(states: States) -> np.ndarray:
    """Which positions are so late that the decision may end the game."""
    if states.dtype == CAESAR.state:
        return states["markers"].min(axis=1) <= 4
    return (states["quarter"] == 4) & (states["decision"] == CONSUL)  # T22: the last decision of the game


def ends_in_one(name: str, by: float) -> Iterator[tuple[States, set[int]]]:
    """Positions of random games where some actions, not all, end the game at once with that return for the mover."""
    game, options = GAMES[name]
    found = 0
    for states in random_positions(game, options, 800, seed=11):
        for k in np.flatnonzero(may_end_now(states)):
            position = copy_states(states, np.array([k]))
            after = after_each_action(game, options, position)
            mover = int(view_states(game, position, 0, samples=False).players[0])
            ending = {action for action, one in after.items() if one.terminated[0] and one.rows.totals[0, mover] == by}
            if 0 < len(ending) < len(after):
                yield position, ending
                found += 1
                if found == ENDS_TRIED:
                    return
    raise AssertionError(f"only {found} such positions of {game.title}; play more games")


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_finds_the_win_in_one(name, spec):
    game, _ = GAMES[name]
    direct = 0
    for position, winning in ends_in_one(name, by=1):
        agent = make_agent(spec, game, seed=1)
        direct += int(agent.act(view_states(game, position, 3))[0]) in winning
        assert agent.report[0][0].value > 0.999  # in no world did the choice fail to win
    assert direct >= ENDS_TRIED / 2  # the rest won as surely, one decision later


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_avoids_the_loss_in_one(name, spec):
    game, _ = GAMES[name]
    for position, losing in ends_in_one(name, by=-1):
        agent = make_agent(spec, game, seed=1)
        assert int(agent.act(view_states(game, position, 3))[0]) not in losing


def solve(game: Game, options: Options, position: States, known: dict[bytes, tuple[float, int]]) -> tuple[float, int]:
    """What the first seat gets from a position without chance if both play best, and how many positions that took."""
    key = position.tobytes()
    if key not in known:
        table = Batch(game, options, 1, 0, auto_reset=False)
        table.set_states(position)
        if table.terminated[0]:
            known[key] = float(table.rows.totals[0, 0]), 1
        else:
            best: Callable = max if table.to_move[0] == 0 else min
            after = after_each_action(game, options, position)
            answers = [solve(game, options, one.states, known) for one in after.values()]
            known[key] = best(value for value, _ in answers), 1 + sum(size for _, size in answers)
    return known[key]


def without_chance(position: States) -> bool:
    """The end of a duel: both bags are empty, so nothing is drawn any more and all hands are known."""
    return position["bag"].sum() == 0 and (position["border_owner"] < 0).sum() <= 4


def endgames(game: Game, options: Options, fits: Callable[[States], bool], seed: int) -> Iterator[tuple[States, dict]]:
    """Positions that can be solved and in which the choice matters: some actions give the game away, some do not."""
    for states in random_positions(game, options, 200, seed):
        for k in range(len(states)):
            position = copy_states(states, np.array([k]))
            if not fits(position):
                continue
            known: dict[bytes, tuple[float, int]] = {}
            after = after_each_action(game, options, position)
            values = {action: solve(game, options, one.states, known)[0] for action, one in after.items()}
            if len(set(values.values())) > 1 and len(known) > len(values) + 1:
                yield position, values


def few_seeds(position: States) -> bool:
    """A late position of Kalah."""
    return position["board"][0][[*range(6), *range(7, 13)]].sum() in (5, 6)


@pytest.mark.parametrize(
    ("game", "options", "fits"),
    [(KALAH, KalahOptions(), few_seeds), (CAESAR, CaesarOptions(), without_chance)],
    ids=["kalah", "caesar"],
)
def test_solves_endgames(game, options, fits):
    solved = 0
    for (position, values), _ in zip(endgames(game, options, fits, seed=3), range(6), strict=False):
        view = view_states(game, position, 1)
        best = max(values.values()) if view.players[0] == 0 else min(values.values())
        agent = make_agent("ismcts:sims=3000,turns=end,priors=none", game, seed=2)
        assert values[int(agent.act(view)[0])] == best
        solved += 1
    assert solved == 6


def test_the_tree_is_kept_while_a_turn_goes_on_and_only_then():
    game, options = GAMES["trajan"]
    batch = Batch(game, options, 1, 5, auto_reset=False)
    agent = make_agent("ismcts:sims=200,turns=1", game, seed=1)
    kept = []
    for key in range(60):
        state = batch.states
        action = agent.act(view_states(game, state, key))
        visits = sum(thought.visits for thought in agent.report[0])
        kept.append((visits > 200, int(state["turn"][0]), int(state["decision"][0])))
        batch.step(action)
    in_the_middle = [again for (again, turn, _), (_, before, _) in zip(kept[1:], kept, strict=False) if turn == before]
    at_the_start = [again for (again, turn, _), (_, before, _) in zip(kept[1:], kept, strict=False) if turn != before]
    assert sum(in_the_middle) > len(in_the_middle) / 2
    assert not any(at_the_start)


def test_memory_is_bounded():
    agent = make_agent("ismcts:sims=500,nodes=40", KALAH, seed=1)
    view = view_states(KALAH, Batch(KALAH, KalahOptions(), 1, 3).states, 1)
    agent.act(view)
    assert sum(thought.visits for thought in agent.report[0]) == 500
    assert agent._trees[0].used[0] == 40


def test_many_positions_are_searched_alike_by_any_number_of_threads():
    states = list(random_positions(CAESAR, CaesarOptions(), 9, seed=6))[6]
    view = view_states(CAESAR, states, 4)
    one = make_agent("ismcts:sims=60", CAESAR, seed=7)
    two = make_agent("ismcts:sims=60,threads=2", CAESAR, seed=7)
    np.testing.assert_array_equal(one.act(view), two.act(view))
    assert one.report == two.report


def test_a_budget_of_time_is_kept_with_at_least_one_look():
    view = view_states(KALAH, Batch(KALAH, KalahOptions(), 1, 3).states, 1)
    agent = make_agent("ismcts:seconds=0.01", KALAH, seed=1)
    agent.act(view)
    assert sum(thought.visits for thought in agent.report[0]) >= 32
    assert sum(thought.share for thought in agent.report[0]) == pytest.approx(1)
