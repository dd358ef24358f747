"""``eoc-sim variants``: the effects of rule variants, alone and combined."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import DESIGNS


@click.command()
@click.argument("names", metavar="[SWITCH|PRESET]...", nargs=-1)
@click.option(
    "--switch",
    "switches",
    multiple=True,
    metavar="NAME=V1,V2",
    help="A rule switch and the values to try (without values, all but the current one), or "
    "rules=PRESET. May be repeated. [default: the game's own variants]",
)
@click.option(
    "--design",
    default=DESIGNS[0],
    show_default=True,
    metavar="NAME",
    help="fraction: the fewest combinations of switches that keep their effects apart; full: all "
    "combinations.",
)
@click.option(
    "--resolution",
    type=int,
    metavar="R",
    help="With a fraction: 5 separates main effects and two-way interactions; 4 and 3 play fewer "
    "versions and show less. [default: 5]",
)
@game_options
@run_options
@no_history_option
@family_options
@who_options("all that do not search, with a fifth of the games each, at least 1200")
def command(
    names: tuple[str, ...],
    switches: tuple[str, ...],
    design: str,
    resolution: int | None,
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Measure each rule variant alone, in pairs and over all combinations.

    Switches with two values are combined, with the same luck in all versions. A switch with more
    values is played on its own, and one that needs another switch is played with it. A preset,
    such as cutthroat, is played with all of its switches at once; each of them is also played on
    its own and in combination with the others.
    """
    result = commands.variants.run_variants(
        names, switches, design, resolution, options, run_options
    )
    printing.variants.print_findings(result)
    finish(result)
