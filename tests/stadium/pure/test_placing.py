"""Step 1 with the bonuses for placed VPs (PLA, BON-1 to BON-7), and step 2 (BON-8, BON-9)."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.simulator.stadium.decisions import NOTHING, STOP

IDLE = {name: [{"kind": NOTHING}] * 9 for name in ("train", "hire", "playbook", "build", "draft")}


def on(space, bonus):
    return {"space": space, "bonus": bonus}


def placing(*placements, owners=2, components=None, **settings):
    """Return a table before the first placement.

    Each placement is a seat, a space and a bonus space; a seat alone stops.
    """
    answers = {seat: {**IDLE, "place": []} for seat in range(owners)}
    for seat, *where in placements:
        answers[seat]["place"].append(on(*where) if where else {"kind": STOP})
    table = Tabletop(owners, answers, components=components, **settings)
    table.ready_to_act()
    for seat in range(owners):
        table.game_table.to_place[seat] = sum(placement[0] == seat for placement in placements)
    table.game_table.placer = table.game_table.placed = 0
    table.game_table.free_spaces = int(table.game_table.bonuses.sum())
    for space in range(9):
        table.game_table.bonus_tokens[space] = 0
    return table


def placed(table):
    return [(event["owner"], event["space"], event["bonus"]) for event in table.events("place")]


# --- Whose turn it is


def test_owners_place_in_turn_until_all_are_placed():
    """PLA-1, TIM-1, TIM-2: placing goes round clockwise from the commissioner and skips owners
    without VPs."""
    table = placing(
        (0, "train", 1),
        (0, "train", 2),
        (0, "train", 3),
        (1, "hire", 1),
        (2, "build", 1),
        (2, "build", 2),
        owners=3,
    )
    table.start_with(1)
    table.to("acting")
    assert [seat for seat, *_ in placed(table)] == [1, 2, 0, 2, 0, 0]
    assert table.asked[:6] == [(seat, "place") for seat in (1, 2, 0, 2, 0, 0)]


def test_each_owner_sees_earlier_placements():
    """TIM-2, INF-1: the table shows every VP as soon as it is placed."""
    table = placing((0, "train", 1), (1, "hire", 2))
    views = []
    functions = table.policies.functions
    answer = functions[1, 0]

    def watch(public, me, params, order):
        views.append((int(public.vp_seat[1, 0]), int(public.vps_on[1]), int(public.turn)))
        return answer(public, me, params, order)

    functions[1, 0] = watch
    table.to("acting")
    assert views == [(0, 1, 1)]


def test_several_vps_of_an_owner_can_share_a_space():
    """PLA-2: each VP has its own bonus space; the data say how many an action space has."""
    components = components_with({"space.2.bonus5": "money", "space.2.bonus6": "money"})
    table = placing(*[(0, "train", bonus) for bonus in (6, 1, 5)], components=components)
    table.to("acting")
    assert placed(table) == [(0, 2, 6), (0, 2, 1), (0, 2, 5)]


def test_vps_without_room_stay_unplaced():
    """PLA-2, GAM-2: unplaced VPs are paid all the same."""
    cells = {f"space.{n}.bonus{m}": "" for n in range(1, 10) for m in range(1, 5)}
    cells |= {"space.1.bonus1": "money", "space.9.bonus1": "money"}
    table = Tabletop(
        2,
        {0: {"place": [on("equipment", 1)]}, 1: {"place": [on("merchandising", 1)]}},
        components=components_with(cells),
    )
    for seat in (0, 1):
        table.set_tokens(seat, money=10)
    table.rounds()
    assert len(table.events("place")) == 2
    assert [event["paid"] for event in table.events("salaries")] == [3, 3]
    assert table.events("round")[0]["vps"] == [3, 3]


def test_an_owner_may_stop():
    """PLA-1: with the switch, an owner may stop for the round; the owner's VPs stay active and are
    paid."""
    answers = {
        0: {**IDLE, "place": [{"kind": STOP}, on("train", 1), {"kind": STOP}]},
        1: {**IDLE, "place": [on("hire", 1), on("hire", 2)] * 2},
    }
    table = Tabletop(2, answers, placing="may_stop", vps_start=2)
    for seat in (0, 1):
        table.set_tokens(seat, money=20)
    table.rounds(1)
    assert [event["e"] for event in table.events() if event["e"] in ("place", "stop")] == [
        "stop",
        "place",
        "place",
    ]
    assert [event["paid"] for event in table.events("salaries")] == [2, 2]
    table.rounds(1)
    assert [
        (event["e"], event["owner"]) for event in table.events() if event["e"] in ("place", "stop")
    ][3:] == [
        ("place", 1),
        ("place", 0),
        ("place", 1),
        ("stop", 0),
    ]


def test_action_spaces_act_in_order():
    """PLA-3, ACT-0: spaces act from 1 to 9, independently of the order of placing."""
    names = [
        "equipment",
        "train",
        "hire",
        "playbook",
        "build",
        "tickets",
        "draft",
        "sponsorship",
        "merchandising",
    ]
    table = placing(*[(0, name, 1) for name in reversed(names)], vps_start=1)
    table.set_tokens(0, equipment=2)
    table.to("paying")
    acted = [event for event in table.events() if event["e"] in (*names, "nothing")]
    spaces = [event.get("space") or 1 + names.index(event["e"]) for event in acted]
    assert spaces == list(range(1, 10))
    assert [name for _, name in table.asked[9:]] == ["train", "hire", "playbook", "build", "draft"]


# --- Bonuses


@pytest.mark.parametrize("kind", ["money", "equipment", "win", "entertainment", "construction"])
@pytest.mark.parametrize(("level", "units"), [(0, 0), (1, 1), (2, 2), (3, 2), (7, 2)])
def test_token_bonuses(kind, level, units):
    """BON-1, BON-2, BON-3: a single gives its bonus once, a double or a stack twice; a bare space
    gives none. The token stays for the next VP."""
    components = components_with({"space.4.bonus1": kind, "space.4.bonus2": kind})
    table = placing((0, "playbook", 1), (1, "playbook", 2), components=components)
    table.level(playbook=level)
    for seat in (0, 1):
        table.set_tokens(seat, money=0)
    table.step()
    table.step()
    name = "wins" if kind == "win" else kind
    for seat in (0, 1):
        assert table.tokens(seat) == ({name: units} if units else {})
    assert [event["tokens"] for event in table.events("bonus")] == [{name: units}] * (
        2 if units else 0
    )


def test_a_bonus_only_for_the_first_vp():
    """BON-1: with the switch, only the first VP on the action space gets one."""
    table = placing((0, "build", 2), (1, "build", 1), (0, "playbook", 2), bonus_for="first")
    table.level(build=1, playbook=2)
    table.to("acting")
    assert [(event["owner"], event["tokens"]) for event in table.events("bonus")] == [
        (0, {"money": 1}),
        (0, {"money": 2}),
    ]


@pytest.mark.parametrize(("level", "units"), [(0, 0), (1, 1), (2, 2), (4, 2)])
def test_card_bonuses(level, units):
    """BON-4: employees are drawn face down for the owner, players face up for all. If the bonus
    is doubled, all employees come first, which matters only when a deck is renewed."""
    table = placing((0, "playbook", "card"))
    table.level(playbook=level)
    decks = table.events("setup")[0]["decks"]
    table.step()
    assert [(event["employee"], event["player"]) for event in table.events("card")] == list(
        zip(decks["employees"][:units], decks["players"][:units], strict=True)
    )
    assert table.game_table.face_down_count.tolist() == [units, 0, 0, 0, 0]
    assert table.state.seats[0].face_down.sum() == units and table.game_table.area_size == units


def test_the_trace_reports_renewals_before_draws():
    """BON-4: the employees' renewal precedes that of the players, and both precede all draws."""
    table = placing((0, "playbook", "card"))
    table.level(playbook=2)
    table.game_table.players_left = table.game_table.employees_left = 1
    table.game_table.discarded_players[3] = table.game_table.discarded_employees[5] = 1
    table.step()
    drawn = [event for event in table.events() if event["e"] in ("card", "reshuffle")]
    assert [event.get("deck", event["e"]) for event in drawn] == [
        "employees",
        "players",
        "card",
        "card",
    ]


