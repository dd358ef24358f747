"""Sentences about the effects of a sweep's versions, one per effect."""

from __future__ import annotations

import math
from collections import Counter

from eoc_sim.analysis.headlines import DraftRates, VersionEffect
from eoc_sim.analysis.holdings import changes_only_holdings
from eoc_sim.analysis.notable_findings import Finding, notable
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.shape import DEAD_VERSIONS
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import commands, who_plays, words
from eoc_sim.reports.finding_sentences import (
    MAX_ALSO_DECIDED,
    also_decided,
    interval_words,
    sentence,
)
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import digits_of, numbers
from eoc_sim.reports.smallest_change import small_change_caveat
from eoc_sim.reports.strong_and_weak import certainty, value_of
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.version_words import (
    holders_words,
    short_name,
    subject_of,
    version_words,
)
from eoc_sim.reports.words import unit_of
from eoc_sim.simulator.runs.version_labels import keys_of

NOTHING_SHOWN = (
    "No version is shown to have an effect that matters, with all questions on this page taken "
    "together"
)
MAX_SWEEP_SENTENCES = 2
"""The maximum number of sentences about the versions of a sweep."""
MAX_DRAFT_SENTENCES = 2
"""The maximum number of cards whose changed draft rates are stated."""
MAX_RARE_GAMES = 2.0
"""Cards drafted in at most this percentage of games cannot be judged."""
MIN_DRAFT_CHANGE = 25.0
"""The smallest certain change in a draft rate that is stated.

It is in games per 100.
"""


def version_sentences(page: Findings) -> list[str]:
    """Describe the versions' strongest effects, one per set of changed keys."""
    heads = [head_sentence(page, head) for head in _heads(page)]
    return heads or [f"{NOTHING_SHOWN}{_nearest(page)}."]


def _nearest(page: Findings) -> str:
    """State which effects on wins come closest to mattering, one per subject."""
    best: dict[tuple[str, ...], VersionEffect] = {}
    for effect in page.headlines.effects:
        keys = keys_of(effect.arm.changes)
        if (
            effect.metric == METRICS[0]
            and effect.finding.games
            and not math.isnan(effect.finding.low)
        ):
            if keys not in best or _rank(effect) > _rank(best[keys]):
                best[keys] = effect
    ranked_effects = sorted(
        best.values(),
        key=lambda effect: (effect.priority > 0, certain_distance(effect.finding)),
        reverse=True,
    )
    phrases = [
        _size_and_holders(page.run, effect) for effect in ranked_effects[:MAX_SWEEP_SENTENCES]
    ]
    return f"; the closest: {'; '.join(phrases)}" if phrases else ""


def _rank(effect: VersionEffect) -> tuple[int, float]:
    return effect.priority, certain_distance(effect.finding)


def certain_distance(finding: Finding) -> float:
    """Return how far from 0 an effect is certain to be.

    The unit is the smallest change that matters. The distance is below 0 if there may be no effect.
    In descending order of this distance, undecided effects that are measured precisely come before
    those that are large only because of noise.
    """
    end = max(finding.low, -finding.high) / finding.smallest
    return -math.inf if math.isnan(end) else end


def variant_steps(page: Findings) -> tuple[commands.HelpfulCommand, ...]:
    """Return the command that explores the first rule switch in the sentences."""
    for head in _heads(page):
        for change in head.arm.changes if len(head.arm.changes) == 1 else ():
            if change.switch:
                values = [
                    arm.changes[0].new
                    for arm in page.run.arms
                    if keys_of(arm.changes) == keys_of(head.arm.changes)
                ]
                return (commands.variant(page.run, change.switch, values),)
    return ()


def _heads(page: Findings) -> list[VersionEffect]:
    """Select the effects for the first sentences."""
    return [subject.head for subject in page.headlines.versions[:MAX_SWEEP_SENTENCES]]


def other_version_effects(page: Findings) -> str:
    """List the other decided effects of versions in one line, if any."""
    heads = _heads(page)
    effects = [
        effect
        for effect in page.headlines.effects
        if effect.finding.verdict == CHANGES and effect not in heads
    ]
    # Keep one effect per set of changed keys and group of holders, most relevant first.
    effects.sort(key=lambda effect: (effect.priority > 0, *certainty(effect.finding)), reverse=True)
    strongest: dict[object, VersionEffect] = {}
    for effect in effects:
        strongest.setdefault((keys_of(effect.arm.changes), effect.holders), effect)
    # Sets that no sentence has covered yet come first.
    mentions = Counter(keys_of(effect.arm.changes) for effect in heads)
    counted_effects: list[tuple[int, VersionEffect]] = []
    for effect in strongest.values():
        keys = keys_of(effect.arm.changes)
        counted_effects.append((mentions[keys], effect))
        mentions[keys] += 1
    phrases = [
        _size_and_holders(page.run, effect)
        for _, effect in sorted(counted_effects, key=lambda pair: pair[0])
    ]
    line = also_decided(phrases, len(effects))
    return f"{line}{_count_undecided(page)}" if line else ""


def _count_undecided(page: Findings) -> str:
    """State how many versions are undecided, unless all can be named."""
    arms = page.run.arms[1:]
    if len(arms) <= MAX_SWEEP_SENTENCES + MAX_ALSO_DECIDED:
        return ""
    decided_arms = {
        effect.arm.id for effect in page.headlines.effects if effect.finding.verdict == CHANGES
    }
    undecided_count = sum(arm.id not in decided_arms for arm in arms)
    return (
        f" No effect is decided for {undecided_count} of {len(arms)} versions."
        if undecided_count
        else ""
    )


