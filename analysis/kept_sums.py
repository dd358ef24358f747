"""The sums that a run keeps which keeps no tables: all statistics of its page.

They are worked out where the games are played, from the rows of some games at a time, and added up
in whatever order; see `eoc_sim.simulator.runs.gathering`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.exact_sums import GroupSums, nothing
from eoc_sim.analysis.gathered import statistics
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.result_tables import Run as Reader
from eoc_sim.simulator.runs.tables import frame, narrow, parquet_bytes

if TYPE_CHECKING:
    import polars as pl

PLANNED, LATER = "planned", "later"
"""The games up to the first planned look, and those up to the second; see `part_name`."""


def part_name(looks: int) -> str:
    """How the games are called before which so many planned looks have come.

    >>> part_name(0), part_name(1), part_name(2)
    ('planned', 'later', 'later 2')
    """
    return PLANNED if looks == 0 else LATER if looks == 1 else f"{LATER} {looks}"


@dataclass(frozen=True)
class KeptTotals:
    """The sums of statistics over games, by the planned looks before these and by name."""

    parts: Mapping[tuple[str, str], GroupSums]

    def total(self, name: str, looks: int | None = None) -> GroupSums | None:
        """The sums of a statistic up to so many planned looks, or over all games."""
        allowed = None if looks is None else {part_name(number) for number in range(looks)}
        found = [
            sums for (part, statistic), sums in sorted(self.parts.items(), key=lambda one: one[0])
            if statistic == name and (allowed is None or part in allowed)
        ]
        return reduce(lambda one, other: one.plus(other), found) if found else None

    def plus(self, other: KeptTotals) -> KeptTotals:
        """The sums of the games of both."""
        return KeptTotals({
            key: self.parts[key].plus(other.parts[key])
            if key in self.parts and key in other.parts
            else (self.parts if key in self.parts else other.parts)[key]
            for key in sorted({*self.parts, *other.parts})
        })

    def to_bytes(self) -> bytes:
        """A Parquet file with a row a group of each statistic.

        Columns: part (see `part_name`), statistic, by (its columns and their types, as JSON),
        group (the values of these, as JSON; null if there are no groups), games, sums, least, most
        and products, as in `GroupSums`, value after value.
        """
        import polars as pl

        frames = []
        for (part, name), sums in sorted(self.parts.items()):
            by = {name: str(kind) for name, kind in sums.groups.schema.items()}
            rows: list[Any] = sums.groups.rows()
            if not rows:
                # So that it is known to have no groups.
                sums, rows = _of_nobody(sums), [None]
            number = len(rows)
            # Of 0 and of what is not known there are several kinds of bits.
            ends = np.where(np.isnan(sums.ends), np.nan, sums.ends + 0.0)
            frames.append(pl.DataFrame({
                "part": [part] * number, "statistic": [name] * number,
                "by": [json.dumps(by)] * number,
                "group": [json.dumps(group) for group in rows],
                "games": sums.games,
                "sums": list(sums.sums.reshape(number, -1)),
                "least": list(ends[:, :, 0]), "most": list(ends[:, :, 1]),
                "products": list(sums.products.reshape(number, -1)),
            }, schema=_schema()))
        return parquet_bytes(pl.concat(frames) if frames else pl.DataFrame(schema=_schema()))

    @classmethod
    def from_bytes(cls, content: bytes) -> KeptTotals:
        """What `to_bytes` has written."""
        import polars as pl

        parts = {}
        rows = pl.read_parquet(io.BytesIO(content))
        for (part, name, by), group in rows.group_by(
            "part", "statistic", "by", maintain_order=True
        ):
            number = group.height
            schema = {name: getattr(pl, kind) for name, kind in json.loads(str(by)).items()}
            groups = [json.loads(one) for one in group["group"]]

            def numbers(column: str, width: int, group: pl.DataFrame = group) -> Any:
                values = group[column].explode(empty_as_null=False).to_numpy()
                return values.reshape((group.height, -1, width) if width else (group.height, -1))

            ends = [numbers(end, 0) for end in ("least", "most")]
            found = GroupSums(
                pl.DataFrame(
                    [one or [None] * len(schema) for one in groups], schema=schema, orient="row"
                ),
                group["games"].to_numpy(),
                numbers("sums", 5) if ends[0].size else np.zeros((number, 0, 5), np.int64),
                np.stack(ends, axis=-1),
                numbers("products", 2),
            )
            parts[str(part), str(name)] = found if groups != [None] else nothing(
                found.groups.clear(), found.sums.shape[1], found.products.shape[1]
            )
        return cls(parts)


def _of_nobody(sums: GroupSums) -> GroupSums:
    """One row without anything, of sums that have no groups."""
    values, products = sums.sums.shape[1], sums.products.shape[1]
    return GroupSums(
        sums.groups, np.zeros(1, np.int64), np.zeros((1, values, 5), np.int64),
        np.full((1, values, 2), np.nan), np.zeros((1, products, 2), np.int64),
    )


def _schema() -> dict[str, Any]:
    import polars as pl

    integers, numbers = pl.List(pl.Int64), pl.List(pl.Float64)
    return {
        "part": pl.String, "statistic": pl.String, "by": pl.String, "group": pl.String,
        "games": pl.Int64, "sums": integers, "least": numbers, "most": numbers,
        "products": integers,
    }


@dataclass(frozen=True)
class _Described(Reader):
    """A run of which no file is there: what its run.json will say, and its dims tables."""

    frames: Mapping[str, pl.DataFrame]

    def dims(self, name: str) -> pl.DataFrame:
        """The table that says what ids are."""
        return self.frames[name]


@dataclass(frozen=True)
class KeptSums:
    """Makes the sums of a run's page from the rows of games.

    ``record`` is its run.json, ``dims`` are the tables that say what ids are.
    """

    record: Mapping[str, Any]
    dims: Mapping[str, pl.DataFrame]

    @cached_property
    def _statistics(self) -> list[Statistic]:
        described = _Described(Path(), dict(self.record), self.dims)
        return statistics(Run(described))

    @cached_property
    def _tables(self) -> dict[int, dict[str, Table]]:
        """The tables that are looked at, by arm and name."""
        found: dict[int, dict[str, Table]] = {}
        for statistic in self._statistics:
            for table, arm in statistic.tables:
                found.setdefault(arm, {})[table.name] = table
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {"record": self.record, "dims": self.dims}

    @property
    def told(self) -> tuple[str, ...]:
        """The tables of which they tell."""
        return self.tables(0)

    def tables(self, arm: int) -> tuple[str, ...]:
        """The tables whose rows they need of an arm."""
        return tuple(sorted(self._tables.get(arm, ())))

    def of(
        self, rows: Mapping[int, Mapping[str, np.ndarray]], *, looks: int
    ) -> KeptTotals:
        """The sums of some games, from their rows by arm and table, after so many looks."""
        frames = {
            (name, arm): frame(table, arm, [narrow(table, rows[arm][name])])
            for arm, tables in self._tables.items() for name, table in tables.items()
        }
        batch = Batch(lambda table, arm, columns: frames[table.name, arm])
        part = part_name(looks)
        return KeptTotals({(part, one.name): one.of(batch) for one in self._statistics})

    def from_bytes(self, content: bytes) -> KeptTotals:
        """What `KeptTotals.to_bytes` has written."""
        return KeptTotals.from_bytes(content)
