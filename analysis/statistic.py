"""Statistics: sums over games, declared once and computed anywhere.

A `Statistic` declares which rows it reads and how to sum them. The sums are computed in one pass
over a run's tables, or while the games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

import polars as pl

from eoc_sim.analysis.exact_numbers import DENOMINATOR
from eoc_sim.analysis.exact_sums import GroupSums, pairs, sum_groups
from eoc_sim.errors import InputError, failure

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

    Rows = Callable[[Table, int, Sequence[str]], pl.DataFrame]

Value = TypeVar("Value")


class Batch:
    """Some games of all versions.

    `read` returns columns of an arm's table for these games. ``games`` has the numbers of the first
    of these games and of the first game after them, if known.
    """

    def __init__(self, rows: Rows, games: tuple[int, int] | None = None) -> None:
        self._rows = rows
        self.games = games
        self._cache: dict[str, object] = {}

    def read(
        self, table: Table, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
    ) -> pl.DataFrame:
        """Read the rows of one arm, sorted by game.

        The columns of these ``roles``, such as "game", are named by their role, and ``columns`` by
        their own names.
        """
        names = {role: table.role(role).name for role in roles}
        rows = self._rows(table, arm, list(dict.fromkeys([*names.values(), *columns])))
        return pl.DataFrame(
            [
                *(rows.get_column(name).alias(role) for role, name in names.items()),
                *(rows.get_column(name) for name in columns),
            ]
        )

    def make_once(self, name: str, make: Callable[[], Value]) -> Value:
        """Make a value that several statistics read, once per ``name``."""
        if name not in self._cache:
            self._cache[name] = make()
        return self._cache[name]  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Statistic:
    """Sums over games by group, and their source.

    ``rows`` turns a batch into a frame with the columns ``game``, ``by`` and ``values``; rows of
    one game and group are merged into their mean, or their sum if ``added``. Statistics with the
    same ``name`` must be identical. ``tables`` lists the tables read, with their arms. ``products``
    also requests the sums of products of values. Values in ``parts_per_unit`` are given as whole
    numbers of parts, which are summed much faster.
    """

    name: str
    tables: tuple[tuple[Table, int], ...]
    by: tuple[str, ...]
    values: tuple[str, ...]
    rows: Callable[[Batch], pl.DataFrame]
    added: bool = False
    products: bool = False
    parts_per_unit: Mapping[str, int] = field(default_factory=dict)
    sums: Callable[[Batch], GroupSums] | None = None
    """Computes a batch's sums directly, if rows do not suffice."""

    def sum(self, batch: Batch) -> GroupSums:
        """Sum a batch's games.

        Raises:
            InputError: the function ``rows`` of a statistic from outside the package failed.
        """
        if self.sums is not None:
            return self.sums(batch)
        try:
            rows = self.rows(batch)
        except Exception as error:
            if self.rows.__module__.startswith("eoc_sim."):
                raise
            raise InputError(f"The statistic {self.name} failed ({failure(error)}).") from error
        return sum_groups(
            rows,
            self.by,
            self.values,
            added=self.added,
            products=self.products,
            parts_per_unit=self.parts_per_unit,
        )

    def frame(self, sums: GroupSums) -> pl.DataFrame:
        """Lay out the sums as `frame_of` does.

        The groups get their names from ``by``, because an earlier release may have stored the sums
        under other names.
        """
        frame = frame_of(sums, self.values, products=self.products)
        return frame.rename(dict(zip(sums.groups.columns, self.by, strict=True)))


def no_rows(batch: Batch) -> pl.DataFrame:
    """Stand in for `rows` in a statistic that sums directly."""
    raise NotImplementedError("this statistic computes its sums without rows")


def frame_of(sums: GroupSums, values: Sequence[str], *, products: bool = False) -> pl.DataFrame:
    """Lay out sums with one row per group, in the groups' order.

    Columns: the groups, ``games``, and for each value v ``v_n`` (games in which it is known),
    ``v_sum``, ``v_squares``, ``v_least`` and ``v_most``; with ``products``, ``v*w`` for each pair.
    """
    columns = [pl.Series("games", sums.games)]
    numbers = sums.sums
    for offset, name in ((0, "n"), (1, "sum"), (3, "squares")):
        for index, value in enumerate(values):
            units = numbers[:, index, offset]
            number = units + numbers[:, index, offset + 1] / DENOMINATOR if offset else units
            columns.append(pl.Series(f"{value}_{name}", number))
    for end, name in enumerate(("least", "most")):
        columns += [
            pl.Series(f"{value}_{name}", sums.ends[:, index, end], nan_to_null=True)
            for index, value in enumerate(values)
        ]
    for index, (first, second) in enumerate(pairs(values) if products else ()):
        columns.append(
            pl.Series(
                f"{first}*{second}",
                sums.products[:, index, 0] + sums.products[:, index, 1] / DENOMINATOR,
            )
        )
    return sums.groups.with_columns(columns)


class TableReader(Protocol):
    """A function that reads columns of an arm's table for some games."""

    def __call__(
        self, table: Table, arm: int, games: tuple[int, int], columns: Sequence[str]
    ) -> pl.DataFrame:
        """Read the rows of games from ``games[0]`` up to, not including, ``games[1]``."""


def one_pass(
    statistics: Sequence[Statistic], batches: Iterable[tuple[int, int]], read: TableReader
) -> Iterator[tuple[tuple[int, int], list[GroupSums]]]:
    """Yield the sums of each statistic by batch, reading each table once.

    The first batch shows which columns are used; later batches read all of a table's used columns
    in one go.
    """
    columns_to_read: dict[tuple[str, int], list[str]] = {}
    for games in batches:
        batch = Batch(_Reading(columns_to_read, games, read), games)
        yield games, [statistic.sum(batch) for statistic in statistics]


class _Reading:
    """The rows of a batch, with every column used by any statistic."""

    def __init__(
        self, columns: dict[tuple[str, int], list[str]], games: tuple[int, int], read: TableReader
    ) -> None:
        self._columns = columns
        self._games = games
        self._read = read
        self._frames: dict[tuple[str, int], pl.DataFrame] = {}

    def __call__(self, table: Table, arm: int, columns: Sequence[str]) -> pl.DataFrame:
        key = table.name, arm
        columns_read = self._columns.setdefault(key, [])
        columns_read += [column for column in columns if column not in columns_read]
        frame = self._frames.get(key)
        missing_columns = (
            columns_read
            if frame is None
            else [name for name in columns if name not in frame.columns]
        )
        if missing_columns:
            further_frame = self._read(table, arm, self._games, missing_columns)
            frame = self._frames[key] = (
                further_frame if frame is None else frame.hstack(further_frame)
            )
        assert frame is not None
        return frame
