"""Worked examples of the rules, as traces and positions written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from eoc_sim.referee.ranking import rank
from eoc_sim.referee.records import Disagreement
from eoc_sim.referee.stadium.actions import take_actions
from eoc_sim.referee.stadium.decks import Deck
from eoc_sim.referee.stadium.game import ReferenceGame
from eoc_sim.referee.stadium.game_time import gain_from_football, pay_all_salaries
from eoc_sim.referee.stadium.losses import take_losses
from eoc_sim.referee.stadium.placing import adjust_tokens, level_of_idle_space, place_vps
from eoc_sim.referee.stadium.scoring import parts_of, score_game, standing_of
from referee.stadium.by_hand import a_game, an_event, an_owner, play_actions, read_events
from referee.stadium.playing import data_of_seed
from referee.stadium.random_games import rules_with


def nothing(owner: int, space: int) -> dict[str, Any]:
    return an_event("nothing", owner, space=space)


def trained(times: int, extra: int, owner: int = 0) -> dict[str, Any]:
    paid = {"equipment": 2 * times} if times else {}
    return an_event("train", owner, times=times, paid=paid, wins=times, extra=extra)


@pytest.mark.parametrize(
    ("equipment", "places", "times", "extra", "wins", "left"),
    [(0, "", 1, 0, 5, 0), (3, "", 2, 0, 6, 1), (0, "B01", 1, 1, 6, 0), (3, "B01", 2, 1, 7, 1)],
)
def test_ex_1(equipment, places, times, extra, wins, left):
    """EX-1, ACT-2, ACT-3, ACT-4: Equipment is followed by Train."""
    owner = an_owner(equipment=equipment, wins=4, places=places)
    two = an_event("equipment", gains={"equipment": 2}, extra={})
    play_actions(a_game(owner), {1: "0", 2: "0"}, two, trained(times, extra))
    assert (owner.count("wins"), owner.count("equipment")) == (wins, left)


def test_ex_1_without_an_exchange():
    """EX-1, ACT-4: Advanced Training pays whenever the action is chosen.

    With training_bonus=converting, it pays only for an exchange.
    """
    owner = an_owner(equipment=1, wins=4, places="B01")
    play_actions(a_game(owner), {2: "0"}, trained(0, 1))
    assert owner.count("wins") == 5
    owner = an_owner(equipment=1, wins=4, places="B01")
    play_actions(a_game(owner, training_bonus="converting"), {2: "0"}, nothing(0, 2))
    assert owner.count("wins") == 4


def hired(card: str, paid: int, owner: int = 0) -> dict[str, Any]:
    return an_event("hire", owner, employee=card, paid=paid)


def test_ex_2():
    """EX-2, ACT-5, ACT-6: 5 money pays for two employees, and 9 for two employees and a VP."""
    for cards, left in (("E05 E06", 2), ("E06 E16", 0)):
        owner = an_owner(money=5, face_down="E05 E06 E16")
        price = {"E05": 1, "E06": 2, "E16": 3}
        play_actions(a_game(owner), {3: "0"}, *(hired(card, price[card]) for card in cards.split()))
        assert (owner.count("money"), owner.employees) == (left, cards.split())
    owner = an_owner(money=5, face_down="E05 E06 E16")
    with pytest.raises(Disagreement, match="the owner has only 2 money") as error:
        play_actions(a_game(owner), {3: "0"}, hired("E05", 1), hired("E06", 2), hired("E16", 3))
    assert error.value.rule == "ACT-5"
    purchases = [an_event("vice_president", paid=6), hired("E05", 1), hired("E06", 2)]
    owner = an_owner(money=9, face_down="E05 E06 E16")
    play_actions(a_game(owner), {3: "00"}, *purchases)
    assert (owner.count("money"), owner.vps) == (0, 3)
    with pytest.raises(Disagreement) as error:
        play_actions(a_game(an_owner(money=9, face_down="E05 E06")), {3: "0"}, *purchases)
    assert error.value.rule == "ACT-6"
    owner = an_owner(money=9, face_down="E05 E06")
    play_actions(a_game(owner, hire_option="both"), {3: "0"}, *purchases)
    assert (owner.count("money"), owner.vps) == (0, 3)


def paid_salaries(due: int, paid: int, owner: int = 0, **unpaid: Any) -> dict[str, Any]:
    fields = {"players": [], "employees": [], "vps": 0, **unpaid}
    return an_event("salaries", owner, due=due, paid=paid, **fields)


def test_ex_3():
    """EX-3, ACT-6, GAM-2: a third VP bought in round 4 is placed and paid from round 5 onwards.

    With vp_salary_due=all, its salary is due in round 4 already.
    """
    for rule, due in (("active", 2), ("all", 3)):
        owner = an_owner(money=9, vps=2)
        game = a_game(owner, an_owner(1, money=9), vp_salary_due=rule)
        game.round = 4
        play_actions(game, {3: "0"}, an_event("vice_president", paid=6))
        read_events(game, pay_all_salaries, paid_salaries(due, due), paid_salaries(2, 2, 1))
        states = ["bare"] * 9
        begun = an_event("round", None, round=5, commissioner=0, tokens=states, vps=[3, 2])
        read_events(game, ReferenceGame.begin_round, begun)
        owner.gain({"money": 3})
        read_events(game, pay_all_salaries, paid_salaries(3, 3), paid_salaries(2, 2, 1))


def field_block(square: str, points: int, equipment: int = 0) -> dict[str, Any]:
    paid = {"equipment": equipment} if equipment else {}
    return an_event("field", square=square, paid=paid, points=points)


def test_ex_4():
    """EX-4, ACT-7, ACT-8, ACT-9: two VPs on Playbook take two squares."""
    owner = an_owner(wins=12, equipment=2)
    game = a_game(owner)
    play_actions(game, {4: "00"}, field_block("F03", 5), field_block("F05", 7, 2))
    assert owner.tokens == {"wins": 12}
    assert parts_of(game, owner)["field"] == 12
    win = an_event("win", gains={"wins": 1})
    for events, rule in (
        ([field_block("F03", 5), field_block("F06", 7)], "ACT-8"),
        ([field_block("F05", 7, 2), win], "ACT-9"),
        ([win, field_block("F05", 7, 2)], "ACT-9"),
        ([field_block("F03", 5), field_block("F01", 3)], "ACT-9"),
    ):
        with pytest.raises(Disagreement) as error:
            play_actions(a_game(an_owner(wins=12, equipment=2)), {4: "00"}, *events)
        assert error.value.rule == rule
    owner = an_owner(wins=12, equipment=2)
    play_actions(a_game(owner), {4: "00"}, win, field_block("F03", 5))
    assert owner.count("wins") == 13


def built(building: str, points: int, owner: int = 0, **paid: int) -> dict[str, Any]:
    return an_event("build", owner, building=building, paid=paid, points=points)


def changed(amount: int) -> dict[str, Any]:
    gains = {"construction": amount}
    return an_event("change", amount=amount, paid={"money": amount}, gains=gains)


def test_ex_5():
    """EX-5, ACT-11 to ACT-14: a change is followed by a building of level 2."""
    build_b11 = built("B11", 6, construction=5)
    owner = an_owner(money=5, construction=1, places="F01")
    play_actions(a_game(owner), {5: "00"}, changed(4), build_b11)
    assert owner.tokens == {"money": 1}
    assert owner.places == ["F01", "B11"]
    for owner, event, rule in (
        (an_owner(construction=5), build_b11, "ACT-13"),
        (an_owner(construction=5, places="F01 B11"), build_b11, "ACT-14"),
        (an_owner(construction=6, places="F01 B11"), built("B12", 10, construction=6), "ACT-13"),
        (an_owner(construction=4, places="F01"), build_b11, "ACT-12"),
    ):
        with pytest.raises(Disagreement) as error:
            play_actions(a_game(owner), {5: "0"}, event)
        assert error.value.rule == rule
    owner = an_owner(construction=6, places="F01 B11 B07")
    play_actions(a_game(owner), {5: "0"}, built("B12", 10, construction=6))
    assert owner.tokens == {}


def test_ex_6():
    """EX-6, ACT-15, ACT-16: money comes from wins, and from Skyboxes and New Stadium."""
    table = {0: 0, 4: 4, 5: 5, 9: 5, 10: 6, 19: 6, 20: 7, 29: 7, 30: 8, 47: 8}
    for wins, money in table.items():
        owner = an_owner(wins=wins)
        play_actions(a_game(owner), {6: "0"}, an_event("tickets", table=money, extra=0))
        assert owner.count("money") == money
    for wins, money in ((9, 8), (0, 3)):
        owner = an_owner(wins=wins, places="B07 B12")
        play_actions(a_game(owner), {6: "0"}, an_event("tickets", table=money - 3, extra=3))
        assert owner.count("money") == money


def placed(owner: int, space: int, bonus: int, state: str) -> dict[str, Any]:
    return an_event("place", owner, space=space, bonus=bonus, state=state)


def drafted(owner: int, card: str, paid: int) -> dict[str, Any]:
    return an_event("draft", owner, card=card, paid=paid)


@pytest.mark.parametrize(
    ("level", "state", "rules", "order"),
    [
        (1, "single", {}, "BA"),
        (0, "bare", {}, "AB"),
        (0, "bare", {"draft_first": "always"}, "BA"),
        (1, "single", {"bonus_for": "first"}, "AB"),
        (0, "bare", {"order_in_space": "printed"}, "BA"),
    ],
)
def test_ex_7(level, state, rules, order):
    """EX-7, BON-6, ACT-0, ACT-17: B on space 1 chooses first if Draft holds a token;
    on a bare Draft, A does, because A's VP was placed first. Switches change this."""
    owners = [an_owner(seat, vps=1, money=5) for seat in (0, 1)]
    game = a_game(*owners, levels={7: level}, on_offer="P08 P20", **rules)
    won = [an_event("bonus", 0, tokens={"wins": 1})] if level else []
    read_events(game, place_vps, placed(0, 7, 2, state), *won, placed(1, 7, 1, state))
    after = ["single"] * 6 + ["bare"] + ["single"] * 2
    read_events(game, adjust_tokens, an_event("tokens", None, tokens=after))
    a, b = drafted(0, "P08", 3), drafted(1, "P20", 4)
    read_events(game, take_actions, *([b, a] if order == "BA" else [a, b]))
    assert [owner.players for owner in owners] == [["P08"], ["P20"]]
    gains = [
        an_event("football", 0, gains={"P08": {"wins": 1}}, paid={}),
        an_event("football", 1, gains={"P20": {"wins": 2}}, paid={}),
    ]
    read_events(game, gain_from_football, *gains)
    read_events(game, pay_all_salaries, paid_salaries(1, 1), paid_salaries(1, 1, 1))


