"""The options ``--family`` and ``--family-games``."""

from __future__ import annotations

import rich_click as click

from eoc_sim.cli.options import Command, extend_run_options
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
        help="Games per version in each member. [default: a tenth of --games, but at least 600]",
    ),
)


def family_options(command: Command) -> Command:
    """Add ``--family`` and ``--family-games`` as one field of ``run_options``."""
    names = ("family", "family_games")
    return extend_run_options(command, "family", FamilyOptions, names, _OPTIONS)
