"""What drafted cards did for a score: the regression that learns factors of their clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from eoc_sim.analysis.held_out import FIRST, Results
from eoc_sim.analysis.learning import Sums, sums_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]

OTHERS = 0.25
"""How much of a star of the others counts against an own one."""
DEALT = ("order", "region", "coach")
"""What chance deals to a seat and is controlled for."""


class Appraisal(Protocol):
    """The formula's worths in stars, by home region and month: of all but a card's effect, by card,
    and of every clause; those of a card are numbered from its ``first`` to before its ``last``.
    """

    @property
    def rest(self) -> Floats:
        """``rest[card, region, month]``."""

    @property
    def clauses(self) -> Floats:
        """``clauses[clause, region, month]``."""

    @property
    def first(self) -> NDArray[np.int64]:
        """The first clause of each card."""

    @property
    def last(self) -> NDArray[np.int64]:
        """The clause behind the last one of each card."""


@dataclass(frozen=True)
class Clauses:
    """The columns of the regression: a clause each, copies of a card together.

    ``names`` are those of the columns; ``column[clause]`` is the column of a numbered clause.
    """

    names: tuple[str, ...]
    column: NDArray[np.int64]

    @classmethod
    def of(cls, printed: Sequence[str], in_deck: Sequence[bool]) -> Clauses:
        """The clauses of the cards that are in the deck, by the printed name of every clause."""
        names = tuple(dict.fromkeys(
            name for name, counts in zip(printed, in_deck, strict=True) if counts
        ))
        places = {name: place for place, name in enumerate(names)}
        return cls(names, np.array([places.get(name, -1) for name in printed], np.int64))


@dataclass(frozen=True)
class Drafts:
    """What some games say: the sums of the regression, and how often each clause was drafted."""

    sums: Sums
    drafted: NDArray[np.int64]

    def __add__(self, other: Drafts) -> Drafts:
        return Drafts(self.sums + other.sums, self.drafted + other.drafted)


def drafts(
    rows: Mapping[str, np.ndarray], standings: Table, appraisal: Appraisal, clauses: Clauses,
    players: int, sizes: Mapping[str, int],
) -> Drafts:
    """The regression's sums over games whose rows are those of the tables seats (``standings``)
    and cards.

    The learner is the first entry of the line-up and sits in one seat of every game.

    The outcome is the own score less `OTHERS` of the others', less what the formula says of stars
    and price of the cards drafted. The worths are the formula's for their clauses at the player's
    home and in the month of the draft. ``sizes`` are the numbers of values of each of `DEALT`.
    """
    results = Results.of(standings, rows["seats"], players)
    outcome = results.scores - OTHERS * results.others
    own = rows["seats"][rows["seats"]["strategy"] == FIRST]
    own = own[np.argsort(own["game"])]
    first = int(own["game"][0])
    cards = rows["cards"]
    cards = cards[cards["seat"] < players]
    cards = cards[cards["seat"] == own["seat"][cards["game"] - first]]
    game, card, month = (
        cards[name].astype(np.int64) for name in ("game", "card", "drafted_month")
    )
    game -= first
    region = own["region"][game].astype(np.int64)
    np.subtract.at(outcome, game, appraisal.rest[card, region, month])
    worths = np.zeros((len(own), len(clauses.names)))
    drafted = np.zeros(len(clauses.names), np.int64)
    lengths = appraisal.last[card] - appraisal.first[card]
    for number in range(int(lengths.max(initial=0))):
        has = lengths > number
        clause = appraisal.first[card[has]] + number
        column = clauses.column[clause]
        np.add.at(
            worths, (game[has], column), appraisal.clauses[clause, region[has], month[has]]
        )
        np.add.at(drafted, column, 1)
    controls = [np.ones(len(own))]
    for name in DEALT:
        controls += [own[name] == value for value in range(1, sizes[name])]
    return Drafts(sums_of(worths, np.column_stack(controls).astype(float), outcome), drafted)
