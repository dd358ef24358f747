"""What makes the engines of a run, so that another process, or computer, can play its games.

An engine holds addresses of code and is never sent. What is sent, once a worker and by the hash of
its content, is the game and its versions, the seed, and every file of somebody's own that the
versions hang on: strategies, presets, data tables, modules. A worker needs the package and nothing
else. It lays the files out under its own cache folder as they lay in the sender's file tree, makes
the engines there, and keeps them for all tasks to come. On one computer one process at a time
compiles; the others find its code.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from eoc_sim import __version__
from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.kernel import code_cache, running
from eoc_sim.simulator.runs.forking import altered_cards
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.source_code import package_hash
from eoc_sim.simulator.runs.tasks import Gathering, Played, Player, Task

COMPILED_FILE = "compiled"
"""Is in such a folder once all of the recipe's code is on disk."""
MOST_PLAYERS = 2
"""Recipes whose engines a process keeps: of the run that it plays, and of the one before."""


class VersionsDiffer(InputError):
    """A worker has other software than whoever sent it a recipe; the text says which."""


@dataclass(frozen=True)
class Recipe:
    """The versions of a run and how they are played, with what is made of their rows."""

    game: Game
    versions: tuple[Any, ...]
    seed: int
    seating: str
    twins: Mapping[str, Any] | None
    gathering: Gathering

    def player(self) -> Player:
        """A player of this process, with engines of its own.

        Raises:
            InputError: a version or strategy that cannot be played.
        """
        engines = self.game.engines(self.versions, self.seed, self.seating)
        if self.twins is not None and self.game.twins is not None:
            engines = [self.game.twins.engine(engine, self.twins) for engine in engines]
        altered = altered_cards(self.game, self.versions, self.twins)
        return Player(engines, self.gathering, altered)

    def _moved(self, where: Callable[[Path], Path]) -> Recipe:
        """The same with files of somebody's own where a function says, told by absolute paths."""
        own = self.game.own_files
        if own is None:
            return self
        return replace(self, versions=tuple(own.moved(one, where) for one in self.versions))

    def packed(self) -> Packed:
        """The same in bytes, with the files of somebody's own."""
        import cloudpickle

        own = self.game.own_files
        files: dict[Path, bytes] = {}
        named = self
        if own is not None:
            for version in self.versions:
                files |= own.found(version)
            named = self._moved(lambda file: file)
        content = pickle.dumps(
            (
                cloudpickle.dumps(named),
                {str(file): content for file, content in sorted(files.items())},
                _import_places(files),
            )
        )
        software = software_here()
        told = f"{sorted(software.items())}".encode()
        return Packed(hashlib.sha256(told + content).hexdigest()[:16], content, software)


@dataclass(frozen=True)
class Packed:
    """A recipe in bytes, by the hash of its content, and the software that packed it."""

    hash: str
    content: bytes
    software: Mapping[str, str]

    @contextmanager
    def file(self) -> Iterator[Path]:
        """A file with it, for processes of this computer, as long as this is open."""
        with tempfile.TemporaryDirectory(prefix="eoc-sim-recipe-") as folder:
            path = Path(folder) / self.hash
            path.write_bytes(pickle.dumps(self))
            yield path


def _import_places(files: Mapping[Path, bytes]) -> list[str]:
    """The places that Python imports from here in which there are files that are sent."""
    places = dict.fromkeys(str(Path(place or ".").resolve()) for place in sys.path)
    return [
        place
        for place in places
        if any(file.suffix == ".py" and file.is_relative_to(place) for file in files)
    ]


# --- In a worker.


def play_packed(packed: Packed | Path, task: Task) -> tuple[Task, Played]:
    """Play a task of a recipe, in whatever process; engines are made with the first one.

    Raises:
        VersionsDiffer: this process has other software than the recipe.
        InputError: a version or strategy that cannot be played.
    """
    made = _made(packed)
    with _as_sent(made.folder):
        return task, made.player.play(task)


def prepare_packed(packed: Packed | Path) -> None:
    """Make all that tasks of a recipe need, and tell what cannot be made, as `play_packed`."""
    _made(packed)


@dataclass(frozen=True)
class _Made:
    player: Player
    folder: Path