def test_ex_8():
    """EX-8, ACT-18, ACT-19, ACT-20: a player given up in a swap is drafted by another owner; a
    second player is cashed in."""
    a, b = an_owner(0, players="P15 P01"), an_owner(1, money=1)
    game = a_game(a, b, on_offer="P23")
    play_actions(
        game,
        {7: "010"},
        an_event("swap", 0, card="P23", give="P15"),
        drafted(1, "P15", 1),
        an_event("cash_in", 0, give="P01", money=5),
    )
    assert (a.players, a.count("money"), game.five_million_tokens) == (["P23"], 5, 1)
    assert game.draft_area == ["P01"]
    wins = [
        an_event("football", 0, gains={"P23": {"wins": 3}}, paid={}),
        an_event("football", 1, gains={"P15": {"wins": 2}}, paid={}),
    ]
    read_events(game, gain_from_football, *wins)
    read_events(
        game, pay_all_salaries, paid_salaries(4, 4), paid_salaries(3, 0, 1, players=["P15"], vps=2)
    )
    play_actions(game, {7: "1"}, drafted(1, "P01", 0))


def test_ex_9():
    """EX-9, ACT-21, ACT-22: Sponsorship, Merchandising and the License Store pay."""
    owner = an_owner(places="B02")
    two = an_event("sponsorship", gains={"money": 2}, extra={})
    sold = an_event("merchandising", gains={"entertainment": 2, "money": 1}, extra={"money": 1})
    play_actions(a_game(owner), {8: "0"}, two)
    play_actions(a_game(owner), {9: "00"}, sold, sold)
    assert owner.tokens == {"entertainment": 4, "money": 6}


