"""What the players of a run have learnt, in a folder of the run: a folder a version.

``learnt.json`` has the numbers and what they were learnt from; it is written first, whole, so that
an interrupted run need not learn a version twice. Beside it the same as a table, and a preset for
each strategy that plays with it, for anybody to play with. Files that were changed since stay as
they are: the run goes by learnt.json.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.commands.learnt_table import TableLearnt
    from eoc_sim.simulator.kernel.strategy_files import Strategy
    from eoc_sim.simulator.runs.relearning import Learnt

FORMAT = "eoc-sim learnt 1"


@dataclass(frozen=True)
class LearntFolder:
    """The folder of one version, by ``arm``; ``key`` says what it is learnt from."""

    run: Path
    arm: int
    key: Mapping[str, Any]

    @property
    def path(self) -> Path:
        """Where it is."""
        from eoc_sim.simulator.runs.relearning import LEARNT

        return self.run / LEARNT / (f"version-{self.arm}" if self.arm else "current-rules")

    def read(self) -> list[dict[str, Any]] | None:
        """The tables that were learnt in an earlier session; None if they were not, or otherwise.

        Raises:
            InputError: the file is damaged.
        """
        from eoc_sim.simulator.runs.relearning import LEARNT_FILE

        file = self.path / LEARNT_FILE
        try:
            record = json.loads(file.read_text(encoding="utf-8"))
            checksum, key, tables = record.pop("checksum"), record["key"], record["tables"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            checksum = None
        if checksum is None or checksum != _checksum(record):
            raise InputError(
                f"{file} is damaged: it is not what this run wrote. Move it away, and --resume "
                "learns that version again."
            )
        return list(tables) if key == dict(self.key) else None

    def write(
        self,
        learnt: Sequence[TableLearnt],
        strategies: Sequence[Strategy],
        evidence: Mapping[str, Any],
    ) -> list[dict[str, Any]]:
        """Write what was learnt, with tables and presets to play with; the tables as `read`."""
        from eoc_sim.simulator.runs.relearning import LEARNT_FILE
        from eoc_sim.simulator.runs.whole_file import write_text

        tables = [_record(one, strategies) for one in learnt]
        files = _files(self.path, learnt, strategies, evidence)
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
                json.dumps({**record, "checksum": _checksum(record)}, ensure_ascii=False) + "\n",
            )
            for name, text in files.items():
                write_text(self.path / name, text)
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written: {error.strerror or error}."
            ) from None
        return tables


def learnt_of(tables: Sequence[Mapping[str, Any]], players: int) -> Learnt:
    """What the player of each place of the line-up plays with."""
    found: list[dict[str, float] | None] = [None] * players
    for table in tables:
        factors = {row["name"]: float(row["factor"]) for row in table["rows"]}
        for place in table["places"]:
            found[place] = factors
    return tuple(found)


def _record(learnt: TableLearnt, strategies: Sequence[Strategy]) -> dict[str, Any]:
    """One table in plain values: who learnt it, and a row a clause."""
    factors = learnt.factors
    return {
        "table": learnt.together.sheet.stem,
        "places": list(learnt.together.places),
        "strategies": [strategies[place].name for place in learnt.together.places],
        "rows": [
            {
                "name": name,
                "factor": round(float(factors.factor[place]), 3),
                "low": round(float(factors.low[place]), 3),
                "high": round(float(factors.high[place]), 3),
                "drafted": int(learnt.drafted[place]),
                "own": bool(learnt.own[place]),
            }
            for place, name in enumerate(learnt.names)
        ],
    }


def _files(
    folder: Path,
    learnt: Sequence[TableLearnt],
    strategies: Sequence[Strategy],
    evidence: Mapping[str, Any],
) -> dict[str, str]:
    """The texts of the tables and presets, by file name."""
    from eoc_sim.commands.learnt_table import table_text
    from eoc_sim.simulator.kernel.presets import preset_text

    files: dict[str, str] = {}
    for one in learnt:
        sheet = one.together.sheet
        table = _free(f"{sheet.stem}.csv", files)
        files[table] = table_text(one.names, one.factors, one.drafted, sheet)
        presets = {_label(strategies[place]): strategies[place] for place in one.together.places}
        for strategy in presets.values():
            files[_free(f"{strategy.name}.toml", files)] = preset_text(
                strategy,
                folder.resolve(),
                tables={sheet.stem: folder.resolve() / table},
                evidence=evidence,
                comment=f"Learnt by --relearn: {strategy.name} with {table}.",
            )
    return files


def _label(strategy: Strategy) -> tuple[str, str, str]:
    return strategy.name, strategy.hash, json.dumps(dict(strategy.parameters))


def _free(name: str, files: Mapping[str, str]) -> str:
    """A file name that is not taken yet: ``name``, or with a number behind it."""
    stem, dot, ending = name.rpartition(".")
    number, free = 1, name
    while free in files:
        number += 1
        free = f"{stem}-{number}{dot}{ending}"
    return free


def _checksum(record: Mapping[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
