"""What Python asks of the kernel of a game, whichever it is: codes, and the numbers with them."""

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
"""What a worker, or an engine (PREPARE), asks for; a game's own requests count on from `OWN`.
Only games with twins answer PLAY_WITH_TWINS."""
OWN = 9


def request_fields() -> list[tuple[str, Any]]:
    """The fields of a request that every game has; it may have more behind them."""
    return [
        ("what", np.int32),  # PLAY_GAMES, SET_UP_GAME ...
        ("game", np.int64),  # the first game
        ("games", np.int64),
        ("seed", np.int64),
        ("seating", np.int32),  # a code of kernel.seating
        ("seat", np.int32),  # of a redeal; the entry of PREPARE
        ("key", np.int64),  # of a redeal
        ("phase", np.int32),  # of PLAY_UNTIL
        ("round", np.int32),  # of PLAY_UNTIL
    ]
