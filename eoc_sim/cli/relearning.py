"""The options ``--relearn`` and ``--learning-games``."""

from __future__ import annotations

from functools import wraps
from typing import Any

import rich_click as click

from eoc_sim.cli.options import Command
from eoc_sim.commands.options import RelearnOptions
from eoc_sim.defaults import MAX_RELEARN_GAMES, MIN_RELEARN_GAMES, RELEARN_GAMES

_OPTIONS = (
    click.option(
        "--relearn",
        is_flag=True,
        help="Play every version twice: with the strategies as they are, and with strategies that "
        "have learnt that version. The report shows both answers. For games whose strategies "
        "learn.",
    ),
    click.option(
        "--learning-games",
        type=click.IntRange(MIN_RELEARN_GAMES, MAX_RELEARN_GAMES),
        metavar="N",
        help=f"Games from which --relearn learns each version. [default: {RELEARN_GAMES}]",
    ),
)


def relearn_options(command: Command) -> Command:
    """Add ``--relearn`` and ``--learning-games``; the command gets them as ``learning``."""

    @wraps(command)
    def collecting(*args: Any, relearn: bool, learning_games: int | None, **keywords: Any) -> Any:
        return command(*args, **keywords, learning=RelearnOptions(relearn, learning_games))

    decorated: Command = collecting
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
