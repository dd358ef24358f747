"""The options ``--relearn`` and ``--learning-games``."""

from __future__ import annotations

import rich_click as click

from eoc_sim.cli.options import Command, extend_run_options
from eoc_sim.commands.options import RelearnOptions
from eoc_sim.defaults import MAX_RELEARN_GAMES, MIN_RELEARN_GAMES, RELEARN_GAMES

_OPTIONS = (
    click.option(
        "--relearn",
        is_flag=True,
        help="Play every version twice: with the strategies as they are, and with strategies that "
        "have learnt that version. The report shows both answers. For games whose strategies "
        "can learn.",
    ),
    click.option(
        "--learning-games",
        type=click.IntRange(MIN_RELEARN_GAMES, MAX_RELEARN_GAMES),
        metavar="N",
        help=f"Games from which --relearn learns each version. [default: {RELEARN_GAMES}]",
    ),
)


def relearn_options(command: Command) -> Command:
    """Add ``--relearn`` and ``--learning-games`` as one field of ``run_options``."""
    names = ("relearn", "learning_games")
    return extend_run_options(command, "learning", RelearnOptions, names, _OPTIONS)
