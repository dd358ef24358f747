"""The options ``--family`` and ``--family-games``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import rich_click as click

from eoc_sim.commands.options import FamilyOptions

_OPTIONS = (
    click.option(
        "--family",
        type=click.IntRange(1),
        metavar="N",
        help="Play everything again in N members of the data family, with components as plausible "
        "as the reconstructed ones, and report which findings are robust.",
    ),
    click.option(
        "--family-games",
        type=click.IntRange(1),
        metavar="N",
        help="Games of each version in each member. [default: a tenth of --games]",
    ),
)


def family_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--family`` and ``--family-games``; the command gets them as ``family``."""

    @wraps(command)
    def collecting(
        *args: Any, family: int | None, family_games: int | None, **keywords: Any
    ) -> Any:
        return command(*args, **keywords, family=FamilyOptions(family, family_games))

    decorated: Callable[..., Any] = collecting
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
