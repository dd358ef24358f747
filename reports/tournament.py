"""A tournament in plain words: survivors, dominance and rings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.played_tournament import AHEAD, CELLS, CYCLES, FATES, MIX, RATINGS
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.survival import HOLDS, NOT_PLAYED, YIELDS
from eoc_sim.analysis.tables import Run
from eoc_sim.counts import plural
from eoc_sim.reports.commands import HelpfulCommand, continuation, reply, with_line_ups
from eoc_sim.reports.comparisons import CONTINUE_UNTIL
from eoc_sim.reports.words import between, count, decimal, join_words, name_few, number
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    Frames = Mapping[str, pl.DataFrame]

WHO_LASTS, WHO_BEATS_WHOM, WHO_IS_AHEAD = "Who lasts", "Who beats whom", "Who is ahead"
NEARLY_ALL, NEARLY_NONE = 99.0, 1.0
"""Shares of 100 tables that count as all, and as none."""
MIN_RATING_ERROR = 1.0
"""Smallest error, in percent of games, for which ratings count as misleading."""
MAX_WIDTH = 50.0
"""Width, in percent of tables, above which an interval is too vague."""
MAX_NAMED = 6


def fate_words(row: Mapping[str, Any]) -> str:
    """Describe the fate of a strategy where all play it.

    ``row`` is a row of the fates.
    """
    state = row["where_all_play_it"]
    if state == HOLDS:
        return "nothing beats it"
    if state == YIELDS:
        return f"beaten by {name_few(row['to'], MAX_NAMED)}"
    return str(state)


def survivor_lines(run: Run, frames: Frames) -> list[str]:
    """State which strategies will last if players copy what wins."""
    mix, cells, players = frames[MIX], frames[CELLS], run.words.player[1]
    if mix.is_empty():
        size = frames[FATES].height
        copies = plural(run.players - 1, "copy", "copies")
        return [
            "Not judged, because a verdict needs a line-up for every ordered pair of strategies: "
            f"one seat of the first and {copies} of the second. Only {cells.height} of these "
            f"{size * (size - 1)} line-ups were played. "
            f"With --line-ups {_needed_line_ups(run, frames)}"
            f"{' or more' if run.players > 2 else ''}, all of these are played."
        ]
    sole_survivor = mix.filter(pl.col("low") > NEARLY_ALL)
    extinct_strategies = mix.filter(pl.col("high") < NEARLY_NONE)["label"].to_list()
    staying = survivors(mix)
    if sole_survivor.height:
        lines = [
            f"If {players} copy what wins, all tables play {sole_survivor['label'][0]} in the end."
        ]
    elif is_vague(mix):
        lines = [
            f"It is not decided which strategies will last{_more_words(cells, staying['label'])}.",
            *_hardest_lines(run, frames[FATES]),
        ]
    else:
        shares = name_few(
            [
                f"{decimal(row['share'], 0)} of 100 tables would play {row['label']} "
                f"({between(row['low'], row['high'], 0)})"
                for row in staying.filter(pl.col("share") >= NEARLY_NONE).iter_rows(named=True)
            ]
        )
        lines = [f"If {players} copy what wins, in the end {shares}."]
        rare_phrases = [
            f"{row['label']} ({between(row['low'], row['high'], 0)})"
            for row in staying.filter(pl.col("share") < NEARLY_NONE).iter_rows(named=True)
        ]
        if rare_phrases:
            lines.append(
                f"As measured, hardly any table plays {name_few(rare_phrases, MAX_NAMED)}."
            )
    if extinct_strategies:
        lines.append(f"Certain to disappear: {name_few(extinct_strategies, MAX_NAMED)}.")
    return lines


def steps(run: Run, frames: Frames) -> tuple[HelpfulCommand, ...]:
    """Suggest more games, or a search for what beats the strongest."""
    mix, cells = frames[MIX], frames[CELLS]
    if mix.is_empty():
        return (with_line_ups(run, _needed_line_ups(run, frames)),)
    if is_vague(mix):
        games_needed = _more_games(cells, survivors(mix)["label"])
        step = continuation(run, run.games + (games_needed or 1), f"{CONTINUE_UNTIL} it is decided")
        return () if step is None else (step,)
    return (reply(run, mix.sort("share", descending=True)["label"][0]),)


def _needed_line_ups(run: Run, frames: Frames) -> str:
    """Return the ``--line-ups`` with which each strategy meets every other."""
    size = frames[FATES].height
    return str(size * (size - 1)) if run.players > 2 else "all"


def survivors(mix: pl.DataFrame) -> pl.DataFrame:
    """Select the strategies that some tables may play in the long run."""
    return mix.filter(pl.col("high").is_null() | (pl.col("high") >= NEARLY_NONE))


def is_vague(mix: pl.DataFrame) -> bool:
    """Return True if any strategy's share is too vague to mean anything."""
    wide = pl.col("high").is_null() | (pl.col("high") - pl.col("low") > MAX_WIDTH)
    return not mix.filter(wide).is_empty()


