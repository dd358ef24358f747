"""Eleven's engine: one version of the game, ready for Python."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.facts import write_facts
from eoc_sim.simulator.eleven.rules import check
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.serving import KERNEL
from eoc_sim.simulator.eleven.sizes import CLUBS, MAX_LINE_UPS, MAX_MANAGERS, MAX_TACTICS
from eoc_sim.simulator.eleven.worker import Worker
from eoc_sim.simulator.kernel.engine import GameEngine, package_strategies
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.strategy_files import Strategy, StrategyFolders, load


def strategy_folders() -> StrategyFolders:
    """Locate the built-in strategies and declare their possible functions."""
    return package_strategies(
        "eoc_sim.strategies.eleven",
        KERNEL,
        {"tactic": MAX_TACTICS, "club": CLUBS, "opponent": MAX_LINE_UPS},
        api="eoc_sim.simulator.eleven.strategy_api",
        model="balanced",
    )


def load_strategy(spec: str) -> Strategy:
    """Load a strategy by name, file or preset, with ``:key=value`` settings."""
    return load(spec, strategy_folders())


class Engine(GameEngine[Worker]):
    """One version of the game for 2 to 4 managers, compiled."""

    kernel = KERNEL
    worker_type = Worker
    folders = staticmethod(strategy_folders)
    components: Components
    rules: RuleSet

    def check(self) -> None:
        """Refuse managers, rules and components that do not go together."""
        check(self.rules, self.components, self.players)

    def write_version(self, state: Any) -> None:
        """Write the facts, which no game changes, into a new state."""
        table, box = field_of(state, "table"), field_of(state, "box")
        write_facts(table, box, self.components, self.rules)
        set_field(table, "managers", self.players)
        set_field(box, "strategy", np.array(self.strategy_ids[:MAX_MANAGERS], np.int32))

    @cached_property
    def printed(self) -> dict[str, list[str]]:
        """The keys of strategies' data tables, in the order of ids."""
        names = self.names
        return {"tactic": names.tactics, "club": names.clubs, "opponent": names.line_ups}

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed numbers, by which the trace names components."""
        components = self.components
        sources = [*numbers_of_sources(components), "office"]
        return SimpleNamespace(
            tactics=[card.number for card in components.tactics],
            clubs=[club.code for club in components.clubs],
            line_ups=[one.number for one in components.opponents],
            **dict.fromkeys(("sources", "cards", "directors", "staff", "meetings"), sources),
            objectives=[one.number for one in components.objectives],
        )
