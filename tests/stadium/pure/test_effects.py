"""Effects of spaces, places, players and employees (EFF, ACT-23) at each moment."""

from __future__ import annotations

import pytest
from stadium.rule_sets import components_with
from stadium.tabletop import Refused, Tabletop

from eoc_sim.simulator.stadium.decisions import BUILD_BLOCK, CHANGE, NOTHING, PLAY_BLOCK, TAKE_WIN

SPACE_NUMBERS = {
    "equipment": 1,
    "train": 2,
    "hire": 3,
    "playbook": 4,
    "build": 5,
    "tickets": 6,
    "draft": 7,
    "sponsorship": 8,
    "merchandising": 9,
}
IDLE = {name: [{"kind": NOTHING}] * 3 for name in ("train", "hire", "playbook", "build", "draft")}
"""The answers of an owner who declines everything."""


def acting(answers=None, cells=None, owners=2, **settings):
    """Return a table whose VPs are about to act, with cells of the sheets set by key."""
    answers = {seat: {**IDLE, **(answers or {}).get(seat, {})} for seat in range(owners)}
    table = Tabletop(owners, answers, components=components_with(cells or {}), **settings)
    table.ready_to_act()
    for seat in range(owners):
        table.set_tokens(seat, money=0)
    return table


def effects(table, *names):
    """List the events with these names, without their owners."""
    return [
        {key: value for key, value in event.items() if key != "owner"}
        for event in table.events()
        if event["e"] in names
    ]


# --- Effects on an action


@pytest.mark.parametrize("space", SPACE_NUMBERS)
@pytest.mark.parametrize("source", ["B04", "F01", "P01", "E11"])
def test_an_effect_on_an_action_applies_each_time(space, source):
    """EFF-1, ACT-23: effects of buildings, squares, players and employees apply each time one
    of their owner's VPs acts, even if it does nothing, and only for the owner."""
    sheet = {"B": "building", "F": "field", "P": "player", "E": "employee"}[source[0]]
    table = acting(cells={f"{sheet}.{source}.effect": f"{space}: 3 construction"})
    table.give(0, source)
    for bonus, seat in ((1, 0), (2, 1), (3, 0)):
        table.stand(seat, space, bonus)
    table.act()
    assert table.tokens(0)["construction"] == 6
    assert "construction" not in table.tokens(1)
    output = [event for event in table.events("effect") if event["owner"] == 0]
    if space in ("equipment", "sponsorship", "merchandising"):
        assert not output
        assert [event["extra"] for event in table.events(space) if event["owner"] == 0] == [
            {"construction": 3}
        ] * 2
    else:
        assert [event["source"] for event in output] == [source] * 2
        assert all(event["gains"] == {"construction": 3} and not event["paid"] for event in output)


@pytest.mark.parametrize("space", SPACE_NUMBERS)
def test_an_effect_of_a_space_applies_each_time(space):
    """EFF-1, SWI-2: an effect that a sheet adds to a space applies each time."""
    answers = {
        0: {"playbook": [{"kind": TAKE_WIN}] * 2, "build": [{"kind": CHANGE, "amount": 0}] * 2}
    }
    table = acting(answers, {f"space.{SPACE_NUMBERS[space]}.effect": f"{space}: 2 equipment"})
    table.stand(0, space, 1)
    table.stand(0, space, 2)
    table.act()
    assert table.tokens(0) == {"equipment": 4}
    output = {"equipment": space, "sponsorship": space, "merchandising": space, "playbook": "win"}
    assert len(table.events(output.get(space, "effect"))) == 2


@pytest.mark.parametrize(("kind", "wins"), [(TAKE_WIN, 3), (NOTHING, 0), (PLAY_BLOCK, 0)])
def test_playbook_gives_its_clauses_or_a_block(kind, wins):
    """EFF-1, ACT-7: all clauses, even those with costs or cards, apply if the VP takes the win, and
    none if it places a block or does nothing."""
    effect = "playbook: 1 wins; playbook: pay 1 money: 2 wins; playbook: 1 cards"
    answers = {0: {"playbook": [{"kind": kind, "place": "F01"}], "exchange": [{"amount": 1}]}}
    table = acting(answers, {"space.4.effect": effect})
    table.set_tokens(0, wins=6, money=1)
    table.stand(0, "playbook", 1)
    table.act()
    assert table.tokens(0)["wins"] == 6 + wins
    assert table.game_table.face_down_count[0] == (1 if wins else 0)
    assert ((0, "exchange") in table.asked) == bool(wins)
    names = [event["e"] for event in table.events() if event["e"] in ("win", "effect", "card")]
    assert names == (["win", "effect", "effect", "card"] if wins else [])


