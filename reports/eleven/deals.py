"""Auctions, offers and the market, compared with the bank's prices."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import deals
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.eleven.results import MEAN, points_block
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells

STRATEGY = Shown("label", "strategy", "", "text")


def section(page: Findings) -> Section | None:
    """Show the results of transfers and of the market, if any."""
    has_transfers = deals.is_on(page.run, "transfers")
    if not has_transfers and not deals.is_on(page.run, "market"):
        return None
    words = (
        f"{_break_even_price(page)} Managers choose what to auction, and which cards to make an "
        "offer for, so these numbers are not effects."
        if has_transfers
        else "The active transfer card changes the price of each sale, depending on the position "
        "of the card sold; then the transfer card goes under the pile."
    )
    return Section(
        "deals",
        "Transfers and the market" if has_transfers else "The market",
        words + page.under,
        _blocks(page, has_transfers),
    )


def _break_even_price(page: Findings) -> str:
    """State the price at which an auction matches the bank (TRA-5)."""
    margin = deals.break_even_margin(page.run)
    bonus = "the seller also gains 1 money" if margin < deals.BANK_LEVEL else "there is no bonus"
    return (
        f"In an auction {bonus}, so the price at which the seller gets as much as from the bank is "
        f"the card's strength plus {margin}."
    )


def _blocks(page: Findings, has_transfers: bool) -> Iterator[Block]:
    if has_transfers:
        yield from _auctions(page)
        yield from _offers(page)
    if deals.is_on(page.run, "market"):
        yield from _market(page)


def _auctions(page: Findings) -> Iterator[Block]:
    frame = deals.strengths(page.run)
    if frame.height > 0:
        frame = frame.with_columns(pl.format("strength {}", "strength").alias("label"))
        yield points_block(
            page,
            "Auction prices, by strength",
            "Money that the highest bidder paid: means over games, with 95 % intervals. The "
            "number in brackets after a strength is the price at which the seller gets as much as "
            "from the bank.",
            frame,
            [
                Shown("label", "card", "", "text"),
                GAMES,
                Shown("price", "price", f"of cards sold to a manager: {MEAN}", "estimate", 2),
                Shown("excess", "above the bank", f"money: {MEAN}", "estimate", 2),
                Shown(
                    "sold",
                    "sold, of 100",
                    f"auctions in which a manager buys the card: {MEAN}",
                    "estimate",
                ),
            ],
            names=[
                f"strength {strength} (bank: {strength + deals.break_even_margin(page.run)})"
                for strength in frame["strength"]
            ],
            value="price",
        )
    by_strategy = deals.auctions(page.run)
    if by_strategy.height > 0:
        yield table(
            "Auctions by strategy",
            "Means over the games in which the strategy holds an auction.",
            by_strategy,
            [
                STRATEGY,
                GAMES,
                Shown(
                    "sold",
                    "sold, of 100",
                    f"auctions in which a manager buys the card: {MEAN}",
                    "estimate",
                ),
                Shown("bids", "bids", f"per auction: {MEAN}", "estimate", 2),
                Shown("price", "price", f"of the cards sold: {MEAN}", "estimate", 2),
                Shown(
                    "excess", "above the bank", f"money for the cards sold: {MEAN}", "estimate", 2
                ),
                Shown(
                    "beaten",
                    "beat the bank, of 100",
                    f"of the cards sold, those that bring more than the bank pays: {MEAN}",
                    "estimate",
                ),
            ],
        )


def _offers(page: Findings) -> Iterator[Block]:
    by_strategy = deals.offers(page.run)
    if by_strategy.height > 0:
        yield table(
            "Offers by strategy",
            "Means over the games in which the strategy makes an offer for another manager's card.",
            by_strategy,
            [
                STRATEGY,
                GAMES,
                Shown("accepted", "accepted, of 100", MEAN, "estimate"),
                Shown("price", "price", f"of those accepted: {MEAN}", "estimate", 2),
                Shown(
                    "excess",
                    "above the bank",
                    f"money beyond an ordinary sale: {MEAN}",
                    "estimate",
                    2,
                ),
            ],
        )


def _market(page: Findings) -> Iterator[Block]:
    frame = deals.market(page.run)
    if frame.height == 0:
        return
    weeks = [str(week) for week in sorted(frame["week"].unique())]
    cells = {(row["position"], str(row["week"])): row for row in frame.iter_rows(named=True)}
    heading = "Money that the market adds to a sale"
    yield heat_block(
        page.charts,
        heading,
        "Money by the position of the card sold and the week, means over games. The amounts of "
        "a transfer card add up to 0, so what is above 0 comes from choosing when to sell.",
        ("position", list(deals.POSITIONS)),
        weeks,
        heat_cells(cells, list(deals.POSITIONS), weeks, "market", ("market_low", "market_high")),
        digits=2,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame.sort("position", "week"),
            [
                Shown("position", "position", "", "text"),
                Shown("week", "week", "", "count"),
                GAMES,
                Shown("market", "money", MEAN, "estimate", 2),
            ],
        ),
    )
