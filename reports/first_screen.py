"""The first screen: strongest effects and imbalances, winners, open questions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.headlines import DEALT_CARDS, DraftRates, VersionEffect, deals_cards
from eoc_sim.analysis.holdings import are_held
from eoc_sim.analysis.notable_findings import Finding, notable
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.shape import BY_CHANCE, DEAD_VERSIONS
from eoc_sim.analysis.stats import CHANGES, SAME, UNDECIDED
from eoc_sim.analysis.strata import STRATA, label_holders, main_strata
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.worth import MIN_GAMES_FOR_A_VERDICT
from eoc_sim.reports import commands, relearning, robust_findings, who_plays, words
from eoc_sim.reports.finding_sentences import fill_sentence, interval_words, sentence
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.game_report import report_part
from eoc_sim.reports.not_decided import count_undecided
from eoc_sim.reports.number_lists import digits_of, ends, numbers
from eoc_sim.reports.relearning import holders, verdict
from eoc_sim.reports.restricting import unit_of
from eoc_sim.reports.smallest_change import may_be_small
from eoc_sim.reports.strong_and_weak import certainty, strong_and_weak, value_of
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.version_words import briefly, version_words
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.version_labels import keys_of

NOTHING_SHOWN = (
    "No version is shown to have an effect that matters, all questions of this page taken together"
)
MAX_OF_A_SWEEP = 2
"""The most sentences about the versions of a sweep."""
ALSO_NAMED = 2
"""Further findings of a kind that are named with the first."""
ALSO_DECIDED = 3
"""Further decided findings stated with their numbers.

The limit applies to versions and to the current rules separately.
"""
MAX_RARE_GAMES = 2.0
"""The most drafts in 100 games of a card beyond players' judgement."""
MIN_DRAFT_CHANGE = 25.0
"""Difference in drafts in 100 games that counts as changing hands."""
MAX_NAMES = 5
TOGETHER = ("all_low", "all_high")
"""The ends of an interval that holds for the whole page."""


def verdicts_of(page: Findings) -> list[Verdict]:
    """Write a run's first screen: versions, standing questions, other decided findings."""
    verdicts = []
    if page.sweep:
        verdicts.append(
            Verdict(
                "What the versions do",
                tuple(version_sentences(page)),
                section="redesign",
                steps=_variant_steps(page),
            )
        )
        verdicts += [*_state_no_effect(page), *relearning.verdicts_of(page)]
    verdicts += current(page)
    if not page.sweep:
        verdicts += relearning.verdicts_of(page)
    return verdicts


def version_sentences(page: Findings) -> list[str]:
    """Describe the versions' strongest effects, one sentence per set of keys."""
    heads = [head_sentence(page, head) for head in _heads(page)]
    return heads or [f"{NOTHING_SHOWN}{_nearest(page)}."]


def _nearest(page: Findings) -> str:
    """State the effects on wins closest to mattering, one per subject."""
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
        best.values(), key=lambda effect: (effect.priority > 0, near(effect.finding)), reverse=True
    )
    phrases = [_size_and_whom(page.run, effect) for effect in ranked_effects[:MAX_OF_A_SWEEP]]
    return f"; closest to it: {'; '.join(phrases)}" if phrases else ""


def _rank(effect: VersionEffect) -> tuple[int, float]:
    return effect.priority, near(effect.finding)


def near(finding: Finding) -> float:
    """Return an effect's certain distance from none, in smallest changes.

    It is below 0 if there may be no effect. Among undecided rows it ranks those known well before
    those that only noise made large.
    """
    end = max(finding.low, -finding.high) / finding.smallest
    return -math.inf if math.isnan(end) else end


def _variant_steps(page: Findings) -> tuple[commands.HelpfulCommand, ...]:
    """Return the command that explores the first rule switch of a sentence."""
    for head in _heads(page):
        for change in head.arm.changes if len(head.arm.changes) == 1 else ():
            if change.key.startswith(f"{RULES}."):
                values = [
                    arm.changes[0].new
                    for arm in page.run.arms
                    if keys_of(arm.changes) == keys_of(head.arm.changes)
                ]
                return (commands.variant(page.run, change.key.removeprefix(f"{RULES}."), values),)
    return ()


