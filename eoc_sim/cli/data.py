"""``eoc-sim data``: check the components, list the effect words, export the sheets."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.card_verdicts import GAMES
from eoc_sim.cli.options import data_option, game_option, jobs_option, naming_other_games
from eoc_sim.commands.options import DEFAULT_GAME, GameOptions
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Sheets


@click.group()
def command() -> None:
    """Check the components, list the words for effects, export the sheets."""


@command.command()
@data_option
@game_option
@click.option(
    "--games",
    type=int,
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Games to play to find cards that are dead or dominate; 0 plays none.",
)
@jobs_option
def check(data: str | None, name: str, games: int, jobs: int) -> None:
    """Check all components and summarise them in numbers.

    The command then plays games of the default line-up and names the cards that nobody plays and
    those that dominate.
    """
    from eoc_sim.cli.card_verdicts import say_card_verdicts
    from eoc_sim.cli.screen import show
    from eoc_sim.commands.baseline import check_options
    from eoc_sim.games import find

    if games < 0:
        raise InputError(f"--games {games} should be 0 or more.")
    with naming_other_games(name, [data]):
        sheets = _sheets(name)
        check_options(find(name), GameOptions(name, data=data))
        show(sheets.check(data))
    if games > 0:
        say_card_verdicts(name, data, games, jobs)


@command.command()
@data_option
@game_option
def words(data: str | None, name: str) -> None:
    """List all words of the effect language, with examples from the cards."""
    from eoc_sim.cli.screen import show

    with naming_other_games(name, [data]):
        show(_sheets(name).words(data))


@command.command()
@click.argument("file", metavar="FILE")
@data_option
@game_option
@click.option("--fresh", is_flag=True, help="Replace FILE if it exists.")
def export(file: str, data: str | None, name: str, fresh: bool) -> None:
    """Write the cards sheet to FILE (.csv or .xlsx), for editing.

    A game with several sheets writes all of them: as a workbook, or as a folder if FILE has no
    extension.
    --data and `eoc-sim sweep --cards` read the edited sheet.
    """
    from eoc_sim.cli.answer import give
    from eoc_sim.cli.answer_types import Written
    from eoc_sim.cli.screen import note, say

    path = Path(file)
    sheets = _sheets(name)
    with naming_other_games(name, [data]):
        rows, additions = sheets.export(data, path, fresh)
    give(Written([str(path)]))
    for sentence in additions:
        note(f"Note: {sentence}.")
    say(f"Wrote {rows} {sheets.rows} to {path}. Change some cells, save it, then:")
    game = "" if name == DEFAULT_GAME else f"--game {name} "
    say(f"  eoc-sim sweep {game}--cards {shlex.quote(str(path))}")


def _sheets(name: str) -> Sheets:
    from eoc_sim.commands.baseline import require
    from eoc_sim.games import find

    game = find(name)
    return require(game, game.sheets, "sheets of components")