def _hardest_lines(run: Run, fates: pl.DataFrame) -> list[str]:
    """State which strategy is hardest to beat where all play it."""
    row = fates.sort("best_wins", nulls_last=True).row(0, named=True)
    if row["best"] is None:
        return []
    ends = _range(row["best_low"], row["best_high"])
    return [
        f"Hardest to beat, as measured, is {row['label']}: where all play it, the best of the "
        f"others, {row['best']}, wins {decimal(row['best_wins'])} of 100 ({ends}; fair "
        f"{number(100 / run.players)})."
    ]


def best_words(row: Mapping[str, Any]) -> str:
    """State the best challenger's wins when all other players play a strategy.

    ``row`` is a row of the fates.
    """
    if row["best"] is None:
        return "not judged"
    ends = _range(row["best_low"], row["best_high"])
    return f"{decimal(row['best_wins'])} ({ends}), {row['best']}"


def _more_words(cells: pl.DataFrame, labels: pl.Series) -> str:
    """State how many more games would separate these strategies, if known."""
    games_needed = _more_games(cells, labels)
    if games_needed is None:
        return ""
    return f" (about {count(games_needed)} more games of each line-up would decide it)"


def _more_games(cells: pl.DataFrame, labels: pl.Series) -> int | None:
    """Estimate how many games of each line-up would separate these strategies."""
    pairs = pl.col("label").is_in(labels.implode()) & pl.col("other_label").is_in(labels.implode())
    maximum = cells.filter(pairs)["more_games"].max()
    return None if maximum is None else int(str(maximum))


def beat_lines(run: Run, frames: Frames) -> list[str]:
    """State which strategies are unbeaten, in a ring, or dominated."""
    fates, rings = frames[FATES], frames[CYCLES]
    lines = [
        f"No strategy beats {row['label']}: where all play it, anyone who tries another wins "
        f"less than the fair {number(100 / run.players)} in 100."
        for row in fates.iter_rows(named=True)
        if row["where_all_play_it"] == HOLDS
    ]
    for _, ring in rings.group_by(["ring"], maintain_order=True):
        parts = [
            f"{row['label']} beats {row['beats']} "
            f"(one seat of it wins {decimal(row['wins'])} in 100, "
            f"{between(row['low'], row['high'])}, if the rest play {row['beats']})"
            for row in ring.iter_rows(named=True)
        ]
        lines.append(f"Rock-paper-scissors: {join_words(parts)}.")
    if not rings.height:
        lines.append("No ring of strategies that beat each other was found.")
    for row in fates.iter_rows(named=True):
        if row["dominated_by"]:
            lines.append(
                f"{row['label']} is dominated: {name_few(row['dominated_by'], MAX_NAMED)} "
                f"{'wins' if len(row['dominated_by']) == 1 else 'each win'} more in its place, "
                f"against each of the {row['all_settings']} combinations of opponents."
            )
    labels = [
        row["label"] for row in fates.iter_rows(named=True) if row["settings"] < row["all_settings"]
    ]
    if labels:
        lines.append(
            f"Dominance could not be judged for {name_few(labels, MAX_NAMED)}: not all line-ups "
            "were played."
        )
    elif not any(row["dominated_by"] for row in fates.iter_rows(named=True)):
        lines.append("No strategy is shown to be dominated.")
    return lines


