"""Versions of Stadium: components, a rule set and a line-up of owners.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``building.B07.construction`` and so on), ``rules.SWITCH``, ``seat.K`` and
``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.own_columns import OwnColumns
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.run_file import CARRIED
from eoc_sim.simulator.runs.versions import ComponentData, GameVersion, dims_frames
from eoc_sim.simulator.stadium import component_cells
from eoc_sim.simulator.stadium.columns import DIMS, LEVEL_NAMES, SPACE_WORDS
from eoc_sim.simulator.stadium.component_rows import BONUS_WORDS
from eoc_sim.simulator.stadium.components import Components, align, load
from eoc_sim.simulator.stadium.names import CATEGORIES, LOSSES
from eoc_sim.simulator.stadium.rules import RULES, check_components, check_owners, check_start

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.kernel.strategy_files import StrategyFolders
    from eoc_sim.simulator.runs.card_sheet import CardSheet
    from eoc_sim.simulator.runs.checks.match import Contract
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


def carried_along(version: Version) -> list[str]:
    """List sentences on its own columns, carried along or left out."""
    from eoc_sim.simulator.stadium.component_report import carried

    return carried(version.components)


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """Return the players of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components have changed since.
    """
    from eoc_sim.simulator.stadium import component_report

    return component_report.card_sheet(Version.recorded_components(record), "players")


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """Return the tables behind the result tables' ids.

    Their contents are those of the first version.
    """
    components = versions[0].components
    return dims_frames(
        DIMS,
        {
            "strategies": Version.strategy_rows(versions),
            "players": [
                _card_row(versions, "players", place, card.signing)
                for place, card in enumerate(components.players)
            ],
            "employees": [
                _card_row(versions, "employees", place, card.cost)
                for place, card in enumerate(components.employees)
            ],
            "places": [_place_row(place) for place in (*components.buildings, *components.field)],
            "spaces": [
                {
                    "name": SPACE_WORDS[space.number - 1],
                    "number": str(space.number),
                    "arrow": "yes" if space.arrow else "",
                    "bonuses": " ".join(BONUS_WORDS[bonus] for bonus in space.bonuses),
                    "loss": LOSSES[space.loss],
                    "effect": space.effect,
                    "text": space.sentence,
                    "source": space.source,
                }
                for space in components.spaces
            ],
        },
    )


def _card_row(versions: Sequence[Version], sheet: str, place: int, price: int) -> dict[str, Any]:
    """Describe a card of the first version.

    It counts as in play if any version plays it.
    """
    card = versions[0].components.sheet(sheet)[place]
    return {
        "name": card.name,
        "number": card.number,
        "copies": max(version.components.sheet(sheet)[place].copies for version in versions),
        "price": price,
        "salary": card.salary,
        "points": card.victory_points,
        "effect": card.effect,
        "text": card.sentence,
        "source": card.source,
    }


def _place_row(place: Any) -> dict[str, Any]:
    """Describe a building or a square of the field."""
    category = getattr(place, "category", None)
    return {
        "name": place.name,
        "number": place.number,
        "level": LEVEL_NAMES[getattr(place, "level", 0)],
        "category": "" if category is None else CATEGORIES[category],
        "wins": getattr(place, "wins", 0),
        **{
            token: getattr(place, token, 0)
            for token in ("money", "equipment", "entertainment", "construction")
        },
        "points": place.victory_points,
        "effect": place.effect,
        "text": place.sentence,
        "source": place.source,
    }


def remarks(asked: Any, version: Version) -> list[str]:
    """List sentences to read before the requested version is played."""
    from eoc_sim.simulator.stadium import rules

    return rules.remarks(version.rules, version.components, len(version.seats))


def contract() -> Contract:
    """Return the contract for checking the game's strategies."""
    from eoc_sim.simulator.stadium.strategy_check import CONTRACT

    return CONTRACT
