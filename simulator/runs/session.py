"""One session of a run, until the end or an interruption.

Games are played in chunks, as many at a time as the backend can take. Chunks are sized to take the
same CPU time, even if the backend's computers have other work. The files do not depend on where the
chunks were played, or in which order.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.counts import count
from eoc_sim.errors import EngineError, GameError, InputError
from eoc_sim.simulator.runs.backends import Backend
from eoc_sim.simulator.runs.forking import AlteredCards, groups
from eoc_sim.simulator.runs.game import SHARD_GAMES
from eoc_sim.simulator.runs.open_shards import OpenShard, OpenShards
from eoc_sim.simulator.runs.run_directory import DIMS_FOLDER, RunDirectory
from eoc_sim.simulator.runs.shards import shard_name
from eoc_sim.simulator.runs.standings import RunningStanding, Tally
from eoc_sim.simulator.runs.tables import parquet_bytes
from eoc_sim.simulator.runs.tasks import Task, TaskResult
from eoc_sim.simulator.runs.whole_file import finish_temporary, write_temporary

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.request import Request

REPORT_SECONDS = 0.1
RATE_SECONDS = 5.0
SAVE_SECONDS = 300.0
"""The seconds between writes of finished games that are only in memory.

A kill or a power cut loses no more than this many seconds of play, whereas an entire shard of slow
games can take hours.
"""
OPEN_BYTES = 512 << 20
"""The maximum number of bytes of unfinished shards in memory.

It limits the number of arms that are played at the same time.
"""
CHUNK_BYTES = 8 << 20
"""The maximum number of bytes of rows that one chunk returns."""
GROUP_SECONDS = 0.5
"""The longest CPU time of a chunk with more than one arm.

Chunks may take longer if the backend asks for longer ones.
"""
FIRST_GOAL = 1200
"""The number of games that every arm plays before any plays more.

So an interrupted run has games on which all arms can be compared. The number is a multiple of
the games in a seating round for every number of players from two to five.
"""
FEW_GAMES = 100_000
"""A number of games that is sure to fit in memory."""


Group = tuple[OpenShard, ...]
"""Shards that are played together, game by game."""


class Interruption(Exception):
    """A run was stopped before its end; it can be resumed."""


@dataclass(frozen=True)
class Progress:
    """The progress of a run: games of all arms, and the standings."""

    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    standings: tuple[RunningStanding, ...]


class BaseSession:
    """The common part of sessions: progress, speed and reports."""

    def __init__(
        self,
        request: Request,
        directory: RunDirectory,
        tally: Tally,
        backend: Backend,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._request = request
        self._directory = directory
        self._tally = tally
        self._backend = backend
        self._progress = progress
        self._arms = range(len(request.arms.arms))
        self._games_done = 0
        self.games_played = 0
        self._report_time = 0.0
        self.begin()

    def write_dims(self, dims: Mapping[str, Any]) -> None:
        """Write the tables that explain ids."""
        path = self._directory.path
        (path / DIMS_FOLDER).mkdir(exist_ok=True)
        for name, table in dims.items():
            file = path / DIMS_FOLDER / f"{name}.parquet"
            write_temporary(file, parquet_bytes(table))
            finish_temporary(file)

    def begin(self) -> None:
        """Start the clock."""
        self._start = self._count_time = self._save_time = time.perf_counter()
        self._begun_arms: set[int] = set()
        self._first_seconds, self._first_games = 0.0, 0
        """The duration in seconds of the arms' first games, and their number."""
        self._marks: deque[tuple[float, int]] = deque([(0.0, 0)])

    def games_total(self) -> int:
        """Count the games of all arms."""
        return self._request.games * len(self._arms)

    def count(self, games: int, sums: Mapping[int, Any]) -> None:
        """Count finished games, with their standings' sums by arm."""
        now = time.perf_counter()
        if self.games_played == 0 or not self._begun_arms.issuperset(sums):
            # Compilation in the first games of an arm would distort the speed.
            self._first_seconds += now - self._count_time
            self._first_games += games
            self._begun_arms.update(sums)
        self._count_time = now
        for arm, part in sums.items():
            self._tally.add(arm, part)
        self._games_done += games
        self.games_played += games

    def check_all_played(self) -> None:
        """Raise EngineError if games are missing: no backend may lose one."""
        if self._games_done != self.games_total():
            raise EngineError(
                f"{count(self._games_done)} of {count(self.games_total())} games were played"
            )

    def report(self, *, last: bool) -> None:
        """Report the run's progress, unless that was done just now."""
        now = time.perf_counter()
        if self._progress is None or (now - self._report_time < REPORT_SECONDS and not last):
            return
        self._report_time = now
        seconds, games = self._after_first_games(now)
        self._marks.append((seconds, games))
        while len(self._marks) > 2 and seconds - self._marks[1][0] > RATE_SECONDS:
            self._marks.popleft()
        earlier_seconds, earlier_games = self._marks[0]
        rate = (games - earlier_games) / max(seconds - earlier_seconds, 1e-9)
        total = self.games_total()
        self._progress(
            Progress(
                self._games_done,
                total,
                rate,
                (total - self._games_done) / rate if rate > 0 else None,
                self._tally.standings(),
            )
        )

    def save_at_intervals(self, save: Callable[[], None]) -> None:
        """Write finished games with ``save``, unless that was done recently."""
        if time.perf_counter() - self._save_time >= SAVE_SECONDS:
            save()
            self._save_time = time.perf_counter()

    def log_entry(self) -> dict[str, Any]:
        """Return the session's duration, its games and their speed.

        Estimates for later runs use the speed, so it leaves out the time to compile if possible. In
        a short session, few games follow each arm's first ones, so the returned speed is never less
        than the average over all games.
        """
        seconds, speed = self.speed()
        overall = self.games_played / max(seconds, 1e-9)
        return {
            "seconds": round(seconds, 3),
            "games_played": self.games_played,
            "games_per_second": round(max(speed, overall), 1),
        }

    def standings(self) -> tuple[RunningStanding, ...]:
        """Return the strategies' standings in the finished games."""
        return self._tally.standings()

    def speed(self) -> tuple[float, float]:
        """Return the elapsed seconds, and the speed without each arm's first games."""
        now = time.perf_counter()
        seconds, games = self._after_first_games(now)
        return now - self._start, games / max(seconds, 1e-9)

    def _after_first_games(self, now: float) -> tuple[float, int]:
        """Return the seconds and games without each arm's first games."""
        return now - self._start - self._first_seconds, self.games_played - self._first_games


