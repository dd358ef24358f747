"""The directory of a run: which one, whether it may be written to, and what in it is finished.

    run.json       what was asked, enough to repeat it exactly
    log.json       when, how long, on what, with which command line: one entry a session
    shards.jsonl   every shard with its size and checksum, one a line, and what these were hashed to
                   together with the run: a line of another run is not believed
    dims/          what the ids in the tables are
    games/ ...     one folder a result table, one file a shard

A shard's line is written before its file gets its final name: a file that no line describes was
not written by this run, or is damaged, and nothing of it is touched. A file with a temporary name
is half-written and is removed when the run is resumed.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.changed_strategies import SOURCES, changed_strategies
from eoc_sim.simulator.runs.family import FAMILY, member_folders
from eoc_sim.simulator.runs.game import Declaration
from eoc_sim.simulator.runs.relearning import RELEARN, relearned_folder, remove_relearned
from eoc_sim.simulator.runs.run_lock import check_not_locked, is_locked_here, locked

FORMAT = "eoc-sim run"
SCHEMA = 3
RUN_FILE = "run.json"
PLANNED_GAMES = "planned_games"
"""The part of run.json that says how many games the run was first begun with."""
SOURCE_CODE = "source_code"
"""The part of run.json that has a hash of the source code that plays its games."""
DIMS_CHECKSUMS = "dims_checksums"
"""The part of run.json that has a checksum of each table that says what ids are."""
SEQUENTIAL = "sequential"
"""The part of run.json that says whether the run is played until its question is answered."""
QUESTION = "question"
"""The part of run.json that says what a sequential run is played until; else it is empty."""
BASELINE = "baseline"
"""The part of run.json that says by which rules, and with what, the first arm is played."""
CARRIED = "carried"
"""Any part of run.json that no game looks at; a run goes on though it has changed."""
LOG_FILE = "log.json"
SHARD_FILE = "shards.jsonl"
DIMS_FOLDER = "dims"
SUMS = "sums"
"""The folder of the sums of a run that keeps no tables, and the part of run.json that says of which
tables they tell."""
TEMPORARY = ".tmp"
RESULTS = Path("results")
MOST_NAMED = 3
"""Folders that are named where one is not there, and changes where a run is another one."""

_SAID_APART = ("games", PLANNED_GAMES, QUESTION, SOURCE_CODE, DIMS_CHECKSUMS)
"""Parts of run.json that are not compared with what is asked for as the others are."""
CHECK = "check"
"""What a shard's line has beside the shard: a hash of it and of the run that it is of."""
_SHARD_NAME = re.compile(r"arm(\d{4})-(\d{5})\.parquet")


def shard_name(arm: int, number: int) -> str:
    """The file name of a shard.

    >>> shard_name(2, 31)
    'arm0002-00031.parquet'
    """
    return f"arm{arm:04d}-{number:05d}.parquet"


@dataclass(frozen=True)
class Shard:
    """One file of a result table: the games ``first_game`` .. + ``games`` of one arm."""

    table: str
    arm: int
    number: int
    first_game: int
    games: int
    rows: int
    bytes: int
    sha256: str

    @property
    def place(self) -> str:
        """The path of the file within the run's directory."""
        return f"{self.table}/{shard_name(self.arm, self.number)}"


