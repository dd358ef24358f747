"""Contrasts of a crossing's versions: main effects, two-way interactions, simple effects.

A contrast weights the versions to get one number per game; its mean and variance over games give
the interval. The versions share shuffles and dice, so their common luck cancels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.crossing import CrossedRow, Crossing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.measures import Measures

    Floats = NDArray[np.float64]

MAIN = "main"
INTERACTION = "interaction"
SIMPLE = "simple"
CURRENT = "current"
MEAN = "mean"
MAX_NUMBERS = 20_000_000
"""The largest number of values in memory: contrasts times games times measures.

That many values take 160 megabytes.
"""


@dataclass(frozen=True)
class Contrast:
    """Weights of arms that measure one effect.

    ``key`` and ``value`` are the change that is measured, ``other_key`` and ``other_value`` the
    second change of an interaction, ``given`` the change that both versions of a simple effect
    have.
    """

    kind: str
    weights: Mapping[int, float]
    key: str = ""
    value: str = ""
    other_key: str = ""
    other_value: str = ""
    given: str = ""

    @property
    def reach(self) -> float:
        """The contrast's largest value if versions differ by at most 1."""
        return sum(abs(weight) for weight in self.weights.values()) / 2


def contrasts(crossing: Crossing) -> list[Contrast]:
    """List a crossing's contrasts, with interactions if the design separates them.

    Main effect: the mean of the versions with the value minus the mean of those that leave its key
    unchanged. Interaction: the effect of a value with the other change minus its effect without it.
    """
    rows = crossing.rows
    result = []
    levels = [
        (index, level, factor.key, value)
        for index, factor in enumerate(crossing.factors)
        for level, value in enumerate(factor.values, 1)
    ]
    for index, level, key, value in levels:
        weights = _weights(
            [
                (1.0, [row for row in rows if row.levels[index] == level]),
                (-1.0, [row for row in rows if row.levels[index] == 0]),
            ]
        )
        result.append(Contrast(MAIN, weights, key, value))
    for first, second in combinations(levels, 2) if crossing.is_clear else ():
        if first[0] == second[0]:
            continue
        cells = [
            (
                sign * second_sign,
                [
                    row
                    for row in rows
                    if row.levels[first[0]] == level and row.levels[second[0]] == second_level
                ],
            )
            for sign, level in ((1.0, first[1]), (-1.0, 0))
            for second_sign, second_level in ((1.0, second[1]), (-1.0, 0))
        ]
        result.append(
            Contrast(INTERACTION, _weights(cells), first[2], first[3], second[2], second[3])
        )
    for simple in crossing.simple:
        weights = {simple.arm: 1.0, simple.against: -1.0} if simple.arm != simple.against else {}
        result.append(Contrast(SIMPLE, weights, simple.key, simple.value, given=simple.given))
    return result


def _weights(cells: Sequence[tuple[float, Sequence[CrossedRow]]]) -> dict[int, float]:
    """Return each arm's weight in the signed sum of the cells' means."""
    weights: dict[int, float] = {}
    for sign, rows in cells:
        for row in rows:
            weights[row.arm] = weights.get(row.arm, 0.0) + sign / len(rows)
    return {arm: weight for arm, weight in weights.items() if weight}


class ContrastSums:
    """Sums over games: one row per contrast, one column per measure.

    ``total`` and ``squares`` are sums, ``differ`` counts the games whose value is not 0, and
    ``largest`` is the largest absolute value in any game. ``games`` is the number of all games.
    """

    def __init__(self, contrasts: int, measures: int) -> None:
        shape = (contrasts, measures)
        self.games = 0
        self.total, self.squares = np.zeros(shape), np.zeros(shape)
        self.differ, self.largest = np.zeros(shape), np.zeros(shape)

    def add(self, values: Floats) -> None:
        """Add games; the axes of ``values`` are contrasts, games and measures."""
        size = np.abs(values)
        self.games += values.shape[1]
        self.total += values.sum(axis=1)
        self.squares += (values * values).sum(axis=1)
        self.differ += (size > 1e-9).sum(axis=1)
        self.largest = np.maximum(self.largest, size.max(axis=1, initial=0.0))


def sum_contrasts(
    run: Run, measures: Measures, all_contrasts: Sequence[Contrast]
) -> tuple[ContrastSums, ContrastSums | None]:
    """Sum contrasts over all games, and up to the last planned look.

    The second sums are None unless the run was extended beyond that look.
    """
    shape = len(all_contrasts), len(measures.columns)
    now, at_plan = ContrastSums(*shape), ContrastSums(*shape)
    arms = sorted({arm for contrast in all_contrasts for arm in contrast.weights})
    for batch in _pieces(run, len(all_contrasts) * len(measures.columns)):
        values: Floats | None = None
        for arm in arms:
            arm_values = measures.values(arm, batch)
            if values is None:
                values = np.zeros((len(all_contrasts), *arm_values.shape))
            for index, contrast in enumerate(all_contrasts):
                if arm in contrast.weights:
                    values[index] += contrast.weights[arm] * arm_values
        assert values is not None  # the current rules always have a weight
        if values.shape[1]:
            now.add(values)
            if batch[1] <= run.look.games_at_last_planned:
                at_plan.add(values)
    return now, at_plan if run.look.is_past_planned_look else None


def _pieces(run: Run, values_per_game: int) -> Iterator[tuple[int, int]]:
    """Split batches into pieces whose contrasts fit into memory."""
    step = max(MAX_NUMBERS // values_per_game, 1)
    for first, last in run.batches():
        for start in range(first, last, step):
            yield start, min(start + step, last)
