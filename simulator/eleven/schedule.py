"""The twins that a run of Eleven can play (TWI).

They turn something off, give or show something, or deny actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.columns import TWIN_NAMES
from eoc_sim.simulator.eleven.names import RESOURCES
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.season_play import DAYS
from eoc_sim.simulator.eleven.season_rows import PLAYERS, in_play
from eoc_sim.simulator.eleven.switches import weeks_of
from eoc_sim.simulator.eleven.twins import (
    Intervention,
    deny_action,
    deny_extra_actions,
    give,
    inert,
    show_line_up,
)
from eoc_sim.simulator.kernel.twin_worker import encode_interventions
from eoc_sim.simulator.runs import schedule as general_schedule
from eoc_sim.simulator.runs import twin_pilot
from eoc_sim.simulator.runs.schedule import TwinEngine

if TYPE_CHECKING:
    import numpy as np

    from eoc_sim.simulator.eleven.components import Components
    from eoc_sim.simulator.eleven.engine import Engine
    from eoc_sim.simulator.eleven.versions import Version
    from eoc_sim.simulator.runs.numbers import Number

EFFECT_OFF, VP_OFF, CARD_OFF, RESOURCE_GIVEN, LINE_UP_KNOWN, NO_ACTION, NO_EXTRA_ACTIONS = (
    TWIN_NAMES
)
OFF_KINDS = (EFFECT_OFF, VP_OFF, CARD_OFF)
PILOT_GAMES_FOR_CARDS, PILOT_GAMES_FOR_TIMING = 60, 60
"""The number of games in each pilot."""
PRICED = ("player", "staff", "infrastructure")
"""The prefixes of the keys of things that are compared by price."""


@dataclass(frozen=True)
class Entry:
    """An entry of the schedule: something turned off, given, shown or denied.

    ``kind`` is one of ``columns.TWIN_NAMES``. ``thing`` is the number of the thing turned off.
    Entries of the other kinds have a ``week``. Gifts also have a ``resource``, and an entry that
    denies the action of a day also has that ``day``. ``share`` is as in `runs.schedule`.
    """

    kind: str
    week: int = 0
    resource: str = ""
    thing: str = ""
    day: int = 0
    share: int = 1

    def intervention(self) -> Intervention:
        """Make the intervention.

        A change to a seat names seat 0; `Dealer` replaces it with a seat drawn at random.
        """
        if self.kind in OFF_KINDS:
            return inert(self.thing, self.kind.removesuffix(" off"))
        if self.kind == RESOURCE_GIVEN:
            return give(0, self.week, self.resource)
        if self.kind == LINE_UP_KNOWN:
            return show_line_up(0, self.week)
        if self.kind == NO_ACTION:
            return deny_action(0, self.week, self.day)
        return deny_extra_actions(0, self.week)

    @property
    def key(self) -> tuple[str, int, str, str, int]:
        """The entry without its share."""
        return (self.kind, self.week, self.resource, self.thing, self.day)


class Schedule(general_schedule.Schedule):
    """A `Schedule` with Eleven's entries."""

    entry = Entry


class Dealer(general_schedule.Dealer):
    """Deals a schedule's interventions to one engine's games.

    The seat to which a change applies is drawn at random.
    """

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        super().__init__(
            schedule,
            encode_interventions([entry.intervention() for entry in schedule.entries], engine),
            encode_interventions([Intervention()], engine)[0],
            [
                None if entry.kind in OFF_KINDS else ("seat", 0, engine.players)
                for entry in schedule.entries
            ],
        )


