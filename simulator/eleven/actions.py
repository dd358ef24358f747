"""A manager's day: actions, free actions and dismissals (WEE-2, ACT)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes, deal_steps, decisions, outcomes, sources
from eoc_sim.simulator.eleven.cards import discard, fill_row, give_card, lose_card, take_from_area
from eoc_sim.simulator.eleven.club import (
    add_held,
    boards,
    gain,
    gain_vp,
    has_source,
    holds,
    remove_held,
    staff_places,
)
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import (
    ALL_SOURCES,
    can_pay,
    is_asked_too_often,
    push_effects,
    take_free_action,
)
from eoc_sim.simulator.eleven.events import ACT, DISMISS, FREE_ACTION, SALE
from eoc_sim.simulator.eleven.interventions import ALL_ACTIONS, EXTRA_ACTIONS, deny_actions_today
from eoc_sim.simulator.eleven.lasting import is_idle_sponsor, total_lasting
from eoc_sim.simulator.eleven.leaflet_state import FREE_SPACES, OFFICE_COSTS
from eoc_sim.simulator.eleven.ledger import (
    earn,
    note_action,
    note_card,
    note_left,
    note_sponsor,
    note_taken,
    spend,
)
from eoc_sim.simulator.eleven.names import MONEY, OPERATION
from eoc_sim.simulator.eleven.naming import can_name
from eoc_sim.simulator.eleven.season_state import PART_YOUNGSTERS
from eoc_sim.simulator.eleven.sizes import CARDS, OFFICE_STEPS, RESOURCES
from eoc_sim.simulator.eleven.state import DEALING
from eoc_sim.simulator.eleven.switches import MARKET, STADIUM, TRANSFERS
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.tracing import emit, emit_value

MAX_ASKING_PRICE = 99
"""The highest asking price (TRA-2)."""
SPONSORS_ON_OFFER = 3
"""The number of sponsors on offer: the oldest in the row (SET-8)."""


# --- Prices and refusals, which strategies also look up


@compiled
def action_refusal(table, seat):
    """WEE-2: return why a manager has no action left today, or 0."""
    denial = table.denied[seat]
    if denial == ALL_ACTIONS:
        return decisions.NO_ACTION_LEFT
    if table.actions_taken == 0:
        return 0
    if denial == EXTRA_ACTIONS or table.extras_taken >= table.rule_extra_per_day:
        return decisions.NO_ACTION_LEFT
    if table.resources[seat, OPERATION] < table.rule_extra_cost:
        return decisions.EXTRA_UNPAID
    return 0


@compiled
def printed_price(table, seat, source):
    """Return the price of a card, token or office step without discounts (CLU-6, EXT-1)."""
    if source < sources.STAFF:
        return table.card_price[source] + 0
    if source < sources.SPONSORS:
        return table.staff_price[source - sources.STAFF] + 0
    if source == sources.OFFICE:
        cost = table.office_cost[min(table.office[seat], OFFICE_STEPS - 1)]
        return cost + table.board_change[seat, OFFICE_COSTS]
    return table.token_cost[source - sources.TOKENS] + 0


@compiled
def discount(table, seat, source):
    """EFF-1: return a manager's discount on a card, token or office step."""
    target = codes.TARGET_BUILD
    if source < sources.STAFF:
        target = codes.TARGET_PLAYERS if source < sources.YOUNGSTERS else codes.TARGET_YOUNGSTERS
    elif source < sources.SPONSORS:
        target = codes.TARGET_STAFF
    return total_lasting(table, seat, codes.DISCOUNT, target)


@compiled
def price_for(table, seat, source):
    """EFF-1: return a manager's price for a card, token or office step."""
    return max(1, printed_price(table, seat, source) - discount(table, seat, source))


@compiled
def is_payable(table, seat, source):
    """Check if a manager can afford a card, token or office step.

    Discounts only lower a price, so they are looked up only if the printed price is too high.
    """
    money = table.resources[seat, MONEY] + 0
    return max(1, printed_price(table, seat, source)) <= money or (
        price_for(table, seat, source) <= money
    )


@compiled
def hire_price(table, seat, card):
    """ACT-1, EFF-1: return the price of a card for a manager."""
    return price_for(table, seat, card)


