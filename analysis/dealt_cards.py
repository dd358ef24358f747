"""What being dealt a card is worth to a seat: causal, since chance deals the cards.

The deals of a card to seats are compared with the deals of all other cards in the same cell: in
the same round, in the same way, to the same place in turn order and the same strategy. Who drafts
what, and who can afford it, does not come into it. A card that comes back after a reshuffle is not
counted again, and what is dealt to nobody, face up to all, has no part in it.

Means are made of sums over all games. How far a game pulls them is looked at batch by batch,
against the means of its own batch, so that one pass over the games gives both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.cards import cell_of, dealt_to_seats, parts_of_one, seats_ahead, taken
from eoc_sim.analysis.exact_sums import PARTS, GroupSums, added_up, coded, exactly, named_groups
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import mean_interval, narrowed
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

VALUES = ("wins", "ahead")
"""What a deal is compared by: wins in 100, and score ahead of the mean of the others."""
EVERY = -1
"""Stands for all strategies together."""
BLOCK = 1000
"""Games whose pulls are in memory at once."""
FINE = 3600
"""Parts of a win in 100 or of a score of which any mean over up to six seats is a whole number."""
STEPS = 2.0**36
"""Weights are whole numbers of such steps: sums of few of them are exact in whatever order."""


@dataclass(frozen=True)
class Deals:
    """First deals to seats of some games, in the games' order.

    An entry a deal: ``card``, ``when`` (round and way as one number) and ``seat``, its place among
    the seats. An entry a seat: ``game`` (from 0), ``kind`` (its place in turn order and strategy as
    one number), ``strategy``, and a row of `VALUES`. A cell is a ``when`` and a kind.
    """

    card: Integers
    when: Integers
    seat: Integers
    game: Integers
    kind: Integers
    strategy: Integers
    values: Floats
    cards: int
    whens: int
    kinds: int

    @property
    def cells(self) -> int:
        """How many cells there may be."""
        return self.whens * self.kinds

    @property
    def games(self) -> int:
        """How many games they are of."""
        return int(self.game.max(initial=-1)) + 1

    @cached_property
    def cell(self) -> Integers:
        """The cell of each deal."""
        return self.when * self.kinds + self.kind[self.seat]

    @cached_property
    def number(self) -> Integers:
        """How many there are, a row a card, a column a cell."""
        return np.bincount(self._place, minlength=self.cards * self.cells).reshape(
            self.cards, self.cells
        )

    @cached_property
    def totals(self) -> list[Floats]:
        """What each of `VALUES` adds up to, in parts (`FINE`): a row a card, a column a cell."""
        shape = self.cards, self.cells
        return [
            added_up(self._place, np.rint(value * FINE)[self.seat], shape) for value in self.columns
        ]

    @cached_property
    def columns(self) -> list[Floats]:
        """The values of the seats, one after the other."""
        return [np.ascontiguousarray(value) for value in self.values.T]

    @cached_property
    def _place(self) -> Integers:
        return self.card * self.cells + self.cell

    def blocks(self) -> Iterator[tuple[int, int, slice, slice]]:
        """Some games at a time: the first, how many, their seats, their deals."""
        ends = [*range(0, self.games, BLOCK), self.games]
        seats = np.searchsorted(self.game, ends)
        deals = np.searchsorted(self.game[self.seat], ends)
        for place, (first, end) in enumerate(pairwise(ends)):
            yield (
                first,
                end - first,
                slice(*map(int, seats[place : place + 2])),
                slice(*map(int, deals[place : place + 2])),
            )


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
    """

    def __init__(
        self, deals: Floats | Integers, sums: Floats, of_group: NDArray[np.bool_] | None = None
    ) -> None:
        others = deals.sum(axis=0) - deals
        self.compared = others > 0 if of_group is None else of_group & (others > 0)
        own = np.where(self.compared, deals, 0.0)
        others = np.where(self.compared, others, 1.0)
        self.others_mean = np.where(self.compared, sums.sum(axis=0) - sums, 0.0) / others
        number = own.sum(axis=1)
        self.number = np.maximum(number, 1.0)
        gained = np.where(self.compared, sums, 0.0) - own * self.others_mean
        found = gained.sum(axis=1) / self.number
        self.mean = np.where(number > 0, found, np.nan)
        self.known = found
        """The mean, 0 where nothing is to be compared."""
        # The weight, times n, of one deal of another card in the mean of these.
        self.weight = own / others


