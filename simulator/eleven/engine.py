"""Eleven's engine: one version of the game, ready for Python."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import ClassVar

from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.decisions import ASK_EFFECT, ASK_LAYOUT, ASK_PREPARE, DECISIONS
from eoc_sim.simulator.eleven.entry import ROUND_FIELD, serve_league, serve_modules, serve_season
from eoc_sim.simulator.eleven.facts import write_facts
from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.parts import PARTS
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.sizes import CLUBS, MAX_LINE_UPS, MAX_TACTICS
from eoc_sim.simulator.eleven.state import PHASE_NAMES, Trial, state_dtype
from eoc_sim.simulator.eleven.switches import MODULES
from eoc_sim.simulator.eleven.twins import read
from eoc_sim.simulator.eleven.worker import Worker
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.serving import Kernel

KERNEL = Kernel(
    __name__,
    serve_league,
    state_dtype,
    TABLES,
    DECISIONS.names,
    PHASE_NAMES,
    ROUND_FIELD,
    asked=frozenset({ASK_PREPARE.name, ASK_EFFECT.name, ASK_LAYOUT.name}),
)
SEASON_KERNEL = replace(KERNEL, serve=serve_season, name="SEASON_KERNEL", asked=None)
MODULES_KERNEL = replace(SEASON_KERNEL, serve=serve_modules, name="MODULES_KERNEL")


class Engine(GameEngine[Worker]):
    """One version of the game for 2 to 4 managers, compiled."""

    kernel = KERNEL
    worker_type = Worker
    write_facts = staticmethod(write_facts)
    noun = PARTS.player[1]
    strategies = "eoc_sim.strategies.eleven"
    ids: ClassVar = {"tactic": MAX_TACTICS, "club": CLUBS, "opponent": MAX_LINE_UPS}
    scratch = tuple(Trial.fields)
    components: Components
    read_twin = staticmethod(read)

    @classmethod
    def kernels(cls) -> tuple[Kernel, ...]:
        """Return the kernels: league, season, season with modules."""
        return (KERNEL, SEASON_KERNEL, MODULES_KERNEL)

    @classmethod
    def kernel_of(cls, rules: RuleSet) -> Kernel:
        """Return the kernel of the rules' layer and modules."""
        if rules["layer"] == "league":
            return KERNEL
        return MODULES_KERNEL if any(rules[name] == "on" for name in MODULES) else SEASON_KERNEL

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed names of ids."""
        components = self.components
        sources = [*numbers_of_sources(components), "office"]
        return SimpleNamespace(
            tactic=[card.number for card in components.tactics],
            club=[club.code for club in components.clubs],
            opponent=[one.number for one in components.opponents],
            formation=FORMATIONS,
            **dict.fromkeys(("source", "card", "director", "staff", "meeting"), sources),
            objective=[one.number for one in components.objectives],
            transfer=[one.number for one in components.transfers],
        )


strategy_folders, load_strategy = Engine.folders, Engine.load_strategy
