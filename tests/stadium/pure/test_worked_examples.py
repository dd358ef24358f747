"""The worked examples of the rules, EX-1 to EX-18, with the default data's numbers."""

from __future__ import annotations

import pytest
from stadium.tabletop import Refused, Tabletop

from eoc_sim.simulator.stadium.decisions import (
    BUILD_BLOCK,
    CASH_MONEY,
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
from eoc_sim.simulator.stadium.scoring import count_points, rank_owners


def acting(answers=None, owners=2, **settings):
    """Return a table whose VPs are about to act; the test places them."""
    if settings.get("vps_start", 3) > 4:
        settings["vp_max"] = settings["vps_start"]
    table = Tabletop(owners, answers, **settings)
    table.ready_to_act()
    return table


def paying(answers=None, **settings):
    """Return a table before salaries, with no VPs to pay."""
    table = acting(answers, **settings)
    for seat in range(table.game_table.owners):
        table.game_table.vps[seat] = 0
    return table


@pytest.mark.parametrize(
    ("equipment", "training", "amount", "rule", "wins", "left"),
    [
        (0, False, 1, "choosing", 5, 0),
        (3, False, 2, "choosing", 6, 1),
        (0, True, 1, "choosing", 6, 0),
        (3, True, 2, "choosing", 7, 1),
    ],
)
def test_equipment_and_train(equipment, training, amount, rule, wins, left):
    """EX-1: ACT-2, ACT-3, ACT-4."""
    table = acting({0: {"train": [{"amount": amount}]}}, training_bonus=rule)
    table.set_tokens(0, equipment=equipment, wins=4)
    if training:
        table.give(0, "B01")
    table.stand(0, "equipment", 1)
    table.stand(0, "train", 1)
    table.act()
    assert table.tokens(0).get("wins") == wins
    assert table.tokens(0).get("equipment", 0) == left


@pytest.mark.parametrize(("rule", "wins"), [("choosing", 5), ("converting", 4)])
def test_advanced_training_without_an_exchange(rule, wins):
    """EX-1: ACT-4 and its switch."""
    table = acting(training_bonus=rule)
    table.set_tokens(0, equipment=1, wins=4)
    table.give(0, "B01")
    table.stand(0, "train", 1)
    table.act()
    assert table.tokens(0)["wins"] == wins
    assert ("train" in [event["e"] for event in table.events()]) == (rule == "choosing")


@pytest.mark.parametrize(
    ("hired", "left"), [(["E05", "E06"], 2), (["E06", "E16"], 0), (["E05", "E06", "E16"], None)]
)
def test_hire(hired, left):
    """EX-2: ACT-5."""
    table = acting({0: {"hire": [{"kind": HIRE_EMPLOYEES, "employees": hired}]}})
    table.set_tokens(0, money=5)
    table.face_down(0, "E05", "E06", "E16")
    table.stand(0, "hire", 1)
    if left is None:
        with pytest.raises(Refused, match="ACT-5"):
            table.act()
        assert table.tokens(0)["money"] == 5
        return
    table.act()
    assert table.tokens(0).get("money", 0) == left
    assert table.game_table.hired_count[0] == len(hired)


def test_two_on_hire_take_a_vp_and_employees():
    """EX-2: ACT-6."""
    hire = {"kind": HIRE_EMPLOYEES, "employees": ["E05", "E06"]}
    table = acting({0: {"hire": [{"kind": HIRE_VP}, hire]}})
    table.set_tokens(0, money=9)
    table.face_down(0, "E05", "E06")
    table.stand(0, "hire", 1)
    table.stand(0, "hire", 2)
    before = table.game_table.vps[0]
    table.act()
    assert "money" not in table.tokens(0)
    assert table.game_table.vps[0] == before + 1


@pytest.mark.parametrize("option", ["one", "both"])
def test_a_vp_on_hire_may_do_both_only_with_the_option(option):
    """EX-2: ACT-6 and its switch."""
    hire = {"kind": HIRE_BOTH, "employees": ["E05", "E06"]}
    table = acting({0: {"hire": [hire]}}, hire_option=option)
    table.set_tokens(0, money=9)
    table.face_down(0, "E05", "E06")
    table.stand(0, "hire", 1)
    if option == "one":
        with pytest.raises(Refused, match="ACT-6"):
            table.act()
    else:
        table.act()
        assert "money" not in table.tokens(0)


@pytest.mark.parametrize(("due", "paid"), [("active", 2), ("all", 3)])
def test_a_new_vp(due, paid):
    """EX-3: ACT-6, GAM-2."""
    table = Tabletop(3, {0: {"hire": [{"kind": HIRE_VP}]}}, vp_salary_due=due)
    table.ready_to_act(4)
    for seat in range(3):
        table.set_tokens(seat, money=20)
    table.stand(0, "hire", 1)
    table.act()
    table.to("beginning")
    (salaries,) = [event for event in table.events("salaries") if event["owner"] == 0]
    assert salaries["paid"] == paid
    table.step()
    assert table.game_table.to_place[0] == 3
    assert table.events("round")[-1]["vps"] == [3, 2, 2]
    table.ready_to_act(5)
    table.act()
    table.to("beginning")
    assert [event for event in table.events("salaries") if event["owner"] == 0][-1]["paid"] == 3


def test_playbook():
    """EX-4: ACT-7, ACT-8, ACT-9."""
    squares = [{"kind": PLAY_BLOCK, "place": "F03"}, {"kind": PLAY_BLOCK, "place": "F05"}]
    table = acting({0: {"playbook": squares}})
    table.set_tokens(0, wins=12, equipment=2)
    table.stand(0, "playbook", 1)
    table.stand(0, "playbook", 2)
    table.act()
    assert table.tokens(0) == {"money": 3, "wins": 12}
    count_points(table.game_table, 0)
    assert table.game_table.score[0] == 12


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        (["F03", "F06"], "ACT-8"),
        (["F05"], "ACT-9"),
        ([None, "F05"], "ACT-9"),
        (["F03", "F01"], "ACT-9"),
    ],
)
def test_playbook_refusals(places, rule):
    """EX-4: ACT-8, ACT-9."""
    answers = [
        {"kind": TAKE_WIN} if place is None else {"kind": PLAY_BLOCK, "place": place}
        for place in places
    ]
    table = acting({0: {"playbook": answers}})
    table.set_tokens(0, wins=12, equipment=2)
    for bonus_space in range(1, len(places) + 1):
        table.stand(0, "playbook", bonus_space)
    with pytest.raises(Refused, match=rule):
        table.act()


