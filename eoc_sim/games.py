"""The games: the built-in ones by name, others by entry point or by their module."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.rule_sets import UnknownName
from eoc_sim.simulator.runs.game import Game

BUILT_IN = {"eoc": "eoc_sim.simulator.eoc.game"}
"""Every game that comes with the package, and the module that has it as ``GAME``."""
GROUP = "eoc_sim.games"
"""Entry points of this group are further games: a name, and ``package.module:GAME``."""


def find(name: str) -> Game:
    """The game of this name.

    A name is that of a built-in game, of an entry point of the group `GROUP`, or
    ``package.module``: a module that Python can import and that has the game as ``GAME``.

    Raises:
        InputError: there is no such game, or what has the name is none.
    """
    if name in BUILT_IN:
        built_in: Game = _of_module(BUILT_IN[name])
        return built_in
    from importlib.metadata import entry_points

    further = {one.name: one for one in entry_points(group=GROUP)}
    if name in further:
        return _game(f"The game {name} ({further[name].value})", further[name].load)
    if "." in name:
        return _game(f"The game {name}", lambda: _of_module(name))
    names = [*BUILT_IN, *further]
    raise InputError(
        f'There is no game "{name}"; there {"is" if len(names) == 1 else "are"} '
        f"{', '.join(names)}, and any module that has a GAME, as package.module."
        f"{nearest(name, names)}"
    )


@contextmanager
def other_games_named(game: Game) -> Iterator[None]:
    """Where rules of this game are read: whose a switch or preset is that it does not have.

    Raises:
        InputError: as it is raised inside, with the built-in game that knows the name.
    """
    try:
        yield
    except UnknownName as error:
        owners = [one for one in map(find, BUILT_IN) if one.name != game.name and _has(one, error)]
        if not owners:
            raise
        words = [f"{one.declaration.words.title} (--game {one.name})" for one in owners]
        raise InputError(
            f"{error} It is a {error.kind} of {' and '.join(words)}; the game here is "
            f"{game.declaration.words.title}."
        ) from None


def _has(game: Game, unknown: UnknownName) -> bool:
    if unknown.kind == "switch":
        return any(one.name == unknown.name for one in game.declaration.switches)
    return game.rule_sets is not None and unknown.name in game.rule_sets.presets(None)


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
