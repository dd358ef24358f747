"""Schedule twins from a pilot, or keep a resumed run's schedule."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eoc_sim.counts import count
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.run_file import read_run_file
from eoc_sim.simulator.runs.runner import engines_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eoc_sim.commands.options import RunOptions
    from eoc_sim.simulator.runs.game import Game, PilotedTwins
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request


def with_twins(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    pilot: PilotedTwins,
    per_game: float,
) -> Request:
    """Add a schedule of twins to a request.

    A resumed run keeps its schedule; a new schedule comes from a pilot and aims for ``per_game``
    twins per game.
    """
    return replace(request, twins=_schedule(game, request, directory, run_options, pilot, per_game))


def _schedule(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    pilot: PilotedTwins,
    per_game: float,
) -> Mapping[str, Any]:
    if directory.resume and not directory.is_empty():
        return read_run_file(directory.path).get("twins") or {}
    if not run_options.quiet:
        run_options.channel.compile(game, request.arms.versions())
        run_options.channel.say(
            f"A pilot of {count(pilot.games)} games decides how often each twin is played."
        )
    request_without_twins = replace(request, twins=None)
    (engine,) = engines_of(game, request_without_twins, [request.arms.baseline.version])
    with divert_strategy_output():
        return pilot.schedule(engine, per_game)
