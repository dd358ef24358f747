"""What a page says first of the data family: which of its findings hold for other numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis import family
from eoc_sim.analysis.stats import UNDECIDED
from eoc_sim.reports import words
from eoc_sim.reports.findings import Findings, Verdict
from eoc_sim.simulator.runs.family import ENOUGH

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.tables import Run

ABOUT = "Other data"
MOST = 5
"""Findings that are named."""
UNASKED = (
    "Most numbers of this game are reconstructed. The same command with --family 50 says which "
    "findings hold for others as plausible."
)


def verdicts(page: Findings) -> list[Verdict]:
    """How many findings of a run are robust, or how to know; nothing of a game without a family."""
    return verdicts_of([page.run], lambda _: page.own(family.robustness))


def verdicts_of(
    runs: Sequence[Run], robustness: Callable[[Run], pl.DataFrame]
) -> list[Verdict]:
    """The same of several runs together; ``robustness`` is `family.robustness`."""
    if not any(ENOUGH in run.record for run in runs):
        return []
    asked = [run for run in runs if family.was_asked(run)]
    if not asked:
        return [Verdict(ABOUT, (UNASKED,))]
    return [Verdict(ABOUT, tuple(lines([robustness(run) for run in asked])))]


def lines(found: Sequence[pl.DataFrame]) -> list[str]:
    """How many findings are robust, and the first of these by name."""
    rows = [row for frame in found for row in frame.iter_rows(named=True)]
    if not rows:
        return ["Nothing is shown to differ, so there is no finding that could be robust."]
    of = {
        verdict: [row for row in rows if row["verdict"] == verdict]
        for verdict in (family.ROBUST, family.NOT_ROBUST, UNDECIDED)
    }
    members = rows[0]["members"]
    few = (
        f" Of fewer than {family.LEAST_MEMBERS} members nothing is robust."
        if members < family.LEAST_MEMBERS else ""
    )
    said = [
        f"Over {words.count(members)} members of the data family, of "
        f"{words.count(len(rows))} findings: {words.count(len(of[family.ROBUST]))} robust, "
        f"{words.count(len(of[family.NOT_ROBUST]))} not robust, "
        f"{words.count(len(of[UNDECIDED]))} not decided.{few}"
    ]
    names = list(dict.fromkeys(
        ", ".join(filter(None, (row["what"], row["label"]))) for row in of[family.ROBUST]
    ))
    if names:
        more = len(names) - MOST
        listed = words.listed([*names[:MOST], *([f"{more} more"] if more > 0 else [])])
        said.append(f"Robust: {listed}.")
    return said
