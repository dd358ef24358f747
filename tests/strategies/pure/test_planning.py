"""The worth of cards to the planner, and its orders, helper by helper."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from eoc.tabletop import Tabletop, effect_changes, fixed_components

from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.strategy_api import (
    ACTING,
    BAN_HAND,
    CHOOSING_DICE,
    COACH_SOURCE,
    COLOURS,
    DEALING,
    DRAFT,
    DRAFTING,
    MOVE,
    ON_CARDS,
    PLAY_CARD,
    TRADE,
    WHEN_SIGN,
    substitute_limit,
)
from eoc_sim.strategies.eoc import planning
from eoc_sim.strategies.eoc.planning.judging import THOUSANDTHS_PER_UNIT, judge
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.paying import choose_substitutes
from eoc_sim.strategies.eoc.planning.position_features import BUCKS, EC_AHEAD, FEATURES, SCORE
from eoc_sim.strategies.eoc.planning.position_weights import WEIGHTS
from eoc_sim.strategies.eoc.planning.purchases import buy
from eoc_sim.strategies.eoc.planning.remembered import CARD_DRAFTED, DIE_PICKED
from eoc_sim.strategies.eoc.planning.routes import go_and_sign, plan
from eoc_sim.strategies.eoc.planning.upgrades import accept_upgrades
from eoc_sim.strategies.eoc.planning.worth import card_worth, effect_worth, prepare


class Planner:
    """A planner in seat 0 of a table."""

    def __init__(self, **options: Any) -> None:
        self.tabletop = Tabletop(**options)
        self.strategy = load_strategy("balanced")
        record = self.strategy.parameter_record(self.tabletop.engine.printed_ids)
        self.params = self.strategy.named_parameters(record)
        self.params.whim = 0.0
        self.table, self.order = self.tabletop.table, self.tabletop.order
        fields = {
            memory.name: [0] * memory.size if memory.size > 1 else 0 for memory in planning.MEMORY
        }
        seat = self.tabletop.private[0]
        self.me = SimpleNamespace(
            seat=0,
            hand=seat.hand,
            stash=seat.stash,
            board=seat.board,
            board_position=seat.board_position,
            **fields,
        )

    def worth(self, number: str, month: int = 1) -> float:
        """Return the worth of drafting a card in a month, in tenths of a star."""
        self.table.month = month
        look_ahead(self.table, self.me, self.params)
        return card_worth(self.table, self.me, self.params, self.tabletop.card(number))

    def draft(self) -> str:
        """Return the planner's action and card, such as "draft 030" or "delay 053"."""
        self.tabletop.fill()
        answer = planning.draft(self.table, self.me, self.params, self.order)
        card = self.tabletop.engine.names.card[self.order.card]
        return f"{'draft' if answer == DRAFT else 'delay'} {card}"


@pytest.mark.parametrize("month", [1, 6, 12])
def test_a_printed_star_is_worth_a_star_whatever_was_learnt(month: int):
    """One more printed star raises a card's worth by exactly a star."""
    numbers = [card.number for card in fixed_components().cards]
    star_changes = [
        (card.number, "stars", str(card.stars + 1)) for card in fixed_components().cards
    ]
    before, after = Planner(), Planner(changes=star_changes)
    for number in numbers:
        assert after.worth(number, month) - before.worth(number, month) == pytest.approx(10)


def test_a_higher_price_makes_every_card_worth_less():
    cards = [card for card in fixed_components().cards if sum(card.cost) < 4]
    more_expensive = [(card.number, "cost_blue", str(card.cost[3] + 1)) for card in cards]
    before, after = Planner(), Planner(changes=more_expensive)
    for card in cards:
        assert after.worth(card.number) < before.worth(card.number)


