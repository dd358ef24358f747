"""The weekly worth of resources, line-ups and actions, measured with twins."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn
from eoc_sim.analysis.eleven.timing import GROUPS, Timing, has_timing
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.by_round import estimates, lines_block
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.printed_cells import within
from eoc_sim.reports.style import Lines
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import sentence_start
from eoc_sim.reports.worth_of_components import UNKNOWN, tabulate_gifts
from eoc_sim.simulator.runs.text_table import TextTable

HEADING = "The worth of resources and actions"
WINS = MeasuredColumn("wins", "wins_all_low", "wins_all_high", is_joint=True, is_causal=True)
MEAN = "mean over games, with a t interval that holds jointly for all rows of a strategy"
JOINT_VERDICT = (
    "on the wins, from intervals that hold jointly for all rows of a strategy (Bonferroni)"
)
LABELS = {
    "resources": "one more {resource} as week {week} begins",
    "line_ups": "knowing the line-up of week {week}",
    "actions": "the action on {day} of week {week}",
    "actions_by_day": "the action on a {day}",
    "extra_actions": "extra actions from week {week} onwards",
}
"""Words for the rows of each table."""
HEADINGS = {
    "line_ups": "Knowing the line-up",
    "actions_by_day": "The action by day of the week",
    "actions": "The action by week and day",
    "extra_actions": "Extra actions",
}

NOT_SHOWN_WORDS = {
    "resources": "one more of a resource in any week",
    "line_ups": "knowing a line-up",
    "actions_by_day": "the action on any day of the week",
    "extra_actions": "extra actions",
}
"""Words for a table in which nothing is shown to change wins."""


def section(page: Findings) -> Section | None:
    """Show the worth of resources, line-ups and actions, if there are twins."""
    if not has_timing(page.run):
        return None
    return Section(
        "timing",
        HEADING,
        "Games replayed with one thing changed and the same luck: one more of a resource as a week "
        "begins, knowledge of the coming opponent's line-up, a day without an action, or no extra "
        "actions from a given week onwards. Each number is the result with the resource, the "
        "knowledge or the actions, minus the result without them, and is therefore a causal "
        f"effect. Strategies stay the same.{page.under}",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State what changes wins most, if there are twins."""
    if not has_timing(page.run):
        return []
    return [Verdict(HEADING, tuple(sentences(page.result_of(Timing))), section="timing")]


def all_strategies(timing: Timing, name: str) -> pl.DataFrame:
    """Return a table's rows for all strategies combined, each with a label."""
    frame = timing.frame(name).filter(pl.col("strategy") == ALL).drop_nulls("score")
    labels = [LABELS[name].format(**row) for row in frame.iter_rows(named=True)]
    return frame.with_columns(pl.Series("label", labels, pl.String))


def sentences(timing: Timing) -> list[str]:
    """State for each table what is shown to change wins."""
    result = []
    for name in ("resources", "line_ups", "actions_by_day", "extra_actions"):
        frame = all_strategies(timing, name)
        effects = frame.filter(frame["verdict"] == CHANGES)
        rows = effects.sort(effects["wins"].abs(), descending=True).head(3).to_dicts()
        if rows:
            unnamed = effects.height - len(rows)
            result.append(
                f"Shown to change wins per 100 games: {list_values(rows, WINS)}"
                f"{f', and {unnamed} more' if unnamed else ''}."
            )
        elif frame.height:
            result.append(f"Not shown to change wins: {NOT_SHOWN_WORDS[name]}.")
    return result


def summary(run: Run, timing: Timing) -> Iterator[str | TextTable]:
    """Yield printed tables of resources, line-ups and actions, and the answers."""
    yield from tabulate_gifts(
        all_strategies(timing, "resources"),
        "resource",
        "week",
        "A manager's gain from one more of a resource as a week begins",
        "VP",
    )
    yield "The worth of knowing line-ups and of having actions (games with minus games without):"
    effects = pl.concat(
        all_strategies(timing, name).select(
            *("label", "verdict", "games"),
            *(
                f"{value}{end}"
                for value in ("wins", "score")
                for end in ("", "_all_low", "_all_high")
            ),
        )
        for name in ("line_ups", "actions_by_day", "extra_actions")
    )
    yield TextTable(
        ("what", "verdict", "wins in 100", "VP", "twins"),
        [
            (
                row["label"],
                row["verdict"] or "?",
                within(row, "wins"),
                within(row, "score", 2),
                str(row["games"]),
            )
            for row in effects.iter_rows(named=True)
        ],
    )
    count = sum(
        all_strategies(timing, name).filter(pl.col("verdict") != UNDECIDED).height
        for name in GROUPS
    )
    subject = "row of the timing tables has" if count == 1 else "rows of the timing tables have"
    yield (
        f'{count} {subject} a verdict other than "{UNDECIDED}"; the rows of a table are judged '
        "together."
    )
    yield from sentences(timing)


def _blocks(page: Findings) -> Iterator[Block]:
    timing = page.result_of(Timing)
    resources = all_strategies(timing, "resources")
    names = resources["resource"].unique(maintain_order=True).to_list()
    weeks = list(map(str, resources["week"].unique().sort()))
    resources = resources.with_columns(pl.col("week").cast(pl.String))
    unit = page.run.words.score[1]
    for value, measure, digits in (("score", unit, 2), ("wins", "wins in 100", 1)):
        block = lines_block(
            page.charts,
            f"One more of a resource, in {measure}",
            f"{sentence_start(measure)} that a manager gains from one more of the resource as a "
            "week begins, averaged over all managers. The bars are 95 % intervals that hold "
            "jointly.",
            ("week", weeks),
            estimates(resources, "resource", value, weeks, "week"),
            Lines(names),
            measure,
            MEAN,
            digits=digits,
        )
        yield block if value == "score" else fold(block)
    yield _table(page, "Every resource and week", resources, collapsed=True)
    for name, heading in HEADINGS.items():
        yield _table(page, heading, all_strategies(timing, name), collapsed=name == "actions")


def _table(page: Findings, heading: str, frame: pl.DataFrame, *, collapsed: bool) -> Block:
    unit = page.run.words.score[1]
    return table(
        heading,
        "Results for each strategy are in the metric tables of eoc-sim timing.",
        frame.with_columns(pl.col("verdict").fill_null(UNKNOWN)),
        [
            Shown("label", "what", "", "text"),
            GAMES,
            Shown("wins", "wins in 100", MEAN, "change"),
            Shown("score", unit, MEAN, "change", 2),
            Shown("margin", f"{unit} ahead of the best other manager", MEAN, "change", 2),
            Shown(
                "others_score",
                f"{unit} of the others",
                f"mean of all others: {MEAN}",
                "change",
                2,
            ),
            Shown("verdict", "verdict", JOINT_VERDICT, "verdict"),
        ],
        collapsed=collapsed,
    )
