"""A folder with several runs of one command in it, and the metric tables made from all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Words

MARK = "runs.json"
METRICS = "metrics"


@dataclass(frozen=True)
class Folder:
    """What `MARK` says of a folder: the command, its runs by name with what each is about in words,
    and the names of the metric tables written so far."""

    path: Path
    command: str
    runs: Mapping[str, str]
    tables: tuple[str, ...]
    _robustness: dict[Path, pl.DataFrame] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def read(cls, path: Path) -> Folder | None:
        """The folder at ``path``; None if it is none, or its mark is damaged."""
        try:
            mark = json.loads((path / MARK).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(mark, dict) or not isinstance(mark.get("command"), str):
            return None
        runs, tables = mark.get("runs"), mark.get("tables")
        return cls(
            path,
            mark["command"],
            {str(name): str(words) for name, words in runs.items()}
            if isinstance(runs, dict)
            else {},
            tuple(map(str, tables)) if isinstance(tables, list) else (),
        )

    def write(self) -> None:
        """Write the mark."""
        text = json.dumps(
            {
                "format": "eoc-sim runs",
                "command": self.command,
                "runs": dict(self.runs),
                "tables": list(self.tables),
            },
            ensure_ascii=False,
            indent=1,
        )
        (self.path / MARK).write_text(text + "\n", encoding="utf-8")

    def run(self, name: str) -> Run:
        """One of the runs."""
        from eoc_sim.analysis.tables import Run

        return Run(self.path / name)

    def robustness(self, run: Run) -> pl.DataFrame:
        """`family.robustness` of one of the runs, worked out once for all of the folder's page."""
        from eoc_sim.analysis import family

        if run.path not in self._robustness:
            self._robustness[run.path] = family.robustness(run)
        return self._robustness[run.path]

    @property
    def words(self) -> Words:
        """The words of the game that was played in all of the runs."""
        return next(self.run(name).words for name in self.runs)

    def table(self, name: str) -> pl.DataFrame | None:
        """A metric table; None if it was not written."""
        import polars as pl

        file = self.file(name)
        return pl.read_parquet(file) if name in self.tables and file.is_file() else None

    def file(self, name: str) -> Path:
        """Where a metric table is."""
        return self.path / METRICS / f"{name}.parquet"
