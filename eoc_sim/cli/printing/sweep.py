"""Print the findings of ``eoc-sim sweep``."""

from __future__ import annotations

from eoc_sim.cli.screen import say
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.result import Result
from eoc_sim.reports.words import INTERVALS_NOTE


def print_verdict(result: Result) -> None:
    """Print the verdict in words, and the path of the report."""
    if result.page is None:
        say(
            f"Tables: {name_folder(result.folder)}. There is no report: it needs the tables "
            f"{', '.join(result.game.default_tables)} (--keep)."
        )
        return
    say()
    for line in result.sentences:
        say(line)
    say(f"In brackets: {INTERVALS_NOTE}.")
    say()
    say(f"Report: {result.page}")
