"""Versions of Stadium: components, a rule set and a line-up of owners.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``building.B07.construction`` and so on), ``rules.SWITCH``, ``seat.K`` and
``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.phrases import word_lines
from eoc_sim.simulator.runs import component_export
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import split
from eoc_sim.simulator.runs.versions import ComponentData, GameVersion
from eoc_sim.simulator.stadium.component_cells import CELLS
from eoc_sim.simulator.stadium.components import Components, folder_files, load
from eoc_sim.simulator.stadium.effect_language import FORM, word_table
from eoc_sim.simulator.stadium.rules import RULES, check

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.card_sheet import CardSheet

DEFAULT_SEATS = ("field_first", "builder", "merchandiser", "balanced")
"""The line-up of a run that names none."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    parts = ComponentData(
        cells=CELLS,
        load=load,
        from_dict=Components.from_dict,
        files=folder_files,
    )
    default_seats = DEFAULT_SEATS
    named = ("buildings", "field", "players", "employees")
    engine_path = "eoc_sim.simulator.stadium.engine:Engine"

    def check_players(self) -> None:
        """Refuse a line-up that the rules do not allow (SET-1, SWI-1)."""
        check(self.rules, self.components, len(self.seats))

    def idle_reason(self, change: Change) -> str:
        """Say why a changed cell has no effect in this version."""
        kind, number, column = split(change.key)
        if kind in ("player", "employee") and column != "copies":
            cards = {card.number: card for card in self.components.sheet(f"{kind}s")}
            if cards[number].copies == 0:
                return "the card is not in its deck"
        return super().idle_reason(change)


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """Return the players of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components have changed since.
    """
    return component_export.card_sheet(Version, record, "players", word_lines(FORM, word_table()))


def remarks(options: Any, version: Version) -> list[str]:
    """List sentences to read before the requested version is played."""
    from eoc_sim.simulator.stadium import rules

    return rules.remarks(version.rules, version.components, len(version.seats))
