"""The referee of Eleven catches every field corruption that changes a league's meaning."""

from __future__ import annotations

import pytest

from eoc_sim.referee.eleven.game import Disagreement
from eoc_sim.referee.eleven.tables import LEAGUE_SWITCHES
from referee.corruptions import Trace, wrong_switch_values
from referee.eleven.harmless import HARMLESS, SAME_GAME_UNDER_ANOTHER_RULE
from referee.eleven.playing import Case, counts, switches
from referee.judging import judge_corruptions

CASES = [
    Case(2),
    Case(4, {"formations": "free", "start_tactics": "3", "schedule": "dealt", "facing": "roll"}),
    Case(3, {"weeks": "8", "division": "1", "club_dice": "off", "league_ties": "against"}),
    Case(4, {"formations": "free", "tactics": "off", "weeks": "3", "win_points": "2"}),
    Case(3, {"start_tactics": "3", "first_manager": "fixed", "position_vp": "epic"}),
]
ROLL_OFFS = Case(4, {"weeks": "1", "position_vp": "none"})
"""A case whose leagues often leave managers level, so that roll-offs occur."""


def is_caught(case: Case, corrupted: Trace) -> bool:
    try:
        case.judge(corrupted)
    except Disagreement:
        return True
    return False


def judge_cases(number: int, part: int = 0, parts: int = 1) -> set[str]:
    """Judge some corruptions of every kind; return the excuses needed."""
    traces = [(case, case.trace(), "") for case in CASES]
    traces += [(ROLL_OFFS, ROLL_OFFS.trace(game), "roll_off") for game in range(30)]
    return judge_corruptions(traces, (), is_caught, HARMLESS, number, part, parts)


def test_corruptions_of_every_kind():
    """Two corruptions of each kind are judged for every field of every kind of event."""
    judge_cases(2)


@pytest.mark.slow
def test_many_corruptions_of_every_kind():
    """Every corruption is caught or excused, and every excuse is needed."""
    assert judge_cases(60) == {excuse.what for excuse in HARMLESS}


def test_every_wrong_switch_value_is_caught_in_some_league():
    """SWI-1: every wrong value of a switch is caught in some league, unless it gives the same
    game."""
    caught, missed = set(), set()
    for case in [*counts(), *switches(), *CASES]:
        trace = case.trace()
        rules = trace[0]["rules"]
        for switch, stated, corruption in wrong_switch_values(trace, LEAGUE_SWITCHES, list):
            claim = (switch, rules[switch], stated)
            if claim not in caught:
                (caught if is_caught(case, corruption.applied_to(trace)) else missed).add(claim)
    assert missed - caught == set(SAME_GAME_UNDER_ANOTHER_RULE)
