"""What chance dealt: win share by turn order, seat, region, coach and board.

All of these are dealt at random, so a plain comparison says what they do. Where players choose
their coach (``coach_choice = reverse_turn_order``) the coaches' table is observational.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.strategies import with_wins
from eoc_sim.analysis.tables import Run, Sums, named, per_game

if TYPE_CHECKING:
    import polars as pl

GROUPS = ("order", "seat", "region", "coach", "board")
ORDER_NAMES = ("first", "second", "third", "fourth")
_DIMS = {"region": "regions", "coach": "coaches", "board": "boards"}


def win_shares(run: Run, arm: int = 0) -> dict[str, pl.DataFrame]:
    """Wins in 100 games by each of `GROUPS` that the game was played with.

    Each frame is one family; columns: the group's id, label, games, wins, low, high, q, verdict,
    more_games, score, score_low, score_high.
    """
    import polars as pl

    run.require("seats")
    values = ["win_share", "score"]
    sums = {group: Sums([group], values) for group in GROUPS}
    for batch in run.batches():
        seats = run.read("seats", arm, batch, ["game", *GROUPS, *values])
        # Nothing is dealt to Bubba, whose seat comes after those of the players.
        seats = seats.filter(pl.col("seat") < run.players)
        for group, part in sums.items():
            part.add(per_game(seats.filter(pl.col(group) >= 0), [group], values))
    frames = {}
    for group, part in sums.items():
        total = part.total()
        if total.height < 2:
            continue
        if group in _DIMS:
            total = named(total, run.dim(_DIMS[group]), group, "label")
        elif group == "order":
            total = total.with_columns(
                pl.Series("label", [ORDER_NAMES[place] for place in total["order"]])
            )
        else:
            total = total.with_columns(
                pl.format("seat {}", pl.col("seat").cast(pl.Int64) + 1).alias("label")
            )
        frames[group] = with_wins(run, total)
    return frames
