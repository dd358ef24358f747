"""Every refusal: a case for each code, its rule id, and a state left as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from eoc.tabletop import Tabletop, assert_same, effect_changes

from eoc_sim.simulator.eoc import actions, refusals
from eoc_sim.simulator.eoc.auction import hold_auction
from eoc_sim.simulator.eoc.dice import dice_phase, vegas_check
from eoc_sim.simulator.eoc.draft import draft_phase
from eoc_sim.simulator.eoc.scoring import final_campaigns
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import ACTION_NAMES

# --- Actions: the layout of the table, the action, its fields.


def plain(t):
    """Nothing but 3 EC of each colour on the mat of seat 0."""
    t.no_coaches()
    t.table.mat[0, :] = 3
    t.start_turn(0)


def lay(*steps: Callable[[Tabletop], object]) -> Callable[[Tabletop], None]:
    def layout(t):
        plain(t)
        for step in steps:
            step(t)

    return layout


def poor(t):
    t.table.bucks[0] = 0


def empty(t):
    t.mat(0)


def card_waits(t):
    t.on_calendar(0, "088")


def at_ohio(t):
    t.at(0, "Ohio/1")


def no_free_moves(t):
    t.table.free_moves[0] = 0


def signed(t):
    t.sign_freely(1, "Ohio/1")


def in_play(*numbers):
    return lambda t: t.play_from_nowhere(0, *numbers)


ACTIONS = {
    refusals.NO_SUCH_ACTION: (lay(), 9, {}),
    refusals.CARD_NOT_ON_CALENDAR: (lay(), "play_card", {"card": "088"}),
    refusals.CANNOT_PAY: (lay(card_waits, empty), "play_card", {"card": "088"}),
    refusals.DISCOUNT_NAMED: (
        lay(card_waits), "play_card", {"card": "088", "discount": {"blue": 1}},
    ),
    refusals.SUBSTITUTE_NAMED: (
        lay(card_waits), "play_card", {"card": "088", "substitute": {"blue": 1}},
    ),
    refusals.NEGATIVE: (lay(card_waits), "play_card", {"card": "088", "discount": {"blue": -1}}),
    refusals.GIVE_NAMED: (lay(), "bet", {"number": 1, "give": {"blue": 2}}),
    refusals.GIVE_SHORT: (lay(empty), "bet", {"number": 1}),
    refusals.TAKE_NAMED: (lay(in_play("088")), "trigger", {"card": "088", "take": {"blue": 2}}),
    refusals.TRIGGER_SOURCE: (lay(), "trigger", {"card": "088"}),
    refusals.TRIGGER_NOT_MONTHLY: (lay(in_play("008")), "trigger", {"card": "008"}),
    refusals.TRIGGER_USED: (
        lay(in_play("085"), lambda t: t.act("trigger", card="085")), "trigger", {"card": "085"},
    ),
    refusals.TRIGGER_CONDITION: (lay(in_play("023")), "trigger", {"card": "023"}),
    refusals.TRIGGER_COST: (lay(in_play("F03"), poor), "trigger", {"card": "F03"}),
    refusals.ACCEPT_COST: (
        lay(in_play("012"), at_ohio, poor), "sign", {"spot": "Ohio/1", "accept": 0b10},
    ),
    refusals.TRADE_FEE: (lay(poor), "trade", {"take": {"blue": 1}}),
    refusals.TRADE_TAKE: (lay(), "trade", {"take": {"blue": 2}}),
    refusals.NOT_CONNECTED: (lay(), "move", {"node": -1}),
    refusals.ENTER_HQ: (
        lay(lambda t: t.act("move", node=int(t.table.neighbour[t.table.node[0], 0]))), "move", None,
    ),
    refusals.RUNNER_SPOT: (lay(signed), "runner", {"spot": "Ohio/1", "give": {"blue": 1}}),
    refusals.RUNNER_EMPTY: (lay(), "runner", {"spot": "Ohio/1"}),
    refusals.RUNNER_FEE: (lay(poor), "runner", {"spot": "Ohio/1", "give": {"blue": 1}}),
    refusals.RUNNER_EXCESS: (lay(), "runner", {"spot": "Ohio/1", "give": {"blue": 3}}),
    refusals.SIGN_SPOT: (lay(at_ohio, signed), "sign", {"spot": "Ohio/1"}),
    refusals.SIGN_PLACE: (lay(), "sign", {"spot": "Ohio/1"}),
    refusals.MARKET_TWICE: (lay(lambda t: t.act("market", number=1)), "market", {"number": 1}),
    refusals.MARKET_STARS: (lay(), "market", {"number": 9}),
    refusals.MARKET_BUCKS: (lay(), "market", {"number": 8}),
    refusals.BET_SPOT: (lay(), "bet", {"number": 7}),
}


@pytest.mark.parametrize("code", ACTIONS, ids=lambda code: refusals.REFUSALS[code].rule)
def test_a_refused_action_leaves_the_state_untouched(code):
    """ACT-0: each refusal of an action, with the rule that it names."""
    t = Tabletop(2, changes=effect_changes("012", "sign: pay 1 bucks: 1 stars"))
    layout, action, fields = ACTIONS[code]
    layout(t)
    if fields is None:
        fields = {"node": int(t.table.hq_node[t.table.region[0]])}
    t.fill(**fields)
    before = t.snapshot()
    kind = action if isinstance(action, int) else ACTION_NAMES.index(action)
    assert actions.act(t.table, t.box, t.trace, t.order, 0, kind) == code
    assert_same(before, t.snapshot())


def test_a_refused_trade_of_another_fee():
    """CUT-3: a trade that would take the score below 0."""
    t = Tabletop(2, trade_fee="stars2")
    plain(t)
    t.table.score[0] = 1
    assert t.refuses("CUT-3", "trade", take={"blue": 1})
    assert refusals.REFUSALS[refusals.TRADE_SCORE].rule == "CUT-3"


# --- Other decisions: the function of the strategy that answers wrongly, and the phase asked.


def answer(value, **fields):
    def function(table, me, params, order):
        for name, one in fields.items():
            if isinstance(one, tuple):
                for place, number in enumerate(one):
                    getattr(order, name)[place] = number
            else:
                setattr(order, name, one)
        return value

    return function


def again(t):
    return set_up(*t.everything, 1, 0)


def phase(function):
    return lambda t: function(*t.everything)


def with_bets(t):
    t.play_from_nowhere(0, "091")
    t.table.bet[0, 0, 1] = t.table.bets[0] = 1
    return vegas_check(*t.everything)


def no_cards(t):
    t.box.deck_end = t.box.deck_top
    return draft_phase(*t.everything)


def late(t):
    t.table.month = 12
    return dice_phase(*t.everything)


def endless(t):
    t.table.bucks[0] = 30000
    t.table.mat[0, :] = 2000
    return actions.take_turn(*t.everything, 0)


def auction_of_two(t):
    return hold_auction(*t.everything)


def halves(months=(1, 1), **fields):
    return answer(0, **{"die": (0, 1), "mode": (1, 1), "month": months, **fields})


DECISIONS = {
    refusals.KEEP_NUMBER: ({}, again, {"keep": answer(0)}),
    refusals.PICK_NOT_IN_HAND: ({"stash": "open_draft"}, again, {"pick": answer(-1)}),
    refusals.COACH_TAKEN: ({"coach_choice": "reverse_turn_order"}, again, {"coach": answer(12)}),
    refusals.DRAFT_KIND: ({}, phase(draft_phase), {"draft": answer(0)}),
    refusals.DRAFT_CARD: ({}, phase(draft_phase), {"draft": answer(1, card=-1)}),
    refusals.DELAY_CARD: ({}, phase(draft_phase), {"draft": answer(2, card=-1)}),
    refusals.DELAY_LAST: ({"hand": 1, "dealer_bonus": 0}, phase(draft_phase),
                          {"draft": answer(2, card=-1)}),
    refusals.DELAY_SOLO: ({"rules": "solo", "players": 1}, phase(draft_phase),
                          {"draft": answer(2, card=-1)}),
    refusals.DECK_EMPTY: ({}, no_cards, {}),
    refusals.BOOKIE_SHIFT: ({}, with_bets, {"bookie": answer(2)}),
    refusals.DICE_SAME: ({}, phase(dice_phase), {"dice": halves(die=(1, 1))}),
    refusals.DICE_MODE: ({}, phase(dice_phase), {"dice": halves(mode=(1, 5))}),
    refusals.DICE_FULL_LATE: (
        {}, late, {"dice": lambda table, me, params, order: _latest_dice(table, order)},
    ),
    refusals.DICE_HALF_MONTH: ({}, phase(dice_phase), {"dice": halves((1, 7))}),
    refusals.DICE_ANY_MONTH: ({"dice_use": "any_month"}, phase(dice_phase), {"dice": halves()}),
    refusals.DICE_TAKEN: ({"dice_draft": "exclusive"}, phase(dice_phase), {"dice": answer(3)}),
    refusals.TOO_MANY_ACTIONS: ({}, endless, {"act": answer(8, number=1)}),
    refusals.BID_LOW: ({"auction": "on"}, auction_of_two, {"bid": answer(-1)}),
    refusals.BID_BUCKS: ({"auction": "on"}, auction_of_two, {"bid": answer(8)}),
    refusals.SELL_CHOICE: ({"auction": "on"}, auction_of_two,
                           {"bid": answer(1), "sell": answer(2)}),
    refusals.FINAL_STARS: ({}, phase(final_campaigns), {"final_campaign": answer(9)}),
}


def _latest_dice(table, order):
    order.die[0], order.die[1] = sorted(range(6), key=lambda colour: table.dice[colour])[-2:]
    return 0


@pytest.mark.parametrize("code", DECISIONS, ids=lambda code: refusals.REFUSALS[code].rule)
def test_a_refused_decision(code):
    """Each refusal of a decision outside of a turn."""
    settings, asked, scripts = DECISIONS[code]
    t = Tabletop(**{"players": 2, **settings})
    for seat in range(t.table.players):
        t.script(seat, **scripts)
    assert asked(t) == code
    assert refusals.REFUSALS[code].sentence


def test_every_refusal_has_its_case():
    """No code without a case here but those that need another rule."""
    codes = {
        value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, int)
    }
    assert codes == set(range(1, len(refusals.REFUSALS)))
    elsewhere = {refusals.TRADE_SCORE}
    missing = codes - set(ACTIONS) - set(DECISIONS) - elsewhere
    assert {refusals.REFUSALS[code].rule for code in missing} <= {"AUC-5"}
