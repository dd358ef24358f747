"""Prices, discounts and payment (PAY)."""

from __future__ import annotations

import pytest
from eoc.tabletop import Tabletop, colour, effect_changes, named

from eoc_sim.simulator.eoc.payment import (
    card_discount,
    card_shortfall,
    least_of,
    mat_total,
    most_of,
    recruit_discount,
    recruit_shortfall,
    substitute_limit,
    trade_price,
)
from eoc_sim.simulator.eoc.state import COLOURS


@pytest.fixture
def t() -> Tabletop:
    tabletop = Tabletop(2)
    tabletop.no_coaches()
    return tabletop


def fill_mat(t, seat=0):
    for c in range(COLOURS):
        t.table.mat[seat, c] = 9


# --- PAY-1


def test_discounts_add_up(t):
    """PAY-1: all discounts from the coach and the cards in play add up per purchase, not per
    colour."""
    t.give_coach(0, "HC1")  # QB, RB, WR cost 1 less
    t.play_from_nowhere(0, "081", "055")  # every recruit 1 less; border recruits 1 less
    t.token("Ohio/1", position="QB")
    t.token("Ohio/2", position="DL")
    assert recruit_discount(t.table, 0, t.spot("Ohio/1")) == 3
    assert recruit_discount(t.table, 0, t.spot("Ohio/2")) == 2
    assert recruit_discount(t.table, 1, t.spot("Ohio/1")) == 0
    t.at(0, "Ohio/1")
    first, _second = named(t.table.spot_cost[t.spot("Ohio/1")])
    t.mat(0, **{first: 1})
    assert t.act("sign", spot="Ohio/1") == ""
    assert t.on_mat(0) == {}
    assert sum(t.events()[0]["discount"].values()) == 3


def test_a_price_never_falls_below_zero(t):
    """PAY-1: a discount of 2 takes only 1 EC off a price of 1."""
    t.play_from_nowhere(0, "081", "024", "039")
    cheap_spot = next(
        name
        for name in t.names.spot
        if t.table.spot_price[t.spot(name)] == 1 and not name.endswith("/2")
    )
    t.token(cheap_spot, base=2)
    t.at(0, cheap_spot)
    assert recruit_discount(t.table, 0, t.spot(cheap_spot)) == 2
    t.mat(0, green=1)
    assert t.act("sign", spot=cheap_spot) == ""
    assert t.on_mat(0) == {"green": 1}
    assert sum(t.events()[0]["discount"].values()) == 1


def test_a_card_never_discounts_itself():
    """PAY-1, CAR-1: 075 makes P&F cards cheaper, but not itself, although it is one."""
    t = Tabletop(2)
    t.no_coaches()
    t.on_calendar(0, "075")
    fill_mat(t)
    before = mat_total(t.table, 0)
    assert t.act("play_card", card="075") == ""
    assert before - mat_total(t.table, 0) == t.table.card_price[t.card("075")] == 4
    t.on_calendar(0, "036")
    assert card_discount(t.table, 0, t.card("036")) == 1


# --- PAY-2


def test_the_payer_chooses_the_discounted_envelopes(t):
    """PAY-2: the payer names the colours of the EC that the discount takes off."""
    t.play_from_nowhere(0, "075", "083")  # P&F 1 less; June to August every card 1 less
    t.table.month = 4
    t.on_calendar(0, "009")  # P&F: 2 yellow, 1 magenta
    t.mat(0, yellow=2)
    assert t.act("play_card", card="009", discount={"magenta": 1, "yellow": 1}) == ""
    assert t.on_mat(0) == {"yellow": 1}
    assert t.events()[0]["discount"] == {"yellow": 1, "magenta": 1}


