"""Shards, the files of result tables, and the list of finished ones.

A shard's line is written before its file gets its final name. So if a file has no line, it was not
written by this run, or its line has been lost or damaged. A file whose content does not match the
hash in its line is damaged.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_file import RUN_FILE, SUMS, read_written_record
from eoc_sim.simulator.runs.same_run import identity
from eoc_sim.simulator.runs.whole_file import TEMPORARY, file_digest, read_json, unreadable

SHARD_FILE = "shards.jsonl"
CHECK = "check"
"""The key for the hash that ties a shard to its run."""
SHARD_NAME = re.compile(r"arm(\d{4})-(\d{5})\.parquet")


def shard_name(arm: int, number: int) -> str:
    """Return the name of a shard's file.

    >>> shard_name(2, 31)
    'arm0002-00031.parquet'
    """
    return f"arm{arm:04d}-{number:05d}.parquet"


@dataclass(frozen=True)
class Shard:
    """One file of a result table: consecutive games of an arm."""

    table: str
    arm: int
    number: int
    first_game: int
    games: int
    rows: int
    bytes: int
    sha256: str

    @property
    def file(self) -> str:
        """The path of the file within the run's directory."""
        return f"{self.table}/{shard_name(self.arm, self.number)}"


def shard_of_sums(number: int, first_game: int, games: int, content: bytes) -> Shard:
    """Make the shard for a file of sums."""
    digest = hashlib.sha256(content).hexdigest()
    return Shard(SUMS, 0, number, first_game, games, 0, len(content), digest)


def read_shard_file(directory: Path) -> list[Shard]:
    """List a run's shards, oldest first, skipping an incomplete line."""
    path = directory / SHARD_FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is damaged: it is not text.") from None
    run = identity(read_written_record(directory))
    shards = []
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            continue
        try:
            content = read_json(line)
            check = content.pop(CHECK, None)
            shard = Shard(**content)
            if not SHARD_NAME.fullmatch(shard_name(shard.arm, shard.number)):
                raise ValueError
        except (ValueError, TypeError, AttributeError):
            raise InputError(
                f"Line {number} of {path} is damaged: it describes no shard."
            ) from None
        # Earlier releases did not write the hash.
        if check is not None and check != _check_hash(run, shard):
            raise InputError(
                f"Line {number} of {path} does not belong to the run that the {RUN_FILE} in the "
                "same folder describes, or was changed after it was written."
            )
        shards.append(shard)
    return shards


def shard_lines(run: str, shards: Iterable[Shard]) -> str:
    """Format the lines for shards of the run with identity ``run``."""
    return "".join(
        json.dumps({**asdict(shard), CHECK: _check_hash(run, shard)}) + "\n" for shard in shards
    )


def _check_hash(run: str, shard: Shard) -> str:
    return hashlib.sha256(json.dumps([run, asdict(shard)]).encode("utf-8")).hexdigest()[:16]


def finished_shards(directory: Path, tables: Iterable[str]) -> dict[tuple[str, int, int], Shard]:
    """Return the shards on disk by table, arm and number.

    Raises:
        InputError: a shard is damaged or cannot be read.
    """
    shards_by_file: dict[str, list[Shard]] = {}
    for shard in read_shard_file(directory):
        shards_by_file.setdefault(shard.file, []).append(shard)
    result = {}
    for file, shards in shards_by_file.items():
        path = directory / file
        if shards[0].table not in tables or not path.exists():
            continue
        try:
            digest = file_digest(path) if path.is_file() else ""
        except OSError as error:
            raise unreadable(path, error) from None
        match = [shard for shard in shards if shard.sha256 == digest]
        if not match:
            raise InputError(
                f"{path} is damaged: it is not the file that this run wrote. No file was changed. "
                "Move this file away; --resume then plays its games again."
            )
        result[match[-1].table, match[-1].arm, match[-1].number] = match[-1]
    return result


def summed_shards(directory: Path) -> dict[int, Shard]:
    """Return the shards with an intact file of sums, by number.

    Damaged files can be computed again from the tables.
    """
    shards = {}
    for shard in read_shard_file(directory):
        if shard.table == SUMS:
            path = directory / shard.file
            with suppress(OSError):
                if file_digest(path) == shard.sha256:
                    shards[shard.number] = shard
    return shards


def check_nothing_foreign(directory: Path, tables: Iterable[str], shards: Iterable[Shard]) -> None:
    """Check that the tables' folders contain only these shards and unfinished ones.

    Raises:
        InputError: a file was not written by this run.
    """
    files = {shard.file for shard in shards}
    for table in tables:
        folder = directory / table
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            half_written = path.name.endswith(TEMPORARY) and SHARD_NAME.fullmatch(
                path.name.removesuffix(TEMPORARY)
            )
            if f"{table}/{path.name}" not in files and not half_written:
                raise InputError(
                    f"{path} was not written by this run. No file was changed; move this file away "
                    "to continue."
                )
