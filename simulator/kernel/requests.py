"""Requests from Python to a game's kernel: codes and fields."""

from __future__ import annotations

from typing import Any

import numpy as np

(
    PLAY_GAMES,
    SET_UP_GAME,
    STEP,
    PLAY_UNTIL,
    COPY,
    REDEAL,
    WRITE_ROWS,
    PREPARE,
    PLAY_WITH_TWINS,
) = range(9)
"""Requests from a worker, or from an engine (PREPARE).

A game's own requests are numbered from `FIRST_OWN_REQUEST`. Only games with twins serve
PLAY_WITH_TWINS.
"""
FIRST_OWN_REQUEST = 9


def request_fields() -> list[tuple[str, Any]]:
    """List the fields of any game's request; games with twins add one."""
    return [
        ("task", np.int32),  # PLAY_GAMES, SET_UP_GAME ...
        ("game", np.int64),  # the first game
        ("games", np.int64),
        ("seed", np.int64),
        ("seating", np.int32),  # a code of kernel.seating
        ("seat", np.int32),  # for a redeal; for PREPARE, an entry of the line-up
        ("key", np.int64),  # for a redeal
        ("phase", np.int32),  # for PLAY_UNTIL
        # For PLAY_UNTIL; for a twin, the round in which it departs from its game, as
        # `TwinFunctions.parting_round` returns it.
        ("round", np.int32),
    ]
