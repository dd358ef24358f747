"""``eoc-sim data``: check components, list the effect words, or export the sheets."""

from __future__ import annotations

import shlex

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give
from eoc_sim.cli.options import data_option, game_option, jobs_option, naming_other_games
from eoc_sim.cli.playing import Screen
from eoc_sim.cli.screen import note, say, show
from eoc_sim.counts import count
from eoc_sim.defaults import DATA_CHECK_GAMES
from eoc_sim.errors import InputError


@click.group()
def command() -> None:
    """Check the components, list the words for effects, or export the sheets."""


@command.command()
@data_option
@game_option
@click.option(
    "--games",
    type=int,
    default=DATA_CHECK_GAMES,
    show_default=True,
    metavar="N",
    help="Games to play to find cards that are dead or dominate; 0 plays none.",
)
@jobs_option
def check(data: str | None, name: str, games: int, jobs: int) -> None:
    """Check all components and summarise them in numbers.

    The command then plays games of the default line-up and names dead cards, which are hardly ever
    played, and cards that dominate.
    """
    if games < 0:
        raise InputError(f"--games {games} should be 0 or more.")
    with naming_other_games(name, [data]):
        show(commands.check_data.describe_data(name, data))
    use = commands.check_data.card_use(name, data, games, jobs, Screen())
    if use is not None:
        printing.card_verdicts.print_card_use(use)


@command.command()
@data_option
@game_option
def words(data: str | None, name: str) -> None:
    """List all words of the effect language, with examples from the cards."""
    with naming_other_games(name, [data]):
        show(commands.data_words.data_words(game=name, data=data))


@command.command()
@click.argument("file", metavar="FILE")
@data_option
@game_option
@click.option("--fresh", is_flag=True, help="Replace FILE if it exists.")
def export(file: str, data: str | None, name: str, fresh: bool) -> None:
    """Write the cards sheet to FILE (.csv or .xlsx), for editing.

    For a game with more than one sheet, all are written: as a workbook, or as a folder if FILE has
    no extension.
    --data and `eoc-sim sweep --cards` read the edited sheet.
    """
    with naming_other_games(name, [data]):
        result = commands.export_data.export_data(file, game=name, data=data, fresh=fresh)
    give(eoc_sim.answer_types.Written([str(result.path)]))
    for sentence in result.notes:
        note(f"Note: {sentence}.")
    say(
        f"Wrote {count(result.rows)} {result.noun} to {result.path}. Change some cells and save, "
        "then:"
    )
    game = "" if name == DEFAULT_GAME else f"--game {name} "
    say(f"  eoc-sim sweep {game}--cards {shlex.quote(str(result.path))}")
