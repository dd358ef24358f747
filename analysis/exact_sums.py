"""Sums over games that are exact: the same to the last bit in whatever order games are added.

A number is held as whole units and `PARTS`-ths of one, both integers. Whatever is counted in whole
numbers, or is their mean over up to six seats of a game, or a square of such a mean, is held as it
is; other numbers, such as ratios, are rounded once, game by game, to the nearest part. Integers
add up alike in every order, so sums may be worked out by many, in any chunks, and put together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import EngineError

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Numbers = NDArray[np.float64] | NDArray[np.int64]

PARTS = 64 * 3600**2
"""The parts of a unit: a square of something in 60ths, or 3600ths, is a whole number of them."""
LARGEST = 2.0**62
"""Whole units that a sum may have: integers of 64 bits end at twice as many."""
LARGEST_IN_PARTS = 2.0**32
"""Units of a number from which on its fraction is left out: floats hardly have one there."""
FEW_NAMES = 1024
"""Numbers of a column up to which those that are not there have a place as well."""
MOST_PLACES = 1 << 23
"""Places, one for each game and group that could be, up to which they are counted one by one."""


@dataclass(frozen=True)
class GroupSums:
    """Sums over games, for each group a row.

    ``groups`` names them, in the order of its columns; there is a place for each of the values in
    ``sums`` (games in which it is known, whole units, parts, and both of its squares: groups x
    values x 5) and in ``ends`` (the least and the most that a game shows: groups x values x 2).
    ``games`` are those that have the group. ``products`` are whole units and parts of the products
    of two values each, in the order of `pairs`: groups x pairs x 2, no pairs unless asked for.
    """

    groups: pl.DataFrame
    games: Integers
    sums: Integers
    ends: Floats
    products: Integers

    def plus(self, other: GroupSums) -> GroupSums:
        """The sums of both, none of whose games may be the same.

        Raises:
            EngineError: a sum is too large to be exact.
        """
        if self.groups.equals(other.groups):
            return GroupSums(
                self.groups, self.games + other.games, _added(self.sums, other.sums),
                _widest(self.ends, other.ends), _added(self.products, other.products),
            )
        import polars as pl

        by = self.groups.columns
        groups = pl.concat([self.groups, other.groups]).unique().sort(by)
        one, two = (part._placed(groups) for part in (self, other))
        return one.plus(two)

    def _placed(self, groups: pl.DataFrame) -> GroupSums:
        """The same sums among more groups, of which those without games have nothing."""
        by = groups.columns
        row = "row among all groups"  # no column by which anything is grouped
        found = self.groups.join(groups.with_row_index(row), on=by, how="left")
        rows = found[row].to_numpy()

        def spread(values: NDArray[Any], empty: float) -> NDArray[Any]:
            wide = np.full((groups.height, *values.shape[1:]), empty, dtype=values.dtype)
            wide[rows] = values
            return wide

        return GroupSums(
            groups, spread(self.games, 0), spread(self.sums, 0),
            spread(self.ends, np.nan), spread(self.products, 0),
        )


def nothing(groups: pl.DataFrame, values: int, pairs: int) -> GroupSums:
    """The sums of no games: ``groups`` has the columns, and no rows."""
    return GroupSums(
        groups, np.zeros(0, np.int64), np.zeros((0, values, 5), np.int64),
        np.zeros((0, values, 2)), np.zeros((0, pairs, 2), np.int64),
    )


def pairs(values: Sequence[str]) -> list[tuple[str, str]]:
    """Every two different values, whose products are summed up where they are asked for."""
    return list(combinations(values, 2))


def summed(
    frame: pl.DataFrame, by: Sequence[str], values: Sequence[str],
    *, added: bool = False, products: bool = False,
) -> GroupSums:
    """The sums of a frame with the columns ``game``, ``by`` and ``values``.

    All rows of a game and group are one number each: their mean over the rows where it is known,
    or with ``added`` what they add up to. With ``products`` all values have to be known.

    Raises:
        EngineError: a value is too large for sums that are exact.
    """
    import polars as pl

    if not frame.height:
        groups = pl.DataFrame(schema={name: _kind(frame.schema[name]) for name in by})
        return nothing(groups, len(values), len(pairs(values)) if products else 0)
    key, columns, names, _ = _one_a_game(frame, by, values, added)
    width = math.prod(map(len, names.values()))
    # Small numbers are sorted much faster.
    small = key.astype(np.uint16) if width <= 1 << 16 else key
    order = np.argsort(small, kind="stable") if width > 1 else slice(None)
    key = key[order]
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    games = np.diff(np.append(first, len(key))).astype(np.int64)
    sums = np.zeros((len(first), len(values), 5), np.int64)
    ends = np.zeros((len(first), len(values), 2))
    sorted_columns = [column[order] for column in columns]
    for place, column in enumerate(sorted_columns):
        sums[:, place], ends[:, place] = _reduced(column, first, games)
    multiplied = [
        _exactly(one * other, first, int(games.max()))
        for one, other in combinations(sorted_columns, 2)
    ] if products else []
    found = np.zeros((len(first), len(multiplied), 2), np.int64)
    for place, product in enumerate(multiplied):
        found[:, place] = product
    return GroupSums(pl.DataFrame(_named(key[first], names)), games, sums, ends, found)


def per_game(frame: pl.DataFrame, by: Sequence[str], values: Sequence[str]) -> pl.DataFrame:
    """One row a game and group: the mean of each value over the rows where it is known."""
    import polars as pl

    if not frame.height:
        return frame.select("game", *by, pl.col(list(values)).cast(pl.Float64))
    key, columns, names, game = _one_a_game(frame, by, values, added=False)
    return pl.DataFrame(
        [
            pl.Series("game", game), *_named(key, names),
            *(
                pl.Series(value, column.astype(np.float64), nan_to_null=True)
                for value, column in zip(values, columns, strict=True)
            ),
        ]
    )


def _one_a_game(
    frame: pl.DataFrame, by: Sequence[str], values: Sequence[str], added: bool
) -> tuple[Integers, list[Numbers], dict[str, pl.Series], Integers]:
    """A row a game and group: the group's number, its values, and the game.

    Also the names of each column of groups, from which the numbers are made.
    """

    key = np.zeros(frame.height, np.int64)
    names = {}
    for column in by:
        code, names[column] = _code(frame[column])
        key = key * len(names[column]) + code if len(names) > 1 else code
    width = math.prod(map(len, names.values()))
    game = frame["game"].to_numpy().astype(np.int64)
    table = [_numbers(frame[value]) for value in values]
    first = int(game.min())
    place = (game - first) * width + key
    where, rows, which = _cells(place, (int(game.max()) - first + 1) * width)
    if which is None:
        return key, table, names, game
    means = []
    for one in table:
        unknown = np.isnan(one) if one.dtype.kind == "f" else np.zeros(1, bool)
        if unknown.any():
            sums = np.bincount(which, np.where(unknown, 0.0, one), len(where))
            known = np.bincount(which, ~unknown, len(where))
            with np.errstate(invalid="ignore"):
                means.append(np.where(known > 0, sums, np.nan) if added else sums / known)
        else:
            sums = np.bincount(which, one, len(where))
            means.append(sums if added else sums / rows)
    game, key = np.divmod(where, width)
    return key, means, names, game + first


def _numbers(column: pl.Series) -> Numbers:
    """The values of a column: whole numbers as such, others as floats, nan where not known."""
    import polars as pl

    if column.null_count() == 0 and _kind(column.dtype) == pl.Int64():
        return column.cast(pl.Int64).to_numpy()
    return column.cast(pl.Float64).fill_null(np.nan).to_numpy()


def _cells(place: Integers, size: int) -> tuple[Integers, Integers, Integers | None]:
    """The different places, how many rows each has, and which of them each row is of.

    The last is None if no two rows are of one place.
    """
    if size > max(MOST_PLACES, 2 * len(place)):
        where, which, rows = np.unique(place, return_inverse=True, return_counts=True)
        return where, rows, None if len(where) == len(place) else which
    counts = np.bincount(place, minlength=size)
    if counts.max() == 1:
        return place, counts, None
    where = np.flatnonzero(counts)
    rows = counts[where]
    counts[where] = np.arange(len(where))
    return where, rows, counts[place]


def _named(key: Integers, names: Mapping[str, pl.Series]) -> list[pl.Series]:
    """The columns of groups from the numbers that were made of them."""
    found = []
    for column, words in reversed(list(names.items())):
        key, code = np.divmod(key, len(words))
        found.append(words.gather(code).alias(column))
    return found[::-1]


def _kind(kind: pl.DataType) -> pl.DataType:
    """How groups of a column are named: by whole numbers, or by words."""
    import polars as pl

    return pl.Int64() if kind.is_integer() or kind == pl.Boolean else pl.String()


def _code(column: pl.Series) -> tuple[Integers, pl.Series]:
    """Numbers from 0 in place of the values of a column, and the values in their order."""
    import polars as pl

    if _kind(column.dtype) == pl.Int64():
        number = column.cast(pl.Int64).to_numpy()
        least, most = int(number.min()), int(number.max())
        number = number - least
        if most - least <= FEW_NAMES:
            return number, pl.Series(range(least, most + 1), dtype=pl.Int64)
        if most - least > MOST_PLACES:
            found, code = np.unique(number, return_inverse=True)
            return code.astype(np.int64), pl.Series(found + least, dtype=pl.Int64)
        there = np.bincount(number)
        found = np.flatnonzero(there)
        there[found] = np.arange(len(found))
        return there[number], pl.Series(found + least, dtype=pl.Int64)
    words = column.cast(pl.String)
    names = words.unique().sort()
    return words.cast(pl.Enum(names)).to_physical().cast(pl.Int64).to_numpy(), names


def _reduced(column: Numbers, first: Integers, games: Integers) -> tuple[Integers, Floats]:
    """The sums and ends of a value, a row a game; groups follow each other from ``first`` on."""
    found = np.zeros((len(first), 5), np.int64)
    unknown = np.isnan(column) if column.dtype.kind == "f" else np.zeros(1, bool)
    known = column
    found[:, 0] = games
    if unknown.any():
        known = np.where(unknown, 0.0, column)
        found[:, 0] -= np.add.reduceat(unknown.astype(np.int64), first)
    most = int(games.max())
    found[:, 1:3] = _exactly(known, first, most)
    found[:, 3:5] = _exactly(known * known, first, most)
    ends = [np.fmin.reduceat(column, first), np.fmax.reduceat(column, first)]
    return found, np.stack(ends, axis=-1).astype(np.float64)


def _exactly(values: Numbers, first: Integers, most: int) -> Integers:
    """Whole units and parts of the sums of groups from ``first`` on, of ``most`` rows at most.

    Every number is made an integer by itself, so that no sum hangs on what it is summed up with.
    """
    largest = max(float(values.max()), -float(values.min()))
    if not largest * most < LARGEST:
        raise EngineError("a number of a game is too large to be summed up exactly")
    sums = np.zeros((len(first), 2), np.int64)
    if values.dtype.kind != "f":
        sums[:, 0] = np.add.reduceat(values, first, dtype=np.int64)
        return sums
    if largest >= LARGEST_IN_PARTS:
        large = np.abs(values) >= LARGEST_IN_PARTS
        whole = np.floor(np.where(large, values, 0.0)).astype(np.int64)
        sums[:, 0] = np.add.reduceat(whole, first)
        values = np.where(large, 0.0, values)
        largest = LARGEST_IN_PARTS
    parts = np.rint(values * PARTS).astype(np.int64)
    if largest * PARTS * most < LARGEST:
        sums[:, 1] = np.add.reduceat(parts, first)
    else:
        whole, rest = np.divmod(parts, PARTS)
        sums[:, 0] += np.add.reduceat(whole, first)
        sums[:, 1] = np.add.reduceat(rest, first)
    _carry(sums)
    return sums


def _carry(sums: Integers) -> None:
    """Make whole units of parts, so that equal sums are the same integers."""
    for part in range(sums.shape[-1] - 1, 0, -2):
        more, sums[..., part] = np.divmod(sums[..., part], PARTS)
        sums[..., part - 1] += more


def _added(one: Integers, other: Integers) -> Integers:
    found = one + other
    _carry(found)
    if found.size and np.abs(found).max() >= LARGEST:
        raise EngineError("a sum over so many games is too large to be exact")
    return found


def _widest(one: Floats, other: Floats) -> Floats:
    return np.stack(
        [np.fmin(one[..., 0], other[..., 0]), np.fmax(one[..., 1], other[..., 1])], axis=-1
    )
