"""Sentences on the effects of versions, before and after players learn them."""

from __future__ import annotations

from eoc_sim.analysis.headlines import VersionEffect
from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.relearning import players_not_learning, requests_relearning
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.finding_sentences import interval_words
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import digits_of, numbers
from eoc_sim.reports.smallest_change import small_change_caveat
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.version_words import holders_words
from eoc_sim.reports.words import unit_of

MAX_EFFECTS = 2
"""The maximum number of effects stated for players who have learnt."""
MAX_DIFFERING = 2
"""The maximum number of differing verdicts to state one by one."""
MAX_DRAFT_CHANGES = 4
OUTCOMES = {
    CHANGES: "a change of {}",
    NO_CHANGE: "no change that matters, {}",
    UNDECIDED: "not decided, {}",
}
FAIR_WORDS = {CHANGES: "not fair, {}", NO_CHANGE: "fair, {}", UNDECIDED: "not decided, {}"}


def verdicts_of(page: Findings) -> list[Verdict]:
    """State the results, if any, with players who have learnt each version."""
    if not requests_relearning(page.run):
        return []
    subject = "each version" if page.sweep else "the game"
    about = f"{words.sentence_start(page.run.words.player[1])} who have learnt {subject}"
    if page.relearnt_run is None:
        return [Verdict(about, ("their games are not finished; --resume plays the rest.",))]
    lines = [*_effects(page), *_draft_change_sentences(page), *differing_verdicts(page)]
    lines += _who_wins(page) if not page.sweep else []
    non_learners = players_not_learning(page.relearnt_run.run)
    if non_learners:
        lines.append(does_not_learn(non_learners))
    return [Verdict(about, tuple(lines))]


def does_not_learn(names: list[str]) -> str:
    """State that certain players do not learn."""
    is_single = len(names) == 1
    return (
        f"{words.join_words(names)} {'does' if is_single else 'do'} not learn, and "
        f"{'plays' if is_single else 'play'} the same way in both runs."
    )


def unchanged_players(run: Run) -> str:
    """Return the words for the unchanged players."""
    return f"the unchanged {run.words.player[1]}"


def _effects(page: Findings) -> list[str]:
    """State the strongest effects with players who have learnt."""
    if not page.sweep:
        return []
    ranking = sorted(
        (effect for effect in page.headlines.learnt_effects if effect.finding.verdict == CHANGES),
        key=lambda effect: -effect.finding.strength,
    )
    ranking = [effect for effect in ranking if effect.finding.notable] or ranking
    if not ranking:
        return ["No version is shown to have an effect that matters."]
    sentences = [
        f'With "{effect.arm.short}", the effect is {_size(effect.finding)} '
        f"{unit_of(page.run, effect.metric)} for {holders_words(effect)} "
        f"({interval_words(effect.finding)}){small_change_caveat(page.run, effect)}."
        for effect in ranking[:MAX_EFFECTS]
    ]
    unnamed = len(ranking) - len(sentences)
    if unnamed:
        noun_and_verb = "effect is" if unnamed == 1 else "effects are"
        sentences[-1] += f" {unnamed} more {noun_and_verb} in the report."
    return sentences


def _size(finding: Finding) -> str:
    return words.decimal(finding.size, digits_of(finding), finding.signed)


def differing_verdicts(page: Findings) -> list[str]:
    """List the verdicts that learning changes, contradictions first."""
    learnt_effects = {_key(effect): effect for effect in page.headlines.learnt_effects}
    pairs = [
        (effect, learnt_effects[_key(effect)])
        for effect in page.headlines.effects
        if _key(effect) in learnt_effects
    ]
    disagreements = [pair for pair in pairs if _differ(pair[0].finding, pair[1].finding)]
    if not disagreements:
        return [_agreement(page.run)] if pairs else []
    disagreements.sort(
        key=lambda pair: (
            UNDECIDED in (pair[0].finding.verdict, pair[1].finding.verdict),
            -max(pair[0].finding.strength, pair[1].finding.strength),
        )
    )
    sentences = [
        f'With "{first.arm.short}", the two answers about {unit_of(page.run, first.metric)} for '
        f"{holders_words(first)} differ: {_in_words(first.finding, OUTCOMES)} with "
        f"{unchanged_players(page.run)}; "
        f"{_in_words(second.finding, OUTCOMES)} with {page.run.words.player[1]} who have learnt it."
        for first, second in disagreements[:MAX_DIFFERING]
    ]
    unnamed = len(disagreements) - len(sentences)
    if unnamed:
        sentences[-1] += (
            f" {unnamed} more of the {len(pairs)} verdicts "
            f"{'differs' if unnamed == 1 else 'differ'}."
        )
    return sentences