@dataclass(frozen=True)
class RunDirectory:
    """A directory in which a run may be played.

    Made by `claim`, which changes nothing; `locked` creates it and keeps other processes out, and
    `begin` clears it (``fresh``) or checks that what is there is the same run (``resume``).
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
        """Choose the directory and check that it may be used, without touching anything.

        Without ``out`` it is ``results/COMMAND-N`` with the next free N.

        Raises:
            InputError: it is not empty and neither ``resume`` nor ``fresh`` allows its use, or
                it cannot be written to, or is to be resumed and not there, or somebody else is
                writing into it.
        """
        if resume and fresh:
            raise InputError("--resume continues a run and --fresh replaces it: give one of them.")
        if out is None:
            if resume or fresh:
                option = "--resume" if resume else "--fresh"
                raise InputError(f"{option} needs --out DIR: which run is meant?")
            return cls._numbered(command, root)
        _check_name(out)
        directory = cls(Path(out), command, resume, fresh)
        directory._check()
        if resume and not directory.path.exists():
            raise InputError(
                f"There is no folder {out} with a run to resume.{_runs_beside(directory.path)}"
            )
        try:
            check_not_locked(directory.path)
        except OSError as error:
            raise directory.unwritable(error) from None
        return directory

    @classmethod
    def _numbered(cls, command: str, root: Path) -> RunDirectory:
        taken = [0]
        if root.is_dir():
            pattern = re.compile(re.escape(command) + r"-(\d{1,9})")
            for entry in root.iterdir():
                match = pattern.fullmatch(entry.name)
                if match:
                    taken.append(int(match[1]))
        directory = cls(root / f"{command}-{max(taken) + 1}", command, numbered=True)
        directory._check()
        return directory

    def _check(self) -> None:
        try:
            self._check_usable()
        except OSError as error:
            raise self.unwritable(error) from None

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

    def is_empty(self) -> bool:
        """Whether nothing is there but perhaps a first file that was never finished."""
        if not self.path.is_dir():
            return True
        return all(entry.name == RUN_FILE + TEMPORARY for entry in self.path.iterdir())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the directory unless it is there, and let nobody else write into it meanwhile.

        Raises:
            InputError: it cannot be used, or somebody else is writing into it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=not self.numbered)
        except FileExistsError:
            if self.numbered and not is_locked_here(self.path):
                raise InputError(
                    f"Another run has taken the folder {self.path} meanwhile; repeat the command, "
                    "and it takes the next one."
                ) from None
        except OSError as error:
            raise self.unwritable(error) from None
        self._check()
        with locked(self.path):
            yield

    def begin(self, record: Mapping[str, Any]) -> dict[tuple[str, int, int], Shard]:
        """Make the directory ready for the run that ``record`` describes, and write run.json.

        Called while it is `locked`.

        Returns:
            The shards that earlier sessions finished, by table, arm and number.

        Raises:
            InputError: the directory cannot be written, holds another run than ``record``, or a
                damaged or foreign file. Nothing in it is changed then.
        """
        self._check()
        try:
            if not self.is_empty():
                if not self.fresh:
                    return self._continue(record)
                self._clear()
            write_run_file(self.path, record)
        except OSError as error:
            raise self.unwritable(error) from None
        return {}

    def check_same(
        self, record: Mapping[str, Any], changes: Callable[[Mapping[str, Any]], Sequence[str]]
    ) -> None:
        """Check that a run to resume is the one that ``record`` describes; changes nothing.

        ``changes`` tells, from the run's own record, in sentences what of its baseline is another
        now; it tells nothing where it cannot.

        Raises:
            InputError: it is another one.
        """
        if self.resume and not self.is_empty():
            earlier = read_run_file(self.path)
            check_same_run(self.path, earlier, record, lambda: changes(earlier))

    def planned_games(self, games: int) -> int:
        """The games that the run was begun with; ``games`` of one that begins now."""
        if self.resume and not self.is_empty():
            return int(read_run_file(self.path)[PLANNED_GAMES])
        return games

    def games_asked(self) -> int:
        """The games of the run to resume, as far as it was last asked to go; 0 if there is none."""
        if self.resume and not self.is_empty():
            return int(read_run_file(self.path)["games"])
        return 0

    def _continue(self, record: Mapping[str, Any]) -> dict[tuple[str, int, int], Shard]:
        earlier = read_run_file(self.path)
        check_same_run(self.path, earlier, record)
        if SOURCE_CODE not in earlier:
            record = {key: value for key, value in record.items() if key != SOURCE_CODE}
        finished = finished_shards(self.path, all_tables(record))
        check_nothing_foreign(self.path, all_tables(record), finished.values())
        self._remove_half_written(record)
        # What was planned first stays known, however far the run is extended.
        continued = {**record, PLANNED_GAMES: earlier[PLANNED_GAMES]}
        if any(continued[key] != earlier.get(key) for key in ("games", DIMS_CHECKSUMS)):
            write_run_file(self.path, continued)
        return finished

    def _clear(self) -> None:
        """Remove what a run writes but run.json, which is replaced; what no run writes stays."""
        earlier = read_run_file(self.path)
        for table in all_tables(earlier):
            self._clear_folder(self.path / table, _SHARD_NAME)
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
            remove_relearned(self.path)
        self._clear_members()

    def _clear_members(self) -> None:
        """Remove the runs of a data family's members."""
        for folder in member_folders(self.path):
            if (folder / RUN_FILE).is_file() and not folder.is_symlink():
                RunDirectory(folder, self.command, fresh=True).remove()
        with contextlib.suppress(OSError):
            (self.path / FAMILY).rmdir()  # is not there, or somebody keeps something else in it

    def remove(self) -> None:
        """Remove what a run writes, and the directory unless somebody keeps something in it.

        Raises:
            InputError: it cannot be removed, or holds no run of ours, or one that is being played.
        """
        try:
            with locked(self.path):
                self._clear()
                (self.path / RUN_FILE).unlink()
                with contextlib.suppress(OSError):
                    self.path.rmdir()
        except OSError as error:
            raise self.unwritable(error) from None

    def _clear_folder(self, folder: Path, ours: re.Pattern[str]) -> None:
        if folder.is_symlink() or not folder.is_dir():
            return
        for path in folder.iterdir():
            if path.is_file() and ours.fullmatch(path.name.removesuffix(TEMPORARY)):
                path.unlink()
        with contextlib.suppress(OSError):
            folder.rmdir()  # stays if somebody keeps something else in it

    def _remove_half_written(self, record: Mapping[str, Any]) -> None:
        for table in all_tables(record):
            for path in (self.path / table).glob(f"*{TEMPORARY}"):
                if _SHARD_NAME.fullmatch(path.name.removesuffix(TEMPORARY)):
                    path.unlink()
        names = [f"{DIMS_FOLDER}/{name}.parquet" for name in record["dims"]]
        for name in (*names, RUN_FILE, LOG_FILE, SHARD_FILE):
            (self.path / (name + TEMPORARY)).unlink(missing_ok=True)

    @cached_property
    def _identity(self) -> str:
        return identity(read_run_file(self.path))

    def _shard_lines(self, shards: Iterable[Shard]) -> str:
        return "".join(
            json.dumps({**asdict(shard), CHECK: _shard_check(self._identity, shard)}) + "\n"
            for shard in shards
        )

    def write_shard_file(self, shards: Iterable[Shard]) -> None:
        """Write the whole list of shards anew, sorted."""
        order = sorted(shards, key=lambda shard: (shard.table, shard.arm, shard.number))
        write_text(self.path / SHARD_FILE, self._shard_lines(order))

    def append_shards(self, shards: Iterable[Shard]) -> None:
        """Add shards to the list, before their files get their final names: all lines or none.

        Of a line that a full disk cuts short nothing stays, or the next one would be written
        behind it.
        """
        content = self._shard_lines(shards).encode("utf-8")
        with open(self.path / SHARD_FILE, "ab", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            try:
                written = 0
                while written < len(content):
                    written += file.write(content[written:])
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(end)
                raise

    def add_log(self, session: Mapping[str, Any], *, goes_on: bool = False) -> None:
        """Add one session's entry to log.json; one that ``goes_on`` is part of the last entry."""
        path = self.path / LOG_FILE
        sessions: list[Any] = []
        # No result rests on the log: one that cannot be read is begun anew.
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            sessions = list(json.loads(path.read_text(encoding="utf-8"))["sessions"])
        entry = dict(session)
        if goes_on:
            with contextlib.suppress(KeyError, TypeError, IndexError):
                entry |= _together(sessions[-1], session)
                del sessions[-1]
        write_json(path, {"format": "eoc-sim log", "sessions": [*sessions, entry]})

    def unwritable(self, error: OSError) -> InputError:
        """The sentence for a failed write, such as a full disk."""
        return InputError(
            f"The directory {self.path} cannot be written: {error.strerror or error}."
        )


def _check_name(out: str | Path) -> None:
    """Refuse a name of a folder that is nothing, or that no file can tell of."""
    if out == "":
        raise InputError("--out names no folder; without --out it is the next of results.")
    try:
        str(out).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"--out {os.fsencode(str(out))!r} is no text (UTF-8); give it another name."
        ) from None