@dataclass(frozen=True)
class Pulled:
    """How far some games pull, a row a game, a column a card; each times the deals of its card.

    ``dealt`` says how many deals of the card are compared. Of wins there is a layer a strategy.
    """

    first: int
    wins: Floats
    ahead: Floats
    of_strategies: Floats
    dealt: Integers
    dealt_of_strategies: Integers


class Pulls:
    """How far each game pulls each card's mean: influence values, which add up to zero.

    A card's own deals, the others' deals of the same game, and what is between them: the sum of
    their squares estimates the variance of the mean with the game as the unit. All values of a
    seat's deals are the seat's.
    """

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        wins, ahead = (total / FINE for total in deals.totals)
        self.wins, self.ahead = Contrast(deals.number, wins), Contrast(deals.number, ahead)
        kinds = np.arange(deals.cells) % deals.kinds
        strategy = np.zeros(deals.kinds, np.int64)
        strategy[deals.kind] = deals.strategy
        self._strategy = strategy
        self.of_strategies = [
            Contrast(deals.number, wins, strategy[kinds] == one)
            for one in range(int(strategy.max(initial=0)) + 1)
        ]

    def __iter__(self) -> Iterator[Pulled]:
        """The pulls of some games at a time."""
        deals, weights = self._deals, [self._weights(kind) for kind in range(self._deals.kinds)]
        if not deals.card.size:
            return
        means = np.stack([one.known for one in self.of_strategies])
        for first, games, of_seats, of_deals in deals.blocks():
            wins, ahead, dealt = self._own(first, games, of_deals)
            self._less_others(first, of_seats, of_deals, weights, wins, ahead)
            every = dealt.sum(axis=0)
            yield Pulled(
                first,
                wins.sum(axis=0) - every * self.wins.known,
                ahead - every * self.ahead.known,
                wins - dealt * means[:, None],
                every,
                dealt,
            )

    def _own(self, first: int, games: int, of_deals: slice) -> tuple[Floats, Floats, Integers]:
        """What the card's own deals are over the others' mean, and how many they are."""
        deals = self._deals
        card, seat, cell = deals.card[of_deals], deals.seat[of_deals], deals.cell[of_deals]
        place = card * deals.cells + cell
        if not self.wins.compared.all():
            compared = self.wins.compared.ravel()[place]
            card, seat, place = card[compared], seat[compared], place[compared]
        row = (deals.game[seat] - first) * deals.cards + card
        layer = deals.strategy[seat] * (games * deals.cards) + row
        shape = len(self.of_strategies), games, deals.cards
        own = 1 + self.wins.weight.ravel()[place]
        wins, ahead = (
            (value[seat] - contrast.others_mean.ravel()[place]) * own
            for value, contrast in zip(deals.columns, (self.wins, self.ahead), strict=True)
        )
        return (
            added_up(layer, wins, shape),
            added_up(row, ahead, shape[1:]),
            np.bincount(layer, minlength=shape[0] * games * deals.cards).reshape(shape),
        )

    def _weights(self, kind: int) -> Floats:
        """Of a kind of seat, a row a ``when``: what a deal weighs in the others' mean of each card,
        and the same times that mean, of wins and of score."""
        cells = np.arange(self._deals.whens) * self._deals.kinds + kind
        weight = self.wins.weight[:, cells]
        found = np.concatenate(
            [weight, *(weight * one.others_mean[:, cells] for one in (self.wins, self.ahead))]
        )
        return np.rint(found.T * STEPS) / STEPS

    def _less_others(
        self,
        first: int,
        of_seats: slice,
        of_deals: slice,
        weights: Sequence[Floats],
        wins: Floats,
        ahead: Floats,
    ) -> None:
        """Take off what all deals of a game pull as the others' deals of each card."""
        deals = self._deals
        kind, game = deals.kind[of_seats], deals.game[of_seats] - first
        values = deals.values[of_seats]
        schedules = (
            np.bincount(
                (deals.seat[of_deals] - of_seats.start) * deals.whens + deals.when[of_deals],
                minlength=kind.size * deals.whens,
            )
            .astype(np.float64)
            .reshape(-1, deals.whens)
        )
        for one, weight in enumerate(weights):
            seats = np.flatnonzero(kind == one)
            if not seats.size:
                continue
            # Seats of a kind are mostly dealt so many cards at the same times.
            schedule, where = schedules[seats], game[seats]
            if (schedule == schedule[0]).all():
                pulled = schedule[0] @ weight
            else:
                schedule, which = np.unique(schedule, axis=0, return_inverse=True)
                pulled = (schedule @ weight)[which]
            told, of_wins, of_ahead = np.split(pulled, 3, axis=-1)
            layer = wins[self._strategy[one]]
            for into, column, rest in ((layer, 0, of_wins), (ahead, 1, of_ahead)):
                pull = told * values[seats, column, None] - rest
                if (where[1:] > where[:-1]).all():
                    into[where] -= pull
                else:
                    np.subtract.at(into, where, pull)


