"""Draws for Python callers outside games, keyed like `random_streams`."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.random_streams import (
    draw_at,
    game_key_0,
    game_key_1,
    stream_key_0,
    stream_key_1,
)


@compiled_entry
def keyed_draw(seed: int, number: int, stream: int, position: int, n: int) -> int:
    """Draw a number below ``n`` from a stream of game ``number``.

    ``n`` is from 1 to 2**31 - 1, all other arguments from 0 to 2**63 - 1.
    """
    key_0 = stream_key_0(game_key_0(seed, number), stream)
    key_1 = stream_key_1(game_key_1(seed, number), stream)
    return int(draw_at(key_0, key_1, position, n))
