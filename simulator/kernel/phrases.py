"""The shared part of the effect languages: parsing and errors.

An effect is a list of clauses joined by semicolons. A clause is a list of segments joined by
colons: the moment first, the gain last. Each game defines the segments in between, and all words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eoc_sim.errors import InputError, nearest


class EffectError(InputError):
    """An effect that is not in the language."""


@dataclass(frozen=True)
class Word:
    """A line in the table of words.

    ``part`` is the part of a clause in which the word may stand; ``goes_with`` names the words or
    components with which it may be used, "" for all.
    """

    part: str
    spelling: str
    meaning: str
    goes_with: str


def normal(text: str) -> str:
    """Normalise text: lower case, single spaces, ASCII signs."""
    for sign, plain_sign in (("≥", ">="), ("≤", "<="), ("–", "-"), ("—", "-"), ("×", "x")):
        text = text.replace(sign, plain_sign)
    return " ".join(text.lower().split())


def clauses_of(effect: str, max_clauses: int) -> list[str]:
    """Split an effect into clauses in their normal spelling.

    >>> clauses_of("Month: 1 star;  end: 2 stars", 3)
    ['month: 1 star', 'end: 2 stars']
    """
    text = normal(effect)
    if not text:
        return []
    parts = text.split(";")
    if len(parts) > max_clauses:
        raise EffectError(
            f'"{text}" has {len(parts)} clauses; an effect has at most {max_clauses}.'
        )
    return [part.strip() for part in parts]


def segments_of(text: str, moments: Sequence[str], example: str) -> tuple[int, list[str], str]:
    """Split a clause into moment, middle segments and gain.

    The moment is returned as its index in ``moments``. Errors show ``example``, a correct clause.
    """
    segments = [segment.strip() for segment in text.split(":")]
    if len(segments) < 2 or not all(segments):
        raise EffectError(
            f'"{text}" is not a clause: write WHEN: GAIN, such as "{example}", with WHEN one '
            f"of {join_or(moments)}."
        )
    when, *middle, gain = segments
    if when not in moments:
        raise EffectError(
            f'in "{text}", "{when}" is not a moment of the game: use {join_or(moments)}.'
            f"{nearest(when, moments)}"
        )
    return moments.index(when), middle, gain


def conditions_and_cost(middle: Iterable[str], text: str) -> tuple[str | None, str | None]:
    """Return the conditions and the cost in a clause's middle segments."""
    conditions: str | None = None
    cost: str | None = None
    for segment in middle:
        first, _, content = segment.partition(" ")
        if first == "if" and conditions is None and cost is None:
            conditions = content
        elif first == "pay" and cost is None:
            cost = content
        else:
            raise EffectError(
                f'in "{text}", "{segment}" should be "if CONDITION" or "pay COST", each at most '
                f"once and in this order.{nearest(first, ('if', 'pay'))}"
            )
    return conditions, cost


def conditions_of(words: str | None, text: str, max_conditions: int) -> list[str]:
    """Split conditions, which are joined by "and"."""
    pieces = [] if words is None else [piece.strip() for piece in re.split(r"\band\b", words)]
    if len(pieces) > max_conditions:
        raise EffectError(
            f'"{text}" has {len(pieces)} conditions; a clause has at most {max_conditions}.'
        )
    return pieces


def split_gain(words: str, text: str) -> tuple[str, str | None, str | None]:
    """Split off a gain's counter and limit, and return all three parts."""
    main, *caps = re.split(r"\bup to\b", words)
    main, *counters = re.split(r"\bper\b", main)
    if len(caps) > 1 or len(counters) > 1:
        raise EffectError(f'"{text}" has "per" or "up to" twice; each may occur once.')
    if caps and not counters:
        raise EffectError(f'in "{text}", "up to" caps what "per" counts; there is no "per".')
    counter, cap = (part[0].strip() if part else None for part in (counters, caps))
    return main.strip(), counter, cap


def number(word: str, text: str, noun: str, maximum: int) -> int:
    """Read a whole number from 1 to ``maximum`` from a word.

    ``text`` is the clause that contains the word.
    """
    if not re.fullmatch(r"[0-9]+", word) or not 1 <= int(word) <= maximum:
        allowed = f"a whole number from 1 to {maximum}" if maximum > 1 else "1"
        raise EffectError(f'in "{text}", {noun} must be {allowed}, not "{word}".')
    return int(word)


def choice(word: str, names: Sequence[str], text: str, noun: str) -> int:
    """Return the index of a clause's word in ``names``."""
    if word not in names:
        raise EffectError(
            f'in "{text}", "{word}" is not a {noun}: use {join_or(names)}.{nearest(word, names)}'
        )
    return names.index(word)


def join_or(names: Iterable[str]) -> str:
    """Join names with commas and a final "or".

    >>> join_or(["star", "train", "build"])
    'star, train or build'
    """
    *head, last = names
    return f"{', '.join(head)} or {last}" if head else last


def format_count(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun, singular or plural.

    >>> format_count(1, "star"), format_count(2, "star"), format_count(2, "money", "money")
    ('1 star', '2 stars', '2 money')
    """
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def join_words(parts: Sequence[str]) -> str:
    """Join parts with commas and a final "and".

    >>> join_words(["2 green", "1 blue", "1 yellow"])
    '2 green, 1 blue and 1 yellow'
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def word_lines(form: str, table: Iterable[Word]) -> list[str]:
    """Format a table of words as lines below a clause's form."""
    lines = [form]
    part = ""
    for word in table:
        if word.part != part:
            part = word.part
            lines += ["", part]
        goes_with = f" (with {word.goes_with})" if word.goes_with else ""
        lines.append(f"  {word.spelling}: {word.meaning}{goes_with}")
    return lines
