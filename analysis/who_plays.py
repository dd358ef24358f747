"""Findings that hold for everyone, and those that depend on who plays.

Several line-ups answer the same question with the same luck. All intervals on a report page hold
jointly: half of the permitted error rate goes to the quantity in each line-up, half to the
difference between any two line-ups (Bonferroni). A mark must follow from these intervals, so at
most 5 pages in 100 have a false mark; having too few games only widens the intervals and is never
mistaken for agreement. Where the page itself judges a quantity of its run, the page's interval is
shown, and the mark must follow from that interval too. Formulas, rates and power by simulation:
docs/reference/metrics.md, "Who plays".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl

from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.quantities import GameValues, Quantity, quantities
from eoc_sim.analysis.stats import (
    detectable_change,
    interval_at,
    paired_differences,
    t_reach,
    variance,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.run_file import RUN_FILE
from eoc_sim.simulator.runs.who_plays import AskedLineUp, LineUpQuestion, read_questions

EVERY_LINE_UP = "holds in every line-up"
ALIKE = "no difference that matters, in any line-up"
DIRECTION = "depends on who plays, in direction"
SIZE = "depends on who plays, in size"
OPEN = "not decided"
MARKS = (DIRECTION, SIZE, EVERY_LINE_UP, ALIKE, OPEN)
"""All marks, most surprising first."""
MIN_GAMES = 10
"""The minimum number of informative games for a line-up's quantity."""
HALVES = 2
"""The questions that share the error rate: line-ups, and their differences."""

Key = tuple[str, str, str]
PageIntervals = Mapping[Key, tuple[float, float]]
"""A report page's intervals by `Quantity.key`.

The intervals are of values that are 0 when there is no effect.
"""


@dataclass(frozen=True)
class LineUpAnswer:
    """One line-up's value for a quantity, with its joint interval.

    The interval is the page's own if the page judges the quantity.
    """

    words: str
    value: float
    low: float
    high: float
    games: int
    is_search: bool = False

    @property
    def side(self) -> int:
        """1 if the interval is above 0, -1 if below, else 0."""
        return int(self.low > 0) - int(self.high < 0)

    def is_small(self, smallest: float) -> bool:
        """Return True if the interval excludes every change that matters."""
        return -smallest < self.low and self.high < smallest

    def with_ends(self, low: float, high: float) -> LineUpAnswer:
        """Return the same value with another interval."""
        return replace(self, low=low, high=high)


@dataclass(frozen=True)
class MarkedQuantity:
    """A quantity, each line-up's answer, and the mark.

    ``strategy`` and ``about`` are those of the question. ``opposed_line_ups`` are the two whose
    difference led to the mark, if the quantity depends on who plays.
    """

    quantity: Quantity
    answers: tuple[LineUpAnswer, ...]
    mark: str
    strategy: str = ""
    about: str = ""
    opposed_line_ups: tuple[str, str] | None = None

    @property
    def undecided_line_ups(self) -> tuple[str, ...]:
        """The line-ups in which the direction is not decided."""
        return tuple(answer.words for answer in self.answers if not answer.side)


@dataclass(frozen=True)
class _LineUpSums:
    """A line-up's values for one quantity, by game."""

    line_up: AskedLineUp
    look: Look
    values: GameValues
    expected_largest: float
    """The largest value expected in a game, which may be exceeded."""

    @property
    def largest(self) -> float:
        """The largest value in one game."""
        return max(self.expected_largest, self.values.largest)

    @property
    def games(self) -> int:
        """The number of informative games."""
        return self.values.games

    @cached_property
    def squared_error(self) -> float:
        """The variance of the estimate, with imagined games: see `stats.PairedDifferences`."""
        sums = paired_differences(self.values.total, self.values.squares, self.games, self.largest)
        squares, games = sums.with_imagined_games()
        return float((variance(sums.total, squares, games) / games)[0])

    def answer(self, tests: int) -> LineUpAnswer:
        """Return the value with its interval, one of ``tests`` joint intervals."""
        sums = paired_differences(
            self.values.total,
            self.values.squares,
            self.games,
            self.largest,
            self.values.nonzero,
            self.largest,
        )
        low, high = interval_at(self.look, sums, None, tests)
        ends = (
            float(low[0]) if np.isfinite(low[0]) else -self.largest,
            float(high[0]) if np.isfinite(high[0]) else self.largest,
        )
        return LineUpAnswer(
            self.line_up.words, self.values.mean, *ends, self.games, self.line_up.is_search
        )

    def minus(self, other: _LineUpSums, tests: int) -> tuple[float, float]:
        """Return the interval of the difference between this estimate and another.

        The estimates are paired on common games. With x and y the values of one game and m and n
        the numbers of informative games, the covariance of the means is the sum of (x - mean)
        (y - mean) over common games, divided by m n.
        """
        own_values, other_values = self.values, other.values
        common = min(len(own_values.first), len(other_values.first))
        products = (own_values.first[:common] - own_values.mean) * (
            other_values.first[:common] - other_values.mean
        )
        covariance = float(np.nansum(products)) / (self.games * other.games)
        squared_error = max(self.squared_error + other.squared_error - 2 * covariance, 0.0)
        level = max(sums.look.level(tests) for sums in (self, other))
        degrees = np.array([max(min(self.games, other.games) - 1.0, 1.0)])
        reach = float(t_reach(degrees, level)[0]) * squared_error**0.5
        difference = own_values.mean - other_values.mean
        return difference - reach, difference + reach


