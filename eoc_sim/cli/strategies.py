"""``eoc-sim strategies``: list, show, write, check and train strategies."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.exceptions import Exit

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give
from eoc_sim.cli.exit_codes import FAULT_FOUND
from eoc_sim.cli.new_file import write_new
from eoc_sim.cli.options import (
    against_option,
    game_option,
    jobs_option,
    naming_other_games,
    search_run_options,
    version_options,
)
from eoc_sim.cli.screen import note, say, table
from eoc_sim.commands.options import A_SWITCH, GameOptions, RunOptions, split_pairs
from eoc_sim.defaults import (
    LEARN_GAMES,
    LEARN_ROUNDS,
    MAX_LEARN_GAMES,
    MAX_LEARN_ROUNDS,
    MIN_LEARN_GAMES,
)
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy


@click.group()
def command() -> None:
    """List, show, write and check strategies, and let them learn."""


def _command_text(name: str, options: Sequence[str]) -> str:
    """Return a command of this group with a game's options."""
    return " ".join(["eoc-sim strategies", name, *options])


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return sentence + stop.strip()


@command.command(name="list")
@game_option
def list_strategies(name: str) -> None:
    """List the strategies and presets in the package or the game."""
    strategies = commands.list_strategies.list_strategies(game=name)
    if eoc_sim.games.find(name).own_strategies:
        _list_own(strategies, ["--game", shlex.quote(name)])
        return
    contract = eoc_sim.games.contract_of(name)
    rows = []
    for strategy in strategies:
        kind = "strategy" if strategy.file.stem == strategy.spec else "preset"
        rows.append((strategy.spec, kind, _first_sentence(strategy.help)))
    table(("name", "kind", "what it does"), rows, text_columns=3)
    say()
    say(f"Details of one: {_command_text('show', contract.options)} NAME")
    say(
        "Any .py file can play too. To create one: "
        f"{_command_text('new', contract.options)} my_strategy.py"
    )


def _list_own(strategies: Sequence[Strategy], options: Sequence[str]) -> None:
    """List strategies in a game's own code, each followed by its parameters."""
    rows = []
    for strategy in strategies:
        rows.append((strategy.name, strategy.help, ""))
        for parameter in strategy.declarations:
            setting = f"{strategy.name}:{parameter.name}={parameter.default:g}"
            rows.append((setting, parameter.help, f"{parameter.low:g} to {parameter.high:g}"))
    table(("name", "what it does", "range"), rows, text_columns=3)
    say()
    say(f"Details of one: {_command_text('show', options)} NAME")
    say(f"The strategies are in the game's own file. To play: --seats {rows[-1][0]},{rows[0][0]}")


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    help="Games from which the numbers are computed; 0 shows none. [default: 600, or 24 for a "
    "strategy that searches]",
)
@click.option("--all", "all_parameters", is_flag=True, help="Show all parameters.")
@jobs_option
@game_option
def show(strategy: str, games: int | None, all_parameters: bool, jobs: int, name: str) -> None:
    """Show a strategy's card: description, strength, habits, speed and parameters.

    STRATEGY is a name, a .py file or a preset, with parameters as name:key=value. The numbers come
    from games played now: the strategy plays in one seat against copies of a fixed strategy, with
    fixed components. For comparison, another strategy plays the same games in that seat.
    """
    with naming_other_games(name):
        printing.strategy_card.print_card(
            eoc_sim.games.contract_of(name), strategy, games, all_parameters, jobs
        )


