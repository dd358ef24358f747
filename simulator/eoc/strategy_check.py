"""Plays a strategy under checks.

First many games at full speed, in which the engine refuses what the rules do not allow; then a few
in pure Python, in a process of its own, in which every record is compared before and after every
decision, and the scores with those of the same games at full speed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from typing import Any

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel.seating import games_a_round
from eoc_sim.simulator.kernel.watching import Watch

COMPANIONS = ("hoarder", "quick_start", "vegas")
SEED = 1
BUDGET, CHECKED_BUDGET = "rollouts", 24
"""The parameter of a strategy that searches, and what it is while nobody gives it a value: rollouts
under watch take a second each."""


@dataclass(frozen=True)
class Played:
    """Games played at full speed: how many, and means of the checked strategy's seats."""

    players: int
    games: int
    stars: float
    recruits: float
    wasted: float
    decisions: float
    """Decisions of a whole game, all seats together."""


@dataclass(frozen=True)
class WatchedGames:
    """Games to be played under watch: what `Engine` is made of, in plain values."""

    spec: str
    players: int
    games: int
    rules: str
    settings: Mapping[str, str]


def check_strategy(
    spec: str,
    *,
    games: int = 200,
    watched: int = 2,
    rules: str = "standard",
    settings: Mapping[str, str] | None = None,
    report: Callable[[Played], None] = lambda played: None,
) -> list[str]:
    """Check a strategy against the companions, with every number of players.

    Args:
        spec: the strategy's name or file; one that searches does so with `CHECKED_BUDGET`
            rollouts, unless it says how many.
        games: games at full speed for each number of players, rounded up to whole seatings.
        watched: games under watch, with most players.
        rules: the rule set's preset or file.
        settings: switches changed in it.
        report: told of every number of players when its games are played.

    Returns:
        The faults that only the watch found, one sentence each.

    Raises:
        StrategyError: a file that cannot be used, an illegal action, a failure.
    """
    changed = settings or {}
    spec = _with_small_budget(spec)
    numbers = [1] if resolve(rules, changed)["solo"] == "on" else [2, 3, 4]
    for players in numbers:
        report(_play_fast(_engine(spec, players, rules, changed), games))
    return find_faults(WatchedGames(spec, numbers[-1], watched, rules, changed))


def _with_small_budget(spec: str) -> str:
    """The strategy with few rollouts, if it searches and its budget is left open."""
    strategy = load_strategy(spec)
    declared = {one.name for one in strategy.declared}
    if "propose" in strategy.functions and BUDGET in declared and f":{BUDGET}=" not in spec:
        return f"{spec}:{BUDGET}={CHECKED_BUDGET}"
    return spec


def _engine(
    spec: str, players: int, rules: str, settings: Mapping[str, str], watch: Watch | None = None
) -> Engine:
    """The engine in which the strategy plays against the companions."""
    strategy = load_strategy(spec)
    seats = [watch.over(strategy) if watch else strategy]
    seats += [load_strategy(name) for name in COMPANIONS[: players - 1]]
    return Engine(load(None), resolve(rules, settings), seats, SEED)


def _play_fast(engine: Engine, games: int) -> Played:
    length = games_a_round(engine.seating, engine.players)
    whole = -(-games // length) * length
    rows = engine.worker().play(0, whole, ["games", "seats"])
    own = rows["seats"][rows["seats"]["strategy"] == engine.strategy_ids[0]]
    return Played(
        engine.players, whole, float(own["score"].mean()),
        float(own["recruits_signed"].mean()), float(own["ec_wasted"].mean()),
        float(rows["games"]["decisions"].sum() / whole),
    )


def find_faults(asked: WatchedGames) -> list[str]:
    """Faults found in watched games, which a process in pure-Python mode plays."""
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "eoc_sim.simulator.eoc.strategy_check"],
        input=json.dumps(asdict(asked)), capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if finished.returncode != 0:
        lines = finished.stderr.strip().splitlines() or ["it ended without a word"]
        raise StrategyError(f"strategy {asked.spec} cannot be played in pure Python: {lines[-1]}")
    answer = json.loads(finished.stdout)
    if "error" in answer:
        raise StrategyError(answer["error"])
    if answer["faults"]:
        return list(answer["faults"])
    engine = _engine(asked.spec, asked.players, asked.rules, asked.settings)
    scores = engine.worker().play(0, asked.games, ["seats"])["seats"]["score"].tolist()
    if scores == answer["scores"]:
        return []
    return [
        "The same games have other scores compiled than in pure Python: does a function keep "
        "something outside me.memory, or rely on how numbers overflow or round?"
    ]


def _play_watched(asked: WatchedGames) -> dict[str, Any]:
    watch = Watch(lambda table, me: f"game {table.game}, month {table.month}, seat {me.seat}")
    engine = _engine(asked.spec, asked.players, asked.rules, asked.settings, watch)
    rows = engine.worker().play(0, asked.games, ["seats"])
    return {"faults": watch.faults, "scores": rows["seats"]["score"].tolist()}


if __name__ == "__main__":
    try:
        # The answer alone goes to stdout, whatever the strategy prints.
        with redirect_stdout(sys.stderr):
            result = _play_watched(WatchedGames(**json.load(sys.stdin)))
    except InputError as error:
        result = {"error": str(error)}
    print(json.dumps(result))
