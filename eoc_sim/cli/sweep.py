"""``eoc-sim sweep``: versions of the game against the current rules."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import Command, game_options, precision_option, run_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.relearning import relearn_options
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.options import GameOptions, RunOptions, example

_VERSION_OPTIONS = (
    click.argument("plan", metavar="[PLAN.toml]", required=False),
    click.option(
        "--vary",
        multiple=True,
        metavar="KEY=V1,V2",
        help=f"A key and its values, such as {example('vary')}; "
        "KEY is SHEET.ID.COLUMN, rules (presets or rule files), "
        "rules.SWITCH, seat.K (from 1) or strategy.NAME.PARAMETER. May be repeated.",
    ),
    click.option(
        "--cards",
        "sheet",
        metavar="SHEET",
        help="An edited sheet or workbook: plays a version for each changed row, such as a card, "
        "and one with all changes.",
    ),
    click.option(
        "--design",
        metavar="NAME",
        help="one-at-a-time: each value on its own; factorial: all combinations, including the "
        "current values. [default: one-at-a-time]",
    ),
)


def version_options(command: Command) -> Command:
    """Add the options that select the versions: plan, --vary, --cards, --design."""
    for option in reversed(_VERSION_OPTIONS):
        command = option(command)
    return command


@click.command()
@version_options
@game_options
@run_options
@no_history_option
@precision_option("every change")
@relearn_options
@family_options
@who_options(TWO_OTHERS)
def command(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
    precision: float | None,
) -> None:
    """Play versions of the game and report their effects.

    All versions are played with the same luck. Give the changes in one of three ways: --vary
    KEY=V1,V2, --cards my-cards.xlsx, or a plan file.
    """
    result = commands.sweep.run_sweep(plan, vary, sheet, design, options, run_options, precision)
    printing.sweep.print_verdict(result)
    finish(result)