def _runs_beside(path: Path) -> str:
    """Folders in the same place whose names are most like a mistyped one, as a sentence."""
    try:
        found = sorted(
            entry.name for entry in path.absolute().parent.iterdir()
            if entry.is_dir() and not entry.name.startswith(".")
        )
    except OSError:
        return ""
    close = difflib.get_close_matches(path.name, found, n=MOST_NAMED, cutoff=0.5)
    if not close:
        return ""
    return f" In the same place there is: {', '.join(str(path.with_name(one)) for one in close)}."


def _together(begun: Mapping[str, Any], going_on: Mapping[str, Any]) -> dict[str, Any]:
    """What two entries of the log that are one session have as their own."""
    seconds, games = (begun[name] + going_on[name] for name in ("seconds", "games_played"))
    return {
        "started": begun["started"], "seconds": round(seconds, 3), "games_played": games,
        "games_per_second": round(games / max(seconds, 1e-9), 1),
    }


def all_tables(record: Mapping[str, Any]) -> list[str]:
    """The tables of a run.json, those kept of the current rules alone last; or its sums."""
    sums = [SUMS] if SUMS in record else []
    return [*record["tables"], *record.get("current_tables", ()), *sums]


def read_run_file(directory: Path) -> dict[str, Any]:
    """The run.json of a directory.

    Raises:
        InputError: there is none, or it was not written by this program, or by a newer one.
    """
    path = directory / RUN_FILE
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"The directory {directory} holds no run (no {RUN_FILE}).") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is damaged: it is not a JSON file.") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError(f"{path} was not written by eoc-sim; nothing was changed.")
    if record.get("schema") != SCHEMA:
        raise InputError(
            f"{path} has schema {record.get('schema')}; this version of eoc-sim reads schema "
            f"{SCHEMA}."
        )
    checksum = record.pop("checksum", None)
    if checksum != _checksum(record):
        raise InputError(f"{path} is damaged: it was changed after it was written.")
    return record


