"""Ratings from games: a Bradley-Terry fit on the Elo scale with bootstrap intervals, and openskill's Plackett-Luce.

At a table for more than two, every pair of seats with different agents is one comparison, won by the seat that ended
ahead: the fit is pairwise. Comparisons of one deal hang together, so the bootstrap draws whole deals. Every pair of
agents that met gets one drawn comparison more, which keeps an agent that never lost at a finite rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from benchmarks.intervals import Share

ELO = 400 / log(10)  # points of Elo a unit of log-odds
PRIOR = 0.5  # comparisons won by either side, added to every pair that met
LONGEST_STEP = 2.0  # of the fit, in log-odds: Newton's own step overshoots when a pair is lopsided
ITERATIONS = 60
PRECISE = 1e-9


@dataclass(frozen=True)
class Meeting:
    """Two agents compared: one row a deal, with the comparisons the first won (ties count half) and their number."""

    first: str
    second: str
    won: np.ndarray
    compared: np.ndarray

    @property
    def share(self) -> Share:
        """How often the first agent ended ahead of the second."""
        return Share(float(self.won.sum()), int(self.compared.sum()))


def meeting(agents: Sequence[str], deals: np.ndarray, seating: np.ndarray, places: np.ndarray) -> Meeting:
    """The meeting of two agents in games of which deal, seating and place of every seat (0 is first) are known."""
    numbers, row = np.unique(deals, return_inverse=True)
    won, compared = np.zeros(len(numbers)), np.zeros(len(numbers))
    seats = seating.shape[1]
    for seat in range(seats):
        for other in range(seats):
            games = (seating[:, seat] == 0) & (seating[:, other] == 1)
            credit = np.sign(places[games, other] - places[games, seat]) / 2 + 0.5
            np.add.at(won, row[games], credit)
            np.add.at(compared, row[games], 1)
    return Meeting(agents[0], agents[1], won, compared)


def places_of(returns: np.ndarray) -> np.ndarray:
    """The place of every seat by its return: how many seats have a higher one."""
    return (returns[:, None, :] > returns[:, :, None]).sum(axis=2)


@dataclass(frozen=True)
class Ratings:
    """Elo ratings with their bootstrap samples; the anchor stands at 0."""

    agents: tuple[str, ...]
    elo: np.ndarray  # [agents]
    samples: np.ndarray  # [samples, agents]

    def interval(self, agent: str) -> tuple[float, float]:
        """The 95 % interval of a rating, as a distance from the anchor."""
        return _middle(self.samples[:, self.agents.index(agent)])

    def lead(self, agent: str, other: str) -> tuple[float, float, float]:
        """How far an agent stands above another, with the 95 % interval of that."""
        one, two = self.agents.index(agent), self.agents.index(other)
        return (float(self.elo[one] - self.elo[two]), *_middle(self.samples[:, one] - self.samples[:, two]))

    def ranked(self) -> list[str]:
        """The agents, best first."""
        return [self.agents[number] for number in np.argsort(-self.elo, kind="stable")]

    def separated(self) -> bool:
        """Whether each agent stands above the next one even at the low end of the interval of its lead."""
        ranked = self.ranked()
        return all(self.lead(better, worse)[1] > 0 for better, worse in zip(ranked, ranked[1:], strict=False))


def _middle(samples: np.ndarray) -> tuple[float, float]:
    low, high = np.quantile(samples, (0.025, 0.975))
    return float(low), float(high)


def rate(meetings: Sequence[Meeting], anchor: str | None = None, samples: int = 1000, seed: int = 1) -> Ratings:
    """Bradley-Terry ratings of all who met, with intervals from so many bootstrap samples of the deals."""
    agents = tuple(dict.fromkeys(agent for m in meetings for agent in (m.first, m.second)))
    if anchor is not None and anchor not in agents:
        raise ValueError(f"the anchor is {anchor!r}; the agents are {', '.join(agents)}")
    wins = np.zeros((samples + 1, len(agents), len(agents)))  # the first is the data, the others are drawn from it
    generator = np.random.default_rng(seed)
    for m in meetings:
        one, two = agents.index(m.first), agents.index(m.second)
        won, compared = _resampled(m, samples, generator)
        wins[:, one, two] += won
        wins[:, two, one] += compared - won
    elo = ELO * fit(wins)
    elo -= elo[:, [agents.index(anchor or agents[0])]]
    return Ratings(agents, elo[0], elo[1:])


def _resampled(m: Meeting, samples: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Totals of a meeting: as it was, then with its deals drawn anew. Deals that went alike are drawn by number.

    The deals drawn from include half a deal won by either side: else a meeting without a loss would seem certain.
    """
    most = m.compared.max()
    either = np.array([[most, 0], [most, most]])
    rows, counts = np.unique(np.stack([m.won, m.compared]), axis=1, return_counts=True)
    pool = np.append(counts, [PRIOR, PRIOR])
    drawn = generator.multinomial(counts.sum(), pool / pool.sum(), samples)
    weights = np.vstack([np.append(counts, [0, 0]), drawn])
    rows = np.hstack([rows, either])
    return weights @ rows[0], weights @ rows[1]


def fit(wins: np.ndarray) -> np.ndarray:
    """Bradley-Terry strengths in log-odds, mean 0, of [..., i, j]: how often i beat j. Newton's method."""
    met = (wins + np.swapaxes(wins, -1, -2)) > 0
    wins = wins + PRIOR * met
    games = wins + np.swapaxes(wins, -1, -2)
    agents = wins.shape[-1]
    if np.linalg.matrix_rank(_laplacian(met.astype(float).reshape(-1, agents, agents)[0])) < agents - 1:
        raise ValueError("the agents fall into groups that never met: no rating can compare them")
    strength = np.zeros(wins.shape[:-1])
    for _ in range(ITERATIONS):
        chance = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
        slope = (wins - games * chance).sum(axis=-1)
        curvature = _laplacian(games * chance * (1 - chance)) + 1 / agents  # the constant fixes the mean
        change = np.linalg.solve(curvature, slope[..., None])[..., 0]
        largest = np.abs(change).max(axis=-1, keepdims=True)
        strength += change * np.minimum(1, LONGEST_STEP / np.maximum(largest, PRECISE))
        if largest.max() < PRECISE:
            break
    return strength - strength.mean(axis=-1, keepdims=True)


def _laplacian(weights: np.ndarray) -> np.ndarray:
    diagonal = np.eye(weights.shape[-1]) * weights.sum(axis=-1)[..., None]
    return diagonal - weights


def openskill_ratings(
    games: Sequence[tuple[Sequence[str], Sequence[int]]], seed: int = 1, most: int = 20_000
) -> dict[str, tuple[float, float]]:
    """Mean and deviation of each agent by openskill's Plackett-Luce, from (agent, place) a seat of every game.

    The model is fed game by game, in random order, at most so many games. An agent that holds several seats of a table
    is rated as several players, and goes on with their mean.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {agent: model.rating(name=agent) for agents, _ in games for agent in agents}
    for number in np.random.default_rng(seed).permutation(len(games))[:most]:
        agents, places = games[number]
        teams = [[model.create_rating([known[agent].mu, known[agent].sigma], agent)] for agent in agents]
        rated = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
        for agent in set(agents):
            own = [player for player in rated if player.name == agent]
            mean = float(np.mean([player.mu for player in own]))
            deviation = float(np.mean([player.sigma for player in own]))
            known[agent] = model.create_rating([mean, deviation], agent)
    return {agent: (float(player.mu), float(player.sigma)) for agent, player in known.items()}