@pytest.mark.parametrize(
    ("order", "gained"),
    [
        ({"kind": CHANGE, "amount": 2}, True),
        ({"kind": CHANGE, "amount": 0}, True),
        ({"kind": NOTHING}, False),
        ({"kind": BUILD_BLOCK, "place": "B01"}, False),
    ],
)
def test_build_gives_its_clauses_or_a_block(order, gained):
    """EFF-1, ACT-11: other gains of the space come only with the change."""
    effect = "build: 1 wins; build: any number: pay 1 money: 1 construction; build: 1 cards"
    table = acting({0: {"build": [order]}}, {"space.5.effect": effect})
    table.set_tokens(0, money=2, construction=2)
    table.stand(0, "build", 1)
    table.act()
    assert table.tokens(0).get("wins", 0) == int(gained)
    assert table.game_table.face_down_count[0] == int(gained)


def test_clauses_of_a_space_come_in_order():
    """EFF-1, EFF-2: each clause is carried out before the next, so an earlier gain can pay for a
    later clause."""
    first = acting(
        {0: {"exchange": [{"amount": 1}]}},
        {"space.8.effect": "sponsorship: 2 money; sponsorship: pay 2 money: 3 wins"},
    )
    second = acting(
        {0: {}}, {"space.8.effect": "sponsorship: pay 2 money: 3 wins; sponsorship: 2 money"}
    )
    for table in (first, second):
        table.stand(0, "sponsorship", 1)
        table.act()
        assert table.events("sponsorship")[0]["gains"] == {"money": 2}
    assert first.tokens(0) == {"wins": 3}
    assert first.events("effect")[0]["paid"] == {"money": 2}
    assert second.tokens(0) == {"money": 2}
    assert (0, "exchange") not in second.asked


def test_sources_of_one_moment_come_in_order():
    """EFF-1: the action itself, then buildings, squares, players and employees, each by number."""
    pay = "tickets: pay 1 money: 1 wins"
    keys = [
        "employee.E02",
        "player.P03",
        "player.P01",
        "field.F02",
        "field.F01",
        "building.B09",
        "building.B01",
        "space.6",
    ]
    cells = {f"{key}.effect": pay for key in keys}
    table = acting({0: {"exchange": [{"amount": 1}] * len(keys)}}, cells)
    table.set_tokens(0, money=20)
    table.give(0, "E02", "P03", "P01", "F02", "F01", "B09", "B01")
    table.stand(0, "tickets", 1)
    table.act()
    assert [event["source"] for event in table.events("effect")] == [
        6,
        "B01",
        "B09",
        "F01",
        "F02",
        "P01",
        "P03",
        "E02",
    ]


def test_two_copies_act_twice():
    """EFF-1: a card acts twice if its owner has two copies of it."""
    cells = {
        "player.P01.copies": "2",
        "player.P01.effect": "draft: 1 wins; draft: 1 money",
        "employee.E11.copies": "2",
        "employee.E11.effect": "draft: 2 wins; football: 1 wins",
    }
    table = acting(cells=cells)
    table.give(0, "P01", "P01", "E11", "E11")
    table.stand(0, "draft", 1)
    table.act()
    assert table.tokens(0) == {"wins": 2 + 4 + 2, "money": 2}
    assert table.events("football")[0]["gains"] == {"E11": {"wins": 2}}


# --- Costs


