"""Effort of a run's strategies, and sources of its data."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.pitch import efforts_of
from eoc_sim.analysis.tables import Run

KINDS = ("printed", "reported", "reconstructed")
"""Kinds of cells, most certain first."""


def cells(run: Run) -> dict[str, int]:
    """Count the cells of a layer's components by `KINDS`."""
    counts = run.dim("cells")
    return {kind: int(counts[kind].sum()) for kind in KINDS if kind in counts.columns}


def columns(run: Run, kind: str) -> dict[str, list[str]]:
    """List the columns in which ``kind`` is the most frequent, by component.

    A component's list is empty if this holds for all its columns.
    """
    counts = run.dim("cells").with_columns(
        (pl.col(kind) == pl.max_horizontal(KINDS)).alias("is_main")
    )
    return {
        str(component): [] if rows["is_main"].all() else rows.filter("is_main")["column"].to_list()
        for (component,), rows in counts.group_by("component", maintain_order=True)
        if rows["is_main"].any()
    }


def efforts(run: Run) -> dict[str, float | None]:
    """Return the effort of each strategy played; None if it has none."""
    known_efforts = efforts_of(run)
    names = run.dim(run.column("strategy").dim)["name"].to_list()
    return {name: known_efforts.get(name) for name in names if name != run.words.automaton}
