"""A folder of several runs, each in its own directory and resumable."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import MARK, Folder
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_directory import RunDirectory, check_no_links
from eoc_sim.simulator.runs.run_file import METRICS, read_run_file
from eoc_sim.simulator.runs.run_lock import check_not_locked, hold_lock

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.commands.options import RunOptions


@dataclass(frozen=True)
class RunFolder:
    """The folder for a command's runs: `claim` checks it, `begin` marks it.

    ``new_runs`` maps the runs begun by this command to their descriptions; ``new_tables`` has the
    names of the tables that this command has written.
    """

    path: Path
    command: str
    resume: bool
    fresh: bool
    new_runs: dict[str, str] = field(default_factory=dict)
    new_tables: set[str] = field(default_factory=set)
    _locks: ExitStack = field(default_factory=ExitStack, compare=False, repr=False)

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *error: object) -> None:
        self._locks.close()

    @classmethod
    def claim(cls, run_options: RunOptions, command: str) -> RunFolder:
        """Choose the folder of ``--out``, or the next free one, without writing.

        Raises:
            InputError: The folder contains something else, or needs either ``--resume`` or
                ``--fresh``.
        """
        if (
            run_options.out is None
            or not Path(run_options.out).exists()
            or not (run_options.resume or run_options.fresh)
        ):
            directory = RunDirectory.claim(
                run_options.out, command, resume=run_options.resume, fresh=run_options.fresh
            )
            return cls(directory.path, command, run_options.resume, run_options.fresh)
        folder = cls(Path(run_options.out), command, run_options.resume, run_options.fresh)
        if run_options.resume and run_options.fresh:
            raise InputError(
                "--resume continues runs and --fresh replaces them: give only one option."
            )
        if not folder._is_ours() and (not folder.path.is_dir() or any(folder.path.iterdir())):
            raise InputError(
                f"The directory {folder.path} contains no runs of {command} (no {MARK} of that "
                "command); its files are left unchanged."
            )
        check_no_links(folder.path)
        check_not_locked(folder.path)
        return folder

    def _is_ours(self) -> bool:
        return self._own_record() is not None

    def _own_record(self) -> Folder | None:
        """Return the folder's own record, if it belongs to this command."""
        folder = Folder.read(self.path)
        return folder if folder is not None and folder.command == self.command else None

    def begin(self) -> None:
        """Create and mark the folder; with ``fresh``, remove earlier runs.

        Until the end of the ``with`` block, no other process can write to it.
        """
        self._lock()
        earlier = self._own_record() or Folder(self.path, self.command, {}, ())
        if self.fresh:
            self._remove_earlier()
            earlier = replace(
                earlier,
                runs={name: words for name, words in earlier.runs.items() if name in self.new_runs},
                tables=tuple(name for name in earlier.tables if name in self.new_tables),
            )
        try:
            (self.path / METRICS).mkdir(parents=True, exist_ok=True)
            replace(earlier, runs={**earlier.runs, **self.new_runs}).write()
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written to: {error.strerror or error}."
            ) from None

    def _lock(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._locks.enter_context(hold_lock(self.path))
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written to: {error.strerror or error}."
            ) from None

    def _remove_earlier(self) -> None:
        """Remove earlier runs of this command, with reports and metric tables."""
        from eoc_sim.reports.page import remove

        for path in sorted(self.path.iterdir()) if self.path.is_dir() else ():
            if path.name in self.new_runs or path.is_symlink() or not path.is_dir():
                continue
            try:
                is_own_run = read_run_file(path).get("command") == self.command
            except InputError:
                continue
            if is_own_run:
                remove(path)
                RunDirectory(path, self.command, fresh=True).remove()
        record = self._own_record()
        if record is None:
            return
        for name in record.tables:
            if name not in self.new_tables:
                record.file(name).unlink(missing_ok=True)
        remove(self.path)

    def claim_run(self, name: str, about: str = "") -> RunDirectory:
        """Claim the directory of one run; ``about`` describes the run in words."""
        self.new_runs[name] = about
        path = self.path / name
        # A resumed folder need not have all of its runs yet.
        return RunDirectory.claim(
            path, self.command, resume=self.resume and path.exists(), fresh=self.fresh
        )

    def write_metrics(self, name: str, frame: pl.DataFrame) -> None:
        """Write a metric table."""
        record = self._own_record()
        assert record is not None  # written by `begin`
        frame.write_parquet(record.file(name))
        self.new_tables.add(name)
        if name not in record.tables:
            replace(record, tables=(*record.tables, name)).write()
