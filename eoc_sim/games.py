"""The games: the built-in ones by name, others by entry point or by their module."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, UnknownName, nearest
from eoc_sim.simulator.runs.asked import Asked
from eoc_sim.simulator.runs.game import Game

BUILT_IN = {
    "eoc": "eoc_sim.simulator.eoc.game", "stadium": "eoc_sim.simulator.stadium.game",
}
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
def other_games_named(game: Game, sheets: Sequence[str | None] = ()) -> Iterator[None]:
    """Where a version of this game is asked for: whose a name or sheet is that it does not have.

    ``sheets`` are the files with components that are read, None for none.

    Raises:
        InputError: as it is raised inside, with the built-in games that know the name, or read the
            sheet.
    """
    try:
        yield
    except UnknownName as error:
        unknown = error
        owners = _others(game, lambda one: _has(one, unknown))
        if owners:
            raise _named(error, f"It is a {error.kind}", owners, game) from None
        raise
    except InputError as error:
        for sheet in sheets:
            if sheet is not None and Path(sheet).exists() and not _reads(sheet, game):
                owners = _others(game, partial(_reads, sheet))
                if owners:
                    raise _named(error, f"{sheet} is a sheet", owners, game) from None
        raise


def _named(error: InputError, what: str, owners: Sequence[Game], game: Game) -> InputError:
    """The same error with the names of both games."""
    words = [f"{one.declaration.words.title} (--game {one.name})" for one in owners]
    return InputError(
        f"{error} {what} of {' and '.join(words)}; the game here is "
        f"{game.declaration.words.title}."
    )


def check_strategies(game: Game, seats: Sequence[str]) -> None:
    """Refuse strategies of somebody's own that were written for another built-in game.

    Raises:
        InputError: one of these, as ``--seats`` names them, imports what that game's do.
    """
    files = [Path(one.partition(":")[0]) for one in seats]
    for file in files if game.name in BUILT_IN else ():
        if file.suffix != ".py" or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        for other in BUILT_IN:
            if other != game.name and re.search(rf"eoc_sim\.\w+\.{other}\b", text):
                raise InputError(
                    f"{file} is a strategy of {find(other).declaration.words.title} (--game "
                    f"{other}); the game here is {game.declaration.words.title}."
                )


def _others(game: Game, knows: Callable[[Game], bool]) -> list[Game]:
    """The other built-in games of which something is true."""
    return [one for one in map(find, BUILT_IN) if one.name != game.name and knows(one)]


def _has(game: Game, unknown: UnknownName) -> bool:
    """Whether a game has what another does not."""
    if unknown.kind == "switch":
        return any(one.name == unknown.name for one in game.declaration.switches)
    if unknown.kind == "preset":
        return game.rule_sets is not None and unknown.name in game.rule_sets.presets(None)
    try:
        if unknown.kind == "strategy":
            game.baseline(Asked(seats=(unknown.name,) * max(2, game.players.start)))
        else:
            game.normal_key(game.baseline(Asked()), unknown.name)
    except (InputError, ValueError):
        return False
    return True


def _reads(sheet: str, game: Game) -> bool:
    """Whether a file has components of a game."""
    try:
        game.baseline(Asked(data=sheet))
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
