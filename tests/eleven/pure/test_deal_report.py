"""Recompute the report's section on transfers and the market (TRA, MKT)."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis.eleven import deals
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return season(tmp_path_factory)


def season(tmp_path_factory: pytest.TempPathFactory, *further_switches: str) -> Path:
    """Play some short seasons with transfers, the market and further switches."""
    folder = tmp_path_factory.mktemp("runs")
    switches = ("transfers=on", "market=on", "seller_may_refuse=on", "weeks=3", *further_switches)
    answer = call(
        folder,
        *("run", "--game", "eleven", "--seats", "random,random,random", "--games", "6"),
        *(word for switch in switches for word in ("--set", switch)),
        *("--out", "season", "--quiet"),
    )
    assert answer.returncode == 0, answer.stderr
    return folder / "season"


def rows(path: Path, kind: str = "") -> pl.DataFrame:
    """Return the deals under the current rules, all or of one kind."""
    frame = pl.read_parquet(path / "deals" / "*.parquet").filter(pl.col("arm") == 0)
    frame = frame.with_columns(pl.col("deal", "position").cast(pl.String))
    return frame.filter(pl.col("deal") == kind) if kind else frame


def mean(frame: pl.DataFrame, value: pl.Expr) -> float:
    """Average the means of all games."""
    return float(frame.group_by("game").agg(value.mean().alias("value"))["value"].mean())


def test_the_section_is_there(path):
    text = build(path).read_text(encoding="utf-8")
    for title in ("Auction prices, by strength", "Auctions by strategy", "Offers by strategy",
                  "Money that the market adds to a sale"):  # fmt: skip
        assert title in text, title


def test_auctions(path):
    """TRA-3 to TRA-5: the section shows sales to managers and prices above strength + 1."""
    held = rows(path, "auction")
    sold = held.filter((pl.col("buyer") >= 0) & (pl.col("refused") == 0))
    (row,) = deals.auctions(Run(path)).iter_rows(named=True)
    excess = pl.col("price") - pl.col("strength") - 1
    agreed = 100 * ((pl.col("buyer") >= 0) & (pl.col("refused") == 0))
    assert row["sold"] == pytest.approx(mean(held, agreed))
    assert row["price"] == pytest.approx(mean(sold, pl.col("price")))
    assert row["excess"] == pytest.approx(mean(sold, excess))
    assert row["beaten"] == pytest.approx(mean(sold, 100 * (excess > 0)))
    for strength_row in deals.strengths(Run(path)).iter_rows(named=True):
        matching = sold.filter(pl.col("strength") == strength_row["strength"])
        assert strength_row["price"] == pytest.approx(mean(matching, pl.col("price")))


def test_auctions_without_a_bonus(tmp_path_factory):
    """TRA-5: without its bonus, an auction at strength + 2 brings as much as a sale to the bank."""
    path = season(tmp_path_factory, "auction_bonus=none")
    sold = rows(path, "auction").filter((pl.col("buyer") >= 0) & (pl.col("refused") == 0))
    (row,) = deals.auctions(Run(path)).iter_rows(named=True)
    assert row["excess"] == pytest.approx(mean(sold, pl.col("price") - pl.col("strength") - 2))
    assert deals.break_even_margin(Run(path)) == 2


def test_the_market(path):
    """MKT-2: the section shows every sale of an outfield card, by position and week."""
    deals_made = rows(path).filter((pl.col("refused") == 0) & (pl.col("position") != "none"))
    frame = deals.market(Run(path))
    assert frame["games"].sum() == deals_made.select("game", "position", "week").n_unique()
    for row in frame.iter_rows(named=True):
        matching = deals_made.filter(
            (pl.col("position") == row["position"]) & (pl.col("week") == row["week"])
        )
        assert row["market"] == pytest.approx(mean(matching, pl.col("market")))
