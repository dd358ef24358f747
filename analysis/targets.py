"""Targets for a balanced game: a run's figures and their allowed ranges.

The figures are wins per 100 games (of each strategy, of each place in the turn order, and of the
holders of each thing dealt to seats, such as a region); the worth of being dealt each card
(`dealt_cards`); and how often each card is put into play per 100 offers. Chance decides what a seat
is dealt, so the figures for dealt things are causal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.dealt_cards import DealtCards
from eoc_sim.analysis.stats import family_level, mean_interval, share_interval, variance
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.analysis.worth import MAX_PLAYS_OF_DEAD_CARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DEFAULT_TURN_ORDER_LIMIT, DEFAULT_DEALT_LIMIT, DEFAULT_CARD_LIMIT = 2.0, 5.0, 3.0
"""Default limits on distances from fair, in wins per 100 games.

A card's worth is measured from 0.
"""
STRATEGY, ORDER, CARD, PLAYS = "strategy", "order", "card", "plays"
"""Kinds of figures.

The kind of any other thing dealt is the name of its column.
"""
MET, MET_AS_MEASURED, MISSED_AS_MEASURED, MISSED = (
    "met",
    "met as measured",
    "missed as measured",
    "missed",
)
"""States of a figure, by where it and its interval lie.

In order: the interval lies entirely inside the range; the figure lies inside, but not all of its
interval; the figure lies outside, but not all of its interval; the interval lies entirely outside.
"""


@dataclass(frozen=True)
class Target:
    """A target; None or False stands for figures that it ignores.

    ``strategies`` has the minimum and the maximum of each strategy's wins in 100. ``turn_order``
    and ``dealt`` limit how far places and things dealt to seats may be from fair; ``cards`` limits
    how far a card's worth when dealt may be from 0. With ``no_dead_card``, every card must be put
    into play more often than `MAX_PLAYS_OF_DEAD_CARD` times in 100 offers.
    """

    strategies: tuple[float, float] | None = None
    turn_order: float | None = None
    dealt: float | None = None
    cards: float | None = None
    no_dead_card: bool = False
    only_figure: tuple[str, str] | None = None
    """Kind and label of the only figure to use, if set."""


@dataclass(frozen=True)
class TargetFigure:
    """A number that a target restricts, and its allowed range.

    ``kind`` is one of the kinds above or a column of dealt things; ``id`` is that of the strategy,
    place, card or other dealt thing.
    """

    kind: str
    id: int
    label: str
    least: float
    most: float


class Figures:
    """A target's figures in each of a run's versions, ordered like ``rows``."""

    def __init__(self, run: Run, target: Target) -> None:
        self.run = run
        run.require(run.table_with("win_share"))
        self.rows = tuple(
            row for row in self._rows(target) if target.only_figure in (None, (row.kind, row.label))
        )
        self._groups = [index for index, row in enumerate(self.rows) if row.kind in self._columns]
        self._sums: dict[int, _GroupSums] = {}
        self._values: dict[int, Floats] = {}

    @cached_property
    def _columns(self) -> dict[str, str]:
        """Columns that group the seats, by kind of figure."""
        seats = self.run.table_with("win_share")
        columns = {STRATEGY: seats.role("strategy").name}
        if order := seats.roles("order"):
            columns[ORDER] = order[0].name
        return columns | {column.name: column.name for column in seats.roles("dealt")}

    @cached_property
    def _group_columns(self) -> list[str]:
        """The seat columns that the figures need."""
        return list(dict.fromkeys(self._columns[self.rows[row].kind] for row in self._groups))

    def _rows(self, target: Target) -> Iterator[TargetFigure]:
        assert self.run.fair is not None  # balance is between players
        seats, fair = self.run.table_with("win_share"), 100 * self.run.fair
        if target.strategies is not None:
            names = self._names(seats.role("strategy").name, STRATEGY)
            if len(names) > 1:
                for id, label in names:
                    yield TargetFigure(STRATEGY, id, label, *target.strategies)
        if target.turn_order is not None:
            for column in seats.roles("order"):
                for id, label in self._names(column.name, ORDER):
                    yield TargetFigure(
                        ORDER, id, label, fair - target.turn_order, fair + target.turn_order
                    )
        if target.dealt is not None:
            for column in seats.roles("dealt"):
                for id, label in self._names(column.name, column.name):
                    yield TargetFigure(
                        column.name, id, label, fair - target.dealt, fair + target.dealt
                    )
        if target.cards is not None or target.no_dead_card:
            yield from self._card_rows(target)

    def _names(self, column: str, kind: str) -> list[tuple[int, str]]:
        """List a seat column's values with their labels."""
        seats = self.run.table_with("win_share")
        rows = self.run.read(seats, 0, (0, self.run.games), ["seat"], [column])
        ids = rows.filter((pl.col("seat") < self.run.players) & (pl.col(column) >= 0))
        frame = ids.select(pl.col(column).cast(pl.Int64).alias(kind)).unique().sort(kind)
        if frame.height < 2:
            return [] if kind != STRATEGY else [(int(identifier), "") for identifier in frame[kind]]
        labels = add_labels(self.run, frame, seats[column], kind)["label"]
        return list(zip(frame[kind].to_list(), labels.to_list(), strict=True))

    def _card_rows(self, target: Target) -> Iterator[TargetFigure]:
        cards = self.run.dim(self.run.card_column.dim)
        if "copies" in cards.columns:
            cards = cards.filter(pl.col("copies") > 0)
        for id, label in cards.select("id", "name").iter_rows():
            if target.cards is not None:
                yield TargetFigure(CARD, id, label, -target.cards, target.cards)
            if target.no_dead_card:
                yield TargetFigure(PLAYS, id, label, MAX_PLAYS_OF_DEAD_CARD, np.inf)

    def indexes(self, kind: str) -> list[int]:
        """Return the indexes of the rows of one kind."""
        return [index for index, row in enumerate(self.rows) if row.kind == kind]

    @cached_property
    def least(self) -> Floats:
        """The smallest allowed value of each figure."""
        return np.array([row.least for row in self.rows], dtype=np.float64)

    @cached_property
    def most(self) -> Floats:
        """The largest allowed value of each figure."""
        return np.array([row.most for row in self.rows], dtype=np.float64)

    def excess(self, values: Floats) -> Floats:
        """Return each figure's distance from its range, 0 if inside."""
        return np.maximum(np.maximum(self.least - values, values - self.most), 0.0)

    def values(self, arm: int = 0) -> Floats:
        """Return a version's figures."""
        if arm not in self._values:
            self._values[arm] = self._measure(arm)
        return self._values[arm]

    def _measure(self, arm: int) -> Floats:
        values = self._group_sums(arm).means(len(self.rows), self._groups)
        if indexes := self.indexes(CARD):
            worth = DealtCards(self.run, arm).worth()
            values[indexes] = worth[[self.rows[index].id for index in indexes]]
        if indexes := self.indexes(PLAYS):
            plays, offers = self._plays(arm)
            ids = [self.rows[index].id for index in indexes]
            values[indexes] = 100 * plays[ids] / np.maximum(offers[ids], 1)
        return values

    def changes(self, arm: int) -> tuple[Floats, Floats]:
        """Return a version's change in each figure, with its standard error.

        Games are paired; the error is nan for cards, for which pairing is ignored.
        """
        change = self.values(arm) - self.values(0)
        errors = np.full(len(self.rows), np.nan)
        count, total, squares = (np.zeros(len(self._groups)) for _ in range(3))
        for batch in self.run.batches():
            figures = self._by_game(arm, batch), self._by_game(0, batch)
            common_games, first, second = np.intersect1d(
                figures[0][0], figures[1][0], return_indices=True
            )
            difference = (
                figures[0][1][first] - figures[1][1][second]
                if common_games.size
                else np.zeros((0, count.size))
            )
            count += np.isfinite(difference).sum(axis=0)
            total += np.nansum(difference, axis=0)
            squares += np.nansum(difference**2, axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            variances = np.maximum(variance(total, squares, count), 0.0)
            errors[self._groups] = (variances / count) ** 0.5
        return change, errors

    def judge(self, arm: int = 0, tries: int = 1) -> pl.DataFrame:
        """Judge every figure of a version by its interval.

        The intervals hold jointly across ``tries`` tables of this kind. Columns: kind, label,
        least, most, value, low, high, state (`MET` to `MISSED`).
        """
        look = self.run.look
        level = family_level(max(len(self.rows) * tries, 1), look.level())
        value, low, high = (np.full(len(self.rows), np.nan) for _ in range(3))
        sums = self._group_sums(arm)
        ends = share_interval(sums.total / 100, sums.games, level, sums.squares / 1e4)
        for array, values in zip((value, low, high), ends, strict=True):
            array[self._groups] = values
        if indexes := self.indexes(CARD):
            worth = DealtCards(self.run, arm).means()
            ids = [self.rows[index].id for index in indexes]
            for array, values in zip(
                (value, low, high), mean_interval(*worth.sums(), level), strict=True
            ):
                array[indexes] = values[ids]
        if indexes := self.indexes(PLAYS):
            ids = [self.rows[index].id for index in indexes]
            plays, offers = (counts[ids] for counts in self._plays(arm))
            ends = share_interval(plays, np.maximum(offers, 1), level)
            for array, values in zip((value, low, high), ends, strict=True):
                array[indexes] = values
            high[indexes] = np.where(offers > 0, high[indexes], 100.0)
        state = np.select(
            [
                (low >= self.least) & (high <= self.most),
                (high < self.least) | (low > self.most),
                self.excess(value) > 0,
            ],
            [MET, MISSED, MISSED_AS_MEASURED],
            MET_AS_MEASURED,
        )
        return pl.DataFrame(
            {
                "kind": [row.kind for row in self.rows],
                "label": [row.label for row in self.rows],
                "least": self.least,
                "most": self.most,
                "value": value,
                "low": low,
                "high": high,
                "state": state,
            }
        )

    def shares(
        self, batch: tuple[int, int], games: NDArray[np.int64]
    ) -> Iterator[tuple[int, Floats]]:
        """Yield the index of each group's figure, with the group's seat weights.

        Weights have one row per entry of ``games``, which lists games of a batch under the current
        rules; the group's seats share a weight of 1.
        """
        seats = self.run.table_with("win_share")
        columns = self._group_columns
        rows = self.run.read(seats, 0, batch, ["game", "seat"], columns)
        rows = rows.filter(pl.col("seat") < self.run.players).sort("game", "seat")
        batch_games = rows["game"].unique().sort().to_numpy()
        game_indexes = np.searchsorted(batch_games, games)
        by_column = {
            column: rows[column].to_numpy().reshape(-1, self.run.players)[game_indexes]
            for column in columns
        }
        for group in self._groups:
            row = self.rows[group]
            in_group = (by_column[self._columns[row.kind]] == row.id).astype(np.float64)
            yield group, in_group / np.maximum(in_group.sum(axis=1, keepdims=True), 1.0)

    def share_of_games_with_seats(self) -> Floats:
        """Return the share of games in which each figure's group has seats.

        Shares are measured under the current rules; for cards they are 1.
        """
        shares = np.ones(len(self.rows))
        shares[self._groups] = np.maximum(self._group_sums(0).games, 1) / max(self.run.games, 1)
        return shares

    def _group_sums(self, arm: int) -> _GroupSums:
        if arm not in self._sums:
            sums = _GroupSums(len(self._groups))
            for batch in self.run.batches():
                sums.add(self._by_game(arm, batch)[1])
            self._sums[arm] = sums
        return self._sums[arm]

    def _by_game(self, arm: int, batch: tuple[int, int]) -> tuple[NDArray[np.int64], Floats]:
        """Return a batch's games, and each group's wins in 100 by game.

        The wins are nan in games without a seat in the group.
        """
        seats = self.run.table_with("win_share")
        rows = self.run.read(seats, arm, batch, ["game", "seat", "win_share"], self._group_columns)
        rows = rows.filter(pl.col("seat") < self.run.players)
        games, game_index = np.unique(rows["game"].to_numpy(), return_inverse=True)
        wins = 100 * rows["win_share"].to_numpy().astype(np.float64)
        by_game = np.full((games.size, len(self._groups)), np.nan)
        for column, group in enumerate(self._groups):
            row = self.rows[group]
            in_group = rows[self._columns[row.kind]].to_numpy() == row.id
            seat_counts = np.bincount(game_index[in_group], minlength=games.size)
            total = np.bincount(game_index[in_group], wins[in_group], minlength=games.size)
            by_game[:, column] = np.where(
                seat_counts > 0, total / np.maximum(seat_counts, 1), np.nan
            )
        return games.astype(np.int64), by_game

    def _plays(self, arm: int) -> tuple[Floats, Floats]:
        """Count the games in which each card is played or offered.

        The first array counts games in which the card is played, the second those in which it is
        offered.
        """
        cards = self.run.dim(self.run.card_column.dim).height
        play_counts, offer_counts = np.zeros(cards), np.zeros(cards)
        for batch in self.run.batches():
            drafts = self.run.read(
                self.run.table_with("played_round"), arm, batch, ["game", "thing", "played_round"]
            ).filter(pl.col("played_round") > 0)
            offers = self.run.read(self.run.table_with("passed"), arm, batch, ["game", "thing"])
            for rows, counts in ((drafts, play_counts), (offers, offer_counts)):
                ids = rows.select("game", "thing").unique()["thing"].to_numpy()
                counts += np.bincount(ids, minlength=cards)
        return play_counts, offer_counts


class _GroupSums:
    """Wins of groups of seats, summed over games."""

    def __init__(self, groups: int) -> None:
        self.games, self.total, self.squares = (np.zeros(groups) for _ in range(3))

    def add(self, values: Floats) -> None:
        self.games += np.isfinite(values).sum(axis=0)
        self.total += np.nansum(values, axis=0)
        self.squares += np.nansum(values**2, axis=0)

    def means(self, rows: int, indexes: Sequence[int]) -> Floats:
        """Return an array with the means at ``indexes`` and nan elsewhere."""
        means = np.full(rows, np.nan)
        with np.errstate(invalid="ignore"):
            means[list(indexes)] = self.total / self.games
        return means
