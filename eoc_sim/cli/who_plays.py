"""The options ``--who`` and ``--who-games``."""

from __future__ import annotations

from collections.abc import Callable

import rich_click as click

from eoc_sim.cli.options import Command, extend_run_options
from eoc_sim.commands.options import OFF, WhoOptions

TWO_OTHERS = (
    "two, to check the report's main findings, each with a tenth of the games but at least 1200"
)


def who_options(default_words: str) -> Callable[[Command], Command]:
    """Add ``--who`` and ``--who-games``, together one field of ``run_options``."""
    options = (
        click.option(
            "--who",
            metavar="LINE-UPS",
            help='Also play other line-ups: names, such as beginners,planners; "all", which '
            f'includes strategies that search; or "{OFF}". Each finding is then marked to show '
            f"whether it holds for them too. [default: {default_words}]",
        ),
        click.option(
            "--who-games",
            type=click.IntRange(1),
            metavar="N",
            help="Games for each line-up in --who.",
        ),
    )
    names = ("who", "who_games")
    return lambda command: extend_run_options(command, "who", WhoOptions, names, options)
