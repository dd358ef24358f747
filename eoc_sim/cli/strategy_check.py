"""Plays a strategy under checks, for ``eoc-sim strategies check``.

First many games at full speed, in which the engine refuses what the rules do not allow; then a few
in pure Python, in a process of its own, in which every record is compared before and after every
decision, and the scores with those of the same games at full speed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.screen import count, plural, say
from eoc_sim.errors import InputError, StrategyError

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.kernel.strategy_files import Strategy

COMPANIONS = ("hoarder", "quick_start", "vegas")
SEED = 1
MAY_WRITE = {"me": ("memory", "draws")}
MOST_FAULTS = 20


def check_strategy(
    spec: str, games: int, watched: int, rules: str, settings: Mapping[str, str]
) -> bool:
    """Check a strategy and print what came of it; False if only these checks found a fault."""
    from eoc_sim.cli.playing import announce_compiling
    from eoc_sim.games import find
    from eoc_sim.simulator.eoc.rules import resolve

    announce_compiling(find("eoc"), quiet=False)
    rule_set = resolve(rules, settings)
    players = [1] if rule_set["solo"] == "on" else [2, 3, 4]
    for number in players:
        engine = make_engine(spec, number, rules, settings)
        _play_fast(engine, games)
    most = players[-1]
    faults = _watch(spec, most, watched, rules, settings)
    for fault in faults:
        say(f"FAULT  {fault}")
    if faults:
        return False
    say(
        f"OK     {plural(watched, 'watched game')}: nothing written but me.memory and order, and "
        "the same games in pure Python"
    )
    return True


def make_engine(
    spec: str, players: int, rules: str, settings: Mapping[str, str], *, watched: bool = False
) -> Engine:
    """The engine in which the strategy plays against the companions."""
    from eoc_sim.simulator.eoc.components import load
    from eoc_sim.simulator.eoc.engine import Engine, load_strategy
    from eoc_sim.simulator.eoc.rules import resolve

    strategy = load_strategy(spec)
    seats = [watch(strategy) if watched else strategy]
    seats += [load_strategy(name) for name in COMPANIONS[: players - 1]]
    return Engine(load(None), resolve(rules, settings), seats, SEED)


def _play_fast(engine: Engine, games: int) -> None:
    rotations = -(-games // engine.players) * engine.players
    rows = engine.worker().play(0, rotations, ["games", "seats"])
    own = rows["seats"][rows["seats"]["strategy"] == engine.strategy_ids[0]]
    decisions = rows["games"]["decisions"].sum() / rotations
    say(
        f"OK     {plural(engine.players, 'player')}, {count(rotations)} games: every action legal; "
        f"on average {own['score'].mean():.1f} stars, {own['recruits_signed'].mean():.1f} "
        f"recruits, {own['ec_wasted'].mean():.1f} EC wasted ({count(decisions)} decisions a game)"
    )


def _watch(
    spec: str, players: int, games: int, rules: str, settings: Mapping[str, str]
) -> list[str]:
    """Faults found in watched games, which a process in pure-Python mode plays."""
    asked = {
        "spec": spec, "players": players, "games": games, "rules": rules, "settings": settings
    }
    finished = subprocess.run(
        [sys.executable, "-m", "eoc_sim.cli.strategy_check"],
        input=json.dumps(asked), capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if finished.returncode != 0:
        lines = finished.stderr.strip().splitlines() or ["it ended without a word"]
        raise StrategyError(f"strategy {spec} cannot be played in pure Python: {lines[-1]}")
    answer = json.loads(finished.stdout)
    if "error" in answer:
        raise StrategyError(answer["error"])
    if answer["faults"]:
        return list(answer["faults"])
    engine = make_engine(spec, players, rules, settings)
    scores = engine.worker().play(0, games, ["seats"])["seats"]["score"].tolist()
    if scores == answer["scores"]:
        return []
    return [
        "The same games have other scores compiled than in pure Python: does a function keep "
        "something outside me.memory, or rely on how numbers overflow or round?"
    ]


def watch(strategy: Strategy) -> Strategy:
    """The strategy with every function under watch; found faults collect in ``FAULTS``."""
    return replace(
        strategy,
        functions={
            name: _watched(name, function) for name, function in strategy.functions.items()
        },
    )


FAULTS: list[str] = []
"""What the watched functions of this process have done wrong."""


def _watched(name: str, function: Any) -> Any:
    def call(table: Any, me: Any, params: Any, order: Any) -> Any:
        records = {"table": table, "me": me, "params": params}
        before = {label: _snapshot(record) for label, record in records.items()}
        answer = function(table, me, params, order)
        for label, record in records.items():
            for field in _changed(before[label], record, MAY_WRITE.get(label, ())):
                _note(
                    f"{name} writes {label}.{field} (game {table.game}, month {table.month}, "
                    f"seat {me.seat}); a strategy writes only me.memory and order."
                )
        if isinstance(answer, bool) or not hasattr(answer, "__index__"):
            _note(f"{name} returns {answer!r}; it should return a whole number.")
        return answer

    return call


def _note(fault: str) -> None:
    """Keep a fault; of one kind (function and field) the first is enough."""
    kind = fault.partition(" (")[0]
    if len(FAULTS) < MOST_FAULTS and not any(kind == one.partition(" (")[0] for one in FAULTS):
        FAULTS.append(fault)


def _snapshot(record: Any) -> dict[str, Any]:
    return {
        name: value.copy() if hasattr(value, "copy") else value
        for name, value in vars(record).items()
        if not name.startswith("_")
    }


def _changed(before: Mapping[str, Any], record: Any, allowed: Sequence[str]) -> list[str]:
    import numpy as np

    return [
        name
        for name, value in before.items()
        if name not in allowed and not np.array_equal(value, getattr(record, name))
    ]


def _play_watched(asked: Mapping[str, Any]) -> dict[str, Any]:
    engine = make_engine(
        asked["spec"], asked["players"], asked["rules"], asked["settings"], watched=True
    )
    rows = engine.worker().play(0, asked["games"], ["seats"])
    return {"faults": FAULTS, "scores": rows["seats"]["score"].tolist()}


if __name__ == "__main__":
    try:
        result = _play_watched(json.load(sys.stdin))
    except InputError as error:
        result = {"error": str(error)}
    print(json.dumps(result))
