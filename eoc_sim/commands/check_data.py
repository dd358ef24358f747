"""Check the components of a game, and how strategies use its cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.baseline import check_options, version_of
from eoc_sim.commands.card_verdicts import card_verdicts
from eoc_sim.commands.channel import Channel
from eoc_sim.commands.data_words import sheets_of
from eoc_sim.commands.keywords import Call
from eoc_sim.commands.options import GameOptions
from eoc_sim.defaults import DATA_CHECK_GAMES
from eoc_sim.games import find

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.commands.channel import OnProgress
    from eoc_sim.simulator.runs.text_table import TextTable

COMMAND = "data check"


@dataclass(frozen=True)
class CardUse:
    """The use of cards in games with the default line-up."""

    games: int
    """The number of games played."""
    line_up: tuple[str, ...]
    """The strategies that played, by seat."""
    players: str
    """The game's noun for players, in the plural."""
    cards: pl.DataFrame
    """A row per card, as in the metric table ``cards``, with ``worth_verdict``."""


@dataclass(frozen=True)
class DataCheckResult:
    """The result of `check_data`."""

    parts: tuple[str | TextTable, ...]
    """Sentences and tables about the components, in order."""
    use: CardUse | None
    """The use of cards, if any.

    It is None if no games were played or if the game has no draft.
    """


def check_data(
    *,
    game: str | Path = DEFAULT_GAME,
    data: str | Path | None = None,
    games: int = DATA_CHECK_GAMES,
    jobs: int = -1,
    on_progress: OnProgress | None = None,
) -> DataCheckResult:
    """Check all components, and play games to judge the cards.

    The games show which cards are dead and which dominate.

    Args:
        game: A built-in or installed game, or your own as a file or module.
        data: Your own components: a folder, a sheet or a workbook.
        games: Games with the default line-up; 0 plays none.
        jobs: Cores to use; -1 uses all of them.
        on_progress: A function that is called with the progress while games are played.

    Raises:
        InputError: A cell is invalid, the game has no sheets, or ``games`` is below 0.
    """
    call = Call(COMMAND, {}, game=game, data=data, games=games, jobs=jobs)
    call.check("games", 0)
    parts = describe_data(call.game, call.text("data"))
    use = card_use(call.game, call.text("data"), games, jobs, Channel(on_progress))
    return DataCheckResult(parts, use)


def describe_data(name: str, data: str | None) -> tuple[str | TextTable, ...]:
    """Check all components and describe them in numbers."""
    sheets = sheets_of(name)
    check_options(find(name), GameOptions(name, data=data))
    return tuple(sheets.check(data))


def card_use(
    name: str, data: str | None, games: int, jobs: int, channel: Channel
) -> CardUse | None:
    """Play games with the default line-up, and judge the cards by them."""
    if games == 0:
        return None
    game, version = version_of(GameOptions(name, data=data), channel)
    verdicts = card_verdicts(game, version, games, jobs, channel)
    if verdicts is None:
        return None
    strategies = game.strategies(version) if game.strategies else ()
    line_up = tuple(strategy.name for strategy in strategies)
    return CardUse(verdicts[0], line_up, game.declaration.words.player[1], verdicts[1])