def test_build():
    """EX-5: ACT-11, ACT-12, ACT-13."""
    answers = [{"kind": CHANGE, "amount": 4}, {"kind": BUILD_BLOCK, "place": "B11"}]
    table = acting({0: {"build": answers}})
    table.set_tokens(0, money=5, construction=1)
    table.give(0, "F01")
    table.stand(0, "build", 1)
    table.stand(0, "build", 2)
    table.act()
    assert table.tokens(0) == {"money": 1}
    assert table.events("build")[0]["points"] == 6
    assert table.events("build")[0]["paid"] == {"construction": 5}


@pytest.mark.parametrize(
    ("owned", "place", "rule"),
    [
        ((), "B11", "ACT-13"),
        (("F01", "B11"), "B11", "ACT-14"),
        (("F01", "B11"), "B12", "ACT-13"),
        (("F01", "B11", "B07"), "B12", None),
        ((), "B01", None),
    ],
)
def test_build_levels(owned, place, rule):
    """EX-5: ACT-13, ACT-14."""
    table = acting({0: {"build": [{"kind": BUILD_BLOCK, "place": place}]}})
    table.set_tokens(0, construction=6)
    table.give(0, *owned)
    table.stand(0, "build", 1)
    if rule is None:
        table.act()
        assert table.game_table.block[0, table.place(place)] == 1
        return
    with pytest.raises(Refused, match=rule):
        table.act()
    assert table.tokens(0)["construction"] == 6


