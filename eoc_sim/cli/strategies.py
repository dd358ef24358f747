"""``eoc-sim strategies``: list, show, new, check and learn."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.exceptions import Exit

from eoc_sim.cli.options import (
    FAULT_FOUND,
    GameOptions,
    against_option,
    jobs_option,
    nameless_version_options,
    split_against,
    split_pairs,
)
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy_files import Strategy

TEMPLATE = "strategy_template.txt"


@click.group(name="strategies")
def command() -> None:
    """List, show, write and check strategies, and let them learn."""


def _folders() -> Any:
    from eoc_sim.simulator.eoc.engine import strategy_folders

    return strategy_folders()


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return sentence + stop.strip()


@command.command(name="list")
def list_strategies() -> None:
    """List the strategies and presets that come with the package."""
    from eoc_sim.cli.screen import say, table
    from eoc_sim.simulator.kernel.strategy_files import load

    folders = _folders()
    rows = []
    for name in folders.names():
        strategy = load(name, folders)
        preset = strategy.file.stem != name
        about = f"{strategy.file.stem} with " + ", ".join(
            f"{key} {value:g}" for key, value in strategy.changed_parameters().items()
        ) if preset else _first_sentence(strategy.help)
        rows.append((name, "preset" if preset else "strategy", about))
    table(("name", "kind", "what it does"), rows, left=3)
    say()
    say("Any .py file can play too: eoc-sim strategies new my_strategy.py writes a first one.")


@command.command()
@click.argument("strategy", metavar="STRATEGY")
def show(strategy: str) -> None:
    """Show what a strategy does, its functions and its parameters.

    STRATEGY is a name, a .py file or a preset, with parameters as name:key=value.
    """
    from eoc_sim.cli.screen import say, table
    from eoc_sim.simulator.kernel.strategy_files import load

    folders = _folders()
    loaded = load(strategy, folders)
    say(f"{loaded.name} ({loaded.file})")
    if loaded.help:
        say()
        say(loaded.help)
    say()
    decides = [name for name in folders.functions if name in loaded.functions]
    falls_back = [name for name in folders.functions if name not in loaded.functions]
    say(f"Decides itself: {', '.join(decides)}.")
    if falls_back:
        say(f"Leaves to the defaults: {', '.join(falls_back)}.")
    say()
    for sheet in loaded.tables:
        say(f"Reads {sheet.name}: {', '.join(sheet.columns)} by {sheet.key}.")
        say()
    _show_parameters(loaded)
    if loaded.memory:
        say()
        table(
            ("remembers", "meaning", "numbers"),
            [(one.name, one.help, str(one.size)) for one in loaded.memory],
            left=2,
        )


def _show_parameters(loaded: Strategy) -> None:
    from eoc_sim.cli.screen import say, table

    if not loaded.declared:
        say("It has no parameters.")
        return
    table(
        ("parameter", "meaning", "value", "default", "lowest", "highest"),
        [
            (
                one.name, one.help, f"{loaded.parameters[one.name]:g}", f"{one.default:g}",
                f"{one.low:g}", f"{one.high:g}",
            )
            for one in loaded.declared
        ],
        left=2,
    )


@command.command()
@click.argument("file", metavar="FILE")
def new(file: str) -> None:
    """Write a commented strategy to start from; an existing file is never touched.

    FILE is a path such as my_strategy.py.
    """
    from eoc_sim.cli.screen import say

    path = Path(file if file.endswith(".py") else file + ".py")
    if not path.stem.isidentifier():
        raise InputError(
            f'"{path.stem}" is no name for a strategy; use letters, digits and _, such as '
            "my_strategy.py."
        )
    text = resources.files("eoc_sim.cli").joinpath(TEMPLATE).read_text(encoding="utf-8")
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as opened:
            try:
                opened.write(text)
                opened.flush()
            except OSError:
                path.unlink(missing_ok=True)  # half a file would be in the way of the next try
                raise
    except FileExistsError:
        raise InputError(f"{path} is there already and is left as it is.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"Wrote {path}. Next:")
    say(f"  eoc-sim strategies check {path}")
    say(f"  eoc-sim run --seats {path},hoarder,vegas,balanced")


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=200, show_default=True, metavar="N",
    help="Games to play at full speed, for each number of players.",
)
@click.option(
    "--watched", type=click.IntRange(1, 1000), default=2, show_default=True, metavar="N",
    help="Games to play slowly, with every record compared before and after every decision.",
)
@click.option("--rules", default="standard", show_default=True, metavar="PRESET|FILE",
              help="Rule set to play.")
@click.option("--set", "settings", multiple=True, metavar="SWITCH=VALUE",
              help="Change one rule switch, such as auction=on.")
def check(
    strategy: str, games: int, watched: int, rules: str, settings: tuple[str, ...]
) -> None:
    """Play games under checks: is every action legal, and nothing written that may not be?

    Exit code 1 if only the checks find a fault; an illegal action or a file that cannot be used
    is bad input (2).
    """
    from eoc_sim.cli.strategy_check import print_check

    changed = dict(split_pairs(settings, "--set", "auction=on"))
    if not print_check(strategy, games, watched, rules, changed):
        raise Exit(FAULT_FOUND)


@command.command()
@click.argument("strategy", metavar="STRATEGY")
@against_option
@click.option(
    "--games", type=click.IntRange(240, 1_000_000), default=30_000, show_default=True, metavar="N",
    help="Games of each round.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 10), default=3, show_default=True, metavar="N",
    help="Rounds: each drafts by what the ones before have taught.",
)
@jobs_option
@click.option(
    "--out", metavar="FILE.csv",
    help="Table to write, with a preset beside it. [default: STRATEGY-learnt.csv]",
)
@click.option("--fresh", is_flag=True, help="Replace the table and preset of an earlier time.")
@click.option("--quiet", is_flag=True, help="Print the result only.")
@nameless_version_options
def learn(
    strategy: str, against: str | None, games: int, rounds: int, jobs: int, out: str | None,
    fresh: bool, quiet: bool, asked: GameOptions,
) -> None:
    """Learn from games what each clause of your cards is worth to a strategy.

    STRATEGY plays with drafts that err by lot against the others, and a regression says by what
    the worth of each clause in its formula should be multiplied. Writes a table of these factors,
    and a preset that plays with it; the strategy itself stays as it is.
    """
    from eoc_sim.cli.strategy_learning import learn_and_write, usual_rivals

    rivals = usual_rivals(asked) if against is None else split_against(against)
    learn_and_write(strategy, rivals, asked, games, rounds, jobs, out, fresh, quiet)
