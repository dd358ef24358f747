"""The leagues of Eleven's fast engine, and the judgement of their traces."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES
from referee.corruptions import Trace
from referee.eleven.altered import altered
from referee.eleven.playing import Case
from referee.eleven.reference_engine import ReferenceEngine, Replayed
from referee.playing import trace_lines

STRATEGIES = ("balanced", "hasty", "random", "quick")


@cache
def components_of(data_seed: int | None) -> Components:
    """Return the package's components, or one of many sets of random data."""
    if data_seed is None:
        return load()
    return Components.from_dict(altered(load().as_dict(), Random(data_seed)), "random data")


def engine_of(case: Case) -> Engine:
    """Return the fast engine of a case."""
    seats = [load_strategy(name) for name in STRATEGIES[: case.managers]]
    rules = RULES.resolve("league", dict(case.settings))
    return Engine(components_of(case.data_seed), rules, seats, case.seed)


def engine_trace(case: Case, game: int = 0) -> Trace:
    """Play a league with the fast engine, and read its trace back."""
    return [json.loads(line) for line in trace_lines(engine_of(case).replay(game))]


def rounded(event: dict[str, Any]) -> dict[str, Any]:
    """Round an event's win shares as in a trace."""
    if event["e"] != "final":
        return event
    managers = [
        {**manager, "win_share": round(manager["win_share"], 5)} for manager in event["managers"]
    ]
    return {**event, "managers": managers}


def replayed(trace: Trace, data: Data) -> Trace:
    """Play the same league with the reference engine: same seed, game and decisions."""
    setup = trace[0]
    engine = ReferenceEngine(
        data,
        setup["rules"],
        [manager["strategy"] for manager in setup["managers"]],
        Replayed(trace),
        seed=setup["seed"],
        game=setup["game"],
    )
    return [json.loads(json.dumps(event)) for event in engine.events()]


def play_and_judge(case: Case, games: int, first: int = 0) -> None:
    """Play leagues; fail if the referee or the reference engine disagrees."""
    engine = engine_of(case)
    data = Data(components_of(case.data_seed).as_dict())
    for game in range(first, first + games):
        trace = [json.loads(line) for line in trace_lines(engine.replay(game))]
        try:
            ReferenceGame(trace, data).play()
        except Disagreement as error:
            where = f"{case}; seed {engine.seed}, game {game}"
            raise AssertionError(f"{where}: {error}\n{error.record}") from None
        assert [*map(rounded, replayed(trace, data))] == [*map(rounded, trace)]
