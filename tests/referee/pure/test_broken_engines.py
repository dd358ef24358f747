"""The referee objects to engines that break a rule, and names the rule."""

from __future__ import annotations

import zlib
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from referee.pure.breaking import BROKEN, Broken, Game

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.referee.eoc.data import Data
from eoc_sim.referee.eoc.game import Disagreement, ReferenceGame

for file in sorted(Path(__file__).parent.glob("broken_*.py")):
    import_module(f"referee.pure.{file.stem}")  # each adds its engines to BROKEN

GAMES = 12
"""The number of games within which a broken engine must be detected; most need only one."""


def seed(game: Game) -> int:
    return zlib.crc32(str(game).encode())


def judge(game: Game, events: list[dict[str, Any]]) -> str:
    """Return the rule that the referee finds broken, or ""."""
    try:
        ReferenceGame(events, data(game), game.line_up == "nameless").play()
    except Disagreement as error:
        return error.rule
    return ""


@lru_cache
def data(game: Game) -> Data:
    return Data(game.components.as_dict())


def trace(game: Game, number: int) -> tuple[list[dict[str, Any]], str]:
    """Play a game as far as possible; return it with the reason for an early end.

    In a broken engine a strategy may soon order something that even this engine refuses, and the
    engine may crash on the state that its own bug has produced.
    """
    worker = game.engine(seed(game)).worker()
    refusal = ""
    try:
        worker.play_traced(number)
    except (EngineError, StrategyError) as error:
        refusal = str(error)
    return worker.events(), refusal


@lru_cache
def verdict_on_correct_engine(game: Game, games: int) -> tuple[str, str]:
    """Return the verdicts of the referee and the correct engine on one game.

    It is the first game in which the engine refuses something, or else the last game.
    """
    for number in range(games):
        events, refusal = trace(game, number)
        if refusal:
            break
    return judge(game, events), refusal


def broken_engine_params() -> list[Any]:
    """List all broken engines; without ``--long`` only a few of them run.

    Counting only engines that are the first to break a rule, every third runs by default.
    """
    broken_before: set[str] = set()
    with_new_rules = 0
    engines = []
    for broken in BROKEN:
        rules = set(broken.rules.split())
        with_new_rules += not rules <= broken_before
        runs_by_default = not rules <= broken_before and with_new_rules % 3 == 1
        engines.append(
            pytest.param(broken, id=str(broken), marks=() if runs_by_default else pytest.mark.slow)
        )
        broken_before |= rules
    return engines


@pytest.mark.parametrize("broken", broken_engine_params())
def test_a_broken_engine_is_detected(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee names a broken rule; the correct engine plays legally or refuses."""
    broken_rule, refusal = verdict_on_correct_engine(broken.game, GAMES if broken.refused else 1)
    if broken.refused:
        assert f": {broken.refused}: " in refusal
    else:
        assert broken_rule == "" and refusal == ""
    for change in broken.changes:
        change.apply(monkeypatch)
    for number in range(GAMES):
        broken_rule = judge(broken.game, trace(broken.game, number)[0])
        if broken_rule:
            break
    assert broken_rule in broken.rules.split(), (
        broken_rule or "the referee has not noticed anything"
    )


def test_every_chapter_of_the_rules_is_broken() -> None:
    """The broken engines cover all chapters whose rules a trace can show."""
    chapters = {rule.partition("-")[0] for broken in BROKEN for rule in broken.rules.split()}
    assert chapters >= {
        "SET", "TIM", "DRA", "DIC", "ACT", "END", "SCO", "CUT", "AUC", "FAM", "SOLO", "PAY", "CAR"
    }  # fmt: skip


def test_no_two_broken_engines_have_the_same_description() -> None:
    assert len({broken.what for broken in BROKEN}) == len(BROKEN)
