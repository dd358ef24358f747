"""The effect language: reading phrases.

`WHEN: [any number:] [pay AMOUNT:] GAIN`, clauses joined by `;`; a clause has one gain.
"""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.stadium.tables import SPACES, TOKENS

FOOTBALL, STAR = "football", "star"
WHENS = [FOOTBALL, STAR, *SPACES]
CARDS = "cards"


class PhraseError(ValueError):
    """An effect phrase that this parser cannot read."""


@dataclass(frozen=True)
class Clause:
    """One clause of an effect."""

    when: str
    kind: str  # of the gain: a token, or cards
    amount: int
    paid_kind: str = ""  # empty: it costs nothing
    paid_amount: int = 0
    any_number: bool = False

    def costs(self) -> bool:
        """EFF-2: whether it may be declined."""
        return self.paid_amount > 0

    def most(self, tokens: Bundle) -> int:
        """How often it can be taken by whoever has these tokens."""
        if not self.costs():
            return 1
        payable = tokens.get(self.paid_kind, 0) // self.paid_amount
        return payable if self.any_number else min(1, payable)

    def paid(self, times: int) -> Bundle:
        """The tokens that so many times cost."""
        return {self.paid_kind: times * self.paid_amount} if times * self.paid_amount else {}

    def gains(self, times: int) -> Bundle:
        """The tokens that so many times give; cards are no tokens."""
        return {self.kind: times * self.amount} if self.kind != CARDS and times else {}

    def cards(self, times: int) -> int:
        """The single card bonuses that so many times give."""
        return times * self.amount if self.kind == CARDS else 0


def parse(effect: str) -> list[Clause]:
    """All clauses of an effect phrase; an empty phrase has none. Raises PhraseError."""
    if not effect.strip():
        return []
    return [parse_clause(part) for part in effect.split(";")]


def parse_clause(text: str) -> Clause:
    """One clause: cut at the colons, the last piece is the gain."""
    pieces = [" ".join(piece.split()).lower() for piece in text.split(":")]
    when, middle, last = pieces[0], pieces[1:-1], pieces[-1]
    if when not in WHENS or len(pieces) == 1:
        raise PhraseError(f"{text!r}: {when!r} is no moment")
    any_number = middle[:1] == ["any number"]
    costs = middle[1:] if any_number else middle
    paid_kind, paid_amount = "", 0
    if costs:
        if len(costs) > 1 or not costs[0].startswith("pay "):
            raise PhraseError(f"{text!r}: {costs!r} is no cost")
        paid_amount, paid_kind = parse_amount(costs[0].removeprefix("pay "), TOKENS)
    elif any_number:
        raise PhraseError(f"{text!r}: any number of times needs a cost")
    amount, kind = parse_amount(last, [*TOKENS, CARDS])
    return Clause(when, kind, amount, paid_kind, paid_amount, any_number)


def parse_amount(text: str, kinds: list[str]) -> tuple[int, str]:
    """`n money`, `n wins` ...: the number and the kind."""
    words = text.split()
    if len(words) != 2 or not words[0].isdigit() or int(words[0]) == 0 or words[1] not in kinds:
        raise PhraseError(f"{text!r} is no number and one of {', '.join(kinds)}")
    return int(words[0]), words[1]
