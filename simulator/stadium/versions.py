"""Versions of Stadium: components, a rule set and a line-up of owners.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``building.B07.construction`` and so on), ``rules.SWITCH``, ``seat.K`` and
``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.own_columns import OwnColumns
from eoc_sim.simulator.kernel.phrases import word_lines
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.run_file import CARRIED
from eoc_sim.simulator.runs.versions import ComponentData, GameVersion
from eoc_sim.simulator.stadium import component_cells
from eoc_sim.simulator.stadium.components import Components, align, load
from eoc_sim.simulator.stadium.effect_language import FORM, word_table
from eoc_sim.simulator.stadium.rules import RULES, check_components, check_owners, check_start

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.kernel.strategy_files import StrategyFolders
    from eoc_sim.simulator.runs.card_sheet import CardSheet
    from eoc_sim.simulator.stadium.engine import Engine

DEFAULT_SEATS = ("field_first", "builder", "merchandiser", "balanced")
"""The line-up of a run that names none."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    parts = ComponentData(
        kinds=tuple(component_cells.SHEETS),
        forms=component_cells.FORMS,
        normal_key=component_cells.normal_key,
        changed=component_cells.changed,
        differences=component_cells.differences,
        load=load,
        from_dict=Components.from_dict,
        align=align,
    )
    default_seats = DEFAULT_SEATS

    @staticmethod
    def folders() -> StrategyFolders:
        """Locate the game's strategies and declare their possible functions."""
        from eoc_sim.simulator.stadium.engine import strategy_folders

        return strategy_folders()

    @staticmethod
    def kernel() -> Kernel:
        """Return the game's compiled kernel."""
        from eoc_sim.simulator.stadium.serving import KERNEL

        return KERNEL

    def engine(self, seed: int, seating: str, strategy_ids: Sequence[int], next_id: int) -> Engine:
        """Make the engine of this version."""
        from eoc_sim.simulator.stadium.engine import Engine

        return Engine(self.components, self.rules, self.strategies(), seed, seating, strategy_ids)

    def check_players(self) -> None:
        """Refuse a line-up that the rules do not allow (SET-1, SWI-1)."""
        check_owners(len(self.seats))
        check_start(self.rules, len(self.seats))
        check_components(self.rules, self.components)

    def idle_sentences(self, change: Change) -> list[str]:
        """List reasons why a change to this version cannot have an effect."""
        sentences = super().idle_sentences(change)
        kind, number, column = component_cells.split(change.key)
        if kind not in component_cells.SHEETS:
            return sentences
        if column in component_cells.TELLING_COLUMNS:
            sentences.append(f"{change.sentence} changes nothing: no rule looks at {column}.")
        elif kind in ("player", "employee") and column != "copies":
            cards = {card.number: card for card in self.components.sheet(f"{kind}s")}
            if cards[number].copies == 0:
                sentences.append(f"{change.sentence} changes nothing: the card is not in its deck.")
        return sentences

    def own_record(self) -> dict[str, Any]:
        """Record the stand-ins in rollouts and the designer's own columns."""
        record = super().own_record()
        carried = {name: own.record() for name, own in self.components.own.items() if own.heads}
        return {**record, CARRIED: carried} if carried else record

    @classmethod
    def recorded_components(cls, record: Mapping[str, Any]) -> Components:
        """Restore recorded components with the designer's own columns."""
        components: Components = super().recorded_components(record)
        carried = record.get(CARRIED, {})
        own = {name: OwnColumns.of_record(one) for name, one in carried.items()}
        return replace(components, own=own)

    def replay(
        self, seed: int, seating: str, game: int, twin: str | None = None
    ) -> list[dict[str, Any]]:
        """Trace one game: a list of events from ``setup`` to ``final``.

        ``twin`` describes the change in its twin (`twins.read`).
        """
        from eoc_sim.simulator.stadium.twins import read

        (engine,) = self.engines([self], seed, seating)
        events: list[dict[str, Any]] = engine.replay(game, None if twin is None else read(twin))
        return events


def narrate(events: Iterable[Mapping[str, Any]], version: Version) -> Iterator[str]:
    """Narrate a game that this version played, line by line."""
    from eoc_sim.simulator.stadium.events import EVENTS

    sheets = map(version.components.sheet, ("buildings", "field", "players", "employees"))
    names = {one.number: one.name for sheet in sheets for one in sheet}
    return EVENTS.story(events, names)


def with_sheet(version: Version, sheet: str) -> Version:
    """Replace the version's sheets by those of a file.

    The file is a workbook or one sheet.

    Raises:
        InputError: the file is none of the game's sheets, or cannot be played with the others.
    """
    from eoc_sim.simulator.stadium.components import replaced

    return replace(version, components=replaced(version.components, sheet))


def family_member(version: Version, number: int) -> Version:
    """Replace the version's data by a data family member's, from 1.

    Raises:
        InputError: there is no such member, or its data cannot be played.
    """
    from eoc_sim.simulator.stadium.family import member

    return replace(version, components=member(version.components, number))


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """Return the players of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components have changed since.
    """
    from eoc_sim.simulator.runs import sheet_writing

    components = Version.recorded_components(record)
    names = sorted(components.sheets, key=lambda name: name != "players")
    return sheet_writing.card_sheet(
        components.written(*names), "effect words", word_lines(FORM, word_table())
    )


def remarks(asked: Any, version: Version) -> list[str]:
    """List sentences to read before the requested version is played."""
    from eoc_sim.simulator.stadium import rules

    return rules.remarks(version.rules, version.components, len(version.seats))
