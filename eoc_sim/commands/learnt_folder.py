"""Keep the factors that a run's strategies learnt, by version.

``learnt.json`` has the numbers and their source. It is written first, and atomically, so an
interrupted run need not learn a version twice. The same folder has the numbers as a table, and a
preset for each strategy that uses the table. The run itself reads only learnt.json, so users may
edit the other files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.commands.learnt_table import table_text
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.presets import preset_text
from eoc_sim.simulator.runs.game import LEARNT
from eoc_sim.simulator.runs.relearning import LEARNT_FILE
from eoc_sim.simulator.runs.run_file import checksum_of
from eoc_sim.simulator.runs.whole_file import read_json, write_text

if TYPE_CHECKING:
    from eoc_sim.commands.learnt_table import LearntTable
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import LearntFactors

FORMAT = "eoc-sim learnt 1"


@dataclass(frozen=True)
class LearntFolder:
    """The folder for one version, ``arm``; ``key`` identifies the games learnt from."""

    run: Path
    arm: int
    key: Mapping[str, Any]

    @property
    def path(self) -> Path:
        """The path of the folder."""
        return self.run / LEARNT / (f"version-{self.arm}" if self.arm else "current-rules")

    def read(self) -> list[dict[str, Any]] | None:
        """Read the tables if an earlier command has learnt them.

        Raises:
            InputError: The file is damaged.
        """
        file = self.path / LEARNT_FILE
        try:
            record = read_json(file.read_text(encoding="utf-8"))
            checksum, key, tables = record.pop("checksum"), record["key"], record["tables"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            checksum = None
        if checksum is None or checksum != checksum_of(record):
            raise InputError(
                f"{file} is damaged: its contents are not what this run wrote. Move it away, "
                "and --resume will learn that version again."
            )
        return list(tables) if key == dict(self.key) else None

    def write(
        self,
        learnt_tables: Sequence[LearntTable],
        strategies: Sequence[Strategy],
        evidence: Mapping[str, Any],
    ) -> list[dict[str, Any]]:
        """Write the learnt tables and presets, returning the tables as `read` does."""
        tables = [_record(learnt_table, strategies) for learnt_table in learnt_tables]
        files = _files(self.path, learnt_tables, strategies, evidence)
        record = {
            "format": FORMAT,
            "key": dict(self.key),
            "evidence": dict(evidence),
            "tables": tables,
            "files": sorted(files),
        }
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_text(
                self.path / LEARNT_FILE,
                json.dumps({**record, "checksum": checksum_of(record)}, ensure_ascii=False) + "\n",
            )
            for name, text in files.items():
                write_text(self.path / name, text)
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written to: {error.strerror or error}."
            ) from None
        return tables


def learnt_factors_by_seat(tables: Sequence[Mapping[str, Any]], players: int) -> LearntFactors:
    """Return the learnt factors of each seat of the line-up."""
    factors_by_seat: list[dict[str, float] | None] = [None] * players
    for table in tables:
        factors = {row["name"]: float(row["factor"]) for row in table["rows"]}
        for seat in table["places"]:
            factors_by_seat[seat] = factors
    return tuple(factors_by_seat)


def _record(learnt_table: LearntTable, strategies: Sequence[Strategy]) -> dict[str, Any]:
    """Convert one table to plain values: its strategies and factors."""
    factors = learnt_table.factors
    return {
        "table": learnt_table.group.previous_table.stem,
        "places": list(learnt_table.group.seats),
        "strategies": [strategies[seat].name for seat in learnt_table.group.seats],
        "rows": [
            {
                "name": name,
                "factor": round(float(factors.factor[index]), 3),
                "low": round(float(factors.low[index]), 3),
                "high": round(float(factors.high[index]), 3),
                "drafted": int(learnt_table.draft_counts[index]),
                "own": bool(learnt_table.is_own[index]),
            }
            for index, name in enumerate(learnt_table.names)
        ],
    }


def _files(
    folder: Path,
    learnt_tables: Sequence[LearntTable],
    strategies: Sequence[Strategy],
    evidence: Mapping[str, Any],
) -> dict[str, str]:
    """Return the contents of the tables and presets, by file name."""
    files: dict[str, str] = {}
    for learnt_table in learnt_tables:
        previous_table = learnt_table.group.previous_table
        table = _free_name(f"{previous_table.stem}.csv", files)
        files[table] = table_text(
            learnt_table.names, learnt_table.factors, learnt_table.draft_counts, previous_table
        )
        presets = {_label(strategies[seat]): strategies[seat] for seat in learnt_table.group.seats}
        for strategy in presets.values():
            files[_free_name(f"{strategy.name}.toml", files)] = preset_text(
                strategy,
                folder.resolve(),
                tables={previous_table.stem: folder.resolve() / table},
                evidence=evidence,
                comment=f"Learnt by --relearn: {strategy.name} with {table}.",
            )
    return files


def _label(strategy: Strategy) -> tuple[str, str, str]:
    return strategy.name, strategy.hash, json.dumps(dict(strategy.parameters))


def _free_name(name: str, files: Mapping[str, str]) -> str:
    """Return ``name``, with a number added if it is taken."""
    stem, dot, ending = name.rpartition(".")
    number, candidate = 1, name
    while candidate in files:
        number += 1
        candidate = f"{stem}-{number}{dot}{ending}"
    return candidate
