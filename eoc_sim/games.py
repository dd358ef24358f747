"""Find games: built-in, installed, or from a module or file."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME
from eoc_sim.errors import InputError, UnknownName, no_such
from eoc_sim.game_parts import entry_points, installed_name, refusal, remember_game
from eoc_sim.own_games import file_in, game_of_file, game_of_module, load_checked
from eoc_sim.simulator.kernel.own_modules import imported_strategy_apis
from eoc_sim.simulator.kernel.vouching import escape, reading_result
from eoc_sim.simulator.runs.game import Game, GameSource
from eoc_sim.simulator.runs.parts import GAME_FILE_SUFFIX
from eoc_sim.simulator.runs.run_file import GAME_SOURCE, find_source
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.vouching import Announce
    from eoc_sim.simulator.runs.checks.match import Contract

RULES = ("switch", "preset")
"""Kinds of names that belong to a game's rules."""


def find(name: str) -> Game:
    """Find a game by name, module or file.

    The name is a built-in game, an entry point in the group ``eoc_sim.games``, a module such as
    ``package.module``, a file such as ``my_game.py``, or a folder such as ``my_game`` that contains
    ``my_game.py``, as ``games new`` writes it. Modules and files define the game as ``GAME``.

    Raises:
        InputError: There is no such game, or its module or file cannot be loaded.
    """
    if not isinstance(name, str):
        raise InputError(
            'The game should be given as its name, file or module, such as "my_game.py", not as an '
            f"object of type {type(name).__name__}."
        )
    game = _find_installed(name)
    if game is not None:
        return remember_game(game)
    if name and Path(name).is_dir():
        file = file_in(Path(name))
        if not file.is_file():
            raise InputError(
                f"{name} is a folder without a file {file.name}; name a game's file, or a game "
                "that pip has installed."
            )
        name = str(file)
    if name.endswith(GAME_FILE_SUFFIX):
        return remember_game(_refuse_built_in_name(game_of_file(name), name))
    if "." in name:
        return remember_game(_refuse_built_in_name(game_of_module(name), name))
    names = [*BUILT_IN, *entry_points()]
    raise InputError(
        f"{no_such('game', name, names)} You can also name a module or file that defines "
        "GAME, such as package.module or ./my_game.py."
    )


def find_recorded(
    record: Mapping[str, Any],
    game_name: str | None = None,
    announce: Announce | None = None,
) -> Game:
    """Find the game that a run.json names.

    It is ``game_name`` if the user gave one, or else a built-in or installed game. If run.json
    names a file instead, the file is refused without ``announce``. With it, the file is loaded
    after ``announce`` has been called with the path and SHA-256 of each file that runs. A
    module that run.json names is never imported.

    Raises:
        UntrustedCode: run.json names a file or module, which may not be run.
        InputError: The game does not exist, or the run belongs to another game.
    """
    name = escape(record["game"])
    if game_name is not None:
        game = find(game_name)
        if game.name != name:
            raise InputError(f"The run was played with the game {name}, not with {game.name}.")
        return game
    installed_game = _find_installed(installed_name(record))
    if installed_game is not None:
        return installed_game
    source = find_source(record)
    if not source:
        raise InputError(
            f"{no_such('game', name, [*BUILT_IN, *entry_points()])} The run was played with the "
            f"game {name}; give its file or module as --game NAME."
        )
    if announce is None or not source.endswith(GAME_FILE_SUFFIX):
        raise refusal(record, "which is neither built in nor installed")
    with reading_result(announce):
        return find(source)


def describe_edit(record: Mapping[str, Any], game: Game) -> str:
    """Describe any edit to a game's file since its run."""
    digest = record.get(GAME_SOURCE, {}).get("sha256", "")
    current_digest = "" if game.source is None else game.source.sha256
    if game.source is None or "" in (digest, current_digest) or digest == current_digest:
        return ""
    return (
        f"The game {game.source.name} has changed since the run was started (SHA-256 {digest[:8]} "
        f"then, {current_digest[:8]} now)"
    )


def check_unedited(record: Mapping[str, Any], game: Game) -> None:
    """Refuse a game whose file was edited after its run.

    Raises:
        InputError: The hash of the game's file is not the recorded one.
    """
    if sentence := describe_edit(record, game):
        raise InputError(f"{sentence}: undo the change, or play the games again.")


