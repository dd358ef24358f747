"""Line-ups of a tournament: the strategies at a table, as versions.

A line-up is a multiset with one strategy per player; the seating decides where each sits. Line-ups
of one strategy in all seats are left out: all seats win equally by construction.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import MAX_ARMS, Arm, Arms, Row
from eoc_sim.simulator.runs.game import Game, V

LineUp = tuple[int, ...]
"""The numbers of the strategies at a table, in ascending order."""
TRIES = 50
"""The number of line-ups tried per step of a sample.

The one that keeps the strategies' numbers of seats most even is chosen.
"""


def count_line_ups(strategies: int, players: int) -> int:
    """Count the line-ups of a number of strategies and players.

    >>> count_line_ups(5, 4), count_line_ups(3, 2)
    (65, 3)
    """
    return comb(strategies + players - 1, players) - strategies


def all_line_ups(strategies: int, players: int) -> Iterator[LineUp]:
    """Yield all line-ups, in ascending order.

    >>> list(all_line_ups(2, 3))
    [(0, 0, 1), (0, 1, 1)]
    """
    for line_up in combinations_with_replacement(range(strategies), players):
        if line_up[0] != line_up[-1]:
            yield line_up


def one_against_copies(strategies: int, players: int) -> list[LineUp]:
    """List the line-ups with one strategy among copies of another.

    >>> one_against_copies(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    return sorted(
        {
            tuple(sorted((index, *[opponent] * (players - 1))))
            for index in range(strategies)
            for opponent in range(strategies)
            if index != opponent
        }
    )


def choose_line_ups(strategies: int, players: int, number: int, seed: int) -> list[LineUp]:
    """Choose ``number`` line-ups that seat all strategies nearly equally often.

    They are in ascending order. If there are more than ``number`` line-ups, the choice is a sample.
    It includes all line-ups with one strategy among copies of another, if ``number`` leaves room
    for them. The same ``seed`` gives the same sample.
    """
    total = count_line_ups(strategies, players)
    if number >= total:
        return list(all_line_ups(strategies, players))
    first = one_against_copies(strategies, players)
    choice = set(first if len(first) <= number else ())
    luck = random.Random(f"line-ups {seed}")
    unchosen_line_ups = (
        sorted(set(all_line_ups(strategies, players)) - choice) if total <= MAX_ARMS else None
    )
    seats = Counter(strategy for line_up in choice for strategy in line_up)
    while len(choice) < number:
        candidates = (
            _draw(strategies, players, luck)
            if unchosen_line_ups is None
            else luck.sample(unchosen_line_ups, min(TRIES, len(unchosen_line_ups)))
        )
        new_line_ups = [candidate for candidate in candidates if candidate not in choice]
        if not new_line_ups:
            continue
        best = min(new_line_ups, key=lambda line_up: _unevenness(seats, line_up))
        choice.add(best)
        seats.update(best)
        if unchosen_line_ups is not None:
            unchosen_line_ups.remove(best)
    return sorted(choice)


def _draw(strategies: int, players: int, luck: random.Random) -> list[LineUp]:
    """Draw random line-ups."""
    line_ups = [tuple(sorted(luck.choices(range(strategies), k=players))) for _ in range(TRIES)]
    return [line_up for line_up in line_ups if line_up[0] != line_up[-1]]


def _unevenness(seats: Counter[int], line_up: LineUp) -> int:
    """Measure how a line-up changes the unevenness of seats."""
    return sum(
        (seats[strategy] + times) ** 2 - seats[strategy] ** 2
        for strategy, times in Counter(line_up).items()
    )


def line_up_words(names: Sequence[str], line_up: LineUp) -> str:
    """Write a line-up for display: each strategy with its number of seats.

    >>> line_up_words(("bold", "shy"), (0, 1, 1))
    'bold, 2 x shy'
    """
    return ", ".join(
        names[strategy] if times == 1 else f"{times} x {names[strategy]}"
        for strategy, times in Counter(line_up).items()
    )


def seat_keys(game: Game, first: Any, second: Any) -> list[str]:
    """Return all seats' keys, given two versions that differ in them.

    Each of the two has one strategy in all seats.

    Raises:
        InputError: both versions have the same strategy.
    """
    keys = [change.key for change in game.differences(first, second)]
    if len(keys) != game.players_of(first):
        raise InputError("Two of the strategies are the same.")
    return keys


def line_up_arms(
    game: Game[V],
    version: V,
    keys: Sequence[str],
    strategies: Sequence[str],
    names: Sequence[str],
    line_ups: Sequence[LineUp],
) -> Arms:
    """Make an arm per line-up, with its strategies at the ``keys``.

    The keys are those of the seats of ``version``. ``strategies`` are the strategies as the game
    reads them, and ``names`` their displayed names.
    """
    versions = game.align(
        [
            game.change(
                version,
                [(key, strategies[index]) for key, index in zip(keys, line_up, strict=True)],
            )
            for line_up in line_ups
        ]
    )
    labels = [line_up_words(names, line_up) for line_up in line_ups]
    arms = tuple(
        Arm(label, game.differences(versions[0], arm_version), arm_version)
        for label, arm_version in zip(labels, versions, strict=True)
    )
    return Arms(arms, tuple(Row(label, number) for number, label in enumerate(labels)))
