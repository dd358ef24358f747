"""The basis of a run: effort, and the share of guesses."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.pitch import efforts_of
from eoc_sim.analysis.tables import Run

KINDS = ("printed", "reported", "reconstructed")
"""The kinds of cells, the surest first."""


def cells(run: Run) -> dict[str, int]:
    """Count the cells of all components by `KINDS`, as ``data check`` does."""
    counted = run.dim("cells")
    return {kind: int(counted[kind].sum()) for kind in KINDS if kind in counted.columns}


def columns(run: Run, kind: str) -> dict[str, list[str]]:
    """List the columns whose cells are mostly of one kind, by component.

    The list of a component is empty if that holds for all of its columns.
    """
    counted = run.dim("cells").with_columns((pl.col(kind) == pl.max_horizontal(KINDS)).alias("is"))
    return {
        str(component): [] if rows["is"].all() else rows.filter("is")["column"].to_list()
        for (component,), rows in counted.group_by("component", maintain_order=True)
        if rows["is"].any()
    }


def efforts(run: Run) -> dict[str, float | None]:
    """Return the effort of each strategy played; None if it has none."""
    known = efforts_of(run)
    names = run.dim(run.column("strategy").dim)["name"].to_list()
    return {name: known.get(name) for name in names}
