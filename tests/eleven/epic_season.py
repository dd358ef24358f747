"""An Epic season at rest, for changes by hand in pure Python."""

from __future__ import annotations

from typing import Any

from eleven.games import paused, source_of

from eoc_sim.simulator.eleven import (
    cards,
    season_prepare,
    winter_tokens,
)
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.pitch import MARKERS
from eoc_sim.simulator.kernel.records import make_records
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
OBJECTIVES = [objective.number for objective in DATA.objectives]
TOKENS = [winter_token.number for winter_token in DATA.winter_tokens]
KIND = {kind: TOKENS[WINTER_KINDS.index(kind)] for kind in WINTER_KINDS}
SEAT = 0
MONEY, FANS, OPERATION, FITNESS = range(4)


class Epic:
    """An Epic season, paused so that a test can change it by hand.

    By default it rests in its Winter Break.
    """

    def __init__(
        self, phase: str = "winter market", week: int = 5, managers: int = 2, **settings: Any
    ) -> None:
        self.worker = paused(phase, week, managers, seed=3, epic="on", layer="season", **settings)
        self.state = self.worker.states[0]
        self.table = self.state.table
        self.order = self.state.order
        self.trace = make_records(trace_dtype, 1)[0]

    def give(self, number: str, token: str = "", trained: bool = False) -> int:
        """Give the first manager a card; ``token`` names the kind of its winter token, if any."""
        card = source_of(number)
        cards.turn_untrained(self.state, card)
        cards.give_card(self.state, SEAT, card)
        if token:
            winter_tokens.place_token(self.table, card, WINTER_KINDS.index(token))
        if trained:
            cards.train(self.state, card)
        return card

    def assign(self, *fielded: int, **taken: int) -> int:
        """Field a team with these cards; return the refusal."""
        self.order.fielded[:] = 0
        self.order.put[:] = 0
        self.order.placed[:] = 0
        for card in fielded:
            self.order.fielded[card] = 1
        self.order.taken[:] = [taken.get("twelve", 0), taken.get("thirteen", 0)]
        self.order.cell[:MARKERS] = [1, 1, 1, 4, 4, 4, 7, 7, 7, 0]
        return season_prepare.assign_refusal(self.table, SEAT, self.order)
