"""The facts about referees: rows of tags, and effects (REF)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.effect_language import Clause
from eoc_sim.simulator.eleven.names import GAINS, TARGETS
from eoc_sim.simulator.eleven.referee_state import HALVES
from eoc_sim.simulator.eleven.season_facts import write_clause
from eoc_sim.simulator.kernel.records import field_of

ON_ONE_CARD = ("suspension", "injury", "weakness")
ON_SCORERS = ("fans", "vp", "money")
"""The gains that the switches `unjust` and `goal_eager` choose from."""
TARGET_OF_SIDE = {"ball": "each ball", "shield": "each shield", "any": "each"}
"""The targets for the values of the switches `meticulous` and `friendly`."""


def apply_rules(clause: Clause, rules: Mapping[str, Any]) -> Clause:
    """Apply the switches that stand for lost icons (REF-3 to REF-7).

    Where the rulebook's icon for a clause's gain or target is lost, a switch gives the value.
    """
    gain = GAINS[clause.gain]
    target = TARGETS[clause.target] if clause.target >= 0 else ""
    if gain in ON_ONE_CARD and target == "one" and rules["unjust"] != ON_ONE_CARD[0]:
        return replace(clause, gain=GAINS.index(rules["unjust"]))
    if gain in ON_SCORERS and rules["goal_eager"] != ON_SCORERS[0]:
        return replace(clause, gain=GAINS.index(rules["goal_eager"]))
    for switch, value, usual in (
        ("meticulous", "weakness", "shield"),
        ("friendly", "strength", "ball"),
    ):
        if gain == value and target.startswith("each") and rules[switch] != usual:
            return replace(clause, target=TARGETS.index(TARGET_OF_SIDE[str(rules[switch])]))
    return clause


def write_referees(table: Any, components: Components, rules: Mapping[str, Any]) -> None:
    """REF-2: write the referees and the rows of tags."""
    tags = [row.number for row in components.tags]
    for row, referee_row in enumerate(components.referee_rows):
        field_of(table, "row_half")[row] = referee_row.block
        field_of(table, "row_tags")[row, :] = [tags.index(tag) for tag in referee_row.tags]
    for referee, card in enumerate(components.referees):
        for half, (clause,) in enumerate(card.halves):
            record = field_of(table, "referee_clause")[HALVES * referee + half]
            write_clause(record, apply_rules(clause, rules))
