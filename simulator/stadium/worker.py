"""A worker: games of one engine in one thread.

It plays them whole, or from rest to rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker
from eoc_sim.simulator.kernel.worker import named
from eoc_sim.simulator.stadium.columns import SPACE_WORDS
from eoc_sim.simulator.stadium.events import EVENTS
from eoc_sim.simulator.stadium.refusals import REFUSALS
from eoc_sim.simulator.stadium.state import (
    CASH_MONEY,
    CASH_POINTS,
    DRAFT_PLAYER,
    NOTHING,
    PLACE,
    SWAP_PLAYER,
)
from eoc_sim.simulator.stadium.switches import ARROWS
from eoc_sim.simulator.stadium.twins import Intervention
from eoc_sim.simulator.stadium.words import ROUND_NAMES

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.engine import Engine

DRAFT_WORDS = {
    NOTHING: "nothing",
    DRAFT_PLAYER: "draft",
    SWAP_PLAYER: "swap",
    CASH_POINTS: "points",
    CASH_MONEY: "money",
}


class Worker(TwinGameWorker):
    """Plays games of one engine in one thread.

    Any of them may be a twin, with an intervention.
    """

    engine: Engine
    declared, refusals, round_names = EVENTS, REFUSALS, ROUND_NAMES
    intervention = Intervention
    otherwise = ("inert", "amount", "moved", "denied")

    @property
    def most_rounds(self) -> int:
        """Return the most rounds that a game can have (END-3)."""
        return int(self.engine.rules["round_cap"])

    def action(self, state: Any) -> str:
        """Describe the strategy's order in words."""
        order, names = field_of(state, "order"), self.engine.names
        function = self.asked_function(state)
        kind = int(field_of(order, "kind"))

        def ordered(field: str) -> int:
            return int(field_of(order, field))

        words = f"{function} returned {kind}"
        if function == "place" and kind == PLACE:
            space = named(SPACE_WORDS, ordered("space"), "space")
            words = f"place on {space}, bonus space {ordered('bonus') + 1}"
        elif function == "star" and kind:
            words = f"star of {named(names.employees, ordered('employee'), 'employee')}"
        elif function in ("train", "exchange") or (function == "build" and kind == 1):
            words = f"{function} {ordered('amount')} times"
        elif function in ("playbook", "build") and kind > 1:
            words = f"{function}: a block on {named(names.places, ordered('place'), 'place')}"
        elif function == "draft" and kind in DRAFT_WORDS:
            words = f"draft: {DRAFT_WORDS[kind]}"
            if kind in (DRAFT_PLAYER, SWAP_PLAYER):
                words += f", {named(names.players, ordered('card'), 'player')}"
            if kind > DRAFT_PLAYER:
                words += f", given {named(names.players, ordered('give'), 'player')}"
        elif function == "lose":
            words = f"lose card {ordered('card')}"
        return words

    def first_event(self) -> dict[str, Any]:
        """Describe the game as it is set up, for its event ``setup``."""
        table, box = self.part("table"), self.part("box")
        rules, components = self.engine.rules, self.engine.components
        start = rules["vps_start"]
        usual = 3 if self.engine.players == 2 else 2
        return {
            "rules": {name: str(value) for name, value in rules.items()},
            "seed": self._seed,
            "game": int(field_of(table, "game")),
            "owners": [
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(field_of(box, "entry")[seat])].name,
                    "money": rules["start_money"],
                    "blocks": rules["blocks"],
                    "vps": usual if start == "auto" else start,
                }
                for seat in range(self.engine.players)
            ],
            "first": int(field_of(table, "first")),
            "arrows": [
                space.number
                for space in components.spaces
                if space.arrow and int(field_of(table, "rule_arrows")) == ARROWS.ON
            ],
            "point_tokens": sorted(components.board.point_tokens, reverse=True),
            "five_million_tokens": rules["five_million_tokens"],
        }
