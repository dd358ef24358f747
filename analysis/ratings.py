"""Plackett-Luce ratings: one number per strategy from all line-ups.

The model gives every strategy a weight: each remaining seat takes the next place with a probability
proportional to its weight. choix fits the model by maximum likelihood to the pairs of seats in a
game; the order of games does not matter. The interval uses a sandwich estimate of the covariance,
clustered by game number: pairs within a game are dependent, and so are games with the same number
in several line-ups.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.played_tournament import PlayedTournament, ahead

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

AVERAGE = 1500.0
"""The mean of all ratings."""
POINTS = 400 / math.log(10)
"""Rating points that multiply the odds by e, as in chess."""


@dataclass(frozen=True)
class RatingFit:
    """Log weights, 0 on average, and their covariance."""

    log_weights: Floats
    covariance: Floats


def fit(tournament: PlayedTournament) -> RatingFit | None:
    """Fit the model's weights; return None if not all strategies have met.

    Strategies may have met indirectly, through others.
    """
    import choix
    from scipy.sparse.csgraph import connected_components

    size, pairs = len(tournament.names), np.array(tournament.pairs)
    first, second = pairs.T
    meetings = np.zeros((size, size))
    meetings[first, second] = 1
    if connected_components(meetings, directed=False)[0] > 1:
        return None
    # Add two imagined games, one each way: without them, a strategy that is never ahead has no
    # rating.
    moments = tournament.sums.ahead
    games = moments.games + 2
    share = (moments.total + 1) / games
    spread = moments.products + np.eye(len(pairs)) - games * np.outer(share, share)
    line_ups_per_pair = np.array(tournament.line_up_counts, dtype=np.float64)
    counts = np.zeros((size, size))
    counts[first, second] = line_ups_per_pair * share
    counts[second, first] = line_ups_per_pair * (1 - share)
    log_weights: Floats = choix.ilsr_pairwise_dense(counts, max_iter=10_000)
    # A small change in a share moves the log weights by the inverse of the likelihood's curvature
    # times the change in its slope.
    chance = _chance(log_weights[first] - log_weights[second])
    incidence = np.zeros((size, len(pairs)))
    incidence[first, range(len(pairs))] = 1
    incidence[second, range(len(pairs))] = -1
    curvature = (incidence * line_ups_per_pair * chance * (1 - chance)) @ incidence.T
    response = np.linalg.pinv(curvature, hermitian=True) @ (incidence * line_ups_per_pair)
    covariance = response @ (spread / (games - 1) / games) @ response.T
    return RatingFit(log_weights - log_weights.mean(), covariance)


def ratings(tournament: PlayedTournament) -> pl.DataFrame:
    """Rate the strategies, one row each, best first.

    Columns: strategy, label, games (per line-up), line_ups (that include the strategy), rating with
    low, high (for the strategy alone), all_low and all_high (jointly for all strategies),
    ahead_of_average (games in 100 in which the strategy ends ahead of one with the mean rating).
    Numbers are null if not all strategies have met.
    """
    from scipy.special import ndtri

    size = len(tournament.names)
    model = fit(tournament)
    numbers = {
        name: np.full(size, np.nan)
        for name in ("rating", "low", "high", "all_low", "all_high", "ahead_of_average")
    }
    if model is not None:
        error = POINTS * np.sqrt(np.diag(model.covariance))
        numbers["rating"] = AVERAGE + POINTS * model.log_weights
        numbers["ahead_of_average"] = 100 * _chance(model.log_weights)
        for tests, prefix in ((1, ""), (size, "all_")):
            if tournament.run.look.has_enough_games():
                reach = ndtri(0.5 + tournament.run.look.level(tests) / 2) * error
                numbers[f"{prefix}low"] = numbers["rating"] - reach
                numbers[f"{prefix}high"] = numbers["rating"] + reach
    return (
        pl.DataFrame(
            {
                "strategy": range(size),
                "label": tournament.names,
                "games": [tournament.games] * size,
                "line_ups": [
                    sum(strategy in line_up for line_up in tournament.line_ups)
                    for strategy in range(size)
                ],
            },
            schema={
                "strategy": pl.Int64,
                "label": pl.String,
                "games": pl.Int64,
                "line_ups": pl.Int64,
            },
        )
        .with_columns(pl.Series(name, values, nan_to_null=True) for name, values in numbers.items())
        .sort("rating", descending=True, nulls_last=True, maintain_order=True)
    )


def add_expected(tournament: PlayedTournament) -> pl.DataFrame:
    """Add the ratings' prediction, ``expected``, to `played_tournament.ahead`."""
    frame, model = ahead(tournament), fit(tournament)
    if model is None:
        return frame.with_columns(pl.lit(None, dtype=pl.Float64).alias("expected"))
    gap = (
        model.log_weights[frame["strategy"].to_numpy()]
        - model.log_weights[frame["other"].to_numpy()]
    )
    return frame.with_columns(pl.Series("expected", 100 * _chance(gap)))


def _chance(gap: Floats) -> Floats:
    """Return the chance of being ahead, given the difference of log weights."""
    from scipy.special import expit

    chances: Floats = expit(gap)
    return chances