def rating_lines(frames: Frames) -> list[str]:
    """State the highest and lowest ratings, and where they mislead most."""
    ratings = frames[RATINGS]
    if ratings["rating"].null_count():
        return ["Not judged: some strategies never met, either directly or through others."]
    highest, lowest = ratings.row(0, named=True), ratings.row(-1, named=True)
    lines = [
        f"{row['label']} is rated {word}: {decimal(row['rating'], 0)} "
        f"({between(row['all_low'], row['all_high'], 0)}), ahead of an average strategy in "
        f"{decimal(row['ahead_of_average'], 0)} of 100 games."
        for row, word in ((highest, "highest"), (lowest, "lowest"))
    ]
    pair = _most_underrated_pair(frames[AHEAD])
    if pair is not None:
        lines.append(
            f"Ratings mislead most about {pair['label']} and {pair['other_label']}: the first is "
            f"ahead in {decimal(pair['ahead'])} of 100 games "
            f"({between(pair['all_low'], pair['all_high'])}); the ratings predict "
            f"{decimal(pair['expected'])}."
        )
    return lines


def _most_underrated_pair(ahead: pl.DataFrame) -> dict[str, Any] | None:
    """Return the pair about which ratings mislead most.

    A pair's error is the lower limit of its ``ahead`` minus the ratings' prediction. The result is
    None if no error exceeds ``MIN_RATING_ERROR``.
    """
    understated = ahead.filter(pl.col("all_low") > pl.col("expected") + MIN_RATING_ERROR).sort(
        pl.col("all_low") - pl.col("expected"), descending=True
    )
    return None if understated.is_empty() else understated.row(0, named=True)


def summary(run: Run, frames: Frames) -> list[TextTable]:
    """Make printed tables of all strategies, the best rated first."""
    return [_standing(run, frames), _matrix(run, frames)]


def _standing(run: Run, frames: Frames) -> TextTable:
    fates = {row["label"]: row for row in frames[FATES].iter_rows(named=True)}
    rows: list[tuple[str, ...]] = []
    for row in frames[RATINGS].iter_rows(named=True):
        fate = fates[row["label"]]
        rows.append(
            (
                row["label"],
                fate_words(fate),
                f"{decimal(row['rating'], 0)} ({_range(row['all_low'], row['all_high'], 0)})",
                best_words(fate),
            )
        )
    title = (
        "All seats but one play the row's strategy. The last column shows which other strategy "
        "does best in the remaining seat, and its wins in 100 "
        f"(fair: {number(100 / run.players)}; intervals hold jointly for all rows)"
    )
    heads = ("strategy", "if everyone plays it", "rating", "the best of the others wins")
    return TextTable(heads, rows, title, left=2)


def _range(low: float | None, high: float | None, digits: int = 1) -> str:
    return "?" if low is None else f"{decimal(low, digits)} to {decimal(high, digits)}"


def _matrix(run: Run, frames: Frames) -> TextTable:
    cells = frames[CELLS]
    by_names = {(row["label"], row["other_label"]): row for row in cells.iter_rows(named=True)}
    names = frames[RATINGS]["label"].to_list()
    rows: list[tuple[str, ...]] = []
    for name in names:
        row_cells = []
        for other in names:
            row = by_names.get((name, other))
            row_cells.append(
                ""
                if name == other
                else NOT_PLAYED
                if row is None
                else f"{decimal(row['wins'])} ({_range(row['all_low'], row['all_high'])})"
            )
        rows.append((name, *row_cells))
    fair = number(100 / run.players)
    others = (
        "against the column's"
        if run.players == 2
        else f"in one seat against {run.players - 1} of the column's"
    )
    return TextTable(
        ("strategy", *names),
        rows,
        f"Wins in 100 (fair: {fair}) of the row's strategy, {others}, with 95 % intervals that "
        "hold jointly",
    )


def cell_words(row: Mapping[str, Any], fair: float) -> str:
    """State briefly how one strategy does among copies of another."""
    if row["verdict"] != CHANGES:
        return str(row["verdict"]).replace("no change that matters", "even")
    return "beats them" if row["wins"] > fair else "is beaten"
