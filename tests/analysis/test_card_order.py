"""Test how cards are ordered by their difference from the others, and which are named."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.card_order import (
    LIKE_FOR_LIKE,
    TWINS,
    WORTH_WHEN_DEALT,
    by_distance,
    cards_to_label,
    ends,
    keep_precise,
    measures,
)


def cards(rows: list[tuple[str, float | None, float | None, float]]) -> pl.DataFrame:
    """Make a card table with labels, like-for-like differences, intervals and drafts."""
    return pl.DataFrame(
        {
            "label": [label for label, *_ in rows],
            "drafted_adjusted": [value for _, value, *_ in rows],
            "drafted_adjusted_low": [None if w is None else v - w for _, v, w, _ in rows],
            "drafted_adjusted_high": [None if w is None else v + w for _, v, w, _ in rows],
            "drafted": [share for *_, share in rows],
        }
    )


TABLE = cards(
    [
        ("rough", 9.0, 20.0, 1.0),
        ("middle", 0.5, 1.0, 50.0),
        ("best", 4.0, 1.0, 90.0),
        ("worst", -5.0, 1.0, 80.0),
        ("unknown", None, None, 0.0),
        ("good", 2.0, 1.0, 30.0),
    ]
)


def test_the_furthest_come_first_and_the_unknown_last() -> None:
    cards = by_distance(TABLE, LIKE_FOR_LIKE)
    assert cards["label"].to_list() == ["worst", "best", "good", "middle", "rough", "unknown"]
    assert cards["distance"].to_list() == [4, 3, 1, -0.5, -11, None]


def test_roughly_known_values_are_at_neither_end() -> None:
    first, last = ends(TABLE, "drafted_adjusted", 2)
    assert first["label"].to_list() == ["best", "good"]
    assert last["label"].to_list() == ["middle", "worst"]
    assert "rough" not in keep_precise(TABLE, LIKE_FOR_LIKE)["label"].to_list()


def test_the_surest_and_the_most_and_least_drafted_are_named() -> None:
    precise = keep_precise(TABLE, LIKE_FOR_LIKE)
    named = [precise["label"][place] for place in cards_to_label(precise, LIKE_FOR_LIKE, "drafted")]
    assert named == ["worst", "best", "good", "middle"]
    unsure = cards([(f"card {n}", 0.0, 1.0, float(n)) for n in range(9)])
    assert cards_to_label(unsure, LIKE_FOR_LIKE, "drafted") == [8, 0, 7, 1]


def test_available_measures_are_listed_best_first() -> None:
    assert measures(TABLE) == [LIKE_FOR_LIKE]
    with_twins = TABLE.with_columns(pl.lit(0.0).alias("twin_both_wins_all_low"))
    assert measures(with_twins) == [TWINS, LIKE_FOR_LIKE]
    assert measures(with_twins.with_columns(pl.lit(0.0).alias("worth_all_low"))) == [
        WORTH_WHEN_DEALT,
        TWINS,
        LIKE_FOR_LIKE,
    ]
