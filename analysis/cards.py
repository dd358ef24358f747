"""The card table: how often each card is offered, drafted and played, and how its owners do.

Observational: who drafts a card, and when, is not chance. A strong strategy makes every card it
likes look strong, and cards played late are played by those who could afford to wait. The
adjusted column compares like with like as far as the tables know; only a sweep says what a
card's numbers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.stats import looked_at
from eoc_sim.analysis.tables import (
    Run,
    Sums,
    paired_of,
    per_game,
    share_columns,
    with_means,
    with_shares,
)

if TYPE_CHECKING:
    import polars as pl


def card_table(run: Run, arm: int = 0) -> pl.DataFrame:
    """One row a card in the deck, sorted by number.

    Shares of games: ``offered``, ``drafted``, ``played`` (of the games in which it was drafted).
    For each of dealt, drafted and played: ``*_games``, ``*_wins`` (wins in 100 of those seats),
    ``*_ahead`` (score ahead of the mean of the others); ``adjusted`` wins in 100 against all
    cards drafted by the same strategy, from the same place in turn order, in the same month.
    Each value has ``_low`` and ``_high``. Columns of offers are there only if that table was kept.
    """
    import polars as pl

    drafts = run.table_with("played_month")
    run.require(run.table_with("win_share"), drafts)
    cells = cell_means(run, arm)
    results = [role for role in ("effect", "price") if drafts.roles(role)]
    drafted = Sums(run, ["card"], ["wins", "ahead", "month", "played", "adjusted"])
    played = Sums(run, ["card"], ["wins", "ahead", "month", *results, "adjusted"])
    for batch in run.batches():
        rows = like_for_like(run, arm, batch, cells, results)
        by_game = per_game(
            rows.with_columns(
                pl.col("taken_month").alias("month"),
                (pl.col("played_month") > 0).alias("played"),
            ),
            ["card"],
            drafted.values,
        )
        # By anybody: of two copies one may stay in a hand.
        drafted.add(by_game.with_columns(pl.col("played").ceil()))
        in_play = rows.filter(pl.col("played_month") > 0)
        played.add(
            per_game(in_play.with_columns(pl.col("played_month").alias("month")),
                     ["card"], played.values)
        )
    frame = _deck(run).with_columns(pl.lit(run.games, dtype=pl.Int64).alias("games"))
    frame = frame.join(_group(run, drafted, "drafted", "played"), on="card", how="left")
    frame = frame.join(_group(run, played, "played", None), on="card", how="left")
    groups = ["drafted", "played"]
    if run.declares("passed") and run.has(run.table_with("passed"), arm):
        frame = frame.join(_offers(run, arm), on="card", how="left")
        groups += ["offered", "dealt"]
    frame = frame.with_columns(pl.col(f"{group}_games").fill_null(0) for group in groups)
    for share in ("drafted", "offered"):
        if share in groups:
            frame = frame.with_columns(
                share_columns(run, share, frame[f"{share}_games"], frame["games"])
            )
    return frame.filter(pl.col("in_deck") | (pl.col("drafted_games") > 0)).drop("in_deck")


def like_for_like(
    run: Run, arm: int, batch: tuple[int, int], cells: pl.DataFrame, results: Sequence[str] = ()
) -> pl.DataFrame:
    """Every draft with its ``adjusted`` wins in 100: less those of its cell, from `cell_means`."""
    import polars as pl

    rows = _drafts(run, arm, batch, results).join(cells, on=_cell(run), how="left")
    return rows.with_columns((100 * (pl.col("wins") - pl.col("cell"))).alias("adjusted"))


def _cell(run: Run) -> list[str]:
    """Drafts are alike by the same strategy, from the same place in turn order, in one month."""
    order = ["order"] if run.table_with("win_share").roles("order") else []
    return ["strategy", *order, "taken_month"]


def _drafts(
    run: Run, arm: int, batch: tuple[int, int], results: Sequence[str] = ()
) -> pl.DataFrame:
    cards = run.read(
        run.table_with("played_month"), arm, batch,
        ["game", "seat", "card", "taken_month", "played_month", *results],
    )
    return cards.join(seats_ahead(run, arm, batch), on=["game", "seat"])


def seats_ahead(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Every seat with its win share and how far its score is ``ahead`` of the others' mean."""
    import polars as pl

    table = run.table_with("win_share")
    who = [role for role in ("order", "strategy") if table.roles(role)]
    seats = run.read(table, arm, batch, ["game", "seat", *who, "win_share", "score"])
    score = pl.col("score").cast(pl.Float64)
    others = (score.sum().over("game") - score) / (pl.len().over("game") - 1)
    return seats.select(
        "game", "seat", *who,
        pl.col("win_share").alias("wins"), (score - others).alias("ahead"),
    )


