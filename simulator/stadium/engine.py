"""Stadium's engine: one version of the game, ready for Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.strategy_files import PREPARE, Strategy, StrategyFolders, load
from eoc_sim.simulator.stadium.asking import FUNCTIONS
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.facts import write_facts
from eoc_sim.simulator.stadium.rules import check_components, check_owners, check_start
from eoc_sim.simulator.stadium.serving import KERNEL
from eoc_sim.simulator.stadium.state import (
    MAX_KINDS,
    MAX_OWNERS,
    MAX_PLACES,
    SPACES,
    private_dtype,
)
from eoc_sim.simulator.stadium.twins import Intervention
from eoc_sim.simulator.stadium.worker import Worker


def strategy_folders() -> StrategyFolders:
    """Locate the built-in strategies and declare their possible functions."""
    folder = resources.files("eoc_sim.strategies.stadium")
    ids = {"player": MAX_KINDS, "employee": MAX_KINDS, "place": MAX_PLACES, "space": SPACES}
    return StrategyFolders(
        Path(str(folder)),
        FUNCTIONS,
        private_dtype,
        ids,
        tools=(PREPARE,),
        api="eoc_sim.simulator.stadium.strategy_api",
        model="balanced",
    )


def load_strategy(spec: str) -> Strategy:
    """Load a strategy by name, file or preset, with ``:key=value`` settings."""
    return load(spec, strategy_folders())


class Engine(GameEngine):
    """One version of the game, checked and compiled.

    It has components, rules, a line-up and a seed. The arguments are those of `GameEngine`: a
    line-up of 2 to 5 owners.

    Raises:
        InputError: the number of owners, the rule set or the seating is invalid.
        StrategyError: a strategy cannot be compiled.
    """

    kernel = KERNEL
    components: Components
    rules: RuleSet

    def __init__(
        self,
        components: Components,
        rules: RuleSet,
        seats: Sequence[Strategy],
        seed: int,
        seating: str = DEFAULT_SEATING,
        strategy_ids: Sequence[int] | None = None,
    ) -> None:
        check_owners(len(seats))
        check_start(rules, len(seats))
        check_components(rules, components)
        super().__init__(components, rules, seats, seed, seating, strategy_ids)

    @staticmethod
    def folders() -> StrategyFolders:
        """Locate the built-in strategies and declare their possible functions."""
        return strategy_folders()

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
        """The numbers that the trace uses."""
        components = self.components
        return SimpleNamespace(
            places=[place.number for place in (*components.buildings, *components.field)],
            players=[card.number for card in components.players],
            employees=[card.number for card in components.employees],
        )

    def worker(self) -> Worker:
        """Make a worker with separate memory, one per thread."""
        return Worker(self)

    def replay(self, game: int, intervention: Intervention | None = None) -> list[dict[str, Any]]:
        """Trace one game: a list of events from ``setup`` to ``final``.

        With an ``intervention`` it is the trace of the game's twin.

        Raises:
            StrategyError: a strategy did something illegal, or failed; it has the events so far.
            InputError: the intervention's target does not exist, such as a VP that is never bought.
        """
        if intervention is not None and intervention.denied and not intervention.round:
            intervention = self.when_bought(game, intervention)
        return self.traced(lambda worker: worker.play_traced(game, intervention))

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
