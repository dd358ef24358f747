"""Choose, check and use the directory of a run.

It contains these files and folders:

    run.json       the request, enough to repeat it exactly
    log.json       when, how long, on what, with which command line: one entry per session
    shards.jsonl   every shard with its size and checksum, one per line, with a hash that includes
                   the run's identity, so that lines of another run are not accepted
    dims/          the meaning of the ids in the tables
    games/ ...     one folder per result table, one file per shard
    sums/          the report's sums, one file per shard; rebuilt from the tables if necessary

A shard's line is written before its file gets its final name. So if a file has no line, it was not
written by this run, or its line has been lost or damaged; either way, the file is left alone. A
file whose content does not match the hash in its line is damaged. A file with a temporary name is
incomplete and is removed when the run is resumed.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.vouching import RESULTS as RESULT_FILES
from eoc_sim.simulator.kernel.vouching import escape
from eoc_sim.simulator.runs.family import FAMILY, member_folders
from eoc_sim.simulator.runs.planned_looks import PlannedLooks
from eoc_sim.simulator.runs.relearning import RELEARN, relearned_folder, remove_learnt
from eoc_sim.simulator.runs.run_file import (
    DIMS_CHECKSUMS,
    LOOKS,
    PLANNED_GAMES,
    RUN_FILE,
    SOURCE_CODE,
    SUMS,
    all_tables,
    read_run_file,
    read_written_record,
    write_run_file,
)
from eoc_sim.simulator.runs.run_lock import check_not_locked, hold_lock, is_locked_here
from eoc_sim.simulator.runs.same_run import check_same_run, describe_other_game, identity
from eoc_sim.simulator.runs.shards import (
    SHARD_FILE,
    SHARD_NAME,
    Shard,
    check_nothing_foreign,
    finished_shards,
    shard_lines,
    summed_shards,
)
from eoc_sim.simulator.runs.who_plays import WHO, WHO_FILE, who_folders
from eoc_sim.simulator.runs.whole_file import (
    TEMPORARY,
    finish_temporary,
    read_json,
    remove_temporary,
    unwritable,
    write_json,
    write_temporary,
    write_text,
)

LOG_FILE = "log.json"
DIMS_FOLDER = "dims"
RESULTS = Path("results")
MAX_NAMED = 3
"""The maximum number of folders with similar names in an error."""


@dataclass(frozen=True)
class RunDirectory:
    """A directory into which a run may be written.

    `claim` makes this object and changes nothing on disk; `lock` creates the directory and keeps
    other processes out; `begin` clears it (``fresh``) or checks that its run is the
    requested one (``resume``).
    """

    path: Path
    command: str
    resume: bool = False
    fresh: bool = False
    numbered: bool = False

    @classmethod
    def claim(
        cls,
        out: str | Path | None,
        command: str,
        *,
        resume: bool = False,
        fresh: bool = False,
        root: Path = RESULTS,
    ) -> RunDirectory:
        """Choose the directory and check that it may be used.

        The disk is not changed. Without ``out``, the directory is ``results/COMMAND-N`` with the
        next free N.

        Raises:
            InputError: it is not empty and neither ``resume`` nor ``fresh`` is set, it cannot be
                written to, it does not exist although ``resume`` is set, or another process is
                writing into it.
        """
        if resume and fresh:
            raise InputError("--resume continues a run and --fresh replaces it: give one of them.")
        if out is None:
            if resume or fresh:
                option = "--resume" if resume else "--fresh"
                raise InputError(f"{option} needs --out DIR, the folder of the run.")
            return cls._next_free_directory(command, root)
        _check_name(out)
        directory = cls(Path(out), command, resume, fresh)
        directory._check()
        if resume and not directory.path.exists():
            raise InputError(
                f"There is no folder {out} with a run to resume.{_suggest_similar(directory.path)}"
            )
        with directory.writing():
            check_not_locked(directory.path)
        return directory

    @classmethod
    def _next_free_directory(cls, command: str, root: Path) -> RunDirectory:
        numbers = [0]
        if root.is_dir():
            pattern = re.compile(re.escape(command) + r"-(\d{1,9})")
            for entry in root.iterdir():
                match = pattern.fullmatch(entry.name)
                if match:
                    numbers.append(int(match[1]))
        directory = cls(root / f"{command}-{max(numbers) + 1}", command, numbered=True)
        directory._check()
        return directory

    def _check(self) -> None:
        with self.writing():
            self._check_usable()

    def _check_usable(self) -> None:
        if not self.path.exists() and not self.path.is_symlink():
            parent = self.path.absolute().parent
            while not parent.exists():
                parent = parent.parent
            if not parent.is_dir():
                raise InputError(f"{self.path} cannot be created: {parent} is not a directory.")
            if not os.access(parent, os.W_OK | os.X_OK):
                raise InputError(f"{self.path} cannot be created: {parent} is not writable.")
            return
        if not self.path.is_dir():
            raise InputError(f"--out {self.path} is not a directory.")
        if not os.access(self.path, os.W_OK | os.X_OK):
            raise InputError(f"The directory {self.path} is not writable.")
        if self.is_empty():
            return
        if not self.resume and not self.fresh:
            raise InputError(
                f"The directory {self.path} is not empty; give --resume to continue the run in "
                "it, --fresh to replace that run, or another --out."
            )
        if not (self.path / RUN_FILE).is_file():
            verb = "continue" if self.resume else "replace"
            raise InputError(
                f"The directory {self.path} holds no run to {verb} (no {RUN_FILE}); its files are "
                "left as they are."
            )
        read_run_file(self.path)
        check_no_links(self.path)

    def is_empty(self) -> bool:
        """Check if the directory is empty, except for an unfinished run.json."""
        if not self.path.is_dir():
            return True
        return all(entry.name == RUN_FILE + TEMPORARY for entry in self.path.iterdir())

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Create the directory if necessary and lock it against other writers.

        Raises:
            InputError: it cannot be used, or another process is writing to it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=not self.numbered)
        except FileExistsError:
            if self.numbered and not is_locked_here(self.path):
                raise InputError(
                    f"Another run has just taken the folder {self.path}. Run the command again; it "
                    "will use the next folder."
                ) from None
        except OSError as error:
            raise self.unwritable(error) from None
        self._check()
        with hold_lock(self.path):
            yield

    def begin(self, record: Mapping[str, Any]) -> dict[tuple[str, int, int], Shard]:
        """Prepare the directory for the run of ``record``; write run.json.

        The directory must be locked (`lock`).

        Returns:
            The shards that earlier sessions finished, by table, arm and number.

        Raises:
            InputError: the directory cannot be written to, or has a different run or a damaged or
                foreign file. The directory is then left unchanged.
        """
        self._check()
        with self.writing():
            if not self.is_empty():
                if not self.fresh:
                    return self._continue(record)
                self._clear()
            write_run_file(self.path, record)
        return {}

    def check_same_game(self, game: str) -> None:
        """Check that a run to resume is of this game.

        Raises:
            InputError: it is of another game.
        """
        if self.resume and not self.is_empty():
            if sentence := describe_other_game(self.path, read_run_file(self.path), game):
                raise InputError(sentence)

    def check_same(
        self, record: Mapping[str, Any], changes: Callable[[Mapping[str, Any]], Sequence[str]]
    ) -> None:
        """Check that a run to resume matches ``record``; change nothing.

        Given the existing run's record, ``changes`` returns sentences about changes to its
        baseline, or none if that baseline can no longer be made.

        Raises:
            InputError: it is a different run.
        """
        if self.resume and not self.is_empty():
            earlier = read_run_file(self.path)
            check_same_run(self.path, earlier, record, lambda: changes(earlier))

    def planned_looks(self, record: Mapping[str, Any]) -> PlannedLooks:
        """Return the looks of the run to resume, or of ``record``."""
        continues = self.resume and not self.is_empty()
        return PlannedLooks.read(read_run_file(self.path) if continues else record)

    def read_requested_games(self) -> int:
        """Return the number of games last requested for the run, or 0."""
        if self.resume and not self.is_empty():
            return int(read_run_file(self.path)["games"])
        return 0

    def _continue(self, record: Mapping[str, Any]) -> dict[tuple[str, int, int], Shard]:
        earlier = read_run_file(self.path)
        check_same_run(self.path, earlier, record)
        if SOURCE_CODE not in earlier:
            record = {key: value for key, value in record.items() if key != SOURCE_CODE}
        shards = finished_shards(self.path, all_tables(record))
        check_nothing_foreign(self.path, all_tables(record), shards.values())
        if SUMS not in record:
            sum_shards = summed_shards(self.path)
            shards |= {(SUMS, 0, number): shard for number, shard in sum_shards.items()}
        self._remove_half_written(record)
        # Keep the first plan, however far the run is extended.
        planned_keys = (PLANNED_GAMES, LOOKS)
        new_record = {
            name: earlier[name] if name in planned_keys else part
            for name, part in record.items()
            if name not in planned_keys or name in earlier
        }
        if any(new_record[key] != earlier.get(key) for key in ("games", DIMS_CHECKSUMS)):
            write_run_file(self.path, new_record)
        return shards

    def _clear(self) -> None:
        """Remove a run's files except run.json, which is left to the caller.

        Files that no run writes are kept.
        """
        check_no_links(self.path)
        earlier = read_run_file(self.path)
        for table in {*all_tables(earlier), SUMS}:
            self._clear_folder(self.path / table, SHARD_NAME)
        self._clear_folder(
            self.path / DIMS_FOLDER, re.compile(rf"({'|'.join(earlier['dims'])})\.parquet")
        )
        for name in (SHARD_FILE, LOG_FILE):
            for path in (self.path / name, self.path / (name + TEMPORARY)):
                path.unlink(missing_ok=True)
        second = relearned_folder(self.path)
        if RELEARN in earlier and (second / RUN_FILE).is_file() and not second.is_symlink():
            RunDirectory(second, self.command, fresh=True).remove()
        if RELEARN in earlier:
            remove_learnt(self.path)
        self._clear_members()

    def _clear_members(self) -> None:
        """Remove the data family's runs and those of other line-ups."""
        for folder in (*member_folders(self.path), *who_folders(self.path)):
            if (folder / RUN_FILE).is_file() and not folder.is_symlink():
                RunDirectory(folder, self.command, fresh=True).remove()
        (self.path / WHO_FILE).unlink(missing_ok=True)
        for name in (FAMILY, WHO):
            with contextlib.suppress(OSError):
                (
                    self.path / name
                ).rmdir()  # fails if it does not exist, or if a user keeps other files in it

    def remove(self) -> None:
        """Remove a run's files, and the directory if it is then empty.

        Raises:
            InputError: it cannot be removed, has no run, or has one that is being played.
        """
        with self.writing(), hold_lock(self.path):
            self._clear()
            (self.path / RUN_FILE).unlink()
            with contextlib.suppress(OSError):
                self.path.rmdir()

    def _clear_folder(self, folder: Path, own_names: re.Pattern[str]) -> None:
        if folder.is_symlink() or not folder.is_dir():
            return
        for path in folder.iterdir():
            if path.is_file() and own_names.fullmatch(path.name.removesuffix(TEMPORARY)):
                path.unlink()
        with contextlib.suppress(OSError):
            folder.rmdir()  # stays if a user keeps other files in it

    def _remove_half_written(self, record: Mapping[str, Any]) -> None:
        for table in {*all_tables(record), SUMS}:
            for path in (self.path / table).glob(f"*{TEMPORARY}"):
                if SHARD_NAME.fullmatch(path.name.removesuffix(TEMPORARY)):
                    path.unlink()
        names = [f"{DIMS_FOLDER}/{name}.parquet" for name in record["dims"]]
        for name in (*names, RUN_FILE, LOG_FILE, SHARD_FILE):
            (self.path / (name + TEMPORARY)).unlink(missing_ok=True)

    @cached_property
    def _identity(self) -> str:
        return identity(read_written_record(self.path))

    def write_shard_file(self, shards: Iterable[Shard]) -> None:
        """Rewrite the entire list of shards, sorted."""
        order = sorted(shards, key=lambda shard: (shard.table, shard.arm, shard.number))
        write_text(self.path / SHARD_FILE, shard_lines(self._identity, order))

    def write_shards(self, files: Sequence[tuple[Shard, bytes]]) -> None:
        """Write all files under temporary names, then list and rename them."""
        try:
            for shard, content in files:
                write_temporary(self.path / shard.file, content)
            self.append_shards(shard for shard, _ in files)
        except OSError:
            # If the disk is full, this frees the space of the files written so far.
            for shard, _ in files:
                remove_temporary(self.path / shard.file)
            raise
        for shard, _ in files:
            finish_temporary(self.path / shard.file)

    def append_shards(self, shards: Iterable[Shard]) -> None:
        """Add shards to the list: all lines or none.

        This happens before their files get their final names. If a full disk cuts a line short, all
        these lines are removed, because the next line would be appended to the cut one.
        """
        content = shard_lines(self._identity, shards).encode("utf-8")
        with open(self.path / SHARD_FILE, "ab", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            try:
                count = 0
                while count < len(content):
                    count += file.write(content[count:])
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(end)
                raise

    def add_log(self, session: Mapping[str, Any], *, continues: bool = False) -> None:
        """Add a session to log.json, or with ``continues`` to its last entry."""
        path = self.path / LOG_FILE
        sessions: list[Any] = []
        # No result depends on the log, so an unreadable one is replaced.
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            sessions = list(read_json(path.read_text(encoding="utf-8"))["sessions"])
        entry = dict(session)
        if continues:
            with contextlib.suppress(KeyError, TypeError, IndexError):
                entry |= _merge_sessions(sessions[-1], session)
                del sessions[-1]
        write_json(path, {"format": "eoc-sim log", "sessions": [*sessions, entry]})

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Report a failed write, such as one to a full disk."""
        try:
            yield
        except OSError as error:
            raise self.unwritable(error) from None

    def unwritable(self, error: OSError) -> InputError:
        """Make the error for a failed write."""
        return unwritable(f"The directory {self.path}", error)


def check_no_links(folder: Path) -> None:
    """Refuse a folder with links, through which files elsewhere could be written.

    Pipes and devices, which would block, are refused too.

    Raises:
        InputError: the folder, or a folder in it, contains such a file.
    """
    _check_no_pipes(folder)
    for entry in (*folder.iterdir(), *folder.glob("*/*")):
        if entry.is_symlink():
            raise InputError(
                f"{entry} is a link; a run writes only into its own folder. Remove the link, or "
                "give another --out."
            )


def check_result(folder: Path) -> None:
    """Refuse a folder of results with a pipe or device.

    Reading one would block.

    Raises:
        InputError: the folder has one.
    """
    if any((folder / name).exists() for name in RESULT_FILES):
        _check_no_pipes(folder)


def _check_no_pipes(folder: Path) -> None:
    for entry in folder.rglob("*"):
        if entry.exists() and not entry.is_file() and not entry.is_dir():
            raise InputError(f"{escape(entry)} is not a file.")


def _check_name(out: str | Path) -> None:
    """Refuse a folder name that is empty or is not UTF-8."""
    if out == "":
        raise InputError(
            "--out names no folder. Without --out, the run goes into the next free folder in "
            "results."
        )
    try:
        str(out).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"--out {os.fsencode(str(out))!r} is not text (UTF-8); give it another name."
        ) from None


def _suggest_similar(path: Path) -> str:
    """Suggest folders with names similar to a mistyped one."""
    try:
        names = sorted(
            entry.name
            for entry in path.absolute().parent.iterdir()
            if entry.is_dir() and not entry.name.startswith(".")
        )
    except OSError:
        return ""
    close = difflib.get_close_matches(path.name, names, n=MAX_NAMED, cutoff=0.5)
    if not close:
        return ""
    paths = ", ".join(str(path.with_name(name)) for name in close)
    return f" There are folders with similar names: {paths}."


def _merge_sessions(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two log entries of a session.

    An entry's speed leaves out its slow first games. The merged speed is that of the entry with
    more games, or the average over all games of both entries if that is higher.
    """
    seconds, games = (first[name] + second[name] for name in ("seconds", "games_played"))
    larger = max(first, second, key=lambda session: session["games_played"])
    return {
        "started": first["started"],
        "seconds": round(seconds, 3),
        "games_played": games,
        "games_per_second": max(larger["games_per_second"], round(games / max(seconds, 1e-9), 1)),
    }
