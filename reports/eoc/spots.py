"""Recruits on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from eoc_sim.analysis.eoc import country, spots
from eoc_sim.analysis.eoc.country import Country
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, fold_to_sentence, table
from eoc_sim.reports.charts.shades import estimate_text, shade_values
from eoc_sim.reports.charts.stacked import draw_stacked
from eoc_sim.reports.eoc.country import country_map
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.flat_pictures import MIN_DIFFERENCE, value_of_all
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.style import part_swatch
from eoc_sim.reports.words import decimal

SOURCES = {
    "printed": "as printed",
    "partial": "printed in part (names)",
    "reconstructed": "reconstructed",
}
SIGNING_NOTE = "mean over games and spots, with its 95 % Wilson interval"
MEAN = "mean over the games in which a recruit was signed there, with its 95 % t interval"


def section(page: Findings) -> Section:
    """Make the map, the regions, and the tables of states and spots."""
    return Section(
        "spots",
        "Recruits on the map",
        f"How often recruits are signed, when, and how contested they are.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    every_spot = spots.spot_table(page.run)
    board = country.country(page.run)
    if board is not None:
        states = country.state_table(page.run)
        yield from _maps(page, board, states)
        yield _regions(page)
        yield _borders(states)
    yield _spots(every_spot)


# --- The maps.


def _maps(page: Findings, board: Country, states: pl.DataFrame) -> Iterator[Block]:
    rows = {row["label"]: row for row in states.iter_rows(named=True)}
    ordered_rows = [rows[place.name] for place in board.states]
    common_value = value_of_all(
        [row["signed"] for row in ordered_rows if row["signed"] is not None], 0, MIN_DIFFERENCE
    )
    signings_chart = chart(
        page.charts.draw(
            _map(
                board,
                "How often recruits are signed",
                "Signed per spot in 100 games",
                ordered_rows,
                "signed",
                [_state_tip(row) for row in ordered_rows],
                unit="{} in 100",
                is_full_width=True,
            )
        ),
        "How often a recruit of the state is signed in 100 games; deeper blue means more often. "
        "A thick outline marks a border state, with two regions and two spots; diamonds are "
        "headquarters, and dots are the board's circle spaces. Point at a state, or tap it, for "
        'more. The tables "Every spot" and "Border states" have the numbers. '
        f"{_sources_line(board)}",
        heading="How often recruits are signed",
    )
    yield (
        fold_to_sentence(signings_chart, f"{common_value} (of 100 games)")
        if common_value
        else signings_chart
    )
    yield fold(
        chart(
            page.charts.draw(
                _map(
                    board,
                    "When",
                    "Mean month of signing, 1 = March",
                    ordered_rows,
                    "month",
                    [
                        f"{row['label']}: month {estimate_text(row, 'month')}"
                        for row in ordered_rows
                    ],
                    unit="month {}",
                )
            ),
            "Mean month of signing, 1 = March; deeper blue means later.",
            heading="When recruits are signed",
        )
    )
    yield fold(
        chart(
            page.charts.draw(
                _map(
                    board,
                    "How contested",
                    "Contested signings per 100 signings",
                    ordered_rows,
                    "contested",
                    [
                        f"{row['label']}: {estimate_text(row, 'contested')} in 100"
                        for row in ordered_rows
                    ],
                    unit="{} in 100",
                )
            ),
            "How many signings in 100 were of recruits to whom another player had also sent a "
            "package; deeper blue means more.",
            heading="How contested recruits are",
        )
    )


def _map(
    board: Country,
    title: str,
    measure: str,
    rows: list[dict[str, Any]],
    name: str,
    tips: list[str],
    *,
    unit: str,
    is_full_width: bool = False,
) -> Chart:
    shades, description, ends = shade_values(measure, rows, name, tips, unit)
    return country_map(title, description, board, shades, ends, is_full_width=is_full_width)


def _state_tip(row: dict[str, Any]) -> str:
    """Return the text of a state's tip."""
    spots_words = "" if row["spots"] == 1 else f", {row['spots']} spots"
    start = (
        f"{row['label']} ({row['regions'].replace(' ', ', ')}{spots_words}): signed in "
        f"{estimate_text(row, 'signed')} of 100 games"
    )
    if row["month"] is None:
        return start
    return (
        f"{start}; month {decimal(row['month'])}; contested {decimal(row['contested'])} in 100; "
        f"{decimal(row['stars'])} stars"
    )


