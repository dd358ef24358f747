"""Win shares and scores with the luck of the deal taken off.

What a game deals to a strategy's seats (a place in turn order, all that it hands out at random)
less what it deals to the whole table is 0 on average, whatever it is worth: chance deals it without
looking at the strategies. So the part of a strategy's result that goes with it can be taken off by
regression, and the same games say as much as more games would (control variates: Lavenberg and
Welch 1981, Management Science 27; regression adjustment of experiments: Lin 2013, Annals of Applied
Statistics 7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.stats import mean_interval
from eoc_sim.analysis.tables import Run, labelled

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Column

    Floats = NDArray[np.float64]

VALUES = ("win_share", "score")
GAMES_A_NUMBER = 50
"""Games that a regression needs for every number that it takes from them."""


def adjusted(run: Run, dealt: Sequence[Column], arm: int = 0) -> pl.DataFrame:
    """Each strategy's wins and score less what goes with the deals of its seats, a row a strategy.

    Columns: strategy, label, games, and for ``wins`` (in 100) and ``score`` the adjusted mean with
    ``_low`` and ``_high``, and ``_saved``: the share of games, in 100, that need not be played for
    it. ``dealt`` are the columns that chance deals to seats: of those that players choose the mean
    is not 0. No rows for one strategy in all seats, nor for a run that is too short.
    """
    import polars as pl

    moments = _moments(run, dealt, arm)
    level = run.look.level()
    rows: list[dict[str, Any]] = []
    for strategy, sums in sorted(moments.items()):
        games = sums[0, 0]
        dealt_to = sums[1 + len(VALUES) :, 1 + len(VALUES) :]
        numbers = int(np.linalg.matrix_rank(dealt_to))
        if not numbers or games < GAMES_A_NUMBER * numbers:
            continue
        row: dict[str, Any] = {"strategy": strategy, "games": int(games)}
        for place, value in enumerate(VALUES, 1):
            mean, spread, saved = _adjusted_mean(sums, place)
            scale = 100.0 if value == "win_share" else 1.0
            squares = (games - 1 - numbers) * spread + games * mean * mean
            _, low, high = mean_interval(games * mean, squares, games, level)
            name = "wins" if value == "win_share" else value
            row |= {
                name: scale * mean, f"{name}_low": scale * float(low),
                f"{name}_high": scale * float(high), f"{name}_saved": 100 * saved,
            }
        rows.append(row)
    if not rows:
        return pl.DataFrame()
    column = run.table_with("win_share").role("strategy")
    return labelled(run, pl.DataFrame(rows), column, "strategy")


def _adjusted_mean(sums: Floats, place: int) -> tuple[float, float, float]:
    """The mean of a value at deals of 0, its spread about the regression, and what that saves."""
    games = sums[0, 0]
    means = sums[0] / games
    centred = sums / games - np.outer(means, means)
    first = 1 + len(VALUES)
    slopes = np.linalg.lstsq(centred[first:, first:], centred[first:, place], rcond=None)[0]
    spread = centred[place, place]
    left = max(float(spread - slopes @ centred[first:, place]), 0.0)
    degrees = games - 1 - np.linalg.matrix_rank(centred[first:, first:])
    saved = 1 - left / spread if spread > 0 else 0.0
    return float(means[place] - slopes @ means[first:]), left * games / degrees, float(saved)


def _moments(run: Run, dealt: Sequence[Column], arm: int) -> dict[int, Floats]:
    """For each strategy the sums of products of 1, its VALUES and its deals, over games."""
    import polars as pl

    table = run.table_with("win_share")
    run.require(table)
    names = [column.name for column in dealt]
    kinds = {
        name: sorted(
            {int(one) for batch in run.batches() for one in
             run.read(table, arm, batch, ["game"], [name])[name].unique() if one >= 0}
        )
        for name in names
    }
    flags = [
        (pl.col(name) == kind).cast(pl.Float64).alias(f"{name} {kind}")
        for name in names for kind in kinds[name]
    ]
    deals = [f"{name} {kind}" for name in names for kind in kinds[name]]
    moments: dict[int, Floats] = {}
    for batch in run.batches():
        seats = run.read(table, arm, batch, ["game", "seat", "strategy", *VALUES], names)
        # Nothing is dealt to an automaton, whose seat comes after those of the players.
        seats = seats.filter(pl.col("seat") < run.players).with_columns(*flags)
        seats = seats.with_columns(
            pl.col(deal) - pl.col(deal).mean().over("game") for deal in deals
        )
        a_game = seats.group_by("game", "strategy").agg(
            pl.col(*VALUES, *deals).cast(pl.Float64).mean()
        )
        for (strategy,), rows in a_game.group_by("strategy"):
            numbers = rows.select(pl.lit(1.0).alias("one"), *VALUES, *deals).to_numpy()
            key = int(strategy)
            moments[key] = moments.get(key, np.zeros((numbers.shape[1],) * 2)) + numbers.T @ numbers
    return moments
