"""Step 4 (GAM) and the losses at its end (LOS), beyond the worked examples."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.simulator.stadium.cards import draw_employee, turn_up_player
from eoc_sim.simulator.stadium.decisions import HIRE_VP, STOP


def before_game_time(answers=None, owners=3, components=None, vps=None, **settings):
    """Return a table just before game time; no owner has money.

    By default, there are three owners with two VPs each.
    """
    table = Tabletop(owners, answers, components=components, **settings)
    table.ready_to_act()
    for seat in range(owners):
        table.set_tokens(seat, money=0)
        if vps is not None:
            table.game_table.vps[seat] = vps
    return table


def salaries(table, seat=0):
    return [event for event in table.events("salaries") if event["owner"] == seat]


# --- Gains


def test_gains_come_from_players_employees_and_places():
    """GAM-1: owners gain from their own players, hired employees and places, before salaries."""
    table = before_game_time(
        vps=0,
        components=components_with(
            {"field.F01.effect": "football: 1 construction", "player.P02.copies": "2"}
        ),
    )
    table.give(0, "P02", "P02", "E20", "B03", "F01")
    table.give(1, "P11")
    table.face_down(2, "E20")
    table.on_offer("P15")
    table.act()
    assert table.tokens(0) == {"wins": 2, "money": 2, "construction": 1}
    assert table.tokens(1) == {"wins": 1, "entertainment": 1}
    assert table.tokens(2) == {}
    gains = {event["owner"]: event["gains"] for event in table.events("football")}
    assert gains == {
        0: {
            "B03": {"money": 1},
            "F01": {"construction": 1},
            "P02": {"wins": 2},
            "E20": {"money": 1},
        },
        1: {"P11": {"wins": 1, "entertainment": 1}},
    }
    assert all(event["paid"] == {} for event in table.events("football"))


def test_game_time_goes_from_the_commissioner_clockwise():
    """GAM-1, TIM-2: the owners' events go clockwise from the commissioner."""
    table = before_game_time(vps=0, vp_salary=0)
    for seat in range(3):
        table.give(seat, "B04")
    table.game_table.commissioner = 2
    table.act()
    assert [event["owner"] for event in table.events("football")] == [2, 0, 1]


# --- Salaries


@pytest.mark.parametrize("salary", [0, 1, 3])
def test_salaries_of_vps_and_cards(salary):
    """GAM-2, GAM-3: players and hired employees cost their printed salaries; each VP costs what the
    switch says. An owner who can pay everything does so without being asked."""
    table = before_game_time(vp_salary=salary)
    for seat in range(3):
        table.set_tokens(seat, money=20)
    table.give(0, "P22", "P15", "P01", "E03", "E01")
    table.face_down(0, "E10")
    table.act()
    table.to("beginning")
    due = 2 + 1 + 1 + 2 * salary
    assert salaries(table) == [
        {
            "e": "salaries",
            "owner": 0,
            "due": due,
            "paid": due,
            "players": [],
            "employees": [],
            "vps": 0,
        },
    ]
    assert table.tokens(0)["money"] == 20 - due
    assert len(salaries(table, 1)) == int(salary > 0)
    assert table.asked == []


@pytest.mark.parametrize(("rule", "due"), [("active", 1), ("all", 4)])
def test_new_and_absent_vps(rule, due):
    """GAM-2: new VPs and those on vacation cost nothing; with the switch, as much as any other."""
    table = before_game_time(vp_salary_due=rule, vps=4)
    game_table = table.game_table
    game_table.new_vps[0], game_table.away[0] = 1, 2
    for seat in range(3):
        table.set_tokens(seat, money=20)
    table.act()
    table.to("beginning")
    assert salaries(table)[0]["due"] == due
    table.step()
    assert game_table.to_place[0] == 4


@pytest.mark.parametrize("rule", ["must", "may"])
def test_choice_of_salaries(rule):
    """GAM-3: with the switch, any card or VP may be left unpaid by an owner with enough money."""
    orders = {0: {"pay": [{"vps": 1, "employees": ["E10"]}]}}
    table = before_game_time(orders if rule == "may" else {}, owners=2, salaries=rule, vps=2)
    table.set_tokens(0, money=20)
    table.game_table.vps[1] = 0
    table.give(0, "P15", "E03", "E10")
    table.act()
    table.to("beginning")
    (salary_event,) = salaries(table)
    if rule == "must":
        assert (
            salary_event["paid"],
            salary_event["players"],
            salary_event["employees"],
            salary_event["vps"],
        ) == (
            5,
            [],
            [],
            0,
        )
    else:
        assert (
            salary_event["paid"],
            salary_event["players"],
            salary_event["employees"],
            salary_event["vps"],
        ) == (
            2,
            ["P15"],
            ["E03"],
            1,
        )


