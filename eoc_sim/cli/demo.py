"""``eoc-sim demo``: a real sweep with its report, as a first example."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME, built_in_parts
from eoc_sim.cli import printing
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_option, typed_command_line
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.playing import Screen
from eoc_sim.commands.options import GameOptions, RunOptions, WhoOptions

FOLDER = Path("results")
GAMES = 10_000


def folder_of(game: str) -> Path:
    """Return the folder for a game's demo."""
    return FOLDER / ("demo" if game == DEFAULT_GAME else f"demo-{game}")


def _sweep(game: str) -> str:
    """Return a built-in game's demo as a sweep command."""
    words = ["eoc-sim sweep", *(() if game == DEFAULT_GAME else (f"--game {game}",))]
    changes = (f"--vary {example}" for example in built_in_parts(game).demo)
    return " ".join((*words, *changes, f"--games {GAMES}"))


_SWEEPS = "; ".join(f"`{_sweep(game)}`, with the results in {folder_of(game)}" for game in BUILT_IN)
HELP = f"""Sweep one component value and one rule, and write the report.

You can repeat the demo, or continue it with --games and --resume. Each game has its own sweep:
{_SWEEPS}.
"""


@click.command(help=HELP)
@click.option(
    "--jobs",
    type=int,
    default=-1,
    show_default=True,
    metavar="N",
    help="Cores to use; -1 uses all.",
)
@click.option("--quiet", is_flag=True, help="Print only the result.")
@click.option("--games", type=int, metavar="N", help=f"Games per version. [default: {GAMES}]")
@click.option(
    "--out",
    metavar="DIR",
    help="Folder for the results; those of an earlier demo in it are replaced. "
    f"[default: {folder_of(DEFAULT_GAME)}, or {folder_of('NAME')} for another game]",
)
@click.option("--resume", is_flag=True, help="Continue the existing demo, up to --games games.")
@no_history_option
@game_option
def command(
    jobs: int, quiet: bool, games: int | None, out: str | None, resume: bool, name: str
) -> None:
    """Play or continue the demo of a game and write its report."""
    game = eoc_sim.games.find(name)
    run_options = RunOptions(
        games=GAMES if games is None else games,
        jobs=jobs,
        out=str(folder_of(game.name)) if out is None else out,
        resume=resume,
        fresh=not resume,
        quiet=quiet,
        who=WhoOptions(),
        channel=Screen(),
        command_line=typed_command_line(),
    )
    result = commands.sweep.play_demo(game, GameOptions(name), run_options)
    printing.sweep.print_verdict(result)
    finish(result)
