"""Plays all games of a run on several threads and writes its tables.

Games are played in chunks of about a tenth of a second of processor time, a chunk at a time a
thread: what else the computer does makes none of them smaller. The thread that finishes the last
chunk of a shard writes it. Which thread played what, in which order and in which chunks, leaves no
trace in the files. Memory holds the shards that are being played, however many games there are.

An interrupted run keeps of every shard that was being played the games up to the first that is
missing: a shorter file, such as a shorter run would have written, from which --resume goes on.
"""

from __future__ import annotations

import hashlib
import io
import os
import platform
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim import __version__
from eoc_sim.errors import InputError, StrategyError, nearest
from eoc_sim.simulator.kernel.printing import strategies_print_apart
from eoc_sim.simulator.kernel.seating import (
    BALANCED,
    DEFAULT_SEATING,
    SEATINGS,
    games_a_round,
)
from eoc_sim.simulator.runs.arms import Arms, arms_record
from eoc_sim.simulator.runs.engine import Engine, Worker
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.relearning import RELEARN, Relearning
from eoc_sim.simulator.runs.run_directory import (
    BASELINE,
    DIMS_FOLDER,
    FORMAT,
    PLANNED_GAMES,
    QUESTION,
    SCHEMA,
    SEQUENTIAL,
    RunDirectory,
    Shard,
    finish_temporary,
    remove_temporary,
    shard_name,
    write_temporary,
)
from eoc_sim.simulator.runs.standings import Standing, Tally
from eoc_sim.simulator.runs.tables import (
    SHARD_GAMES,
    frame,
    narrow,
    narrowed_columns,
    parquet_bytes,
)

CHUNK_SECONDS = 0.075
"""Processor time of a chunk."""
REPORT_SECONDS = 0.1
RATE_SECONDS = 5.0
OPEN_BYTES = 512 << 20
"""Rows of unfinished shards that may wait in memory; more arms at a time only while it lasts."""
FIRST_GOAL = 1200
"""Games of every arm before any is played further: whole seatings of two to five players.

Of what all arms have an interrupted run can compare them.
"""
FEW_GAMES = 100_000
"""Games of a shard of all arms together whose rows are taken to fit into memory."""
MOST_GAMES = 1_000_000_000


class Interrupted(Exception):
    """A run was asked to stop before its end; its finished shards stay and can be resumed."""


@dataclass(frozen=True)
class Request:
    """What is to be played: ``games`` of every arm, and the tables to keep.

    ``keep`` are kept of every arm, ``keep_current`` of the current rules, arm 0, alone. ``tuned``
    is given of a sequential run alone: the games that its confidence sequence is tuned to.
    """

    command: str
    arms: Arms
    games: int
    seed: int = 1
    seating: str = DEFAULT_SEATING
    keep: tuple[str, ...] = ()
    keep_current: tuple[str, ...] = ()
    twins: Mapping[str, Any] | None = None
    """The schedule of the twins that are played too, as `Game.twins` reads it."""
    tuned: int | None = None
    question: str = ""
    """What a sequential run is played until, in words."""
    relearning: Relearning | None = None
    """How its players learn each version anew, for the second of two runs."""

    def kept(self, arm: int) -> tuple[str, ...]:
        """The tables kept of an arm."""
        return self.keep if arm else self.keep + self.keep_current


@dataclass(frozen=True)
class Progress:
    """Where a run stands: games of all arms together, and the standings so far."""

    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Outcome:
    """What became of a run: ``games_played`` of all arms in this session, and the standings.

    ``games_per_second`` leaves out what comes before the first games, such as compiling; 0 of a
    session too short to tell.
    """

    path: Path
    games: int
    games_played: int
    seconds: float
    standings: tuple[Standing, ...]
    games_per_second: float


