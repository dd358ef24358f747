"""List the games that are built in or installed."""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.errors import InputError
from eoc_sim.game_parts import entry_points
from eoc_sim.games import find
from eoc_sim.version import __version__

COMMAND = "games list"


@dataclass(frozen=True)
class ListedGame:
    """A game that is built in or installed."""

    name: str
    """The game's name, as other functions take it."""
    package: str
    """The package and release that provide the game, if known."""
    title: str = ""
    """The game's title."""
    players: tuple[int, ...] = ()
    """The numbers of players that the game allows."""
    fault: str = ""
    """The reason why the game cannot be loaded, or empty."""


def list_games() -> tuple[ListedGame, ...]:
    """List the games that are built in or installed.

    A game that cannot be loaded has a ``fault``, and no title or players.
    """
    games = []
    for name, package in _packages().items():
        try:
            game = find(name)
        except InputError as error:
            games.append(ListedGame(name, package, fault=str(error)))
        else:
            title, players = game.declaration.words.title, tuple(game.players)
            games.append(ListedGame(name, package, title, players))
    return tuple(games)


def _packages() -> dict[str, str]:
    """Return the package and release that provide each game."""
    packages = dict.fromkeys(BUILT_IN, f"eoc-sim {__version__}")
    for name, entry_point in entry_points().items():
        origin = entry_point.dist
        packages.setdefault(name, "" if origin is None else f"{origin.name} {origin.version}")
    return packages
