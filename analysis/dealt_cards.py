"""What being dealt a card is worth to a seat: causal, since chance deals the cards.

The deals of a card to seats are compared with the deals of all other cards in the same cell: in
the same round, in the same way, to the same place in turn order and the same strategy. Who drafts
what, and who can afford it, does not come into it. A card that comes back after a reshuffle is not
counted again, and what is dealt to nobody, face up to all, has no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.cards import of_owners, seats_ahead
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.stats import mean_interval, narrowed
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

VALUES = ("wins", "ahead")
"""What a deal is compared by: wins in 100, and score ahead of the mean of the others."""


@dataclass(frozen=True)
class Deals:
    """First deals to seats of some games, one entry a deal.

    ``game`` counts the games from 0, ``card`` and ``cell`` are ids; ``values`` is a row a deal of
    `VALUES`.
    """

    game: Integers
    card: Integers
    cell: Integers
    values: Floats

    @cached_property
    def games(self) -> int:
        """How many games they are of."""
        return int(self.game.max()) + 1 if self.game.size else 0

    @cached_property
    def _places(self) -> tuple[Integers, int]:
        """The place of each deal among all games and cells, and how many cells there are."""
        cells = int(self.cell.max(initial=0)) + 1
        return self.game * cells + self.cell, cells

    @cached_property
    def number(self) -> Floats:
        """How many deals each game has in each cell, up to the last that any has."""
        place, cells = self._places
        return np.bincount(place, minlength=self.games * cells).reshape(-1, cells).astype(float)

    @cached_property
    def totals(self) -> list[Floats]:
        """What the values of these deals add up to, a matrix for each value."""
        place, cells = self._places
        size = self.games * cells
        sums = [np.bincount(place, one, size) for one in self.values.T]
        return [one.astype(np.float64, copy=False).reshape(-1, cells) for one in sums]


@dataclass(frozen=True)
class PulledMeans:
    """A mean for each card, and how far each game pulls it: sums from which intervals are made.

    ``mean`` is nan where nothing is to be compared, ``games`` in how many games the card was
    dealt, ``squares`` the sum over all games of the squared pulls (influence values: the first
    order of what leaving the game out changes).
    """

    mean: Floats
    games: Floats
    squares: Floats
    at_plan: PulledMeans | None = None
    """The same at the last planned look, of a run that has gone on since."""

    def sums(self) -> tuple[Floats, Floats, Floats]:
        """Total, squares and games whose plain mean has this mean and this standard error.

        As if each of ``games`` had shown the mean, plus what it pulls times ``games``; the
        intervals and verdicts of `stats` take them as they take sums over games.
        """
        known = np.where(self.games > 0, self.mean, np.nan)
        squares = self.games**2 * self.squares + self.games * known**2
        return known * self.games, squares, self.games

    def looked_at(self, look: Look, tests: int = 1) -> tuple[Floats, Floats]:
        """Intervals of the means that keep the promise of a look: (low, high)."""
        _, low, high = mean_interval(*self.sums(), look.level(tests))
        if self.at_plan is None:
            return low, high
        return narrowed(self.at_plan.looked_at(look.at_plan, tests), (low, high))


class DealtCards:
    """The deals of a run, summed up by card and cell, and what they say of each card."""

    def __init__(self, run: Run, arm: int = 0) -> None:
        self._run = run
        self._arm = arm
        self._table = run.table_with("passed")
        run.require(run.table_with("win_share"), self._table, arm=arm)
        self.cards = run.dim(run.card_column.dim).height
        self._sum_up()

    @property
    def _cell(self) -> list[str]:
        """Deals are alike in the same round and way, to one place in turn order and strategy."""
        seats = self._run.table_with("win_share")
        return [
            *(role for role in ("month", "way") if self._table.roles(role)),
            *(role for role in ("order", "strategy") if seats.roles(role)),
        ]

    def _rows(self, batch: tuple[int, int]) -> pl.DataFrame:
        """The deals to seats with their cell and values."""
        import polars as pl

        when = [role for role in ("month", "way") if self._table.roles(role)]
        games = self._run.batch(batch)
        rows = games.read(self._table, self._arm, ["game", "card", "seat", *when])
        seats = seats_ahead(self._run, self._arm, games).with_columns(pl.col("wins") * 100)
        return of_owners(rows.filter(pl.col("seat") >= 0), seats)

    def _sum_up(self) -> None:
        """Deals, and sums of their values, by card and cell."""
        import polars as pl

        parts = [
            self._rows(batch)
            .group_by([*self._cell, "card"])
            .agg(pl.len().cast(pl.Int64).alias("deals"), *(pl.col(value).sum() for value in VALUES))
            for batch in self._run.batches()
        ]
        summed = pl.concat(parts).group_by([*self._cell, "card"]).agg(
            pl.col("deals", *VALUES).sum()
        )
        self.cells = summed.select(self._cell).unique().sort(self._cell).with_row_index("cell")
        placed = summed.join(self.cells, on=self._cell)
        place = placed["card"].to_numpy(), placed["cell"].to_numpy()
        shape = (self.cards, self.cells.height)
        self._deals = np.zeros(shape)
        self._deals[place] = placed["deals"].to_numpy()
        self._sums = np.zeros((*shape, len(VALUES)))
        for number, value in enumerate(VALUES):
            self._sums[(*place, number)] = placed[value].to_numpy()

    def strategies(self) -> list[int]:
        """The ids of the strategies to which cards were dealt."""
        return [int(one) for one in self.cells["strategy"].unique().sort()]

    def deals(self) -> Iterator[tuple[tuple[int, int], Deals, Integers]]:
        """The deals batch by batch: the batch, its deals, and the numbers of their games."""
        for batch in self._run.batches():
            rows = self._rows(batch).join(self.cells, on=self._cell)
            games, place = np.unique(rows["game"].to_numpy(), return_inverse=True)
            yield batch, Deals(
                place.astype(np.int64), rows["card"].to_numpy().astype(np.int64),
                rows["cell"].to_numpy().astype(np.int64), rows.select(VALUES).to_numpy(),
            ), games.astype(np.int64)

    def contrast(self, value: str = "wins", strategy: int | None = None) -> Contrast:
        """Each card against the others, by one of `VALUES`; of one strategy's deals, or all."""
        of_group = np.ones(self.cells.height, dtype=bool)
        if strategy is not None:
            of_group = (self.cells["strategy"] == strategy).to_numpy()
        number = VALUES.index(value)
        return Contrast(self._deals, self._sums[:, :, number], of_group, number)

    def means(
        self, contrasts: Sequence[Contrast],
        look: Callable[[tuple[int, int], Integers, Floats], None] | None = None,
    ) -> list[PulledMeans]:
        """What the ``contrasts`` find, with what each game pulls; one pass for all of them.

        ``look`` gets of every batch the numbers of its games and the pulls of the first contrast.
        """
        squares = [np.zeros(self.cards) for _ in contrasts]
        games = [np.zeros(self.cards) for _ in contrasts]
        for batch, deals, numbers in self.deals():
            for place, contrast in enumerate(contrasts):
                pulls = contrast.pulls(deals)
                squares[place] += np.einsum("gc,gc->c", pulls, pulls)
                games[place] += contrast.games(deals)
                if look is not None and place == 0:
                    look(batch, numbers, pulls)
        return [
            PulledMeans(contrast.mean, number, square)
            for contrast, number, square in zip(contrasts, games, squares, strict=True)
        ]


