"""``eoc-sim plan``: the number of games that a sweep needs."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli.answer import give
from eoc_sim.cli.options import game_options, precision_option, run_options
from eoc_sim.cli.screen import say, table
from eoc_sim.cli.sweep import version_options
from eoc_sim.commands.options import GameOptions, RunOptions

if TYPE_CHECKING:
    from eoc_sim.commands.plan import PlanResult


@click.command()
@version_options
@game_options
@run_options
@click.option(
    "--detect",
    type=float,
    metavar="D",
    help="The change to detect, in wins per 100 games. [default: the smallest that matters]",
)
@precision_option("every change in the proposed sweep")
def command(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
    detect: float | None,
    precision: float | None,
) -> None:
    """Estimate how many games a sweep needs, without keeping results.

    A pilot plays up to a few hundred games of every version, or of 40 versions if there are more,
    to see how much each game differs from the same game under the current rules. With the proposed
    number of games, a change of the size given by --detect is detected in four of five cases, even
    if all changes are judged jointly.
    """
    result = commands.plan.run_plan(
        plan, vary, sheet, design, options, run_options, detect, precision
    )
    basis, *answers = result.sentences
    say(basis)
    say()
    _print_games(result, precision)
    for sentence in answers:
        say(sentence)
    if result.command:
        say()
        say(result.command)
    needs = [
        eoc_sim.answer_types.VersionNeed(label, *astuple(need))
        for label, need in result.versions.items()
    ]
    give(eoc_sim.answer_types.Needed(needs, result.games, result.seconds, result.command))


def _print_games(result: PlanResult, precision: float | None) -> None:
    """Print the games needed for each question, one line per version."""
    cost = result.cost
    rows = []
    for label, need in result.versions.items():
        cells = [need.wins, need.scores] + ([] if precision is None else [need.precise])
        words = ["none" if cell == 0 else cost.count(cell) for cell in cells]
        rows.append((label, *words, cost.time(need.changes, versions=2)))
    heads = [f"games to find {change}" for change in result.heads]
    heads += [] if precision is None else [f"games for a precision of +-{precision:g}"]
    table(("version", *heads, "time if played alone"), rows)
