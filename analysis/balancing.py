"""The fewest and smallest edits that bring all target figures into range.

Games played with an edit show its effect on the figures. Close to the version in which edits were
tried, effects are assumed to add up. The choice of edits is solved as a mixed-integer linear
program (HiGHS).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.numbers import Number

    Floats = NDArray[np.float64]

Edits = tuple[tuple[int, float], ...]
"""Indexes of numbers, ascending, with their new values."""

EDIT_COST = 5.0
"""Cost of one more edit, in spreads of a number.

Having fewer edits comes before having smaller ones.
"""
OUTSIDE_COST = 30.0
"""Initial cost of being outside a range, per win in 100.

A small excess does not justify another edit, as predictions are not that precise.
"""
URGENCY = 4.0
"""Factor by which `OUTSIDE_COST` grows in later rounds.

The cost also grows by this factor when the edits proposed next have already been played.
"""
MAX_OUTSIDE_COST = 1000.0
"""Upper limit on the cost of being outside a range.

At this cost, reaching the target comes before keeping edits few and small.
"""
MARGIN_COST = 3.0
"""Cost of using up the whole margin inside a range."""
LONGEST_STEP = 2.0
"""Largest move of a number in one round, in spreads.

A number may move further towards its usual value.
"""
MIN_STANDARD_ERRORS = 2.0
"""A change below this many standard errors counts as none."""
USUAL_MULTIPLE = 15.0
"""Games of a typical search, as a multiple of the requested games."""
LONG_SEARCH = 5.0
"""Games of a long search, as a multiple of a typical one."""
TIME_LIMIT = 20.0
"""Time limit for a choice, in seconds.

