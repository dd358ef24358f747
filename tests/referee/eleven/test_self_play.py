"""The referee of Eleven accepts leagues played by its own rule functions.

This shows that the referee can read the leagues that it plays. It also shows that a league is fully
determined by its random streams and decisions.
"""

from __future__ import annotations

import json
import re

import pytest

from eoc_sim.referee.eleven.game import Disagreement, NotATrace, ReferenceGame
from eoc_sim.referee.eleven.tables import LEAGUE_SWITCHES, SEATS
from referee.eleven.playing import Case, counts, mixtures, switches
from referee.eleven.reference_engine import Replayed

CASES = [*counts(), *switches(), *mixtures(30)]
MORE_CASES = mixtures(300)[30:]


@pytest.mark.parametrize(
    "case", [*CASES, *(pytest.param(case, marks=pytest.mark.slow) for case in MORE_CASES)], ids=str
)
def test_leagues_played_by_the_rules_are_accepted(case: Case):
    """LAY-1, SET-1, SWI-1: every switch value and every number of managers and weeks is tried."""
    trace = case.trace()
    case.judge(trace)
    assert case.played(Replayed(trace)) == trace


def test_the_leagues_have_every_value_of_every_switch():
    """SWI-1: every number of managers occurs too (SET-1)."""
    rules = [case.trace()[0]["rules"] for case in [*counts(), *switches()]]
    for name, values in LEAGUE_SWITCHES.items():
        assert {rule[name] for rule in rules} == set(values)
    assert {case.managers for case in CASES} == set(SEATS)


def test_the_leagues_have_every_kind_of_event_in_order():
    """INF-4, WEE-3, WEE-4: all prepare; then come line-ups, effects, matches, clubs and the
    table."""
    events = set()
    for case in CASES:
        kinds = [event["e"] for event in case.trace()]
        events |= set(kinds)
        managers = case.managers
        week = (
            f"week (prepare ){{{managers}}}(reveal ){{{managers}}}(effect )*"
            f"(match ){{{managers}}}clubs table "
        )
        weeks = kinds.count("week")
        order = f"setup ({week}){{{weeks}}}(roll_off )*final"
        assert re.fullmatch(order, " ".join(kinds)), case
    assert events == {
        "setup", "week", "prepare", "reveal", "effect", "match", "clubs", "table", "roll_off",
        "final",
    }  # fmt: skip


def test_invalid_lines():
    """A line that is not an event is reported by its number.

    A trace that is too short or too long is a disagreement.
    """
    case = Case(2, {"weeks": "2"})
    lines = [json.dumps(event) for event in case.trace()]
    game = ReferenceGame.check_trace([*lines, "", "\n"], case.data)
    assert len(game.managers) == 2
    with pytest.raises(NotATrace, match="line 2 is not JSON"):
        ReferenceGame.check_trace([lines[0], "{"], case.data)
    with pytest.raises(Disagreement, match="the trace ends before the game does"):
        ReferenceGame.check_trace(lines[:-1], case.data)
    with pytest.raises(Disagreement, match="the game is over"):
        ReferenceGame.check_trace([*lines, lines[-1]], case.data)
