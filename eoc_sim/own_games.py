"""Load users' own games from modules and files."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.own_modules import (
    OwnModule,
    forget_namesakes,
    import_as_read,
    imported_names,
    loader_of,
    own_modules,
    parse_module,
    remember_run,
)
from eoc_sim.simulator.kernel.running import importing
from eoc_sim.simulator.kernel.vouching import refuse_or_report
from eoc_sim.simulator.runs.game import Game, GameSource
from eoc_sim.simulator.runs.parts import GAME_FILE_SUFFIX

_GAMES: dict[tuple[str, str], Game] = {}
"""Games, by the name that the user gave and their file's hash."""
_FOLDERS: list[Path] = []
"""The folders of games given as files, the latest first."""


def load_checked(noun: str, load: Callable[[], Any], files: Collection[Path] = ()) -> Game:
    """Call ``load`` and check that the result is a game.

    Raises:
        InputError: ``load`` fails or returns something else. The message begins with ``noun``
            and names the line of ``files`` that failed.
    """
    try:
        game = load()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        # A user's module may raise anything, even SystemExit: report it as bad input.
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        lines = [
            frame for frame in extract_tb(error.__traceback__) if Path(frame.filename) in files
        ]
        if lines and not isinstance(error, SyntaxError):
            reason = f"{reason}; {lines[-1].filename}, line {lines[-1].lineno}"
        raise InputError(f"{noun} cannot be imported ({reason}).") from error
    if not isinstance(game, Game):
        raise InputError(f"{noun} has no GAME that is an eoc_sim.simulator.runs.game.Game.")
    return game


def game_of_module(name: str) -> Game:
    """Load ``GAME`` from a module that Python can import.

    Raises:
        InputError: The module does not exist, or it has no game.
        UntrustedCode: A run's results name the game, and the user has not vouched for it.
    """
    noun = f"The game {name}"
    modules = own_modules([name]) if _could_be_module(name) else []
    own_module = next((module for module in modules if module.name == name), None)
    sha256 = "" if own_module is None else hashlib.sha256(own_module.source).hexdigest()
    refuse_or_report({module.file: module.source for module in modules})

    def load() -> Any:
        with (
            import_as_read(modules, keep=True),
            importing([str(module.file) for module in modules]),
        ):
            return getattr(import_module(name), "GAME", None)

    file_here = Path(name.replace(".", "/") + GAME_FILE_SUFFIX)
    if not modules and _could_be_module(name) and file_here.is_file():
        noun = f"{noun} is not on Python's path; --game {file_here} loads the file. The module"
    game = load_checked(noun, load, {module.file for module in modules})
    entry = _GAMES.get((name, sha256))
    if entry is None or replace(entry, source=game.source) != game:
        _GAMES[name, sha256] = replace(game, source=GameSource(name, sha256))
    return _GAMES[name, sha256]


def file_in(folder: Path) -> Path:
    """Return a folder's game file, which is named after the folder."""
    return folder / f"{folder.resolve().name}{GAME_FILE_SUFFIX}"


def game_of_file(name: str) -> Game:
    """Load ``GAME`` from a Python file, which may import its neighbours.

    The file's folder stays at the end of ``sys.path``, since parts are imported only when needed.
    There it comes before the folders of other games, whose files may have the same names.

    Raises:
        InputError: The file does not exist, or it has no game.
        UntrustedCode: A run's results name the game, and the user has not vouched for it.
    """
    file = Path(name).resolve()
    try:
        source = file.read_bytes()
    except OSError as error:
        raise InputError(f"The game {name} cannot be read: {error.strerror}.") from None
    if not file.stem.isidentifier():
        raise InputError(
            f'The game {name}: "{file.stem}" cannot be the name of a module; use letters, digits '
            "and _, as in my_game.py."
        )
    sha256 = hashlib.sha256(source).hexdigest()
    _import_first_from(file.parent)
    if (str(file), sha256) not in _GAMES:
        modules = own_modules(imported_names(parse_module(source)))
        files = {file: source, **{own_module.file: own_module.source for own_module in modules}}
        refuse_or_report(files)
        remember_run(files)
        module = f"{file.stem}_{sha256[:8]}"

        def load() -> Any:
            with import_as_read(modules, keep=True), importing([str(path) for path in files]):
                return _run(OwnModule(module, file, source, is_package=False))

        game = load_checked(f"The game {name}", load, files)
        _GAMES[str(file), sha256] = replace(game, source=GameSource(str(file), sha256))
        for module_name in (module, *(other_module.name for other_module in modules)):
            _send_by_value(module_name)
    return _GAMES[str(file), sha256]


def _import_first_from(folder: Path) -> None:
    """Make Python search a game's folder before those of other games."""
    if _FOLDERS[:1] != [folder]:
        others = [other for other in _FOLDERS if other != folder]
        forget_namesakes(folder, others)
        # A folder that is on sys.path, but not in _FOLDERS, was put there by the user: leave it.
        if folder in _FOLDERS or str(folder) not in sys.path:
            _FOLDERS[:] = [folder, *others]
    places = [str(place) for place in _FOLDERS]
    sys.path[:] = [*(path for path in sys.path if path not in places), *places]


def _run(module: OwnModule) -> Any:
    """Run a file as a module, from the bytes that were read."""
    spec = spec_from_file_location(module.name, module.file, loader=loader_of(module))
    assert spec is not None and spec.loader is not None
    game_module = module_from_spec(spec)
    sys.modules[module.name] = game_module
    try:
        spec.loader.exec_module(game_module)
    except BaseException:
        del sys.modules[module.name]
        raise
    return getattr(game_module, "GAME", None)


def _send_by_value(module: str) -> None:
    """Have the module's code sent to other processes, which cannot import it."""
    import cloudpickle

    if module in sys.modules:
        cloudpickle.register_pickle_by_value(sys.modules[module])


def _could_be_module(name: str) -> bool:
    """Return whether a name could be a module's."""
    return all(part.isidentifier() for part in name.split("."))