@pytest.mark.parametrize("source", ["B04", "F01", "P01", "E11"])
@pytest.mark.parametrize("moment", ["football", "tickets"])
@pytest.mark.parametrize("amount", [0, 1])
def test_a_cost_may_be_declined(source, moment, amount):
    """EFF-2, ACT-1: costs of places, players and employees can be declined, on an action and at
    game time."""
    sheet = {"B": "building", "F": "field", "P": "player", "E": "employee"}[source[0]]
    cells = {f"{sheet}.{source}.effect": f"{moment}: pay 2 money: 3 entertainment"}
    table = acting({0: {"exchange": [{"amount": amount}]}}, cells)
    table.set_tokens(0, money=5)
    table.give(0, source)
    table.stand(0, "tickets", 1)
    table.act()
    taken = {"money": 3, "entertainment": 3} if amount else {"money": 5}
    assert table.tokens(0) == taken
    (output,) = table.events("football" if moment == "football" else "effect") or [None]
    if amount == 0:
        assert output is None
    elif moment == "football":
        assert output["gains"] == {source: {"entertainment": 3}}
        assert output["paid"] == {source: {"money": 2}}
    else:
        assert (output["source"], output["paid"], output["gains"]) == (
            source,
            {"money": 2},
            {"entertainment": 3},
        )


def test_an_unaffordable_cost_is_not_offered():
    """EFF-2: a cost that cannot be paid in its turn is not offered later, after other gains."""
    cells = {"player.P01.effect": "football: pay 2 money: 3 wins; football: 2 money"}
    table = acting({0: {}}, cells)
    table.give(0, "P01")
    table.act()
    assert table.tokens(0) == {"money": 2}


@pytest.mark.parametrize("amount", [-1, 2])
def test_a_cost_is_paid_once_or_not_at_all(amount):
    """EFF-2: a cost without "any number" is paid once or not at all."""
    table = acting(
        {0: {"exchange": [{"amount": amount}]}},
        {"player.P01.effect": "football: pay 1 money: 3 wins"},
    )
    table.set_tokens(0, money=5)
    table.give(0, "P01")
    with pytest.raises(Refused, match="EFF-2"):
        table.act()
    assert table.tokens(0) == {"money": 5}


@pytest.mark.parametrize("space", ["equipment", "hire", "tickets", "draft", "merchandising"])
@pytest.mark.parametrize("amount", [0, 2, 3, 4])
def test_an_exchange_outside_train_and_build_can_be_repeated(space, amount):
    """EFF-1, EFF-2: tokens can be exchanged on a space as long as they last."""
    table = acting(
        {0: {"exchange": [{"amount": amount}]}},
        {f"space.{SPACE_NUMBERS[space]}.effect": f"{space}: any number: pay 2 money: 3 wins"},
    )
    table.set_tokens(0, money=7)
    table.stand(0, space, 1)
    if amount == 4:
        with pytest.raises(Refused, match="EFF-2"):
            table.act()
        return
    table.act()
    tickets = 0 if space != "tickets" else table.events("tickets")[0]["table"]
    assert table.tokens(0).get("wins", 0) == 3 * amount
    assert table.tokens(0)["money"] == 7 - 2 * amount + tickets


def test_a_second_exchange_on_train():
    """EFF-1, ACT-3: the first clause with "any number" for wins is Train's own; any other is
    offered separately, even if it comes earlier."""
    effect = (
        "train: any number: pay 1 wins: 2 money; train: any number: pay 2 equipment: 1 wins; "
        "train: 1 entertainment"
    )
    table = acting(
        {0: {"train": [{"amount": 2}], "exchange": [{"amount": 1}]}}, {"space.2.effect": effect}
    )
    table.set_tokens(0, equipment=4)
    table.stand(0, "train", 1)
    table.act()
    assert table.tokens(0) == {"wins": 1, "money": 2, "entertainment": 1}
    assert effects(table, "train", "effect") == [
        {"e": "train", "times": 2, "paid": {"equipment": 4}, "wins": 2, "extra": 0},
        {"e": "effect", "source": 2, "paid": {"wins": 1}, "gains": {"money": 2}},
        {"e": "effect", "source": 2, "paid": {}, "gains": {"entertainment": 1}},
    ]


@pytest.mark.parametrize("space", ["train", "build"])
def test_cards_for_an_exchange(space):
    """EFF-1: Train and Build exchange only tokens, so a clause with cards is an effect."""
    answers = {0: {"exchange": [{"amount": 2}], "build": [{"kind": CHANGE, "amount": 0}]}}
    number = SPACE_NUMBERS[space]
    cells = {f"space.{number}.effect": f"{space}: any number: pay 1 money: 1 cards"}
    table = acting(answers, cells)
    table.set_tokens(0, money=3)
    table.stand(0, space, 1)
    table.act()
    assert table.game_table.face_down_count[0] == table.game_table.area_size == 2
    assert table.tokens(0) == {"money": 1}
    assert table.tokens(1) == {}


