"""An entry of the history: a run, its changes and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from eoc_sim.analysis.figure import Figure
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game

SCHEMA = 1


@dataclass(frozen=True)
class HistoryEntry:
    """A line of results/history.jsonl: a run."""

    schema: Annotated[int, "the version of the line's format"]
    when: Annotated[str, "the end of the run, in UTC"]
    folder: Annotated[str, "its folder"]
    command: Annotated[str, "the command that played it"]
    package: Annotated[str, "the release of eoc-sim that played it"]
    game: Annotated[str, "the name of the game"]
    seed: Annotated[int, "the seed of all draws"]
    seating: Annotated[str, "how the strategies were seated"]
    games: Annotated[int, "the games of each version"]
    players: Annotated[list[str], "the strategies in the seats"]
    version: Annotated[str, "the version of the figures: that with all changes of the run"]
    changes: Annotated[list[str] | None, "how it differs from the game as published, if known"]
    figures: Annotated[list[Figure], "its headline figures, ten at most"]


def make_entry(folder: Path, game: Game) -> HistoryEntry:
    """Describe a run: its games, its changes, and its headline figures."""
    from eoc_sim.analysis.history import figures, shown_version
    from eoc_sim.analysis.tables import MissingResults, Run
    from eoc_sim.simulator.runs.run_file import release_of

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
