"""How much of a card's record is whose hands it came into: like for like less worth when dealt.

Both are differences of win shares against other cards, in the same months, for the same strategies
and places in turn order. One looks at who drafted the card, the other at whom chance dealt it to;
the gap is what choosing adds: cards that are drafted when things go well anyway have a large one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.cards import cell_means, like_for_like
from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from eoc_sim.analysis.dealt_cards import Floats, Integers


class Gap:
    """Wins in 100 like for like less those when dealt, for each card, batch by batch.

    Made of the pulls of `DealtCards.means`, which calls `add`: both parts are of the same games,
    and how they vary together is part of the squares.
    """

    def __init__(self, run: Run, dealt: DealtCards, arm: int = 0) -> None:
        self._run = run
        self._arm = arm
        self._drafts = run.table_with("played_month")
        self._cells = cell_means(run, arm, self._drafts)
        self._sums = np.zeros((5, dealt.cards))

    def add(self, batch: tuple[int, int], games: Integers, pulls: Floats) -> None:
        """Add a batch: the numbers of its games, and how far each pulls each card's worth."""
        drafts = like_for_like(
            self._run, self._arm, self._drafts, self._run.batch(batch), self._cells
        )
        rows = per_game(drafts, ["card"], ["adjusted"])
        game, card = rows["game"].to_numpy(), rows["card"].to_numpy().astype(np.int64)
        place = np.minimum(np.searchsorted(games, game), max(games.size - 1, 0))
        dealt = np.flatnonzero(games[place] == game) if games.size else np.zeros(0, np.int64)
        card, alike = card[dealt], rows["adjusted"].to_numpy()[dealt]
        pull = pulls[place[dealt], card]
        for sums, value in zip(
            self._sums, (np.ones(card.size), alike, alike**2, pull, alike * pull), strict=True
        ):
            sums += np.bincount(card, value, sums.size)

    def found(self, worth: PulledMeans) -> PulledMeans:
        """The gap to ``worth``, the wins in 100 when dealt.

        ``games`` are those in which the card was drafted: the part that is known least.
        """
        games, total, squares, pulled, together = self._sums
        number = np.maximum(games, 1.0)
        mean = total / number
        own = np.maximum(squares - number * mean**2, 0.0) / number**2
        common = (together - mean * pulled) / number
        return PulledMeans(
            np.where(games > 0, mean - worth.mean, np.nan), games, own + worth.squares - 2 * common
        )
