"""The options ``--who`` and ``--who-games``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import rich_click as click

from eoc_sim.cli.options import Command
from eoc_sim.commands.who_plays import OFF, WhoOptions

TWO_OTHERS = "two that check the first screen, a tenth of the games each"


def who_options(usual: str) -> Callable[[Command], Command]:
    """Add ``--who`` and ``--who-games``; the command gets them as ``who``."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def collecting(*args: Any, who: str | None, who_games: int | None, **keywords: Any) -> Any:
            return command(*args, **keywords, who=WhoOptions(who, who_games))

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
                help="Ask other line-ups the same: names such as beginners,planners; all, "
                f"including players who search; or {OFF}. A mark on each finding then says if it "
                f"holds whoever plays. [default: {usual}]",
            ),
        ):
            wrapped = option(wrapped)
        return wrapped

    return decorated
