"""Play a requested run and write it into a directory.

A `BackendChoice` opens the backend that plays the games; `session` and `open_shards` write them to
files.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import polars as pl

from eoc_sim.counts import count, plural
from eoc_sim.errors import GameError, InputError, StrategyError, no_such
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.seating import BALANCED, SEATINGS, games_per_round
from eoc_sim.simulator.runs.arms import Arms, arms_record
from eoc_sim.simulator.runs.backend_names import DASK, LOCAL, LOKY, WAIT_FOR_WORKERS, check_backend
from eoc_sim.simulator.runs.backends import Backend, BackendLost, ignore
from eoc_sim.simulator.runs.change import RECORDED
from eoc_sim.simulator.runs.family import DATA_FAMILY
from eoc_sim.simulator.runs.forking import altered_cards
from eoc_sim.simulator.runs.game import SHARD_GAMES, Engine, Game, GameSource, V
from eoc_sim.simulator.runs.open_shards import OpenShards
from eoc_sim.simulator.runs.parts import Parts
from eoc_sim.simulator.runs.planned_looks import RULE
from eoc_sim.simulator.runs.recipe import Recipe
from eoc_sim.simulator.runs.relearning import RELEARN
from eoc_sim.simulator.runs.request import MAX_GAMES, Request
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import (
    BASELINE,
    DIMS_CHECKSUMS,
    FORMAT,
    GAME_FAILED,
    GAME_SOURCE,
    LOOKS,
    PACKAGE,
    PLANNED_GAMES,
    QUESTION,
    SCHEMA,
    SEQUENTIAL,
    SOURCE_CODE,
    SPEED_WITHOUT_TWINS,
    SUMS,
    frame_checksum,
)
from eoc_sim.simulator.runs.run_totals import RowSummer, ShardSums
from eoc_sim.simulator.runs.session import Interruption, Progress, Session
from eoc_sim.simulator.runs.source_code import source_hash
from eoc_sim.simulator.runs.standings import RunningStanding, Tally
from eoc_sim.simulator.runs.sums_session import OpenSums, SumsSession
from eoc_sim.simulator.runs.tasks import KeptRowCollector, RowCollector
from eoc_sim.simulator.runs.who_plays import LINE_UPS
from eoc_sim.version import __version__

SHARED_PARTS = ("eoc_sim.analysis.", "eoc_sim.reports.")
"""The packages whose parts every installation has."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run after one session.

    ``games`` is the number of games per arm, and ``games_played`` that of all arms in this session.
    ``games_per_second`` leaves out each arm's first games, which include the time to compile; it is
    0 if a session is too short to measure.
    """

    path: Path
    games: int
    games_played: int
    seconds: float
    standings: tuple[RunningStanding, ...]
    games_per_second: float


@dataclass(frozen=True)
class BackendChoice:
    """The command line's choice of backend.

    ``jobs`` is the number of this computer's cores to use, -1 for all. ``scheduler`` is the address
    of a cluster's scheduler, and ``wait_for_workers`` the seconds to wait for its workers.
    ``notify`` receives sentences that explain a wait to the user.
    """

    backend: str = LOCAL
    jobs: int = 1
    scheduler: str | None = None
    notify: Callable[[str], None] = ignore
    wait_for_workers: float = WAIT_FOR_WORKERS

    def open(self, recipe: Recipe) -> AbstractContextManager[Backend]:
        """Open the backend, which compiles and checks the recipe.

        Raises:
            InputError: the backend cannot be reached, or the recipe cannot be played.
        """
        check_backend(self.backend, self.scheduler, self.wait_for_workers)
        if self.backend == DASK:
            try:
                from eoc_sim.simulator.runs.dask_backend import dask_backend
            except ImportError:
                raise InputError(
                    "--backend dask needs dask, which is not installed here. To install "
                    "it, run: pip install 'eoc-sim[cluster]'"
                ) from None
            assert self.scheduler is not None  # as `check_backend` has checked
            return dask_backend(self.scheduler, recipe, self.notify, self.wait_for_workers)
        from eoc_sim.simulator.runs.local_backend import processes_backend, threads_backend

        number = threads(self.jobs)
        if self.backend == LOKY:
            return processes_backend(recipe, number)
        return threads_backend(recipe, number)


def threads(jobs: int) -> int:
    """Return the number of threads for ``--jobs``; -1 means all cores."""
    import joblib

    if jobs == 0 or jobs < -1:
        raise InputError(f"--jobs {jobs} should be -1 (all cores) or at least 1.")
    return int(joblib.cpu_count()) if jobs == -1 else jobs


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if not 1 <= games <= MAX_GAMES:
        raise InputError(f"--games {count(games)} is not between 1 and {count(MAX_GAMES)}.")


def whole_seatings(games: int, players: int, seating: str) -> tuple[int, str | None]:
    """Round ``games`` up to whole seating rounds, and explain why.

    >>> whole_seatings(10, 4, "rotate")
    (12, '10 games are rounded up to 12, so that every strategy sits in every seat equally often.')
    >>> whole_seatings(1999, 4, "rotate")[1][:39]
    '1 999 games are rounded up to 2 000, so'
    """
    check_games(games)
    length = games_per_round(seating, players)
    rounded_games = -(-games // length) * length
    if rounded_games == games:
        return games, None
    neighbour_words = " and next to every other strategy" if seating == SEATINGS[BALANCED] else ""
    return rounded_games, (
        f"{plural(games, 'game is', 'games are')} rounded up to {count(rounded_games)}, so "
        f"that every strategy sits in every seat{neighbour_words} equally often."
    )


def read_keep(game: Game, text: str | None, twins: bool = False) -> tuple[str, ...]:
    """Read ``--keep``: names separated by commas, ``none`` or ``all``.

    Without it the default tables are kept. A run with ``twins`` always keeps their table.

    Raises:
        InputError: there is no such table.
    """
    twin_table = "" if game.twins is None else game.twins.table
    tables = [name for name in game.tables if name != twin_table]
    if text is None:
        names = list(game.default_tables)
    elif text.strip() in ("none", "all"):
        names = tables if text.strip() == "all" else []
    else:
        names = [name.strip() for name in text.split(",")]
    for word in ("none", "all"):
        if len(names) > 1 and word in names and text is not None and text.strip() != word:
            raise InputError(f'--keep {text}: "{word}" cannot be combined with other values.')
    for name in names:
        if name not in tables and not (twins and name == twin_table):
            raise InputError(
                no_such("table", name, [*tables, "none", "all"], nouns="choices", where="--keep")
            )
    return tuple(name for name in game.tables if name in names or (twins and name == twin_table))


def kept_current_tables(game: Game, text: str | None, version: Any) -> tuple[str, ...]:
    """Return the tables kept only for the current rules; none with ``--keep``.

    A table to which the version's rules write no rows is left out.
    """
    names = game.default_current_tables if text is None else ()
    tables = {name: game.tables[name] for name in names}
    return tuple(
        name
        for name, table in tables.items()
        if not table.under or table.has_rows(version.rules_played)
    )


def _source_record(source: GameSource, parts: Parts) -> dict[str, Any]:
    """Record the origin of an external game."""
    usual = Parts(examples=parts.examples)
    further_parts = [
        value
        for field in fields(parts)
        if (value := getattr(parts, field.name)) != getattr(usual, field.name)
        and not str(value).startswith(SHARED_PARTS)
    ]
    return {"named": source.name, "sha256": source.sha256, "parts": bool(further_parts)}


def _shard_games(game: Game[V]) -> int:
    """Return the maximum number of one version's games per file."""
    return min(SHARD_GAMES, game.shard_games)


