"""Play one engine's games in one thread, whole or step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker
from eoc_sim.simulator.stadium.columns import SPACE_WORDS
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.events import EVENTS
from eoc_sim.simulator.stadium.rules import vps_at_start
from eoc_sim.simulator.stadium.switches import ARROWS
from eoc_sim.simulator.stadium.twins import Intervention
from eoc_sim.simulator.stadium.words import ROUND_NAMES

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.engine import Engine


class Worker(TwinGameWorker):
    """Plays games of one engine in one thread.

    Any of these games may be a twin, with an intervention.
    """

    engine: Engine
    event_declarations, decisions, round_names = EVENTS, DECISIONS, ROUND_NAMES
    intervention = Intervention
    change_fields = ("inert", "amount", "moved", "denied")

    @property
    def max_rounds(self) -> int:
        """The maximum number of rounds that a game can have (END-3)."""
        return int(self.engine.rules["round_cap"])

    @property
    def things(self) -> dict[str, Sequence[str]]:
        """The printed names of spaces, places, players and employees."""
        return {**super().things, "space": SPACE_WORDS}

    def seat_at_start(self, seat: int) -> dict[str, Any]:
        """Return what an owner starts with."""
        rules = self.engine.rules
        return {
            "money": rules["start_money"],
            "blocks": rules["blocks"],
            "vps": vps_at_start(rules, self.engine.players),
        }

    def table_at_start(self) -> dict[str, Any]:
        """Return the tokens on the board at the start."""
        rules, components = self.engine.rules, self.engine.components
        arrows = int(field_of(self.part("table"), "rule_arrows")) == ARROWS.ON
        return {
            "arrows": [space.number for space in components.spaces if space.arrow and arrows],
            "point_tokens": sorted(components.board.point_tokens, reverse=True),
            "five_million_tokens": rules["five_million_tokens"],
        }
