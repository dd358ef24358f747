"""A folder with several runs in it, each in a directory of its own, so that all can be resumed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.cli.options import RunOptions
    from eoc_sim.simulator.runs.run_directory import RunDirectory

MARK = "runs.json"
METRICS = "metrics"


@dataclass(frozen=True)
class RunFolder:
    """The folder of one command's runs; `claim` checks that it may be used, `begin` marks it.

    ``begun`` are the runs of this session.
    """

    path: Path
    command: str
    resume: bool
    fresh: bool
    begun: set[str] = field(default_factory=set)

    @classmethod
    def claim(cls, how: RunOptions, command: str) -> RunFolder:
        """The folder of ``--out``, or the next free one; nothing is touched yet.

        Raises:
            InputError: it holds something else, or is to be neither continued nor replaced.
        """
        from eoc_sim.simulator.runs.run_directory import RunDirectory

        if how.out is None or not Path(how.out).exists() or not (how.resume or how.fresh):
            directory = RunDirectory.claim(how.out, command, resume=how.resume, fresh=how.fresh)
            return cls(directory.path, command, how.resume, how.fresh)
        folder = cls(Path(how.out), command, how.resume, how.fresh)
        if how.resume and how.fresh:
            raise InputError("--resume continues runs and --fresh replaces them: give one of them.")
        if not folder._is_ours() and (not folder.path.is_dir() or any(folder.path.iterdir())):
            raise InputError(
                f"The directory {folder.path} holds no runs of {command} (no {MARK} of it); its "
                "files are left as they are."
            )
        return folder

    def _is_ours(self) -> bool:
        try:
            mark = json.loads((self.path / MARK).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(mark, dict) and mark.get("command") == self.command

    def begin(self) -> None:
        """Create the folder, and say in it what it is; a fresh one loses its earlier runs."""
        if self.fresh:
            self._remove_earlier()
        text = json.dumps({"format": "eoc-sim runs", "command": self.command}) + "\n"
        try:
            (self.path / METRICS).mkdir(parents=True, exist_ok=True)
            (self.path / MARK).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written: {error.strerror or error}."
            ) from None

    def _remove_earlier(self) -> None:
        """Remove the runs of this command that are not of this session, with their reports."""
        from eoc_sim.reports.page import remove
        from eoc_sim.simulator.runs.run_directory import RunDirectory, read_run_file

        for path in sorted(self.path.iterdir()) if self.path.is_dir() else ():
            if path.name in self.begun or path.is_symlink() or not path.is_dir():
                continue
            try:
                ours = read_run_file(path).get("command") == self.command
            except InputError:
                continue
            if ours:
                remove(path)
                RunDirectory(path, self.command, fresh=True).remove()

    def run(self, name: str) -> RunDirectory:
        """The directory of one of the runs."""
        from eoc_sim.simulator.runs.run_directory import RunDirectory

        self.begun.add(name)
        path = self.path / name
        # A folder that is resumed need not have all of its runs yet.
        return RunDirectory.claim(
            path, self.command, resume=self.resume and path.exists(), fresh=self.fresh
        )

    def write_metrics(self, name: str, frame: pl.DataFrame) -> None:
        """Write a metric table."""
        frame.write_parquet(self.path / METRICS / f"{name}.parquet")
