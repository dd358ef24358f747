"""Test the sentences on the strongest and the weakest of several things."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn
from eoc_sim.reports.strong_and_weak import row_findings, strong_and_weak

MEASURE = MeasuredColumn("wins", "low", "high", True, True)


def sentences(rows: list[tuple[str, float | None, float, float]], reference: str = "") -> str:
    """Return the sentences on rows of label, wins and interval, followed by the surest rows."""
    frame = pl.DataFrame(rows, ["label", "wins", "low", "high"], orient="row")
    line, named = strong_and_weak(row_findings(frame, MEASURE, 1.0), "wins", reference)
    return f"{line} {', '.join(finding.name for finding in named)}".strip()


def test_both_ends_are_named_if_nothing_is_decided() -> None:
    rows = [("a", 2.0, -0.5, 4.5), ("b", -1.0, -3.0, 1.0), ("c", 0.5, -1.0, 2.0)]
    assert sentences(rows) == (
        "None is shown to be too strong; highest: a, +2.0 (-0.5 to +4.5) wins. None is shown "
        "to be too weak; lowest: b, -1.0 (-3.0 to +1.0)."
    )
    assert sentences(rows, "others") == (
        "None is shown to win more than others; highest: a, +2.0 (-0.5 to +4.5) wins. None "
        "is shown to win less than others; lowest: b, -1.0 (-3.0 to +1.0)."
    )


def test_the_surest_is_named_and_the_others_are_counted() -> None:
    rows = [("a", 9.0, 0.5, 17.0), ("b", 4.0, 3.0, 5.0), ("c", -2.0, -3.0, -1.1), ("d", None, 0, 0)]
    assert sentences(rows) == (
        "b is too strong: +4.0 (+3.0 to +5.0) wins; 1 other is also strong. c is too weak: -2.0 "
        "(-3.0 to -1.1). b, c"
    )
    assert sentences(rows, "others of its kind") == (
        "b wins more than others of its kind: +4.0 (+3.0 to +5.0) wins; so does 1 other. c wins "
        "less than others of its kind: -2.0 (-3.0 to -1.1). b, c"
    )
    assert sentences(rows[:1]) == (
        "a is strong: +9.0 (+0.5 to +17.0) wins. None is shown to be too weak; lowest: a, +9.0 "
        "(+0.5 to +17.0). a"
    )


def test_a_noun_begins_its_sentence_in_upper_case() -> None:
    frame = pl.DataFrame(
        [("coach a", 4.0, 3.0, 5.0)], ["label", "wins", "low", "high"], orient="row"
    )
    line, _ = strong_and_weak(row_findings(frame, MEASURE, 1.0), "wins", nouns=True)
    assert line.startswith("Coach a is too strong: ") and "; lowest: coach a, " in line