@compiled
def hire_refusal(table, seat, card):
    """ACT-1: return why a manager cannot hire a card, or 0."""
    if card < 0 or card >= sources.VETERANS or table.lies[card] != sources.IN_AREA:
        return decisions.HIRE_NOT_THERE
    return 0 if is_payable(table, seat, card) else decisions.HIRE_COST


@compiled
def sale_price(table, card):
    """ACT-2: return the money from the sale of a card."""
    return table.side_strength[card] + table.strength_tokens[card] + deal_steps.SALE_BONUS


@compiled
def can_auction(table):
    """TRA-1, EPI-6: check if cards can be auctioned now.

    They can with the transfers module and in Epic's Winter Break, unless there is only one manager.
    """
    is_winter_break = table.staff_idle == 1
    return plays_transfers(table) or (is_winter_break and table.managers > 1)


@compiled
def plays_transfers(table):
    """TRA-1: check if the transfers module is on and there are other managers."""
    return table.rule_transfers == TRANSFERS.ON and table.managers > 1


@compiled
def sell_refusal(table, seat, card, way, asking):
    """ACT-2, TRA-1, TRA-2: return why a manager cannot sell a card this way, or 0."""
    is_own = 0 <= card < CARDS and table.owner[card] == seat
    if not is_own:
        return decisions.SELL_NOT_OWN
    if way == sources.AS_USUAL:
        return 0
    if way != sources.BY_AUCTION or not can_auction(table):
        return decisions.SELL_WAY
    return 0 if 0 <= asking <= MAX_ASKING_PRICE else decisions.SELL_ASKING


@compiled
def staff_price(table, seat, card):
    """ACT-3, EFF-1: return the price of a staff card for a manager."""
    return price_for(table, seat, card)


@compiled
def staff_refusal(table, seat, card):
    """ACT-3, CLU-6: return why a manager cannot take on a staff card, or 0."""
    if card < sources.STAFF or card >= sources.SPONSORS or table.lies[card] != sources.IN_AREA:
        return decisions.STAFF_NOT_THERE
    if table.held_count[seat, sources.OF_STAFF] >= staff_places(table, seat):
        return decisions.STAFF_FULL
    return 0 if is_payable(table, seat, card) else decisions.STAFF_COST


@compiled
def dismiss_refusal(table, seat, card):
    """ACT-4: return why a manager cannot dismiss a staff card, or 0."""
    return 0 if holds(table, seat, sources.OF_STAFF, card) else decisions.DISMISS_NOT_OWN


@compiled
def sponsor_refusal(table, seat, card, way):
    """ACT-5, CLU-4: return why a manager cannot sign a sponsor this way, or 0."""
    on_offer = False
    for index in range(min(SPONSORS_ON_OFFER, table.area_count[sources.SPONSOR_DECK])):
        on_offer = on_offer or table.area[sources.SPONSOR_DECK, index] == card
    if not on_offer:
        return decisions.SPONSOR_NOT_THERE
    if way < sources.FOR_MONEY or way > sources.SMALL:
        return decisions.SPONSOR_WAY
    shirts = 0
    for index in range(table.held_count[seat, sources.OF_SPONSORS]):
        if (
            table.way[table.held[seat, sources.OF_SPONSORS, index] - sources.SPONSORS]
            == sources.SHIRT
        ):
            shirts += 1
    if way == sources.SHIRT and shirts > 0:
        return decisions.SPONSOR_SHIRT
    if way < sources.SHIRT and table.held_count[seat, sources.OF_SPONSORS] - shirts >= boards(
        table, seat
    ):
        return decisions.SPONSOR_BOARDS
    return 0


@compiled
def build_price(table, seat, source):
    """ACT-6, CLU-6: return the price of a token or an office step."""
    return price_for(table, seat, source)


@compiled
def build_refusal(table, seat, source):
    """ACT-6, CLU-5, CLU-6: return why a manager cannot build this, or 0."""
    if table.rule_stadium == STADIUM.OFF:
        return decisions.NO_SUCH_TOKEN
    if source == sources.OFFICE:
        if table.office[seat] == 0:
            return decisions.OFFICE_NOT_BUILT
        if table.office[seat] >= OFFICE_STEPS:
            return decisions.OFFICE_FULL
    else:
        refusal = token_refusal(table, seat, source)
        if refusal > 0:
            return refusal
    return 0 if is_payable(table, seat, source) else decisions.BUILD_COST


