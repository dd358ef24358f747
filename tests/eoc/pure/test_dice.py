"""Dice and Vegas (DIC)."""

from __future__ import annotations

import pytest
from eoc.tabletop import Tabletop, colour, engine, named

from eoc_sim.simulator.eoc import dice
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.dice import die_worth, placing_refusal, roll_dice, vegas_check
from eoc_sim.simulator.eoc.state import FULL, HALF

# "When Do I Get My Envelopes?", the rulebook's last page: the month in which a die of 1 to 6
# arrives at full value, by the month of the roll. "-" stands for the page's "must round": full
# value is refused.
PRINTED = """
March  March April May June July Aug
April  April May June July Aug Sept
May    May June July Aug Sept Oct
June   June July Aug Sept Oct Nov
July   July Aug Sept Oct Nov Dec
Aug    Aug Sept Oct Nov Dec Jan
Sept   Sept Oct Nov Dec Jan Feb
Oct    Oct Nov Dec Jan Feb -
Nov    Nov Dec Jan Feb - -
Dec    Dec Jan Feb - - -
Jan    Jan Feb - - - -
Feb    Feb - - - - -
"""
MONTHS = ["", *(line.split()[0] for line in PRINTED.strip().splitlines())]
ARRIVALS = [
    (MONTHS.index(row.split()[0]), value, cell)
    for row in PRINTED.strip().splitlines()
    for value, cell in enumerate(row.split()[1:], start=1)
]


@pytest.fixture
def t() -> Tabletop:
    tabletop = Tabletop(3)
    tabletop.no_coaches()
    return tabletop


def show(monkeypatch, **numbers):
    """Make the named dice show these numbers and all others 1."""
    monkeypatch.setattr(
        dice, "draw_once", lambda box, stream, place, n: numbers.get(COLOUR_NAMES[place], 1) - 1
    )


def choose(first, second, modes=(HALF, HALF), months=(None, None)):
    def answer(table, me, params, order):
        order.die[0], order.die[1] = colour(first), colour(second)
        for which in range(2):
            order.mode[which] = modes[which]
            order.month[which] = table.month if months[which] is None else months[which]
        return 0

    return answer


# --- DIC-1


def test_six_dice_one_per_colour(t):
    """DIC-1: every month, all six dice are rolled again and listed in colour order."""
    faces = set()
    for month in range(1, 13):
        t.table.month = month
        roll_dice(t.state, t.trace)
        numbers = [int(n) for n in t.table.dice]
        assert all(1 <= n <= 6 for n in numbers)
        faces.add(tuple(numbers))
        event = t.events()[-1]
        assert event == {
            "e": "roll",
            "month": month,
            "dice": dict(zip(COLOUR_NAMES, numbers, strict=True)),
        }
    assert len(faces) == 12


# --- DIC-2, DIC-3


def place_bets(t, seat, *spots):
    for die, number in spots:
        t.table.bet[seat, colour(die), number] += 1
        t.table.bets[seat] += 1


