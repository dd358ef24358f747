"""Effects, abilities, injuries and consequences of a season (EFF, MAT, PLA)."""

from __future__ import annotations

import pytest
from eleven.games import source_of
from eleven.match_club import (
    BEGIN,
    CARRY_OUT,
    COUNT,
    DATA,
    END,
    HURT,
    PLAY,
    REFUSE,
    RUN,
    SEAT,
    SETTLE,
    USE_REFUSAL,
    Club,
    do,
)

from eoc_sim.simulator.eleven import (
    decisions,
    sources,
)
from eoc_sim.simulator.eleven.best_naming import rank_of_card
from eoc_sim.simulator.eleven.codes import EXPERIENCE
from eoc_sim.simulator.eleven.component_cells import change
from eoc_sim.simulator.eleven.names import MOMENTS
from eoc_sim.simulator.eleven.state import PHASE_NAMES
from eoc_sim.simulator.kernel.records import field_of, set_field

# --- Gains outside a match


def test_gains_happen_in_the_order_of_sources():
    """EFF-1, EFF-2, WEE-1: directors come first, then staff; the owner decides on costs and
    choices."""
    club = Club()
    club.give("S13", "S21", "D12", "Y01")
    assert club.run("monday") == 1
    assert int(club["asked_source"]) == source_of("D12")
    club.name(Y01=1)
    assert club.refused("D12") == ""
    club.set(asked_amount=0)
    club.do(CARRY_OUT, "D12")
    club.run("monday", "S16")
    assert [event["source"] for event in club.events()] == ["D12", "S13", "S21"]
    assert club.resources() == {"money": 0, "fans": 1, "operation": 1, "fitness": 0}
    assert club.events()[0]["cards"] == ["Y01"] and club["experience"][source_of("Y01")] == 1


def test_amounts_count_up_to_a_limit():
    """EFF-1: every two staff cards bring one operation, up to two operations."""
    outcome = "B06"
    for staff, gained in ((("S13",), 0), (("S13", "S16", "S18"), 1), (("S13",) * 6, 2)):
        club = Club()
        club.give(*staff)
        source = source_of(outcome) + 2
        do(club.worker.states, club.trace, CARRY_OUT, SEAT, source, 0)
        assert club.resources()["operation"] == gained
        assert club.events()[0]["source"] == outcome


def test_losses_have_their_limit_too():
    """EFF-1: one operation is lost for each staff card, at most three."""
    data = change(DATA, [("meeting.B06.red", "-1 operation per staff up to 3")])
    for staff, left in ((1, 4), (3, 2), (4, 2)):
        club = Club(components=data)
        club["resources"][SEAT] = 5
        club.give(*("S13", "S16", "S18", "S20")[:staff])
        source = source_of("B06") + 2
        do(club.worker.states, club.trace, CARRY_OUT, SEAT, source, 0)
        assert club.resources()["operation"] == left


def test_losses_of_fans_and_levels():
    """EFF-1, CLU-2: fans and levels can be lost; at level 1, losing a level costs a VP instead."""
    club = Club()
    club["resources"][SEAT] = [0, 1, 0, 0]
    club["level"][SEAT] = [1, 5, 2, 2]
    source = source_of("B08")
    do(club.worker.states, club.trace, CARRY_OUT, SEAT, source, 1)
    assert club.events()[0]["gains"] == [0, -1, 0, 0]
    do(club.worker.states, club.trace, CARRY_OUT, SEAT, source + 1, 1)
    assert club.events()[1]["levels"] == [0, 0, 0, 0] and club.events()[1]["vp"] == -1
    club.run("now", "S25")
    assert club.events()[2]["gains"] == [0, 2, 0, 0]


def test_an_injury_needs_a_card():
    """EFF-2, BOA-3: an injury cannot be declined; without a card to injure, only the change in
    fitness is recorded as an event."""
    source = source_of("B05") + 1
    club = Club()
    do(club.worker.states, club.trace, RUN, SEAT, source, MOMENTS.index("now"))
    assert len(club.events()) == 1
    club = Club()
    club.give("P01")
    assert do(club.worker.states, club.trace, RUN, SEAT, source, MOMENTS.index("now")) == 1
    club.clear()
    assert do(club.worker.states, club.trace, REFUSE, SEAT, source, 1) > 0


def test_an_immunity_prevents_one_injury():
    """EFF-1, PLA-3: an immunity prevents only the first injury of a week."""
    club = Club()
    club.give("S33", "P01", "P02")
    assert [club.do(HURT, "P01"), club.do(HURT, "P01"), club.do(HURT, "P01")] == [0, 1, 1]
    assert club["injured_until"][source_of("P01")] == 3