def test_named_discounts_are_bounded(t):
    """PAY-2: named EC are limited by the discount and by the colour's part of the price."""
    t.play_from_nowhere(0, "075", "083")
    t.table.month = 4
    t.on_calendar(0, "009")
    fill_mat(t)
    assert t.refuses("PAY-2", "play_card", card="009", discount={"yellow": 2, "magenta": 1})
    assert t.refuses("PAY-2", "play_card", card="009", discount={"magenta": 2})
    assert t.refuses("PAY-2", "play_card", card="009", discount={"green": 1})
    assert t.refuses("PAY-3", "play_card", card="009", discount={"magenta": -1})
    t.table.month = 1
    assert t.refuses("PAY-2", "play_card", card="009", discount={"yellow": 2})


@pytest.mark.parametrize(
    ("mat", "reduction"),
    [
        ({"yellow": 2, "magenta": 1}, {"yellow": 1}),  # due - mat: 0 and 0, a tie
        ({"yellow": 1, "magenta": 1}, {"yellow": 1}),  # due - mat: 1 and 0
        ({"yellow": 2}, {"magenta": 1}),  # due - mat: 0 and 1
        ({"yellow": 4, "magenta": 1}, {"magenta": 1}),  # due - mat: -2 and 0
    ],
)
def test_default_discount_of_a_card(t, mat, reduction):
    """PAY-2: if no colour is named, a discount falls on the colour with the largest (due - mat);
    a tie goes to the first in colour order."""
    t.play_from_nowhere(0, "075")
    t.on_calendar(0, "009")
    t.mat(0, **mat)
    assert t.act("play_card", card="009") == ""
    assert t.events()[0]["discount"] == reduction


@pytest.mark.parametrize(
    ("package", "mat", "reduction"),
    [
        ((2, 0), (0, 1), (0, 1)),  # only the second has more due than the package holds
        ((2, 0), (0, 9), (0, 1)),  # even though the mat has more than enough of it
        ((0, 0), (1, 2), (1, 0)),
        ((1, 0), (2, 0), (0, 1)),
        ((2, 2), (0, 0), (1, 0)),  # the package covers both, so the first in colour order
        ((2, 2), (1, 0), (0, 1)),
    ],
)
def test_default_discount_of_a_recruit(t, package, mat, reduction):
    """PAY-2: the discount is first taken off colours in which the price exceeds the package."""
    t.play_from_nowhere(0, "081")
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    t.at(0, "Ohio/1")
    t.package(0, "Ohio/1", **{first: package[0], second: package[1]})
    t.mat(0, **{first: mat[0], second: mat[1]})
    expected = {name: n for name, n in zip((first, second), reduction, strict=True) if n}
    result = t.act("sign", spot=spot)
    if result == "":
        assert t.events()[0]["discount"] == expected
    else:
        assert result == "PAY-3"
        assert named(t.box.discounts) == expected


# --- PAY-3


def test_substitutes_reduce_the_amount_due(t):
    """PAY-3: BB replace EC of the colours that the payer names, where a card allows it."""
    t.play_from_nowhere(0, "007")  # up to 2 BB on recruits
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    t.at(0, "Ohio/1")
    t.mat(0, **{first: 2})
    assert substitute_limit(t.table, 0, 1, -1, spot) == 2
    assert t.refuses("PAY-3", "sign", spot=spot)
    assert t.refuses("PAY-3", "sign", spot=spot, substitute={first: 1, second: 2})
    assert t.act("sign", spot=spot, substitute={second: 2}) == ""
    assert t.on_mat(0) == {} and t.table.bucks[0] == 5
    assert t.events()[0]["substitute"] == {second: 2}


def test_substitutes_are_bounded(t):
    """PAY-3: substitutes are limited by the BB held, the colour's price and the card's text."""
    t.play_from_nowhere(0, "007", "005")  # up to 2 BB on recruits; up to 2 BB on P&F cards
    fill_mat(t)
    t.on_calendar(0, "088")  # a Culture card
    t.on_calendar(0, "072", month=2)  # P&F: 2 yellow
    assert t.refuses("PAY-3", "play_card", card="088", substitute={"blue": 1})
    assert t.refuses("PAY-3", "play_card", card="072", substitute={"green": 1})
    assert t.refuses("PAY-3", "play_card", card="072", substitute={"yellow": -1})
    t.table.bucks[0] = 1
    assert t.refuses("PAY-3", "play_card", card="072", substitute={"yellow": 2})
    assert t.act("play_card", card="072", substitute={"yellow": 1}) == ""
    assert t.table.bucks[0] == 0 and t.table.mat[0, colour("yellow")] == 8


