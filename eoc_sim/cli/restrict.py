"""``eoc-sim restrict``: how much a strategy loses without one of its options."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import run_options, seatless_game_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.screen import say
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.simulator.runs.run_file import METRICS


@click.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--ban",
    "bans",
    multiple=True,
    metavar="WHAT",
    help="An option that STRATEGY may not use; an unknown word prints a list of the options. If "
    "--ban is repeated, a version is played for each ban, and one with all bans. With --ban each, "
    "a version is played for every option of the game.",
)
@click.option(
    "--against",
    metavar="A,B,C",
    help="Strategies for the other seats. [default: the game's own line-up without STRATEGY]",
)
@seatless_game_options
@run_options
@no_history_option
def command(
    strategy: str,
    bans: tuple[str, ...],
    against: str | None,
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Measure the wins and score that a strategy loses without an option.

    The same games are played with and without the ban. The others play as before, and STRATEGY is
    not retuned. The largest loss marks the option that STRATEGY relies on most.
    """
    result = commands.restrict.run_restrict(strategy, bans, against, options, run_options)
    printing.restrict.print_losses(result)
    say(f"Report: {result.page}")
    say(f"Metric table: {result.folder / METRICS / commands.restrict.LOSSES}")
    finish(result)
