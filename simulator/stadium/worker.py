"""A worker: games of one engine in one thread.

It plays them whole, or from rest to rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker
from eoc_sim.simulator.stadium.columns import SPACE_WORDS
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.events import EVENTS
from eoc_sim.simulator.stadium.switches import ARROWS
from eoc_sim.simulator.stadium.twins import Intervention
from eoc_sim.simulator.stadium.words import ROUND_NAMES

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.engine import Engine


class Worker(TwinGameWorker):
    """Plays games of one engine in one thread.

    Any of them may be a twin, with an intervention.
    """

    engine: Engine
    declared, decisions, round_names = EVENTS, DECISIONS, ROUND_NAMES
    intervention = Intervention
    otherwise = ("inert", "amount", "moved", "denied")

    @property
    def most_rounds(self) -> int:
        """Return the most rounds that a game can have (END-3)."""
        return int(self.engine.rules["round_cap"])

    @property
    def things(self) -> dict[str, Sequence[str]]:
        """The printed names of spaces, places, players and employees."""
        names = self.engine.names
        return {
            "space": SPACE_WORDS,
            "place": names.places,
            "player": names.players,
            "employee": names.employees,
        }

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
