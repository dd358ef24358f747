"""The betting board: results of bets in games (BET)."""

from __future__ import annotations

from itertools import product
from typing import Any

import polars as pl

from eoc_sim.analysis.eleven.matches import with_strategies
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import strategy_means, with_means

LINES, FILES = 5, 9
"""Numbers of lines and files, whose crossings are the places for tokens."""
SHAPES = ("space", "border", "point")
PAYOUTS = ("bet_one", "bet_two", "bet_four")
"""The switches that set the payout of each shape."""
STRATEGY_COLUMNS = ("bets", "stake", "paid", "gained", "hits")
PLACE_COLUMNS = ("placed", "on_token")


def is_on(run: Run) -> bool:
    """Return True if the run has betting and kept its bets."""
    bets = run.declaration.tables.get("bets")
    return bets is not None and run.rules.get("betting") == "on" and run.has(bets)


def shape_of(line: int, file: int) -> int:
    """Return a place's shape, as an index into `SHAPES`."""
    return line % 2 + file % 2


def spaces_of(line: int, file: int) -> list[tuple[int, int]]:
    """List the spaces under a place: rows and columns from 0."""
    rows = range(line // 2, (line + 1) // 2 + 1)
    columns = range(file // 2, (file + 1) // 2 + 1)
    return [*product(rows, columns)]


def board(run: Run) -> list[list[str]]:
    """Return the names of the spaces, row by row."""
    name = run.rules["bet_board"]
    rows = run.dim("bets").select("name", f"row_{name}", f"column_{name}").iter_rows()
    names = {(row, column): space for space, row, column in rows}
    return [[names[row, column] for column in range(1, 6)] for row in range(1, 4)]


def _winning_places(run: Run) -> pl.DataFrame:
    """List the places that win with each space."""
    name = run.rules["bet_board"]
    dim = run.dim("bets").select("id", f"row_{name}", f"column_{name}").iter_rows()
    space_by_position = {(row - 1, column - 1): space for space, row, column in dim}
    pairs = [
        (space_by_position[position], FILES * line + file)
        for line, file in product(range(LINES), range(FILES))
        for position in spaces_of(line, file)
    ]
    return pl.DataFrame(pairs, {"space": pl.Int64, "place": pl.Int64}, orient="row")


def places(run: Run) -> pl.DataFrame:
    """Tabulate every place on the board.

    Columns: place (9 times the line, plus the file), then won (in 100 weeks with a bet), back
    (mean payout per unit of money on a token there), placed (the percentage of bets that are there)
    and on_token (the manager's own money on a token there), each also with _low and _high, null if
    nobody bets.
    """
    all_places = pl.DataFrame({"place": range(LINES * FILES)}, {"place": pl.Int64})
    rules = run.rules
    shapes = [shape_of(*divmod(index, FILES)) for index in range(LINES * FILES)]
    payouts = pl.Series("payouts", [int(rules[PAYOUTS[shape]]) / 100 for shape in shapes])
    wins = with_means(run, run.total(wins_statistic(run)), ["won"])
    tokens = with_means(run, run.total(tokens_statistic(run)), PLACE_COLUMNS)
    frame = all_places
    for means in (wins, tokens):
        counts = [name for name in means.columns if name.endswith("_n")]
        frame = frame.join(means.drop("games", *counts), on="place", how="left")
    return frame.sort("place").with_columns(
        (pl.col(f"won{end}") * payouts).alias(f"back{end}") for end in ("", "_low", "_high")
    )


def wins_statistic(run: Run) -> Statistic:
    """Return the statistic of each place's wins, in weeks with bets."""
    winning_places = _winning_places(run)

    def read(batch: Any) -> pl.DataFrame:
        rows = batch.read(run.declaration.tables["bets"], 0, ["game"], ["week", "space"])
        weeks = rows.unique(["game", "week"]).with_columns(
            pl.col("space").cast(pl.Int64), (100 / pl.len().over("game")).alias("won")
        )
        wins_by_week = weeks.join(winning_places, on="space")
        wins = wins_by_week.group_by("game", "place", maintain_order=True).agg(pl.col("won").sum())
        return _at_all_places(wins, rows, "won")

    return Statistic(
        "wins of places on the betting board",
        ((run.declaration.tables["bets"], 0),),
        ("place",),
        ("won",),
        read,
    )


def tokens_statistic(run: Run) -> Statistic:
    """Return the statistic of the tokens' places and the money on them."""

    def read(batch: Any) -> pl.DataFrame:
        rows = batch.read(
            run.declaration.tables["bets"], 0, ["game"], ["line", "file", "stake"]
        ).select(
            "game",
            (pl.col("line").cast(pl.Int64) * FILES + pl.col("file")).alias("place"),
            pl.col("stake").cast(pl.Float64).alias("on_token"),
            (100 / pl.len().over("game")).alias("placed"),
        )
        tokens = rows.group_by("game", "place", maintain_order=True).agg(
            pl.col("placed").sum(), pl.col("on_token").mean()
        )
        return _at_all_places(tokens, rows, "placed")

    return Statistic(
        "tokens on the betting board",
        ((run.declaration.tables["bets"], 0),),
        ("place",),
        PLACE_COLUMNS,
        read,
    )


def _at_all_places(by_place: pl.DataFrame, bets: pl.DataFrame, value: str) -> pl.DataFrame:
    """Give each game with bets a row per place.

    ``value`` is 0 at places without a row in ``by_place``.
    """
    games = bets.select("game").unique(maintain_order=True)
    places = pl.DataFrame({"place": range(LINES * FILES)}, {"place": pl.Int64})
    return (
        games.join(places, how="cross")
        .join(by_place, on=["game", "place"], how="left", maintain_order="left")
        .with_columns(pl.col(value).fill_null(0.0))
    )


def by_strategy(run: Run) -> pl.DataFrame:
    """Tabulate a season's bets by strategy.

    Columns: strategy, label, games, then bets, stake (own money), paid, gained (paid minus stake)
    and hits (the percentage of bets that win), each also with _low and _high.
    """
    return strategy_means(run, strategies_statistic(run))


def strategies_statistic(run: Run) -> Statistic:
    """Return the statistic of each manager's bets in a season, by strategy."""

    def read(batch: Any) -> pl.DataFrame:
        rows = with_strategies(run, batch, "bets", ["stake", "paid"])
        return (
            rows.group_by("game", "seat", "strategy", maintain_order=True)
            .agg(
                pl.len().cast(pl.Float64).alias("bets"),
                pl.col("stake").sum().cast(pl.Float64),
                pl.col("paid").sum().cast(pl.Float64),
                (100.0 * (pl.col("paid") > 0).mean()).alias("hits"),
            )
            .with_columns((pl.col("paid") - pl.col("stake")).alias("gained"))
        )

    return Statistic(
        "bets by strategy",
        ((run.declaration.tables["bets"], 0), (run.table_with("win_share"), 0)),
        ("strategy",),
        STRATEGY_COLUMNS,
        read,
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return (
        [wins_statistic(run), tokens_statistic(run), strategies_statistic(run)]
        if is_on(run)
        else []
    )
