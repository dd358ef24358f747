"""The facts about unique cards and a scenario (EXT-1, SOLO-1)."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eleven.amounts import Amounts
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.leaflet_rows import NO_VETERAN, Scenario
from eoc_sim.simulator.eleven.leaflet_state import (
    AFTER_MATCH,
    BELOW_1,
    BEYOND_5,
    CHANGED_LINES,
    FREE_SPACES,
    STAND_2,
)
from eoc_sim.simulator.eleven.names import STATISTICS
from eoc_sim.simulator.eleven.scenarios import scenario_of
from eoc_sim.simulator.eleven.sizes import MAX_GOALS, UNIQUE_SIDES
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.rule_sets import RuleSet


def write_leaflet(table: Any, components: Components, rules: RuleSet) -> None:
    """Fill in the leaflet's fact fields in a cleared table."""
    field_of(table, "first_level")[:] = int(rules["start_level"])
    set_field(table, "veterans_dealt", 1)
    scenario = scenario_of(rules, components)
    if scenario is not None:
        _write_scenario(table, components, scenario)
    for index, token in enumerate(components.infrastructure):
        field_of(table, "token_is_new")[index] = int(token.is_new)
    _write_unique_cards(table, components, rules)


def _write_scenario(table: Any, components: Components, scenario: Scenario) -> None:
    """SOLO-1: write what a scenario changes, and its goals."""
    for index, name in enumerate(STATISTICS):
        if (level := scenario.change(name)) is not None:
            field_of(table, "first_level")[index] = level
    set_field(table, "veterans_dealt", int(not scenario.change(NO_VETERAN)))
    set_field(table, "goals", len(scenario.goal))
    # `dims/goals` has room for MAX_GOALS goals of each scenario.
    set_field(table, "first_goal", MAX_GOALS * components.scenarios.index(scenario))
    for index, goal in enumerate(scenario.goal):
        field_of(table, "goal_measure")[index] = goal.measure
        field_of(table, "goal_number")[index] = goal.number
        field_of(table, "goal_at_most")[index] = int(goal.at_most)
        field_of(table, "goal_after")[index] = goal.after


def usual_numbers(club: Amounts, beyond: int, below: int) -> dict[int, int]:
    """EXT-1: return the standard numbers that a side replaces, by subject."""
    return {
        STAND_2: club.stands[1],
        FREE_SPACES: club.free_spaces,
        BEYOND_5: beyond,
        BELOW_1: below,
    }


def _write_unique_cards(table: Any, components: Components, rules: RuleSet) -> None:
    """EXT-1: write each side's additions to the values of the club and rules."""
    usual = usual_numbers(components.club, int(rules["beyond"]), int(rules["below"]))
    for card, unique_card in enumerate(components.unique_cards):
        field_of(table, "unique_subject")[card] = unique_card.subject
        for side, value in enumerate(unique_card.sides):
            source = UNIQUE_SIDES * card + side
            if unique_card.subject == CHANGED_LINES:
                field_of(table, "unique_line")[source, :] = [kind for kind, _ in value]
                field_of(table, "unique_line_amount")[source, :] = [amount for _, amount in value]
                # `consequences.py` finds a side's lines by this number, which counts from 1.
                addition = source + 1
            elif unique_card.subject == AFTER_MATCH:
                addition = 0
            else:
                addition = value - usual.get(unique_card.subject, 0)
            field_of(table, "unique_adds")[card, side] = addition