def test_ex_10_a_single():
    """EX-10, BON-1, BON-2, BON-3: each VP on Build earns its bonus once; then the token is
    removed."""
    a, b = an_owner(0, vps=1), an_owner(1, vps=1)
    game = a_game(a, b, levels={5: 1})
    read_events(
        game,
        place_vps,
        placed(0, 5, 2, "single"),
        an_event("bonus", 0, tokens={"money": 1}),
        placed(1, 5, 1, "single"),
        an_event("bonus", 1, tokens={"construction": 1}),
    )
    assert (a.tokens, b.tokens) == ({"money": 1}, {"construction": 1})
    states = ["single"] * 4 + ["bare"] + ["single"] * 4
    read_events(game, adjust_tokens, an_event("tokens", None, tokens=states))


def starred(card: str, **gains: int) -> dict[str, Any]:
    return an_event("star", employee=card, paid={}, gains=gains)


@pytest.mark.parametrize(("level", "state"), [(2, "double"), (3, "stack"), (5, "stack")])
def test_ex_10_a_double(level, state):
    """EX-10, BON-2, BON-4, BON-5: Playbook's cards, stars and money are given twice."""
    owner = an_owner(vps=3, employees="E01 E08")
    game = a_game(owner, an_owner(1, vps=0), levels={4: level})
    game.employees = Deck("employees", ["E05", "E02", "E03"])
    game.players = Deck("players", ["P09", "P02", "P03"])
    read_events(
        game,
        place_vps,
        placed(0, 4, 3, state),
        an_event("card", employee="E05", player="P09"),
        an_event("card", employee="E02", player="P02"),
        placed(0, 4, 4, state),
        starred("E01", money=2),
        starred("E08", wins=2),
        placed(0, 4, 2, state),
        an_event("bonus", tokens={"money": 2}),
    )
    assert (owner.tokens, owner.face_down) == ({"money": 4, "wins": 2}, ["E05", "E02"])
    assert game.draft_area == ["P09", "P02"]