def mark_quantities(
    questions: Sequence[
        tuple[LineUpQuestion, Sequence[tuple[AskedLineUp, Look, Mapping[Quantity, GameValues]]]]
    ],
    on_page: Mapping[str, PageIntervals] | None = None,
) -> list[MarkedQuantity]:
    """Mark every quantity of every question, as one family.

    Each question comes with its line-ups, and each line-up with its look and its quantities' values
    by game; for any two line-ups, the values of their common games are kept. A quantity is marked
    if at least two line-ups have it. ``on_page`` has the intervals that the runs' pages show.
    """
    on_page = on_page or {}
    rows: list[tuple[LineUpQuestion, Quantity, list[_LineUpSums]]] = []
    for question, answers in questions:
        by_key: dict[tuple[str, str, str], list[tuple[Quantity, _LineUpSums]]] = {}
        for line_up, look, values_by_quantity in answers:
            for quantity, values in values_by_quantity.items():
                sums = _LineUpSums(line_up, look, values, quantity.largest)
                if sums.games >= MIN_GAMES:
                    by_key.setdefault(quantity.key, []).append((quantity, sums))
        rows += [
            (question, _own_quantity(entries), [sums for _, sums in entries])
            for entries in by_key.values()
            if len(entries) > 1
        ]
    line_up_tests = HALVES * sum(len(sums) for _, _, sums in rows)
    difference_tests = HALVES * sum(len(sums) * (len(sums) - 1) // 2 for _, _, sums in rows)
    usual_runs = {
        id(question): {line_up.run for line_up, _, _ in answers if not line_up.is_search}
        for question, answers in questions
    }
    return [
        _mark(
            question,
            quantity,
            sums,
            line_up_tests,
            difference_tests,
            on_page,
            is_incomplete=bool(
                usual_runs[id(question)] - {line_up_sums.line_up.run for line_up_sums in sums}
            ),
        )
        for question, quantity, sums in rows
    ]


def _own_quantity(entries: Sequence[tuple[Quantity, _LineUpSums]]) -> Quantity:
    """Return the quantity of the run's own line-up, else the first.

    The report page for the run's own line-up judges that quantity too.
    """
    return next((quantity for quantity, sums in entries if not sums.line_up.run), entries[0][0])


def _mark(
    question: LineUpQuestion,
    quantity: Quantity,
    sums: Sequence[_LineUpSums],
    line_up_tests: int,
    difference_tests: int,
    on_page: Mapping[str, PageIntervals],
    *,
    is_incomplete: bool,
) -> MarkedQuantity:
    """Mark a quantity.

    If a line-up that does not search lacks the quantity (``is_incomplete``), no finding holds in
    every line-up.
    """
    answers, on_page_answers = [], []
    for line_up_sums in sums:
        answer = line_up_sums.answer(line_up_tests)
        low, high = on_page.get(line_up_sums.line_up.run, {}).get(
            quantity.key, (answer.low, answer.high)
        )
        on_page_answers.append(answer.with_ends(low, high))
        # A mark must follow from both intervals, so use the range that they cover.
        answers.append(answer.with_ends(min(low, answer.low), max(high, answer.high)))
    sides = {line_up_answer.side for line_up_answer in answers}
    mark, opposed_line_ups = OPEN, None
    if {1, -1} <= sides:
        above, below = (
            max(
                (line_up_answer for line_up_answer in answers if line_up_answer.side == side),
                key=lambda entry: abs(entry.value),
            )
            for side in (1, -1)
        )
        mark, opposed_line_ups = DIRECTION, (above.words, below.words)
    else:
        furthest = _furthest(quantity, sums, difference_tests)
        usual_answers = [
            line_up_answer for line_up_answer in answers if not line_up_answer.is_search
        ] or answers
        if furthest is not None:
            mark, opposed_line_ups = SIZE, furthest
        elif is_incomplete:
            mark = OPEN
        elif all(line_up_answer.is_small(quantity.smallest) for line_up_answer in answers):
            mark = ALIKE
        elif len({entry.side for entry in usual_answers}) == 1 and usual_answers[0].side:
            mark = EVERY_LINE_UP
    return MarkedQuantity(
        quantity, tuple(on_page_answers), mark, question.strategy, question.about, opposed_line_ups
    )


def _furthest(
    quantity: Quantity, sums: Sequence[_LineUpSums], tests: int
) -> tuple[str, str] | None:
    """Return the two line-ups with the largest certain difference.

    Return None if no two line-ups certainly differ by a change that matters.
    """
    best, furthest = quantity.smallest, None
    for first, second in combinations(sums, 2):
        low, high = first.minus(second, tests)
        near = max(low, -high)
        if near > best:
            best, furthest = near, (first.line_up.words, second.line_up.words)
    return furthest


def has_other_line_ups(run: Run) -> bool:
    """Return True if the run's questions were put to other line-ups."""
    return bool(read_questions(run.path))


def folder_marks(
    folder: Path, on_page: Mapping[str, PageIntervals] | None = None
) -> list[MarkedQuantity]:
    """Return the marks for all questions in a folder's `who.json`, if any.

    Line-ups whose run has not been played are left out. ``on_page`` has the intervals that the
    runs' pages show.
    """
    runs: dict[str, Run] = {}
    tables: dict[tuple[str, str], Mapping[Quantity, GameValues]] = {}
    questions = []
    questions_put = read_questions(folder)
    for name in dict.fromkeys(
        line_up.run for question in questions_put for line_up in question.line_ups
    ):
        if (folder / name / RUN_FILE).is_file():
            runs[name] = Run(folder / name)
    # Two line-ups have at most as many games in common as the second longest run has.
    common = sorted((run.games for run in runs.values()), reverse=True)[1:2]
    for question in questions_put:
        answers = []
        for line_up in question.line_ups:
            if line_up.run not in runs:
                continue
            run = runs[line_up.run]
            key = line_up.run, question.strategy
            if key not in tables:
                tables[key] = quantities(run, question.strategy, sum(common))
            answers.append((line_up, run.look, tables[key]))
        questions.append((question, answers))
    return mark_quantities(questions, on_page)


def run_marks(run: Run, on_page: Callable[[], PageIntervals] = dict) -> list[MarkedQuantity]:
    """Return the marks for questions that a run asks or answers.

    A run that asks no questions may answer those from the folder that it is in. ``on_page`` returns
    the intervals on the run's page.
    """
    if has_other_line_ups(run):
        return folder_marks(run.path, {"": on_page()})
    folder = run.path.parent
    questions = [
        (question.strategy, question.about)
        for question in read_questions(folder)
        if any(line_up.run == run.path.name for line_up in question.line_ups)
    ]
    if not questions:
        return []
    marks = folder_marks(folder, {run.path.name: on_page()})
    return [mark for mark in marks if (mark.strategy, mark.about) in questions]


def find_smallest_effect(games: int, game_variance: float, questions: int, line_ups: int) -> float:
    """Return the smallest value that a line-up's games usually decide.

    Such a value is decided in four of five cases. ``game_variance`` is the variance of one game's
    value; ``questions`` times ``line_ups`` intervals hold jointly.
    """
    return detectable_change(games, game_variance, HALVES * questions * line_ups)


def table(marks: Sequence[MarkedQuantity]) -> pl.DataFrame:
    """Tabulate the marks, one row per quantity and line-up.

    Columns: about, strategy, what, label, metric, smallest, mark, line_up, games, value, low, high
    (joint for the whole page; for the page's own run, the ends that the page shows).
    """
    return pl.DataFrame(
        [
            {
                "about": mark.about,
                "strategy": mark.strategy,
                "what": mark.quantity.subject,
                "label": mark.quantity.label,
                "metric": mark.quantity.metric,
                "smallest": mark.quantity.smallest,
                "mark": mark.mark,
                "line_up": answer.words,
                "games": answer.games,
                "value": answer.value,
                "low": answer.low,
                "high": answer.high,
            }
            for mark in marks
            for answer in mark.answers
        ],
        schema={
            **dict.fromkeys(("about", "strategy", "what", "label", "metric"), pl.String),
            "smallest": pl.Float64,
            "mark": pl.String,
            "line_up": pl.String,
            "games": pl.Int64,
            **dict.fromkeys(("value", "low", "high"), pl.Float64),
        },
    )


def decided_strategies(run: Run, questions: Sequence[LineUpQuestion]) -> set[str]:
    """Return the strategies whose questions have a quantity that the run decides.

    All quantities of all questions form one family, which uses half of the permitted error rate.
    The other half is kept for the line-ups that are still to be tried.
    """
    pairs = [
        (question.strategy, _LineUpSums(question.line_ups[0], run.look, values, quantity.largest))
        for question in questions
        for quantity, values in quantities(run, question.strategy, kept_games=0).items()
    ]
    with_enough_games = [(strategy, sums) for strategy, sums in pairs if sums.games >= MIN_GAMES]
    return {
        strategy
        for strategy, sums in with_enough_games
        if sums.answer(HALVES * len(with_enough_games)).side
    }
