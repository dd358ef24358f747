"""A run's recipe, from which other processes make its engines.

An engine holds addresses of code and is never sent. The recipe is sent once to each worker and
identified by its hash. It contains the game and its versions, the seed, and every user file that
the versions depend on: strategies, presets, data tables, modules. A worker needs only the package.
It recreates the sender's file tree under its own cache folder, makes the engines there, and keeps
them for all later tasks. On each computer one process at a time compiles; the others reuse its
code.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import pickle
import platform
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy

from eoc_sim.errors import GameError, InputError, StrategyError
from eoc_sim.simulator.kernel import code_cache, running
from eoc_sim.simulator.runs.forking import altered_cards
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.source_code import package_hash
from eoc_sim.simulator.runs.tasks import RowCollector, Task, TaskResult, TaskRunner
from eoc_sim.version import __version__

COMPILED_FILE = "compiled"
"""A file that marks a folder whose code is all compiled."""
MAX_CACHED_RUNNERS = 2
"""The number of recipes whose engines a process keeps.

They are this run's and the previous run's.
"""


class VersionsDiffer(InputError):
    """A worker's software differs from the sender's; the message compares them."""


@dataclass(frozen=True)
class Recipe:
    """A run's versions, and the way to play them and gather rows."""

    game: Game
    versions: tuple[Any, ...]
    seed: int
    seating: str
    twins: Mapping[str, Any] | None
    collector: RowCollector

    def runner(self) -> TaskRunner:
        """Make a runner for this process, with its own engines.

        Raises:
            InputError: a version or strategy cannot be played.
        """
        engines = self.game.engines(self.versions, self.seed, self.seating)
        if self.twins is not None and self.game.twins is not None:
            engines = [self.game.twins.engine(engine, self.twins) for engine in engines]
        cards = altered_cards(self.game, self.versions, self.twins)
        return TaskRunner(engines, self.collector, cards)

    def _with_paths(self, new_path: Callable[[Path], Path]) -> Recipe:
        """Return the recipe with the absolute paths of user files replaced."""
        user_files = self.game.own_files
        if user_files is None:
            return self
        return replace(
            self, versions=tuple(user_files.move(version, new_path) for version in self.versions)
        )

    def pack(self) -> PackedRecipe:
        """Pack the recipe into bytes, with the user's files."""
        import cloudpickle

        user_files = self.game.own_files
        files: dict[Path, bytes] = {}
        recipe = self
        if user_files is not None:
            for version in self.versions:
                files |= user_files.files(version)
            # This makes the paths absolute; otherwise it changes nothing.
            recipe = self._with_paths(lambda file: file)
        content = pickle.dumps(
            (
                cloudpickle.dumps(recipe),
                {str(file): content for file, content in sorted(files.items())},
                _import_folders(files),
            )
        )
        software = software_here()
        stamp = f"{sorted(software.items())}".encode()
        return PackedRecipe(hashlib.sha256(stamp + content).hexdigest()[:16], content, software)


@dataclass(frozen=True)
class PackedRecipe:
    """A recipe in bytes, with its hash and the sender's software."""

    hash: str
    content: bytes
    software: Mapping[str, str]

    @contextmanager
    def file(self) -> Iterator[Path]:
        """Write the recipe to a file for local processes in this context."""
        with scratch_folder() as folder:
            path = folder / self.hash
            path.write_bytes(pickle.dumps(self))
            yield path


def _import_folders(files: Mapping[Path, bytes]) -> list[str]:
    """List the folders of Python's path that contain sent files."""
    folders = dict.fromkeys(str(Path(folder or ".").resolve()) for folder in sys.path)
    return [
        folder
        for folder in folders
        if any(file.suffix == ".py" and file.is_relative_to(folder) for file in files)
    ]


# --- In a worker.


def play_packed(packed_recipe: PackedRecipe | Path, task: Task) -> tuple[Task, TaskResult]:
    """Play a task of a recipe in any process.

    The engines are made for the first task and kept for later ones.

    Raises:
        VersionsDiffer: this process's software differs from the sender's.
        InputError: a version or strategy cannot be played.
    """
    runner = _cached_runner(packed_recipe)
    with _restore_paths(runner.folder):
        return task, runner.runner.play(task)


def prepare_packed(packed_recipe: PackedRecipe | Path) -> None:
    """Make everything that a recipe's tasks need; raise as `play_packed` does."""
    _cached_runner(packed_recipe)


@dataclass(frozen=True)
class _CachedRunner:
    runner: TaskRunner
    folder: Path


_RUNNERS: dict[str, _CachedRunner] = {}
"""This process's task runners by recipe hash, oldest first."""
_MAKING = threading.Lock()