def _heads(page: Findings) -> list[VersionEffect]:
    """Select the effects for the first sentences."""
    return [subject.head for subject in page.headlines.versions[:MAX_OF_A_SWEEP]]


def also_of_versions(page: Findings) -> list[str]:
    """List the other decided effects of versions in one line, if any."""
    heads = _heads(page)
    effects = [
        effect
        for effect in page.headlines.effects
        if verdict(effect.finding) == CHANGES and effect not in heads
    ]
    # Keep one effect per thing and group of holders, the most relevant first.
    effects.sort(key=lambda effect: (effect.priority > 0, *certainty(effect.finding)), reverse=True)
    strongest: dict[object, VersionEffect] = {}
    for effect in effects:
        strongest.setdefault((keys_of(effect.arm.changes), holders(effect)), effect)
    # Things that no sentence has covered yet come first.
    times = Counter(keys_of(effect.arm.changes) for effect in heads)
    turns: list[tuple[int, VersionEffect]] = []
    for effect in strongest.values():
        keys = keys_of(effect.arm.changes)
        turns.append((times[keys], effect))
        times[keys] += 1
    phrases = [
        _size_and_whom(page.run, effect) for _, effect in sorted(turns, key=lambda turn: turn[0])
    ]
    return [f"{line}{_count_undecided(page)}" for line in _also(phrases, len(effects))]


def _count_undecided(page: Findings) -> str:
    """Count the undecided versions if there are too many to name."""
    arms = page.run.arms[1:]
    if len(arms) <= MAX_OF_A_SWEEP + ALSO_DECIDED:
        return ""
    verdicts = {
        effect.arm.id for effect in page.headlines.effects if verdict(effect.finding) == CHANGES
    }
    undecided_count = sum(arm.id not in verdicts for arm in arms)
    return (
        f" No effect is decided for {undecided_count} of {len(arms)} versions."
        if undecided_count
        else ""
    )


def _size_and_whom(run: Run, effect: VersionEffect) -> str:
    """State the size of an effect, and the holders that it affects."""
    return f"{value_of(effect.finding)} {unit_of(run, effect.metric)} for {_whom(run, effect)}"


def _whom(run: Run, effect: VersionEffect) -> str:
    """Name a version's affected holders: "whoever gains 038 at 9 points"."""
    version = version_words(effect.arm, run, now=False)
    if not effect.stratum:
        return f"{effect.label}, {version}"
    short = briefly(effect.label)
    version = version.replace(effect.label, short)
    whom = holders(effect).replace(effect.label, "")
    return f"{whom}{version}" if version.startswith(short) else f"{whom}{short}, {version}"


def _also(phrases: Sequence[str], number: int) -> list[str]:
    """List other decided findings in one line, stating the first few."""
    if not number:
        return []
    phrases_shown = phrases[:ALSO_DECIDED]
    unnamed = number - len(phrases_shown)
    if unnamed:
        phrases_shown = [
            *phrases_shown,
            f"{words.count(unnamed)} {'more' if phrases_shown else 'comparisons'} below",
        ]
    return [f"{'; '.join(phrases_shown)}."]


def head_sentence(page: Findings, head: VersionEffect) -> str:
    """Describe the strongest of the versions that change the same keys."""
    run, finding = page.run, head.finding
    change = words.decimal(finding.size, digits_of(finding), sign=True)
    start = version_words(head.arm, run)
    line = (
        f"{start}: {change} {unit_of(run, head.metric)} for {_briefly(head, start)}"
        f"{_WITHOUT.get(head.stratum, '')} ({interval_words(finding)}){may_be_small(run, head)}"
        f"{_draft_sentence(page, head)}."
    )
    return who_plays.with_mark(line, run, page.marks, head.arm.short, holders(head), head.metric)


