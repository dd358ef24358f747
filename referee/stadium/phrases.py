"""EFF-1: the effect language, `WHEN: [any number:] [pay AMOUNT:] GAIN`.

Clauses are joined by `;`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.phrases import PhraseError, cut
from eoc_sim.referee.stadium.tables import ACTIONS, TOKENS

MOMENTS = ["football", "star", *ACTIONS]
CARDS = "cards"
PLURALS = {"win": "wins", "card": "cards"}


@dataclass(frozen=True)
class Clause:
    """One clause of an effect."""

    when: str
    gain: str
    """A kind of token, or cards."""
    amount: int
    cost: Bundle = field(default_factory=dict)
    any_number: bool = False

    def __str__(self) -> str:
        """Return the clause in the words of a sheet."""
        repeated = "any number: " if self.any_number else ""
        costs = " ".join(f"pay {number} {kind}:" for kind, number in self.cost.items())
        return f"{self.when}: {repeated}{costs and costs + ' '}{self.amount} {self.gain}"

    def tokens(self) -> Bundle:
        """Return the tokens that it gives; cards are not tokens."""
        return {} if self.gain == CARDS else {self.gain: self.amount}

    def cards(self) -> int:
        """Return the number of single-card bonuses that it gives."""
        return self.amount if self.gain == CARDS else 0

    def is_free(self) -> bool:
        """EFF-2: check if it has no cost, so that it always applies."""
        return not self.cost


def parse(effect: str) -> list[Clause]:
    """Parse all clauses of an effect; an empty effect has none.

    Raises PhraseError if a clause cannot be read.
    """
    return [parse_clause(*pieces) for pieces in cut(effect, MOMENTS)]


def parse_clause(when: str, middle: list[str], last: str) -> Clause:
    """Parse a clause from its pieces; the gain comes last."""
    text = ": ".join([when, *middle, last])
    any_number = middle[:1] == ["any number"]
    costs = middle[any_number:]
    if len(costs) > 1 or not all(piece.startswith("pay ") for piece in costs):
        raise PhraseError(f"{text!r}: at most one cost may come between the moment and the gain")
    if any_number and not costs:
        raise PhraseError(f"{text!r}: a free clause could be repeated without end")
    cost = dict([parse_amount(piece[len("pay ") :], TOKENS) for piece in costs])
    gain, amount = parse_amount(last, [*TOKENS, CARDS])
    return Clause(when, gain, amount, cost, any_number)


def parse_amount(text: str, kinds: list[str]) -> tuple[str, int]:
    """Parse text such as `2 money` into its kind and number."""
    words = text.split()
    if len(words) != 2 or not words[0].isdigit() or int(words[0]) == 0:
        raise PhraseError(f"{text!r} is not a number and a kind")
    kind = PLURALS.get(words[1], words[1])
    if kind not in kinds:
        raise PhraseError(f"{text!r}: the kinds are {kinds}")
    return kind, int(words[0])
