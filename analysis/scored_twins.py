"""Unplayed twins of cards, computed by re-scoring the games.

Without a card's printed score, or without the score from its effect, a game is played the same if
its players' decisions do not depend on scores. The run's pilot tested whether they do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from eoc_sim.analysis.rescoring import face_scores, tie_breaks, win_shares
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import changed_columns


def cards_without_twins(run: Run, kind: str) -> list[str]:
    """List the numbers of cards without played twins of a kind.

    The entry of such a card has a share of 0: its twins were left out of the run.
    """
    entries = (run.record.get("twins") or {}).get("entries", ())
    return [card for entry_kind, *_, card, share in entries if entry_kind == kind and not share]


def left_out_twins(
    run: Run, arm: int, batch: Batch, part: int, cards: Sequence[str]
) -> pl.DataFrame:
    """Compute a batch's left-out twins of ``cards``, like `twin_means.twin_rows`.

    ``cards`` are card numbers. ``part`` is the part that is off: 0 the printed score, 1 the score
    from the effect, 2 both.

    Raises:
        MissingResults: the table of scores or that of plays was not kept, or there are no games.
    """
    table, plays = run.table_with("win_share"), run.table_with("played_round")
    run.require(table, plays, arm=arm)
    tie_columns = tie_breaks(run, arm)
    seats = batch.read(table, arm, ["game", "seat", "strategy", "score"], tie_columns)
    seats = seats.sort("game", "seat")
    games = seats["game"].unique().sort()
    score_columns, share_columns = changed_columns(run)

    def by_seat(name: str) -> np.ndarray:
        return seats[name].cast(pl.Float64).to_numpy().reshape(games.len(), len(score_columns))

    numbers = run.dim(run.card_column.dim).select("id", "number")
    ids = numbers.filter(pl.col("number").is_in(cards))["id"]
    rows = batch.read(plays, arm, ["game", "thing", "seat", "played_round", "effect"]).filter(
        (pl.col("played_round") > 0) & pl.col("thing").is_in(ids.implode())
    )
    losses = np.zeros(rows.height)
    if part != 1:
        losses += face_scores(run, arm)[rows["thing"].to_numpy()]
    if part != 0:
        losses += rows["effect"].to_numpy()
    game = np.searchsorted(games.to_numpy(), rows["game"].to_numpy())
    seat = rows["seat"].to_numpy()
    change = np.zeros((rows.height, len(score_columns)))
    change[np.arange(rows.height), seat] = losses
    score, ties = by_seat("score"), [by_seat(name) for name in tie_columns]
    before, shares = win_shares(score, ties), np.zeros(change.shape)
    # A seat without a win share has none to lose, but may gain one if its loss is negative.
    may_change = np.flatnonzero((before[game, seat] > 0) | (losses < 0))
    affected_games = game[may_change]
    shares[may_change] = before[affected_games] - win_shares(
        score[affected_games] - change[may_change], [tie[affected_games] for tie in ties]
    )
    return rows.join(
        seats.select("game", "seat", "strategy"), on=["game", "seat"], maintain_order="left"
    ).with_columns(
        pl.Series(name, values[:, index])
        for names, values in ((score_columns, change), (share_columns, shares))
        for index, name in enumerate(names)
    )
