"""Measures for crossed versions, each with one number per game.

Columns are found by role; a measure without its table or column is left out.
docs/reference/metrics.md has the formulas and their known bias.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WINNING = "winning_score"
SPREAD = "spread"
STRATEGY = "strategy"
ORDER = "order"
GAP = "gap"
CONTESTED = "contested"
WASTED = "waste"


@dataclass(frozen=True)
class Measure:
    """A measure: its ``metric``, label, name and unit.

    ``label`` names what is measured: a strategy, a place in the turn order or the gap between two
    places; it is "" for the game as a whole. ``smallest`` is the smallest change that matters, 0 if
    none is declared; ``range`` is the largest possible difference between two versions of a game,
    nan if unbounded. ``pair`` holds the two places of a gap, and ``reverse_label`` its label if the
    second place is ahead.
    """

    metric: str
    label: str
    name: str
    unit: str = ""
    smallest: float = 0.0
    range: float = math.nan
    pair: tuple[int, int] | None = None
    reverse_label: str = ""

    @property
    def words(self) -> str:
        """The name with the unit."""
        return f"{self.name}, {self.unit}" if self.unit else self.name


class Measures:
    """A run's measures in a fixed order, with values by game."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._seats = run.table_with("win_share")
        run.require(self._seats)
        self._strategies = _labels(run, "strategy")
        self._orders = _orders(run)
        self._shape = self._kept_columns("shape")
        self._rivals = self._kept_columns("rivals")
        self._waste = self._seats.roles("waste")
        self.columns = tuple(self._list_columns())

    def _kept_columns(self, role: str) -> tuple[str, ...]:
        """Return the columns of a role, if every version kept their table."""
        run = self._run
        if not run.declares(role):
            return ()
        table = run.table_with(role)
        if not all(run.has(table, arm.id) for arm in run.arms):
            return ()
        return tuple(column.name for column in table.roles(role))

    def _list_columns(self) -> list[Measure]:
        run = self._run
        wins, score = (float(run.words.smallest[name]) for name in ("wins", "score"))
        unit = run.words.score[1]
        measures = [
            Measure(WINNING, "", "winning score", unit, score),
            Measure(SPREAD, "", "winner minus last", unit, score),
        ]
        measures += [
            Measure(STRATEGY, label, "wins in 100 by strategy", smallest=wins, range=100.0)
            for label in self._strategies
        ]
        if self._orders:
            head = run.column("order").head
            measures += [
                Measure(ORDER, label, f"wins in 100 by {head}", smallest=wins, range=100.0)
                for label in self._orders
            ]
            measures += [
                Measure(
                    GAP,
                    gap_label(self._orders[first], self._orders[second]),
                    f"gap by {head}",
                    "wins in 100",
                    wins,
                    200.0,
                    (first, second),
                    gap_label(self._orders[second], self._orders[first]),
                )
                for first, second in combinations(range(len(self._orders)), 2)
            ]
        if self._rivals:
            words = run.column("rivals").head
            measures.append(Measure(CONTESTED, "", f"{words} in a game"))
        for column in self._waste:
            measures.append(Measure(WASTED, "", column.head, "mean of the seats"))
        for name in self._shape:
            column = run.table_with("shape")[name]
            plain_name = column.head.removesuffix(f", {column.unit}")
            unit = "" if plain_name == column.head else column.unit
            measures.append(Measure(name, "", plain_name, unit))
        return measures

    def values(self, arm: int, batch: tuple[int, int]) -> Floats:
        """Return values, with one row per game and one column per measure.

        Games are in ascending order, measures in the order of ``columns``. A strategy's wins are
        those of the seats that it has under the current rules.
        """
        run, seats = self._run, self._seats
        roles = ["game", "seat", "win_share", "score", *(["order"] if self._orders else [])]
        rows = run.read(seats, arm, batch, roles, [column.name for column in self._waste]).sort(
            "game", "seat"
        )
        players = run.read(seats, 0, batch, ["game", "seat", "strategy"]).sort("game", "seat")
        games = rows["game"].unique(maintain_order=True)
        shape = (len(games), -1)

        def table(name: str) -> Floats:
            return rows[name].to_numpy().astype(np.float64).reshape(shape)

        score, wins = table("score"), 100 * table("win_share")
        strategies = players["strategy"].to_numpy().reshape(shape)
        columns = [score.max(axis=1), score.max(axis=1) - score.min(axis=1)]
        for number in self._strategies.values():
            has_strategy = strategies == number
            with np.errstate(invalid="ignore"):
                columns.append((wins * has_strategy).sum(axis=1) / has_strategy.sum(axis=1))
        if self._orders:
            order = table("order")
            by_order = [(wins * (order == index)).sum(axis=1) for index in range(len(self._orders))]
            columns += by_order
            columns += [
                by_order[first] - by_order[second]
                for first, second in combinations(range(len(self._orders)), 2)
            ]
        if self._rivals:
            rivals = run.read(run.table_with("rivals"), arm, batch, ["game", "rivals"])
            counts = rivals.filter(pl.col("rivals") > 0).group_by("game").len("contested")
            columns.append(_by_game(games, counts, "contested"))
        columns += [table(column.name).mean(axis=1) for column in self._waste]
        if self._shape:
            shapes = run.read(run.table_with("shape"), arm, batch, ["game"], self._shape)
            columns += [_by_game(games, shapes, name) for name in self._shape]
        return np.column_stack(columns)


def names_by_words(run: Run) -> dict[str, str]:
    """Map the measures' words to their names, which lack units."""
    return {measure.words: measure.name for measure in Measures(run).columns}


def gap_label(ahead: str, behind: str) -> str:
    """Return the label of the gap between two places in turn order."""
    return f"{ahead} minus {behind}"


def _by_game(games: pl.Series, frame: pl.DataFrame, name: str) -> Floats:
    """Return a frame's values by game, 0 where a game has none."""
    values = games.to_frame("game").join(frame, on="game", how="left", maintain_order="left")
    return values[name].fill_null(0).to_numpy().astype(np.float64)


def _labels(run: Run, role: str) -> dict[str, int]:
    """Map the labels of strategies under the current rules to their ids."""
    first = next(run.batches())
    rows = run.read(run.table_with("win_share"), 0, first, [role])
    names = add_labels(run, rows.unique().sort(role), run.column(role), role)
    return dict(names.select("label", pl.col(role).cast(pl.Int64)).iter_rows())


def _orders(run: Run) -> Sequence[str]:
    """Return the names of the places in turn order.

    There are none in a solo game, or in a game without a turn order.
    """
    if run.players == 1 or not run.declares("order"):
        return ()
    frame = pl.DataFrame({"order": range(run.players)}, schema={"order": pl.Int64})
    labels: list[str] = add_labels(run, frame, run.column("order"), "order")["label"].to_list()
    return labels
