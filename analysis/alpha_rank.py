"""Strategies that last where players copy winners: alpha-Rank, with guaranteed bounds.

A population plays one strategy. Now and then a player tries another; if it wins more than the
strategy of the others, it spreads and takes over, and a larger ``alpha`` makes the takeover more
certain. The mix is the share of time that each strategy is played in the long run (Omidshafiei,
Papadimitriou, Piliouras, Tuyls, Rowland, Lespiau, Czarnecki, Lanctot, Perolat and Munos 2019,
Scientific Reports 9: 9937). Selection here happens at the table: a player who tries a strategy is
compared with the others at that table. Formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POPULATION = 50
"""Number of players who copy each other."""
MIN_CHANCE = 1e-7
"""Lowest chance that a strategy takes over."""
MAX_STEPS = 200


def takeover_chance(advantage: Floats, alpha: float) -> Floats:
    """Return the chance that a newly tried strategy spreads to everyone.

    ``advantage`` is the difference in win shares. With alpha ``inf``, the limit, a strategy that
    wins more always takes over, and one that wins equally often does so with a chance of 1 /
    `POPULATION`.

    >>> takeover_chance(np.array([0.1, 0.0, -0.1]), math.inf).tolist()
    [1.0, 0.02, 1e-07]
    >>> takeover_chance(np.array([0.1, 0.0]), 1.0).round(3).tolist()
    [0.096, 0.02]
    """
    if math.isinf(alpha):
        chance = np.where(advantage > 0, 1.0, np.where(advantage < 0, MIN_CHANCE, 1 / POPULATION))
        return np.where(np.isnan(advantage), np.nan, chance)
    pressure = alpha * advantage
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        ratio = np.expm1(-np.abs(pressure)) / np.expm1(-POPULATION * np.abs(pressure))
        chance = np.where(
            pressure == 0,
            1 / POPULATION,
            np.where(pressure > 0, ratio, ratio * np.exp(-(POPULATION - 1) * np.abs(pressure))),
        )
    chances: Floats = np.maximum(chance, MIN_CHANCE)
    return chances


def advantages(wins: Floats, players: int) -> Floats:
    """Return the newcomer's extra wins over each opponent, in win shares.

    ``wins`` (in 100) has one row per strategy that is tried and one column per strategy that all
    others play. The diagonal is 0.

    >>> advantages(np.array([[0.0, 40.0], [10.0, 0.0]]), 4).round(2).tolist()
    [[0.0, 0.2], [-0.2, 0.0]]
    """
    gains: Floats = (players * wins / 100 - 1) / (players - 1)
    np.fill_diagonal(gains, 0)
    return gains


def mix(advantage: Floats, alpha: float) -> Floats:
    """Return the percentage of time spent on each strategy.

    >>> cycle = np.array([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    >>> mix(cycle, math.inf).round(1).tolist()
    [33.3, 33.3, 33.3]
    """
    return 100 * stationary(_rates(takeover_chance(advantage, alpha)))


def bounds(low: Floats, high: Floats, alpha: float) -> tuple[Floats, Floats]:
    """Bound the mix when every advantage lies between ``low`` and ``high``.

    The chance of taking over grows with the advantage, so each chance has a range. Finding a
    strategy's smallest and largest share within these ranges is a Markov decision problem, solved
    exactly.
    """
    low_rates, high_rates = (
        _rates(takeover_chance(low, alpha)),
        _rates(takeover_chance(high, alpha)),
    )
    size = len(low)
    ends = [
        (
            _extreme_share(low_rates, high_rates, index, -1.0),
            _extreme_share(low_rates, high_rates, index, 1.0),
        )
        for index in range(size)
    ]
    return (100 * np.array([end[0] for end in ends]), 100 * np.array([end[1] for end in ends]))


def _rates(chance: Floats) -> Floats:
    """Return the rates from the row's strategy to the column's."""
    rates: Floats = chance.T.copy()
    np.fill_diagonal(rates, 0)
    return rates


def stationary(rates: Floats) -> Floats:
    """Return the share of time that a chain spends in each state.

    The method subtracts nothing (Grassmann, Taksar and Heyman 1985), so the result is exact up to
    rounding, however much the rates differ.
    """
    reduced_rates = rates.copy()
    size = len(reduced_rates)
    for last in range(size - 1, 0, -1):
        reduced_rates[:last, last] /= reduced_rates[last, :last].sum()
        reduced_rates[:last, :last] += np.outer(
            reduced_rates[:last, last], reduced_rates[last, :last]
        )
        np.fill_diagonal(reduced_rates[:last, :last], 0)
    shares = np.ones(size)
    for state in range(1, size):
        shares[state] = shares[:state] @ reduced_rates[:state, state]
    return shares / shares.sum()


def _extreme_share(low_rates: Floats, high_rates: Floats, state: int, sign: float) -> float:
    """Maximise (``sign`` 1) or minimise (-1) the time in ``state``.

    Policy iteration (Howard 1960): rates towards states from which ``state`` is reached sooner
    (later, to minimise) are set high, and the other rates low, until this no longer changes the
    time.
    """
    rates = high_rates.copy()
    best = float(stationary(rates)[state])
    for _ in range(MAX_STEPS):
        worth = sign * _worth(rates, state)
        better_rates = np.where(worth[None, :] > worth[:, None], high_rates, low_rates)
        np.fill_diagonal(better_rates, 0)
        share = float(stationary(better_rates)[state])
        if sign * (share - best) <= 1e-12:
            break
        rates, best = better_rates, share
    return best


def _worth(rates: Floats, goal: int) -> Floats:
    """Return the worth of starting in each state.

    The worth is the time spent in ``goal``, up to a constant factor.
    """
    size = len(rates)
    other_states = [state for state in range(size) if state != goal]
    negative_generator = np.diag(rates.sum(axis=1)) - rates
    # Until the chain reaches ``goal``, it forgoes time in ``goal`` at a constant rate: the long-run
    # share of ``goal``.
    hitting_times = np.linalg.solve(
        negative_generator[np.ix_(other_states, other_states)], np.ones(size - 1)
    )
    worth = np.zeros(size)
    worth[other_states] = -hitting_times
    return worth