def test_ex_10_an_employee_works_once():
    """EX-10, BON-5: an employee does not work twice in a round, so an owner with a single employee
    uses only one of the two stars.
    """
    for employees in ("E01 E08", "E01"):
        game = a_game(an_owner(vps=1, employees=employees), levels={4: 2})
        with pytest.raises(Disagreement) as error:
            read_events(
                game, place_vps, placed(0, 4, 4, "double"), starred("E01", money=2),
                starred("E01", money=2),
            )  # fmt: skip
        assert error.value.rule == "BON-5"
    game = a_game(an_owner(vps=1, employees="E01"), levels={4: 2})
    read_events(game, place_vps, placed(0, 4, 4, "double"), starred("E01", money=2))


def test_ex_11():
    """EX-11, BON-8, BON-9, LOS-4: tokens grow on Train, which has an arrow, and on a space without
    one, while these spaces are idle."""
    for count, lost in (("space", 2), ("token", 3)):
        owner = an_owner(equipment=9)
        game = a_game(owner, levels={2: 1}, loss_count=count)
        game.standing = {space: [object()] for space in game.standing}  # type: ignore
        game.standing[2] = []
        for units in (0, 1, lost - 1):
            state = "stack" if units else "double"
            states = ["bare", state, *["bare"] * 7]
            read_events(game, adjust_tokens, an_event("tokens", None, tokens=states))
            read_events(game, take_losses, *[an_event("loss", space=2, what="equipment")] * units)
        assert owner.count("equipment") == 9 - lost
        game.standing[2] = game.standing[1]
        read_events(game, adjust_tokens, an_event("tokens", None, tokens=["bare"] * 9))
        game.standing[2] = []
        states = ["bare", "single", *["bare"] * 7]
        read_events(game, adjust_tokens, an_event("tokens", None, tokens=states))
    growths = {}
    for growth in ("losses", "double", "single", "off"):
        levels = [0]
        for _ in range(4):
            levels.append(level_of_idle_space(a_game(bonus_tokens=growth), levels[-1]))
        growths[growth] = levels
    assert growths == {
        "losses": [0, 1, 2, 3, 4], "double": [0, 1, 2, 2, 2], "single": [0, 1, 1, 1, 1],
        "off": [0, 0, 0, 0, 0],
    }  # fmt: skip


