"""One difference between two versions of a game."""

from __future__ import annotations

from dataclasses import dataclass

RULES = "rules"
"""The key of a whole rule set: a preset or a file."""


@dataclass(frozen=True)
class Change:
    """One difference between two versions.

    ``key`` is the KEY of ``--vary`` (``card.038.stars``), ``subject`` its subject (``card.038``),
    ``name`` the subject's name for readers (``038 Analytics Nerd``), and ``sentence`` the change as
    shown (``038 Analytics Nerd: stars 5 -> 3``). ``in_play`` is false if only the display changes,
    such as a card's text.
    """

    key: str
    old: str
    new: str
    subject: str
    name: str
    sentence: str
    in_play: bool = True
