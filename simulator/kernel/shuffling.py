"""Shuffle a pile (RND-1) by sorting its items by random keys.

An item's key is drawn from a stream at the item's number, so adding or removing an item does not
reorder the others. The record ``box`` has the fields of `pile_fields` and the game's ``key``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.random_streams import item_key, key_rank, stream_key_0, stream_key_1


def pile_fields(max_items: int) -> list[tuple[str, type, int]]:
    """List the fields for shuffling one pile of up to ``max_items`` items."""
    return [
        ("sort_key", np.uint64, max_items),
        ("sort_item", np.int32, max_items),  # once shuffled, index 0 is the top of the pile
        ("spread_key", np.uint64, max_items),  # the same keys, each near its final position
        ("spread_item", np.int32, max_items),
        ("spread_end", np.int32, max_items),  # for each estimated position, the end of its keys
    ]


@compiled
def shuffle_add(box: Any, stream: int, index: int, key_number: int, item: int) -> None:
    """Put an item into the pile being shuffled.

    Its key is drawn from the stream at ``key_number``.
    """
    box.sort_key[index] = item_key(
        stream_key_0(box.key[0], stream), stream_key_1(box.key[1], stream), key_number
    )
    box.sort_item[index] = item


@outlined
def shuffle_finish(box: Any, number: int) -> None:
    """Order ``box.sort_item`` by the keys (RND-1).

    Keys are uniform, so their leading bits give each one's approximate position. Few keys share a
    position, and an insertion sort puts these in order.
    """
    for index in range(number):
        box.spread_end[index] = 0
    for index in range(number):
        box.spread_end[key_rank(box.sort_key[index], number)] += 1
    for index in range(1, number):
        box.spread_end[index] += box.spread_end[index - 1]
    for index in range(number):
        estimate = key_rank(box.sort_key[index], number)
        box.spread_end[estimate] -= 1
        position = box.spread_end[estimate]
        box.spread_key[position] = box.sort_key[index]
        box.spread_item[position] = box.sort_item[index]
    for index in range(number):
        key = box.spread_key[index]
        hole = index
        while hole > 0 and box.sort_key[hole - 1] > key:
            box.sort_key[hole] = box.sort_key[hole - 1]
            box.sort_item[hole] = box.sort_item[hole - 1]
            hole -= 1
        box.sort_key[hole] = key
        box.sort_item[hole] = box.spread_item[index]
