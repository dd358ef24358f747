"""Every card is in every place of the deck equally often, in any version (RND-1)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from eoc.tabletop import engine, fixed_components

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

GAMES = 4000 if COMPILED else 40
MAX_DEVIATION = 4.5
"""Fair decks deviate by more than this many standard deviations once in 100 000 tests."""


def with_added(components, *numbers):
    """Return components with further cards that the package lacks."""
    card = components.cards[0]
    cards = sorted(
        [*components.cards, *(replace(card, number=number) for number in numbers)],
        key=lambda added: added.number,
    )
    return replace(components, cards=tuple(cards))


def decks(components, players, **settings):
    """Return the initial decks of many games, one row per game, before any deal."""
    worker = engine(
        *["random"] * players, components=components, seed=5, seating="balanced", **settings
    ).worker()
    orders = []
    for game in range(GAMES):
        worker.set_up(game)
        box = worker.part("box")
        # Dealing does not remove cards from the array: the top moves on.
        orders.append(np.array(field_of(box, "deck")[: field_of(box, "deck_end")]))
    return np.array(orders)


@pytest.mark.parametrize(
    ("changes", "added", "players", "settings"),
    [
        ((), (), 2, {}),
        ((("038", "0"),), (), 2, {}),
        ((("001", "0"), ("038", "0"), ("096", "0"), ("F24", "0")), (), 2, {}),
        ((("063", "4"),), (), 2, {}),
        ((), ("000", "121", "Z01"), 2, {}),
        ((("038", "0"), ("063", "3")), ("500",), 2, {}),
        ((), (), 4, {"stash": "starter"}),
        ((("038", "0"), ("063", "2")), ("500",), 2, {"stash": "starter"}),
    ],
    ids=[
        "plain",
        "one-fewer",
        "four-fewer",
        "copies",
        "added",
        "fewer-and-added",
        "stashes",
        "all-of-it",
    ],
)
def test_every_card_is_in_every_place_equally_often(changes, added, players, settings):
    """RND-1: a chi-square test over all cards and places finds no difference."""
    components = fixed_components().with_changes(
        [(card, "copies", number) for card, number in changes]
    )
    order = decks(with_added(components, *added), players, **settings)
    places = order.shape[1]
    cards = np.unique(order)
    counts = np.zeros((order.max() + 1, places))
    for place in range(places):
        counts[:, place] = np.bincount(order[:, place], minlength=len(counts))
    # A card of a starter stash is in the deck only if its stash is not in use.
    expected = (counts.sum(axis=1, keepdims=True) / places)[cards]
    squares = float(((counts[cards] - expected) ** 2 / expected).sum())
    degrees = (len(cards) - 1) * (places - 1)
    deviation = (squares * (len(cards) - 1) / len(cards) - degrees) / (2 * degrees) ** 0.5
    assert abs(deviation) < MAX_DEVIATION
    assert all(len(set(row)) == places for row in order.tolist()[:50])