def _size_and_holders(run: Run, effect: VersionEffect) -> str:
    """State the size of an effect, and the holders that it affects."""
    return f"{value_of(effect.finding)} {unit_of(run, effect.metric)} for {_holders(run, effect)}"


def _holders(run: Run, effect: VersionEffect) -> str:
    """Name a version's affected holders: "anyone who gains 038 at 9 points"."""
    version = version_words(effect.arm, run, with_current=False, brief=bool(effect.stratum))
    if not effect.stratum:
        return f"{holders_words(effect)} ({version})"
    if subject_of(effect.arm) == effect.label or effect.arm.is_named_after(effect.label):
        return effect.holders_of(version)
    return f"{effect.holders_of(short_name(effect.label, effect.arm))} ({version})"


def head_sentence(page: Findings, head: VersionEffect) -> str:
    """Describe the strongest of the versions that change the same keys."""
    run, finding = page.run, head.finding
    change = words.decimal(finding.size, digits_of(finding), sign=True)
    start = version_words(head.arm, run)
    line = (
        f"{start}: {change} {unit_of(run, head.metric)} for {_holders_in_brief(head)}"
        f"{_COMPARISONS.get(head.stratum, '')} ({interval_words(finding)})"
        f"{small_change_caveat(run, head)}{_draft_sentence(page, head)}."
    )
    return who_plays.mark_headline(line, run, page.marks, head.arm.short, head.holders, head.metric)


def _holders_in_brief(effect: VersionEffect) -> str:
    """Name the affected holders; call the subject of the version "it"."""
    is_subject = effect.stratum and subject_of(effect.arm) == effect.label
    return effect.holders_of("it") if is_subject else holders_words(effect)


_COMPARISONS = {
    STRATA[1]: ", compared with having it",
    STRATA[2]: ", compared with going without it",
}
"""The comparison for those who lose or gain a card."""


def _draft_sentence(page: Findings, effect: VersionEffect) -> str:
    """State a lost or gained card's draft rates, if they differ."""
    if effect.stratum not in STRATA[1:3]:
        return ""
    (drafts,) = (
        draft
        for draft in page.headlines.drafts
        if (draft.arm, draft.label) == (effect.arm.id, effect.label)
    )
    is_unchanged = drafts.version.size == drafts.current.size
    return "" if is_unchanged else f"; it is {_drafts_words(drafts)}"


def _drafts_words(drafts: DraftRates[Finding]) -> str:
    """Compare a card's draft rate in a version with its current rate."""
    direction = "up" if drafts.version.size > drafts.current.size else "down"
    texts = [f"{drafts.verb[1]} in {{}} of 100 games", f"{direction} from {{}}"]
    return numbers(texts, [drafts.version, drafts.current], max_digits=1)


def remarks_on_versions(page: Findings) -> list[Verdict]:
    """List versions without effect, changed draft rates and undrafted cards."""
    lines = [
        sentence(finding, interval=True)
        for finding in notable(page.headlines.shape)
        if finding.kind == DEAD_VERSIONS
    ]
    lines += [*_draft_changes(page), *_list_unjudged(page)]
    return [Verdict("", tuple(lines))] if lines else []


def _draft_changes(page: Findings) -> list[str]:
    """State large changes in draft rates of cards with no decided effect."""
    rates = page.card_rates if page.has_holdings else None
    if rates is None or rates.is_empty():
        return []
    drafts = {(draft.arm, draft.label): draft for draft in page.headlines.drafts}
    keys = {keys_of(effect.arm.changes) for effect in _heads(page)}
    arms = {arm.id for arm in page.run.arms if keys_of(arm.changes) in keys}
    arms |= {
        effect.arm.id for effect in page.headlines.effects if effect.finding.verdict == CHANGES
    }
    low, high = (rates[f"drafted_change_{end}"].fill_nan(None) for end in ("low", "high"))
    rows = rates.filter(
        ((low > MIN_DRAFT_CHANGE) | (high < -MIN_DRAFT_CHANGE)) & ~rates["arm"].is_in(sorted(arms))
    )
    rows = rows.sort(rows["drafted_change"].abs(), descending=True)
    return [
        f"{row['what']}: {row['label']} is {_drafts_words(drafts[row['arm'], row['label']])}; the "
        "worth of having it is in the tables."
        for row in rows.head(MAX_DRAFT_SENTENCES).iter_rows(named=True)
    ]


def _list_unjudged(page: Findings) -> list[str]:
    """List changed cards that are drafted too rarely to judge.

    Versions that also change something else are left out.
    """
    if not page.has_holdings:
        return []
    single_arms = {arm.id for arm in page.run.arms if changes_only_holdings(page.run, arm)}
    by_card: dict[tuple[str, str], list[Finding]] = {}
    for draft in page.headlines.drafts:
        if draft.arm in single_arms:
            by_card.setdefault((draft.verb[0], draft.label), []).extend(
                (draft.version, draft.current)
            )
    never_drafted = [
        card for card, shares in by_card.items() if not any(share.size for share in shares)
    ]
    rarely_drafted = [
        card
        for card, shares in by_card.items()
        if card not in never_drafted and max(share.high for share in shares) <= MAX_RARE_GAMES
    ]
    sentences = []
    few_takers = f"Hardly anyone (in at most {words.number(MAX_RARE_GAMES)} of 100 games)"
    for takers, cards in (("Nobody", never_drafted), (few_takers, rarely_drafted)):
        for verb in dict.fromkeys(verb for verb, _ in cards):
            names = [name for group, name in cards if group == verb]
            subject = "it" if len(names) == 1 else "they"
            sentences.append(
                f"{takers} {verb}s {words.name_few(names)}, so {subject} cannot be judged from "
                f"games with these {page.run.words.player[1]}."
            )
    return sentences
