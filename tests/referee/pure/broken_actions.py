"""Engines that allow an illegal action, or account for an action wrongly (ACT, PAY)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS_RULES,
    ENVELOPE_RULES,
    FAMILY,
    FOUR,
    FOUR_RANDOM,
    MIXED,
    RANDOM,
    Change,
    Function,
    add,
    after,
    allows_illegal_play,
    as_if,
    before,
    broken,
    constant,
    game,
    instead,
    put,
    reword,
    skip,
    undone,
    wrap,
)
from referee.pure.illegal_play import at_times

from eoc_sim.simulator.eoc import actions, conditions, effects, payment
from eoc_sim.simulator.eoc.decisions import BET, MOVE
from eoc_sim.simulator.eoc.effect_codes import GAIN_DISCOUNT, ON_CARDS, ON_RECRUITS, ON_TRADES
from eoc_sim.simulator.eoc.state import PART_CARDS
from eoc_sim.simulator.eoc.switches import FREE_MOVES, TRADE_FEE, VMD


def costs(action: int, times: int) -> Change:
    """Make an action cost a multiple of its EC."""

    def give(original: Function, state: Any, seat: int, number: int) -> int:
        return original(state, seat, number * times if state.order.kind == action else number)

    return wrap(payment.give_any, give)


def on_credit(original: Function, state: Any, seat: int, number: int) -> int:
    """Pay for a bet with EC even if the mat lacks them."""
    if state.order.kind != BET:
        return original(state, seat, number)
    state.box.from_mat[:] = 0
    state.box.from_mat[state.order.colour] = number
    return 0


def kept(field: str) -> tuple[Change, Change]:
    """Keep a field's value from the end of one turn to the next."""

    def start_turn(original: Function, state: Any, seat: int) -> None:
        left = getattr(state.table, field)[seat]
        original(state, seat)
        add(getattr(state.table, field), seat, left)

    return undone(actions.end_turn, field), wrap(actions.start_turn, start_turn)


def unsigned(state: Any, trace: Any, seat: int) -> None:
    """Make the recruit named in the order belong to nobody."""
    state.table.spot_owner[state.order.spot] = -1


# Actions

