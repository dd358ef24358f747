"""Seats that sometimes try a forbidden action in otherwise random play.

The correct engine refuses each such action; an engine without the check allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eoc_sim.simulator.eoc.decisions import (
    BET,
    DELAY,
    DRAFT,
    END_TURN,
    MARKET,
    MOVE,
    PLAY_CARD,
    RUNNER,
    SIGN,
    TRADE,
    TRIGGER,
)
from eoc_sim.simulator.eoc.payment import (
    MARKETING_COST,
    card_shortfall,
    mat_total,
    recruit_shortfall,
    trade_price,
)
from eoc_sim.simulator.eoc.state import CALENDAR, COLOURS, FULL, HALF, IN_PLAY, SPOTS
from eoc_sim.simulator.kernel.random_streams import draw
from eoc_sim.strategies.eoc import random

DecisionFunctions = Mapping[str, Callable[..., int]]
"""Functions of a strategy by name; all others are those of random play."""

NOTHING = END_TURN
"""The action that an attempt returns if it finds nothing to try."""


def at_times(attempt: Callable[..., int]) -> DecisionFunctions:
    """Replace about a quarter of the actions of random play with this attempt, if possible."""

    def act(table: Any, me: Any, params: Any, order: Any) -> int:
        kind = attempt(table, me.seat, order) if draw(me, 4) == 0 else NOTHING
        return random.act(table, me, params, order) if kind == NOTHING else kind

    return {"act": act}


def _bus_is_on(table: Any, seat: int, spot: int) -> bool:
    return bool(table.state_node[table.spot_state[spot]] == table.node[seat])


def _colour_on_mat(table: Any, seat: int) -> int:
    return max(range(COLOURS), key=lambda colour: table.mat[seat, colour])


# Draft


def delay_always(table: Any, me: Any, params: Any, order: Any) -> int:
    """Discard and delay while there is a hand, even with a single card."""
    if table.hand_size[me.seat] > 0:
        order.card = me.hand[0]
        return DELAY
    order.card = me.stash[0] if table.stash_size[me.seat] > 0 else table.pool[0]
    return DRAFT


def coach_on_a_sheet_in_use(table: Any, me: Any, params: Any, order: Any) -> int:
    """Take the back of a sheet in use, if any."""
    taken = {int(table.coach[seat]) for seat in range(table.players)} - {-1}
    for coach in range(table.coaches):
        if coach not in taken and (
            not taken
            or any(table.coach_sheet[other] == table.coach_sheet[coach] for other in taken)
        ):
            return coach
    return 0


# Dice


def dice(colours: tuple[int, int], mode: int, months_ahead: int) -> DecisionFunctions:
    """Always take these two dice in this mode, this many months ahead."""

    def take(table: Any, me: Any, params: Any, order: Any) -> int:
        for index, colour in enumerate(colours):
            order.die[index] = colour
            order.mode[index] = mode
            order.month[index] = table.month + months_ahead
        return 0

    return {"dice": take}


SAME_DIE_TWICE = dice((3, 3), HALF, 0)
ALWAYS_FULL = dice((0, 1), FULL, 0)
SIX_MONTHS_LATER = dice((0, 1), HALF, 6)
FIVE_MONTHS_LATER = dice((0, 1), HALF, 5)
HALF_NOW = dice((0, 1), HALF, 0)


def same_die_again(table: Any, me: Any, params: Any, order: Any) -> int:
    """Ask for the player's own die in an exclusive draft."""
    first = table.die[me.seat, 0]
    return int(first) if first >= 0 else random.dice(table, me, params, order)


def die_taken_by_others(table: Any, me: Any, params: Any, order: Any) -> int:
    """Ask for a die that another player has already taken."""
    for seat in range(table.players):
        if seat != me.seat and table.die[seat, 0] >= 0:
            return int(table.die[seat, 0])
    return random.dice(table, me, params, order)


# Actions


def card_of_another(table: Any, seat: int, order: Any) -> int:
    for card in range(table.cards):
        if (
            table.card_place[card] == CALENDAR
            and table.card_owner[card] != seat
            and card_shortfall(table, seat, card) == 0
        ):
            order.card = card
            return PLAY_CARD
    return NOTHING


def unaffordable_card(table: Any, seat: int, order: Any) -> int:
    card = table.calendar_card[seat, table.month]
    if card < 0 or card_shortfall(table, seat, card) == 0:
        return NOTHING
    order.card = card
    return PLAY_CARD


