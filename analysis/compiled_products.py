"""Compiled sums of products, for `adjusting`.

One pass over the games adds up all products. All numbers are integers, so the order of the games
does not change the sums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

RESULTS = 3
"""Number of indexes that precede those of kinds.

They are the indexes of seats, win share and score.
"""


@compiled
def _insert(kind: int, begin: int, end: int, kind_list: Integers, seat_counts: Integers) -> int:
    """Count a seat of a kind; return the sorted list's new end."""
    slot = end
    while slot > begin and kind_list[slot - 1] > kind:
        slot -= 1
    if slot > begin and kind_list[slot - 1] == kind:
        seat_counts[slot - 1] += 1
        return end
    for later in range(end, slot, -1):
        kind_list[later], seat_counts[later] = kind_list[later - 1], seat_counts[later - 1]
    kind_list[slot], seat_counts[slot] = kind, 1
    return end + 1


@compiled_entry
def count_seats(kinds: Integers, players: int, games: Integers) -> None:
    """Count the games by kind and number of seats that have it.

    Args:
        kinds: by column and seat, in game order, the index of the kind; -1 for none.
        players: the number of seats in a game.
        games: counts by kind and number of seats; the function adds to them.
    """
    for column in range(len(kinds)):
        for first in range(0, kinds.shape[1], players):
            for seat in range(first, first + players):
                kind = kinds[column, seat]
                number = 0
                for other in range(first, first + players):
                    if kinds[column, other] == kind:
                        # Only the first seat of a kind counts it.
                        if other < seat:
                            number = 0
                            break
                        number += 1
                if kind >= 0 and number:
                    games[kind, number] += 1


@compiled
def _add(
    games: NDArray[np.int32],
    products: Integers,
    indexes: NDArray[np.uint64],
    numbers: Integers,
    length: int,
) -> None:
    """Add the products of a group's numbers in a game."""
    for index in range(length):
        number = numbers[index]
        games_with, products_with = games[indexes[index]], products[indexes[index]]
        for other in range(index, length):
            games_with[indexes[other]] += 1
            products_with[indexes[other]] += number * numbers[other]


@compiled
def _add_game(
    first: int,
    kinds: Integers,
    values: Integers,
    players: int,
    rows: Integers,
    games: NDArray[np.int32],
    products: Integers,
    indexes: NDArray[np.uint64],
    lists: Integers,
    begin: Integers,
    slots: Integers,
) -> None:
    """Add the products of the game that begins at seat ``first``.

    The last four arguments are scratch space.
    """
    kind_list, seat_counts, group_seat_counts, numbers = lists[0], lists[1], lists[2], lists[3]
    columns = len(kinds)
    end = 0
    for column in range(columns):
        begin[column] = end
        for seat in range(players):
            kind = kinds[column, first + seat]
            if kind >= 0:
                end = _insert(kind, begin[column], end, kind_list, seat_counts)
        for seat in range(players):
            slots[column, seat] = -1
            for slot in range(begin[column], end):
                if kind_list[slot] == kinds[column, first + seat]:
                    slots[column, seat] = slot
    begin[columns] = end
    for column in range(columns):
        for group in range(begin[column], begin[column + 1]):
            for slot in range(end):
                group_seat_counts[slot] = 0
            for result in range(RESULTS):
                indexes[result], numbers[result] = result, 0
            for seat in range(players):
                if slots[column, seat] == group:
                    numbers[0] += 1
                    numbers[1] += values[0, first + seat]
                    numbers[2] += values[1, first + seat]
                    for other in range(columns):
                        if slots[other, seat] >= 0:
                            group_seat_counts[slots[other, seat]] += 1
            length = RESULTS
            for slot in range(end):
                if not begin[column] <= slot < begin[column + 1]:
                    indexes[length] = kind_list[slot]
                    numbers[length] = (
                        players * group_seat_counts[slot] - numbers[0] * seat_counts[slot]
                    )
                    length += 1
            row = rows[kind_list[group], numbers[0]]
            _add(games[row], products[row], indexes, numbers, length)


@compiled_entry
def add_products(
    kinds: Integers,
    values: Integers,
    players: int,
    rows: Integers,
    games: NDArray[np.int32],
    products: Integers,
) -> None:
    """Add the products of all pairs of numbers in each game.

    A group is the seats of a game that have the same kind in one column. Each kind has a row for
    each number of seats that its group may have in a game. A group's numbers in a game are the
    number of its seats; the sums of both ``values`` over these seats; and, for each kind of another
    column, ``players`` times the kind's seats in the group, minus the group's seats times the
    kind's seats at the table.

    Args:
        kinds: by column and seat, in game order, the index of the kind; -1 for none.
        values: the win share and the score of each seat.
        players: the number of seats in a game.
        rows: by kind and number of its group's seats in a game, the group's row.
        games: by row and two ascending indexes, the number of games in which both are present; the
            function adds to it.
        products: the sums of the products, in the same layout; the function adds to them.
    """
    columns = len(kinds)
    lists = np.zeros((4, RESULTS + columns * players), np.int64)
    indexes = np.zeros(lists.shape[1], np.uint64)  # unsigned indexes are faster
    begin = np.zeros(columns + 1, np.int64)
    slots = np.zeros((columns, players), np.int64)
    for first in range(0, kinds.shape[1], players):
        _add_game(
            first, kinds, values, players, rows, games, products, indexes, lists, begin, slots
        )
