"""A page's intervals of the quantities that other line-ups are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eoc_sim.analysis.contrasts import SIMPLE
from eoc_sim.analysis.measures import ORDER, STRATEGY
from eoc_sim.analysis.quantities import WINS, variant
from eoc_sim.analysis.strata import main_strata, whoever
from eoc_sim.analysis.tables import MissingResults
from eoc_sim.analysis.variants import crossing_of

if TYPE_CHECKING:
    from eoc_sim.analysis.who_plays import Key, PageIntervals
    from eoc_sim.reports.findings import Findings

Entry = tuple["Key", float | None, float | None]


def page_intervals(page: Findings) -> PageIntervals:
    """Collect the intervals that hold together for the page, by quantity.

    They are differences from none, as in `Quantity`.
    """
    try:
        entries = [*_of_versions(page), *_of_wins(page)]
    except MissingResults:
        return {}
    return {key: (low, high) for key, low, high in entries if low is not None and high is not None}


def _of_versions(page: Findings) -> Iterator[Entry]:
    """Yield the effects of versions, or of the values that are crossed."""
    if not page.sweep:
        return
    if crossing_of(page.run) is not None:
        for row in page.variants[SIMPLE].iter_rows(named=True):
            metric = WINS if row["metric"] in (STRATEGY, ORDER) else row["words"]
            label = row["label"] or row["words"].partition(",")[0]
            key = variant(row["what"], row["given"]), label, metric
            yield key, row["all_low"], row["all_high"]
        return
    for group, frame in page.effects.items():
        if not frame.height:
            continue
        rows = frame
        if group == "holders":
            rows = main_strata(frame).with_columns(whoever().alias("label"))
        for row in rows.iter_rows(named=True):
            yield (row["what"], row["label"], row["metric"]), row["all_low"], row["all_high"]


def _of_wins(page: Findings) -> Iterator[Entry]:
    """Yield the differences from a fair share of strategies, places and things dealt."""
    if page.run.fair is None:
        return
    fair = 100 * page.run.fair
    heads = {column.name: column.head for column in page.run.table_with("win_share")}
    for head, frame in (
        ("strategy", page.shares),
        *((heads[name], one) for name, one in page.groups.items() if name in heads),
    ):
        for row in frame.drop_nulls(["all_low", "all_high"]).iter_rows(named=True):
            key = f"wins by {head}", row["label"], WINS
            yield key, row["all_low"] - fair, row["all_high"] - fair