broken(
    "a card scores 1 star more than it shows",
    "ACT-10",
    wrap(
        effects.score,
        lambda original, table, seat, part, stars: original(
            table, seat, part, stars + 1 if part == PART_CARDS else stars
        ),
    ),
    MIXED,
)
allows_illegal_play(
    "a card is played from another's calendar",
    "ACT-1",
    before(
        actions.play_card,
        lambda state, trace, seat: put(state.table.card_owner, state.order.card, seat),
    ),
    at_times(illegal.card_of_another),
)
NO_MAT_CHECK = reword(
    payment.work_out_payment, "box.from_mat[colour] > table.mat[seat, colour]", "False"
)
allows_illegal_play(
    "a card is paid for with EC that the mat lacks",
    "PAY-3",
    NO_MAT_CHECK,
    at_times(illegal.unaffordable_card),
)
allows_illegal_play(
    "a recruit is paid for with EC that the mat lacks",
    "PAY-3",
    NO_MAT_CHECK,
    at_times(illegal.sign_without_means),
)
broken(
    "a card reacts to its own entry into play",
    "ACT-2",
    wrap(
        effects.fire,
        lambda original, state, trace, seat, when, *others: original(
            state, trace, seat, when, *others[:-1], state.table.active_count[seat, when]
        ),
    ),
    game(card="play: 1 bucks"),
)
broken(
    "a trade gives 2 EC",
    "ACT-3",
    reword(
        actions.trade,
        "box.ec_gains[wish] = 1",
        "box.ec_gains[wish] = 2",
        "table.mat[seat, wish] += 1",
        "table.mat[seat, wish] += 2",
    ),
    FOUR_RANDOM,
)
CHEAP_TRADES = wrap(payment.trade_price, lambda original, table, seat: original(table, seat) - 1)
broken("a trade is 2 for 1", "ACT-3", CHEAP_TRADES, FOUR_RANDOM)
broken("a trade with a fee of 2 EC is 4 for 1", "ACT-3", CHEAP_TRADES, game(trade_fee="ec2"))
broken(
    "a trade costs 2 BB",
    "CUT-3",
    reword(actions.trade, "bucks = 1 if", "bucks = 2 if"),
    game(line_up="random", start_bucks="20"),
)
broken(
    "the trade fee is stated but not taken",
    BUCKS_RULES,
    undone(actions.trade, "bucks"),
    FOUR_RANDOM,
)
broken(
    "trades have a fee in the Family game",
    "CUT-3",
    as_if(actions.trade, rule_trade_fee=TRADE_FEE.BB1),
    FAMILY,
)
broken(
    "a cut-throat trade costs 1 star",
    "CUT-3",
    reword(actions.trade, "stars = 2 if", "stars = 1 if"),
    game(players=4, trade_fee="stars2"),
)
allows_illegal_play(
    "a trade is made without the BB for it",
    "ACT-3",
    reword(actions.trade, "table.bucks[seat] < bucks", "False"),
    at_times(illegal.trade_without_fee),
)
allows_illegal_play(
    "a trade takes the score below 0",
    "CUT-3",
    reword(actions.trade, "table.score[seat] < stars", "False"),
    at_times(illegal.trade_without_fee),
    trade_fee="stars2",
)
broken(
    "June has three free moves",
    "ACT-4",
    constant(actions, "CALENDAR_FREE_MOVES", (0, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0)),
    FOUR,
)
broken(
    "the Family game has the calendar's free moves",
    "ACT-4",
    as_if(actions.calendar_free_moves, rule_free_moves=FREE_MOVES.PRINTED),
    FAMILY,
)
broken(
    "a turn has one free move too many",
    "ACT-4",
    reword(actions.move, "table.free_moves[seat] > 0", "table.free_moves[seat] >= 0"),
    FOUR_RANDOM,
)
broken(
    "steps are paid for while free moves are left",
    "ACT-4",
    reword(
        actions.move,
        "free = table.free_moves[seat] > 0",
        "free = table.free_moves[seat] > 0 and table.mat[seat].sum() == 0",
    ),
    FOUR_RANDOM,
)
broken("free moves are kept for the next turn", "ACT-4", *kept("free_moves"), FOUR)
broken("a step costs 2 EC", "ACT-4", costs(MOVE, 2), FOUR)
broken("a step costs nothing", "ACT-4", costs(MOVE, 0), FOUR_RANDOM)
broken("the bus stays where it was", "ACT-4 ACT-10", undone(actions.move, "node"), FOUR)
allows_illegal_play(
    "the bus goes to a place that is not connected",
    "ACT-4",
    instead(actions.are_neighbours, lambda table, here, there: True),
    at_times(illegal.move_to_a_distant_place),
)
allows_illegal_play(
    "the bus enters an HQ",
    "ACT-13",
    before(actions.move, lambda state, trace, seat: put(state.table.node_hq, ..., -1)),
    at_times(illegal.move_into_an_hq),
)
ONE_SUBSTITUTE = instead(payment.substitute_limit, lambda table, seat, *purchase: 1)
allows_illegal_play(
    "a BB pays for a step without a card that allows it",
    "PAY-3",
    ONE_SUBSTITUTE,
    at_times(illegal.step_paid_in_bucks),
)
broken(
    "a runner costs nothing",
    "ACT-5",
    before(actions.send_runner, lambda state, trace, seat: add(state.table.free_runners, seat, 1)),
    FOUR_RANDOM,
)
broken(
    "a runner's BB is stated but not taken",
    BUCKS_RULES,
    undone(actions.send_runner, "bucks"),
    FOUR_RANDOM,
)
allows_illegal_play(
    "a package grows beyond the recruit's cost",
    "ACT-5",
    reword(
        actions.send_runner,
        "table.package[seat, spot, colour] + number > table.spot_cost[spot, colour]",
        "False",
    ),
    at_times(illegal.runner_with_more_than_needed),
)
allows_illegal_play(
    "a runner goes to a signed recruit",
    "ACT-5",
    before(actions.send_runner, unsigned),
    at_times(illegal.runner_to_a_signed_recruit),
    players=4,
)
allows_illegal_play(
    "a runner goes without a BB",
    "ACT-5",
    reword(actions.send_runner, "table.bucks[seat] < fee", "False"),
    at_times(illegal.runner_on_credit),
)
allows_illegal_play(
    "a runner carries nothing",
    "ACT-5",
    reword(actions.send_runner, "ec_sent == 0", "False"),
    at_times(illegal.runner_with_nothing),
)
allows_illegal_play(
    "a runner carries EC that the mat lacks",
    "ACT-5",
    reword(actions.send_runner, "number > table.mat[seat, colour]", "False"),
    at_times(illegal.runner_with_envelopes_from_nowhere),
    refused="PAY-4",
)
allows_illegal_play(
    "a recruit is signed with the bus elsewhere",
    "ACT-6",
    reword(actions.sign, "table.state_node[spot_state] != table.node[seat]", "False"),
    at_times(illegal.sign_from_afar),
)
allows_illegal_play(
    "a signed recruit is signed again",
    "ACT-6",
    before(actions.sign, unsigned),
    at_times(illegal.sign_again),
    free_moves="three",
)
broken(
    "the mat pays before the package",
    "PAY-3",
    reword(
        payment.work_out_payment,
        "box.from_package[colour] = min(box.due[colour], table.package[seat, spot, colour])",
        "box.from_package[colour] = max(0, box.due[colour] - table.mat[seat, colour])",
    ),
    FOUR,
)
broken(
    "unneeded EC of a package go back to the mat",
    ENVELOPE_RULES,
    after(payment.pay, lambda state, seat, spot: add(state.table.mat, seat, state.box.lost_ec)),
    game(players=4, line_up="archetypes", coach="always: discount recruits 2"),
)
broken(
    "the package of a signed recruit stays",
    "ACT-10",
    undone(payment.pay, "package", "package_size"),
    FOUR,
)
broken("rivals keep their packages", "ACT-6", skip(actions.lose_packages), FOUR)
SILENCE = SimpleNamespace(position=0)
broken(
    "a package is lost without an event",
    "ACT-6",
    wrap(
        actions.lose_packages,
        lambda original, state, trace, *signed: original(state, SILENCE, *signed),
    ),
    FOUR,
)
broken(
    "the VMD has a 3",
    "ACT-7",
    constant(actions, "VMD_FACES", (0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 3, -2)),
    FOUR,
)
broken("the Family game rolls the VMD", "ACT-7", as_if(actions.sign, rule_vmd=VMD.ON), FAMILY)
broken(
    "a recruit's value can be below 1",
    "CAR-9",
    reword(actions.sign, "max(1, table.spot_base[spot] + vmd)", "table.spot_base[spot] + vmd"),
    FOUR,
)
broken(
    "a recruit's value is at least 2",
    "CAR-9",
    reword(actions.sign, "max(1, table", "max(2, table"),
    FOUR,
)
broken(
    "the VMD is reported but not counted",
    "CAR-9",
    reword(actions.sign, "table.spot_base[spot] + vmd)", "table.spot_base[spot])"),
    FOUR,
)
allows_illegal_play(
    "a second campaign runs in one month",
    "ACT-8",
    before(actions.market, lambda state, trace, seat: put(state.table.marketed, seat, 0)),
    at_times(illegal.second_campaign),
    start_bucks="20",
)
allows_illegal_play(
    "a campaign is run on credit",
    "ACT-8",
    reword(actions.market, "table.bucks[seat] < MARKETING_COST[stars]", "False"),
    at_times(illegal.campaign_on_credit),
)
broken(
    "a campaign of 3 stars costs 4 BB",
    "ACT-8",
    constant(payment, "MARKETING_COST", (0, 1, 3, 4, 8, 12, 18, 24, 30)),
    game(line_up="random", start_bucks="30"),
)
allows_illegal_play(
    "a bet is placed on a 0",
    "ACT-9",
    reword(actions.bet, "number < 1", "number < 0"),
    at_times(illegal.bet_on_a_zero),
)
allows_illegal_play(
    "a bet is made without an EC",
    "ACT-9",
    wrap(payment.give_any, on_credit),
    at_times(illegal.bet_on_credit),
    refused="PAY-4",
)
broken(
    "a turn has one free bet too many",
    "CAR-6",
    reword(actions.bet, "table.free_bets[seat])", "table.free_bets[seat] + 1)"),
    RANDOM,
)
broken(
    "free bets are kept for the next turn",
    "CAR-6",
    *kept("free_bets"),
    game(coach="always: 1 free_bets"),
)
broken(
    "free runners are kept for the next turn",
    "ACT-5",
    *kept("free_runners"),
    game(line_up="random", coach="always: 1 free_runners"),
)
broken("EC stay on the mat after the turn", ENVELOPE_RULES, undone(actions.end_turn, "mat"), MIXED)

