"""The cells and rows that sheets of Eleven share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.eleven.effect_language import Clause
from eoc_sim.simulator.eleven.names import SETS
from eoc_sim.simulator.eleven.sentences import sentences
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import CellKind, Choice, HasColumns, Key, Name, Source
from eoc_sim.simulator.runs.game import Column
from eoc_sim.simulator.runs.sheets import column


def source() -> Source:
    """Declare the column that says how much of a row is printed."""
    return Source(
        "how much of the row is printed: printed, partial or reconstructed", dims_field="source"
    )


@dataclass(frozen=True)
class ReportedCell(CellKind):
    """A cell that names the columns reported by the publisher or owners."""

    def columns(self, name: str) -> Mapping[str, CellKind]:
        """Return the sheet's column ``reported``, which lists these columns."""
        return {"reported": self}

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the names of the columns."""
        return {name: row.read_reported_names(sheet.columns)}

    def texts(self, component: Any, name: str) -> dict[str, str]:
        """Write the names of the columns."""
        return {"reported": " ".join(getattr(component, name))}

    def dims(self, name: str) -> list[Column]:
        """Declare the column."""
        return [Column("reported", self.dims_type, self.words, self.role)]

    def dim_values(self, component: Any, name: str) -> list[Any]:
        """Return the names of the columns."""
        return list(self.texts(component, name).values())


class Card(sheets.Component):
    """A named row, which is ``absent`` if only other versions have it.

    ``printed_columns`` names the columns of the printed cells.
    """

    number: str = column(Key("its number"))
    name: str = column(Name("name"))
    source: str = column(source())
    printed_columns: tuple[str, ...]
    absent: bool = column(Choice("", ("no", "yes"), fact="absent", in_sheet=False), default=False)


class ReportedCard(Card):
    """A row with cells that the publisher or owners have reported."""

    source: str = column(source())
    reported_columns: tuple[str, ...] = column(
        ReportedCell("the columns that the publisher or owners have reported")
    )


class InSet(Card):
    """A row of the base game, or of the leaflet's content."""

    set: int = column(Choice("base, or leaflet: in the game only with its switch", SETS))

    @property
    def is_new(self) -> bool:
        """True for a row that the leaflet adds (EXT-2, EXT-3)."""
        return SETS[self.set] == "leaflet"


class HasEffect(Card):
    """A row with an effect, which consists of clauses."""

    clauses: tuple[Clause, ...]

    @property
    def sentence(self) -> str:
        """The effect in words."""
        return sentences(self.clauses)
