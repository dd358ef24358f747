"""Scoring at the end (SCO)."""

from __future__ import annotations

import pytest
from eoc.phases import final_scoring
from eoc.tabletop import Tabletop, effect_changes, position

from eoc_sim.simulator.eoc.columns import PART_NAMES
from eoc_sim.simulator.eoc.scoring import (
    POSITION_STARS,
    REGION_STARS,
    best_region,
    board_stars,
    rank_players,
    score_end_cards,
    score_sets,
)
from eoc_sim.simulator.eoc.state import MIDWEST, NORTHEAST, NORTHWEST, SOUTH
from eoc_sim.simulator.kernel import ranking


@pytest.fixture
def t() -> Tabletop:
    tabletop = Tabletop(3, vmd="off")
    tabletop.no_coaches()
    for seat in range(3):
        tabletop.private[seat].board = -1
        tabletop.table.bucks[seat] = 0
    tabletop.table.month = 12
    return tabletop


def buys(stars, **more):
    def final_campaign(table, me, params, order):
        for name, value in more.items():
            setattr(order, name, value)
        return stars

    return final_campaign


def spots_of(t, region, borders=False):
    """Return the spots in a region's single-region states, or in its border states."""
    spots = []
    for number, name in enumerate(t.names.spot):
        one, two = t.table.state_region[t.table.spot_state[number]]
        if (two >= 0) == borders and region in (one, two):
            spots.append(name)
    return spots


# --- SCO-1


def test_end_cards(t):
    """SCO-1, EX-7: Blue Blood scores 5 when played and 9 at the end; Campus Master Plan scores 3,
    then 2 for each Culture card in play, itself included."""
    for number in ("063", "041", "088"):  # three Culture cards
        t.on_calendar(0, number)
        t.mat(0, **dict.fromkeys(("green", "purple", "yellow", "blue", "orange", "magenta"), 2))
        before = int(t.table.score[0])
        assert t.act("play_card", card=number) == ""
        assert t.table.score[0] - before == {"063": 5, "041": 3, "088": 1}[number]
    t.events()
    score_end_cards(t.state, t.trace)
    assert t.parts(0) == {"cards": 9, "end_cards": 9 + 2 * 3}
    assert [(e["card"], e["stars"]) for e in t.events()] == [("063", 9), ("041", 6)]


def test_end_cards_count_bucks_before_the_final_campaign(t):
    """SCO-1, SCO-2: card 043 counts BB before the final campaign spends them."""
    t.play_from_nowhere(0, "043")  # 1 star for each 3 BB, at most 6
    t.table.bucks[0] = 12
    t.script(0, final_campaign=buys(5))
    assert t.final_scoring() == ""
    assert t.parts(0) == {"end_cards": 4, "final_marketing": 5}
    assert t.table.bucks[0] == 0


def test_an_end_card_is_capped(t):
    """SCO-1: `up to` limits a card's stars."""
    t.play_from_nowhere(0, "043")
    t.table.bucks[0] = 40
    score_end_cards(t.state, t.trace)
    assert t.parts(0) == {"end_cards": 6}


def test_analytics_nerd(t):
    """SCO-1: card 038 gives 3 stars for each of its owner's border recruits."""
    t.play_from_nowhere(0, "038")
    t.sign_freely(0, "Ohio/1", "Missouri/1", "Wisconsin/1")
    t.sign_freely(1, "Ohio/2")
    score_end_cards(t.state, t.trace)
    assert t.parts(0) == {"end_cards": 6}


# --- SCO-2


def test_final_campaign(t):
    """SCO-2: each player may run one more campaign, by the marketing table."""
    t.table.bucks[0], t.table.bucks[1], t.table.bucks[2] = 9, 9, 9
    t.script(0, final_campaign=buys(4))
    t.script(1, final_campaign=buys(0))
    t.script(2, final_campaign=buys(2))
    assert t.final_scoring() == ""
    assert [int(b) for b in t.table.bucks[:3]] == [1, 9, 6]
    assert [t.parts(s).get("final_marketing", 0) for s in range(3)] == [4, 0, 2]
    assert [e["final"] for e in t.events() if e["e"] == "market"] == [True, True]