def too_many_substitutes(table: Any, seat: int, order: Any) -> int:
    card = table.calendar_card[seat, table.month]
    if card < 0 or card_shortfall(table, seat, card) > 0 or table.bucks[seat] == 0:
        return NOTHING
    order.card = card
    for colour in range(COLOURS):
        if table.card_cost[card, colour] > 0:
            order.substitute[colour] = 1
            return PLAY_CARD
    return NOTHING


def trigger_of_another(table: Any, seat: int, order: Any) -> int:
    for source in range(table.cards):
        if (
            table.card_place[source] == IN_PLAY
            and table.card_owner[source] != seat
            and table.card_monthly[source] == 1
        ):
            order.card = source
            return TRIGGER
    return NOTHING


def trade_without_fee(table: Any, seat: int, order: Any) -> int:
    poor = table.bucks[seat] == 0 if table.rule_trade_fee == 0 else table.score[seat] < 2
    return TRADE if poor and mat_total(table, seat) >= trade_price(table, seat) else NOTHING


def move_to_a_distant_place(table: Any, seat: int, order: Any) -> int:
    neighbours = set(table.neighbour[table.node[seat], : table.neighbours[table.node[seat]]])
    if table.free_moves[seat] == 0 and mat_total(table, seat) == 0:
        return NOTHING
    for node in range(table.nodes):
        if node not in neighbours and node != table.node[seat] and table.node_hq[node] < 0:
            order.node = node
            return MOVE
    return NOTHING


def move_into_an_hq(table: Any, seat: int, order: Any) -> int:
    if table.free_moves[seat] == 0 and mat_total(table, seat) == 0:
        return NOTHING
    for index in range(table.neighbours[table.node[seat]]):
        node = table.neighbour[table.node[seat], index]
        if table.node_hq[node] >= 0:
            order.node = node
            return MOVE
    return NOTHING


def step_paid_in_bucks(table: Any, seat: int, order: Any) -> int:
    if table.free_moves[seat] > 0 or table.bucks[seat] == 0:
        return NOTHING
    for index in range(table.neighbours[table.node[seat]]):
        node = table.neighbour[table.node[seat], index]
        if table.node_hq[node] < 0:
            order.node = node
            order.bucks = 1
            return MOVE
    return NOTHING


def _runner(table: Any, seat: int, order: Any, allowed: Callable[[int, int], bool]) -> int:
    """Give one EC of the first allowed colour to the first allowed recruit."""
    for spot in range(SPOTS):
        for colour in range(COLOURS):
            if table.mat[seat, colour] > 0 and allowed(spot, colour):
                order.spot = spot
                order.give[colour] = 1
                return RUNNER
    return NOTHING


def runner_with_more_than_needed(table: Any, seat: int, order: Any) -> int:
    if table.bucks[seat] == 0:
        return NOTHING
    return _runner(
        table, seat, order,
        lambda spot, colour: table.spot_owner[spot] < 0
        and table.package[seat, spot, colour] == table.spot_cost[spot, colour],
    )  # fmt: skip


def runner_to_a_signed_recruit(table: Any, seat: int, order: Any) -> int:
    if table.bucks[seat] == 0:
        return NOTHING
    return _runner(
        table, seat, order,
        lambda spot, colour: table.spot_owner[spot] >= 0
        and table.package[seat, spot, colour] < table.spot_cost[spot, colour],
    )  # fmt: skip


def runner_on_credit(table: Any, seat: int, order: Any) -> int:
    if table.bucks[seat] + table.free_runners[seat] > 0:
        return NOTHING
    return _runner(
        table, seat, order,
        lambda spot, colour: table.spot_owner[spot] < 0
        and table.package[seat, spot, colour] < table.spot_cost[spot, colour],
    )  # fmt: skip


def runner_with_nothing(table: Any, seat: int, order: Any) -> int:
    order.spot = 0
    return RUNNER if table.bucks[seat] > 0 and table.spot_owner[0] < 0 else NOTHING


def runner_with_envelopes_from_nowhere(table: Any, seat: int, order: Any) -> int:
    for spot in range(SPOTS):
        for colour in range(COLOURS):
            if (
                table.bucks[seat] > 0
                and table.spot_owner[spot] < 0
                and table.mat[seat, colour] == 0
                and table.package[seat, spot, colour] < table.spot_cost[spot, colour]
            ):
                order.spot = spot
                order.give[colour] = 1
                return RUNNER
    return NOTHING


def sign_from_afar(table: Any, seat: int, order: Any) -> int:
    for spot in range(SPOTS):
        if (
            table.spot_owner[spot] < 0
            and not _bus_is_on(table, seat, spot)
            and recruit_shortfall(table, seat, spot) == 0
        ):
            order.spot = spot
            return SIGN
    return NOTHING


