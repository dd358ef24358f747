"""``eoc-sim history``: a project's runs over time, and a comparison of two."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.screen import note
from eoc_sim.defaults import HISTORY_RUNS
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_file import read_run_file

NO_HISTORY = "eoc_sim.no_history"


def _leave_out(context: click.Context, _option: click.Parameter, is_set: bool) -> None:
    context.meta[NO_HISTORY] = is_set


no_history_option = click.option(
    "--no-history",
    is_flag=True,
    expose_value=False,
    callback=_leave_out,
    help="Do not add the run to results/history.jsonl.",
)


def add_to_history(folder: Path) -> None:
    """Add the current command's run to the history."""
    context = cast(click.Context, click.get_current_context())
    if context.meta.get(NO_HISTORY):
        return
    try:
        game = eoc_sim.games.find_recorded(read_run_file(folder), context.params.get("name"))
        commands.history_file.add_entry(folder, game)
    except InputError as error:
        note(f"Note: the run is not in the history. {error}")


@click.group(name="history")
def command() -> None:
    """Show a project's runs over time, and compare two of them."""


@command.command()
@click.option(
    "--last",
    type=click.IntRange(1),
    default=HISTORY_RUNS,
    show_default=True,
    metavar="N",
    help="Show the latest N runs.",
)
def show(last: int) -> None:
    """Show how this project's figures changed from run to run.

    Runs with the same players and the same luck share a table. The latest table with two or more
    runs is also drawn: a picture of its wins is written to results/history.svg.
    """
    printing.history.print_history(commands.history.history(last=last))


@command.command()
@click.argument("first", metavar="DIR1")
@click.argument("second", metavar="DIR2")
@click.option(
    "--game",
    "name",
    metavar="NAME",
    help="The game of the runs, as a module or file. Not needed for a built-in or installed game.",
)
def compare(first: str, second: str, name: str | None) -> None:
    """Compare two runs, game by game if they share their luck.

    They share their luck if their game, seed, seating and number of players are the same.
    Differences in rules, players or release are stated first: the figures cannot tell such causes
    apart.
    """
    result = commands.compare_runs.compare_runs(first, second, game=name)
    printing.history.print_comparison(result)
