"""When EC come, are spent and are lost, month by month, and how the dice are taken.

Means per seat and game; alone against the Bubba Bot he has no seat here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.analysis.tables import Run, Sums, per_game, with_means, with_shares

if TYPE_CHECKING:
    import polars as pl

ALL, ANY = "all", "any"
MONTHS = 12
FLOWS = ("received", "spent", "wasted")
"""What happens to EC in a month: they come to the mat, are paid or sent away, are lost."""
_SPENT = "ec_spent_"


def has_envelopes(run: Run, arm: int = 0) -> bool:
    """Whether the tables months and dice were kept."""
    return all(run.has(run.declaration.tables[name], arm) for name in ("months", "dice"))


def flows(run: Run, arm: int = 0) -> pl.DataFrame:
    """A row for each strategy (or "all") and month: strategy, month, games and `FLOWS`.

    EC per seat that the strategy played, mean over games: ``received`` as they come to the mat,
    from dice, the calendar, bets and effects; ``spent`` for anything, runners included;
    ``wasted`` at the end of the turn. Each has _low and _high: t intervals by game.

    Raises:
        Missing: months or seats were not kept.
    """
    import polars as pl

    table = run.declaration.tables["months"]
    run.require(table, run.table_with("win_share"), arm=arm)
    spent = [column.name for column in table if column.name.startswith(_SPENT)]
    whole, each = Sums(run, ["month"], FLOWS), Sums(run, ["strategy", "month"], FLOWS)
    for batch in run.batches():
        rows = run.read(
            table, arm, batch, ["game", "seat", "month"],
            ["ec_received", "ec_wasted", "ec_sent", *spent],
        ).select(
            "game", "seat", "month", pl.col("ec_received").alias("received"),
            pl.sum_horizontal(pl.col("ec_sent", *spent).cast(pl.Int32)).alias("spent"),
            pl.col("ec_wasted").alias("wasted"),
        ).join(_players(run, arm, batch), on=["game", "seat"])
        for sums in (whole, each):
            sums.add(per_game(rows, sums.by, FLOWS))
    found = [
        with_means(run, whole.total(), FLOWS).with_columns(pl.lit(ALL).alias("strategy")),
        _by_name(run, with_means(run, each.total(), FLOWS)),
    ]
    return pl.concat(one.select(found[0].columns) for one in found).drop(
        f"{value}_n" for value in FLOWS
    )


@dataclass(frozen=True)
class Dice:
    """What dice bring and how they are taken; each value has _low and _high, by game.

    ``coming``: month, colour and ``ec``, the EC of dice that come to the mat in the month, per
    seat and game; t intervals. ``taken``: month of the roll, colour (or `ANY`) and ``full``, of
    100 dice taken those at full value, mean over the games in which any was taken; Wilson of the
    effective number of games. ``taken_by``: the same by month and strategy.
    """

    coming: pl.DataFrame
    taken: pl.DataFrame
    taken_by: pl.DataFrame


def dice(run: Run, arm: int = 0) -> Dice:
    """The dice of an arm by colour.

    Raises:
        Missing: dice or seats were not kept.
    """
    import polars as pl

    table = run.declaration.tables["dice"]
    run.require(table, run.table_with("win_share"), arm=arm)
    colours = table["colour"].kind
    assert isinstance(colours, tuple)
    groups = ["month", "colour"]
    coming, taken = Sums(run, groups, ["ec"]), Sums(run, groups, ["full"])
    taken_by = Sums(run, ["strategy", "month"], ["full"])
    for batch in run.batches():
        rows = run.read(
            table, arm, batch, ["game", "seat", "month", "target_month"], ["colour", "mode", "ec"]
        ).with_columns(pl.col("colour").cast(pl.String))
        players = _players(run, arm, batch)
        own = rows.join(players, on=["game", "seat"])
        seats = players.group_by("game").agg(pl.len().alias("seats"))
        cells = pl.DataFrame({"month": range(1, MONTHS + 1)}, schema={"month": pl.Int8}).join(
            pl.DataFrame({"colour": colours}), how="cross"
        )
        sums = own.group_by("game", pl.col("target_month").alias("month"), "colour").agg(
            pl.col("ec").cast(pl.Float64).sum()
        )
        # A game without such a die had 0 EC of it.
        coming.add(
            seats.join(cells, how="cross").join(sums, on=["game", *groups], how="left")
            .with_columns(pl.col("ec").fill_null(0.0) / pl.col("seats"))
        )
        own = own.with_columns((pl.col("mode").cast(pl.String) == "full").alias("full"))
        of_any = own.with_columns(pl.lit(ANY).alias("colour"))
        taken.add(per_game(pl.concat([own, of_any]), groups, ["full"]))
        taken_by.add(per_game(own, taken_by.by, ["full"]))
    return Dice(
        with_means(run, coming.total(), ["ec"]),
        with_shares(run, taken.total(), ["full"]),
        _by_name(run, with_shares(run, taken_by.total(), ["full"])),
    )


def _by_name(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Strategies by their names instead of their ids."""
    import polars as pl

    named = run.dim(run.column("strategy").dim)
    return frame.with_columns(
        pl.col("strategy").cast(pl.Int64).replace_strict(
            named["id"], named["name"], return_dtype=pl.String
        )
    )


def _players(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Who played each seat, but for the Bubba Bot: game, seat and the id of the strategy."""
    import polars as pl

    rows = run.read(run.table_with("win_share"), arm, batch, ["game", "seat", "strategy"])
    named = run.dim(run.column("strategy").dim)
    bot = named.filter(named["name"] == run.words.automaton)["id"].to_list()
    return rows.filter(~pl.col("strategy").is_in(bot))