def test_discounts_come_before_substitutes(t):
    """PAY-3: a substitute cannot pay what a discount has removed."""
    t.play_from_nowhere(0, "005", "075")
    t.on_calendar(0, "059")  # P&F: 1 orange
    assert t.refuses("PAY-3", "play_card", card="059", substitute={"orange": 1})
    assert t.act("play_card", card="059") == ""
    assert t.table.bucks[0] == 7


def test_a_step_for_a_buck(t):
    """PAY-3: a card may let 1 BB pay for a step, but only if no free move is left."""
    t.play_from_nowhere(0, "059")
    t.at(0, "Ohio/1")
    t.start_turn(0, 9)
    step = int(t.table.neighbour[t.table.node[0], 0])
    assert t.refuses("PAY-3", "move", node=step, bucks=1)
    t.table.free_moves[0] = 0
    assert t.refuses("PAY-3", "move", node=step, bucks=2)
    assert t.refuses("PAY-3", "move", node=step, bucks=-1)
    assert t.act("move", node=step, bucks=1) == ""
    assert t.table.bucks[0] == 6
    t.table.bucks[0] = 0
    assert t.refuses("PAY-3", "move", node=int(t.table.neighbour[step, 0]), bucks=1)


def test_no_debts(t):
    """PAY-3: only a fully covered purchase is legal; a package pays only for its recruit."""
    first, second = named(t.table.spot_cost[t.spot("Ohio/1")])
    t.at(0, "Ohio/1")
    t.package(0, "Ohio/2", **{first: 2, second: 2})
    t.mat(0, **{first: 2, second: 1})
    assert t.refuses("PAY-3", "sign", spot="Ohio/1")
    assert t.act("sign", spot="Ohio/2") == ""
    assert t.on_mat(0) == {first: 2, second: 1}


def test_wisconsin_by_runner(t):
    """EX-3: a runner sent 3 of Wisconsin's 4 EC; 1 more is paid on arrival."""
    spot = t.spot("Wisconsin/1")
    assert named(t.table.spot_cost[spot]) == {"blue": 4}
    t.mat(0, blue=3)
    assert t.act("runner", spot=spot, give={"blue": 3}) == ""
    t.at(0, "Wisconsin/1")
    assert t.refuses("PAY-3", "sign", spot=spot)
    t.mat(0, blue=2)
    assert t.act("sign", spot=spot) == ""
    assert t.on_mat(0) == {"blue": 1}


# --- PAY-4


def test_default_colours_given_are_the_most_frequent(t):
    """PAY-4: EC are given one at a time, each of the most frequent colour; a tie goes to
    the first in colour order."""
    t.mat(0, green=1, purple=3, blue=3)
    t.act("bet", colour="green", number=1)
    assert t.on_mat(0) == {"green": 1, "purple": 2, "blue": 3}
    assert most_of(t.table, 0) == colour("blue")
    assert t.act("trade", give={"green": 1}) == ""
    # 1 green named; then blue (3 against 2), then purple (2 against 2).
    assert t.events()[-1]["give"] == {"green": 1, "purple": 1, "blue": 1}


def test_default_colours_of_a_cost_are_the_most_frequent(t):
    """PAY-4, ACT-2: a cost in any colour is also paid in the most frequent colour."""
    t.play_from_nowhere(0, "046")  # pay 1 EC of any colour: 1 BB
    t.mat(0, green=1, purple=3, blue=3)
    assert most_of(t.table, 0) == colour("purple")
    assert t.act("trigger", card="046") == ""
    assert t.on_mat(0) == {"green": 1, "purple": 2, "blue": 3}


