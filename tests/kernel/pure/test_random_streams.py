"""Random streams of the kernel (RND-1), without a game."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from eoc_sim.simulator.kernel.random_streams import (
    MASK,
    draw,
    draw_at,
    game_key_0,
    game_key_1,
    item_key,
    mix,
    stream_key_0,
    stream_key_1,
    word_at,
)

# Critical values of chi-square at 1 in 1000, by degrees of freedom.
CRITICAL = {1: 10.83, 5: 20.52, 6: 22.46, 9: 27.88, 15: 37.70, 35: 66.62}


def assert_uniform(values, cells):
    counts = Counter(values)
    expected = len(values) / cells
    square = sum((counts.get(cell, 0) - expected) ** 2 / expected for cell in range(cells))
    assert set(counts) <= set(range(cells)) and square < CRITICAL[cells - 1], square


def keys(seed=1, game=0, stream=8):
    return (
        stream_key_0(game_key_0(seed, game), stream),
        stream_key_1(game_key_1(seed, game), stream),
    )


def test_the_finalizer_is_that_of_splitmix64():
    """The first three numbers with seed 0 are as published (Steele, Lea and Flood, 2014)."""
    golden, state, outputs = 0x9E3779B97F4A7C15, 0, []
    for _ in range(3):
        state = (state + golden) & MASK
        outputs.append(mix(state))
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_words_never_leave_64_bits():
    for seed in (0, 1, 2**62, 2**63 - 1):
        for game in (0, 2**31, 2**40):
            key = keys(seed, game, 4096)
            assert all(0 <= word <= MASK for word in (*key, word_at(*key, 2**40)))


@pytest.mark.parametrize("n", [2, 6, 10])
def test_draws_along_a_stream_are_uniform(n):
    """RND-1: draws at successive positions are uniform."""
    key = keys()
    assert_uniform([draw_at(*key, position, n) for position in range(6000)], n)


@pytest.mark.parametrize("key_part", ["seed", "game", "stream"])
def test_first_draws_are_uniform_across_keys(key_part):
    """RND-1: draws at one position are uniform over neighbouring seeds, games or streams."""
    first = [draw_at(*keys(**{key_part: number}), 0, 6) for number in range(6000)]
    assert_uniform(first, 6)
    pairs = [6 * one + other for one, other in zip(first[::2], first[1::2], strict=True)]
    assert_uniform(pairs, 36)


def test_neighbouring_positions_are_independent():
    """RND-1: pairs along a stream, and equal positions of two streams, are independent."""
    key, other = keys(), keys(stream=9)
    draws = [draw_at(*key, position, 6) for position in range(8000)]
    assert_uniform([6 * a + b for a, b in zip(draws[::2], draws[1::2], strict=True)], 36)
    other_draws = [draw_at(*other, position, 6) for position in range(4000)]
    assert_uniform([6 * a + b for a, b in zip(draws, other_draws, strict=False)], 36)


def test_bits_are_uniform():
    """Every bit of a word is set half of the time."""
    key = keys()
    words = [word_at(*key, position) for position in range(3000)]
    for bit in range(64):
        assert_uniform([word >> bit & 1 for word in words], 2)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000, 2**16, 2**30, 2**31 - 1])
def test_draws_stay_in_bounds(n):
    """RND-1: draws lie in 0 .. n - 1, even where words must be rejected."""
    key = keys(seed=3)
    draws = [draw_at(*key, position, n) for position in range(2000)]
    assert min(draws) >= 0 and max(draws) < n
    if n == 7:
        assert_uniform(draws, 7)
    if n > 10**6:
        assert_uniform([draw * 16 // n for draw in draws], 16)


def test_streams_share_nothing():
    """RND-1: words of many seeds, games and streams are all different."""
    words = {
        word_at(*keys(seed, game, stream), position)
        for seed in range(8)
        for game in range(8)
        for stream in range(8)
        for position in range(8)
    }
    assert len(words) == 8**4


def test_a_draw_depends_only_on_its_position():
    """RND-1: draws are made from counters, so no draw affects the next."""
    key = keys()
    forward = [draw_at(*key, position, 6) for position in range(50)]
    backward = [draw_at(*key, position, 6) for position in reversed(range(50))]
    assert forward == backward[::-1]


def test_draw_advances_along_the_seats_stream():
    """RND-2: each call uses the next position; other seats' calls do not matter."""
    one = SimpleNamespace(key=list(keys(stream=1024)), draws=0)
    two = SimpleNamespace(key=list(keys(stream=1040)), draws=0)
    alone = [draw(SimpleNamespace(key=one.key, draws=k), 12) for k in range(20)]
    mixed = []
    for _ in range(20):
        mixed.append(draw(one, 12))
        draw(two, 5)
    assert mixed == alone and (one.draws, two.draws) == (20, 20)


def test_items_have_independent_keys():
    """RND-1: an item's key does not depend on the other items, and keys do not collide."""
    key = keys()
    item_keys = {item: item_key(*key, item) for item in range(5000)}
    assert len(set(item_keys.values())) == 5000
    assert item_keys[17] == item_key(*key, 17)
    card = int.from_bytes(b"003", "big")  # as `card_item` of Envelopes of Cash numbers card 003
    assert len({item_key(*key, (copy << 48) + card) for copy in range(20)}) == 20
