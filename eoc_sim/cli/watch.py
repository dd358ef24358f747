"""``eoc-sim watch``: play a sheet, plan or strategy again on every save."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import WATCH_GAMES


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--against",
    metavar="NAME",
    help="The strategy in all other seats when a strategy is watched. [default: the game's "
    "yardstick]",
)
@game_options
@run_options_of(WATCH_GAMES)
def command(file: str, against: str | None, options: GameOptions, run_options: RunOptions) -> None:
    """Play FILE on every save, and keep one page up to date.

    FILE is an edited sheet or workbook (as for sweep --cards), a PLAN.toml (as for sweep), or a
    strategy, whose strength is measured against copies of one other strategy. Every save is played
    with a growing number of games, up to --games, and the page reloads itself. The intervals stay
    valid however often you look. Ctrl-C ends the command. The page is kept as DIR/report.html, and
    the runs of all saves in DIR/1, DIR/2 ...
    """
    from eoc_sim.cli.watching import watch

    watch(Path(file), options, run_options, against)
