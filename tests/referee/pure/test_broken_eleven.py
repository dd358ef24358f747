"""The referee objects to engines of Eleven that break a rule, and names the rule.

Each is the correct engine with one slip. Random managers consult the engine's own checks, so
without a check they do forbidden things. If random play never exposes a slip, another strategy
plays.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from referee.eleven.module_games import Modules
from referee.eleven.test_seasons_against_engine import package_components
from referee.playing import trace_lines
from referee.pure.eleven import cards, club, deals, league, matches, set_up
from referee.pure.eleven.breaking import Broken
from sampled import some
from test_rule_coverage import ELEVEN

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES

GAMES = 8
"""The number of games within which a broken engine must be detected; most need only one."""
BROKEN = [
    broken
    for chapters in (set_up, club, cards, matches, league, deals)
    for broken in chapters.BROKEN
]
TWIN = "A twin changes one thing against the rules on purpose; the referee does not judge twins."
NOT_IN_A_TRACE = {
    "LAY-2": "It is about the words of reports.",
    "INF-1": "A trace states all that happens, but not who sees it.",
    "INF-2": "A trace states all that happens, but not what is hidden from whom.",
    "INF-3": "Managers' expectations are in their records, which a trace does not contain.",
    "INF-5": "It names the functions of strategies; a trace has only their answers.",
    "INF-6": "It is about a helper of strategies; any legal layout is correct.",
    "RND-1": "Any draw is possible; only many games show how often it comes up.",
    "TER-2": "It is about a report on the data.",
    "TWI-1": TWIN,
    "TWI-2": TWIN,
    "TWI-3": TWIN,
    "SWI-1": "Settings are refused before a game begins.",
}
"""The rules whose breach no game of an engine can show, and why."""


def rules_of(case: Modules) -> Any:
    return RULES.resolve("standard", {"layer": "season", **case.settings})


@cache
def data() -> Data:
    """Return the package's components as the referee reads them."""
    return Data(package_components().as_dict())


def judge(case: Modules, strategy: str, game: int) -> str:
    """Return the rule that the referee finds broken in a game, or ""."""
    seats = [load_strategy(strategy)] * case.managers
    worker = Engine(package_components(), rules_of(case), seats, case.seed).worker()
    with suppress(EngineError, StrategyError):  # the game ends there
        worker.play_traced(game)
    try:
        events = [json.loads(line) for line in trace_lines(worker.events())]
        ReferenceGame(events, data()).play()
    except Disagreement as error:
        return error.rule
    return ""


@cache
def verdict_on_correct_engine(case: Modules, strategy: str) -> str:
    """Return the referee's verdict on the correct engine's first game."""
    return judge(case, strategy, 0)


@pytest.mark.parametrize("broken", some(BROKEN, 12), ids=str)
def test_a_broken_engine_is_detected(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee names the broken rule, and none in the correct engine's game."""
    case, strategy = broken.case, broken.strategy
    assert verdict_on_correct_engine(case, strategy) == ""
    broken.change.apply(monkeypatch)
    rule = next(filter(None, (judge(case, strategy, game) for game in range(GAMES))), "")
    assert rule in broken.rules.split(), rule or "the referee has not noticed anything"


def test_every_rule_is_broken() -> None:
    """Every rule is broken by at least one engine in `BROKEN`, or listed in `NOT_IN_A_TRACE`."""
    broken = {engine.rule for engine in BROKEN}
    assert not broken & set(NOT_IN_A_TRACE)
    rules = {rule for rule in ELEVEN.ids if not rule.startswith("EX-")}
    assert rules == broken | set(NOT_IN_A_TRACE)
    assert len({engine.what for engine in BROKEN}) == len(BROKEN)
