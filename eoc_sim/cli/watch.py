"""``eoc-sim watch``: play a sheet, plan or strategy again on every save."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.cli.watched_file import MAX_GAMES, WatchedFile
from eoc_sim.commands.options import GameOptions, RunOptions

if TYPE_CHECKING:
    from eoc_sim.cli.saves import Saves


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--against",
    metavar="NAME",
    help="The strategy in all other seats when a strategy is watched. [default: the game's "
    "yardstick]",
)
@game_options
@run_options_of(MAX_GAMES)
def command(file: str, against: str | None, options: GameOptions, run_options: RunOptions) -> None:
    """Play FILE on every save, and keep one page up to date.

    FILE is an edited sheet or workbook (as for sweep --cards), a PLAN.toml (as for sweep), or a
    strategy, whose strength is measured against copies of one other strategy. Every save is played
    with a growing number of games, up to --games, and the page reloads itself. The intervals stay
    valid however often you look. Ctrl-C ends the command and leaves the page, DIR/report.html; the
    runs of all saves stay in DIR/1, DIR/2 ...
    """
    from eoc_sim.cli.saves import Saves

    watched_file = WatchedFile(Path(file), options, run_options, against)
    watched_file.check()
    with Saves(watched_file.path) as saves:
        watch(watched_file, saves)


def watch(watched_file: WatchedFile, saves: Saves) -> None:
    """Play a file now and after every save, until Ctrl-C."""
    from eoc_sim.cli.screen import note, say
    from eoc_sim.cli.watching import Watching, claim_folder
    from eoc_sim.commands.channel import name_folder

    folder = claim_folder(watched_file.run_options)
    watching = Watching(watched_file, saves, folder)
    if not watched_file.run_options.quiet:
        say(
            f"Watching {watched_file.path}: at every save {watched_file.describe_play()}. "
            f"Seed {watched_file.options.seed}. Results go to {name_folder(folder.path)}. "
            "Ctrl-C ends it."
        )
    try:
        watching.play_saved()
        while True:
            saves.wait()
            watching.play_saved()
    except KeyboardInterrupt:
        if watching.end():
            path = shlex.quote(str(folder.path))
            note(
                f"The last page is {watching.page.target}. To continue, repeat the command with "
                f"--out {path} --resume."
            )
        raise
    except BaseException:
        watching.end()
        raise
