"""Every line of the engine that refuses an order has a case.

The refusal names its rule, and the order changes nothing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from eoc.phases import dice_phase, draft_phase, hold_auction, take_turn
from eoc.tabletop import ACTION_NAMES, Tabletop, assert_same, effect_changes

from eoc_sim.simulator.eoc import actions, decisions
from eoc_sim.simulator.eoc.dice import placing_refusal, vegas_check
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.scoring import final_campaigns
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import BAN_HALF, BAN_TRIGGER, HALF
from eoc_sim.simulator.kernel.decisions import Refusal

CODES = {refusal: name for name, refusal in vars(decisions).items() if isinstance(refusal, Refusal)}

# --- Actions: the layout of the table, the action, its fields.


def prepare(t):
    """Remove all coaches, put 3 EC of each colour on seat 0's mat and start its turn."""
    t.no_coaches()
    t.table.mat[0, :] = 3
    t.start_turn(0)


def lay(*steps: Callable[[Tabletop], object]) -> Callable[[Tabletop], None]:
    def layout(t):
        prepare(t)
        for step in steps:
            step(t)

    return layout


def no_bucks(t):
    t.table.bucks[0] = 0


def empty_mat(t):
    t.mat(0)


def only_green(t):
    t.mat(0, green=3)


def may_not_trigger(t):
    t.table.banned[0, BAN_TRIGGER] = 1


def card_waits(t):
    t.on_calendar(0, "088")


def at_ohio(t):
    t.at(0, "Ohio/1")


def next_to(t):
    return int(t.table.neighbour[t.table.node[0], 0])


def leave_hq(t):
    t.act("move", node=next_to(t))


def no_free_moves(t):
    t.table.free_moves[0] = 0


def a_step(**fields):
    return lambda t: {"node": next_to(t), **fields}


def one_star(t):
    t.table.score[0] = 1


def signed(t):
    t.sign_freely(1, "Ohio/1")


def in_play(*numbers):
    return lambda t: t.play_from_nowhere(0, *numbers)


class Action(NamedTuple):
    """An illegal action: its refusal, its table and its order."""

    code: int
    layout: Callable[[Tabletop], None]
    action: str | int
    fields: Any = {}
    settings: Any = {}

    def __str__(self) -> str:
        return f"{self.action}-{CODES[self.code]}"


# Two upgrades with an optional cost: one on signing and one on playing a card.
PAID = effect_changes("012", "sign: pay 1 bucks: 1 stars") + effect_changes(
    "016", "play: pay 1 bucks: 1 stars"
)
ACCEPT = {"accept": 0b10}

