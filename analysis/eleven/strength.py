"""Worth of players, staff and tokens, relative to others of equal price."""

from __future__ import annotations

from typing import Any

import polars as pl

from eoc_sim.analysis.component_twins import label
from eoc_sim.analysis.eleven.club_holdings import GROUPS
from eoc_sim.analysis.eleven.worth import changes_of
from eoc_sim.analysis.priced_twins import PricedTwins, worth_beyond_price
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.stats import LEVEL, normal_reach
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.numbers import Number

SHEETS = {"P": "players", "S": "staff", "I": "tokens"}
"""The dims of things with a price, by letter."""
PLAYER = "P"
CARDS = "PYV"
"""Letters of the cards that have two twins.

One is without the ability, the other without the card.
"""
MIN_OTHERS = 3
"""The minimum number of other players for a line fitted to prices."""


def prices(run: Run) -> pl.DataFrame:
    """Tabulate the price of regular players against their worth.

    There is one row for each strength, side and tag, then one for each player. The columns are:

    - what: a column of `GROUPS`, or "player";
    - label, players (how many were measured), games and price;
    - worth: the VP that the player brings after the purchase (the price is not subtracted); for a
      group, the mean of its players;
    - beyond: the worth above that of others at the same price, read from a line fitted to them.

    worth and beyond also have _low and _high. The confidence level holds for each interval
    separately, not for all together.
    """
    players = _sheet(run, PLAYER)
    rows = PRICED_TWINS.mean_gains(run).join(players, on="thing", maintain_order="left")
    groups = [
        {"what": group, "label": str(value), **measure_together(group_rows, rows)}
        for group in GROUPS
        for (value,), group_rows in sorted(rows.group_by(group), key=lambda entry: str(entry[0][0]))
    ]
    single = [
        {
            "what": "player",
            "label": row["label"],
            **measure_together(rows.filter(thing=row["thing"]), rows),
        }
        for row in rows.iter_rows(named=True)
    ]
    return pl.DataFrame([*groups, *single], SCHEMA)


VALUE_COLUMNS = ("worth", "beyond")
SCHEMA = {
    "what": pl.String,
    "label": pl.String,
    "players": pl.Int64,
    "games": pl.Int64,
    "price": pl.Float64,
    **{f"{name}{end}": pl.Float64 for name in VALUE_COLUMNS for end in ("", "_low", "_high")},
}


def measure_together(group_rows: pl.DataFrame, rows: pl.DataFrame) -> dict[str, Any]:
    """Measure the players in ``group_rows`` together, compared with all others in ``rows``."""
    number, group = group_rows.height, -1
    joint = pl.DataFrame(
        {
            "thing": [group],
            "price": [group_rows["price"].mean()],
            "mean": [group_rows["mean"].mean()],
            "squared_error": [group_rows["squared_error"].sum() / number**2],
        }
    )
    (value,), (error,) = joint["mean"], joint["squared_error"] ** 0.5
    reach = normal_reach(LEVEL) * error
    other_rows = rows.filter(~pl.col("thing").is_in(group_rows["thing"].to_list()))
    columns = ("thing", "price", "mean", "squared_error")
    is_measurable = other_rows.height >= MIN_OTHERS
    worths = {
        "worth": (value, value - reach, value + reach),
        "beyond": worth_beyond_price(
            pl.concat([other_rows.select(columns), joint], how="vertical_relaxed"), group, LEVEL
        )
        if is_measurable
        else (None, None, None),
    }
    return {
        "players": number,
        "games": group_rows["games"].sum(),
        "price": joint["price"][0],
        **{
            f"{name}{end}": figure
            for name, worth in worths.items()
            for end, figure in zip(("", "_low", "_high"), worth, strict=True)
        },
    }


def _sheet(run: Run, letter: str) -> pl.DataFrame:
    """List the priced things on a sheet, including the columns of `GROUPS`.

    Columns: thing (id), number, label, price and the groups.
    """
    ids = run.dim("things").select(pl.col("id").cast(pl.Int64).alias("thing"), "number")
    rows = run.dim(SHEETS[letter]).filter(pl.col("number").str.starts_with(letter))
    if "place" in rows.columns:
        rows = rows.filter(pl.col("place") != "start")  # nobody pays for these
    return rows.select(
        "number",
        label(),
        pl.col("price").fill_null(0).cast(pl.Float64),
        *(group for group in GROUPS if group in rows.columns),
    ).join(ids, on="number", maintain_order="left")


def _peers_and_thing(run: Run, number: Number) -> tuple[pl.DataFrame, int]:
    """Return the prices on a sheet, and the id of one thing.

    ``number`` gives the thing's sheet and its row there.
    """
    rows = _sheet(run, number.row[0])
    return rows.select("thing", "price"), int(
        rows.filter(pl.col("number") == number.row)["thing"][0]
    )


def _read_removals(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins that switch a thing off entirely."""
    numbers = run.dim("things").select(
        pl.col("id").alias("thing"), pl.col("number").str.slice(0, 1).alias("letter")
    )
    return (
        changes_of(run, arm, batch)
        .join(numbers, on="thing", how="left", maintain_order="left")
        .filter((pl.col("off") == "card") | ~pl.col("letter").is_in(list(CARDS)))
        .with_columns(pl.col("thing").cast(pl.Int64))
    )


PRICED_TWINS = PricedTwins(("thing",), _read_removals, _peers_and_thing)
