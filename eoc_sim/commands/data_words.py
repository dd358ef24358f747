"""List the words of a game's effect language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.baseline import require
from eoc_sim.commands.keywords import Call
from eoc_sim.games import find

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Sheets
    from eoc_sim.simulator.runs.text_table import TextTable

COMMAND = "data words"


def data_words(
    *, game: str | Path = DEFAULT_GAME, data: str | Path | None = None
) -> tuple[str | TextTable, ...]:
    """List all words of the effect language, with examples from the cards.

    The result has sentences and tables, in order.

    Args:
        game: A built-in or installed game, or your own as a file or module.
        data: Your own components: a folder, a sheet or a workbook.

    Raises:
        InputError: A cell is invalid, or the game has no sheets.
    """
    call = Call(COMMAND, {}, game=game, data=data)
    return tuple(sheets_of(call.game).words(call.text("data")))


def sheets_of(name: str) -> Sheets:
    """Return the sheets of a game's components."""
    game = find(name)
    return require(game, game.sheets, "sheets of components")
