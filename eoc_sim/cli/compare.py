"""``eoc-sim compare``: two versions, played until their difference is decided."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, precision_option, run_options_of
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.screen import say
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import DEFAULT_MAX_GAMES

VERSION = '"KEY=value ..."|PRESET'


def _require(context: click.Context, parameter: click.Parameter, version: str | None) -> str:
    """Refuse a comparison without its two versions."""
    if version is None:
        raise click.UsageError(
            'Give two versions to compare, each as "KEY=value ...", a preset or the word "current"',
            context,
        )
    return version


@click.command()
@click.argument("first", metavar=VERSION, required=False, callback=_require)
@click.argument("second", metavar=VERSION, required=False, callback=_require)
@game_options
@run_options_of(DEFAULT_MAX_GAMES)
@no_history_option
@precision_option("every change, decided or not,")
@family_options
@who_options(TWO_OTHERS)
def command(
    first: str, second: str, options: GameOptions, run_options: RunOptions, precision: float | None
) -> None:
    """Play two versions with the same luck until every difference is decided.

    Each version is a list of settings (KEY as in sweep --vary), a preset, such as cutthroat (short
    for rules=cutthroat), or current: the current rules. The command gives a verdict on the wins and
    scores of every strategy, and of the players who keep, lose or gain a changed card. The verdict
    is that the wins or scores change, or that no change in them is large enough to matter. The
    command plays at least 1000 games and at most --games; any difference still open after that is
    reported as not decided.
    """
    result = commands.compare.run_compare(
        first, second, options, run_options, precision, printing.compare.print_changes
    )
    printing.compare.print_continue_command(result)
    say(f"Report: {result.page}" if result.page else f"Tables: {name_folder(result.folder)}")
    finish(result)