# --- Cards


def test_effects_that_give_cards():
    """EFF-1, BON-4: n cards are n single card bonuses: each an employee and then a player."""
    table = acting(cells={"space.8.effect": "sponsorship: 2 cards"})
    table.stand(0, "sponsorship", 1)
    table.act()
    cards = table.events("card")
    decks = table.events("setup")[0]["decks"]
    assert [card["employee"] for card in cards] == decks["employees"][:2]
    assert [card["player"] for card in cards] == decks["players"][:2]
    assert [event["e"] for event in table.events()[-3:]] == ["effect", "card", "card"]
    assert table.events("effect")[0]["gains"] == {}


def test_cards_of_game_time_come_after_its_tokens():
    """GAM-1, EFF-1: clockwise from the commissioner each owner gets tokens, then cards."""
    cells = {"building.B04.effect": "football: 1 cards; football: 1 wins"}
    table = acting(cells=cells, owners=3)
    table.give(2, "B04")
    table.give(0, "B04")
    table.game_table.commissioner = 2
    table.act()
    output = [
        (event["e"], event["owner"])
        for event in table.events()
        if event["e"] in ("football", "card")
    ]
    assert output == [("football", 2), ("card", 2), ("football", 0), ("card", 0)]


def test_game_time_with_only_cards():
    """GAM-1: without tokens there is no game-time event, but cards are drawn."""
    table = acting(cells={"building.B04.effect": "football: 2 cards"})
    table.give(0, "B04")
    table.act()
    assert len(table.events("card")) == 2 and not table.events("football")


# --- Stars


def use_star(effect, accept, **tokens):
    """Make an owner use a star with E04, which has this effect."""
    answers = {
        0: {
            "place": [{"space": "playbook", "bonus": "star"}],
            "star": [{"employee": "E04", "accept": accept}],
        }
    }
    table = acting(answers, {"employee.E04.effect": effect}, vps_start=1)
    table.give(0, "E04")
    table.set_tokens(0, **tokens)
    table.level(playbook=1)
    table.game_table.to_place[0] = 1
    table.game_table.free_spaces = 36
    table.step()
    table.step()
    return table


@pytest.mark.parametrize(
    ("accept", "left", "worked"),
    [
        (0b00, {"money": 3}, 0),
        (0b01, {"money": 2, "wins": 2}, 1),
        (0b10, {"money": 1, "construction": 1}, 1),
        (0b11, {"wins": 2, "construction": 1}, 1),
    ],
)
def test_clauses_of_a_star_are_chosen_one_by_one(accept, left, worked):
    """EFF-2, BON-5: an employee whose clauses are all declined has not worked."""
    effect = "star: pay 1 money: 2 wins; star: pay 2 money: 1 construction"
    table = use_star(effect, accept, money=3)
    assert table.tokens(0) == left
    assert table.game_table.worked[0, table.card("E04")] == worked
    assert len(table.events("star")) == worked


def test_a_star_pays_with_its_own_gains():
    """EFF-1, EFF-2: an earlier clause can pay for a later one, but not the other way round."""
    table = use_star("star: 2 money; star: pay 2 money: 1 wins", 0b10, money=0)
    assert table.tokens(0) == {"wins": 1}
    with pytest.raises(Refused, match="EFF-2"):
        use_star("star: pay 2 money: 1 wins; star: 2 money", 0b01, money=1)


def test_a_star_that_gives_cards():
    """BON-4, EFF-1: cards come after the tokens."""
    table = use_star("star: 2 cards; star: 1 wins", 0, money=0)
    assert [event["e"] for event in table.events()[-4:]] == ["star", "card", "card", "tokens"]
    assert table.game_table.face_down_count[0] == 2 and table.tokens(0) == {"wins": 1}


def test_an_employee_without_a_star_cannot_work():
    """BON-5, BON-7: an employee with only football symbols cannot work, and the star is lost."""
    answers = {0: {"place": [{"space": "playbook", "bonus": "star"}]}}
    table = acting(answers, {"employee.E04.effect": "football: 1 wins"}, vps_start=1)
    table.give(0, "E04")
    table.level(playbook=2)
    table.game_table.to_place[0] = 1
    table.game_table.free_spaces = 36
    table.step()
    assert table.events("tokens") and (0, "star") not in table.asked
