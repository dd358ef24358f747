"""Win shares and scores of groups, adjusted for other things dealt.

Chance deals each seat its place in turn order, among other things. Chance ignores strategies, so on
average every strategy is dealt the same. Regression can therefore remove the part of a group's
result that everything else explains, which makes the estimate as precise as one from more games
(control variates: Lavenberg and Welch 1981, Management Science 27; regression adjustment of
experiments: Lin 2013, Annals of Applied Statistics 7).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim import analysis
from eoc_sim.analysis.exact_sums import LARGEST, GroupSums
from eoc_sim.analysis.statistic import Batch, Statistic, no_rows
from eoc_sim.analysis.stats import t_interval
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.errors import EngineError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Column, Table

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

VALUES = ("win_share", "score")
GAMES_PER_COEFFICIENT = 50
"""Games that a regression needs per coefficient."""
PARTS_PER_UNIT = 27720
"""Parts per unit of a fractional value.

Each seat's share of a win divided among up to 12 seats is a whole number of parts.
"""
CODES_PER_COLUMN = 1 << 32
"""Multiplier that packs a column and a kind into one code.

A kind is one category of a column, such as one place in turn order. The code is the column's
number, counted from 1, times `CODES_PER_COLUMN`, plus the kind. The codes 0 to 2 stand for the
seats and `VALUES`.
"""
MAX_KINDS = 64
"""Limit on the number of kinds for which products are kept.

Kinds in all columns count together. The number of products grows with the cube of this number.
"""


def adjust(
    run: Run, group_column: Column, other_columns: Sequence[Column], arm: int = 0
) -> pl.DataFrame:
    """Adjust each group's wins and score for everything else dealt.

    There is one row per group. Columns: group, label, games, then the adjusted means ``wins`` (in
    100) and ``score``, each also with ``_low``, ``_high`` and ``_saved`` (how many games in 100 the
    adjustment saves). ``group_column`` holds strategies, or things that chance deals to seats;
    ``other_columns`` are the other columns that chance assigns together with it. Columns whose
    kinds players choose must not be among them, as their means may differ between groups. The frame
    is empty if one group has all seats or the run is too short.
    """
    moments = _moments(run, group_column, other_columns, arm)
    level = run.look.level()
    rows: list[dict[str, Any]] = []
    for group_index, sums in moments.items():
        games = sums[0, 0]
        dealt_products = sums[1 + len(VALUES) :, 1 + len(VALUES) :]
        coefficients = int(np.linalg.matrix_rank(dealt_products))
        if not coefficients or games < GAMES_PER_COEFFICIENT * coefficients:
            continue
        row: dict[str, Any] = {"group": group_index, "games": int(games)}
        for index, value in enumerate(VALUES, 1):
            mean, squared_error, gain = _adjusted_mean(sums, index, coefficients)
            low, high = t_interval(mean, squared_error, games - 1 - coefficients, level)
            scale = 100.0 if value == "win_share" else 1.0
            name = "wins" if value == "win_share" else value
            row |= {
                name: scale * mean,
                f"{name}_low": scale * low,
                f"{name}_high": scale * high,
                f"{name}_saved": 100 * gain,
            }
        rows.append(row)
    if not rows:
        return pl.DataFrame()
    return add_labels(run, pl.DataFrame(rows), group_column, "group")


def _adjusted_mean(sums: Floats, index: int, coefficients: int) -> tuple[float, float, float]:
    """Return an adjusted mean, its squared error and the share saved.

    The adjusted mean is the regression's intercept, because each kind's quantity is 0 on
    average.
    """
    games = sums[0, 0]
    means = sums[0] / games
    covariance = sums / games - np.outer(means, means)
    first = 1 + len(VALUES)
    dealt_means, dealt_covariance = means[first:], covariance[first:, first:]
    slopes, distances = np.linalg.lstsq(
        dealt_covariance, np.column_stack([covariance[first:, index], dealt_means]), rcond=None
    )[0].T
    variance = covariance[index, index]
    residual_variance = max(float(variance - slopes @ covariance[first:, index]), 0.0)
    gain = 1 - residual_variance / variance if variance > 0 else 0.0
    squared_error = residual_variance / (games - 1 - coefficients) * (1 + distances @ dealt_means)
    return (
        float(means[index] - slopes @ dealt_means),
        float(squared_error),
        float(gain),
    )


def _moments(
    run: Run, group_column: Column, other_columns: Sequence[Column], arm: int
) -> dict[int, Floats]:
    """Sum the products of seats, `VALUES` and other kinds, by group."""
    if not other_columns or run.players < 2:
        return {}
    columns = [column.name for column in _columns(run)]
    choices = [0, *(1 + columns.index(column.name) for column in other_columns)]
    cells = run.total(products_statistic(run, arm)).filter(
        pl.col("column") == columns.index(group_column.name),
        *((pl.col(code) // CODES_PER_COLUMN).is_in(choices) for code in ("one", "other")),
    )
    denominators = np.array([1.0, *(_denominator(run, value) for value in VALUES)])
    moments: dict[int, Floats] = {}
    for (group_id,), group_cells in cells.group_by("group", maintain_order=True):
        # Kinds without products, such as the group's own, do not count.
        codes = np.unique(group_cells.select("one", "other").to_numpy())
        scales = np.full(codes.size, float(run.players))
        scales[: denominators.size] = denominators
        sums = np.zeros((codes.size, codes.size))
        for (seats,), cell in group_cells.group_by("seats", maintain_order=True):
            indexes = np.searchsorted(codes, cell.select("one", "other").to_numpy()).T
            cell_sums = np.zeros_like(sums)
            cell_sums[indexes[0], indexes[1]] = cell_sums[indexes[1], indexes[0]] = cell[
                "product_sum"
            ]
            sums += cell_sums / float(seats) ** 2
        moments[int(group_id)] = sums / np.outer(scales, scales)
    return moments


def products_statistic(run: Run, arm: int = 0) -> Statistic:
    """Return the statistic that sums the products that `adjust` needs.

    Each kind of each column is a group. In a game, a group has these quantities: its number of
    seats, the sum of each of `VALUES` over these seats, and for each kind of another column, how
    many of these seats have the kind, minus how many are expected to have it. A row is the sum over
    games of the product of two quantities. Its columns are the index of the group's ``column``, the
    ``group``, its number of ``seats`` in a game, and ``one`` and ``other``, the codes of the two
    quantities (see `CODES_PER_COLUMN`).

    All quantities are whole numbers: a fractional value is multiplied by `PARTS_PER_UNIT`, and the
    quantity of a kind by the number of players. For example, if one of a group's two seats has a
    kind that one of four players has, 2 * 1 / 4 seats are expected to have it, and the quantity is
    4 * 1 - 2 * 1 = 2.
    """
    table, columns = run.table_with("win_share"), _columns(run)
    names = [column.name for column in columns]
    return Statistic(
        f"products of {', '.join(names)}, version {arm}",
        ((table, arm),),
        ("column", "group", "seats", "one", "other"),
        ("product",),
        no_rows,
        sums=partial(_products, run, table, arm, names),
    )


def statistics(run: Run) -> list[Statistic]:
    """List the statistic of the products under the current rules.

    The list is empty if nothing is dealt to seats, or there are more than `MAX_KINDS` kinds.
    """
    columns = _columns(run)
    kinds = (
        run.dim(column.dim).height if column.dim else len(column.values) or run.players
        for column in columns
    )
    is_feasible = run.players > 1 and len(columns) > 1 and sum(kinds) <= MAX_KINDS
    return [products_statistic(run)] if is_feasible else []


def _columns(run: Run) -> list[Column]:
    """List the strategy's column and those that chance deals."""
    seats = run.table_with("win_share")
    return [*seats.roles("strategy"), *seats.roles("order"), *seats.roles("dealt")]


