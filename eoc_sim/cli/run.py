"""``eoc-sim run``: play games of one rule set and print who wins."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli.closing import closing_lines, folder_line
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, precision_option, run_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.relearning import relearn_options
from eoc_sim.cli.screen import say
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.options import GameOptions, RunOptions


@click.command()
@game_options
@run_options
@no_history_option
@precision_option("every strategy's share of wins")
@relearn_options
@family_options
@who_options(TWO_OTHERS)
def command(options: GameOptions, run_options: RunOptions, precision: float | None) -> None:
    """Play many games, write the result tables and print who wins.

    The same options and seed always give the same games. `eoc-sim report DIR` writes the report.
    """
    result = commands.run.play_run(options, run_options, precision)
    for line in closing_lines(result.game, result.folder):
        say(line)
    standings = result.game.declaration.standings.name
    if standings in result.request.keep or not result.request.list_kept_tables(0):
        label = "Tables" if result.request.keep else "Sums of all games"
        say(folder_line(label, result.folder, result.folder, options.name))
    else:
        say(
            f"Tables: {name_folder(result.folder)}. There is no report: it needs the table "
            f"{standings} (--keep)."
        )
    finish(result)