@pytest.mark.parametrize(
    ("bucks", "stars"),
    [
        (0, 0),
        (1, 1),
        (2, 1),
        (3, 2),
        (4, 2),
        (5, 3),
        (8, 4),
        (12, 5),
        (17, 5),
        (18, 6),
        (24, 7),
        (29, 7),
        (30, 8),
        (99, 8),
    ],
)
def test_final_campaign_by_default(t, bucks, stars):
    """SCO-2: the default is the most expensive column that the BB can pay for."""
    t.table.bucks[0] = bucks
    assert t.final_scoring() == ""
    assert t.parts(0).get("final_marketing", 0) == stars


@pytest.mark.parametrize("stars", [-1, 4, 9])
def test_illegal_final_campaigns(t, stars):
    """SCO-2: a campaign buys 0 to 8 stars, no more than the BB can pay for."""
    t.table.bucks[0] = 7
    t.script(0, final_campaign=buys(stars))
    assert t.final_scoring() == "SCO-2"


def test_final_campaigns_are_decided_simultaneously(t):
    """SCO-2, INF-3: nobody sees another's final campaign."""
    views = []

    def final_campaign(table, me, params, order):
        views.append(([int(b) for b in table.bucks[:3]], [int(s) for s in table.score[:3]]))
        return 1

    for seat in range(3):
        t.table.bucks[seat] = 5
        t.script(seat, final_campaign=final_campaign)
    assert t.final_scoring() == ""
    assert views == [([5, 5, 5], [0, 0, 0])] * 3


def test_marketing_upgrades_apply_to_the_final_campaign(t):
    """SCO-2, SCO-8: an upgrade works if at least one star is bought; its stars count as effects."""
    t.play_from_nowhere(0, "086")
    t.table.bucks[0] = 1
    assert t.final_scoring() == ""
    assert t.parts(0) == {"final_marketing": 1, "card_effects": 1}


def test_without_a_final_campaign_no_upgrade_triggers(t):
    """SCO-2: a player without a final campaign gains nothing from marketing upgrades."""
    t.play_from_nowhere(0, "086")
    assert t.final_scoring() == ""
    assert t.parts(0) == {}


def test_a_final_campaign_is_possible_after_marketing_in_february(t):
    """SCO-2: the final campaign comes in addition to February's."""
    t.table.bucks[0] = 2
    assert t.act("market", number=1) == ""
    assert t.final_scoring() == ""
    assert t.parts(0) == {"marketing": 1, "final_marketing": 1}


# --- SCO-3


def test_position_table():
    """SCO-3: 0 to 8 unique positions score 0, 1, 2, 4, 8, 12, 18, 24, 32 stars."""
    assert POSITION_STARS == (0, 1, 2, 4, 8, 12, 18, 24, 32)


@pytest.mark.parametrize(("number", "stars"), list(enumerate((0, 1, 2, 4, 8, 12, 18, 24, 32))))
def test_unique_positions(t, number, stars):
    """SCO-3, EX-6: 3 positions score 4 stars, 7 score 24; a second recruit of a
    position adds nothing."""
    spots = iter(t.names.spot)
    for index in range(number):
        name = ("QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB")[index]
        for _ in range(2):
            t.sign_freely(0, next(spots), position=name)
    assert t.table.unique_positions[0] == number
    score_sets(t.state)
    assert t.parts(0).get("positions", 0) == stars


# --- SCO-4


def test_region_table():
    """SCO-4: 0 to 10 recruits score 0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32 stars; more score 32."""
    assert REGION_STARS == (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)


@pytest.mark.parametrize(
    ("number", "stars"), list(enumerate((0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)))
)
def test_best_region(t, number, stars):
    """SCO-4: the best region counts its singles and all borders touching it."""
    names = spots_of(t, MIDWEST) + spots_of(t, MIDWEST, borders=True)
    assert len(names) == 10  # the most that a player can have in a region
    t.sign_freely(0, *names[:number])
    assert best_region(t.table, 0) == number
    score_sets(t.state)
    assert t.parts(0).get("region_points", 0) == stars


