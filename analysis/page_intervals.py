"""A report page's intervals for the quantities on which line-ups are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from eoc_sim.analysis.contrasts import SIMPLE
from eoc_sim.analysis.measures import ORDER, STRATEGY, names_by_words
from eoc_sim.analysis.quantities import WINS, variant
from eoc_sim.analysis.strata import label_holders, main_strata

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.tables import Run
    from eoc_sim.analysis.who_plays import Key, PageIntervals

Frames = Mapping[str, "pl.DataFrame"]
Entry = tuple["Key", float | None, float | None]


def page_intervals(
    run: Run, crossed_effects: Frames, effects: Frames, wins: Frames
) -> PageIntervals:
    """Collect the intervals that hold jointly for a report page, by quantity.

    The intervals are of values that are 0 when there is no effect. ``crossed_effects`` are the
    frames of `variants.effects`, ``effects`` those of `compare.effects`, and ``wins`` has wins in
    100 by strategy and by other columns of the seats.
    """
    entries = [*_values(run, crossed_effects), *_versions(effects), *_wins(run, wins)]
    return {key: (low, high) for key, low, high in entries if low is not None and high is not None}


def _values(run: Run, crossed_effects: Frames) -> Iterator[Entry]:
    """Yield the simple effects of crossed values."""
    if not crossed_effects:
        return
    names = names_by_words(run)
    for row in crossed_effects[SIMPLE].iter_rows(named=True):
        metric = WINS if row["metric"] in (STRATEGY, ORDER) else row["words"]
        label = row["label"] or names[row["words"]]
        yield (variant(row["what"], row["given"]), label, metric), row["all_low"], row["all_high"]


def _versions(effects: Frames) -> Iterator[Entry]:
    """Yield the effects of versions."""
    for group, frame in effects.items():
        if not frame.height:
            continue
        rows = frame
        if group == "holders":
            rows = main_strata(frame).with_columns(label_holders().alias("label"))
        for row in rows.iter_rows(named=True):
            yield (row["what"], row["label"], row["metric"]), row["all_low"], row["all_high"]


def _wins(run: Run, wins: Frames) -> Iterator[Entry]:
    """Yield wins minus the fair share."""
    if run.fair is None:
        return
    fair = 100 * run.fair
    heads = {column.name: column.head for column in run.table_with("win_share")}
    for name, frame in wins.items():
        about = f"wins by {STRATEGY if name == STRATEGY else heads[name]}"
        for row in frame.drop_nulls(["all_low", "all_high"]).iter_rows(named=True):
            yield (about, row["label"], WINS), row["all_low"] - fair, row["all_high"] - fair
