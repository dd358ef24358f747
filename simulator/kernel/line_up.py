"""The start of a game: who sits where, and the game's luck."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import key_game
from eoc_sim.simulator.kernel.seating import BALANCED, ROTATE


@compiled
def begin_game(state: Any, players: Any, seed: Any, game: Any, seating: Any, search: Any) -> None:
    """Seat the line-up at a cleared table, and key the game's luck (RND-1).

    ``search`` is the stream of the game's searches.
    """
    box = state.box
    box.blamed_seat = -1
    box.leader = -1
    box.winner = -1
    for seat in range(len(state.seats)):
        state.seats[seat].seat = seat
    seat_entries(box.entry, players, seating, game)
    state.table.game = game
    key_game(box, seed, game, search)


@compiled
def seat_entries(entries: Any, players: Any, seating: Any, game: int) -> None:
    """Write every seat's entry in the line-up into ``entries``.

    Balanced: each game takes the next permutation in lexicographic order, and the first follows the
    last, so every entry has every seat and every neighbour equally often. Rotate: each entry moves
    one seat further with each game. Fixed: the order of the line-up.
    """
    for seat in range(players):
        entries[seat] = (seat - game) % players if seating == ROTATE else seat
    if seating != BALANCED:
        return
    permutations = 1
    for number in range(2, players + 1):
        permutations *= number
    rank = game % permutations
    for seat in range(players):
        # The entries that have no seat yet are in order.
        permutations //= players - seat
        position = seat + rank // permutations
        rank %= permutations
        entry = entries[position]
        for later in range(position, seat, -1):
            entries[later] = entries[later - 1]
        entries[seat] = entry
