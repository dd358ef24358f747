"""The referee of Stadium catches every field corruption that changes a game's meaning."""

from __future__ import annotations

import pytest

from eoc_sim.referee.stadium.game import Disagreement
from eoc_sim.referee.stadium.tables import SWITCHES, TOKENS
from referee.corruptions import wrong_switch_values
from referee.judging import judge_corruptions
from referee.stadium.harmless import HARMLESS, SAME_GAME_UNDER_ANOTHER_RULE
from referee.stadium.playing import Case, Trace, chosen_values, mixtures, switches

CASES = [
    Case(2),
    Case(4, {"placing": "may_stop", "salaries": "may", "bonus_tiles": "firsts", "blocks": "5"}),
    Case(3, {"draft_area_start": "5", "employees_start": "2", "hire_option": "both"}),
    Case(5, {"loss_count": "token", "vp_salary_due": "all", "unpaid_vp": "leaves"}),
    *mixtures(4),
]
RARE = [(CASES[3], 3, "place")]
"""A game in which the named event has rare harmless corruptions."""


def is_caught(case: Case, corrupted: Trace) -> bool:
    try:
        case.judge(corrupted)
    except Disagreement:
        return True
    return False


def judge_cases(number: int, part: int = 0, parts: int = 1) -> set[str]:
    """Judge some corruptions of every kind; return the excuses needed."""
    games = [(case, 0, "") for case in CASES] + RARE
    traces = [(case, case.trace(game), event) for case, game, event in games]
    return judge_corruptions(traces, TOKENS, is_caught, HARMLESS, number, part, parts)


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 4))]
)
def test_a_few_corruptions_of_every_kind(part: int):
    """Two corruptions of each kind are judged; the first part covers every field of every event."""
    judge_cases(2, part, parts=12)


@pytest.mark.slow
def test_many_corruptions_of_every_kind():
    """Every corruption is caught or excused, and every excuse is needed."""
    assert judge_cases(40) == {excuse.what for excuse in HARMLESS}


def describe_claim(switch: str, played: str, stated: str) -> tuple[str, str, str]:
    """Describe a wrong switch value; for a number, say only "more" or "less"."""
    if played.isdigit() and stated.isdigit():
        return switch, "a number", "more" if int(stated) > int(played) else "less"
    return switch, played, stated


@pytest.mark.slow
def test_every_wrong_switch_value_is_caught_in_some_game():
    """SWI-1: each wrong value of a switch is caught in some game, unless it allows all of them.

    For a number, a lower and a higher value are claimed.
    """
    caught, missed = set(), set()
    rarely_used = ({"training_bonus": "converting"}, {"hire_option": "both"})
    more_games = [
        Case(3, settings, data_seed) for settings in rarely_used for data_seed in range(6)
    ]
    for case in [*switches(), *mixtures(40), *more_games]:
        trace = case.trace()
        rules = trace[0]["rules"]
        for switch, stated, corruption in wrong_switch_values(trace, SWITCHES, chosen_values):
            claim = describe_claim(switch, rules[switch], stated)
            if claim not in caught:
                (caught if is_caught(case, corruption.applied_to(trace)) else missed).add(claim)
    assert missed - caught == set(SAME_GAME_UNDER_ANOTHER_RULE)
