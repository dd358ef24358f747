"""Clubs, boards and weeks of a season on prepared tables (CLU, BOA, SET-5, SCO)."""

from __future__ import annotations

from functools import cache

import pytest
from eleven.games import engine

from eoc_sim.simulator.eleven import board, cards, club, directors, season_scoring, sources, week
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.lasting import note_effects
from eoc_sim.simulator.eleven.names import MEASURES
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.season_state import PART_PENALTIES
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

SEAT = 0
NUMBERS = numbers_of_sources(load())
LEVELS, CHANGE, UPKEEP, PRODUCE, COLOUR, STAFF_VP, MEASURED, OBJECTIVE, STADIUM_VP, GIVE = range(10)


def call_function(states, traces, what, a, b):
    """Call one of the season's functions in a prepared state."""
    state = states[0]
    table = state.table
    if what == LEVELS:
        directors.set_levels(state, traces[0])
    elif what == CHANGE:
        club.change_level(table, SEAT, a, b)
    elif what == UPKEEP:
        week.pay_upkeep(state, traces[0], SEAT)
    elif what == PRODUCE:
        week.produce(state, traces[0], SEAT)
    elif what == COLOUR:
        return board.find_colour(table, SEAT)
    elif what == STAFF_VP:
        return season_scoring.vp_of_staff(table, SEAT)
    elif what == MEASURED:
        return season_scoring.objective_count(table, SEAT, a)
    elif what == OBJECTIVE:
        return season_scoring.vp_of_objective(state.table, SEAT, state.seats[SEAT].objective + 0)
    elif what == STADIUM_VP:
        return season_scoring.vp_of_stadium(table, SEAT)
    elif what == GIVE:
        cards.give_card(state, SEAT, a)
    return 0


@cache
def worker_of(**settings: object):
    """Return a worker that plays games in succession."""
    return engine("random", "random", layer="season", **settings).worker()


class PreparedClub:
    """A manager's club in a prepared state."""

    def __init__(self, **settings: object) -> None:
        self.worker = worker_of(**settings)
        self.worker.set_up(0)
        self.trace = make_records(trace_dtype, 1)
        for name, value in (("held_count", 0), ("squad_size", 0), ("resources", 0), ("earned", 0)):
            self[name][:] = value

    def __getitem__(self, name: str):
        return field_of(self.worker.part("table"), name)

    def hold(self, kind: int, *numbers: str) -> None:
        """Give directors, staff, sponsors or tokens."""
        for number in numbers:
            place = self["held_count"][SEAT, kind]
            self["held"][SEAT, kind, place] = NUMBERS.index(number)
            self["held_count"][SEAT, kind] += 1
            note_effects(self.worker.part("table"), SEAT, NUMBERS.index(number))

    def call(self, what: int, a: int = 0, b: int = 0) -> int:
        """Call one of the functions."""
        return int(call_function(self.worker.states, self.trace, what, a, b))


def test_ex_36():
    """EX-36, SET-5: directors D01, D05 and D10 set these levels."""
    club = PreparedClub()
    club.hold(sources.OF_DIRECTORS, "D01", "D05", "D10")
    club.call(LEVELS)
    assert club["level"][SEAT].tolist() == [3, 3, 1, 4]


def test_steps_beyond_the_ends_of_the_scale():
    """CLU-2: each step above the scale gives 2 of the resource; each step below costs 1 VP."""
    club = PreparedClub()
    club["level"][SEAT] = [4, 2, 2, 2]
    club.call(CHANGE, 0, 3)
    club.call(CHANGE, 1, -3)
    assert club["level"][SEAT].tolist() == [5, 1, 2, 2]
    assert club["resources"][SEAT].tolist() == [4, 0, 0, 0]
    assert club["earned"][SEAT, PART_PENALTIES] == -2


def test_ex_28():
    """EX-28, CLU-7, SCO-6: 7 cards, 3 staff and 2 tokens cost 5; 3 are paid and 2 VP lost."""
    club = PreparedClub()
    club["squad_size"][SEAT] = 7
    club.hold(sources.OF_STAFF, "S01", "S05", "S06")
    club.hold(sources.OF_TOKENS, "I01", "I05")
    club["resources"][SEAT, 0] = 3
    club.call(UPKEEP)
    assert club["resources"][SEAT, 0] == 0
    assert club["earned"][SEAT, PART_PENALTIES] == -2


def test_the_most_expensive_staff_card_leaves():
    """CLU-7: under `unpaid = leave` the most expensive staff card leaves, and no VP is lost."""
    club = PreparedClub(unpaid="leave")
    club["squad_size"][SEAT] = 7
    club.hold(sources.OF_STAFF, "S01", "S06", "S05")
    club.call(UPKEEP)
    assert club["held_count"][SEAT, sources.OF_STAFF] == 2
    assert club["lies"][NUMBERS.index("S06")] == sources.DISCARDED
    assert club["earned"][SEAT, PART_PENALTIES] == 0


def test_production():
    """WEE-1, ACT-5: resources are produced by level, and sponsors pay their weekly money."""
    club = PreparedClub()
    club["level"][SEAT] = [1, 2, 3, 4]
    club.hold(sources.OF_SPONSORS, "N01", "N02", "N25")
    for number, way in (("N01", "FOR_MONEY"), ("N02", "FOR_BONUS"), ("N25", "SHIRT")):
        club["way"][NUMBERS.index(number) - sources.SPONSORS] = getattr(sources, way)
    club.call(PRODUCE)
    assert club["resources"][SEAT].tolist() == [1 + 1 + 2, 2, 3, 4]