def test_a_changed_clause_has_the_formulas_worth():
    """The factor of 038 was learnt with 3 stars per border recruit; with 4, nothing is known."""
    changed = Planner(changes=[("038", "effect", "end: 4 stars per border recruit")])
    names = changed.tabletop.engine.printed_ids["clause"]
    factors = dict(zip(names, changed.params.factor, strict=False))
    assert factors["038 end: 4 stars per border recruit"] == 1.0
    clauses = Planner().tabletop.engine.printed_ids["clause"]
    assert "038 end: 3 stars per border recruit" in clauses
    same = [name for name in names if name in clauses]
    assert len(same) == len(clauses) - 1


def test_every_learnt_factor_is_positive_and_bounded():
    factors = Planner().params.factor
    assert min(factors) >= 0.05 and max(factors) <= 4.0
    assert len(set(factors)) > 50


def test_a_clause_is_worth_its_factor_times_the_formula():
    planner = Planner()
    number = planner.tabletop.engine.printed_ids["clause"].index("063 end: 9 stars")
    learnt = planner.worth("063")
    planner.params.factor = [*planner.params.factor]
    planner.params.factor[number] += 1
    assert planner.worth("063") - learnt == pytest.approx(90)


def shares(planner: Planner) -> list[int]:
    """Return the worth of EC to the planner in the coming months, in percent."""
    planner.me.looked_month = 0
    look_ahead(planner.table, planner.me, planner.params)
    return list(planner.me.ec_share)


def test_ec_are_worth_less_in_months_when_rivals_can_clear_the_map():
    planner = Planner()
    planner.params.plenty = 40.0
    planner.table.month = 4
    planner.table.calendar[:] = 0
    calm = shares(planner)
    planner.table.calendar[1:, 5] = 10
    rushed = shares(planner)
    assert rushed[:2] == calm[:2]
    assert all(now < before for now, before in zip(rushed[2:], calm[2:], strict=True))
    assert calm == sorted(calm, reverse=True)


def test_if_few_recruits_are_left_ec_are_worth_less_and_prices_count_less():
    planner = Planner()
    planner.params.plenty, planner.params.ec_for_cards = 20.0, 25.0
    planner.table.month, planner.table.players = 8, 4
    assert shares(planner)[0] == 100
    planner.table.spot_owner[:30] = 1
    assert shares(planner)[0] == 62
    assert shares(planner)[2] < 62
    counted = planner.me.ec_share[2] / 100 * planner.params.price_weight
    paid = planner.worth("063", 8)
    planner.params.price_weight = 0.0
    price = planner.table.card_price[planner.tabletop.card("063")]
    assert planner.worth("063", 8) - paid == pytest.approx(price * counted)


def test_a_recruit_is_worth_more_to_a_player_whose_cards_reward_recruits():
    """008: 1 more star for each recruit."""
    planner = Planner(players=2)
    tabletop = planner.tabletop
    tabletop.no_coaches()
    tabletop.start_turn(0, month=5)
    plan(planner.table, planner.me, planner.params)
    plain = dict(zip(planner.me.candidate, planner.me.candidate_worth, strict=True))
    tabletop.play_from_nowhere(0, "008")
    plan(planner.table, planner.me, planner.params)
    with_card = dict(zip(planner.me.candidate, planner.me.candidate_worth, strict=True))
    assert with_card.keys() == plain.keys()
    extra = int(10 * planner.params.own_cards)
    assert all(with_card[spot] - plain[spot] == extra for spot in plain)


def test_a_card_can_let_a_buck_pay_for_a_step():
    """059 lets a BB pay for a step; the planner uses it only if BB outnumber the months left."""
    planner = Planner(players=2)
    table, tabletop = planner.table, planner.tabletop
    tabletop.start_turn(0, month=5)
    tabletop.play_from_nowhere(0, "059")
    tabletop.mat(0, green=9, purple=9, yellow=9, blue=9, orange=9, magenta=9)
    table.free_moves[0] = 0
    plan(table, planner.me, planner.params)
    planner.me.target = next(
        spot
        for spot in planner.me.candidate
        if table.state_node[table.spot_state[spot]] != table.node[0]
    )
    for bucks, paid in ((8, 1), (7, 0)):
        table.bucks[0] = bucks
        tabletop.fill()
        assert go_and_sign(table, planner.me, planner.params, planner.order) == MOVE
        assert planner.order.bucks == paid