def _cached_runner(packed_recipe: PackedRecipe | Path) -> _CachedRunner:
    key = packed_recipe.name if isinstance(packed_recipe, Path) else packed_recipe.hash
    with _MAKING:
        if key not in _RUNNERS:
            if isinstance(packed_recipe, Path):
                packed_recipe = pickle.loads(packed_recipe.read_bytes())
            assert isinstance(packed_recipe, PackedRecipe)
            _check_software(packed_recipe.software)
            runner = _make(packed_recipe)
            for earlier in list(_RUNNERS)[: 1 - MAX_CACHED_RUNNERS]:
                del _RUNNERS[earlier]
            _RUNNERS[key] = runner
        return _RUNNERS[key]


def _make(packed_recipe: PackedRecipe) -> _CachedRunner:
    content, files, import_folders = pickle.loads(packed_recipe.content)
    folder = _folder(packed_recipe.hash)
    running.COPY_FOLDERS[:] = [str(folder)]
    for name, source in files.items():
        _lay_out(folder / _relative_path(Path(name)), source)
    _import_from(
        [str(folder / _relative_path(Path(import_folder))) for import_folder in import_folders]
    )
    try:
        recipe: Recipe = pickle.loads(content)
    except ImportError as error:
        raise InputError(
            f"The worker on {platform.node()} cannot import what the game needs ({error}): install "
            "your own game there as well as the package."
        ) from None
    recipe = recipe._with_paths(lambda file: folder / _relative_path(file))
    with _restore_paths(folder), _compiling_alone(folder):
        return _CachedRunner(recipe.runner(), folder)


def _folder(name: str) -> Path:
    """Return a folder for a recipe's files: a cached or temporary one."""
    folder = code_cache.private_folder(code_cache.cache_root() / f"{code_cache.SENT_PREFIX}{name}")
    if not code_cache.can_be_written(folder):
        scratch = contextlib.ExitStack()
        folder = scratch.enter_context(scratch_folder()).resolve()
        atexit.register(scratch.close)
    os.utime(folder)  # so that it is not dropped as unused
    return folder


def _relative_path(file: Path) -> Path:
    """Make an absolute path relative, for use inside another folder."""
    return file.relative_to(file.anchor)


def _lay_out(file: Path, content: bytes) -> None:
    """Write a file atomically, unless it has this content already."""
    if file.is_file() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    code_cache.write_file(file, [content])


_recipe_folders: list[str] = []
"""The import folders of this process's last recipe."""


def _import_from(import_folders: Sequence[str]) -> None:
    """Let Python import from these folders instead of the previous recipe's."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and any(
            Path(file).is_relative_to(import_folder) for import_folder in _recipe_folders
        ):
            del sys.modules[name]
    sys.path[:] = [*import_folders, *(path for path in sys.path if path not in _recipe_folders)]
    _recipe_folders[:] = import_folders


@contextmanager
def _restore_paths(folder: Path) -> Iterator[None]:
    """Restore the sender's file paths in error messages."""
    try:
        yield
    except InputError as error:
        # numba names files relative to the working directory.
        message = re.sub(rf"((\.\.)?(/\.\.)*){re.escape(str(folder))}", "", str(error))
        if isinstance(error, GameError):
            raise GameError(message, error.game) from None
        kind = StrategyError if isinstance(error, StrategyError) else InputError
        raise kind(message) from None


@contextmanager
def _compiling_alone(folder: Path) -> Iterator[None]:
    """Let one process at a time per computer compile a recipe's code.

    Compiling the same code in several processes would not be faster.
    """
    mark, cache = folder / COMPILED_FILE, code_cache.cache_root().resolve()
    if mark.exists() or folder.parent != cache:
        yield
        return
    from filelock import FileLock

    with contextlib.ExitStack() as stack:
        # Without locks, as on some network drives, all processes compile.
        with contextlib.suppress(OSError, NotImplementedError):
            stack.enter_context(FileLock(cache / f"{code_cache.SENT_PREFIX}lock"))
        yield
        mark.touch()


# --- In the sender and in a worker.


@cache
def software_here() -> dict[str, str]:
    """List the versions of software that games and unpacking depend on."""
    import numba

    return {
        "eoc-sim": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "the source code of eoc-sim": package_hash(),
    }


def _check_software(sender_software: Mapping[str, str]) -> None:
    # A worker raises the error, and its sender reads it: there, "here" is the sender.
    worker_software = software_here()
    differing = [
        name for name, release in sender_software.items() if release != worker_software.get(name)
    ]
    if differing:
        differences = "; ".join(
            f"{name}: {sender_software[name]} here, {worker_software.get(name)} there"
            for name in differing
        )
        raise VersionsDiffer(
            f"The worker on {platform.node()} has different software from this computer "
            f"({differences}); install the same on both."
        )