def test_stars_are_used_at_once_and_may_be_declined():
    """BON-5, INF-3: each unit is used before the next placement."""
    table = placing((0, "playbook", "star"), (1, "hire", 1))
    table.answers[0]["star"] = [{"kind": NOTHING}, {"employee": "E08"}]
    table.level(playbook=2)
    table.give(0, "E01", "E08")
    table.to("acting")
    assert table.asked[:4] == [(0, "place"), (0, "star"), (0, "star"), (1, "place")]
    assert table.tokens(0) == {"money": 3, "wins": 2}
    assert [event["employee"] for event in table.events("star")] == ["E08"]


def test_employees_work_again_in_the_next_round():
    """BON-5: employees work once per round."""
    answers = {
        0: {
            **IDLE,
            "place": [on("playbook", "star"), on("hire", 1)] * 2,
            "star": [{"employee": "E01"}, {"employee": "E01"}],
        },
        1: {**IDLE, "place": [on("hire", 2), on("hire", 3)] * 2},
    }
    table = Tabletop(2, answers, vps_start=2)
    table.give(0, "E01")
    for seat in (0, 1):
        table.set_tokens(seat, money=20)
    for _ in range(2):
        table.to("placing")
        table.level(playbook=1)
        table.rounds()
    assert len(table.events("star")) == 2