ACTIONS = [
    Action(decisions.NO_SUCH_ACTION, lay(), 9),
    Action(decisions.NO_SUCH_ACTION, lay(), -1),
    # Play a card.
    Action(decisions.CARD_NOT_ON_CALENDAR, lay(), "play_card", {"card": "088"}),
    Action(
        decisions.CARD_NOT_ON_CALENDAR,
        lay(lambda t: t.on_calendar(1, "088")),
        "play_card",
        {"card": "088"},
    ),
    Action(decisions.CANNOT_PAY, lay(card_waits, empty_mat), "play_card", {"card": "088"}),
    Action(
        decisions.DISCOUNT_NAMED,
        lay(card_waits),
        "play_card",
        {"card": "088", "discount": {"blue": 1}},
    ),
    Action(
        decisions.SUBSTITUTE_NAMED,
        lay(card_waits),
        "play_card",
        {"card": "088", "substitute": {"blue": 1}},
    ),
    Action(
        decisions.SUBSTITUTE_NAMED,
        lay(card_waits, in_play("084"), no_bucks),
        "play_card",
        {"card": "088", "substitute": {"blue": 1}},
    ),
    Action(
        decisions.SUBSTITUTE_NAMED,
        lay(card_waits, in_play("084")),
        "play_card",
        {"card": "088", "substitute": {"green": 1}},
    ),
    Action(
        decisions.NEGATIVE, lay(card_waits), "play_card", {"card": "088", "discount": {"blue": -1}}
    ),
    Action(
        decisions.NEGATIVE,
        lay(card_waits),
        "play_card",
        {"card": "088", "substitute": {"blue": -1}},
    ),
    Action(
        decisions.ACCEPT_COST,
        lay(card_waits, in_play("016"), no_bucks),
        "play_card",
        {"card": "088", **ACCEPT},
    ),
    # Trigger.
    Action(decisions.TRIGGER_SOURCE, lay(), "trigger", {"card": "088"}),
    Action(
        decisions.TRIGGER_SOURCE,
        lay(lambda t: t.play_from_nowhere(1, "088")),
        "trigger",
        {"card": "088"},
    ),
    Action(
        decisions.TRIGGER_BANNED, lay(in_play("088"), may_not_trigger), "trigger", {"card": "088"}
    ),
    Action(decisions.TRIGGER_NOT_MONTHLY, lay(in_play("008")), "trigger", {"card": "008"}),
    Action(
        decisions.TRIGGER_USED,
        lay(in_play("085"), lambda t: t.act("trigger", card="085")),
        "trigger",
        {"card": "085"},
    ),
    Action(decisions.TRIGGER_CONDITION, lay(in_play("023")), "trigger", {"card": "023"}),
    Action(decisions.TRIGGER_COST, lay(in_play("F03"), no_bucks), "trigger", {"card": "F03"}),
    Action(decisions.TRIGGER_COST, lay(in_play("F01"), only_green), "trigger", {"card": "F01"}),
    Action(
        decisions.TAKE_NAMED, lay(in_play("088")), "trigger", {"card": "088", "take": {"blue": 2}}
    ),
    Action(
        decisions.GIVE_NAMED, lay(in_play("046")), "trigger", {"card": "046", "give": {"blue": 2}}
    ),
    Action(
        decisions.NEGATIVE, lay(in_play("046")), "trigger", {"card": "046", "give": {"blue": -1}}
    ),
    Action(
        decisions.NEGATIVE, lay(in_play("088")), "trigger", {"card": "088", "take": {"blue": -1}}
    ),
    # Trade.
    Action(decisions.TRADE_BUCKS, lay(no_bucks), "trade", {"take": {"blue": 1}}),
    Action(
        decisions.TRADE_SCORE,
        lay(one_star),
        "trade",
        {"take": {"blue": 1}},
        {"trade_fee": "stars2"},
    ),
    Action(decisions.TRADE_TAKE, lay(), "trade", {"take": {"blue": 2}}),
    Action(decisions.TRADE_TAKE, lay(), "trade", {"take": {"blue": 1, "green": 1}}),
    Action(decisions.NEGATIVE, lay(), "trade", {"take": {"blue": -1}}),
    Action(decisions.GIVE_SHORT, lay(lambda t: t.mat(0, green=2)), "trade"),
    Action(
        decisions.GIVE_SHORT,
        lay(lambda t: t.mat(0, green=4)),
        "trade",
        settings={"trade_fee": "ec2"},
    ),
    # Move.
    Action(decisions.NOT_CONNECTED, lay(), "move", {"node": -1}),
    Action(decisions.NOT_CONNECTED, lay(), "move", lambda t: {"node": int(t.table.node[0])}),
    Action(
        decisions.ENTER_HQ,
        lay(leave_hq),
        "move",
        lambda t: {"node": int(t.table.hq_node[t.table.region[0]])},
    ),
    Action(decisions.GIVE_SHORT, lay(no_free_moves, empty_mat), "move", a_step()),
    Action(decisions.GIVE_NAMED, lay(), "move", a_step(give={"blue": 1})),
    Action(decisions.SUBSTITUTE_NAMED, lay(no_free_moves), "move", a_step(bucks=1)),
    Action(decisions.SUBSTITUTE_NAMED, lay(in_play("059")), "move", a_step(bucks=1)),
    Action(
        decisions.SUBSTITUTE_NAMED,
        lay(in_play("059"), no_free_moves, no_bucks),
        "move",
        a_step(bucks=1),
    ),
    Action(decisions.SUBSTITUTE_NAMED, lay(in_play("059"), no_free_moves), "move", a_step(bucks=2)),
    # Runner.
    Action(decisions.RUNNER_SPOT, lay(signed), "runner", {"spot": "Ohio/1", "give": {"blue": 1}}),
    Action(decisions.RUNNER_SPOT, lay(), "runner", {"spot": 40, "give": {"blue": 1}}),
    Action(decisions.RUNNER_EMPTY, lay(), "runner", {"spot": "Ohio/1"}),
    Action(decisions.RUNNER_FEE, lay(no_bucks), "runner", {"spot": "Ohio/1", "give": {"blue": 1}}),
    Action(decisions.RUNNER_EXCESS, lay(), "runner", {"spot": "Ohio/1", "give": {"blue": 3}}),
    Action(
        decisions.RUNNER_EXCESS,
        lay(lambda t: t.package(0, "Ohio/1", blue=2)),
        "runner",
        {"spot": "Ohio/1", "give": {"blue": 1}},
    ),
    Action(decisions.GIVE_NAMED, lay(empty_mat), "runner", {"spot": "Ohio/1", "give": {"blue": 1}}),
    Action(decisions.NEGATIVE, lay(), "runner", {"spot": "Ohio/1", "give": {"blue": -1}}),
    # Sign.
    Action(decisions.SIGN_SPOT, lay(at_ohio, signed), "sign", {"spot": "Ohio/1"}),
    Action(decisions.SIGN_PLACE, lay(), "sign", {"spot": "Ohio/1"}),
    Action(decisions.CANNOT_PAY, lay(at_ohio, empty_mat), "sign", {"spot": "Ohio/1"}),
    Action(
        decisions.ACCEPT_COST,
        lay(in_play("012"), at_ohio, no_bucks),
        "sign",
        {"spot": "Ohio/1", **ACCEPT},
    ),
    # Market and bet.
    Action(
        decisions.MARKET_TWICE, lay(lambda t: t.act("market", number=1)), "market", {"number": 1}
    ),
    Action(decisions.MARKET_STARS, lay(), "market", {"number": 9}),
    Action(decisions.MARKET_STARS, lay(), "market", {"number": 0}),
    Action(decisions.MARKET_BUCKS, lay(), "market", {"number": 8}),
    Action(decisions.NEGATIVE, lay(), "market", {"number": 1, "take": {"blue": -1}}),
    Action(decisions.BET_SPOT, lay(), "bet", {"number": 7}),
    Action(decisions.BET_SPOT, lay(), "bet", {"number": 1, "colour": 6}),
    Action(decisions.GIVE_NAMED, lay(), "bet", {"number": 1, "give": {"blue": 2}}),
    Action(decisions.GIVE_SHORT, lay(empty_mat), "bet", {"number": 1}),
    Action(decisions.NEGATIVE, lay(), "bet", {"number": 1, "give": {"blue": -1}}),
    Action(decisions.NEGATIVE, lay(), "bet", {"number": 1, "tokens": -1}),
]


