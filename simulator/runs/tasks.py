"""Tasks and their results, in a thread, a process or a cluster.

A task is some games of some versions. A `Gathering` works on its rows where they are made, and only
its result travels: the rows of a run that keeps tables, or the sums of one that does not.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from eoc_sim.simulator.runs.engine import Engine, Worker
from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.standings import Tally
from eoc_sim.simulator.runs.tables import narrow


@dataclass(frozen=True)
class Task:
    """The games ``first_game`` .. + ``games`` of each of these arms."""

    arms: tuple[int, ...]
    first_game: int
    games: int


@dataclass(frozen=True)
class Played:
    """A played task: the result of its rows, in plain values.

    ``seconds`` is the processor time of each arm's games.
    """

    part: Any
    seconds: Mapping[int, float]


class Gathering(Protocol):
    """The processing of a task's rows."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the tables whose rows it needs of an arm."""

    def part(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> Any:
        """Process the rows of these games, by arm and table."""


@dataclass(frozen=True)
class Rows:
    """The rows of a one-arm task for files, and standings' sums."""

    tables: Mapping[str, Mapping[str, np.ndarray]]
    """By table and column."""
    sums: Mapping[int, np.ndarray]
    """The sums of `Tally.game_sums`."""

    @property
    def size(self) -> int:
        """The bytes of the rows in memory."""
        return sum(one.nbytes for columns in self.tables.values() for one in columns.values())


@dataclass(frozen=True)
class KeptRows:
    """Gathers the rows of kept tables; a task is of one arm.

    ``kept`` are those of every arm, ``kept_current`` those of arm 0 alone.
    """

    declared: Mapping[str, Table]
    standings: Table
    kept: tuple[str, ...]
    kept_current: tuple[str, ...] = ()

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the kept tables, and that of the winners."""
        return tuple(dict.fromkeys((*self._kept(arm), self.standings.name)))

    def part(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> Rows:
        """Convert the rows to the types of the files."""
        ((arm, tables),) = rows.items()
        return Rows(
            {name: narrow(self.declared[name], tables[name]) for name in self._kept(arm)},
            Tally(self.standings).game_sums(tables[self.standings.name]),
        )

    def _kept(self, arm: int) -> tuple[str, ...]:
        return self.kept if arm else self.kept + self.kept_current


class Player:
    """Plays tasks in any number of threads, each with its own workers."""

    def __init__(self, engines: Sequence[Engine], gathering: Gathering) -> None:
        self._engines = engines
        self._gathering = gathering
        self._workers: list[list[Worker]] = [[] for _ in engines]
        self._lock = threading.Lock()

    def play(self, task: Task) -> Played:
        """Play a task in this thread.

        Raises:
            StrategyError: a strategy did something illegal, or failed.
        """
        rows, seconds = {}, {}
        for arm in task.arms:
            worker = self._worker(arm)
            started = time.thread_time()
            rows[arm] = worker.play(task.first_game, task.games, self._gathering.tables(arm))
            seconds[arm] = time.thread_time() - started
            with self._lock:
                self._workers[arm].append(worker)
        return Played(self._gathering.part(task.first_game, task.games, rows), seconds)

    def _worker(self, arm: int) -> Worker:
        with self._lock:
            if self._workers[arm]:
                return self._workers[arm].pop()
        return self._engines[arm].worker()
