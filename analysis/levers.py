"""Guesses at an edit's effect on figures, without playing it.

The guesses use causal effects in games under the current rules: games re-scored with a changed
score (`rescoring`), twins without a card's effect (`card_twins`), and seats' results by what they
were dealt at random. The guesses suggest which edits are worth playing; they never replace playing
an edit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.card_twins import has_card_twins, rows_of
from eoc_sim.analysis.rescoring import can_rescore, tie_breaks, win_shares
from eoc_sim.analysis.targets import CARD, PLAYS, STRATEGY, Figures
from eoc_sim.analysis.twin_means import changed_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Column
    from eoc_sim.simulator.runs.numbers import Number

    Floats = NDArray[np.float64]

STEP = 2.0
"""Step up and down in a seat's score when games are re-scored."""
EXTRA_PLAYS_PER_POINT = 2.0
"""Extra plays per 100 offers, assumed for each point of score.

Doubling an effect is assumed to bring as many extra plays as one point of score. Only the order in
which numbers are tried depends on these guesses.
"""
EFFECT = "effect"
"""The card part switched off in the twins that this module reads."""


class Levers:
    """Guesses at numbers' effects on the ``figures`` under a run's current rules."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._run = figures.run
        self._values = figures.values()
        self._deal_effects: dict[tuple[str, int], Floats] = {}
        self._ids: dict[str, dict[str, int]] = {}

    def predict(self, number: Number, value: float) -> Floats | None:
        """Predict the change in every figure at ``value``; None if unknown."""
        if number.order >= 0:
            by_order = self._order_effects
            assert number.worth is not None
            change: Floats = by_order[number.order] * number.worth * (value - number.original)
            return change
        row = self._row(number)
        if row is None:
            return None
        if self._run.declares("thing") and number.dim == self._run.card_column.dim:
            return self._card_effect(number, row, value)
        column = self._dealt_column(number.dim)
        if column is None:
            return None
        if (number.dim, row) not in self._deal_effects:
            self._deal_effects[number.dim, row] = self._measure_dealt(column, row)
        return self._deal_effects[number.dim, row] * number.share(value)

    def _dealt_column(self, dim: str) -> Column | None:
        """Return the column of dealt things of this kind, if any."""
        seats = self._run.table_with("win_share")
        return next((column for column in seats.roles("dealt") if column.dim == dim), None)

    def _card_effect(self, number: Number, row: int, value: float) -> Floats | None:
        """Return a number's effect through its card.

        The effect includes a guess at how much more often the card is then played.
        Return None if the effect is unknown.
        """
        effects = self._printed_effects if number.worth is None else self._score_effects
        if effects is None:
            return None
        multiple = (
            number.share(value)
            if number.worth is None
            else number.worth * (value - number.original)
        )
        effect: Floats = effects[row] * multiple
        for figure in self._figures.indexes(PLAYS):
            if self._figures.rows[figure].id == row:
                effect[figure] = EXTRA_PLAYS_PER_POINT * multiple
        return effect

    def _row(self, number: Number) -> int | None:
        """Return the id of a number's row in its dims table.

        Return None if the number is not in such a table.
        """
        if not number.dim:
            return None
        if number.dim not in self._ids:
            dim = self._run.dim(number.dim)
            has_numbers = "number" in dim.columns
            self._ids[number.dim] = (
                dict(dim.select("number", "id").iter_rows()) if has_numbers else {}
            )
        return self._ids[number.dim].get(number.row)

    @cached_property
    def _score_effects(self) -> Floats | None:
        """Change in the figures from one more point of score, by card."""
        if not can_rescore(self._run):
            return None
        effects = _CardEffects(self._figures)
        for batch in self._run.batches():
            games, change_of = self._rescore(batch)
            plays = self._plays(batch)
            game = np.searchsorted(games, plays["game"].to_numpy())
            seat = plays["seat"].to_numpy()
            effects.add(
                batch,
                plays["game"].to_numpy(),
                seat,
                plays["thing"].to_numpy(),
                change_of(game, seat),
            )
        return effects.by_card(self._plays_per_game)

    @cached_property
    def _order_effects(self) -> Floats:
        """Change in figures from one more point of score, by turn order."""
        total = np.zeros((self._run.players, len(self._figures.rows)))
        table = self._run.table_with("win_share")
        for batch in self._run.batches():
            games, change_of = self._rescore(batch)
            seats = self._run.read(table, 0, batch, ["game", "seat", "order"])
            seats = seats.filter(seats["order"] < self._run.players).sort("game", "seat")
            game = np.searchsorted(games, seats["game"].to_numpy())
            change = change_of(game, seats["seat"].to_numpy())
            for figure, share in self._figures.shares(batch, seats["game"].to_numpy()):
                total[:, figure] += np.bincount(
                    seats["order"].to_numpy(),
                    (change * share).sum(axis=1),
                    minlength=self._run.players,
                )
        effects: Floats = (
            total / max(self._run.games, 1) / self._figures.share_of_games_with_seats()[None, :]
        )
        return effects

    def _rescore(
        self, batch: tuple[int, int]
    ) -> tuple[NDArray[np.int64], Callable[[NDArray[np.int64], NDArray[np.int64]], Floats]]:
        """Return a batch's games and a function to re-score them.

        The function takes indexes into these games and the seats that get one more point of score.
        It returns the effect on each seat's wins per 100 games.
        """
        tie_columns = tie_breaks(self._run)
        seats = self._run.read(
            self._run.table_with("win_share"), 0, batch, ["game", "seat", "score"], tie_columns
        ).sort("game", "seat")
        games = seats["game"].unique().sort().to_numpy()

        def by_seat(name: str) -> Floats:
            return seats[name].cast(float).to_numpy().reshape(games.size, -1)

        score, ties = by_seat("score"), [by_seat(name) for name in tie_columns]

        def rescore(game: NDArray[np.int64], seat: NDArray[np.int64]) -> Floats:
            extra_scores = np.zeros((game.size, score.shape[1]))
            extra_scores[np.arange(game.size), seat] = 1.0
            raised, lowered = (
                win_shares(score[game] + step * extra_scores, [tie[game] for tie in ties])
                for step in (STEP, -STEP)
            )
            return 100 * (raised - lowered) / (2 * STEP)

        return games, rescore

    @cached_property
    def _printed_effects(self) -> Floats | None:
        """Change in the figures from a card's printed effect, by card."""
        if not has_card_twins(self._run):
            return None
        effects = _CardEffects(self._figures)
        changes = changed_columns(self._run)[1][: self._run.players]
        for games in self._run.batches():
            rows = rows_of(self._run, 0, self._run.batch(games), EFFECT)
            effects.add(
                games,
                rows["game"].to_numpy(),
                rows["seat"].to_numpy(),
                rows["thing"].to_numpy(),
                100 * rows.select(changes).to_numpy().astype(float),
            )
        return effects.by_card(self._plays_per_game)

    def _plays(self, batch: tuple[int, int]) -> pl.DataFrame:
        """Read the cards played in a batch, once per game and seat."""
        return (
            self._run.read(
                self._run.table_with("played_round"),
                0,
                batch,
                ["game", "thing", "seat", "played_round"],
            )
            .filter(pl.col("played_round") > 0)
            .select("game", "thing", "seat")
            .unique()
        )

    @cached_property
    def _plays_per_game(self) -> Floats:
        """Each card's plays per game."""
        plays = np.zeros(self._run.dim(self._run.card_column.dim).height)
        for batch in self._run.batches():
            plays += np.bincount(self._plays(batch)["thing"].to_numpy(), minlength=plays.size)
        return plays / max(self._run.games, 1)

    def _measure_dealt(self, column: Column, row: int) -> Floats:
        """Return the effect of a dealt thing on every figure.

        The thing affects the figure of the seats that were dealt it, and the figures of the
        strategies. The effect on the seats is measured against the weakest thing of the same kind:
        each thing has some effect, so there is no neutral one to compare with.
        """
        effect = np.zeros(len(self._figures.rows))
        figures = self._figures.indexes(column.name)
        for figure in figures:
            if self._figures.rows[figure].id == row:
                effect[figure] = self._values[figure] - self._values[figures].min()
        for figure, change in self._by_strategy(column.name, row).items():
            effect[figure] = change
        return effect

    def _by_strategy(self, column: str, row: int) -> dict[int, float]:
        """Return a dealt thing's weighted effects on strategies' wins, by figure.

        An effect is the strategy's wins in 100 with the thing minus its overall wins. The weight is
        the share of the strategy's seats that are dealt the thing.
        """
        table = self._run.table_with("win_share")
        rows = self._run.read(table, 0, (0, self._run.games), ["strategy", "win_share"], [column])
        changes = {}
        for figure in self._figures.indexes(STRATEGY):
            own_rows = rows.filter(pl.col("strategy") == self._figures.rows[figure].id)
            with_thing = own_rows.filter(pl.col(column) == row)
            if 0 < with_thing.height < own_rows.height:
                mean, overall = (
                    float(frame["win_share"].to_numpy().mean()) for frame in (with_thing, own_rows)
                )
                changes[figure] = 100 * (mean - overall) * with_thing.height / own_rows.height
        return changes


