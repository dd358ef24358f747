"""The contract of a backend, which plays the games of a run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.tasks import Task, TaskResult

Result = tuple[Task | None, Any]
"""A finished task and its result; (None, None) while none has finished."""


class BackendLost(InputError):
    """The backend, such as a cluster's scheduler, is gone.

    The games played so far are kept.
    """


class Backend(Protocol):
    """Plays tasks, which may finish in any order."""

    @property
    def chunk_seconds(self) -> float:
        """The CPU time that a task should take."""

    def play(
        self, tasks: Iterator[Task], take: Callable[[Task, TaskResult], Any]
    ) -> Generator[Result, None, None]:
        """Play all tasks, and call ``take`` for each as it ends.

        ``take`` may be called in any thread of this process. Tasks are drawn from the iterator as
        needed, at most about twice as many as can be played at a time. When the caller closes the
        generator, waiting tasks are dropped and the results of running ones are ignored.

        Raises:
            InputError: a strategy or version failed, as in `Player.play`.
            BackendLost: the backend cannot play any more.
        """


def ignore(sentence: str) -> None:
    """Discard a sentence."""
