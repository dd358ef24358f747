"""One difference between two versions of a game."""

from __future__ import annotations

from dataclasses import dataclass

RULES = "rules"
"""The key of a whole rule set: a preset or a file."""


@dataclass(frozen=True)
class Change:
    """One difference between two versions.

    ``key`` is the KEY of ``--vary`` (``card.038.stars``), ``subject`` its subject (``card.038``),
    ``name`` the subject in a reader's words (``038 Analytics Nerd``), and ``sentence`` the change
    as it is shown (``038 Analytics Nerd: stars 5 -> 3``). A change of display only, such as a
    card's text, changes nothing ``in_play``.
    """

    key: str
    old: str
    new: str
    subject: str
    name: str
    sentence: str
    in_play: bool = True
