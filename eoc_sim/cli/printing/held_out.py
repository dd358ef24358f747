"""Print results from held-out games, and the gain of one over another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis.held_out import extra_score, extra_wins, score, wins_in_100
from eoc_sim.analysis.stats import SEPARATE_INTERVALS
from eoc_sim.cli.screen import say, table
from eoc_sim.counts import count

if TYPE_CHECKING:
    from eoc_sim.analysis.held_out import HeldOutMean, Results
    from eoc_sim.simulator.runs.game import Words


def print_held_out(
    words: Words, players: int, results: Sequence[tuple[str, Results]], difference: tuple[str, str]
) -> None:
    """Print each result, and the difference between two of them.

    ``difference`` holds the labels of those two; the second is subtracted from the first.
    """
    by_label = dict(results)
    rows = [
        _line(label, wins_in_100(result), score(result), result.games, sign="")
        for label, result in results
    ]
    after, before = by_label[difference[0]], by_label[difference[1]]
    rows.append(
        _line(
            " - ".join(difference),
            extra_wins(after, before),
            extra_score(after, before),
            after.games,
            sign="+",
        )
    )
    fair = f" (fair: {100 / players:.3g})" if players > 1 else ""
    _, score_noun = words.score
    table(("", f"wins in 100{fair}", "between", score_noun, "between", "games"), rows)
    say(f"{SEPARATE_INTERVALS}.")


def between(mean: HeldOutMean, sign: str = "+") -> str:
    """Format the interval of an estimate.

    >>> from eoc_sim.analysis.held_out import HeldOutMean
    >>> between(HeldOutMean(1.0, 0.5, 1.5))
    '+0.5 to +1.5'
    """
    return f"{mean.low:{sign}.1f} to {mean.high:{sign}.1f}"


def _line(
    label: str, wins: HeldOutMean, score: HeldOutMean, games: int, sign: str
) -> tuple[str, ...]:
    return (
        label,
        f"{wins.mean:{sign}.1f}",
        between(wins, sign),
        f"{score.mean:{sign}.1f}",
        between(score, sign),
        count(games),
    )