def _briefly(effect: VersionEffect, start: str) -> str:
    """Name the affected holders, with "it" for a thing already named."""
    whom = holders(effect)
    return whom.replace(effect.label, "it") if effect.stratum and effect.label in start else whom


_WITHOUT = {STRATA[1]: ", against having it", STRATA[2]: ", against going without it"}
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
    """Compare a card's draft rate in a version with the current one."""
    texts = [f"{drafts.verb[1]} in {{}} of 100 games", "not {}"]
    return numbers(texts, [drafts.version, drafts.current], max_digits=1)


def _state_no_effect(page: Findings) -> list[Verdict]:
    """State versions without effect, changed draft rates, undrafted cards."""
    lines = [
        sentence(finding, interval=True)
        for finding in notable(page.headlines.shape)
        if finding.kind == DEAD_VERSIONS
    ]
    lines += [*_draft_changes(page), *_list_unjudged(page)]
    return [Verdict("", tuple(lines))] if lines else []


def _draft_changes(page: Findings) -> list[str]:
    """State large changes in draft rates of cards with no decided effect."""
    rates = page.card_rates if page.has_drafts else None
    if rates is None or rates.is_empty():
        return []
    drafts = {(draft.arm, draft.label): draft for draft in page.headlines.drafts}
    keys = {keys_of(effect.arm.changes) for effect in _heads(page)}
    arms = {arm.id for arm in page.run.arms if keys_of(arm.changes) in keys}
    arms |= {
        effect.arm.id for effect in page.headlines.effects if verdict(effect.finding) == CHANGES
    }
    low, high = (rates[f"drafted_change_{end}"].fill_nan(None) for end in ("low", "high"))
    rows = rates.filter(
        ((low > MIN_DRAFT_CHANGE) | (high < -MIN_DRAFT_CHANGE)) & ~rates["arm"].is_in(sorted(arms))
    )
    rows = rows.sort(rows["drafted_change"].abs(), descending=True)
    return [
        f"{row['what']}: {row['label']} is {_drafts_words(drafts[row['arm'], row['label']])}; the "
        "worth of having it is in the tables."
        for row in rows.head(ALSO_NAMED).iter_rows(named=True)
    ]


def _list_unjudged(page: Findings) -> list[str]:
    """List changed cards that are drafted too rarely to judge.

    Only versions that change nothing else count.
    """
    if not page.has_drafts:
        return []
    single_arms = {arm.id for arm in page.run.arms if are_held(page.run, arm)}
    by_card: dict[tuple[str, str], list[Finding]] = {}
    for draft in page.headlines.drafts:
        if draft.arm in single_arms:
            by_card.setdefault((draft.verb[0], draft.label), []).extend(
                (draft.version, draft.current)
            )
    nobody = [card for card, shares in by_card.items() if not any(share.size for share in shares)]
    hardly = [
        card
        for card, shares in by_card.items()
        if card not in nobody and max(share.high for share in shares) <= MAX_RARE_GAMES
    ]
    sentences = []
    few = f"Hardly anyone (at most {words.number(MAX_RARE_GAMES)} in 100 games)"
    for takers, cards in (("Nobody", nobody), (few, hardly)):
        for verb in dict.fromkeys(verb for verb, _ in cards):
            names = [name for group, name in cards if group == verb]
            them = "it" if len(names) == 1 else "them"
            sentences.append(
                f"{takers} {verb}s {_short_list(names)}: these {page.run.words.player[1]} cannot "
                f"judge {them}."
            )
    return sentences


def _short_list(names: Sequence[str]) -> str:
    """List names, only the first few of many."""
    unnamed = len(names) - MAX_NAMES
    return words.join_words([*names[:MAX_NAMES], *([f"{unnamed} more"] if unnamed > 0 else [])])


