"""Format whole numbers for readers: thousands apart, and with their noun."""

from __future__ import annotations


def count(number: float) -> str:
    """Format a whole number with spaces between thousands.

    >>> count(20000)
    '20 000'
    """
    return f"{number:,.0f}".replace(",", " ")


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Format a number with its noun.

    >>> plural(1, "game"), plural(20000, "game"), plural(2, "die", "dice")
    ('1 game', '20 000 games', '2 dice')
    """
    return f"{count(number)} {noun if number == 1 else nouns or noun + 's'}"