def test_unpaid_cards_go_to_their_piles():
    """GAM-4, SCO-2: the points of each unpaid copy are lost; cards without a salary stay."""
    table = before_game_time(
        {0: {"pay": [{"vps": 0, "players": ["P23"], "employees": ["E10"]}]}},
        vps=0,
        components=components_with({"player.P23.copies": "3"}),
    )
    table.set_tokens(0, money=3)
    table.give(0, "P23", "P23", "P23", "P01", "E10", "E01")
    table.act()
    table.to("beginning")
    game_table, p23, e10 = table.game_table, table.card("P23"), table.card("E10")
    assert game_table.team[0, p23] == 1 and game_table.discarded_players[p23] == 2
    assert game_table.team_size[0] == 2 and game_table.hired_count[0] == 2
    assert salaries(table)[0]["players"] == ["P23", "P23"]
    assert game_table.discarded_employees[e10] == 0
    owner_entry = table.events("end_round")[0]["owners"][0]
    assert owner_entry["players"] == ["P01", "P23"] and owner_entry["employees"] == ["E01", "E10"]
    assert owner_entry["points"] == 1 + 1  # one P23 and E10


@pytest.mark.parametrize(
    ("rule", "placed", "owned"),
    [("vacation", [1, 3, 3], 3), ("stays", [3, 3, 3], 3), ("leaves", [1, 1, 1], 1)],
)
def test_unpaid_vps(rule, placed, owned):
    """GAM-5: two unpaid VPs out of three miss the next round, or stay, or leave the game."""
    stop = {"place": [{"kind": STOP}] * 5}
    answers = {0: {**stop, "pay": [{"vps": 1}]}, 1: stop}
    table = Tabletop(2, answers, unpaid_vp=rule, placing="may_stop", bonus_tokens="off")
    table.set_tokens(0, money=1)
    table.set_tokens(1, money=99)
    table.rounds()
    table.set_tokens(0, money=99)
    table.rounds(3)
    assert [event["vps"][0] for event in table.events("round")][1:] == placed
    assert table.game_table.vps[0] == owned
    assert table.events("end_round")[0]["owners"][0]["away"] == (2 if rule == "vacation" else 0)


def test_an_owner_without_paid_vps_misses_a_round():
    """GAM-5: afterwards the owner plays normally, even if still without money."""
    stop = {"place": [{"kind": STOP}] * 5}
    answers = {0: {**stop, "pay": [{"vps": 0}] * 3}, 1: stop}
    table = Tabletop(2, answers, placing="may_stop", bonus_tokens="off", start_money=0)
    table.set_tokens(1, money=99)
    table.rounds(4)
    assert [event["vps"][0] for event in table.events("round")] == [3, 0, 3, 0]
    assert [salary["due"] for salary in salaries(table)] == [3, 3]


def test_vps_on_vacation_count_first_among_the_unpaid():
    """GAM-5, GAM-2: if VPs on vacation cost a salary, they are the first to go unpaid, but they
    still return on time."""
    stop = {"place": [{"kind": STOP}] * 5}
    answers = {0: {**stop, "pay": [{"vps": 1}, {"vps": 0}, {"vps": 2}]}, 1: stop}
    table = Tabletop(2, answers, placing="may_stop", bonus_tokens="off", vp_salary_due="all")
    table.set_tokens(1, money=99)
    for money in (1, 0, 2):
        table.set_tokens(0, money=money)
        table.rounds()
    # In round 2 two are away and all three are unpaid. The two who are away are counted among the
    # unpaid first, so only the third is away in round 3. Then one is unpaid: the third, who is
    # away, is counted first, so none is away afterwards.
    assert [event["vps"][0] for event in table.events("round")] == [3, 1, 2]
    assert [event["owners"][0]["away"] for event in table.events("end_round")] == [2, 1, 0]


