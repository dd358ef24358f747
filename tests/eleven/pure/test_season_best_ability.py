"""The ability that helps most in a revealed match (MAT-6, MAT-10), offered to strategies."""

from __future__ import annotations

import pytest
from eleven.match_club import BEGIN, CARRY_OUT, PLAY, SEAT, Club, do

from eoc_sim.simulator.eleven.best_ability import best_ability
from eoc_sim.simulator.eleven.names import MOMENTS
from eoc_sim.simulator.eleven.sizes import FIELD_PLACES, RESOURCES
from eoc_sim.simulator.kernel.records import field_of

POINT = 1024


def find(states, seat):
    """Find the best ability of a manager and name it in the order."""
    state = states[0]
    return best_ability(state.table, state.seats[seat], state.order)


def value(club: Club) -> int:
    """Play the match; return its points times 1 024, plus the goal difference."""
    before = int(club["points"][SEAT])
    club.do(PLAY)
    difference = int(club["match_goals"][SEAT]) - int(club["match_against"][SEAT])
    return POINT * (int(club["points"][SEAT]) - before) + difference


def prepared_match(line_up: int, moment: str, *cards: str, tactic: int = -1) -> Club:
    """Return a match against a line-up, with resources on every card."""
    club = Club()
    club["line_up"][SEAT] = line_up
    club.do(BEGIN)
    club.field(*cards, trained=True)
    club["tactic"][SEAT] = tactic
    club["put"][SEAT] = [[1] * RESOURCES] * FIELD_PLACES
    club.set(moment=MOMENTS.index(moment))
    return club


CASES = [
    ("reveal", ("P06",), -1),
    ("before", ("P01", "P03", "P31"), -1),
    ("before", ("P07",), -1),
    ("before", ("P19",), -1),
    ("before", ("P21",), -1),
    ("before", ("P32",), -1),
    ("before", ("P33",), -1),
    ("before", ("P02", "P03"), 5),
    ("before", ("P02", "P03", "P11"), 11),
]
"""The moment, cards and tactic card of each case.

The cases cover swaps, strength, weakness, gloves, turns and shifts.
"""


@pytest.mark.slow
def test_the_best_ability_gains_what_it_promises():
    """MAT-6: abilities of every kind keep their promise against many line-ups."""
    helped = set()
    for case, (moment, cards, tactic) in enumerate(CASES):
        for line_up in range(0, 48, 3):
            before = value(prepared_match(line_up, moment, *cards, tactic=tactic))
            club = prepared_match(line_up, moment, *cards, tactic=tactic)
            added = find(club.worker.states, SEAT)
            if added > 0:
                order = club.worker.part("order")
                source, clause = (int(field_of(order, name)) for name in ("source", "clause"))
                do(club.worker.states, club.trace, CARRY_OUT, SEAT, source, clause)
                helped.add(case)
            assert value(club) - before == added, (case, line_up)
    assert len(helped) > len(CASES) // 2, helped


@pytest.mark.slow
def test_no_ability_without_resources():
    """MAT-5: an ability is paid for with resources on its card."""
    club = prepared_match(0, "before", "P07", "P21")
    club["put"][SEAT] = 0
    assert find(club.worker.states, SEAT) == 0
