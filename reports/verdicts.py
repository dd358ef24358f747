"""A run's findings in plain sentences."""

from __future__ import annotations

from eoc_sim.analysis.tables import MissingResults
from eoc_sim.reports import first_screen, robust_findings, who_plays
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.marks import mark_verdicts
from eoc_sim.reports.plain_twins import gifts_answers, worth_answers
from eoc_sim.reports.restricting import loss_lines
from eoc_sim.reports.standing_questions import standing_questions
from eoc_sim.reports.variants import (
    decided_lines,
    further_lines,
    list_undecided,
    no_effect_lines,
    played_lines,
    together_lines,
)
from eoc_sim.reports.verdict import Verdict


def verdicts_of(page: Findings) -> list[Verdict]:
    """State the findings of a run.

    Normally they are the first screen; some commands and games have verdicts of their own.
    """
    return [
        *mark_verdicts(_run_verdicts(page), page.report.mark(page.run)),
        *page.report.basis([page.run]),
    ]


def _run_verdicts(page: Findings) -> list[Verdict]:
    answers: list[Verdict] = []
    try:
        if page.run.record.get("command") == "variants":
            return [*_variants(page), *who_plays.verdicts(page), *robust_findings.verdicts(page)]
        if page.run.record.get("command") == "restrict":
            return [Verdict("", tuple(loss_lines(page.run, page.losses)))]
        also: list[Verdict] = []
        if not page.sweep:
            own_answers = page.report.answers or (worth_answers, gifts_answers)
            answers = [verdict for state in own_answers for verdict in state(page)]
            also = [verdict for state in page.report.verdicts for verdict in state(page)]
        screen = first_screen.verdicts_of(page)
        return [*answers, *screen, *also, *first_screen.what_is_open(page)]
    except MissingResults as missing:
        return [*answers, Verdict("", (str(missing),))]


def _variants(page: Findings) -> list[Verdict]:
    """State variants' certain effects, then interactions and idle values."""
    run, by_kind = page.run, page.variants
    also = [
        *further_lines(run, by_kind),
        *together_lines(by_kind),
        *no_effect_lines(run, by_kind),
    ]
    lines, *further = played_lines(run, by_kind)
    return [
        Verdict(
            "What the variants do",
            tuple(decided_lines(run, by_kind, page.marks)),
            section="variants",
        ),
        *standing_questions(page),
        *list_undecided(run, by_kind),
        *([Verdict("Also", tuple(also), section="variants")] if also else []),
        Verdict("How it was played", (lines,), is_background=True),
        *([Verdict("", tuple(further))] if further else []),
    ]