def test_all_vps_of_an_owner_may_leave():
    """GAM-5: an owner without any VP stays in the game but cannot act."""
    stop = {"place": [{"kind": STOP}] * 5}
    answers = {0: {**stop, "pay": [{"vps": 0}]}, 1: stop}
    table = Tabletop(2, answers, placing="may_stop", unpaid_vp="leaves", start_money=0)
    table.set_tokens(1, money=99, equipment=99)
    table.rounds(3)
    assert [event["vps"][0] for event in table.events("round")] == [3, 0, 0]
    assert table.game_table.vps[0] == 0 and len(salaries(table)) == 1


@pytest.mark.parametrize(("rule", "left"), [("vacation", 3), ("leaves", 1)])
def test_new_vps_may_be_among_the_unpaid(rule, left):
    """GAM-2, GAM-5: new VPs that cost a salary may go unpaid, and leave, at once."""
    answers = {0: {"hire": [{"kind": HIRE_VP}], "pay": [{"vps": 1}]}}
    table = before_game_time(answers, vp_salary_due="all", unpaid_vp=rule, vps=2)
    for seat in range(3):
        table.set_tokens(seat, money=7 if seat == 0 else 20)
    table.stand(0, "hire", 1)
    table.act()
    table.to("beginning")
    assert salaries(table)[0]["due"] == 3 and salaries(table)[0]["vps"] == 2
    table.step()
    assert (table.game_table.vps[0], table.game_table.to_place[0]) == (left, 1)


def test_all_choose_salaries_before_anybody_pays():
    """INF-3: the second owner is asked before the first has paid."""
    answers = {seat: {"pay": [{"vps": 1}]} for seat in range(3)}
    table = before_game_time(answers, vps=2)
    for seat in range(3):
        table.set_tokens(seat, money=1)
    table.game_table.commissioner = 1
    views = []
    functions = table.policies.functions
    pay = 8
    for seat in range(3):

        def watch(public, me, params, order, answer=functions[seat, pay]):
            views.append(public.tokens[:3, 0].tolist())
            return answer(public, me, params, order)

        functions[seat, pay] = watch
    table.act()
    table.to("beginning")
    assert views == [[1, 1, 1]] * 3
    assert [seat for seat, _ in table.asked] == [1, 2, 0]
    assert [event["owner"] for event in table.events("salaries")] == [1, 2, 0]


# --- Decks


@pytest.mark.parametrize("deck", ["players", "employees"])
def test_a_deck_is_renewed_when_a_card_is_needed(deck):
    """GAM-6: the discard pile is shuffled only when needed; if it is empty, no card is drawn."""
    table = Tabletop(2)
    game_table = table.game_table

    def draw():
        if deck == "players":
            return turn_up_player(table.state, table.trace)
        return draw_employee(table.state, table.trace, 0)

    setattr(game_table, f"{deck}_left", 1)
    pile = getattr(game_table, f"discarded_{deck}")
    pile[3], pile[5] = 1, 2
    draw()
    assert not table.events("reshuffle") and pile.sum() == 3
    drawn = [draw() for _ in range(4)]
    assert sorted(drawn) == [-1, 3, 5, 5] and drawn[3] == -1
    (reshuffle,) = table.events("reshuffle")
    letter = "P" if deck == "players" else "E"
    assert reshuffle["deck"] == deck
    assert reshuffle["cards"] == [f"{letter}{row + 1:02}" for row in drawn[:3]]
    assert pile.sum() == getattr(game_table, f"{deck}_left") == 0
    pile[7] = 1
    assert draw() == 7 and len(table.events("reshuffle")) == 2


# --- Losses


def losing(answers=None, owners=2, components=None, **settings):
    """Return a table before the losses of this round, without VPs to pay."""
    return before_game_time(answers, owners, components, vps=0, vp_salary=0, **settings)