def current(page: Findings) -> list[Verdict]:
    """Report on the current rules: the standing questions, then other findings."""
    version_suffix = f", {page.run.current}" if page.sweep else ""
    verdicts = standing_questions(page)
    if page.sweep and (sentences := also_of_versions(page)):
        verdicts.append(Verdict("Also decided, versions", tuple(sentences), section="redesign"))
    also, steps = list_other_decided(page)
    if also:
        verdicts.append(
            Verdict(f"Also decided{version_suffix}", (also,), steps=steps, section="chance")
        )
    elif not page.sweep and page.run.fair is not None and _deals_more(page.run):
        verdicts.append(
            Verdict("", ("No other dealt thing is shown to matter.",), section="chance")
        )
    return verdicts


def _deals_more(run: Run) -> bool:
    """Return True if seats differ by anything dealt besides cards."""
    return bool(run.table_with("win_share").roles("dealt"))


def standing_questions(page: Findings) -> list[Verdict]:
    """Answer the standing questions on cards, turn order and players.

    Each gets a line for the current rules, decided or not.
    """
    kind = order_kind(page.run)
    by_kind: dict[str, list[Finding]] = {}
    for finding in page.headlines.findings:
        by_kind.setdefault(finding.kind, []).append(finding)
    version_suffix = f", {page.run.current}" if page.sweep else ""
    verdicts = []
    if by_kind.get(DEALT_CARDS):
        verdicts.append(_cards(page, by_kind[DEALT_CARDS], f"Cards{version_suffix}"))
    if kind and by_kind.get(kind):
        head = words.sentence_start(kind.removeprefix(BY_CHANCE))
        verdicts.append(_turn_order(page, by_kind[kind][0], f"{head}{version_suffix}"))
    verdicts.append(
        Verdict(
            f"{words.sentence_start(page.run.words.player[1])}{version_suffix}",
            (players_sentence(page),),
            section="strategies",
        )
    )
    for ask in report_part(page.run, "STANDING", ()):
        try:
            verdicts += ask(page)
        except MissingResults as missing:
            verdicts.append(Verdict(f"Cards and things{version_suffix}", (str(missing),)))
    if not by_kind.get(DEALT_CARDS) and (reason := _why_no_cards(page.run)):
        verdicts.append(Verdict(f"Cards{version_suffix}", (reason,), section="cards"))
    return verdicts


def order_kind(run: Run) -> str:
    """Return the kind of the turn order question, or ""."""
    return f"{BY_CHANCE}{run.column('order').head}" if run.declares("order") else ""


def list_other_decided(page: Findings) -> tuple[str, tuple[commands.HelpfulCommand, ...]]:
    """List other decided findings, the most certain first.

    Return the sentence, or "", and the command that evens out the first dealt thing that it names.
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
        and (verdict(finding) == CHANGES if finding.kind.startswith(BY_CHANCE) else finding.notable)
    ]
    other_findings.sort(key=certainty, reverse=True)
    phrases = [
        f"{value_of(finding)} wins in 100 with {_with_head(finding)}"
        if finding.kind.startswith(BY_CHANCE)
        else f"{fill_sentence(finding)} ({interval_words(finding)})"
        for finding in other_findings[:ALSO_DECIDED]
    ]
    unnamed = len(other_findings) - len(phrases)
    sentences = [
        (finding, key)
        for finding in other_findings[:ALSO_DECIDED]
        if (key := _dealt_key(page.run, finding))
    ]
    steps = tuple(
        commands.average(page.run, key, _with_head(finding), is_dealt=True)
        for finding, key in sentences[:1]
    )
    line = (
        f"{'; '.join([*phrases, *([f'{unnamed} more below'] if unnamed else [])])}."
        if other_findings
        else ""
    )
    return line, steps


def _cards(page: Findings, findings: Sequence[Finding], about: str) -> Verdict:
    """State whether any card is too strong or too weak when dealt."""
    line, cards = strong_and_weak(findings, "wins in 100 when dealt")
    steps = tuple(
        commands.average(page.run, card_key(page.run, card.name), card.name, is_dealt=True)
        for card in cards[:1]
    )
    return Verdict(about, (line,), steps=steps, section="cards")


def _with_head(finding: Finding) -> str:
    """Name a dealt thing after its column's head."""
    return f"{finding.kind.removeprefix(BY_CHANCE)} {finding.name}"


