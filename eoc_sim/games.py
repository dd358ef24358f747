"""The games: the built-in ones by name, others by entry point or by their module."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError, UnknownName, nearest
from eoc_sim.simulator.kernel.strategy_files import written_for
from eoc_sim.simulator.kernel.vouching import Unvouched, shown
from eoc_sim.simulator.runs.asked import Asked
from eoc_sim.simulator.runs.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = {
    "eoc": "eoc_sim.simulator.eoc.game", "stadium": "eoc_sim.simulator.stadium.game",
}
"""Every game that comes with the package, and the module that has it as ``GAME``."""
RULES = ("switch", "preset")
"""Kinds of names that a game's rules consist of."""
GROUP = "eoc_sim.games"
"""Entry points of this group are further games: a name, and ``package.module:GAME``."""


def find(name: str) -> Game:
    """The game of this name.

    A name is that of a built-in game, of an entry point of the group `GROUP`, or
    ``package.module``: a module that Python can import and that has the game as ``GAME``.

    Raises:
        InputError: there is no such game, or what has the name is none.
    """
    found = _installed(name)
    if found is not None:
        return found
    if "." in name:
        return _game(f"The game {name}", lambda: _of_module(name))
    names = [*BUILT_IN, *_entry_points()]
    raise InputError(
        f'There is no game "{name}"; there {"is" if len(names) == 1 else "are"} '
        f"{', '.join(names)}, and any module that has a GAME, as package.module."
        f"{nearest(name, names)}"
    )


def recorded(record: Mapping[str, Any], named: str | None = None) -> Game:
    """The game of a run.json: what the user has ``named``, else a built-in or installed one.

    Raises:
        Unvouched: run.json names a module, which reading it never imports.
        InputError: there is no such game.
    """
    name = shown(record["game"])
    found = _installed(name) if named is None else find(named)
    if found is not None and found.name != name and named is not None:
        raise InputError(f"The run is of the game {name}, not of {found.name}.")
    if found is not None:
        return found
    if "." in name:
        raise Unvouched(
            f"the game {name}, which is neither built in nor installed", ("--game", name)
        )
    try:
        return find(name)
    except InputError as error:
        raise InputError(
            f"{error} The run is of the game {name}; --game NAME says where it is."
        ) from None


def _installed(name: str) -> Game | None:
    """The built-in game or entry point of this name; None if there is neither."""
    if name in BUILT_IN:
        built_in: Game = _of_module(BUILT_IN[name])
        return built_in
    further = _entry_points()
    if name not in further:
        return None
    return _game(f"The game {name} ({further[name].value})", further[name].load)


def _entry_points() -> dict[str, EntryPoint]:
    """The games that other packages bring along, by name."""
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group=GROUP)}


@contextmanager
def other_games_named(game: Game) -> Iterator[None]:
    """Where something of this game is read: whose it is if it is another built-in game's.

    Raises:
        InputError: as it is raised inside, or of a name that another game knows with that game.
    """
    try:
        yield
    except UnknownName as error:
        owners = [one for one in map(find, BUILT_IN) if one.name != game.name and _has(one, error)]
        if not owners:
            raise
        if error.kind not in RULES:
            raise InputError(_elsewhere(error.name, error.kind, owners[0], game)) from None
        words = [f"{one.declaration.words.title} (--game {one.name})" for one in owners]
        raise InputError(
            f"{error} It is a {error.kind} of {' and '.join(words)}; the game here is "
            f"{game.declaration.words.title}."
        ) from None


def check_data(game: Game, data: str) -> None:
    """Refuse a sheet or folder of them that this game cannot read and another built-in game can.

    Raises:
        InputError: it is such data.
    """
    if _reads(game, data):
        return
    owners = [one for one in map(find, BUILT_IN) if one.name != game.name and _reads(one, data)]
    if owners:
        kind = "folder of sheets" if Path(data).is_dir() else "sheet"
        raise InputError(_elsewhere(data, kind, owners[0], game))


def _elsewhere(name: str, kind: str, owner: Game, here: Game) -> str:
    """Whose something is, and how it is played."""
    return (
        f"{name} is a {kind} of {owner.declaration.words.title}; this is "
        f"{here.declaration.words.title}: --game {owner.name} plays it."
    )


def _has(game: Game, unknown: UnknownName) -> bool:
    """Whether a game knows what another does not."""
    name = unknown.name
    if unknown.kind == "switch":
        return any(one.name == name for one in game.declaration.switches)
    if unknown.kind == "preset":
        return game.rule_sets is not None and name in game.rule_sets.presets(None)
    if game.contract is None:
        return False
    version = game.contract().version
    if unknown.kind == "strategy":
        folders = version.folders()
        return name in folders.names() or (
            name.endswith(".py") and folders.api in written_for(Path(name))
        )
    try:
        game.normal_key(game.baseline(Asked()), name)
    except InputError:
        return False
    return True


def _reads(game: Game, data: str) -> bool:
    """Whether a sheet, or a folder of sheets, is one of a game's."""
    if game.contract is None:
        return False
    try:
        game.contract().version.parts.load(data)
    except InputError:
        return False
    return True


def _of_module(module: str) -> Any:
    return getattr(importlib.import_module(module), "GAME", None)


def _game(what: str, load: Callable[[], Any]) -> Game:
    """What ``load`` gives, if it is a game."""
    try:
        found = load()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        # Whatever a module of somebody else's does wrong as it is imported is told as it is.
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"{what} cannot be imported ({reason}).") from error
    if not isinstance(found, Game):
        raise InputError(f"{what} has no GAME that is an eoc_sim.simulator.runs.game.Game.")
    return found
