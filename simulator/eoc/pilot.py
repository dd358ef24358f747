"""A pilot before a run with twins, to set each twin's share.

The more the effect of a change varies, the more twins it takes to measure it: the effect of an EC
in March varies ten times as much as that of an EC in February. The pilot makes all intervals in the
run about equally wide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.schedule import Dealer, Schedule, gifts
from eoc_sim.simulator.eoc.state import MAX_PLAYERS
from eoc_sim.simulator.runs.schedule import TwinEngine, shares_for
from eoc_sim.simulator.runs.twin_pilot import FIRST_GAME

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

GAMES = 200
MAX_SHARE = 64
"""The maximum number of times that an entry occurs in a cycle."""
MIN_SHARE = 8
"""The minimum number of times that an entry occurs in a cycle.

An entry that seldom changes a score might not change one in any game of a pilot.
"""


def pilot_schedule(schedule: Schedule, engine: Engine, games: int = GAMES) -> Schedule:
    """Give a schedule the shares that a pilot of ``games`` games suggests.

    Each pilot game plays every entry once. The same engine and entries always get the same shares.
    """
    entries = schedule.entries
    one_of_each = replace(
        schedule.with_shares([1] * len(entries)), twins_per_game=len(entries), dice=False
    )
    worker = TwinEngine(engine, Dealer(one_of_each, engine)).worker()
    rows = worker.play(FIRST_GAME, games, ("twins",))["twins"]
    scores = np.stack([rows[f"score_{seat}"] for seat in range(MAX_PLAYERS)], axis=1)
    owner_scores = scores[np.arange(len(rows)), rows["seat"]].astype(float)
    month = np.where(rows["card"] < 0, rows["month"], 0)
    variances = []
    for entry in entries:
        kind = rows["twin"] == TWIN_NAMES.index(entry.kind)
        card = -1
        if entry.card:
            card = engine.components.cards.index(engine.components.card(entry.card))
        # All colours vary about equally, so pooling them gives a better estimate.
        changes = owner_scores[kind & (month == entry.month) & (rows["card"] == card)]
        variances.append(changes.var() if len(changes) > 1 else 0.0)
    return schedule.with_shares(shares_for(variances, MIN_SHARE, MAX_SHARE))


def schedule_of_timing(engine: Engine, twins_per_game: float) -> dict[str, Any]:
    """Return a schedule of all gifts, and of dice, as plain values.

    Each game has one more twin, with a die in its other mode. Under FAM-3 there is no other mode,
    so dice are left out. `pilot_schedule` sets the shares of the gifts.
    """
    dice = engine.rules["dice_use"] == "standard"
    return pilot_schedule(Schedule(tuple(gifts()), int(twins_per_game), dice=dice), engine).record()