def check_action(case, watching=nullcontext):
    """ACT-0: check that refusing an action gives the expected reason and changes nothing."""
    t = Tabletop(2, changes=PAID, **case.settings)
    case.layout(t)
    t.fill(**(case.fields(t) if callable(case.fields) else case.fields))
    before = t.snapshot()
    kind = case.action if isinstance(case.action, int) else ACTION_NAMES.index(case.action)
    with watching():
        code = actions.act(t.state, t.trace, 0, kind)
    assert CODES.get(code) == CODES[case.code]
    assert_same(before, t.snapshot())


@pytest.mark.parametrize("case", ACTIONS, ids=str)
def test_refused_actions_change_nothing(case):
    """ACT-0, PAY-2 to PAY-4, CAR-2, CAR-3, CUT-3: an illegal action is refused for the right reason
    and changes nothing."""
    check_action(case)


# --- Other decisions: the strategy's function that answers wrongly, and the phase that asks it.


def answer(value, **fields):
    def function(table, me, params, order):
        for name, setting in fields.items():
            if isinstance(setting, tuple):
                for index, number in enumerate(setting):
                    getattr(order, name)[index] = number
            else:
                setattr(order, name, setting)
        return value

    return function


def set_up_again(t):
    return set_up(*t.everything, 1, 0, 0)


