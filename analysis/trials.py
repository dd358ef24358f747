"""Which numbers are worth playing at another value, to reach a target: foreseen first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.balancing import AN_EDIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.levers import Levers
    from eoc_sim.analysis.targets import Figures
    from eoc_sim.simulator.runs.numbers import Number

    Floats = NDArray[np.float64]

MOST_NUMBERS = 28
"""Numbers that are tried; where no more may be edited, all of them are."""
FOR_EACH = 4
"""Numbers that are tried for each figure outside of its range."""
LEAST_GAIN = 0.1
"""Wins in 100 by which an edit has to promise to bring figures nearer to their ranges."""


@dataclass(frozen=True)
class Trial:
    """A number, by its place among those allowed, and a value to play it at."""

    number: int
    value: float


def trials(
    numbers: Sequence[Number], figures: Figures, values: Floats, levers: Levers
) -> list[Trial]:
    """The trials of the numbers that promise most for the figures outside of their ranges.

    Each figure outside has its `FOR_EACH` most promising numbers. Of what nothing is foreseen of,
    a rule, every number is tried, both ways.
    """
    foreseen, unknown = [], []
    for place, number in enumerate(numbers):
        best = _best(number, figures, values, levers)
        if best is None:
            unknown.append(place)
        elif best.gains.any():
            foreseen.append((place, best))
    chosen: dict[int, float] = {}
    room = max(MOST_NUMBERS - len(unknown), MOST_NUMBERS // 2)
    outside = np.flatnonzero(figures.beyond(values) > 0)
    # The figures furthest outside choose first.
    for rank in range(FOR_EACH if len(numbers) > MOST_NUMBERS else len(numbers)):
        for figure in outside[np.argsort(-figures.beyond(values)[outside])]:
            promising = sorted(
                (one for one in foreseen if one[1].gains[figure] >= LEAST_GAIN),
                key=lambda one: -one[1].rate(int(figure)),
            )
            if rank < len(promising) and len(chosen) < room:
                place, best = promising[rank]
                chosen.setdefault(place, best.value)
    if len(numbers) <= MOST_NUMBERS:
        chosen |= {place: best.value for place, best in foreseen if place not in chosen}
    found = [
        Trial(place, value) for place in sorted(chosen)
        for value in _with_halfway(numbers[place], chosen[place])
    ]
    for place in unknown[: max(MOST_NUMBERS, len(numbers) - len(chosen))]:
        found += [Trial(place, value) for value in _both_ways(numbers[place])]
    return found


@dataclass(frozen=True)
class _Best:
    """A number's most promising value, by how much it brings each figure nearer, and its size."""

    value: float
    gains: Floats
    size: float

    def rate(self, figure: int) -> float:
        return float(self.gains[figure] / (AN_EDIT + self.size))


def _best(number: Number, figures: Figures, values: Floats, levers: Levers) -> _Best | None:
    """None where nothing is foreseen."""
    before = figures.beyond(values)
    best: _Best | None = None
    most = 0.0
    for value in number.values:
        if value == number.now:
            continue
        change = levers.foreseen(number, value)
        if change is None:
            return None
        gains = before - figures.beyond(values + change)
        rate = float(np.nansum(gains)) / (AN_EDIT + number.size(value))
        if best is None or rate > most:
            best, most = _Best(value, np.nan_to_num(gains), number.size(value)), rate
    return best


def _with_halfway(number: Number, value: float) -> list[float]:
    """A value, and one about half the way to it."""
    middle = (number.now + value) / 2
    between = [
        one for one in number.values
        if min(number.now, value) < one < max(number.now, value)
    ]
    halfway = min(between, key=lambda one: abs(one - middle), default=value)
    return list(dict.fromkeys((halfway, value)))


def _both_ways(number: Number) -> list[float]:
    """The usual value and halfway to it; else about a spread to either side."""
    others = [one for one in number.values if one != number.now]
    if number.now != number.usual:
        back = min(others, key=lambda one: abs(one - number.usual))
        found = _with_halfway(number, back)
    else:
        found = []
    for way in (-1, 1):
        side = [one for one in others if (one - number.now) * way > 0]
        if side and not any((one - number.now) * way > 0 for one in found):
            found.append(min(side, key=lambda one: abs(one - number.now - way * number.spread)))
    return found
