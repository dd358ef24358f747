"""Print the findings of ``eoc-sim compare``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from eoc_sim.analysis.compare import effects
from eoc_sim.analysis.sequential import changes
from eoc_sim.analysis.tables import Run
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.result import Result
from eoc_sim.counts import count
from eoc_sim.reports.comparisons import CONTINUE_UNTIL
from eoc_sim.reports.smallest_change import smallest_change_sentence
from eoc_sim.reports.words import decimal
from eoc_sim.simulator.runs.runner import Outcome


def print_changes(outcome: Outcome, with_scores: bool) -> None:
    """Print changes with verdicts, by strategy, group of holders and metric."""
    run = Run(outcome.path)
    verdicts = effects(run)
    rows = changes(run, scores=with_scores, verdicts=verdicts)
    say(
        f"B - A after {count(outcome.games)} games per version (95 % intervals that hold jointly, "
        "at every look):"
    )
    say()
    table(
        ("for", "measure", "A", "B", "B - A", "between", "games that differ", "verdict"),
        [_line(run, row) for row in rows.iter_rows(named=True)],
        text_columns=2,
    )
    if with_scores:
        say(smallest_change_sentence(run, verdicts["strategy"]))


def _line(run: Run, row: dict[str, Any]) -> tuple[str, ...]:
    unit = "wins in 100" if row["metric"] == "wins" else run.words.score[1]
    low, high = (decimal(row[end], 2, sign=True) for end in ("low", "high"))
    between = "?" if row["low"] is None else f"{low} to {high}"
    return (
        row["label"],
        unit,
        f"{row['current']:.2f}",
        f"{row['version']:.2f}",
        decimal(row["change"], 2, sign=True),
        between,
        count(row["differ"]),
        row["verdict"],
    )


def print_continue_command(result: Result) -> None:
    """Print the command that continues the run, if anything is undecided."""
    for purpose, line in pairwise(result.sentences if result.page else ()):
        if purpose.startswith(f"  {CONTINUE_UNTIL}"):
            say(purpose)
            say(line)
