"""The smallest change that matters, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.strata import NEGLIGIBLE_SHARE
from eoc_sim.reports import words

if TYPE_CHECKING:
    from eoc_sim.analysis.headlines import VersionEffect
    from eoc_sim.analysis.tables import Run


def smallest_change_sentence(run: Run, strategies: pl.DataFrame | None = None) -> str:
    """State the smallest changes in wins and scores that matter.

    ``strategies`` are the rows of `compare.effects` by strategy. If not all seats of a strategy
    hold what was changed, a smaller change in its score matters. The sentence gives the smallest
    such change as an example.
    """
    wins, score = (words.smallest(run, metric) for metric in ("wins", "score"))
    if strategies is None or strategies.is_empty():
        return f"A change matters if it is at least {wins} or {score}."
    rows = strategies.filter(strategies["metric"] == "score").sort("smallest")
    minimum, declared = float(rows["smallest"][0]), float(run.words.smallest["score"])
    if minimum >= declared:
        return f"A change matters if it is at least {wins} or {score}."
    # Shares of seats below `NEGLIGIBLE_SHARE` count as that share.
    at_most = "at most " if minimum <= declared * NEGLIGIBLE_SHARE else ""
    return (
        f"A change in wins matters if it is at least {wins}. A change in scores matters if it is "
        f"at least {score} for those who hold what was changed or, for a strategy, at least "
        f"{score} multiplied by the share of its seats that hold it ({minimum:.2f} for "
        f"{rows['label'][0]}, where {at_most}{100 * minimum / declared:.0f} of 100 seats do)."
    )


def small_change_caveat(run: Run, effect: VersionEffect) -> str:
    """Return a caveat if a change may be too small to matter.

    Return "" for a notable change.
    """
    if effect.finding.notable:
        return ""
    if effect.metric == "wins":
        minimum = words.smallest(run, "wins")
    else:
        size = f"{effect.finding.smallest:.2f}".removesuffix(".00")
        minimum = f"{size} {run.words.score[size != '1']}"
    return f", a change that may be less than {minimum}"
