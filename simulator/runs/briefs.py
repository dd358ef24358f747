"""A strategy's short description, from its own docstring."""

from __future__ import annotations

import re

MAX_WORDS = 8
"""The maximum number of words in a brief; others are left out."""


def brief(name: str, description: str) -> str:
    """Take a description's first few words, without the strategy's name.

    >>> brief("marketing_drip", "Marketing drip: a campaign every month, before BB go elsewhere.")
    'a campaign every month'
    >>> brief("quick_start", "The quick start: EC soon rather than many, so big dice early.")
    'EC soon rather than many'
    >>> brief("balanced", "A sound all-round planner: cards, recruits, positions.")
    'a sound all-round planner'
    """
    start, colon, body = description.strip().partition(": ")
    if colon and start.lower().removeprefix("the ") == name.replace("_", " ").lower():
        description = body
    first = re.split(r"[,;:.](?:\s|$)|\n", description.strip(), maxsplit=1)[0]
    if not first or len(first.split()) > MAX_WORDS:
        return ""
    # An abbreviation at the start keeps its capitals.
    word = first.split()[0]
    return first if len(word) > 1 and word.isupper() else first[0].lower() + first[1:]
