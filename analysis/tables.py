"""A run directory for analyses: declaration, dimensions, tables in batches.

Tables and columns are found by the roles that the run's declaration gives them, so an analysis
works for every game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.exact_sums import GroupSums
from eoc_sim.analysis.kept_totals import KeptTotals, hash_of
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.statistic import Batch, Statistic, one_pass
from eoc_sim.errors import InputError
from eoc_sim.game_parts import parts_of
from eoc_sim.simulator.kernel.columns import ROLES
from eoc_sim.simulator.runs.arms import BASELINE
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.game import Column, Declaration, Table, Words
from eoc_sim.simulator.runs.result_tables import RunReader as Reader
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_file import RULES_PLAYED
from eoc_sim.simulator.runs.version_labels import change_label, is_automatic, short_labels

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.parts import Parts

BATCH = 12_500
"""Games read at a time, which bounds the memory used."""
PLANNED_PREFIX = "planned_"
"""Prefix of the columns for games up to the last planned look."""
SUM_COLUMNS = ("n", "sum", "squares")
"""Suffixes of the columns with a value's sums."""


@dataclass(frozen=True)
class RecordedArm:
    """A version that was played; arm 0 is the current rules."""

    id: int
    label: str
    changes: tuple[Change, ...]
    short: str = ""
    """Name on the report page and on the screen."""

    @property
    def sentence(self) -> str:
        """The version's changes in one line."""
        return "; ".join(change.sentence for change in self.changes) or self.label

    @property
    def title(self) -> str:
        """The name of the version, or its changes if it has none."""
        return self.sentence if is_automatic(self.label, self.changes) else self.short

    def is_named_after(self, thing: str) -> bool:
        """Check if only ``thing`` changes and the short name says so."""
        names_things = self.short == ", ".join(map(change_label, self.changes))
        return names_things and {change.name for change in self.changes} == {thing}


class MissingResults(InputError):
    """Raised for results that a run lacks.

    The message says how to get them.
    """


