"""Fates of strategies in a tournament: survival, dominance and rings.

All these findings follow from intervals that hold jointly, so at most 5 of 100 tournaments report a
false finding as certain. Formulas: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.alpha_rank import advantages, bounds, mix
from eoc_sim.analysis.played_tournament import (
    COPYING,
    CYCLES,
    FATES,
    MIX,
    Cells,
    PlayedTournament,
    TournamentSums,
)
from eoc_sim.analysis.stats import UNDECIDED, interval_at, paired_differences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ALPHAS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, math.inf)
"""Degrees of strictness with which players copy winners, up to the limit."""
BEST = {
    "best": pl.String(),
    "best_wins": pl.Float64(),
    "best_low": pl.Float64(),
    "best_high": pl.Float64(),
}
"""The columns of `fates` about the best challenger, with their types."""
HOLDS, YIELDS, OPEN, NOT_PLAYED = "holds", "yields", UNDECIDED, "not played"
"""States of a strategy when all other players play it.

In order: every other strategy certainly wins less than its fair share at such tables; another
strategy certainly wins more; neither is certain; not all other strategies were played at such
tables.
"""


def tables(tournament: PlayedTournament, cells: Cells) -> dict[str, pl.DataFrame]:
    """Return this module's metric tables.

    The tables of the mix are empty if a cell was not played.
    """
    return {
        MIX: _mix(tournament, cells),
        COPYING: _copying(tournament, cells),
        FATES: fates(tournament, cells),
        CYCLES: _cycles_frame(tournament, cells),
    }


def _mix(tournament: PlayedTournament, cells: Cells) -> pl.DataFrame:
    """Return each strategy's share of the time if players always copy winners.

    Columns: strategy, label, games, share (percent), low, high (jointly for all strategies).
    """
    frame = _copying(tournament, cells).filter(pl.col("alpha").is_infinite()).drop("alpha")
    return frame.sort("share", descending=True, maintain_order=True)


def _copying(tournament: PlayedTournament, cells: Cells) -> pl.DataFrame:
    """Return the mix by strictness: alpha, and the columns of `_mix`."""
    schema = {
        "alpha": pl.Float64,
        "strategy": pl.Int64,
        "label": pl.String,
        "games": pl.Int64,
        "share": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    if cells.missing:
        return pl.DataFrame(schema=schema)
    players = tournament.run.players
    advantage_ends = [
        advantages(wins, players) for wins in (cells.wins, cells.all_low, cells.all_high)
    ]
    has_ends = not np.isnan(advantage_ends[1]).any()
    rows: list[tuple[object, ...]] = []
    for alpha in ALPHAS:
        share = mix(advantage_ends[0], alpha)
        low, high = (
            bounds(advantage_ends[1], advantage_ends[2], alpha)
            if has_ends
            else (np.full(len(share), np.nan),) * 2
        )
        rows += [
            (
                alpha,
                strategy,
                name,
                tournament.games,
                share[strategy],
                low[strategy],
                high[strategy],
            )
            for strategy, name in enumerate(tournament.names)
        ]
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        pl.col("low", "high").fill_nan(None)
    )


def fates(tournament: PlayedTournament, cells: Cells) -> pl.DataFrame:
    """Return the certain facts about each strategy.

    Columns: strategy, label, games; where_all_play_it (holds, yields, not decided, not played), to
    (the strategies to which it yields); best (the other strategy that wins most when all other
    players play this one) with best_wins (in 100), best_low and best_high (joint bounds on the most
    that any other strategy truly wins there); dominated_by (strategies that win more in its place,
    whichever strategies are in the other seats; known only for those played in all settings),
    settings (combinations of other strategies at the table with which it was played), all_settings.
    The columns from best to best_high are null unless every other strategy was played against
    copies of this one; best_low and best_high are also null if an interval is unknown.
    """
    certain_signs, size = cells.certain_signs, len(tournament.names)
    dominating, setting_counts, settings = _dominating(tournament)
    rows = []
    for index in range(size):
        other_indexes = [other for other in range(size) if other != index]
        better = [other for other in other_indexes if certain_signs[other, index] > 0]
        if better:
            state = YIELDS
        elif any(np.isnan(cells.wins[other, index]) for other in other_indexes):
            state = NOT_PLAYED
        else:
            state = (
                HOLDS if all(certain_signs[other, index] < 0 for other in other_indexes) else OPEN
            )
        rows.append(
            (
                index,
                tournament.names[index],
                tournament.games,
                state,
                [tournament.names[other] for other in better],
                *_best_rival(tournament, cells, index, other_indexes),
                [tournament.names[other] for other in other_indexes if dominating[other, index]],
                int(setting_counts[index]),
                settings,
            )
        )
    return pl.DataFrame(
        rows,
        orient="row",
        schema={
            "strategy": pl.Int64,
            "label": pl.String,
            "games": pl.Int64,
            "where_all_play_it": pl.String,
            "to": pl.List(pl.String),
            **BEST,
            "dominated_by": pl.List(pl.String),
            "settings": pl.Int64,
            "all_settings": pl.Int64,
        },
    )


def _best_rival(
    tournament: PlayedTournament, cells: Cells, incumbent: int, other_indexes: Sequence[int]
) -> tuple[str | None, float | None, float | None, float | None]:
    """Find the strategy that wins most where others play a given one.

    Return its name, its wins, and bounds on the most that any other strategy wins. All intervals
    hold jointly, so the largest true value is between the largest of their lower ends and the
    largest of their upper ends. Everything is None if a cell was not played; the bounds are also
    None if an interval is unknown.
    """
    wins, low, high = (
        matrix[list(other_indexes), incumbent]
        for matrix in (cells.wins, cells.all_low, cells.all_high)
    )
    if np.isnan(wins).any():
        return None, None, None, None
    best = int(np.argmax(wins))
    ends = (None, None) if np.isnan(low).any() else (float(low.max()), float(high.max()))
    return tournament.names[other_indexes[best]], float(wins[best]), *ends


def _dominating(tournament: PlayedTournament) -> tuple[NDArray[np.bool_], NDArray[np.int64], int]:
    """Mark strategies that certainly win more than others in every setting.

    An entry of the matrix is True if the row's strategy beats the column's. A setting is the
    strategies in the other seats at the table. All settings must agree, each at the level of the
    pair: an intersection-union test needs a correction for the family of pairs, but not for the
    number of settings (Berger 1982). If a setting was not played with both, the answer is unknown.
    The number of settings in which each strategy was played, and the number of all settings, are
    also returned.
    """
    size, players = len(tournament.names), tournament.run.players
    settings: dict[tuple[int, ...], dict[int, int]] = {}
    for (opponents, strategy), index in tournament.entry_index.items():
        settings.setdefault(opponents, {})[strategy] = index
    # If all seats play the same strategy, their wins are fair by construction, so no such line-up
    # was played.
    for strategy in range(size):
        settings.setdefault((strategy,) * (players - 1), {})[strategy] = -1
    possible_settings = comb(size + players - 2, players - 1)
    tests = size * (size - 1)
    dominating = np.zeros((size, size), dtype=bool)
    setting_counts = np.array(
        [sum(strategy in cell for cell in settings.values()) for strategy in range(size)]
    )
    for first, second in permutations(range(size), 2):
        setting_pairs = [
            (cell[first], cell[second])
            for cell in settings.values()
            if first in cell and second in cell
        ]
        if len(setting_pairs) == possible_settings:
            dominating[first, second] = _all_above(tournament, setting_pairs, tests)
    return dominating, setting_counts, possible_settings


def _all_above(
    tournament: PlayedTournament, setting_pairs: Sequence[tuple[int, int]], tests: int
) -> bool:
    """Return True if the first of each pair certainly wins more."""
    fair = 1 / tournament.run.players

    def moments_of(sums: TournamentSums) -> tuple[list[float], list[float], int]:
        moments = sums.wins
        totals, squares = [], []
        for first, second in setting_pairs:
            if -1 not in (first, second):
                total, square = moments.difference(first, second)
            else:
                index, sign = (second, -1) if first < 0 else (first, 1)
                wins, wins_square = moments.total[index], moments.products[index, index]
                total = sign * (wins - fair * moments.games)
                square = wins_square - 2 * fair * wins + fair * fair * moments.games
            totals.append(float(total))
            squares.append(float(square))
        return totals, squares, moments.games

    now = paired_differences(*moments_of(tournament.sums), 1.0)
    at_plan = (
        None
        if tournament.planned_sums is None
        else paired_differences(*moments_of(tournament.planned_sums), 1.0)
    )
    low, _ = interval_at(tournament.run.look, now, at_plan, tests=tests)
    return bool((low > 0).all())


def cycles(beats: NDArray[np.bool_]) -> Iterator[tuple[int, ...]]:
    """Yield rings of strategies, each beating the next.

    The last beats the first. Rings have at least three members. Every strongly connected component
    yields all of its shortest rings, each starting with its strategy of lowest index.
    """
    from scipy.sparse.csgraph import connected_components

    _, components = connected_components(beats, directed=True, connection="strong")
    for component in np.unique(components):
        members = np.flatnonzero(components == component)
        for length in range(3, len(members) + 1):
            rings = list(_rings(beats, members.tolist(), length))
            if rings:
                yield from rings
                break


def _rings(
    beats: NDArray[np.bool_], members: Sequence[int], length: int
) -> Iterator[tuple[int, ...]]:
    """Yield all rings of a given length, each once."""

    def extend(ring: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(ring) == length:
            if beats[ring[-1], ring[0]]:
                yield ring
            return
        for other in members:
            if other > ring[0] and other not in ring and beats[ring[-1], other]:
                yield from extend((*ring, other))

    for first in members:
        yield from extend((first,))


def _cycles_frame(tournament: PlayedTournament, cells: Cells) -> pl.DataFrame:
    """Tabulate the certain rings: strategies, and how each beats the next.

    Strategy A beats strategy B if A wins more than its fair share when all other players play B,
    and B wins less than its fair share when all other players play A. Columns: ring (from 1),
    label, beats, games, wins (in 100, when all other players play the strategy it beats), low, high
    (jointly for all cells), against (that strategy's wins when all other players play this one),
    against_low, against_high.
    """
    beats = (cells.certain_signs > 0) & (cells.certain_signs.T < 0)
    rows = []
    for number, ring in enumerate(cycles(beats), 1):
        for first, second in zip(ring, (*ring[1:], ring[0]), strict=True):
            rows.append(
                (
                    number,
                    tournament.names[first],
                    tournament.names[second],
                    tournament.games,
                    *(
                        matrix[pair]
                        for pair in ((first, second), (second, first))
                        for matrix in (cells.wins, cells.all_low, cells.all_high)
                    ),
                )
            )
    numbers = ("wins", "low", "high", "against", "against_low", "against_high")
    return pl.DataFrame(
        rows,
        orient="row",
        schema={
            "ring": pl.Int64,
            "label": pl.String,
            "beats": pl.String,
            "games": pl.Int64,
            **dict.fromkeys(numbers, pl.Float64),
        },
    )
