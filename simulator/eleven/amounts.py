"""The values of club.toml: boards, upkeep, consequences, dice and VP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import sizes
from eoc_sim.simulator.eleven.names import (
    COLOURS,
    CONSEQUENCES,
    DIE_NUMBERS,
    MAX_NUMBER,
    MAX_VP,
    RESOURCES,
)
from eoc_sim.simulator.kernel.toml_values import shown_value
from eoc_sim.simulator.runs.value_tables import ValueTable, WholeNumber, WholeNumbers

TRACKS = ("players", "staff", "stadium")
"""The upkeep tracks (CLU-7)."""
RESULT_WORDS = ("win", "draw", "loss")
"""The results of a match, each with a table of consequences (MAT-12)."""


@dataclass(frozen=True)
class Amounts:
    """The values of club.toml.

    A line of consequences is an index into CONSEQUENCES and an amount, negative for a loss.
    ``sources`` marks each value as printed, reported or reconstructed.
    """

    stands: tuple[int, ...]
    boards: int
    free_spaces: int
    office_cost: tuple[int, ...]
    office_vp: tuple[int, ...]
    upkeep_players: tuple[int, ...]
    upkeep_staff: tuple[int, ...]
    upkeep_stadium: tuple[int, ...]
    staff_set_vp: tuple[int, ...]
    consequences_win: tuple[tuple[int, int], ...]
    consequences_draw: tuple[tuple[int, int], ...]
    consequences_loss: tuple[tuple[int, int], ...]
    position_vp_standard: tuple[int, ...]
    position_vp_epic: tuple[int, ...]
    dice_red: tuple[int, ...]
    dice_blue: tuple[int, ...]
    dice_green: tuple[int, ...]
    sources: Mapping[str, str]

    @property
    def dice(self) -> tuple[tuple[int, ...], ...]:
        """The faces of the dice, in the order of COLOURS."""
        return tuple(getattr(self, f"dice_{colour}") for colour in COLOURS)

    @property
    def upkeep(self) -> tuple[tuple[int, ...], ...]:
        """The upkeep tracks, in the order of TRACKS."""
        return tuple(getattr(self, f"upkeep_{track}") for track in TRACKS)

    @property
    def consequences(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The tables of consequences, in the order of RESULT_WORDS."""
        return tuple(getattr(self, f"consequences_{result}") for result in RESULT_WORDS)


@dataclass(frozen=True)
class Track(WholeNumbers):
    """An upkeep track, which begins with the upkeep for 0 cards."""

    def read(self, value: Any, where: str) -> Any:
        """Check the list, which must not be empty."""
        if value == []:
            raise InputError(
                f"{where}: the list is empty, but at least the upkeep for 0 cards is needed."
            )
        return super().read(value, where)


@dataclass(frozen=True)
class Consequences(WholeNumbers):
    """A table of consequences: a line for each face of the die."""

    def read_one(self, value: Any, where: str) -> tuple[int, int]:
        """Read a line; return its code and its amount."""
        text = " ".join(str(value).lower().split())
        if text in CONSEQUENCES[:FIRST_GAIN]:
            return CONSEQUENCES.index(text), 1
        gain = re.fullmatch(rf"(-?[1-9][0-9]?) ({'|'.join(RESOURCES)})", text)
        if gain is None or not self.low <= int(gain[1]) <= self.high:
            raise InputError(
                f"{where}: {shown_value(value)} is not a consequence: write "
                f"{', '.join(CONSEQUENCES[:FIRST_GAIN])}, or a number and one of "
                f'{", ".join(RESOURCES)}, such as "-1 fans".'
            )
        return CONSEQUENCES.index(gain[2]), int(gain[1])

    def plain(self, value: Any) -> Any:
        """Return the lines in the form used in a file."""
        return [
            CONSEQUENCES[kind] if kind < FIRST_GAIN else f"{amount} {CONSEQUENCES[kind]}"
            for kind, amount in value
        ]

    def text(self, value: Any) -> str:
        """Join the lines with semicolons."""
        return "; ".join(self.plain(value))

    def from_text(self, text: str) -> Any:
        """Split a cell at its semicolons or commas."""
        return [item.strip() for item in re.split("[;,]", text)]


FIRST_GAIN = CONSEQUENCES.index(RESOURCES[0])

_DIE = WholeNumbers(
    0, max(DIE_NUMBERS), sizes.FACES, "faces", fixed=True, allowed_numbers=DIE_NUMBERS
)
_POSITION_VP = WholeNumbers(-MAX_VP, MAX_VP, sizes.POSITIONS, "VP by position", fixed=True)
_LINES = Consequences(-MAX_NUMBER, MAX_NUMBER, sizes.FACES, "consequences", fixed=True)
AMOUNTS = ValueTable(
    "club",
    Amounts,
    {
        "stands": WholeNumbers(0, sizes.MAX_STAND_PLACES, sizes.STANDS, "stands", fixed=True),
        "boards": WholeNumber(0, sizes.MAX_BOARDS),
        "free_spaces": WholeNumber(0, sizes.MAX_FREE_SPACES),
        "office_cost": WholeNumbers(
            1, MAX_NUMBER, sizes.OFFICE_STEPS, "costs of office steps", fixed=True
        ),
        "office_vp": WholeNumbers(
            0, MAX_VP, sizes.OFFICE_STEPS + 1, "VP by office step", fixed=True
        ),
        **{
            f"upkeep_{track}": Track(0, MAX_NUMBER, sizes.MAX_TRACK, "amounts of upkeep")
            for track in TRACKS
        },
        "staff_set_vp": WholeNumbers(
            0, MAX_VP, sizes.STAFF_SETS, "VP by number of staff", fixed=True
        ),
        **{f"consequences_{result}": _LINES for result in RESULT_WORDS},
        "position_vp_standard": _POSITION_VP,
        "position_vp_epic": _POSITION_VP,
        **{f"dice_{colour}": _DIE for colour in COLOURS},
    },
    ("printed", "reported", "reconstructed"),
)
LEAGUE_VALUES = tuple(name for name in AMOUNTS.values if name.startswith(("position_vp", "dice")))
"""The values that the league layer also uses."""
