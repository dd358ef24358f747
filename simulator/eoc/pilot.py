"""A few games played before a run with twins: how often each twin should be played.

What an EC in March does to a score varies ten times as much as what one in February does. The more
it varies, the more twins it takes; the pilot makes all intervals of the run about equally wide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.simulator.eoc.schedule import Schedule, TwinEngine, shares_for

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

FIRST_GAME = 2_000_000_000
"""Beyond the games of any run, so that what decides the shares is not counted again."""
GAMES = 200
MOST = 8
"""How often a cycle holds the entry that varies most."""


def piloted(schedule: Schedule, engine: Engine, games: int = GAMES) -> Schedule:
    """The schedule with the shares that a pilot of ``games`` games suggests.

    Each has every entry once. The same engine and entries always get the same shares.
    """
    plain = replace(schedule.with_shares([1] * len(schedule.entries)), dice=False)
    every = replace(plain, a_game=len(schedule.entries))
    worker = TwinEngine(engine, every).worker()
    changes: dict[tuple[int, ...], list[int]] = {}
    rows = worker.play(FIRST_GAME, games, ("twins",))["twins"]
    for row in rows:
        place = tuple(int(row[name]) for name in ("twin", "month", "colour", "card"))
        changes.setdefault(place, []).append(int(row[f"score_{int(row['seat'])}"]))
    return schedule
