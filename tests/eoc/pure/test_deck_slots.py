"""The slots of the deck (RND-1): adding and removing cards, checked against plain lists."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from eoc.tabletop import Tabletop, fixed_components
from sampled import some

from eoc_sim.simulator.eoc.components import card_item
from eoc_sim.simulator.eoc.streams import DECK
from eoc_sim.simulator.kernel.random_streams import (
    game_key_0,
    game_key_1,
    item_key,
    stream_key_0,
    stream_key_1,
)
from eoc_sim.simulator.runs.components import align

SEED = 1
PACKAGE_CARDS = [card.number for card in fixed_components().cards]
MIN_CARDS = 60
"""More cards than two players need."""


def key(game, number, copy=0):
    """Return the key of a copy of a card in a game's deck."""
    words = stream_key_0(game_key_0(SEED, game), DECK), stream_key_1(game_key_1(SEED, game), DECK)
    return int(item_key(*words, card_item(number, copy)))


def expected(game, cards):
    """Order (number, copy) pairs by the rule; list the numbers, top card first."""
    in_key_order = sorted(
        ((number, 0) for number in PACKAGE_CARDS), key=lambda card: key(game, *card)
    )
    kept = [card for card in in_key_order if card in cards]
    slots, rest = in_key_order[: len(kept)], in_key_order[len(kept) :]
    deepest_first = [card for card in reversed(rest) if card in cards]
    deck = [card if card in cards else deepest_first.pop(0) for card in slots]
    assert not deepest_first
    for card in sorted(set(cards) - set(in_key_order)):
        rank = sum(key(game, *other) < key(game, *card) for other in deck)
        deck = [*deck[:rank], card, *deck[rank + 1 :], *deck[rank : rank + 1]]
    return [number for number, _copy in deck]


def sheet(copies):
    """Return the package's components with these numbers of copies; unknown card numbers add
    cards."""
    own = fixed_components().cards
    cards = [replace(card, copies=copies.get(card.number, card.copies)) for card in own]
    cards += [
        replace(own[0], number=number, copies=count)
        for number, count in copies.items()
        if number not in PACKAGE_CARDS
    ]
    return replace(fixed_components(), cards=tuple(sorted(cards, key=lambda card: card.number)))


def copies_of(components):
    return [(card.number, copy) for card in components.cards for copy in range(card.copies)]


def shuffled(components, game, players=2, **settings):
    """Return the whole shuffled deck."""
    t = Tabletop(players, components=components, game=game, seed=SEED, **settings)
    return t.setup_events[0]["deck"]


@pytest.mark.parametrize("game", some(range(5), 5))
def test_the_unchanged_deck_is_in_key_order(game):
    """RND-1: if no card is added or removed, only the keys order the deck."""
    assert (
        shuffled(fixed_components(), game)
        == expected(game, copies_of(fixed_components()))
        == sorted(PACKAGE_CARDS, key=lambda number: key(game, number))
    )


@pytest.mark.parametrize("game", some(range(6), 6))
def test_removing_a_card_moves_one_card(game):
    """RND-1: the deepest card fills the removed card's place, and all others stay."""
    plain = shuffled(fixed_components(), game)
    for place in (0, 17 + game, 60, len(plain) - 2):
        without = shuffled(sheet({plain[place]: 0}), game)
        assert without == [*plain[:place], plain[-1], *plain[place + 1 : -1]]
    assert shuffled(sheet({plain[-1]: 0}), game) == plain[:-1]


@pytest.mark.parametrize("game", some(range(6), 6))
def test_adding_a_card_moves_one_card(game):
    """RND-1: the new card comes last, or takes the place of a card that moves to the end."""
    plain = shuffled(fixed_components(), game)
    for copies in ({"038": 2}, {"500": 1}):
        (new,) = copies
        deck = shuffled(sheet(copies), game)
        place = next((n for n, card in enumerate(plain) if card != deck[n]), len(plain))
        assert place == sum(key(game, number) < key(game, new, copies[new] - 1) for number in plain)
        assert deck == [*plain[:place], new, *plain[place + 1 :], *plain[place : place + 1]]


@pytest.mark.parametrize("seed", some(range(12), 12))
def test_any_sheet_is_dealt_by_the_rule(seed):
    """RND-1: whichever cards and copies a sheet adds or removes, the deal follows the rule."""
    rng = random.Random(seed)
    copies = dict.fromkeys(
        rng.sample(PACKAGE_CARDS, rng.randrange(len(PACKAGE_CARDS) - MIN_CARDS)), 0
    )
    copies |= {number: rng.randrange(5) for number in rng.sample(PACKAGE_CARDS, rng.randrange(8))}
    copies |= {number: rng.randrange(1, 4) for number in ("000", "500", "F25", "Z1")[: seed % 5]}
    components = sheet(copies)
    for game in range(3):
        assert shuffled(components, game) == expected(game, copies_of(components))


@pytest.mark.parametrize("game", some(range(4), 4))
def test_starter_stashes_in_use_count_as_removed(game):
    """RND-1, RND-2: unused stashes stay in the deck; the trace lists the cards of used stashes
    last."""
    copies = {"038": 0, "063": 2, "500": 1}
    for players, components in (
        (2, fixed_components()),
        (3, sheet(copies)),
        (4, fixed_components()),
    ):
        t = Tabletop(players, components=components, game=game, seed=SEED, stash="starter")
        stashes = {number for seat in range(players) for number in t.stash(seat)}
        assert len(stashes) == 4 * players
        cards = copies_of(components)
        output = t.setup_events[0]["deck"]
        dealt = t.pool() + t.deck()
        assert dealt == expected(
            game, [card for card in cards if card not in {(number, 0) for number in stashes}]
        )
        assert output == [*dealt, *sorted(stashes)]


def test_other_versions_do_not_affect_a_deal():
    """RND-1: a row found only in other versions gets no slot."""
    mine, other = sheet({"038": 0, "063": 2}), sheet({"500": 3, "000": 1, "F25": 1})
    aligned_mine, aligned_other = align([mine, other])
    for game in range(3):
        assert shuffled(aligned_mine, game) == shuffled(mine, game)
        assert shuffled(aligned_other, game) == shuffled(other, game)
    # A row missing from the sheet counts as a row without copies.
    fewer = replace(mine, cards=tuple(card for card in mine.cards if card.copies))
    assert shuffled(fewer, 1) == shuffled(mine, 1)
