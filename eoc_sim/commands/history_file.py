"""The file of a project's history: one line per run in ``results``."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.figure import Figure
from eoc_sim.commands.history_entry import HistoryEntry
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.declared_type import has_type
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game

RESULTS = Path("results")
FILE = "history.jsonl"
LONGEST_WAIT = 10.0
"""Seconds to wait for other runs that end at the same time."""


def add_entry(folder: Path, game: Game) -> None:
    """Add a run to the history, if it is in `RESULTS`.

    Raises:
        InputError: The history cannot be written.
    """
    if not folder.resolve().is_relative_to(RESULTS.resolve()):
        return
    from eoc_sim.commands.run_entry import make_entry

    line = json.dumps(asdict(make_entry(folder, game)), ensure_ascii=False, allow_nan=False)
    try:
        _append(RESULTS / FILE, line.encode() + b"\n")
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{RESULTS / FILE} cannot be written: {reason}.") from None


def read_entries() -> tuple[list[HistoryEntry], list[str]]:
    """Read all entries, oldest first.

    The second list has a remark about each line that is not an entry. A run that was resumed has
    only its latest entry.

    Raises:
        InputError: There is no history here.
    """
    file = RESULTS / FILE
    if file.exists() and not file.is_file():  # a pipe, for example, would block
        raise InputError(f"{file} is not a file.")
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise InputError(
            f"There is no history here: {file} does not exist. Commands such as run and sweep add "
            f"an entry for every run in {RESULTS}."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.") from None
    entries: dict[str, HistoryEntry] = {}
    notes = []
    for number, line in enumerate(lines, start=1):
        try:
            record = read_json(line)
        except ValueError:
            record = None
        if not has_type(record, HistoryEntry):
            notes.append(f"Line {number} of {file} is not an entry and is left out.")
            continue
        key = json.dumps(
            [record[name] for name in ("folder", "package", "seed", "players", "changes")]
        )
        entries.pop(key, None)
        entries[key] = HistoryEntry(
            **_fields_of(HistoryEntry, record)
            | {"figures": [Figure(**_fields_of(Figure, figure)) for figure in record["figures"]]}
        )
    return list(entries.values()), notes


def _fields_of(kind: type[HistoryEntry | Figure], record: dict[str, Any]) -> dict[str, Any]:
    """Pick the fields of a class from a record."""
    return {field.name: record[field.name] for field in fields(kind)}


def _append(file: Path, line: bytes) -> None:
    """Append a line in one write, while other processes wait."""
    from filelock import FileLock

    lock_file = file.with_name(f".{file.name}.lock")
    for path in (file, lock_file):
        if path.is_symlink():  # the folder may be someone else's
            raise OSError(f"{path} is a link")
    lock = FileLock(lock_file, timeout=LONGEST_WAIT)
    with lock, open(file, "a+b") as stream:
        end = stream.seek(0, 2)
        if end:
            stream.seek(end - 1)
            if stream.read(1) != b"\n":
                line = b"\n" + line  # the last writer was killed
        stream.write(line)