@pytest.mark.parametrize(
    ("phase", "last"), [("board meeting", 3), ("a day", 3), ("consequences", 4)]
)
def test_an_injury_lasts_two_match_days(phase, last):
    """EX-29, PLA-3: the match that caused the injury does not count."""
    club = Club()
    club.give("P01")
    club.set(phase=PHASE_NAMES.index(phase))
    club.do(HURT, "P01")
    assert club["injured_until"][source_of("P01")] == last


def test_counters():
    """EFF-1: counters count cards, and untrained and trained youngsters."""
    club = Club()
    club.give("P01", "Y01", "V1")
    club.give("Y02", trained=True)
    assert [club.do(COUNT, clause=counter) for counter in range(3)] == [4, 1, 1]


# --- Abilities


def test_a_header_is_stronger_only_in_attack():
    """MAT-6, PLA-1: the ability applies automatically, but only in the attack section."""
    for cell, strength in ((7, 4), (3, 3)):
        club = Club()
        club.do(BEGIN)
        club.field("P25")
        club["cell"][SEAT, 4] = cell
        club.run("before")
        assert club.strength(6) == strength and len(club.events()) == strength - 3


def test_an_ability_may_need_training():
    """PLA-1: some cards have their ability only on the trained side."""
    for trained, events in ((False, 0), (True, 1)):
        club = Club()
        club.do(BEGIN)
        club.field("P26", trained=trained)
        club["cell"][SEAT, 2] = 7
        club.run("before")
        assert len(club.events()) == events


def test_abilities_off():
    """PLA-1: with `abilities = off` no ability applies."""
    club = Club(abilities="off")
    club.do(BEGIN)
    club.field("P25")
    club["cell"][SEAT, 4] = 7
    club.run("before")
    assert not club.events()


def test_a_leader_makes_two_others_stronger():
    """EFF-2, MAT-5: other assigned cards, even the keeper, get stronger at the cost of a fan on the
    leader's card."""
    club = Club()
    club.do(BEGIN)
    club.field("P01", "P03", "P31", "P17")
    club.give("P29")
    club.set(moment=MOMENTS.index("before"))
    assert club.do(USE_REFUSAL, "P01") == decisions.EFFECT_COST
    club["put"][SEAT, 7, 1] = 1
    assert club.do(USE_REFUSAL, "P01") == 0
    club.name(P01=1)
    assert club.refused("P01") == "EFF-2"
    club.name(P29=1)
    assert club.refused("P01") == "EFF-2"
    club.name(P03=1, P31=1, P17=1)
    assert club.refused("P01") == "EFF-2"
    club.name(P03=1, P31=1)
    assert club.refused("P01") == ""
    club.do(CARRY_OUT, "P01")
    assert club.strength(9) == 3 and int(club["team_keeper"][SEAT]) == 2
    assert club.events()[0]["paid"] == [0, 1, 0, 0] and club["put"][SEAT, 7, 1] == 0


def test_markers_of_a_section():
    """EFF-2, MAT-7: a quick pass reaches only markers of the section in which its card stands, and
    a bodycheck only the opponent's markers in the section that its card faces."""
    club = Club()
    club.do(BEGIN)
    club.field("P19", "P21")
    club["cell"][SEAT, 2] = 7
    for jersey, rule in ((5, "EFF-2"), (8, ""), (4, "")):
        club.name_markers(jersey)
        assert club.refused("P19") == rule
    club.name_markers(8)
    club.do(CARRY_OUT, "P19")
    assert club.strength(8) == 2 and club.events()[0]["markers"] == [8]
    # The bodycheck stands in defence, facing the attack of O01: its markers 10 and 11.
    club["line_up"][SEAT] = 0
    club["cell"][SEAT, 3] = 1
    club["their_strength"][SEAT] = 2
    for marker, rule in ((3, "EFF-2"), (7, "EFF-2"), (10, ""), (11, "")):
        club.name_markers(marker)
        assert club.refused("P21") == rule
    club.name_markers(10)
    club.do(CARRY_OUT, "P21")
    assert club["their_strength"][SEAT].tolist() == [2] * 8 + [1, 2]
    assert club.events()[1]["markers"] == [10]


def test_a_marker_is_named_once():
    """EFF-2, MAT-6: an order that names a marker twice is refused."""
    club = Club()
    club.field("P19")
    field_of(club.worker.part("order"), "named")[8 - 2] = 2
    assert club.refused("P19") == "EFF-2"


