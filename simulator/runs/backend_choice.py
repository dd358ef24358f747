"""The choice of a backend for games: threads, processes or a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.backend_names import DASK, LOCAL, LOKY, WAIT_FOR_WORKERS, check_backend
from eoc_sim.simulator.runs.backends import Backend, ignore
from eoc_sim.simulator.runs.recipe import Recipe


@dataclass(frozen=True)
class BackendChoice:
    """The command line's choice of a backend.

    ``jobs`` is the number of this computer's cores to use, -1 for all. ``scheduler`` is the address
    of a cluster's scheduler, and ``wait_for_workers`` the seconds to wait for its workers.
    ``notify`` receives sentences that explain a wait to the user.
    """

    backend: str = LOCAL
    jobs: int = 1
    scheduler: str | None = None
    notify: Callable[[str], None] = ignore
    wait_for_workers: float = WAIT_FOR_WORKERS

    def open(self, recipe: Recipe) -> AbstractContextManager[Backend]:
        """Open the backend, which compiles and checks the recipe.

        Raises:
            InputError: the backend cannot be reached, or the recipe cannot be played.
        """
        check_backend(self.backend, self.scheduler, self.wait_for_workers)
        if self.backend == DASK:
            from eoc_sim.simulator.runs.dask_backend import dask_backend

            assert self.scheduler is not None  # by `check_backend`
            return dask_backend(self.scheduler, recipe, self.notify, self.wait_for_workers)
        from eoc_sim.simulator.runs.local_backend import processes_backend, threads_backend

        number = threads(self.jobs)
        if self.backend == LOKY:
            return processes_backend(recipe, number)
        return threads_backend(recipe, number)


def threads(jobs: int) -> int:
    """Return the number of threads for ``--jobs``; -1 means all cores."""
    import joblib

    if jobs == 0 or jobs < -1:
        raise InputError(f"--jobs {jobs} should be -1 (all cores) or at least 1.")
    return int(joblib.cpu_count()) if jobs == -1 else jobs
