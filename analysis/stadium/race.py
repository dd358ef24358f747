"""The race to the last block: game ends and blocks by round."""

from __future__ import annotations

import numpy as np
import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means, share_columns

GAME_COLUMNS = ("rounds", "end", "ender_seat", "tie_step", "leader_round")
WINNERS, OTHERS = "winner", "others"
VALUES = (WINNERS, OTHERS, "placed")


def closeness(run: Run, arm: int = 0) -> pl.DataFrame:
    """Extend `points.closeness` with shares, in games per 100.

    The shares are cap (stopped at the round limit), by_winner (of the games in which an owner
    placed its last block, those in which the winner was the first to do so), tied (on points),
    by_half (the winner took the lead for good by the halfway point) and never_led (the winner never
    led alone before the final scoring).
    """
    return points.closeness(run, arm, GAME_COLUMNS, shares())


def games_statistic(run: Run, arm: int = 0) -> Statistic:
    """Return the statistic that `closeness` reads."""
    return points.games_statistic(run, arm, GAME_COLUMNS, shares())


def shares() -> dict[str, pl.Expr]:
    """Define the shares of games from the columns of the table ``games``."""
    ender = pl.col("ender_seat")
    return {
        "cap": pl.col("end").cast(pl.String) == "cap",
        "by_winner": pl.when(ender >= 0).then(ender == pl.col("winner")),
        "tied": pl.col("tie_step").cast(pl.String) != "points",
        **points.lead_shares(pl.col("leader_round"), pl.col("rounds")),
    }


def blocks_by_round(run: Run) -> pl.DataFrame:
    """Return one row per span of rounds: its games and blocks.

    Columns, of which the last four also have _low and _high:

    - span: an index into `spans.NAMES`.
    - games: games that reach the span.
    - reached: games in 100 that reach the span.
    - placed: mean blocks that all owners together place in a round of the span.
    - winner: mean blocks that the winner has placed by the end of a round.
    - others: the same for the average other owner.

    Games without a single winner do not count for winner and others.
    """
    means = group_means(run, blocks_statistic(run))
    games = pl.Series([run.games] * means.height, dtype=pl.Int64)
    return means.with_columns(share_columns(run, "reached", means["games"], games))


def blocks_statistic(run: Run) -> Statistic:
    """Return the statistic that `blocks_by_round` reads."""
    tables, players = run.declaration.tables, run.players

    def rows(batch: Batch) -> pl.DataFrame:
        games = batch.read(tables["games"], 0, ["game", "winner"], ["rounds"])
        blocks = batch.read(tables["blocks"], 0, ["game", "seat"], ["round"])
        number, rounds = games["game"].to_numpy(), games["rounds"].to_numpy().astype(np.int64)
        width = int(rounds.max(initial=0))
        block_counts = np.zeros((number.size, width, players))
        rows = np.searchsorted(number, blocks["game"].to_numpy())
        np.add.at(
            block_counts, (rows, blocks["round"].to_numpy().astype(int) - 1, blocks["seat"]), 1
        )
        totals = block_counts.cumsum(axis=1)
        winner = games["winner"].to_numpy()
        winner_totals = np.where(
            (winner >= 0)[:, None], totals[np.arange(number.size), :, np.maximum(winner, 0)], np.nan
        )
        game, round_index = np.nonzero(np.arange(width) < rounds[:, None])
        return pl.DataFrame(
            {
                "game": number[game],
                "round": round_index + 1,
                "placed": block_counts.sum(axis=2)[game, round_index],
                WINNERS: winner_totals[game, round_index],
                OTHERS: ((totals.sum(axis=2) - winner_totals) / (players - 1))[game, round_index],
            }
        ).with_columns(spans.span("round").alias("span"), pl.col(WINNERS, OTHERS).fill_nan(None))

    return Statistic(
        "blocks by round", ((tables["games"], 0), (tables["blocks"], 0)), ("span",), VALUES, rows
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [games_statistic(run), blocks_statistic(run)]
