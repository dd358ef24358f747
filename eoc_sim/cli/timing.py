"""``eoc-sim timing``: how much a gain is worth early and late."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli.closing import folder_line
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.screen import say, show
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.options import GameOptions, RunOptions, example
from eoc_sim.defaults import TIMING_GAMES
from eoc_sim.simulator.runs.run_file import METRICS

HELP = f"""Measure what gains and choices are worth at different times.

Replays every game about two dozen times, each time with one thing changed: {example("timing")}.
Writes metric tables to DIR/metrics; eoc-sim report DIR shows them.
"""


@click.command(help=HELP)
@game_options
@run_options_of(TIMING_GAMES)
@no_history_option
@family_options
@who_options(TWO_OTHERS)
def command(options: GameOptions, run_options: RunOptions) -> None:
    """Play games with their twins, and print the effects of timing."""
    result = commands.timing.run_timing(options, run_options, show)
    say(folder_line("Metric tables", result.folder / METRICS, result.folder, options.name))
    finish(result)
