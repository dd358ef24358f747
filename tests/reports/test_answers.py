"""The pages on cards and on timing begin with the answer and give joint intervals."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eoc.timing import ALL, BETTER, OPEN, WORSE
from eoc_sim.reports.eoc import timing
from eoc_sim.reports.sections import cards

MONTHS = ("", "March", "April", "May", "June", "July", "August")


def card_table(wins: dict[str, float | None]) -> pl.DataFrame:
    """Return a table of cards whose worth, once paid for, is known to within ±2 wins in 100."""
    return pl.DataFrame(
        {"label": list(wins), "twin_both_wins": list(wins.values())},
        schema={"label": pl.String, "twin_both_wins": pl.Float64},
    ).with_columns(
        twin_both_wins_all_low=pl.col("twin_both_wins") - 2,
        twin_both_wins_all_high=pl.col("twin_both_wins") + 2,
    )


def test_the_cards_most_certain_to_gain_wins_come_first() -> None:
    wins = {"001 A": 4.0, "002 B": 1.0, "003 C": 30.5, "004 D": -9.0, "005 E": None, "006 F": 5.5}
    assert cards.sentences(card_table(wins)) == [
        "Most certain to gain wins, not counting the cost: 003 C +30.5, 006 F +5.5, 001 A +4.0 "
        "(at most ±2.0 each) wins in 100 for the owner.",
        "Most certain to lose wins, not counting the cost: 004 D -9.0 (-11.0 to -7.0) wins in 100 "
        "for the owner.",
    ]
    assert cards.sentences(card_table({"002 B": 1.0, "005 E": None})) == [
        "No card is shown to gain wins for its owner, even if its cost is not counted.",
    ]


def compared_with_march(
    kind: str, differences: dict[int, tuple[float, str]], colour: str = ALL
) -> pl.DataFrame:
    """Return rows as `Timing.exchange` does, with differences known to within half a star."""
    return pl.DataFrame(
        {
            "kind": kind,
            "colour": colour,
            "strategy": ALL,
            "month": list(differences),
            "difference": [difference for difference, _ in differences.values()],
            "verdict": [verdict for _, verdict in differences.values()],
        }
    ).with_columns(
        simultaneous_low=pl.col("difference") - 0.5,
        simultaneous_high=pl.col("difference") + 0.5,
    )


def test_the_months_that_differ_from_march_come_first() -> None:
    """Among the months worth more, the three with the largest differences are listed."""
    frame = pl.concat(
        [
            compared_with_march(
                timing.FORESEEN,
                {
                    2: (-0.8, WORSE),
                    3: (0.7, BETTER),
                    4: (1.9, BETTER),
                    5: (1.1, BETTER),
                    6: (0.9, BETTER),
                },
            ),
            compared_with_march(timing.FORESEEN, {3: (9.0, BETTER)}, colour="blue"),
            compared_with_march(
                timing.BUCKS,
                {
                    2: (-0.9, WORSE),
                    3: (0.3, OPEN),
                    4: (0.2, OPEN),
                    5: (-0.3, OPEN),
                    6: (0.4, OPEN),
                },
            ),
        ]
    )
    assert timing.sentences(frame, MONTHS) == [
        "One EC that is known from the start, compared with one in March, in stars: more in June "
        "+1.9, in July +1.1, in August +0.9 (at most ±0.5 each), and in 1 other month; less in "
        "April -0.8 (-1.3 to -0.3).",
        "One BB, compared with one in March, in stars: less in April -0.9 (-1.4 to -0.4); not "
        "decided in May, June, July and August.",
    ]
    assert timing.sentences(compared_with_march(timing.BUCKS, {3: (0.3, OPEN)}), MONTHS)[1] == (
        "One BB: no month is shown to be worth more or less than March."
    )
