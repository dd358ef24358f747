"""EFF-1: the effect language.

A clause is `WHEN: [if CONDITION:] [pay N RESOURCE:] GAIN [per [N] COUNTER] [up to N]`. Conditions
are joined by `and`, clauses by `;`. In outcomes of meetings, a clause without WHEN happens now.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from eoc_sim.referee.eleven.tables import RESOURCES, STATISTICS
from eoc_sim.referee.eleven.tactics import MOMENTS
from eoc_sim.referee.phrases import PhraseError, cut

COUNTERS = [
    "card", "youngster", "trained_youngster", "staff", "sponsor", "token", "stand_fan", "money",
    "win",
]  # fmt: skip
PLAIN = [
    *RESOURCES, "vp", "train", "experience", "heal", "tactic", "office", "scout", "reroll", "board",
    "stands", "gloves", "swap", "flip_marker", "shift", "goal", "shootout", "suspension", "injury",
    "strength", "weakness",
]  # fmt: skip
BARE = ["flip", "ignore_keeper", "feint"]
WITH_KIND = {
    "level": STATISTICS,
    "refresh": ["players", "staff", "sponsors"],
    "discount": ["players", "youngsters", "staff", "build"],
    "upkeep": ["players", "staff", "stadium"],
    "immune": ["injury"],
    "fitness": ["cards"],
}
TARGETS = ["others", "section", "forward", "facing", "card"]
CONDITIONS = re.compile(
    r"win|draw|loss|margin >= \d+|die (?:<=|>=) \d+|used|scored"
    r"|section (?:wing|attack|midfield|defence)|opponent above|equal central"
    r"|shields back >= \d+|quiet centre|pressing >= \d+"
)


@dataclass(frozen=True)
class Clause:
    """One clause of an effect."""

    when: str
    gain: str
    amount: int = 1
    detail: str = ""
    """A gain's kind or target, or the name of a staff card."""
    max_targets: int = 0
    """The maximum number of targets to name; 0 stands for the amount."""
    conditions: tuple[str, ...] = ()
    cost: tuple[int, int, int, int] = (0, 0, 0, 0)
    counter: str = ""
    per: int = 1
    cap: int | None = None

    @property
    def event(self) -> str:
        """EFF-2, SCO-6: the trace's event for the clause."""
        return "end_effect" if self.when == "end" else "effect"

    @property
    def die_conditions(self) -> list[str]:
        """The conditions that depend on a die."""
        return [condition for condition in self.conditions if condition.startswith("die ")]

    @property
    def has_choice(self) -> bool:
        """EFF-2: True if the owner names cards or markers."""
        return (
            self.gain in ("train", "experience", "heal", "swap", "flip_marker", "shift")
            or self.detail in TARGETS
            or (self.gain, self.detail) == ("fitness", "cards")
        )

    @property
    def may_be_declined(self) -> bool:
        """EFF-2: True if there is a cost, or a choice that injures nobody."""
        return any(self.cost) or (self.has_choice and self.gain != "injury")

    def number(self, count: int) -> int:
        """EFF-1: return the gain for this count, up to the limit.

        The limit applies to losses too.
        """
        number = self.amount * (count // self.per if self.counter else 1)
        return number if self.cap is None else max(-self.cap, min(number, self.cap))


def parse(effect: str) -> list[Clause]:
    """EFF-1: parse all of an effect's clauses; an empty effect has none.

    Raises PhraseError if a clause cannot be read.
    """
    return [parse_clause(*pieces) for pieces in cut(effect, MOMENTS)]


def parse_outcome(effect: str) -> list[Clause]:
    """BOA-3: parse an outcome, whose gains happen now or last for the week."""
    pieces = [piece.strip() for piece in effect.split(";")]
    return parse("; ".join(piece if ":" in piece else f"now: {piece}" for piece in pieces if piece))


def parse_clause(when: str, middle: list[str], last: str) -> Clause:
    """Parse a clause from its pieces; the gain comes last."""
    conditions: list[str] = []
    cost = (0, 0, 0, 0)
    pieces = list(middle)
    if pieces and pieces[0].startswith("if "):
        conditions = [part.strip() for part in pieces.pop(0).removeprefix("if ").split(" and ")]
    if pieces and pieces[0].startswith("pay "):
        cost = parse_cost(pieces.pop(0).removeprefix("pay "))
    if pieces:
        raise PhraseError(f"{pieces[0]!r} is neither a condition nor a cost, or is out of place")
    for condition in conditions:
        if not CONDITIONS.fullmatch(condition):
            raise PhraseError(f"{condition!r} is not a condition")
    match = re.fullmatch(r"(.+?)(?: per (?:(\d+) )?(\w+))?(?: up to (\d+))?", last)
    if match is None or (match[3] and match[3] not in COUNTERS):
        raise PhraseError(f"{last!r}: the counters are {COUNTERS}")
    amount, gain, detail, max_targets = parse_gain(match[1])
    return Clause(
        when, gain, amount, detail, max_targets, tuple(conditions), cost,
        match[3] or "", int(match[2] or 1), int(match[4]) if match[4] else None,
    )  # fmt: skip


def parse_cost(text: str) -> tuple[int, int, int, int]:
    """Parse a cost such as `2 fans` into amounts by resource."""
    number, _, resource = text.partition(" ")
    if not number.isdigit() or resource not in RESOURCES:
        raise PhraseError(f"{text!r} is not a number and a resource")
    first, second, third, fourth = (int(number) * (word == resource) for word in RESOURCES)
    return first, second, third, fourth


def parse_gain(text: str) -> tuple[int, str, str, int]:
    """Parse a gain into amount, gain word, detail and number of targets."""
    if text in BARE:
        return 1, text, "", 0
    number, _, remainder = text.partition(" ")
    gain, *words = remainder.split() or [""]
    if not re.fullmatch(r"-?\d+", number):
        raise PhraseError(f"{text!r} does not begin with a number")
    amount = int(number)
    if not words and gain in PLAIN:
        return amount, gain, "", 0
    if gain == "staff" and words:
        return amount, gain, " ".join(words), 0
    if len(words) == 1 and words[0] in WITH_KIND.get(gain, []):
        return amount, gain, words[0], 0
    if gain in ("strength", "weakness") and words == ["pressing"]:
        return amount, gain, "pressing", 0
    if gain in ("strength", "weakness") and words == ["self"]:
        return amount, gain, "", 0
    targets = TARGETS if gain in ("strength", "weakness") else ["card"] if gain == "injury" else []
    if len(words) == 2 and words[0] in targets and words[1].isdigit():
        return amount, gain, words[0], int(words[1])
    raise PhraseError(f"{text!r} is not a gain")
