"""Headlines of a report page: the strongest effects and imbalances.

`compare.effects` has each version's effect on the holders of its card and on each strategy. `shape`
asks about the shape of play. This module asks how often changed cards are drafted, how much a
player gains from being dealt each card, and how much each strategy wins. All intervals hold
jointly, so any of them may be picked as a headline. Headlines are ranked by how far the interval's
near end is from the ordinary range, in units of the smallest change that matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

import polars as pl

from eoc_sim.analysis import shape
from eoc_sim.analysis.compare import VERSIONS_SHARE
from eoc_sim.analysis.measures import STRATEGY
from eoc_sim.analysis.notable_findings import (
    ANY,
    Estimates,
    Finding,
    Question,
    answers,
    count_joint_tests,
    estimate_share,
    notable,
    shares,
)
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.relearning import ask_draft_changes
from eoc_sim.analysis.stats import BY_CONSTRUCTION, CHANGES, verdicts
from eoc_sim.analysis.strata import is_largest, main_strata, single_change
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run
from eoc_sim.analysis.worth import MIN_GAMES, MIN_GAMES_FOR_A_VERDICT, deals_worth
from eoc_sim.simulator.runs.version_labels import keys_of

if TYPE_CHECKING:
    from eoc_sim.analysis.notable_findings import Ends, IntervalEstimate, Key
    from eoc_sim.analysis.relearning import RelearntRun

WINS = METRICS[0]
DEALT_CARDS = "being dealt a card"
"""The kind of question about the gain from being dealt each card."""


@dataclass(frozen=True)
class VersionEffect:
    """A version's effect on a strategy (``label``) or a ``stratum`` of seats.

    ``label`` is the card's name if there is a stratum; ``metric`` is wins or score. Among the
    effects of a version, the one with the highest ``priority`` comes first. The order is: the
    largest stratum of a card's holders (`strata.is_largest`) if its seats keep the card, any other
    largest stratum, the other strata, strategies. If a version changes several things, holders come
    last, as the holder of one thing feels all the changes.
    """

    arm: RecordedArm
    label: str
    stratum: str
    metric: str
    finding: Finding
    priority: int = 0

    @property
    def holders(self) -> str:
        """The holders whom the version affects, or the strategy."""
        return self.holders_of(self.label) if self.stratum else self.label

    def holders_of(self, name: str) -> str:
        """Return the holders in words, with ``name`` for the thing."""
        return f"anyone who {self.stratum.replace('it', name)}"


Rate = TypeVar("Rate", Question, Finding)


@dataclass(frozen=True)
class DraftRates(Generic[Rate]):
    """A changed card's draft rates in the version and the current rules.

    Each rate, in drafts per 100 games, is first a question and then the finding that answers it.
    ``verb`` holds the words for taking the thing, such as "draft" and "drafted" for a card.
    """

    arm: int
    label: str
    version_label: str
    verb: tuple[str, str]
    version: Rate
    current: Rate


@dataclass(frozen=True)
class Subject:
    """Effects of versions that change the same keys.

    ``head`` is the effect to state first, ``in_other_versions`` the same effect in the other
    versions, in their order; ``other_effects`` are further ones that stand out, strongest first.
    """

    head: VersionEffect
    in_other_versions: tuple[VersionEffect, ...]
    other_effects: tuple[VersionEffect, ...]


@dataclass(frozen=True)
class Headlines:
    """Answers to all questions of a report page.

    ``versions`` are the effects to state first, by subject, and ``imbalances`` the effects of pure
    chance under the current rules (turn order, things dealt), both strongest first. ``players`` are
    the wins of each strategy, ``drafts`` how often changed cards are drafted, ``shape`` the answers
    about the shape of play. ``unanswered_subjects`` are the topics that could not be asked about,
    as their tables were not kept, each with the reason. ``tests`` is the number of intervals in all
    answers; these intervals hold jointly. For the answers that are not effects of versions, the
    intervals are computed as if ``joint_tests`` intervals had to hold jointly. If versions have
    effects, ``joint_tests`` is larger than the number of intervals in these answers, so part of the
    page's permitted error rate is left for the effects. ``effects`` are all effects of the
    versions. If players also learnt each version, ``learnt_effects`` are the effects with these
    players, ``learnt_players`` their wins, and ``draft_change_findings`` the effects of learning on
    how often changed cards are drafted, by arm and card.
    """

    versions: tuple[Subject, ...]
    imbalances: tuple[Finding, ...]
    players: tuple[Finding, ...]
    drafts: tuple[DraftRates[Finding], ...]
    shape: tuple[Finding, ...]
    unanswered_subjects: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    tests: int
    joint_tests: int
    effects: tuple[VersionEffect, ...] = ()
    learnt_effects: tuple[VersionEffect, ...] = ()
    learnt_players: tuple[Finding, ...] = ()
    draft_change_findings: Mapping[tuple[int, int], Finding] = field(default_factory=dict)

    @cached_property
    def by_key(self) -> Mapping[Key, Finding | IntervalEstimate]:
        """All numbers that answer the page's questions, by key."""
        numbers: list[Finding | IntervalEstimate] = [*self.findings]
        for finding in self.findings:
            numbers += finding.further
        return {number.key: number for number in numbers}


