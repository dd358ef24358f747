"""Two-level designs, full or fractional: the switches of each version.

The design matrices come from pyDOE3. When pyDOE3 itself chooses generators, it checks each of them
separately, so the resolution may be lower than intended. Therefore this module chooses
the generators, checking all of their products (the defining words), and passes them to pyDOE3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_lowercase

from eoc_sim.errors import InputError

MAX_FACTORS = 16
CLEAR_RESOLUTION = 5
"""The lowest resolution with no confounded main effects or two-way interactions."""
MAX_TRIES = 20_000


@dataclass(frozen=True)
class TwoLevel:
    """A design: ``rows`` with 0 (unchanged) or 1 (changed) for each factor.

    The row of zeros is first. ``words`` are the defining words: sets of factors whose signs have
    the same product in every row. A full design has none.
    """

    rows: tuple[tuple[int, ...], ...]
    words: tuple[tuple[int, ...], ...] = ()


def resolution(words: Sequence[Sequence[int]]) -> int | None:
    """Return the shortest defining word's length, or None for a full design.

    >>> resolution([(0, 1, 2, 3, 4)])
    5
    """
    return min((len(word) for word in words), default=None)


def two_level(factors: int, minimum: int | None) -> TwoLevel:
    """Return the smallest design of sufficient resolution, or the full one.

    ``minimum`` is the lowest sufficient resolution, or None for the full design.

    Raises:
        InputError: there are too many factors.
    """
    if factors > MAX_FACTORS:
        raise InputError(
            f"A design holds at most {MAX_FACTORS} switches with two values, not {factors}."
        )
    if factors == 0:
        return TwoLevel(((),))
    base, generators = (factors, ()) if minimum is None else _smallest_base(factors, minimum)
    words = _products(
        [_bits(letters) | 1 << (base + index) for index, letters in enumerate(generators)]
    )
    return TwoLevel(
        _matrix(base, generators),
        tuple(
            tuple(factor for factor in range(factors) if word >> factor & 1)
            for word in sorted(words)
        ),
    )


def _matrix(base: int, generators: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return pyDOE3's rows for generators, with signs that keep the unchanged row."""
    from pyDOE3 import fracfact

    texts = [ascii_lowercase[factor] for factor in range(base)]
    for letters in generators:
        sign = "-" if len(letters) % 2 == 0 else ""
        texts.append(sign + "".join(ascii_lowercase[factor] for factor in letters))
    rows = [tuple(int(value > 0) for value in row) for row in fracfact(" ".join(texts))]
    return tuple(sorted(rows, key=lambda row: (sum(row), tuple(-level for level in row))))


def _smallest_base(factors: int, minimum: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Find the fewest base factors, and generators that keep the resolution."""
    for base in range(min(minimum - 1, factors), factors):
        candidates = [
            letters
            for size in range(base, minimum - 2, -1)
            for letters in combinations(range(base), size)
        ]
        for generators in _search(base, candidates, factors - base, minimum):
            return base, generators
    return factors, ()


def _search(
    base: int, candidates: Sequence[tuple[int, ...]], number: int, minimum: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Find generators whose products have at least the wanted length, within `MAX_TRIES`."""
    tries = 0

    def extend(
        generators: tuple[tuple[int, ...], ...], words: list[int], start: int
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        nonlocal tries
        if len(generators) == number:
            yield generators
            return
        for index in range(start, len(candidates)):
            tries += 1
            if tries > MAX_TRIES:
                return
            word = _bits(candidates[index]) | 1 << (base + len(generators))
            new = [word, *(word ^ other for other in words)]
            if all(bits.bit_count() >= minimum for bits in new):
                yield from extend((*generators, candidates[index]), [*words, *new], index + 1)

    return extend((), [], 0)


def _bits(factors: Sequence[int]) -> int:
    return sum(1 << factor for factor in factors)


def _products(generators: Sequence[int]) -> list[int]:
    """Return all products of defining words, as sets of bits."""
    words: list[int] = []
    for generator in generators:
        words += [generator, *(generator ^ word for word in words)]
    return words
