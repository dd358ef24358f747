"""Read and check board.toml, the numbers on Stadium's boards."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.toml_values import shown_value, whole_number
from eoc_sim.simulator.runs.value_tables import ValueTable, WholeNumber, WholeNumbers
from eoc_sim.simulator.stadium.names import (
    MAX_POINT_TOKENS,
    MAX_POINTS,
    MAX_PRICE,
    MAX_STEPS,
    MAX_WINS,
)


@dataclass(frozen=True)
class Board:
    """The ticket table (ACT-15), and the points on tokens (SET-6) and bonus tiles.

    A visit to Tickets pays as much money as the owner has wins, up to ``ticket_most_by_wins``.
    Each of ``ticket_steps``, in ascending order, is a number of wins and the money that is paid
    instead from that number onwards. ``sources`` records the source of each value.
    """

    ticket_most_by_wins: int
    ticket_steps: tuple[tuple[int, int], ...]
    point_tokens: tuple[int, ...]
    bonus_tile_points: int
    sources: Mapping[str, str]


class _Steps(WholeNumbers):
    """Pairs of wins and money, written like 10:6."""

    def read(self, value: Any, where: str) -> tuple[tuple[int, int], ...]:
        """Check that the wins ascend."""
        steps: tuple[tuple[int, int], ...] = super().read(value, where)
        for previous, current in itertools.pairwise(steps):
            if current[0] <= previous[0]:
                raise InputError(
                    f"{where}: the wins of the steps should ascend, but {current[0]} follows "
                    f"{previous[0]}."
                )
        return steps

    def read_one(self, value: Any, where: str) -> tuple[int, int]:
        """Check one pair."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise InputError(
                f"{where}: a pair of wins and money is needed, not {shown_value(value)}."
            )
        return (
            whole_number(value[0], f"{where}, wins", 1, MAX_WINS),
            whole_number(value[1], f"{where}, money", 0, MAX_PRICE),
        )

    def plain(self, value: Any) -> list[list[int]]:
        """Return the pairs as lists."""
        return [list(step) for step in value]

    def text(self, value: Any) -> str:
        """Return the pairs as text, with spaces between them.

        >>> TABLE.values["ticket_steps"].text(((10, 6), (20, 7)))
        '10:6 20:7'
        """
        return " ".join(f"{wins}:{money}" for wins, money in value)

    def parse_one(self, text: str) -> list[Any]:
        """Split a pair at its colon."""
        return [super(_Steps, self).parse_one(end) for end in text.split(":")]


TABLE = ValueTable(
    "board",
    Board,
    {
        "ticket_most_by_wins": WholeNumber(0, MAX_PRICE),
        "ticket_steps": _Steps(0, MAX_PRICE, MAX_STEPS, "pairs of wins and money"),
        "point_tokens": WholeNumbers(0, MAX_POINTS, MAX_POINT_TOKENS, "values of point tokens"),
        "bonus_tile_points": WholeNumber(0, MAX_POINTS),
    },
)
