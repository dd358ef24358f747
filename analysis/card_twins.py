"""What a card brings once it is paid for, from twins with a part of it, or all, off.

A twin is its game up to the moment in which the card is put into play, and has the same shuffles
and dice after it; so game less twin is what was off, and nothing else. Whoever plays the card has
paid for it in both: its price and its place are not in these numbers, so no verdict rests on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.tables import Missing, Run, Sums, with_means
from eoc_sim.analysis.worth import with_worth

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

ALL = "all"
MEASURES = ("score", "wins", "others_score", "others_wins")
FEWEST_GAMES = 10
"""Games with a twin below which no value is given."""
_TWIN = "card "


def has_card_twins(run: Run, arm: int = 0) -> bool:
    """Whether cards were among what the run's twins have otherwise."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(str(kind).startswith(_TWIN) for kind, *_ in entries) and run.has(
        run.table_with("twin"), arm
    )


def parts_off(run: Run) -> list[str]:
    """What of a card is off in twins, as the game declares it; ``both`` is the last."""
    kinds = [str(kind) for kind in run.column("twin").kind]
    return [kind.removeprefix(_TWIN) for kind in kinds if kind.startswith(_TWIN)]


def card_twins(run: Run, arm: int = 0) -> pl.DataFrame:
    """A row for each card, each of `parts_off`, and each strategy that played it or "all".

    Columns: card (id), label, off, strategy, games (with a twin); score and wins (in 100) of
    whoever put the card into play (of several copies the first), others_score and others_wins (the
    mean of all other seats). Each value is game less twin, has _low and _high, and _all_low and
    _all_high, which hold together for all cards and all parts under a strategy. Null below
    `FEWEST_GAMES` games. Cards that have no twin have no row.

    Raises:
        Missing: the run has no such twins, or no finished games.
    """
    import polars as pl

    if not has_card_twins(run, arm):
        raise Missing("This run has no twins of cards: eoc-sim cards plays some.")
    run.require(run.table_with("twin"), arm=arm)
    sums = {by: Sums(run, list(by), MEASURES) for by in (("card", "off"), _BY_STRATEGY)}
    for batch in run.batches():
        rows = _changes(run, arm, batch)
        for by, one in sums.items():
            # Of a schedule in cycles a game may have the same twin twice.
            one.add(rows.group_by("game", *by).agg(pl.col(MEASURES).mean()))
    every = _with_intervals(run, sums["card", "off"].total().with_columns(strategy=pl.lit(ALL)))
    names = run.dim(run.column("strategy").dim).select(
        pl.col("id").alias("number"), pl.col("name").alias("strategy")
    )
    single = sums[_BY_STRATEGY].total().with_columns(pl.col("number").cast(pl.Int64))
    single = single.join(names, on="number", how="left").drop("number")
    parts = [every]
    for strategy in names["strategy"]:
        mine = single.filter(pl.col("strategy") == strategy)
        if mine.height:
            parts.append(_with_intervals(run, mine))
    cards = run.dim(run.card_column.dim).select(
        pl.col("id").alias("card"), pl.col("name").alias("label")
    )
    order = pl.col("off").replace_strict({off: place for place, off in enumerate(parts_off(run))})
    return (
        pl.concat(part.select(sorted(part.columns)) for part in parts)
        .with_columns(pl.col("card").cast(pl.Int64))
        .join(cards, on="card", how="left")
        .sort(pl.col("strategy") != ALL, "strategy", "card", order)
        .select("card", "label", "off", "strategy", "games", *_value_columns())
    )


_BY_STRATEGY = ("card", "off", "number")


def _value_columns() -> list[str]:
    ends = ("", "_low", "_high", "_all_low", "_all_high")
    return [f"{measure}{end}" for measure in MEASURES for end in ends]


def _changes(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Each card twin of a batch: game, card, off, number (of the strategy) and `MEASURES`."""
    import polars as pl

    table = run.table_with("twin")
    seats = run.players + (run.words.automaton in run.dim(run.column("strategy").dim)["name"])
    score = [column.name for column in table.roles("score_change")][:seats]
    share = [column.name for column in table.roles("win_share_change")][:seats]
    rows = run.read(
        table, arm, batch, ["game", "twin", "seat", "strategy", "card"], [*score, *share]
    ).filter(pl.col("card") >= 0)
    own = np.arange(rows.height), rows["seat"].to_numpy().astype(int)
    columns = []
    for name, one, scale in (("score", score, 1.0), ("wins", share, 100.0)):
        values = scale * rows.select(one).to_numpy().astype(float).reshape(rows.height, seats)
        others = (values.sum(axis=1) - values[own]) / max(seats - 1, 1)
        columns += [pl.Series(name, values[own]), pl.Series(f"others_{name}", others)]
    return rows.select(
        "game", "card", pl.col("twin").cast(pl.String).str.strip_prefix(_TWIN).alias("off"),
        pl.col("strategy").alias("number"),
    ).with_columns(columns)


def _with_intervals(run: Run, total: pl.DataFrame) -> pl.DataFrame:
    """Means with intervals each by itself, and all rows together; empty where games are few."""
    import polars as pl

    judged = int((total["games"] >= FEWEST_GAMES).sum())
    each = with_means(run, total, MEASURES)
    together = with_means(run, total, MEASURES, tests=judged)
    found = each.drop(f"{measure}_n" for measure in MEASURES).with_columns(
        together[f"{measure}_{end}"].alias(f"{measure}_all_{end}")
        for measure in MEASURES for end in ("low", "high")
    )
    return found.with_columns(
        pl.when(pl.col("games") >= FEWEST_GAMES).then(pl.col(name)) for name in _value_columns()
    )


def beside(run: Run, found: pl.DataFrame, twins: pl.DataFrame) -> pl.DataFrame:
    """The card table ``found`` with what `card_twins` say of all strategies together.

    Columns such as twin_both_wins, twin_both_wins_low; twin_games are those with both off.
    """
    import polars as pl

    over_all = twins.filter(pl.col("strategy") == ALL)
    for off in parts_off(run):
        part = over_all.filter(pl.col("off") == off)
        names = {name: f"twin_{off}_{name}" for name in ("games", *_value_columns())}
        found = found.join(
            part.select("card", *names).rename(names), on="card", how="left"
        ).with_columns(pl.col(f"twin_{off}_games").fill_null(0))
    return found


def whole_card_table(run: Run) -> tuple[pl.DataFrame, pl.DataFrame | None]:
    """All that is known of each card, a row a card; and `card_twins`, if the run has any.

    Raises:
        Missing: a table that it needs was not kept.
    """
    found = with_worth(run, card_table(run))
    if not (run.declares("twin") and has_card_twins(run)):
        return found, None
    twins = card_twins(run)
    return beside(run, found, twins), twins


def write_metrics(found: pl.DataFrame, twins: pl.DataFrame, folder: Path) -> None:
    """Write the card table, and that of the twins, into a folder."""
    folder.mkdir(exist_ok=True)
    found.write_parquet(folder / "cards.parquet")
    twins.write_parquet(folder / "cards_twins.parquet")
