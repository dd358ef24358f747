"""A page's undecided comparisons, and those without a change that matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.strata import label_holders, main_strata
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import commands, words
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict

JOINT_ENDS = ("all_low", "all_high")
"""The ends of an interval that holds for the whole page."""
CONTINUE_UNTIL = "To continue until"
"""First words of `HelpfulCommand.purpose` for a command that continues a run."""
NOT_DECIDED = "Not decided"
"""The heading of the count of undecided rows."""
MAX_GAMES = 10_000_000
"""Beyond this number of games, the page says "more than".

This applies only to the number of games that would decide all rows, when half of the rows need far
fewer.
"""


def judged_comparisons(page: Findings) -> list[Verdict]:
    """Count undecided comparisons; list those that show no change that matters."""
    rows = _collect_judged(page)
    open_rows = [row for row in rows if row["verdict"] == UNDECIDED]
    same_rows = [row for row in rows if row["verdict"] == NO_CHANGE]
    verdicts = []
    total = f"{words.count(len(rows))} comparisons"
    if open_rows:
        verdicts.append(_undecided_verdict(page, open_rows, total))
    if same_rows:
        lines = []
        for comparison, metric in dict.fromkeys((row["what"], row["metric"]) for row in same_rows):
            comparison_rows = [
                row for row in same_rows if (row["what"], row["metric"]) == (comparison, metric)
            ]
            names = words.name_few([row["label"] for row in comparison_rows])
            ends = words.between(
                min(row["all_low"] for row in comparison_rows),
                max(row["all_high"] for row in comparison_rows),
                sign=page.sweep,
            )
            lines.append(f"{comparison}: {names}, {ends} {words.unit_of(page.run, metric)}.")
        about = NO_CHANGE if page.sweep else f"fair, within {words.smallest(page.run, METRICS[0])}"
        verdicts.append(
            Verdict(
                words.sentence_start(about),
                (f"{words.count(len(same_rows))} of {total}.",),
                tuple(lines),
                is_background=True,
            )
        )
    return verdicts


def _undecided_verdict(page: Findings, rows: Sequence[dict[str, Any]], total: str) -> Verdict:
    row = rows[0]
    example = (
        f"{words.unit_of(page.run, row['metric'])} for {row['label']} ({row['what']})"
        if page.sweep
        else f"{words.unit_of(page.run, row['metric'])} with {row['what']} {row['label']}"
    )
    return count_undecided(page.run, rows, total, example)


def count_undecided(run: Run, rows: Sequence[dict[str, Any]], total: str, example: str) -> Verdict:
    """Count undecided rows and suggest the command that continues the run.

    ``example`` describes one of the rows. ``total`` states the number of all comparisons, such as
    "120 comparisons".
    """
    line = f"{words.count(len(rows))} of {total}{', such as' if len(rows) > 1 else ':'} {example}."
    games = sorted(row["more_games"] for row in rows if row["more_games"] is not None)
    steps: tuple[commands.HelpfulCommand, ...] = ()
    if games:
        games_for_half, games_for_all = games[(len(games) - 1) // 2], games[-1]
        by_half = games_for_half < games_for_all / 2
        version = " per version" if len(run.arms) > 1 else ""
        pronoun = "them" if len(rows) > 1 else "it"
        estimate = f"About {words.count(games_for_all)} more games{version} would decide {pronoun}"
        if by_half:
            remainder = f", and {words.count(games_for_all)} would decide all"
            if games_for_all > MAX_GAMES:
                remainder = f"; others need more than {words.count(MAX_GAMES)}"
            half_way = f"{words.count(games_for_half)} more games{version}"
            estimate = f"About {half_way} would decide half of them{remainder}"
        subject = "half of them are" if by_half else "they are" if len(rows) > 1 else "it is"
        step = commands.continuation(
            run,
            run.games + (games_for_half if by_half else games_for_all),
            f"{CONTINUE_UNTIL} {subject} decided",
        )
        steps = () if step is None else (step,)
        line += f" {estimate}."
    return Verdict(NOT_DECIDED, (line,), steps=steps)


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
            frame.select("what", "label", "metric", *JOINT_ENDS, "verdict", "more_games")
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
                *JOINT_ENDS,
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
        if row["verdict"] in (CHANGES, NO_CHANGE, UNDECIDED)
    ]
