"""The smallest change that matters, in words, wherever a verdict needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.reports import words

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def matters_words(run: Run, strategies: pl.DataFrame | None = None) -> str:
    """State the smallest change that matters, of wins and of scores.

    ``strategies`` are the rows of `compare.effects` by strategy. A strategy whose seats seldom hold
    what was changed needs less of a change, and the text gives one of them as an example.
    """
    wins, score = (words.smallest(run, metric) for metric in ("wins", "score"))
    if strategies is None or strategies.is_empty():
        return f"A change matters from {wins} or {score} on."
    rows = strategies.filter(strategies["metric"] == "score").sort("smallest")
    least, full = float(rows["smallest"][0]), float(run.words.smallest["score"])
    if least >= full:
        return f"A change matters from {wins} or {score} on."
    return (
        f"A change of wins matters from {wins} on, for everybody. A change of scores matters from "
        f"{score} on for those who hold what was changed; for a strategy, from that times the "
        f"share of its seats that hold it ({least:.2f} for {rows['label'][0]}, whose seats hold it "
        f"in {100 * least / full:.0f} of 100)."
    )
