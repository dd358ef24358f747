"""Games played on this computer by joblib, in threads or processes.

Threads share the compiled code and pass on their rows without copying; the thread with the last
games of a file writes it. The alternative, if threads do not scale, is loky's processes. Each has a
copy of everything and sends its rows back.
"""

from __future__ import annotations

import atexit
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import resource_tracker
from typing import Any

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.backends import Backend, Result
from eoc_sim.simulator.runs.recipe import Recipe, play_packed, prepare_packed
from eoc_sim.simulator.runs.tasks import Task, TaskResult, TaskRunner

TASK_SECONDS = 0.25
"""A task's CPU time; a stop is noticed only after a task.

Shorter tasks would spend a larger share of their time in Python.
"""
MAX_DEATHS = 3
"""The maximum number of successive process deaths without a finished task."""
LAST_SECONDS = 5.0
"""The longest wait at exit for threads still playing, in seconds."""


@contextmanager
def threads_backend(recipe: Recipe, jobs: int) -> Iterator[Backend]:
    """Open a backend with ``jobs`` threads."""
    yield _Threads(recipe.runner(), jobs)


@contextmanager
def processes_backend(recipe: Recipe, jobs: int) -> Iterator[Backend]:
    """Open a backend with ``jobs`` processes, the first of which may compile."""
    packed_recipe = recipe.pack()
    with packed_recipe.file() as file:
        backend = _Processes(partial(play_packed, file), jobs)
        backend.prepare(partial(prepare_packed, file))
        yield backend


def _joblib(jobs: int, backend: str) -> Any:
    return Parallel(
        n_jobs=jobs,
        backend=backend,
        return_as="generator_unordered",
        pre_dispatch=2 * jobs,
        batch_size=1,
    )


@contextmanager
def _shield_processes() -> Iterator[None]:
    """Shield processes started in this context from Ctrl-C.

    Their parent ends them. The terminal sends Ctrl-C to them too, and each would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the resource tracker unblocks Ctrl-C, and the first process would start it. So it is
    # started here, before Ctrl-C is blocked.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_calls(jobs: int, calls: Iterable[Any]) -> Any:
    """Start calls in ``jobs`` processes, and return an iterator of results."""
    with _shield_processes():
        return _joblib(jobs, "loky")(calls)


def _drop_waiting(results: Any) -> None:
    """Drop waiting tasks without waiting for those in progress."""
    with warnings.catch_warnings():
        # joblib warns about the dropped tasks.
        warnings.simplefilter("ignore", UserWarning)
        results.close()


class _Playing:
    """Counts the threads that are playing; each enters it as a context.

    After an interrupt or an error nothing waits for them, but Python itself must: if it exits while
    compiled code returns to it, the process is aborted.
    """

    def __init__(self) -> None:
        self._threads = 0
        self._change = threading.Condition()

    def __enter__(self) -> None:
        with self._change:
            self._threads += 1

    def __exit__(self, *error: object) -> None:
        with self._change:
            self._threads -= 1
            self._change.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait until no thread is playing, but at most ``seconds``.

        The wait is limited because a thread might never end.
        """
        with suppress(KeyboardInterrupt), self._change:
            self._change.wait_for(lambda: not self._threads, seconds)


_PLAYING = _Playing()
atexit.register(_PLAYING.wait, LAST_SECONDS)


@dataclass(frozen=True)
class _Threads:
    runner: TaskRunner
    jobs: int
    chunk_seconds: float = TASK_SECONDS

    def play(
        self, tasks: Iterator[Task], take: Callable[[Task, TaskResult], Any]
    ) -> Generator[Result, None, None]:
        is_over = False

        def play(task: Task) -> Result:
            with _PLAYING:
                if is_over:
                    return None, None
                return task, take(task, self.runner.play(task))

        results = _joblib(self.jobs, "threading")(delayed(play)(task) for task in tasks)
        try:
            for task, rows in results:
                if task is not None:
                    yield task, rows
        finally:
            is_over = True
            _drop_waiting(results)


@dataclass(frozen=True)
class _Processes:
    run: Callable[[Task], tuple[Task, TaskResult]]
    jobs: int
    chunk_seconds: float = TASK_SECONDS

    def prepare(self, preparation: Callable[[], None]) -> None:
        """Make one process prepare everything, and raise its errors."""
        for _ in _start_calls(self.jobs, [delayed(preparation)()]):
            pass

    def play(
        self, tasks: Iterator[Task], take: Callable[[Task, TaskResult], Any]
    ) -> Generator[Result, None, None]:
        tasks_in_progress: dict[Task, None] = {}
        deaths = 0

        def note(tasks_to_play: Iterator[Task]) -> Iterator[Any]:
            for task in tasks_to_play:
                tasks_in_progress[task] = None
                yield delayed(self.run)(task)

        while True:
            # Tasks that were in progress when a process died are played again first.
            tasks_to_repeat, process_died = list(tasks_in_progress), False
            tasks_in_progress.clear()
            # Closing a chain does not close its parts, so `tasks` can continue.
            results = _start_calls(self.jobs, note(chain(tasks_to_repeat, tasks)))
            try:
                for task, rows in results:
                    del tasks_in_progress[task]
                    deaths = 0
                    yield task, take(task, rows)
            except TerminatedWorkerError:
                process_died, deaths = True, deaths + 1
                if deaths == MAX_DEATHS:
                    raise InputError(
                        f"The processes that play games were killed {deaths} times in a row. The "
                        "usual cause is too little memory for all of them: use a smaller --jobs."
                    ) from None
            finally:
                _drop_waiting(results)
            if not process_died:
                return
