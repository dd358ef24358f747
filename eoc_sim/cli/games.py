"""``eoc-sim games``: list games, write a new one, and check one."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give
from eoc_sim.cli.new_file import write_new
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.options import A_SWITCH
from eoc_sim.errors import InputError

EXAMPLE = "eoc_sim.example_game"
"""The module of the example game, as `--game` takes it."""
PROJECT = """[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1.0"
dependencies = ["eoc-sim"]

# After `pip install .` the game is found by this name: eoc-sim run --game {name}
[project.entry-points."eoc_sim.games"]
{name} = "{name}:GAME"

[tool.setuptools]
py-modules = ["{name}"]
"""


@click.group()
def command() -> None:
    """List the games, start one of your own, and check it."""


@command.command(name="list")
def list_games() -> None:
    """List built-in and installed games, and explain how to name others."""
    rows, faults = [], []
    for game in commands.list_games.list_games():
        numbers = f"{game.players[0]} to {game.players[-1]}" if game.players else ""
        title = "cannot be loaded" if game.fault else game.title
        rows.append((game.name, title, numbers, game.package))
        faults += [game.fault] if game.fault else []
    table(("name", "title", "players", "comes from"), rows, text_columns=4)
    for fault in faults:
        say(fault)
    say()
    say(
        "To play a game of your own, name its file, its folder or its module: --game ./my_game.py, "
        f"--game my_game or --game package.module. The example is --game {EXAMPLE}."
    )
    say("To create one: eoc-sim games new my_game.py")


@command.command()
@click.argument("target", metavar="FILE.py|FOLDER/")
def new(target: str) -> None:
    """Write a commented game to start from, without touching existing files.

    FILE.py is a single playable file. FOLDER/ gets the same file and a pyproject.toml, so it can be
    installed as a package.
    """
    is_file = target.endswith(".py")
    folder = Path(target).parent if is_file else Path(target)
    name = Path(target).stem if is_file else folder.name
    if not name.isidentifier():
        raise InputError(
            f'"{name}" cannot be the name of a module; use letters, digits and _, as in '
            "my_game.py or my_game/."
        )
    file, project = folder / f"{name}.py", folder / "pyproject.toml"
    texts = {file: _example(name)}
    if not is_file:
        texts[project] = PROJECT.format(name=name)
    for path in texts:
        if path.exists():
            raise InputError(f"{path} already exists and is left unchanged.")
    if not is_file:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder} cannot be created: {error.strerror}.") from None
    for path, text in texts.items():
        write_new(path, text)
    give(eoc_sim.answer_types.Written(list(map(str, texts))))
    argument = shlex.quote(str(file))
    say(f"Wrote {' and '.join(map(str, texts))}. Next:")
    say(f"  eoc-sim games check {argument}")
    say(f"  eoc-sim run --game {argument} --games 2000")
    say(f"  eoc-sim sweep --game {argument} --games 2000 --vary card.gust.copies=2,9")
    if not is_file:
        # Without a separator, pip would look for a project of this name in its index.
        project_folder = shlex.quote(os.path.join(os.curdir, folder))
        say(f"After pip install {project_folder}, use --game {name}.")


def _example(name: str) -> str:
    """Return the example's text, adapted to a file of this name."""
    text = Path(eoc_sim.example_game.__file__).read_text(encoding="utf-8")
    return text.replace("my_game", name).replace(
        f'"{eoc_sim.example_game.GAME.name}",', f'"{name}",'
    )


@command.command()
@click.argument("game", metavar="NAME|FILE|FOLDER|MODULE")
@click.option("--seats", metavar="A,B,...", help="Who plays. [default: the game's own line-up]")
@click.option("--rules", metavar="PRESET|FILE", help="The rule set. [default: the game's own]")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SWITCH=VALUE",
    help=f"Change one switch of the rule set, such as {A_SWITCH}.",
)
@click.option(
    "--games",
    type=click.IntRange(2, 10_000),
    default=24,
    show_default=True,
    metavar="N",
    help="Games to play; fewer for some checks, and 300 times as many to compare the seats.",
)
def check(
    game: str, seats: str | None, rules: str | None, settings: tuple[str, ...], games: int
) -> None:
    """Check that a game keeps the promises that every command relies on.

    Every game must end. The same seed must give the same games, in any order and in several
    threads. A game must depend on who sits where, not on how the seats were assigned. The end of a
    trace must agree with the tables, and the game's referee, if there is one, must find no broken
    rule in the trace. Further checks depend on the parts that the game has. If one seat scores more
    than the others, that is a warning for you to judge. The exit code is 1 if there is a fault; a
    game that cannot be loaded is bad input (exit code 2).
    """
    printing.game_check.print_check(game, seats, rules, settings, games)
