"""The referee of Eleven accepts games that its own rule functions play with modules."""

from __future__ import annotations

import pytest
from sampled import some

from eoc_sim.referee.eleven.tables import SEASON_MODULES, SHARED_MODULES
from referee.eleven.module_games import Modules, league_modules, mixtures, solo_games, switches
from referee.eleven.modules_engine import EVENTS, Replayed

CASES = [*league_modules(), *switches(), *solo_games(), *mixtures(40)]


@pytest.mark.parametrize("case", some(CASES, 24), ids=str)
def test_games_played_by_the_rules_are_accepted(case: Modules):
    """LAY-3, SWI-1: games with every module and switch value are replayed from the decisions
    alone."""
    trace = case.trace()
    case.judge(trace)
    assert case.played(Replayed(trace)) == trace


@pytest.mark.slow
def test_the_games_have_every_event_and_module():
    """LAY-3: the games have the events of all modules."""
    traces = [case.trace() for case in CASES]
    events = {event["e"] for trace in traces for event in trace}
    assert events >= EVENTS | {"payout", "half", "first_goal", "winter_break", "goal"}
    for module in {*SHARED_MODULES, *SEASON_MODULES}:
        assert any(trace[0]["rules"].get(module) == "on" for trace in traces), module
