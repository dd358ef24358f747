"""The first screen: strongest effects and imbalances, winners, open questions."""

from __future__ import annotations

from eoc_sim.analysis.headlines import DEALT_CARDS
from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.shape import DEAD_VERSIONS, DEALT, is_about_chance
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports import (
    commands,
    relearning,
    restricting,
    robust_findings,
    variants,
    who_plays,
)
from eoc_sim.reports.comparisons import judged_comparisons
from eoc_sim.reports.finding_sentences import (
    MAX_ALSO_DECIDED,
    also_decided,
    fill_sentence,
    interval_words,
)
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.marks import mark_verdicts
from eoc_sim.reports.plain_twins import gifts_answers, worth_answers
from eoc_sim.reports.standing_questions import (
    numbers_by_name,
    order_kind,
    standing_questions,
)
from eoc_sim.reports.strong_and_weak import certainty, value_of
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.version_sentences import (
    other_version_effects,
    remarks_on_versions,
    variant_steps,
    version_sentences,
)

VERDICTS_BY_COMMAND = {"variants": variants.verdicts, "restrict": restricting.verdicts}
"""Functions that state findings for commands with their own first screen."""


def verdicts(page: Findings) -> list[Verdict]:
    """State the findings of a run."""
    return [
        *mark_verdicts(_state(page), page.report.mark(page.run)),
        *page.report.basis([page.run]),
    ]


def _state(page: Findings) -> list[Verdict]:
    answers: list[Verdict] = []
    try:
        if page.command in VERDICTS_BY_COMMAND:
            return VERDICTS_BY_COMMAND[page.command](page)
        if page.sweep:
            return [*_versions(page), *current_rules_verdicts(page), *_open_questions(page)]
        own_answers = page.report.answers or (worth_answers, gifts_answers)
        answers = [verdict for function in own_answers for verdict in function(page)]
        game_verdicts = [verdict for function in page.report.verdicts for verdict in function(page)]
        shared_verdicts = [*current_rules_verdicts(page), *relearning.verdicts_of(page)]
        return [*answers, *shared_verdicts, *game_verdicts, *_open_questions(page)]
    except MissingResults as missing:
        return [*answers, Verdict("", (str(missing),))]


def _versions(page: Findings) -> list[Verdict]:
    """State the effects of versions."""
    about = "Effects of the versions"
    lines = tuple(version_sentences(page))
    return [
        Verdict(about, lines, section="redesign", steps=variant_steps(page)),
        *remarks_on_versions(page),
        *relearning.verdicts_of(page),
    ]


def current_rules_verdicts(page: Findings) -> list[Verdict]:
    """Report on the current rules: the standing questions, then other findings."""
    version_suffix = f", {page.run.current}" if page.sweep else ""
    verdicts = standing_questions(page)
    if page.sweep and (line := other_version_effects(page)):
        verdicts.append(Verdict("Also decided, versions", (line,), section="redesign"))
    other_line, steps = list_other_decided(page)
    if other_line:
        verdicts.append(
            Verdict(f"Also decided{version_suffix}", (other_line,), steps=steps, section="chance")
        )
    elif not page.sweep and page.run.fair is not None and _deals_other_things(page.run):
        verdicts.append(
            Verdict(
                "The luck of the deal", ("No other effect is shown to matter.",), section="chance"
            )
        )
    return verdicts


def _deals_other_things(run: Run) -> bool:
    """Return True if seats are dealt anything other than cards."""
    return bool(run.table_with("win_share").roles("dealt"))


def list_other_decided(page: Findings) -> tuple[str, tuple[commands.HelpfulCommand, ...]]:
    """List other decided findings, most certain first.

    Return the sentence, or "", and a command. The command looks for edits that make one thing
    average: the first dealt thing named in the sentence.
    """
    standing = {order_kind(page.run) or DEALT_CARDS, DEALT_CARDS}
    effects = {
        effect.finding.about for effect in (*page.headlines.effects, *page.headlines.learnt_effects)
    }
    other_findings = [
        finding
        for finding in page.headlines.shape
        if finding.kind not in standing
        and finding.kind != DEAD_VERSIONS
        and finding.about not in effects
        and (finding.verdict == CHANGES if is_about_chance(finding) else finding.notable)
    ]
    other_findings.sort(key=certainty, reverse=True)
    phrases = [
        f"{value_of(finding)} wins in 100 with {_with_head(page.run, finding)}"
        if is_about_chance(finding)
        else f"{fill_sentence(finding)} ({interval_words(finding)})"
        for finding in other_findings[:MAX_ALSO_DECIDED]
    ]
    dealt_findings = [
        (finding, key)
        for finding in other_findings[:MAX_ALSO_DECIDED]
        if (key := _dealt_key(page.run, finding))
    ]
    steps = tuple(
        commands.average(page.run, key, _with_head(page.run, finding), is_dealt=True)
        for finding, key in dealt_findings[:1]
    )
    return also_decided(phrases, len(other_findings)), steps


def _with_head(run: Run, finding: Finding) -> str:
    """Return a dealt thing's name, preceded by its column's head."""
    _, column, name = finding.key
    return f"{run.table_with('win_share')[column].head} {name}"


def _dealt_key(run: Run, finding: Finding) -> str:
    """Return the key of a finding's dealt thing, if any, or ""."""
    if finding.key[0] != DEALT:
        return ""
    _, name, label = finding.key
    column = run.table_with("win_share")[name]
    if column.role != "dealt":
        return ""
    return f"{name}.{numbers_by_name(run.dim(column.dim)).get(label, label)}"


def _open_questions(page: Findings) -> list[Verdict]:
    """State what other players and data show, and what is not decided."""
    return [*who_plays.verdicts(page), *robust_findings.verdicts(page), *judged_comparisons(page)]
