"""Step 3 (ACT): order, limits of each action, blocks and drafts, beyond the worked examples."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.simulator.stadium.decisions import (
    BUILD_BLOCK,
    CASH_MONEY,
    CASH_POINTS,
    CHANGE,
    DRAFT_PLAYER,
    HIRE_BOTH,
    HIRE_EMPLOYEES,
    HIRE_VP,
    NOTHING,
    PLAY_BLOCK,
    SWAP_PLAYER,
    TAKE_WIN,
)

ASKING = ("train", "hire", "playbook", "build", "draft")
IDLE = {name: [{"kind": NOTHING}] * 9 for name in ASKING}


def acting(answers=None, owners=2, components=None, **settings):
    """Return a table whose VPs are about to act; nobody has money."""
    answers = {seat: {**IDLE, **(answers or {}).get(seat, {})} for seat in range(owners)}
    table = Tabletop(owners, answers, components=components, **settings)
    table.ready_to_act()
    for seat in range(owners):
        table.set_tokens(seat, money=0)
    return table


# --- Order


@pytest.mark.parametrize(("order", "acted"), [("placed", [2, 0, 1]), ("printed", [0, 1, 2])])
def test_order_of_actions_on_a_space(order, acted):
    """ACT-0: the VP placed first acts first, or, with the switch, the one on the first bonus
    space."""
    table = acting(owners=3, order_in_space=order)
    for seat in (2, 0, 1):
        table.stand(seat, "playbook", 1 + seat)
    table.act()
    assert [seat for seat, _ in table.asked] == acted


def test_an_action_uses_earlier_gains():
    """ACT-0: equipment from space 1 is spent on Train, the win counts on Tickets, and the money
    from Tickets is spent on Draft."""
    table = acting(
        {0: {"train": [{"amount": 1}], "draft": [{"kind": DRAFT_PLAYER, "card": "P04"}]}}
    )
    table.on_offer("P04")
    for space in ("draft", "tickets", "train", "equipment"):
        table.stand(0, space, 1)
    table.act()
    assert table.tokens(0) == {"wins": 2}
    assert table.game_table.team[0, table.card("P04")] == 1


@pytest.mark.parametrize("space", ASKING)
def test_doing_nothing_is_a_choice(space):
    """ACT-1, BON-8: a VP may do nothing, but its space still counts as used."""
    table = acting()
    table.set_tokens(0, money=9, equipment=9, wins=9, construction=9)
    table.face_down(0, "E01")
    table.on_offer("P01")
    before = table.tokens(0)
    table.stand(0, space, 1)
    table.act()
    assert table.tokens(0) == before
    assert [event["e"] for event in table.events() if event.get("owner") == 0] == ["nothing"]
    assert table.events("tokens")[0]["tokens"].count("bare") == 1


def test_impossible_exchanges_are_not_offered():
    """ACT-1, ACT-3: Train with 1 equipment has no effect."""
    table = acting()
    table.set_tokens(0, equipment=1)
    table.stand(0, "train", 1)
    table.act()
    assert table.asked == [] and table.events("nothing")[0]["space"] == 2


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_train_any_number_of_times(times):
    """ACT-3: each win costs 2 equipment."""
    table = acting({0: {"train": [{"amount": times}]}})
    table.set_tokens(0, equipment=7)
    table.stand(0, "train", 1)
    table.act()
    assert table.tokens(0) == {
        kind: number for kind, number in (("equipment", 7 - 2 * times), ("wins", times)) if number
    }


@pytest.mark.parametrize("rule", ["choosing", "converting"])
@pytest.mark.parametrize("times", [0, 1])
def test_bonuses_on_train(rule, times):
    """ACT-4, ACT-23: places and cards pay a bonus for each VP's action, but under `converting` only
    if the VP makes an exchange. The owner always receives the space's other gains."""
    components = components_with(
        {
            "player.P01.effect": "train: 1 money",
            "space.2.effect": "train: any number: pay 2 equipment: 1 wins; train: 1 entertainment",
        }
    )
    table = acting(
        {0: {"train": [{"amount": times}] * 2}}, components=components, training_bonus=rule
    )
    table.set_tokens(0, equipment=4)
    table.give(0, "B01", "P01")
    table.stand(0, "train", 1)
    table.stand(0, "train", 2)
    table.act()
    bonuses = 2 if times or rule == "choosing" else 0
    assert table.tokens(0).get("wins", 0) == 2 * times + bonuses
    assert table.tokens(0).get("money", 0) == bonuses
    assert table.tokens(0)["entertainment"] == 2
    assert sum(event["extra"] for event in table.events("train")) == bonuses


