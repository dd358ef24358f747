"""A folder of one command's runs, with metric tables for them all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_file import METRICS
from eoc_sim.simulator.runs.whole_file import is_inside, read_json, write_text

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Words

Value = TypeVar("Value")

MARK = "runs.json"
"""Name of the file that describes a folder of runs."""
PUBLIC_NAMES = {"thing": "card"}
"""Names that metric tables give to columns otherwise named by their role."""


def with_public_names(frame: pl.DataFrame) -> pl.DataFrame:
    """Rename a frame's columns as in `PUBLIC_NAMES`."""
    return frame.rename(PUBLIC_NAMES, strict=False)


def check_metrics(path: Path) -> Path:
    """Return the path of the folder `METRICS` in a run's folder.

    The folder need not exist.

    Raises:
        InputError: the folder is a link, through which files elsewhere would be written.
    """
    folder = path / METRICS
    if folder.is_symlink():
        raise InputError(f"{folder} is a link; tables are written only into the run's own folder.")
    return folder


def metrics_folder(path: Path) -> Path:
    """Make a run's folder `METRICS` if it is missing; return its path."""
    folder = check_metrics(path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_metrics(path: Path, command: str, frames: Mapping[str, pl.DataFrame]) -> None:
    """Write a run's metric tables into its folder `METRICS`.

    Each file is named after the command and the table. The command's older files are removed;
    frames without columns are not written.
    """
    folder = metrics_folder(path)
    for file in folder.glob(f"{command}_*.parquet"):
        file.unlink()
    for name, frame in frames.items():
        if frame.width:
            frame.write_parquet(folder / f"{command}_{name}.parquet")


@dataclass(frozen=True)
class Folder:
    """The contents of a folder's file `MARK`: command, runs and metric tables.

    ``runs`` maps each run's name to its description; ``tables`` names the tables already written.
    """

    path: Path
    command: str
    runs: Mapping[str, str]
    tables: tuple[str, ...]
    _results: dict[tuple[Callable[[Run], Any], Path], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def read(cls, path: Path) -> Folder | None:
        """Read a folder; return None if it has no valid `MARK`."""
        if not (path / MARK).is_file():  # reading a pipe would block
            return None
        try:
            mark = read_json((path / MARK).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(mark, dict) or not isinstance(mark.get("command"), str):
            return None
        runs, tables = mark.get("runs"), mark.get("tables")
        return cls(
            path,
            mark["command"],
            {name: str(words) for name, words in runs.items() if is_inside(name)}
            if isinstance(runs, dict)
            else {},
            tuple(name for name in map(str, tables) if is_inside(name))
            if isinstance(tables, list)
            else (),
        )

    def write(self) -> None:
        """Write the file `MARK`."""
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
        write_text(self.path / MARK, text + "\n")

    def run(self, name: str) -> Run:
        """Open one of the runs."""
        return Run(self.path / name)

    def compute_once(self, work: Callable[[Run], Value], run: Run) -> Value:
        """Return the result of ``work`` on a run, computed only once."""
        key = work, run.path
        if key not in self._results:
            self._results[key] = work(run)
        result: Value = self._results[key]
        return result

    @property
    def words(self) -> Words:
        """The words of the game played in all of the runs."""
        return next(self.run(name).words for name in self.runs)

    def table(self, name: str) -> pl.DataFrame | None:
        """Read a metric table; return None if it was not written.

        Raises:
            InputError: the file is not a table.
        """
        file = self.file(name)
        if name not in self.tables or not file.is_file():
            return None
        try:
            return pl.read_parquet(file)
        except (OSError, pl.exceptions.PolarsError) as error:
            reason = str(error).splitlines()[0]
            raise InputError(f"The table {file} is damaged: {reason}.") from None

    def file(self, name: str) -> Path:
        """Return the path of a metric table."""
        return self.path / METRICS / f"{name}.parquet"