def lost(owner: int, space: int, what: str) -> dict[str, Any]:
    return an_event("loss", owner, space=space, what=what)


def test_ex_12():
    """EX-12, LOS-2, LOS-3: five stacks take from an owner only what that owner still has."""
    owner = an_owner(equipment=1, money=1, employees="E01 E09")
    game = a_game(owner, levels={1: 3, 2: 3, 3: 3, 6: 3, 8: 3})
    events = [lost(0, 1, "equipment"), lost(0, 3, "E09"), lost(0, 6, "money")]
    read_events(game, take_losses, *events)
    assert (owner.tokens, owner.employees, game.employees.discards) == ({}, ["E01"], ["E09"])
    with pytest.raises(Disagreement, match="the game is over"):
        read_events(game, take_losses, lost(0, 3, "E01"), lost(0, 8, "money"))


def test_losses_of_a_stack_come_one_by_one():
    """LOS-4: under `token` every owner loses a first thing before any loses a second."""
    a, b = an_owner(0, equipment=2), an_owner(1, equipment=1)
    game = a_game(a, b, levels={2: 4}, loss_count="token")
    read_events(
        game, take_losses, lost(0, 2, "equipment"), lost(1, 2, "equipment"), lost(0, 2, "equipment")
    )
    assert (a.tokens, b.tokens) == ({}, {})


def test_ex_13():
    """EX-13, GAM-1, GAM-2: gains from footballs precede salaries."""
    owner = an_owner(money=3, wins=8, players="P13 P17", employees="E20", places="B03 B10", vps=3)
    game = a_game(owner)
    gains = {
        "P13": {"wins": 1, "entertainment": 1}, "P17": {"wins": 2}, "E20": {"money": 1},
        "B03": {"money": 1}, "B10": {"entertainment": 1},
    }  # fmt: skip
    read_events(game, gain_from_football, an_event("football", gains=gains, paid={}))
    assert owner.tokens == {"money": 5, "wins": 11, "entertainment": 2}
    read_events(game, pay_all_salaries, paid_salaries(4, 4))
    assert owner.count("money") == 1


@pytest.mark.parametrize(
    ("paid", "unpaid", "left"),
    [(3, {"vps": 2}, 0), (3, {"players": ["P15"], "vps": 1}, 0), (3, {"players": ["P23"]}, 0)],
)
def test_ex_14_legal_selections(paid, unpaid, left):
    """EX-14, GAM-3, GAM-4: after any legal selection no unpaid salary could be paid."""
    owner = an_owner(money=3, players="P23 P15")
    game = a_game(owner)
    read_events(game, pay_all_salaries, paid_salaries(5, paid, **unpaid))
    assert owner.count("money") == left
    assert game.players.discards == unpaid.get("players", [])


def test_ex_14_illegal_selection():
    """EX-14, GAM-3: paying P15 and one VP leaves 1 money, which would pay the other VP."""
    refused = paid_salaries(5, 2, players=["P23"], vps=1)
    with pytest.raises(Disagreement) as error:
        read_events(a_game(an_owner(money=3, players="P23 P15")), pay_all_salaries, refused)
    assert error.value.rule == "GAM-3"
    read_events(
        a_game(an_owner(money=3, players="P23 P15"), salaries="may"), pay_all_salaries, refused
    )


