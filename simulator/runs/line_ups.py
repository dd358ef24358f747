"""Line-ups of a tournament: which strategies sit at a table together, and their versions.

A line-up is a multiset of as many strategies as play; who sits where is the seating's doing. Those
in which one strategy holds all seats are left out: there everybody wins alike by construction.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import MOST_ARMS, Arm, Arms, Row
from eoc_sim.simulator.runs.game import Game, V

LineUp = tuple[int, ...]
"""The strategies of a table by their numbers, ascending."""
TRIED = 50
"""Line-ups of which a sample takes the one that evens out the seats of all strategies most."""


def how_many(strategies: int, players: int) -> int:
    """How many line-ups there are.

    >>> how_many(5, 4), how_many(3, 2)
    (65, 3)
    """
    return comb(strategies + players - 1, players) - strategies


def every(strategies: int, players: int) -> Iterator[LineUp]:
    """All line-ups.

    >>> list(every(2, 3))
    [(0, 0, 1), (0, 1, 1)]
    """
    for line_up in combinations_with_replacement(range(strategies), players):
        if line_up[0] != line_up[-1]:
            yield line_up


def ones_against_rest(strategies: int, players: int) -> list[LineUp]:
    """The line-ups in which one strategy sits among copies of another.

    >>> ones_against_rest(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    return sorted(
        {
            tuple(sorted((one, *[rest] * (players - 1))))
            for one in range(strategies)
            for rest in range(strategies)
            if one != rest
        }
    )


def chosen(strategies: int, players: int, number: int, seed: int) -> list[LineUp]:
    """So many line-ups, in order: all, or a sample that gives strategies about equal seats.

    A sample begins with every strategy among copies of every other, if there is room for all of
    these. The same ``seed`` is the same sample.
    """
    total = how_many(strategies, players)
    if number >= total:
        return list(every(strategies, players))
    first = ones_against_rest(strategies, players)
    taken = set(first if len(first) <= number else ())
    luck = random.Random(f"line-ups {seed}")
    left = sorted(set(every(strategies, players)) - taken) if total <= MOST_ARMS else None
    seats = Counter(strategy for line_up in taken for strategy in line_up)
    while len(taken) < number:
        candidates = (
            _drawn(strategies, players, luck)
            if left is None
            else luck.sample(left, min(TRIED, len(left)))
        )
        free = [one for one in candidates if one not in taken]
        if not free:
            continue
        best = min(free, key=lambda line_up: _unevenness(seats, line_up))
        taken.add(best)
        seats.update(best)
        if left is not None:
            left.remove(best)
    return sorted(taken)


def _drawn(strategies: int, players: int, luck: random.Random) -> list[LineUp]:
    """Some line-ups by chance."""
    found = [tuple(sorted(luck.choices(range(strategies), k=players))) for _ in range(TRIED)]
    return [one for one in found if one[0] != one[-1]]


def _unevenness(seats: Counter[int], line_up: LineUp) -> int:
    """How uneven the seats of all would be with one line-up more; by its own strategies alone."""
    return sum(
        (seats[strategy] + times) ** 2 - seats[strategy] ** 2
        for strategy, times in Counter(line_up).items()
    )


def line_up_words(names: Sequence[str], line_up: LineUp) -> str:
    """A line-up for people, a strategy each with how often it sits there.

    >>> line_up_words(("bold", "shy"), (0, 1, 1))
    'bold, 2 x shy'
    """
    return ", ".join(
        names[strategy] if times == 1 else f"{times} x {names[strategy]}"
        for strategy, times in Counter(line_up).items()
    )


def seat_keys(game: Game, first: Any, second: Any) -> list[str]:
    """The key of every seat, from two versions of which each has one strategy in all seats.

    Raises:
        InputError: the two are the same strategy.
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
    """An arm a line-up: ``version`` with its strategies at the ``keys`` of the seats.

    ``strategies`` are these as the game reads them, ``names`` what people call them.
    """
    versions = game.shared(
        [
            game.change(
                version,
                [(key, strategies[one]) for key, one in zip(keys, line_up, strict=True)],
            )
            for line_up in line_ups
        ]
    )
    labels = [line_up_words(names, line_up) for line_up in line_ups]
    arms = tuple(
        Arm(label, game.differences(versions[0], one), one)
        for label, one in zip(labels, versions, strict=True)
    )
    return Arms(arms, tuple(Row(label, number) for number, label in enumerate(labels)))
