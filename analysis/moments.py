"""Means of many cells and their covariance; each game informs some cells.

A cell is a value measured in some of the games, such as the effect of a gift in one round. Cells
measured in the same games vary together, so differences and ratios of cells need their covariance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import t_reach

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


MIN_GAMES = 10
"""The minimum number of informative games for an interval."""


class Moments:
    """Sums over games of each measure in each cell, added by batch."""

    def __init__(self, cells: int, measures: int) -> None:
        self._cells = cells
        self._measures = measures
        size = cells * measures
        self._sums = np.zeros(size)
        self._products = np.zeros((size, size))
        self._shared_sums = np.zeros((size, cells))
        self._shared_games = np.zeros((cells, cells))
        self.largest = np.zeros((measures, cells))
        """Largest absolute value in any game, by measure and cell."""
        self.differ = np.zeros((measures, cells))
        """Number of games with a nonzero value, by measure and cell."""

    def add(self, games: np.ndarray, cells: np.ndarray, values: np.ndarray) -> None:
        """Add rows of games that have not been added before.

        ``games`` and ``cells`` hold the numbers of each row's game and cell, counted from 0;
        ``values`` is rows x measures. Rows of one game and cell count once, with their mean.
        """
        from scipy.sparse import csr_array

        distinct_games, game_index = np.unique(games, return_inverse=True)
        pair_codes, pair_indexes, row_counts = np.unique(
            game_index * self._cells + cells, return_inverse=True, return_counts=True
        )
        row, column = np.divmod(pair_codes, self._cells)
        means = [
            np.bincount(pair_indexes, weights, len(pair_codes)) / row_counts for weights in values.T
        ]
        for maximum, differ, mean in zip(self.largest, self.differ, means, strict=True):
            np.maximum.at(maximum, column, np.abs(mean))
            differ += np.bincount(column, mean != 0, self._cells)
        columns = [column + self._cells * measure for measure in range(self._measures)]
        # A game has few cells: full matrices would be mostly zeros.
        mask = csr_array(
            (np.ones(len(pair_codes)), (row, column)), (len(distinct_games), self._cells)
        )
        values_by_game = csr_array(
            (np.concatenate(means), (np.tile(row, self._measures), np.concatenate(columns))),
            (len(distinct_games), self._cells * self._measures),
        )
        self._sums += values_by_game.sum(axis=0)
        self._products += (values_by_game.T @ values_by_game).toarray()
        self._shared_sums += (values_by_game.T @ mask).toarray()
        self._shared_games += (mask.T @ mask).toarray()

    def usual_sizes(self, measure: int, kinds: np.ndarray, default: float) -> Floats:
        """Return the usual size of nonzero values by cell.

        The usual size is the root mean square over all cells of a kind, or ``default`` if no game
        of the kind has a nonzero value.
        """
        squares = np.diag(self._products).reshape(self._measures, self._cells)[measure]
        total, differ = (np.bincount(kinds, weights) for weights in (squares, self.differ[measure]))
        sizes: Floats = np.where(differ, np.sqrt(total / np.maximum(differ, 1)), default)[kinds]
        return sizes

    def means(self, largest: ArrayLike | None = None) -> CorrelatedMeans:
        """Return the means of all cells, measure by measure, and their covariances.

        Every cell has two imagined games, one on either side of the mean (Bonett and Price 2012):
        without them, a cell whose games are all alike would be known for certain. ``largest`` is
        the distance of these games from the mean, by measure and cell; by default it is the
        measure's largest value in any game.
        """
        if largest is None:
            largest = self.largest.max(axis=1, keepdims=True)
        distance = np.broadcast_to(largest, self.largest.shape).reshape(-1)
        games = np.tile(np.diag(self._shared_games), self._measures)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = self._sums / games
            sums = np.tile(self._shared_sums, (1, self._measures))
            shared_games = np.tile(self._shared_games, (self._measures, self._measures))
            centre = np.where(games > 0, mean, 0.0)
            deviation_products = (
                self._products
                - sums * centre[None, :]
                - sums.T * centre[:, None]
                + shared_games * np.outer(centre, centre)
            )
            # A single game does not show variance.
            factor = np.sqrt(np.where(games > 1, games / (games - 1), np.nan)) / games
            covariance = deviation_products * np.outer(factor, factor)
            imagined_variance = 2 * np.square(distance / games)
            overlap = shared_games / np.sqrt(np.outer(games, games))
        covariance[np.diag_indices(len(games))] += imagined_variance
        root = np.sqrt(np.maximum(games - 1, 1))
        overlap = np.where(np.isfinite(overlap), overlap, 0.0)
        return CorrelatedMeans(mean, covariance, games, overlap / np.outer(root, root))


@dataclass(frozen=True)
class CorrelatedMeans:
    """Means with their covariances, and the informative games of each.

    The diagonal of ``inverse_degrees`` has one over the degrees of freedom of each variance; other
    entries show to what extent two variances come from the same games.
    """

    mean: Floats
    covariance: Floats
    games: Floats
    inverse_degrees: Floats

    def combine(self, weights: np.ndarray) -> CorrelatedMeans:
        """Combine the means into weighted sums, one per row of ``weights``.

        A mean of weight 0 may be unknown. A sum has as many games as the part with the fewest. Its
        degrees of freedom are Satterthwaite's (1946) if its parts share no games, and those of one
        part if the parts share all games.
        """
        is_used = weights != 0
        mean = np.where(np.isfinite(self.mean), self.mean, 0.0)
        covariance = np.where(np.isfinite(self.covariance), self.covariance, 0.0)
        is_unknown = is_used @ ~(np.isfinite(self.mean) & np.isfinite(np.diag(self.covariance)))
        games = np.where(is_used, self.games[None, :], np.inf).min(axis=1)
        combined_covariance = weights @ covariance @ weights.T
        combined_covariance[is_unknown, :] = combined_covariance[:, is_unknown] = np.nan
        variance_shares = weights**2 * np.diag(covariance)
        variance_shares /= np.maximum(
            variance_shares.sum(axis=1, keepdims=True), np.finfo(float).tiny
        )
        return CorrelatedMeans(
            np.where(is_unknown, np.nan, weights @ mean),
            combined_covariance,
            games,
            variance_shares @ self.inverse_degrees @ variance_shares.T,
        )

    def interval(self, level: float) -> tuple[Floats, Floats, Floats]:
        """Return means with their t intervals: (mean, low, high).

        The ends are nan below `MIN_GAMES` informative games.
        """
        error = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        reach = self.quantile(level) * error
        return self.mean, self.mean - reach, self.mean + reach

    def quantile(self, level: float) -> Floats:
        """Return each mean's two-sided t quantile; nan below `MIN_GAMES` games."""
        inverse_degrees = np.diag(self.inverse_degrees)
        degrees = 1 / np.where(inverse_degrees > 0, inverse_degrees, 1.0)
        return np.where(self.games < MIN_GAMES, np.nan, t_reach(np.maximum(degrees, 1), level))
