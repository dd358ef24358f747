"""The referee accepts random games played by its own rule functions.

This shows that it can read the games that it plays: it works out every decision from later lines
of the trace, and the trace has every event that the rules cause.
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
def test_games_played_by_the_rules_are_accepted(case: Case):
    case.judge(case.trace())


@pytest.mark.slow
def test_the_games_have_every_kind_of_event():
    """TRC: the games above leave out no kind of event."""
    events = {event["e"] for case in CASES for event in case.trace()}
    assert events == {
        "setup", "round", "place", "stop", "bonus", "card", "star", "tokens", "equipment", "train",
        "hire", "vice_president", "win", "field", "change", "build", "bonus_tile", "tickets",
        "draft", "swap", "cash_in", "sponsorship", "merchandising", "nothing", "effect", "football",
        "salaries", "loss", "reshuffle", "end_round", "commissioner", "final",
    }  # fmt: skip


def test_invalid_lines():
    """A line that is not an event is reported by its number.

    A trace that is too short or too long is a disagreement.
    """
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
