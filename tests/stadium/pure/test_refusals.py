"""Every refusal that the rules call for: its rule, its sentence, and an unchanged state."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.simulator.kernel.decisions import Refusal
from eoc_sim.simulator.stadium import decisions
from eoc_sim.simulator.stadium.decisions import (
    BUILD_BLOCK,
    CASH_MONEY,
    CASH_POINTS,
    CHANGE,
    DRAFT_PLAYER,
    HIRE_BOTH,
    HIRE_EMPLOYEES,
    HIRE_VP,
    PLAY_BLOCK,
    SWAP_PLAYER,
)
from eoc_sim.simulator.stadium.state import MAX_DRAWN

CODES = {name: refusal for name, refusal in vars(decisions).items() if isinstance(refusal, Refusal)}


def at_placing(order, taken=(), **settings):
    """Make seat 0 place a VP; ``taken`` lists the spaces and bonus spaces already taken."""
    table = Tabletop(2, {0: {"place": [order]}}, **settings)
    table.place_next(0)
    for space, bonus in taken:
        table.stand(1, space, bonus)
    return table


def at_star(order, employee="E01", star_count=1, effect=None, **tokens):
    """Make seat 0 use the last of ``star_count`` stars."""
    cells = {"employee.E01.effect": effect} if effect else {}
    if star_count == 2:
        cells["employee.E02.effect"] = "star: 1 money"
    place = {"space": "playbook", "bonus": "star"}
    stars = [{"employee": "E01"}] * (star_count - 1) + [order]
    table = Tabletop(2, {0: {"place": [place], "star": stars}}, components=components_with(cells))
    table.place_next(0)
    table.give(0, employee, *(["E02"] if star_count == 2 else []))
    table.set_tokens(0, **tokens)
    table.level(playbook=star_count)
    return table


def at_action(
    space,
    order,
    *owned,
    owners=2,
    components=None,
    tokens=None,
    face_down=(),
    on_offer=(),
    rivals=(),
    function=None,
    **settings,
):
    """Make seat 0 act on a space."""
    table = Tabletop(owners, {0: {function or space: [order]}}, components=components, **settings)
    table.ready_to_act()
    table.set_tokens(0, money=0)
    table.set_tokens(0, **(tokens or {}))
    table.give(0, *owned)
    table.give(1, *rivals)
    table.face_down(0, *face_down)
    table.on_offer(*on_offer)
    table.stand(0, space, 1)
    table.finish_placing()
    return table


def at_salaries(order, *owned, money=0, **settings):
    table = Tabletop(3, {0: {"pay": [order]}}, **settings)
    table.ready_to_act()
    table.give(0, *owned)
    for seat in range(3):
        table.set_tokens(seat, money=20 if seat else money)
    table.finish_placing()
    return table


def at_loss(order, space, *owned):
    table = Tabletop(2, {0: {"lose": [order]}}, vp_salary=0)
    table.ready_to_act()
    table.give(0, *owned)
    table.level(**{space: 2})  # step 2 makes it a stack
    table.finish_placing()
    return table


def without_place(key):
    return components_with({f"{key}.absent": "yes"})


def with_empty_cell(key):
    return components_with({key: ""})


def full_ledger():
    """Return a game with more drawn employees than the tables can hold."""
    place = {"space": "hire", "bonus": "card"}
    table = Tabletop(2, {0: {"place": [place], "hire": [{"kind": 0}]}})
    table.place_next(0)
    table.box.employee_rows = MAX_DRAWN
    table.level(hire=1)
    return table


SEVEN_PLACES = ("F01", "B01", "B02", "B03", "B04", "B05", "B06")
EXCHANGE = components_with({"player.P01.effect": "football: pay 2 money: 1 wins"})

CASES = {
    "PLACING_IS_MANDATORY": [lambda: at_placing({"kind": 0})],
    "NO_SUCH_SPACE": [
        lambda: at_placing({"space": "train", "bonus": 5}),
        lambda: at_placing({"space": "train", "bonus": 0}),
    ],
    "SPACE_TAKEN": [lambda: at_placing({"space": "train", "bonus": 2}, [("train", 2)])],
    "STAR_EMPLOYEE": [lambda: at_star({"employee": "E05"})],
    "STAR_TWICE": [lambda: at_star({"employee": "E01"}, star_count=2)],
    "STAR_NO_EFFECT": [
        lambda: at_star(
            {"employee": "E01"}, effect="football: 1 wins", employee="E01", star_count=1
        )
    ],
    "STAR_COST": [
        lambda: at_star({"employee": "E01", "accept": 1}, effect="star: pay 4 money: 1 wins"),
        lambda: at_star(
            {"employee": "E01", "accept": 3},
            money=3,
            effect="star: pay 2 money: 1 wins; star: pay 2 money: 1 wins",
        ),
    ],
    "TRAIN_AMOUNT": [
        lambda: at_action("train", {"amount": 3}, tokens={"equipment": 5}),
        lambda: at_action("train", {"amount": -1}, tokens={"equipment": 5}),
    ],
    "HIRE_KIND": [
        lambda: at_action("hire", {"kind": 4}),
        lambda: at_action("hire", {"kind": -1}),
    ],
    "HIRE_ONE": [
        lambda: at_action(
            "hire",
            {"kind": HIRE_BOTH, "employees": ["E01"]},
            face_down=["E01"],
            tokens={"money": 20},
        ),
    ],
    "HIRE_CARD": [
        lambda: at_action("hire", {"kind": HIRE_EMPLOYEES, "employees": ["E01"]}),
        lambda: at_action(
            "hire", {"kind": HIRE_EMPLOYEES, "employees": ["E01", "E01"]}, face_down=["E01"]
        ),
        lambda: at_action("hire", {"kind": HIRE_EMPLOYEES, "employees": ["E01"]}, "E01"),
    ],
    "HIRE_COST": [
        lambda: at_action(
            "hire",
            {"kind": HIRE_EMPLOYEES, "employees": ["E05", "E06"]},
            face_down=["E05", "E06"],
            tokens={"money": 2},
        ),
        lambda: at_action(
            "hire",
            {"kind": HIRE_BOTH, "employees": ["E05"]},
            face_down=["E05"],
            tokens={"money": 6},
            hire_option="both",
        ),
    ],
    "VP_LIMIT": [lambda: at_action("hire", {"kind": HIRE_VP}, tokens={"money": 20}, vp_max=3)],
    "VP_COST": [
        lambda: at_action("hire", {"kind": HIRE_VP}, tokens={"money": 5}),
        lambda: at_action("hire", {"kind": HIRE_VP}, tokens={"money": 8}, vp_price=9),
    ],
    "PLAYBOOK_KIND": [
        lambda: at_action("playbook", {"kind": 3}),
        lambda: at_action("playbook", {"kind": -1}),
    ],
    "NO_SUCH_SQUARE": [
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "B01"}, tokens={"construction": 5}
        ),
    ],
    "NO_SUCH_BUILDING": [
        lambda: at_action("build", {"kind": BUILD_BLOCK, "place": "F01"}, tokens={"wins": 9}),
    ],
    "PLACE_ABSENT": [
        lambda: at_action(
            "playbook",
            {"kind": PLAY_BLOCK, "place": "F01"},
            tokens={"wins": 9},
            components=without_place("field.F01"),
        ),
        lambda: at_action(
            "build",
            {"kind": BUILD_BLOCK, "place": "B01"},
            tokens={"construction": 9},
            components=without_place("building.B01"),
        ),
    ],
    "NO_BLOCK_LEFT": [
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "F04"}, *SEVEN_PLACES, tokens={"wins": 30}
        ),
        lambda: at_action(
            "build",
            {"kind": BUILD_BLOCK, "place": "B07"},
            *SEVEN_PLACES,
            tokens={"construction": 30},
        ),
    ],
    "SQUARE_WINS": [
        lambda: at_action("playbook", {"kind": PLAY_BLOCK, "place": "F01"}, tokens={"wins": 5}),
    ],
    "SQUARE_COST": [
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "F02"}, tokens={"wins": 9, "equipment": 1}
        ),
    ],
    "SQUARE_ORDER": [
        lambda: at_action("playbook", {"kind": PLAY_BLOCK, "place": "F04"}, tokens={"wins": 30}),
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "F07"}, "F01", tokens={"wins": 30}
        ),
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "F03"}, "F01", tokens={"wins": 30}
        ),
        lambda: at_action(
            "playbook", {"kind": PLAY_BLOCK, "place": "F01"}, "F01", tokens={"wins": 30}
        ),
    ],
    "PLACE_FULL": [
        lambda: at_action(
            "playbook",
            {"kind": PLAY_BLOCK, "place": "F01"},
            rivals=["F01"],
            tokens={"wins": 9},
            places="field_exclusive",
        ),
        lambda: at_action(
            "playbook",
            {"kind": PLAY_BLOCK, "place": "F01"},
            rivals=["F01"],
            tokens={"wins": 9},
            places="exclusive",
        ),
        lambda: at_action(
            "build",
            {"kind": BUILD_BLOCK, "place": "B01"},
            rivals=["B01"],
            tokens={"construction": 9},
            places="exclusive",
        ),
    ],
    "BUILD_KIND": [
        lambda: at_action("build", {"kind": 3}),
        lambda: at_action("build", {"kind": -1}),
    ],
    "CHANGE_AMOUNT": [
        lambda: at_action("build", {"kind": CHANGE, "amount": 4}, tokens={"money": 3}),
        lambda: at_action("build", {"kind": CHANGE, "amount": -1}, tokens={"money": 3}),
        lambda: at_action(
            "build",
            {"kind": CHANGE, "amount": 1},
            tokens={"money": 3},
            components=with_empty_cell("space.5.effect"),
        ),
    ],
    "BUILDING_COST": [
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B06"}, tokens={"construction": 2}
        ),
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B05"}, tokens={"construction": 9}
        ),
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B08"}, "F01", tokens={"construction": 9}
        ),
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B09"}, "F01", tokens={"construction": 9}
        ),
    ],
    "BUILDING_LEVEL_2": [
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B07"}, tokens={"construction": 9}
        ),
    ],
    "BUILDING_LEVEL_3": [
        lambda: at_action(
            "build",
            {"kind": BUILD_BLOCK, "place": "B12"},
            "F01",
            "B01",
            "B07",
            tokens={"construction": 9},
        ),
    ],
    "BUILDING_TWICE": [
        lambda: at_action(
            "build", {"kind": BUILD_BLOCK, "place": "B01"}, "B01", tokens={"construction": 9}
        ),
    ],
    "DRAFT_KIND": [
        lambda: at_action("draft", {"kind": 5}),
        lambda: at_action("draft", {"kind": -1}),
    ],
    "DRAFT_CARD": [
        lambda: at_action("draft", {"kind": DRAFT_PLAYER, "card": "P01"}),
        lambda: at_action("draft", {"kind": DRAFT_PLAYER, "card": "P01"}, "P01"),
        lambda: at_action(
            "draft", {"kind": SWAP_PLAYER, "card": "P02", "give": "P01"}, "P01", on_offer=["P03"]
        ),
    ],
    "DRAFT_COST": [
        lambda: at_action(
            "draft", {"kind": DRAFT_PLAYER, "card": "P20"}, on_offer=["P20"], tokens={"money": 3}
        ),
    ],
    "DRAFT_GIVE": [
        lambda: at_action(
            "draft",
            {"kind": SWAP_PLAYER, "card": "P02", "give": "P01"},
            on_offer=["P02"],
            rivals=["P01"],
        ),
        lambda: at_action("draft", {"kind": CASH_MONEY, "give": "P01"}, rivals=["P01"]),
        lambda: at_action("draft", {"kind": CASH_POINTS, "give": "P01"}, on_offer=["P01"]),
    ],
    "NO_POINT_TOKEN": [
        lambda: at_action(
            "draft",
            {"kind": CASH_POINTS, "give": "P01"},
            "P01",
            components=with_empty_cell("board.point_tokens.value"),
        ),
    ],
    "NO_MONEY_TOKEN": [
        lambda: at_action(
            "draft", {"kind": CASH_MONEY, "give": "P01"}, "P01", five_million_tokens=0
        ),
    ],
    "EXCHANGE_AMOUNT": [
        lambda: at_action(
            "tickets",
            {"amount": 2},
            "P01",
            tokens={"wins": 5},
            function="exchange",
            components=EXCHANGE,
        ),
        lambda: at_action(
            "tickets",
            {"amount": -1},
            "P01",
            tokens={"wins": 5},
            function="exchange",
            components=EXCHANGE,
        ),
    ],
    "PAY_UNKNOWN": [
        lambda: at_salaries({"vps": 3}, money=1),
        lambda: at_salaries({"vps": -1}, money=1),
        lambda: at_salaries({"vps": 0, "players": ["P15"]}, money=1),
        lambda: at_salaries({"vps": 0, "players": ["P15", "P15"]}, "P15", money=2),
        lambda: at_salaries({"vps": 0, "employees": ["E03"]}, money=1),
    ],
    "PAY_TOO_MUCH": [
        lambda: at_salaries({"vps": 2}, money=1),
        lambda: at_salaries({"vps": 1, "players": ["P15"]}, "P15", money=1),
        lambda: at_salaries({"vps": 1, "employees": ["E03"]}, "E03", money=1),
        lambda: at_salaries({"vps": 2}, money=1, salaries="may"),
    ],
    "PAY_MORE": [
        lambda: at_salaries({"vps": 0}, money=1),
        lambda: at_salaries({"vps": 2}, "P15", "P23", money=3),
        lambda: at_salaries({"vps": 2}, "P23", "E03", money=3),
    ],
    "LOSE_CARD": [
        lambda: at_loss({"card": "P03"}, "draft", "P01", "P02"),
        lambda: at_loss({"card": "E03"}, "hire", "E01", "E02"),
    ],
    "TOO_MANY_DRAWN": [full_ledger],
}


@pytest.mark.parametrize(
    ("name", "make"),
    [(name, make) for name, cases in CASES.items() for make in cases],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refusal(name, make):
    """SET-2, PLA-1, PLA-2, BON-5, ACT-3 to ACT-19, GAM-2, GAM-3, LOS-2, EFF-2: the refusal of an
    illegal order names its rule, and the order changes nothing."""
    provoke_refusal(name, make)


def provoke_refusal(name, make):
    """Provoke a refusal; return the last decision asked for."""
    table = make()
    if name == "STAR_NO_EFFECT":  # an owner without a star employee is not asked
        table.give(0, "E02")
    if name == "TOO_MANY_DRAWN":  # the tables are full, which is noticed only at the end of a round
        table.to("ending")
    assert _refusal(table, name) == CODES[name].words
    return decisions.DECISIONS.declarations[table.box.function]


def _refusal(table, name):
    if name != "TOO_MANY_DRAWN":
        return table.refused()
    before = table.changing_fields()
    with pytest.raises(AssertionError) as error:
        table.step()
    assert table.changing_fields() == before
    return str(error.value)


def test_every_refusal_has_a_case():
    """Each declared refusal occurs in each of its decisions, and in no other."""
    assert list(CODES.values()) == decisions.DECISIONS.refusals[1:]
    provoked = {
        (name, provoke_refusal(name, make).name)
        for name, cases in CASES.items()
        for make in cases
        if CODES[name].decisions
    }
    assert provoked == {
        (name, decision.name) for name, refusal in CODES.items() for decision in refusal.decisions
    }


def test_sentences_of_refusals_are_distinct():
    """No two sentences are the same, and none ends with a full stop."""
    sentences = [code.sentence for code in CODES.values()]
    assert len(set(sentences)) == len(sentences)
    assert not any(sentence.endswith(".") for sentence in sentences)
