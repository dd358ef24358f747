"""The findings that the sections of one report share; every analysis is made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eoc_sim.analysis import compare, seats, solo, strategies
from eoc_sim.analysis.stats import CHANGES, SAME
from eoc_sim.analysis.tables import Missing, Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Column
from eoc_sim.reports.charts import Charts

GAMES = Column("games", "games", "number of games: the unit of every interval", "count")


class Findings:
    """A run with what several sections need: frames, or why there are none (`Missing`)."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.charts = Charts()
        self.sweep = len(run.arms) > 1
        self.effects: Any = attempt(lambda: compare.effects(run)) if self.sweep else None
        self.shares: Any = attempt(lambda: strategies.win_shares(run))
        self.groups: Any = attempt(lambda: seats.win_shares(run))
        self.bubba: Any = attempt(lambda: solo.bubba_scores(run))


def attempt(analysis: Callable[[], Any]) -> Any:
    """The analysis, or the `Missing` that says why it cannot be made."""
    try:
        return analysis()
    except Missing as missing:
        return missing


def interval_text(value: float, low: float, high: float, sign: bool = False) -> str:
    """A number with its interval as it stands in a chart: "25.9 (24.0 to 27.8)"."""
    ends = [words.decimal(number, sign=sign).replace("-", "−") for number in (value, low, high)]
    return f"{ends[0]} ({ends[1]} to {ends[2]})"


def state(verdict: str | None) -> str:
    """The CSS class of a point in a chart."""
    return {CHANGES: "changed", SAME: "same"}.get(verdict or "", "open")


def rule(run: Run, name: str) -> str | None:
    """The value of a rule switch in the current rules, if the run says."""
    value = run.record.get("baseline", {}).get("rules", {}).get(name)
    return None if value is None else str(value)
