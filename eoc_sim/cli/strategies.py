"""``eoc-sim strategies``: list, show, new, check and learn."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.exceptions import Exit

from eoc_sim.cli.options import (
    FAULT_FOUND,
    against_option,
    game_option,
    jobs_option,
    telling_other_games,
    version_options,
)
from eoc_sim.commands.options import A_SWITCH, GameOptions, split_against, split_pairs
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.checks.match import Contract


@click.group(name="strategies")
def command() -> None:
    """List, show, write and check strategies, and let them learn."""


def _contract(name: str) -> Contract:
    """What the strategies of a game are checked with; an InputError where they are no files."""
    from eoc_sim.commands.baseline import needed
    from eoc_sim.games import find

    game = find(name)
    contract: Contract = needed(game, game.parts.load("contract"), "strategies in files")
    return contract


def _named(name: str, options: Sequence[str]) -> str:
    """A command of this group as it is typed for a game."""
    return " ".join(["eoc-sim strategies", name, *options])


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return sentence + stop.strip()


@command.command(name="list")
@game_option
def list_strategies(name: str) -> None:
    """List the strategies and presets that come with the package."""
    from eoc_sim.cli.screen import say, table
    from eoc_sim.simulator.kernel.strategy_files import load

    contract = _contract(name)
    folders = contract.version.folders()
    rows = []
    for one in folders.names():
        strategy = load(one, folders)
        kind = "strategy" if strategy.file.stem == one else "preset"
        rows.append((one, kind, _first_sentence(strategy.help)))
    table(("name", "kind", "what it does"), rows, left=3)
    say()
    say(f"More on one: {_named('show', contract.options)} NAME")
    say(
        f"Any .py file can play too: {_named('new', contract.options)} my_strategy.py writes a "
        "first one."
    )


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    help="Games that its numbers are from; 0 shows none. [default: 600, 24 of one that searches]",
)
@click.option("--all", "every", is_flag=True, help="Show all of its parameters.")
@jobs_option
@game_option
def show(strategy: str, games: int | None, every: bool, jobs: int, name: str) -> None:
    """Show a strategy's card: what it is, how strong, what it does, how fast, its parameters.

    STRATEGY is a name, a .py file or a preset, with parameters as name:key=value. Its numbers are
    played now: one seat of it against three of a strategy that stays as it is, with the components
    of the same year, and for comparison the same games with another in its seat.
    """
    from eoc_sim.cli.strategy_card import print_card

    with telling_other_games(name):
        print_card(_contract(name), strategy, games, every, jobs)


@command.command()
@click.argument("file", metavar="FILE")
@game_option
def new(file: str, name: str) -> None:
    """Write a commented strategy to start from; an existing file is never touched.

    FILE is a path such as my_strategy.py.
    """
    from eoc_sim.cli.new_file import write_new
    from eoc_sim.cli.screen import say

    path = Path(file if file.endswith(".py") else file + ".py")
    if not path.stem.isidentifier():
        raise InputError(
            f'"{path.stem}" is no name for a strategy; use letters, digits and _, such as '
            "my_strategy.py."
        )
    contract = _contract(name)
    text = contract.game.parts.template_text()
    write_new(path, text)
    say(f"Wrote {path}. Next:")
    typed = shlex.quote(str(path))
    say(f"  {_named('check', contract.options)} {typed}")
    rivals = ",".join(contract.first_rivals)
    say(" ".join(["  eoc-sim run", *contract.options, f"--seats {typed},{rivals}"]))


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=48,
    show_default=True,
    metavar="N",
    help="Games at full speed of each preset and number of players.",
)
@click.option(
    "--watched",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Games to play slowly, with every record compared before and after every decision.",
)
@click.option(
    "--rules", metavar="PRESET|FILE", help="Play this rule set alone. [default: every preset]"
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SWITCH=VALUE",
    help=f"Change one rule switch of it, such as {A_SWITCH}.",
)
@game_option
def check(
    strategy: str,
    games: int,
    watched: int,
    rules: str | None,
    settings: tuple[str, ...],
    name: str,
) -> None:
    """Check a strategy against the contract that all of them keep to, point by point.

    A fault: an illegal action in any preset or number of players, writing into what is not its
    own, deciding by cards that it cannot see or by luck that cannot be repeated. A warning: slow
    decisions, parameters that change nothing, names that nothing reads. Exit code 1 if there is a
    fault, 0 with warnings; a file that cannot be used is bad input (2).
    """
    from eoc_sim.cli.strategy_check import print_check

    changed = dict(split_pairs(settings, "--set", A_SWITCH))
    with telling_other_games(name):
        is_kept = print_check(_contract(name), strategy, games, watched, rules, changed)
    if not is_kept:
        raise Exit(FAULT_FOUND)


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@against_option
@click.option(
    "--games",
    type=click.IntRange(240, 1_000_000),
    default=30_000,
    show_default=True,
    metavar="N",
    help="Games of each round.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    metavar="N",
    help="Rounds: each drafts by what the ones before have taught.",
)
@jobs_option
@click.option(
    "--out",
    metavar="FILE.csv",
    help="Table to write, with a preset beside it. [default: STRATEGY-learnt.csv]",
)
@click.option("--fresh", is_flag=True, help="Replace the table and preset of an earlier time.")
@click.option("--quiet", is_flag=True, help="Print the result only.")
@version_options
def learn(
    strategy: str,
    against: str | None,
    games: int,
    rounds: int,
    jobs: int,
    out: str | None,
    fresh: bool,
    quiet: bool,
    asked: GameOptions,
) -> None:
    """Learn from games what each clause of your cards is worth to a strategy.

    STRATEGY plays with drafts that err by lot against the others, and a regression says by what
    the worth of each clause in its formula should be multiplied. Writes a table of these factors,
    and a preset that plays with it; the strategy itself stays as it is. For
    games whose strategies learn; eoc-sim tune searches the parameters of any.
    """
    from eoc_sim.commands.baseline import needed
    from eoc_sim.games import find

    game = find(asked.name)
    learning = needed(
        game,
        game.parts.load("learning"),
        "strategies that learn; eoc-sim tune searches their parameters",
    )
    rivals = learning.usual_rivals(asked) if against is None else split_against(against)
    learning.learn_and_write(strategy, rivals, asked, games, rounds, jobs, out, fresh, quiet)
