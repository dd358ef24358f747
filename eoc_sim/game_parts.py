"""Find a game's analyses, reports and other parts without importing its rules."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.built_in_games import BUILT_IN, built_in_parts
from eoc_sim.simulator.kernel.vouching import UntrustedCode, escape
from eoc_sim.simulator.runs.parts import Parts
from eoc_sim.simulator.runs.run_file import GAME_SOURCE, find_source, read_run_file

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from eoc_sim.simulator.runs.game import Game

GROUP = "eoc_sim.games"
"""The group of entry points for installed games.

An entry point is a name and ``package.module:GAME``.
"""
_OPEN_GAMES: dict[str, Game] = {}
"""The games that this process has loaded, by name.

A later game replaces an earlier one of the same name.
"""


def remember_game(game: Game) -> Game:
    """Remember a loaded game, so that its runs find its parts."""
    _OPEN_GAMES[game.name] = game
    return game


def entry_points() -> dict[str, EntryPoint]:
    """List the games that other packages provide, by name."""
    from importlib.metadata import entry_points as all_entry_points

    return {entry_point.name: entry_point for entry_point in all_entry_points(group=GROUP)}


def report_command(folder: Path, run_dir: Path, game: str = "") -> str:
    """Return the command for the report of a folder.

    The run is in ``run_dir``; ``game`` is its game as typed, by default as recorded.

    If the report needs the parts of a game in a file or module, the command must name the game,
    since the report loads such a game only if the command names it.
    """
    record = read_run_file(run_dir)
    source = game or find_source(record)
    has_parts = record.get(GAME_SOURCE, {}).get("parts")
    game_option = ("--game", source) if has_parts and source not in entry_points() else ()
    return shlex.join(["eoc-sim", "report", str(folder), *game_option])


def installed_name(record: Mapping[str, Any]) -> str:
    """Return a recorded game's name, or "" for a file or module.

    For a file or module the result is "" even if an installed game has the same name. The game that
    the result names need not be installed any more.
    """
    source = find_source(record)
    if source in entry_points():
        return source
    return "" if "." in source else str(record["game"])


def parts_of(record: Mapping[str, Any]) -> Parts:
    """Find the parts of the game that a run.json names.

    A game's own parts are returned only if the game is built in, installed or already loaded by
    this process, because reading a run must not execute the files that it names.

    Raises:
        UntrustedCode: The game has its own parts, and this process has not loaded it.
    """
    name = str(record["game"])
    if name in BUILT_IN:
        return built_in_parts(name)
    if name in _OPEN_GAMES:
        return _OPEN_GAMES[name].parts
    source = record.get(GAME_SOURCE)
    if not isinstance(source, Mapping):
        return Parts()
    entry = entry_points().get(installed_name(record))
    if entry is not None:
        parts: Parts = entry.load().parts
        return parts
    if source.get("parts"):
        raise refusal(record, "whose own parts a report needs")
    return Parts()


def refusal(record: Mapping[str, Any], reason: str) -> UntrustedCode:
    """Return the error that refuses a game.

    It names the option that vouches for the game. ``reason`` is a relative clause about a game from
    a file or module. The error for any other game says only that the game is not installed.
    """
    name, source = escape(record["game"]), escape(find_source(record))
    if "." in source:
        return UntrustedCode(f"the game {name} of {source}, {reason}", ("--game", source))
    return UntrustedCode(f"the game {name}, which is not installed", ("--game", "FILE.py"))
