"""The result of a command: its folder and the data in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.reports.notebook_run import LoadedFolder, LoadedRun, Metrics
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Request


class _WithReport:
    """The common part of all results: a folder with a report."""

    folder: Path
    page: Path | None
    lines: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The findings in plain sentences."""
        from eoc_sim.reports import verdict_lines

        return self.lines or tuple(verdict_lines(self.folder))

    @cached_property
    def report(self) -> Path:
        """The path of the report, which is written on demand."""
        from eoc_sim.reports import write_report

        return self.page or write_report(self.folder)[0]


@dataclass(frozen=True)
class Result(_WithReport):
    """The result of a command that plays one run, read on demand.

    ``notes`` are remarks on the games.
    """

    folder: Path
    game: Game = field(repr=False)
    request: Request = field(repr=False)
    notes: tuple[str, ...] = ()
    page: Path | None = None
    """The report that the command has written."""
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The sentences of that report."""

    @cached_property
    def loaded(self) -> LoadedRun:
        """The run as `eoc_sim.load` returns it, with metrics, charts and replays."""
        from eoc_sim.reports.notebook_run import LoadedRun

        return LoadedRun(self.folder)

    @property
    def plan(self) -> Mapping[str, Any]:
        """Everything needed to repeat the games: the content of run.json."""
        return self.loaded.record

    @cached_property
    def tables(self) -> Mapping[str, pl.LazyFrame]:
        """The result tables by name, read lazily."""
        return {name: self.loaded.scan(name) for name in self.loaded.tables}

    @property
    def metrics(self) -> Metrics:
        """The report's numbers and the tables in the folder metrics, by name."""
        return self.loaded.metrics

    @property
    def findings(self) -> pl.DataFrame:
        """The answers to the report's questions, with simultaneous intervals.

        Columns: about, kind, name, value, low, high, games, smallest (the smallest difference that
        matters), verdict, mark (whether it depends on who plays; empty if no other line-ups
        played), and sentence.
        """
        return self.loaded.findings


@dataclass(frozen=True)
class FolderResult(_WithReport):
    """The result of a command that plays several runs, read on demand.

    ``notes`` are remarks on the games; ``played`` has the names of this call's runs.
    """

    folder: Path
    notes: tuple[str, ...] = ()
    page: Path | None = None
    """The report that the command has written."""
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The sentences of that report."""
    played: tuple[str, ...] = field(default=(), kw_only=True)

    @cached_property
    def loaded(self) -> LoadedFolder:
        """The folder as `eoc_sim.load` returns it."""
        from eoc_sim.reports.notebook_run import load

        return cast("LoadedFolder", load(self.folder))

    @cached_property
    def runs(self) -> Mapping[str, LoadedRun]:
        """The runs by name, as `eoc_sim.load` returns them."""
        return {name: self.loaded.run(name) for name in self.loaded.runs}

    @property
    def metrics(self) -> Metrics:
        """The tables in the folder metrics, by name."""
        return self.loaded.metrics
