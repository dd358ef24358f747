"""Switches for the turn order: compensation, first pick and passing the Chain."""

from __future__ import annotations

import pytest
from eoc.tabletop import Tabletop

from eoc_sim.simulator.eoc.turn_order import compensate_turn_order, pass_chain, picking_seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_compensation_follows_marchs_turn_order(players):
    """SET-19, SET-6, SCO-8: extra BB and stars are added; the stars are a separate score part."""
    bucks, stars = (1, 20, 3, 4), (0, 6, 20, 8)
    compensation = {f"order_bucks_{index}": number for index, number in enumerate(bucks, 1)}
    compensation |= {f"order_stars_{index}": number for index, number in enumerate(stars, 1)}
    t = Tabletop(players, **compensation)
    for first in range(players):
        t.table.first = first
        for field in (t.table.bucks, t.table.score, t.table.part):
            field[...] = 0
        compensate_turn_order(t.table)
        check_compensation(t, bucks, stars)


def check_compensation(t, bucks, stars):
    players = int(t.table.players)
    for order in range(players):
        seat = (int(t.table.first) + order) % players
        assert t.table.bucks[seat] == bucks[order]
        assert t.table.score[seat] == stars[order]
        assert t.parts(seat) == ({"order_stars": stars[order]} if stars[order] else {})


def test_absent_places_get_no_compensation():
    """SET-19: the compensation for an unused place goes to nobody."""
    t = Tabletop(2, order_bucks_3=20, order_stars_4=20)
    assert list(t.table.bucks[:2]) == [7, 7] and not t.table.score.any()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("value", ["printed", "reversed"])
def test_pick_order(players, value):
    """DRA-9, DRA-2: each round goes clockwise from the starting player, or in reverse."""
    t = Tabletop(players, pick_order=value)
    for starter in range(players):
        t.table.starter = starter
        clockwise = [(starter + index) % players for index in range(players)]
        expected = clockwise if value == "printed" else clockwise[::-1]
        assert [picking_seat(t.table, turn) for turn in range(2 * players)] == 2 * expected


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("value", ["on", "off", "back_in_february"])
def test_starting_players_of_the_months(players, value):
    """END-4, END-6: by the printed rule, the last player in March's turn order starts in
    February."""
    t = Tabletop(players, chain=value)
    orders = []
    for month in range(1, 13):
        orders.append((int(t.table.starter) - int(t.table.first)) % players)
        t.table.month = month
        pass_chain(t.table)
    printed = [month % players for month in range(12)]
    assert (
        orders
        == {
            "on": printed,
            "off": [0] * 12,
            "back_in_february": [*printed[:11], 0],
        }[value]
    )
    assert printed[-1] == players - 1
