"""Twins of a plain Python game: the same game with one change.

In a twin of `cards`, a row of a sheet is off: a seat that takes it with ``table.take`` gets it with
0 in the sheet's ``off`` columns. In a twin of `timing`, ``table.gift`` gives one seat a gift in one
round. The luck is the same, so the difference is the effect of the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import EngineError, InputError, nearest
from eoc_sim.simulator.kernel.columns import amount_column, dims_table, text_column, twin_changes
from eoc_sim.simulator.runs import schedule as base_schedule
from eoc_sim.simulator.runs import twin_pilot
from eoc_sim.simulator.runs.game import Column, ComparedTwins, PilotedTwins, Table, Twins

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.numbers import Number

TWINS, THINGS = "twins", "things"
"""The table of twins, and the dims table of their things."""
OFF, GIVEN = "value off", "given"
KINDS = (OFF, GIVEN)
"""The kinds of twins, as written in the table."""
PILOT_GAMES = 60
PRICE = Column("price", "Float64", "its cost in score, from the worth of its columns", "amount")
"""The column with a thing's cost, in the dims table of things."""
CHANGE = np.dtype([(name, np.int32) for name in ("thing", "gift", "round", "seat")])
"""One change: thing, gift (-1 for none), round and seat."""
NO_CHANGE = (-1, -1, 0, 0)
"""The `CHANGE` of a game that is not a twin."""
NO_CHANGE_RECORD = np.array(NO_CHANGE, CHANGE)[()]


@dataclass(frozen=True)
class Entry:
    """An entry of the schedule: a thing switched off, or a gift.

    Things and gifts are identified by number; -1 means none.
    """

    kind: str
    thing: int = -1
    gift: int = -1
    round: int = 0
    share: int = 1

    @property
    def key(self) -> tuple[int, int, int]:
        """The change, without a seat."""
        return self.thing, self.gift, self.round


class Schedule(base_schedule.Schedule):
    """A `Schedule` with the entries of plain games."""

    entry = Entry


class Dealer(base_schedule.Dealer):
    """Deals changes to games; chance chooses the seat of a gift."""

    def __init__(self, schedule: base_schedule.Schedule, engine: Any) -> None:
        super().__init__(
            schedule,
            np.array([(*entry.key, 0) for entry in schedule.entries], CHANGE),
            NO_CHANGE_RECORD,
            [
                ("seat", 0, engine.players) if entry.gift >= 0 else None
                for entry in schedule.entries
            ],
        )


def row_ids(kind: str, keys: Iterable[str]) -> list[str]:
    """List the ids of a sheet's rows that occur in keys.

    >>> row_ids("card", ["card.gust.lights", "card.gust.copies", "rules.second_gust"])
    ['gust']
    """
    rows = (key.split(".")[1] for key in keys if key.startswith(f"{kind}."))
    return list(dict.fromkeys(rows))