When it is reached, the best choice found is used.
"""


@dataclass
class Responses:
    """Known effects of edits around a version, by number and value.

    An effect is the change in every figure. ``numbers`` are those that may be edited. ``base``
    holds the edits of the version from which others are tried. ``values`` are that version's
    figures, whose ranges go from ``least`` to ``most``; a proposal should stay ``margin`` away from
    their ends. ``outside_cost`` is the cost of each win in 100 by which a figure is outside its
    range. All edits are relative to the original game, not to the base.
    """

    numbers: Sequence[Number]
    base: Edits
    values: Floats
    least: Floats
    most: Floats
    margin: Floats
    outside_cost: float = OUTSIDE_COST
    effects: dict[int, dict[float, Floats]] = field(default_factory=dict)
    surprise: Floats | None = None
    outcomes: dict[Edits, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A margin takes up at most a quarter of its range on either side.
        width = self.most - self.least
        self.margin = np.minimum(self.margin, np.where(np.isfinite(width), width / 4, np.inf))
        self.outcomes[self.base] = self.values

    def value(self, number: int) -> float:
        """Return a number's value in the base."""
        return dict(self.base).get(number, self.numbers[number].original)

    def record_response(self, number: int, value: float, change: Floats) -> None:
        """Record how figures change if one number takes another value."""
        self.effects.setdefault(number, {})[value] = change

    def learn(self, edits: Edits, values: Floats) -> None:
        """Record the figures of games played with some edits."""
        self.outcomes[edits] = values
        steps = self.steps(edits)
        if len(steps) == 1:
            ((number, value),) = steps
            self.record_response(number, value, values - self.values)
        elif steps and all(number in self.effects for number, _ in steps):
            forecast = sum((self.change(*step) for step in steps), np.zeros_like(values))
            self.surprise = values - self.values - forecast

    def steps(self, edits: Edits) -> list[tuple[int, float]]:
        """List numbers that ``edits`` change from the base, with their new values."""
        numbers = sorted({number for number, _ in (*edits, *self.base)})
        after = dict(edits)
        values = [(number, after.get(number, self.numbers[number].original)) for number in numbers]
        return [(number, value) for number, value in values if value != self.value(number)]

    def change(self, number: int, value: float) -> Floats:
        """Interpolate the change that a value causes, or extrapolate a little."""
        responses = {self.value(number): np.zeros_like(self.values), **self.effects[number]}
        values = sorted(responses)
        rows = np.array([responses[key] for key in values])
        if values[0] <= value <= values[-1]:
            return np.array(
                [np.interp(value, values, rows[:, figure]) for figure in range(rows.shape[1])]
            )
        inner, outer = (1, 0) if value < values[0] else (-2, -1)
        slope = (rows[outer] - rows[inner]) / (values[outer] - values[inner])
        result: Floats = rows[outer] + slope * (value - values[outer])
        return result

    def reachable(self, number: int) -> list[float]:
        """List a number's values within, or slightly beyond, those played.

        A listed value is at most `LONGEST_STEP` spreads from the base's value or from the usual
        one, or else it is closer to the usual value than the base's value is. Other values are left
        out, as the effects of large changes do not simply add up.
        """
        setting, now, values = self.numbers[number], self.value(number), self.effects[number]
        low, high = min(now, *values), max(now, *values)
        low, high = low - (now - low) / 2, high + (high - now) / 2
        furthest = max(abs(now - setting.usual), LONGEST_STEP * setting.spread)
        return [
            value
            for value in setting.values
            if low <= value <= high
            and (
                abs(value - now) <= LONGEST_STEP * setting.spread
                or abs(value - setting.usual) < furthest
            )
        ]

    def excess(self, values: Floats, margin: float = 0.0) -> float:
        """Add up how far figures are outside their ranges.

        ``margin`` is the fraction of `self.margin` by which ranges are narrowed.
        """
        required_margin = margin * self.margin
        distance = np.maximum(
            self.least + required_margin - values, values - self.most + required_margin
        )
        return float(np.nansum(np.maximum(distance, 0.0)))

    def weight(self, number: int, value: float) -> float:
        """Return an edit's cost, which puts fewer edits before smaller ones."""
        setting = self.numbers[number]
        return 0.0 if value == setting.original else EDIT_COST + setting.size(value)

    def best(self) -> Edits:
        """Return the smallest edits that reach the target, else the closest.

        Among edits that reach it, those that leave half the margin come first.
        """

        def rank(edits: Edits) -> tuple[float, float, float]:
            distance = round(self.excess(self.outcomes[edits]), 2)
            margin_excess = 0 if distance else round(self.excess(self.outcomes[edits], 0.5))
            weight = sum(self.weight(*edit) for edit in edits)
            return bool(distance), margin_excess, self.outside_cost * distance + weight

        return min(self.outcomes, key=rank)

    def propose(self) -> Edits:
        """Propose edits that bring figures into range, preferring few and small ones."""
        options = [
            (number, value)
            for number in sorted(self.effects)
            for value in self.reachable(number)
            if value != self.value(number)
        ]
        if not options:
            return self.base
        edits = dict(self.base) | dict(self._choose(options))
        return tuple(
            (number, value)
            for number, value in sorted(edits.items())
            if value != self.numbers[number].original
        )

    def smaller_variants(self, edits: Edits) -> list[Edits]:
        """List unplayed variants of ``edits``, with one edit left out or reduced.

        An edit is reduced by about half. Edits of `required_numbers` are not left out.
        """
        variants: list[Edits] = []
        for index, (number, value) in enumerate(edits):

            def with_value(other: float, index: int = index, number: int = number) -> Edits:
                return (*edits[:index], (number, other), *edits[index + 1 :])

            if number not in self.required_numbers:
                variants.append((*edits[:index], *edits[index + 1 :]))
            # Take the middle of the values from the edit towards the original, stopping at the
            # first that was already played.
            original = self.numbers[number].original
            candidates: list[float] = []
            for other in sorted(
                self.numbers[number].values, key=lambda candidate: abs(candidate - value)
            ):
                if min(original, value) < other < max(original, value):
                    if with_value(other) in self.outcomes:
                        break
                    candidates.append(other)
            if candidates:
                variants.append(with_value(candidates[(len(candidates) - 1) // 2]))
        return [variant for variant in variants if variant not in self.outcomes]

    @property
    def required_numbers(self) -> set[int]:
        """The numbers that successful edits cannot do without.

        All successful edits change such a number, and some edits failed because they lacked only
        this change.
        """
        numbers = {number for edits in self.outcomes for number, _ in edits}
        successes = [
            dict(edits) for edits, values in self.outcomes.items() if not self.excess(values)
        ]
        failures = [dict(edits) for edits, values in self.outcomes.items() if self.excess(values)]
        return {
            number
            for number in numbers
            if all(number in edits for edits in successes)
            and any(
                number not in edits
                and len(edits) == len(success) - 1
                and set(edits) <= set(success)
                for edits in failures
                for success in successes
            )
        }

    def _choose(self, options: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
        """Choose which options to take, starting from the base."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array, eye_array, hstack

        changes = np.array([self.change(*option) for option in options])
        start = self.values if self.surprise is None else self.values + self.surprise
        rows = self._relevant_figures(start, changes)
        changes, margin, start = changes[:, rows], self.margin[rows], start[rows]
        minimum, maximum = self.least[rows], self.most[rows]
        option_count, figures = len(options), rows.size
        # Variables: each option, each figure's distance outside its range and inside its margin.
        cost = np.concatenate(
            [
                [
                    self.weight(*option) - self.weight(option[0], self.value(option[0]))
                    for option in options
                ],
                np.full(figures, self.outside_cost),
                MARGIN_COST / np.maximum(margin, 0.1),
            ]
        )
        effect, identity = csr_array(changes.T), eye_array(figures, format="csr")
        zeros = csr_array((figures, figures))
        groups = [self.numbers[number].group or str(number) for number, _ in options]
        is_in_group = np.array(
            [[float(member == group) for member in groups] for group in sorted(set(groups))]
        )
        one_per_group = hstack([csr_array(is_in_group), csr_array((len(is_in_group), 2 * figures))])
        solution = milp(
            cost,
            integrality=np.concatenate([np.ones(option_count), np.zeros(2 * figures)]),
            bounds=Bounds(0, np.concatenate([np.ones(option_count), np.full(2 * figures, np.inf)])),
            constraints=[
                LinearConstraint(hstack([effect, identity, zeros]), minimum - start, np.inf),
                LinearConstraint(hstack([effect, -identity, zeros]), -np.inf, maximum - start),
                LinearConstraint(
                    hstack([effect, identity, identity]), minimum + margin - start, np.inf
                ),
                LinearConstraint(
                    hstack([effect, -identity, -identity]), -np.inf, maximum - margin - start
                ),
                LinearConstraint(one_per_group, -np.inf, 1),
            ],
            options={"time_limit": TIME_LIMIT, "mip_rel_gap": 1e-4},
        )
        if solution.x is None:
            return []
        choice = solution.x[:option_count] > 0.5
        return [option for option, is_taken in zip(options, choice, strict=True) if is_taken]

    def _relevant_figures(self, start: Floats, changes: Floats) -> NDArray[np.int64]:
        """Return the figures that options move or that are out of range."""
        has_moved = (np.abs(changes) > 0).any(axis=0)
        is_outside = (start < self.least) | (start > self.most)
        return np.flatnonzero(np.isfinite(start) & (has_moved | is_outside))


def keep_significant(change: Floats, errors: Floats, ownership: Mapping[int, bool]) -> Floats:
    """Return the changes, with 0 for those that chance alone may explain.

    ``errors`` are standard errors. A change also counts if ``ownership`` marks the figure, by its
    index, as belonging to the edited component. Where the error is nan, only such changes count.
    """
    with np.errstate(invalid="ignore"):
        is_real = np.abs(change) >= MIN_STANDARD_ERRORS * errors
    for figure, is_own in ownership.items():
        is_real[figure] |= is_own
    return np.where(is_real & np.isfinite(change), change, 0.0)
