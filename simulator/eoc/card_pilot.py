"""A pilot run that decides how often each card's twins are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.schedule import Dealer, Schedule, inert_cards
from eoc_sim.simulator.eoc.scored_parts import entries_without_twins
from eoc_sim.simulator.runs.schedule import TwinEngine
from eoc_sim.simulator.runs.twin_pilot import FIRST_GAME, OUT_OF, chances, own_changes

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

GAMES = 600


def schedule_cards(engine: Engine, twins_per_game: float, games: int = GAMES) -> Schedule:
    """Schedule every card's twins at random, with ``twins_per_game`` twins per game.

    The number of twins is an average. Each entry of the schedule switches off one part of a card,
    and its share sets how often it is drawn. The share is 0 if the entry's twins need not be
    played, because rescoring the games gives their results. The same engine always gets the same
    shares.
    """
    entries = tuple(inert_cards(engine.components))
    dealer = Dealer(Schedule(entries, len(entries)), engine)
    rows = TwinEngine(engine, dealer).worker().play(FIRST_GAME, games, ("cards", "twins"))
    twins, components = rows["twins"], engine.components
    with_twins = np.flatnonzero(~entries_without_twins(entries, components, twins, rows["cards"]))
    changes = own_changes(twins)
    row_of_card = {card.number: row for row, card in enumerate(components.cards)}
    results = []
    for index in with_twins:
        kind, card = TWIN_NAMES.index(entries[index].kind), row_of_card[entries[index].card]
        results.append(changes[(twins["twin"] == kind) & (twins["card"] == card)])
    shares = np.zeros(len(entries), int)
    shares[with_twins] = chances(
        results, [games] * len(with_twins), np.concatenate([np.zeros(0), *results]), twins_per_game
    )
    return Schedule(entries, out_of=OUT_OF).with_shares(shares.tolist())


def card_schedule_record(engine: Engine, twins_per_game: float) -> dict[str, Any]:
    """Return the schedule of `schedule_cards` as plain values."""
    return schedule_cards(engine, twins_per_game).record()