@pytest.mark.parametrize(
    ("faces", "colour"), [((1, 1, 1), 0), ((3, 4, 6), 1), ((6, 6, 6), 2), ((1, 4, 6), -1)]
)
def test_votes(faces, colour):
    """BOA-1, BOA-2: a die's lowest faces are yellow, the next are blue and the highest red; two
    votes for a colour decide."""
    club = PreparedClub()
    club.hold(sources.OF_DIRECTORS, "D07", "D16", "D07")
    club["dice"][:] = faces
    assert club.call(COLOUR) == colour


def test_staff_sets():
    """SCO-4: four cards of a colour score 5 VP, two of another score 1."""
    club = PreparedClub()
    club.hold(sources.OF_STAFF, "S01", "S05", "S06", "S07", "S13", "S14")
    assert club.call(STAFF_VP) == 6


@pytest.mark.parametrize(("wins", "vp"), [(3, 0), (4, 4), (5, 8)])
def test_objectives(wins, vp):
    """SCO-5, SET-6: enough wins fulfil the objective "Only the Result Matters"; one more makes it
    perfect."""
    club = PreparedClub()
    numbers = [objective.number for objective in load().objectives]
    set_field(club.worker.part("seats")[SEAT], "objective", numbers.index("J02"))
    club["results"][SEAT, 0] = wins
    assert club.call(MEASURED, MEASURES.index("wins")) == wins
    assert club.call(OBJECTIVE) == vp


def test_vp_of_a_stadium():
    """SCO-3: tokens score their VP, and the office those of its step."""
    club = PreparedClub()
    club["office"][SEAT] = 2
    club.hold(sources.OF_TOKENS, "I01", "I05")
    vp = {infrastructure.number: infrastructure.vp for infrastructure in load().infrastructure}
    assert club.call(STADIUM_VP) == 2 + vp["I01"] + vp["I05"]


@pytest.mark.parametrize("side", ["owner", "open"])
@pytest.mark.parametrize("number", ["P02", "Y01", "V1"])
def test_trained_sides(side, number):
    """PLA-6, INF-1: others know a card's trained side only if it is open, as a veteran's is."""
    club = PreparedClub(trained_side=side)
    card = NUMBERS.index(number)
    for seat in club.worker.part("seats"):
        field_of(seat, "trained")[card] = 0
    club.call(GIVE, card)
    sees_side = [field_of(seat, "trained")[card] > 0 for seat in club.worker.part("seats")]
    assert sees_side[SEAT]
    assert sees_side[1 - SEAT] == (side == "open" or number == "V1")


# --- Edges


def test_money_equal_to_the_upkeep():
    """CLU-7: exact payment leaves 0 and costs no VP."""
    club = PreparedClub()
    club["squad_size"][SEAT] = 7
    club["resources"][SEAT, 0] = 3
    club.call(UPKEEP)
    assert club["resources"][SEAT, 0] == 0
    assert club["earned"][SEAT, PART_PENALTIES] == 0


def test_upkeep_beyond_the_end_of_its_track():
    """CLU-7: each card beyond the last column costs 1 more: 12 cards cost 8, 14 cost 10."""
    club = PreparedClub()
    club["squad_size"][SEAT] = 14
    club["resources"][SEAT, 0] = 11
    club.call(UPKEEP)
    assert club["resources"][SEAT, 0] == 1


def test_nobody_left_to_leave():
    """CLU-7: under `unpaid = leave` a club without staff loses nothing."""
    club = PreparedClub(unpaid="leave")
    club["squad_size"][SEAT] = 7
    club.call(UPKEEP)
    assert club["earned"][SEAT, PART_PENALTIES] == 0


def test_more_staff_than_the_last_set():
    """SCO-4: eight cards of a colour score the same as seven."""
    club = PreparedClub()
    club.hold(sources.OF_STAFF, *(f"S{number:02d}" for number in range(5, 13)))
    assert club.call(STAFF_VP) == 11


def test_levels_are_capped_after_all_shifts():
    """SET-5: from level 5, shifts of 2, 2 and -1 end at 5, as only the sum is capped."""
    club = PreparedClub(start_level=5)
    club.hold(sources.OF_DIRECTORS, "D01", "D02", "D05")
    club.call(LEVELS)
    shifts = {director.number: director.shifts for director in load().directors}
    total = [sum(shifts[number][index] for number in ("D01", "D02", "D05")) for index in range(4)]
    assert club["level"][SEAT].tolist() == [min(5, max(1, 5 + shift)) for shift in total]


@pytest.mark.parametrize(("beyond", "below"), [(0, 0), (4, 4)])
def test_both_ends_of_a_track(beyond, below):
    """CLU-2: a step off the upper end brings `beyond`, one off the lower end costs `below`."""
    club = PreparedClub(beyond=beyond, below=below)
    club["level"][SEAT] = [5, 1, 5, 1]
    club.call(CHANGE, 0, 1)
    club.call(CHANGE, 1, -2)
    club.call(CHANGE, 2, -1)
    club.call(CHANGE, 3, 1)
    assert club["level"][SEAT].tolist() == [5, 1, 4, 2]
    assert club["resources"][SEAT].tolist() == [beyond, 0, 0, 0]
    assert club["earned"][SEAT, PART_PENALTIES] == -2 * below


def test_an_objective_of_goals_against():
    """SET-6, SCO-5: at most a given number of goals against fulfils the objective."""
    club = PreparedClub()
    objectives = load().objectives
    conceded = next(
        objective for objective in objectives if MEASURES[objective.measure] == "conceded"
    )
    set_field(club.worker.part("seats")[SEAT], "objective", objectives.index(conceded))
    for against, vp in (
        (conceded.fulfilled + 1, 0),
        (conceded.fulfilled, 4),
        (conceded.perfect, 8),
    ):
        club["goals_against"][SEAT] = against
        assert club.call(OBJECTIVE) == vp