@pytest.mark.parametrize(
    ("space", "what"),
    [
        ("equipment", "equipment"),
        ("train", "equipment"),
        ("playbook", "wins"),
        ("build", "construction"),
        ("tickets", "money"),
        ("sponsorship", "money"),
        ("merchandising", "money"),
    ],
)
def test_cost_of_a_stack(space, what):
    """LOS-1, LOS-2: every owner loses one token of the space's kind; owners without any lose
    nothing."""
    table = losing(owners=3)
    kinds = ("money", "equipment", "wins", "entertainment", "construction")
    table.set_tokens(0, **dict.fromkeys(kinds, 2))
    table.set_tokens(1, **{what: 1})
    table.level(**{space: 2})
    table.act()
    table.to("beginning")
    assert table.tokens(0) == {**dict.fromkeys(kinds, 2), what: 1}
    assert table.tokens(1) == table.tokens(2) == {}
    assert [(event["owner"], event["what"]) for event in table.events("loss")] == [
        (0, what),
        (1, what),
    ]


@pytest.mark.parametrize(("space", "cards"), [("hire", ("E01", "E02")), ("draft", ("P01", "P02"))])
def test_cards_lost_to_a_stack(space, cards):
    """LOS-2, LOS-3, INF-3: an owner's only card is lost without a question; an owner with two cards
    chooses before anyone loses one. A lost card goes to its discard pile; face-down employees are
    safe."""
    table = losing({0: {"lose": [{"card": cards[1]}]}}, owners=3)
    table.give(0, *cards)
    table.give(1, cards[0])
    table.face_down(2, "E05")
    table.level(**{space: 4})
    table.act()
    table.to("beginning")
    assert [(event["owner"], event["what"]) for event in table.events("loss")] == [
        (0, cards[1]),
        (1, cards[0]),
    ]
    assert table.asked == [(0, "lose")]
    game_table = table.game_table
    piles = game_table.discarded_employees if space == "hire" else game_table.discarded_players
    assert piles[:2].tolist() == [1, 1] and piles.sum() == 2
    assert game_table.face_down_count[2] == 1


@pytest.mark.parametrize("level", [2, 3, 5])
@pytest.mark.parametrize("rule", ["space", "token"])
def test_size_of_a_stacks_loss(level, rule):
    """LOS-4: a stack costs one thing. With the switch, it costs one thing for each double beyond
    the first, with a new choice each time."""
    lost = level - 1 if rule == "token" else 1
    cards = ["E01", "E02", "E03", "E04", "E05", "E06", "E07"]
    orders = [{"card": card} for card in reversed(cards)]
    table = losing(
        {0: {"lose": orders}},
        loss_count=rule,
        components=components_with({"employee.E03.salary": "0"}),
    )
    table.set_tokens(0, wins=9)
    table.give(0, *cards)
    table.level(hire=level, playbook=level)
    table.act()
    table.to("beginning")
    assert [event["what"] for event in table.events("loss")] == [
        *cards[::-1][:lost],
        *["wins"] * lost,
    ]
    assert table.tokens(0) == {"wins": 9 - lost}
    assert table.asked == [(0, "lose")] * lost


def test_losses_one_after_another_stop_with_the_last_card():
    """LOS-1, LOS-4: four losses take both of an owner's employees, the second without a
    question."""
    table = losing({0: {"lose": [{"card": "E02"}]}}, loss_count="token")
    table.give(0, "E01", "E02")
    table.level(hire=5)
    table.act()
    table.to("beginning")
    assert [event["what"] for event in table.events("loss")] == ["E02", "E01"]
    assert table.asked == [(0, "lose")]


def test_losses_come_in_the_order_of_spaces():
    """LOS-3: each space's losses go clockwise from the commissioner; blocks always stay."""
    table = losing(owners=3)
    for seat in range(3):
        table.set_tokens(seat, equipment=2, wins=6, money=3)
    table.give(0, "F01")
    table.game_table.commissioner = 1
    table.level(equipment=2, train=2, playbook=2, tickets=2, sponsorship=2, merchandising=2)
    table.act()
    table.to("beginning")
    assert [(event["space"], event["owner"]) for event in table.events("loss")] == [
        (space, seat) for space in (1, 2, 4, 6, 8, 9) for seat in (1, 2, 0)
    ]
    assert table.tokens(0) == {"wins": 5}
    assert table.game_table.block[0, table.place("F01")] == 1


def test_losses_come_after_salaries():
    """LOS-1, GAM-2: money spent on a salary can no longer be lost."""
    table = before_game_time(vps=1, owners=2)
    for seat in range(2):
        table.set_tokens(seat, money=1)
    table.level(tickets=3)
    table.act()
    table.to("beginning")
    assert [event["paid"] for event in table.events("salaries")] == [1, 1]
    assert not table.events("loss")
