"""League matches between managers: Host and Visitor, shoot-outs and gloves."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import league_matches
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.intervals import Point, interval_text, intervals
from eoc_sim.reports.eleven.results import GOALS, MEAN, estimate_cells
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal

HEADS = {
    "won": "won",
    "won_as_host": "won as Host",
    "won_as_visitor": "won as Visitor",
    "level": "to a shoot-out",
    "won_shoot_outs": "shoot-outs won",
}
"""Heads of the columns, which are per 100 matches.

The wins as Host and as Visitor are per 100 matches in that role, and the last column is per 100
shoot-outs.
"""
EVERYBODY = "all managers"


def section(page: Findings) -> Section | None:
    """Show matches between managers, if there are any."""
    if not league_matches.is_on(page.run):
        return None
    return Section(
        "league-matches",
        "League matches between managers",
        "In the last weeks managers meet each other. The Host is earlier in the week's turn order "
        "and shows a formation first in the first half; the Visitor does so in the second. A "
        f"match that is level after both halves goes to a shoot-out.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    everybody = league_matches.all_matches(page.run).with_columns(label=pl.lit(EVERYBODY))
    by_strategy = league_matches.by_strategy(page.run)
    frame = pl.concat([everybody, by_strategy], how="diagonal_relaxed")
    heading = "Host, Visitor and shoot-outs, per 100 league matches"
    yield heat_block(
        page.charts,
        heading,
        "Per 100 league matches of a manager; wins as Host or Visitor are per 100 matches in that "
        "role, and the last column is per 100 shoot-outs. Strategies choose their layouts, so the "
        "differences between Host and Visitor are not effects of these roles alone.",
        ("strategy", frame["label"].to_list()),
        list(HEADS.values()),
        estimate_cells(frame, list(HEADS)),
        digits=0,
        middle=50.0,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                Shown("label", "strategy", "", "text"),
                GAMES,
                *(Shown(name, head, f"of 100: {MEAN}", "estimate") for name, head in HEADS.items()),
                *GOALS,
            ],
        ),
    )
    yield from _gloves(page)


def _gloves(page: Findings) -> Iterator[Block]:
    """Chart shoot-outs by the keepers' gloves, if these differ."""
    frame = league_matches.by_gloves(page.run).drop_nulls("won")
    if frame.height < 2:
        return
    names = [
        "equally many" if ahead == 0 else f"{abs(ahead)} {'more' if ahead > 0 else 'fewer'}"
        for ahead in frame["ahead"]
    ]
    frame = frame.with_columns(pl.Series("label", names))
    heading = "Shoot-outs won, by the keeper's gloves"
    rows = [
        Point(
            row["label"],
            row["won"],
            row["won_low"],
            row["won_high"],
            interval_text(row["won"], row["won_low"], row["won_high"], digits=0),
            "ink",
        )
        for row in frame.iter_rows(named=True)
    ]
    yield chart(
        page.charts.draw(intervals(heading, rows)),
        "Shoot-outs won, of 100 in which the manager's keeper has this many more or fewer gloves "
        "than the opponent's: means over games, with 95 % intervals.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                Shown("label", "gloves", "", "text"),
                GAMES,
                Shown("won", "won", f"of 100 shoot-outs: {MEAN}", "estimate"),
            ],
        ),
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State how often the Host wins, and how often a shoot-out decides."""
    if not league_matches.is_on(page.run):
        return []
    (row,) = league_matches.all_matches(page.run).iter_rows(named=True)
    if row["won_as_host"] is None:
        return []
    host, level = (
        f"{decimal(row[name], 1)} ({between(row[f'{name}_low'], row[f'{name}_high'], 1)})"
        for name in ("won_as_host", "level")
    )
    line = f"The Host wins {host} of 100 league matches; {level} of 100 go to a shoot-out."
    return [Verdict("Host and Visitor", (line,), section="league-matches")]
