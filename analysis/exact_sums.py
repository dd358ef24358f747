"""Exact sums over games: the same bits in any order.

A number is stored as two integers: whole units and `DENOMINATOR`-ths of a unit. Whole numbers,
their means over up to six seats of a game, and squares of such means are stored exactly; other
numbers, such as ratios, are rounded once, game by game, to the nearest part. Integer sums do not
depend on their order, so workers can sum chunks of any size, whose sums are added later.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim import analysis
from eoc_sim.analysis.exact_numbers import DENOMINATOR
from eoc_sim.errors import EngineError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Numbers = NDArray[np.float64] | NDArray[np.int64]

LARGEST = 2.0**62
"""Limit on a sum's whole units; 64-bit integers reach twice that."""
MAX_DENSE_RANGE = 1024
"""The widest range of integers in which unused numbers also get codes."""
MAX_CELLS = 1 << 23
"""Largest number of cells (possible games times groups) in a dense array."""
MAX_GROUPS = 1 << 16
"""Largest number of possible groups for which unused ones also get numbers."""


@dataclass(frozen=True)
class GroupSums:
    """Sums over games, one row per group.

    ``groups`` has the columns that identify each row's group, and is sorted by them. ``sums`` has
    the shape groups x values x 5: the number of games in which the value is known, then whole units
    and parts of its sum, then those of its sum of squares. ``ends`` has the minimum and the maximum
    in any game, in the shape groups x values x 2. ``games`` counts the games that have the group.
    ``products`` has the shape groups x pairs x 2: whole units and parts of the sum of the products
    of two values, in the order of `pairs`; there are no pairs unless products are requested.
    """

    groups: pl.DataFrame
    games: Integers
    sums: Integers
    ends: Floats
    products: Integers

    def plus(self, other: GroupSums) -> GroupSums:
        """Add another set of sums, which must not cover the same games.

        Raises:
            EngineError: a sum is too large to be exact.
        """
        if self.groups.equals(other.groups):
            return GroupSums(
                self.groups,
                self.games + other.games,
                _add(self.sums, other.sums),
                _widest_ends(self.ends, other.ends),
                _add(self.products, other.products),
            )

        all_groups = pl.concat([self.groups, other.groups])
        key, names = encode(all_groups, all_groups.columns)
        present, row = np.unique(key, return_inverse=True)
        groups = decode(present, names)
        rows = row[: self.groups.height], row[self.groups.height :]
        first, second = (
            sums._spread(groups, group_rows)
            for sums, group_rows in zip((self, other), rows, strict=True)
        )
        return first.plus(second)

    def _spread(self, groups: pl.DataFrame, rows: Integers) -> GroupSums:
        """Move the sums to these rows of a longer list."""

        def spread(values: NDArray[Any], empty: float) -> NDArray[Any]:
            wide = np.full((groups.height, *values.shape[1:]), empty, dtype=values.dtype)
            wide[rows] = values
            return wide

        return GroupSums(
            groups,
            spread(self.games, 0),
            spread(self.sums, 0),
            spread(self.ends, np.nan),
            spread(self.products, 0),
        )


def empty_sums(groups: pl.DataFrame, values: int, pairs: int) -> GroupSums:
    """Return the sums of no games, with the columns of ``groups``.

    The frame ``groups`` has no rows.
    """
    return GroupSums(
        groups,
        np.zeros(0, np.int64),
        np.zeros((0, values, 5), np.int64),
        np.zeros((0, values, 2)),
        np.zeros((0, pairs, 2), np.int64),
    )


def pairs(values: Sequence[str]) -> list[tuple[str, str]]:
    """List all pairs of different values, whose products are summed on request."""
    return list(combinations(values, 2))