class Contrast:
    """The mean of each card's deals less that of the other cards' deals in the same cells.

    With n deals of the card, n_k of them in cell k, and the mean y_k of the m_k deals of other
    cards there: sum over k of (n_k / n) (mean of the card's deals in k - y_k). Cells without a
    deal of another card are left out. Unbiased given who was dealt how much: within a cell every
    card is as likely as every other.

    Args:
        deals: how many, a row a card, a column a cell.
        sums: of the value, likewise.
        of_group: which cells count.
        value: which of the values of `Deals` is compared.
    """

    def __init__(
        self, deals: Floats, sums: Floats, of_group: NDArray[np.bool_], value: int
    ) -> None:
        others = deals.sum(axis=0) - deals
        self._group = np.flatnonzero(of_group)
        self._compared = of_group & (others > 0)
        own = np.where(self._compared, deals, 0.0)
        others = np.where(self._compared, others, 1.0)
        self._others_mean = np.where(self._compared, sums.sum(axis=0) - sums, 0.0) / others
        number = own.sum(axis=1)
        self._number = np.maximum(number, 1.0)
        gained = np.where(self._compared, sums, 0.0) - own * self._others_mean
        found = gained.sum(axis=1) / self._number
        self.mean = np.where(number > 0, found, np.nan)
        # The weight of one deal of another card in the mean of these.
        self._weight = own / (self._number[:, None] * others)
        self._own_weight = 1 / self._number[:, None] + self._weight
        self._own_mean = found / self._number
        self._value = value

    def pulls(self, deals: Deals) -> Floats:
        """How far each game pulls each card's mean: a row a game, a column a card.

        The influence values of the mean; over all games they add up to zero, and the sum of their
        squares estimates its variance with the game as the unit: a card's own deals, the others'
        deals of the same game, and what is between them.
        """
        cards, cells = self._weight.shape
        place = deals.card * cells + deals.cell
        own = np.flatnonzero(self._compared.ravel()[place])
        place, card = place[own], deals.card[own]
        # All deals of the game as if they were other cards', then the card's own put right. Cells
        # in which nothing is compared have no weight.
        told = self._group[self._group < deals.number.shape[1]]
        weight = self._weight[:, told]
        others = deals.totals[self._value][:, told] @ weight.T
        others -= deals.number[:, told] @ (weight * self._others_mean[:, told]).T
        over = deals.values[own, self._value] - self._others_mean.ravel()[place]
        pull = over * self._own_weight.ravel()[place] - self._own_mean[card]
        return _added_up(deals.game[own], card, pull, (deals.games, cards)) - others

    def games(self, deals: Deals) -> Floats:
        """In how many of these games each card was dealt."""
        cards, cells = self._weight.shape
        own = self._compared.ravel()[deals.card * cells + deals.cell]
        dealt = np.zeros(deals.games * cards, dtype=bool)
        dealt[(deals.game * cards + deals.card)[own]] = True
        return dealt.reshape(-1, cards).sum(axis=0).astype(np.float64)


def _added_up(row: Integers, column: Integers, value: Floats, shape: tuple[int, int]) -> Floats:
    """A matrix of ``shape`` with every value added to its place."""
    size = shape[0] * shape[1]
    added = np.bincount(row * shape[1] + column, value, minlength=size)
    return added.astype(np.float64, copy=False).reshape(shape)
