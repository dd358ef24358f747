"""Bubba Bot's scores compared with the rulebook's expectation (SOLO-5)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eoc import solo
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.sections.scores import quantile_columns
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal


def section(page: Findings) -> Section | None:
    """Show Bubba's scores; None unless it is a solo game."""
    if page.run.players > 1:
        return None
    low, high = solo.EXPECTED_STARS
    return Section(
        "bubba",
        "The Bubba Bot",
        f"The rulebook expects Bubba to score more than {low} and up to {high} stars. He scores "
        "the stars of the cards that are discarded each month, so this expectation is really a "
        "target for the stars printed on the cards.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    low, high = solo.EXPECTED_STARS
    share = "share of games, with its 95 % Wilson interval"
    yield table(
        "Bubba's stars, version by version" if page.sweep else "Bubba's stars",
        "How many of 100 games of a version end in each range; then the scores that a tenth, a "
        "quarter ... of the games do not exceed.",
        solo.bubba_scores(page.run),
        [
            Shown("label", "version", "", "text"),
            GAMES,
            Shown("under", f"up to {low}", share, "estimate"),
            Shown("within", f"over {low}, up to {high}", share, "estimate"),
            Shown("over", f"over {high}", share, "estimate"),
            *quantile_columns("quantile of Bubba's score"),
        ],
    )


def verdicts(page: Findings) -> list[Verdict]:
    """Compare Bubba's scores under the current rules with the expectation."""
    return bubba_verdict(solo.bubba_scores(page.run))


def bubba_verdict(scores: pl.DataFrame) -> list[Verdict]:
    """Compare Bubba's scores with the rulebook's expectation (SOLO-5).

    Only the first row, for the current rules, counts.
    """
    if scores.is_empty():
        return []
    row = scores.row(0, named=True)
    low, high = solo.EXPECTED_STARS

    def value(name: str, digits: int = 1) -> str:
        interval = between(row[f"{name}_low"], row[f"{name}_high"], digits)
        return f"{decimal(row[name], digits)} ({interval})"

    return [
        Verdict(
            "",
            (
                f"The rulebook expects Bubba to score more than {low} and up to {high} stars. "
                f"He does so in {value('within')} of 100 games; he scores fewer in "
                f"{value('under')} and more in {value('over')}.",
                f"A tenth of Bubba's games end at {value('tenth', 0)} stars or fewer, half at "
                f"{value('half', 0)} or fewer, nine tenths at {value('nine_tenths', 0)} or fewer.",
            ),
        )
    ]