def test_the_training_bonus_switch_affects_only_train():
    """ACT-4, ACT-16: a VP that makes no exchange on Train loses no effects on other spaces."""
    table = acting({0: {"train": [{"amount": 0}]}}, training_bonus="converting")
    table.set_tokens(0, equipment=2)
    table.give(0, "B01", "B02", "B07", "P01")
    for space in ("train", "tickets", "merchandising"):
        table.stand(0, space, 1)
    table.act()
    assert table.tokens(0)["money"] == 1 + 2
    assert table.events("football")[0]["gains"] == {"P01": {"wins": 1}}


# --- Hire


def test_a_bought_vp_is_active_from_the_next_round():
    """ACT-6: an owner buys VPs at the price, and up to the maximum number, that switches set.

    A bought VP is placed from the next round on.
    """
    table = acting({0: {"hire": [{"kind": HIRE_VP}] * 2}}, owners=3, vp_price=4, vp_max=4)
    for seat in range(3):
        table.set_tokens(seat, money=20)
    table.stand(0, "hire", 1)
    table.stand(0, "hire", 2)
    table.act()
    assert table.tokens(0) == {"money": 12}
    assert (table.game_table.vps[0], table.game_table.new_vps[0]) == (4, 2)
    assert [event["paid"] for event in table.events("vice_president")] == [4, 4]
    table.to("beginning")
    table.step()
    assert table.game_table.to_place[0] == 4


@pytest.mark.parametrize("kind", [HIRE_EMPLOYEES, HIRE_BOTH, HIRE_VP])
def test_choices_of_one_vp_on_hire(kind):
    """ACT-5, ACT-6: a VP hires employees at cost or buys a VP for 6; with the switch it may
    do both."""
    orders = [{"kind": kind, "employees": ["E16", "E01"]}]
    table = acting({0: {"hire": orders}}, hire_option="both")
    table.set_tokens(0, money=10)
    table.face_down(0, "E01", "E05", "E16")
    table.stand(0, "hire", 1)
    table.act()
    employees, vp = kind != HIRE_VP, kind != HIRE_EMPLOYEES
    assert table.tokens(0)["money"] == 10 - 3 * employees - 6 * vp
    assert table.game_table.vps[0] == 3 + vp and table.game_table.hired_count[0] == 2 * employees
    assert [event["employee"] for event in table.events("hire")] == ["E01", "E16"] * employees
    assert table.game_table.face_down_count[0] == 3 - 2 * employees


def test_hiring_nobody_does_nothing():
    """ACT-1, ACT-5: hiring nobody is legal."""
    table = acting({0: {"hire": [{"kind": HIRE_EMPLOYEES}]}})
    table.stand(0, "hire", 1)
    table.act()
    assert table.events("nothing")[0]["space"] == 3


# --- Blocks


@pytest.mark.parametrize("rule", ["shared", "field_exclusive", "exclusive"])
@pytest.mark.parametrize("place", ["F01", "B01"])
def test_places_shared_by_owners(rule, place):
    """ACT-10, ACT-14: by default owners share any place; switches reserve squares, or all places,
    for one owner."""
    space = "playbook" if place == "F01" else "build"
    kind = PLAY_BLOCK if place == "F01" else BUILD_BLOCK
    table = acting({1: {space: [{"kind": kind, "place": place}]}}, places=rule)
    table.give(0, place)
    table.set_tokens(1, wins=9, construction=9)
    table.stand(1, space, 1)
    table.finish_placing()
    refused = rule == "exclusive" or (rule == "field_exclusive" and place == "F01")
    if refused:
        assert table.refused().startswith("ACT-10")
    else:
        table.to("paying")
        assert table.game_table.blocks_on[table.place(place)] == 2


def test_a_vp_on_playbook_places_one_block_or_takes_a_win():
    """ACT-7 to ACT-9: a VP places one block, which spends no wins, or takes a win. Two VPs may take
    two categories in one round, and a win taken in between counts."""
    orders = [
        {"kind": PLAY_BLOCK, "place": "F01"},
        {"kind": TAKE_WIN},
        {"kind": PLAY_BLOCK, "place": "F04"},
    ]
    table = acting({0: {"playbook": orders}})
    table.set_tokens(0, wins=10)
    for bonus_space in (1, 2, 3):
        table.stand(0, "playbook", bonus_space)
    table.act()
    assert table.tokens(0) == {"wins": 11}
    assert table.game_table.blocks_left[0] == 5
    assert table.game_table.category_taken[0].tolist() == [1, 1, 0, 0]


