"""Report to the terminal what a command does and finds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.progress import compile_versions, display, search_progress
from eoc_sim.cli.screen import note, say
from eoc_sim.commands.channel import Channel, OnProgress, ShowProgress

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request


class Screen(Channel):
    """Reports on the terminal: results on stdout, everything else on stderr."""

    def say(self, text: str = "") -> None:
        """Print a sentence."""
        say(text)

    def note(self, text: str) -> None:
        """Print a remark on stderr, and keep it."""
        super().note(text)
        note(text)

    def confirm(self, question: str) -> None:
        """Ask on a terminal; end the command unless the answer is yes."""
        if sys.stdin.isatty():
            click.confirm(question, abort=True)

    def compile(
        self, game: Game, versions: Sequence[Any], meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Compile, and show a bar on a terminal or lines elsewhere."""
        compile_versions(game, versions, quiet=False, meanwhile=meanwhile)

    def progress(
        self, quiet: bool, names: Sequence[str], players: int, planned_games: int
    ) -> AbstractContextManager[OnProgress | None]:
        """Show a bar on a terminal, or lines elsewhere."""
        return display(quiet, names, players, planned_games)

    def search(self, quiet: bool) -> AbstractContextManager[ShowProgress]:
        """Show a line of progress, and update it."""
        return search_progress(quiet)

    def standings(self, game: Game, request: Request, outcome: Outcome) -> None:
        """Print the standings as a table."""
        from eoc_sim.cli.printing.standings import print_standings

        print_standings(game, request, outcome)

    def family(self, path: Path) -> None:
        """Print the findings from the data family as a table."""
        from eoc_sim.cli.printing.family import print_family

        print_family(path)