class Run:
    """A run directory's tables, each read when it is requested."""

    def __init__(self, run: str | Path | Reader) -> None:
        self._reader = load_run(run) if isinstance(run, str | Path) else run
        self.path = self._reader.path
        self.record = self._reader.record
        self.sessions = self._reader.log
        self._totals: dict[str, Total] = {}
        self._declared: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._max_games: float = math.inf

    @cached_property
    def arms(self) -> tuple[RecordedArm, ...]:
        """The versions played, the current rules first."""
        arms = [
            (str(arm["label"]), tuple(map(Change.from_record, arm["changes"])))
            for arm in self._reader.arms
        ]
        return tuple(
            RecordedArm(number, label, changes, short)
            for number, ((label, changes), short) in enumerate(
                zip(arms, short_labels(arms), strict=True)
            )
        )

    @property
    def current(self) -> str:
        """The name of version 0: "current rules" unless the run labels it."""
        label = self.arms[0].label
        return "current rules" if label == BASELINE else label

    @property
    def current_rules_phrase(self) -> str:
        """The name of version 0 within a sentence."""
        return "the current rules" if self.arms[0].label == BASELINE else self.current

    @property
    def games(self) -> int:
        """The number of games that every version has finished."""
        return int(min(self._reader.games, self._max_games))

    @property
    def games_requested(self) -> int:
        """The number of games requested; above `games` in a run cut short."""
        return int(min(self._reader.games_requested, self._max_games))

    @property
    def players(self) -> int:
        """The number of players, not counting an automaton."""
        return self._reader.players

    @property
    def seat_names(self) -> list[str]:
        """The strategies in the line-up, one per seat."""
        seats = self.record.get("baseline", {}).get("seats", [])
        names = [seat.get("name", seat) if isinstance(seat, dict) else seat for seat in seats]
        return [str(name) for name in names] or self.dim(self.column("strategy").dim)[
            "name"
        ].to_list()

    @property
    def fair(self) -> float | None:
        """The fair share, 1/P; None for one player or against an automaton."""
        return None if self.players == 1 or self.has_automaton else 1 / self.players

    @property
    def has_automaton(self) -> bool:
        """True if an automaton has a seat after the players'."""
        return self.words.automaton in self.dim(self.column("strategy").dim)["name"]

    @property
    def declaration(self) -> Declaration:
        """The game's declaration at the time of the run: roles, units, words."""
        return self._reader.declaration

    @cached_property
    def parts(self) -> Parts:
        """The parts that the run's game has for analyses, reports and commands.

        Raises `UntrustedCode` if this process has not loaded them.
        """
        return parts_of(self.record)

    @property
    def rules(self) -> dict[str, Any]:
        """Every switch's value under the current rules."""
        baseline = self.record["baseline"]
        return {**baseline.get("rules", {}), **baseline.get(RULES_PLAYED, {})}

    @property
    def words(self) -> Words:
        """Words for the game and what it counts."""
        return self.declaration.words

    def declares(self, role: str) -> bool:
        """Return True if the game has a column of this role.

        The column need not have been kept.
        """
        return any(table.roles(role) for table in self.declaration.tables.values())

    def table_with(self, role: str) -> Table:
        """Return the first declared table with a column of this role.

        Roles are ``win_share``, ``played_round`` and so on.

        Raises:
            MissingResults: the game has no such table.
        """
        for table in self.declaration.tables.values():
            if table.roles(role):
                return table
        raise MissingResults(f"{self.words.title} has no table with {ROLES[role]}.")

    def column(self, role: str) -> Column:
        """Return the first declared column of this role, or raise `MissingResults`."""
        return self.table_with(role).roles(role)[0]

    @property
    def card_column(self) -> Column:
        """The column of cards.

        If there are several decks, it is that of the deck whose cards are played.
        """
        table = self.table_with("played_round" if self.declares("played_round") else "thing")
        return table.roles("thing")[0]

    def has_rows(self, table: Table, arm: int = 0) -> bool:
        """Return True if the table was kept for an arm.

        Some tables are kept only under the current rules.
        """
        return table.name in self._reader.tables and arm in self._reader.arms_of(table.name)

    def has(self, table: Table, arm: int = 0) -> bool:
        """Return True if an arm's table, or sums of it, were kept."""
        return self.has_rows(table, arm) or table.name in self._reader.summed_tables

    def require(self, *tables: Table, arm: int = 0) -> None:
        """Raise `MissingResults` unless all ``tables`` of an arm were kept.

        The error is also raised if the run has no finished games. The message says how to get what
        is missing.
        """
        missing_names = [table.name for table in tables if not self.has_rows(table, arm)]
        if missing_names and (self.games or not self._reader.summed_tables):
            names_to_keep = [
                table.name
                for table in self.declaration.tables.values()
                if table.name in missing_names or self.has(table)
            ]
            reason = "kept only sums, not" if self._reader.summed_tables else "did not keep"
            raise MissingResults(
                f"This run {reason} {' and '.join(missing_names)}: play it again with "
                f"--keep {','.join(names_to_keep)}."
            )
        if not self.games:
            raise MissingResults(
                f"The run in {self.path} has no finished games yet; --resume plays its games."
            )

    def dim(self, name: str) -> pl.DataFrame:
        """Read the dimension table ``name``, with id and name first.

        The result is empty if the run has no such table.
        """
        if name not in self.record["dims"]:
            return pl.DataFrame(schema={"id": pl.Int64, "name": pl.String})
        frame = self._reader.dims(name).with_columns(pl.col("id").cast(pl.Int64))
        tables = self.declaration.tables.values()
        decks = {role.dim for table in tables for role in table.roles("thing")}
        if name in decks and "number" in frame.columns:
            # Name cards by number and name.
            frame = frame.with_columns(pl.format("{} {}", "number", "name").alias("name"))
        return frame

    def read(
        self,
        table: Table,
        arm: int,
        batch: tuple[int, int],
        roles: Sequence[str],
        columns: Sequence[str] = (),
    ) -> pl.DataFrame:
        """Read the rows of one arm in a batch of games.

        The columns of these ``roles`` are named by their role, ``columns`` by their own names.
        ``batch`` is a range of game numbers: the first, and the one after the last.
        """
        return self.batch(batch).read(table, arm, roles, columns)

    def rows(
        self, table: Table, arm: int, games: tuple[int, int], columns: Sequence[str]
    ) -> pl.DataFrame:
        """Read columns of an arm's rows in a range of games.

        ``games`` is the range: the first game number, and the one after the last.

        Raises:
            MissingResults: the table was not kept.
            InputError: a file is damaged, although its checksum matches.
        """
        if not self.has_rows(table, arm):
            self.require(table, arm=arm)
        rows = self._reader.scan(table.name, arm=arm, games=games).select(columns)
        try:
            return rows.collect()
        except pl.exceptions.PolarsError as error:
            reason = " ".join(str(error).split())
            raise InputError(f"The table {self.path / table.name} is damaged: {reason}.") from None

    def batch(self, games: tuple[int, int]) -> Batch:
        """Return these games of all versions as a batch."""
        return Batch(lambda table, arm, columns: self.rows(table, arm, games, columns), games)

    def prepare(self, statistics: Iterable[Statistic]) -> None:
        """Compute the totals of several statistics in one pass.

        Statistics of tables that were not kept are left out; `total` reports them.
        """
        new = {
            statistic.name: statistic
            for statistic in statistics
            if statistic.name not in self._totals and self.games and self.has_tables(statistic)
        }
        if not new:
            return
        totals = {name: Total(self.look) for name in new}
        for stretch in self.stretches():
            sums_by_name = self._kept_sums_of(stretch, new)
            missing_statistics = [
                statistic for name, statistic in new.items() if name not in sums_by_name
            ]
            if missing_statistics:
                sums = self.sum_stretch(missing_statistics, stretch)
                sums_by_name |= dict(
                    zip((statistic.name for statistic in missing_statistics), sums, strict=True)
                )
            for name, group_sums in sums_by_name.items():
                totals[name].add(group_sums, stretch[1])
        self._totals |= totals

    def has_tables(self, statistic: Statistic) -> bool:
        """Return True if the tables that a statistic reads were kept."""
        return all(self.has_rows(table, arm) for table, arm in statistic.tables)

    def sum_stretch(
        self, statistics: Sequence[Statistic], stretch: tuple[int, int]
    ) -> list[GroupSums]:
        """Sum statistics over one of the `stretches`, from its rows."""
        total: list[GroupSums] = []
        for _, batch_sums in one_pass(statistics, _batches(*stretch), self.rows):
            total = (
                [
                    group_sums.plus(addend)
                    for group_sums, addend in zip(total, batch_sums, strict=True)
                ]
                if total
                else batch_sums
            )
        return total

    def _kept_sums_of(
        self, stretch: tuple[int, int], statistics: Mapping[str, Statistic]
    ) -> dict[str, GroupSums]:
        """Read a stretch's sums from its shard, unless they are outdated."""
        number = next(
            (
                number
                for number, (first, games) in self._reader.shards.items()
                if first <= stretch[0] < first + games
            ),
            None,
        )
        content = None if number is None else self._reader.shard_sums(number)
        if content is None:
            return {}
        hashes = {name: hash_of(statistic) for name, statistic in statistics.items()}
        try:
            sums_by_key = KeptTotals.from_bytes(content, hashes, stretch_name(stretch)).parts
        except (pl.exceptions.PolarsError, ValueError, TypeError, KeyError):
            return {}  # not a file of kept sums
        return {name: sums for (_, name), sums in sums_by_key.items()}

    def total(self, statistic: Statistic) -> pl.DataFrame:
        """Return a statistic's sums over all games, laid out like `Statistic.frame`.

        Rows are in the groups' order. Between planned looks, the columns ``planned_*`` are the sums
        up to the last planned look.

        Raises:
            MissingResults: a table of the statistic was not kept, or there are no finished games.
            InputError: another statistic of the same name has other groups or values.
        """
        declared = (statistic.by, statistic.values)
        if self._declared.setdefault(statistic.name, declared) != declared:
            raise InputError(
                f'Two different statistics are named "{statistic.name}": give each its own name.'
            )
        if self._reader.summed_tables and self.games:
            self._read_sums()
        if statistic.name not in self._totals:
            for arm in {arm for _, arm in statistic.tables}:
                self.require(
                    *(table for table, number in statistic.tables if number == arm), arm=arm
                )
            self.prepare([statistic])
        return self._totals[statistic.name].frame(statistic.frame, statistic.by, statistic.values)

    def _read_sums(self) -> None:
        """Read the kept totals of a run that kept no table."""
        if self._totals:
            return
        totals = KeptTotals.from_bytes(self._reader.sums())
        looks = self.look.looks.count_reached(self.games)
        for name in {name for _, name in totals.parts}:
            planned_total = totals.total(name, looks)
            # At a planned look, the file may also have the sums over later games; see `at_plan`.
            total = planned_total if self.look.is_planned else totals.total(name)
            if total is not None:
                self._totals[name] = Total(
                    self.look, total, planned_total if self.look.is_past_planned_look else None
                )

    @property
    def look(self) -> Look:
        """The look at the run: its games, and the planned looks."""
        return Look.make(self._reader.looks, self.games)

    @cached_property
    def at_plan(self) -> Run | None:
        """The run at its last planned look; None if not beyond it."""
        if not self.look.is_past_planned_look:
            return None
        run = Run(self._reader)
        run._max_games = self.look.games_at_last_planned
        return run

    def batches(self) -> Iterator[tuple[int, int]]:
        """Yield short ranges of game numbers that cover all games."""
        for stretch in self.stretches():
            yield from _batches(*stretch)

    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of game numbers that cover all games of the run.

        No range crosses the end of a shard or a look at which sums are split (`_planned_ends`).
        """
        last = self.games_requested
        shards = self._reader.shards.values()
        ends = {min(end, last) for first, games in shards for end in (first, first + games)}
        if not ends:
            ends = {0, last}
        ends |= {
            planned_end
            for planned_end in self._planned_ends()
            if min(ends) < planned_end < max(ends)
        }
        yield from pairwise(sorted(ends))

    def _planned_ends(self) -> set[int]:
        """Return the numbers of games at which sums are split.

        Sums are split at all planned looks within the games requested; for a sequential run, which
        has many looks, only at the last one reached.
        """
        looks = self.look.looks
        if looks.sequential:
            return {self.look.games_at_last_planned}
        return {
            int(looks.games(number)) for number in range(looks.count_reached(self.games_requested))
        }


def _batches(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a stretch of games into batches."""
    for first in range(start, end, BATCH):
        yield first, min(first + BATCH, end)


