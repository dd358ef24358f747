"""Counter-based random streams (RND-1), keyed by seed, game, stream and position.

A stream's key has 128 bits: two 64-bit words mixed from the seed, the game and the stream's number
with the finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014). A draw mixes its position into both words. Draws carry no state from one to the
next, so none can shift another.

All arithmetic is modulo 2**64. In pure-Python mode the words are plain integers, and the masks do
what the machine's registers do in compiled mode.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled

word: Any = np.uint64 if COMPILED else int
"""The type of 64-bit words, and so of every constant.

numba would promote a mix of uint64 and int64 to float64.
"""

_to_signed: Any = np.int64 if COMPILED else int

MASK = word(0xFFFFFFFFFFFFFFFF)
_LOW = word(0xFFFFFFFF)
_SPAN = word(1 << 32)
_GOLDEN = word(0x9E3779B97F4A7C15)
_ODD_1 = word(0xD1342543DE82EF95)
_ODD_2 = word(0xF1357AEA2E62A9C5)
_ODD_3 = word(0xAF251AF3B0F025B5)
_MIX_1 = word(0xBF58476D1CE4E5B9)
_MIX_2 = word(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S1 = word(30), word(27), word(31), word(32), word(1)

REDEAL_GAME = 1 << 40
"""The game number in redeals' keys, higher than any played game's."""


@compiled
def mix(z: Any) -> Any:
    """Mix a 64-bit word with splitmix64's finalizer, a bijection."""
    z = ((z ^ (z >> _S30)) * _MIX_1) & MASK
    z = ((z ^ (z >> _S27)) * _MIX_2) & MASK
    return z ^ (z >> _S31)


@compiled
def game_key_0(seed: Any, game: int) -> Any:
    """Return the first word of a game's key."""
    return mix((mix((word(seed) + _GOLDEN) & MASK) + word(game) * _ODD_1) & MASK)


@compiled
def game_key_1(seed: Any, game: int) -> Any:
    """Return the second word of a game's key."""
    return mix((mix((word(seed) ^ _ODD_2) & MASK) + word(game) * _ODD_3) & MASK)


@compiled
def stream_key_0(key_0: Any, stream: int) -> Any:
    """Return the first word of a stream's key in a game."""
    return mix((key_0 + word(stream) * _ODD_2) & MASK)


@compiled
def stream_key_1(key_1: Any, stream: int) -> Any:
    """Return the second word of a stream's key in a game."""
    return mix((key_1 + word(stream) * _ODD_1) & MASK)


@compiled
def word_at(key_0: Any, key_1: Any, position: int) -> Any:
    """Return the 64-bit word at ``position`` in a stream."""
    return mix((mix((key_0 + word(position) * _GOLDEN) & MASK) ^ key_1) & MASK)


@compiled
def draw_at(key_0: Any, key_1: Any, position: int, n: int) -> int:
    """Draw uniformly from 0 to n - 1 at a stream's ``position``.

    ``n`` is from 1 to 2**31 - 1. This is Lemire's bounded draw ("Fast random integer generation in
    an interval", 2019) on 32 bits. The rare rejected word is replaced by further mixing, so
    positions stay independent.
    """
    bound = word(n)
    bits = word_at(key_0, key_1, position)
    product = (bits & _LOW) * bound
    if (product & _LOW) < bound:
        threshold = (_SPAN - bound) % bound
        while (product & _LOW) < threshold:
            bits = mix((bits + _GOLDEN) & MASK)
            product = (bits & _LOW) * bound
    return _to_signed(product >> _S32)


@compiled
def draw_once(box: Any, stream: int, position: int, n: int) -> int:
    """Draw at a position in a stream, with the key ``box.key``."""
    return draw_at(stream_key_0(box.key[0], stream), stream_key_1(box.key[1], stream), position, n)


@compiled
def rollout_key(key_0: Any, key_1: Any, position: int) -> Any:
    """Return the rollout key at ``position``.

    Keys are from 0 to 2**63 - 1.
    """
    return _to_signed(word_at(key_0, key_1, position) >> _S1)


@compiled
def item_key(key_0: Any, key_1: Any, item: int) -> Any:
    """Return the key by which a shuffle sorts ``item`` (RND-1)."""
    return word_at(key_0, key_1, item)


@compiled
def key_rank(key: Any, number: int) -> Any:
    """Estimate a key's rank, from 0, among ``number`` keys from `item_key`."""
    return _to_signed(((key >> _S32) * word(number)) >> _S32)


@compiled
def own_stream(me: Any, key_0: Any, key_1: Any, stream: int) -> None:
    """Give a seat its own stream, number ``stream`` of a game.

    ``key_0`` and ``key_1`` are the game's key. The seat's key is two words of the stream, not the
    stream's own key: mixing is a bijection, so from the stream's key one could work out the game's
    key and all future draws.
    """
    stream_0 = stream_key_0(key_0, stream)
    stream_1 = stream_key_1(key_1, stream)
    me.key[0] = word_at(stream_0, stream_1, 0)
    me.key[1] = word_at(stream_0, stream_1, 1)
    me.draws = 0


@compiled
def key_game(box: Any, seed: Any, game: Any, search: Any) -> None:
    """Set a game's keys; ``search`` is the stream of its searches."""
    box.key[0] = game_key_0(seed, game)
    box.key[1] = game_key_1(seed, game)
    box.search_key[0] = stream_key_0(box.key[0], search)
    box.search_key[1] = stream_key_1(box.key[1], search)


@compiled
def key_redeal(box: Any, key: Any) -> None:
    """Set a redealt game's key, but keep that of its searches."""
    box.key[0] = game_key_0(key, REDEAL_GAME)
    box.key[1] = game_key_1(key, REDEAL_GAME)


@compiled
def key_strategies(state: Any, seats: Any, first: Any, spacing: Any) -> None:
    """Give the seats streams, numbered from ``first`` in steps of ``spacing``."""
    box = state.box
    for seat in range(seats):
        own_stream(state.seats[seat], box.key[0], box.key[1], first + spacing * seat)


@compiled
def forget(state: Any) -> None:
    """Erase the memory of all strategies."""
    for seat in range(len(state.seats)):
        memory = state.seats[seat].memory
        for index in range(len(memory)):
            memory[index] = 0


@compiled
def draw(me: Any, n: int) -> int:
    """Draw the seat's next random number from 0 to n - 1 (RND-2).

    There is one stream per seat and round. For ``n`` below 1, the number is 0.
    """
    if n < 1:
        return 0
    value = draw_at(me.key[0], me.key[1], me.draws, n)
    me.draws += 1
    return value