@pytest.mark.parametrize(
    ("wins", "money"),
    [(0, 0), (4, 4), (5, 5), (9, 5), (10, 6), (19, 6), (20, 7), (29, 7), (30, 8), (47, 8)],
)
def test_tickets(wins, money):
    """EX-6: ACT-15."""
    table = acting()
    table.set_tokens(0, wins=wins, money=0)
    table.stand(0, "tickets", 1)
    table.act()
    assert table.tokens(0).get("money", 0) == money


@pytest.mark.parametrize(("wins", "money"), [(9, 8), (0, 3)])
def test_tickets_with_buildings(wins, money):
    """EX-6: ACT-16."""
    table = acting()
    table.set_tokens(0, wins=wins, money=0)
    table.give(0, "B07", "B12")
    table.stand(0, "tickets", 1)
    table.act()
    assert table.tokens(0)["money"] == money


def test_draft():
    """EX-7: BON-6, ACT-17."""
    drafts = {
        0: {"draft": [{"kind": DRAFT_PLAYER, "card": "P08"}]},
        1: {"draft": [{"kind": DRAFT_PLAYER, "card": "P20"}]},
    }
    table = Tabletop(2, drafts)
    table.level(draft=1)
    table.on_offer("P08", "P20")
    table.ready_to_act()
    table.set_tokens(0, money=5)
    table.set_tokens(1, money=5)
    table.answers[0]["place"] = [{"space": "draft", "bonus": "win"}]
    table.answers[1]["place"] = [{"space": "draft", "bonus": "first"}]
    table.game_table.to_place[0] = table.game_table.to_place[1] = 1
    table.game_table.free_spaces = 36
    table.to("acting")
    table.to("paying")
    assert [(event["owner"], event["card"], event["paid"]) for event in table.events("draft")] == [
        (1, "P20", 4),
        (0, "P08", 3),
    ]
    football = {event["owner"]: event["gains"] for event in table.events("football")}
    assert football[1] == {"P20": {"wins": 2}}


@pytest.mark.parametrize(
    ("level", "rule", "order"),
    [(0, "with_token", [0, 1]), (1, "with_token", [1, 0]), (0, "always", [1, 0])],
)
def test_first_choice_needs_the_token_unless_it_is_always_available(level, rule, order):
    """EX-7: BON-6 and its switch."""
    answers = {
        0: {"place": [{"space": "draft", "bonus": "win"}], "draft": [{"kind": NOTHING}]},
        1: {"place": [{"space": "draft", "bonus": "first"}], "draft": [{"kind": NOTHING}]},
    }
    table = Tabletop(2, answers, draft_first=rule)
    table.ready_to_act()
    table.level(draft=level)
    table.game_table.to_place[0] = table.game_table.to_place[1] = 1
    table.game_table.free_spaces = 36
    table.to("paying")
    assert [seat for seat, name in table.asked if name == "draft"] == order


def test_swap_and_cash_in():
    """EX-8: ACT-18, ACT-19, ACT-20."""
    answers = {
        0: {"draft": [{"kind": SWAP_PLAYER, "card": "P23", "give": "P15"}]},
        1: {
            "draft": [
                {"kind": DRAFT_PLAYER, "card": "P15"},
                {"kind": CASH_MONEY, "give": "P01"},
            ]
        },
    }
    table = paying(answers)
    table.give(0, "P15")
    table.give(1, "P01")
    table.on_offer("P23")
    table.set_tokens(0, money=4)
    table.set_tokens(1, money=1)
    for bonus, seat in ((1, 0), (2, 1), (3, 1)):
        table.stand(seat, "draft", bonus)
    table.act()
    assert table.tokens(0)["money"] == 4
    assert table.tokens(1)["money"] == 5
    assert table.game_table.five_million_left == 1
    assert table.game_table.area[table.card("P01")] == 1
    table.to("beginning")
    assert table.tokens(0) == {"money": 2, "wins": 3}
    assert [event["paid"] for event in table.events("salaries")] == [2, 1]