def test_copies_of_an_employee_work_one_by_one():
    """BON-5: two copies are two employees, each of whom works once a round."""
    twice = components_with({"employee.E01.copies": "2"})
    table = placing((0, "playbook", "star"), components=twice)
    table.answers[0]["star"] = [{"employee": "E01"}] * 2
    table.level(playbook=2)
    table.give(0, "E01", "E01")
    table.to("acting")
    assert table.tokens(0) == {"money": 3 + 4}
    assert table.game_table.worked[0, table.card("E01")] == 2


def test_a_star_without_an_employee_is_lost():
    """BON-7: an owner whose only employee is face down is not asked."""
    table = placing((0, "playbook", "star"), (1, "train", 9))
    table.level(playbook=2)
    table.face_down(0, "E01")
    assert table.refused().startswith("PLA-2")
    assert (0, "star") not in table.asked and table.game_table.stars_left == 0


def test_half_of_a_doubled_star_is_lost():
    """BON-5, BON-7: one employee works once; the other unit has no effect."""
    table = placing((0, "playbook", "star"), (1, "train", 9))
    table.answers[0]["star"] = [{"employee": "E01"}]
    table.level(playbook=2)
    table.give(0, "E01")
    assert table.refused().startswith("PLA-2")


def test_no_card_is_drawn_from_an_empty_deck():
    """BON-7, GAM-6: a card is lost if its deck is empty; the other half of the bonus applies."""
    table = placing((0, "playbook", "card"), (1, "merchandising", "card"))
    table.level(playbook=1, merchandising=1)
    table.game_table.employees_left = 0
    table.to("acting")
    assert [event["employee"] for event in table.events("card")] == [None, None]
    assert table.game_table.area_size == 2 and not table.events("reshuffle")
    table = placing((0, "playbook", "card"))
    table.level(playbook=2)
    table.game_table.players_left = table.game_table.employees_left = 0
    table.to("acting")
    assert [(event["employee"], event["player"]) for event in table.events("card")] == [
        (None, None)
    ] * 2


def test_a_bonus_can_be_used_in_its_round():
    """BON-7, ACT-5: an employee drawn in step 1 is hired in step 3 with the bonus's money."""
    table = placing((0, "hire", "card"), (0, "hire", 1))
    table.level(hire=1)
    table.set_tokens(0, money=0)
    table.box.employee_deck[table.game_table.employees_left - 1] = table.card("E05")
    table.answers[0]["hire"] = [{"kind": 2, "employees": ["E05"]}, {"kind": NOTHING}]
    table.to("paying")
    assert table.tokens(0) == {} and table.game_table.hired_count[0] == 1