@dataclass(frozen=True)
class PlainTwins:
    """The things that twins turn off, and the gifts they give."""

    off: Mapping[str, Sequence[str]]
    """The columns that a twin turns off, by sheet."""
    rows: Mapping[str, Iterable[str]]
    """The ids of the rows, by sheet."""
    gifts: Sequence[str]
    rounds: int
    costs: Mapping[str, Mapping[str, float]]
    """The columns that make up a row's cost, by sheet.

    Each column has the worth of one unit.
    """
    idle: Set[tuple[str, str]] = frozenset()
    """The rows whose ``off`` columns are all 0; their twins change nothing."""

    def check_round(self, round: int) -> None:
        """Refuse a round that the game's words do not name.

        Raises:
            EngineError: there is no such round.
        """
        if not 0 <= round <= self.rounds:
            raise EngineError(
                f"There is no round {round}: the round_names of Words end at round "
                f"{self.rounds}; add more names."
            )

    @cached_property
    def things(self) -> dict[tuple[str, str], int]:
        """The number of each row that can be off."""
        things = [(kind, row) for kind in self.off for row in self.rows[kind]]
        return {thing: number for number, thing in enumerate(things)}

    def of(self, values: Mapping[str, Any]) -> PlainTwins:
        """Return the twins of a version, which may have added rows."""
        twins = replace(self, rows={kind: row_ids(kind, values) for kind in self.rows})
        idle = frozenset(
            (kind, row)
            for kind, row in twins.things
            if not any(values[f"{kind}.{row}.{column}"] for column in self.off[kind])
        )
        return replace(twins, idle=idle)

    def entries(self, kind: str) -> list[Entry]:
        """List the entries of a kind of twin; idle things have none."""
        if kind == OFF:
            return [Entry(OFF, thing) for row, thing in self.things.items() if row not in self.idle]
        return [
            Entry(GIVEN, gift=gift, round=round_number)
            for gift in range(len(self.gifts))
            for round_number in range(1, self.rounds + 1)
        ]

    def table(self, seats: int, unit: str) -> Table:
        """Declare the table of twins for at most ``seats`` seats."""
        return Table(
            TWINS,
            "game and twin played",
            (
                Column("twin", KINDS, "what the twin changes", "twin"),
                Column("seat", "Int8", "seat that first took the thing or got the gift", "seat"),
                Column("strategy", "Int16", "id in dims/strategies", "strategy", dim="strategies"),
                Column("thing", "Int16", "id in dims/things, -1 none", "label", dim=THINGS),
                Column("round", "Int16", "round of the first take, or of the gift", "round"),
                Column("gift", "Int8", "what is given, -1 none", "amount", values=(*self.gifts,)),
                amount_column(
                    "margin", "Int32", "change in the lead over the best other seat", unit
                ),
                *twin_changes(seats, unit),
            ),
            ("game",),
        )

    @property
    def dim(self) -> Table:
        """The dims table of the things, which the analysis of `cards` reads."""
        return dims_table(THINGS, "thing", text_column("kind", "its sheet"), PRICE, id_kind="Int16")

    def read(self, text: str, players: int) -> tuple[int, int, int, int]:
        """Read a change, as `replay --twin` takes it, with seats from 1.

        Raises:
            InputError: there is no such change.
        """
        changes = {
            f"{kind}.{row}=off": (thing, -1, 0, 0) for (kind, row), thing in self.things.items()
        }
        changes |= {
            f"seat.{seat + 1}.round.{round_number}={gift}": (-1, number, round_number, seat)
            for number, gift in enumerate(self.gifts)
            for round_number in range(1, self.rounds + 1)
            for seat in range(players)
        }
        if text not in changes:
            forms = [f"{kind}.ID=off" for kind in self.off]
            forms += [f"seat.K.round.N={gift}" for gift in self.gifts]
            forms_in_words = (
                f"twins are {', '.join(forms)}"
                if forms
                else "this game has no twins; a game declares them with Sheet(..., off=(COLUMN,)) "
                "or plain_game(..., gifts=(NAME,))"
            )
            raise InputError(
                f'"{text}" cannot be played: {forms_in_words}.{nearest(text, changes)}'
            )
        return changes[text]

    def dim_rows(self, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """List the dims table's rows, with their costs in a version."""
        return [
            {
                "name": row,
                "kind": kind,
                PRICE.name: -sum(
                    worth * values[f"{kind}.{row}.{column}"]
                    for column, worth in self.costs[kind].items()
                ),
            }
            for kind, row in self.things
        ]

    def compare(self, version: Any, number: Number) -> Mapping[str, Any]:
        """Schedule twins that compare a row with others.

        Other rows that are `idle` are left out.
        """
        twins = self.of(version.values)
        measured_thing = twins.things[number.dim, number.row]
        entries = [
            Entry(OFF, thing)
            for (kind, row), thing in twins.things.items()
            if kind == number.dim and (thing == measured_thing or (kind, row) not in twins.idle)
        ]
        return base_schedule.comparison_schedule(
            Schedule, entries, lambda entry: entry.thing == measured_thing
        )

    @property
    def game_twins(self) -> Twins | None:
        """The game's twins for `cards` and `timing`; None if there are none."""
        cards, gifts = (
            PilotedTwins(PILOT_GAMES, partial(pilot, kind)) if self.entries(kind) else None
            for kind in KINDS
        )
        if cards is None and gifts is None:
            return None
        return Twins(
            TWINS,
            twin_engine,
            cards,
            gifts,
            ComparedTwins(
                tuple(self.off), [kind for kind in self.costs if self.costs[kind]], self.compare
            )
            if cards is not None
            else None,
        )


def pilot(kind: str, engine: Any, twins_per_game: float) -> dict[str, Any]:
    """Schedule twins of a kind at random, with chances from a pilot."""
    entries = engine.twins.entries(kind)
    if not entries:
        raise InputError(
            "There is nothing to measure: in this version, what a twin would turn off is already 0."
        )
    return twin_pilot.pilot_schedule(
        engine,
        Schedule(tuple(entries)),
        Dealer,
        [entry.key for entry in entries],
        lambda rows: list(_keys_of(rows)),
        twins_per_game,
        PILOT_GAMES,
    ).record()


def _keys_of(rows: np.ndarray) -> Iterator[tuple[int, int, int]]:
    """Yield the `Entry.key` of each row of the table of twins."""
    for row in rows:
        thing, gift = int(row["thing"]), int(row["gift"])
        yield thing, gift, int(row["round"]) if gift >= 0 else 0


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> base_schedule.TwinEngine:
    """Make an engine with the twins of a schedule from run.json."""
    return base_schedule.TwinEngine(engine, Dealer(Schedule.from_record(schedule), engine))


def lead(scores: Sequence[int], seat: int) -> int:
    """Return a seat's lead over the best other seat, if any."""
    other_scores = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(other_scores, default=0)
