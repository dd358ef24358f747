"""A race between candidates, in which those clearly behind stop early."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIN_STANDARD_ERRORS = 2.0
"""The number of standard errors at which a candidate is clearly behind.

They are standard errors of its paired difference from the candidate it is compared with.
"""


def rank(values: list[Floats]) -> list[int]:
    """Rank candidates from best to worst by games played, then by mean.

    ``values[candidate]`` has one number per game; all candidates begin with the same games. A
    candidate that stopped early was behind, and ranks below all that played on. Ties keep their
    order.
    """
    means = [float(value.mean()) for value in values]
    return sorted(range(len(values)), key=lambda index: (-len(values[index]), -means[index], index))


def clearly_behind(values: list[Floats], racing: list[int], winners: int) -> list[int]:
    """List candidates in ``racing`` that are clearly not among the best ``winners``.

    Each is compared game by game with the candidate that currently has rank ``winners``, so that
    shared luck cancels. The rule saves games; it is not a test with a guaranteed error rate.
    """
    if len(racing) <= winners:
        return []
    by_mean = sorted(racing, key=lambda candidate: (-float(values[candidate].mean()), candidate))
    last_needed = values[by_mean[winners - 1]]
    behind = []
    for candidate in by_mean[winners:]:
        change = values[candidate] - last_needed
        error = float(change.std(ddof=1)) / len(change) ** 0.5 if len(change) > 1 else 0.0
        if error > 0 and float(change.mean()) < -MIN_STANDARD_ERRORS * error:
            behind.append(candidate)
    return behind