def answer_all(
    run: Run,
    ask: Callable[[Run], shape.ShapeQuestions],
    effects: Mapping[str, pl.DataFrame],
    rates: pl.DataFrame | None = None,
    relearnt: RelearntRun | None = None,
    learnt_frames: Mapping[str, pl.DataFrame] | None = None,
) -> Headlines:
    """Answer all questions of a report page.

    ``ask`` asks about the shape of play, ``effects`` are `compare.effects`, and ``rates`` are
    `compare.card_rates` if known. ``relearnt`` is the run of players who have learnt each version,
    and ``learnt_frames`` are the effects of versions with these players.
    """
    play_questions = ask(run)
    try:
        card_questions = cards(run)
    except MissingResults:
        card_questions = []
    learnt_words = f"by {run.words.player[1]} who have learnt it"
    version_effects = versions(run, effects)
    learnt_version_effects = versions(run, learnt_frames or {}, learnt_words)
    player_questions = strategy_wins(run)
    draft_questions = drafts(run, rates)
    learnt_player_questions = strategy_wins(relearnt.run, learnt_words) if relearnt else []
    draft_change_questions = ask_draft_changes(run, relearnt.rates) if relearnt else {}
    questions = [
        *play_questions.questions,
        *card_questions,
        *player_questions,
        *(draft.version for draft in draft_questions),
        *dict.fromkeys(draft.current for draft in draft_questions),
        *learnt_player_questions,
        *draft_change_questions.values(),
    ]
    error_share = 1 - VERSIONS_SHARE if version_effects else 1.0
    findings = answers(questions, error_share, later=run.look.is_later)

    def answers_to(subset: Iterable[Question]) -> tuple[Finding, ...]:
        return tuple(findings[question] for question in subset)

    shape_answers = answers_to(play_questions.questions)
    chance_answers = filter(shape.is_about_chance, shape_answers)
    all_effects = [*version_effects, *learnt_version_effects]
    return Headlines(
        versions=tuple(subjects(version_effects)),
        imbalances=tuple(notable([*chance_answers, *answers_to(card_questions)])),
        players=answers_to(player_questions),
        drafts=tuple(
            DraftRates(
                draft.arm,
                draft.label,
                draft.version_label,
                draft.verb,
                findings[draft.version],
                findings[draft.current],
            )
            for draft in draft_questions
        ),
        shape=shape_answers,
        unanswered_subjects=play_questions.unanswered_subjects,
        findings=(*findings.values(), *(effect.finding for effect in all_effects)),
        tests=sum(question.tests for question in questions) + len(all_effects),
        joint_tests=count_joint_tests(questions, error_share),
        effects=tuple(version_effects),
        learnt_effects=tuple(learnt_version_effects),
        learnt_players=answers_to(learnt_player_questions),
        draft_change_findings={
            key: findings[question] for key, question in draft_change_questions.items()
        },
    )


