"""A pilot of a few games, to set each twin's chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.runs.schedule import TwinEngine
from eoc_sim.simulator.runs.twin_pilot import FIRST_GAME, OUT_OF, chances, own_changes
from eoc_sim.simulator.stadium.schedule import (
    ELSEWHERE,
    Dealer,
    Entry,
    Schedule,
    keys_of,
    moments,
    things_off,
)

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.engine import Engine

GAMES_OF_CARDS, GAMES_OF_TIMING = 600, 200


def schedule_of_cards(engine: Engine, a_game: float, games: int = GAMES_OF_CARDS) -> dict[str, Any]:
    """Schedule every place and card off at random, in plain values.

    A pilot of ``games`` games sets the chances, for ``a_game`` twins per game on average. The same
    engine always gets the same chances.
    """
    return piloted(engine, things_off(engine.components), a_game, games).record()


def schedule_of_timing(
    engine: Engine, a_game: float, games: int = GAMES_OF_TIMING
) -> dict[str, Any]:
    """Schedule tokens, placements and VPs at random in the same way."""
    return piloted(engine, moments(int(engine.rules["round_cap"])), a_game, games).record()


def piloted(engine: Engine, entries: Sequence[Entry], a_game: float, games: int) -> Schedule:
    """Schedule entries at random; placements of all rounds share one chance."""
    every = Dealer(Schedule(tuple(entries), out_of=1), engine)
    rows = TwinEngine(engine, every).worker().play(FIRST_GAME, games, ("twins",))["twins"]
    changed = own_changes(rows)
    wanted = [
        (one.kind, 0 if one.kind == ELSEWHERE else one.round, one.token, one.source, one.vp)
        for one in entries
    ]
    places: dict[Any, list[int]] = {}
    for place, key in enumerate(keys_of(rows, engine.components)):
        places.setdefault(key, []).append(place)
    nothing = np.zeros(0)
    results = [changed[places[key]] if key in places else nothing for key in wanted]
    tried = [games * wanted.count(key) for key in wanted]
    return Schedule(tuple(entries), out_of=OUT_OF).with_shares(
        chances(results, tried, changed, a_game)
    )
