"""Measure the cost of copying, forking and redealing games, and of interventions.

    python benchmarks/branching.py                  # a minute
    python benchmarks/branching.py --versions       # also forked versions: two more minutes
    python benchmarks/branching.py --interventions  # also unused interventions: two more minutes

Times are CPU time of one thread. For the cost of unused interventions, two kernels take turns in
one run, chunk by chunk: the current kernel, and one whose rules never check for interventions.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from numba import njit

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.hidden import redeal
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.state import changing_fields, copy_state, state_dtype
from eoc_sim.simulator.eoc.twins import Fork, inert_card
from eoc_sim.simulator.runs.forking import altered_cards
from eoc_sim.simulator.runs.tasks import KeptRowCollector, Task, TaskRunner
from eoc_sim.simulator.runs.version_options import VersionOptions

ARCHETYPES = ("hoarder", "quick_start", "vegas", "marketing_drip")
CHUNK = 400
PAIRS = 25

CHILD = """
import sys, time
from eoc_sim.simulator.eoc import actions, play
from eoc_sim.simulator.kernel.compiled import compiled

if sys.argv[1] == "without":
    @compiled
    def skip_card(state, card):
        pass

    @compiled
    def skip_month(state):
        pass

    actions.switch_off, play.give = skip_card, skip_month

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve

seats = [load_strategy(name) for name in sys.argv[2].split(",")]
worker = Engine(load(), resolve("standard"), seats, 1).worker()
worker.play(0, 50, [])
print("ready", flush=True)
for line in sys.stdin:
    started = time.process_time()
    worker.play(0, int(line), [])
    print(time.process_time() - started, flush=True)
"""


def engine() -> Engine:
    return Engine(load(), resolve("standard"), [load_strategy(name) for name in ARCHETYPES], 1)


def seconds(work: Callable[[int], object], min_seconds: float = 0.5) -> float:
    """Measure a call's CPU seconds, as the best of five repeated runs."""
    work(1)
    number = 1
    while True:
        start = time.process_time()
        work(number)
        if (seconds := time.process_time() - start) > min_seconds / 5:
            break
        number *= 2
    times = [seconds / number]
    for _ in range(4):
        start = time.process_time()
        work(number)
        times.append((time.process_time() - start) / number)
    return min(times)


def kernel_costs() -> None:
    archetypes = engine()
    first, second = archetypes.worker(), archetypes.worker()
    first.set_up(0)
    first.play_until("acting", 6)

    @njit
    def copies(states: Any, sources: Any, number: int) -> None:
        for _ in range(number):
            copy_state(states[0], sources[0])

    @njit
    def redeals(states: Any, number: int) -> None:
        for key in range(number):
            redeal(states[0], 0, key)

    game = seconds(lambda number: second.play(0, number, []))
    copy = seconds(lambda number: copies(second.states, first.states, number))
    second.copy_from(first)
    deal = seconds(lambda number: redeals(second.states, number))
    print(
        f"state {state_dtype.itemsize / 1024:.0f} KiB, of which a game changes "
        f"{changing_fields.size / 1024:.0f} KiB"
    )
    print(f"a game of the archetypes  {1e6 * game:8.1f} microseconds")
    print(
        f"a copy                    {1e6 * copy:8.2f} microseconds, "
        f"{100 * copy / game:.2f} % of a game"
    )
    print(
        f"a redeal                  {1e6 * deal:8.2f} microseconds, "
        f"{100 * deal / game:.2f} % of a game"
    )


def fork_costs(games: int = 60) -> None:
    archetypes = engine()
    fork, replay = Fork(archetypes), archetypes.worker()
    tables = ["seats", "cards"]
    fork_time = replay_time = 0.0
    twins = 0
    for game in range(games):
        rows = fork.play(game, tables)["cards"]
        inert_cards = [
            inert_card(archetypes.components.cards[row].number)
            for row in rows["card"][rows["played_month"] > 0]
        ]
        start = time.process_time()
        fork.twins(inert_cards, tables)
        between = time.process_time()
        for change in inert_cards:
            replay.play(game, 1, tables, change)
        replay_time += time.process_time() - between
        fork_time += between - start
        twins += len(inert_cards)
    print(
        f"{twins} twins, each without one of the played cards: {1e6 * fork_time / twins:.0f} "
        f"microseconds each by fork, {1e6 * replay_time / twins:.0f} by replay from set-up"
    )


def version_costs() -> None:
    """Compare the cost of forking versions and of playing them from set-up.

    Both sides take turns at the same games. Each version changes the stars of one card.
    """
    for players in (4, 3, 2):
        base = GAME.baseline(VersionOptions(seats=ARCHETYPES[:players]))
        cards = [card.number for card in base.components.cards if card.stars != 9]
        order = np.random.default_rng(1).permutation(cards)
        for number, games, pairs in ((1, 384, 16), (5, 128, 14), (20, 128, 6)):
            changes = [((f"card.{card}.stars", "9"),) for card in order[:number]]
            versions = GAME.align([base, *(GAME.change(base, change) for change in changes)])
            engines = GAME.engines(versions, 1, "balanced")
            rows = KeptRowCollector(GAME.tables, GAME.standings, GAME.default_tables)
            sides = [
                TaskRunner(engines, rows, cards) for cards in (altered_cards(GAME, versions), None)
            ]
            arms = tuple(range(len(versions)))
            ratios = []
            for pair in range(-1, pairs):
                seconds = {}
                for side in (0, 1) if pair % 2 else (1, 0):
                    start = time.process_time()
                    sides[side].play(Task(arms, (pair + 1) * games, games))
                    seconds[side] = time.process_time() - start
                if pair >= 0:
                    ratios.append(seconds[1] / seconds[0])
            low, high = np.quantile(ratios, (0.25, 0.75))
            print(
                f"{players} players, {number} version{'s' * (number > 1)}: forks play "
                f"{median(ratios):.2f} times as many games per second of CPU time (the middle half "
                f"of {pairs} pairs: {low:.2f} to {high:.2f})",
                flush=True,
            )


def answer(process: subprocess.Popen[str], question: str = "") -> str:
    """Write a question to a process, and return its answer."""
    assert process.stdin is not None and process.stdout is not None  # both are pipes
    process.stdin.write(question)
    process.stdin.flush()
    return process.stdout.readline()


def intervention_costs() -> None:
    with tempfile.TemporaryDirectory() as cache:
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", CHILD, variant, ",".join(ARCHETYPES)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, **({"EOC_SIM_CACHE": cache} if variant == "without" else {})},
            )
            for variant in ("with", "without")
        ]
        for process in processes:
            answer(process)
        ratios = []
        for pair in range(PAIRS):
            times = {}
            for variant in (0, 1) if pair % 2 else (1, 0):
                times[variant] = float(answer(processes[variant], f"{CHUNK}\n"))
            ratios.append(times[0] / times[1])
        for process in processes:
            process.communicate()
    low, high = np.quantile(ratios, (0.25, 0.75))
    print(
        f"unused interventions: {median(ratios):.3f} times the CPU time of a kernel without "
        f"them (the middle half of {PAIRS} pairs: {low:.3f} to {high:.3f})"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interventions", action="store_true")
    parser.add_argument("--versions", action="store_true")
    options = parser.parse_args()
    kernel_costs()
    fork_costs()
    if options.interventions:
        intervention_costs()
    if options.versions:
        version_costs()
