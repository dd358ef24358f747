"""List a project's runs over time, and what changed between them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass

import polars as pl

from eoc_sim.commands.history_entry import HistoryEntry
from eoc_sim.commands.history_file import read_entries
from eoc_sim.commands.keywords import Call
from eoc_sim.defaults import HISTORY_RUNS

COMMAND = "history show"


@dataclass(frozen=True)
class HistoryRun:
    """A run in the history, with its number and its changes."""

    number: int
    """The run's number, from 1 for the oldest run in the history."""
    entry: HistoryEntry
    """The run's entry: folder, players, release, games and figures."""
    changes: tuple[str, ...] | None
    """Changes since the previous run in the table, or None if unknown.

    For the first run of a table, these are the changes to the game as published.
    """


@dataclass(frozen=True)
class HistoryResult:
    """The result of `history`: the latest runs of a project."""

    runs: tuple[HistoryRun, ...]
    """The runs, oldest first."""
    notes: tuple[str, ...] = ()
    """Notes about lines of the history that were skipped."""

    @property
    def tables(self) -> tuple[tuple[HistoryRun, ...], ...]:
        """The runs, grouped by game, players, seed and seating."""
        tables: dict[Hashable, list[HistoryRun]] = {}
        for run in self.runs:
            tables.setdefault(_comparison_key(run.entry), []).append(run)
        return tuple(map(tuple, tables.values()))

    @property
    def figures(self) -> pl.DataFrame:
        """The headline figures of all runs, each with its own interval.

        Columns: run (its number), folder, kind (wins, turn order or score), name, value, low and
        high.
        """
        numbers = dict.fromkeys(("value", "low", "high"), pl.Float64)
        texts = dict.fromkeys(("folder", "kind", "name"), pl.String)
        return pl.DataFrame(
            [
                {"run": run.number, "folder": run.entry.folder, **asdict(figure)}
                for run in self.runs
                for figure in run.entry.figures
            ],
            {"run": pl.Int64, **texts, **numbers},
        )


def history(*, last: int = HISTORY_RUNS) -> HistoryResult:
    """List the latest runs of this project, and what changed between them.

    A command that plays a single run in the ``results`` folder adds it to the history, unless
    ``no_history`` is set. Commands that play several, such as `first_player` and `tournament`, add
    none.

    Args:
        last: The number of runs to list.

    Raises:
        InputError: There is no history in the ``results`` folder, or it cannot be read.
    """
    call = Call(COMMAND, {}, last=last)
    call.check("last", 1)
    entries, notes = read_entries()
    runs = []
    latest_entries: dict[Hashable, HistoryEntry] = {}
    for number, entry in list(enumerate(entries, start=1))[-last:]:
        earlier = latest_entries.get(_comparison_key(entry))
        changes = entry.changes
        if earlier is not None:
            changes = changes_since(changes, earlier.changes)
        runs.append(HistoryRun(number, entry, None if changes is None else tuple(changes)))
        latest_entries[_comparison_key(entry)] = entry
    return HistoryResult(tuple(runs), tuple(notes))


def _comparison_key(entry: HistoryEntry) -> Hashable:
    """Return the properties that all runs in a table share."""
    return entry.game, tuple(entry.players), entry.seed, entry.seating


def changes_since(changes: list[str] | None, earlier_changes: list[str] | None) -> list[str] | None:
    """List what has changed since the previous run; return None if unknown.

    ``changes`` and ``earlier_changes`` list how the two runs differ from the game as published.

    >>> changes_since(["038: stars 5 -> 2"], ["038: stars 5 -> 3", "038: copies 1 -> 2"])
    ['038: stars 5 -> 2 (before: 3)', '038: copies 1 (as published again)']
    """
    if changes is None or earlier_changes is None:
        return None
    changed_keys = {change.partition(" -> ")[0] for change in changes}
    earlier_values = {
        key: value for key, _, value in (change.partition(" -> ") for change in earlier_changes)
    }
    values = [
        (change, earlier_values.get(change.partition(" -> ")[0]))
        for change in changes
        if change not in earlier_changes
    ]
    return [
        *(f"{change} (before: {value})" if value else change for change, value in values),
        *(
            f"{change} (as published again)"
            for change in earlier_values
            if change not in changed_keys
        ),
    ]
