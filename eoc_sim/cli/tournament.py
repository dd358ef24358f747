"""``eoc-sim tournament``: play strategies in all line-ups, and find out which survive."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.commands.options import GameOptions, RunOptions


@click.command()
@click.argument("strategies", metavar="[STRATEGY]...", nargs=-1)
@click.option(
    "--line-ups",
    metavar="N|all",
    help="How many line-ups to play. [default: all, or a sample if each line-up would otherwise "
    "have too few games]",
)
@game_options
@run_options
@family_options
def command(
    strategies: tuple[str, ...], line_ups: str | None, options: GameOptions, run_options: RunOptions
) -> None:
    """Play strategies in all line-ups, and find out which survive.

    A strategy survives if it is still played after players have copied what wins. Also shows which
    strategies are beaten, and which beats which.

    STRATEGY is a name, a .py file or a preset, with parameters as name:key=value; --seats is
    another way to name them. --games is the total for all line-ups. Writes metric tables
    to DIR/metrics and a page, DIR/report.html.
    """
    result = commands.tournament.run_tournament(strategies, line_ups, options, run_options)
    printing.tournament.print_findings(result)
    finish(result)