def test_ex_14_vacation():
    """EX-14, GAM-5: an unpaid VP is away for exactly one round."""
    owner = an_owner(money=3, players="P23 P15")
    game = a_game(owner)
    read_events(game, pay_all_salaries, paid_salaries(5, 3, players=["P15"], vps=1))
    owner.tokens = {"money": 7}
    for number, active, due in ((2, 1, 3), (3, 2, 4)):
        states = ["bare"] * 9
        event = an_event("round", None, round=number, commissioner=0, tokens=states, vps=[active])
        read_events(game, ReferenceGame.begin_round, event)
        read_events(game, pay_all_salaries, paid_salaries(due, due))


@pytest.mark.parametrize(
    ("rules", "vps", "away"),
    [({}, 3, 2), ({"unpaid_vp": "stays"}, 3, 0), ({"unpaid_vp": "leaves"}, 1, 0)],
)
def test_fate_of_an_unpaid_vp(rules, vps, away):
    """GAM-5: the switch `unpaid_vp` decides."""
    owner = an_owner(money=1, vps=3)
    read_events(a_game(owner, **rules), pay_all_salaries, paid_salaries(3, 1, vps=2))
    assert (owner.vps, owner.away_next) == (vps, away)


def test_vps_on_vacation_count_first_among_the_unpaid():
    """GAM-2, GAM-5: with `vp_salary_due = all`, VPs on vacation count first among the unpaid, but
    still return."""
    owner = an_owner(money=0, vps=3, away=2)
    owner.active = 1
    read_events(a_game(owner, vp_salary_due="all"), pay_all_salaries, paid_salaries(3, 0, vps=3))
    assert owner.away_next == 1


def test_ex_15():
    """EX-15, END-2, LOS-1: the last round is completed; the employee lost in it scores nothing."""
    owners = [an_owner(seat, money=2) for seat in (0, 1)]
    last = an_owner(2, money=2, construction=3, blocks=1, employees="E09", places="F01 B01")
    game = a_game(*owners, last, levels={3: 3})
    play_actions(
        game,
        {5: "2", 6: "0", 8: "1"},
        built("B06", 3, 2, construction=3),
        an_event("tickets", 0, table=0, extra=0),
        an_event("sponsorship", 1, gains={"money": 2}, extra={}),
    )
    assert game.is_over() and not game.is_stopped()
    read_events(game, gain_from_football)
    read_events(game, pay_all_salaries, *(paid_salaries(2, 2, seat) for seat in range(3)))
    assert parts_of(game, last)["employees"] == 1
    read_events(game, take_losses, lost(2, 3, "E09"))
    assert parts_of(game, last)["employees"] == 0
    game = a_game(an_owner(construction=3, blocks=1), an_owner(1), end_round="at_once")
    play_actions(game, {5: "0", 6: "1"}, built("B06", 3, construction=3))
    assert game.is_stopped()


def test_ex_16():
    """EX-16, SCO-1, SCO-2, SCO-4: the parts of a score add up."""
    owner = an_owner(
        places="F03 F05 B03 B11", players="P08 P17", employees="E09", face_down="E24",
        entertainment=17, point_tokens=[1],
    )  # fmt: skip
    game = a_game(owner)
    assert parts_of(game, owner) == {
        "field": 12, "level_1": 2, "level_2": 6, "level_3": 0, "players": 4, "employees": 1,
        "entertainment": 5, "point_tokens": 1, "bonus_tiles": 0,
    }  # fmt: skip
    assert standing_of(game, owner) == (31, 17, 0, 0)


