"""The undecided rows of a run, and the command that decides them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eoc_sim.analysis.tables import Run
from eoc_sim.reports import commands, words
from eoc_sim.reports.verdict import Verdict

CONTINUES = "To continue until"
"""Begins the purpose of the command that continues a run."""
NOT_DECIDED = "Not decided"
"""The heading of the count of undecided rows."""
MAX_GAMES = 10_000_000
"""Above this, the page says 'more than'."""


def count_undecided(run: Run, rows: Sequence[dict[str, Any]], noun: str, example: str) -> Verdict:
    """Count undecided rows and suggest the command that continues the run.

    ``example`` names one of them, ``noun`` all comparisons.
    """
    line = f"{words.count(len(rows))} of {noun}{', such as' if len(rows) > 1 else ':'} {example}."
    games = sorted(row["more_games"] for row in rows if row["more_games"] is not None)
    steps: tuple[commands.HelpfulCommand, ...] = ()
    if games:
        half, last = games[(len(games) - 1) // 2], games[-1]
        by_half = half < last / 2
        version = " per version" if len(run.arms) > 1 else ""
        estimate = f"About {words.count(last)} more games{version} would decide"
        if by_half:
            remainder = f"{words.count(last)} all"
            if last > MAX_GAMES:
                remainder = f"some take more than {words.count(MAX_GAMES)}"
            half_way = f"{words.count(half)} more games{version}"
            estimate = f"About {half_way} would decide half of them, {remainder}"
        they = "half of them are" if by_half else "they are" if len(rows) > 1 else "it is"
        step = commands.longer(
            run,
            run.games + (half if by_half else last),
            f"{CONTINUES} {they} decided",
        )
        steps = () if step is None else (step,)
        line += f" {estimate}."
    return Verdict(NOT_DECIDED, (line,), steps=steps)
