"""Worth of a card's printed score: games re-scored with 0 instead.

No game is replayed, so the worth is causal only if players would not have played differently. Win
shares follow exactly from scores and from the tie-breaks that come before the first random roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim import analysis
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

VALUES = ("owner_score", "others_score", "owner_wins", "others_wins")
MAX_SEATS = 6
"""The largest number of seats for which means are exact."""
DENOMINATOR = 3600
"""The number of parts in a unit of an exact mean.

With up to `MAX_SEATS` seats, mean scores and wins per 100 games are multiples of 1 / `DENOMINATOR`.
"""


def can_rescore(run: Run) -> bool:
    """Return True if cards have printed scores, and their plays were kept."""
    return (
        run.declares("played_round")
        and run.has(run.table_with("played_round"))
        and _face_column(run) is not None
    )


def win_shares(score: Floats, tie_breaks: Sequence[Floats]) -> Floats:
    """Return the win shares, decided by score, then ``tie_breaks`` in order.

    The result has one row per game.

    >>> print(win_shares(np.array([[9.0, 9.0, 4.0]]), [np.array([[1.0, 2.0, 7.0]])]).tolist())
    [[0.0, 1.0, 0.0]]
    """
    best = np.ones(score.shape, dtype=bool)
    for number in (score, *tie_breaks):
        best_numbers = np.where(best, number, -np.inf)
        best = best_numbers == best_numbers.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def tie_breaks(run: Run, arm: int = 0) -> list[str]:
    """List the columns that break ties in score, in order.

    The columns depend on the arm's switches.
    """
    switches = {switch.name: switch.default for switch in run.declaration.switches}
    switches |= {name: str(value) for name, value in run.record["baseline"]["rules"].items()}
    for change in run.arms[arm].changes:
        if change.switch:
            switches[change.switch] = change.new
    return [
        tie_break.column
        for tie_break in run.declaration.tie_breaks
        if all(switches.get(name) == value for name, value in tie_break.switches.items())
    ]


def face_scores(run: Run, arm: int = 0) -> Floats:
    """Return every card's printed score in an arm's version, by card id."""
    column = _face_column(run)
    assert column is not None
    cards = run.dim(run.card_column.dim).with_columns(pl.col(column).cast(pl.Float64))
    for change in run.arms[arm].changes:
        if change.card is not None and change.column == column:
            cards = cards.with_columns(
                pl.when(pl.col("number") == change.card)
                .then(float(change.new))
                .otherwise(pl.col(column))
                .alias(column)
            )
    return cards.sort("id")[column].to_numpy()


def _face_column(run: Run) -> str | None:
    if not run.declares("thing"):
        return None
    dim = run.declaration.dims.get(run.card_column.dim)
    columns = dim.roles("face_score") if dim else []
    return columns[0].name if columns else None


def rescore(run: Run, arm: int = 0) -> pl.DataFrame:
    """Sum the effect of printed scores over the games with each ``thing``.

    The effect is the result as played minus the result re-scored without the score, for all copies
    of the card together. Columns with ``owner_`` are means over the seats that put a copy into
    play, and those with ``others_`` are means over the other seats. Columns with ``_score`` are in
    points of score, those with ``_wins`` in wins per 100 games.
    """
    return run.total(plays_statistic(run, arm))


def statistics(run: Run) -> list[Statistic]:
    """List the statistics that `rescore` reads under the current rules.

    There are none if the game's cards have no printed scores.
    """
    has_scores = run.declares("played_round") and _face_column(run) is not None
    return [plays_statistic(run, 0)] if has_scores else []


def plays_statistic(run: Run, arm: int) -> Statistic:
    """Return the statistic that `rescore` reads."""
    face = face_scores(run, arm)
    seats, plays = run.table_with("win_share"), run.table_with("played_round")
    is_exact = run.players <= MAX_SEATS and bool(
        (face * DENOMINATOR == np.rint(face * DENOMINATOR)).all()
    )
    parts_per_unit = dict.fromkeys(VALUES, DENOMINATOR) if is_exact else {}

    def rows(batch: Batch) -> pl.DataFrame:
        frame = changes(run, arm, batch, face)
        return frame.with_columns(
            pl.Series(name, np.rint(frame[name].to_numpy() * factor).astype(np.int32))
            for name, factor in parts_per_unit.items()
        )

    return Statistic(
        f"printed scores of cards, version {arm}",
        ((seats, arm), (plays, arm)),
        ("thing",),
        VALUES,
        rows,
        parts_per_unit=parts_per_unit,
    )


def changes(run: Run, arm: int, batch: Batch, face: Floats) -> pl.DataFrame:
    """Re-score games without the printed score of one card at a time.

    There is one row for each card played in each game. Columns: game, thing and `VALUES`.
    """
    table = run.table_with("win_share")
    tie_columns = tie_breaks(run, arm)
    seats = batch.read(table, arm, ["game", "seat", "score"], tie_columns).sort("game", "seat")
    games = seats["game"].unique().sort()
    width = max(1, seats.height // max(1, games.len()))

    def by_seat(name: str) -> Floats:
        return seats[name].cast(pl.Float64).to_numpy().reshape(-1, width)

    standings = np.stack([by_seat(name) for name in ("score", *tie_columns)], axis=1)
    plays = batch.read(
        run.table_with("played_round"), arm, ["game", "thing", "seat", "played_round"]
    ).filter(pl.col("played_round") > 0)
    game, card, seat = (
        plays[name].to_numpy().astype(np.int64) for name in ("game", "thing", "seat")
    )
    numbers = games.to_numpy().astype(np.int64)
    pairs = np.empty((2, plays.height), np.int64)
    values = np.empty((len(VALUES), plays.height))
    pair_count = analysis.compiled_scores.score_without(
        game, card, seat, numbers, standings, face, pairs, values
    )
    return pl.DataFrame(
        {
            "game": numbers[pairs[0, :pair_count]],
            "thing": pairs[1, :pair_count],
            **dict(zip(VALUES, values[:, :pair_count], strict=True)),
        }
    )