class _CardEffects:
    """Effects of cards, by card and figure, in wins per 100 games."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._cards = figures.run.dim(figures.run.card_column.dim).height
        self._total = np.zeros((self._cards, len(figures.rows)))
        self._own_sums = np.zeros(self._cards)
        self._counts = np.zeros(self._cards)

    def add(
        self,
        batch: tuple[int, int],
        game: np.ndarray,
        seat: np.ndarray,
        card: np.ndarray,
        change: Floats,
    ) -> None:
        """Add a batch's cards, each with its game and seat.

        ``change`` is the change in wins per 100 games, with one column per seat.
        """
        if not game.size:
            return
        self._counts += np.bincount(card, minlength=self._cards)
        own_change = change[np.arange(game.size), seat]
        self._own_sums += np.bincount(card, own_change, minlength=self._cards)
        for figure, share in self._figures.shares(batch, game):
            self._total[:, figure] += np.bincount(
                card, (change * share).sum(axis=1), minlength=self._cards
            )

    def by_card(self, plays: Floats) -> Floats:
        """Return the change in wins by card (row) and figure (column).

        ``plays`` has each card's plays per game. The worth of being dealt a card changes by the
        gain of its player times the card's plays per game (at most 1).
        """
        counts = np.maximum(self._counts, 1.0)[:, None]
        changes = (
            self._total
            / counts
            * plays[:, None]
            / self._figures.share_of_games_with_seats()[None, :]
        )
        for figure in self._figures.indexes(CARD):
            card = self._figures.rows[figure].id
            changes[card, figure] = self._own_sums[card] / counts[card, 0] * min(plays[card], 1.0)
        return changes