def phase(function):
    return lambda t: function(*t.everything)


def with_bets(t):
    t.play_from_nowhere(0, "091")
    t.table.bet[0, 0, 1] = t.table.bets[0] = 1
    return vegas_check(*t.everything)


def half_may_not_be_taken(t):
    t.table.turn = 0
    t.table.banned[0, BAN_HALF] = 1
    return placing_refusal(t.table, 0, HALF, 1)


def no_cards(t):
    t.box.deck_end = t.box.deck_top
    return draft_phase(*t.everything)


def deck_of(number):
    def play(t):
        t.box.in_deck[:] = 0
        t.box.in_deck[:number] = 1
        return set_up_again(t)

    return play


def no_card_for_the_pool(t):
    t.table.month = 3
    t.table.pool_size = 0
    t.box.deck_end = t.box.deck_top
    return end_month(t.state, t.trace)


def dice_in_february(t):
    t.table.month = 12
    return dice_phase(*t.everything)


def endless_turn(t):
    t.table.bucks[0] = 30000
    t.table.mat[0, :] = 2000
    return take_turn(*t.everything, 0)


def campaigns_with_upgrade(t):
    t.no_coaches()
    t.play_from_nowhere(0, "086")
    return final_campaigns(*t.everything)


def halves(months=(1, 1), **fields):
    return answer(0, **{"die": (0, 1), "mode": (1, 1), "month": months, **fields})


def highest_dice(table, me, params, order):
    """Take the two highest dice at full value, although it is too late for that."""
    order.die[0], order.die[1] = sorted(range(6), key=lambda colour: table.dice[colour])[-2:]
    return 0


def highest_die(table, me, params, order):
    """Return the highest die that nobody has taken."""
    free = [colour for colour in range(6) if colour not in table.die]
    return max(free, key=lambda colour: table.dice[colour])


class Decision(NamedTuple):
    """A refused decision: its refusal, the function that asks for it, its answers and its rules."""

    code: int
    play: Callable[[Tabletop], int]
    scripts: dict[str, Callable[..., int]]
    settings: Any = {}

    def __str__(self) -> str:
        return f"{'-'.join(self.scripts) or 'nobody'}-{CODES[self.code]}"


AUCTION = {"auction": "on"}
EXCLUSIVE = {"dice_draft": "exclusive"}
SOLO = {"rules": "solo", "players": 1}
CHOSEN = {"coach_choice": "reverse_turn_order"}