def _denominator(run: Run, value: str) -> int:
    """Return how many parts make up one unit of a value."""
    data_type = run.column(value).kind
    is_integer = isinstance(data_type, str) and data_type.startswith("Int")
    return 1 if is_integer else PARTS_PER_UNIT


def _products(run: Run, table: Table, arm: int, columns: Sequence[str], batch: Batch) -> GroupSums:
    """Sum the products of a batch's games.

    Raises:
        EngineError: a value is too large for exact sums.
    """
    seats = batch.read(table, arm, ["game", "seat", *VALUES], columns)
    # An automaton, seated after the players, is dealt nothing.
    seats = seats.filter(pl.col("seat") < run.players)
    values = np.zeros((len(VALUES), seats.height), np.int64)
    for index, value in enumerate(VALUES):
        values[index] = np.rint(seats[value].to_numpy() * _denominator(run, value))
    if seats.height:
        largest = run.players * float(np.abs(values).max())
        if largest > np.iinfo(np.int32).max or largest * largest * seats.height >= LARGEST:
            raise EngineError("a value in a game is too large to be summed exactly")
    code_parts = [np.arange(analysis.compiled_products.RESULTS)]
    kinds = np.full((len(columns), seats.height), -1, np.int64)
    for number, column in enumerate(columns):
        group_ids = seats[column].to_numpy().astype(np.int64)
        present = np.flatnonzero(np.bincount(group_ids[group_ids >= 0]))
        indexes = np.full(present.max(initial=-1) + 2, -1)
        indexes[present] = sum(map(len, code_parts)) + np.arange(present.size)
        kinds[number] = indexes[np.maximum(group_ids, -1)]
        code_parts.append((1 + number) * CODES_PER_COLUMN + present)
    codes = np.concatenate(code_parts)
    games_of = np.zeros((codes.size, run.players + 1), np.int64)
    analysis.compiled_products.count_seats(kinds, run.players, games_of)
    group, seats_of_group = np.nonzero(games_of)
    rows = np.full(games_of.shape, -1)
    rows[group, seats_of_group] = np.arange(group.size)
    games = np.zeros((group.size, codes.size, codes.size), np.int32)
    products = np.zeros(games.shape, np.int64)
    analysis.compiled_products.add_products(kinds, values, run.players, rows, games, products)
    row, first, second = cells = np.nonzero(games)
    games_of_cell = games[cells].astype(np.int64)
    column_index, kind = np.divmod(codes[group[row]], CODES_PER_COLUMN)
    sums = np.zeros((row.size, 1, 5), np.int64)
    sums[:, 0, 0], sums[:, 0, 1] = games_of_cell, products[cells]
    return GroupSums(
        pl.DataFrame(
            {
                "column": column_index - 1,
                "group": kind,
                "seats": seats_of_group[row],
                "one": codes[first],
                "other": codes[second],
            }
        ),
        games_of_cell,
        sums,
        np.full((row.size, 1, 2), np.nan),
        np.zeros((row.size, 0, 2), np.int64),
    )