def _dealt_key(run: Run, finding: Finding) -> str:
    """Return the key of a dealt thing besides cards, or ""."""
    for column in run.table_with("win_share").roles("dealt"):
        if finding.kind == f"{BY_CHANCE}{column.head}":
            numbers = _numbers(run.dim(column.dim))
            return f"{column.name}.{numbers.get(finding.name, finding.name)}"
    return ""


def _numbers(dim: pl.DataFrame) -> dict[str, str]:
    """Map names of dealt rows to their numbers, if any."""
    if "number" not in dim.columns:
        return {}
    rows = list(dim.select("number", "name").iter_rows())
    return {name: number for number, name in rows} | {
        f"{number} {name}": number for number, name in rows
    }


def _why_no_cards(run: Run) -> str:
    """State why dealt cards have no verdict; "" if none are dealt."""
    if not deals_cards(run):
        return ""
    try:
        run.require(run.table_with("passed"))
    except MissingResults as missing:
        return str(missing)
    return f"Not judged in fewer than {words.games(MIN_GAMES_FOR_A_VERDICT)}."


def card_key(run: Run, name: str) -> str:
    """Return a card's key by its name on the page: "card.038"."""
    return f"{run.card_column.dim.removesuffix('s')}.{name.split()[0]}"


def places_apart(finding: Finding) -> tuple[str, str]:
    """Return the two places that a question compares, the better first."""
    ahead, _, behind = finding.about.partition(": ")[2].partition(" against ")
    return ahead, behind


def turn_order_gap(page: Findings) -> str:
    """State the decided gap between two places; "" if there is none.

    It may be decided where neither place differs from fair for certain.
    """
    for finding in page.headlines.findings:
        if (
            finding.kind == order_kind(page.run) != ""
            and finding.further
            and verdict(finding) == CHANGES
        ):
            ahead, behind = places_apart(finding)
            return (
                f"The gap between {ahead} and {behind} is decided: {value_of(finding)} wins in 100."
            )
    return ""


def _turn_order(page: Findings, finding: Finding, about: str) -> Verdict:
    """State whether the turn order is fair, with each place's wins.

    The two places furthest apart come first.
    """
    ahead, behind = places_apart(finding)
    places = numbers([number.sentence for number in finding.further], finding.further)
    digits = digits_of(finding)
    size = words.decimal(finding.size, digits)
    gap = f"the {ahead} wins {size} games in 100 more than the {behind} ({ends(finding, digits)})"
    steps: tuple[commands.HelpfulCommand, ...] = ()
    if verdict(finding) == CHANGES:
        line = f"Not fair: {gap}; {places}."
        steps = (commands.even_turn_order(page.run),)
    else:
        line = f"Not shown to be unfair: furthest apart, {gap}; {places}."
    sentence = who_plays.with_mark(line, page.run, page.marks, order_kind(page.run), "")
    return Verdict(about, (sentence,), steps=steps, section="chance")


def players_sentence(page: Findings) -> str:
    """State how many games each strategy wins, best first.

    The intervals hold for the page. Strategies that describe themselves are explained in a few
    words.
    """
    run = page.run
    players = sorted(page.headlines.players, key=lambda player: -player.size)
    if not players:
        alone_share = points.scorers(run, page.shares)
        return " ".join(_lone_sentence(run, row) for row in alone_share.iter_rows(named=True))
    briefs = in_brief(run)
    phrases = [
        f"{value_of(player)} for {player.name}"
        f"{f', {briefs[player.name]}' if player.name in briefs else ''}"
        for player in players
    ]
    fair = words.number(players[0].ordinary[0])
    return f"{'; '.join(phrases)}; fair is {fair} wins in 100."


def in_brief(run: Run) -> dict[str, str]:
    """Map strategies' names to their brief self-descriptions."""
    dim = run.dim(run.column("strategy").dim)
    if "brief" not in dim.columns:
        return {}
    return {name: brief for name, brief in dim.select("name", "brief").iter_rows() if brief}


