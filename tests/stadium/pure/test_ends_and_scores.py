"""The end of a game (END) and its winner (SCO), beyond the worked examples."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.simulator.stadium.columns import PART_NAMES
from eoc_sim.simulator.stadium.decisions import BUILD_BLOCK, PLAY_BLOCK, STOP, TAKE_WIN
from eoc_sim.simulator.stadium.scoring import count_points

SIX_PLACES = ("F01", "B01", "B02", "B03", "B04", "B05")


def stopping(owners=2, **settings):
    """Return a game in which nobody places VPs, and VPs have no salary."""
    settings = {"placing": "may_stop", "vp_salary": 0, "bonus_tokens": "off", **settings}
    return Tabletop(
        owners, {seat: {"place": [{"kind": STOP}] * 99} for seat in range(owners)}, **settings
    )


def parts(table, seat):
    count_points(table.game_table, seat)
    return {
        name: int(value)
        for name, value in zip(PART_NAMES, table.game_table.part[seat], strict=True)
        if value
    }


def ending(*owned, rivals=(), **settings):
    """Return a table on which two owners can pay for a block, and place it if they act on Build.

    In a game with 7 blocks each, it is the last block of an owner who already has SIX_PLACES.
    """
    answers = {
        0: {"build": [{"kind": BUILD_BLOCK, "place": "B06"}], "playbook": [{"kind": TAKE_WIN}]},
        1: {"build": [{"kind": BUILD_BLOCK, "place": "B06"}]},
    }
    table = Tabletop(2, answers, **settings)
    table.ready_to_act()
    for seat, places in ((0, owned), (1, rivals)):
        table.set_tokens(seat, construction=12, money=9)
        table.give(seat, *places)
    return table


# --- The commissioner, and the end


def test_the_office_of_commissioner_passes_clockwise():
    """END-1, TIM-1: after the first commissioner, the next owner has the office each round."""
    table = stopping(3)
    table.start_with(2)
    table.rounds(4)
    assert [event["commissioner"] for event in table.events("round")] == [2, 0, 1, 2]
    assert [event["commissioner"] for event in table.events("commissioner")] == [0, 1, 2, 0]


def test_the_steps_of_a_round():
    """TIM-1: the steps come in order, each once."""
    table = stopping(2, bonus_tokens="losses", vp_salary=1)
    table.give(0, "B04")
    for seat in range(2):
        table.set_tokens(seat, equipment=9)
        table.level(equipment=2)
    table.rounds()
    assert [event["e"] for event in table.events()[1:]] == [
        "round",
        "stop",
        "stop",
        "tokens",
        "football",
        "salaries",
        "salaries",
        "loss",
        "loss",
        "end_round",
        "commissioner",
    ]


@pytest.mark.parametrize("cap", [10, 13])
def test_the_round_cap(cap):
    """END-3: the game ends after the last round that the cap allows, and the commissioner stays."""
    table = stopping(3, round_cap=cap)
    table.set_tokens(1, entertainment=3)
    table.to("game over")
    assert len(table.events("round")) == len(table.events("end_round")) == cap
    assert len(table.events("commissioner")) == cap - 1
    final = table.events("final")[0]
    assert final["end"] == "cap" and final["owners"][1]["win_share"] == 1


def test_a_last_block_in_the_last_round():
    """END-2, END-3: the game counts as ended by its blocks, not by the cap."""
    table = ending(*SIX_PLACES, round_cap=10)
    table.game_table.round = 10
    table.stand(0, "build", 1)
    table.act()
    table.to("game over")
    assert table.events("final")[0]["end"] == "blocks"


def test_others_may_place_last_blocks_too():
    """END-2: the round is completed; the owner whose last block came first has ended the game."""
    table = ending(*SIX_PLACES, rivals=SIX_PLACES)
    table.stand(1, "build", 2)
    table.stand(0, "build", 1)
    table.act()
    assert table.game_table.blocks_left[:2].tolist() == [0, 0]
    assert table.box.ender == 1
    table.to("game over")
    assert table.events("final")[0]["end"] == "blocks"


def test_an_immediate_end():
    """END-2: the game ends after the action and its effects; nobody else acts, gains or pays."""
    components = components_with({"player.P01.effect": "build: 1 wins; football: 1 wins"})
    table = ending(*SIX_PLACES, rivals=SIX_PLACES, end_round="at_once", components=components)
    table.give(0, "P01")
    table.stand(0, "build", 1)
    table.stand(1, "build", 2)
    table.stand(1, "sponsorship", 1)
    table.level(tickets=3)
    table.finish_placing()
    table.to("game over")
    assert [event["e"] for event in table.events()[-4:]] == [
        "build",
        "effect",
        "end_round",
        "final",
    ]
    assert table.tokens(0)["wins"] == 1 and table.tokens(0)["money"] == 9
    assert table.game_table.blocks_left[:2].tolist() == [0, 1]
    assert table.events("final")[0]["end"] == "blocks"


def test_a_game_with_another_number_of_blocks():
    """SET-2, END-2: with three blocks the third ends the game."""
    table = ending("F01", "B01", blocks=3)
    table.stand(0, "build", 1)
    table.act()
    assert table.game_table.ended == 1


# --- Points


def test_parts_of_a_score():
    """SCO-1, SCO-4: each part counts every copy of its cards, and the parts add up."""
    table = Tabletop(2, components=components_with({"player.P08.copies": "2"}))
    table.ready_to_act()
    table.give(0, "F02", "B01", "B07", "B12", "P08", "P08", "E24")
    table.set_tokens(0, entertainment=5, wins=30, money=30, equipment=30, construction=30)
    table.game_table.point_tokens[0] = 3
    table.game_table.bonus_tiles[0] = 6
    assert parts(table, 0) == {
        "field": 5,
        "level_1": 2,
        "level_2": 5,
        "level_3": 10,
        "players": 6,
        "employees": 2,
        "entertainment": 1,
        "point_tokens": 3,
        "bonus_tiles": 6,
    }
    assert table.game_table.score[0] == 40


@pytest.mark.parametrize(("per_point", "points"), [(1, 7), (2, 3), (3, 2), (6, 1)])
def test_entertainment_per_point(per_point, points):
    """SCO-1: the points are rounded down."""
    table = Tabletop(2, entertainment_per_point=per_point)
    table.set_tokens(0, entertainment=7)
    assert parts(table, 0) == {"entertainment": points}


def test_cards_and_tokens_that_do_not_score():
    """SCO-2: face-down cards, cards on offer or in piles, and other tokens do not score."""
    table = Tabletop(2)
    table.face_down(0, "E24")
    table.on_offer("P08")
    table.game_table.discarded_players[7] = 1
    table.set_tokens(0, money=50, equipment=50, wins=50, construction=50)
    assert parts(table, 0) == {}


@pytest.mark.parametrize(
    ("tokens", "ranks", "shares"),
    [
        ([{"entertainment": 3}, {"entertainment": 6}, {}], [2, 1, 3], [0, 1, 0]),
        ([{"entertainment": 3}, {"entertainment": 4}, {}], [2, 1, 3], [0, 1, 0]),
        ([{"wins": 9}, {"entertainment": 1}, {"wins": 10}], [3, 1, 2], [0, 1, 0]),
        ([{"money": 9}, {"wins": 1}, {"money": 9}], [2, 1, 2], [0, 1, 0]),
        ([{"money": 9}, {"money": 9}, {"money": 8}], [1, 1, 3], [0.5, 0.5, 0]),
        ([{"equipment": 5}, {}, {"construction": 7}], [1, 1, 1], [1 / 3] * 3),
    ],
)
def test_ranks_and_shares(tokens, ranks, shares):
    """SCO-3: points decide, then entertainment, wins and money, but no other token."""
    table = stopping(3, round_cap=10, start_money=0)
    for seat, held in enumerate(tokens):
        table.set_tokens(seat, **held)
    table.to("game over")
    (final,) = table.events("final")
    assert [owner["rank"] for owner in final["owners"]] == ranks
    assert [owner["win_share"] for owner in final["owners"]] == pytest.approx(shares)
    alone = max(shares) == 1
    assert table.box.winner == (shares.index(1) if alone else -1)


@pytest.mark.parametrize("rule", ["off", "firsts"])
def test_bonus_tiles(rule):
    """SCO-5: with the switch on, only the first block in the bowl and the first on level 3 get
    bonus tiles."""
    orders = {
        0: {
            "playbook": [{"kind": PLAY_BLOCK, "place": "F10"}],
            "build": [{"kind": BUILD_BLOCK, "place": "B12"}],
        },
        1: {
            "playbook": [{"kind": PLAY_BLOCK, "place": "F11"}],
            "build": [{"kind": BUILD_BLOCK, "place": "B13"}],
        },
    }
    table = Tabletop(
        2,
        orders,
        bonus_tiles=rule,
        components=components_with({"board.bonus_tile_points.value": "4"}),
    )
    table.ready_to_act()
    for seat in (0, 1):
        table.give(seat, "F01", "F04", "F07", "B07", "B11")
        table.set_tokens(seat, wins=30, equipment=5, construction=20, money=20)
    table.stand(1, "playbook", 1)
    table.stand(0, "playbook", 2)
    table.stand(0, "build", 1)
    table.stand(1, "build", 2)
    table.act()
    output = [
        (event["owner"], event["place"], event["points"]) for event in table.events("bonus_tile")
    ]
    assert output == ([(1, "F11", 4), (0, "B12", 4)] if rule == "firsts" else [])
    table.to("game over")
    owners = table.events("final")[0]["owners"]
    assert [owner["parts"]["bonus_tiles"] for owner in owners] == ([4, 4] if output else [0, 0])


def test_scores_so_far_and_who_leads():
    """SCO-1, SCO-4: each round's end reports scores as if the game ended then."""
    table = stopping(2, round_cap=10)
    table.set_tokens(0, entertainment=6)
    table.rounds(2)
    table.set_tokens(1, entertainment=9)
    table.to("game over")
    points = [[owner["points"] for owner in event["owners"]] for event in table.events("end_round")]
    assert points == [[2, 0]] * 2 + [[2, 3]] * 8
    assert (table.box.lead_changes, table.box.leader, table.box.leader_round) == (1, 1, 3)
