"""The map of a run, and recruits signed by state and region."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, with_means, with_shares, with_zeros


@dataclass(frozen=True)
class MapPlace:
    """A place on the map; ``kind`` is state, circle or headquarters.

    ``x`` runs from 0 in the west to 100 in the east, ``y`` from 0 in the north to 60 in the south.
    """

    name: str
    kind: str
    code: str
    regions: tuple[str, ...]
    source: str
    x: float
    y: float


@dataclass(frozen=True)
class Country:
    """The current rules' map; ``trails`` are pairs of indexes into ``places``."""

    places: tuple[MapPlace, ...]
    trails: tuple[tuple[int, int], ...]
    trail_sources: tuple[str, ...]

    @property
    def states(self) -> list[MapPlace]:
        """The places with recruits."""
        return [place for place in self.places if place.kind == "state"]

    def sources(self) -> dict[str, list[str]]:
        """List the kinds of things on the map, by their source.

        If only some things of a kind have that source, the entry reads like "8 of 32 states".
        """
        phrases: dict[str, list[str]] = {}
        kinds = {
            "states": [place.source for place in self.states],
            "circles": [place.source for place in self.places if place.kind == "circle"],
            "headquarters": [place.source for place in self.places if place.kind == "headquarters"],
            "trails": list(self.trail_sources),
        }
        for kind, sources in kinds.items():
            for source in sorted(set(sources)):
                number = sources.count(source)
                words = kind if number == len(sources) else f"{number} of {len(sources)} {kind}"
                phrases.setdefault(source, []).append(words)
        return phrases


def country(run: Run) -> Country | None:
    """Return the current rules' map; None if the run kept none."""
    places, trails = run.dim("places"), run.dim("trails")
    if "code" not in places.columns or "start" not in trails.columns:
        return None
    return Country(
        tuple(
            MapPlace(
                row["name"],
                row["kind"],
                row["code"],
                tuple(row["regions"].split()),
                row["source"],
                row["x"],
                row["y"],
            )
            for row in places.iter_rows(named=True)
        ),
        tuple(trails.select("start", "end").rows()),
        tuple(trails["source"]),
    )


def state_table(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate signings by state, with their month and competition.

    Columns: label, regions, spots, games, signed (per spot in 100 games), signed_games (in which at
    least one was signed), then month, contested (how many of 100 recruits signed had another
    player's package) and stars; signed and the last three also have _low and _high. A state's
    recruits in one game count once, with their mean.
    """
    table = run.table_with("place")
    values = ("signed", "month", "contested", "stars")
    spots = _spots(run)

    def read(batch: Batch) -> pl.DataFrame:
        rows = batch.read(table, arm, ["game"], ["spot", "month", "stars", "rivals"])
        rows = rows.with_columns(pl.col("spot").cast(pl.Int64)).join(spots, on="spot")
        return rows.group_by("game", "label").agg(
            (pl.len() / pl.col("spots").first()).alias("signed"),
            pl.col("month").mean(),
            (pl.col("rivals") > 0).mean().alias("contested"),
            pl.col("stars").mean(),
        )

    name = f"signings by state, version {arm}"
    signings = run.total(Statistic(name, ((table, arm),), ("label",), values, read))
    states = spots.group_by("label", maintain_order=True).agg(
        pl.col("regions").first(), pl.col("spots").first()
    )
    total = states.join(signings, on="label", how="left", maintain_order="left")
    total = with_zeros(run, total.rename({"games": "signed_games"}), ["signed"]).with_columns(
        pl.col("signed_games").fill_null(0)
    )
    rates = with_means(run, with_shares(run, total, ["signed", "contested"]), ["month", "stars"])
    return rates.with_columns(pl.lit(run.games, dtype=pl.Int64).alias("games")).drop(
        f"{value}_n" for value in values
    )


def _spots(run: Run) -> pl.DataFrame:
    """Return each spot's state (``label``), and the state's regions and spot count."""
    return run.dim("spots").select(
        pl.col("id").alias("spot"),
        pl.col("state").alias("label"),
        "regions",
        pl.len().over("state").cast(pl.Int64).alias("spots"),
    )


def region_names(run: Run) -> list[str]:
    """List the regions on the map, in the order of dims/regions."""
    regions_used = {region for regions in run.dim("spots")["regions"] for region in regions.split()}
    return [name for name in run.dim("regions")["name"] if name in regions_used]


def spot_shares(run: Run) -> list[float]:
    """Return each region's share of 100 spots.

    A border spot counts as half a spot for each region. The order is that of `region_names`.
    """
    spots = run.dim("spots")["regions"]
    return [
        100
        / len(spots)
        * sum(1 / len(regions.split()) for regions in spots if name in regions.split())
        for name in region_names(run)
    ]


def region_shares(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate each strategy's recruits by region, per 100 signed.

    Columns: strategy, label, games (in which it signed any recruits), and region_0 and so on, one
    for each of `region_names`, with _low and _high. A recruit of a border state counts as one half
    for each of its regions; all of a strategy's seats in one game count together.
    """
    table, seats = run.table_with("place"), run.table_with("win_share")
    names = region_names(run)
    columns = tuple(f"region_{index}" for index in range(len(names)))
    regions = pl.col("regions").str.split(" ")
    spots = _spots(run).with_columns(
        (100.0 * regions.list.contains(name) / regions.list.len()).alias(column)
        for name, column in zip(names, columns, strict=True)
    )

    def read(batch: Batch) -> pl.DataFrame:
        owners = batch.read(seats, arm, ["game", "seat", "strategy"])
        rows = batch.read(table, arm, ["game", "seat"], ["spot"])
        rows = rows.with_columns(pl.col("spot").cast(pl.Int64)).join(spots, on="spot")
        return rows.join(owners, on=["game", "seat"])

    name = f"regions of recruits, version {arm}"
    total = run.total(Statistic(name, ((table, arm), (seats, arm)), ("strategy",), columns, read))
    shares = with_means(run, total, columns).drop(f"{column}_n" for column in columns)
    return add_labels(run, shares, seats.role("strategy"), "strategy")