def test_sponsorship_and_merchandising():
    """EX-9: ACT-21, ACT-22."""
    table = acting()
    table.set_tokens(0, money=0)
    table.stand(0, "sponsorship", 1)
    table.stand(0, "merchandising", 1)
    table.act()
    assert table.tokens(0) == {"money": 3, "entertainment": 2}


def test_merchandising_with_the_license_store():
    """EX-9: ACT-22."""
    table = acting()
    table.set_tokens(0, money=0)
    table.give(0, "B02")
    table.stand(0, "merchandising", 1)
    table.stand(0, "merchandising", 2)
    table.act()
    assert table.tokens(0) == {"money": 4, "entertainment": 4}
    assert [event["extra"] for event in table.events("merchandising")] == [{"money": 1}] * 2


def placing(answers, **levels):
    """Return a table before the first placement, with tokens on action spaces."""
    table = Tabletop(2, answers, vps_start=1)
    table.to("placing")
    for space in range(9):
        table.game_table.bonus_tokens[space] = 0
    table.level(**levels)
    return table


def test_single_token():
    """EX-10: BON-1, BON-2, BON-3, BON-8."""
    answers = {
        0: {"place": [{"space": "build", "bonus": "money"}], "build": [{"kind": NOTHING}]},
        1: {"place": [{"space": "build", "bonus": "construction"}], "build": [{"kind": NOTHING}]},
    }
    table = placing(answers, build=1)
    table.step()
    assert table.tokens(0)["money"] == 4
    table.step()
    assert table.tokens(1) == {"money": 3, "construction": 1}
    assert table.game_table.bonus_tokens[4] == 0


@pytest.mark.parametrize("level", [2, 3])
def test_double_and_stack(level):
    """EX-10: BON-2, BON-4, BON-5."""
    answers = {
        0: {"place": [{"space": "playbook", "bonus": "card"}]},
        1: {
            "place": [{"space": "playbook", "bonus": "star"}],
            "star": [{"employee": "E01"}, {"employee": "E08"}],
        },
    }
    table = placing(answers, playbook=level)
    table.give(1, "E01", "E08")
    table.step()
    assert table.game_table.face_down_count[0] == 2
    assert table.game_table.area_size == 2
    table.to("acting")
    assert table.tokens(1) == {"money": 5, "wins": 2}


def test_an_employee_works_once_a_round():
    """EX-10: BON-5."""
    answers = {
        0: {
            "place": [{"space": "playbook", "bonus": "star"}],
            "star": [{"employee": "E01"}, {"employee": "E01"}],
        },
    }
    table = placing(answers, playbook=2)
    table.give(0, "E01", "E08")
    table.step()
    table.step()
    with pytest.raises(Refused, match="BON-5"):
        table.step()
    assert table.tokens(0)["money"] == 5


def test_one_employee_one_star():
    """EX-10: BON-5, BON-7."""
    answers = {
        0: {"place": [{"space": "playbook", "bonus": "star"}], "star": [{"employee": "E01"}]},
        1: {"place": [{"space": "playbook", "bonus": "money"}]},
    }
    table = placing(answers, playbook=2)
    table.give(0, "E01")
    table.to("acting")
    assert table.tokens(0)["money"] == 5
    assert table.tokens(1)["money"] == 5


@pytest.mark.parametrize(("count", "losses"), [("space", [0, 1, 2, 2]), ("token", [0, 1, 3, 3])])
def test_tokens_of_an_idle_space_with_an_arrow(count, losses):
    """EX-11: BON-8, BON-9, LOS-4."""
    never_places = {"place": [{"kind": 0}] * 3}
    trains_in_round_4 = {
        "place": [*never_places["place"], {"space": "train", "bonus": 1}, {"kind": 0}],
        "train": [{"kind": NOTHING}],
    }
    table = Tabletop(
        2,
        {0: trains_in_round_4, 1: {"place": [{"kind": 0}] * 5}},
        placing="may_stop",
        loss_count=count,
        vps_start=1,
    )
    for seat in (0, 1):
        table.set_tokens(seat, equipment=20, money=50)
    states = []
    suffered = []
    for number in range(5):
        table.rounds()
        states.append(table.events("tokens")[-1]["tokens"][1])
        lost = [
            event for event in table.events("loss") if event["space"] == 2 and event["owner"] == 0
        ]
        suffered.append(len(lost))
        if number == 3:
            assert table.events("bonus")[-1]["tokens"] == {"equipment": 2}
    assert states == ["double", "stack", "stack", "bare", "single"]
    assert suffered[:4] == losses


