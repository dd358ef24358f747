"""Games played by the workers of a dask cluster.

Futures are used directly. joblib's dask backend counts the workers only once, so late workers stay
idle, and it hangs if the scheduler is lost. Here, twice as many tasks are in flight as the current
workers can play at once. Rows are taken as soon as they arrive, and dask then forgets them, which
bounds the memory used on all computers. If a worker dies, dask gives its task to another.

Rows come back to this computer, which writes the files, so workers need no shared folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any

import distributed
from distributed import KilledWorker, as_completed
from distributed.client import FutureCancelledError
from distributed.core import connect
from distributed.security import Security
from distributed.utils import LoopRunner

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.backends import Backend, BackendLost, Result
from eoc_sim.simulator.runs.recipe import (
    PackedRecipe,
    Recipe,
    VersionsDiffer,
    play_packed,
    prepare_packed,
)
from eoc_sim.simulator.runs.tasks import Task, TaskResult

TASK_SECONDS = 1.0
"""The minimum CPU time of a task.

It is short, because the work on a task is lost if its worker dies.
"""
TASKS_PER_SECOND = 200
"""The maximum number of tasks per second.

The scheduler needs 2 ms for each, so tasks are longer if there are many workers.
"""
CONNECT_SECONDS = 10.0
PACKAGE = "eoc-sim"
"""The package that every computer must have installed."""
TICK_SECONDS = 0.02
"""The interval between checks for finished tasks."""
LOOK_SECONDS = 1.0
"""The interval between counts of the workers."""
IN_FLIGHT = 2
"""Tasks per worker thread: one playing and one waiting."""


@contextmanager
def dask_backend(
    address: str, recipe: Recipe, notify: Callable[[str], None], wait_for_workers: float
) -> Iterator[Backend]:
    """Open a backend with a scheduler's workers, once there are any.

    Whenever the cluster has no workers, the backend waits for one, and gives up after
    ``wait_for_workers`` seconds.

    Raises:
        InputError: there is no scheduler, or the workers cannot play.
        BackendLost: no worker arrived in time.
    """
    packed_recipe = recipe.pack()
    with _connect(address) as client:
        backend = _Cluster(client, address, packed_recipe, notify, wait_for_workers)
        backend.prepare()
        yield backend


@contextmanager
def _connect(address: str) -> Iterator[Any]:
    # Errors here replace dask's own messages about a lost scheduler.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            # The versions that matter are compared in the workers.
            warnings.simplefilter("ignore")
            # LoopRunner uses a separate thread if a loop already runs here, as in a notebook.
            LoopRunner().run_sync(_shake_hands, address)
            client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split()) or f"no answer within {CONNECT_SECONDS:g} s"
        raise InputError(
            f"No dask scheduler answers at {address} ({reason}); give the address that `dask "
            "scheduler` prints when it starts, such as tcp://host:8786."
        ) from None
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


async def _shake_hands(address: str) -> None:
    """Perform dask's handshake with a scheduler.

    A client would wait forever if something else answered at the address.
    """
    calling = connect(address, **Security().get_connection_args("client"))
    channel = await asyncio.wait_for(calling, CONNECT_SECONDS)
    await channel.close()


class _Cluster:
    """The workers of a scheduler, as a backend."""

    def __init__(
        self,
        client: Any,
        address: str,
        packed_recipe: PackedRecipe,
        notify: Callable[[str], None],
        wait_for_workers: float,
    ) -> None:
        self._client = client
        self._address = address
        self._notify = notify
        self._recipe = packed_recipe
        self._threads = 0
        self._look_time = 0.0
        self._wait = wait_for_workers
        self._workerless_since: float | None = None
        """The time when the last worker left; None while there are workers."""

    @property
    def chunk_seconds(self) -> float:
        """The CPU time of a task, longer with more workers."""
        return max(TASK_SECONDS, self._threads / TASKS_PER_SECOND)

    def prepare(self) -> None:
        """Wait for a worker, and make it prepare everything."""
        while not self._count_threads():
            time.sleep(TICK_SECONDS)
        self._check_installed()
        # The recipe is the result of a task, not a scattered value, since dask computes the result
        # again if all workers that have it die.
        key = f"eoc-sim-recipe-{self._recipe.hash}"
        self._shared_recipe = self._client.submit(_return_recipe, self._recipe, key=key)
        future = self._client.submit(prepare_packed, self._shared_recipe, pure=False)
        while not future.done():
            self._count_threads()
            time.sleep(TICK_SECONDS)
        try:
            future.result()
        except BaseException as error:
            raise self._error_to_report(error) from None
        finally:
            future.release()

    def _check_installed(self) -> None:
        """Refuse a scheduler or workers without the package.

        Without it, they could not even report the problem.
        """
        try:
            versions = self._client.run(metadata.version, PACKAGE, on_error="return")
            versions["the scheduler"] = self._client.run_on_scheduler(metadata.version, PACKAGE)
        except metadata.PackageNotFoundError as error:
            versions["the scheduler"] = error
        except OSError as error:
            raise self._loss_error(error) from None
        missing = [place for place, version in versions.items() if isinstance(version, Exception)]
        if missing:
            raise InputError(
                f"{PACKAGE} is not installed on {', '.join(missing)} (cluster at {self._address}): "
                f"run pip install '{PACKAGE}[cluster]' there too, with the same version as here."
            )

    def play(
        self, tasks: Iterator[Task], take: Callable[[Task, TaskResult], Any]
    ) -> Generator[Result, None, None]:
        """Play as `Backend.play` does, taking rows in the calling thread."""
        results = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)
        in_flight: set[Any] = set()
        tasks_left = True
        try:
            while tasks_left or in_flight:
                room = IN_FLIGHT * self._count_threads()
                while tasks_left and len(in_flight) < room:
                    task = next(tasks, None)
                    if task is None:
                        tasks_left = False
                        break
                    future = self._client.submit(play_packed, self._shared_recipe, task, pure=False)
                    in_flight.add(future)
                    results.add(future)
                if not results.has_ready():
                    yield None, None
                    time.sleep(TICK_SECONDS)
                    continue
                future, result = next(results)
                # The future's status is not used, since a dying worker may just have reset it.
                if not (isinstance(result, tuple) and isinstance(result[0], Task)):
                    error = result[1] if isinstance(result, tuple) else result
                    if isinstance(error, VersionsDiffer):  # from a worker that joined later
                        error = BackendLost(f"{error} The games played so far are kept.")
                    raise self._error_to_report(error) from None
                in_flight.remove(future)
                future.release()
                task, task_result = result
                del future, result
                yield task, take(task, task_result)
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(list(in_flight), force=True)

    def _count_threads(self) -> int:
        """Count all workers' threads at intervals; report if there are none.

        Raises:
            BackendLost: the scheduler is gone, or there has been no worker for too long.
        """
        now = time.monotonic()
        if now - self._look_time >= LOOK_SECONDS:
            self._look_time = now
            try:
                self._threads = sum(self._client.nthreads().values())
            except Exception as error:
                raise self._loss_error(error) from None
            if self._threads:
                self._workerless_since = None
            elif self._workerless_since is None:
                self._workerless_since = now
                self._notify(
                    f"The scheduler at {self._address} has no workers; waiting for one, "
                    f"for at most {self._wait:g} s (`dask worker` starts one, Ctrl-C stops "
                    "waiting)."
                )
            elif now - self._workerless_since >= self._wait:
                raise BackendLost(
                    f"The scheduler at {self._address} has had no workers for {self._wait:g} s "
                    "(--wait-for-workers); the games played so far are kept."
                )
        return self._threads

    def _error_to_report(self, error: Any) -> BaseException:
        """Translate a task's error into one to report."""
        if isinstance(error, InputError):
            return error
        if isinstance(error, KilledWorker):
            return BackendLost(
                "Worker after worker died while playing the same games; the last one was "
                f"{error.last_worker.address}. Its log says why; often its memory is too "
                "small. The games played so far are kept."
            )
        if isinstance(error, (FutureCancelledError, OSError, TimeoutError)):
            return self._loss_error(error)
        return error if isinstance(error, BaseException) else self._loss_error(error)

    def _loss_error(self, error: Any) -> BackendLost:
        return BackendLost(
            f"The scheduler at {self._address} is gone; the games played so far are kept."
        )


def _return_recipe(packed_recipe: PackedRecipe) -> PackedRecipe:
    return packed_recipe
