"""Versions of Eleven: components, a rule set and a line-up of managers.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``opponent.O12.keeper`` and so on), ``rules.SWITCH``, ``seat.K`` and ``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.simulator.eleven.component_cells import CELLS, idle_cell
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.versions import ComponentData, GameVersion

DEFAULT_SEATS = ("balanced", "squad", "youth_trader", "staff_set")
LEAGUE_SEATS = ("balanced", "balanced", "quick", "hasty")
"""The line-ups of a season and a league, by default."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    parts = ComponentData.of(Components, CELLS)
    default_seats = DEFAULT_SEATS
    named = ("opponents", "tactics")

    @classmethod
    def usual_seats(cls, rules: RuleSet) -> tuple[str, ...]:
        """Return the default line-up of the rules' layer (LAY-1)."""
        return LEAGUE_SEATS if rules["layer"] == "league" else cls.default_seats

    def idle_reason(self, change: Change) -> str:
        """Say why a changed cell has no effect in this version."""
        reason = super().idle_reason(change)
        return reason or idle_cell(self.components, self.rules, change)
