"""Questions about a run, and its notable findings, strongest first.

A `Question` is a number with its ordinary range. All questions of a run are one family: their
intervals hold jointly at the run's look (Bonferroni). A finding is notable if its whole interval is
outside the ordinary range by at least the smallest change that matters; findings are ranked by this
distance, in multiples of that smallest change. Formulas and their known bias:
docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import NO_CHANGE, Shares, intersect, mean_interval, verdicts
from eoc_sim.analysis.tables import PLANNED_PREFIX, Run
from eoc_sim.analysis.total_columns import shares_of
from eoc_sim.analysis.worth import ORDINARY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]
    Ends = tuple[Floats, Floats]

Key = tuple[str, ...]
"""A number's identity: what it measures, and for what."""
SMALLEST_SHARE = 5.0
"""Smallest change that matters, per 100 games, seats or points."""
MAX_ALIKE = 5
"""The maximum number of findings named with the strongest of their kind."""


@dataclass(frozen=True)
class Estimates:
    """Values by row, with their games and intervals.

    ``ends`` takes the number of tests that share the error and returns the intervals' ends.
    """

    values: Floats
    games: Floats
    ends: Callable[[int], Ends]


@dataclass(frozen=True, eq=False)
class Question:
    """A number that a run estimates, and its ordinary range.

    Questions are compared by identity, so each has its own answer. ``key`` names the number: a
    table that shows the number finds its interval by the same key.

    The number is in row ``row`` of ``estimates``. ``sentence`` states a finding: {} stands for the
    number, and {each} for the list of ``further`` numbers. ``further`` has a phrase for each of
    these numbers, by key, and their estimates, whose rows are in the same order. ``ordinary`` is
    the range in which the number would surprise no one and ``smallest`` the smallest change that
    matters, both in the number's own unit. The strongest finding of a ``kind`` is stated and lists
    the others by ``name`` (or ``about``). ``tests`` is the number of intervals that the question
    needs. ``detail`` returns further sentences for a finding, given the family's number of tests.
    """

    key: Key
    about: str
    sentence: str
    estimates: Estimates
    row: int
    ordinary: tuple[float, float]
    smallest: float
    kind: str = ""
    name: str = ""
    tests: int = 1
    detail: Callable[[int], str] | None = None
    signed: bool = False
    """True if the number is a change, printed with its sign."""
    further: tuple[Mapping[Key, str], Estimates] | None = None


@dataclass(frozen=True)
class IntervalEstimate:
    """A number with its interval, for a sentence with {}."""

    sentence: str
    size: float
    low: float
    high: float
    key: Key = ()


@dataclass(frozen=True)
class Finding:
    """The answer to a question: its number with a joint interval.

    ``low`` and ``high`` hold jointly for all questions. ``strength`` is the distance of the near
    end from the ordinary range, in multiples of the smallest change that matters; it is 0 if the
    interval overlaps the range. ``similar_findings`` are weaker findings of the same kind,
    strongest first; ``further`` are the other numbers in the sentence. ``later`` marks a run that
    continued after its result was seen, which exaggerates the size of a notable finding.
    """

    about: str
    sentence: str
    size: float
    low: float
    high: float
    ordinary: tuple[float, float]
    smallest: float
    games: int
    kind: str = ""
    name: str = ""
    detail: str = ""
    similar_findings: tuple[Finding, ...] = ()
    signed: bool = False
    further: tuple[IntervalEstimate, ...] = ()
    later: bool = False
    key: Key = ()

    @property
    def near_end(self) -> float | None:
        """The interval's end nearest to the ordinary range; None if they overlap."""
        if self.low > self.ordinary[1]:
            return self.low
        return self.high if self.high < self.ordinary[0] else None

    @property
    def verdict(self) -> str:
        """The verdict on the number, from its joint interval and ordinary range.

        Where a change would be judged "no change that matters", a number whose ordinary range is
        wider than one value, such as a card's plays, is judged ordinary.
        """
        minimum, maximum = self.ordinary
        ends = [_distance_outside(end, self.ordinary) for end in (self.low, self.high)]
        (word,) = verdicts(ends[:1], ends[1:], [self.smallest])
        return ORDINARY if word == NO_CHANGE and minimum < maximum else word

    @property
    def above(self) -> bool:
        """True if the whole interval lies above the ordinary range."""
        return self.low > self.ordinary[1]

    @property
    def strength(self) -> float:
        """Distance of the near end from the ordinary range.

        The unit is the smallest change that matters. The distance is 0 if the interval overlaps the
        range.
        """
        distance = max(self.low - self.ordinary[1], self.ordinary[0] - self.high)
        return max(distance / self.smallest, 0.0) if distance > 0 else 0.0

    @property
    def notable(self) -> bool:
        """True if the distance from the ordinary range certainly matters."""
        return self.strength >= 1


