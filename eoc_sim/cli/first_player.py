"""``eoc-sim first-player``: the value of going first, its causes and remedies."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.screen import say
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import DEFAULT_WITHIN
from eoc_sim.simulator.runs.run_file import METRICS


@click.command()
@click.option(
    "--repair",
    metavar="WHAT",
    help="Find the smallest compensation of this kind that makes the turn order fair. An unknown "
    "word prints a list of the kinds that the game has.",
)
@click.option(
    "--within",
    type=float,
    default=DEFAULT_WITHIN,
    show_default=True,
    metavar="WINS",
    help="With --repair: how far from fair a place may be, in wins per 100 games.",
)
@game_options
@run_options
@family_options
@who_options("all that do not search, each with the same number of games")
def command(
    repair: str | None, within: float, options: GameOptions, run_options: RunOptions
) -> None:
    """Measure whether it matters who goes first, and compensate for it.

    For each number of players, the command plays the line-up, and every strategy against copies of
    itself. The line-up is also played in versions that each switch off one effect of turn order.
    --repair searches instead for a compensation for each place in the turn order, and tries it on
    fresh games.
    The command writes metric tables to DIR/metrics and a page about all line-ups, DIR/report.html.
    """
    result = commands.first_player.run_first_player(repair, within, options, run_options)
    if repair is None:
        printing.first_player.print_findings(result)
    say(f"Report: {result.report}")
    say(f"Metric tables: {result.folder / METRICS}")
    finish(result)