@compiled
def token_refusal(table, seat, source):
    """CLU-5, EXT-1: return why a stadium cannot have a token, or 0."""
    if (
        source < sources.TOKENS
        or source >= sources.TACTICS
        or table.token_copies[source - sources.TOKENS] == 0
    ):
        return decisions.NO_SUCH_TOKEN
    if holds(table, seat, sources.OF_TOKENS, source):
        return decisions.BUILD_TWICE
    space = table.token_space[source - sources.TOKENS]
    uses = 0
    for index in range(table.held_count[seat, sources.OF_TOKENS]):
        if table.token_space[table.held[seat, sources.OF_TOKENS, index] - sources.TOKENS] == space:
            uses += 1
    spaces = table.free_spaces + table.board_change[seat, FREE_SPACES]
    if uses >= (spaces if space == 0 else 1):
        return decisions.BUILD_FULL
    tokens = 0
    for rival in range(table.managers):
        tokens += 1 if holds(table, rival, sources.OF_TOKENS, source) else 0
    return decisions.BUILD_GONE if tokens >= table.token_copies[source - sources.TOKENS] else 0


@compiled
def free_refusal(table, seat, source, number):
    """WEE-2, ACT-9, EFF-2: return why a manager cannot take a free action, or 0."""
    if table.free_taken > 0:
        return decisions.FREE_TAKEN
    if source < 0 or source >= sources.TACTICS or number < 0 or number >= table.clauses_of[source]:
        return decisions.NO_SUCH_FREE_ACTION
    has_it = has_source(table, seat, source)
    clause = table.first_clause[source] + number
    if not has_it or table.clause[clause].when != codes.ACTION or is_idle_sponsor(table, source):
        return decisions.NO_SUCH_FREE_ACTION
    if (table.used[seat, source] >> number) & 1 == 1:
        return decisions.FREE_USED
    if not can_pay(table, seat, source, clause):
        return decisions.FREE_COST
    return 0 if can_name(table, seat, source, clause) else decisions.FREE_NO_CARD


# --- Actions


@compiled
def begin_day(state, seat):
    """WEE-2: begin a manager's day."""
    table = state.table
    table.actions_taken = 0
    table.extras_taken = 0
    table.free_taken = 0
    table.asked_today = 0
    table.day_over = 0
    deny_actions_today(state, seat)


@compiled
def act(state, trace, policies, seat):
    """ACT-0, ACT-8, WEE-2, TER-1: let a manager take one step of their day.

    Return 0, or why the step is refused, and set ``table.day_over`` at the end of the day.
    """
    table = state.table
    order = state.order
    kind = ask(state, policies, seat, decisions.ASK_ACT)
    if is_asked_too_often(table):
        return decisions.TOO_LONG
    refusal = step_refusal(table, seat, kind, order)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    table.asked_today += 1
    card = order.card + 0
    if kind == decisions.HIRE:
        hire(state, trace, seat, card)
    elif kind == decisions.SELL:
        begin_sale(state, trace, seat, card, order.way + 0, order.amount + 0)
    elif kind == decisions.NEGOTIATE:
        open_deal(table, deal_steps.OFFER_DEAL, seat, -1, 0, 0, 0)
    elif kind == decisions.STAFF:
        take_on(state, trace, seat, card)
    elif kind == decisions.SPONSOR:
        sign_sponsor(state, trace, seat, card, order.way + 0)
    elif kind == decisions.BUILD:
        build(state, trace, seat, card)
    elif kind == decisions.FREE:
        table.free_taken = 1
        emit(trace, FREE_ACTION, seat, table.day, order.source, order.clause)
        note_action(state, seat, outcomes.DID_FREE, 0, order.source + 0, 0, 0)
        take_free_action(state, seat, order.source + 0, order.clause + 0)
    elif kind == decisions.DISMISS:
        remove_held(table, seat, sources.OF_STAFF, card)
        discard(table, card)
        emit(trace, DISMISS, seat, table.day, card)
    elif kind == decisions.PASS and table.actions_taken == 0:
        take_action(state, trace, seat, outcomes.DID_PASS, -1, 0, 0, 0)
    else:
        table.day_over = 1
    return 0


