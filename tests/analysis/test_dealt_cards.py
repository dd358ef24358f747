"""Test the worth of a dealt card against hand calculations, the jackknife and simulations.

A game's pull on a mean is how far the game moves that mean.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import random_run, table, write_run

from eoc_sim.analysis.dealt_cards import (
    NO_DRAFTS,
    PARTS_PER_UNIT,
    DealContrast,
    Deals,
    DealtCards,
    PulledMeans,
    Pulls,
)
from eoc_sim.analysis.stats import mean_interval
from eoc_sim.analysis.tables import MissingResults, Run

CARDS = 30
SLOTS = np.array([4, 4, 4, 8])
"""The number of cards dealt to each strategy in a game; the best strategy gets the most."""
SKILL = np.array([0.0, 10.0, 25.0, 60.0])
PLANTED = 12.0


def dealt_games(rng: np.random.Generator, games: int, planted: float = 0.0) -> Deals:
    """Simulate games in which every seat is dealt cards.

    The value of a seat is its skill plus its luck, plus ``planted`` if it was dealt card 0 and has
    the first strategy: the others never draft that card.
    """
    strategy = np.repeat(np.arange(4), SLOTS)
    deck = np.argsort(rng.random((games, CARDS)), axis=1)[:, : SLOTS.sum()]
    value = SKILL + 20 * rng.standard_normal((games, 4))
    is_planted = (deck == 0) & (strategy == 0)
    value[:, 0] += planted * is_planted.any(axis=1)
    month = np.concatenate([np.arange(number) // 2 for number in SLOTS])
    seat = np.arange(games)[:, None] * 4 + strategy
    return make_deals(deck.ravel(), np.tile(month, games), seat.ravel(), value, CARDS)


def make_deals(
    card: np.ndarray,
    moment: np.ndarray,
    seat: np.ndarray,
    value: np.ndarray,
    cards: int,
    strategy: np.ndarray | None = None,
) -> Deals:
    """Make deals to seats; ``value`` has one row per game and one column per seat."""
    games, seats = value.shape
    seat_strategies = np.arange(seats) if strategy is None else strategy
    kind = np.tile(seat_strategies, games)
    values = np.round(value.ravel() * PARTS_PER_UNIT) / PARTS_PER_UNIT
    return Deals(
        card,
        moment,
        seat,
        np.repeat(np.arange(games), seats),
        kind,
        kind,
        np.stack([values, 2 * values], axis=1),
        cards,
        int(moment.max()) + 1,
        int(kind.max()) + 1,
    )


def contrast_of(deals: Deals) -> DealContrast:
    return Pulls(deals).wins


def pulls_of(deals: Deals) -> np.ndarray:
    """Return each game's pull on the mean of each card."""
    pulls, multiplied_pulls = Pulls(deals), np.zeros((deals.games, deals.cards))
    pulls.sum_groups(NO_DRAFTS, multiplied_pulls)
    return multiplied_pulls / pulls.wins.number


def pulled_means(deals: Deals) -> PulledMeans:
    pulls = Pulls(deals)
    games, sums = pulls.sum_groups(NO_DRAFTS)
    return PulledMeans(
        pulls.wins.mean, games[0, 0].astype(np.float64), sums[0, 0, 1] / pulls.wins.number**2
    )


def without(deals: Deals, game: int) -> Deals:
    """Return the deals except those in one game."""
    is_kept = deals.game[deals.seat] != game
    return replace(
        deals, card=deals.card[is_kept], moment=deals.moment[is_kept], seat=deals.seat[is_kept]
    )


def test_the_mean_by_hand() -> None:
    """There are two cells; card 0 is dealt twice in one and once in the other."""
    value = np.array([[10.0, 4.0], [20.0, 8.0], [7.0, 1.0]])
    card_means = pulled_means(
        make_deals(
            np.array([0, 1, 0, 2, 0, 1]),
            np.array([0, 0, 0, 0, 1, 1]),
            np.arange(6),
            value,
            4,
            np.array([0, 0]),
        )
    )
    assert card_means.mean[0] == pytest.approx(2 / 3 * (15 - 6) + 1 / 3 * (7 - 1))
    # Seats with cards other than 1 have 10, 20 and 8 in the first cell, 7 in the second.
    assert card_means.mean[1] == pytest.approx(0.5 * (4 - 38 / 3) + 0.5 * (1 - 7))
    assert card_means.mean[2] == pytest.approx(8 - 34 / 3)
    assert np.isnan(card_means.mean[3])
    assert card_means.games.tolist() == [3, 2, 1, 0]


def test_a_cell_with_one_card_compares_nothing() -> None:
    value = np.array([[90.0, 0.0], [5.0, 3.0]])
    deals = make_deals(
        np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 2, 3]), value, 2, np.array([0, 0])
    )
    card_means = pulled_means(deals)
    assert card_means.mean.tolist() == [2, -2]
    assert card_means.games.tolist() == [1, 1]
    assert not pulls_of(deals)[0].any()


def test_pulls_equal_the_effect_of_leaving_a_game_out() -> None:
    deals = dealt_games(np.random.default_rng(3), 400, PLANTED)
    contrast, pulls = contrast_of(deals), pulls_of(deals)
    assert np.allclose(pulls.sum(axis=0), 0, atol=1e-6)
    left_out = np.array(
        [contrast.mean - contrast_of(without(deals, game)).mean for game in range(400)]
    )
    for card in range(CARDS):
        assert np.corrcoef(pulls[:, card], left_out[:, card])[0, 1] > 0.999
    assert np.allclose((left_out**2).sum(axis=0), (pulls**2).sum(axis=0), rtol=0.05)


