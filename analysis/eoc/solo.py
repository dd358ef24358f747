"""Solo games against Bubba: his scores compared with the rulebook's expectation."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.points import distribution, quantiles
from eoc_sim.analysis.stats import share_interval
from eoc_sim.analysis.tables import Run

EXPECTED_STARS = (150, 200)
"""The range of stars that the rulebook expects of Bubba (SOLO-5).

The range excludes its low end and includes its high end.
"""


def bubba_scores(run: Run) -> pl.DataFrame:
    """Return Bubba's scores by version.

    The table is empty if he does not play. Columns: arm, label (the version's), games; tenth to
    nine_tenths as in `points.quantiles`; under, within and over (in how many of 100 games his score
    is below, within and above the expected range), each with its Wilson interval in the columns
    that end in _low and _high.
    """
    rows = []
    for arm in run.arms if run.players == 1 else ():
        scores = distribution(run, arm.id).filter(pl.col("label") == run.words.automaton)
        if scores.is_empty():
            continue
        row = quantiles(run, scores).row(0, named=True)
        low, high = EXPECTED_STARS
        conditions = {
            "under": pl.col("score") <= low,
            "within": pl.col("score").is_between(low, high, closed="right"),
            "over": pl.col("score") > high,
        }
        for name, condition in conditions.items():
            games = int(scores.filter(condition)["seats"].sum())
            share, low_end, high_end = (
                float(value) for value in share_interval(games, row["games"], run.look.level())
            )
            row |= {name: share, f"{name}_low": low_end, f"{name}_high": high_end}
        label = arm.sentence if arm.changes else run.current
        rows.append({**row, "arm": arm.id, "label": label})
    return pl.DataFrame(rows)
