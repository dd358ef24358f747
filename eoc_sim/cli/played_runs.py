"""End a command that has played runs."""

from __future__ import annotations

from eoc_sim.cli import printing
from eoc_sim.cli.answer import give, is_collecting
from eoc_sim.cli.history import add_to_history
from eoc_sim.commands.result import FolderResult, Result


def finish(result: Result | FolderResult, second: Result | None = None) -> None:
    """Add a run to the history, and give the command's answer.

    A `FolderResult` is not added to the history. The answer is given only if answers are collected.
    ``second`` is another run that the command played; the answer names its folder.
    """
    if isinstance(result, Result):
        add_to_history(result.folder)
    if is_collecting():
        other_paths = [] if second is None else [second.folder]
        give(
            printing.played_runs.describe_runs(
                result.folder, result.page, result.notes, other_paths
            )
        )
