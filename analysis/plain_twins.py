"""The worth of rows and gifts in a plain Python game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.component_twins import (
    component_table,
    has_twins,
    missing_twins,
    read_switch_off_twins,
    write_table,
)
from eoc_sim.analysis.priced_twins import PricedTwins
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.timing_twins import TimingTwins
from eoc_sim.analysis.twin_findings import win_findings
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.analysis.twin_quantities import components_off, gifts
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.runs.plain_twins import GIVEN, OFF, PRICE, THINGS

if TYPE_CHECKING:
    from pathlib import Path

GIFTS = "gifts"
"""Name of the metric table of gifts."""

GROUPS = {GIFTS: (pl.col("twin") == GIVEN, ("gift", "round"))}


def _is_plain(run: Run) -> bool:
    """Return True if the run is of a plain game with twins."""
    return THINGS in run.declaration.dims and run.declares("twin")


def has_worth(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins turn rows off."""
    return _is_plain(run) and has_twins(run, [OFF], arm)


def has_gifts(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins give something."""
    return _is_plain(run) and has_twins(run, [GIVEN], arm)


def worth(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate twins by row, with the row's sheet as ``kind`` (`component_table`).

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_worth(run, arm):
        raise missing_twins("cards")
    order = (pl.col("strategy") != ALL, "strategy", "thing")
    return component_table(run, arm, ("thing",), changes_of, names_of(run), order)


def names_of(run: Run) -> pl.DataFrame:
    """Return every row's name, in the columns thing (id), kind and label."""
    return run.dim(THINGS).select(
        pl.col("id").cast(pl.Int64).alias("thing"), "kind", pl.col("name").alias("label")
    )


def not_judged(run: Run) -> tuple[list[str], list[str]]:
    """List the rows that `worth` leaves out, by reason.

    Rows in the first list change nothing: what a twin would turn off is 0. Those in the second were
    never taken.
    """
    names, judged = names_of(run), worth(run)["thing"].unique()
    left_out = names.filter(~pl.col("thing").is_in(judged.to_list()))
    played = [entry[1] for entry in run.record["twins"]["entries"]]
    has_twin = pl.col("thing").is_in(played)
    without_effect, never_taken = (
        left_out.filter(condition)["label"].to_list() for condition in (~has_twin, has_twin)
    )
    return without_effect, never_taken


def changes_of(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins of rows: thing and the columns of `read_switch_off_twins`."""
    return read_switch_off_twins(run, arm, batch, [OFF], ["thing"])


def _peers(run: Run, number: Number) -> tuple[pl.DataFrame, int]:
    """Return the prices on a sheet, and the id of one row.

    ``number`` gives the sheet and the row.
    """
    peers = run.dim(THINGS).filter(pl.col("kind") == number.dim)
    (component,) = peers.filter(pl.col("name") == number.row)["id"]
    columns = (pl.col("id").cast(pl.Int64).alias("thing"), pl.col(PRICE.name).alias("price"))
    return peers.select(columns), int(component)


def _rows_off(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins of rows, for `PricedTwins`."""
    return changes_of(run, arm, batch).with_columns(pl.col("thing").cast(pl.Int64))


PRICED_TWINS = PricedTwins(("thing",), _rows_off, _peers)


def write_metrics(table: pl.DataFrame, folder: Path) -> None:
    """Write the table of rows into a folder."""
    write_table(table, folder, "worth")


class Gifts(TimingTwins):
    """The twins of gifts in a version."""

    KINDS = (GIVEN,)
    SUBJECT = "gifts"
    COLUMNS = ("gift",)
    GROUPS = GROUPS

    def words(self) -> Mapping[str, Mapping[int, str]]:
        """Return the names of the gifts."""
        return {"gift": dict(enumerate(self._table["gift"].values))}

    def frame(self) -> pl.DataFrame:
        """Tabulate the worth of one more of each gift, by round."""
        return self._name_rows(GIFTS)

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return the metric table by the name of its file."""
        return {GIFTS: self.frame()}


def findings(run: Run) -> list[pl.DataFrame]:
    """List the wins gained from rows and gifts."""
    frames = []
    player = run.words.player[0]
    if has_worth(run):
        frames.append(win_findings(worth(run), pl.col("label"), f"its first {player}"))
    if has_gifts(run):
        frames.append(win_findings(Gifts(run).frame(), gift_label(run, "round"), f"its {player}"))
    return [frame for frame in frames if frame.height]


def gift_label(run: Run, column: str) -> pl.Expr:
    """Return words for a gift and its round, which is in ``column``."""
    return pl.format(f"one more {{}}, {run.words.round[0]} {{}}", "gift", column)


def rows(run: Run, batch: Batch) -> pl.DataFrame:
    """List the gains from a batch's twins as quantities."""
    moments = pl.format(f"{run.words.round[0]} {{}}", "round")
    gift_rows = gifts(run, batch, GIVEN, "gift", "one more {}", moments)
    if not has_worth(run):
        return gift_rows
    return pl.concat([components_off(changes_of(run, 0, batch), names_of(run)), gift_rows])
