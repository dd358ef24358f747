"""Stadium's engine: one version of the game, ready for Python."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.engine import GameEngine, package_strategies
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.strategy_files import PREPARE, Strategy, StrategyFolders, load
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.facts import write_facts
from eoc_sim.simulator.stadium.rules import check
from eoc_sim.simulator.stadium.serving import KERNEL
from eoc_sim.simulator.stadium.state import (
    MAX_KINDS,
    MAX_OWNERS,
    MAX_PLACES,
    SPACES,
)
from eoc_sim.simulator.stadium.twins import Intervention, read
from eoc_sim.simulator.stadium.worker import Worker


def strategy_folders() -> StrategyFolders:
    """Locate the built-in strategies and declare their possible functions."""
    return package_strategies(
        "eoc_sim.strategies.stadium",
        KERNEL,
        {"player": MAX_KINDS, "employee": MAX_KINDS, "place": MAX_PLACES, "space": SPACES},
        tools=(PREPARE,),
        api="eoc_sim.simulator.stadium.strategy_api",
        model="balanced",
    )


def load_strategy(spec: str) -> Strategy:
    """Load a strategy by name, file or preset, with ``:key=value`` settings."""
    return load(spec, strategy_folders())


class Engine(GameEngine[Worker]):
    """One version of the game for 2 to 5 owners, compiled."""

    kernel = KERNEL
    worker_type = Worker
    read_twin = staticmethod(read)
    folders = staticmethod(strategy_folders)
    components: Components
    rules: RuleSet

    def check(self) -> None:
        """Refuse owners, rules and components that do not go together."""
        check(self.rules, self.components, self.players)

    def write_version(self, state: Any) -> None:
        """Write the facts, which no game changes, into a new state."""
        table, box = field_of(state, "table"), field_of(state, "box")
        write_facts(table, box, self.components, self.rules)
        set_field(table, "owners", self.players)
        set_field(box, "strategy", np.array(self.strategy_ids[:MAX_OWNERS], np.int32))

    @cached_property
    def printed(self) -> dict[str, list[str]]:
        """The keys of strategies' data tables, in the order of ids."""
        names = self.names
        return {
            "player": names.players,
            "employee": names.employees,
            "place": names.places,
            "space": [str(space.number) for space in self.components.spaces],
        }

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed numbers, by which the trace names components."""
        components = self.components
        return SimpleNamespace(
            places=[place.number for place in (*components.buildings, *components.field)],
            players=[card.number for card in components.players],
            employees=[card.number for card in components.employees],
        )

    def replay(self, game: int, intervention: Any = None) -> list[dict[str, Any]]:
        """Trace a game or its twin, adding a denied VP's round."""
        if intervention is not None and intervention.denied and not intervention.round:
            intervention = self.when_bought(game, intervention)
        return super().replay(game, intervention)

    def when_bought(self, game: int, intervention: Intervention) -> Intervention:
        """Add the purchase's round to an intervention that denies a VP.

        Raises:
            InputError: the seat does not buy it.
        """
        intervention.encode(self)
        seats = self.worker().play(game, 1, ("seats",))["seats"]
        (row,) = seats[seats["seat"] == intervention.seat]
        bought = int(row[f"vp{intervention.denied}_round"])
        if bought == 0:
            raise InputError(
                f"Seat {intervention.seat + 1} buys no VP {intervention.denied} in game {game}, so "
                "the game has no twin in which it is denied."
            )
        return replace(intervention, round=bought)