def test_default_colours_gained_are_the_rarest(t):
    """PAY-4: an EC gained in any colour is of the mat's rarest colour; a tie goes to the
    first in colour order."""
    t.play_from_nowhere(0, "088")
    t.mat(0, green=1, purple=1, yellow=0, blue=2, orange=0)
    assert least_of(t.table, 0) == colour("yellow")
    assert t.act("trigger", card="088") == ""
    assert t.on_mat(0) == {"green": 1, "purple": 1, "yellow": 1, "blue": 2}


def test_named_colours_are_gained(t):
    """PAY-4: the owner names the colour at once; naming more EC than are gained is refused."""
    t.play_from_nowhere(0, "088")
    assert t.refuses("PAY-4", "trigger", card="088", take={"blue": 1, "green": 1})
    assert t.refuses("PAY-3", "trigger", card="088", take={"blue": -1})
    assert t.act("trigger", card="088", take={"blue": 1}) == ""
    assert t.on_mat(0) == {"blue": 1}


# --- PAY-5


def test_discounts_affect_only_what_they_name(t):
    """PAY-5: trades, cards and recruits have their own discounts; runners, marketing and bets have
    none."""
    t.give_coach(0, "HC11")
    t.play_from_nowhere(0, "078", "081", "075", "067", "001", "083")
    t.table.month = 4
    t.start_turn(0)
    assert trade_price(t.table, 0) == 2 and trade_price(t.table, 1) == 3
    assert card_discount(t.table, 0, t.card("088")) == 2  # culture, summer
    assert card_discount(t.table, 0, t.card("F02")) == 2  # fundraising, summer
    t.table.month = 1
    assert card_discount(t.table, 0, t.card("088")) == 1
    first, second = named(t.table.spot_cost[t.spot("Ohio/1")])
    t.mat(0, **{first: 4, second: 4})
    assert t.act("runner", spot="Ohio/1", give={first: 1}) == ""
    assert t.table.bucks[0] == 6
    assert t.act("market", number=2) == ""
    assert t.table.bucks[0] == 3
    assert t.act("bet", colour="green", number=1) == ""
    assert mat_total(t.table, 0) == 6
    assert t.act("trade", take={first: 1}) == ""
    assert mat_total(t.table, 0) == 5


def test_the_price_of_a_trade_is_never_negative():
    """PAY-1, PAY-5: three cards that make trades cheaper leave only the BB to pay."""
    changes = [
        *effect_changes("060", "always: discount trades 2"),
        *effect_changes("031", "always: discount trades 2"),
    ]
    t = Tabletop(2, changes=changes)
    t.no_coaches()
    t.play_from_nowhere(0, "060", "031", "078")
    assert trade_price(t.table, 0) == 0
    assert t.act("trade", take={"blue": 1}) == ""
    assert t.on_mat(0) == {"blue": 1} and t.table.bucks[0] == 6


# --- Helpers that strategies plan with


def test_shortfalls_agree_with_the_rules(t):
    """PAY-1, PAY-3: the shortfall is the EC still lacking after the discount; while there is a
    shortfall, the purchase is refused."""
    t.play_from_nowhere(0, "081", "075")
    t.at(0, "Ohio/1")
    t.on_calendar(0, "009")
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    for first_held in range(4):
        for second_held in range(4):
            for sent in (0, 1):
                t.package(0, "Ohio/1", **{first: sent})
                t.mat(0, **{first: first_held, second: second_held})
                shortfall = recruit_shortfall(t.table, 0, spot)
                assert shortfall == max(
                    0, max(0, 2 - sent - first_held) + max(0, 2 - second_held) - 1
                )
                if shortfall:
                    assert t.refuses("PAY-3", "sign", spot=spot)
            t.mat(0, yellow=first_held, magenta=second_held)
            shortfall = card_shortfall(t.table, 0, t.card("009"))
            assert shortfall == max(0, max(0, 2 - first_held) + max(0, 1 - second_held) - 1)
            if shortfall:
                assert t.refuses("PAY-3", "play_card", card="009")
