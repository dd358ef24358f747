"""Results of managers against clubs, colours and line-ups."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.matches import hyphenate, matches_statistic, means_of
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names

CLUB, LINE_UP = {"club": pl.col("club")}, {"line_up": pl.col("line_up")}
COLOUR = {"deck": pl.col("deck"), "colour": pl.col("colour")}
WON, DRAWN, LOST = (
    100.0 * (pl.col("goals").cast(pl.Int64) - pl.col("against")).sign().eq(sign)
    for sign in (1, 0, -1)
)
OUTCOMES = {"won": WON, "drawn": DRAWN, "lost": LOST}
"""The number of matches in 100 with each outcome."""


def clubs(run: Run) -> pl.DataFrame:
    """Tabulate mean results against each club, hardest first.

    Columns: club, label, deck, colour, games (those with a match against the club), then
    `matches.RESULTS`, won, drawn and lost (per 100 matches) and played (the club's share of a
    game's matches, as a percentage), each also with _low and _high.
    """
    frame = means_of(run, clubs_statistic(run))
    dim = run.dim("clubs").select(pl.col("id").alias("club"), "deck", "colour")
    return (
        add_names(frame, run.dim("clubs"), "club", "label")
        .join(dim, on="club", how="left", maintain_order="left")
        .sort("points", maintain_order=True)
    )


def clubs_statistic(run: Run) -> Statistic:
    """Return the statistic that `clubs` reads."""
    return matches_statistic(run, "matches by club", CLUB, derived_values=OUTCOMES)


def colours(run: Run) -> pl.DataFrame:
    """Tabulate mean results by deck and colour: games and `matches.RESULTS`."""
    return means_of(run, colours_statistic(run))


def colours_statistic(run: Run) -> Statistic:
    """Return the statistic that `colours` reads."""
    return matches_statistic(run, "matches by deck and colour", COLOUR)


def line_ups(run: Run) -> pl.DataFrame:
    """Tabulate mean results against each line-up met, hardest first.

    Columns: line_up, number, label, formation, keeper, games, and `matches.RESULTS` with _low and
    _high, whose intervals hold jointly for all line-ups.
    """
    statistic = line_ups_statistic(run)
    number = run.total(statistic).height
    dim = run.dim("line_ups").select(
        pl.col("id").alias("line_up"),
        "number",
        pl.col("formation").map_batches(
            lambda names: pl.Series(hyphenate(names)), return_dtype=pl.String
        ),
        "keeper",
    )
    return (
        add_names(means_of(run, statistic, max(number, 1)), run.dim("line_ups"), "line_up", "label")
        .join(dim, on="line_up", how="left", maintain_order="left")
        .sort("points", maintain_order=True)
    )


def line_ups_statistic(run: Run) -> Statistic:
    """Return the statistic that `line_ups` reads."""
    return matches_statistic(run, "matches by line-up", LINE_UP)


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [clubs_statistic(run), colours_statistic(run), line_ups_statistic(run)]