@compiled
def step_refusal(table, seat, kind, order):
    """WEE-2, ACT: return why a manager cannot take this step, or 0."""
    card = order.card + 0
    if kind == decisions.PASS or kind == decisions.END_DAY:
        return 0
    if kind == decisions.DISMISS:
        return dismiss_refusal(table, seat, card)
    if kind == decisions.FREE:
        return free_refusal(table, seat, order.source + 0, order.clause + 0)
    if kind != decisions.NEGOTIATE and (kind < decisions.HIRE or kind > decisions.BUILD):
        return decisions.NO_SUCH_ACTION
    refusal = action_refusal(table, seat)
    if refusal > 0:
        return refusal
    if kind == decisions.NEGOTIATE:
        can_negotiate = can_auction(table) and table.rule_refusals > 0
        return 0 if can_negotiate else decisions.NEGOTIATE_OFF
    if kind == decisions.HIRE:
        return hire_refusal(table, seat, card)
    if kind == decisions.SELL:
        return sell_refusal(table, seat, card, order.way + 0, order.amount + 0)
    if kind == decisions.STAFF:
        return staff_refusal(table, seat, card)
    if kind == decisions.SPONSOR:
        return sponsor_refusal(table, seat, card, order.way + 0)
    return build_refusal(table, seat, card)


@compiled
def taking_refusal(table, seat, row, card, way):
    """ACT-1, ACT-3, ACT-5: return why a manager cannot take a card, or 0."""
    if row == sources.STAFF_DECK:
        return staff_refusal(table, seat, card)
    if row == sources.SPONSOR_DECK:
        return sponsor_refusal(table, seat, card, way)
    return hire_refusal(table, seat, card)


@compiled
def pass_over(table, seat, row, card, way):
    """SET-8: record the cards of a row that a manager passes over.

    These are the cards that they could have taken instead of ``card``. Return how many times other
    managers have passed over ``card``.
    """
    number = 0
    for index in range(table.area_count[row]):
        area_card = table.area[row, index] + 0
        if area_card == card:
            for rival in range(table.managers):
                number += table.area_passed[row, index, rival] if rival != seat else 0
        elif taking_refusal(table, seat, row, area_card, way) == 0:
            table.area_passed[row, index, seat] += 1
    return number


@outlined
def take_action(state, trace, seat, outcome, card, price, cash, passes):
    """WEE-2: count an action, write its event, and pay for an extra one."""
    table = state.table
    extra = 0
    if table.actions_taken == 0:
        table.actions_taken = 1
    else:
        extra = 1
        table.extras_taken += 1
        table.extra_actions[seat] += 1
        gain(table, seat, OPERATION, -table.rule_extra_cost)
    note_action(state, seat, outcome, extra, card, price, passes)
    emit(trace, ACT, seat, table.day, outcome, extra, card, price)
    if trace.position > 0:
        emit_value(trace, RESOURCES)
        for resource in range(RESOURCES):
            emit_value(trace, cash if resource == MONEY else 0)


@compiled
def hire(state, trace, seat, card):
    """ACT-1: hire a card from the Transfer Area."""
    table = state.table
    price = hire_price(table, seat, card)
    is_player = card < sources.YOUNGSTERS
    row = sources.PLAYER_DECK if is_player else sources.YOUNGSTER_DECK
    passes = pass_over(table, seat, row, card, 0)
    spend(state, seat, price, outcomes.SPENT_HIRE if is_player else outcomes.SPENT_YOUTH)
    take_from_area(table, row, card)
    give_card(state, seat, card)
    note_card(state, seat, card, outcomes.GOT_HIRED, price)
    take_action(state, trace, seat, outcomes.DID_HIRE, card, price, 0, passes)
    fill_row(state, trace, row)
    push_effects(state, seat, codes.HIRE, ALL_SOURCES)


@compiled
def sell(state, trace, seat, card):
    """ACT-2: sell a card, and score the VP of a trained youngster."""
    table = state.table
    money = sale_price(table, card)
    scores = table.is_trained[card] == 1 and table.vp_sold[card] == 0
    vp = table.card_vp[card] + 0 if scores else 0
    take_action(state, trace, seat, outcomes.DID_SELL, card, 0, 0, 0)
    earn(state, seat, money, outcomes.EARNED_SALES)
    gain_vp(table, seat, PART_YOUNGSTERS, vp)
    note_left(state, card, outcomes.LEFT_SOLD, money, vp)
    lose_card(state, card)
    emit(trace, SALE, seat, card, money, vp)
    push_effects(state, seat, codes.SELL, ALL_SOURCES)


