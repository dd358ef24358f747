"""Eleven's engine, which plays one version of the game from Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import ClassVar

from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.decisions import (
    ASK_BET,
    ASK_EFFECT,
    ASK_LAYOUT,
    ASK_PREPARE,
    DECISIONS,
)
from eoc_sim.simulator.eleven.entry import (
    ROUND_FIELD,
    serve_league,
    serve_league_modules,
    serve_modules,
    serve_season,
)
from eoc_sim.simulator.eleven.facts import write_facts
from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.parts import PARTS
from eoc_sim.simulator.eleven.scenarios import played_rules, scenario_of
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.sizes import CLUBS, MAX_LINE_UPS, MAX_TACTICS
from eoc_sim.simulator.eleven.state import PHASE_NAMES, LayoutTrial, state_dtype
from eoc_sim.simulator.eleven.switches import LEAGUE_SWITCHES, MODULES
from eoc_sim.simulator.eleven.twins import read
from eoc_sim.simulator.eleven.worker import Worker
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.kernel.strategy import Strategy

LEAGUE_DECISIONS = frozenset({ASK_PREPARE.name, ASK_EFFECT.name, ASK_LAYOUT.name})

KERNEL = Kernel(
    __name__,
    serve_league,
    state_dtype,
    TABLES,
    DECISIONS.names,
    PHASE_NAMES,
    ROUND_FIELD,
    called_functions=LEAGUE_DECISIONS,
)
"""The kernel of the league layer without modules."""
LEAGUE_MODULES_KERNEL = replace(
    KERNEL,
    serve=serve_league_modules,
    name="LEAGUE_MODULES_KERNEL",
    called_functions=LEAGUE_DECISIONS | {ASK_BET.name},
)
SEASON_KERNEL = replace(
    KERNEL,
    serve=serve_season,
    name="SEASON_KERNEL",
    # Every decision that does not need a module.
    called_functions=frozenset(
        decision.name
        for decision in DECISIONS.declarations
        if not decision.under.keys() & set(MODULES)
    ),
)
SEASON_MODULES_KERNEL = replace(
    KERNEL,
    serve=serve_modules,
    name="SEASON_MODULES_KERNEL",
    called_functions=None,  # all of them
)


class Engine(GameEngine[Worker]):
    """One version of the game for 1 to 4 managers, compiled.

    ``board_id`` is the value of the column ``strategy`` for the board of a solo game; by default it
    is one more than the highest strategy id.
    """

    kernel = KERNEL
    worker_type = Worker
    write_facts = staticmethod(write_facts)
    noun = PARTS.player[1]
    strategies = "eoc_sim.strategies.eleven"
    max_ids: ClassVar = {"tactic": MAX_TACTICS, "club": CLUBS, "opponent": MAX_LINE_UPS}
    scratch = tuple(LayoutTrial.fields)
    components: Components
    read_twin = staticmethod(read)

    def __init__(
        self,
        components: Components,
        rules: RuleSet,
        seats: Sequence[Strategy],
        seed: int,
        seating: str = DEFAULT_SEATING,
        strategy_ids: Sequence[int] | None = None,
        board_id: int | None = None,
    ) -> None:
        self._board_id = board_id
        rules = played_rules(rules, components)
        super().__init__(components, rules, seats, seed, seating, strategy_ids)

    def strategy_column_ids(self) -> Sequence[int]:
        """Return the ids of the strategies, then that of the board (SOLO-2)."""
        board = max(self.strategy_ids) + 1 if self._board_id is None else self._board_id
        return [*self.strategy_ids, board]

    @classmethod
    def kernels(cls) -> tuple[Kernel, ...]:
        """Return the kernels of both layers, without and with modules."""
        return (KERNEL, SEASON_KERNEL, LEAGUE_MODULES_KERNEL, SEASON_MODULES_KERNEL)

    @classmethod
    def kernel_of(cls, rules: RuleSet) -> Kernel:
        """Return the kernel for the rules' layer and modules."""
        is_league = rules["layer"] == "league"
        has_modules = any(
            rules[name] == "on" for name in MODULES if name in LEAGUE_SWITCHES or not is_league
        )
        if is_league:
            return LEAGUE_MODULES_KERNEL if has_modules else KERNEL
        return SEASON_MODULES_KERNEL if has_modules else SEASON_KERNEL

    @cached_property
    def names(self) -> SimpleNamespace:
        """The names of all ids, by kind."""
        components = self.components
        sources = numbers_of_sources(components)
        scenario = scenario_of(self.rules, components)
        return SimpleNamespace(
            tactic=[card.number for card in components.tactics],
            club=[club.code for club in components.clubs],
            opponent=[opponent.number for opponent in components.opponents],
            formation=FORMATIONS,
            **dict.fromkeys(("source", "card", "director", "staff", "meeting"), sources),
            unique=[unique_card.number for unique_card in components.unique_cards],
            goal=[] if scenario is None else list(map(str, scenario.goal)),
            objective=[objective.number for objective in components.objectives],
            transfer=[transfer.number for transfer in components.transfers],
            bet=[bet.number for bet in components.bets],
            winter=[winter_token.number for winter_token in components.winter_tokens],
        )


strategy_folders, load_strategy = Engine.folders, Engine.load_strategy
