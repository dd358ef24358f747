"""The choice of the most promising numbers and values to try.

A trial is promising if it is predicted to bring figures closer to a target. Some numbers without a
prediction are tried too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.balancing import EDIT_COST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.levers import Levers
    from eoc_sim.analysis.targets import Figures
    from eoc_sim.simulator.runs.numbers import Number

    Floats = NDArray[np.float64]

MAX_NUMBERS = 28
"""Limit on the numbers to try.

It applies separately to numbers tried because of a prediction and to numbers tried both ways. If
all editable numbers fit within these limits, every number that promises a gain is tried.
"""
NUMBERS_PER_FIGURE = 4
"""Numbers to try for each figure outside its range."""
MIN_GAIN = 0.1
"""Smallest predicted gain of an edit, in wins per 100 games.

The gain is how much closer the edit brings a figure to its range.
"""


@dataclass(frozen=True)
class Trial:
    """The index of an editable number, and a value to try."""

    number: int
    value: float


def trials(
    numbers: Sequence[Number],
    current: Sequence[float],
    indexes: Sequence[int],
    figures: Figures,
    values: Floats,
    levers: Levers,
) -> list[Trial]:
    """Choose trials of the most promising numbers.

    ``current`` has the values of the numbers, and ``values`` those of the figures, in the same
    version. Each figure outside its range gets its `NUMBERS_PER_FIGURE` most promising numbers. In
    addition, up to `MAX_NUMBERS` numbers are tried both ways: those at ``indexes``, which were
    edited before, then numbers without a prediction (rules first, then those furthest from their
    usual values).
    """
    best = [
        _best_value(number, now, figures, values, levers)
        for number, now in zip(numbers, current, strict=True)
    ]
    unpredicted_indexes = [
        index
        for index, best_value in enumerate(best)
        if best_value is None and index not in indexes
    ]
    # Rules first: rows of a sheet usually have a prediction. Then outliers.
    unpredicted_indexes.sort(
        key=lambda index: (numbers[index].dim != "", -_oddity(numbers[index], current[index]))
    )
    chosen_indexes = [*indexes, *unpredicted_indexes][:MAX_NUMBERS]
    forecasts = [
        (index, best_value)
        for index, best_value in enumerate(best)
        if best_value is not None and index not in chosen_indexes
    ]
    edits: dict[int, float] = {}
    room = MAX_NUMBERS if len(numbers) > MAX_NUMBERS + len(chosen_indexes) else len(numbers)
    distances = figures.excess(values)
    # Figures take turns, the furthest outside first, to choose their next most promising number.
    ranking = {
        int(figure): sorted(
            (entry for entry in forecasts if entry[1].gains[figure] >= MIN_GAIN),
            key=lambda entry: -entry[1].rate(int(figure)),
        )
        for figure in np.argsort(-distances)
        if distances[figure] > 0
    }
    groups: set[tuple[int, str]] = set()
    for rank in range(NUMBERS_PER_FIGURE if room == MAX_NUMBERS else len(forecasts)):
        for figure, promising in ranking.items():
            for index, best_value in promising[rank:]:
                group = (figure, numbers[index].group or str(index))
                if index in edits or group not in groups:
                    groups.add(group)
                    if len(edits) < room:
                        edits.setdefault(index, best_value.value)
                    break
    result = [
        Trial(index, value)
        for index in sorted(edits)
        for value in _with_further_value(numbers[index], current[index], edits[index])
    ]
    for index in chosen_indexes:
        result += [
            Trial(index, value) for value in _values_both_ways(numbers[index], current[index])
        ]
    return result


@dataclass(frozen=True)
class _BestValue:
    """A number's most promising value, its gains, and the edit's size.

    There is one gain per figure: how much closer the value brings it to its range.
    """

    value: float
    gains: Floats
    size: float

    def rate(self, figure: int) -> float:
        return float(self.gains[figure] / (EDIT_COST + self.size))


def _best_value(
    number: Number, now: float, figures: Figures, values: Floats, levers: Levers
) -> _BestValue | None:
    """Return a number's most promising value; None if it has no predictions.

    ``now`` is its current value.
    """
    distances_now = figures.excess(values)
    best: _BestValue | None = None
    maximum = 0.0
    start = levers.predict(number, now)
    for value in number.values:
        change = levers.predict(number, value)
        if change is None or start is None:
            return None
        if value == now:
            continue
        gains = np.nan_to_num(distances_now - figures.excess(values + change - start))
        rate = float(gains.sum()) / (EDIT_COST + number.size(value))
        if best is None or rate > maximum:
            best, maximum = _BestValue(value, gains, number.size(value)), rate
    return best


def _oddity(number: Number, now: float) -> float:
    """Return how far ``now`` is from the usual value, in spreads."""
    return abs(now - number.usual) / number.spread


def _with_further_value(number: Number, now: float, value: float) -> list[float]:
    """List a value, and one about twice as far away.

    The second value is tried because the predicted effect may be too large.
    """
    sign = 1 if value > now else -1
    further = [option for option in number.values if (option - value) * sign > 0]
    further_value = min(further, key=lambda option: abs(option - (2 * value - now)), default=value)
    return list(dict.fromkeys((value, further_value)))


def _values_both_ways(number: Number, now: float) -> list[float]:
    """List values one and three spreads away on either side.

    Distances are approximate; the number's original value and its usual one are added.
    """
    targets = [now + step * number.spread for step in (-3, -1, 1, 3)]
    nearest = [min(number.values, key=lambda option: abs(option - value)) for value in targets]
    home_values = [anchor for anchor in (number.original, number.usual) if anchor in number.values]
    return sorted({*nearest, *home_values} - {now})
