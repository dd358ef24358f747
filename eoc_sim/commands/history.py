"""The history of a project: one line per run in ``results``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from eoc_sim.simulator.runs.change import Change
    from eoc_sim.simulator.runs.game import Game

SCHEMA = 1
RESULTS = Path("results")
FILE = "history.jsonl"
LONGEST_WAIT = 10.0
"""Seconds to wait for other runs that end at the same time."""


def enter(folder: Path, game: Game) -> None:
    """Add a run to the history, if it is in `RESULTS`.

    Raises:
        InputError: The history cannot be written.
    """
    if not folder.resolve().is_relative_to(RESULTS.resolve()):
        return
    line = json.dumps(entry(folder, game), ensure_ascii=False, allow_nan=False)
    try:
        _append(RESULTS / FILE, line.encode() + b"\n")
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{RESULTS / FILE} cannot be written: {reason}.") from None


def entry(folder: Path, game: Game) -> dict[str, Any]:
    """Describe a run: its games, its changes, and its first figures."""
    from eoc_sim.analysis.history import figures, shown_version
    from eoc_sim.analysis.tables import MissingResults, Run
    from eoc_sim.simulator.runs.run_file import release_of

    run = Run(folder)
    record, arm = run.record, shown_version(run)
    published_changes = list_changes_since_publication(record, game)
    headlines = []
    with suppress(MissingResults):
        headlines = figures(run)
    return {
        "schema": SCHEMA,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "folder": str(folder),
        "command": record["command"],
        "package": release_of(record),
        **{name: record[name] for name in ("game", "seed", "seating")},
        "games": run.games,
        "players": seats(record),
        "version": arm.short if arm.changes else run.current,
        "changes": None
        if published_changes is None
        else [*published_changes, *(change.sentence for change in arm.changes)],
        "figures": headlines,
    }


def seats(record: Mapping[str, Any]) -> list[str]:
    """List the strategies in a run's seats, if it records any."""
    seats = record["baseline"].get("seats", ())
    return [str(seat.get("spec", "") if isinstance(seat, dict) else seat) for seat in seats]


def list_changes_since_publication(record: Mapping[str, Any], game: Game) -> list[str] | None:
    """List how a run's current rules differ from the game as published.

    The result is None for a version that cannot be restored.
    """
    from eoc_sim.simulator.runs.arms import restored_version
    from eoc_sim.simulator.runs.version_options import VersionOptions

    with suppress(InputError):
        version = restored_version(game, record)
        published_version = game.baseline(VersionOptions(seats=tuple(seats(record)) or None))
        return [
            change.sentence
            for change in game.differences(published_version, version)
            if change.in_play
        ]
    return None


def changes_since(changes: list[str] | None, before: list[str] | None) -> list[str] | None:
    """List what a run changed since the run before; None if unknown.

    Both runs' changes are those since the game as published.

    >>> changes_since(["038: stars 5 -> 2"], ["038: stars 5 -> 3", "038: copies 1 -> 2"])
    ['038: stars 5 -> 2 (before: 3)', 'back as published: 038: copies 1']
    """
    if changes is None or before is None:
        return None
    first = {change.partition(" -> ")[0] for change in changes}
    end_values = {key: value for key, _, value in (change.partition(" -> ") for change in before)}
    values = [
        (change, end_values.get(change.partition(" -> ")[0]))
        for change in changes
        if change not in before
    ]
    return [
        *(f"{change} (before: {value})" if value else change for change, value in values),
        *(f"back as published: {change}" for change in end_values if change not in first),
    ]


def difference(
    records: tuple[Mapping[str, Any], Mapping[str, Any]], game: Game
) -> tuple[list[str], list[Change] | None]:
    """List how the rules and components of two runs differ.

    The two lists have the sentences and the changes. Without a version that can be restored, only
    the parts that differ are named, and the changes are None.
    """
    from eoc_sim.simulator.runs.arms import restored_version

    try:
        versions = [restored_version(game, record) for record in records]
        changes = [
            change for change in game.differences(*versions) if not change.key.startswith("seat.")
        ]
        return [change.sentence for change in changes], [
            change for change in changes if change.in_play
        ]
    except InputError:
        first, second = (record["baseline"] for record in records)
        names = [name for name in first if name not in ("seats", "sources")]
        return [f"{name} differ" for name in names if first[name] != second.get(name)], None


def read(is_entry: Callable[[Any], bool], report: Callable[[str], None]) -> list[dict[str, Any]]:
    """Read all entries, oldest first.

    ``report`` gets a remark on each line that is not an entry. A run that was resumed has only its
    latest entry.

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
            f"There is no history here: {file} does not exist. Every run into {RESULTS} adds an "
            "entry."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.") from None
    entries: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, start=1):
        try:
            record = read_json(line)
        except ValueError:
            record = None
        if not is_entry(record):
            report(f"{file}, line {number} is not an entry and is left out.")
            continue
        key = json.dumps(
            [record[name] for name in ("folder", "package", "seed", "players", "changes")]
        )
        entries.pop(key, None)
        entries[key] = record
    return list(entries.values())


def _append(file: Path, line: bytes) -> None:
    """Append a line at once, while no other process does."""
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