def contract_of(name: str) -> Contract:
    """Return the contract for a game's strategies.

    Raises:
        InputError: The game does not exist, or its strategies are neither in files nor in its code.
    """
    from eoc_sim.simulator.runs.checks.match import Contract
    from eoc_sim.simulator.runs.plain_contract import PlainContract

    game = find(name)
    if game.own_strategies:
        return PlainContract(game, ("--game", name))
    if game.version is None:
        raise InputError(f"The game {game.name} has no strategies in files.")
    return Contract(game, () if name == DEFAULT_GAME else ("--game", name))


def _find_installed(name: str) -> Game | None:
    """Find the built-in game or entry point of this name, if any."""
    if name in BUILT_IN:
        built_in: Game = _game_in(BUILT_IN[name])
        return built_in
    installed = entry_points()
    if name not in installed:
        return None
    game = load_checked(f"The game {name} ({installed[name].value})", installed[name].load)
    return replace(_refuse_built_in_name(game, name), source=GameSource(name))


def _refuse_built_in_name(game: Game, name: str) -> Game:
    """Refuse a game with the name of a built-in game.

    Its results would be taken for the built-in game's.
    """
    if game.name in BUILT_IN and game.source is not None:
        raise InputError(
            f'The game {name} calls itself "{game.name}", the name of a built-in game; rename it.'
        )
    return game


@contextmanager
def name_other_games(game: Game) -> Iterator[None]:
    """Name the other built-in game that unknown input belongs to.

    Raises:
        InputError: The error raised inside; it also names a game that knows the input, if one does.
    """
    try:
        yield
    except UnknownName as error:
        owners = [
            built_in
            for built_in in map(find, BUILT_IN)
            if built_in.name != game.name and _has(built_in, error)
        ]
        if not owners:
            raise
        if error.kind not in RULES:
            raise InputError(describe_owners(error.name, error.kind, owners, game)) from None
        words = [f"{owner.declaration.words.title} (--game {owner.name})" for owner in owners]
        raise InputError(
            f"{error} It is a {error.kind} of {' and '.join(words)}; the game here is "
            f"{game.declaration.words.title}."
        ) from None


def check_data(game: Game, data: str) -> None:
    """Refuse sheets that only another built-in game can read.

    ``data`` is a sheet, a workbook or a folder of sheets.

    Raises:
        InputError: The data belongs to another game.
    """
    if _reads(game, data):
        return
    owners = [
        built_in
        for built_in in map(find, BUILT_IN)
        if built_in.name != game.name and _reads(built_in, data)
    ]
    if owners:
        path = Path(data)
        is_workbook = path.suffix.lower() in (".xlsx", ".xlsm")
        kind = "folder of sheets" if path.is_dir() else "workbook" if is_workbook else "sheet"
        raise InputError(describe_owners(data, kind, owners, game))


def describe_owners(name: str, kind: str, owners: Sequence[Game], game: Game) -> str:
    """Describe which games something belongs to, and how to play them."""
    titles = " and ".join(owner.declaration.words.title for owner in owners)
    options = " or ".join(f"--game {owner.name}" for owner in owners)
    return f"{name} is a {kind} of {titles}, not of {game.declaration.words.title}; use {options}."


def _has(game: Game, unknown_name: UnknownName) -> bool:
    """Return whether a game knows a name that another does not."""
    name = unknown_name.name
    if unknown_name.kind == "switch":
        return any(switch.name == name for switch in game.declaration.switches)
    if unknown_name.kind == "preset":
        return game.rule_sets is not None and name in game.rule_sets.preset_names()
    version = game.version
    if version is None:
        return False
    if unknown_name.kind == "strategy":
        folders = version.folders()
        return name in folders.names() or (
            name.endswith(".py")
            and Path(name).is_file()
            and folders.api in imported_strategy_apis(Path(name))
        )
    try:
        game.normal_key(game.baseline(VersionOptions()), name)
    except InputError:
        return False
    return True


def _reads(game: Game, data: str) -> bool:
    """Return whether a game can read sheets, given as for `check_data`."""
    if game.version is None:
        return False
    try:
        game.version.component_type.load_data(data)
    except InputError:
        return False
    return True


def _game_in(module: str) -> Any:
    return getattr(importlib.import_module(module), "GAME", None)
