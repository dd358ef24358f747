"""The causal effect on a seat's results of being dealt a card.

The effect is causal because chance deals the cards. A card's deals are compared with those of all
other cards in the same cell: dealt in the same round and the same way, to the same place in turn
order and the same strategy. Who drafts a card, or can afford it, does not matter. A card that comes
back after a reshuffle is not counted again, and cards dealt face up to all seats are left out.

Means come from sums over all games. A game's pull on a mean is an influence value: to first order,
how far the game moves the mean. It is measured against the mean of the game's own batch, so one
pass over the games gives means and pulls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim import analysis
from eoc_sim.analysis.cards import cell_of, dealt_to_seats, parts_per_unit, read_drafts, seats_ahead
from eoc_sim.analysis.exact_numbers import DENOMINATOR
from eoc_sim.analysis.exact_sums import GroupSums, decode, encode, to_units
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.statistic import Batch, Statistic, no_rows
from eoc_sim.analysis.stats import intersect, mean_interval
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

VALUES = ("wins", "ahead")
"""Each deal's values: wins per 100 games, and lead over other seats."""
ALL_STRATEGIES = -1
"""Stands for all strategies together."""
PARTS_PER_UNIT = 3600
"""Parts per unit, for exact means over up to six seats.

The unit is a win in 100, or a point of score.
"""


@dataclass(frozen=True)
class Deals:
    """Each card's first deals to seats, in game order.

    One entry per deal: ``card``, ``moment`` (round and way of dealing, as one number) and ``seat``
    (an index into the seats). One entry per seat: ``game`` (from 0), ``kind`` (place in turn order
    and strategy, as one number), ``strategy``, and a row of `VALUES`. A cell is a ``moment`` and a
    ``kind``.
    """

    card: Integers
    moment: Integers
    seat: Integers
    game: Integers
    kind: Integers
    strategy: Integers
    values: Floats
    cards: int
    moments: int
    kinds: int

    @property
    def cells(self) -> int:
        """Number of possible cells."""
        return self.moments * self.kinds

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.game.max(initial=-1)) + 1

    @cached_property
    def number(self) -> Integers:
        """Number of deals, one row per card, one column per cell."""
        return self._counts[0]

    @cached_property
    def totals(self) -> Integers:
        """Sums of each of `VALUES` by card and cell, in parts (`PARTS_PER_UNIT`)."""
        return self._counts[1]

    @cached_property
    def _counts(self) -> tuple[Integers, Integers]:
        number = np.zeros((self.cards, self.cells), np.int64)
        totals = np.zeros((len(VALUES), self.cards, self.cells), np.int64)
        values = np.rint(self.values * PARTS_PER_UNIT).astype(np.int64)
        analysis.compiled_pulls.add_cells(
            self.card, self.moment, self.seat, self.kind, self.kinds, values, number, totals
        )
        return number, totals


@dataclass(frozen=True)
class PulledMeans:
    """A mean per card, and its variance from the games' pulls.

    ``mean`` is nan where no comparison exists. ``games`` is the number of games in which the card
    was dealt. ``variance`` is that of the mean, estimated by the sum of squared pulls over all
    games. A pull is an influence value: to first order, how far the game moves the mean.
    """

    mean: Floats
    games: Floats
    variance: Floats
    at_plan: PulledMeans | None = None
    """These means at the last planned look, if the run was extended."""

    def sums(self) -> tuple[Floats, Floats, Floats]:
        """Return sums over games that yield this mean and standard error.

        The result is the total, the sum of squares and the number of games. Each game counts as
        the mean plus ``games`` times its pull, so the functions of `stats` can treat the result
        like ordinary sums over games.
        """
        means = np.where(self.games > 0, self.mean, np.nan)
        squares = self.games**2 * self.variance + self.games * means**2
        return means * self.games, squares, self.games

    def interval_at(self, look: Look, tests: int = 1) -> tuple[Floats, Floats]:
        """Return the means' intervals (low, high) at a look's error level."""
        _, low, high = mean_interval(*self.sums(), look.level(tests))
        if self.at_plan is None:
            return low, high
        return intersect(self.at_plan.interval_at(look.last_planned_look, tests), (low, high))