@pytest.mark.parametrize("order", ["placed", "printed"])
@pytest.mark.parametrize(("level", "bonus_for"), [(1, "everyone"), (2, "everyone"), (1, "first")])
def test_the_first_choice(order, level, bonus_for):
    """BON-6, ACT-0: the VP with first choice acts first on Draft. The bonus is never doubled and
    has no event. If only the first VP on a space gets a bonus, a later one has no first choice."""
    table = placing(
        (0, "draft", 3),
        (1, "draft", 2),
        (0, "draft", "first"),
        bonus_for=bonus_for,
        order_in_space=order,
    )
    table.level(draft=level)
    table.to("acting")
    assert not [event for event in table.events("bonus") if event["owner"] == 0]
    table.to("paying")
    seats = [seat for seat, name in table.asked if name == "draft"]
    if bonus_for == "first":
        assert seats == [0, 1, 0]  # in both orders
        assert table.game_table.vp_first.sum() == 0
    else:
        assert seats == ([0, 0, 1] if order == "placed" else [0, 1, 0])
        assert table.game_table.vp_first.sum() == 1


def test_the_first_of_several_first_choices_comes_first():
    """BON-6: VPs with first choice act in the order in which they were placed, no matter on
    which bonus spaces they stand."""
    components = components_with({"space.7.bonus4": "first"})
    table = placing(
        (0, "draft", 4),
        (1, "draft", 1),
        (0, "draft", 2),
        components=components,
        order_in_space="printed",
    )
    table.level(draft=1)
    table.game_table.placer = 0
    table.to("paying")
    assert [seat for seat, name in table.asked if name == "draft"] == [0, 1, 0]
    assert table.game_table.vp_first[6].tolist() == [1, 0, 0, 1, 0, 0]


# --- Step 2


@pytest.mark.parametrize(
    ("rule", "grown"),
    [
        ("losses", [1, 2, 3, 4, 5]),
        ("double", [1, 2, 2, 2, 2]),
        ("single", [1, 1, 1, 1, 1]),
        ("off", [0, 0, 0, 0, 0]),
    ],
)
def test_tokens_of_idle_spaces_grow(rule, grown):
    """BON-8, BON-9, END-1: tokens grow each round up to the switch's limit; a space that starts
    with a token is one round ahead."""
    table = Tabletop(
        2,
        {seat: {"place": [{"kind": STOP}] * 5} for seat in (0, 1)},
        placing="may_stop",
        bonus_tokens=rule,
        vp_salary=0,
        vps_start=1,
    )
    bare, arrow = [], []
    for _ in range(5):
        table.rounds()
        bare.append(int(table.game_table.bonus_tokens[0]))
        arrow.append(int(table.game_table.bonus_tokens[1]))
    assert bare == grown
    with_arrow = {"losses": [2, 3, 4, 5, 6], "double": [2] * 5, "single": [1] * 5, "off": [1] * 5}
    assert arrow == with_arrow[rule]
    assert table.game_table.idle_rounds[:2].tolist() == [5, 5]


@pytest.mark.parametrize("level", [0, 1, 2, 3, 5])
def test_a_used_space_loses_its_tokens(level):
    """BON-8, BON-9, ACT-1: any VP, even one that does nothing, removes all tokens, and there is
    no loss."""
    table = placing((0, "train", 1))
    table.level(train=level, equipment=level)
    table.set_tokens(0, equipment=5)
    table.to("acting")
    assert table.game_table.bonus_tokens[:2].tolist() == [level + 1, 0]
    table.to("beginning")
    assert [event["space"] for event in table.events("loss") if event["space"] == 2] == []
    assert table.game_table.idle_rounds[:2].tolist() == [1, 0]


def test_tokens_grow_independently_of_owners():
    """BON-8, TIM-2: any owner's VP clears its space; one event reports all nine
    spaces."""
    table = placing((0, "train", 1), (1, "draft", 2))
    table.level(train=3, draft=1, build=1, tickets=2, sponsorship=3)
    table.to("acting")
    assert table.events("tokens")[0]["tokens"] == [
        "single",
        "bare",
        "single",
        "single",
        "double",
        "stack",
        "bare",
        "stack",
        "single",
    ]
