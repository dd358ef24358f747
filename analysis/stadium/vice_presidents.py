"""Rounds and results of buying the third and fourth vice presidents.

Owners, not chance, decide who buys and when, and an owner with money to spare may be ahead anyway.
So wins by the round of the purchase are observational.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from eoc_sim.analysis.cards import seats_ahead
from eoc_sim.analysis.exact_sums import group_sizes
from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means, with_means, with_shares, with_zeros

COLUMNS = {3: "vp3_round", 4: "vp4_round"}
"""Columns with the round of each VP's purchase; 0 means never."""
BUYERS = ("bought", "round", "left", "worth")
PLACEMENTS = ("points", "money")
ANY_ROUND = -2
"""Stands for a purchase of the VP in any round."""
SPONSORSHIP = 7
"""The id of this action space, from the order of spaces (PLA-3)."""


@dataclass(frozen=True)
class Payback:
    """Rounds until one more VP has repaid the placements that it costs.

    ``rounds`` follows from the money per placement, ``low`` from the upper end of the money's
    interval and ``high`` from its lower end. Each is None if this money is no more than the salary,
    as the VP then never pays for itself.
    """

    price: float
    salary: float
    rounds: float | None
    low: float | None
    high: float | None


def by_round(run: Run) -> pl.DataFrame:
    """Return observed results by VP and the round of its purchase.

    There is one row per VP and span; the row covers the owners who bought the VP in that span, or
    who never bought it. Columns: number (3 or 4), span (an index into `spans.NAMES`, `ANY_ROUND` or
    `spans.NEVER`), games (in which there is such an owner), then owners (the percentage of all
    owners), wins (in 100 games) and ahead (points), each also with _low and _high.
    """
    total = with_zeros(run, run.total(rounds_statistic(run)), ["owners"])
    shares = with_shares(run, total, ["wins"])
    results = with_means(run, shares, ["ahead", "owners"])
    return results.drop("wins_n", "ahead_n", "owners_n")