def sign_again(table: Any, seat: int, order: Any) -> int:
    for spot in range(SPOTS):
        if (
            table.spot_owner[spot] >= 0
            and _bus_is_on(table, seat, spot)
            and recruit_shortfall(table, seat, spot) == 0
        ):
            order.spot = spot
            return SIGN
    return NOTHING


def sign_without_means(table: Any, seat: int, order: Any) -> int:
    for spot in range(SPOTS):
        if (
            table.spot_owner[spot] < 0
            and _bus_is_on(table, seat, spot)
            and recruit_shortfall(table, seat, spot) > 0
        ):
            order.spot = spot
            return SIGN
    return NOTHING


def second_campaign(table: Any, seat: int, order: Any) -> int:
    order.number = 1
    return MARKET if table.marketed[seat] == 1 and table.bucks[seat] > 0 else NOTHING


def campaign_on_credit(table: Any, seat: int, order: Any) -> int:
    order.number = 8
    poor = table.bucks[seat] < MARKETING_COST[8]
    return MARKET if table.marketed[seat] == 0 and poor else NOTHING


def bet_on_a_zero(table: Any, seat: int, order: Any) -> int:
    return BET if table.free_bets[seat] > 0 or mat_total(table, seat) > 0 else NOTHING


def bet_on_credit(table: Any, seat: int, order: Any) -> int:
    order.colour = _colour_on_mat(table, seat)
    order.number = 1
    return BET if table.free_bets[seat] == 0 and mat_total(table, seat) == 0 else NOTHING


# Auction and final campaign


def bid_the_same(table: Any, me: Any, params: Any, order: Any) -> int:
    """Bid once, and only as high as the last bid."""
    if table.bid[me.seat] > 0:
        return 0
    return int(table.bid[table.top_bidder]) if table.top_bidder >= 0 else 1


def bid_a_hundred(table: Any, me: Any, params: Any, order: Any) -> int:
    return 100 if table.top_bidder < 0 else 0


def bid_all(table: Any, me: Any, params: Any, order: Any) -> int:
    highest = table.bid[table.top_bidder] if table.top_bidder >= 0 else 0
    return int(table.bucks[me.seat]) if table.bucks[me.seat] > highest else 0


def keep_the_chain(table: Any, me: Any, params: Any, order: Any) -> int:
    return 0


def eight_stars(table: Any, me: Any, params: Any, order: Any) -> int:
    """Run a final campaign that few can afford."""
    return 8


def no_stars(table: Any, me: Any, params: Any, order: Any) -> int:
    """Run no final campaign."""
    return 0


def do_nothing(table: Any, me: Any, params: Any, order: Any) -> int:
    """End the turn at once."""
    return END_TURN


# Legal play that leads to ties


def one_runner(table: Any, me: Any, params: Any, order: Any) -> int:
    """Do nothing, except that seat 0 pays for one runner in March."""
    if me.seat == 0 and table.month == 1 and table.bucks[0] == table.rule_start_bucks:
        colour = _colour_on_mat(table, 0)
        order.spot = next(s for s in range(SPOTS) if table.spot_cost[s, colour] > 0)
        order.give[colour] = 1
        return RUNNER
    return END_TURN


def one_recruit(table: Any, me: Any, params: Any, order: Any) -> int:
    """Make seat 0 sign its region's cheapest recruit, and the others buy 4 stars.

    The recruit, its position and its region are worth 4 stars together, so all players are level.
    """
    if me.seat != 0:
        order.number = 4
        return MARKET if table.month == 1 and table.marketed[me.seat] == 0 else END_TURN
    colour = table.region[0]
    spot = next(s for s in range(SPOTS) if table.spot_cost[s, colour] == table.spot_price[s] == 1)
    target = table.state_node[table.spot_state[spot]]
    here = table.node[0]
    if table.spot_owner[spot] >= 0:
        return END_TURN
    if here == target:
        order.spot = spot
        return SIGN if table.mat[0, colour] > 0 else END_TURN
    order.node = min(
        table.neighbour[here, : table.neighbours[here]],
        key=lambda there: table.distance[there, target],
    )
    return MOVE if table.free_moves[0] > 0 else END_TURN


IDLE = {"act": do_nothing, "final_campaign": no_stars}
ONE_RUNNER = {**IDLE, "act": one_runner}
ONE_RECRUIT = {**IDLE, "act": one_recruit}
BIDDING = {**IDLE, "bid": bid_all, "sell": keep_the_chain}