def whole_seatings(games: int, players: int, seating: str) -> tuple[int, str | None]:
    """``games`` rounded up to whole rounds of a seating, and the sentence that says so.

    >>> whole_seatings(10, 4, "rotate")
    (12, '10 games are rounded up to 12, so that every strategy sits in every seat equally often.')
    """
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"--games {games} is not within 1 to {MOST_GAMES}.")
    length = games_a_round(seating, players)
    whole = -(-games // length) * length
    if whole == games:
        return games, None
    beside = ", beside every other," if seating == SEATINGS[BALANCED] else ""
    return whole, (
        f"{games} games are rounded up to {whole}, so that every strategy sits in every seat"
        f"{beside} equally often."
    )


def kept_tables(game: Game, text: str | None, twins: bool = False) -> tuple[str, ...]:
    """Read ``--keep``: names with commas, ``none`` or ``all``; the default tables without it.

    A run with ``twins`` has their table besides, whatever else is kept.

    Raises:
        InputError: there is no such table.
    """
    of_twins = "" if game.twins is None else game.twins.table
    tables = [name for name in game.tables if name != of_twins]
    if text is None:
        names = list(game.default_tables)
    elif text.strip() in ("none", "all"):
        names = tables if text.strip() == "all" else []
    else:
        names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in tables and not (twins and name == of_twins):
            raise InputError(
                f'--keep: there is no table "{name}"; there are {", ".join(tables)}, or none '
                f"or all.{nearest(name, (*tables, 'none', 'all'))}"
            )
    return tuple(name for name in game.tables if name in names or (twins and name == of_twins))


def kept_current_tables(game: Game, text: str | None) -> tuple[str, ...]:
    """The tables kept of the current rules alone: the game's usual ones without ``--keep``."""
    return game.default_current_tables if text is None else ()


def threads(jobs: int) -> int:
    """How many threads ``--jobs`` means here: -1 is all cores."""
    import joblib

    if jobs == 0 or jobs < -1:
        raise InputError(f"--jobs {jobs} should be -1 (all cores) or at least 1.")
    return int(joblib.cpu_count()) if jobs == -1 else jobs


def run_record(game: Game, request: Request, dims: Sequence[str]) -> dict[str, Any]:
    """The content of run.json: all that is needed to play the same games again."""
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "package": __version__,
        "game": game.name,
        "rules_version": game.rules_version,
        "command": request.command,
        "games": request.games,
        PLANNED_GAMES: request.games if request.tuned is None else request.tuned,
        SEQUENTIAL: request.tuned is not None,
        QUESTION: request.question,
        "seed": request.seed,
        "players": game.players_of(request.arms.baseline.version),
        "seating": request.seating,
        "twins": request.twins,
        "tables": list(request.keep),
        "current_tables": list(request.keep_current),
        "dims": list(dims),
        "shard_games": SHARD_GAMES,
        **({} if request.relearning is None else {RELEARN: request.relearning.record()}),
        **arms_record(game, request.arms),
        "declaration": game.declaration.record(),
    }


def record_of(game: Game, request: Request) -> dict[str, Any]:
    """The `run_record` of a run that is yet to be played."""
    return run_record(game, request, tuple(_dims(game, request)))


def engines_of(game: Game, request: Request, versions: Sequence[Any]) -> Sequence[Engine]:
    """The engines that play versions as the request asks, with its twins if it has a schedule."""
    engines = game.engines(versions, request.seed, request.seating)
    if request.twins is None or game.twins is None:
        return engines
    return [game.twins.engine(engine, request.twins) for engine in engines]


def check_resumable(game: Game, request: Request, directory: RunDirectory) -> None:
    """Refuse to resume another run, before anything is compiled.

    Raises:
        InputError: ``directory`` is to be resumed and holds another run than that of ``request``.
    """
    def changes(earlier: Mapping[str, Any]) -> list[str]:
        try:
            begun = game.restore(earlier[BASELINE])
        except (InputError, StrategyError, KeyError):
            return []  # it can no longer be made from what there is now
        return [one.sentence for one in game.differences(begun, request.arms.baseline.version)]

    directory.check_same(record_of(game, request), changes)


def _dims(game: Game, request: Request) -> dict[str, Any]:
    """The dims tables of a run, by name."""
    return {"arms": arms_table(request.arms), **game.dims(request.arms.versions())}


