"""The games that a strategy is checked in: every preset, number of players and function."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import STANDARD, preset_names, resolve
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.strategy_files import Strategy

COMPANIONS = ("hoarder", "quick_start", "vegas")
"""Who plays against the checked strategy."""
SEED = 1
ALL_ASKED = {
    "coach_choice": "reverse_turn_order", "stash": "open_draft", "auction": "on",
    "dice_draft": "exclusive",
}
"""Switches under which those functions are asked too that no preset asks."""
BUDGET, CHECKED_BUDGET = "rollouts", 24
"""The parameter of a strategy that searches, and what it is while nobody gives it a value: a
search of full length would make a check take hours."""


@dataclass(frozen=True)
class Match:
    """A rule set and a number of players, the strategy being the first of the line-up."""

    rules: str
    players: int
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What it is called.

        >>> Match("family", 3).label, Match("standard", 4, {"auction": "on"}).label
        ('family with 3 players', 'standard, auction=on with 4 players')
        """
        settings = [f"{switch}={value}" for switch, value in self.settings.items()]
        number = "1 player" if self.players == 1 else f"{self.players} players"
        return f"{', '.join([self.rules, *settings])} with {number}"

    def engine(self, strategy: Strategy, seating: str = DEFAULT_SEATING) -> Engine:
        """The engine in which a strategy plays against the companions."""
        companions = [load_strategy(name) for name in COMPANIONS[: self.players - 1]]
        return Engine(
            _components(), resolve(self.rules, self.settings), [strategy, *companions], SEED,
            seating,
        )

    def replay_command(self, spec: str, game: int) -> str:
        """The command that shows one of its games."""
        seats = ",".join([spec, *COMPANIONS[: self.players - 1]])
        words = ["eoc-sim", "replay", "--game", str(game), "--seed", str(SEED), "--seats", seats]
        if self.rules != STANDARD:
            words += ["--rules", self.rules]
        for switch, value in self.settings.items():
            words += ["--set", f"{switch}={value}"]
        return shlex.join(words)


@cache
def _components() -> Components:
    return load(None)


def every_match() -> tuple[Match, ...]:
    """Every preset with every number of players, and one in which all functions are asked."""
    found = [
        match for preset in preset_names() for match in matches_of(preset, {})
    ]
    return (*found, Match(STANDARD, 4, ALL_ASKED))


def matches_of(rules: str, settings: Mapping[str, str]) -> tuple[Match, ...]:
    """One rule set, with every number of players."""
    alone = resolve(rules, settings)["solo"] == "on"
    return tuple(
        Match(rules, players, dict(settings)) for players in ((1,) if alone else (2, 3, 4))
    )


def searches(strategy: Strategy) -> bool:
    """Whether a strategy plays candidates out before it decides."""
    return "propose" in strategy.functions and BUDGET in strategy.parameters


def with_small_budget(strategy: Strategy) -> Strategy:
    """The strategy with few rollouts, if it searches and its budget is left open."""
    if not searches(strategy) or f":{BUDGET}=" in strategy.spec:
        return strategy
    return replace(
        strategy, spec=f"{strategy.spec}:{BUDGET}={CHECKED_BUDGET}",
        parameters={**strategy.parameters, BUDGET: float(CHECKED_BUDGET)},
    )