def _agreement(run: Run) -> str:
    """State that learning changes no verdict."""
    return f"The verdicts are the same as with {unchanged_players(run)}."


def _key(effect: VersionEffect) -> tuple[int, str, str, str]:
    return effect.arm.id, effect.label, effect.stratum, effect.metric


def _differ(first: Finding, second: Finding) -> bool:
    """Return True if verdicts differ, or are changes in opposite directions."""
    verdicts = first.verdict, second.verdict
    if verdicts[0] != verdicts[1]:
        return True
    sides = [finding.size > finding.ordinary[0] for finding in (first, second)]
    return verdicts[0] == CHANGES and sides[0] != sides[1]


def _in_words(finding: Finding, verdict_words: dict[str, str]) -> str:
    return verdict_words[finding.verdict].format(f"{_size(finding)} ({interval_words(finding)})")


def _draft_change_sentences(page: Findings) -> list[str]:
    """State where learning changes how often a changed card is drafted."""
    run = page.relearnt_run
    if run is None or run.rates is None or run.rates.is_empty():
        return []
    findings = page.headlines.draft_change_findings
    rows = [(row, findings[row["arm"], row["thing"]]) for row in run.rates.iter_rows(named=True)]
    certain = sorted(
        ((row, share) for row, share in rows if share.verdict == CHANGES),
        key=lambda pair: -abs(pair[1].size),
    )
    if not certain:
        return ["Learning is not shown to change how often the changed cards are drafted."]
    sentences = [
        f'With "{row["what"]}", {page.run.words.player[1]} who have learnt it draft {row["label"]} '
        f"in {'more' if share.size > 0 else 'fewer'} games than {unchanged_players(page.run)}: "
        f"{_size(share)} games in 100 ({interval_words(share)})."
        for row, share in certain[:MAX_DRAFT_CHANGES]
    ]
    unnamed = len(certain) - len(sentences)
    if unnamed:
        verb = "changes" if unnamed == 1 else "change"
        sentences[-1] += f" {unnamed} more of the {len(rows)} draft rates also {verb}."
    return sentences


def _who_wins(page: Findings) -> list[str]:
    """State who wins with players who have learnt, and which verdicts differ."""
    players = sorted(page.headlines.learnt_players, key=lambda learnt_player: -learnt_player.size)
    if not players:
        return _lone_scores(page)
    shares = numbers([f"{player.name} {{}}" for player in players], players)
    lines = [f"{shares} wins in 100 games; fair is {words.number(players[0].ordinary[0])}."]
    by_name = {player.name: player for player in page.headlines.players}
    disagreements = [
        player
        for player in players
        if player.name in by_name and _differ(by_name[player.name], player)
    ]
    lines += [
        f"The answers differ for {player.name}: {_in_words(by_name[player.name], FAIR_WORDS)} for "
        f"{unchanged_players(page.run)}; {_in_words(player, FAIR_WORDS)} once they have learnt."
        for player in disagreements
    ]
    return lines if disagreements else [*lines, _agreement(page.run)]


def _lone_scores(page: Findings) -> list[str]:
    """State the scores of strategies that play alone.

    Such strategies hold every seat, or play against an automaton.
    """
    assert page.relearnt_run is not None  # checked by `verdicts_of`
    unit = page.run.words.score[1]
    sentences = []
    for row in win_shares(page.relearnt_run.run).iter_rows(named=True):
        interval = words.between(row["score_low"], row["score_high"])
        sentences.append(f"{row['label']} has {words.decimal(row['score'])} {unit} ({interval}).")
    return sentences
