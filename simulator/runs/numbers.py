"""The editable numbers of a version, and the size of an edit."""

from __future__ import annotations

import fnmatch
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from eoc_sim.errors import InputError, nearest


@dataclass(frozen=True)
class Number:
    """A number that can be edited.

    ``key`` is the KEY of ``--vary`` that sets it, and ``name`` is shown to users in place of it.
    ``original`` is the number before any edit. ``values`` are the possible numbers, ascending and
    including ``original``, and ``settings`` the key's setting for each. ``usual`` is the median of
    the numbers of its ``kind``, or a switch's default. ``spread``, which is above 0, is the spread
    of the numbers of its ``kind``.

    The number belongs to a row of the dims table ``dim``, and ``row`` is that row's ``number``.
    ``worth`` is roughly the score that raising the number by 1 brings the user of the row; it is
    None if the number is part of the row's effect. With ``grows`` the effect is proportional to the
    number, otherwise inversely proportional. A number with an ``order`` is a gift to that position
    in the first round's turn order; ``gift`` holds its words: an opening such as "the first player
    starts with", then the gift's singular and plural. Only one number of a ``group`` changes at a
    time; with "", a number is its own group.
    """

    key: str
    name: str
    kind: str
    original: float
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
        """Put a change to a gift into words.

        >>> gift = ("the first player starts with", "Booster Buck", "Booster Bucks")
        >>> Number("k", "n", "number", 0, (0, 2), ("0", "2"), 0, 1, gift=gift).words(0, 2)
        'the first player starts with 2 more Booster Bucks'
        """
        assert self.gift is not None
        start, noun, nouns = self.gift
        change = abs(new - old)
        return (
            f"{start} {change} {'more' if new > old else 'fewer'} {noun if change == 1 else nouns}"
        )

    def share(self, value: float) -> float:
        """Return the share of the row's effect that ``value`` adds.

        The number must be part of the effect.

        >>> cost = Number("k", "n", "to pay", 1, (1, 2), ("1", "2"), 1, 1, grows=False)
        >>> cost.share(2)
        -0.5
        """
        return (value / self.original if self.grows else self.original / value) - 1

    def setting(self, value: float) -> str:
        """Return the key's setting that gives ``value``."""
        return self.settings[self.values.index(value)]

    def size(self, value: float) -> float:
        """Measure a change to ``value`` in spreads of its kind.

        A step away from the usual number counts in full. A step towards it counts less the farther
        away the number is, because an outlier is likely to be wrong: at a distance of z spreads,
        its weight is 1 / (1 + z^2).

        >>> stars = Number("k", "n", "stars", 12, (2, 4, 12), ("2", "4", "12"), 2, 1)
        >>> [round(stars.size(value), 2) for value in (4, 2, 13)]
        [0.36, 1.47, 1.0]
        """
        old, new = ((number - self.usual) / self.spread for number in (self.original, value))
        if old * new < 0:  # past the usual number
            return math.atan(abs(old)) + abs(new)
        if abs(new) > abs(old):
            return abs(new) - abs(old)
        return math.atan(abs(old)) - math.atan(abs(new))

    def within(self, low: float, high: float) -> Number:
        """Restrict the values to ``low`` .. ``high``, keeping the original one."""
        inside = [
            index
            for index, value in enumerate(self.values)
            if low <= value <= high or value == self.original
        ]
        return replace(
            self,
            values=tuple(self.values[index] for index in inside),
            settings=tuple(self.settings[index] for index in inside),
        )


def select_numbers(
    numbers: Sequence[Number], patterns: Sequence[str], option: str = "--allow"
) -> list[Number]:
    """Select the editable ``numbers`` by patterns ``KEY`` or ``KEY=LOW..HIGH``.

    A pattern is a key or its beginning up to a dot, and * matches any characters. If more than one
    pattern matches a number, the last one counts; without patterns all numbers are editable.
    Numbers with a single value are left out. ``option`` is the option's name, for error
    messages.

    Raises:
        InputError: a pattern matches no key, or its bounds are not numbers in ascending order.
    """
    if not patterns:
        return [number for number in numbers if len(number.values) > 1]
    editable: dict[int, Number] = {}
    for text in patterns:
        pattern, separator, bounds = (part.strip() for part in text.partition("="))
        low, high = _bounds(option, text, bounds) if separator else (-math.inf, math.inf)
        fitting = [
            index
            for index, number in enumerate(numbers)
            if fnmatch.fnmatchcase(number.key.lower(), pattern.lower())
            or fnmatch.fnmatchcase(number.key.lower(), f"{pattern.lower()}.*")
        ]
        if not fitting:
            example = f"; keys look like {numbers[0].key}" if numbers else ""
            raise InputError(
                f'{option} "{text}" matches no number of the game that can be edited{example}. A * '
                f"stands for any characters.{nearest(pattern, [n.key for n in numbers])}"
            )
        for index in fitting:
            editable[index] = numbers[index].within(low, high)
    return [editable[index] for index in sorted(editable) if len(editable[index].values) > 1]


def drop_numbers(numbers: Sequence[Number], patterns: Sequence[str]) -> list[Number]:
    """Drop the ``numbers`` that match ``patterns``; ranges in the patterns are ignored."""
    result = list(numbers)
    for text in patterns:
        pattern = text.partition("=")[0]
        matches = {
            (number.key, number.kind) for number in select_numbers(numbers, [pattern], "--never")
        }
        result = [number for number in result if (number.key, number.kind) not in matches]
    return result


def _bounds(option: str, text: str, bounds: str) -> tuple[float, float]:
    match = re.fullmatch(r"(-?[0-9.]+)?\s*\.\.\s*(-?[0-9.]+)?", bounds)
    try:
        if match is None:
            raise ValueError
        low, high = (
            float(bound) if bound else default
            for bound, default in zip(match.groups(), (-math.inf, math.inf), strict=True)
        )
    except ValueError:
        raise InputError(
            f'{option} "{text}" should be KEY or KEY=LOW..HIGH, such as SHEET.*.COLUMN=1..6.'
        ) from None
    if low > high:
        raise InputError(f'{option} "{text}" allows nothing: {low:g} is above {high:g}.')
    return low, high
