"""Ranks, shares of the win, and the order at the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

Key = TypeVar("Key", int, tuple[int, ...])
Seat = TypeVar("Seat")


def rank(key: Key, all_keys: Collection[Key]) -> int:
    """Return 1 + the number of larger keys, which are better."""
    return 1 + sum(other > key for other in all_keys)


def win_share(key: Key, all_keys: Collection[Key]) -> float:
    """Return a key's share of the win, which the best keys split."""
    best = [other for other in all_keys if rank(other, all_keys) == 1]
    return 1 / len(best) if key in best else 0


def clockwise(seats: list[Seat], first: int) -> list[Seat]:
    """List the seats clockwise, beginning at index ``first``."""
    return seats[first:] + seats[:first]