@command.command()
@click.argument("file", metavar="FILE")
@game_option
def new(file: str, name: str) -> None:
    """Write a commented strategy to start from, without touching existing files.

    FILE is a path such as my_strategy.py.
    """
    path = Path(file if file.endswith(".py") else file + ".py")
    if not path.stem.isidentifier():
        raise InputError(
            f'"{path.stem}" is not a valid name for a strategy; use letters, digits and _, as in '
            "my_strategy.py."
        )
    game = eoc_sim.games.find(name)
    if game.new_strategy is not None:
        text = game.new_strategy(path.stem)
        constant, argument = path.stem.upper(), shlex.quote(name)
        imports = (line.strip() for line in text.splitlines() if line.startswith("    from "))
        import_line = next(imports, f"from {path.stem} import {constant}")
        write_new(path, text)
        give(eoc_sim.answer_types.Written([str(path)]))
        say(f"Wrote {path}. Next, in the game's own file:")
        say(f"  {import_line}")
        say(f"Add {constant} to its strategies. To play:")
        rival = game.own_strategies[0].name
        say(f"  eoc-sim run --game {argument} --seats {path.stem},{rival}")
        return
    contract = eoc_sim.games.contract_of(name)
    write_new(path, contract.template)
    give(eoc_sim.answer_types.Written([str(path)]))
    say(f"Wrote {path}. Next:")
    argument = shlex.quote(str(path))
    say(f"  {_command_text('check', contract.options)} {argument}")
    opponents = ",".join(contract.first_opponents)
    say(" ".join(["  eoc-sim run", *contract.options, f"--seats {argument},{opponents}"]))


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=48,
    show_default=True,
    metavar="N",
    help="Games to play at full speed for each preset and number of players.",
)
@click.option(
    "--watched",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Games to play slowly, with everything that the strategy receives compared before and "
    "after every decision.",
)
@click.option(
    "--rules", metavar="PRESET|FILE", help="Play only this rule set. [default: every preset]"
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SWITCH=VALUE",
    help=f"Change one switch of the rule set, such as {A_SWITCH}.",
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
    """Check a strategy against the contract for strategies, point by point.

    Faults are illegal actions under any preset or number of players, writes to others' records,
    and decisions based on hidden cards or on unseeded randomness. Warnings are slow
    decisions, parameters without effect, and unused names. The exit code is 1 if there is a fault,
    and 0 if there are only warnings; a file that cannot be used is bad input (exit code 2).
    """
    switches = dict(split_pairs(settings, "--set", A_SWITCH))
    with naming_other_games(name):
        passes = printing.strategy_check.print_check(
            eoc_sim.games.contract_of(name), strategy, games, watched, rules, switches
        )
    if not passes:
        raise Exit(FAULT_FOUND)


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@against_option
@click.option(
    "--games",
    type=click.IntRange(MIN_LEARN_GAMES, MAX_LEARN_GAMES),
    default=LEARN_GAMES,
    show_default=True,
    metavar="N",
    help="Games per round.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MAX_LEARN_ROUNDS),
    default=LEARN_ROUNDS,
    show_default=True,
    metavar="N",
    help="The number of rounds. From the second round on, the strategy drafts by the factors that "
    "it learnt in earlier rounds.",
)
@search_run_options(
    click.option(
        "--out",
        metavar="FILE.csv",
        help="Table to write; a preset goes into the same folder. [default: STRATEGY-learnt.csv]",
    ),
    replaced="an earlier table and preset",
)
@version_options
def learn(
    strategy: str,
    against: str | None,
    games: int,
    rounds: int,
    options: GameOptions,
    run_options: RunOptions,
) -> None:
    """Learn how much each card clause is worth to a strategy.

    STRATEGY plays against the others with random errors in its drafts, and a regression estimates a
    factor for each clause's worth in the strategy's formula. Writes a table of these factors and a
    preset that uses it; the strategy itself is unchanged. For games whose strategies can learn.
    eoc-sim tune searches the parameters of any strategy.
    """
    result = commands.learn.run_learn(strategy, against, games, rounds, options, run_options)
    give(
        eoc_sim.answer_types.Found(
            str(result.preset), result.command, list(result.sentences), dict(result.evidence)
        )
    )
    if not run_options.quiet:
        say()
    labels = [label for label, _ in result.results]
    printing.held_out.print_held_out(
        result.game.declaration.words, result.players, result.results, (labels[-1], labels[-2])
    )
    say()
    verdict, *remarks = result.sentences
    say(verdict)
    for line in result.notes:
        if line not in run_options.channel.notes:
            note(line)
    for line in remarks:
        say(line)
    say(f"Table: {result.table}. Preset that uses it: {result.preset}.")
    say(f"  {result.command}")