def final(parts: dict[str, int], *rows: tuple[int, int, int, int, int, float]) -> dict[str, Any]:
    names = ("score", "entertainment", "wins", "money", "rank", "win_share")
    none = dict.fromkeys(
        ["field", "level_1", "level_2", "level_3", "players", "employees", "point_tokens",
         "bonus_tiles"], 0
    )  # fmt: skip
    owners = [
        {"seat": seat, "parts": {**none, **parts, "entertainment": row[1] // 3},
         **dict(zip(names, row, strict=True))}
        for seat, row in enumerate(rows)
    ]  # fmt: skip
    return an_event("final", None, end="blocks", owners=owners)


def test_ex_17():
    """EX-17, SCO-3: a tie is decided by entertainment, then wins, then money; after that the win
    is shared."""
    a, b, c = (45, 17, 22, 3), (45, 17, 22, 1), (45, 16, 30, 9)
    assert [rank(key, [a, b, c]) for key in (a, b, c)] == [1, 2, 3]
    assert [rank(key, [a, a, c]) for key in (a, a, c)] == [1, 1, 3]
    owners = [
        an_owner(seat, entertainment=17 - seat // 2, wins=22, money=3, places="F03")
        for seat in range(3)
    ]
    rows = [(10, 17, 22, 3, 1, 0.5), (10, 17, 22, 3, 1, 0.5), (10, 16, 22, 3, 3, 0)]
    game = a_game(*owners)
    read_events(game, lambda game: score_game(game, "blocks"), final({"field": 5}, *rows))


def trace_of_example_18() -> list[dict[str, Any]]:
    """Return EX-18 as a trace, with every field written by hand."""
    players = ["P15", *(f"P{n:02}" for n in range(1, 25) if n != 15)]
    employees = ["E04", *(f"E{n:02}" for n in range(1, 25) if n != 4)]
    owner = {"strategy": "by hand", "money": 3, "blocks": 7, "vps": 3}
    bare, single = "bare", "single"

    def end_of_round(seat: int, **things: Any) -> dict[str, Any]:
        return {
            "seat": seat, "money": 0, "equipment": 0, "wins": 0, "entertainment": 0,
            "construction": 0, "blocks": 7, "vps": 3, "away": 0, "places": [], "players": [],
            "employees": [], "face_down": [], "point_tokens": 0, "points": 0, **things,
        }  # fmt: skip

    a, b = 0, 1
    return [
        an_event(
            "setup", None, rules=rules_with({}), seed=1, game=0, first=a, arrows=[2, 3, 7, 8],
            owners=[{"seat": a, **owner}, {"seat": b, **owner}], draft_area=[],
            decks={"players": players, "employees": employees}, face_down=[[], []],
            point_tokens=[1, 1, 1, 1], five_million_tokens=2,
        ),
        an_event(
            "round", None, round=1, commissioner=a, vps=[3, 3],
            tokens=[bare, single, single, bare, bare, bare, single, single, bare],
        ),
        placed(a, 8, 1, single), an_event("bonus", a, tokens={"construction": 1}),
        placed(b, 7, 2, single), an_event("bonus", b, tokens={"wins": 1}),
        placed(a, 4, 2, bare),
        placed(b, 4, 1, bare),
        placed(a, 3, 3, single), an_event("card", a, employee="E04", player="P15"),
        placed(b, 2, 1, single), an_event("bonus", b, tokens={"equipment": 1}),
        an_event(
            "tokens", None,
            tokens=[single, bare, bare, bare, single, single, bare, bare, single],
        ),
        nothing(b, 2),
        hired("E04", 0, a),
        an_event("win", a, gains={"wins": 1}),
        an_event("win", b, gains={"wins": 1}),
        nothing(b, 7),
        an_event("sponsorship", a, gains={"money": 2}, extra={}),
        paid_salaries(3, 3, a),
        paid_salaries(3, 3, b),
        an_event(
            "end_round", None, round=1,
            owners=[
                end_of_round(a, money=2, wins=1, construction=1, employees=["E04"]),
                end_of_round(b, wins=2, equipment=1),
            ],
        ),
        an_event("commissioner", None, commissioner=b),
    ]  # fmt: skip


def test_ex_18():
    """EX-18: the referee accepts a whole first round up to the trace's end."""
    trace = trace_of_example_18()
    with pytest.raises(Disagreement, match="the trace ends before the game does") as error:
        ReferenceGame(trace, data_of_seed(None)).play()
    assert error.value.line == len(trace) + 1
