"""Compare two runs, game by game if they share their luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.history import changes, figures, reasons_against_shared_luck, shown_version
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.commands.existing_folder import existing_folder
from eoc_sim.commands.keywords import Call
from eoc_sim.commands.run_entry import seats
from eoc_sim.counts import plural
from eoc_sim.errors import InputError
from eoc_sim.games import find_recorded
from eoc_sim.simulator.runs.arms import list_names, restored_version
from eoc_sim.simulator.runs.run_file import SOURCE_CODE, release_of

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.figure import Figure
    from eoc_sim.analysis.holdings import HasKey
    from eoc_sim.simulator.runs.change import Change
    from eoc_sim.simulator.runs.game import Game

COMMAND = "history compare"


@dataclass(frozen=True)
class ComparisonResult:
    """The result of `compare_runs`: how two runs and their figures differ."""

    runs: tuple[Run, Run] = field(repr=False)
    """The first and the second run."""
    differences: tuple[str, ...]
    """Differences in release, players, rules and luck, as sentences."""
    changes: pl.DataFrame | None
    """Each strategy's change between the runs, or None without shared luck.

    Columns: label, metric (wins in 100 games, or score), first and second (the means), games,
    differ (games that differ), change (the second minus the first), low and high (the
    interval of this row alone), all_low and all_high (the interval that holds jointly for all
    rows), smallest (the smallest change that matters), verdict and more_games.
    """

    @cached_property
    def figures(self) -> tuple[list[Figure], list[Figure]]:
        """The headline figures of both runs, each with its own interval."""
        first, second = self.runs
        with _naming(first):
            earlier = figures(first)
        with _naming(second):
            return earlier, figures(second)


def compare_runs(
    first: str | Path, second: str | Path, *, game: str | Path | None = None
) -> ComparisonResult:
    """Compare two runs, game by game if they share their luck.

    They share their luck if their game, seed, seating and number of players are the same.

    Args:
        first: The folder of the earlier run.
        second: The folder of the later run.
        game: The module or file of a game that is neither built in nor installed.

    Raises:
        InputError: A folder has no run, or lacks a table that the comparison needs.
    """
    call = Call(COMMAND, {}, first, second, game=game)
    earlier, later = runs = (_open_run(first), _open_run(second))
    differences, version_changes = _differences(earlier, later, call.text("game"))
    if reasons := reasons_against_shared_luck(earlier, later):
        differences.append(f"The runs do not share their luck: {'; '.join(reasons)}.")
        return ComparisonResult(runs, tuple(differences), None)
    for run in runs:
        with _naming(run):
            run.require(run.table_with("win_share"), arm=shown_version(run).id)
    return ComparisonResult(runs, tuple(differences), changes(earlier, later, version_changes))


def _open_run(path: str | Path) -> Run:
    """Open the run in a folder.

    Raises:
        InputError: The folder has no run, or several runs of one command.
    """
    folder = Folder.read(existing_folder(path))
    if folder is not None and folder.runs:
        raise InputError(
            f"{path} holds {plural(len(folder.runs), 'run')} of {folder.command}; give the folder "
            f"of one: {list_names([str(folder.path / name) for name in folder.runs])}."
        )
    return Run(Path(path))


@contextmanager
def _naming(run: Run) -> Iterator[None]:
    """Name the run in the error if it lacks results.

    Raises:
        InputError: The run lacks results.
    """
    try:
        yield
    except MissingResults as error:
        raise InputError(f"{run.path}: {error}") from None


def _differences(first: Run, second: Run, game: str | None) -> tuple[list[str], list[HasKey]]:
    """State how two runs differ in release, players and rules.

    The first list has sentences, the second the changes between the versions that were played. The
    second is empty unless the source code and the players are the same and all changes are known.
    """
    records = first.record, second.record
    lines = []
    rule_changes: list[Change] | None = None
    releases = list(map(release_of, records))
    programs = [record.get(SOURCE_CODE) for record in records]
    if releases[0] != releases[1]:
        lines.append(f"The releases differ: {releases[0]} and {releases[1]}.")
    elif programs[0] != programs[1]:
        lines.append("The runs were played with different source code.")
    line_ups = [", ".join(seats(record)) or "unknown" for record in records]
    seat_records = [record["baseline"].get("seats") for record in records]
    same_players = seat_records[0] == seat_records[1]
    if line_ups[0] != line_ups[1]:
        lines.append(f"The players differ: {line_ups[0]}, and {line_ups[1]}.")
    elif not same_players:
        lines.append("The players have the same names, but their files differ.")
    if records[0]["game"] == records[1]["game"]:
        try:
            sentences, rule_changes = _rule_differences(records, find_recorded(records[0], game))
            if sentences:
                lines.append(f"The current rules differ: {'; '.join(sentences)}.")
        except InputError as error:
            lines.append(f"It is unknown whether the current rules differ. {error}")
    arms = [
        shown_version(run).sentence if shown_version(run).changes else "" for run in (first, second)
    ]
    if arms[0] != arms[1]:
        lines.append(
            f"The versions differ: {arms[0] or first.current}, and {arms[1] or second.current}."
        )
    same_code_and_players = programs[0] == programs[1] and same_players
    if rule_changes is None or not same_code_and_players:
        return lines, []
    return lines, [*rule_changes, *shown_version(first).changes, *shown_version(second).changes]


def _rule_differences(
    records: tuple[Mapping[str, Any], Mapping[str, Any]], game: Game
) -> tuple[list[str], list[Change] | None]:
    """List how the rules and components of two runs differ.

    The first list has sentences, the second the changes that are in play. If either version
    cannot be restored, the sentences only name the parts that differ, and the second list is None.
    """
    try:
        versions = [restored_version(game, record) for record in records]
        differences = [
            change for change in game.differences(*versions) if not change.key.startswith("seat.")
        ]
        return [change.sentence for change in differences], [
            change for change in differences if change.in_play
        ]
    except InputError:
        first, second = (record["baseline"] for record in records)
        names = [name for name in first if name not in ("seats", "sources")]
        return [f"{name} differ" for name in names if first[name] != second.get(name)], None
