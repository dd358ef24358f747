"""The knowledge behind a run: layer, effort, and how much of the data is a guess."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.pitch import efforts_of
from eoc_sim.analysis.tables import Run

KINDS = ("printed", "reported", "reconstructed")
"""How a cell is known, the surest first."""


def cells(run: Run) -> dict[str, int]:
    """Count the cells of all components by `KINDS`, as ``data check`` does."""
    counted = run.dim("cells")
    return {kind: int(counted[kind].sum()) for kind in KINDS if kind in counted.columns}


def columns(run: Run, kind: str) -> dict[str, list[str]]:
    """List the columns in which most cells are of a kind, by component."""
    counted = run.dim("cells")
    most = counted.filter(pl.col(kind) == pl.max_horizontal(KINDS))
    found: dict[str, list[str]] = {}
    for component, column in most.select("component", "column").iter_rows():
        found.setdefault(component, []).append(column)
    return found


def efforts(run: Run) -> dict[str, float | None]:
    """Return the effort of each strategy that is played, None without one."""
    known = efforts_of(run)
    names = run.dim(run.column("strategy").dim)["name"].to_list()
    return {name: known.get(name) for name in names}