def test_the_most_useful_coach_with_a_free_sheet_is_chosen():
    planner = Planner(players=2)
    planner.tabletop.no_coaches()
    table, me = planner.table, planner.me
    best = planning.coach(table, me, planner.params, planner.order)
    worths = [
        effect_worth(table, planner.params, me.seat, 0, me.signings / 10, COACH_SOURCE + coach)
        for coach in range(table.coaches)
    ]
    assert worths[best] == max(worths)
    table.coach[1] = best
    second = planning.coach(table, me, planner.params, planner.order)
    assert worths[second] == max(
        worth
        for coach, worth in enumerate(worths)
        if table.coach_sheet[coach] != table.coach_sheet[best]
    )
    assert table.coach_sheet[second] != table.coach_sheet[best]


def test_the_most_useful_card_of_an_open_draft_is_picked():
    """075 has more printed stars than the others, but is not the best."""
    planner = Planner()
    planner.tabletop.set_hand(0, "075", "063", "003")
    picked = planning.pick(planner.table, planner.me, planner.params, planner.order)
    assert picked == planner.tabletop.card("063")


def test_upcoming_colours_decide_between_equal_cards():
    planner = Planner()
    table = planner.table
    table.month = 1
    table.stash_size[0] = table.pool_size = 0
    table.calendar[0] = 0
    # 030 costs 1 orange and 052 costs 1 purple; they have the same effect in different regions.
    planner.tabletop.set_hand(0, "030", "052")
    planner.params.patience = 0.0
    table.region[0] = 5
    planner.params.factor = [1.0] * len(planner.params.factor)
    table.calendar[0, 2, 4] = 3
    assert planner.draft() == "draft 030"
    table.calendar[0, 2, 4], table.calendar[0, 2, 1] = 0, 3
    planner.me.own_month = 0
    assert planner.draft() == "draft 052"


def test_the_planner_waits_for_discards_while_its_best_card_is_safe():
    planner = Planner()
    planner.tabletop.set_hand(0, "063", "053")
    planner.table.stash_size[0] = planner.table.pool_size = 0
    planner.table.month = 1
    assert planner.draft() == "delay 053"
    for seat in (1, 2):
        planner.table.drafted[seat] = 1
    assert planner.draft() == "draft 063"


def test_the_planner_takes_a_much_better_pool_card_first():
    planner = Planner()
    planner.tabletop.set_hand(0, "053", "F01")
    planner.table.stash_size[0] = 0
    planner.table.month = 1
    planner.table.pool[0] = planner.tabletop.card("063")
    planner.table.pool_size = 1
    planner.params.patience = 20.0
    assert planner.draft() == "draft 063"


def test_a_solo_planner_never_delays():
    planner = Planner(players=1, rules="solo")
    planner.table.month = 1
    planner.tabletop.set_hand(0, "063", "053", "F01", "F05")
    planner.table.stash_size[0] = 0
    assert planner.draft() == "draft 063"


def test_bucks_replace_missing_ec_where_a_card_allows_it():
    """PAY-3: 084 lets 1 BB replace 1 EC of a card's price."""
    planner = Planner(players=2)
    tabletop = planner.tabletop
    tabletop.start_turn(0, month=5)
    tabletop.play_from_nowhere(0, "084")
    card = tabletop.on_calendar(0, "063")
    tabletop.mat(0, green=1, purple=1, yellow=1)
    planner.me.card_worth[5] = 140
    assert substitute_limit(planner.table, 0, ON_CARDS, card, -1) == 1
    tabletop.fill()
    assert buy(planner.table, planner.me, planner.params, planner.order) == PLAY_CARD
    assert planner.order.card == card
    assert list(planner.order.substitute) == [0, 0, 0, 1, 0, 0]


