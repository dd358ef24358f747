"""Players follow stars: with one more, a card is never drafted less often, and usually more often.

Games are played with each card as it is and with one more star, with the same luck. A game counts
as one draft of a card if any player drafts it, however many copies are drafted.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, ttest_1samp

from eoc_sim.simulator.eoc.versions import align, baseline, change, engines
from eoc_sim.simulator.runs.version_options import VersionOptions

CARDS = 20
"""The minimum number of cards that a test changes; the short test takes every fifth card."""
FALSE_ALARMS = 0.05
"""The probability of a false alarm in a family of tests."""
MIN_RATE, MAX_RATE = 0.05, 0.95


def drafted(engine, games: int, deck_size: int) -> np.ndarray:
    """Return which cards are drafted, by game and row of the cards sheet."""
    rows = engine.worker().play(0, games, ("cards",))["cards"]
    flags = np.zeros((games, deck_size), np.bool_)
    flags[rows["game"], rows["card"]] = True
    return flags


def check(games: int, step: int) -> None:
    version = baseline(VersionOptions())
    deck = version.components.cards
    cards = [index for index, card in enumerate(deck) if card.copies > 0][::step]
    assert len(cards) >= CARDS
    with_star = [
        change(version, [(f"card.{deck[place].number}.stars", str(deck[place].stars + 1))])
        for place in cards
    ]
    current, *others = engines(align([version, *with_star]), 1, "balanced")
    before = drafted(current, games, len(deck))
    changes = np.zeros((games, len(cards)), np.int64)
    for column, (place, engine) in enumerate(zip(cards, others, strict=True)):
        after = drafted(engine, games, len(deck))[:, place]
        changes[:, column] = after.astype(np.int64) - before[:, place]
    gained, lost = (changes > 0).sum(axis=0), (changes < 0).sum(axis=0)
    p_values = binom.cdf(gained, gained + lost, 0.5)
    lowered = {
        deck[place].number: (int(gain), int(loss))
        for place, p_value, gain, loss in zip(cards, p_values, gained, lost, strict=True)
        if p_value < FALSE_ALARMS / len(cards)
    }
    assert not lowered, (
        "cards drafted less often with one more star, each with the number of games in which it is "
        "drafted only with the star, and the number in which it is drafted only without it"
    )
    rates = before[:, cards].mean(axis=0)
    is_between = (rates > MIN_RATE) & (rates < MAX_RATE)
    assert is_between.sum() >= len(cards) / 4
    # All versions share a game's luck, so each game counts as one number.
    rise = ttest_1samp(changes[:, is_between].sum(axis=1), 0.0, alternative="greater")
    assert rise.pvalue < 0.001


@pytest.mark.slow
def test_one_more_star_never_lowers_drafts_and_usually_raises_them():
    check(games=240, step=5)


@pytest.mark.slow
def test_drafts_of_every_card_follow_its_stars():
    check(games=1200, step=1)