class DealContrast:
    """Mean of each card's deals minus other cards' in the same cells.

    Let a card have n deals, n_k of them in cell k. Let x_k be the mean of these n_k deals, and y_k
    the mean of the other cards' deals in the cell. The contrast is the sum over k of
    (n_k / n) (x_k - y_k). Cells without a deal of another card are left out. The result is unbiased
    given the number of deals to each seat, because every card in a cell is equally likely.

    Args:
        deals: number of deals, one row per card, one column per cell.
        sums: sum of the value, in the same rows and columns.
        is_counted: mask of the cells that count; all count if None.
    """

    def __init__(
        self, deals: Floats | Integers, sums: Floats, is_counted: NDArray[np.bool_] | None = None
    ) -> None:
        other_deals = deals.sum(axis=0) - deals
        self.is_comparable = (
            other_deals > 0 if is_counted is None else is_counted & (other_deals > 0)
        )
        own_deals = np.where(self.is_comparable, deals, 0.0)
        other_deals = np.where(self.is_comparable, other_deals, 1.0)
        self.others_mean = np.where(self.is_comparable, sums.sum(axis=0) - sums, 0.0) / other_deals
        number = own_deals.sum(axis=1)
        self.number = np.maximum(number, 1.0)
        gain = np.where(self.is_comparable, sums, 0.0) - own_deals * self.others_mean
        means = gain.sum(axis=1) / self.number
        self.mean = np.where(number > 0, means, np.nan)
        self.means_or_zero = means
        """The mean, 0 where no comparison exists."""
        # Each deal of another card in cell k enters the contrast with -weight[card, k] / n.
        self.weight = own_deals / other_deals


class Pulls:
    """Each game's pull on each card's mean.

    Pulls are influence values, which add up to zero. A pull covers a game's deals of the card and
    of other cards, and their interplay: the sum of squared pulls estimates the variance of the
    mean, with each game as one observation. Each deal has the values of its seat.
    """

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        wins, ahead = deals.totals / PARTS_PER_UNIT
        self.wins, self.ahead = DealContrast(deals.number, wins), DealContrast(deals.number, ahead)
        kinds = np.arange(deals.cells) % deals.kinds
        strategy = np.zeros(deals.kinds, np.int64)
        strategy[deals.kind] = deals.strategy
        self.by_strategy = [
            DealContrast(deals.number, wins, strategy[kinds] == index)
            for index in range(int(strategy.max(initial=0)) + 1)
        ]

    def sum_groups(
        self, like_for_like: LikeForLike, last: Floats | None = None
    ) -> tuple[Integers, Floats]:
        """Sum the pulls' products and squares over games.

        The result is the number of informative games, and two sums: of products, then of squares.
        All are by strategy (all together first), value and card. For wins and lead, a game is
        informative if the card has a comparable deal in it, the squares are those of the pulls in
        all games, and the products are 0. For ``like_for_like``, a game is informative if the card
        is drafted in it, the squares are those of the deviations, and a product is a deviation
        times the pull on wins. Pulls are multiplied by the card's number of deals. The last
        games' pulls on wins are written to ``last``, one row per game.
        """
        deals = self._deals
        layers = 1 + len(self.by_strategy)
        games = np.zeros((layers, len(VALUES) + 1, deals.cards))
        sums = np.zeros((layers, len(VALUES) + 1, 2, deals.cards))
        analysis.compiled_pulls.add_pulls(
            deals.card,
            deals.moment,
            deals.seat,
            deals.game,
            deals.kind,
            deals.strategy,
            deals.values,
            self._weights(),
            np.stack(
                [outcomes.means_or_zero for outcomes in (self.wins, self.ahead, *self.by_strategy)]
            ),
            like_for_like.pairs,
            like_for_like.deviations,
            games,
            sums,
            np.zeros((1, deals.cards)) if last is None else last,
        )
        return games.astype(np.int64), sums

    def _weights(self) -> Floats:
        """Return each deal's weight in the comparison with other cards.

        The axes are moment, kind, quantity and card. The three quantities are the weight (-1 where
        no comparison exists), the mean wins of the other cards, and their mean lead.
        """
        weight = np.where(self.wins.is_comparable, self.wins.weight, -1.0)
        table = np.stack([weight, self.wins.others_mean, self.ahead.others_mean]).transpose(2, 0, 1)
        return np.ascontiguousarray(
            table.reshape(self._deals.moments, self._deals.kinds, 3, self._deals.cards)
        )