def stretch_name(stretch: tuple[int, int]) -> str:
    """Return the name of the sums kept for a stretch.

    >>> stretch_name((0, 2400))
    '0-2400'
    """
    return "-".join(map(str, stretch))


@dataclass
class Total:
    """Sums over all games of a run.

    ``planned_sums`` are the sums over the games up to the run's last planned look.
    """

    look: Look
    sums: GroupSums | None = None
    planned_sums: GroupSums | None = None

    def add(self, sums: GroupSums, end: int) -> None:
        """Add the sums over further games, all of them before game ``end``."""
        if self.look.is_past_planned_look and end <= self.look.games_at_last_planned:
            self.planned_sums = sums if self.planned_sums is None else self.planned_sums.plus(sums)
        self.sums = sums if self.sums is None else self.sums.plus(sums)

    def frame(
        self, lay_out: Callable[[GroupSums], pl.DataFrame], by: Sequence[str], values: Sequence[str]
    ) -> pl.DataFrame:
        """Return one row per group, in the groups' order."""
        if self.sums is None:
            raise MissingResults("The run has no finished games yet; --resume plays its games.")
        planned_frame = None if self.planned_sums is None else lay_out(self.planned_sums)
        return add_planned(lay_out(self.sums), planned_frame, by, values)


def add_planned(
    total: pl.DataFrame,
    planned_frame: pl.DataFrame | None,
    by: Sequence[str],
    values: Sequence[str],
) -> pl.DataFrame:
    """Add the sums up to the last planned look, if any."""
    if planned_frame is None:
        return total
    prefixed = planned_frame.rename(
        {name: f"{PLANNED_PREFIX}{name}" for name in planned_frame.columns if name not in by}
    )
    sum_columns = [
        f"{PLANNED_PREFIX}{value}_{suffix}" for value in values for suffix in SUM_COLUMNS
    ]
    return total.join(prefixed, on=list(by), how="left", maintain_order="left").with_columns(
        pl.col(name).fill_null(0) for name in sum_columns
    )
