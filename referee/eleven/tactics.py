"""MAT-3, EFF: tactic cards and their effects in a layer without player cards."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eoc_sim.referee.eleven.pitch import Team
from eoc_sim.referee.phrases import PhraseError, cut

MOMENTS = [
    "now", "monday", "action", "hire", "sell", "sponsor", "build", "prepare", "reveal", "before",
    "match", "after", "week_end", "always", "week", "end",
]  # fmt: skip
FLIP, GLOVES, GOAL = "flip_marker", "gloves", "goal"
EFFECTS_WITHOUT_CARDS = [("before", FLIP), ("before", GLOVES), ("match", GOAL)]
"""The moments and gains that need neither cards nor resources."""

CONDITIONS = re.compile(
    r"opponent above|quiet centre|shields back >= \d+"
    r"|equal central|pressing >= \d+"  # conditions on cards, which never hold here
)


@dataclass(frozen=True)
class Situation:
    """The facts that conditions test."""

    own_team: Team
    opponent_above: bool
    quiet_centre: bool


@dataclass(frozen=True)
class Effect:
    """One clause that can act."""

    gain: str
    amount: int
    conditions: list[str]

    def holds(self, situation: Situation) -> bool:
        """EFF-1: check if all its conditions hold."""
        return all(holds(condition, situation) for condition in self.conditions)


@dataclass(frozen=True)
class Tactic:
    """MAT-3: a tactic card."""

    number: str
    formations: list[str]
    effects: list[Effect]

    def is_basic(self) -> bool:
        """MAT-3: check if it offers two formations."""
        return len(self.formations) == 2

    def amount(self, gain: str, situation: Situation) -> int:
        """Add up one gain over the clauses whose conditions hold."""
        return sum(
            effect.amount
            for effect in self.effects
            if effect.gain == gain and effect.holds(situation)
        )


def holds(condition: str, situation: Situation) -> bool:
    """Check one condition."""
    if condition == "opponent above":
        return situation.opponent_above
    if condition == "quiet centre":
        return situation.quiet_centre
    if condition.startswith("shields back >= "):
        shields_back = [
            marker
            for marker in situation.own_team.markers
            if marker.cell[0] == "d" and marker.side == "shield"
        ]
        return len(shields_back) >= int(condition.removeprefix("shields back >= "))
    return False  # it is about cards


def parse(effect: str) -> list[Effect]:
    """EFF-1: read the clauses that act without cards or resources.

    Raises:
        PhraseError: a clause cannot be read, or a clause that acts without cards has a condition
            or an amount that this layer cannot evaluate.
    """
    effects = []
    for when, middle, last in cut(effect, MOMENTS):
        number, _, gain = last.partition(" ")
        costs = [piece for piece in middle if piece.startswith("pay ")]
        plain_gain = gain.split(" per ")[0].split(" up to ")[0]
        if (when, plain_gain) not in EFFECTS_WITHOUT_CARDS or costs:
            continue  # it needs cards or resources
        conditions = [
            condition.strip()
            for piece in middle
            for condition in piece.removeprefix("if ").split(" and ")
        ]
        for condition in conditions:
            check_condition(when, condition)
        if not number.isdigit() or gain not in (FLIP, GLOVES, GOAL):
            raise PhraseError(f"{last!r} is not a plain number of {FLIP}, {GLOVES} or {GOAL}")
        effects.append(Effect(gain, int(number), conditions))
    return effects


def check_condition(when: str, condition: str) -> None:
    """Refuse a condition that cannot be tested at that moment."""
    is_too_early = condition == "quiet centre" and when != "match"
    if is_too_early or not CONDITIONS.fullmatch(condition):
        raise PhraseError(f"{condition!r} is not a condition at {when!r} in a layer without cards")