def cells_statistic(run: Run, arm: int = 0) -> Statistic:
    """Count the deals by cell and card, and sum their values."""
    table, seats = run.table_with("passed"), run.table_with("win_share")
    by = (*_moment_columns(run), *_kind_columns(run), "thing")

    def sums(batch: Batch) -> GroupSums:
        deals, names, _ = _deals(run, arm, batch)
        number = deals.number.T.ravel()
        nonzero = np.flatnonzero(number)
        sums = np.zeros((nonzero.size, len(VALUES), 5), np.int64)
        for index, total in enumerate(deals.totals):
            total = total.T.ravel()[nonzero]
            sums[:, index, 0] = number[nonzero]
            sums[:, index, 1], remainder = np.divmod(total, PARTS_PER_UNIT)
            sums[:, index, 2] = remainder * (DENOMINATOR // PARTS_PER_UNIT)
        return GroupSums(
            decode(nonzero, names),
            number[nonzero],
            sums,
            np.full((nonzero.size, len(VALUES), 2), np.nan),
            np.zeros((nonzero.size, 0, 2), np.int64),
        )

    return Statistic(
        f"deals by cell, version {arm}",
        ((seats, arm), (table, arm)),
        by,
        VALUES,
        no_rows,
        sums=sums,
    )


GAP = "gap"


def pulls_statistic(run: Run, arm: int = 0) -> Statistic:
    """Sum the squares of the games' pulls on each card's worth.

    Pulls are multiplied by the card's number of deals. Groups are pairs of strategy and card, with
    `ALL_STRATEGIES` for all strategies together. For the ``gap``, the squares are those of the
    like-for-like value, and its products with the pulls are summed, too.
    """
    table, seats = run.table_with("passed"), run.table_with("win_share")
    drafts = _drafts_of(run, arm)
    tables = [(seats, arm), (table, arm), *([(drafts, arm)] if drafts is not None else [])]
    values = (*VALUES, *([GAP] if drafts is not None else []))

    def sum_batch(batch: Batch) -> GroupSums:
        deals, names, numbers = _deals(run, arm, batch)
        pulls = Pulls(deals)
        like_for_like = NO_DRAFTS
        if drafts is not None:
            like_for_like = _like_for_like(
                run, read_drafts(run, arm, drafts, batch), names["thing"], deals, numbers
            )
        games, sums = pulls.sum_groups(like_for_like)
        number = games[:, 0].ravel()
        nonzero = np.flatnonzero(number)
        value_sums = np.zeros((nonzero.size, len(values), 5), np.int64)
        for index in range(len(values)):
            value_sums[:, index, 0] = games[:, index].ravel()[nonzero]
            for offset, all_sums in ((1, sums[:, index, 0]), (3, sums[:, index, 1])):
                value_sums[:, index, offset : offset + 2] = to_units(all_sums.ravel()[nonzero])
        strategies = pl.concat([pl.Series([ALL_STRATEGIES], dtype=pl.Int64), names["strategy"]])
        groups = {"strategy": strategies, "thing": names["thing"]}
        return GroupSums(
            decode(nonzero, groups),
            number[nonzero],
            value_sums,
            np.full((nonzero.size, len(values), 2), np.nan),
            np.zeros((nonzero.size, 0, 2), np.int64),
        )

    return Statistic(
        f"pulls of deals, version {arm}: {', '.join(values)}",
        tuple(tables),
        ("strategy", "thing"),
        values,
        no_rows,
        sums=sum_batch,
    )


def statistics(run: Run) -> list[Statistic]:
    """List the statistics that `DealtCards` reads, if the run kept the deals.

    The statistics cover the current rules. Pulls need complete batches, so the run must have kept
    its tables.
    """
    has_deals = run.declares("passed") and all(
        run.has_rows(run.table_with(role)) for role in ("passed", "win_share")
    )
    return [cells_statistic(run), pulls_statistic(run)] if has_deals else []


def _moment_columns(run: Run) -> list[str]:
    """List the columns of a deal that define its cell."""
    return [role for role in ("round", "way") if run.table_with("passed").roles(role)]


def _kind_columns(run: Run) -> list[str]:
    """List the columns of a seat that define its cell."""
    seats = run.table_with("win_share")
    return [role for role in ("order", "strategy") if seats.roles(role)]


def _drafts_of(run: Run, arm: int) -> Table | None:
    """Return the table of drafts, if it was kept."""
    table = run.table_with("played_round") if run.declares("played_round") else None
    return table if table is not None and run.has_rows(table, arm) else None


def _deals(run: Run, arm: int, batch: Batch) -> tuple[Deals, dict[str, pl.Series], Integers]:
    """Read a batch's deals, cell and card names, and game numbers."""
    return batch.make_once(f"deals {arm}", partial(_read, run, arm, batch))


def _read(run: Run, arm: int, batch: Batch) -> tuple[Deals, dict[str, pl.Series], Integers]:
    moment_columns = _moment_columns(run)
    seats = seats_ahead(run, arm, batch)
    rows, seat_rows = dealt_to_seats(run, arm, batch)
    (kind, kinds), (strategy, _) = encode(seats, _kind_columns(run)), encode(seats, ["strategy"])
    (moment, moments), (card, cards) = encode(rows, moment_columns), encode(rows, ["thing"])
    numbers, game = np.unique(seats["game"].to_numpy(), return_inverse=True)
    sizes = (math.prod(map(len, names.values())) for names in (cards, moments, kinds))
    return (
        Deals(
            card,
            moment,
            seat_rows,
            game.astype(np.int64),
            kind,
            strategy,
            np.stack([100 * seats["wins"].to_numpy(), seats["ahead"].to_numpy()], axis=1),
            *sizes,
        ),
        {**moments, **kinds, **cards},
        numbers.astype(np.int64),
    )


@dataclass(frozen=True)
class LikeForLike:
    """Like-for-like wins per 100 games, minus the card's mean.

    Each value is that of one card in one game; ``pairs`` holds its game and its card.
    """

    pairs: Integers
    deviations: Floats


NO_DRAFTS = LikeForLike(np.zeros((0, 2), np.int64), np.zeros(0))


def _like_for_like(
    run: Run, drafts: pl.DataFrame, cards: pl.Series, deals: Deals, games: Integers
) -> LikeForLike:
    """Compare drafts of the same games like for like, in game order.

    A card's copies in a game count as one. Games without deals, and cards dealt to no seat, are
    left out.
    """
    if not drafts.height or not len(cards):
        return NO_DRAFTS
    cell, _ = encode(drafts, cell_of(run))
    wins = 100 * drafts["wins"].to_numpy() / parts_per_unit(run).get("wins", 1)
    wins -= (np.bincount(cell, wins) / np.maximum(np.bincount(cell), 1))[cell]
    has_deals = np.bincount(deals.game[deals.seat], minlength=len(games)) > 0
    pairs, averages = np.zeros((drafts.height, 2), np.int64), np.zeros(drafts.height)
    number = analysis.compiled_pulls.merge_copies(
        drafts["game"].to_numpy().astype(np.int64),
        drafts["thing"].to_numpy().astype(np.int64) - int(cards[0]),
        wins,
        games,
        has_deals,
        len(cards),
        pairs,
        averages,
    )
    pairs, averages = pairs[:number], averages[:number]
    card = pairs[:, 1]
    mean = np.bincount(card, averages) / np.maximum(np.bincount(card), 1)
    return LikeForLike(pairs, averages - mean[card])


class DealtCards:
    """A run's deals by card and cell, and the cards' worth."""

    def __init__(self, run: Run, arm: int = 0) -> None:
        self._run = run
        self._arm = arm
        table = run.table_with("passed")
        run.require(run.table_with("win_share"), table, arm=arm)
        self.cards = run.dim(run.card_column.dim).height
        total = run.total(cells_statistic(run, arm))
        cell = [*_moment_columns(run), *_kind_columns(run)]
        self.cells = total.select(cell).unique().sort(cell).with_row_index("cell")
        rows = total.join(self.cells, on=cell, maintain_order="left")
        cells = rows["thing"].to_numpy(), rows["cell"].to_numpy()
        self._deals = np.zeros((self.cards, self.cells.height))
        self._deals[cells] = rows["games"].to_numpy()
        self._sums = {value: np.zeros(self._deals.shape) for value in VALUES}
        for value, sums in self._sums.items():
            sums[cells] = rows.select(pl.col(f"{value}_sum")).to_series().to_numpy()

    def strategies(self) -> list[int]:
        """List the ids of the strategies to which cards were dealt."""
        return [int(strategy) for strategy in self.cells["strategy"].unique().sort()]

    def worth(self, value: str = "wins", strategy: int | None = None) -> Floats:
        """Return each card's worth against other cards; nan where not comparable.

        ``value`` is one of `VALUES`; the deals are those of one strategy, or of all strategies.
        """
        return self._contrast(value, strategy).mean

    def means(self, value: str = "wins", strategy: int | None = None) -> PulledMeans:
        """Return the `worth` with the games' pulls on it.

        For ``ahead``, only the means over all strategies together are available.
        """
        contrast = self._contrast(value, strategy)
        games, squares, _ = self._pulls(value, ALL_STRATEGIES if strategy is None else strategy)
        return PulledMeans(contrast.mean, games, squares / contrast.number**2)

    def gap(self, like_for_like: Floats) -> PulledMeans:
        """Return by how much like-for-like wins per 100 games exceed the worth.

        The result's ``games`` are those in which the card was drafted, as drafts are the less
        precise part. Both parts come from the same games, so the variance includes their
        covariance.
        """
        worth = self.means()
        games, squares, cross_products = self._pulls(GAP, ALL_STRATEGIES)
        number = np.maximum(games, 1.0)
        covariance = cross_products / (number * self._contrast("wins", None).number)
        return PulledMeans(
            np.where(games > 0, like_for_like - worth.mean, np.nan),
            games,
            squares / number**2 + worth.variance - 2 * covariance,
        )

    def _contrast(self, value: str, strategy: int | None) -> DealContrast:
        is_counted = None if strategy is None else (self.cells["strategy"] == strategy).to_numpy()
        return DealContrast(self._deals, self._sums[value], is_counted)

    def _pulls(self, value: str, strategy: int) -> tuple[Floats, Floats, Floats]:
        """Return informative games, sums of squares and sums of products, by card."""
        total = self._run.total(pulls_statistic(self._run, self._arm))
        total = total.filter(total["strategy"] == strategy)
        sums = np.zeros((3, self.cards))
        for row, suffix in zip(sums, ("n", "squares", "sum"), strict=True):
            row[total["thing"].to_numpy()] = total[f"{value}_{suffix}"].to_numpy()
        return sums[0], sums[1], sums[2]
