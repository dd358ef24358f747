"""Tasks and their results, in a thread, a process or a cluster.

A task is a range of games of one or more versions. A `RowCollector` processes the task's rows where
they are made, and only the result is sent back: the rows if a run keeps tables, otherwise sums.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from eoc_sim.simulator.runs.forking import TRUNK, TRUNK_GAMES, AlteredCards, groups
from eoc_sim.simulator.runs.game import Engine, Table
from eoc_sim.simulator.runs.standings import Tally
from eoc_sim.simulator.runs.tables import narrow


@dataclass(frozen=True)
class Task:
    """A range of games from ``first_game`` onwards, for each of these arms."""

    arms: tuple[int, ...]
    first_game: int
    games: int


@dataclass(frozen=True)
class TaskResult:
    """The result of a played task.

    ``collected`` is the rows or sums that the `RowCollector` made of the task's rows. ``seconds``
    is the CPU time of each arm's games.
    """

    collected: Any
    seconds: Mapping[int, float]


class RowCollector(Protocol):
    """Collects the rows of a task's games."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the tables whose rows an arm needs."""

    def collect(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> Any:
        """Process the rows of these games, by arm and table."""


@dataclass(frozen=True)
class Rows:
    """One arm's rows for files, and its games' sums for standings."""

    tables: Mapping[str, Mapping[str, np.ndarray]]
    """The rows by table and column."""
    sums: Mapping[int, np.ndarray]
    """The result of `Tally.game_sums`."""

    @property
    def size(self) -> int:
        """The number of bytes that the rows take in memory."""
        return sum(column.nbytes for columns in self.tables.values() for column in columns.values())


@dataclass(frozen=True)
class KeptRowCollector:
    """Gathers the rows of the tables that a run keeps.

    Tables in ``kept_tables`` are kept for every arm, those in ``kept_current`` only for arm 0.
    """

    declarations: Mapping[str, Table]
    standings: Table
    kept_tables: tuple[str, ...]
    kept_current: tuple[str, ...] = ()

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the kept tables, and the table of the standings."""
        return tuple(dict.fromkeys((*self._kept_tables(arm), self.standings.name)))

    def collect(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> dict[int, Rows]:
        """Convert the rows of each arm to the types of the files."""
        return {
            arm: Rows(
                {
                    name: narrow(self.declarations[name], tables[name])
                    for name in self._kept_tables(arm)
                },
                Tally(self.standings).game_sums(tables[self.standings.name]),
            )
            for arm, tables in rows.items()
        }

    def _kept_tables(self, arm: int) -> tuple[str, ...]:
        return self.kept_tables if arm else self.kept_tables + self.kept_current


class TaskRunner:
    """Plays tasks in any number of threads, each with its own workers.

    The trunk's games are played once for all of a task's arms that are in ``altered_cards``. These
    arms play only the rest of their games, from the fork onwards.
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        collector: RowCollector,
        altered_cards: AlteredCards | None = None,
    ) -> None:
        self._engines = engines
        self._collector = collector
        self._altered_cards = altered_cards or {}
        self._trunks: list[Any] = []
        self._workers: list[list[Any]] = [[] for _ in engines]
        self._lock = threading.Lock()

    def play(self, task: Task) -> TaskResult:
        """Play a task in this thread.

        Raises:
            StrategyError: a strategy acted illegally or failed.
        """
        rows: dict[int, Mapping[str, np.ndarray]] = {}
        seconds: dict[int, float] = {}
        for arms in groups(task.arms, self._altered_cards):
            workers = {arm: self._worker(arm) for arm in arms}
            if len(arms) == 1:
                start = time.thread_time()
                tables = self._collector.tables(arms[0])
                rows[arms[0]] = workers[arms[0]].play(task.first_game, task.games, tables)
                seconds[arms[0]] = time.thread_time() - start
            else:
                self._play_forked(task, workers, rows, seconds)
            with self._lock:
                for arm, worker in workers.items():
                    self._workers[arm].append(worker)
        return TaskResult(self._collector.collect(task.first_game, task.games, rows), seconds)

    def _play_forked(
        self,
        task: Task,
        workers: Mapping[int, Any],
        rows: dict[int, Any],
        seconds: dict[int, float],
    ) -> None:
        """Play a batch of the trunk's games, then their forks, and repeat."""
        with self._lock:
            trunks = self._trunks.pop() if self._trunks else None
        if trunks is None:
            trunks = workers[TRUNK].room_for_trunks(TRUNK_GAMES)
        parts: dict[int, list[Mapping[str, np.ndarray]]] = {arm: [] for arm in workers}
        seconds |= dict.fromkeys(workers, 0.0)
        end = task.first_game + task.games
        for first_game in range(task.first_game, end, TRUNK_GAMES):
            games = min(TRUNK_GAMES, end - first_game)
            for arm, worker in workers.items():
                start = time.thread_time()
                play = worker.play_trunks if arm == TRUNK else worker.play_forks
                parts[arm].append(play(first_game, games, self._collector.tables(arm), trunks))
                seconds[arm] += time.thread_time() - start
        for arm, chunks in parts.items():
            rows[arm] = {
                table: np.concatenate([chunk[table] for chunk in chunks]) for table in chunks[0]
            }
        with self._lock:
            self._trunks.append(trunks)

    def _worker(self, arm: int) -> Any:
        with self._lock:
            if self._workers[arm]:
                return self._workers[arm].pop()
        worker: Any = self._engines[arm].worker()
        if arm in self._altered_cards:
            worker.mark_altered(self._altered_cards[arm])
        return worker