class Session(BaseSession):
    """One session of a run that keeps tables, in a locked directory.

    ``notify`` receives a sentence if the disk will be full before the run ends. ``shard_games`` is
    the number of games of an arm per file. Arms in ``altered_cards`` share a task.
    """

    def __init__(
        self,
        request: Request,
        directory: RunDirectory,
        shards: OpenShards,
        tally: Tally,
        backend: Backend,
        progress: Callable[[Progress], None] | None,
        notify: Callable[[str], None],
        shard_games: int = SHARD_GAMES,
        altered_cards: AlteredCards | None = None,
    ) -> None:
        super().__init__(request, directory, tally, backend, progress)
        self._notify = notify
        self._space_is_checked = False
        self._shards = shards
        self._shard_games = shard_games
        self._seconds_per_game: dict[int, float] = {}
        self._bytes_per_game: dict[int, float] = {}
        self._altered_cards = altered_cards or {}
        self._playing: dict[Task, Group] = {}
        self._lock = threading.Lock()

    # --- Existing files.

    def prepare(self, dims: Mapping[str, Any]) -> None:
        """Write the dims, make the tables' folders and count finished games."""
        self.write_dims(dims)
        for table_name in self._shards.list_kept_tables(0):
            (self._directory.path / table_name).mkdir(exist_ok=True)
        self._shards.write_list()
        for arm, number, _, games in self._all_shards(self._request.games):
            on_disk = self._shards.games_on_disk(arm, number)
            self._games_done += min(on_disk, games)
            if on_disk:
                self._tally_file(arm, number, on_disk)

    def _all_shards(self, goal: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield every shard of ``goal`` games: arm, number, first game, games."""
        for number in range(-(-goal // self._shard_games)):
            first_game = number * self._shard_games
            games = min(self._shard_games, goal - first_game)
            for arm in self._arms:
                yield arm, number, first_game, games

    def _tally_file(self, arm: int, number: int, games: int) -> None:
        table = self._tally.table
        if table not in self._request.keep:
            return
        file = self._directory.path / table / shard_name(arm, number)
        rows = pl.read_parquet(file, columns=self._tally.columns)
        rows = rows.filter(pl.col(self._tally.columns[0]) < number * self._shard_games + games)
        self._tally.add(
            arm, self._tally.game_sums({name: rows[name].to_numpy() for name in rows.columns})
        )

    # --- Playing.

    def run(self, asked_to_stop: threading.Event) -> None:
        """Play all unfinished games, unless asked to stop."""
        self.begin()
        try:
            for goal in self._goals():
                self._play_to(goal, asked_to_stop)
            self._shards.sum_up()
        except (KeyboardInterrupt, Interruption, InputError):
            self._shards.end()
            self._shards.keep_incomplete()
            raise
        finally:
            self._shards.end()
        self.check_all_played()
        self._shards.write_list()
        self.report(last=True)

    def _goals(self) -> Iterator[int]:
        """Yield, in ascending order, the game counts that all arms reach.

        No arm is played beyond a count before all have reached it. A single arm, or a small run, is
        played in one go. Otherwise each goal adds as many games of all arms as fit into memory,
        within a shard. If few fit, goals double, so that files are not rewritten often.
        """
        total, arms = self._request.games, self._arms
        is_small = len(arms) * min(total, self._shard_games) <= FEW_GAMES
        if len(arms) == 1 or is_small or not self._request.keep:
            yield total
            return
        goal = 0
        while goal < total:
            number = goal // self._shard_games
            on_disk = min(self._shards.games_on_disk(arm, number) for arm in arms)
            end = min((number + 1) * self._shard_games, total)
            more_games = max(on_disk, FIRST_GOAL)
            if sizes := self._bytes_per_game.values():
                # The games of arms not played yet are assumed to be as large as the others'.
                bytes_per_game = max(1.0, sum(sizes) * len(arms) / len(sizes))
                more_games = max(more_games, int(OPEN_BYTES / bytes_per_game))
            goal = min(number * self._shard_games + on_disk + more_games, end)
            yield goal

    def _play_to(self, goal: int, asked_to_stop: threading.Event) -> None:
        """Play the unfinished part of the first ``goal`` games of every arm."""
        self._play(self._tasks(goal), asked_to_stop)

    def _play(self, tasks: Iterator[Task], asked_to_stop: threading.Event) -> None:
        """Play tasks; if a game fails, first finish those before it."""
        try:
            with closing(self._backend.play(tasks, self._take)) as results:
                for task, sums in results:
                    if task is not None:
                        self.count(task.games * len(task.arms), sums)
                    self._check_space()
                    self.save_at_intervals(self._shards.keep_incomplete)
                    self.report(last=False)
                    if asked_to_stop.is_set() and self._games_done < self.games_total():
                        raise Interruption
        except GameError as error:
            if unfinished := self._unfinished_before(error.game):
                self._play(iter(unfinished), asked_to_stop)
            raise

    def _unfinished_before(self, end: int) -> list[Task]:
        """Cut the chunks in progress short at game ``end``, and list them."""
        with self._lock:
            self._playing = {
                replace(task, games=min(task.games, end - task.first_game)): group
                for task, group in self._playing.items()
                if task.first_game < end
            }
            return [*self._playing]

    def _check_space(self) -> None:
        """Warn once if the disk seems too small for all games."""
        if self._space_is_checked or not self._request.keep:
            return
        minimum = min(FIRST_GOAL, self._shard_games)
        size = self._shards.bytes_per_game(len(self._arms), minimum)
        if size is None:
            return
        self._space_is_checked = True
        path = self._directory.path
        needed_bytes = size * (self.games_total() - self._games_done)
        free_bytes = shutil.disk_usage(path).free
        if needed_bytes > free_bytes:
            self._notify(
                f"The tables of all games will take about {_bytes(needed_bytes)} more, but the "
                f"disk of {path} has only {_bytes(free_bytes)} free. Keep fewer tables (--keep) to "
                "save space. If you stop this run, the games already played are kept."
            )

    def _tasks(self, goal: int) -> Iterator[Task]:
        """Yield chunks up to ``goal`` games, shard by shard, alternating arms."""
        waiting = deque(self._groups(goal))
        cursors: deque[tuple[Group, int]] = deque()
        while waiting or cursors:
            while waiting and self._may_open(
                waiting[0], [member for group, _ in cursors for member in group]
            ):
                if cursors and waiting[0][0].number != cursors[0][0][0].number:
                    break  # all arms finish a shard before any begins the next
                group = waiting.popleft()
                for shard in group:
                    self._shards.open(shard)
                cursors.append((group, group[0].first_game + group[0].on_disk))
            group, first_game = cursors.popleft()
            end = group[0].first_game + group[0].games
            games = min(self._chunk_games(group), end - first_game)
            task = Task(tuple(shard.arm for shard in group), first_game, games)
            with self._lock:
                self._playing[task] = group
            yield task
            if first_game + games < end:
                cursors.append((group, first_game + games))

    def _groups(self, goal: int) -> Iterator[Group]:
        """Yield the shards that lack games, grouped for playing together.

        After an interruption, an arm with more or fewer games on disk than the trunk, arm 0, is
        played on its own.
        """
        unfinished_shards: dict[tuple[int, int], dict[int, OpenShard]] = {}
        for arm, number, first_game, games in self._all_shards(goal):
            on_disk = self._shards.games_on_disk(arm, number)
            if on_disk < games:
                shard = OpenShard(arm, number, first_game, games, on_disk, games - on_disk)
                unfinished_shards.setdefault((number, on_disk), {})[arm] = shard
        for shards in unfinished_shards.values():
            for arms in groups(list(shards), self._altered_cards):
                yield tuple(shards[arm] for arm in arms)

    def _may_open(self, group: Group, open_shards: Sequence[OpenShard]) -> bool:
        """Check if a group may be played alongside the ``open_shards``."""
        if not open_shards:
            return True
        if not self._bytes_per_game:
            return False
        # The games of an arm not played yet are assumed to be as large as the largest arm's.
        # Arm 0, of which more tables may be kept, does not count.
        sizes = dict(self._bytes_per_game)
        other_sizes = [size for arm, size in sizes.items() if arm] or list(sizes.values())
        needed_bytes = sum(
            (shard.games - shard.on_disk) * sizes.get(shard.arm, max(other_sizes))
            for shard in (*group, *open_shards)
        )
        return needed_bytes <= OPEN_BYTES

    def _chunk_games(self, group: Group) -> int:
        arms = [shard.arm for shard in group]
        if any(arm not in self._seconds_per_game for arm in arms):
            return 1
        seconds = sum(self._seconds_per_game[arm] for arm in arms)
        games_that_fit = int(CHUNK_BYTES / max(sum(self._bytes_per_game[arm] for arm in arms), 1.0))
        chunk_seconds = self._backend.chunk_seconds
        chunk_seconds = min(chunk_seconds * len(arms), max(chunk_seconds, GROUP_SECONDS))
        return max(1, min(self._shard_games, int(chunk_seconds / seconds), games_that_fit))

    def _take(self, task: Task, result: TaskResult) -> Any:
        """Take played games, in any thread; write each completed shard."""
        with self._lock:
            # A thread may finish a chunk that has since been cut short.
            group = self._playing.pop(task, ())
            for shard in group:
                rows = result.collected[shard.arm]
                seconds = result.seconds[shard.arm] / task.games
                self._note_speed(shard.arm, seconds, rows.size / task.games)
        for shard in group:
            tables = result.collected[shard.arm].tables
            self._shards.add(shard, task.first_game, task.games, tables)
        return {arm: rows.sums for arm, rows in result.collected.items()}

    def _note_speed(self, arm: int, seconds: float, size: float) -> None:
        earlier = self._seconds_per_game.get(arm)
        if earlier is None:
            # The first game warms up caches, so the next chunk is short and measures again.
            self._seconds_per_game[arm] = max(seconds, self._backend.chunk_seconds / 16)
        else:
            # The average lets chunks grow at most twofold per step, even after a quick one.
            self._seconds_per_game[arm] = max(0.5 * (earlier + seconds), 1e-7)
        self._bytes_per_game[arm] = max(self._bytes_per_game.get(arm, 0.0), size)


def _bytes(size: float) -> str:
    """Format a number of bytes."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"
