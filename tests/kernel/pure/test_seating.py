"""The seats of a line-up's entries from game to game, in compiled code and plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.line_up import seat_entries
from eoc_sim.simulator.kernel.seating import (
    BALANCED,
    FIXED,
    ROTATE,
    SEATINGS,
    line_up_order,
    seating_code,
)

PLAYERS = (1, 2, 3, 4, 5)


def entries_by_seat(players: int, seating: int, game: int) -> tuple[int, ...]:
    """Return the line-up's entries by seat, leaving out seats beyond the players."""
    entries = np.full(players + 1, 77, np.int32)
    seat_entries(entries, players, seating, game)
    assert entries[players] == 77
    return tuple(int(entry) for entry in entries[:players])


@pytest.mark.parametrize("players", PLAYERS)
def test_balanced_is_every_permutation_in_lexicographic_order(players):
    count = factorial(players)
    seatings = [entries_by_seat(players, BALANCED, game) for game in range(count)]
    assert seatings == list(permutations(range(players)))
    for game in (count, 7 * count + count // 2, 10**12):
        assert entries_by_seat(players, BALANCED, game) == seatings[game % count]


@pytest.mark.parametrize("players", PLAYERS)
def test_fixed_keeps_seats_and_rotate_moves_everyone_by_one_seat(players):
    for game in (0, 1, 5, 10**12 + 3):
        assert entries_by_seat(players, FIXED, game) == tuple(range(players))
        assert entries_by_seat(players, ROTATE, game) == tuple(
            (seat - game) % players for seat in range(players)
        )


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("players", PLAYERS)
def test_plain_python_games_have_the_same_seating(players, seating):
    for game in (*range(130), 10**12 + 3):
        order = tuple(line_up_order(seating, players, game))
        assert order == entries_by_seat(players, SEATINGS.index(seating), game)


def neighbours(players: int, seating: int) -> Counter[tuple[int, int]]:
    """Count how often each entry sits just before every other entry.

    The last seat is before the first.
    """
    counts: Counter[tuple[int, int]] = Counter()
    for game in range(factorial(players)):
        entries = entries_by_seat(players, seating, game)
        counts.update((entries[seat - 1], entries[seat]) for seat in range(players))
    return counts


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_balanced_round_has_every_seat_and_neighbour_equally_often(players):
    games = factorial(players)
    seats = Counter(
        (entry, seat)
        for game in range(games)
        for seat, entry in enumerate(entries_by_seat(players, BALANCED, game))
    )
    assert set(seats.values()) == {games // players} and len(seats) == players**2
    neighbour_counts = neighbours(players, BALANCED)
    assert set(neighbour_counts.values()) == {games // (players - 1)}
    assert set(neighbour_counts) == set(permutations(range(players), 2))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rotating_keeps_neighbours(players):
    """Entries keep their order, so each one always sits just before the same neighbour."""
    assert set(neighbours(players, ROTATE)) == {
        (entry, (entry + 1) % players) for entry in range(players)
    }


def test_an_unknown_seating_is_refused_with_a_suggestion():
    assert [seating_code(name) for name in SEATINGS] == [BALANCED, ROTATE, FIXED]
    with pytest.raises(InputError, match=r'"balnced"; .*Did you mean "balanced"\?'):
        seating_code("balnced")