def sum_groups(
    frame: pl.DataFrame,
    by: Sequence[str],
    values: Sequence[str],
    *,
    added: bool = False,
    products: bool = False,
    parts_per_unit: Mapping[str, int] | None = None,
) -> GroupSums:
    """Sum a frame with the columns ``game``, ``by`` and ``values``.

    All rows of a game and group become one number per value: the mean over the rows where it is
    known or, with ``added``, the sum. With ``products`` all values must be known. Values in
    ``parts_per_unit`` are given as whole numbers of parts, such as 60ths.

    Raises:
        EngineError: a value is too large for exact sums.
    """
    if not frame.height:
        groups = pl.DataFrame(schema={name: _kind(frame.schema[name]) for name in by})
        return empty_sums(groups, len(values), len(pairs(values)) if products else 0)
    key, names = encode(frame, by)
    width = math.prod(map(len, names.values()))
    keys = None
    if width > max(MAX_GROUPS, 4 * len(key)):
        keys, key = np.unique(key, return_inverse=True)
        width = len(keys)
    table = [_numbers(frame[value]) for value in values]
    denominators = [(parts_per_unit or {}).get(value, 1) for value in values]
    key, game = _writable(key, np.int64), _writable(frame["game"].to_numpy(), np.int64)
    is_shared = _find_shared(game, key, width)
    sums = _Sums(width, len(values), len(pairs(values)) if products else 0)
    single: Any = slice(None) if is_shared is None else ~is_shared
    if is_shared is None or single.any():
        sums.add(
            key[single],
            [
                (column[single], denominator)
                for column, denominator in zip(table, denominators, strict=True)
            ],
        )
    if is_shared is not None:
        first_keys, merged, _ = _one_per_game(
            game[is_shared],
            key[is_shared],
            width,
            [column[is_shared] for column in table],
            added=added,
        )
        sums.add(
            first_keys,
            [
                (column / denominator, 1)
                for column, denominator in zip(merged, denominators, strict=True)
            ],
        )
    present = np.flatnonzero(sums.games)
    return GroupSums(
        decode(present if keys is None else keys[present], names),
        sums.games[present],
        sums.sums[present],
        sums.ends[present],
        sums.products[present],
    )


class _Sums:
    """Sums by group number, added up row by row.

    Each row is one game and group.
    """

    def __init__(self, width: int, values: int, pairs: int) -> None:
        self.games = np.zeros(width, np.int64)
        self.sums = np.zeros((width, values, 5), np.int64)
        self.ends = np.full((width, values, 2), np.nan)
        self.products = np.zeros((width, pairs, 2), np.int64)

    def add(self, key: Integers, columns: Sequence[tuple[Numbers, int]]) -> None:
        """Add rows, given as group numbers and values with parts per unit."""
        games = np.bincount(key, minlength=len(self.games))
        self.games += games
        for index, (column, denominator) in enumerate(columns):
            sums, ends = _value_sums(key, column, denominator, games, squares=True)
            self.sums[:, index] += sums
            self.ends[:, index] = _widest_ends(self.ends[:, index], ends)
        if self.products.shape[1]:
            column_pairs = combinations(columns, 2)
            for index, ((first, first_parts), (second, second_parts)) in enumerate(column_pairs):
                product = (first / first_parts if first_parts > 1 else first) * (
                    second / second_parts if second_parts > 1 else second
                )
                sums, _ = _value_sums(key, product, 1, games, squares=False)
                self.products[:, index] += sums[:, 1:3]
        _carry(self.sums)
        _carry(self.products)


