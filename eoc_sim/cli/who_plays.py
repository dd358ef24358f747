"""The options ``--who`` and ``--who-games``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import rich_click as click

from eoc_sim.cli.options import Command
from eoc_sim.commands.options import OFF, WhoOptions

TWO_OTHERS = "two that check the first screen, with a tenth of the games each"


def who_options(usual: str) -> Callable[[Command], Command]:
    """Add ``--who`` and ``--who-games``; the command gets them as ``line_up_options``."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def collecting(*args: Any, who: str | None, who_games: int | None, **keywords: Any) -> Any:
            return command(*args, **keywords, line_up_options=WhoOptions(who, who_games))

        wrapped: Command = collecting
        for option in (
            click.option(
                "--who-games",
                type=click.IntRange(1),
                metavar="N",
                help="Games of each of the line-ups of --who.",
            ),
            click.option(
                "--who",
                metavar="LINE-UPS",
                help="Also play other line-ups: names such as beginners,planners; all, including "
                f"players who search; or {OFF}. Each finding is then marked to show whether it "
                f"holds for them too. [default: {usual}]",
            ),
        ):
            wrapped = option(wrapped)
        return wrapped

    return decorate
