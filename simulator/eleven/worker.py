"""A worker: games of one engine in one thread.

It plays them whole, or from rest to rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.names import DECKS, FORMATIONS
from eoc_sim.simulator.eleven.switches import OF_LEAGUE
from eoc_sim.simulator.eleven.words import WEEK_NAMES
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.worker import GameWorker

if TYPE_CHECKING:
    from eoc_sim.simulator.eleven.engine import Engine


class Worker(GameWorker):
    """Plays games of one engine in one thread."""

    engine: Engine
    declared, decisions, round_names = EVENTS, DECISIONS, WEEK_NAMES

    @property
    def things(self) -> dict[str, Sequence[str]]:
        """The printed names of cards and formations."""
        names = self.engine.names
        return {"tactic": names.tactics, "formation": FORMATIONS, "card": names.sources}

    def first_event(self) -> dict[str, Any]:
        """Describe the game as it is set up, for its event ``setup``."""
        table, box = self.part("table"), self.part("box")
        names = self.engine.names
        club_at, clubs = field_of(table, "club_at"), self.engine.components.clubs
        return {
            "rules": {
                name: str(value)
                for name, value in self.engine.rules.items()
                if name in OF_LEAGUE or self.engine.rules["layer"] == "season"
            },
            "seed": self._seed,
            "game": int(field_of(table, "game")),
            "managers": [
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(field_of(box, "entry")[seat])].name,
                }
                for seat in range(self.engine.players)
            ],
            "first": int(field_of(table, "first")),
            "clubs": {
                DECKS[clubs[int(club_at[places[0]])].deck]: [
                    names.clubs[int(club_at[place])] for place in places
                ]
                for places in field_of(box, "shuffled")
            },
        }
