"""Announce and play a run, and explain how to resume it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.kept_sums import KeptSums
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.announcing import FEW_PAIRS, VERSIONS, announcement, looks_words
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.speeds import kind_of_work, remember_speed
from eoc_sim.counts import count
from eoc_sim.errors import GameError, InputError
from eoc_sim.game_parts import report_command
from eoc_sim.simulator.runs import runner
from eoc_sim.simulator.runs.backend_names import DASK, LOCAL
from eoc_sim.simulator.runs.backends import BackendLost
from eoc_sim.simulator.runs.pilot import cost_of_twins
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import play_until

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.commands.channel import Channel
    from eoc_sim.commands.joint_progress import OverallProgress
    from eoc_sim.commands.options import RunOptions
    from eoc_sim.commands.stopping import Stopping
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request


def claim(run_options: RunOptions, command: str, game: Game) -> RunDirectory:
    """Claim the folder of ``--out``, or the next free one, without writing.

    Raises:
        InputError: The folder cannot be used, or the run to resume there belongs to another game.
    """
    resume, fresh = run_options.resume, run_options.fresh
    directory = RunDirectory.claim(run_options.out, command, resume=resume, fresh=fresh)
    directory.check_same_game(game.name)
    return directory


def claim_inside(folder: Path, command: str, run_options: RunOptions) -> RunDirectory:
    """Claim a folder inside a run; a resumed run may lack it."""
    resume = run_options.resume and folder.exists()
    return RunDirectory.claim(folder, command, resume=resume, fresh=run_options.fresh)


def play_inside(
    game: Game,
    request: Request,
    folder: Path,
    run_options: RunOptions,
    directory: RunDirectory,
) -> None:
    """Play another run inside a run's folder, without output."""
    play(
        game,
        request,
        claim_inside(folder, directory.command, run_options),
        replace(run_options, yes=True, quiet=True),
        kept_in=directory,
    )


def play(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    stopping: Stopping | None = None,
    arms_noun: str = "versions",
    kept_in: RunDirectory | None = None,
    overall: OverallProgress | None = None,
) -> Outcome:
    """Announce and play a run; if interrupted, explain how to resume it.

    With ``stopping``, the run stops once its question is answered, or at the latest after the games
    of ``request``. Standings are shown only if the arms are versions. A run that is part of another
    is ``kept_in`` the directory of that run. Runs that are announced together share the progress
    bar ``overall``.
    """
    if stopping is not None:
        request = replace(request, question=stopping.goal)
    if kept_in is None or not request.list_kept_tables(0):
        request = with_sums(game, request)
    runner.check_resumable(game, request, directory)
    if not run_options.quiet:
        meanwhile = None if request.sums is None else request.sums.compile
        run_options.channel.compile(game, request.arms.versions(), meanwhile)
    names = strategy_names(game, request) if arms_noun == VERSIONS else []
    look = Look.make(directory.planned_looks(runner.record_of(game, request)), request.games)
    quiet = run_options.quiet or overall is not None
    if not quiet:
        run_options.channel.say(
            announcement(
                game,
                request,
                look,
                None if run_options.backend == DASK else run_options.jobs,
                arms_noun,
            )
        )
        if stopping is not None:
            run_options.channel.say(stopping.announcement())
        if line := looks_words(look):
            run_options.channel.say(line)
        run_options.channel.say(
            f"Seed {request.seed}. Results go to {name_folder(directory.path)}."
        )
    if directory.fresh and not run_options.yes and not directory.is_empty():
        run_options.channel.confirm(f"Replace the run in {directory.path}?")
    try:
        players = game.rivals(request.arms.baseline.version)
        progress = (
            run_options.channel.progress(quiet, names, players, look.planned_games)
            if overall is None
            else overall.part()
        )
        with progress as show:
            play_games = partial(
                runner.play,
                game,
                jobs=run_options.jobs,
                backend=run_options.backend,
                scheduler=run_options.scheduler,
                wait_for_workers=run_options.wait_for_workers,
                notify=run_options.channel.note,
                progress=show,
                command_line=run_options.command_line,
                twins_cost=_twins_cost(game, request) if kept_in is None else 1.0,
            )
            if stopping is None:
                outcome = play_games(request, directory)
            else:
                outcome = play_until(
                    play_games, request, directory, stopping.looks, stopping.is_answered
                )
    except (KeyboardInterrupt, BackendLost, GameError) as stop:
        explain_kept_games(kept_in or directory, run_options.channel, stop)
        raise
    if run_options.backend == LOCAL:
        remember_speed(kind_of_work(game, request, run_options.jobs), outcome)
    if not quiet:
        if not outcome.games_played and stopping is None and look.games_at_next_look is not None:
            run_options.channel.say(
                "All of these games have already been played. The next look is at "
                f"{count(look.games_at_next_look)} games: --games {look.games_at_next_look}."
            )
        run_options.channel.say()
    return outcome


def _twins_cost(game: Game, request: Request) -> float:
    """Measure the cost of a request's twins, for other commands' estimates."""
    if request.twins is None:
        return 1.0
    return cost_of_twins(game, request, FEW_PAIRS)


def with_sums(game: Game, request: Request) -> Request:
    """Return a request that also keeps the sums for its report."""
    dims = runner.dims_of(game, request)
    return replace(request, sums=KeptSums(runner.run_record(game, request, dims), dims))


def explain_kept_games(directory: RunDirectory, channel: Channel, stop: BaseException) -> None:
    """Explain what a stopped run has kept, and how to resume it.

    After an error in a game, explain how to write the run's report instead.
    """
    if directory.is_empty() or (isinstance(stop, GameError) and not _has_games(directory)):
        return
    path = directory.path
    parent_folder = Folder.read(path.parent)
    if (
        parent_folder is not None
        and parent_folder.command == directory.command
        and path.name in parent_folder.runs
    ):
        path = parent_folder.path
    folder = shlex.quote(str(path))
    sentence = f"The games played so far are kept in {path}. "
    if isinstance(stop, GameError):  # a resumed run would fail again
        sentence += f"To write their report: {report_command(path, directory.path)}"
    else:
        sentence += f"To continue, repeat the command with --out {folder} --resume."
    channel.note(sentence)
    stop.add_note(sentence)


def _has_games(directory: RunDirectory) -> bool:
    """Return whether a run has any finished games for a report."""
    try:
        return Run(directory.path).games > 0
    except InputError:
        return False


def strategy_names(game: Game, request: Request) -> list[str]:
    """Return the names of all strategies that play, by id."""
    dims = game.dims(request.arms.versions())
    return list(dims[game.standings.role("strategy").dim]["name"])
