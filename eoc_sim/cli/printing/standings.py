"""Print the wins and scores of a run's strategies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import BY_CONSTRUCTION, SEPARATE_INTERVALS, Shares, mean_interval
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.cli.progress import BY_CONSTRUCTION_SHORT
from eoc_sim.cli.screen import STACK_BELOW_WIDTH, say, table
from eoc_sim.commands.playing import strategy_names
from eoc_sim.counts import count, plural

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request


def print_standings(
    game: Game, request: Request, outcome: Outcome, *, played_now: bool = True
) -> None:
    """Print each strategy's wins in each version.

    With ``played_now``, also print how many of the games this command played, if not all.
    """
    run = Run(outcome.path)
    if not (outcome.standings or run.has(run.table_with("win_share"))):
        return
    rows = _standing_rows(run, outcome, strategy_names(game, request))
    fair = "" if run.fair is None else f" (fair: {100 * run.fair:.3g})"
    if len(run.arms) == 1:
        _print_one_version(run, rows, fair)
    else:
        _print_versions(run, rows, fair, outcome.games)
    if played_now and outcome.games_played < outcome.games * len(run.arms):
        say(f"{count(outcome.games_played)} of these games were played just now.")


@dataclass(frozen=True)
class _Row:
    """One strategy in one version: wins and mean score, with intervals."""

    arm: int
    label: str
    wins: float
    between: str
    score: float
    score_between: str
    games: int


def _standing_rows(run: Run, outcome: Outcome, names: Sequence[str]) -> list[_Row]:
    """Return the report's numbers or, without a seats table, numbers from sums.

    The sums do not separate the games before the last planned look from those after it, so the
    intervals from sums are not narrowed by the intervals of that look.
    """
    if run.has(run.table_with("win_share")):
        return [
            _Row(
                arm.id,
                row["label"],
                row["wins"],
                BY_CONSTRUCTION_SHORT
                if row.get("verdict") == BY_CONSTRUCTION
                else _between(row["low"], row["high"]),
                row["score"],
                _between(row["score_low"], row["score_high"]),
                row["games"],
            )
            for arm in run.arms
            for row in win_shares(run, arm.id).iter_rows(named=True)
        ]
    look = replace(run.look, games=outcome.games)
    rows = []
    strategies = Counter(standing.arm for standing in outcome.standings if standing.games)
    for standing in outcome.standings:
        sums = Shares(
            *(np.array([value]) for value in (standing.wins, standing.squares, standing.games))
        )
        low, high = (float(end[0]) for end in sums.interval_at(look))
        score, *ends = (
            float(value)
            for value in mean_interval(
                standing.score, standing.score_squares, standing.games, look.level()
            )
        )
        rows.append(
            _Row(
                standing.arm,
                names[standing.strategy],
                100 * standing.wins / standing.games,
                BY_CONSTRUCTION_SHORT
                if run.players > 1 and strategies[standing.arm] == 1
                else _between(100 * low, 100 * high),
                score,
                _between(*ends),
                standing.games,
            )
        )
    return rows


def _between(low: float | None, high: float | None) -> str:
    if low is None or high is None or math.isnan(low):
        return "?"
    return f"{low:.1f} to {high:.1f}"


def _print_one_version(run: Run, rows: Sequence[_Row], fair: str) -> None:
    _, score_noun = run.words.score
    table(
        ("strategy", f"wins in 100{fair}", "between", score_noun, "between", "games"),
        [
            (
                row.label,
                f"{row.wins:.1f}",
                row.between,
                *_score_cells(run, row),
                count(row.games),
            )
            for row in rows
        ],
    )
    wider_note = "; those in the report hold jointly, so they are wider" if fair else ""
    say(f"{SEPARATE_INTERVALS}{wider_note}.")


def _score_cells(run: Run, row: _Row) -> tuple[str, str]:
    """Format a mean score with its interval.

    Both cells are empty for an automaton without a score.
    """
    if row.label == run.words.automaton and row.score == 0:
        return "", ""
    return f"{row.score:.1f}", row.score_between


def _print_versions(run: Run, rows: Sequence[_Row], fair: str, games: int) -> None:
    """Print one line per version, or more on narrow terminals."""
    by_version = {(row.arm, row.label): row for row in rows}
    strategies = list(dict.fromkeys(row.label for row in rows))
    lines = []
    for arm in run.arms:
        cells = [
            f"{row.wins:.1f} ({row.between})" if row is not None else ""
            for row in (by_version.get((arm.id, strategy)) for strategy in strategies)
        ]
        lines.append((arm.short if arm.changes else run.current, *cells))
    say(f"Wins in 100 games{fair}, {SEPARATE_INTERVALS}; {plural(games, 'game')} per version:")
    say()
    table(("version", *strategies), lines, stacked=True, stack_below_width=STACK_BELOW_WIDTH)
