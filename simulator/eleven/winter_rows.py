"""The sheet of winter tokens (EPI-9)."""

from __future__ import annotations

from eoc_sim.errors import nearest
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.shared_rows import Card
from eoc_sim.simulator.eleven.sizes import MAX_WINTER_COPIES, MAX_WINTER_KINDS
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.runs.cells import Whole
from eoc_sim.simulator.runs.sheets import LetteredSheet, column


class WinterToken(Card):
    """A kind of winter token in Epic; its name is the kind (EPI-9)."""

    copies: int = column(Whole("tokens of this kind", 0, MAX_WINTER_COPIES, fact="copies"))

    @property
    def kind(self) -> int:
        """The kind, an index of WINTER_KINDS."""
        return WINTER_KINDS.index(self.name.lower())

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a name that is not a kind of winter token (EPI-9)."""
        super().check_together(row)
        if self.name.lower() not in WINTER_KINDS:
            row.refuse_conflict(
                row.cell_error(
                    "name",
                    f'"{self.name}" is not one of {", ".join(WINTER_KINDS)} (EPI-9).'
                    f"{nearest(self.name.lower(), WINTER_KINDS)}",
                )
            )


WINTER_TOKENS = LetteredSheet(
    "winter_tokens",
    "winter",
    WinterToken,
    row_noun="winter token",
    plural_noun="winter tokens",
    max_rows=MAX_WINTER_KINDS,
    letter="W",
    marks=("copies",),
)
