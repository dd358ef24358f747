"""A few games played before a run by lot: with what chance each entry has its twin.

Some cards are played in every other game, some in one of a hundred, and what a thing does to the
wins varies ten times as much for one as for another. The pilot makes all intervals of the run about
equally wide, as far as there are twins at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eoc_sim.simulator.runs.schedule import chances_for

FIRST_GAME = 2_000_000_000
"""Beyond the games of any run, so that what decides the shares is not counted again."""
OUT_OF = 10_000
IMAGINED = 100
"""Twins that are added to those of each entry, of twice the usual variance: few tell little of it,
and one twin too many costs less than an interval that is too wide."""


def chances(
    told: Sequence[np.ndarray], tried: Sequence[int], changed: np.ndarray, a_game: float
) -> list[int]:
    """Shares of a schedule out of `OUT_OF`, with ``a_game`` twins of a game on average.

    ``told`` is of each entry what its twins of a pilot said, ``tried`` how many there would have
    been had all parted; ``changed`` is what all twins said.
    """
    imagined = 2 * np.square(changed).mean() if len(changed) else 1.0
    variances = [
        (np.square(one).sum() + IMAGINED * imagined) / (len(one) + IMAGINED) for one in told
    ]
    played = [(len(one) + 0.5) / (most + 1) for one, most in zip(told, tried, strict=True)]
    return chances_for(variances, played, a_game, OUT_OF)


def own_changes(rows: np.ndarray) -> np.ndarray:
    """What each twin says of its owner: its share of the win, alone its score."""
    for name in ("win_share", "score"):
        columns = [field for field in rows.dtype.names or () if field.startswith(f"{name}_")]
        seats = np.stack([rows[field] for field in columns], axis=1)
        changed = seats[np.arange(len(rows)), rows["seat"]].astype(float)
        if changed.any():
            break
    return changed
