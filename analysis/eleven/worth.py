"""Gains from cards, staff, sponsors, directors, tokens and tactics, measured with twins.

Each twin switches off an effect, a token's VP or a card. A card that is off cannot be assigned
(TWI-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.component_twins import (
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

OFF_KINDS = ("effect off", "VP off", "card off")
"""Kinds of twins in the table of twins."""
SHEETS = {
    "directors": "director",
    "staff": "staff card",
    "sponsors": "sponsor",
    "tokens": "token",
    "tactics": "tactic card",
}
"""Kinds of things, by the dims table that lists them."""
KINDS = ("player", "youngster", "veteran", *SHEETS.values())


def has_worth(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins switch things off."""
    return has_twins(run, OFF_KINDS, arm)


def worth(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate twins by thing, strategy and the part that is off.

    The columns are those of `component_table`; the kinds are `KINDS`. Each twin switches off an
    effect, a token's VP or the entire card.

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_worth(run, arm):
        raise missing_twins("cards")
    order = (pl.col("strategy") != ALL, "strategy", "thing", "off")
    return component_table(run, arm, ("thing",), changes_of, names_of(run), order)


def names_of(run: Run) -> pl.DataFrame:
    """Return every thing's id (column thing), number, kind and label."""
    cards = run.dim("players").select(
        "number", "name", pl.col("kind").replace("regular", KINDS[0]).alias("kind")
    )
    other_frames = (
        run.dim(sheet).select("number", "name", pl.lit(kind).alias("kind"))
        for sheet, kind in SHEETS.items()
    )
    names = pl.concat([cards, *other_frames]).filter(pl.col("number") != "").unique("number")
    ids = run.dim("things").select(pl.col("id").cast(pl.Int64).alias("thing"), "number")
    return ids.join(names, on="number").select("thing", "number", "kind", label())


def changes_of(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins: thing and the columns of `read_switch_off_twins`."""
    return read_switch_off_twins(run, arm, batch, OFF_KINDS, ["thing"])


def write_metrics(table: pl.DataFrame, folder: Path) -> None:
    """Write the table of things into a folder."""
    write_table(table, folder, "worth")
