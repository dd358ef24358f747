"""A strategy's decision times, compared with another's in the same run."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.worker import GameWorker
from eoc_sim.simulator.runs.checks.match import OK, WARNING, CheckedMatch, Contract, ContractPoint
from eoc_sim.simulator.runs.checks.situations import Situation, situations

TIME = "time"
MAX_SLOWDOWN = 10.0
"""The greatest slowdown, relative to the other strategy, that gets no warning."""
REPETITIONS, TIMINGS = 32, 3
"""Repetitions of a decision per timing, and timings per decision.

The shortest timing counts.
"""
PAIRS, CHUNK_SECONDS = 7, 0.06


@dataclass(frozen=True)
class DecisionTimes:
    """Microseconds per decision: the median, and the 99th percentile."""

    median: float
    percentile_99: float


@dataclass(frozen=True)
class RelativePace:
    """The ratio of two tables' games per second: median and range.

    Each table has copies of one strategy in all seats. The ratio is the first table's speed divided
    by the second's.
    """

    middle: float
    least: float
    most: float
    pairs: int

    def words(self) -> str:
        """Write the median and the range.

        >>> RelativePace(1.04, 0.951, 12.2, 7).words()
        '1.0 (0.95 to 12)'
        """
        middle, minimum, maximum = (
            f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}" if rate >= 1 else f"{rate:.2g}"
            for rate in (self.middle, self.least, self.most)
        )
        return f"{middle} ({minimum} to {maximum})"


def number_words(number: int) -> str:
    """Write a number up to six as a word.

    >>> number_words(4)
    'four'
    """
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)


def report_pace(strategy: Strategy, match: CheckedMatch) -> ContractPoint:
    """Report a strategy's decision times and its table's speed."""
    name = match.contract.comparison
    comparison = match.contract.strategy(name)
    own, other = decision_times(strategy, match), decision_times(comparison, match)
    return judge_pace(
        relative_pace(strategy, match.contract),
        match.contract,
        f"median {own.median:.2g} µs per decision, {own.percentile_99:.2g} µs or more for 1 in 100 "
        f"({name} {other.median:.2g} and {other.percentile_99:.2g}); ",
    )


def judge_pace(pace: RelativePace, contract: Contract, times: str = "") -> ContractPoint:
    """Report a table's speed, preceded by a strategy's decision times if known."""
    name, players = contract.comparison, number_words(contract.usual_players)
    summary = (
        f"{times}a table of {players} plays {pace.words()} times as many games a second as one "
        f"with {name} in every seat, in {pace.pairs} measurements"
    )
    if pace.most >= 1 / MAX_SLOWDOWN:
        return ContractPoint(TIME, OK, summary)
    return ContractPoint(
        TIME, WARNING, f"{summary}: a game takes more than {MAX_SLOWDOWN:g} times as long"
    )


def decision_times(strategy: Strategy, match: CheckedMatch) -> DecisionTimes:
    """Time a strategy's decisions in one game per seat, without searches."""
    engine = match.engine(strategy, "rotate")
    worker, saved_game, twin = (engine.worker() for _ in range(3))
    microseconds = []
    for game in range(match.players):
        for situation in situations(engine, game, worker, saved_game):
            twin.copy_from(saved_game)
            situation.ask(twin)
            total, overhead = (_seconds(situation, twin, times) for times in (REPETITIONS, 0))
            microseconds.append(1e6 * max(total - overhead, 0.0) / REPETITIONS)
    return DecisionTimes(*(float(quantile) for quantile in np.quantile(microseconds, (0.5, 0.99))))


def _seconds(situation: Situation, twin: GameWorker, times: int) -> float:
    """Return the shortest measured time for ``times`` repeated questions."""
    timings = []
    for _ in range(TIMINGS):
        twin.copy_from(situation.saved_game)
        start = time.perf_counter()
        situation.ask(twin, times)
        timings.append(time.perf_counter() - start)
    return min(timings)


def relative_pace(strategy: Strategy, contract: Contract) -> RelativePace:
    """Compare the speeds of two strategies' tables, measured alternately."""
    own, other = (
        contract.engine([player] * contract.usual_players).worker()
        for player in (strategy, contract.strategy(contract.comparison))
    )
    lengths = [_games_per_measurement(worker) for worker in (own, other)]
    ratios: Sequence[float] = sorted(
        _speed(own, lengths[0]) / _speed(other, lengths[1]) for _ in range(PAIRS)
    )
    return RelativePace(ratios[PAIRS // 2], ratios[0], ratios[-1], PAIRS)


def _games_per_measurement(worker: GameWorker) -> int:
    """Estimate the number of games per measurement, at least one."""
    worker.play(0, 1, [])
    start = time.process_time()
    worker.play(1, 1, [])
    seconds = max(time.process_time() - start, 1e-5)
    return max(1, round(CHUNK_SECONDS / seconds))


def _speed(worker: GameWorker, games: int) -> float:
    """Return games per second of CPU time."""
    start = time.process_time()
    worker.play(0, games, [])
    return games / max(time.process_time() - start, 1e-9)