def test_a_swap_keeps_a_card_in_rows_of_its_position():
    """MAT-4, EFF-2: a midfielder cannot be swapped into defence, and the two cells must differ."""
    club = Club()
    club.do(BEGIN)
    club.field("P05")
    club["cell"][SEAT, 4] = 4
    order = club.worker.part("order")
    for other, rule in ((0, "MAT-4"), (3, "MAT-4"), (6, "")):
        set_field(order, "other", other)
        assert club.refused("P05") == rule
    club.do(CARRY_OUT, "P05")
    assert club["cell"][SEAT, 4] == 7 and club["cell"][SEAT, 6] == 4
    assert club.events()[0]["markers"] == [6, 8]


def test_warm_up():
    """EX-33, MAT-5: a tactic's fitness pays only for abilities and is never returned."""
    club = Club()
    club["tactic"][SEAT] = source_of("T09") - sources.TACTICS
    club.field("P07", "P03")
    assert club.run("prepare") == 2
    club.name(P07=1, P03=1)
    assert club.refused("T09") == ""
    club.set(asked_amount=0)
    club.do(CARRY_OUT, "T09")
    club.do(BEGIN)
    club.set(moment=MOMENTS.index("before"))
    assert club.do(USE_REFUSAL, "P07") == 0
    club.clear()
    club.do(CARRY_OUT, "P07")
    assert club.strength(2) == 3
    club.do(END)
    assert club.resources()["fitness"] == 0 and not club.events("unused")


def test_unused_resources_come_back():
    """MAT-5: with `unused = back` unused resources are returned."""
    for unused, fans in (("back", 2), ("lost", 0)):
        club = Club(unused=unused)
        club.field("P01")
        club["put"][SEAT, 7, 1] = 2
        club.do(END)
        assert club.resources()["fans"] == fans
        assert len(club.events("unused")) == bool(fans)


def test_pressing_and_shift():
    """EFF-2: pressing counts shields in the forward row; a shift moves strength between cards."""
    club = Club()
    club.do(BEGIN)
    club.field("P15", "P08", "P31")
    club["cell"][SEAT, 9] = club["cell"][SEAT, 3] = 7
    club["tactic"][SEAT] = source_of("T07") - sources.TACTICS
    club.run("before")
    assert (club.strength(11), club.strength(5)) == (3, 4)
    club["tactic"][SEAT] = source_of("T12") - sources.TACTICS
    for named, rule in (
        ({"P15": 1}, "EFF-2"),
        ({"P15": -1, "P08": 1, "P31": 1}, "EFF-2"),
        ({"P15": -1, "P08": 1}, ""),
    ):
        club.name(**named)
        assert club.refused("T12") == rule
    club.do(CARRY_OUT, "T12")
    assert (club.strength(11), club.strength(5)) == (2, 5)
    assert club.events()[-1]["cards"] == ["P15", "P08"]


def test_one_die_per_match():
    """EFF-2: all clauses of a card use one roll, and a failed roll is recorded too."""
    faces = set()
    for week in range(1, 7):
        club = Club()
        club.do(BEGIN)
        club.field("P11", trained=True)
        club.set(week=week, phase=PHASE_NAMES.index("after a match"))
        club.run("after")
        (event,) = club.events()
        is_injured = int(club["injured_until"][source_of("P11")]) > 0
        assert is_injured == (event["die"] <= 1)
        faces.add(event["die"])
    assert len(faces) > 1


# --- After a match


def test_results_decide_the_effects_after_a_match():
    """MAT-11, EFF-1: an effect may need a win; a diver is trained after a win by three goals."""
    for goals, fans, trained in (((3, 0), 2, 1), ((1, 0), 1, 0), ((0, 1), 0, 0)):
        club = Club()
        club.field("P17")
        club.give("D04")
        club.set(phase=PHASE_NAMES.index("after a match"))
        field_of(club.worker.part("box"), "result")[SEAT] = 0 if goals[0] > goals[1] else 2
        club["match_goals"][SEAT], club["match_against"][SEAT] = goals
        club.run("after")
        assert club.resources()["fans"] == fans
        assert int(club["is_trained"][source_of("P17")]) == trained


def test_youngsters_and_veterans_after_a_match():
    """PLA-4, PLA-5: youngsters gain experience in the order of their jerseys, and a
    veteran's third match is its last."""
    club = Club()
    club.field("Y03", "V1", "Y16")
    club["experience"][source_of("Y16")] = 1
    club["matches"][source_of("V1")] = 2
    club.do(END)
    experience = [
        (event["card"], event["filled"], event["trained"]) for event in club.events("experience")
    ]
    assert experience == [("Y16", 2, True), ("Y03", 1, False)]
    assert [event["card"] for event in club.events("leave")] == ["V1"]
    assert int(club["owner"][source_of("V1")]) == -1