def test_buildings_cost_all_that_they_show():
    """ACT-12: buildings cost construction, money, entertainment and equipment."""
    orders = [{"kind": BUILD_BLOCK, "place": place} for place in ("B05", "B08", "B09")]
    table = acting({0: {"build": orders}})
    table.set_tokens(0, construction=12, money=1, entertainment=1, equipment=3)
    for bonus_space in (1, 2, 3):
        table.stand(0, "build", bonus_space)
    table.finish_placing()
    table.to("paying")
    assert [event["paid"] for event in table.events("build")] == [
        {"money": 1, "construction": 2},
        {"entertainment": 1, "construction": 4},
        {"equipment": 1, "construction": 4},
    ]


@pytest.mark.parametrize(("bottom", "allowed"), [("F01", True), ("B01", True), (None, False)])
def test_a_square_or_a_level_1_building_opens_level_2(bottom, allowed):
    """ACT-13: level 2 stays closed without a square or a building of level 1."""
    table = acting({0: {"build": [{"kind": BUILD_BLOCK, "place": "B11"}]}})
    table.give(0, *[bottom] * (bottom is not None))
    table.set_tokens(0, construction=5)
    table.stand(0, "build", 1)
    table.finish_placing()
    if allowed:
        table.to("paying")
        assert table.game_table.blocks_at[0].tolist() in ([1, 0, 1, 0], [0, 1, 1, 0])
    else:
        assert table.refused().startswith("ACT-13")


def test_an_absent_place_leaves_the_others_usable():
    """ACT-8, SWI-2: if a place is absent, blocks can go on the others of its category or level."""
    components = components_with({"field.F01.absent": "yes", "building.B01.absent": "yes"})
    orders = {
        "playbook": [{"kind": PLAY_BLOCK, "place": "F02"}],
        "build": [{"kind": BUILD_BLOCK, "place": "B02"}],
    }
    table = acting({0: orders}, components=components)
    table.set_tokens(0, wins=9, equipment=2, construction=2)
    table.stand(0, "playbook", 1)
    table.stand(0, "build", 1)
    table.act()
    assert table.game_table.blocks_left[0] == 5


@pytest.mark.parametrize(("amount", "left"), [(0, 7), (3, 4), (7, 0)])
def test_any_amount_can_be_exchanged(amount, left):
    """ACT-11: money becomes an equal amount of construction."""
    table = acting({0: {"build": [{"kind": CHANGE, "amount": amount}]}})
    table.set_tokens(0, money=7)
    table.stand(0, "build", 1)
    table.act()
    assert table.tokens(0) == {
        kind: number for kind, number in (("money", left), ("construction", amount)) if number
    }
    assert len(table.events("change" if amount else "nothing")) == 1


def test_a_build_action_without_an_exchange():
    """ACT-11: without the exchange of money for construction, the action does nothing."""
    components = components_with({"space.5.effect": ""})
    table = acting({0: {"build": [{"kind": CHANGE, "amount": 0}]}}, components=components)
    table.stand(0, "build", 1)
    table.act()
    assert table.events("nothing")[0]["space"] == 5


# --- Money


@pytest.mark.parametrize(("wins", "money"), [(2, 2), (3, 3), (4, 3), (6, 1), (7, 1), (9, 8)])
def test_ticket_steps_come_from_the_components(wins, money):
    """ACT-15: the highest step reached by wins counts, even if it gives less than a lower one."""
    components = components_with(
        {
            "board.ticket_most_by_wins.value": "3",
            "board.ticket_steps.value": "6:1 8:8",
        }
    )
    table = acting(components=components)
    table.set_tokens(0, wins=wins)
    table.stand(0, "tickets", 1)
    table.act()
    assert table.tokens(0)["money"] == money
    assert table.events("tickets")[0] == {
        "e": "tickets",
        "owner": 0,
        "table": money,
        "extra": 0,
    }


def test_tickets_count_only_own_buildings():
    """ACT-16: other owners' buildings add nothing."""
    table = acting()
    table.give(0, "B07")
    table.give(1, "B12")
    table.stand(0, "tickets", 1)
    table.stand(1, "tickets", 2)
    table.act()
    assert [event["extra"] for event in table.events("tickets")] == [1, 2]


