"""The numbers of a version that an edit may change, and how large an edit is."""

from __future__ import annotations

import fnmatch
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from eoc_sim.errors import InputError, nearest


@dataclass(frozen=True)
class Number:
    """A number that may be another one.

    ``key`` is the KEY of ``--vary`` that holds it, ``name`` what the key is about in a reader's
    words. ``values`` are the numbers that it may be, ascending and ``now`` among them, and
    ``settings`` what the key is set to for each. Of the numbers of its ``kind``, ``usual`` is the
    one in the middle and ``spread``, above 0, how far they lie apart.

    ``dim`` and ``row`` say which row of which dims table it stands in, by the row's ``number``;
    ``worth`` is about how much score one more of it brings whoever uses the row, None where it is
    a part of the row's effect: with ``grows`` the effect is in proportion to it, else against it.
    A number with an ``order`` goes to that place in the first round's turn order instead; ``gift``
    says so: "the first player starts with", and one and many of what it is given. Of the numbers of
    one ``group`` but one is changed at a time; "" is a group by itself.
    """

    key: str
    name: str
    kind: str
    now: float
    values: tuple[float, ...]
    settings: tuple[str, ...]
    usual: float
    spread: float
    dim: str = ""
    row: str = ""
    worth: float | None = None
    grows: bool = True
    order: int = -1
    group: str = ""
    gift: tuple[str, str, str] | None = None

    def words(self, old: int, new: int) -> str:
        """A change of a gift in words.

        >>> gift = ("the first player starts with", "Booster Buck", "Booster Bucks")
        >>> Number("k", "n", "number", 0, (0, 2), ("0", "2"), 0, 1, gift=gift).words(0, 2)
        'the first player starts with 2 more Booster Bucks'
        """
        assert self.gift is not None
        start, one, many = self.gift
        apart = abs(new - old)
        return f"{start} {apart} {'more' if new > old else 'fewer'} {one if apart == 1 else many}"

    def share(self, value: float) -> float:
        """What share of the row's effect is added if the number, a part of it, is ``value``.

        >>> cost = Number("k", "n", "to pay", 1, (1, 2), ("1", "2"), 1, 1, grows=False)
        >>> cost.share(2)
        -0.5
        """
        return (value / self.now if self.grows else self.now / value) - 1

    def setting(self, value: float) -> str:
        """What the key is set to for the number to be ``value``."""
        return self.settings[self.values.index(value)]

    def size(self, value: float) -> float:
        """How large a change to ``value`` is: in spreads of its kind, by how odd the number is.

        A step away from the usual number counts in full. Towards it the odder number counts the
        less, z spreads off by 1 / (1 + z^2), as what stands out is likely to be the odd one.

        >>> stars = Number("k", "n", "stars", 12, (2, 4, 12), ("2", "4", "12"), 2, 1)
        >>> [round(stars.size(value), 2) for value in (4, 2, 13)]
        [0.36, 1.47, 1.0]
        """
        now, then = ((one - self.usual) / self.spread for one in (self.now, value))
        if now * then < 0:  # past the usual number
            return math.atan(abs(now)) + abs(then)
        if abs(then) > abs(now):
            return abs(then) - abs(now)
        return math.atan(abs(now)) - math.atan(abs(then))

    def within(self, low: float, high: float) -> Number:
        """The same number with only those values from ``low`` to ``high``, and the present one."""
        kept = [
            place
            for place, value in enumerate(self.values)
            if low <= value <= high or value == self.now
        ]
        return replace(
            self,
            values=tuple(self.values[place] for place in kept),
            settings=tuple(self.settings[place] for place in kept),
        )


def allowed(
    numbers: Sequence[Number], asked: Sequence[str], option: str = "--allow"
) -> list[Number]:
    """The ``numbers`` that may be edited: those of the patterns ``KEY`` or ``KEY=LOW..HIGH``.

    A pattern is a key, the beginning of one that ends before a dot, or has * for any letters. Of
    several patterns for a number the last counts; without any, all numbers may be edited. What can
    be but one number is left out. ``option`` is who asked, for errors.

    Raises:
        InputError: a pattern fits no key, or its ends are no numbers.
    """
    if not asked:
        return [one for one in numbers if len(one.values) > 1]
    found: dict[int, Number] = {}
    for text in asked:
        pattern, separator, ends = (part.strip() for part in text.partition("="))
        low, high = _ends(text, ends) if separator else (-math.inf, math.inf)
        fitting = [
            place
            for place, one in enumerate(numbers)
            if fnmatch.fnmatchcase(one.key.lower(), pattern.lower())
            or fnmatch.fnmatchcase(one.key.lower(), f"{pattern.lower()}.*")
        ]
        if not fitting:
            raise InputError(
                f'{option} "{text}" fits no number of the game; keys are such as '
                f"{numbers[0].key if numbers else 'none'}, and * stands for any letters."
                f"{nearest(pattern, [one.key for one in numbers])}"
            )
        for place in fitting:
            found[place] = numbers[place].within(low, high)
    return [found[place] for place in sorted(found) if len(found[place].values) > 1]


def without(numbers: Sequence[Number], barred: Sequence[str]) -> list[Number]:
    """The ``numbers`` but those of the patterns, as `allowed` reads them."""
    left = list(numbers)
    for text in barred:
        pattern = text.partition("=")[0]
        gone = {(one.key, one.kind) for one in allowed(numbers, [pattern], "--never")}
        left = [one for one in left if (one.key, one.kind) not in gone]
    return left


def _ends(text: str, ends: str) -> tuple[float, float]:
    found = re.fullmatch(r"(-?[0-9.]+)?\s*\.\.\s*(-?[0-9.]+)?", ends)
    try:
        if found is None:
            raise ValueError
        low, high = (
            float(end) if end else default
            for end, default in zip(found.groups(), (-math.inf, math.inf), strict=True)
        )
    except ValueError:
        raise InputError(
            f'--allow "{text}" should be KEY or KEY=LOW..HIGH, such as SHEET.*.COLUMN=1..6.'
        ) from None
    if low > high:
        raise InputError(f'--allow "{text}" allows nothing: {low:g} is above {high:g}.')
    return low, high