def _value_sums(
    key: Integers, column: Numbers, denominator: int, games: Integers, *, squares: bool
) -> tuple[Integers, Floats]:
    """Sum values by group; return their minima and maxima too.

    Whole numbers are in parts, ``denominator`` per unit. Without ``squares`` the sums of squares
    may overflow. ``games`` counts the rows of each group.

    Raises:
        EngineError: the sums are too large to be exact.
    """
    max_rows = float(games.max())
    largest = _largest(column)
    is_whole = column.dtype.kind != "f"
    if is_whole and denominator > 1 and largest * largest * max_rows >= LARGEST:
        column, largest, denominator, is_whole = (
            column / denominator,
            largest / denominator,
            1,
            False,
        )
    if (largest * largest if squares and largest > 1 else largest) * max_rows >= LARGEST:
        raise EngineError("a value in a game is too large to be summed exactly")
    numbers = np.zeros((len(games), 5), np.int64)
    if not is_whole:
        ends = np.full((len(games), 2), np.nan)
        analysis.compiled_sums.add_numbers(key, _writable(column, np.float64), numbers, ends)
        return numbers, ends
    sums = np.zeros((len(games), 3), np.int64)
    whole_ends = np.empty((len(games), 2), np.int64)
    whole_ends[:] = np.iinfo(np.int64).max, np.iinfo(np.int64).min
    analysis.compiled_sums.add_integers(key, _writable(column, np.int64), sums, whole_ends)
    numbers[:, 0] = sums[:, 0]
    for power, parts in ((1, denominator), (2, denominator * denominator)):
        numbers[:, 2 * power - 1], remainder = np.divmod(sums[:, power], parts)
        numbers[:, 2 * power] = remainder * (DENOMINATOR // parts)
    return numbers, np.where(sums[:, :1] > 0, whole_ends / denominator, np.nan)


def _writable(column: NDArray[Any], kind: type) -> NDArray[Any]:
    """Convert to one writable layout, so that numba compiles each pass once."""
    return np.require(column, kind, ("C", "W"))


def _largest(column: Numbers) -> float:
    """Return the largest known absolute value; nan if there is none."""
    return max(float(np.fmax.reduce(column)), -float(np.fmin.reduce(column)))


def per_game(frame: pl.DataFrame, by: Sequence[str], values: Sequence[str]) -> pl.DataFrame:
    """Average each value over its known rows, by game and group."""
    if not frame.height:
        return frame.select("game", *by, pl.col(list(values)).cast(pl.Float64))
    key, names = encode(frame, by)
    width = math.prod(map(len, names.values()))
    key, means, game = _one_per_game(
        frame["game"].to_numpy(),
        key,
        width,
        [_numbers(frame[value]) for value in values],
        added=False,
    )
    return pl.DataFrame(
        [
            pl.Series("game", game),
            *_name_groups(key, names),
            *(
                pl.Series(value, column.astype(np.float64), nan_to_null=True)
                for value, column in zip(values, means, strict=True)
            ),
        ]
    )


def group_sizes(frame: pl.DataFrame, by: Sequence[str] = ()) -> Integers:
    """Count, for each row, the rows of the same game and group."""
    key = dense_groups(frame, by)
    return np.bincount(key)[key]


def count_rows(frame: pl.DataFrame, by: Sequence[str], name: str) -> pl.DataFrame:
    """Count the rows of each game and group.

    The counts are in the column ``name``.
    """
    key = dense_groups(frame, by)
    counts = np.bincount(key)
    row = np.empty(len(counts), np.int64)
    row[key] = np.arange(len(key))
    present = np.flatnonzero(counts)
    return frame.select("game", *by)[row[present]].with_columns(pl.Series(name, counts[present]))


def dense_groups(frame: pl.DataFrame, by: Sequence[str]) -> Integers:
    """Return a number for each row's game and group.

    All numbers are below the greater of `MAX_CELLS` and twice the number of rows; some may be
    unused.
    """
    key, names = encode(frame, ["game", *by])
    if math.prod(map(len, names.values())) > max(MAX_CELLS, 2 * len(key)):
        _, key = np.unique(key, return_inverse=True)
    return key


def encode(frame: pl.DataFrame, by: Sequence[str]) -> tuple[Integers, dict[str, pl.Series]]:
    """Encode each row's group as a number; return each column's values too."""
    key = np.zeros(frame.height, np.int64)
    names = {}
    for column in by:
        code, names[column] = _code(frame[column])
        key = key * len(names[column]) + code if len(names) > 1 else code
    return key, names


def _find_shared(game: Integers, key: Integers, width: int) -> NDArray[np.bool_] | None:
    """Mark rows that share a game and group.

    Return None if no rows do.
    """
    is_shared = np.zeros(len(key), bool)
    count = analysis.compiled_sums.mark_shared(game, key, np.full(width, -1), is_shared)
    if count < 0:
        order = np.argsort(game, kind="stable")
        count = analysis.compiled_sums.mark_shared(
            game[order], key[order], np.full(width, -1), is_shared
        )
        is_shared[order] = is_shared.copy()
    return is_shared if count else None


def _one_per_game(
    game: NDArray[Any], key: Integers, width: int, table: Sequence[Numbers], *, added: bool
) -> tuple[Integers, list[Numbers], Integers]:
    """Merge rows by game and group; return group numbers, values and games.

    A merged value is the mean of the rows' known values or, with ``added``, their sum.
    """
    game = game.astype(np.int64)
    first = int(game.min())
    cell = (game - first) * width + key
    cells, rows, cell_of_row = _cells(cell, (int(game.max()) - first + 1) * width)
    if cell_of_row is None:
        return key, list(table), game
    merged: list[Numbers] = []
    for column in table:
        is_unknown = np.isnan(column) if column.dtype.kind == "f" else np.zeros(1, bool)
        if is_unknown.any():
            sums = np.bincount(cell_of_row, np.where(is_unknown, 0.0, column), len(cells))
            counts = np.bincount(cell_of_row, ~is_unknown, len(cells))
            with np.errstate(invalid="ignore"):
                merged.append(np.where(counts > 0, sums, np.nan) if added else sums / counts)
        else:
            sums = np.bincount(cell_of_row, column, len(cells))
            merged.append(sums if added else sums / rows)
    game, key = np.divmod(cells, width)
    return key, merged, game + first


def _numbers(column: pl.Series) -> Numbers:
    """Convert a column to integers if possible, else to floats.

    Unknown values become nan.
    """
    if column.null_count() == 0 and _kind(column.dtype) == pl.Int64():
        if column.dtype == pl.Boolean:
            column = column.cast(pl.Int8)
        return column.to_numpy()
    # numpy turns unknown values into nan; filling them in with polars would be slow.
    return column.cast(pl.Float64).to_numpy()


def _cells(cell: Integers, size: int) -> tuple[Integers, Integers, Integers | None]:
    """Return the cells, their counts, and the cell index of each row.

    The index is None if no two rows share a cell; in that case, ignore the other two results.
    """
    if size > max(MAX_CELLS, 2 * len(cell)):
        cells, cell_of_row, rows = np.unique(cell, return_inverse=True, return_counts=True)
        return cells, rows, None if len(cells) == len(cell) else cell_of_row
    counts = np.bincount(cell, minlength=size)
    if counts.max() == 1:
        return cell, counts, None
    cells = np.flatnonzero(counts)
    rows = counts[cells]
    counts[cells] = np.arange(len(cells))
    return cells, rows, counts[cell]


def decode(key: Integers, names: Mapping[str, pl.Series]) -> pl.DataFrame:
    """Turn numbers made by `encode` back into groups."""
    return pl.DataFrame(_name_groups(key, names))


def to_units(values: Floats) -> Integers:
    """Split numbers into whole units and parts, each rounded once."""
    units = np.floor(values)
    numbers = np.stack([units, np.rint((values - units) * DENOMINATOR)], axis=-1).astype(np.int64)
    _carry(numbers)
    return numbers


def _name_groups(key: Integers, names: Mapping[str, pl.Series]) -> list[pl.Series]:
    """Turn group numbers back into columns."""
    columns = []
    for column, words in reversed(list(names.items())):
        key, code = np.divmod(key, len(words))
        columns.append(pl.Series(column, words.to_numpy()[code], dtype=words.dtype))
    return columns[::-1]


def _kind(kind: pl.DataType) -> pl.DataType:
    """Return the type of a column's group names: whole numbers, or strings."""
    return pl.Int64() if kind.is_integer() or kind == pl.Boolean else pl.String()


def _code(column: pl.Series) -> tuple[Integers, pl.Series]:
    """Replace values with numbers from 0; return the sorted values too."""
    if not len(column):
        return np.zeros(0, np.int64), pl.Series([], dtype=_kind(column.dtype))
    if _kind(column.dtype) == pl.Int64():
        # Small types are scanned faster.
        number = column.to_numpy()
        minimum, maximum = int(number.min()), int(number.max())
        number = number.astype(np.int64)
        if minimum:
            number -= minimum
        if maximum - minimum <= MAX_DENSE_RANGE:
            return number, pl.Series(range(minimum, maximum + 1), dtype=pl.Int64)
        if maximum - minimum > MAX_CELLS:
            distinct, code = np.unique(number, return_inverse=True)
            return code.astype(np.int64), pl.Series(distinct + minimum, dtype=pl.Int64)
        is_used = np.zeros(maximum - minimum + 1, bool)
        is_used[number] = True
        distinct = np.flatnonzero(is_used)
        codes = np.empty(len(is_used), np.int64)
        codes[distinct] = np.arange(len(distinct))
        return codes[number], pl.Series(distinct + minimum, dtype=pl.Int64)
    if isinstance(column.dtype, pl.Enum) and not column.null_count():
        words = pl.Series(column.dtype.categories, dtype=pl.String)
        number = column.to_physical().to_numpy()
        is_present = np.bincount(number, minlength=len(words)) > 0
        names = words.filter(pl.Series(is_present)).sort()
        code_of = {word: number for number, word in enumerate(names)}
        return np.array([code_of.get(word, 0) for word in words])[number], names
    words = column.cast(pl.String)
    names = words.unique().sort()
    return words.cast(pl.Enum(names)).to_physical().cast(pl.Int64).to_numpy(), names


def _carry(sums: Integers) -> None:
    """Carry parts into units, so that equal sums are equal integers."""
    for column in range(sums.shape[-1] - 1, 0, -2):
        carried, sums[..., column] = np.divmod(sums[..., column], DENOMINATOR)
        sums[..., column - 1] += carried


def _add(first: Integers, second: Integers) -> Integers:
    total = first + second
    _carry(total)
    if total.size and np.abs(total).max() >= LARGEST:
        raise EngineError("a sum over all games is too large to be exact")
    return total


def _widest_ends(first: Floats, second: Floats) -> Floats:
    return np.stack(
        [np.fmin(first[..., 0], second[..., 0]), np.fmax(first[..., 1], second[..., 1])], axis=-1
    )
