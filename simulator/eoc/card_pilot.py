"""A few games played before a run with inert cards: with what chance each has its twin.

Some cards are played in every other game, some in one of a hundred, and what a card does to the
wins varies ten times as much for one as for another. The pilot makes all intervals of the run about
equally wide, as far as a seldom played card is played at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.pilot import FIRST_GAME
from eoc_sim.simulator.eoc.schedule import Schedule, TwinEngine, chances_for, inert_cards
from eoc_sim.simulator.eoc.state import MAX_PLAYERS

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

GAMES = 600
OUT_OF = 10_000
IMAGINED = 100
"""Twins that are added to those of each card, of twice the usual variance: few tell little of it,
and one twin too many costs less than an interval that is too wide."""


def piloted_cards(engine: Engine, a_game: float, games: int = GAMES) -> Schedule:
    """The schedule by lot of every inert card, with ``a_game`` twins of a game on average.

    The same engine always gets the same chances.
    """
    entries = tuple(inert_cards(engine.components))
    every = Schedule(entries, len(entries))
    rows = TwinEngine(engine, every).worker().play(FIRST_GAME, games, ("twins",))["twins"]
    changed = _changed(rows)
    numbers = {card.number: row for row, card in enumerate(engine.components.cards)}
    imagined = 2 * np.square(changed).mean() if len(changed) else 1.0
    variances, played = [], []
    for entry in entries:
        kind = rows["twin"] == TWIN_NAMES.index(entry.kind)
        told = changed[kind & (rows["card"] == numbers[entry.card])]
        variances.append((np.square(told).sum() + IMAGINED * imagined) / (len(told) + IMAGINED))
        played.append((len(told) + 0.5) / (games + 1))
    shares = chances_for(variances, played, a_game, OUT_OF)
    return Schedule(entries, out_of=OUT_OF).with_shares(shares)


def schedule_of_cards(engine: Engine, a_game: float) -> dict[str, Any]:
    """`piloted_cards` in plain values."""
    return piloted_cards(engine, a_game).record()


def _changed(rows: np.ndarray) -> np.ndarray:
    """What each twin says of its owner: its share of the win, alone its score."""
    for name in ("win_share", "score"):
        seats = np.stack([rows[f"{name}_{seat}"] for seat in range(MAX_PLAYERS)], axis=1)
        changed = seats[np.arange(len(rows)), rows["seat"]].astype(float)
        if changed.any():
            break
    return changed
