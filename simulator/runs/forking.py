"""Versions whose games are the current rules' until somebody sees a card, forked from there.

Played from where they part, games have the same rows as played whole, and take less time. Arm 0 is
the *trunk*, and the arms forked from it are played beside it, a few games at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game

TRUNK = 0
"""The arm of the current rules, which others are forked from."""
TRUNK_GAMES = 128
"""Games whose states are kept at a time: so few stay in the cache of the processor."""

Altered = Mapping[int, Sequence[int]]
"""Of each arm that can be forked the cards that set it apart, and of the trunk all of them."""


def altered_cards(game: Game, versions: Sequence[Any], twins: Any = None) -> Altered:
    """The arms that can be played as forks, with their cards; with ``twins`` there are none."""
    if game.altered_cards is None or twins is not None:
        return {}
    found = {}
    for arm, version in enumerate(versions[1:], 1):
        if cards := game.altered_cards(versions[TRUNK], version):
            found[arm] = tuple(cards)
    if not found:
        return {}
    return {TRUNK: sorted({card for cards in found.values() for card in cards}), **found}


def groups(arms: Sequence[int], altered: Altered) -> list[tuple[int, ...]]:
    """Arms that are played together: the trunk with those forked from it, the others alone.

    >>> groups([0, 1, 2, 3], {0: [7, 9], 1: [7], 3: [9]})
    [(0, 1, 3), (2,)]
    """
    if TRUNK not in arms or TRUNK not in altered:
        return [(arm,) for arm in arms]
    together = (TRUNK, *(arm for arm in arms if arm in altered and arm != TRUNK))
    return [together, *((arm,) for arm in arms if arm not in altered)]