def test_printed_bets(t):
    """EX-2, DIC-2: bets on green 2 and blue 1 win 2 green EC and 1 BB if only green 2 comes up."""
    place_bets(t, 0, ("green", 2), ("blue", 1))
    t.table.month = 5
    t.dice(green=2, purple=1, yellow=1, blue=3, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {"green": 2} and t.table.bucks[0] == 8
    assert t.table.crapped_out[0] == 0
    assert t.events() == [
        {
            "e": "vegas",
            "player": 0,
            "colour": "green",
            "number": 2,
            "tokens": 1,
            "bucks": 1,
            "ec": {"green": 2},
        }
    ]


def test_several_tokens_on_a_spot_each_pay_and_all_leave(t):
    """DIC-2: each token pays 1 BB and 2 EC to its owner; then all tokens are removed."""
    place_bets(t, 0, ("green", 2), ("green", 2), ("magenta", 6))
    place_bets(t, 1, ("green", 2), ("magenta", 5))
    t.table.month = 2
    t.dice(green=2, purple=1, yellow=1, blue=1, orange=1, magenta=6)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {"green": 4, "magenta": 2} and t.table.bucks[0] == 10
    assert t.on_mat(1) == {"green": 2} and t.table.bucks[1] == 8
    assert not t.table.bet.any() and not t.table.bets.any()
    t.mat(0)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {}


def test_vegas_pays_onto_the_mat_this_month(t, monkeypatch):
    """DIC-2, TIM-2: winnings are on the mat before dice are chosen; income is added to them."""
    place_bets(t, 0, ("green", 2))
    t.table.month = 2
    show(monkeypatch, green=2, purple=4)
    views = []

    def answer(table, me, params, order):
        views.append((named(table.mat[0]), [int(n) for n in table.die[0]]))
        return choose("purple", "yellow", (FULL, FULL))(table, me, params, order)

    for seat in range(3):
        t.script(seat, dice=answer)
    home = named(t.table.calendar[0, 2])
    assert t.dice_phase() == ""
    assert views[0] == ({"green": 2}, [-1, -1])
    expected = {"green": 2, "yellow": 1}
    for name, number in home.items():
        expected[name] = expected.get(name, 0) + number
    assert t.on_mat(0) == expected


@pytest.mark.parametrize(
    ("placed", "crapped"),
    [
        ([], 0),
        ([("green", 1)], 1),
        ([("green", 1), ("blue", 1)], 1),
        ([("green", 2)], 0),
        ([("green", 1), ("green", 2)], 0),
    ],
)
def test_crapped_out(t, placed, crapped):
    """DIC-3: a player whose tokens all lose has Crapped Out until the month's end."""
    place_bets(t, 0, *placed)
    t.table.month = 2
    t.dice(green=2, purple=3, yellow=3, blue=3, orange=3, magenta=3)
    assert vegas_check(*t.everything) == 0
    assert t.table.crapped_out[0] == crapped
    assert [e["e"] for e in t.events()].count("crap_out") == crapped
    t.act("end_turn")
    assert t.table.crapped_out[0] == crapped
    t.table.month = 3
    assert vegas_check(*t.everything) == 0
    assert t.table.crapped_out[0] == 0


@pytest.mark.slow
def test_no_bets_in_march():
    """DIC-2: no bet is possible before the first roll, so March pays nothing."""
    game_engine = engine("vegas", "vegas", "random")
    for game in range(3):
        month = 0
        for event in game_engine.replay(game):
            if event["e"] == "month":
                month = event["month"]
            assert not (month == 1 and event["e"] in ("vegas", "crap_out", "bookie"))


# --- DIC-4


@pytest.mark.parametrize(("first", "second"), [(0, 0), (5, 5), (-1, 2), (2, 6)])
def test_two_different_dice(t, first, second):
    """DIC-4: a player takes two different dice out of the six."""

    def answer(table, me, params, order):
        order.die[0], order.die[1] = first, second
        order.mode[0] = order.mode[1] = HALF
        order.month[0] = order.month[1] = table.month
        return 0

    t.script(1, dice=answer)
    assert t.dice_phase() == "DIC-4"
    assert not any(e["e"] == "die" for e in t.events())


def test_players_may_share_dice(t, monkeypatch):
    """DIC-4: all players may take the same two dice."""
    show(monkeypatch, green=4, purple=4)
    for seat in range(3):
        t.script(seat, dice=choose("green", "purple"))
    assert t.dice_phase() == ""
    for seat in range(3):
        assert t.on_mat(seat)["green"] >= 2 and t.on_mat(seat)["purple"] >= 2


# --- DIC-5, DIC-6, DIC-9


@pytest.mark.parametrize(("month", "value", "cell"), ARRIVALS)
def test_full_value_arrives_as_in_the_printed_table(monkeypatch, month, value, cell):
    """DIC-5: full value arrives in month + value - 1, and is refused past February."""
    t = Tabletop(2, seeded_months=0)
    t.table.month = month
    show(monkeypatch, magenta=value)
    for seat in range(2):
        t.script(seat, dice=choose("magenta", "green", (FULL, HALF)))
    rule = t.dice_phase()
    if cell == "-":
        assert rule == "DIC-5"
        assert placing_refusal(t.table, 5, HALF, month) == 0
        return
    assert rule == ""
    arrival = MONTHS.index(cell)
    die = next(e for e in t.events() if e["e"] == "die")
    assert (die["mode"], die["ec"], die["month"]) == ("full", value, arrival)
    got = t.table.mat[0, 5] if arrival == month else t.table.calendar[0, arrival, 5]
    assert got == value


@pytest.mark.slow
@pytest.mark.parametrize("month", range(1, 13))
def test_half_value_goes_on_any_of_six_months(t, month):
    """DIC-6, DIC-9: half of any value may go on the current month or on one of the next five, but
    not past February."""
    t.table.month = month
    for value in range(1, 7):
        t.dice(blue=value)
        legal = [
            target
            for target in range(-1, 15)
            if placing_refusal(t.table, colour("blue"), HALF, target) == 0
        ]
        assert legal == list(range(month, min(month + 5, 12) + 1))


@pytest.mark.parametrize(("value", "half"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_value(t, value, half):
    """DIC-6, DIC-5: half of v is max(1, v // 2), and full is v."""
    t.dice(blue=value)
    assert die_worth(t.table, colour("blue"), HALF) == half
    assert die_worth(t.table, colour("blue"), FULL) == value


def test_modes_and_months_of_the_two_dice_are_independent(t, monkeypatch):
    """DIC-6: each die has its own mode and month for all of its EC."""
    show(monkeypatch, green=6, blue=5)
    t.table.month = 2
    for seat in range(3):
        t.script(seat, dice=choose("green", "blue", (HALF, FULL), (4, 0)))
    before = t.table.calendar[0].copy()
    assert t.dice_phase() == ""
    added = t.table.calendar[0] - before
    added[2] = 0
    assert named(added[4]) == {"green": 3} and named(added[6]) == {"blue": 5}
    assert added.sum() == 8
    events = [e for e in t.events() if e["e"] == "die" and e["player"] == 0]
    assert [(e["mode"], e["ec"], e["month"]) for e in events] == [("half", 3, 4), ("full", 5, 6)]


def test_june_green_five(t):
    """EX-1: a green 5 is worth 5 EC at full value, or 2 in any month from June to November."""
    t.table.month = 4
    t.dice(green=5)
    assert die_worth(t.table, 0, FULL) == 5 and die_worth(t.table, 0, HALF) == 2
    assert [m for m in range(1, 13) if placing_refusal(t.table, 0, HALF, m) == 0] == [
        4,
        5,
        6,
        7,
        8,
        9,
    ]


def test_june_green_five_arrives_in_october(t, monkeypatch):
    """EX-1: the five EC arrive in October."""
    show(monkeypatch, green=5)
    t.table.month = 4
    for seat in range(3):
        t.script(seat, dice=choose("green", "blue", (FULL, HALF)))
    before = int(t.table.calendar[0, 8, 0])
    assert t.dice_phase() == ""
    assert t.table.calendar[0, 8, 0] == before + 5


def test_a_three_in_january_must_be_halved(t):
    """EX-1: a 3 taken at full value in January would arrive after February."""
    t.table.month = 11
    t.dice(green=3)
    assert DECISIONS.refusals[placing_refusal(t.table, 0, FULL, 11)].rule == "DIC-5"
    assert placing_refusal(t.table, 0, HALF, 11) == placing_refusal(t.table, 0, HALF, 12) == 0


def test_half_in_the_month_of_full(t):
    """DIC-9: half may go on the month in which full value would arrive; half of a 1 is 1."""
    t.table.month = 3
    t.dice(green=4, blue=1)
    assert placing_refusal(t.table, 0, HALF, 6) == 0
    assert die_worth(t.table, colour("blue"), HALF) == 1
    assert placing_refusal(t.table, colour("blue"), HALF, 3) == 0


@pytest.mark.parametrize("mode", [-1, 2])
def test_no_third_mode(t, mode):
    """DIC-5: a die is taken only at full or half value."""
    t.script(0, dice=choose("green", "blue", (mode, HALF)))
    assert t.dice_phase() == "DIC-5"


@pytest.mark.parametrize(("month", "target"), [(4, 3), (4, 10), (9, 13), (12, 1)])
def test_half_out_of_reach(t, month, target):
    """DIC-6: past months, months more than five ahead, and months after February are refused."""
    t.table.month = month
    t.script(0, dice=choose("green", "blue", (HALF, HALF), (month, target)))
    assert t.dice_phase() == "DIC-6"


# --- DIC-7


def test_income(t, monkeypatch):
    """DIC-7: only the current month's EC move from calendar to mat."""
    show(monkeypatch, green=2, blue=1)
    t.table.month = 3
    t.table.calendar[0, 3, 1] = 4
    t.table.calendar[0, 4, 1] = 2
    home = int(t.table.region[0])
    for seat in range(3):
        t.script(seat, dice=choose("green", "blue", (HALF, HALF)))
    assert t.dice_phase() == ""
    expected = {"purple": 4, "green": 1, "blue": 1}
    expected[COLOUR_NAMES[home]] = expected.get(COLOUR_NAMES[home], 0) + 1
    assert t.on_mat(0) == expected
    assert not t.table.calendar[0, 3].any() and t.table.calendar[0, 4, 1] == 2
    income = next(e for e in t.events() if e["e"] == "income" and e["player"] == 0)
    assert income["ec"] == expected


def test_a_month_without_envelopes_has_no_income():
    """DIC-7: an empty calendar month adds nothing to the mat."""
    t = Tabletop(2, seeded_months=0)
    for seat in range(2):
        t.script(seat, dice=choose("green", "blue", (HALF, HALF), (2, 2)))
    assert t.dice_phase() == ""
    assert t.on_mat(0) == {}
    assert not any(e["e"] == "income" for e in t.events())


# --- DIC-8, DIC-10


def test_the_choice_is_simultaneous(t):
    """DIC-8, INF-3: no seat sees another's dice, modes, months or EC for this month."""
    states = []

    def answer(table, me, params, order):
        states.append(
            (
                table.die.copy(),
                table.die_mode.copy(),
                table.die_month.copy(),
                table.calendar.copy(),
                table.mat.copy(),
            )
        )
        return choose(COLOUR_NAMES[me.seat], "magenta", (HALF, HALF))(table, me, params, order)

    for seat in range(3):
        t.script(seat, dice=answer)
    for month in (1, 2):
        states.clear()
        t.table.month = month
        assert t.dice_phase() == ""
        assert (states[0][0] == -1)[:3].all()
        for other in states[1:]:
            for one, two in zip(states[0], other, strict=True):
                assert (one == two).all()


def test_a_bookie_does_not_change_taken_dice(t, monkeypatch):
    """DIC-10: a Bookie's shift does not change the dice that players take."""
    show(monkeypatch, green=4)
    t.table.month = 2
    t.play_from_nowhere(0, "091")
    place_bets(t, 0, ("green", 5))

    def shift(table, me, params, order):
        order.colour = 0
        return 1

    t.script(0, bookie=shift)
    for seat in range(3):
        t.script(seat, dice=choose("green", "blue", (FULL, HALF)))
    before = t.table.calendar[:, 5, 0].copy()
    assert t.dice_phase() == ""
    assert t.table.crapped_out[0] == 0
    assert list(t.table.calendar[:3, 5, 0] - before[:3]) == [4, 4, 4]
    assert [e["value"] for e in t.events() if e["e"] == "die" and e["colour"] == "green"] == [4] * 3
