"""A game has the same seating alone as in a run, in a replay, in any version and as a twin."""

from __future__ import annotations

from itertools import permutations

import pytest
from eoc.tabletop import engine

from eoc_sim.simulator.eoc.twins import read

LINE_UP = ("random", "vegas", "balanced")
GAMES_IN_ROUND = {2: 2, 3: 6, 4: 24}


def names(trace):
    return tuple(player["strategy"] for player in trace[0]["players"])


def expected(seating, game):
    if seating == "balanced":
        return list(permutations(LINE_UP))[game % 6]
    shift = game if seating == "rotate" else 0
    return tuple(LINE_UP[(seat - shift) % 3] for seat in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_balanced_round_has_every_seating_once(players):
    """Each strategy has each seat and each neighbour equally often.

    With rotation each strategy has each seat too, but always the same neighbours.
    """
    line_up = ("random", "vegas", "balanced", "hoarder")[:players]
    rows = (
        engine(*line_up, seating="balanced")
        .worker()
        .play(0, 2 * GAMES_IN_ROUND[players], ("seats",))
    )
    entries = rows["seats"]["strategy"].reshape(-1, players)
    assert (rows["seats"]["seat"].reshape(-1, players) == range(players)).all()
    assert [tuple(row) for row in entries.tolist()] == 2 * list(permutations(range(players)))
    rotated = engine(*line_up, seating="rotate").worker().play(0, players, ("seats",))
    for row in rotated["seats"]["strategy"].reshape(-1, players):
        assert ((row - row[[*range(1, players), 0]]) % players == players - 1).all()


@pytest.mark.parametrize("seating", ["balanced", "rotate", "fixed"])
def test_traces_and_tables_have_the_requested_seating(seating):
    game_engine = engine(*LINE_UP, seating=seating)
    rows = game_engine.worker().play(0, 8, ("seats",))["seats"]
    for game in range(8):
        game_rows = sorted(rows[rows["game"] == game], key=lambda row: row["seat"])
        assert tuple(LINE_UP[row["strategy"]] for row in game_rows) == expected(seating, game)
    for game in (2, 7):
        assert names(game_engine.replay(game)) == expected(seating, game)
        assert names(game_engine.replay(game, read("card.038"))) == expected(seating, game)


def test_a_version_changes_no_seats():
    for settings in ({"hand": 3}, {"stash": "starter"}, {"regions": "clockwise"}):
        game_engine = engine(*LINE_UP, seating="balanced", **settings)
        assert names(game_engine.replay(4)) == expected("balanced", 4)


def test_bubba_sits_second_in_a_solo_game():
    """SOLO-1: Bubba sits second in any seating and after any number of games."""
    for seating in ("balanced", "rotate", "fixed"):
        game_engine = engine("random", rules="solo", seating=seating)
        rows = game_engine.worker().play(0, 3, ("seats",))["seats"]
        assert [(row["seat"], row["strategy"]) for row in rows] == [(0, 0), (1, 1)] * 3