_MADE: dict[str, _Made] = {}
"""The players of this process, by the hash of their recipe, the last made last."""
_MAKING = threading.Lock()


def _made(packed: Packed | Path) -> _Made:
    key = packed.name if isinstance(packed, Path) else packed.hash
    with _MAKING:
        if key not in _MADE:
            if isinstance(packed, Path):
                packed = pickle.loads(packed.read_bytes())
            assert isinstance(packed, Packed)
            _check_software(packed.software)
            made = _make(packed)
            for earlier in list(_MADE)[: 1 - MOST_PLAYERS]:
                del _MADE[earlier]
            _MADE[key] = made
        return _MADE[key]


def _make(packed: Packed) -> _Made:
    content, files, places = pickle.loads(packed.content)
    folder = _folder(packed.hash)
    running.LAID_OUT[:] = [str(folder)]
    for name, source in files.items():
        _lay_out(folder / _inside(Path(name)), source)
    _import_from([str(folder / _inside(Path(place))) for place in places])
    try:
        recipe: Recipe = pickle.loads(content)
    except ImportError as error:
        raise InputError(
            f"The worker on {platform.node()} cannot import what the game needs ({error}): a game "
            "of your own has to be installed there as the package is."
        ) from None
    recipe = recipe._moved(lambda file: folder / _inside(file))
    with _as_sent(folder), _compiling_alone(folder):
        return _Made(recipe.player(), folder)


def _folder(name: str) -> Path:
    """The folder of a recipe's files: in the cache, or a new one where that cannot be written."""
    folder = code_cache.private_folder(code_cache.cache_root() / f"{code_cache.SENT}{name}")
    if not code_cache.can_be_written(folder):
        folder = Path(tempfile.mkdtemp(prefix="eoc-sim-sent-")).resolve()
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.utime(folder)  # folders that are not used are dropped
    return folder


def _inside(file: Path) -> Path:
    """An absolute path as it goes on behind another one."""
    return file.relative_to(file.anchor)


def _lay_out(file: Path, content: bytes) -> None:
    """Write a file unless it is there, whole however many do so at the same time."""
    if file.is_file() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent)
    with open(number, "wb") as stream:
        stream.write(content)
    os.replace(name, file)


_places: list[str] = []
"""The places of the last recipe that Python imports from in this process."""


def _import_from(places: Sequence[str]) -> None:
    """Let Python import from these places in place of those of the recipe before."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and any(Path(file).is_relative_to(one) for one in _places):
            del sys.modules[name]
    sys.path[:] = [*places, *(one for one in sys.path if one not in _places)]
    _places[:] = places


@contextmanager
def _as_sent(folder: Path) -> Iterator[None]:
    """Tell of files where they lie for whoever has sent them."""
    try:
        yield
    except InputError as error:
        # numba tells of files as they are seen from the working directory.
        told = re.sub(rf"((\.\.)?(/\.\.)*){re.escape(str(folder))}", "", str(error))
        raise (StrategyError if isinstance(error, StrategyError) else InputError)(told) from None


@contextmanager
def _compiling_alone(folder: Path) -> Iterator[None]:
    """Until all code of a recipe is on disk, one process of this computer at a time makes it.

    Several that compile the same would take as long each.
    """
    mark, cache = folder / COMPILED_FILE, code_cache.cache_root().resolve()
    if mark.exists() or folder.parent != cache:
        yield
        return
    with open(cache / f"{code_cache.SENT}lock", "wb") as file:
        # Where the system knows no locks, as Windows and some network drives, all compile.
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
        mark.touch()


# --- The software of both.


@cache
def software_here() -> dict[str, str]:
    """The versions of all that what is played hangs on, and that a recipe is unpacked by."""
    import numba
    import numpy

    return {
        "eoc-sim": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "the source code of eoc-sim": package_hash(),
    }


def _check_software(sent: Mapping[str, str]) -> None:
    here = software_here()
    other = [name for name in sent if sent[name] != here.get(name)]
    if other:
        told = "; ".join(f"{name}: {sent[name]} here, {here.get(name)} there" for name in other)
        raise VersionsDiffer(
            f"The worker on {platform.node()} has other software than this computer ({told}); "
            "install the same on both."
        )
