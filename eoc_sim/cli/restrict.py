"""``eoc-sim restrict``: how much a strategy loses without one of its options."""

from __future__ import annotations

import rich_click as click

from eoc_sim.cli.options import run_options, seatless_game_options
from eoc_sim.commands.options import GameOptions, RunOptions


@click.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--ban",
    "bans",
    multiple=True,
    metavar="WHAT",
    help="An option that STRATEGY may not use; an unknown word lists all of them. May be given "
    "several times, which plays a version for each ban and one with all of them. each: a version "
    "for every option of the game.",
)
@click.option(
    "--against",
    metavar="A,B,C",
    help="Strategies of the other seats. [default: the game's own line-up without STRATEGY]",
)
@seatless_game_options
@run_options
def command(
    strategy: str,
    bans: tuple[str, ...],
    against: str | None,
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Measure the wins and score that a strategy loses without an option.

    The same games are played with and without the ban. The others play as before, and STRATEGY is
    not retuned. The largest loss marks the option that it relies on most.
    """
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.played_runs import finish
    from eoc_sim.cli.screen import LINES_BELOW, say, table
    from eoc_sim.commands.restrict import LOSSES, run_restrict
    from eoc_sim.commands.run_folder import METRICS
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.restricting import loss_lines, loss_tables

    result = run_restrict(strategy, bans, against, options, run_options)
    page = Findings(Run(result.folder))
    for title, head, rows in loss_tables(page.run, page.losses):
        table(head, rows, title=title, lines_below=LINES_BELOW)
        say()
    for line in loss_lines(page.run, page.losses):
        say(line)
    say(f"Report: {result.page}")
    say(f"Metric table: {result.folder / METRICS / LOSSES}")
    finish(result)
