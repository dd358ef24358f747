"""Files for the sums that a run keeps.

The sums of a shard are stored with a hash of everything that they depend on, so that outdated sums
are never read: they are computed again from the shard's tables. The sums of a run that kept no
tables have no hash, because there is nothing from which to compute them again.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from eoc_sim.analysis.exact_sums import GroupSums, empty_sums
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.simulator.runs.tables import parquet_bytes

PLANNED, LATER = "planned", "later"
"""Names of the parts up to the first and second planned looks.

The second part begins after the first look.
"""


def part_name(looks_before: int) -> str:
    """Return the name of the part after this many planned looks.

    The part ends at the next planned look.

    >>> part_name(0), part_name(1), part_name(2)
    ('planned', 'later', 'later 2')
    """
    if looks_before == 0:
        return PLANNED
    return LATER if looks_before == 1 else f"{LATER} {looks_before}"


@dataclass(frozen=True)
class KeptTotals:
    """Sums of statistics over games, by part and statistic.

    The parts of a run that kept no tables are named by `part_name`, those of a shard by
    `tables.stretch_name`.
    """

    parts: Mapping[tuple[str, str], GroupSums]

    def total(self, name: str, looks: int | None = None) -> GroupSums | None:
        """Sum a statistic up to a planned look, or over all games.

        ``looks`` is the number of planned looks reached by then. Return None if no sums were kept.
        """
        names = None if looks is None else {part_name(number) for number in range(looks)}
        parts = [
            sums
            for (part, statistic), sums in sorted(self.parts.items(), key=lambda entry: entry[0])
            if statistic == name and (names is None or part in names)
        ]
        return reduce(lambda first, second: first.plus(second), parts) if parts else None

    def plus(self, other: KeptTotals) -> KeptTotals:
        """Add the sums over another set of games."""
        return KeptTotals(
            {
                key: self.parts[key].plus(other.parts[key])
                if key in self.parts and key in other.parts
                else (self.parts if key in self.parts else other.parts)[key]
                for key in sorted({*self.parts, *other.parts})
            }
        )

    def to_bytes(self, hashes: Mapping[str, str] | None = None) -> bytes:
        """Return a Parquet file with one row per part and statistic.

        Columns: part, statistic, ``declared`` (the statistic's hash by `hash_of`, if known), groups
        (as JSON: names and types of their columns, and the numbers of groups, values and products),
        numbers and words (the columns of the groups, concatenated), games, sums, ends
        and products as in `GroupSums`.
        """
        rows = []
        for (part, name), sums in sorted(self.parts.items()):
            schema = sums.groups.schema
            # 0 and nan have several bit patterns; use one.
            ends = np.where(np.isnan(sums.ends), np.nan, sums.ends + 0.0)
            rows.append(
                {
                    "part": part,
                    "statistic": name,
                    "declared": (hashes or {}).get(name, ""),
                    "groups": json.dumps(
                        [
                            {name: str(kind) for name, kind in schema.items()},
                            sums.groups.height,
                            sums.sums.shape[1],
                            sums.products.shape[1],
                        ]
                    ),
                    "numbers": _concatenate(sums.groups, pl.Int64),
                    "words": _concatenate(sums.groups, pl.String),
                    "games": pl.Series(sums.games),
                    "sums": pl.Series(sums.sums.ravel()),
                    "ends": pl.Series(ends.ravel()),
                    "products": pl.Series(sums.products.ravel()),
                }
            )
        return parquet_bytes(pl.DataFrame(rows, schema=_schema()))

    @classmethod
    def from_bytes(
        cls, content: bytes, hashes: Mapping[str, str] | None = None, part: str = ""
    ) -> KeptTotals:
        """Read the output of `to_bytes`.

        With ``hashes``, read only the sums of ``part`` whose statistic has the given hash. A file
        of release 0.1 is always read in full, since it has no hashes. Only runs that kept no tables
        have such a file, and their sums are read without ``hashes``.
        """
        parts = {}
        table = pl.read_parquet(io.BytesIO(content))
        if "group" in table.columns:
            return cls(_read_release_0_1(table))
        if hashes is not None:
            table = table.filter(pl.col("part") == part)
        for row in range(table.height):
            row_values = {name: table[name][row] for name in table.columns}
            name = str(row_values["statistic"])
            if hashes is not None and hashes.get(name) != row_values["declared"]:
                continue
            schema, height, values, products = json.loads(row_values["groups"])
            remaining = {"Int64": row_values["numbers"], "String": row_values["words"]}
            columns = []
            for column, kind in schema.items():
                columns.append(remaining[kind][:height].alias(column))
                remaining[kind] = remaining[kind][height:]
            parts[str(row_values["part"]), name] = GroupSums(
                pl.DataFrame(columns),
                row_values["games"].to_numpy(),
                row_values["sums"].to_numpy().reshape(height, values, 5),
                row_values["ends"].to_numpy().reshape(height, values, 2),
                row_values["products"].to_numpy().reshape(height, products, 2),
            )
        return cls(parts)


def _concatenate(groups: pl.DataFrame, kind: Any) -> pl.Series:
    """Concatenate the columns of a type."""
    columns = [column.rename("") for column in groups if column.dtype == kind]
    return pl.concat(columns) if columns else pl.Series([], dtype=kind)


def _schema() -> dict[str, Any]:
    integers, numbers = pl.List(pl.Int64), pl.List(pl.Float64)
    return {
        "part": pl.String,
        "statistic": pl.String,
        "declared": pl.String,
        "groups": pl.String,
        "numbers": integers,
        "words": pl.List(pl.String),
        "games": integers,
        "sums": integers,
        "ends": numbers,
        "products": integers,
    }


def _read_release_0_1(rows: pl.DataFrame) -> dict[tuple[str, str], GroupSums]:
    """Read a release 0.1 file of sums, with one row per group."""
    parts = {}
    for (part, name, by), group in rows.group_by("part", "statistic", "by", maintain_order=True):
        number = group.height
        schema = {name: getattr(pl, kind) for name, kind in json.loads(str(by)).items()}
        groups = [json.loads(group_text) for group_text in group["group"]]

        def numbers(column: str, width: int, group: pl.DataFrame = group) -> Any:
            values = group[column].explode(empty_as_null=False).to_numpy()
            return values.reshape((group.height, -1, width) if width else (group.height, -1))

        ends = [numbers(end, 0) for end in ("least", "most")]
        sums = GroupSums(
            pl.DataFrame(
                [group_values or [None] * len(schema) for group_values in groups],
                schema=schema,
                orient="row",
            ),
            group["games"].to_numpy(),
            numbers("sums", 5) if ends[0].size else np.zeros((number, 0, 5), np.int64),
            np.stack(ends, axis=-1),
            numbers("products", 2),
        )
        parts[str(part), str(name)] = (
            sums
            if groups != [None]
            else empty_sums(sums.groups.clear(), sums.sums.shape[1], sums.products.shape[1])
        )
    return parts


@cache
def _source_hash() -> str:
    """Hash the source files that compute sums."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _own_hash(statistic: Statistic) -> list[str]:
    """Hash the file that declares a statistic, if it is outside `analysis`."""
    code = getattr(statistic.rows, "__code__", None)
    file = None if code is None else Path(code.co_filename)
    if file is None or file.is_relative_to(Path(__file__).parent) or not file.is_file():
        return []
    return [hashlib.sha256(file.read_bytes()).hexdigest()]


def hash_of(statistic: Statistic) -> str:
    """Hash everything that a statistic's sums depend on.

    Kept sums under the statistic's name with another hash are outdated.
    """
    tables = [[table.name, arm] for table, arm in statistic.tables]
    content = [
        _source_hash(),
        *_own_hash(statistic),
        statistic.name,
        tables,
        statistic.by,
        statistic.values,
        statistic.added,
        statistic.products,
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
