"""Decisions of Stadium's planner on prepared tables."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from stadium.tabletop import SPACE, Tabletop

from eoc_sim.simulator.kernel.memory import with_names
from eoc_sim.simulator.kernel.records import make_records
from eoc_sim.simulator.stadium.engine import load_strategy
from eoc_sim.simulator.stadium.state import Order
from eoc_sim.simulator.stadium.strategy_api import (
    BUILD_BLOCK,
    CHANGE,
    DRAFT_PLAYER,
    EQUIPMENT,
    HIRE_EMPLOYEES,
    HIRE_VP,
    MAX_BONUSES,
    MONEY,
    NOTHING,
    PLACE,
    PLAY_BLOCK,
    SWAP_PLAYER,
    TAKE_WIN,
    TICKETS,
    WINS,
    pay_refusal,
)
from eoc_sim.strategies.stadium.planning.horizon import rounds_left
from eoc_sim.strategies.stadium.planning.proposing import CANDIDATES


class Planner:
    """A strategy in seat 0 of a table, by default `balanced`."""

    def __init__(self, spec: str = "balanced", **options: Any) -> None:
        self.tabletop = Tabletop(**options)
        self.strategy = load_strategy(spec)
        self.params = self.strategy.named_parameters(self.strategy.parameter_record({}))
        self.order = make_records(Order.dtype, 1)[0]

    def advance_to(self, round_number: int) -> None:
        """Advance to step 3 of a round."""
        self.tabletop.ready_to_act(round_number)

    def ask(self, function: str, params: SimpleNamespace | None = None) -> int:
        """Return the planner's answer; the details are in ``order``."""
        self.order = make_records(Order.dtype, 1)[0]
        call = with_names(self.strategy.functions[function], self.strategy.memory)
        me = self.tabletop.state.seats[0]
        return int(call(self.tabletop.game_table, me, params or self.params, self.order))

    def remember(self, name: str, place: int, value: int) -> None:
        """Put a value into the planner's memory of this name."""
        begin, _ = self._remembered(name)
        self.tabletop.state.seats[0].memory[begin + place] = value

    def recall(self, name: str) -> list[int]:
        """Return the planner's memory of this name once it has looked at the round."""
        self.ask("playbook")
        begin, size = self._remembered(name)
        return [int(value) for value in self.tabletop.state.seats[0].memory[begin : begin + size]]

    def _remembered(self, name: str) -> tuple[int, int]:
        begin = 0
        for memory in self.strategy.memory:
            if memory.name == name:
                return begin, memory.size
            begin += memory.size
        raise AssertionError(f"nothing is remembered under the name {name}")


def test_rounds_left_follow_the_leading_owner():
    """END-2: fewer blocks left mean fewer rounds; in the last round, one round is left."""
    planner = Planner(owners=2)
    table = planner.tabletop.game_table
    table.round = 8
    before = rounds_left(table, planner.params)
    planner.tabletop.give(1, "F01", "B01", "B06", "B07")
    later = rounds_left(table, planner.params)
    assert 1 < later < before
    table.round = table.rule_round_cap
    assert rounds_left(table, planner.params) == 1
    table.round = 8
    table.ended = 1
    assert rounds_left(table, planner.params) == 1


def test_an_owner_behind_is_expected_to_hold_back_the_last_block():
    planner = Planner(owners=2)
    table = planner.tabletop.game_table
    table.round = 9
    planner.tabletop.give(1, "F01", "F04", "B01", "B02", "B03", "B06")
    leading = rounds_left(table, planner.params)
    table.score[0] = 10
    assert rounds_left(table, planner.params) > leading