def test_each_vp_uses_sponsorship_and_merchandising():
    """ACT-21, ACT-22: each VP on either space gets that space's gains."""
    table = acting()
    for bonus_space in (1, 2):
        table.stand(0, "sponsorship", bonus_space)
        table.stand(1, "merchandising", bonus_space)
    table.act()
    assert table.tokens(0) == {"money": 4}
    assert table.tokens(1) == {"money": 2, "entertainment": 4}


# --- Draft


def test_players_are_drafted_for_their_signing_bonus():
    """ACT-17: any signing bonus is paid now, and the player is active at once."""
    orders = [{"kind": DRAFT_PLAYER, "card": "P20"}, {"kind": DRAFT_PLAYER, "card": "P01"}]
    table = acting({0: {"draft": orders}})
    table.set_tokens(0, money=4)
    table.on_offer("P01", "P20")
    table.stand(0, "draft", 2)
    table.stand(0, "draft", 3)
    table.act()
    assert table.tokens(0) == {"wins": 3}
    assert table.game_table.area_size == 0 and table.game_table.team_size[0] == 2
    assert [event["paid"] for event in table.events("draft")] == [4, 0]


def test_a_swapped_player_can_be_drafted_at_once():
    """ACT-18, ACT-20: the next VP on Draft, even one of the same owner, can draft the swapped
    player for the signing bonus."""
    orders = [
        {"kind": SWAP_PLAYER, "card": "P01", "give": "P20"},
        {"kind": DRAFT_PLAYER, "card": "P20"},
    ]
    table = acting({0: {"draft": orders}})
    table.set_tokens(0, money=4)
    table.give(0, "P20")
    table.on_offer("P01")
    table.stand(0, "draft", 2)
    table.stand(0, "draft", 3)
    table.act()
    assert table.events("swap") == [{"e": "swap", "owner": 0, "card": "P01", "give": "P20"}]
    assert table.game_table.team_size[0] == 2 and "money" not in table.tokens(0)


def test_a_copy_for_a_copy():
    """ACT-18: a card can be swapped for its copy on offer."""
    table = acting(
        {0: {"draft": [{"kind": SWAP_PLAYER, "card": "P01", "give": "P01"}]}},
        components=components_with({"player.P01.copies": "2"}),
    )
    table.give(0, "P01")
    table.on_offer("P01")
    table.stand(0, "draft", 2)
    table.act()
    assert table.game_table.team[0, 0] == table.game_table.area[0] == 1


@pytest.mark.parametrize("where", ["draft_area", "discard"])
@pytest.mark.parametrize("kind", [CASH_MONEY, CASH_POINTS])
def test_cashing_in(where, kind):
    """ACT-19, SET-6: cashing in brings 5 money at once or the highest point token; the player goes
    to the draft area or, with the switch, to the discard pile."""
    table = acting(
        {0: {"draft": [{"kind": kind, "give": "P01"}, {"kind": kind, "give": "P02"}]}},
        components=components_with({"board.point_tokens.value": "1 4 2"}),
        cashed_player=where,
    )
    table.give(0, "P01", "P02")
    table.stand(0, "draft", 2)
    table.stand(0, "draft", 3)
    table.act()
    money, points = (10, 0) if kind == CASH_MONEY else (0, 6)
    assert table.tokens(0).get("money", 0) == money and table.game_table.point_tokens[0] == points
    game_table = table.game_table
    assert (game_table.five_million_left, game_table.point_tokens_left) == (
        (0, 3) if money else (2, 1)
    )
    assert game_table.area_size == game_table.area.sum() == (2 if where == "draft_area" else 0)
    assert game_table.discarded_players.sum() == (0 if where == "draft_area" else 2)
    output = [event.get("money", event.get("points")) for event in table.events("cash_in")]
    assert output == ([5, 5] if money else [4, 2])


def test_teams_and_the_draft_area_have_no_limit():
    """ACT-20: one team can have all 24 players, 4 of them from the draft area."""
    numbers = [card.number for card in Tabletop(2).components.players]
    orders = [{"kind": DRAFT_PLAYER, "card": card} for card in numbers[20:]]
    table = acting({0: {"draft": orders}})
    table.set_tokens(0, money=99)
    table.give(0, *numbers[:20])
    table.on_offer(*numbers[20:])
    for bonus_space in range(1, 5):
        table.stand(0, "draft", bonus_space)
    table.act()
    assert table.game_table.team_size[0] == table.game_table.team[0].sum() == 24
    assert table.game_table.area_size == 0
