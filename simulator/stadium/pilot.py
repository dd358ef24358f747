"""A short pilot, to set each twin's chance of being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.runs import twin_pilot
from eoc_sim.simulator.stadium.schedule import (
    ELSEWHERE,
    Dealer,
    Entry,
    Schedule,
    components_off,
    keys_of,
    moments,
)

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.engine import Engine

PILOT_GAMES_FOR_CARDS, PILOT_GAMES_FOR_TIMING = 600, 200
"""The number of games in each pilot."""


def schedule_of_cards(
    engine: Engine, twins_per_game: float, games: int = PILOT_GAMES_FOR_CARDS
) -> dict[str, Any]:
    """Schedule twins that switch off each place or card; return plain values.

    A pilot of ``games`` games sets the chances, so that a game has ``twins_per_game`` twins on
    average. The same engine always gets the same chances.
    """
    return schedule_entries(
        engine, components_off(engine.components), twins_per_game, games
    ).record()


def schedule_of_timing(
    engine: Engine, twins_per_game: float, games: int = PILOT_GAMES_FOR_TIMING
) -> dict[str, Any]:
    """Schedule twins that change tokens, placements or VPs.

    The chances are set as in `schedule_of_cards`.
    """
    return schedule_entries(
        engine, moments(int(engine.rules["round_cap"])), twins_per_game, games
    ).record()


def schedule_entries(
    engine: Engine, entries: Sequence[Entry], twins_per_game: float, games: int
) -> Schedule:
    """Schedule entries at random; placements of all rounds share one chance."""
    keys = [
        (
            entry.kind,
            0 if entry.kind == ELSEWHERE else entry.round,
            entry.token,
            entry.source,
            entry.vp,
        )
        for entry in entries
    ]
    schedule = twin_pilot.pilot_schedule(
        engine,
        Schedule(tuple(entries)),
        Dealer,
        keys,
        lambda rows: keys_of(rows, engine.components),
        twins_per_game,
        games,
    )
    assert isinstance(schedule, Schedule)
    return schedule