def run_record(game: Game, request: Request, dims: Mapping[str, Any]) -> dict[str, Any]:
    """Make the content of run.json, enough to play the games again.

    ``dims`` are the tables that explain ids, by name.
    """
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        PACKAGE: __version__,
        SOURCE_CODE: source_hash(game),
        "game": game.name,
        **({} if game.source is None else {GAME_SOURCE: _source_record(game.source, game.parts)}),
        "rules_version": game.rules_version,
        "command": request.command,
        "games": request.games,
        PLANNED_GAMES: request.games if request.tuned_games is None else request.tuned_games,
        SEQUENTIAL: request.tuned_games is not None,
        LOOKS: RULE,
        QUESTION: request.question,
        "seed": request.seed,
        "players": game.players_of(request.arms.baseline.version),
        "seating": request.seating,
        "twins": request.twins,
        "tables": list(request.keep),
        "current_tables": list(request.keep_current),
        **(
            {}
            if request.sums is None or request.list_kept_tables(0)
            else {SUMS: list(request.sums.tables(0))}
        ),
        "dims": list(dims),
        DIMS_CHECKSUMS: {name: frame_checksum(table) for name, table in dims.items()},
        "shard_games": _shard_games(game),
        **({} if request.relearning is None else {RELEARN: request.relearning.record()}),
        **({} if game.family is None else {DATA_FAMILY: game.family.record()}),
        **({LINE_UPS: [line_up.name for line_up in game.line_ups]} if game.line_ups else {}),
        **arms_record(game, request.arms),
        "declaration": game.declaration.record(),
    }