def play(
    game: Game,
    request: Request,
    directory: RunDirectory,
    *,
    jobs: int = 1,
    progress: Callable[[Progress], None] | None = None,
    command_line: Sequence[str] = (),
    goes_on: bool = False,
    stop: threading.Event | None = None,
) -> Outcome:
    """Play a run, or what is left of it, into ``directory``.

    ``progress`` is called in the calling thread, at most about ten times a second and once at the
    end. The log has one entry a call, unless it ``goes_on`` with what the last entry tells of.
    Once ``stop`` is set, by whatever thread, the run ends after the chunks that are being played.
    However a run ends, finished shards stay and can be resumed; where it is stopped or
    interrupted, the games of unfinished ones too.

    Raises:
        InputError: the directory cannot be used, or holds another run or damaged files, or
            somebody else is writing into it.
        StrategyError: a strategy did what the rules do not allow.
        Interrupted: ``stop`` was set before all games were played.
    """
    number = threads(jobs)
    engines = engines_of(game, request, request.arms.versions())
    dims = _dims(game, request)
    with directory.locked():
        finished = directory.begin(run_record(game, request, tuple(dims)))
        session = _Session(game, request, directory, engines, number, progress, finished)
        started = datetime.now(UTC)
        outcome = "failed"
        try:
            session.prepare(dims)
            with strategies_print_apart():
                session.run(stop or threading.Event())
            outcome = "finished"
        except (KeyboardInterrupt, Interrupted):
            outcome = "interrupted"
            raise
        except OSError as error:
            raise directory.unwritable(error) from None
        finally:
            session.close(
                {
                    "started": started.isoformat(timespec="seconds"),
                    "outcome": outcome,
                    "command_line": list(command_line),
                    "jobs": number,
                    "cores": os.cpu_count(),
                    "platform": platform.platform(),
                    "python": platform.python_version(),
                    "packages": _package_versions(),
                },
                goes_on=goes_on,
            )
        return session.outcome()


def arms_table(arms: Arms) -> Any:
    """dims/arms: ``id``, ``name`` (the label) and every change with old and new value."""
    import polars as pl

    change = pl.Struct(
        {"key": pl.String, "old": pl.String, "new": pl.String, "sentence": pl.String}
    )
    return pl.DataFrame(
        {
            "id": list(range(len(arms.arms))),
            "name": [arm.label for arm in arms.arms],
            "changes": [
                [
                    {"key": one.key, "old": one.old, "new": one.new, "sentence": one.sentence}
                    for one in arm.changes
                ]
                for arm in arms.arms
            ],
        },
        schema={"id": pl.Int16, "name": pl.String, "changes": pl.List(change)},
    )


