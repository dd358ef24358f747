"""Versions of Stadium: components, a rule set and a line-up of owners.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``building.B07.construction`` and so on), ``rules.SWITCH``, ``seat.K`` and
``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import split
from eoc_sim.simulator.runs.versions import GameVersion
from eoc_sim.simulator.stadium import rules
from eoc_sim.simulator.stadium.component_cells import CELLS
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.rules import RULES

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.version_options import VersionOptions

DEFAULT_SEATS = ("field_first", "builder", "merchandiser", "balanced")
"""The line-up of a run that names none."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    component_type = Components
    cells = CELLS
    default_seats = DEFAULT_SEATS
    named_sheets = ("buildings", "field", "players", "employees")

    def idle_reason(self, change: Change) -> str:
        """Explain why a changed cell has no effect in this version."""
        kind, number, column = split(change.key)
        if kind in ("player", "employee") and column != "copies":
            cards = {card.number: card for card in self.components.sheet(f"{kind}s")}
            if cards[number].copies == 0:
                return "the card is not in its deck"
        return super().idle_reason(change)

    def remarks(self, options: VersionOptions) -> list[str]:
        """Warn about idle switches and about too few bonus spaces."""
        return rules.remarks(self.rules, self.components, len(self.seats))