def test_bucks_replace_only_undiscounted_ec():
    planner = Planner(players=2, changes=effect_changes("085", "always: discount cards 1"))
    tabletop = planner.tabletop
    tabletop.start_turn(0, month=5)
    tabletop.play_from_nowhere(0, "084", "085")
    card = tabletop.on_calendar(0, "063")
    tabletop.mat(0, green=1, purple=1)
    tabletop.fill()
    assert choose_substitutes(planner.table, 0, planner.order, card, -1) == 1
    assert sum(planner.order.substitute) == 1


def test_a_trade_completes_a_purchase_that_lacks_an_envelope():
    """ACT-3: the planner trades for the missing EC."""
    planner = Planner(players=2)
    tabletop = planner.tabletop
    tabletop.start_turn(0, month=5)
    card = tabletop.on_calendar(0, "063")
    tabletop.mat(0, green=1, purple=1, yellow=1, magenta=3)
    planner.me.card_worth[5] = 140
    planner.me.candidate = [-1] * len(planner.me.candidate)
    tabletop.fill()
    assert buy(planner.table, planner.me, planner.params, planner.order) == TRADE
    assert list(planner.order.take) == [0, 0, 0, 1, 0, 0]
    assert list(planner.order.give) == [0, 0, 0, 0, 0, 3]
    assert card >= 0


@pytest.mark.parametrize(
    ("effect", "accepted"),
    [("sign: pay 1 bucks: 3 stars", 0b10), ("sign: pay 3 bucks: 1 stars", 0)],
)
def test_upgrades_are_bought_if_they_give_more_than_they_cost(effect: str, accepted: int):
    """CAR-3: a player may decline to pay the cost of an upgrade."""
    planner = Planner(players=2, changes=effect_changes("085", effect))
    planner.tabletop.no_coaches()
    planner.tabletop.play_from_nowhere(0, "085")
    planner.tabletop.fill()
    accept_upgrades(
        planner.table, planner.me, planner.params, planner.order, WHEN_SIGN, -1, 0, -1, 0
    )
    assert planner.order.accept == accepted


def test_an_upgrade_is_declined_if_the_action_needs_the_bucks():
    planner = Planner(players=2, changes=effect_changes("085", "sign: pay 1 bucks: 3 stars"))
    planner.tabletop.no_coaches()
    planner.tabletop.play_from_nowhere(0, "085")
    planner.table.bucks[0] = 2
    planner.tabletop.fill()
    accept_upgrades(
        planner.table, planner.me, planner.params, planner.order, WHEN_SIGN, -1, 0, -1, 2
    )
    assert planner.order.accept == 0


@pytest.mark.parametrize("month", [1, 7])
def test_the_worth_of_a_card_follows_from_its_parts(month: int):
    """A card's worth is its stars less its price, plus each clause times its learnt factor."""
    planner = Planner()
    table, order = planner.table, planner.order
    for number in ("014", "038", "063", "001"):
        card = order.card = planner.tabletop.card(number)
        worth = planner.worth(number, month)
        first, last = table.source_first[card], table.source_last[card]
        total = 0.0
        for index in range(-1, last - first):
            order.number = index
            factor = 1 if index < 0 else planner.params.factor[first + index]
            total += factor * planning.appraise(table, planner.me, planner.params, order)
        assert total / 10 == pytest.approx(worth, abs=0.5)


def proposals(planner: Planner, choice: int) -> list[int]:
    """Return a searching planner's proposals in order."""
    params = planner.params
    params.rollouts, params.caution, params.horizon = 200.0, 1.5, 1.0
    cards = []
    planner.order.candidate = 1
    while planning.propose(planner.table, planner.me, params, planner.order):
        assert planner.me.choice == choice
        cards.append(int(planner.me.choice_subject))
        planner.order.candidate += 1
    return cards


def test_a_search_drafts_no_banned_card():
    planner = Planner()
    table, tabletop = planner.table, planner.tabletop
    tabletop.fill()
    table.phase, table.month = DRAFTING, 1
    tabletop.set_hand(0, "053", "F01")
    free = proposals(planner, CARD_DRAFTED)
    hand = {tabletop.card("053"), tabletop.card("F01")}
    assert hand < set(free)
    table.restricted[0] = table.banned_card[free[0]] = 1
    assert proposals(planner, CARD_DRAFTED) == free[1:]
    table.banned[0, BAN_HAND] = 1
    assert set(proposals(planner, CARD_DRAFTED)) == set(free[1:]) - hand