def write_run_file(directory: Path, record: Mapping[str, Any]) -> None:
    """Write run.json, with a checksum of its content."""
    write_json(directory / RUN_FILE, {**record, "checksum": _checksum(record)})


def _checksum(record: Mapping[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_same_run(
    directory: Path,
    earlier: Mapping[str, Any],
    asked: Mapping[str, Any],
    changes: Callable[[], Sequence[str]] = tuple,
) -> None:
    """Check that a resumed run is the one that was asked for; only ``games`` may have grown.

    ``changes`` tells in sentences what of the baseline is another now, if it can.
    """
    if earlier["game"] != asked["game"]:
        raise InputError(
            f"The run in {directory} is of the game {earlier['game']}, not of {asked['game']}; ask "
            "for the same to resume it, or give another --out."
        )
    # Of runs that do not say it the question is not known.
    begun, now = (record.get(QUESTION, asked.get(QUESTION, "")) for record in (earlier, asked))
    if begun != now:
        raise InputError(
            f"The run in {directory} was begun {_purpose(begun)}, not {_purpose(now)}; ask for the "
            "same to resume it, or give another --out."
        )
    changed = changed_strategies(earlier, asked)
    if changed is not None:
        raise InputError(
            f"{changed} since the run in {directory} was begun; all its games are of the same "
            f"{Declaration.from_record(asked['declaration']).words.player[1]}: undo the "
            "change to resume it, or give another --out."
        )
    then, now = (_told_apart(one, outermost=True) for one in (earlier, asked))
    difference = next(_differences(then, now, ""), None)
    if difference is not None:
        key, old, new = difference
        if key.partition("[")[0] in ("tables", "current_tables", SUMS):
            raise InputError(
                f"The run in {directory} keeps {_kept(earlier)}, not {_kept(asked)}; ask for the "
                "same by --keep to resume it, or give another --out."
            )
        sentences = changes() if key.startswith(f"{BASELINE}.") else ()
        if sentences:
            more = len(sentences) - MOST_NAMED
            told = "; ".join(sentences[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
            raise InputError(
                f"What the run in {directory} was begun with has changed: {told}. Undo that to "
                "resume it (only --games may grow), or give another --out."
            )
        raise InputError(
            f"The run in {directory} was asked for with {key} = {_shown(old)}, not {_shown(new)}; "
            "ask for the same to resume it (only --games may grow), or give another --out."
        )
    programs = earlier.get(SOURCE_CODE), asked.get(SOURCE_CODE)
    if None not in programs and programs[0] != programs[1]:
        raise InputError(
            f"The source code that plays has changed since the run in {directory} was begun "
            f"({programs[0]} then, {programs[1]} now); all its games are of the same program: "
            "resume it with that code, or give another --out."
        )
    if asked["games"] < earlier["games"]:
        raise InputError(
            f"The run in {directory} has {earlier['games']} games a version, more than the "
            f"{asked['games']} asked for; a resumed run can only grow."
        )


def _kept(record: Mapping[str, Any]) -> str:
    """What a run keeps, in words."""
    if SUMS in record:
        return "sums alone"
    current = record.get("current_tables", ())
    of_current = [f"{','.join(current)} of the current rules"] if current else []
    return " and ".join([*filter(None, [",".join(record["tables"])]), *of_current]) or "no table"


def _purpose(question: str) -> str:
    """What a run is played for, as part of a sentence."""
    return f"to play until {question}" if question else "to play a number of games"


def identity(record: Mapping[str, Any]) -> str:
    """What tells runs apart: a hash of all of a run.json by which `check_same_run` goes."""
    return _checksum(_told_apart(record, outermost=True))


def _told_apart(value: Any, *, outermost: bool = False) -> Any:
    """A run.json, or a part of it, without what two sittings of a run may differ in."""
    if isinstance(value, Mapping):
        return {
            key: _told_apart(inner) for key, inner in value.items()
            if key not in (CARRIED, SOURCES) and not (outermost and key in _SAID_APART)
        }
    return [_told_apart(one) for one in value] if isinstance(value, list) else value


def _differences(old: Any, new: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            inner = f"{place}.{key}" if place else key
            if key not in old or key not in new:
                yield inner, old.get(key, "nothing"), new.get(key, "nothing")
            else:
                yield from _differences(old[key], new[key], inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for position, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _differences(left, right, f"{place}[{position}]")
    elif old != new or type(old) is not type(new):
        yield place, old, new


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def read_shard_file(directory: Path) -> list[Shard]:
    """The shards that a run has listed, oldest first; a line cut short by a kill is left out."""
    path = directory / SHARD_FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unreadable(path, error) from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is damaged: it is no text.") from None
    run = identity(read_run_file(directory))
    shards = []
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            continue
        try:
            content = json.loads(line)
            check = content.pop(CHECK, None)
            shard = Shard(**content)
            if not _SHARD_NAME.fullmatch(shard_name(shard.arm, shard.number)):
                raise ValueError
        except (ValueError, TypeError, AttributeError):
            raise InputError(f"{path}, line {number} is damaged: it describes no shard.") from None
        # Versions before did not write it.
        if check is not None and check != _shard_check(run, shard):
            raise InputError(
                f"{path}, line {number} is not of the run that {RUN_FILE} beside it tells of, or "
                "was changed after it was written."
            )
        shards.append(shard)
    return shards


def _shard_check(run: str, shard: Shard) -> str:
    return hashlib.sha256(json.dumps([run, asdict(shard)]).encode("utf-8")).hexdigest()[:16]


def finished_shards(directory: Path, tables: Iterable[str]) -> dict[tuple[str, int, int], Shard]:
    """The shards on disk, by table, arm and number, each checked against its checksum.

    Raises:
        InputError: a shard is damaged or cannot be read.
    """
    described: dict[str, list[Shard]] = {}
    for shard in read_shard_file(directory):
        described.setdefault(shard.place, []).append(shard)
    finished = {}
    for place, shards in described.items():
        path = directory / place
        if shards[0].table not in tables or not path.exists():
            continue
        try:
            digest = file_digest(path) if path.is_file() else ""
        except OSError as error:
            raise _unreadable(path, error) from None
        match = [shard for shard in shards if shard.sha256 == digest]
        if not match:
            raise InputError(
                f"{path} is damaged: it is not the file that this run wrote. Nothing was changed; "
                "move it away, and --resume plays its games again."
            )
        finished[match[-1].table, match[-1].arm, match[-1].number] = match[-1]
    return finished


def check_nothing_foreign(directory: Path, tables: Iterable[str], shards: Iterable[Shard]) -> None:
    """Check that the tables' folders hold nothing but these shards and half-written ones.

    Raises:
        InputError: a file was not written by this run.
    """
    places = {shard.place for shard in shards}
    for table in tables:
        folder = directory / table
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            half_written = path.name.endswith(TEMPORARY) and _SHARD_NAME.fullmatch(
                path.name.removesuffix(TEMPORARY)
            )
            if f"{table}/{path.name}" not in places and not half_written:
                raise InputError(
                    f"{path} was not written by this run. Nothing was changed; move it away to "
                    "go on."
                )


def _unreadable(path: Path, error: OSError) -> InputError:
    """The sentence for a file that the system does not let us read."""
    return InputError(f"{path} cannot be read: {error.strerror or error}.")


def frame_checksum(table: Any) -> str:
    """A checksum of the columns and rows of a polars frame, whatever writes it to disk."""
    content = json.dumps([table.columns, table.rows()], ensure_ascii=False, default=str)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def file_digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    write_temporary(path, text.encode("utf-8"))
    finish_temporary(path)


def write_temporary(path: Path, content: bytes) -> None:
    """Write and sync the content of ``path`` under its temporary name; what fails takes no room."""
    try:
        with open(path.with_name(path.name + TEMPORARY), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        remove_temporary(path)
        raise


def remove_temporary(path: Path) -> None:
    """Remove what `write_temporary` has written, if it is there and can be removed."""
    with contextlib.suppress(OSError):
        path.with_name(path.name + TEMPORARY).unlink(missing_ok=True)


def finish_temporary(path: Path) -> None:
    """Give what `write_temporary` wrote its name."""
    os.replace(path.with_name(path.name + TEMPORARY), path)
