"""``eoc-sim tune``: find a strategy's best parameters against others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give
from eoc_sim.cli.options import against_option, search_options, version_options
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.counts import plural
from eoc_sim.defaults import DEFAULT_MINUTES, GOAL, HELD_OUT

if TYPE_CHECKING:
    from eoc_sim.commands.tune import TuneResult


@click.command()
@click.argument("strategy", metavar="STRATEGY")
@against_option
@click.option(
    "--for",
    "goal",
    default=GOAL,
    show_default=True,
    metavar="wins|score",
    help="The goal: wins, or score, which is the strategy's own score minus a quarter of the "
    "others' total score. The game's own word for score works too.",
)
@click.option(
    "--only",
    metavar="A,B",
    help="Search only these parameters. [default: all except the following: skill, parameters "
    "with only two values, parameters that cost computing time, and parameters that are switched "
    "off (at 0, their lowest value)]",
)
@click.option("--fix", multiple=True, metavar="A=VALUE", help="Set a parameter and keep it fixed.")
@click.option(
    "--minutes",
    type=float,
    metavar="M",
    help="Approximate time limit in minutes. "
    f"[default: {DEFAULT_MINUTES:g}, unless --generations is given]",
)
@click.option("--generations", type=int, metavar="G", help="Total number of generations to play.")
@click.option(
    "--games",
    type=int,
    default=HELD_OUT,
    show_default=True,
    metavar="N",
    help="Fresh games to compare the parameters before and after the search.",
)
@search_options("tune")
@version_options
def command(
    strategy: str,
    against: str | None,
    goal: str,
    only: str | None,
    fix: tuple[str, ...],
    minutes: float | None,
    generations: int | None,
    games: int,
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Search for a strategy's best parameters against others.

    Plays generations of candidates that race on the same games, then compares the start and the
    result on games that the search never saw. Writes a preset, a file that can be played
    like any other strategy. Ctrl-C keeps the results so far; --resume continues.
    """
    result = commands.tune.run_tune(
        strategy, against, goal, only, fix, minutes, generations, games, options, run_options
    )
    if not run_options.quiet:
        say()
    print_result(result)


def print_result(result: TuneResult) -> None:
    """Print the parameters, their figures on fresh games, and the preset."""
    give(
        eoc_sim.answer_types.Found(
            str(result.preset), result.command, list(result.sentences), dict(result.evidence)
        )
    )
    search, verdict = result.sentences
    say(f"{search} The parameters:")
    say()
    table(
        ("parameter", "meaning", "start", commands.tune.TUNED_SUFFIX, "lowest", "highest"),
        [
            (
                parameter.name,
                parameter.help,
                f"{result.start[parameter.name]:g}",
                f"{result.tuned[parameter.name]:g}",
                f"{parameter.low:g}",
                f"{parameter.high:g}",
            )
            for parameter in result.parameters
        ],
        text_columns=2,
    )
    say()
    say(
        "The strategy before and after tuning, with the same luck, on "
        f"{plural(result.games, 'game')} that the search never saw:"
    )
    say()
    name = result.evidence["strategy"]
    labels = f"{name} as it was", f"{name} tuned"
    printing.held_out.print_held_out(
        result.game.declaration.words,
        result.rivals,
        list(zip(labels, (result.before, result.after), strict=True)),
        (labels[1], labels[0]),
    )
    say()
    say(verdict)
    say(f"Preset: {result.preset}. To play with it:")
    say(f"  {result.command}")
