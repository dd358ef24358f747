"""A strategy's view (INF): the public table and its own employees, but nothing in the box."""

from __future__ import annotations

from stadium.tabletop import Tabletop

from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.state import Order, Private, Table

PUBLIC = {
    "bonus_tokens",
    "vp_seat",
    "vps_on",
    "area",
    "hired",
    "team",
    "tokens",
    "face_down_count",
    "discarded_players",
    "discarded_employees",
    "players_left",
    "employees_left",
    "vps",
    "away",
    "new_vps",
    "commissioner",
    "block",
    "blocks_left",
    "point_tokens_left",
    "five_million_left",
    "round",
    "score",
    "idle_rounds",
}
"""Public facts, by their names in the table."""


def names(dtype):
    return set(dtype.names)


def test_the_table_has_only_public_facts():
    """INF-1, INF-2: boards, tokens, face-up cards and counts are public; decks and rivals' cards
    are not."""
    assert names(Table.dtype) >= PUBLIC
    secret = {"player_deck", "employee_deck", "face_down", "key", "drawn_from_deck", "memory"}
    assert not names(Table.dtype) & secret
    assert names(Private.dtype) == {"seat", "face_down", "memory", "draws", "key"}


def test_a_strategy_gets_the_table_and_its_own_cards():
    """INF-1, INF-2: each decision gets the table, its seat's own record and an order to fill in."""
    table = Tabletop(3, {1: {"place": [{"space": "train", "bonus": 1}]}})
    state = table.state
    table.place_next(1)
    table.face_down(1, "E05")
    table.face_down(2, "E06")
    handed = []
    functions = table.policies.functions
    answer = functions[1, 0]

    def watch(public, me, params, order):
        handed.append((public is state.table, me is state.seats[1], order is state.order))
        assert me.face_down[4] == 1 and me.face_down.sum() == 1
        return answer(public, me, params, order)

    functions[1, 0] = watch
    table.step()
    assert handed == [(True, True, True)]


def test_each_order_begins_empty():
    """INF-3, EFF-2: the order has no trace of any earlier answer."""
    table = Tabletop(2, {0: {"place": [{"space": "train", "bonus": 3}]}, 1: {"place": []}})
    table.place_next(0, 1)
    functions = table.policies.functions
    orders = []

    def record_order(public, me, params, order):
        orders.append({name: getattr(order, name) for name in ("space", "bonus", "kind")})
        orders.append({int(order.players.sum()), int(order.employees.sum())})
        order.space = 2
        return 1

    functions[1, 0] = record_order
    table.to("acting")
    assert orders == [{"space": 0, "bonus": 0, "kind": 0}, {0}]


def test_an_order_has_fields_for_all_decisions():
    """INF-3, EFF-2: every decision is declared, and an order has fields for its answer."""
    assert set(DECISIONS.names) >= {
        "place",
        "star",
        "train",
        "hire",
        "playbook",
        "build",
        "draft",
        "exchange",
        "pay",
        "lose",
    }
    assert {
        "space",
        "bonus",
        "employee",
        "amount",
        "place",
        "card",
        "give",
        "vps",
        "players",
        "employees",
    } <= names(Order.dtype)


def test_a_decision_sees_the_earlier_ones():
    """INF-3, TIM-2: the second drafter knows what the first has taken."""
    answers = {seat: {"draft": [{"kind": 1, "card": "P01"}]} for seat in (0, 1)}
    table = Tabletop(2, answers)
    table.ready_to_act()
    table.on_offer("P01", "P02")
    table.stand(0, "draft", 2)
    table.stand(1, "draft", 3)
    functions = table.policies.functions
    draft = DECISIONS.names.index("draft")
    views = []

    def second(public, me, params, order):
        views.append(int(public.team[0, 0]))
        order.card = 1
        return 1

    functions[1, draft] = second
    table.act()
    assert views == [1]
