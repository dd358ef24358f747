"""Things that managers get, and those managers' results.

The things are directors, staff, sponsors, tokens and cards. Managers choose all of them except the
dealt cards, so the numbers are observational.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from eoc_sim.analysis import cards
from eoc_sim.analysis.card_faces import with_faces
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means

DECKS = ("staff", "sponsors", "tokens", "directors")
"""The tables of what a club holds apart from cards."""
CARDS = "players"
FACE_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "staff": ("colour", "effect"),
    "sponsors": ("cash", "weekly", "bonus"),
    "tokens": ("vp", "effect"),
    "directors": ("effect",),
    CARDS: ("kind", "position", "side", "strength", "trained", "tag"),
}
"""The sheets' columns that the tables show in addition to the price."""
GROUPS = ("strength", "side", "tag")
"""The printed columns by which cards are compared."""
IN_MATCHES = ("matches", "goals")
GROUP_MEASURES = ("wins", "ahead", "price", *IN_MATCHES)


def table_of(run: Run, deck: str) -> pl.DataFrame:
    """Return one row per thing in a deck, with results.

    The frame is `cards.card_table` with printed columns; the price is ``face_price``.
    """
    table = with_faces(run, cards.card_table(run, 0, run.declaration.tables[deck]), deck)
    rows = run.dim(deck)
    if "place" in rows.columns:
        rows = rows.filter(pl.col("place") != "start")  # dealt, not chosen
    faces = rows.select(pl.col("id").alias("thing"), *FACE_COLUMNS[deck])
    return table.join(faces, on="thing", how="inner", maintain_order="left")


def card_table(run: Run) -> pl.DataFrame:
    """Return `table_of` for the cards, with matches and goals per stay.

    A stay lasts from when a manager gets a card until it leaves. Both columns also exist with _low
    and _high.
    """
    stays = group_means(run, stays_statistic(run)).drop("games")
    return table_of(run, CARDS).join(
        stays.with_columns(pl.col("thing").cast(pl.Int64)),
        on="thing",
        how="left",
        maintain_order="left",
    )


def stays_statistic(run: Run) -> Statistic:
    """Return the statistic of each card's matches and goals per stay."""
    table = run.declaration.tables[CARDS]
    return Statistic(
        "stays of cards",
        ((table, 0),),
        ("thing",),
        IN_MATCHES,
        lambda batch: batch.read(table, 0, ["game", "thing"], IN_MATCHES),
    )


def by_group(run: Run, group: str) -> pl.DataFrame:
    """Tabulate hired cards by one of `GROUPS`, with their managers' results.

    Columns: the group, games, then wins (in 100, of the card's manager), ahead (VP ahead of the
    mean of the other managers), price, and matches and goals per stay, each also with _low and
    _high.
    """
    frame = group_means(run, group_statistic(run, group))
    return frame.with_columns(pl.col("wins", "wins_low", "wins_high") * 100).sort(group)


def group_statistic(run: Run, group: str) -> Statistic:
    """Return the statistic of hired cards by one of `GROUPS`."""
    table = run.declaration.tables[CARDS]
    groups = run.dim(CARDS).select(pl.col("id").alias("thing"), group)

    def rows(batch: Batch) -> pl.DataFrame:
        drafts = cards.read_drafts(run, 0, table, batch)
        stays = batch.read(table, 0, [], ["how", *IN_MATCHES])
        return (
            pl.concat([drafts, stays], how="horizontal")
            .filter(pl.col("how").cast(pl.String) == "hired")
            .with_columns(pl.col("thing").cast(pl.Int64))
            .join(groups, on="thing", how="left", maintain_order="left")
        )

    return Statistic(
        f"cards hired by {group}",
        ((run.table_with("win_share"), 0), (table, 0)),
        (group,),
        GROUP_MEASURES,
        rows,
        parts_per_unit=cards.parts_per_unit(run),
    )


def idle_things(table: pl.DataFrame, max_games: float) -> list[str]:
    """List things that managers rarely take.

    Such a thing is taken in at most ``max_games`` of 100 games, even at its interval's upper end.
    """
    return table.filter(pl.col("drafted_high") <= max_games).sort("drafted")["label"].to_list()


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    tables = run.declaration.tables
    return [
        *(
            statistic
            for deck in (*DECKS, CARDS)
            for statistic in cards.statistics(run, 0, tables[deck])
        ),
        stays_statistic(run),
        *(group_statistic(run, group) for group in GROUPS),
    ]
