"""Worth of tokens, placements and VPs by round, from a run's twins."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import ALL, MEASURES, TwinMeans, changes

if TYPE_CHECKING:
    from collections.abc import Mapping

GIVEN, ELSEWHERE, DENIED = "tokens given", "VP elsewhere", "VP denied"
"""Kinds of twins, as named in the table of twins."""
VALUES = (*MEASURES, "margin")
PLACED = {
    "spaces": ("space",),
    "rounds": ("round",),
    "states": ("state",),
    "spaces_by_round": ("space", "round"),
    "spaces_by_state": ("space", "state"),
    "choices": ("space", "other_space"),
}
"""Columns that group placements, by name of the metric table."""


def has_timing(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins change tokens, placements or VPs."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(kind in (GIVEN, ELSEWHERE, DENIED) for kind, *_ in entries) and run.has(
        run.table_with("twin"), arm
    )


class Timing:
    """The twins of one version of a run.

    Raises `MissingResults` if it has none. All frames have one row per strategy of the twin's
    owner, "all" first, with the columns strategy, games (with such a twin), and score, wins (in
    100), margin (points ahead of the best other), others_score and others_wins (the mean of all
    others). Each of these is the result with the thing minus that without, and has _low and _high,
    and _all_low and _all_high, which hold jointly for the rows of a strategy; verdict and
    more_games judge the wins by the latter. The column ``round`` names spans of rounds
    (`spans.NAMES`).
    """

    def __init__(self, run: Run, arm: int = 0) -> None:
        if not has_timing(run, arm):
            raise MissingResults(
                "This run has no twins of tokens and VPs: eoc-sim timing plays some."
            )
        self._table = run.table_with("twin")
        run.require(self._table, arm=arm)
        self._run = run
        self._arm = arm

    @cached_property
    def _means(self) -> Mapping[str, TwinMeans]:
        """Sums from one pass, by name of their table."""
        run = self._run
        of_placements = {
            name: TwinMeans(run, by, VALUES, judged=True) for name, by in PLACED.items()
        }
        tokens = TwinMeans(run, ("token", "round"), VALUES, judged=True)
        bought = TwinMeans(run, ("vp", "round"), VALUES, judged=True)
        bought_at_all = TwinMeans(run, ("vp",), VALUES, judged=True)
        columns = ["space", "other_space", "state", "token", "vp", "margin"]
        for batch in run.batches():
            rows = changes(run, self._arm, batch, ["game", "twin", "month"], columns)
            rows = rows.with_columns(
                pl.col("twin").cast(pl.String), spans.span("month").alias("round")
            )
            tokens.add(rows.filter(pl.col("twin") == GIVEN))
            # If all free bonus spaces are on one action space, there is no next choice.
            placed = rows.filter(
                pl.col("twin") == ELSEWHERE, pl.col("space") != pl.col("other_space")
            )
            for means in of_placements.values():
                means.add(placed)
            for means in (bought, bought_at_all):
                means.add(rows.filter(pl.col("twin") == DENIED))
        return {**of_placements, "tokens": tokens, "vps": bought, "vps_at_all": bought_at_all}

    def tokens(self) -> pl.DataFrame:
        """Return the effect of one more token as a round starts.

        The first columns are token and round.
        """
        return self._named("tokens")

    def placements(self, by: str) -> pl.DataFrame:
        """Return a VP's effect against its owner's next choice of space.

        ``by`` is a key of `PLACED`, which lists the first columns: space and other_space (where the
        twin places it) by name, round, state of the space's bonus tokens. A positive margin means
        that the owner's own choice was better.
        """
        return self._named(by)

    def vps(self) -> pl.DataFrame:
        """Return the effect of buying the third or fourth VP.

        The comparison is with being denied the VP in that round. The first columns are vp and round
        ("all" for any round).
        """
        at_all = self._named("vps_at_all").with_columns(round=pl.lit(ALL))
        by_round = self._named("vps")
        return pl.concat([at_all.select(by_round.columns), by_round])

    def _named(self, name: str) -> pl.DataFrame:
        """Name the rows of a table, in the game's order."""
        means = self._means[name]
        spaces = dict(zip(*self._run.dim("spaces").select("id", "name"), strict=True))
        words = {
            "space": spaces,
            "other_space": spaces,
            "round": dict(enumerate(spans.NAMES)),
            "token": dict(enumerate(self._table["token"].values)),
        }
        states = tuple(self._table["state"].kind)
        order = [
            pl.col(column)
            .cast(pl.String)
            .replace_strict(states, range(len(states)), return_dtype=pl.Int64)
            if column == "state"
            else pl.col(column)
            for column in means.by
        ]
        return (
            means.frame()
            .sort(pl.col("strategy") != ALL, "strategy", *order, maintain_order=True)
            .with_columns(
                pl.col(column).cast(pl.Int64).replace_strict(words[column], return_dtype=pl.String)
                for column in means.by
                if column in words
            )
        )

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all metric tables by name, as they are written."""
        return {
            "tokens": self.tokens(),
            "vps": self.vps(),
            **{f"placements_{name}": self.placements(name) for name in PLACED},
        }
