"""Ratings on made-up games of agents whose strength is known."""

import numpy as np
import pytest

from benchmarks.intervals import Share
from benchmarks.ratings import Meeting, fit, meeting, openskill_ratings, places_of, rate

TRUTH = {"weak": 0.0, "middling": 120.0, "strong": 300.0}


def chance(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def made_up(generator: np.random.Generator, deals: int) -> list[Meeting]:
    """Meetings of two games a deal between agents of known strength."""
    names = list(TRUTH)
    pairs = [(one, two) for k, one in enumerate(names) for two in names[k + 1 :]]
    return [
        Meeting(one, two, generator.binomial(2, chance(TRUTH[one] - TRUTH[two]), deals), np.full(deals, 2))
        for one, two in pairs
    ]


def test_true_ratings_are_recovered():
    ratings = rate(made_up(np.random.default_rng(1), 20_000), anchor="weak")
    assert ratings.ranked() == ["strong", "middling", "weak"]
    for agent, elo in TRUTH.items():
        low, high = ratings.interval(agent)
        assert low - 3 <= elo <= high + 3
        assert high - low < 20


def test_the_fit_solves_the_likelihood_equations():
    wins = np.array([[0, 7, 3], [2, 0, 6], [4, 5, 0]], float)
    strength = fit(wins)
    games = wins + wins.T + (1 - np.eye(3))
    expected = games / (1 + np.exp(strength[None, :] - strength[:, None]))
    assert np.allclose(expected.sum(axis=1), (wins + 0.5 * (1 - np.eye(3))).sum(axis=1))


def test_two_agents_get_the_closed_form():
    ratings = rate([Meeting("a", "b", np.ones(75), np.ones(75)), Meeting("a", "b", np.zeros(25), np.ones(25))], "b")
    assert ratings.lead("a", "b")[0] == pytest.approx(400 * np.log10(75.5 / 25.5))


def test_intervals_of_leads_cover_the_truth_at_their_rate():
    generator = np.random.default_rng(7)
    names = list(TRUTH)
    covered = trials = 0
    for trial in range(250):
        ratings = rate(made_up(generator, 150), samples=300, seed=trial)
        for one, two in ((0, 1), (1, 2), (0, 2)):
            _, low, high = ratings.lead(names[one], names[two])
            covered += low <= TRUTH[names[one]] - TRUTH[names[two]] <= high
            trials += 1
    assert 0.92 < covered / trials < 0.975


def test_the_bootstrap_knows_that_games_of_a_deal_hang_together():
    """Deals that decide both games alike leave half as much evidence: the interval is wider by the root of two."""
    won = np.repeat([0, 1], 500)
    apart = rate([Meeting("a", "b", won, np.ones(1000))])
    together = rate([Meeting("a", "b", 2 * won[::2], np.full(500, 2))])
    widths = [np.diff(ratings.interval("b"))[0] for ratings in (apart, together)]
    assert widths[1] / widths[0] == pytest.approx(np.sqrt(2), rel=0.1)


def test_wilsons_interval_covers_at_its_rate():
    generator = np.random.default_rng(3)
    for share in (0.5, 0.03):
        wins = generator.binomial(400, share, 4000)
        covered = [low <= share <= high for low, high in (Share(int(won), 400).interval for won in wins)]
        assert 0.93 < np.mean(covered) < 0.97


def test_an_agent_that_never_loses_has_a_finite_rating():
    ratings = rate([Meeting("a", "b", np.ones(100), np.ones(100))], "b")
    lead, low, high = ratings.lead("a", "b")
    assert 0 < low < lead <= high < 2000, "finite, and not held for certain"
    assert ratings.separated()


def test_equal_agents_are_not_separated():
    assert not rate([Meeting("a", "b", np.tile([0, 1], 50), np.ones(100))]).separated()


def test_agents_that_never_met_are_refused():
    apart = [Meeting("a", "b", np.ones(2), np.ones(2)), Meeting("c", "d", np.ones(2), np.ones(2))]
    with pytest.raises(ValueError, match="never met"):
        rate(apart)


def test_an_unknown_anchor_is_refused():
    with pytest.raises(ValueError, match="anchor is 'c'; the agents are a, b"):
        rate([Meeting("a", "b", np.ones(2), np.ones(2))], "c")


def test_a_table_for_four_is_compared_seat_by_seat():
    seating = np.array([[0, 1, 1, 1], [1, 0, 1, 1]])
    places = np.array([[1, 0, 2, 3], [0, 1, 2, 2]])
    met = meeting(("a", "b"), np.array([0, 0]), seating, places)
    assert met.won.tolist() == [2 + 2]
    assert met.compared.tolist() == [6]


def test_a_tie_counts_half():
    met = meeting(("a", "b"), np.array([3]), np.array([[0, 1]]), np.array([[0, 0]]))
    assert met.won.tolist() == [0.5]


def test_places_follow_returns_and_ties_share_a_place():
    assert places_of(np.array([[1.0, 3.0, 1.0], [0.0, -1.0, 2.0]])).tolist() == [[1, 0, 1], [1, 2, 0]]


def test_openskill_ranks_agents_by_their_strength():
    generator = np.random.default_rng(5)
    names = list(TRUTH)
    games = []
    for _ in range(600):
        order = sorted(names, key=lambda name: -TRUTH[name] / 173.7 - generator.gumbel())
        games.append((names, [order.index(name) for name in names]))
    rated = openskill_ratings(games)
    assert rated["weak"][0] < rated["middling"][0] < rated["strong"][0]
    assert all(deviation < 2 for _, deviation in rated.values())


def test_openskill_takes_an_agent_in_several_seats():
    rated = openskill_ratings([(("a", "b", "b"), (0, 1, 2))] * 50)
    assert rated["a"][0] > rated["b"][0]
