"""The value at which one number makes its card, coach or building worth an average one.

What is worth so much is asked of the game as it is first. Then each number is tried at values that
go the other way, on the same luck, and the worth is taken to lie on a line between them. What that
promises is played on fresh games, which alone are reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.numbers import Number

GAMES = 40_000
"""Games of the version as it is; so many tell a card's worth to about half a win in 100."""
TRIAL_GAMES = 0.5
"""Games of each trial, of these."""
MOST_VALUES = 4
"""Values of a number that are tried."""
USUAL_NUMBERS = 3
"""Numbers that a row usually has, by which the time is told beforehand."""


def games_in_all(games: int = GAMES, numbers: int = USUAL_NUMBERS) -> int:
    """Games that the whole question takes, of all versions together."""
    trials = TRIAL_GAMES * (1 + numbers * MOST_VALUES)
    return round(games * (1 + trials + 1 + numbers))


def values_to_try(number: Number, worth: float) -> tuple[float, ...]:
    """Values that make a row weaker if its ``worth`` is above 0, else stronger.

    All of them where they are few, else some that are spread evenly, the nearest among them.
    """
    better = number.worth > 0 if number.worth is not None else number.grows
    up = better != (worth > 0)
    values = [one for one in number.values if (one > number.now if up else one < number.now)]
    values.sort(key=lambda one: abs(one - number.now))
    if len(values) <= MOST_VALUES:
        return tuple(values)
    reach = values[:2 * MOST_VALUES]
    places = np.unique(np.linspace(0, len(reach) - 1, MOST_VALUES).round().astype(int))
    return tuple(reach[place] for place in places)


def nearest_average(number: Number, worths: Mapping[float, float]) -> float:
    """The value whose worth promises to be nearest to 0, on a line between those that were played.

    ``worths`` has them by value, the present one among them.

    >>> from eoc_sim.simulator.runs.numbers import Number
    >>> stars = Number("k", "n", "stars", 5, tuple(range(8)), tuple("01234567"), 2, 1)
    >>> nearest_average(stars, {5: 4.0, 3: 1.2, 1: -2.0})
    2
    """
    known = sorted(worths)
    values: Sequence[float] = [one for one in number.values if known[0] <= one <= known[-1]]
    promised = np.abs(np.interp(values, known, [worths[one] for one in known]))
    return values[int(np.argmin(promised))]
