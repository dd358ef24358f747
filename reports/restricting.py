"""The cost of bans to a strategy, in words and printed tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.restricting import restriction_of
from eoc_sim.analysis.stats import CHANGES, rule_of_three
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.variants import extended_lines
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import decimal, games, join_words, sentence_start, unit_of

MAX_NAMED = 3
"""The maximum number of bans to name; the rest are counted."""
MAX_LISTED = 8
"""The maximum number of ineffective bans to name; the rest are counted."""
NOT_RETUNED = (
    "The strategy is not tuned again: it only leaves out what is banned. So the loss is roughly "
    "the most that an option can be worth: a player who learns to do without it loses less."
)


def loss_tables(
    run: Run, losses: pl.DataFrame
) -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """Yield the title, head and rows of each metric's table."""
    restriction = restriction_of(run)
    assert restriction is not None  # checked by `analysis.restricting.losses`
    for metric in METRICS:
        rows = losses.filter(pl.col("metric") == metric).sort(
            "lost", descending=True, nulls_last=True, maintain_order=True
        )
        first = rows.row(0, named=True)
        current_text = f"{decimal(first['current'])} ({decimal(first['current_low'])} to " + (
            f"{decimal(first['current_high'])})"
        )
        yield (
            f"{sentence_start(unit_of(run, metric))} that bans cost {restriction.name}; "
            f"without bans, it has {current_text}",
            ("without", "loses", "joint interval", "verdict", "banned answers replaced"),
            [
                (
                    row["ban"],
                    decimal(row["lost"], 2, sign=True),
                    f"{decimal(row['all_low'], 2, sign=True)} to "
                    f"{decimal(row['all_high'], 2, sign=True)}",
                    row["verdict"] or "?",
                    f"{decimal(row['corrected'])} per game",
                )
                for row in rows.iter_rows(named=True)
            ],
        )


def verdicts(page: Findings) -> list[Verdict]:
    """State what the bans cost."""
    return [Verdict("", tuple(loss_lines(page.run, page.losses)))]


def loss_lines(run: Run, losses: pl.DataFrame) -> list[str]:
    """State the largest losses, bans without effect, and replaced answers."""
    return [
        *_strongest(run, losses),
        *_ineffective_bans(run, losses),
        *_counts(run, losses),
        NOT_RETUNED,
        *extended_lines(run),
    ]


def _strongest(run: Run, losses: pl.DataFrame) -> list[str]:
    """State the losses that matter, by metric, largest first."""
    restriction = restriction_of(run)
    assert restriction is not None  # checked by `analysis.restricting.losses`
    lines = []
    for metric in METRICS:
        rows = losses.filter(
            (pl.col("metric") == metric) & (pl.col("verdict") == CHANGES) & (pl.col("lost") > 0)
        ).sort("lost", descending=True)
        if rows.is_empty():
            lines.append(f"No loss in {unit_of(run, metric)} is shown to matter.")
            continue
        phrases = [
            f"{decimal(row['lost'])} without {row['ban']} ({decimal(row['all_low'])} to "
            f"{decimal(row['all_high'])})"
            for row in rows.head(MAX_NAMED).iter_rows(named=True)
        ]
        unnamed = rows.height - len(phrases)
        lines.append(
            f"{sentence_start(unit_of(run, metric))} that {restriction.name} loses: "
            f"{join_words(phrases)}"
            + (
                f"; {unnamed} more {'loss matters' if unnamed == 1 else 'losses matter'}"
                if unnamed > 0
                else ""
            )
            + ". These intervals hold jointly for all rows."
        )
    gains = losses.filter((pl.col("verdict") == CHANGES) & (pl.col("lost") < 0))
    if gains.height:
        names = join_words(gains["ban"].unique(maintain_order=True).to_list())
        lines.append(f"{restriction.name} does better without {names}.")
    return lines


def _ineffective_bans(run: Run, losses: pl.DataFrame) -> list[str]:
    """State the bans that change no game."""
    unchanged = (
        losses.group_by("ban", maintain_order=True)
        .agg(pl.col("differ").sum(), pl.col("games").max())
        .filter(pl.col("differ") == 0)
    )
    if unchanged.is_empty():
        return []
    share = 100 * float(rule_of_three(run.games))
    names = unchanged["ban"].head(MAX_LISTED).to_list()
    if unchanged.height > MAX_LISTED:
        names.append(f"{unchanged.height - MAX_LISTED} more")
    bans = join_words(names)
    condition = f"With any one of {bans} banned" if len(names) > 1 else f"Without {bans}"
    return [
        f"{condition}, none of {games(run.games)} differs; with 95 % confidence, "
        f"at most {share:.2g} in 100 would."
    ]


def _counts(run: Run, losses: pl.DataFrame) -> list[str]:
    """Count banned answers that were replaced, and bans that gave way."""
    rows = losses.filter(pl.col("metric") == METRICS[0])
    lines = []
    for role, start, caution in (
        (
            "corrected",
            "Banned answers that the strategy gave anyway, each replaced by an allowed answer",
            " If that happens often, part of the loss comes from the replacements, which the "
            "strategy did not choose.",
        ),
        ("gave_way", "Bans that gave way because they left no other option", ""),
    ):
        counted_rows = rows.filter(pl.col(role) > 0).sort(role, descending=True)
        if counted_rows.height:
            phrases = [
                _count_words(row, role)
                for row in counted_rows.head(MAX_NAMED).iter_rows(named=True)
            ]
            unnamed = counted_rows.height - len(phrases)
            remainder = f" and {unnamed} more" if unnamed > 0 else ""
            lines.append(f"{start} (times per game): {', '.join(phrases)}{remainder}.{caution}")
    return lines


def _count_words(row: dict[str, Any], role: str) -> str:
    low, high = row[f"{role}_low"], row[f"{role}_high"]
    return f"{row['ban']} {decimal(row[role])} ({decimal(low)} to {decimal(high)})"
