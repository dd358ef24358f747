"""Play games on request and report their time: one side of compare_speed.py.

    python benchmarks/speed_server.py SEATS GAME

First it writes the package's folder and the decisions per game, as JSON. Then it reads lines
``FIRST GAMES`` (a game's number and how many games to play), and writes for each the CPU time of
these games in seconds. It runs in the environment of any commit, so it only uses an engine with the
standard rules and a worker.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path

import eoc_sim

WARM_UP_GAMES = 200
"""Games played first, to count decisions and warm up caches."""


def main() -> None:
    """Answer requests until there are no more lines."""
    components, engine, rules = (
        import_module(f"eoc_sim.simulator.{sys.argv[2]}.{name}")
        for name in ("components", "engine", "rules")
    )
    seats = [engine.load_strategy(name) for name in sys.argv[1].split(",")]
    standard = rules.RULES.resolve("standard")
    worker = engine.Engine(components.load(), standard, seats, 1).worker()
    decisions = worker.play(0, WARM_UP_GAMES, ["games"])["games"]["decisions"].mean()
    package = Path(eoc_sim.__file__).resolve().parent
    print(json.dumps({"package": str(package), "decisions": float(decisions)}), flush=True)
    for line in sys.stdin:
        first, games = map(int, line.split())
        start = time.thread_time()
        worker.play(first, games, [])
        print(time.thread_time() - start, flush=True)


if __name__ == "__main__":
    main()