def of_cells(run: Run, arm: int = 0) -> Statistic:
    """The deals by cell and card: how many, and what their values add up to."""
    table, seats = run.table_with("passed"), run.table_with("win_share")
    by = (*_when(run), *_kind(run), "card")

    def sums(batch: Batch) -> GroupSums:
        deals, names, _ = _deals(run, arm, batch)
        number = deals.number.T.ravel()
        there = np.flatnonzero(number)
        found = np.zeros((there.size, len(VALUES), 5), np.int64)
        for place, total in enumerate(deals.totals):
            total = total.T.ravel()[there].astype(np.int64)
            found[:, place, 0] = number[there]
            found[:, place, 1], rest = np.divmod(total, FINE)
            found[:, place, 2] = rest * (PARTS // FINE)
        return GroupSums(
            named_groups(there, names),
            number[there],
            found,
            np.full((there.size, len(VALUES), 2), np.nan),
            np.zeros((there.size, 0, 2), np.int64),
        )

    return Statistic(
        f"deals by cell, version {arm}",
        ((seats, arm), (table, arm)),
        by,
        VALUES,
        _no_rows,
        sums=sums,
    )


GAP = "gap"


def of_pulls(run: Run, arm: int = 0) -> Statistic:
    """How far games pull the worth of each card, times its deals: sums of squares.

    By strategy, all together first (`EVERY`). Of the ``gap`` to who drafts it, the squares are
    those of like for like and the sum has its products with the pulls.
    """
    table, seats = run.table_with("passed"), run.table_with("win_share")
    drafts = _drafts_of(run, arm)
    tables = [(seats, arm), (table, arm), *([(drafts, arm)] if drafts is not None else [])]
    values = (*VALUES, *([GAP] if drafts is not None else []))

    import polars as pl

    def sums(batch: Batch) -> GroupSums:
        deals, names, numbers = _deals(run, arm, batch)
        pulls = Pulls(deals)
        alike = None
        if drafts is not None:
            alike = _alike(run, taken(run, arm, drafts, batch), names["card"], deals, numbers)
        layers = 1 + len(pulls.of_strategies)
        games = np.zeros((layers, len(values), deals.cards), np.int64)
        total, squares = np.zeros(games.shape), np.zeros(games.shape)
        for some in pulls:
            games[0, :2] += (some.dealt > 0).sum(axis=0)
            games[1:, 0] += (some.dealt_of_strategies > 0).sum(axis=1)
            squares[0, 0] += _products(some.wins, some.wins)
            squares[0, 1] += _products(some.ahead, some.ahead)
            squares[1:, 0] += [_products(one, one) for one in some.of_strategies]
            if alike is not None:
                ends = some.first, some.first + len(some.wins)
                here = slice(*np.searchsorted(alike.game, ends))
                card, apart = alike.card[here], alike.apart[here]
                pull = some.wins[alike.game[here] - some.first, card]
                for into, value in ((games, None), (total, apart * pull), (squares, apart * apart)):
                    into[0, 2] += np.bincount(card, value, deals.cards).astype(into.dtype)
        number = games[:, 0].ravel()
        there = np.flatnonzero(number)
        found = np.zeros((there.size, len(values), 5), np.int64)
        for place in range(len(values)):
            found[:, place, 0] = games[:, place].ravel()[there]
            found[:, place, 1:3] = exactly(total[:, place].ravel()[there])
            found[:, place, 3:5] = exactly(squares[:, place].ravel()[there])
        strategies = pl.concat([pl.Series([EVERY], dtype=pl.Int64), names["strategy"]])
        groups = {"strategy": strategies, "card": names["card"]}
        return GroupSums(
            named_groups(there, groups),
            number[there],
            found,
            np.full((there.size, len(values), 2), np.nan),
            np.zeros((there.size, 0, 2), np.int64),
        )

    return Statistic(
        f"pulls of deals, version {arm}: {', '.join(values)}",
        tuple(tables),
        ("strategy", "card"),
        values,
        _no_rows,
        sums=sums,
    )


def statistics(run: Run) -> list[Statistic]:
    """What `DealtCards` looks at under the current rules, of a run that kept the deals.

    Pulls are those of whole batches, which a run that keeps no tables does not play by.
    """
    kept = run.declares("passed") and all(
        run.has_rows(run.table_with(role)) for role in ("passed", "win_share")
    )
    return [of_cells(run), of_pulls(run)] if kept else []


def _products(one: Floats, other: Floats) -> Floats:
    """The sums of products over games, a card each."""
    return np.einsum("gc,gc->c", one, other)


def _no_rows(batch: Batch) -> pl.DataFrame:
    raise NotImplementedError("these sums are worked out without rows of their own")


def _when(run: Run) -> list[str]:
    """Deals are alike in the same round and way ..."""
    return [role for role in ("month", "way") if run.table_with("passed").roles(role)]


def _kind(run: Run) -> list[str]:
    """... to one place in turn order and one strategy."""
    seats = run.table_with("win_share")
    return [role for role in ("order", "strategy") if seats.roles(role)]


def _drafts_of(run: Run, arm: int) -> Table | None:
    """The table that says who drafted what, if it was kept."""
    table = run.table_with("played_month") if run.declares("played_month") else None
    return table if table is not None and run.has_rows(table, arm) else None


def _deals(run: Run, arm: int, batch: Batch) -> tuple[Deals, dict[str, pl.Series], Integers]:
    """The deals to seats of a batch, what cells and cards are called, and the games' numbers."""
    return batch.once(f"deals {arm}", partial(_read, run, arm, batch))


def _read(run: Run, arm: int, batch: Batch) -> tuple[Deals, dict[str, pl.Series], Integers]:
    when = _when(run)
    seats = seats_ahead(run, arm, batch)
    rows, places = dealt_to_seats(run, arm, batch)
    (kind, kinds), (strategy, _) = coded(seats, _kind(run)), coded(seats, ["strategy"])
    (of_when, whens), (card, cards) = coded(rows, when), coded(rows, ["card"])
    numbers, game = np.unique(seats["game"].to_numpy(), return_inverse=True)
    sizes = (math.prod(map(len, names.values())) for names in (cards, whens, kinds))
    return (
        Deals(
            card,
            of_when,
            places,
            game.astype(np.int64),
            kind,
            strategy,
            np.stack([100 * seats["wins"].to_numpy(), seats["ahead"].to_numpy()], axis=1),
            *sizes,
        ),
        {**whens, **kinds, **cards},
        numbers.astype(np.int64),
    )


@dataclass(frozen=True)
class _Alike:
    """Wins in 100 like for like of each game and card that is drafted, less the card's mean."""

    game: Integers
    card: Integers
    apart: Floats


def _alike(
    run: Run, drafts: pl.DataFrame, cards: pl.Series, deals: Deals, games: Integers
) -> _Alike:
    """Like for like by the drafts of the same games, in the games' order.

    All of a card's copies in a game are one number. Games in which nothing is dealt, and cards that
    are dealt to nobody, are left out.
    """
    if not drafts.height or not len(cards):
        return _Alike(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    cell, _ = coded(drafts, cell_of(run))
    wins = 100 * drafts["wins"].to_numpy() / parts_of_one(run).get("wins", 1)
    wins = wins - (np.bincount(cell, wins) / np.maximum(np.bincount(cell), 1))[cell]
    card = drafts["card"].to_numpy().astype(np.int64) - int(cards[0])
    game = np.searchsorted(games, drafts["game"].to_numpy())
    dealt = np.bincount(deals.game[deals.seat], minlength=len(games)) > 0
    there = (card >= 0) & (card < len(cards)) & dealt[game]
    if not there.all():
        game, card, wins = game[there], card[there], wins[there]
    place = game * len(cards) + card
    copies = np.bincount(place)
    if copies.max(initial=0) > 1:
        total = np.bincount(place, wins)
        place = np.flatnonzero(copies)
        wins = total[place] / copies[place]
        game, card = np.divmod(place, len(cards))
    mean = np.bincount(card, wins) / np.maximum(np.bincount(card), 1)
    return _Alike(game, card, wins - mean[card])


class DealtCards:
    """The deals of a run, summed up by card and cell, and what they say of each card."""

    def __init__(self, run: Run, arm: int = 0) -> None:
        import polars as pl

        self._run = run
        self._arm = arm
        table = run.table_with("passed")
        run.require(run.table_with("win_share"), table, arm=arm)
        self.cards = run.dim(run.card_column.dim).height
        total = run.total(of_cells(run, arm))
        cell = [*_when(run), *_kind(run)]
        self.cells = total.select(cell).unique().sort(cell).with_row_index("cell")
        placed = total.join(self.cells, on=cell, maintain_order="left")
        place = placed["card"].to_numpy(), placed["cell"].to_numpy()
        self._deals = np.zeros((self.cards, self.cells.height))
        self._deals[place] = placed["games"].to_numpy()
        self._sums = {value: np.zeros(self._deals.shape) for value in VALUES}
        for value, sums in self._sums.items():
            sums[place] = placed.select(pl.col(f"{value}_sum")).to_series().to_numpy()

    def strategies(self) -> list[int]:
        """The ids of the strategies to which cards were dealt."""
        return [int(one) for one in self.cells["strategy"].unique().sort()]

    def worth(self, value: str = "wins", strategy: int | None = None) -> Floats:
        """What each card is worth against the others, by one of `VALUES`; nan where never dealt.

        By one strategy's deals, or by all.
        """
        return self._contrast(value, strategy).mean

    def means(self, value: str = "wins", strategy: int | None = None) -> PulledMeans:
        """The `worth`, with what each game pulls; of score of all strategies together alone."""
        contrast = self._contrast(value, strategy)
        games, squares, _ = self._pulls(value, EVERY if strategy is None else strategy)
        return PulledMeans(contrast.mean, games, squares / contrast.number**2)

    def gap(self, alike: Floats) -> PulledMeans:
        """What is ``alike``, wins in 100 like for like, less the worth in wins.

        ``games`` are those in which the card was drafted: the part that is known least. Both parts
        are of the same games, and how they vary together is part of the squares.
        """
        worth = self.means()
        games, squares, together = self._pulls(GAP, EVERY)
        number = np.maximum(games, 1.0)
        common = together / (number * self._contrast("wins", None).number)
        return PulledMeans(
            np.where(games > 0, alike - worth.mean, np.nan),
            games,
            squares / number**2 + worth.squares - 2 * common,
        )

    def _contrast(self, value: str, strategy: int | None) -> Contrast:
        of_group = None if strategy is None else (self.cells["strategy"] == strategy).to_numpy()
        return Contrast(self._deals, self._sums[value], of_group)

    def _pulls(self, value: str, strategy: int) -> tuple[Floats, Floats, Floats]:
        """By card: games that tell of a value, the squares of its pulls, and their sum."""
        total = self._run.total(of_pulls(self._run, self._arm))
        total = total.filter(total["strategy"] == strategy)
        found = np.zeros((3, self.cards))
        for row, part in zip(found, ("n", "squares", "sum"), strict=True):
            row[total["card"].to_numpy()] = total[f"{value}_{part}"].to_numpy()
        return found[0], found[1], found[2]
