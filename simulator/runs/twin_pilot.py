"""A pilot before a run with random twins, to set their chances.

Some cards are played in every other game, some in one of a hundred, and the effect of one thing on
the wins varies ten times as much as that of another. The pilot gives all intervals of the run about
the same width, as far as there are twins at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eoc_sim.simulator.runs.schedule import chances_for

FIRST_GAME = 2_000_000_000
"""The pilot's first game, beyond all runs' games.

Games that decide the shares are therefore not counted again.
"""
OUT_OF = 10_000
IMAGINED = 100
"""Imagined twins that are added to each entry's.

They have twice the usual variance: few twins show little of it, and one twin too many costs less
than an interval that is too wide.
"""


def chances(
    results: Sequence[np.ndarray], tried: Sequence[int], changed: np.ndarray, a_game: float
) -> list[int]:
    """Return shares of `OUT_OF`, with ``a_game`` twins per game on average.

    ``results`` has each entry's results of its pilot twins, ``tried`` their number had all parted,
    and ``changed`` the results of all twins.
    """
    imagined = 2 * np.square(changed).mean() if len(changed) else 1.0
    variances = [
        (np.square(one).sum() + IMAGINED * imagined) / (len(one) + IMAGINED) for one in results
    ]
    played = [(len(one) + 0.5) / (most + 1) for one, most in zip(results, tried, strict=True)]
    return chances_for(variances, played, a_game, OUT_OF)


def own_changes(rows: np.ndarray) -> np.ndarray:
    """Return each twin's change for its owner.

    It is the change of the win share or, where none changes as in solo games, of the score.
    """
    for name in ("win_share", "score"):
        columns = [field for field in rows.dtype.names or () if field.startswith(f"{name}_")]
        seats = np.stack([rows[field] for field in columns], axis=1)
        changed = seats[np.arange(len(rows)), rows["seat"]].astype(float)
        if changed.any():
            break
    return changed