def _distance_outside(value: float, ordinary: tuple[float, float]) -> float:
    """Return how far a value lies outside a range.

    The result is negative below the range.

    >>> [_distance_outside(value, (10.0, 40.0)) for value in (7.0, 25.0, 44.0)]
    [-3.0, 0.0, 4.0]
    """
    minimum, maximum = ordinary
    if value < minimum:
        return value - minimum
    if value > maximum:
        return value - maximum
    return value if math.isnan(value) else 0.0


def answers(
    questions: Sequence[Question], error_share: float = 1.0, *, later: bool = False
) -> dict[Question, Finding]:
    """Answer every question with intervals that hold jointly.

    The intervals use ``error_share`` of the error rate that the whole report page may have.
    ``later`` is as in `Finding`.
    """
    tests = count_joint_tests(questions, error_share)
    findings = {}
    for question in questions:
        low, high = question.estimates.ends(tests)
        answer = Finding(
            question.about,
            question.sentence,
            float(question.estimates.values[question.row]),
            float(low[question.row]),
            float(high[question.row]),
            question.ordinary,
            question.smallest,
            int(question.estimates.games[question.row]),
            question.kind,
            question.name or question.about,
            signed=question.signed,
            further=_further_numbers(question, tests),
            later=later,
            key=question.key,
        )
        if question.detail is not None and answer.notable:
            answer = replace(answer, detail=question.detail(tests))
        findings[question] = answer
    return findings


def count_joint_tests(questions: Sequence[Question], error_share: float = 1.0) -> int:
    """Return the number of tests that the intervals must allow for.

    It is the number of intervals that the questions need, divided by ``error_share``, the part of
    the page's permitted error rate that these questions take up.
    """
    return math.ceil(sum(question.tests for question in questions) / error_share)


def _further_numbers(question: Question, tests: int) -> tuple[IntervalEstimate, ...]:
    if question.further is None:
        return ()
    sentences, estimates = question.further
    sizes, (low, high) = estimates.values, estimates.ends(tests)
    return tuple(
        IntervalEstimate(sentence, float(sizes[row]), float(low[row]), float(high[row]), key)
        for row, (key, sentence) in enumerate(sentences.items())
    )


def notable(findings: Iterable[Finding]) -> list[Finding]:
    """Return notable findings, strongest first, grouped by kind and direction."""
    ranking = sorted(
        (finding for finding in findings if finding.notable), key=lambda finding: -finding.strength
    )
    heads: dict[object, int] = {}
    groups: list[Finding] = []
    for index, notable_finding in enumerate(ranking):
        key = (notable_finding.kind, notable_finding.above) if notable_finding.kind else index
        if key in heads:
            head = groups[heads[key]]
            groups[heads[key]] = replace(
                head, similar_findings=(*head.similar_findings, notable_finding)
            )
        else:
            heads[key] = len(groups)
            groups.append(notable_finding)
    return groups


def shares(run: Run, frame: pl.DataFrame, value: str) -> Estimates:
    """Estimate percentages of games by row, with Wilson intervals.

    The rows are those of `Run.total`.
    """
    now, at_plan = shares_of(frame, value)

    @cache
    def ends(tests: int) -> Ends:
        low, high = now.interval_at(run.look, at_plan, tests)
        return 100 * low, 100 * high

    return Estimates(_mean(100 * now.wins, now.games), now.games, ends)


def estimate_share(run: Run, count: Floats, games: Floats) -> Estimates:
    """Estimate ``count`` per 100 ``games``, with Wilson intervals."""
    now = Shares(count, count, games)

    @cache
    def ends(tests: int) -> Ends:
        low, high = now.interval_at(run.look, None, tests)
        return 100 * low, 100 * high

    return Estimates(_mean(100 * count, games), games, ends)


