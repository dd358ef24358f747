"""The channel from a running command to its caller."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request
    from eoc_sim.simulator.runs.session import Progress

OnProgress = Callable[["Progress"], None]


class ShowProgress(Protocol):
    """Shows the progress of a search."""

    def __call__(self, line: str, games_done: int = 0, total: int = 0) -> None:
        """Show a line, and how far the search has come.

        ``games_done`` is the number of games played so far, ``total`` the number to play in all.
        """


class Channel:
    """A channel that prints nothing, keeps remarks and reports progress."""

    def __init__(self, on_progress: OnProgress | None = None) -> None:
        self.notes: list[str] = []
        self._on_progress = on_progress

    def say(self, text: str = "") -> None:
        """Report a result or the next step."""

    def note(self, text: str) -> None:
        """Remark on the run; a repeated remark is kept only once."""
        if text not in self.notes:
            self.notes.append(text)

    def confirm(self, question: str) -> None:
        """Ask before files are replaced; return only if the answer is yes.

        This channel does not ask: it assumes yes.
        """

    def compile(
        self, game: Game, versions: Sequence[Any], meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Compile the code of versions and show progress.

        ``meanwhile`` compiles what is needed later, while another process compiles the rules. This
        channel does nothing, since the first game compiles what it needs.
        """

    def progress(
        self, quiet: bool, names: Sequence[str], players: int, planned_games: int
    ) -> AbstractContextManager[OnProgress | None]:
        """Show the progress of games, with the standings of ``names``.

        ``planned_games`` is the number for which the run was planned.
        """
        return nullcontext(self._on_progress)

    def search(self, quiet: bool) -> AbstractContextManager[ShowProgress]:
        """Show the progress of a search."""
        from eoc_sim.simulator.runs.session import Progress

        start = time.perf_counter()

        def show(line: str, games_done: int = 0, total: int = 0) -> None:
            if self._on_progress is not None and total:
                speed = games_done / (time.perf_counter() - start)
                seconds = (total - games_done) / speed if speed else None
                self._on_progress(Progress(games_done, total, speed, seconds, ()))

        return nullcontext(show)

    def standings(self, game: Game, request: Request, outcome: Outcome) -> None:
        """Show the wins of each strategy."""

    def family(self, path: Path) -> None:
        """Show how many members of the data family confirm each finding."""


def name_folder(folder: Path) -> str:
    """Name a folder, in full if its path has no name.

    >>> name_folder(Path("results/run-1")), name_folder(Path(".")) == str(Path.cwd())
    ('results/run-1', True)
    """
    return str(folder if folder.name.strip(".") else folder.resolve())
