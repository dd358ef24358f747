"""When EC come, are spent and are lost, month by month, and how the dice are taken.

Means per seat and game; alone against the Bubba Bot he has no seat here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis.tables import PLANNED, Run, Sums, with_means, with_shares

if TYPE_CHECKING:
    import polars as pl

ALL = "all"
MONTHS = 12
FLOWS = ("received", "spent", "wasted")
"""What happens to EC in a month: they come to the mat, are paid or sent away, are lost."""
_SPENT = "ec_spent_"
ONE = "one"
"""A group that all games are in."""


def has_envelopes(run: Run, arm: int = 0) -> bool:
    """Whether the tables months and dice were kept."""
    return all(run.has(run.declaration.tables[name], arm) for name in ("months", "dice"))


def flows(run: Run, arm: int = 0) -> pl.DataFrame:
    """A row for each strategy (or "all") and month: strategy, month, games and `FLOWS`.

    EC per seat that the strategy played, mean over games: ``received`` as they come to the mat,
    from dice, the calendar, bets and effects; ``spent`` for anything, runners included;
    ``wasted`` at the end of the turn. Each has _low and _high: t intervals by game.

    Raises:
        Missing: months or seats were not kept.
    """
    import polars as pl

    table = run.declaration.tables["months"]
    run.require(table, run.table_with("win_share"), arm=arm)
    spent = [column.name for column in table if column.name.startswith(_SPENT)]
    sums = _Both(run, ["month"], FLOWS)
    for batch in run.batches():
        rows = run.read(
            table, arm, batch, ["game", "seat", "month"],
            ["ec_received", "ec_wasted", "ec_sent", *spent],
        ).select(
            "game", "seat", "month", pl.col("ec_received").alias("received"),
            pl.sum_horizontal(pl.col("ec_sent", *spent).cast(pl.Int32)).alias("spent"),
            pl.col("ec_wasted").alias("wasted"),
        )
        sums.add(rows.join(_players(run, arm, batch), on=["game", "seat"]))
    return with_means(run, sums.total(), FLOWS).drop(f"{value}_n" for value in FLOWS)


def dice_by_colour(run: Run, arm: int = 0) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The dice by colour: what EC come from them in each month, and how they are taken.

    The first has a row for each strategy (or "all"), month and colour: ``ec``, the EC of dice
    that come to the mat in the month, per seat and game. The second one for each month of a roll:
    ``full``, of 100 dice taken those at full value, mean over the games in which any was taken.
    Both have _low and _high, by game: t, and Wilson of the effective number of games. What never
    came has no row.

    Raises:
        Missing: dice or seats were not kept.
    """
    import polars as pl

    table = run.declaration.tables["dice"]
    run.require(table, run.table_with("win_share"), arm=arm)
    coming = _Both(run, ["month", "colour"], ("ec",), is_whole=True)
    taken = _Both(run, ["month", "colour"], ("full",))
    for batch in run.batches():
        rows = run.read(
            table, arm, batch, ["game", "seat", "month", "target_month"], ["colour", "mode", "ec"]
        )
        players = _players(run, arm, batch)
        rows = rows.join(players, on=["game", "seat"])
        coming.add(
            rows.select(
                "game", "strategy", pl.col("target_month").alias("month"), "colour", "ec"
            ),
            players,
        )
        taken.add(rows.with_columns((pl.col("mode").cast(pl.String) == "full").alias("full")))
    return (
        with_means(run, coming.total(), ["ec"]).drop("ec_n"),
        with_shares(run, taken.total(), ["full"]).drop("full_n"),
    )


class _Both:
    """Sums by strategy and over all of them.

    A game's value is the mean of its rows; with ``is_whole`` the sum of its rows by the seats that
    the strategy played in it, 0 in a game without a row.
    """

    def __init__(
        self, run: Run, by: Sequence[str], values: Sequence[str], is_whole: bool = False
    ) -> None:
        named = run.dim(run.column("strategy").dim)
        names = zip(named["id"], named["name"], strict=True)
        self._names = {number: name for number, name in names if name != run.words.automaton}
        self._values = values
        groups: tuple[list[str], ...] = ([], ["strategy"])
        self._sums = [(group, Sums(run, [*group, *by], values)) for group in groups]
        self._games = [(group, Sums(run, [*group, ONE], ["played"])) for group in groups]
        self._is_whole = is_whole

    def add(self, rows: pl.DataFrame, players: pl.DataFrame | None = None) -> None:
        """Add a batch of rows with game, strategy (its id), the groups and the values.

        ``players``, the seats of these games, are needed where sums are asked for.
        """
        import polars as pl

        mine = pl.col("strategy").is_in(list(self._names))
        own = rows.filter(mine)
        for (group, sums), (_, games) in zip(self._sums, self._games, strict=True):
            values = [pl.col(value).cast(pl.Float64) for value in self._values]
            by = list(dict.fromkeys(["game", *sums.by]))
            if not self._is_whole:
                sums.add(own.group_by(by).agg(value.mean() for value in values))
                continue
            assert players is not None
            seats = players.filter(mine).group_by("game", *group).agg(
                pl.len().alias("seats"), pl.lit(0).first().alias(ONE),
                pl.lit(1.0).first().alias("played"),
            )
            games.add(seats)
            sums.add(
                own.group_by(by).agg(value.sum() for value in values)
                .join(seats, on=["game", *group])
                .with_columns(pl.col(value) / pl.col("seats") for value in self._values)
            )

    def total(self) -> pl.DataFrame:
        """The sums with the strategies' names, those of all first."""
        import polars as pl

        whole, each = (
            self._with_games(group, sums.total(), games)
            for (group, sums), (_, games) in zip(self._sums, self._games, strict=True)
        )
        named = pl.col("strategy").cast(pl.Int64).replace_strict(
            self._names, return_dtype=pl.String
        )
        whole = whole.with_columns(pl.lit(ALL).alias("strategy"))
        return pl.concat([whole, each.with_columns(named).select(whole.columns)])

    def _with_games(self, group: list[str], total: pl.DataFrame, games: Sums) -> pl.DataFrame:
        """Of sums: the games without a row counted as well, each with 0."""
        import polars as pl

        if not self._is_whole:
            return total
        number = games.total()
        counts = {"games": "games"} | {
            f"{part}{value}_n": f"{part}played_n"
            for value in self._values for part in ("", PLANNED) if f"{part}played_n" in number
        }
        number = number.select(
            *group, ONE, *(pl.col(of).alias(f"all_{name}") for name, of in counts.items())
        )
        return total.with_columns(pl.lit(0).alias(ONE)).join(number, on=[*group, ONE]).with_columns(
            *(pl.col(f"all_{name}").alias(name) for name in counts),
            *(pl.min_horizontal(f"{value}_least", 0.0).alias(f"{value}_least")
              for value in self._values),
        ).drop(ONE, *(f"all_{name}" for name in counts))


def _players(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Who played each seat: game, seat and the id of the strategy."""
    return run.read(run.table_with("win_share"), arm, batch, ["game", "seat", "strategy"])
