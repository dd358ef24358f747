"""The sheet of transfer cards (MKT-1)."""

from __future__ import annotations

import re

from eoc_sim.simulator.eleven.names import MAX_NUMBER
from eoc_sim.simulator.eleven.shared_rows import ReportedCard
from eoc_sim.simulator.eleven.sizes import MAX_TRANSFERS
from eoc_sim.simulator.runs.cells import Whole
from eoc_sim.simulator.runs.sheets import LetteredSheet, column


def _money(position: str) -> Whole:
    return Whole(
        f"money that it adds to the sale of a {position}",
        -MAX_NUMBER,
        MAX_NUMBER,
        unit="money",
        fact=position,
    )


class Transfer(ReportedCard):
    """A transfer card, with an amount for each position sold (MKT-2)."""

    defender: int = column(_money("defender"))
    midfielder: int = column(_money("midfielder"))
    forward: int = column(_money("forward"))

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amounts, by row of the pitch."""
        return self.defender, self.midfielder, self.forward


class _Transfers(LetteredSheet[Transfer]):
    """The transfer cards, whose numbers have no letter."""

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a number, or return ""."""
        if re.fullmatch("[0-9]{1,3}", number):
            return ""
        return "is not the number of a transfer card: write up to 3 digits, such as 5."


TRANSFERS = _Transfers(
    "transfers",
    "transfer",
    Transfer,
    row_noun="transfer card",
    plural_noun="transfer cards",
    max_rows=MAX_TRANSFERS,
    digits=1,
    marks=("defender", "midfielder", "forward"),
)
