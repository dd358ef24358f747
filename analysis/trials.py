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
    numbers: Sequence[Number],
    at: Sequence[float],
    edited: Sequence[int],
    figures: Figures,
    values: Floats,
    levers: Levers,
) -> list[Trial]:
    """The trials of the numbers that promise most for the figures outside of their ranges.

    ``at`` are the numbers' values in the version whose ``figures`` and ``values`` are looked at.
    Each figure outside has its `FOR_EACH` most promising numbers. Of what nothing is foreseen of,
    as of a rule, every number is tried, both ways, the oddest of its kind first; and so is what is
    ``edited`` already.
    """
    best = [
        _best(number, now, figures, values, levers) for number, now in zip(numbers, at, strict=True)
    ]
    unknown = [place for place, one in enumerate(best) if one is None and place not in edited]
    # Rules first: of the rows of a sheet something is foreseen as a rule. Then what stands out.
    unknown.sort(key=lambda place: (numbers[place].dim != "", -_oddity(numbers[place], at[place])))
    both = [*edited, *unknown][:MOST_NUMBERS]
    foreseen = [
        (place, one) for place, one in enumerate(best) if one is not None and place not in both
    ]
    chosen: dict[int, float] = {}
    room = MOST_NUMBERS if len(numbers) > MOST_NUMBERS + len(both) else len(numbers)
    beyond = figures.beyond(values)
    # Figure by figure the next of its most promising numbers; those furthest outside choose first.
    ranked = {
        int(figure): sorted(
            (one for one in foreseen if one[1].gains[figure] >= LEAST_GAIN),
            key=lambda one: -one[1].rate(int(figure)),
        )
        for figure in np.argsort(-beyond)
        if beyond[figure] > 0
    }
    groups: set[tuple[int, str]] = set()
    for rank in range(FOR_EACH if room == MOST_NUMBERS else len(foreseen)):
        for figure, promising in ranked.items():
            for place, one in promising[rank:]:
                alike = (figure, numbers[place].group or str(place))
                if place in chosen or alike not in groups:
                    groups.add(alike)
                    if len(chosen) < room:
                        chosen.setdefault(place, one.value)
                    break
    found = [
        Trial(place, value)
        for place in sorted(chosen)
        for value in _and_further(numbers[place], at[place], chosen[place])
    ]
    for place in both:
        found += [Trial(place, value) for value in _both_ways(numbers[place], at[place])]
    return found


@dataclass(frozen=True)
class _Best:
    """A number's most promising value, by how much it brings each figure nearer, and its size."""

    value: float
    gains: Floats
    size: float

    def rate(self, figure: int) -> float:
        return float(self.gains[figure] / (AN_EDIT + self.size))


def _best(
    number: Number, now: float, figures: Figures, values: Floats, levers: Levers
) -> _Best | None:
    """The most promising value of a number that is ``now``; None where nothing is foreseen."""
    before = figures.beyond(values)
    best: _Best | None = None
    most = 0.0
    start = levers.foreseen(number, now)
    for value in number.values:
        change = levers.foreseen(number, value)
        if change is None or start is None:
            return None
        if value == now:
            continue
        gains = np.nan_to_num(before - figures.beyond(values + change - start))
        rate = float(gains.sum()) / (AN_EDIT + number.size(value))
        if best is None or rate > most:
            best, most = _Best(value, gains, number.size(value)), rate
    return best


def _oddity(number: Number, now: float) -> float:
    """How far a number that is ``now`` lies from the usual one of its kind, in spreads."""
    return abs(now - number.usual) / number.spread


def _and_further(number: Number, now: float, value: float) -> list[float]:
    """A value, and one about twice as far: what is foreseen may be too much."""
    way = 1 if value > now else -1
    further = [one for one in number.values if (one - value) * way > 0]
    twice = min(further, key=lambda one: abs(one - (2 * value - now)), default=value)
    return list(dict.fromkeys((value, twice)))


def _both_ways(number: Number, now: float) -> list[float]:
    """About one and three spreads to either side; and the number's own, and its usual, value."""
    wanted = [now + way * number.spread for way in (-3, -1, 1, 3)]
    nearest = [min(number.values, key=lambda one: abs(one - value)) for value in wanted]
    back = [one for one in (number.now, number.usual) if one in number.values]
    return sorted({*nearest, *back} - {now})
