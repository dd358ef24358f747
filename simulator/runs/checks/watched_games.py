"""Games in pure Python, with records compared around every decision.

A separate process plays them, because NUMBA_DISABLE_JIT is read when Python starts. Its scores are
compared with those of the same games at full speed.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.kernel.record_writes import forbidden_writes
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.watching import Watch
from eoc_sim.simulator.runs.checks.match import (
    OK,
    SKIPPED,
    CheckedMatch,
    Contract,
    ContractPoint,
    with_small_budget,
)

OWN_RECORDS = "own records"
SCORES_DIFFER = (
    "the same games score differently compiled and in pure Python: does a function keep something "
    "outside me.memory, or rely on how numbers overflow or round?"
)


def watched_games(
    strategy: Strategy, matches: Sequence[CheckedMatch], games: int, *, illegal: bool = False
) -> ContractPoint:
    """Check that a strategy writes only its memory and order.

    Each match has ``games`` games. With ``illegal``, the strategy is known to act illegally: if a
    game fails without forbidden writes, the point is skipped.
    """
    for match in matches:
        answer = _play_apart(strategy.spec, match, games)
        faults = list(answer.get("faults", ())) or forbidden_writes(
            strategy, match.contract.version.kernel().strategy_records
        )
        if "error" in answer and illegal and not faults:
            return ContractPoint(OWN_RECORDS, SKIPPED, "not checked until every action is legal")
        if "error" in answer:
            faults.append(f"in pure Python: {answer['error']}")
        elif not faults and _scores(match, strategy, games) != answer["scores"]:
            faults.append(SCORES_DIFFER)
        if faults:
            game = int(answer.get("game", 0))
            return match.fault(OWN_RECORDS, f": {' '.join(faults)}", strategy.spec, game)
    return ContractPoint(
        OWN_RECORDS,
        OK,
        f"{format_count(games * len(matches), 'watched game')}: nothing written except memory "
        "and order, and pure Python plays the same games",
    )


def _play_apart(spec: str, match: CheckedMatch, games: int) -> dict[str, Any]:
    """Play in a separate pure-Python process and return its findings."""
    process = subprocess.run(
        [sys.executable, "-P", "-m", __name__],
        input=json.dumps(
            {
                "spec": spec,
                "games": games,
                "module": match.contract.version.module("game"),
                "rules": match.rules,
                "players": match.players,
                "settings": dict(match.settings),
            }
        ),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if process.returncode != 0:
        lines = process.stderr.strip().splitlines() or ["it ended without a message"]
        return {"error": lines[-1]}
    return dict(json.loads(process.stdout))


def _scores(match: CheckedMatch, strategy: Strategy, games: int) -> list[int]:
    standings = match.contract.game.standings
    rows = match.engine(strategy).worker().play(0, games, [standings.name])[standings.name]
    return list(rows[standings.role("score").name].tolist())


def _play_watched(
    spec: str, games: int, module: str, rules: str, players: int, settings: Mapping[str, str]
) -> dict[str, Any]:
    contract = Contract(importlib.import_module(module).GAME)
    words, rounds = contract.game.declaration.words, contract.version.kernel().round_field
    faulty_games = []

    def locate(table: Any, me: Any) -> str:
        faulty_games.append(int(table.game))
        return f"game {table.game}, {words.round[0]} {getattr(table, rounds)}, seat {me.seat + 1}"

    watch = Watch(locate, contract.version.engine_type().scratch)
    strategy = watch.wrap(with_small_budget(contract.strategy(spec)))
    try:
        scores = _scores(contract.match(rules, players, settings), strategy, games)
    except InputError as error:
        return {"error": str(error), "faults": watch.faults}
    return {"faults": watch.faults, "scores": scores, "game": next(iter(faulty_games), 0)}


if __name__ == "__main__":
    try:
        # Only the answer goes to stdout, even if the strategy prints.
        with redirect_stdout(sys.stderr):
            result = _play_watched(**json.load(sys.stdin))
    except InputError as error:
        result = {"error": str(error)}
    print(json.dumps(result))