def _package_versions() -> dict[str, str]:
    versions = {}
    for name in ("numba", "numpy", "polars", "joblib"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


@dataclass(eq=False)
class _OpenShard:
    """A shard being played: the narrowed rows of its chunks, by first game.

    ``begun`` games of it lie in a shorter file, from when fewer were asked for or the run was
    interrupted; ``left`` are still to be played.
    """

    arm: int
    number: int
    first_game: int
    games: int
    begun: int
    left: int
    parts: dict[int, tuple[int, dict[str, dict[str, np.ndarray]]]] = field(default_factory=dict)
    """The games of each chunk, and its rows by table and column."""

    def up_to_a_gap(self) -> _OpenShard:
        """The same, as if it were to have no more games than are there without one missing."""
        end = self.first_game + self.begun
        parts = {}
        while end in self.parts:
            parts[end] = self.parts[end]
            end += self.parts[end][0]
        games = end - self.first_game
        return replace(self, games=games, left=0, parts=parts)


@dataclass(frozen=True)
class _Chunk:
    shard: _OpenShard
    first_game: int
    games: int


class _Session:
    """One sitting of a run: from what is on disk to all games played, or to an interruption."""

    def __init__(
        self,
        game: Game,
        request: Request,
        directory: RunDirectory,
        engines: Sequence[Engine],
        jobs: int,
        progress: Callable[[Progress], None] | None,
        finished: dict[tuple[str, int, int], Shard],
    ) -> None:
        self._game = game
        self._request = request
        self._directory = directory
        self._engines = engines
        self._jobs = jobs
        self._progress = progress
        self._finished = finished
        self._tally = Tally(game.standings)
        self._workers: list[list[Worker]] = [[] for _ in engines]
        self._seconds_a_game: dict[int, float] = {}
        self._bytes_a_game: dict[int, float] = {}
        self._open: list[_OpenShard] = []
        self._lock = threading.Lock()
        self._files_lock = threading.Lock()
        self._stop = threading.Event()
        self._games_done = 0
        self._games_played = 0
        self._begun = time.perf_counter()
        self._marks: deque[tuple[float, int]] = deque([(self._begun, 0)])
        self._reported = 0.0
        self._first_games = (self._begun, 0)
        """When the first games of the session were there, and how many."""

    # --- What is there already.

    def prepare(self, dims: Mapping[str, Any]) -> None:
        """Write the dims, make the tables' folders and count what is finished."""
        path = self._directory.path
        (path / DIMS_FOLDER).mkdir(exist_ok=True)
        for name, table in dims.items():
            file = path / DIMS_FOLDER / f"{name}.parquet"
            write_temporary(file, parquet_bytes(table))
            finish_temporary(file)
        for table_name in self._request.kept(0):
            (path / table_name).mkdir(exist_ok=True)
        self._directory.write_shard_file(self._finished.values())
        for arm, number, _, games in self._places(self._request.games):
            begun = self._begun_games(arm, number)
            self._games_done += min(begun, games)
            if begun:
                self._tally_file(arm, number, begun)

    def _places(self, goal: int) -> Iterator[tuple[int, int, int, int]]:
        """Every shard of the first ``goal`` games: arm, number, first game, games."""
        for number in range(-(-goal // SHARD_GAMES)):
            first_game = number * SHARD_GAMES
            games = min(SHARD_GAMES, goal - first_game)
            for arm in range(len(self._engines)):
                yield arm, number, first_game, games

    def _games_total(self) -> int:
        """Games of all arms."""
        return self._request.games * len(self._engines)

    def _begun_games(self, arm: int, number: int) -> int:
        """Games of a shard that all of its tables have on disk: all, or those of a shorter run."""
        shards = [self._finished.get((table, arm, number)) for table in self._request.kept(arm)]
        return min((shard.games if shard else 0 for shard in shards), default=0)

    def _tally_file(self, arm: int, number: int, games: int) -> None:
        import polars as pl

        table = self._tally.table
        if table not in self._request.keep:
            return
        file = self._directory.path / table / shard_name(arm, number)
        rows = pl.read_parquet(file, columns=self._tally.columns)
        rows = rows.filter(pl.col(self._tally.columns[0]) < number * SHARD_GAMES + games)
        self._tally.add(
            arm, self._tally.game_sums({name: rows[name].to_numpy() for name in rows.columns})
        )

    # --- Playing.

    def run(self, asked_to_stop: threading.Event) -> None:
        """Play all that is not finished, or until it is asked to stop."""
        self._begun = time.perf_counter()
        self._marks = deque([(self._begun, 0)])
        try:
            for goal in self._goals():
                self._play_to(goal, asked_to_stop)
        except (KeyboardInterrupt, Interrupted):
            self._stop.set()
            self._keep_begun()
            raise
        finally:
            self._stop.set()
            with self._files_lock:
                pass  # a shard that is just getting its names still gets them
        self._directory.write_shard_file(self._finished.values())
        self._report(last=True)

    def _goals(self) -> Iterator[int]:
        """Games to which all arms are played before any of them is played further.

        All of an arm that is alone, and of few games; else, shard by shard, what may wait in memory
        of all arms. Where that is little the goals double, so that no file is written often.
        """
        total, arms = self._request.games, range(len(self._engines))
        few = len(arms) * min(total, SHARD_GAMES) <= FEW_GAMES
        if len(arms) == 1 or few or not self._request.keep:
            yield total
            return
        done = 0
        while done < total:
            number = done // SHARD_GAMES
            begun = min(self._begun_games(arm, number) for arm in arms)
            end = min((number + 1) * SHARD_GAMES, total)
            fitting = int(OPEN_BYTES / self._bytes_of_all()) if self._bytes_a_game else 0
            further = max(fitting, begun, FIRST_GOAL)
            done = min(number * SHARD_GAMES + begun + further, end)
            yield done

    def _bytes_of_all(self) -> float:
        """Bytes of a game of every arm together; of those not played yet as of the others."""
        sizes = self._bytes_a_game
        return max(1.0, sum(sizes.values()) * len(self._engines) / len(sizes))

    def _play_to(self, goal: int, asked_to_stop: threading.Event) -> None:
        """Play what is not finished of the first ``goal`` games of every arm."""
        from joblib import Parallel, delayed

        pool = Parallel(
            n_jobs=self._jobs,
            backend="threading",
            return_as="generator_unordered",
            pre_dispatch=2 * self._jobs,
            batch_size=1,
        )
        results = pool(delayed(self._play_chunk)(chunk) for chunk in self._chunks(goal))
        try:
            for arm, games, sums in results:
                if self._games_played == 0:
                    # What is compiled in the first game is no measure of the speed.
                    self._first_games = (time.perf_counter(), games)
                    self._marks = deque([self._first_games])
                self._tally.add(arm, sums)
                self._games_done += games
                self._games_played += games
                self._report(last=False)
                if asked_to_stop.is_set() and self._games_done < self._games_total():
                    raise Interrupted
        except BaseException:
            # Chunks that wait are dropped and those that run are not waited for.
            self._stop.set()
            raise
        finally:
            with warnings.catch_warnings():
                # joblib finds it worth a warning that it has dropped them.
                warnings.simplefilter("ignore", UserWarning)
                results.close()

    def _chunks(self, goal: int) -> Iterator[_Chunk]:
        """Chunks of several arms in turn, shard by shard, of the first ``goal`` games."""
        waiting = deque(
            _OpenShard(arm, number, first_game, games, begun, games - begun)
            for arm, number, first_game, games in self._places(goal)
            if (begun := self._begun_games(arm, number)) < games
        )
        cursors: deque[tuple[_OpenShard, int]] = deque()
        while waiting or cursors:
            while waiting and self._may_open(waiting[0], [shard for shard, _ in cursors]):
                if cursors and waiting[0].number != cursors[0][0].number:
                    break  # all arms finish a shard before any begins the next
                shard = waiting.popleft()
                with self._lock:
                    self._open.append(shard)
                cursors.append((shard, shard.first_game + shard.begun))
            shard, first_game = cursors.popleft()
            games = min(self._chunk_games(shard.arm), shard.first_game + shard.games - first_game)
            yield _Chunk(shard, first_game, games)
            if first_game + games < shard.first_game + shard.games:
                cursors.append((shard, first_game + games))

    def _may_open(self, shard: _OpenShard, opened: Sequence[_OpenShard]) -> bool:
        """Whether a shard may be played beside those that are ``opened`` already."""
        if not opened:
            return True
        if not self._bytes_a_game:
            return False
        # An arm that has not been played yet is taken to be as large as the largest that was, but
        # of the current rules more tables may be kept.
        sizes = dict(self._bytes_a_game)
        others = [size for arm, size in sizes.items() if arm] or list(sizes.values())
        needed = sum(
            (one.games - one.begun) * sizes.get(one.arm, max(others)) for one in (shard, *opened)
        )
        return needed <= OPEN_BYTES

    def _chunk_games(self, arm: int) -> int:
        seconds = self._seconds_a_game.get(arm)
        return 1 if seconds is None else max(1, min(SHARD_GAMES, int(CHUNK_SECONDS / seconds)))

    def _play_chunk(self, chunk: _Chunk) -> tuple[int, int, dict[int, np.ndarray]]:
        """Play a chunk in this thread; the shard's last one writes the shard."""
        shard = chunk.shard
        if self._stop.is_set():
            return shard.arm, 0, {}
        workers = self._workers[shard.arm]
        with self._lock:
            worker = workers.pop() if workers else None
        worker = worker or self._engines[shard.arm].worker()
        started = time.thread_time()
        kept = self._request.kept(shard.arm)
        asked = tuple(dict.fromkeys((*kept, self._tally.table)))
        rows = worker.play(chunk.first_game, chunk.games, asked)
        seconds = (time.thread_time() - started) / chunk.games
        parts = {table: narrow(self._game.tables[table], rows[table]) for table in kept}
        sums = self._tally.game_sums(rows[self._tally.table])
        size = sum(column.nbytes for part in parts.values() for column in part.values())
        with self._lock:
            workers.append(worker)
            self._note_speed(shard.arm, seconds, size / chunk.games)
            shard.parts[chunk.first_game] = chunk.games, parts
            shard.left -= chunk.games
            complete = shard.left == 0
        if complete:
            self._write(shard)
        return shard.arm, chunk.games, sums

    def _note_speed(self, arm: int, seconds: float, size: float) -> None:
        earlier = self._seconds_a_game.get(arm)
        if earlier is None:
            # The first game warms caches up: the next chunk is to measure again, not to last.
            self._seconds_a_game[arm] = max(seconds, CHUNK_SECONDS / 16)
        else:
            # Chunks grow at most fourfold a step, whatever one quick chunk says.
            self._seconds_a_game[arm] = max(0.5 * (earlier + seconds), earlier / 4, 1e-7)
        self._bytes_a_game[arm] = max(self._bytes_a_game.get(arm, 0.0), size)

    # --- Writing.

    def _write(self, shard: _OpenShard) -> None:
        """Write a shard that has all of its games, and forget its rows."""
        files = self._files(shard)
        with self._files_lock:
            # Nothing is written any more once the session has ended.
            if self._stop.is_set():
                return
            self._write_files(files)
            with self._lock:
                self._open.remove(shard)
                shard.parts.clear()

    def _keep_begun(self) -> None:
        """Write what was played of the shards that lack games, each up to the first it lacks."""
        with self._files_lock:
            with self._lock:
                begun = [shard.up_to_a_gap() for shard in self._open]
            for shard in begun:
                if shard.games > shard.begun:
                    self._write_files(self._files(shard))

    def _files(self, shard: _OpenShard) -> list[tuple[Shard, bytes]]:
        """The files of a shard, a table each, and what the list says of them."""
        order = sorted(shard.parts)
        files = []
        for table in self._request.kept(shard.arm):
            parts = [shard.parts[first_game][1][table] for first_game in order]
            if shard.begun:
                parts.insert(0, self._begun_rows(shard, table))
            data = frame(self._game.tables[table], shard.arm, parts)
            content = parquet_bytes(data)
            entry = Shard(
                table=table,
                arm=shard.arm,
                number=shard.number,
                first_game=shard.first_game,
                games=shard.games,
                rows=data.height,
                bytes=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
            )
            files.append((entry, content))
        return files

    def _write_files(self, files: Sequence[tuple[Shard, bytes]]) -> None:
        """Write every file under a temporary name, then the list, then the names."""
        if not files:
            return
        root = self._directory.path
        try:
            for entry, content in files:
                write_temporary(root / entry.place, content)
            self._directory.append_shards(entry for entry, _ in files)
        except OSError:
            # A full disk gets the room back that the tables before the failing one have taken.
            for entry, _ in files:
                remove_temporary(root / entry.place)
            raise
        for entry, _ in files:
            finish_temporary(root / entry.place)
            self._finished[entry.table, entry.arm, entry.number] = entry

    def _begun_rows(self, shard: _OpenShard, table: str) -> dict[str, np.ndarray]:
        """The rows of the games that were played when the shard was to be shorter."""
        import polars as pl

        declared = self._game.tables[table]
        content = (self._directory.path / table / shard_name(shard.arm, shard.number)).read_bytes()
        end = shard.first_game + shard.begun
        rows = pl.read_parquet(io.BytesIO(content)).filter(
            pl.col(declared.role("game").name) < end
        )
        return narrowed_columns(declared, rows)

    # --- Telling.

    def _report(self, *, last: bool) -> None:
        now = time.perf_counter()
        if self._progress is None or (now - self._reported < REPORT_SECONDS and not last):
            return
        self._reported = now
        self._marks.append((now, self._games_played))
        while len(self._marks) > 2 and now - self._marks[1][0] > RATE_SECONDS:
            self._marks.popleft()
        since, before = self._marks[0]
        rate = (self._games_played - before) / max(now - since, 1e-9)
        total = self._games_total()
        self._progress(
            Progress(
                self._games_done,
                total,
                rate,
                (total - self._games_done) / rate if rate > 0 else None,
                self._tally.standings(),
            )
        )

    def close(self, entry: dict[str, Any], *, goes_on: bool) -> None:
        """Log the session; what cannot be logged does not hide why the run ended."""
        seconds = time.perf_counter() - self._begun
        entry["seconds"] = round(seconds, 3)
        entry["games_played"] = self._games_played
        entry["games_per_second"] = round(self._games_played / max(seconds, 1e-9), 1)
        try:
            self._directory.add_log(entry, goes_on=goes_on)
        except OSError as error:
            if entry["outcome"] == "finished":
                raise self._directory.unwritable(error) from None

    def outcome(self) -> Outcome:
        """What became of the run."""
        now = time.perf_counter()
        since, first_games = self._first_games
        return Outcome(
            self._directory.path,
            self._request.games,
            self._games_played,
            now - self._begun,
            self._tally.standings(),
            (self._games_played - first_games) / max(now - since, 1e-9),
        )
