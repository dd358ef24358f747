"""Stadium's engine, which plays one version of the game from Python."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.kernel.strategy import PREPARE
from eoc_sim.simulator.stadium.codes import PHASE_NAMES
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.entry import PLAYED_GAME, serve
from eoc_sim.simulator.stadium.facts import write_facts
from eoc_sim.simulator.stadium.names import MAX_KINDS
from eoc_sim.simulator.stadium.parts import PARTS
from eoc_sim.simulator.stadium.sizes import MAX_PLACES, SPACES
from eoc_sim.simulator.stadium.state import state_dtype
from eoc_sim.simulator.stadium.twins import Intervention, read
from eoc_sim.simulator.stadium.worker import Worker

KERNEL = Kernel(
    __name__, serve, state_dtype, TABLES, DECISIONS.names, PHASE_NAMES, PLAYED_GAME.round_field
)


class Engine(GameEngine[Worker]):
    """One version of the game for 2 to 5 owners, compiled."""

    kernel = KERNEL
    worker_type = Worker
    write_facts = staticmethod(write_facts)
    read_twin = staticmethod(read)
    noun = PARTS.player[1]
    strategies = "eoc_sim.strategies.stadium"
    max_ids: ClassVar = {
        "player": MAX_KINDS,
        "employee": MAX_KINDS,
        "place": MAX_PLACES,
        "space": SPACES,
    }
    strategy_options: ClassVar = {"tools": (PREPARE,)}
    components: Components

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed numbers of components, which name them in traces."""
        components = self.components
        return SimpleNamespace(
            place=[place.number for place in (*components.buildings, *components.field)],
            player=[card.number for card in components.players],
            employee=[card.number for card in components.employees],
            space=[str(space.number) for space in components.spaces],
        )

    def replay(self, game: int, intervention: Any = None) -> list[dict[str, Any]]:
        """Trace a game or its twin; look up a denied VP's round."""
        if intervention is not None and intervention.denied and not intervention.round:
            intervention = self.add_purchase_round(game, intervention)
        return super().replay(game, intervention)

    def add_purchase_round(self, game: int, intervention: Intervention) -> Intervention:
        """Add the purchase's round to an intervention that denies a VP.

        Raises:
            InputError: the intervention is invalid, or the seat does not buy that VP.
        """
        intervention.encode(self)  # raises InputError if the intervention is invalid
        seats = self.worker().play(game, 1, ("seats",))["seats"]
        (row,) = seats[seats["seat"] == intervention.seat]
        purchase_round = int(row[f"vp{intervention.denied}_round"])
        if purchase_round == 0:
            raise InputError(
                f"Seat {intervention.seat + 1} does not buy VP {intervention.denied} in game "
                f"{game}, so there is no twin in which that VP is denied."
            )
        return replace(intervention, round=purchase_round)


strategy_folders, load_strategy = Engine.folders, Engine.load_strategy