def components_off(components: Components) -> list[Entry]:
    """List entries that turn off each thing, its effects or its VP (TWI-1)."""
    tags = {tag.number for tag in components.tags if tag.clauses}
    entries = []
    for sheet in ("players", "youngsters", "veterans"):
        for card in components.sheet(sheet):
            if in_play(card):
                entries += [Entry(EFFECT_OFF, thing=card.number)] if card.tag in tags else []
                entries.append(Entry(CARD_OFF, thing=card.number))
    for sheet in ("staff", "sponsors", "directors", "infrastructure", "tactics"):
        for component in components.sheet(sheet):
            if in_play(component):
                entries += [Entry(EFFECT_OFF, thing=component.number)] if component.clauses else []
                if sheet == "infrastructure" and component.vp:
                    entries.append(Entry(VP_OFF, thing=component.number))
    return entries


def schedule_comparison(version: Version, number: Number) -> dict[str, Any]:
    """Schedule twins that compare a thing with other things in its sheet (TWI-1).

    ``number`` is one of the thing's printed numbers. Regular players are only turned off as a
    whole; other things are turned off in every way that `components_off` uses.
    """
    return general_schedule.comparison_schedule(
        Schedule,
        [
            entry
            for entry in components_off(version.components)
            if entry.thing[0] == number.row[0]
            and (entry.kind == CARD_OFF or number.row[0] != PLAYERS.letter)
        ],
        lambda entry: entry.thing == number.row,
    )


def timing_entries(weeks: int) -> list[Entry]:
    """List the entries for twins that measure timing (TWI-2)."""
    numbers = range(1, weeks + 1)
    return [
        *(Entry(RESOURCE_GIVEN, week, resource) for resource in RESOURCES for week in numbers),
        *(Entry(LINE_UP_KNOWN, week) for week in numbers),
        *(Entry(NO_ACTION, week, day=day) for week in numbers for day in range(1, DAYS + 1)),
        *(Entry(NO_EXTRA_ACTIONS, week) for week in numbers),
    ]


def schedule_of_cards(
    engine: Engine, twins_per_game: float, games: int = PILOT_GAMES_FOR_CARDS
) -> dict[str, Any]:
    """Schedule twins of cards and other things at random.

    Return the schedule as plain values. A pilot of ``games`` games sets the chances so that there
    are ``twins_per_game`` twins per game on average. The same engine always gets the same chances.

    Raises:
        InputError: the rules are those of the league layer, which has no such things.
    """
    return _pilot(
        engine, components_off(engine.components.in_game(engine.rules)), twins_per_game, games
    )


def schedule_of_timing(
    engine: Engine, twins_per_game: float, games: int = PILOT_GAMES_FOR_TIMING
) -> dict[str, Any]:
    """Schedule the twins of timing at random, as `schedule_of_cards` does."""
    return _pilot(engine, timing_entries(weeks_of(engine.rules)), twins_per_game, games)


def _pilot(
    engine: Engine, entries: Sequence[Entry], twins_per_game: float, games: int
) -> dict[str, Any]:
    if engine.rules["layer"] != "season":
        raise InputError(
            "Twins change what managers get and do in a season; the league layer has no cards, "
            "resources or actions (LAY-1). Play a season, without --rules league."
        )
    return twin_pilot.pilot_schedule(
        engine,
        Schedule(tuple(entries)),
        Dealer,
        [entry.key for entry in entries],
        lambda rows: keys_of(rows, engine.components),
        twins_per_game,
        games,
    ).record()


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> TwinEngine:
    """Make an engine that plays the twins in a schedule from run.json."""
    return TwinEngine(engine, Dealer(Schedule.from_record(schedule), engine))


def keys_of(rows: np.ndarray, components: Components) -> list[tuple[str, int, str, str, int]]:
    """List the `Entry.key` of each row of ``twins``."""
    numbers = numbers_of_sources(components)
    keys = []
    for row in rows:
        kind = TWIN_NAMES[row["twin"]]
        is_off = kind in OFF_KINDS
        keys.append(
            Entry(
                kind,
                0 if is_off else int(row["week"]),
                RESOURCES[row["resource"]] if kind == RESOURCE_GIVEN else "",
                numbers[row["thing"]] if is_off else "",
                int(row["day"]),
            ).key
        )
    return keys