def versions(
    run: Run, effects: Mapping[str, pl.DataFrame], player_words: str = ""
) -> list[VersionEffect]:
    """List each version's effects on strategies and main strata of holders.

    ``effects`` are those of `compare.effects`. Wins of a strategy that plays in every seat are fair
    by construction, so they are left out. ``player_words`` names the players unless they are the
    run's own.
    """
    arms = {arm.id: arm for arm in run.arms}
    result = []
    for group in ("holders", "strategy"):
        frame = effects.get(group, pl.DataFrame())
        if not frame.height:
            continue
        if group == "holders":
            frame = main_strata(frame)
            frame = frame.with_columns(
                single_change().alias("alone"), is_largest().alias("largest")
            )
        rows = frame.filter(
            (pl.col("games") > 0)
            & (pl.col("smallest") > 0)
            & pl.col("verdict").ne_missing(BY_CONSTRUCTION)
        )
        for row in rows.iter_rows(named=True):
            arm, stratum = arms[row["arm"]], row.get("stratum", "")
            about = ", ".join(
                filter(None, (arm.short, row["label"], stratum, row["metric"], player_words))
            )
            low, high = (
                math.nan if row[end] is None else row[end] for end in ("all_low", "all_high")
            )
            finding = Finding(
                about,
                f"{about}: {{}}",
                row["change"],
                low,
                high,
                (0.0, 0.0),
                row["smallest"],
                row["games"],
                "versions",
                about,
                signed=True,
                later=run.look.is_later,
                key=("change", str(arm.id), row["label"], stratum, row["metric"], player_words),
            )
            priority = 0
            if stratum:
                priority = 1 + bool(row["largest"]) * (1 + bool(row["kept"]))
                if not row["alone"]:
                    priority -= 4  # after strategies: a holder feels all of the version's changes
            result.append(
                VersionEffect(arm, row["label"], stratum, row["metric"], finding, priority)
            )
    return result


def subjects(effects: Sequence[VersionEffect]) -> list[Subject]:
    """Group notable effects by the changes of their versions, strongest first.

    Effects on the holders of a changed card come first: all other seats feel the change through
    these holders. Among them, the order is: the largest stratum if its seats keep the card, any
    other largest stratum, the other strata; within each, wins come before score. If several things
    change, effects on the holders of one of them come last, as these holders feel all the changes.
    If no effect is notable, decided changes that may be too small to matter take their place.
    """
    ranking = _strongest_first(effect for effect in effects if effect.finding.notable)
    if not ranking:
        ranking = _strongest_first(
            effect for effect in effects if is_decided_change(effect.finding)
        )
    heads: dict[tuple[str, ...], VersionEffect] = {}
    for ranked_effect in sorted(
        ranking, key=lambda effect: (-effect.priority, effect.metric != WINS)
    ):
        heads.setdefault(keys_of(ranked_effect.arm.changes), ranked_effect)
    groups = []
    for keys, head in sorted(
        heads.items(), key=lambda entry: (entry[1].priority < 0, -entry[1].finding.strength)
    ):
        group = [effect for effect in effects if keys_of(effect.arm.changes) == keys]
        in_other_versions = [
            effect
            for effect in group
            if _same_measure(effect, head) and effect.arm.id != head.arm.id
        ]
        other_effects = [
            effect
            for effect in ranking
            if keys_of(effect.arm.changes) == keys and not _same_measure(effect, head)
        ]
        groups.append(Subject(head, tuple(in_other_versions), tuple(other_effects)))
    return groups


def is_decided_change(finding: Finding) -> bool:
    """Return True if a signed finding's interval shows a change, however small."""
    (word,) = verdicts([finding.low], [finding.high], [finding.smallest])
    return word == CHANGES


