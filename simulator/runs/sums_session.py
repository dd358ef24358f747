"""One session of a run that keeps only the sums of games.

A task has games of all versions, so that the worker that plays the games can also compare the
versions game by game. Tasks are longer than those of other runs, since summing up takes a while
even for few games. A task has whole seating rounds, so that the run can be read at any point.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import GameError
from eoc_sim.simulator.runs.backends import Backend
from eoc_sim.simulator.runs.game import SHARD_GAMES
from eoc_sim.simulator.runs.planned_looks import PlannedLooks
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import SUMS
from eoc_sim.simulator.runs.run_totals import Totals, TotalsMaker
from eoc_sim.simulator.runs.session import BaseSession, Interruption, Progress
from eoc_sim.simulator.runs.shards import Shard, shard_of_sums
from eoc_sim.simulator.runs.standings import Tally
from eoc_sim.simulator.runs.tasks import Task, TaskResult

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.request import Request

MIN_TASK_SECONDS = 0.5
"""The minimum CPU time of a task, in seconds."""
MAX_GAMES = 6000
"""The maximum number of games in a task, over all versions.

All of them are in memory at the same time.
"""
REWRITE_ONE_IN = 100
"""The reciprocal of the share of unwritten games that causes a rewrite.

The sums are rewritten once at least `SHARD_GAMES` games, and at least one game in this many, are
unwritten.
"""


class OpenSums:
    """The sums of a run, to which threads may add games simultaneously.

    ``shards`` are the shards on disk.
    """

    def __init__(
        self,
        directory: RunDirectory,
        sums: TotalsMaker,
        shards: dict[tuple[str, int, int], Shard],
    ) -> None:
        self._directory = directory
        self._shards_on_disk = shards
        self._totals: Totals | None = None
        entry = shards.get((SUMS, 0, 0))
        if entry is not None:
            self._totals = sums.from_bytes((directory.path / entry.file).read_bytes())
        self.games = self._written_games = entry.games if entry else 0
        """The number of games summed up, beginning with the first."""
        self._waiting: dict[int, tuple[int, Totals]] = {}
        self._lock = threading.Lock()
        self._ended = False

    def write_list(self) -> None:
        """Rewrite the list of shards, which names at most one file."""
        self._directory.write_shard_file(self._shards_on_disk.values())

    def add(self, first_game: int, games: int, totals: Totals) -> None:
        """Add the sums of games, once all games before them are added."""
        with self._lock:
            if self._ended:
                return
            self._waiting[first_game] = games, totals
            while self.games in self._waiting:
                new_games, part = self._waiting.pop(self.games)
                self._totals = part if self._totals is None else self._totals.plus(part)
                self.games += new_games
            if self.games - self._written_games >= max(SHARD_GAMES, self.games // REWRITE_ONE_IN):
                self._write()

    def save(self) -> None:
        """Write the sums so far."""
        with self._lock:
            self._write()

    def end(self) -> None:
        """Write the sums so far and ignore later additions."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._write()

    def _write(self) -> None:
        if self._totals is None or self.games == self._written_games:
            return
        content = self._totals.to_bytes()
        entry = shard_of_sums(0, 0, self.games, content)
        self._directory.write_shards([(entry, content)])
        self._shards_on_disk[SUMS, 0, 0] = entry
        self._written_games = self.games


class SumsSession(BaseSession):
    """One session of a summed-up run, in a locked directory.

    No task extends across one of the planned ``looks``.
    """

    def __init__(
        self,
        request: Request,
        directory: RunDirectory,
        sums: OpenSums,
        tally: Tally,
        backend: Backend,
        progress: Callable[[Progress], None] | None,
        looks: PlannedLooks,
    ) -> None:
        super().__init__(request, directory, tally, backend, progress)
        self._sums = sums
        self._looks = looks
        self._round_games = looks.round_games
        self._seconds_per_game = 0.0

    def prepare(self, dims: Mapping[str, Any]) -> None:
        """Write the dims, and count finished games."""
        self.write_dims(dims)
        (self._directory.path / SUMS).mkdir(exist_ok=True)
        self._sums.write_list()
        self._games_done = min(self._sums.games, self._request.games) * len(self._arms)

    def run(self, asked_to_stop: threading.Event) -> None:
        """Play all games that are not summed up yet, unless stopped."""
        self.begin()
        try:
            self._play_to(self._request.games, asked_to_stop)
        finally:
            self._sums.end()
        self.check_all_played()
        self._sums.write_list()
        self.report(last=True)

    def _play_to(self, end: int, asked_to_stop: threading.Event) -> None:
        """Play to ``end``; if a game fails, finish the rounds before it."""
        try:
            with closing(self._backend.play(self._tasks(end), self._take)) as results:
                for task, standings in results:
                    if task is not None:
                        self.count(task.games * len(task.arms), standings)
                    self.save_at_intervals(self._sums.save)
                    self.report(last=False)
                    if asked_to_stop.is_set() and self._games_done < self.games_total():
                        raise Interruption
        except GameError as error:
            whole_rounds = error.game // self._round_games * self._round_games
            if whole_rounds > self._sums.games:
                self._play_to(whole_rounds, asked_to_stop)
            raise

    def _tasks(self, end: int) -> Iterator[Task]:
        first_game = self._sums.games
        while first_game < end:
            limit = min(end, self._looks.games_at_next_look(first_game))
            games = min(self._task_games(), int(limit) - first_game)
            yield Task(tuple(self._arms), first_game, games)
            first_game += games

    def _task_games(self) -> int:
        if not self._seconds_per_game:
            return self._round_games
        seconds = max(self._backend.chunk_seconds, MIN_TASK_SECONDS)
        games = min(seconds / self._seconds_per_game, MAX_GAMES / len(self._arms))
        return max(int(games / self._round_games), 1) * self._round_games

    def _take(self, task: Task, result: TaskResult) -> Any:
        """Add up the results of a task; any thread may call this."""
        seconds = sum(result.seconds.values()) / task.games
        # The first games warm up caches, so their time is unreliable. The next task is therefore
        # kept short, and measures again.
        self._seconds_per_game = (
            0.5 * (self._seconds_per_game + seconds)
            if self._seconds_per_game
            else max(seconds, MIN_TASK_SECONDS / 240)
        )
        self._sums.add(task.first_game, task.games, result.collected.totals)
        return result.collected.standings