def means(run: Run, frame: pl.DataFrame, value: str, limits: tuple[float, float]) -> Estimates:
    """Estimate means over games, by row of `Run.total`, with t intervals.

    ``limits`` are the smallest and the largest value that a game can have.
    """
    number, total, squares = (
        frame[f"{value}_{suffix}"].to_numpy() for suffix in ("n", "sum", "squares")
    )

    @cache
    def ends(tests: int) -> Ends:
        _, low, high = mean_interval(total, squares, number, run.look.level(tests), limits)
        if not run.look.has_enough_games():
            low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
        if f"{PLANNED_PREFIX}{value}_n" in frame.columns:
            planned_total, planned_squares, planned_number = (
                frame[f"{PLANNED_PREFIX}{value}_{suffix}"].to_numpy()
                for suffix in ("sum", "squares", "n")
            )
            planned_level = run.look.last_planned_look.level(tests)
            _, planned_low, planned_high = mean_interval(
                planned_total, planned_squares, planned_number, planned_level, limits
            )
            low, high = intersect((planned_low, planned_high), (low, high))
        return low, high

    return Estimates(_mean(total, number), number, ends)


def _mean(total: Floats, games: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(total / games, dtype=np.float64)


@dataclass(frozen=True)
class GameMeasure:
    """A question about the mean of a number that each game has.

    The number is in the column ``name``. ``limits`` are its smallest and its largest possible
    value; ``detail`` is as in `Question`. ``measure`` names the number in other tables, by default
    ``name``.
    """

    name: str
    about: str
    sentence: str
    ordinary: tuple[float, float]
    smallest: float = SMALLEST_SHARE
    kind: str = ""
    limits: tuple[float, float] = (0.0, 100.0)
    detail: Callable[[int], str] | None = None
    measure: str = ""


def measures_statistic(
    name: str,
    tables: Sequence[Table],
    measures: Sequence[GameMeasure],
    rows: Callable[[Batch], pl.DataFrame],
) -> Statistic:
    """Build the statistic of ``measures`` under the current rules.

    ``rows`` returns one row per game with a column for each measure, null if it has no value.
    """
    return Statistic(
        name,
        tuple((table, 0) for table in tables),
        ("all",),
        tuple(measure.name for measure in measures),
        lambda batch: rows(batch).with_columns(pl.lit(0).alias("all")),
    )


def ask_means(run: Run, measures: Sequence[GameMeasure], statistic: Statistic) -> list[Question]:
    """Ask about the means of ``measures`` over all games, from `measures_statistic`."""
    total = run.total(statistic)
    return [
        Question(
            (measure.measure or measure.name,),
            measure.about,
            measure.sentence,
            means(run, total, measure.name, measure.limits),
            0,
            measure.ordinary,
            measure.smallest,
            measure.kind,
            detail=measure.detail,
        )
        for measure in measures
    ]


ANY = math.inf
"""Stands for the missing end of an ordinary range."""


def table(findings: Sequence[Finding]) -> pl.DataFrame:
    """Tabulate all answers as metrics, one row per question, strongest first.

    Columns: question, games, value, low, high, ordinary_least and ordinary_most (null if the range
    has no such end), smallest, strength, notable.
    """
    ranking = sorted(findings, key=lambda finding: -finding.strength)

    def numbers(name: str, values: Iterable[float]) -> pl.Series:
        finite = [value if math.isfinite(value) else None for value in values]
        return pl.Series(name, finite, dtype=pl.Float64)

    return pl.DataFrame(
        [
            pl.Series("question", [finding.about for finding in ranking], dtype=pl.String),
            pl.Series("games", [finding.games for finding in ranking], dtype=pl.Int64),
            numbers("value", (finding.size for finding in ranking)),
            numbers("low", (finding.low for finding in ranking)),
            numbers("high", (finding.high for finding in ranking)),
            numbers("ordinary_least", (finding.ordinary[0] for finding in ranking)),
            numbers("ordinary_most", (finding.ordinary[1] for finding in ranking)),
            numbers("smallest", (finding.smallest for finding in ranking)),
            numbers("strength", (finding.strength for finding in ranking)),
            pl.Series("notable", [finding.notable for finding in ranking], dtype=pl.Boolean),
        ]
    )
