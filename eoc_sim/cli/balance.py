"""``eoc-sim balance``: the fewest and smallest edits that meet a target."""

from __future__ import annotations

from dataclasses import replace

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give, is_collecting
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.cli.screen import say
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.options import GameOptions, RunOptions, example
from eoc_sim.simulator.runs.run_file import METRICS


@click.command()
@click.option(
    "--strategies",
    metavar="LOW-HIGH",
    help="Target: every strategy wins between LOW and HIGH of 100 games.",
)
@click.option(
    "--turn-order",
    type=float,
    metavar="WINS",
    help="Target: every place in the turn order wins its fair share of 100 games, give or take "
    "WINS.",
)
@click.option(
    "--dealt",
    type=float,
    metavar="WINS",
    help="Target: for each thing that chance deals to a seat, apart from its place in the turn "
    "order, the seats that get that thing win their fair share of 100 games, give or take WINS. "
    "For games that deal something.",
)
@click.option(
    "--cards",
    type=float,
    metavar="WINS",
    help="Target: being dealt one card rather than another changes wins by at most WINS in 100. "
    "For games that deal cards.",
)
@click.option(
    "--no-dead",
    is_flag=True,
    help="Target: no dead cards (cards that are hardly ever played). For games that deal cards.",
)
@click.option(
    "--for",
    "component",
    metavar="KEY",
    help="Instead of a target: find what would make one row of a sheet, such as "
    f"{example('row')}, as good as the average row.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="KEY[=LOW..HIGH]",
    help="A number that may be edited, and its range; * matches any text, as in ROW.*=1..6, where "
    f"ROW is a key such as {example('row')}. May be repeated. [default: every number]",
)
@click.option(
    "--never",
    multiple=True,
    metavar="KEY",
    help="A number that may not be edited, even if --allow or the default permits it.",
)
@game_options
@run_options
@who_options("all that do not search, each with the same number of games")
def command(
    strategies: str | None,
    turn_order: float | None,
    dealt: float | None,
    cards: float | None,
    no_dead: bool,
    component: str | None,
    allow: tuple[str, ...],
    never: tuple[str, ...],
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Find the fewest and smallest edits to numbers that meet a target.

    Describes the edits, tries them on fresh games, and writes the edited sheets. If none of the
    edits tried meets the target, reports how close they came. By default, the target has every
    part that applies to the game: strategies within a fifth of their fair share, --turn-order 2,
    --dealt 5, --cards 3 and --no-dead.
    """
    result = commands.balance.run_balance(
        strategies, turn_order, dealt, cards, no_dead, component, allow, never, options, run_options
    )
    if is_collecting():
        answer = printing.played_runs.describe_runs(result.folder, result.page, result.notes)
        give(replace(answer, edits=dict(result.edits), command=result.command))
    for line in result.sentences:
        say(line)
    if result.command:
        sentence = "" if result.edited is None else f"Written: {result.edited}. "
        say(f"{sentence}To play it: {result.command}")
    if result.page is not None:
        say(f"Report: {result.page}")
        say(f"Metric tables: {result.folder / METRICS}")