def test_a_search_tries_different_placements():
    """PLA-1, PLA-2: each free bonus space is tried at most once, and an occupied one never."""
    planner = Planner("expert")
    tabletop, table = planner.tabletop, planner.tabletop.game_table
    tabletop.to("placing")
    me = tabletop.state.seats[0]
    before = me.memory.copy()
    assert planner.ask("place") == PLACE
    plan = planner.order.space * MAX_BONUSES + planner.order.bonus
    tried = []
    for number in range(1, CANDIDATES + 2):
        me.memory[:] = before
        proposed = propose_number(planner, number)
        assert proposed == (number <= CANDIDATES)
        if proposed:
            assert planner.ask("place") == PLACE
            tried.append(int(planner.order.space * MAX_BONUSES + planner.order.bonus))
            assert table.vp_seat[planner.order.space, planner.order.bonus] < 0
    assert len({plan, *tried}) == CANDIDATES + 1
    me.memory[:] = before
    propose_number(planner, 1)
    table.vp_seat[tried[0] // MAX_BONUSES, tried[0] % MAX_BONUSES] = 1
    planner.ask("place")
    assert planner.order.space * MAX_BONUSES + planner.order.bonus != tried[0]


def propose_number(planner, number):
    """Ask the planner to propose the candidate of this number; return whether there is one.

    The memory then holds the candidate.
    """
    planner.order = make_records(Order.dtype, 1)[0]
    planner.order.candidate = number
    call = with_names(planner.strategy.functions["propose"], planner.strategy.memory)
    me = planner.tabletop.state.seats[0]
    return bool(call(planner.tabletop.game_table, me, planner.params, planner.order))


def test_playbook_takes_a_reachable_square_or_else_a_win():
    planner = Planner()
    planner.advance_to(8)
    planner.tabletop.set_tokens(0, wins=9)
    planner.tabletop.stand(0, "playbook", 1)
    assert planner.ask("playbook") == PLAY_BLOCK
    assert planner.order.place == planner.tabletop.place("F03")
    planner = Planner()
    planner.advance_to(8)
    planner.tabletop.set_tokens(0, wins=5)
    assert planner.ask("playbook") == TAKE_WIN


def test_build_keeps_money_for_salaries_when_it_exchanges_money():
    """GAM-2: the salaries of two VPs are due."""
    planner = Planner(owners=4)
    planner.advance_to(6)
    planner.tabletop.give(0, "F01")
    planner.tabletop.set_tokens(0, money=6)
    planner.tabletop.stand(0, "build", 1)
    assert planner.ask("build") == CHANGE
    assert 0 < planner.order.amount <= 4


def test_two_vps_on_build_exchange_money_for_a_building():
    """ACT-11, ACT-12: the first exchanges money for construction so that the second can build,
    even in the last round."""
    planner = Planner(owners=4)
    planner.advance_to(9)
    planner.tabletop.give(0, "F01")
    planner.tabletop.game_table.ended = 1
    planner.tabletop.set_tokens(0, money=8)
    planner.tabletop.stand(0, "build", 1)
    planner.tabletop.stand(0, "build", 2)
    assert planner.ask("build") == CHANGE
    planner.tabletop.set_tokens(
        0, money=8 - planner.order.amount, construction=planner.order.amount
    )
    planner.tabletop.game_table.vp_acted[SPACE["build"], 0] = 1
    assert planner.ask("build") == BUILD_BLOCK
    assert planner.tabletop.game_table.place_level[planner.order.place] == 2


def test_the_leader_places_the_last_block():
    planner = Planner()
    planner.advance_to(10)
    planner.tabletop.give(0, "F01", "F04", "F07", "B07", "B08", "B01")
    planner.tabletop.set_tokens(0, wins=21)
    assert planner.ask("playbook") == PLAY_BLOCK


def test_an_owner_far_behind_holds_back_the_last_block():
    planner = Planner()
    planner.advance_to(10)
    planner.tabletop.give(0, "F01", "B01", "B02", "B03", "B04", "B05")
    planner.tabletop.give(1, "F03", "F06", "F09", "B12", "B13")
    planner.tabletop.set_tokens(0, construction=3)
    assert planner.ask("build") != BUILD_BLOCK


def test_a_vp_is_bought_early_but_not_in_the_last_round():
    planner = Planner(owners=4)
    planner.advance_to(3)
    planner.tabletop.set_tokens(0, money=8)
    planner.tabletop.stand(0, "tickets", 1)
    assert planner.ask("hire") == HIRE_VP
    planner = Planner(owners=4)
    planner.advance_to(12)
    planner.tabletop.game_table.ended = 1
    planner.tabletop.set_tokens(0, money=20)
    assert planner.ask("hire") == NOTHING


def test_employees_with_points_are_hired_in_the_last_round():
    """SCO-1: E05 scores a point, E04 nothing."""
    planner = Planner()
    planner.advance_to(12)
    planner.tabletop.game_table.ended = 1
    planner.tabletop.face_down(0, "E04", "E05")
    planner.tabletop.set_tokens(0, money=5)
    assert planner.ask("hire") == HIRE_EMPLOYEES
    assert planner.order.employees[planner.tabletop.card("E05")] == 1
    assert planner.order.employees[planner.tabletop.card("E04")] == 0


def test_the_better_player_is_drafted_and_the_worse_one_swapped():
    planner = Planner()
    planner.advance_to(4)
    planner.tabletop.on_offer("P03", "P20")
    planner.tabletop.set_tokens(0, money=9)
    assert planner.ask("draft") == DRAFT_PLAYER
    assert planner.order.card == planner.tabletop.card("P20")
    planner.tabletop.set_tokens(0, money=0)
    planner.tabletop.give(0, "P01")
    planner.tabletop.game_table.area[planner.tabletop.card("P03")] = 0
    assert planner.ask("draft") == SWAP_PLAYER
    assert planner.order.give == planner.tabletop.card("P01")


@pytest.mark.parametrize("money", range(5))
def test_payments_are_always_legal(money):
    """GAM-3: the salaries of P23 (2), P15 (1) and two VPs are due."""
    planner = Planner()
    planner.advance_to(5)
    planner.tabletop.give(0, "P23", "P15")
    planner.tabletop.set_tokens(0, money=money)
    planner.ask("pay")
    order = planner.order
    assert (
        pay_refusal(planner.tabletop.game_table, 0, order.vps, order.players, order.employees) == 0
    )


def test_voluntary_salaries_go_only_to_players_with_points_in_the_last_round():
    """SCO-1: P18 scores a point, P16 nothing."""
    planner = Planner(salaries="may")
    planner.advance_to(12)
    planner.tabletop.game_table.ended = 1
    planner.tabletop.give(0, "P16", "P18")
    planner.tabletop.set_tokens(0, money=9)
    planner.ask("pay")
    assert planner.order.players[planner.tabletop.card("P16")] == 0
    assert planner.order.players[planner.tabletop.card("P18")] == 1


def test_the_least_valuable_card_is_lost():
    planner = Planner()
    planner.advance_to(5)
    planner.tabletop.give(0, "P01", "P20")
    planner.tabletop.game_table.space = SPACE["draft"]
    planner.ask("lose")
    assert planner.order.card == planner.tabletop.card("P01")


def test_a_draft_never_leaves_salaries_unpaid():
    """GAM-4, GAM-5: the salaries of two VPs are due, and P08 costs 3."""
    planner = Planner(owners=4)
    planner.advance_to(9)
    planner.tabletop.on_offer("P08")
    planner.tabletop.set_tokens(0, money=3, wins=9)
    assert planner.ask("draft") == NOTHING
    planner = Planner(owners=4)
    planner.advance_to(9)
    planner.tabletop.on_offer("P08")
    planner.tabletop.set_tokens(0, money=5, wins=9)
    assert planner.ask("draft") == DRAFT_PLAYER


def test_buying_a_vp_never_leaves_salaries_unpaid():
    """ACT-6, GAM-5: a visit to Tickets this round pays the salaries; without it, nothing would."""
    bought = {}
    for visits in (0, 1):
        planner = Planner("balanced:unpaid_cost=10", owners=4)
        planner.advance_to(9)
        planner.tabletop.set_tokens(0, money=6, wins=5)
        for visit in range(visits):
            planner.tabletop.stand(0, "tickets", visit + 1)
        bought[visits] = planner.ask("hire")
    assert bought == {0: NOTHING, 1: HIRE_VP}


def test_unknown_cards_are_worth_less_to_owners_of_better_ones():
    """BON-4: `turned_up` is the average amount by which an unknown player's worth exceeds a
    threshold. It is lower for higher thresholds, and it is 0 once all players are known."""
    planner = Planner(owners=4)
    planner.advance_to(3)
    gains = planner.recall("turned_up")
    assert all(one > other > 0 for one, other in pairwise(gains))
    planner = Planner(owners=4)
    planner.advance_to(3)
    for row, copies in enumerate(planner.tabletop.game_table.player_copies):
        planner.tabletop.game_table.discarded_players[row] = copies
    assert planner.recall("turned_up") == [0, 0, 0, 0]


def test_a_building_for_tickets_is_worth_more_to_an_owner_who_visits_tickets():
    """ACT-16: Skyboxes are worth more to an owner who has visited Tickets often."""
    worth = []
    for visits in (0, 9):
        planner = Planner(owners=4)
        planner.advance_to(6)
        planner.remember("visited", TICKETS, visits)
        worth.append(planner.recall("place_worth")[planner.tabletop.place("B07")])
    assert worth[0] < worth[1]


def test_first_wins_are_worth_their_money_at_tickets():
    """ACT-15: each win up to 5 brings 1 more money at every visit."""
    worth = {}
    for wins in (2, 6):
        planner = Planner("balanced:field_weight=0:win_tickets=0", owners=4)
        planner.advance_to(3)
        planner.tabletop.set_tokens(0, wins=wins)
        worth[wins] = planner.recall("worth")[WINS]
    assert worth[2] > 0 == worth[6]


def test_equipment_is_worth_more_if_a_reachable_square_needs_it():
    """ACT-8: with season and playoffs taken, F08 gives 2 points more than F07 for 2 equipment."""
    worth = {}
    for wins in (2, 16):
        planner = Planner("balanced:equipment_squares=1", owners=4)
        planner.advance_to(6)
        planner.tabletop.give(0, "F03", "F06", "F10", "B06")
        planner.tabletop.set_tokens(0, wins=wins)
        worth[wins] = planner.recall("worth")[EQUIPMENT]
    assert worth[2] < worth[16]


def test_tokens_are_worth_nothing_in_the_last_round():
    planner = Planner()
    planner.advance_to(12)
    planner.tabletop.game_table.ended = 1
    assert planner.recall("worth")[MONEY] == 0