def cell_means(run: Run, arm: int) -> pl.DataFrame:
    """The mean win share, ``cell``, of the drafts that are alike."""
    import polars as pl

    cell = _cell(run)
    cells: pl.DataFrame | None = None
    for batch in run.batches():
        part = _drafts(run, arm, batch).group_by(cell).agg(
            pl.col("wins").sum(), pl.len().cast(pl.Int64).alias("drafts")
        )
        cells = part if cells is None else (
            pl.concat([cells, part]).group_by(cell).agg(
                pl.col("wins").sum(), pl.col("drafts").sum()
            )
        )
    if cells is None:
        return pl.DataFrame(schema={**dict.fromkeys(cell, pl.Int8), "cell": pl.Float64})
    return cells.select(*cell, (pl.col("wins") / pl.col("drafts")).alias("cell"))


def _deck(run: Run) -> pl.DataFrame:
    import polars as pl

    cards = run.dim(run.column("card").dim)
    in_deck = pl.col("copies") > 0 if "copies" in cards.columns else pl.lit(True)
    extra = [name for name in ("number", "type", "source") if name in cards.columns]
    return cards.select(
        pl.col("id").alias("card"), pl.col("name").alias("label"), *extra,
        in_deck.alias("in_deck"),
    )


def _group(run: Run, sums: Sums, name: str, share: str | None) -> pl.DataFrame:
    """The means of one group of seats, each column with the group's name in front."""
    import polars as pl

    total = sums.total().with_columns(pl.col("card").cast(pl.Int64))
    alike: list[pl.Series] = []
    if name == "drafted":
        # With imagined games: a card drafted twice has no narrow interval.
        ends = looked_at(run.look, *paired_of(total, "adjusted", 100.0))
        alike = [
            pl.Series(f"drafted_adjusted_{end}", values, nan_to_null=True)
            for end, values in zip(("low", "high"), ends, strict=True)
        ]
    shares = [value for value in sums.values if value in ("wins", share)]
    frame = with_means(run, total, [value for value in sums.values if value not in shares])
    frame = with_shares(run, frame, shares)
    frame = frame.drop(f"{value}_n" for value in sums.values)
    keep = {"card", "played", "played_low", "played_high"}
    frame = frame.rename(
        {column: f"{name}_{column}" for column in frame.columns if column not in keep}
    )
    return frame.with_columns(alike)


def _offers(run: Run, arm: int) -> pl.DataFrame:
    """Games in which each card left the deck, and how the seats did to whom it was dealt."""
    import polars as pl

    table = run.table_with("passed")
    offered = Sums(run, ["card"], ["passed", "taken"])
    dealt = Sums(run, ["card"], ["wins", "ahead"])
    for batch in run.batches():
        rows = run.read(table, arm, batch, ["game", "card", "seat", "passed", "taker"])
        offered.add(
            per_game(
                rows.with_columns((pl.col("taker") >= 0).alias("taken")),
                ["card"], offered.values,
            )
        )
        hands = rows.filter(pl.col("seat") >= 0).select("game", "card", "seat")
        dealt.add(
            per_game(
                hands.join(seats_ahead(run, arm, batch), on=["game", "seat"]),
                ["card"], dealt.values,
            )
        )
    left = with_shares(run, with_means(run, offered.total(), ["passed"]), ["taken"])
    left = left.drop("passed_n", "taken_n").rename({"games": "offered_games"})
    return left.with_columns(pl.col("card").cast(pl.Int64)).join(
        _group(run, dealt, "dealt", None), on="card", how="left"
    )


def provenance(run: Run) -> dict[str, int]:
    """How many card rows are printed, partly printed and reconstructed."""
    if not run.declares("card"):
        return {}
    cards = _deck(run)
    if "source" not in cards.columns:
        return {}
    counted: dict[str, Any] = dict(
        cards.filter(cards["in_deck"]).group_by("source").len().iter_rows()
    )
    order = ("printed", "partial", "reconstructed")
    known = {word: int(counted.pop(word)) for word in order if word in counted}
    return known | {str(word): int(number) for word, number in sorted(counted.items())}
