"""The sheets of referees and of rows of tags (REF-2)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.effect_language import Clause, parse, phrase
from eoc_sim.simulator.eleven.effects_on_cards import ON_REFEREES
from eoc_sim.simulator.eleven.names import HALVES_OF_REFEREES
from eoc_sim.simulator.eleven.referee_state import REFEREES, TAG_ROWS
from eoc_sim.simulator.eleven.season_rows import Tag, TagCode, unknown_tag
from eoc_sim.simulator.eleven.shared_rows import source
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import CellKind, Choice, Key, Name, Several
from eoc_sim.simulator.runs.sheets import ComponentSheet, column, number_sort_key


@dataclass(frozen=True)
class HalfEffect(CellKind):
    """The effect of one half of a referee card."""

    def read(self, row: CheckedRow, column: str) -> tuple[Clause, ...]:
        """Read one clause."""
        try:
            clauses = parse(row.values[column])
            if len(clauses) != 1:
                raise EffectError("each half of a referee's card must have exactly one effect.")
            ON_REFEREES.check(clauses[0])
        except EffectError as error:
            row.refuse(EffectError(f"{row.location}, column {column}: {error}"))
            return ()
        return clauses

    def write(self, value: Any) -> str:
        """Write the clause in its normal form."""
        return phrase(value)


class Referee(sheets.Component):
    """A referee's card; ``halves`` are its upper and lower clauses (REF-2)."""

    number: str = column(Key("its number, the face of the d6"))
    name: str = column(Name("name"))
    halves: tuple[tuple[Clause, ...], ...] = column(
        Several("", {half: HalfEffect(f"effect of the {half} half") for half in HALVES_OF_REFEREES})
    )
    source: str = column(source())
    printed_columns: tuple[str, ...]


class TagRow(sheets.Component):
    """A row of three tags, and the half that it selects (REF-2)."""

    number: str = column(Key("its number, the face of the d12"))
    name: str = column(Name("name"))
    tag1: str = column(TagCode("code of a tag"))
    tag2: str = column(TagCode("code of a tag"))
    tag3: str = column(TagCode("code of a tag"))
    block: int = column(Choice("the half of a referee's card that acts", HALVES_OF_REFEREES))
    source: str = column(source())
    printed_columns: tuple[str, ...]

    @property
    def tags(self) -> tuple[str, ...]:
        """The codes of its tags."""
        return self.tag1, self.tag2, self.tag3


class _NumberedSheet(ComponentSheet[Any]):
    def number(self, text: str) -> str:
        """Return a number without leading zeros or a zero decimal part."""
        number = re.sub(r"[.,]0+$", "", text.strip())
        return str(int(number)) if re.fullmatch("[0-9]{1,3}", number) else number

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a number, or return ""."""
        faces = FACES_OF[self.name]
        if number.isdecimal() and 1 <= int(number) <= faces:
            return ""
        return f"is not a face of the die: {self.plural_noun} have the numbers 1 to {faces}."

    def order(self, row: Any) -> int:
        """Return the sort key: the face of the die."""
        return number_sort_key(row.number)


REFEREE_SHEET = _NumberedSheet(
    "referees", "referee", Referee, plural_noun="referees", marks=("upper",)
)
ROW_SHEET = _NumberedSheet(
    "referee_rows",
    "row",
    TagRow,
    row_noun="row of tags",
    plural_noun="rows of tags",
    marks=("block",),
)
FACES_OF = {REFEREE_SHEET.name: REFEREES, ROW_SHEET.name: TAG_ROWS}
"""The number of rows in each sheet, one for each face."""


def check_referees(
    names: Mapping[str, str],
    referees: Sequence[Referee],
    rows: Sequence[TagRow],
    tags: Sequence[Tag],
) -> None:
    """Refuse missing faces of a die, and unknown tags (REF-2)."""
    for sheet, cards in ((REFEREE_SHEET, referees), (ROW_SHEET, rows)):
        if len(cards) != FACES_OF[sheet.name]:
            raise InputError(
                f"{names[sheet.name]}: {len(cards)} {sheet.plural_noun}; {FACES_OF[sheet.name]} "
                "are needed, one for each face of the die (REF-2)."
            )
    numbers = [row.number for row in tags]
    for row in rows:
        for tag in row.tags:
            if tag not in numbers:
                raise InputError(
                    f"{names[ROW_SHEET.name]}: row {row.number} has {unknown_tag(tag, tags)}"
                )
