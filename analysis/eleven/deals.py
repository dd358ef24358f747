"""Auctions, offers and the market: prices against the bank's, and market amounts (TRA, MKT)."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.analysis.eleven.matches import with_strategies
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means, strategy_means

COLUMNS = (
    *("week", "deal", "buyer", "strength", "bids", "price", "bonus"),
    *("position", "market", "refused"),
)
AUCTIONS = ("sold", "bids", "price", "excess", "beaten")
"""Values for a strategy's auctions.

The values are the percentage of auctions that end with a sale to a manager, and the number of bids;
for cards sold, also the price, the seller's money above what the bank pays, and the percentage of
sales that bring more than the bank pays.
"""
OFFERS = ("accepted", "price", "excess")
"""Values for a strategy's offers.

The values are the percentage accepted and, for accepted offers, the price and its excess over an
ordinary sale, which brings the card's strength + 2.
"""
POSITIONS = ("defender", "midfielder", "forward")
BANK_LEVEL = 2
"""Money above the strength in an ordinary sale (ACT-2)."""


def is_on(run: Run, switch: str) -> bool:
    """Return True for a season in which ``switch`` is on.

    The switch is transfers or market.
    """
    rules = run.rules
    return is_season(run) and bool(rules.get(switch, "off") == "on")


def break_even_margin(run: Run) -> int:
    """Return the margin over strength that matches the bank's price (TRA-5).

    If an auction ends at the card's strength plus this margin, the price and any bonus together are
    as much as the bank pays.
    """
    has_bonus = run.rules["auction_bonus"] != "none"
    return BANK_LEVEL - int(has_bonus)


def _statistic(
    run: Run, name: str, deal: str, by: Sequence[str], values: Sequence[str]
) -> Statistic:
    """Return the statistic of one kind of deal."""

    def rows(batch: Batch) -> pl.DataFrame:
        agreed = (pl.col("buyer") >= 0) & (pl.col("refused") == 0)
        gain = pl.col("price").cast(pl.Float64) + pl.col("bonus")
        excess = gain - pl.col("strength") - BANK_LEVEL
        agreed_columns = {
            "price": pl.col("price").cast(pl.Float64),
            "excess": excess,
            "beaten": 100.0 * (excess > 0),
        }
        return (
            with_strategies(run, batch, "deals", COLUMNS)
            .filter(pl.col("deal").cast(pl.String) == deal)
            .with_columns(
                (100.0 * agreed).alias("sold"),
                (100.0 * agreed).alias("accepted"),
                pl.col("bids").cast(pl.Float64),
                *(
                    pl.when(agreed).then(value).alias(name)
                    for name, value in agreed_columns.items()
                ),
            )
        )

    tables = ((run.declaration.tables["deals"], 0), (run.table_with("win_share"), 0))
    return Statistic(name, tables, tuple(by), tuple(values), rows)


def auctions_statistic(run: Run) -> Statistic:
    """Return the statistic of each strategy's auctions."""
    return _statistic(run, "auctions by strategy", "auction", ("strategy",), AUCTIONS)


def auctions(run: Run) -> pl.DataFrame:
    """Return each strategy's auctions.

    Columns: strategy, label, games, and `AUCTIONS`, each with _low and _high.
    """
    return strategy_means(run, auctions_statistic(run))


def strengths_statistic(run: Run) -> Statistic:
    """Return the statistic of card auctions by strength."""
    return _statistic(
        run, "auctions by strength", "auction", ("strength",), ("price", "excess", "sold")
    )


def strengths(run: Run) -> pl.DataFrame:
    """Return card auctions by strength.

    Columns: strength, games, and price, excess and sold (as in `AUCTIONS`), each with _low and
    _high. Strengths at which no card was sold are left out.
    """
    return (
        group_means(run, strengths_statistic(run))
        .filter(pl.col("price").is_not_null())
        .sort("strength")
    )


def offers_statistic(run: Run) -> Statistic:
    """Return the statistic of each strategy's offers."""
    return _statistic(run, "offers by strategy", "offer", ("strategy",), OFFERS)


def offers(run: Run) -> pl.DataFrame:
    """Return each strategy's offers: label, games and `OFFERS`."""
    return strategy_means(run, offers_statistic(run))


def market_statistic(run: Run) -> Statistic:
    """Return the statistic of market amounts by position and week."""
    tables = ((run.declaration.tables["deals"], 0), (run.table_with("win_share"), 0))

    def rows(batch: Batch) -> pl.DataFrame:
        return (
            with_strategies(run, batch, "deals", COLUMNS)
            .filter((pl.col("refused") == 0) & (pl.col("position").cast(pl.String) != "none"))
            .with_columns(pl.col("position").cast(pl.String), pl.col("market").cast(pl.Float64))
        )

    return Statistic("market by position and week", tables, ("position", "week"), ("market",), rows)


def market(run: Run) -> pl.DataFrame:
    """Return the market's amounts by position and week.

    Columns: position, week, games and market.
    """
    return group_means(run, market_statistic(run))


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    transfers = (
        [auctions_statistic(run), strengths_statistic(run), offers_statistic(run)]
        if is_on(run, "transfers")
        else []
    )
    return [*transfers, *([market_statistic(run)] if is_on(run, "market") else [])]