def record_of(game: Game, request: Request) -> dict[str, Any]:
    """Make the `run_record` of a run that has not been played."""
    return run_record(game, request, dims_of(game, request))


def engines_of(game: Game[V], request: Request, versions: Sequence[V]) -> Sequence[Engine]:
    """Make the versions' engines for a request, with its scheduled twins."""
    engines = game.engines(versions, request.seed, request.seating)
    if request.twins is None or game.twins is None:
        return engines
    return [game.twins.engine(engine, request.twins) for engine in engines]


def check_resumable(game: Game, request: Request, directory: RunDirectory) -> None:
    """Refuse to resume a different run, before anything is compiled.

    Raises:
        InputError: the run to resume in ``directory`` differs from ``request``.
    """

    def changes(earlier: Mapping[str, Any]) -> list[str]:
        try:
            base = game.restore(earlier[BASELINE])
        except (InputError, StrategyError, KeyError):
            return []  # the baseline can no longer be made
        return [
            difference.sentence
            for difference in game.differences(base, request.arms.baseline.version)
        ]

    if directory.resume:
        directory.check_same(record_of(game, request), changes)


def dims_of(game: Game, request: Request) -> dict[str, Any]:
    """Return the dims tables of a run, by name."""
    return {"arms": arms_table(request.arms), **game.dims(request.arms.versions())}


def play(
    game: Game,
    request: Request,
    directory: RunDirectory,
    *,
    jobs: int = 1,
    backend: str = LOCAL,
    scheduler: str | None = None,
    wait_for_workers: float = WAIT_FOR_WORKERS,
    notify: Callable[[str], None] = ignore,
    progress: Callable[[Progress], None] | None = None,
    command_line: Sequence[str] = (),
    continues: bool = False,
    twins_cost: float = 1.0,
    stop: threading.Event | None = None,
) -> Outcome:
    """Play a run, or the rest of it; write it into ``directory``.

    ``jobs``, ``backend``, ``scheduler``, ``wait_for_workers`` and ``notify`` are as in
    `BackendChoice`. ``progress`` is called in the calling thread, at most about ten times a second
    and once at the end. Each call adds an entry to the log, or with ``continues`` extends the last
    entry. A game with its twins takes ``twins_cost`` times as long as one without. Once any thread
    sets ``stop``, the run ends after the chunks in progress. However a run ends, finished shards
    are kept and the run can be resumed. If it is stopped or interrupted, loses its cluster, or ends
    with an `InputError` while playing, the games of unfinished shards are kept too.

    Raises:
        InputError: the backend cannot be reached, the directory cannot be used or has a different
            run or damaged files, or another process is writing to it.
        StrategyError: a strategy broke the rules.
        Interruption: ``stop`` was set before all games were played.
    """
    choice = BackendChoice(backend, jobs, scheduler, notify, wait_for_workers)
    versions = request.arms.versions()
    collector: RowCollector = KeptRowCollector(
        game.tables, game.standings, request.keep, request.keep_current
    )
    dims = dims_of(game, request)
    record = run_record(game, request, dims)
    looks = directory.planned_looks(record)
    if request.sums is not None and request.keeps_no_rows:
        collector = RowSummer(request.sums, game.standings, looks)
    recipe = Recipe(game, tuple(versions), request.seed, request.seating, request.twins, collector)
    with divert_strategy_output(), choice.open(recipe) as opened_backend, directory.lock():
        finished_shards = directory.begin(record)
        session: Session | SumsSession
        if request.sums is None or not request.keeps_no_rows:
            # With other backends, summing up would delay waiting workers, so the report does it.
            sums = (
                None
                if request.sums is None or backend != LOCAL
                else ShardSums(
                    request.sums,
                    looks,
                    len(versions),
                    request.games,
                    _shard_games(game),
                    request.tuned_games is None,
                )
            )
            shards = OpenShards(
                directory, game.tables, request.keep, request.keep_current, finished_shards, sums
            )
            session = Session(
                request,
                directory,
                shards,
                Tally(game.standings),
                opened_backend,
                progress,
                notify,
                _shard_games(game),
                altered_cards(game, versions, request.twins),
            )
        else:
            session = SumsSession(
                request,
                directory,
                OpenSums(directory, request.sums, finished_shards),
                Tally(game.standings),
                opened_backend,
                progress,
                looks,
            )
        start = datetime.now(UTC)
        outcome = "failed"
        try:
            session.prepare(dims)
            session.run(stop or threading.Event())
            outcome = "finished"
        except (KeyboardInterrupt, Interruption, BackendLost):
            outcome = "interrupted"
            raise
        except GameError:
            outcome = GAME_FAILED
            raise
        except OSError as error:
            raise directory.unwritable(error) from None
        finally:
            _close(
                directory,
                {
                    "started": start.isoformat(timespec="seconds"),
                    "outcome": outcome,
                    "command_line": list(command_line),
                    "options": list(request.implied_options),
                    **_backend_record(choice),
                    "platform": platform.platform(),
                    "python": platform.python_version(),
                    "packages": _package_versions(),
                    **_log_entry(session, twins_cost),
                },
                continues=continues,
            )
        seconds, speed = session.speed()
        return Outcome(
            directory.path,
            request.games,
            session.games_played,
            seconds,
            session.standings(),
            speed,
        )


