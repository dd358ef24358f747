"""Which twins a run plays: decided by a pilot before the run, kept by a run that is resumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.cli.options import RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request


def scheduled(
    game: Game,
    request: Request,
    directory: RunDirectory,
    how: RunOptions,
    games: int,
    piloted: Callable[[Any], Any],
) -> dict[str, Any]:
    """The schedule in plain values: as the run to resume has it, else as a pilot suggests.

    ``piloted`` plays the pilot, of so many ``games``, with an engine, and gives the schedule.
    """
    from eoc_sim.cli.playing import compile_needed
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.kernel.printing import strategies_print_apart
    from eoc_sim.simulator.runs.run_directory import read_run_file
    from eoc_sim.simulator.runs.runner import engines_of

    if directory.resume and not directory.is_empty():
        return read_run_file(directory.path).get("twins") or {}
    compile_needed(game, request.arms.versions(), how.quiet)
    if not how.quiet:
        say(f"{games} games of a pilot decide how often each twin is played.")
    plain = replace(request, twins=None)
    (engine,) = engines_of(game, plain, [request.arms.baseline.version])
    with strategies_print_apart():
        schedule: dict[str, Any] = piloted(engine).record()
    return schedule