def test_eleven_recruits_of_a_region_score_as_ten(t):
    """SCO-4: the table ends with 10+."""
    t.table.signed_region[0, MIDWEST] = 11
    score_sets(t.state)
    assert t.parts(0) == {"region_points": 32}


def test_singles_and_borders_of_a_region_count_together(t):
    """EX-5: 3 South singles and 1 South border are 4 recruits and 5 stars."""
    t.sign_freely(0, *spots_of(t, SOUTH)[:3], spots_of(t, SOUTH, borders=True)[0])
    score_sets(t.state)
    assert t.parts(0)["region_points"] == 5


def test_a_second_region_adds_nothing(t):
    """EX-5, SCO-4: 4 Northwest recruits and 2 borders make 6, for 10 stars; others add none."""
    borders = spots_of(t, NORTHWEST, borders=True)
    t.sign_freely(0, *spots_of(t, NORTHWEST), *borders[:2])
    t.sign_freely(0, *spots_of(t, NORTHEAST)[:3])
    score_sets(t.state)
    assert t.parts(0)["region_points"] == 10


def test_a_border_recruit_counts_in_either_region(t):
    """SCO-4: Ohio counts for the Midwest or the Northeast, the better of the two."""
    t.sign_freely(0, "Ohio/1", "Ohio/2")
    t.sign_freely(1, "Ohio/1", *spots_of(t, NORTHEAST)[:2])
    assert best_region(t.table, 0) == 2 and best_region(t.table, 1) == 3


# --- SCO-5


@pytest.mark.parametrize(
    ("signed", "stars"),
    [
        ("QB RB WR TE OL", 15),
        ("QB RB WR", 5),
        ("QB RB WR TE", 5),
        ("QB RB TE OL DB", 0),
        ("RB WR TE OL DL", 0),
        ("", 0),
        ("QB RB WR DL LB DB", 5),
        ("QB RB WR TE OL DL", 15),
    ],
)
def test_boards(t, signed, stars):
    """SCO-5: all five positions score 15, otherwise the Top 3 score 5."""
    me = t.private[0]
    me.board = 0
    for index, name in enumerate(("QB", "RB", "WR", "TE", "OL")):
        me.board_position[index] = position(name)
    for name, spot in zip(signed.split(), t.names.spot, strict=False):
        t.sign_freely(0, spot, position=name)
    assert board_stars(t.table, me) == stars


# --- SCO-6, SCO-7


def standings(t, *players):
    """Rank seats with these scores, BB and positions; return ranks, shares and winner."""
    for seat, (score, bucks, unique) in enumerate(players):
        t.table.score[seat] = score
        t.table.bucks[seat] = bucks
        t.table.unique_positions[seat] = unique
    rank_players(t.state, t.trace)
    seats = range(len(players))
    shares = [t.box.shares[s] / t.box.sharers for s in seats]
    return [int(t.box.rank[s]) for s in seats], shares, int(t.box.winner)


def test_most_stars_win(t):
    """SCO-6, SCO-7: most stars win."""
    assert standings(t, (50, 0, 0), (60, 0, 0), (40, 9, 8)) == ([2, 1, 3], [0, 1, 0], 1)


def test_ties_go_by_bucks_then_positions(t):
    """SCO-6: a tie goes to the player with most BB left, then with most unique positions."""
    assert standings(t, (60, 1, 8), (60, 2, 0), (40, 9, 8)) == ([2, 1, 3], [0, 1, 0], 1)
    assert standings(t, (60, 2, 3), (60, 2, 4), (60, 1, 8)) == ([2, 1, 3], [0, 1, 0], 1)
    assert t.events() == []


def test_ties_by_recruits():
    """SCO-6: the switch tiebreak2 = recruits counts recruits."""
    t = Tabletop(2, tiebreak2="recruits")
    t.table.signed[0], t.table.signed[1] = 3, 4
    assert standings(t, (60, 2, 8), (60, 2, 4)) == ([2, 1], [0, 1], 1)