# Payment

DISCOUNTS = game(players=4, coach="always: discount recruits 1; always: discount cards 1")
NAMELESS = {"line_up": "nameless", "players": 2}


def discounts(other: Function) -> Change:
    """Change discounts to ``other(discount, target)``; ``discount(target)`` is the original."""

    def wrapper(
        original: Function, table: Any, seat: int, gain: int, target: int, *bought: int
    ) -> int:
        def total_for(any_target: int) -> int:
            return original(table, seat, gain, any_target, *bought)

        return other(total_for, target) if gain == GAIN_DISCOUNT else total_for(target)

    return wrap(payment.modifier_total, wrapper)


broken(
    "a discount applies to each colour",
    "PAY-1",
    reword(
        payment.work_out_payment,
        "discount_left = min(total, modifier_total(",
        "discount_left = min(total, sum(1 for due in box.due if due > 0) * modifier_total(",
    ),
    DISCOUNTS,
)
broken(
    "a discount is taken twice",
    "PAY-1",
    discounts(lambda discount, target: 2 * discount(target)),
    DISCOUNTS,
)
broken(
    "only one of several discounts counts",
    "PAY-1",
    discounts(lambda discount, target: min(1, discount(target))),
    game(players=4, coach="always: discount recruits 1; always: discount recruits 1"),
)
broken(
    "discounts for recruits apply to cards",
    "PAY-1",
    discounts(lambda discount, target: discount(ON_RECRUITS if target == ON_CARDS else target)),
    game(players=4, coach="always: discount recruits 1", line_up="mixed"),
)
broken(
    "a card makes itself cheaper",
    "PAY-1",
    before(
        actions.play_card,
        lambda state, trace, seat: effects.activate(state.table, seat, state.order.card),
    ),
    game(line_up="random", card="always: discount cards 1"),
)
broken(
    "a discount's condition is forgotten",
    "PAY-1",
    wrap(
        conditions.conditions_hold,
        lambda original, table, seat, clause, *event: (
            table.clause_gain[clause] == GAIN_DISCOUNT or original(table, seat, clause, *event)
        ),
    ),
    game(players=4, coach="always: if border: discount recruits 1"),
)
broken(
    "a discount on trades is forgotten",
    "ACT-3",
    discounts(lambda discount, target: 0 if target == ON_TRADES else discount(target)),
    game(players=4, line_up="random", coach="always: discount trades 1"),
)
broken(
    "the default discount falls on the last of equal colours",
    "PAY-2",
    reword(payment._next_discount, "lack > best_lack", "lack >= best_lack"),
    game(coach="always: discount recruits 1; always: discount cards 1", **NAMELESS),
)
broken(
    "unnamed EC are given from the last of equal colours",
    "PAY-4",
    reword(payment.give_any, "> table.mat[seat, best] - ", ">= table.mat[seat, best] - "),
    game(**NAMELESS),
)
broken(
    "unnamed EC are gained in the most frequent colour",
    "PAY-4",
    instead(payment.least_of, payment.most_of),
    game(**NAMELESS),
)
allows_illegal_play(
    "BB stand in for EC without a card that allows it",
    "PAY-3",
    ONE_SUBSTITUTE,
    at_times(illegal.too_many_substitutes),
    card="end: 1 stars",
)
broken(
    "BB that stand in for EC are reported but not taken",
    BUCKS_RULES,
    undone(payment.pay, "bucks"),
    game(line_up="wilful", coach="always: 2 bucks_as_ec cards", card="end: 1 stars"),
)