DECISIONS = [
    Decision(decisions.KEEP_NUMBER, set_up_again, {"keep": answer(0)}),
    Decision(decisions.KEEP_NUMBER, set_up_again, {"keep": answer(0, keep=(1, 1, 1, 1, 1))}),
    Decision(
        decisions.PICK_NOT_IN_HAND, set_up_again, {"pick": answer(-1)}, {"stash": "open_draft"}
    ),
    Decision(decisions.COACH_TAKEN, set_up_again, {"coach": answer(12)}, CHOSEN),
    Decision(decisions.COACH_TAKEN, set_up_again, {"coach": answer(-1)}, CHOSEN),
    Decision(
        decisions.COACH_TAKEN,
        set_up_again,
        {
            "coach": lambda table, me, params, order: (
                0 if table.coach[0] < 0 and table.coach[1] < 0 else 1
            )
        },
        CHOSEN,
    ),
    Decision(decisions.DRAFT_KIND, phase(draft_phase), {"draft": answer(0)}),
    Decision(decisions.DRAFT_CARD, phase(draft_phase), {"draft": answer(1, card=-1)}),
    Decision(decisions.DELAY_CARD, phase(draft_phase), {"draft": answer(2, card=-1)}),
    Decision(
        decisions.DELAY_LAST,
        phase(draft_phase),
        {"draft": answer(2, card=-1)},
        {"hand": 1, "dealer_bonus": 0},
    ),
    Decision(decisions.DELAY_SOLO, phase(draft_phase), {"draft": answer(2, card=-1)}, SOLO),
    Decision(decisions.DECK_EMPTY, no_cards, {}),
    Decision(decisions.DECK_EMPTY, deck_of(7), {}),
    Decision(decisions.DECK_EMPTY, deck_of(10), {}, {"stash": "deal5"}),
    Decision(decisions.DECK_EMPTY, no_card_for_the_pool, {}),
    Decision(decisions.BOOKIE_SHIFT, with_bets, {"bookie": answer(2)}),
    Decision(decisions.BOOKIE_SHIFT, with_bets, {"bookie": answer(1, colour=6)}),
    Decision(decisions.DICE_COLOURS, phase(dice_phase), {"dice": halves(die=(1, 1))}),
    Decision(decisions.DICE_COLOURS, phase(dice_phase), {"dice": halves(die=(1, 6))}),
    Decision(decisions.DICE_COLOURS, phase(dice_phase), {"dice": answer(6)}, EXCLUSIVE),
    Decision(decisions.DICE_MODE, phase(dice_phase), {"dice": halves(mode=(1, 5))}),
    Decision(decisions.DICE_FULL_LATE, dice_in_february, {"dice": highest_dice}),
    Decision(decisions.DICE_HALF_MONTH, phase(dice_phase), {"dice": halves((1, 7))}),
    Decision(decisions.DICE_HALF_MONTH, dice_in_february, {"dice": halves((12, 13))}),
    Decision(decisions.DICE_HALF_MONTH, dice_in_february, {"dice": halves((12, 11))}),
    Decision(decisions.DICE_BANNED, half_may_not_be_taken, {}),
    Decision(
        decisions.DICE_ANY_MONTH, phase(dice_phase), {"dice": halves()}, {"dice_use": "any_month"}
    ),
    Decision(
        decisions.DICE_ANY_MONTH,
        dice_in_february,
        {"dice": halves((12, 13), mode=(0, 0))},
        {"dice_use": "any_month"},
    ),
    Decision(decisions.DICE_TAKEN, phase(dice_phase), {"dice": answer(3)}, EXCLUSIVE),
    Decision(
        decisions.DICE_HALF_MONTH,
        phase(dice_phase),
        {"dice": highest_die, "place": halves((1, 7))},
        EXCLUSIVE,
    ),
    Decision(
        decisions.DICE_MODE,
        phase(dice_phase),
        {"dice": highest_die, "place": halves(mode=(1, 5))},
        EXCLUSIVE,
    ),
    Decision(
        decisions.DICE_FULL_LATE,
        dice_in_february,
        {"dice": highest_die, "place": halves(mode=(0, 0))},
        EXCLUSIVE,
    ),
    Decision(
        decisions.DICE_ANY_MONTH,
        phase(dice_phase),
        {"dice": highest_die, "place": halves()},
        {**EXCLUSIVE, "dice_use": "any_month"},
    ),
    Decision(decisions.TOO_MANY_ACTIONS, endless_turn, {"act": answer(8, number=1)}),
    Decision(decisions.BET_SPOT, endless_turn, {"act": answer(8, number=0)}),
    Decision(decisions.BID_LOW, phase(hold_auction), {"bid": answer(-1)}, AUCTION),
    Decision(decisions.BID_LOW, phase(hold_auction), {"bid": answer(1)}, {**AUCTION, "players": 3}),
    Decision(decisions.BID_BUCKS, phase(hold_auction), {"bid": answer(8)}, AUCTION),
    Decision(
        decisions.SELL_CHOICE, phase(hold_auction), {"bid": answer(1), "sell": answer(2)}, AUCTION
    ),
    Decision(decisions.FINAL_STARS, phase(final_campaigns), {"final_campaign": answer(9)}),
    Decision(decisions.FINAL_STARS, phase(final_campaigns), {"final_campaign": answer(-1)}),
    Decision(decisions.FINAL_STARS, phase(final_campaigns), {"final_campaign": answer(5)}),
    Decision(decisions.NEGATIVE, campaigns_with_upgrade, {"final_campaign": answer(1, take=(-1,))}),
]


