"""The reference judges games that were played with its own rule functions by lot.

That shows that what it plays it also reads: every decision is told from what comes next in a trace,
and every event that the rules cause is in it.
"""

from __future__ import annotations

import json

import pytest

from eoc_sim.referee.stadium.game import Disagreement, NotATrace, ReferenceGame
from referee.stadium.playing import Case, mixtures, switches

CASES = [*(Case(owners) for owners in (2, 3, 4, 5)), *switches(), *mixtures(12)]
MORE_CASES = mixtures(300)[12:]


@pytest.mark.parametrize(
    "case", [*CASES, *(pytest.param(case, marks=pytest.mark.slow) for case in MORE_CASES)], ids=str
)
def test_what_is_played_by_the_rules_is_judged_to_be(case: Case):
    case.judge(case.trace())


@pytest.mark.slow
def test_the_games_have_every_kind_of_event():
    """TRC: nothing of the rules is left out of the games above."""
    found = {event["e"] for case in CASES for event in case.trace()}
    assert found == {
        "setup", "round", "place", "stop", "bonus", "card", "star", "tokens", "equipment", "train",
        "hire", "vice_president", "win", "field", "change", "build", "bonus_tile", "tickets",
        "draft", "swap", "cash_in", "sponsorship", "merchandising", "nothing", "effect", "football",
        "salaries", "loss", "reshuffle", "end_round", "commissioner", "final",
    }  # fmt: skip


def test_lines_that_are_no_trace():
    """A line that is no event is named; a trace that ends early or goes on is a disagreement."""
    case = Case(2, {"round_cap": "10"})
    lines = [json.dumps(event) for event in case.trace()]
    game = ReferenceGame.check_trace([*lines, "", "\n"], case.data)
    assert len(game.owners) == 2
    with pytest.raises(NotATrace, match="line 2 is not JSON"):
        ReferenceGame.check_trace([lines[0], "{"], case.data)
    with pytest.raises(Disagreement, match="the trace ends before the game does"):
        ReferenceGame.check_trace(lines[:-1], case.data)
    with pytest.raises(Disagreement, match="the game is over"):
        ReferenceGame.check_trace([*lines, lines[-1]], case.data)
