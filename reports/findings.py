"""The frames that a report's sections share, each computed once."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from eoc_sim.analysis import (
    card_twins,
    compare,
    headlines,
    luck_of_the_deal,
    relearning,
    report_statistics,
    restricting,
    strategies,
    variants,
    who_plays,
)
from eoc_sim.analysis.headlines import Headlines
from eoc_sim.analysis.holdings import holdings
from eoc_sim.analysis.measures import STRATEGY
from eoc_sim.analysis.page_intervals import page_intervals
from eoc_sim.analysis.relearning import RelearntRun
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.who_plays import MarkedQuantity, PageIntervals
from eoc_sim.reports.blocks import Shown
from eoc_sim.reports.game_report import GameReport, read_report
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.style import Lines

if TYPE_CHECKING:
    from eoc_sim.analysis.notable_findings import Key

Result = TypeVar("Result")

GAMES = Shown(
    "games", "games", "number of games; every interval treats a game as one observation", "count"
)
JUDGED = (
    "if the page judges a number, its interval (Student's t) holds jointly for all of the page's "
    "questions"
)


class Findings:
    """A run and the frames that several sections need.

    Access to a frame raises `MissingResults` if its table was not kept.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        run.prepare(report_statistics.statistics(run))
        self.charts = Charts()
        self.sweep = len(run.arms) > 1
        self._results_of_game: dict[Callable[[Run], Any], Any] = {}

    def result_of(self, work: Callable[[Run], Result]) -> Result:
        """Apply a game's own ``work`` to the run, once per page."""
        if work not in self._results_of_game:
            self._results_of_game[work] = work(self.run)
        result: Result = self._results_of_game[work]
        return result

    @property
    def command(self) -> str:
        """The command that played the run."""
        return str(self.run.record.get("command"))

    @cached_property
    def report(self) -> GameReport[Findings]:
        """The game's own part of the report."""
        return read_report(self.run.parts.load("report"))

    @cached_property
    def headlines(self) -> Headlines:
        """The answers to all questions of the page, as one family."""
        rates = self.card_rates if self.sweep and self.has_holdings else None
        return headlines.answer_all(
            self.run,
            self.report.questions,
            self.effects,
            rates,
            self.relearnt_run,
            self.learnt_effects,
        )

    @property
    def has_holdings(self) -> bool:
        """True if things can be held and the run recorded every holding."""
        run = self.run
        tables = [holding.table_of(run) for holding in holdings(run)]
        return bool(tables) and all(run.has(table) for table in tables)

    @cached_property
    def totals(self) -> dict[str, pl.DataFrame]:
        """Each version's differences from the current rules, summed over games."""
        return compare.totals(self.run) if self.sweep else {}

    @cached_property
    def relearnt_run(self) -> RelearntRun | None:
        """The run with players who have learnt each version, or None."""
        return relearning.relearnt_run(self.run)

    @cached_property
    def marks(self) -> list[MarkedQuantity]:
        """Marks that say whether findings hold for all line-ups played."""
        return who_plays.run_marks(self.run, lambda: self.intervals)

    @cached_property
    def intervals(self) -> PageIntervals:
        """The page's intervals for the quantities compared between line-ups."""
        crossed = variants.crossing_of(self.run) is not None
        try:
            return page_intervals(
                self.run,
                self.variants if crossed else {},
                self.effects if self.sweep and not crossed else {},
                {STRATEGY: self.shares, **self.groups},
            )
        except MissingResults:
            return {}

    @cached_property
    def lines(self) -> Lines:
        """Each strategy's colour, the same in every chart."""
        return Lines(self.run.dim(self.run.column("strategy").dim)["name"].to_list())

    @cached_property
    def effects(self) -> dict[str, pl.DataFrame]:
        """The effects of each version of a sweep."""
        return self._answers[0]

    @property
    def learnt_effects(self) -> dict[str, pl.DataFrame]:
        """The effects of versions with players who have learnt, if any."""
        return self._answers[1]

    @cached_property
    def _answers(self) -> tuple[dict[str, pl.DataFrame], dict[str, pl.DataFrame]]:
        return (
            relearning.effects(self.run, self.totals, self.relearnt_run) if self.sweep else ({}, {})
        )

    @cached_property
    def card_rates(self) -> pl.DataFrame:
        """Rates at which each changed card is drafted and played."""
        return compare.card_rates(self.run)

    @cached_property
    def variants(self) -> dict[str, pl.DataFrame]:
        """The effects of the values combined in a run of variants."""
        return variants.effects(self.run)

    @cached_property
    def losses(self) -> pl.DataFrame:
        """The cost of each ban for the restricted strategy."""
        return restricting.losses(self.run, self.totals)

    @cached_property
    def shares(self) -> pl.DataFrame:
        """Win shares under the current rules."""
        return strategies.win_shares(self.run, tests=self.joint_tests)

    @cached_property
    def groups(self) -> dict[str, pl.DataFrame]:
        """Win shares by turn order, deals and seat."""
        return luck_of_the_deal.win_shares(self.run, tests=self.joint_tests)

    @cached_property
    def cards(self) -> tuple[pl.DataFrame, pl.DataFrame | None]:
        """The worth of every card, from deals and from any twins."""
        return card_twins.whole_card_table(self.run, self.joint_tests)

    @cached_property
    def joint_tests(self) -> int | None:
        """The number of joint intervals under the current rules, if known."""
        try:
            return self.headlines.joint_tests
        except MissingResults:
            return None

    def with_intervals(
        self,
        frame: pl.DataFrame,
        name: str,
        key: Callable[[dict[str, Any]], Key | None],
        columns: tuple[str, str] | None = None,
    ) -> pl.DataFrame:
        """Replace a value's intervals with the page's, where the page has them.

        ``key`` returns the key of a row's number on the page, or None if the page has no such
        number. ``columns`` name the ends of the interval, by default NAME_low and NAME_high.
        """
        try:
            numbers = self.headlines.by_key
        except MissingResults:
            return frame
        low, high = columns or (f"{name}_low", f"{name}_high")
        intervals: dict[str, list[float | None]] = {low: [], high: []}
        for row in frame.iter_rows(named=True):
            number = numbers.get(key(row) or ())
            is_known = number is not None and not math.isnan(number.low)
            intervals[low].append(number.low if number and is_known else row[low])
            intervals[high].append(number.high if number and is_known else row[high])
        return frame.with_columns(
            pl.Series(end, values, pl.Float64) for end, values in intervals.items()
        )

    @cached_property
    def shown_effects(self) -> dict[str, pl.DataFrame]:
        """The effects of versions, with the page's intervals for wins."""
        frame = self.effects["strategy"]
        if self.run.fair is None or not frame.height:
            return self.effects
        by_arm = {
            arm.id: strategies.win_shares(self.run, arm.id, self.joint_tests)
            for arm in self.run.arms
        }
        for name in ("version", "current"):
            ends = pl.concat(
                shares.select(
                    pl.lit(arm, dtype=frame.schema["arm"]).alias("arm"),
                    "label",
                    pl.lit("wins").alias("metric"),
                    pl.col("all_low").alias(f"{name}_low"),
                    pl.col("all_high").alias(f"{name}_high"),
                )
                for arm in by_arm
                for shares in [by_arm[arm if name == "version" else 0]]
            )
            frame = frame.update(ends, on=["arm", "label", "metric"])
        return {**self.effects, "strategy": frame}

    @property
    def under(self) -> str:
        """A sentence that limits results to a sweep's current rules, or ""."""
        return f" These results are for {self.run.current_rules_phrase}." if self.sweep else ""


def state(verdict: str | None) -> str:
    """Return the CSS class of a chart's point, by its verdict."""
    return {CHANGES: "changed", NO_CHANGE: "same"}.get(verdict or "", "open")