def _lone_sentence(run: Run, row: dict[str, Any]) -> str:
    """Describe a strategy that holds every seat or faces only an automaton."""
    interval = words.between(row["score_low"], row["score_high"])
    score = f"{words.decimal(row['score'])} {run.words.score[1]} ({interval})"
    if run.fair is not None:
        wins = words.number(100 * run.fair)
        return f"{row['label']} holds every seat, so it wins {wins} games in 100, with {score}."
    wins = f"{words.decimal(row['wins'])} games in 100 ({words.between(row['low'], row['high'])})"
    return f"{row['label']} wins {wins}, with {score}."


def what_is_open(page: Findings) -> list[Verdict]:
    """Judge other players and data, and list what is open."""
    return [*who_plays.verdicts(page), *robust_findings.verdicts(page), *_decisions(page)]


def _decisions(page: Findings) -> list[Verdict]:
    """List what is undecided, with commands, and what changes nothing important."""
    rows = _collect_judged(page)
    open_rows = [row for row in rows if row["verdict"] == UNDECIDED]
    same_rows = [row for row in rows if row["verdict"] == SAME]
    verdicts = []
    noun = f"{words.count(len(rows))} comparisons"
    if open_rows:
        verdicts.append(_undecided_verdict(page, open_rows, noun))
    if same_rows:
        lines = []
        for comparison, metric in dict.fromkeys((row["what"], row["metric"]) for row in same_rows):
            comparison_rows = [
                row for row in same_rows if (row["what"], row["metric"]) == (comparison, metric)
            ]
            names = _short_list([row["label"] for row in comparison_rows])
            ends = words.between(
                min(row["all_low"] for row in comparison_rows),
                max(row["all_high"] for row in comparison_rows),
                sign=page.sweep,
            )
            lines.append(f"{comparison}: {names}, {ends} {unit_of(page.run, metric)}.")
        about = SAME if page.sweep else f"fair, within {words.smallest(page.run, METRICS[0])}"
        verdicts.append(
            Verdict(
                words.sentence_start(about),
                (f"{words.count(len(same_rows))} of {noun}.",),
                tuple(lines),
                is_background=True,
            )
        )
    return verdicts


def _undecided_verdict(page: Findings, rows: Sequence[dict[str, Any]], noun: str) -> Verdict:
    row = rows[0]
    such = (
        f"{unit_of(page.run, row['metric'])} for {row['label']}, {row['what']}"
        if page.sweep
        else f"{unit_of(page.run, row['metric'])} with {row['what']} {row['label']}"
    )
    return count_undecided(page.run, rows, noun, such)


def _collect_judged(page: Findings) -> list[dict[str, Any]]:
    """Collect every comparison with a verdict.

    Each has its subject, label, metric, ends, verdict and more_games. Seats are left out: balanced
    seating makes them alike.
    """
    run = page.run
    frames = []
    if page.sweep:
        effects = page.effects
        if effects["holders"].height:
            holders = main_strata(effects["holders"])
            frames.append(holders.with_columns(label_holders().alias("label")))
        frames.append(effects["strategy"])
        frames = [
            frame.select("what", "label", "metric", *TOGETHER, "verdict", "more_games")
            for frame in frames
        ]
    else:
        seats = run.table_with("win_share")
        heads = {column.name: column.head for column in seats if column.role != "seat"}
        frames = [
            frame.select(
                pl.lit(head).alias("what"),
                "label",
                pl.lit(METRICS[0]).alias("metric"),
                *TOGETHER,
                "verdict",
                "more_games",
            )
            for head, frame in (
                ("strategy", page.shares),
                *((heads[name], group) for name, group in page.groups.items() if name in heads),
            )
            if "verdict" in frame.columns
        ]
    if not frames:
        return []
    return [
        row
        for row in pl.concat(frames, how="vertical_relaxed").iter_rows(named=True)
        if row["verdict"] in (CHANGES, SAME, UNDECIDED)
    ]
