"""The spread of scores."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.distribution import distribution
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.sections.points import automaton_note
from eoc_sim.reports.style import Line

MAX_RANGE_IN_BINS = 24
"""The upper limit on the range of scores, in bin widths."""
QUANTILE_WORDS = {
    "tenth": "a tenth",
    "quarter": "a quarter",
    "half": "half",
    "three_quarters": "three quarters",
    "nine_tenths": "nine tenths",
}


def section(page: Findings) -> Section:
    """Show the distribution of scores."""
    text = f"Final {page.run.words.score[1]}.{page.under}"
    return Section("scores", "How scores are spread", text, _blocks(page))


def _blocks(page: Findings) -> Iterator[Block]:
    all_rows = points.distribution(page.run)
    scores = points.scorers(page.run, all_rows)
    all_scores = scores["score"].to_list()
    lowest, highest = min(all_scores), max(all_scores)
    bin_width = next(
        width
        for power in range(6)
        for width in (10**power, 2 * 10**power, 5 * 10**power)
        if (highest - lowest) / width < MAX_RANGE_IN_BINS
    )
    binned_scores = scores.with_columns((pl.col("score") // bin_width * bin_width).alias("bin"))
    bins = list(range(lowest // bin_width * bin_width, highest + 1, bin_width))
    labels = scores["label"].unique(maintain_order=True).to_list()
    shares: list[tuple[str, Line, list[float]]] = []
    for label in labels:
        rows = binned_scores.filter(pl.col("label") == label)
        counts = dict(rows.group_by("bin").agg(pl.col("seats").sum()).iter_rows())
        total = sum(counts.values())
        shares.append(
            (label, page.lines[label], [100 * counts.get(start, 0) / total for start in bins])
        )
    quantiles = points.quantiles(page.run, scores)
    description = "; ".join(
        f"{row['label']}: half of the scores are at most {row['half']:g}"
        for row in quantiles.iter_rows(named=True)
    )
    unit = page.run.words.score
    picture = page.charts.draw(
        distribution("Final scores", description, bins, bin_width, shares, "in 100 seats", unit[1])
    )
    yield chart(
        picture,
        f"How often each score is reached, in steps of {words.amount(bin_width, unit)}."
        f"{automaton_note(page, all_rows, scores)}",
        entries=[(page.lines[label].swatch, label) for label in labels],
        numbers=table(
            "Scores that a given share of the seats do not exceed",
            "Quantiles with 95 % order-statistic intervals.",
            quantiles,
            [
                Shown("label", "strategy", "", "text"),
                GAMES,
                *quantile_columns("quantile of the final score"),
            ],
        ),
    ).on_sheet("Quantiles of the scores")


def quantile_columns(tip: str) -> list[Shown]:
    """Return the columns of `points.quantiles`."""
    return [
        Shown(name, head, f"{tip}, with its 95 % order-statistic interval", "estimate", 0)
        for name, head in QUANTILE_WORDS.items()
    ]
