"""The league table: positions, promotion, and the points that each needs."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import table as league
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, table
from eoc_sim.reports.charts.intervals import SHARE as IN_100
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.eleven.results import MEAN, SHARE, estimate_cells, label_columns, shares_map
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal

MIN_GAMES = 10
"""The minimum number of games for a points total to be drawn."""
PROMOTION = 2
"""The last position that is promoted (LEA-5)."""


def section(page: Findings) -> Section:
    """Show positions by strategy and by points total."""
    return Section(
        "table",
        "The league table",
        f"Managers and clubs share one table of {len(league.places(page.run))} teams. The first "
        "two are promoted; a team is relegated if at most one other has fewer points. "
        f"Promotion and relegation do not change VP.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = league.positions(page.run)
    yield _positions(page, frame)
    yield fold(_ends(page, frame))
    yield fold(_points(page))
    yield _show_sufficient_points(page)


def _positions(page: Findings, frame: pl.DataFrame) -> Block:
    return shares_map(
        page,
        "How often each strategy ends in each position",
        "Percentage of seasons that end in the position; teams level on points share it.",
        frame,
        {f"place_{place}": str(place) for place in league.places(page.run)},
        SHARE,
    ).on_sheet("Positions")


def _ends(page: Findings, frame: pl.DataFrame) -> Block:
    heading = "Promoted and relegated, in 100 seasons"
    points = [
        point(
            f"{row['label']}, {end}",
            row[end],
            row[f"{end}_low"],
            row[f"{end}_high"],
            "above" if end == league.OUTCOMES[0] else "below",
            within=IN_100,
        )
        for end in league.OUTCOMES
        for row in frame.iter_rows(named=True)
    ]
    return chart(
        page.charts.draw(intervals(heading, points)),
        "With 95 % intervals.",
        heading=heading,
        entries=[("above", "promoted"), ("below", "relegated")],
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                *label_columns("strategy"),
                *(Shown(end, f"{end} in 100", SHARE, "estimate") for end in league.OUTCOMES),
            ],
        ),
    ).on_sheet("Promoted and relegated")


def _points(page: Findings) -> Block:
    """Show the results of each points total."""
    places = [place for place in league.places(page.run) if place <= len(_shown_places(page))]
    all_rows = league.by_points(page.run)
    common_totals = all_rows.filter(pl.col("games") >= MIN_GAMES)
    frame = all_rows if common_totals.is_empty() else common_totals
    names = [*(f"within_{place}" for place in places), "relegated"]
    heading = "Positions by points"
    heads = [_place_words(place) for place in places]
    omitted = all_rows.height - frame.height
    return heat_block(
        page.charts,
        heading,
        "How many of 100 managers with a given points total, all strategies together, end first, "
        "in the top 2 and so on, or are relegated."
        + (
            f" Totals reached in fewer than {MIN_GAMES} games are only in the table of numbers."
            if omitted
            else ""
        ),
        ("points", [str(points) for points in frame["points"]]),
        [*heads, "relegated"],
        estimate_cells(frame, names),
        digits=0,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            all_rows,
            [
                Shown("points", "points", "", "number"),
                GAMES,
                *(
                    Shown(name, head, SHARE, "estimate")
                    for name, head in zip(names, [*heads, "relegated"], strict=True)
                ),
                Shown("score", page.run.words.score[1], MEAN, "estimate"),
            ],
        ),
    )


def _shown_places(page: Findings) -> range:
    """Return the positions of the upper half, which the picture shows."""
    places = league.places(page.run)
    return places[: len(places) // 2]


def _place_words(place: int) -> str:
    return "first" if place == 1 else f"top {place}"


def _show_sufficient_points(page: Findings) -> Block:
    frame = league.find_sufficient_points(page.run)
    return fold(
        table(
            "Points needed for a place",
            "The fewest points such that at least half of the managers with that total end in the "
            "position or a better one, and the same holds for every higher total.",
            frame.with_columns(
                pl.Series("label", [_place_words(place) for place in frame["place"]])
            ),
            [
                Shown("label", "position", "", "text"),
                Shown("points", "points needed", "", "number"),
                Shown("games", "games", "games in which a manager has that total", "count"),
                Shown("share", "of 100 with that total", SHARE, "estimate"),
                Shown("less", "of 100 with the next lower total", SHARE, "estimate"),
            ],
        )
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State the points needed for promotion and for first place."""
    rows = {
        row["place"]: row for row in league.find_sufficient_points(page.run).iter_rows(named=True)
    }
    parts = [
        f"{row['points']} to be {words} ({decimal(row['share'])} of 100 managers with "
        f"{row['points']} points are {words}, {between(row['share_low'], row['share_high'])})"
        for place, words in ((1, "first"), (PROMOTION, "promoted"))
        if (row := rows.get(place)) is not None
    ]
    if not parts:
        return []
    line = f"{'; '.join(parts)}: the fewest that suffice for at least half of the managers."
    return [Verdict("Points needed", (line,), section="table")]
