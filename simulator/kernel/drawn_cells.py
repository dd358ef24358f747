"""Random values for the cells of one member of a data family.

A data family is a set of plausible variants of a game's data; each variant is a member. Each cell
is drawn with its own key, which consists of the family seed, the member, and the sheet, row and
column of the cell. So a new card or column changes no other cell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.toml_values import shown_value, whole_number

MAX_STEP = 10
Row = TypeVar("Row", str, int)


@dataclass(frozen=True)
class DrawnCells:
    """The random draws for one member.

    Raises:
        InputError: the seed is out of range.
    """

    family_seed: int
    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.family_seed < 1 << 63:
            raise InputError(
                f"The family seed {self.family_seed} should be from 0 to {(1 << 63) - 1}."
            )

    def draw(self, sheet: str, row: object, column: str, n: int, position: int = 0) -> int:
        """Draw uniformly from 0 to n - 1 for a cell."""
        # Compiled when the first member is drawn, not when the components are loaded.
        from eoc_sim.simulator.kernel.keyed_draws import keyed_draw

        # The stream's number, 63 bits of a digest, is far above the numbers of a game's streams.
        name = f"data family/{sheet}/{row}/{column}".encode()
        stream = int.from_bytes(hashlib.sha256(name).digest()[:8], "big") >> 1
        return keyed_draw(self.family_seed, self.number, stream, position, n)

    def step(self, sheet: str, row: object, column: str, steps: Sequence[int]) -> int:
        """Draw a number's change: one of ``steps``, all equally likely."""
        return steps[self.draw(sheet, row, column, len(steps))]

    def nudge(
        self, sheet: str, row: object, column: str, value: int, one_in: int, maximum: int
    ) -> int:
        """Move a number by 1 with probability 1/``one_in``.

        The result is from 1 to ``maximum``.
        """
        if self.draw(sheet, row, column, one_in):
            return value
        up = self.draw(sheet, row, column, 2, 1)
        return min(max(value + (1 if up else -1), 1), maximum)

    def between(self, sheet: str, row: object, column: str, ends: tuple[int, int]) -> int:
        """Draw uniformly from a range, both ends included."""
        low, high = ends
        return low + self.draw(sheet, row, column, high - low + 1)

    def shuffle(self, sheet: str, rows: Sequence[Row], column: str) -> list[Row]:
        """Shuffle rows; an added row leaves the others' order unchanged."""
        return sorted(rows, key=lambda row: (self.draw(sheet, row, column, 1 << 30), row))


def read_steps(value: Any, where: str) -> tuple[int, ...]:
    """Read the changes that a number may undergo.

    Raises:
        InputError: the value is not a list of small whole numbers.
    """
    if not isinstance(value, list) or not value:
        raise InputError(f"{where}: a list of whole numbers is needed, not {shown_value(value)}.")
    return tuple(whole_number(step, where, -MAX_STEP, MAX_STEP) for step in value)


def read_range(value: Any, where: str, maximum: int) -> tuple[int, int]:
    """Read the ends of a range.

    Raises:
        InputError: the value is not an ascending pair of whole numbers from 0 to ``maximum``.
    """
    if not isinstance(value, list) or len(value) != 2:
        raise InputError(
            f"{where}: a minimum and a maximum are needed, such as [3, 5], "
            f"not {shown_value(value)}."
        )
    low, high = (whole_number(end, where, 0, maximum) for end in value)
    if low > high:
        raise InputError(f"{where}: the minimum, {low}, is larger than the maximum, {high}.")
    return low, high


def read_one_in(value: Any, where: str) -> int:
    """Read the n of "one in n", from 1 to 1000."""
    return whole_number(value, where, 1, 1000)


def check_member(number: int, members: int) -> None:
    """Refuse a number outside the data family; 0 is the original.

    Raises:
        InputError: there is no such member.
    """
    if not 0 <= number <= members:
        raise InputError(
            f"There is no member {number} of the data family; its members are 1 to {members}, and "
            "0 is the unchanged data."
        )


def provenance_of_member(provenance: dict[str, str], cells: DrawnCells) -> dict[str, str]:
    """Return the origin of a member's data, by file."""
    origin = f"member {cells.number} of the data family with seed {cells.family_seed}"
    return {file: f"{source}, {origin}" for file, source in provenance.items()}