def _strongest_first(effects: Iterable[VersionEffect]) -> list[VersionEffect]:
    return sorted(effects, key=lambda effect: -effect.finding.strength)


def _same_measure(first: VersionEffect, second: VersionEffect) -> bool:
    return (first.label, first.stratum, first.metric) == (
        second.label,
        second.stratum,
        second.metric,
    )


def cards(run: Run) -> list[Question]:
    """Ask about the gain from being dealt each card.

    The comparison is with an average card dealt in its place. There are no questions if the
    run is too short to call a card strong or weak (`worth`).
    """
    if not deals_cards(run) or run.look.games < MIN_GAMES_FOR_A_VERDICT:
        return []
    run.require(run.table_with("passed"))
    worth = deals_worth(run, 0).means[0]

    @cache
    def ends(tests: int) -> Ends:
        return worth.interval_at(run.look, tests)

    estimates = Estimates(worth.mean, worth.games, ends)
    names = run.dim(run.card_column.dim)["name"].to_list()
    return [
        Question(
            ("dealt card", name),
            f"being dealt {name}",
            f"being dealt {name} rather than an average card: {{}} wins in 100",
            estimates,
            row,
            (0.0, 0.0),
            run.words.smallest[WINS],
            DEALT_CARDS,
            name,
            signed=True,
        )
        for row, name in enumerate(names)
        if row < len(worth.games) and worth.games[row] >= MIN_GAMES
    ]


def deals_cards(run: Run) -> bool:
    """Return True if the game deals cards whose worth can be measured."""
    return run.fair is not None and run.declares("passed") and run.declares("played_round")


def drafts(run: Run, rates: pl.DataFrame | None) -> list[DraftRates[Question]]:
    """Ask how often each changed card is drafted.

    Versions that change the same card share the question about the current rules.
    """
    if rates is None or rates.is_empty():
        return []
    by_side = {side: _estimate_drafts(run, rates, side) for side in ("version", "current")}

    def question(side: str, row: int, label: str, verb: str, about: str) -> Question:
        return Question(
            ("drafted", label) if side == "current" else ("drafted", label, about),
            f"drafts of {label}, {about}",
            f"{label} is {verb} in {{}} of 100 games",
            by_side[side],
            row,
            (0.0, ANY),
            1.0,
            name=label,
        )

    result = []
    current_questions: dict[str, Question] = {}
    for index, row in enumerate(rates.iter_rows(named=True)):
        label, verb = row["label"], row["verb_of"]
        current_questions.setdefault(label, question("current", index, label, verb, run.current))
        version = question("version", index, label, verb, row["what"])
        result.append(
            DraftRates(
                row["arm"],
                label,
                row["what"],
                (row["verb"], verb),
                version,
                current_questions[label],
            )
        )
    return result


def _estimate_drafts(run: Run, rates: pl.DataFrame, side: str) -> Estimates:
    games = rates["games"].to_numpy().astype(float)
    return estimate_share(run, rates[f"drafted_{side}"].to_numpy() * games / 100, games)


def strategy_wins(run: Run, player_words: str = "") -> list[Question]:
    """Ask about each strategy's wins in 100, if more than one plays.

    The comparison is with the fair share; ``player_words`` is as in `versions`.
    """
    total = by_strategy(run, 0, ["win_share", "score"])
    if run.fair is None or total.height < 2:
        return []
    estimates, fair = shares(run, total, "win_share"), 100 * run.fair
    return [
        Question(
            tuple(filter(None, (STRATEGY, name, player_words))),
            ", ".join(filter(None, (f"{name}'s wins in 100", player_words))),
            f"{name} wins {{}} games in 100",
            estimates,
            row,
            (fair, fair),
            run.words.smallest[WINS],
            "who wins",
            name,
        )
        for row, name in enumerate(total["label"])
    ]
