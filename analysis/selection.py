"""How much of a card's record is whose hands it came into: like for like less worth when dealt.

Both are differences of win shares against other cards, in the same months, for the same strategies
and places in turn order. One looks at who drafted the card, the other at whom chance dealt it to;
the gap is what choosing adds: cards that are drafted when things go well anyway have a large one.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.analysis.cards import cell_means, like_for_like
from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.tables import Run


def gap(run: Run, dealt: DealtCards, worth: PulledMeans, arm: int = 0) -> PulledMeans:
    """Wins in 100 like for like less ``worth``, the wins in 100 when dealt, for each card.

    ``games`` are those in which the card was drafted: the part that is known least. Both parts
    are of the same games, and how they vary together is part of the squares.
    """
    contrast = dealt.contrast()
    cells = cell_means(run, arm)
    games, total, squares, pulled, together = np.zeros((5, dealt.cards))
    for batch, deals, numbers in dealt.deals():
        drafts = like_for_like(run, arm, run.batch(batch), cells)
        rows = per_game(drafts, ["card"], ["adjusted"])
        rows = rows.filter(rows["game"].is_in(numbers.tolist()))
        card = rows["card"].to_numpy().astype(np.int64)
        alike = rows["adjusted"].to_numpy()
        pull = contrast.pulls(deals)[np.searchsorted(numbers, rows["game"].to_numpy()), card]
        for sums, value in (
            (games, np.ones(card.size)), (total, alike), (squares, alike**2), (pulled, pull),
            (together, alike * pull),
        ):
            np.add.at(sums, card, value)
    number = np.maximum(games, 1.0)
    mean = total / number
    own = np.maximum(squares - number * mean**2, 0.0) / number**2
    common = (together - mean * pulled) / number
    return PulledMeans(
        np.where(games > 0, mean - worth.mean, np.nan), games, own + worth.squares - 2 * common
    )