def test_roll_off(t, monkeypatch):
    """SCO-6, SCO-7: tied seats roll in seat order and the highest stay in; ranks and shares stay
    equal."""
    rolls = iter([3, 5, 5, 2, 6])
    questions = []

    def draw_once(box, stream, place, n):
        questions.append((place, n))
        return next(rolls) - 1

    monkeypatch.setattr(ranking, "draw_once", draw_once)
    ranks = standings(t, (60, 2, 3), (60, 2, 3), (60, 2, 3))
    assert ranks == ([1, 1, 1], [1 / 3] * 3, 2)
    assert questions == [(k, 6) for k in range(5)]
    assert [e["dice"] for e in t.events()] == [{"0": 3, "1": 5, "2": 5}, {"1": 2, "2": 6}]


def test_only_the_tied_roll(t, monkeypatch):
    """SCO-6, SCO-7: a third player ranks behind the two tied ones."""
    rolls = iter([4, 1])
    monkeypatch.setattr(ranking, "draw_once", lambda *_: next(rolls) - 1)
    assert standings(t, (60, 2, 3), (59, 9, 9), (60, 2, 3)) == ([1, 3, 1], [0.5, 0, 0.5], 0)


@pytest.mark.slow
def test_roll_offs_favour_nobody(t):
    """SCO-6: over many games each of two tied players wins about half."""
    wins = 0
    for game in range(400):
        t.box.key[0], t.box.key[1] = game * 7919 + 1, game
        wins += standings(t, (60, 2, 3), (60, 2, 3), (1, 0, 0))[2]
    assert 160 < wins < 240


def test_shared_ties():
    """FAM-6: with ties = shared nobody rolls."""
    t = Tabletop(2, ties="shared")
    assert standings(t, (60, 2, 3), (60, 9, 3)) == ([1, 1], [0.5, 0.5], -1)
    assert t.events() == []


# --- SCO-8


def test_parts_add_up(t):
    """SCO-8: every star is in exactly one part; a coach's stars have a part of their own."""
    changes = effect_changes("008", "sign: 1 stars; end: 2 stars")
    t = Tabletop(2, changes=changes, vmd="off")
    t.no_coaches()
    t.give_coach(0, "HC6")
    t.private[0].board = t.private[1].board = -1
    t.table.month = 12
    t.start_turn()
    t.on_calendar(0, "008")
    t.play_from_nowhere(0, "085", "086")
    t.mat(0, **dict.fromkeys(("green", "purple", "yellow", "blue", "orange", "magenta"), 9))
    t.token("Ohio/1", base=3, position="QB")
    t.at(0, "Ohio/1")
    for action, fields in (
        ("play_card", {"card": "008"}),
        ("trigger", {"card": "085"}),
        ("sign", {"spot": "Ohio/1"}),
        ("market", {"number": 2}),
    ):
        assert t.act(action, **fields) == ""
    assert final_scoring(*t.everything) == 0
    parts = t.parts(0)
    assert parts == {
        "cards": 2,
        "card_effects": 4,
        "coach_effects": 1,
        "recruits": 3,
        "marketing": 2,
        "final_marketing": 2,
        "end_cards": 2,
        "positions": 1,
        "region_points": 1,
    }
    assert sum(parts.values()) == t.table.score[0]
    final = t.events()[-1]["players"][0]
    assert final["parts"] == {**dict.fromkeys(PART_NAMES, 0), **parts}
    assert final["score"] == sum(parts.values())


def test_order_of_final_scoring(t):
    """SCO-1 to SCO-5: the steps of scoring come in order, each for all players together."""
    t.play_from_nowhere(0, "063")
    t.play_from_nowhere(1, "063")
    for seat in range(2):
        t.table.bucks[seat] = 1
    assert t.final_scoring() == ""
    assert [(e["e"], e.get("player")) for e in t.events()[:4]] == [
        ("end_card", 0),
        ("end_card", 1),
        ("market", 0),
        ("market", 1),
    ]