def test_tokens_of_an_idle_space_without_an_arrow():
    """EX-11: BON-8, LOS-1."""
    table = Tabletop(
        2, {seat: {"place": [{"kind": 0}] * 3} for seat in (0, 1)}, placing="may_stop", vps_start=1
    )
    for seat in (0, 1):
        table.set_tokens(seat, equipment=20, money=50)
    table.rounds(3)
    assert [event["tokens"][0] for event in table.events("tokens")] == ["single", "double", "stack"]
    assert len([line for line in table.events("loss") if line["space"] == 1]) == 2


def test_losses():
    """EX-12: LOS-2, LOS-3."""
    table = paying({0: {"lose": [{"card": "E09"}]}})
    table.set_tokens(0, equipment=1, money=1)
    table.give(0, "E01", "E09")
    table.level(equipment=2, train=2, hire=2, tickets=2, sponsorship=2)
    table.act()
    table.to("beginning")
    mine = [
        (event["space"], event["what"]) for event in table.events("loss") if event["owner"] == 0
    ]
    assert mine == [(1, "equipment"), (3, "E09"), (6, "money")]
    assert table.tokens(0) == {}
    assert table.game_table.hired[0, table.card("E01")] == 1


def test_football_and_salaries():
    """EX-13: GAM-1, GAM-2."""
    table = Tabletop(2)
    table.ready_to_act()
    table.set_tokens(0, money=3, wins=8)
    table.give(0, "P13", "P17", "E20", "B03", "B10")
    table.act()
    assert table.tokens(0) == {"money": 5, "wins": 11, "entertainment": 2}
    table.to("beginning")
    assert table.tokens(0)["money"] == 1
    (salaries,) = [event for event in table.events("salaries") if event["owner"] == 0]
    assert (salaries["due"], salaries["paid"]) == (4, 4)


@pytest.mark.parametrize(
    ("order", "allowed"),
    [
        ({"players": ["P23", "P15"], "vps": 0}, True),
        ({"players": ["P23"], "vps": 1}, True),
        ({"players": ["P15"], "vps": 2}, True),
        ({"players": ["P15"], "vps": 1}, False),
        ({"players": ["P23", "P15"], "vps": 1}, False),
    ],
)
def test_short_of_money(order, allowed):
    """EX-14: GAM-3, GAM-4."""
    table = Tabletop(3, {0: {"pay": [order]}})
    table.ready_to_act()
    table.give(0, "P23", "P15")
    table.set_tokens(0, money=3)
    table.act()
    if not allowed:
        with pytest.raises(Refused, match="GAM-3"):
            table.to("beginning")
        assert table.tokens(0)["money"] == 3
        return
    table.to("beginning")
    assert "money" not in table.tokens(0)


def test_a_vp_on_vacation():
    """EX-14: GAM-4, GAM-5."""
    table = Tabletop(3, {0: {"pay": [{"players": ["P23"], "vps": 1}]}})
    table.ready_to_act()
    table.give(0, "P23", "P15")
    table.set_tokens(0, money=3)
    table.act()
    table.to("beginning")
    assert table.game_table.discarded_players[table.card("P15")] == 1
    table.step()
    assert table.game_table.to_place[0] == 1
    for seat in range(3):
        table.set_tokens(seat, money=20)
    table.ready_to_act(2)
    table.act()
    table.to("beginning")
    assert [event["due"] for event in table.events("salaries") if event["owner"] == 0] == [5, 3]
    assert table.events("round")[-1]["vps"][0] == 1
    table.step()
    assert table.game_table.to_place[0] == 2


