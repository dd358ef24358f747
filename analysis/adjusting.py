"""Win shares and scores, adjusted for the luck of everything else.

A game deals things to a strategy's seats: a place in turn order and all that it hands out at
random. The amount dealt to them less that dealt to the whole table is 0 on average, for any worth
of it, as chance does not look at the strategies. For seats that are dealt something, the same is
true of the strategies that sit in them. So regression can take off the part of a group's result
that goes with all else, and the same games are as precise as more games would be (control variates:
Lavenberg and Welch 1981, Management Science 27; regression adjustment of experiments: Lin 2013,
Annals of Applied Statistics 7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.dealt import of_group
from eoc_sim.analysis.stats import mean_interval
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Run, labelled

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Column

    Floats = NDArray[np.float64]

VALUES = ("win_share", "score")
GAMES_A_NUMBER = 50
"""Games that a regression needs for every number that it estimates."""


def adjusted(run: Run, group: Column, others: Sequence[Column], arm: int = 0) -> pl.DataFrame:
    """Adjust each group's wins and score for all else, one row each.

    Columns: group, label, games, and for ``wins`` (in 100) and ``score`` the adjusted mean with
    ``_low`` and ``_high``, and ``_saved``: the share of games, in 100, that the adjustment saves.
    ``group`` is the strategy's column, or one that chance deals to seats; ``others`` are all
    columns that chance combines with it: for players' choices the mean is not 0. No rows where one
    group has all seats, nor for a run that is too short.
    """
    import polars as pl

    moments = _moments(run, group, others, arm)
    level = run.look.level()
    rows: list[dict[str, Any]] = []
    for place_of_group, sums in sorted(moments.items()):
        games = sums[0, 0]
        dealt_to = sums[1 + len(VALUES) :, 1 + len(VALUES) :]
        numbers = int(np.linalg.matrix_rank(dealt_to))
        if not numbers or games < GAMES_A_NUMBER * numbers:
            continue
        row: dict[str, Any] = {"group": place_of_group, "games": int(games)}
        for place, value in enumerate(VALUES, 1):
            mean, spread, saved = _adjusted_mean(sums, place)
            scale = 100.0 if value == "win_share" else 1.0
            squares = (games - 1 - numbers) * spread + games * mean * mean
            _, low, high = mean_interval(games * mean, squares, games, level)
            name = "wins" if value == "win_share" else value
            row |= {
                name: scale * mean,
                f"{name}_low": scale * float(low),
                f"{name}_high": scale * float(high),
                f"{name}_saved": 100 * saved,
            }
        rows.append(row)
    if not rows:
        return pl.DataFrame()
    return labelled(run, pl.DataFrame(rows), group, "group")


def _adjusted_mean(sums: Floats, place: int) -> tuple[float, float, float]:
    """Return a value's mean with all else 0, its spread and saving."""
    games = sums[0, 0]
    means = sums[0] / games
    centred = sums / games - np.outer(means, means)
    first = 1 + len(VALUES)
    slopes = np.linalg.lstsq(centred[first:, first:], centred[first:, place], rcond=None)[0]
    spread = centred[place, place]
    left = max(float(spread - slopes @ centred[first:, place]), 0.0)
    degrees = games - 1 - np.linalg.matrix_rank(centred[first:, first:])
    saved = 1 - left / spread if spread > 0 else 0.0
    return float(means[place] - slopes @ means[first:]), left * games / degrees, float(saved)


def _moments(run: Run, group: Column, others: Sequence[Column], arm: int) -> dict[int, Floats]:
    """Sum the products of 1, VALUES and all else, by group.

    Products are summed over games, of the means over a group's seats.
    """
    import polars as pl

    table = run.table_with("win_share")
    run.require(table, arm=arm)
    moments: dict[int, Floats] = {}
    kinds = {column.name: _kinds(run, column, arm) for column in others}
    if not any(kinds.values()):
        return {}
    for batch in run.batches():
        seats = run.read(
            table, arm, batch, ["game", "seat", *VALUES], list({group.name: None, **kinds})
        )
        # An automaton is dealt nothing; its seat comes after those of the players.
        seats = seats.filter(pl.col("seat") < run.players)
        numbers = _numbers(run, seats, kinds)
        groups = seats[group.name].to_numpy()
        for one in np.unique(groups[groups >= 0]):
            own = np.flatnonzero(groups == one)
            game = own // run.players
            first = np.flatnonzero(np.append(True, game[1:] > game[:-1]))
            means = numbers[:, own]
            if first.size < own.size:
                means = np.add.reduceat(means, first, axis=1)
                means /= np.diff(np.append(first, own.size))
            before = moments.get(int(one), 0.0)
            moments[int(one)] = before + means @ means.T
    return moments


def _numbers(run: Run, seats: pl.DataFrame, kinds: Mapping[str, Sequence[int]]) -> Floats:
    """Build one column per seat: 1, VALUES, centred indicators of ``kinds``.

    An indicator is 0 or 1 less the mean of the table.
    """
    numbers = np.zeros((1 + len(VALUES) + sum(map(len, kinds.values())), seats.height))
    numbers[0] = 1
    for place, value in enumerate(VALUES, 1):
        numbers[place] = seats[value].to_numpy()
    place = 1 + len(VALUES)
    for name, several in kinds.items():
        column = seats[name].to_numpy()
        for kind in several:
            has = (column == kind).reshape(-1, run.players)
            # One seat after the other: numpy is slow on short rows.
            mean = sum(has.T.astype(np.float64)) / run.players
            np.subtract(has, mean[:, None], out=numbers[place].reshape(-1, run.players))
            place += 1
    return numbers


def _kinds(run: Run, column: Column, arm: int) -> list[int]:
    """List the values in a column of the strategy or of deals."""
    if column.role == "strategy":
        return by_strategy(run, arm, ["win_share", "score"])["strategy"].to_list()
    return run.total(of_group(run, arm, column))[column.name].to_list()
