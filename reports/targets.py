"""A target in plain words: the figures outside it, and its verdict."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.targets import CARD, MET_AS_MEASURED, MISSED, MISSED_AS_MEASURED, ORDER, PLAYS
from eoc_sim.reports.words import between, decimal

MAX_SHOWN = 8
"""The maximum number of figures outside their ranges that are listed."""


def standing_lines(figures: pl.DataFrame, noun: str) -> list[str]:
    """Count the figures of `Figures.judge` within range; list the furthest outside."""
    figures_outside = figures.filter(pl.col("state").is_in([MISSED_AS_MEASURED, MISSED]))
    number_inside = figures.height - figures_outside.height
    lines = [f"{noun}: {number_inside} of {figures.height} figures are within the target."]
    distance = pl.max_horizontal(
        pl.col("least") - pl.col("value"), pl.col("value") - pl.col("most")
    )
    worst = figures_outside.sort(distance, descending=True)
    lines += [f"  {figure(row)}" for row in worst.head(MAX_SHOWN).iter_rows(named=True)]
    if worst.height > MAX_SHOWN:
        lines.append(f"  and {worst.height - MAX_SHOWN} more.")
    return lines


def figure(row: dict[str, object]) -> str:
    """Format one figure with its interval and range.

    >>> figure({"kind": "helper", "label": "Ann", "value": 31.24, "low": 28.0, "high": 34.1,
    ...         "least": 20.0, "most": 30.0})
    'helper Ann: 31.2 wins in 100 (between 28.0 and 34.1), should be between 20 and 30'
    """
    value, low, high, minimum, maximum = (
        float(row[name])  # type: ignore[arg-type]
        for name in ("value", "low", "high", "least", "most")
    )
    interval = f"({between(low, high)})"
    if row["kind"] == PLAYS:
        return (
            f"{row['label']}: played in {decimal(value)} of 100 offers {interval}, should be more "
            f"than {minimum:g}"
        )
    if row["kind"] == CARD:
        return (
            f"being dealt {row['label']}: {decimal(value, sign=True)} wins in 100 {interval}, "
            f"should be between {minimum:g} and +{maximum:g}"
        )
    kind = "turn order" if row["kind"] == ORDER else row["kind"]
    return (
        f"{kind} {row['label']}: {decimal(value)} wins in 100 {interval}, should be "
        f"between {minimum:.3g} and {maximum:.3g}"
    )


def verdict(figures: pl.DataFrame) -> str:
    """State whether fresh games show that the target is met."""
    states = figures["state"].to_list()
    misses, misses_as_measured, open_figures = (
        states.count(state) for state in (MISSED, MISSED_AS_MEASURED, MET_AS_MEASURED)
    )
    if not misses and not misses_as_measured:
        if not open_figures:
            return "The target is met: every interval lies within its range."
        return (
            f"The target is met as measured; for {open_figures} of {len(states)} figures the "
            "interval extends beyond the range (more --games would narrow it)."
        )
    if not misses:
        return (
            f"Not decided: {misses_as_measured} of {len(states)} figures are outside as measured, "
            "but may be within (more --games would decide it)."
        )
    return (
        f"No edit that was tried meets the target; this is the closest: {misses} of "
        f"{len(states)} figures are certainly outside"
        + (f", {misses_as_measured} more as measured." if misses_as_measured else ".")
    )
