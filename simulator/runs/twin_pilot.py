"""A pilot before a run with random twins, to set their chances.

Some cards are played in every other game, some in one game in a hundred, and the effects on wins
vary ten times as much for some things as for others. With chances from the pilot, all intervals of
the run have about the same width, if there are enough twins.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from eoc_sim.simulator.runs.schedule import Dealer, Schedule, TwinEngine, chances_for

FIRST_GAME = 2_000_000_000
"""The number of the pilot's first game, above those of any run.

So the pilot's games, which determine the chances, are not also games of the run.
"""
OUT_OF = 10_000
"""The number that stands for a chance of 1, as in `Schedule.out_of`."""
IMAGINED_TWINS = 100
"""The number of imagined twins that are added to each entry's own.

They have twice the average variance, because a few twins give a poor estimate of the variance, and
a superfluous twin costs less than an interval that is too wide.
"""


def chances(
    results: Sequence[np.ndarray], counts: Sequence[int], changes: np.ndarray, twins_per_game: float
) -> list[int]:
    """Return each entry's chance, in units of 1 / `OUT_OF`.

    With these chances a game has ``twins_per_game`` twins on average. ``results`` has the changes
    made by each entry's pilot twins, and ``changes`` those made by all pilot twins. ``counts`` has
    the number of each entry's twins that were tried, including those that made no difference to
    their game.
    """
    imagined_square = 2 * np.square(changes).mean() if len(changes) else 1.0
    variances = [
        (np.square(result).sum() + IMAGINED_TWINS * imagined_square)
        / (len(result) + IMAGINED_TWINS)
        for result in results
    ]
    rates = [
        (len(result) + 0.5) / (tried + 1) for result, tried in zip(results, counts, strict=True)
    ]
    return chances_for(variances, rates, twins_per_game, OUT_OF)


def own_changes(rows: np.ndarray) -> np.ndarray:
    """Return each twin's change for its owner.

    It is the change in the win share or, if no win share changes, as in solo games, in the score.
    The owner is the seat in the twin's row.
    """
    for name in ("win_share", "score"):
        columns = [field for field in rows.dtype.names or () if field.startswith(f"{name}_")]
        seat_changes = np.stack([rows[field] for field in columns], axis=1)
        changes = seat_changes[np.arange(len(rows)), rows["seat"]].astype(float)
        if changes.any():
            break
    return changes


def pilot_schedule(
    engine: Any,
    schedule: Schedule,
    make_dealer: Callable[[Any, Any], Dealer],
    keys: Sequence[Hashable],
    keys_of: Callable[[np.ndarray], Sequence[Hashable]],
    twins_per_game: float,
    games: int,
) -> Schedule:
    """Set the chances of a schedule's entries with a pilot.

    The pilot plays ``games`` games, each with the twins of all entries. ``make_dealer(schedule,
    engine)`` makes the dealer. ``keys`` has the key of each entry, and ``keys_of(rows)`` returns
    the key of each row of the table ``twins``; entries with the same key get the same chance. In
    the new schedule, a game has ``twins_per_game`` twins on average.
    """
    dealer_of_all = make_dealer(replace(schedule, out_of=1), engine)
    rows = TwinEngine(engine, dealer_of_all).worker().play(FIRST_GAME, games, ("twins",))["twins"]
    changes = own_changes(rows)
    indexes: dict[Hashable, list[int]] = {}
    for index, key in enumerate(keys_of(rows)):
        indexes.setdefault(key, []).append(index)
    nothing = np.zeros(0)
    results = [changes[indexes[key]] if key in indexes else nothing for key in keys]
    counts = [games * list(keys).count(key) for key in keys]
    return replace(schedule, out_of=OUT_OF).with_shares(
        chances(results, counts, changes, twins_per_game)
    )
