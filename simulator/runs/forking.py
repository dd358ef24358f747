"""Versions whose games fork from those of the current rules.

A game forks when a card that differs between the versions first appears. Before that, both games
are the same, so playing only the rest takes less time and gives the same rows. Arm 0 is the
*trunk*; the arms forked from it are played alongside it, in batches of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game

TRUNK = 0
"""The arm of the current rules, from which others are forked."""
TRUNK_GAMES = 128
"""The number of games whose states fit into the processor's cache."""

AlteredCards = Mapping[int, Sequence[int]]
"""The altered cards of each forkable arm; the trunk has them all."""


def altered_cards(game: Game, versions: Sequence[Any], twins: Any = None) -> AlteredCards:
    """Find the forkable arms with their cards; none in runs with ``twins``."""
    if game.altered_cards is None or twins is not None:
        return {}
    by_arm = {}
    for arm, version in enumerate(versions[1:], 1):
        if cards := game.altered_cards(versions[TRUNK], version):
            by_arm[arm] = tuple(cards)
    if not by_arm:
        return {}
    return {TRUNK: sorted({card for cards in by_arm.values() for card in cards}), **by_arm}


def groups(arms: Sequence[int], altered_cards: AlteredCards) -> list[tuple[int, ...]]:
    """Group arms to play together: the trunk with its forks, others alone.

    >>> groups([0, 1, 2, 3], {0: [7, 9], 1: [7], 3: [9]})
    [(0, 1, 3), (2,)]
    """
    if TRUNK not in arms or TRUNK not in altered_cards:
        return [(arm,) for arm in arms]
    forked_together = (TRUNK, *(arm for arm in arms if arm in altered_cards and arm != TRUNK))
    return [forked_together, *((arm,) for arm in arms if arm not in altered_cards)]
