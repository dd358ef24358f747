"""A few games played before a run with inert cards: with what chance each has its twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.schedule import Dealer, Schedule, inert_cards
from eoc_sim.simulator.runs.schedule import TwinEngine
from eoc_sim.simulator.runs.twin_pilot import FIRST_GAME, OUT_OF, chances, own_changes

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

GAMES = 600


def piloted_cards(engine: Engine, a_game: float, games: int = GAMES) -> Schedule:
    """The schedule by lot of every inert card, with ``a_game`` twins of a game on average.

    The same engine always gets the same chances.
    """
    entries = tuple(inert_cards(engine.components))
    every = Dealer(Schedule(entries, len(entries)), engine)
    rows = TwinEngine(engine, every).worker().play(FIRST_GAME, games, ("twins",))["twins"]
    changed = own_changes(rows)
    numbers = {card.number: row for row, card in enumerate(engine.components.cards)}
    told = [
        changed[
            (rows["twin"] == TWIN_NAMES.index(entry.kind)) & (rows["card"] == numbers[entry.card])
        ]
        for entry in entries
    ]
    shares = chances(told, [games] * len(entries), changed, a_game)
    return Schedule(entries, out_of=OUT_OF).with_shares(shares)


def schedule_of_cards(engine: Engine, a_game: float) -> dict[str, Any]:
    """`piloted_cards` in plain values."""
    return piloted_cards(engine, a_game).record()
