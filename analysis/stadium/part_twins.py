"""Gains from places, players and employees: twins with parts switched off.

`component_twins` explains how gains are measured. An owner gets a thing by placing a block,
drafting a player or hiring an employee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.component_twins import (
    OFF,
    component_table,
    has_twins,
    label,
    missing_twins,
    read_switch_off_twins,
    write_table,
)
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import ALL

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("place", "player", "employee")
"""Kinds of things, as named by columns of the table of twins."""
PARTS = ("points", "effect", "both")
"""Parts of a thing that a twin switches off."""
OFF_KINDS = tuple(f"{part}{OFF}" for part in PARTS)
"""Kinds of twins, in the order of `PARTS`."""


def has_part_twins(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins switch parts of things off."""
    return has_twins(run, OFF_KINDS, arm)


def by_component(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate twins by thing, part switched off and strategy (`component_table`).

    The kinds are `KINDS`, the parts `PARTS`.

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_part_twins(run, arm):
        raise missing_twins("places and cards")
    order = (
        pl.col("strategy") != ALL,
        "strategy",
        _rank("kind", KINDS),
        "thing",
        _rank("off", PARTS),
    )
    return component_table(run, arm, ("kind", "thing"), changes_of, names_of(run), order)


def names_of(run: Run) -> pl.DataFrame:
    """Return every thing's kind, id (column thing), number and label."""
    return pl.concat(
        run.dim(f"{kind}s").select(
            pl.lit(kind).alias("kind"),
            pl.col("id").alias("thing"),
            "number",
            label(),
        )
        for kind in KINDS
    )


def _rank(column: str, names: tuple[str, ...]) -> pl.Expr:
    return pl.col(column).replace_strict(names, range(len(names)), return_dtype=pl.Int64)


def changes_of(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins: kind, thing and the columns of `read_switch_off_twins`."""
    return read_switch_off_twins(run, arm, batch, OFF_KINDS, KINDS).with_columns(
        pl.coalesce(pl.when(pl.col(kind) >= 0).then(pl.lit(kind)) for kind in KINDS).alias("kind"),
        pl.max_horizontal(KINDS).alias("thing"),
    )


def side_by_side(table: pl.DataFrame) -> pl.DataFrame:
    """Spread the parts of each thing over columns, for all strategies together.

    There is one row per thing in `by_component`: kind, thing, label, and the columns of each part
    prefixed with its name, such as both_wins and effect_wins_low.
    """
    keys = ["kind", "thing", "label"]
    all_strategies = table.filter(pl.col("strategy") == ALL)
    rows = all_strategies.select(keys).unique(maintain_order=True)
    for off in PARTS:
        part_rows = all_strategies.filter(pl.col("off") == off).drop("off", "strategy")
        rows = rows.join(
            part_rows.rename(
                {name: f"{off}_{name}" for name in part_rows.columns if name not in keys}
            ),
            on=keys,
            how="left",
            maintain_order="left",
        ).with_columns(pl.col(f"{off}_games").fill_null(0))
    return rows


def write_metrics(table: pl.DataFrame, folder: Path) -> None:
    """Write the table of things into a folder."""
    write_table(table, folder, "things")
