"""The first screen's sentences about findings that hold for other data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis import family
from eoc_sim.analysis.stats import UNDECIDED
from eoc_sim.reports import words
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.simulator.runs.family import DATA_FAMILY

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

OTHER_DATA = "Other data"
MAX_NAMED = 3
"""The maximum number of findings that are named."""
FAMILY_HINT = "The same command with --family 50 shows in how many {} each finding holds."


def verdicts(page: Findings) -> list[Verdict]:
    """Count a run's robust findings, or explain how to find them.

    The list is empty for a game without a family.
    """
    return verdicts_of([page.run], lambda _: page.result_of(family.robustness))


def verdicts_of(runs: Sequence[Run], robustness: Callable[[Run], pl.DataFrame]) -> list[Verdict]:
    """Count the robust findings of several runs combined.

    ``robustness`` computes `family.robustness` of a run, or returns its stored result.
    """
    with_family = [run for run in runs if DATA_FAMILY in run.record]
    if not with_family:
        return []
    _, plural = family.noun(with_family[0])
    with_members = [run for run in with_family if family.has_members(run)]
    if not with_members:
        guesses = with_family[0].record[DATA_FAMILY]["guesses"]
        line = f"{guesses} {FAMILY_HINT.format(plural)}"
        return [Verdict(OTHER_DATA, (line,), is_background=True)]
    frames = [robustness(run) for run in with_members]
    return [Verdict(OTHER_DATA, tuple(lines(frames, with_members[0])))]


def lines(frames: Sequence[pl.DataFrame], run: Run) -> list[str]:
    """Count robust findings, and the members in which the strongest hold."""
    rows = [row for frame in frames for row in frame.iter_rows(named=True)]
    if not rows:
        return ["No difference was found, so there is no finding that could be robust."]
    # The undecided findings come last, because their count is followed by the reasons.
    by_verdict = {
        verdict: [row for row in rows if row["verdict"] == verdict]
        for verdict in (family.ROBUST, family.NOT_ROBUST, UNDECIDED)
    }
    members, noun = rows[0]["members"], family.noun(run)
    member_words = f"{words.count(members)} {noun[members != 1]}"
    counts = ", ".join(
        f"{words.count(len(verdict_rows))} {verdict}"
        for verdict, verdict_rows in by_verdict.items()
    )
    shortfall = shortfall_words(rows, run)
    result = [
        f"{words.count(len(rows))} {'finding' if len(rows) == 1 else 'findings'} over "
        f"{member_words}: {counts}{f' ({shortfall})' if shortfall else ''}. "
        f"{meaning(members, noun[1])}"
    ]
    strongest = sorted(rows, key=lambda row: -row["strength"])
    result += [
        f"{_name(row, run)} holds in {row['holds']} of {member_words}: {row['verdict']}."
        for row in strongest[:MAX_NAMED]
    ]
    if len(rows) > MAX_NAMED:
        result[-1] += f" {len(rows) - MAX_NAMED} more in the report."
    return result


def shortfall_words(rows: Sequence[Mapping[str, Any]], run: Run) -> str:
    """Count findings that need more games or members; "" if none do."""
    _, plural = family.noun(run)
    endings = {
        family.MORE_GAMES: "games: --family-games",
        family.MORE_MEMBERS: f"{plural}: --family",
    }
    if rows and rows[0]["members"] >= run.record[DATA_FAMILY]["members"]:
        endings[family.MORE_MEMBERS] = f"{plural}, but there are no more"
    numbers = {need: sum(row["wants"] == need for row in rows) for need in endings}
    return "; ".join(
        f"{words.count(number)} {'needs' if number == 1 else 'need'} more {endings[need]}"
        for need, number in numbers.items()
        if number
    )


def meaning(members: int, plural: str) -> str:
    """Explain what robust means for this number of members."""
    required = family.required_members(members)
    claim = (
        f"holds in at least {family.MIN_MEMBERS:g} of 100 {plural}, with "
        f"{100 * family.CONFIDENCE:g} % confidence"
    )
    if required is None:
        return (
            f"Robust means that a finding {claim}; fewer than {family.fewest_members()} {plural} "
            "cannot show that."
        )
    minimum = f"in all {members}" if required == members else f"in at least {required} of {members}"
    return f"A robust finding holds {minimum}, which shows that it {claim}."


def _name(row: Mapping[str, Any], run: Run) -> str:
    """State a finding's subject and size."""
    about = ", ".join(filter(None, (row["what"], row["label"])))
    return f"{about}, {row['value']:+.1f} {family.in_words(row['metric'], run.words.score[1])},"
