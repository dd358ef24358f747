"""Where the games of a run are played: threads or processes here, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.backend_names import (
    DASK,
    LOCAL,
    LOKY,
    WAIT_FOR_WORKERS,
    check_backend,
)
from eoc_sim.simulator.runs.recipe import Recipe
from eoc_sim.simulator.runs.tasks import Played, Task

Result = tuple[Task | None, Any]
"""A task and what was made of it where it was taken; (None, None) now and then while none ends."""


class BackendLost(InputError):
    """What plays the games is gone, such as a cluster's scheduler; what was played is kept."""


class Backend(Protocol):
    """Plays tasks; which of them end first is left to it."""

    @property
    def chunk_seconds(self) -> float:
        """The processor time that a task should take."""

    def play(
        self, tasks: Iterator[Task], take: Callable[[Task, Played], Any]
    ) -> Generator[Result, None, None]:
        """Play all tasks, and ``take`` each, in whatever thread of this process, as it ends.

        Few more tasks are asked for than can be played at a time. The caller closes the iterator,
        whereupon what waits is dropped and what is being played no longer counts.

        Raises:
            InputError: what a strategy or a version did wrong, as `Player.play` tells it.
            BackendLost: it can play no more.
        """


def ignore(sentence: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Place:
    """Where games are to be played, as the command line says it.

    ``jobs`` are the cores of this computer, -1 for all, ``scheduler`` is the address of a
    cluster's, whose workers are waited for so many seconds; ``tell`` gets sentences for the user on
    what is waited for.
    """

    backend: str = LOCAL
    jobs: int = 1
    scheduler: str | None = None
    tell: Callable[[str], None] = ignore
    wait_for_workers: float = WAIT_FOR_WORKERS

    def opened(self, recipe: Recipe) -> AbstractContextManager[Backend]:
        """The backend, ready to play what the recipe makes; everything is compiled and checked.

        Raises:
            InputError: it cannot be reached, or what is asked for cannot be played.
        """
        check_backend(self.backend, self.scheduler, self.wait_for_workers)
        if self.backend == DASK:
            from eoc_sim.simulator.runs.dask_backend import dask_backend

            assert self.scheduler is not None  # by `check_backend`
            return dask_backend(self.scheduler, recipe, self.tell, self.wait_for_workers)
        from eoc_sim.simulator.runs.local_backend import processes_backend, threads_backend

        number = threads(self.jobs)
        if self.backend == LOKY:
            return processes_backend(recipe, number)
        return threads_backend(recipe, number)


def threads(jobs: int) -> int:
    """How many threads ``--jobs`` means here: -1 is all cores."""
    import joblib

    if jobs == 0 or jobs < -1:
        raise InputError(f"--jobs {jobs} should be -1 (all cores) or at least 1.")
    return int(joblib.cpu_count()) if jobs == -1 else jobs
