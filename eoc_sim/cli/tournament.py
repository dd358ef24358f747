"""``eoc-sim tournament``: play strategies in all line-ups, and find which survive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.commands.options import GameOptions, RunOptions

if TYPE_CHECKING:
    from eoc_sim.commands.result import FolderResult


@click.command()
@click.argument("strategies", metavar="[STRATEGY]...", nargs=-1)
@click.option(
    "--line-ups",
    metavar="N|all",
    help="How many line-ups to play. [default: all, or a sample if that leaves too few games for "
    "each]",
)
@game_options
@run_options
@family_options
def command(
    strategies: tuple[str, ...], line_ups: str | None, options: GameOptions, run_options: RunOptions
) -> None:
    """Play strategies in all line-ups, and find which survive.

    Also shows which are beaten, and which beat which.

    STRATEGY is a name, a .py file or a preset, with parameters as name:key=value; --seats is
    another way to name them. --games is the number for all line-ups together. Writes metric tables
    to DIR/metrics and a page, DIR/report.html.
    """
    from eoc_sim.commands.tournament import run_tournament

    print_findings(run_tournament(strategies, line_ups, options, run_options))


def print_findings(result: FolderResult) -> None:
    """Print the findings and the paths of the files."""
    from eoc_sim.analysis.family import has_members
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.family_findings import print_family
    from eoc_sim.cli.played_runs import finish
    from eoc_sim.cli.screen import say, show
    from eoc_sim.commands.run_folder import METRICS
    from eoc_sim.commands.tournament import RUN
    from eoc_sim.reports.tournament import summary

    run = Run(result.folder / RUN)
    for table in summary(run, result.metrics):
        show([table, ""])
    show(result.sentences)
    if has_members(run):
        print_family(run.path, is_summed_up=True)
    say(f"Report: {result.report}")
    say(f"Metric tables: {result.folder / METRICS}")
    finish(result)