def rounds_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_round` reads.

    A buyer counts in the span of the purchase and in `ANY_ROUND`.
    """
    table = run.table_with("win_share")

    def rows(batch: Batch) -> pl.DataFrame:
        seats = seats_ahead(run, 0, batch).hstack(batch.read(table, 0, [], list(COLUMNS.values())))
        owners = pl.concat(
            seats.select(
                "game",
                pl.lit(number).alias("number"),
                spans.span(column).alias("span"),
                "wins",
                "ahead",
            )
            for number, column in COLUMNS.items()
        )
        buyers = owners.filter(pl.col("span") != spans.NEVER).with_columns(
            pl.lit(ANY_ROUND, dtype=pl.Int64).alias("span")
        )
        rows = pl.concat([owners, buyers])
        # Rows of one game and group are merged into their mean, so all of them get the same value.
        share = 100.0 * group_sizes(rows, ("number", "span")) / run.players
        return rows.with_columns(pl.Series("owners", share))

    return Statistic(
        "VPs by the round of their purchase",
        ((table, 0),),
        ("number", "span"),
        ("wins", "ahead", "owners"),
        rows,
    )


def buyers(run: Run) -> pl.DataFrame:
    """Return the purchases of each VP: number, games and `BUYERS`.

    There is one row per VP; each of `BUYERS` has _low and _high. bought is the number of owners in
    100 who buy the VP. The others are means over these owners: round is the round of the purchase,
    and left is the number of rounds after it (the placements that the VP brings). worth is these
    placements minus what the VP costs (one placement, the price and the salaries), in points, at
    the owner's own points per placement.
    """
    return group_means(run, buyers_statistic(run))


def buyers_statistic(run: Run) -> Statistic:
    """Return the statistic that `buyers` reads."""
    seats, games, placement_table = (
        run.declaration.tables[name] for name in ("seats", "games", "placements")
    )
    price, salary = _rules(run)

    def rows(batch: Batch) -> pl.DataFrame:
        game_lengths = batch.read(games, 0, ["game"], ["rounds"])
        money = batch.make_once("money per placement", lambda: _money(run, batch))
        owners = (
            batch.read(seats, 0, ["game", "score"], ["placements", *COLUMNS.values()])
            .join(game_lengths, on="game", maintain_order="left")
            .join(money, on="game", how="left", maintain_order="left")
        )
        purchase_round = pl.col("bought")
        rounds_after = pl.when(purchase_round > 0).then(
            (pl.col("rounds") - purchase_round).cast(pl.Float64)
        )
        placements = pl.col("placements")
        points_each = pl.when(placements > 0).then(pl.col("score") / placements)
        return pl.concat(
            owners.with_columns(
                pl.lit(number).alias("number"), pl.col(column).cast(pl.Int64).alias("bought")
            )
            for number, column in COLUMNS.items()
        ).select(
            "game",
            "number",
            (100.0 * (purchase_round > 0)).alias("bought"),
            pl.when(purchase_round > 0).then(purchase_round).alias("round"),
            rounds_after.alias("left"),
            (
                points_each * (rounds_after - 1 - (price + salary * rounds_after) / pl.col("money"))
            ).alias("worth"),
        )

    return Statistic(
        "owners who buy VPs",
        ((seats, 0), (games, 0), (placement_table, 0)),
        ("number",),
        BUYERS,
        rows,
    )


def placements(run: Run) -> pl.DataFrame:
    """Return the yield of placements in one row: games and `PLACEMENTS`.

    Each of `PLACEMENTS` has _low and _high. points is an owner's final points per placement, and
    money is the yield of one placement on Tickets or Sponsorship.
    """
    return group_means(run, placements_statistic(run)).drop("all")


def placements_statistic(run: Run) -> Statistic:
    """Return the statistic that `placements` reads."""
    seats, table = (run.declaration.tables[name] for name in ("seats", "placements"))

    def rows(batch: Batch) -> pl.DataFrame:
        placements = pl.col("placements")
        owners = batch.read(seats, 0, ["game", "score"], ["placements"])
        games = owners.group_by("game", maintain_order=True).agg(
            (pl.col("score") / placements).filter(placements > 0).mean().alias("points")
        )
        money = batch.make_once("money per placement", lambda: _money(run, batch))
        return games.join(money, on="game", how="left", maintain_order="left").with_columns(
            pl.lit(0).alias("all")
        )

    return Statistic(
        "what a placement brings", ((seats, 0), (table, 0)), ("all",), PLACEMENTS, rows
    )


def payback(run: Run) -> Payback:
    """Return how many rounds it takes a VP to pay for itself.

    A VP costs its price, the placement of the purchase and the salaries. With m money per
    placement, the purchase costs 1 + price / m placements, and every later round brings
    1 - salary / m.
    """
    price, salary = _rules(run)
    row = placements(run).row(0, named=True)

    def rounds(money: float | None) -> float | None:
        if money is None or money <= salary:
            return None
        return (1 + price / money) / (1 - salary / money)

    return Payback(
        price, salary, rounds(row["money"]), rounds(row["money_high"]), rounds(row["money_low"])
    )


def _money(run: Run, batch: Batch) -> pl.DataFrame:
    """Return the mean money from placements that bring money, by game.

    Games without such placements have no row.
    """
    table, action = run.declaration.tables["placements"], pl.col("done").cast(pl.String)
    rows = batch.read(table, 0, ["game"], ["space", "done", "amount"])
    is_sponsorship = (pl.col("space") == SPONSORSHIP) & (action == "gain")
    return (
        rows.filter((action == "tickets") | is_sponsorship)
        .group_by("game", maintain_order=True)
        .agg(pl.col("amount").mean().alias("money"))
        .filter(pl.col("money") > 0)
    )


def _rules(run: Run) -> tuple[float, float]:
    """Return a VP's price and salary under the run's current rules."""
    rules = run.record["baseline"]["rules"]
    return float(rules["vp_price"]), float(rules["vp_salary"])


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [rounds_statistic(run), buyers_statistic(run), placements_statistic(run)]