def test_a_search_picks_a_die_that_is_left_in_an_exclusive_draft():
    planner = Planner(rules="cutthroat")
    table = planner.table
    table.phase, table.month = CHOOSING_DICE, 1
    table.dice[:] = 1, 2, 3, 4, 5, 6
    planned = int(planning.dice(table, planner.me, planner.params, planner.order))
    other = [colour for colour in range(COLOURS) if colour != planned]
    assert sorted(proposals(planner, DIE_PICKED)) == other
    planner.me.choice, planner.me.choice_month, planner.me.choice_subject = DIE_PICKED, 1, other[0]
    assert planning.dice(table, planner.me, planner.params, planner.order) == other[0]
    # The second pick of the month cannot take the same die again.
    table.die[0, 0] = other[0]
    assert planning.dice(table, planner.me, planner.params, planner.order) == planned
    assert sorted(proposals(planner, DIE_PICKED)) == other[1:]


def test_prepared_values_equal_those_of_the_formula():
    """Every card is compared for each month and home region.

    Cards that depend on counters are recomputed.
    """
    planner = Planner()
    table = planner.table
    assert not planner.params.card_known.any()  # `prepare` has not been called yet
    plain = {}
    for home in range(COLOURS):
        table.region[0] = home
        for month in range(1, 13):
            table.month = month
            look_ahead(table, planner.me, planner.params)
            plain[home, month] = [
                card_worth(table, planner.me, planner.params, card) for card in range(table.cards)
            ]
    prepare(table, planner.me, planner.params, planner.order)
    prepared_count = int(planner.params.card_known.sum())
    assert 0.5 * table.cards < prepared_count < table.cards
    for (home, month), values in plain.items():
        table.region[0], table.month = home, month
        look_ahead(table, planner.me, planner.params)
        for card, value in enumerate(values):
            prepared = card_worth(table, planner.me, planner.params, card)
            assert prepared == pytest.approx(value, abs=1e-9)


def position_worth(planner: Planner, feature: int = -1) -> float:
    """Return the worth of a position, or the value of one feature.

    The worth is in hundredths of a star.
    """
    planner.order.number = feature + 1
    answer = judge(planner.table, planner.me, planner.params, planner.order)
    return answer if feature < 0 else answer / THOUSANDTHS_PER_UNIT


@pytest.mark.parametrize("month", [1, 6, 11, 12])
def test_a_position_is_worth_its_weighted_features(month: int):
    planner = Planner()
    table = planner.table
    table.month, table.phase = month, ACTING
    table.score[0], table.bucks[0] = 40, 3
    later = min(12, month + 2)
    table.calendar[0, later, 1] = 5
    coming = sum(int(table.calendar[0, later, colour]) for colour in range(COLOURS))
    features = [position_worth(planner, number) for number in range(FEATURES)]
    assert (features[SCORE], features[BUCKS]) == (40, 3)
    assert features[EC_AHEAD + 1] == (coming if month < 11 else 0)
    total = sum(WEIGHTS[number, month] * feature for number, feature in enumerate(features))
    assert position_worth(planner) == pytest.approx(total, abs=2)


def test_the_weights_of_a_month_still_apply_after_its_last_turn():
    """The game is then in the next month, before its deal."""
    planner = Planner()
    table = planner.table
    table.month, table.phase = 7, DEALING
    before = position_worth(planner)
    table.score[0] += 10
    assert position_worth(planner) - before == pytest.approx(10 * WEIGHTS[SCORE, 6], abs=1)


def test_a_star_weighs_one_star_in_the_last_month():
    assert WEIGHTS[SCORE, 12] == pytest.approx(100, abs=2)
    assert WEIGHTS[BUCKS, 12] > 0
