"""The referee catches every field corruption that changes a game's meaning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eoc_sim.referee.eoc.game import Disagreement, ReferenceGame
from eoc_sim.referee.eoc.tables import COLOURS, SWITCHES
from eoc_sim.simulator.eoc.engine import Engine
from referee.corruptions import Trace, wrong_switch_values
from referee.harmless import HARMLESS, SAME_GAME_UNDER_ANOTHER_RULE
from referee.judging import judge_corruptions
from referee.playing import Case, data_of, engine_of, presets, switches, trace_lines

CASES = [
    Case("standard", 4, "mixed"),
    Case("family", 3, "wilful"),
    Case("cutthroat", 4, "mixed", {"auction": "on"}),
    Case("solo", 1, "mixed"),
    Case(
        "standard", 3, "wilful",
        {"stash": "open_draft", "coach_choice": "reverse_turn_order", "regions": "clockwise"},
    ),
    Case("standard", 2, "wilful", {"stash": "starter"}, data_seed=3),
    Case("cutthroat", 4, "wilful", {"trade_fee": "ec2", "packages": "refunded"}, data_seed=7),
]  # fmt: skip
SEED = 5
RARE = [(CASES[6], 221, "roll_off"), (CASES[6], 9, "bookie"), (CASES[3], 245, "die")]
"""Games with an event that the cases' first games lack, or that has a rare harmless corruption."""


def trace_of(case: Case, engine: Engine, game: int = 0) -> Trace:
    """Return the trace of a legal game as the program writes it."""
    trace = [json.loads(line) for line in trace_lines(engine.replay(game))]
    ReferenceGame(trace, data_of(case)).play()
    return trace


def is_caught(case: Case, corrupted: Trace) -> bool:
    try:
        ReferenceGame(corrupted, data_of(case)).play()
    except Disagreement:
        return True
    return False


def judge_cases(number: int, part: int = 0, parts: int = 1) -> set[str]:
    """Judge some corruptions of every kind; return the excuses needed."""
    games = [(case, 0, "") for case in CASES] + RARE
    traces = [(case, trace_of(case, case.engine(SEED), game), event) for case, game, event in games]
    return judge_corruptions(traces, COLOURS, is_caught, HARMLESS, number, part, parts)


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 12))]
)
def test_a_few_corruptions_of_every_kind(part: int):
    """Two corruptions of each kind are judged; the first part covers every field of every event."""
    judge_cases(2, part, parts=12)


@pytest.mark.slow
def test_many_corruptions_of_every_kind():
    """Every corruption is caught or excused, and every excuse is needed."""
    assert judge_cases(40) == {excuse.what for excuse in HARMLESS}


def few_values(values: list[Any]) -> list[Any]:
    """Return all values, or only a few if there are many."""
    return values if len(values) < 16 else [*values[:3], values[len(values) // 2], values[-1]]


@pytest.mark.slow
def test_every_wrong_switch_value_is_caught_in_some_game():
    """SWI: each switch's value in the trace is replaced by each of its other values.

    The other corruptions leave the rules of a trace as they are.
    """
    cases = [*presets(), *switches()]
    games = [(case, trace_of(case, engine_of(case))) for case in cases]
    caught, missed = set(), set()
    for case, trace in games:
        rules = trace[0]["rules"]
        for switch, stated, corruption in wrong_switch_values(trace, SWITCHES, few_values):
            claim = (switch, rules[switch], stated)
            if claim not in caught:
                (caught if is_caught(case, corruption.applied_to(trace)) else missed).add(claim)
    assert missed - caught == set(SAME_GAME_UNDER_ANOTHER_RULE)
