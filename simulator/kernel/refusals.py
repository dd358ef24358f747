"""Reasons for refusing an order: a rule and a sentence for each."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """A refusal's rule id and its sentence."""

    rule: str
    sentence: str


class Refusals(list[Refusal]):
    """A game's refusals by code; 0 is legal."""

    def __init__(self) -> None:
        super().__init__([Refusal("", "legal")])

    def declare(self, rule: str, sentence: str) -> int:
        """Add a refusal and return its code."""
        self.append(Refusal(rule, sentence))
        return len(self) - 1