def check_decision(case, watching=nullcontext):
    """INF-4: check that refusing a decision gives the expected reason and changes nothing."""
    t = Tabletop(**{"players": 2, **case.settings})
    before = {}

    def noting(script):
        def function(table, me, params, order):
            before.update(t.snapshot())
            return script(table, me, params, order)

        return function

    scripts = {name: noting(script) for name, script in case.scripts.items()}
    for seat in range(t.table.players):
        t.script(seat, **scripts)
    with watching():
        code = case.play(t)
    assert CODES.get(code) == CODES[case.code]
    assert bool(before) == bool(case.scripts)
    assert_same(before, t.snapshot())


@pytest.mark.parametrize("case", DECISIONS, ids=str)
def test_refused_decisions_change_nothing(case):
    """SET-8, SET-12, SET-14, DRA-2, DRA-3, DRA-8, DIC-4 to DIC-6, FAM-3, CUT-2, CAR-7, AUC-1,
    AUC-2, AUC-4, SCO-2, SOLO-6: an illegal answer to a decision is refused for the right reason and
    changes nothing."""
    check_decision(case)


# --- Completeness


def refusing_places() -> Iterator[tuple[str, int]]:
    """Find every place where the engine refuses: its file and the line with the reason."""
    names = set(CODES.values())
    for path in sorted(Path(actions.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Return | ast.Assign)
                and node.value is not None
                and any(
                    isinstance(part, ast.Attribute) and part.attr in names
                    for part in ast.walk(node.value)
                )
            ):
                yield str(path), node.lineno


@contextmanager
def noting_lines(reached: set[tuple[str, int]]) -> Iterator[None]:
    """Record all lines of the engine that run inside the ``with`` block."""
    folder = str(Path(actions.__file__).parent)

    def line(frame, event, argument):
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame, event, argument):
        return line if frame.f_code.co_filename.startswith(folder) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


def test_every_refusal_has_a_case():
    """INF-4: each declared refusal occurs in each of its decisions, and in no other."""
    declared = decisions.DECISIONS.refusals[1:]
    assert list(CODES) == declared
    assert {case.code for case in ACTIONS} | {case.code for case in DECISIONS} == set(declared)
    in_actions = {(case.code, "act") for case in ACTIONS}
    provoked = {(case.code, [*case.scripts][-1]) for case in DECISIONS if case.scripts}
    assert in_actions | provoked == {
        (refusal, decision.name) for refusal in declared for decision in refusal.decisions
    }
    refused = {case.action for case in ACTIONS if isinstance(case.action, str)}
    assert refused == set(ACTION_NAMES) - {"end_turn"}
    names = set(decisions.DECISIONS.names) - {"propose", "judge"}
    assert {name for case in DECISIONS for name in case.scripts} == names
    for refusal in declared:
        assert re.fullmatch(r"[A-Z]+-\d+", refusal.rule) and refusal.sentence


@pytest.mark.slow
def test_every_refusing_line_is_reached():
    """ACT-0: the cases above run every line of the engine that gives a reason."""
    places = set(refusing_places())
    assert len(places) > len(CODES)
    reached: set[tuple[str, int]] = set()

    def watching():
        return noting_lines(reached)

    for case in ACTIONS:
        check_action(case, watching)
    for case in DECISIONS:
        check_decision(case, watching)
    assert {(Path(file).name, line) for file, line in places - reached} == set()
