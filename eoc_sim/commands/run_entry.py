"""Describe a run as an entry of the history."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.figure import Figure
from eoc_sim.analysis.history import figures, shown_version
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.commands.history_entry import SCHEMA, HistoryEntry
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import restored_version
from eoc_sim.simulator.runs.run_file import release_of
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game


def make_entry(folder: Path, game: Game) -> HistoryEntry:
    """Describe a run: its games, its changes, and its headline figures."""
    run = Run(folder)
    record, arm = run.record, shown_version(run)
    changes = list_changes_since_publication(record, game)
    headlines: list[Figure] = []
    with suppress(MissingResults):
        headlines = figures(run)
    return HistoryEntry(
        schema=SCHEMA,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        folder=str(folder),
        command=record["command"],
        package=release_of(record),
        game=record["game"],
        seed=record["seed"],
        seating=record["seating"],
        games=run.games,
        players=seats(record),
        version=arm.short if arm.changes else run.current,
        changes=None
        if changes is None
        else [*changes, *(change.sentence for change in arm.changes)],
        figures=headlines,
    )


def seats(record: Mapping[str, Any]) -> list[str]:
    """List the strategies in a run's seats, if it records any."""
    seats = record["baseline"].get("seats", ())
    return [str(seat.get("spec", "") if isinstance(seat, dict) else seat) for seat in seats]


def list_changes_since_publication(record: Mapping[str, Any], game: Game) -> list[str] | None:
    """List how a run's current rules differ from the game as published.

    The result is None for a version that cannot be restored.
    """
    with suppress(InputError):
        version = restored_version(game, record)
        published_version = game.baseline(VersionOptions(seats=tuple(seats(record)) or None))
        return [
            change.sentence
            for change in game.differences(published_version, version)
            if change.in_play
        ]
    return None
