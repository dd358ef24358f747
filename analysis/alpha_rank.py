"""Which strategies last where players copy what wins: alpha-Rank, with bounds that surely hold.

A population plays one strategy. Now and then somebody tries another; if that wins more than its
neighbours, it spreads with a chance that ``alpha`` makes the surer, and takes over. How much of the
time the population plays each strategy in the long run is the mix (Omidshafiei, Papadimitriou,
Piliouras, Tuyls, Rowland, Lespiau, Czarnecki, Lanctot, Perolat and Munos 2019, Scientific Reports
9: 9937), here with selection at the table: whoever tries is compared with those it sits among.
Formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POPULATION = 50
"""How many players copy each other."""
RARELY = 1e-7
"""The least chance that a strategy takes over: in the limit a strategy that loses hardly ever does.
"""
MOST_STEPS = 200


def taking_over(advantage: Floats, alpha: float) -> Floats:
    """The chance that one who tries a strategy spreads it to all, by how much more it wins.

    ``advantage`` is the difference of win shares; alpha ``inf`` is the limit, in which whoever wins
    more takes over, and of equals one in the population.

    >>> taking_over(np.array([0.1, 0.0, -0.1]), math.inf).tolist()
    [1.0, 0.02, 1e-07]
    >>> taking_over(np.array([0.1, 0.0]), 1.0).round(3).tolist()
    [0.096, 0.02]
    """
    if math.isinf(alpha):
        chance = np.where(advantage > 0, 1.0, np.where(advantage < 0, RARELY, 1 / POPULATION))
        return np.where(np.isnan(advantage), np.nan, chance)
    pressure = alpha * advantage
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        falling = np.expm1(-np.abs(pressure)) / np.expm1(-POPULATION * np.abs(pressure))
        chance = np.where(
            pressure == 0,
            1 / POPULATION,
            np.where(pressure > 0, falling, falling * np.exp(-(POPULATION - 1) * np.abs(pressure))),
        )
    found: Floats = np.maximum(chance, RARELY)
    return found


def advantages(wins: Floats, players: int) -> Floats:
    """By how much one who tries wins more than each of the others at its table, as win shares.

    ``wins`` (in 100) has a row a strategy that tries, a column one that all others play. The
    diagonal is 0.

    >>> advantages(np.array([[0.0, 40.0], [10.0, 0.0]]), 4).round(2).tolist()
    [[0.0, 0.2], [-0.2, 0.0]]
    """
    found: Floats = (players * wins / 100 - 1) / (players - 1)
    np.fill_diagonal(found, 0)
    return found


def mix(advantage: Floats, alpha: float) -> Floats:
    """How much of the time the population plays each strategy, in 100.

    >>> cycle = np.array([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
    >>> mix(cycle, math.inf).round(1).tolist()
    [33.3, 33.3, 33.3]
    """
    return 100 * stationary(_rates(taking_over(advantage, alpha)))


def bounds(low: Floats, high: Floats, alpha: float) -> tuple[Floats, Floats]:
    """The least and the most that the mix can be, if every advantage is from ``low`` to ``high``.

    The chance of taking over grows with the advantage, so the chances have a range each; the most
    that a strategy can last under any of them is a Markov decision process, solved exactly.
    """
    least, most = _rates(taking_over(low, alpha)), _rates(taking_over(high, alpha))
    size = len(low)
    ends = [
        (_extreme(least, most, one, -1.0), _extreme(least, most, one, 1.0)) for one in range(size)
    ]
    return (100 * np.array([end[0] for end in ends]), 100 * np.array([end[1] for end in ends]))


def _rates(chance: Floats) -> Floats:
    """How fast the population goes from the strategy of the row to that of the column."""
    found: Floats = chance.T.copy()
    np.fill_diagonal(found, 0)
    return found


def stationary(rates: Floats) -> Floats:
    """How much of the time a chain spends in each state, without subtracting (Grassmann, Taksar
    and Heyman 1985): exact to rounding however unlike the rates are."""
    reduced = rates.copy()
    size = len(reduced)
    for last in range(size - 1, 0, -1):
        reduced[:last, last] /= reduced[last, :last].sum()
        reduced[:last, :last] += np.outer(reduced[:last, last], reduced[last, :last])
        np.fill_diagonal(reduced[:last, :last], 0)
    found = np.ones(size)
    for state in range(1, size):
        found[state] = found[:state] @ reduced[:state, state]
    return found / found.sum()


def _extreme(least: Floats, most: Floats, one: int, sign: float) -> float:
    """The share of time in state ``one``, as large (``sign`` 1) or small (-1) as rates allow.

    Policy iteration (Howard 1960): what each state is worth for getting to ``one`` says which of
    its rates should be high, until nothing more is to be gained.
    """
    rates = most.copy()
    found = float(stationary(rates)[one])
    for _ in range(MOST_STEPS):
        worth = sign * _worth(rates, one)
        better = np.where(worth[None, :] > worth[:, None], most, least)
        np.fill_diagonal(better, 0)
        share = float(stationary(better)[one])
        if sign * (share - found) <= 1e-12:
            break
        rates, found = better, share
    return found


def _worth(rates: Floats, one: int) -> Floats:
    """How much more time will be spent in ``one`` from each state on than from ``one`` itself."""
    size = len(rates)
    others = [state for state in range(size) if state != one]
    leaving = np.diag(rates.sum(axis=1)) - rates
    # From elsewhere the time until ``one`` is reached is lost, at the long-run share of it.
    hitting = np.linalg.solve(leaving[np.ix_(others, others)], np.ones(size - 1))
    found = np.zeros(size)
    found[others] = -hitting
    return found