def _sources_line(board: Country) -> str:
    """State which parts of the map are printed in the published rules."""
    sources = board.sources()
    parts = [
        f"{' and '.join(sources[source])} {words}"
        for source, words in SOURCES.items()
        if source in sources
    ]
    return f"The map: {'; '.join(parts)}. The positions of places matter only for the drawing."


# --- Regions and tables.


def _regions(page: Findings) -> Block:
    names, spot_shares = country.region_names(page.run), country.spot_shares(page.run)
    shares = country.region_shares(page.run)
    columns = [f"region_{index}" for index in range(len(names))]
    head = "spots on the map"
    first = pl.DataFrame(
        {"label": [head]}
        | {
            f"{column}{end}": [share]
            for column, share in zip(columns, spot_shares, strict=True)
            for end in ("", "_low", "_high")
        }
    )
    frame = pl.concat([first.with_columns(pl.lit(True).alias("exact")), shares], how="diagonal")
    return chart(
        page.charts.draw(
            draw_stacked(
                "Where the recruits come from",
                frame["label"].to_list(),
                names,
                frame.select(columns).rows(),
            )
        ),
        "Recruits from each region, per 100 that a strategy signs, compared with the region's "
        "share of all spots. "
        "A border state counts half for each of its regions.",
        heading="Where the recruits come from",
        entries=[(part_swatch(index), name) for index, name in enumerate(names)],
        numbers=table(
            "Where the recruits come from: numbers",
            "",
            frame,
            [
                Shown("label", "strategy", "", "text"),
                GAMES,
                *(
                    Shown(
                        column,
                        name,
                        "mean over games in which it signed, with its 95 % t interval",
                        "estimate",
                        exact="exact",
                    )
                    for column, name in zip(columns, names, strict=True)
                ),
            ],
        ),
    )


def _borders(states: pl.DataFrame) -> Block:
    return table(
        "Border states",
        "Both spots combined, as on the maps. The next table has the other states, with one spot "
        "each.",
        states.filter(pl.col("spots") > 1).with_columns(pl.col("regions").str.replace(" ", ", ")),
        [
            Shown("label", "state", "", "text"),
            Shown("regions", "regions", "", "text"),
            GAMES,
            Shown("signed", "signed in 100 games per spot", SIGNING_NOTE, "estimate"),
            Shown(
                "signed_games",
                "games with a signing",
                "games in which a recruit was signed there: the n of the columns that follow",
                "count",
            ),
            Shown("month", "month", MEAN, "estimate"),
            Shown("stars", "stars", MEAN, "estimate"),
            Shown(
                "contested",
                "contested",
                "of 100 signings, those with at least one package from another player",
                "estimate",
            ),
        ],
        collapsed=True,
    )


def _spots(every_spot: pl.DataFrame) -> Block:
    return table(
        "Every spot",
        "Means and shares over games, without verdicts.",
        every_spot,
        [
            Shown("label", "spot", "", "text"),
            GAMES,
            Shown(
                "signed",
                "signed in 100 games",
                "share of games, with its 95 % Wilson interval",
                "estimate",
            ),
            Shown(
                "signed_games",
                "games with a signing",
                "games in which it was signed: the n of the columns that follow",
                "count",
            ),
            Shown("month", "month", "mean month of signing, 1 = March", "estimate"),
            Shown("stars", "stars", "mean stars, including effects", "estimate"),
            Shown(
                "contested",
                "contested",
                "of 100 signings, those with at least one package from another player",
                "estimate",
            ),
            Shown("rivals", "packages lost by others", "mean over signings", "estimate"),
            Shown("package_ec", "EC from own package", "mean over signings", "estimate"),
        ],
        collapsed=True,
    )
