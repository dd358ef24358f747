"""The regression that learns factors for cards' clauses.

The regression measures how drafted cards affect the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from eoc_sim.analysis.learning import RegressionSums, sums_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

OTHERS_WEIGHT = 0.25
"""Weight of another player's star relative to the player's own."""
DEALT_COLUMNS = ("order", "region", "coach")
"""Things that chance deals to a seat, which are controlled for."""


class FormulaValues(Protocol):
    """The formula's values in stars, by home region and month.

    The values cover every clause, and the rest of each card. A card's clauses are numbered from its
    ``first_clause`` up to, but not including, its ``end_clause``.
    """

    @property
    def base_values(self) -> Floats:
        """The values of cards without their clauses, by card, region and month."""

    @property
    def clauses(self) -> Floats:
        """The values of clauses, by clause, region and month."""

    @property
    def first_clause(self) -> NDArray[np.int64]:
        """The first clause on each card."""

    @property
    def end_clause(self) -> NDArray[np.int64]:
        """The clause after the last one on each card."""


@dataclass(frozen=True)
class Clauses:
    """The columns of the regression: one per clause, copies merged.

    ``names`` are the columns' names; ``column[clause]`` is the column of a numbered clause.
    """

    names: tuple[str, ...]
    column: NDArray[np.int64]

    @classmethod
    def collect(cls, printed_names: Sequence[str], in_deck: Sequence[bool]) -> Clauses:
        """Collect the clauses on cards in the deck, by printed name."""
        names = tuple(
            dict.fromkeys(
                name for name, is_in_deck in zip(printed_names, in_deck, strict=True) if is_in_deck
            )
        )
        index_of = {name: index for index, name in enumerate(names)}
        return cls(names, np.array([index_of.get(name, -1) for name in printed_names], np.int64))


@dataclass(frozen=True)
class DraftSums:
    """The regression's sums over games, and each clause's number of drafts."""

    sums: RegressionSums
    draft_counts: NDArray[np.int64]

    def __add__(self, other: DraftSums) -> DraftSums:
        return DraftSums(self.sums + other.sums, self.draft_counts + other.draft_counts)


def sum_drafts(
    rows: Mapping[str, np.ndarray],
    appraisals: Mapping[int, FormulaValues],
    clauses: Clauses,
    players: int,
    sizes: Mapping[str, int],
) -> DraftSums:
    """Compute the regression's sums over games from rows of seats and cards.

    All strategies in ``appraisals``, by id, learn together: each of their seats is a row of the
    regression. The outcome is the seat's score minus `OTHERS_WEIGHT` times the other players'
    scores, minus the formula's value of the drafted cards without their clauses. The regressors are
    the formula's values of these clauses for the player's home and the month of the draft. The
    regression controls for things dealt by chance, separately for each strategy; ``sizes`` has the
    number of values of each of `DEALT_COLUMNS`.
    """
    seat_sums = [
        _seat_sums(rows, strategy, appraisal, clauses, players, sizes, (index, len(appraisals)))
        for index, (strategy, appraisal) in enumerate(appraisals.items())
    ]
    return sum(seat_sums[1:], seat_sums[0])


def _seat_sums(
    rows: Mapping[str, np.ndarray],
    strategy: int,
    appraisal: FormulaValues,
    clauses: Clauses,
    players: int,
    sizes: Mapping[str, int],
    block: tuple[int, int],
) -> DraftSums:
    """Sum one strategy's seats.

    ``block`` is the strategy's index among the strategies that learn, and their number.
    """
    seats = rows["seats"][rows["seats"]["seat"] < players]
    first = int(seats["game"].min())
    total = np.bincount(seats["game"] - first, weights=seats["score"])
    strategy_seats = seats[seats["strategy"] == strategy]
    strategy_seats = strategy_seats[np.lexsort((strategy_seats["seat"], strategy_seats["game"]))]
    games = strategy_seats["game"].astype(np.int64) - first
    scores = strategy_seats["score"].astype(float)
    outcome = scores - OTHERS_WEIGHT * (total[games] - scores)
    row_of = np.full((len(total), players), -1)
    row_of[games, strategy_seats["seat"]] = np.arange(len(strategy_seats))
    cards = rows["cards"][rows["cards"]["seat"] < players]
    seat_rows = row_of[cards["game"].astype(np.int64) - first, cards["seat"]]
    cards, seat_rows = cards[seat_rows >= 0], seat_rows[seat_rows >= 0]
    card, month = (cards[name].astype(np.int64) for name in ("card", "drafted_month"))
    region = strategy_seats["region"][seat_rows].astype(np.int64)
    np.subtract.at(outcome, seat_rows, appraisal.base_values[card, region, month])
    worths = np.zeros((len(strategy_seats), len(clauses.names)))
    draft_counts = np.zeros(len(clauses.names), np.int64)
    lengths = appraisal.end_clause[card] - appraisal.first_clause[card]
    for number in range(int(lengths.max(initial=0))):
        has_clause = lengths > number
        clause = appraisal.first_clause[card[has_clause]] + number
        column = clauses.column[clause]
        np.add.at(
            worths,
            (seat_rows[has_clause], column),
            appraisal.clauses[clause, region[has_clause], month[has_clause]],
        )
        np.add.at(draft_counts, column, 1)
    controls = [np.ones(len(strategy_seats))]
    for name in DEALT_COLUMNS:
        controls += [strategy_seats[name] == value for value in range(1, sizes[name])]
    number, size = block
    block_controls = np.zeros((len(strategy_seats), size, len(controls)))
    block_controls[:, number] = np.column_stack(controls)
    return DraftSums(
        sums_of(worths, block_controls.reshape(len(strategy_seats), -1), outcome), draft_counts
    )
