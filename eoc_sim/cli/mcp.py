"""``eoc-sim mcp``: a server for programs that speak the Model Context Protocol."""

from __future__ import annotations

import os
from pathlib import Path

import rich_click as click

import eoc_sim
from eoc_sim.errors import InputError

DEFAULT_MOST_GAMES = 20_000
"""The default of --most-games."""
LARGEST_MOST_GAMES = 10**9
"""The largest value of --most-games."""


@click.command()
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    default=".",
    metavar="DIR",
    help="The folder with sheets and results; no path may lead out of it. [default: this folder]",
)
@click.option(
    "--trust",
    is_flag=True,
    help="Let the program load strategies and games from files in the folder and run them with "
    "your full permissions.",
)
@click.option(
    "--most-games",
    type=click.IntRange(1, LARGEST_MOST_GAMES),
    default=DEFAULT_MOST_GAMES,
    show_default=True,
    metavar="N",
    help="How many games the program may play in one call without a confirmed plan.",
)
def command(project: Path, trust: bool, most_games: int) -> None:
    """Serve six tools to another program, over stdin and stdout.

    The tools are rules, components, plan, run, answer and explain. Every reply includes the
    command, seed and cost. The server needs the mcp extra: pip install "eoc-sim[mcp]".
    """
    if not project.is_dir():
        raise InputError(f"--project {project} is not a folder.")
    try:
        server = eoc_sim.mcp_server.server
    except ImportError as error:
        if error.name is not None and error.name.startswith("eoc_sim"):
            raise
        raise InputError(
            f"The package {error.name} is not installed, and the server needs it. "
            'To install it, run: pip install "eoc-sim[mcp]"'
        ) from None
    os.chdir(project)
    server(eoc_sim.mcp_project.Project(Path.cwd(), trust, most_games)).run()
