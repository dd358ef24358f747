"""The pitch: shots and goals by section, formations, tactic cards and effort."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import pitch
from eoc_sim.analysis.eleven.matches import FACING
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.by_round import lines_block
from eoc_sim.reports.charts.rounds import Estimate
from eoc_sim.reports.eleven.results import (
    EXPECTED_COLUMN,
    GOALS,
    MEAN,
    PLAY_COLUMN,
    POINTS,
    estimate_cells,
    label_columns,
    points_block,
    points_map,
)
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal, number

SECTION_WORDS = {
    "left_wing": "left wing",
    "right_wing": "right wing",
    "attack": "central attack",
    "midfield": "central midfield",
    "defence": "central defence",
}
MEASURES = {
    "shots": "shots",
    "goals": "goals",
    "shots_against": "shots against",
    "goals_against": "goals against",
}
CHOICE_NOTE = (
    "Each manager chooses the {0}, and different strategies make different choices, so differences "
    "in points are not effects of the {0} itself."
)
POINTS_WON, POINTS_EXPECTED = "points won", "points expected before the reveal"


def section(page: Findings) -> Section:
    """Show where goals are scored, and the results of layouts."""
    return Section(
        "pitch",
        "The pitch",
        "Matches of managers against clubs. Balls that the facing section's shields do not stop "
        f"are shots; shots that the keeper does not save are goals.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    yield _sections(page)
    yield from _effort(page)
    choices = {
        "formation": (pitch.by_formation(page.run), pitch.formations_by_strategy(page.run)),
        "tactic card": (pitch.by_tactic(page.run), pitch.tactics_by_strategy(page.run)),
    }
    ranking = {
        head: page.with_intervals(frame, "played", lambda row: ("played", row["label"])).sort(
            "points", descending=True, maintain_order=True
        )
        for head, (frame, _) in choices.items()
    }
    for head, frame in ranking.items():
        block = points_block(
            page,
            f"Points per match by {head}",
            f"Means over games, with 95 % intervals. {CHOICE_NOTE.format(head)}",
            frame,
            [*label_columns(head), PLAY_COLUMN, POINTS, EXPECTED_COLUMN, *GOALS],
        )
        yield block if head == "formation" else fold(block)
    for head, (_, strategy_rows) in choices.items():
        if strategy_rows["strategy_label"].n_unique() > 1:
            yield fold(_strategy_map(page, head, ranking[head]["label"].to_list(), strategy_rows))
    yield _strategies(page)


def _sections(page: Findings) -> Block:
    frame = pitch.sections(page.run)
    facing = "; ".join(
        f"{SECTION_WORDS[section]} against {SECTION_WORDS[rival_section]}"
        for section, rival_section in FACING.items()
        if section != rival_section
    )
    return heat_block(
        page.charts,
        "Where shots and goals come from",
        "Per match, by section of the manager's team. Shots and goals against are those of the "
        f"club's section that faces it: {facing}. Goals from tactic cards belong to no section.",
        ("section", [SECTION_WORDS[section] for section in frame["section"]]),
        list(MEASURES.values()),
        estimate_cells(frame, list(MEASURES)),
        tip=MEAN,
        digits=2,
        middle=None,
    ).on_sheet("Shots and goals")


def _strategies(page: Findings) -> Block:
    frame = pitch.by_strategy(page.run)
    return table(
        "Means per match, for each strategy",
        "",
        frame,
        [
            *label_columns("strategy"),
            Shown("effort", "effort", "layouts that it tries in each formation", "number"),
            POINTS,
            EXPECTED_COLUMN,
            *GOALS,
            Shown(
                "tactic_goals",
                "goals from tactic cards",
                f"part of the goals: {MEAN}",
                "estimate",
                2,
            ),
            Shown("saves", "saves", f"shots saved by the manager's keeper: {MEAN}", "estimate", 2),
            Shown(
                "saves_against",
                "saves against",
                f"shots saved by the opponent's keeper: {MEAN}",
                "estimate",
                2,
            ),
        ],
        collapsed=True,
    ).on_sheet("The mean match of each strategy")


def _effort(page: Findings) -> Iterator[Block]:
    """Draw points against effort, if strategies' efforts differ."""
    frame = pitch.by_strategy(page.run).drop_nulls("effort").sort("effort", "strategy")
    if frame["effort"].n_unique() < 2:
        return
    names = [
        row["label"] if frame.filter(pl.col("effort") == row["effort"]).height > 1 else ""
        for row in frame.iter_rows(named=True)
    ]
    effort_labels = [
        f"{number(row['effort'])}{f' ({name})' if name else ''}"
        for name, row in zip(names, frame.iter_rows(named=True), strict=True)
    ]
    groups: dict[str, list[Estimate | None]] = {
        words: [
            (row[value], row[f"{value}_low"], row[f"{value}_high"])
            for row in frame.iter_rows(named=True)
        ]
        for value, words in (("expected", POINTS_EXPECTED), ("points", POINTS_WON))
    }
    yield lines_block(
        page.charts,
        "Points per match by effort",
        "Effort is the number of layouts that a strategy tries in each formation. Means over "
        "games, with 95 % intervals. Strategies may also differ in other parameters.",
        ("effort", effort_labels),
        groups,
        page.lines,
        "points per match",
        MEAN,
        digits=2,
    )


def _strategy_map(page: Findings, head: str, names: list[str], frame: pl.DataFrame) -> Block:
    """Show the points of each strategy with each formation or card."""
    strategies = frame["strategy_label"].unique(maintain_order=True).to_list()
    return points_map(
        page,
        f"Each {head} by strategy",
        f"Points per match of the column's strategy. {CHOICE_NOTE.format(head)}",
        frame,
        (head, "label", names),
        ("strategy_label", strategies),
        [*label_columns(head), Shown("strategy_label", "strategy", "", "text")],
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State points by effort, from the lowest effort to the highest."""
    frame = pitch.by_strategy(page.run).drop_nulls("effort").sort("effort")
    if frame["effort"].n_unique() < 2:
        return []
    phrases = [
        f"{row['label']}, effort {number(row['effort'])}, {decimal(row['points'], 2)} "
        f"({between(row['points_low'], row['points_high'], 2)})"
        for row in frame.iter_rows(named=True)
    ]
    return [
        Verdict("Points per match by effort", (f"{'; '.join(phrases)}.",), section="pitch"),
    ]