def test_pulls_are_right_if_seats_get_cards_at_different_times() -> None:
    """With some deals left out, the seats of a strategy are dealt cards at different times."""
    rng = np.random.default_rng(4)
    deals = dealt_games(rng, 400, PLANTED)
    kept = rng.random(deals.card.size) < 0.8
    deals = replace(deals, card=deals.card[kept], moment=deals.moment[kept], seat=deals.seat[kept])
    contrast, pulls = contrast_of(deals), pulls_of(deals)
    assert np.allclose(pulls.sum(axis=0), 0, atol=1e-6)
    left_out = np.array(
        [contrast.mean - contrast_of(without(deals, game)).mean for game in range(400)]
    )
    assert np.allclose((left_out**2).sum(axis=0), (pulls**2).sum(axis=0), rtol=0.1)


def test_intervals_of_null_cards_cover_at_their_level() -> None:
    """Strategies differ by three times the luck of a game, and the best gets the most cards."""
    rng = np.random.default_rng(5)
    levels = np.array([0.5, 0.8, 0.95, 0.99])
    inside = np.zeros(levels.size)
    samples = 250
    means, variances = [], []
    for _ in range(samples):
        deals = dealt_games(rng, 250)
        card_means = pulled_means(deals)
        for index, level in enumerate(levels):
            _, low, high = mean_interval(*card_means.sums(), level)
            inside[index] += ((low <= 0) & (high >= 0)).mean() / samples
        means.append(card_means.mean)
        variances.append(card_means.variance)
    assert inside == pytest.approx(levels, abs=0.02)
    assert np.mean(means) == pytest.approx(0, abs=0.05)
    assert np.mean(variances) == pytest.approx(np.var(means), rel=0.05)


def test_a_planted_effect_is_found_without_bias_if_strategies_select_cards() -> None:
    """Only the weakest strategy drafts card 0, but all seats that are dealt the card count.

    A like-for-like comparison would count only the seats of that strategy.
    """
    rng = np.random.default_rng(6)
    # A fifth of the deals go to the first strategy. Of its seats that are dealt another card, 3 in
    # 29 also hold card 0.
    true = PLANTED * SLOTS[0] / SLOTS.sum() * (1 - 3 / 29)
    samples = 200
    means, covered = [], 0
    for _ in range(samples):
        deals = dealt_games(rng, 300, PLANTED)
        card_means = pulled_means(deals)
        _, low, high = mean_interval(*card_means.sums())
        covered += low[0] <= true <= high[0]
        means.append(card_means.mean[0])
    error = np.std(means) / samples**0.5
    assert abs(np.mean(means) - true) < 4 * error
    assert 0.9 < covered / samples < 0.99


def run_of(path: Path, offers: pl.DataFrame, games: int) -> Run:
    seats = table(
        "seats",
        {
            "game": [game for game in range(games) for _ in (0, 1)],
            "seat": [0, 1] * games,
            "strategy": [0, 1] * games,
            "score": [30, 20] * games,
            "win_share": [1.0, 0.0] * games,
        },
    )
    return Run(write_run(path, {"seats": seats, "offers": offers}, players=2))


def test_the_cells_of_a_run(tmp_path: Path) -> None:
    """A cell is a month, a way of being dealt, a place in turn order and a strategy.

    Cards from the pool are in no cell.
    """
    offers = table(
        "offers",
        {
            "game": [0, 0, 0, 1, 1, 1],
            "card": [0, 1, 2, 1, 0, 2],
            "seat": [0, 0, -1, 0, 1, 1],
            "month": [1, 1, 1, 1, 2, 2],
            "how": ["hand", "hand", "pool", "stash", "hand", "hand"],
        },
    )
    dealt = DealtCards(run_of(tmp_path, offers, 2))
    assert dealt.cells.columns == ["cell", "round", "way", "order", "strategy"]
    assert dealt.cells.height == 3
    card_means = dealt.means()
    # The card from the stash is alone in its cell.
    assert card_means.mean[:3].tolist() == [0, 0, 0]
    assert card_means.games[:3].tolist() == [2, 1, 1]
    assert dealt.strategies() == [0, 1]
    own = dealt.means(strategy=1)
    assert own.games[:3].tolist() == [1, 0, 1]


def test_batches_add_up_and_no_mean_is_below_the_lower_of_two_strategies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(random_run(tmp_path / "run", 300, keep=("seats", "offers"), deck=20, players=2))

    def all_means() -> list[PulledMeans]:
        dealt = DealtCards(run)
        return [
            dealt.means(),
            dealt.means("ahead"),
            *(dealt.means(strategy=strategy) for strategy in dealt.strategies()),
        ]

    whole = all_means()
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 150)
    run = Run(run.path)
    for one, other in zip(whole, all_means(), strict=True):
        assert np.allclose(one.mean, other.mean)
        # Pulls are relative to the means of their own batch.
        assert np.allclose(one.variance, other.variance, rtol=0.2)
        assert np.allclose(one.games, other.games, rtol=0.02)
    low = np.minimum(whole[2].mean, whole[3].mean)
    assert (whole[0].mean > low - 1e-9).all()


def test_a_run_without_offers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingResults, match="did not keep offers"):
        DealtCards(Run(random_run(tmp_path / "run", 20)))