@compiled
def begin_sale(state, trace, seat, card, way, asking):
    """ACT-2, TRA-2, MKT-2: sell a card immediately, or open a deal."""
    table = state.table
    if way == sources.BY_AUCTION:
        bonus, refusable = table.rule_auction_bonus, table.rule_seller_may_refuse
        open_deal(table, deal_steps.AUCTION_DEAL, seat, card, asking, bonus, refusable)
    elif plays_transfers(table) or table.rule_market == MARKET.ON:
        open_deal(table, deal_steps.SALE_DEAL, seat, card, 0, 0, 0)
    else:
        sell(state, trace, seat, card)


@compiled
def open_deal(table, deal, seat, card, asking, bonus, refusable):
    """TRA, MKT: begin a deal, after which the game returns to the present phase.

    ``bonus`` is the value of the switch `auction_bonus` for this auction. If ``refusable`` is 1,
    the seller may refuse the highest bid.
    """
    table.deal = deal
    table.deal_step = (
        deal_steps.NEGOTIATING if deal == deal_steps.OFFER_DEAL else deal_steps.OPENING
    )
    table.deal_after = table.phase
    table.phase = DEALING
    table.deal_card = card
    table.deal_seller = -1 if deal == deal_steps.OFFER_DEAL else seat
    table.deal_buyer = seat if deal == deal_steps.OFFER_DEAL else deal_steps.BANK
    table.deal_price = 0
    table.deal_asking = asking
    table.deal_offers = 0
    table.deal_refused = 0
    table.deal_bonus = bonus
    table.deal_refusable = refusable


@compiled
def take_on(state, trace, seat, card):
    """ACT-3: take on a staff card from the Transfer Area."""
    table = state.table
    price = staff_price(table, seat, card)
    passes = pass_over(table, seat, sources.STAFF_DECK, card, 0)
    spend(state, seat, price, outcomes.SPENT_STAFF)
    take_from_area(table, sources.STAFF_DECK, card)
    add_held(state, seat, sources.OF_STAFF, card)
    note_taken(state, seat, sources.OF_STAFF, card - sources.STAFF, price)
    take_action(state, trace, seat, outcomes.DID_STAFF, card, price, 0, passes)
    fill_row(state, trace, sources.STAFF_DECK)
    push_effects(state, seat, codes.NOW, card)


@compiled
def sign_sponsor(state, trace, seat, card, way):
    """ACT-5: sign a sponsor in the chosen way."""
    table = state.table
    passes = pass_over(table, seat, sources.SPONSOR_DECK, card, way)
    take_from_area(table, sources.SPONSOR_DECK, card)
    note_sponsor(state, seat, card - sources.SPONSORS, way)
    cash = 0
    if way == sources.SMALL:
        cash = table.sponsor_cash[card - sources.SPONSORS] + 0
        earn(state, seat, cash, outcomes.EARNED_SMALL)
        discard(table, card)
        take_action(state, trace, seat, outcomes.DID_SMALL, card, 0, cash, passes)
    else:
        add_held(state, seat, sources.OF_SPONSORS, card)
        table.way[card - sources.SPONSORS] = way
        take_action(state, trace, seat, outcomes.DID_SMALL + way, card, 0, 0, passes)
    fill_row(state, trace, sources.SPONSOR_DECK)
    push_effects(state, seat, codes.SPONSOR, ALL_SOURCES)
    if way != sources.SMALL and way != sources.FOR_MONEY:
        push_effects(state, seat, codes.NOW, card)


@compiled
def build(state, trace, seat, source):
    """ACT-6, CLU-6: build a token or an office step."""
    table = state.table
    price = build_price(table, seat, source)
    spend(state, seat, price, outcomes.SPENT_BUILD)
    if source == sources.OFFICE:
        table.office[seat] += 1
    else:
        add_held(state, seat, sources.OF_TOKENS, source)
        note_taken(state, seat, sources.OF_TOKENS, source - sources.TOKENS, price)
    take_action(state, trace, seat, outcomes.DID_BUILD, source, price, 0, 0)
    push_effects(state, seat, codes.BUILD, ALL_SOURCES)
    if source != sources.OFFICE:
        push_effects(state, seat, codes.NOW, source)