@pytest.mark.parametrize(
    ("result", "kind", "number", "consequence", "card"),
    [
        (2, 1, 9, "injury", "P03"),
        (2, 1, 12, "injury", None),
        (2, 3, 9, "suspension", "P03"),
        (0, 6, 9, "1 money", None),
        (1, 3, 9, "-", None),
    ],
)
def test_consequences(result, kind, number, consequence, card):
    """EX-34, MAT-12: one die selects a line of the table for the result, the other a jersey."""
    club = Club()
    club.field("P03")
    club.set(phase=PHASE_NAMES.index("consequences"))
    club["dice"][:2] = [kind, number]
    field_of(club.worker.part("box"), "result")[SEAT] = result
    club.do(SETTLE)
    (event,) = club.events("consequence")
    assert (event["kind"], event["card"]) == (consequence, card)
    assert club.resources()["money"] == (consequence == "1 money") == club.earned("effects")


@pytest.mark.parametrize(("number", "source"), [("N04", "effects"), ("B08", "votes")])
def test_money_of_a_level_beyond_the_scale(number, source):
    """CLU-2: a level-up beyond budget 5 pays 2 money, which the tables count as money from the
    source of the level-up."""
    club = Club()
    club["level"][SEAT, 0] = 5
    club.do(CARRY_OUT, number)
    assert club.resources()["money"] == club.earned(source) == 2


def test_goals_of_a_tactic_card():
    """MAT-10: cards of equal strength in the centre bring a goal, without a separate event."""
    for cell, goals in ((1, 1), (4, 0)):
        club = Club()
        club["tactic"][SEAT] = source_of("T05") - sources.TACTICS
        club.field("P21", "P03")
        club["cell"][SEAT, 3], club["cell"][SEAT, 7] = cell, 7
        club["line_up"][SEAT] = 0
        club.do(BEGIN)
        club.do(PLAY)
        (event,) = club.events("match")
        assert event["tactic_goals"] == goals and not club.events()


# --- Edge cases of consequences and cards


def test_a_manager_without_fans_loses_none():
    """EFF-1, MAT-12: a manager without fans loses none."""
    club = Club()
    club.set(phase=PHASE_NAMES.index("consequences"))
    club["dice"][:2] = [6, 1]
    field_of(club.worker.part("box"), "result")[SEAT] = 2
    club.do(SETTLE)
    (event,) = club.events("consequence")
    assert event["kind"] == "-1 fans" and club.resources()["fans"] == 0


def test_a_keeper_is_hit_by_the_number_1():
    """MAT-12, PLA-1: an assigned keeper has jersey 1."""
    club = Club()
    club.field("P31")
    club.set(phase=PHASE_NAMES.index("consequences"))
    club["dice"][:2] = [1, 1]
    club.do(SETTLE)
    assert [event["card"] for event in club.events("consequence")] == ["P31"]


def test_a_veteran_that_left_is_not_hit():
    """PLA-5, MAT-12: no consequence hits a veteran after its third match."""
    club = Club()
    club.field("V1")
    club["matches"][source_of("V1")] = 2
    club.do(END)
    club["dice"][:2] = [1, 4]
    club.set(phase=PHASE_NAMES.index("consequences"))
    club.do(SETTLE)
    assert [event["card"] for event in club.events("consequence")] == [None]


def test_a_veteran_may_stay():
    """PLA-5: with `veteran_matches = 0` a veteran never leaves."""
    club = Club(veteran_matches=0)
    club.field("V1")
    club["matches"][source_of("V1")] = 2
    club.do(END)
    assert not club.events("leave")


@pytest.mark.parametrize(("weeks", "is_injured"), [(0, False), (2, True)])
def test_no_token_without_weeks(weeks, is_injured):
    """PLA-3: with `injury_weeks = 0` no injury token is placed."""
    club = Club(injury_weeks=weeks)
    club.give("P03")
    club.do(HURT, "P03")
    assert (int(club["injured_until"][source_of("P03")]) > 0) == is_injured


@pytest.mark.parametrize(("own", "theirs", "goals"), [(3, 3, 0), (3, 4, 1), (4, 3, 0)])
def test_an_opponent_level_on_points_is_not_above(own, theirs, goals):
    """MAT-10: the card "Nothing to Lose" needs an opponent with more points."""
    club = Club()
    club["tactic"][SEAT] = source_of("T10") - sources.TACTICS
    club["points"][SEAT] = own
    club["club_points"][club["schedule"][SEAT, 1]] = theirs
    club["line_up"][SEAT] = 0
    club.do(BEGIN)
    club.do(PLAY)
    (event,) = club.events("match")
    assert event["tactic_goals"] == goals


def test_a_card_with_much_experience_has_a_rank():
    """EFF-2: the rank of a card with much experience does not overflow a byte."""
    club = Club()
    club["experience"][0] = 9
    assert rank_of_card(club.table, None, EXPERIENCE, 0) == 190 - int(club["card_spaces"][0])