def _log_entry(session: Session | SumsSession, twins_cost: float) -> dict[str, Any]:
    """Return a session's log entry, with its speed without twins."""
    entry = session.log_entry()
    if twins_cost > 1:
        entry[SPEED_WITHOUT_TWINS] = round(twins_cost * entry["games_per_second"], 1)
    return entry


def _backend_record(choice: BackendChoice) -> dict[str, Any]:
    """Record where a session played, for log.json."""
    if choice.backend == DASK:
        return {"backend": choice.backend, "scheduler": choice.scheduler}
    return {"backend": choice.backend, "jobs": threads(choice.jobs), "cores": os.cpu_count()}


def _close(directory: RunDirectory, entry: dict[str, Any], *, continues: bool) -> None:
    """Log a session; if that fails, report it only for finished runs."""
    try:
        directory.add_log(entry, continues=continues)
    except OSError as error:
        if entry["outcome"] == "finished":
            raise directory.unwritable(error) from None


def arms_table(arms: Arms) -> Any:
    """Make the table dims/arms: ``id``, ``name`` (the label) and all changes."""
    change = pl.Struct(dict.fromkeys(RECORDED, pl.String))
    return pl.DataFrame(
        {
            "id": list(range(len(arms.arms))),
            "name": [arm.label for arm in arms.arms],
            "changes": [[difference.record() for difference in arm.changes] for arm in arms.arms],
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


def play_until(
    play: Callable[..., Outcome],
    request: Request,
    directory: RunDirectory,
    looks: Sequence[int],
    is_answered: Callable[[Path], bool],
) -> Outcome:
    """Play up to each look in turn, until the question is answered.

    ``play`` is `runner.play` with a game and options. ``looks`` are numbers of games per version,
    in ascending order. After each of them, ``is_answered`` is called with the run's folder. A run
    to resume begins with the look that it last played to; if that is after the last of ``looks``,
    the run is refused as in `runner.play`.
    """
    with directory.lock():
        goal = min(directory.read_requested_games(), looks[-1])
        later_looks = [look for look in looks if look > goal]
        count, seconds = 0, 0.0
        for number, games in enumerate((goal, *later_looks) if goal else later_looks):
            outcome = play(replace(request, games=games), directory, continues=number > 0)
            count += outcome.games_played
            seconds += outcome.seconds
            if is_answered(outcome.path):
                break
            directory = replace(directory, resume=True, fresh=False, numbered=False)
        return replace(outcome, games_played=count, seconds=seconds)