@pytest.mark.parametrize("end_round", ["finish", "at_once"])
def test_last_round(end_round):
    """EX-15: END-2, LOS-1, SCO-2."""
    answers = {2: {"build": [{"kind": BUILD_BLOCK, "place": "B06"}]}}
    table = Tabletop(3, answers, end_round=end_round)
    table.ready_to_act(11)
    table.set_tokens(2, construction=3, money=10)
    table.give(2, "F01", "F04", "F07", "B01", "B02", "B07", "E09")
    table.stand(2, "build", 1)
    table.stand(0, "tickets", 1)
    table.stand(1, "sponsorship", 1)
    table.level(hire=3)
    table.act()
    table.to("game over")
    final = table.events("final")[0]
    assert final["end"] == "blocks"
    finishes = end_round == "finish"
    assert bool(table.events("sponsorship")) == finishes
    assert bool(table.events("salaries")) == finishes
    assert final["owners"][2]["parts"]["employees"] == (0 if finishes else 1)
    assert table.events("commissioner") == []
    assert table.game_table.commissioner == 0


def test_score():
    """EX-16: SCO-1, SCO-2, SCO-4."""
    table = acting()
    table.give(0, "F03", "F05", "B03", "B11", "P08", "P17", "E09")
    table.face_down(0, "E24")
    table.set_tokens(0, entertainment=17)
    table.game_table.point_tokens[0] = 1
    count_points(table.game_table, 0)
    assert table.game_table.part[0].tolist() == [12, 2, 6, 0, 4, 1, 5, 1, 0]
    assert table.game_table.score[0] == 31


@pytest.mark.parametrize(
    ("money", "ranks", "shares", "step"), [(1, [1, 2, 3], 1, 3), (3, [1, 1, 3], 2, 4)]
)
def test_ties(money, ranks, shares, step):
    """EX-17: SCO-3."""
    table = acting(owners=3)
    table.set_tokens(0, entertainment=17, wins=22, money=3)
    table.set_tokens(1, entertainment=17, wins=22, money=money)
    table.set_tokens(2, entertainment=16, wins=30, money=9)
    for seat in range(3):
        table.game_table.score[seat] = 45
    rank_owners(table.state)
    assert table.box.rank[:3].tolist() == ranks
    assert table.box.sharers == shares
    assert table.box.tie_step == step
    assert table.box.winner == (0 if shares == 1 else -1)


def test_a_first_round():
    """EX-18: a whole round with two owners."""
    answers = {
        0: {
            "place": [
                {"space": "sponsorship", "bonus": "construction"},
                {"space": "playbook", "bonus": "money"},
                {"space": "hire", "bonus": "card"},
            ],
            "hire": [{"kind": HIRE_EMPLOYEES, "employees": ["E04"]}],
            "playbook": [{"kind": TAKE_WIN}],
        },
        1: {
            "place": [
                {"space": "draft", "bonus": "win"},
                {"space": "playbook", "bonus": "equipment"},
                {"space": "train", "bonus": "equipment"},
            ],
            "playbook": [{"kind": TAKE_WIN}],
            "draft": [{"kind": NOTHING}],
        },
    }
    table = Tabletop(2, answers)
    table.box.employee_deck[table.game_table.employees_left - 1] = table.card("E04")
    table.box.player_deck[table.game_table.players_left - 1] = table.card("P15")
    table.rounds()
    assert table.events("tokens")[0]["tokens"] == [
        "single",
        "bare",
        "bare",
        "bare",
        "single",
        "single",
        "bare",
        "bare",
        "single",
    ]
    assert table.tokens(0) == {"money": 2, "wins": 1, "construction": 1}
    assert table.game_table.hired[0, table.card("E04")] == 1
    assert table.tokens(1) == {"wins": 2, "equipment": 1}
    assert table.game_table.commissioner == 1
    assert [event["paid"] for event in table.events("salaries")] == [3, 3]
    assert ("train" in [name for _, name in table.asked]) is False
