"""Worth of tokens, placements and VPs by round, from a run's twins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.component_twins import has_twins
from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.timing_twins import TimingTwins
from eoc_sim.analysis.twin_means import ALL

if TYPE_CHECKING:
    from collections.abc import Mapping

GIFT, ELSEWHERE, DENIED = "tokens given", "VP elsewhere", "VP denied"
"""Kinds of twins, as named in the table of twins."""
PLACEMENTS = {
    "spaces": ("space",),
    "rounds": ("round",),
    "states": ("state",),
    "spaces_by_round": ("space", "round"),
    "spaces_by_state": ("space", "state"),
    "choices": ("space", "other_space"),
}
"""Columns that group placements, by the name of the metric table."""
KINDS = (GIFT, ELSEWHERE, DENIED)
_PLACED_ELSEWHERE = (pl.col("twin") == ELSEWHERE) & (pl.col("space") != pl.col("other_space"))
"""Twins that move a VP to another space.

A VP cannot move if all free bonus spaces belong to one action space.
"""
GROUPS = {
    **{name: (_PLACED_ELSEWHERE, by) for name, by in PLACEMENTS.items()},
    "tokens": (pl.col("twin") == GIFT, ("token", "round")),
    "vps": (pl.col("twin") == DENIED, ("vp", "round")),
    "vps_at_all": (pl.col("twin") == DENIED, ("vp",)),
}
"""For each metric table, which twins count and which columns group them."""


def has_timing(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins change tokens, placements or VPs."""
    return has_twins(run, KINDS, arm)


class Timing(TimingTwins):
    """The twins of tokens, placements and VPs in a version.

    The column ``round`` names spans of rounds (`spans.NAMES`).
    """

    KINDS = KINDS
    SUBJECT = "tokens and VPs"
    COLUMNS = ("space", "other_space", "state", "token", "vp")
    GROUPS = GROUPS

    def rows(self, batch: Batch) -> pl.DataFrame:
        """Read a batch's twins, with the span of each round."""
        return super().rows(batch).with_columns(spans.span("round").alias("round"))

    def words(self) -> Mapping[str, Mapping[int, str]]:
        """Return the names of spaces, spans of rounds and tokens."""
        spaces = dict(zip(*self._run.dim("spaces").select("id", "name"), strict=True))
        return {
            "space": spaces,
            "other_space": spaces,
            "round": dict(enumerate(spans.NAMES)),
            "token": dict(enumerate(self._table["token"].values)),
        }

    def order(self, column: str) -> pl.Expr:
        """Sort states as the table of twins lists them."""
        key = super().order(column)
        if column != "state":
            return key
        states = tuple(self._table["state"].kind)
        return key.cast(pl.String).replace_strict(states, range(len(states)), return_dtype=pl.Int64)

    def tokens(self) -> pl.DataFrame:
        """Return the effect of one more token as a round starts.

        The first columns are token and round.
        """
        return self._name_rows("tokens")

    def placements(self, by: str) -> pl.DataFrame:
        """Compare the effects of a VP on its space and on another.

        The other space is the owner's second choice. ``by`` is a key of `PLACEMENTS`, which lists
        the first columns: space and other_space (the names of the VP's spaces in the game and in
        the twin), round, and state (of the space's bonus tokens). A positive effect means that the
        owner's own choice was better.
        """
        return self._name_rows(by)

    def vps(self) -> pl.DataFrame:
        """Return the effect of buying the third or fourth VP.

        The twin denies the buyer the VP from the round of its purchase onwards. The first columns
        are vp and round ("all" for any round).
        """
        at_all = self._name_rows("vps_at_all").with_columns(round=pl.lit(ALL))
        by_round = self._name_rows("vps")
        return pl.concat([at_all.select(by_round.columns), by_round])

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all metric tables by the names of their files."""
        return {
            "tokens": self.tokens(),
            "vps": self.vps(),
            **{f"placements_{name}": self.placements(name) for name in PLACEMENTS},
        }
