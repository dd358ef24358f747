"""The fewest and smallest edits of numbers after which all figures of a target lie in their ranges.

What an edit does to the figures is learnt from games that were played with it; edits are taken to
add up until games with several of them say otherwise. Which of them to make is a choice of whole
things, solved as such (mixed-integer linear programming, HiGHS by scipy).
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
"""Places of numbers, ascending, with their new values."""

AN_EDIT = 5.0
"""What one more edit counts, in spreads of a number: fewer edits come before smaller ones."""
OUTSIDE = 1000.0
"""What a win in 100 outside of a range counts: reaching the target comes first."""
MARGIN = 3.0
"""What the whole width of a margin counts that is left inside of a range."""
SURE = 2.0
"""Changes of less than so many standard errors are taken for none."""
SECONDS = 20.0


@dataclass
class Responses:
    """What is known of edits: by number and value the change of every figure.

    ``numbers`` are those that may be edited; ``values`` are the figures as the rules are, with
    their ranges ``least`` to ``most`` and the ``margin`` that a proposal should keep from their
    ends.
    """

    numbers: Sequence[Number]
    values: Floats
    least: Floats
    most: Floats
    margin: Floats
    known: dict[int, dict[float, Floats]] = field(default_factory=dict)
    surprise: Floats | None = None
    played: dict[Edits, Floats] = field(default_factory=dict)

    def learn(self, edits: Edits, values: Floats) -> None:
        """Take in the figures that games with some edits had."""
        self.played[edits] = values
        if len(edits) == 1:
            ((number, value),) = edits
            self.known.setdefault(number, {})[value] = values - self.values
        elif edits:
            self.surprise = values - self.values - self._sum(edits)

    def respond(self, number: int, value: float, change: Floats) -> None:
        """Take in what a number at another value changes."""
        self.known.setdefault(number, {})[value] = change

    def change(self, number: int, value: float) -> Floats:
        """What a number at a value changes: between known values, and a little beyond, a line."""
        number_now = self.numbers[number].now
        known = {number_now: np.zeros_like(self.values), **self.known[number]}
        at = sorted(known)
        rows = np.array([known[one] for one in at])
        if len(at) == 1:
            return rows[0]
        if at[0] <= value <= at[-1]:
            return np.array([np.interp(value, at, rows[:, row]) for row in range(rows.shape[1])])
        inner, outer = (1, 0) if value < at[0] else (-2, -1)
        slope = (rows[outer] - rows[inner]) / (at[outer] - at[inner])
        found: Floats = rows[outer] + slope * (value - at[outer])
        return found

    def reachable(self, number: int) -> list[float]:
        """The values of a number within or little beyond what was played."""
        one = self.numbers[number]
        known = [one.now, *self.known[number]]
        beyond = 0.5 * (max(known) - min(known))
        low = min(known) - (beyond if min(known) < one.now else 0)
        high = max(known) + (beyond if max(known) > one.now else 0)
        return [value for value in one.values if low <= value <= high and value != one.now]

    def _sum(self, edits: Edits) -> Floats:
        found = np.zeros_like(self.values)
        for number, value in edits:
            found = found + self.change(number, value)
        return found

    def promised(self, edits: Edits) -> Floats:
        """The figures that some edits promise."""
        if edits in self.played:
            return self.played[edits]
        found = self.values + self._sum(edits)
        return found if self.surprise is None or len(edits) < 2 else found + self.surprise

    def beyond(self, values: Floats) -> float:
        """By how much figures lie outside of their ranges, all together."""
        over = np.maximum(np.maximum(self.least - values, values - self.most), 0.0)
        return float(np.nansum(over))

    def size(self, edits: Edits) -> float:
        """How large some edits are: fewer come before smaller."""
        return sum(AN_EDIT + self.numbers[number].size(value) for number, value in edits)

    def best(self) -> Edits:
        """Of all that was played: the smallest that reaches the target, else what came nearest."""
        def rank(edits: Edits) -> tuple[float, float]:
            beyond = self.beyond(self.played[edits])
            return (round(beyond, 6), self.size(edits))

        return min(self.played, key=rank)

    def propose(self) -> Edits:
        """The edits that promise most: figures in their ranges, then few edits, then small ones."""
        options = [
            (number, value) for number in sorted(self.known) for value in self.reachable(number)
        ]
        if not options:
            return ()
        return self._solve(options)

    def smaller(self, edits: Edits) -> list[Edits]:
        """What is not played yet of ``edits`` with one left out, or one a step smaller."""
        found: list[Edits] = []
        for place, (number, value) in enumerate(edits):
            found.append((*edits[:place], *edits[place + 1 :]))
            one = self.numbers[number]
            nearer = [
                other for other in one.values
                if min(one.now, value) < other < max(one.now, value)
            ]
            if nearer:
                step = min(nearer, key=lambda other: abs(other - value))
                found.append((*edits[:place], (number, step), *edits[place + 1 :]))
        return [one for one in found if one not in self.played]

    def _solve(self, options: Sequence[tuple[int, float]]) -> Edits:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array, eye_array, hstack, vstack

        changes = np.array([self.change(*option) for option in options])
        rows = self._rows(changes)
        changes, margin = changes[:, rows], self.margin[rows]
        start = self.values[rows]
        many, told = len(options), rows.size
        least, most = self.least[rows], self.most[rows]
        # The margin is not asked for where a range has no room for it.
        room = np.where(np.isfinite(most - least), (most - least) / 3, np.inf)
        margin = np.minimum(margin, room)
        # Variables: each option, how far each figure is outside, how far inside of its margin.
        cost = np.concatenate([
            [AN_EDIT + self.numbers[number].size(value) for number, value in options],
            np.full(told, OUTSIDE), MARGIN / np.maximum(margin, 1e-6),
        ])
        effect, one = csr_array(changes.T), eye_array(told, format="csr")
        none = csr_array((told, told))
        limits = [
            LinearConstraint(hstack([effect, one, none]), least - start, np.inf),
            LinearConstraint(hstack([effect, -one, none]), -np.inf, most - start),
            LinearConstraint(hstack([effect, one, one]), least + margin - start, np.inf),
            LinearConstraint(hstack([effect, -one, -one]), -np.inf, most - margin - start),
        ]
        keys = sorted({self.numbers[number].key for number, _ in options})
        once = np.zeros((len(keys), many))
        for place, (number, _) in enumerate(options):
            once[keys.index(self.numbers[number].key), place] = 1
        each = hstack([csr_array(once), csr_array((len(keys), 2 * told))])
        limits.append(LinearConstraint(vstack([each]), -np.inf, 1))
        found = milp(
            cost, integrality=np.concatenate([np.ones(many), np.zeros(2 * told)]),
            bounds=Bounds(0, np.concatenate([np.ones(many), np.full(2 * told, np.inf)])),
            constraints=limits, options={"time_limit": SECONDS, "mip_rel_gap": 1e-6},
        )
        if found.x is None:
            return ()
        taken = np.flatnonzero(found.x[:many] > 0.5)
        return tuple(sorted(options[place] for place in taken))

    def _rows(self, changes: Floats) -> NDArray[np.int64]:
        """The figures that matter to the choice: those that an option moves, or that are outside.
        """
        known = np.isfinite(self.values)
        moved = (np.abs(changes) > 0).any(axis=0)
        outside = (self.values < self.least) | (self.values > self.most)
        return np.flatnonzero(known & (moved | outside))


def significant(change: Floats, errors: Floats, own: Mapping[int, bool] | None = None) -> Floats:
    """A measured change with what may be chance alone taken for none.

    ``errors`` are standard errors; where they are nan the change counts only if ``own`` says that
    the figure is about what was edited.
    """
    kept = np.abs(change) >= SURE * errors
    if own:
        for place, is_own in own.items():
            kept[place] = is_own or bool(kept[place])
    return np.where(kept & np.isfinite(change), change, 0.0)
