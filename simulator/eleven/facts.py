"""The facts in a game's table and box: rules and components.

They are written once per version; no game changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eoc_sim.simulator.eleven.betting_rows import write_bets
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.contest import AT_LEAST
from eoc_sim.simulator.eleven.effect_language import Clause
from eoc_sim.simulator.eleven.leaflet_facts import write_leaflet
from eoc_sim.simulator.eleven.names import (
    GAIN_FLIP_MARKER,
    GAIN_GLOVES,
    GAIN_GOAL,
    OPPONENT_ABOVE,
    QUIET_CENTRE,
    SHIELDS_BACK,
)
from eoc_sim.simulator.eleven.pitch import BALL, SECTION
from eoc_sim.simulator.eleven.referee_facts import write_referees
from eoc_sim.simulator.eleven.season_facts import item_number, write_season
from eoc_sim.simulator.eleven.state import (
    IF_CARDS,
    IF_OPPONENT_ABOVE,
    IF_QUIET_CENTRE,
    IF_SHIELDS_BACK,
)
from eoc_sim.simulator.eleven.switches import decks_of, is_epic, position_vp, weeks_of
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.rule_sets import RuleSet

CONDITION_CODES = {
    OPPONENT_ABOVE: IF_OPPONENT_ABOVE,
    SHIELDS_BACK: IF_SHIELDS_BACK,
    QUIET_CENTRE: IF_QUIET_CENTRE,
}
"""The conditions that do not depend on cards."""
EPIC_OBJECTIVE_VP = 3
"""The VP for a fulfilled objective in Epic (EPI-3)."""


def write_facts(table: Any, box: Any, components: Components, rules: RuleSet) -> None:
    """Fill the fact fields of a cleared table and box."""
    components = components.in_game(rules)
    for name, value in rules.encode().items():
        set_field(table, f"rule_{name}", value)
    set_field(table, "rule_weeks", weeks_of(rules))
    if is_epic(rules):
        set_field(table, "rule_objective_vp", EPIC_OBJECTIVE_VP)
    _write_clubs(table, box, components, decks_of(rules))
    _write_squads(table, components, str(rules["profile"]))
    _write_tactics(table, box, components)
    _write_positions(table, components, position_vp(rules))
    write_bets(table, components.bets, rules)
    write_referees(table, components, rules)
    write_season(table, box, components, is_epic(rules))
    write_leaflet(table, components, rules)


def _write_clubs(table: Any, box: Any, components: Components, decks: Sequence[int]) -> None:
    clubs = components.clubs
    in_play = [number for deck in decks for number, club in enumerate(clubs) if club.deck == deck]
    set_field(table, "clubs", len(in_play))
    field_of(table, "club_at")[: len(in_play)] = in_play
    line_up_codes = {
        opponent.number: number for number, opponent in enumerate(components.opponents)
    }
    for number, club in enumerate(clubs):
        field_of(table, "club_colour")[number] = club.colour
        field_of(table, "club_deck")[number] = club.deck
        field_of(box, "club_item")[number] = item_number(club.code)
        field_of(table, "line_ups_of")[number] = len(club.line_ups)
        for index, line_up in enumerate(club.line_ups):
            field_of(table, "line_up_of")[number, index] = line_up_codes[line_up.number]
    for number, opponent in enumerate(components.opponents):
        field_of(table, "line_up_formation")[number] = opponent.formation
        field_of(table, "line_up_keeper")[number] = opponent.keeper_strength
        field_of(table, "line_up_gloves")[number] = opponent.gloves
        for marker, (cell, side, strength) in enumerate(opponent.markers):
            field_of(table, "line_up_cell")[number, marker] = cell
            field_of(table, "line_up_side")[number, marker] = side
            field_of(table, "line_up_strength")[number, marker] = strength
            counts = field_of(box, "line_up_balls" if side == BALL else "line_up_shields")
            counts[number, SECTION[cell]] += AT_LEAST[strength]
    dice = field_of(table, "die")
    for colour, faces in enumerate(components.club.dice):
        dice[colour, :] = faces


def _write_squads(table: Any, components: Components, profile: str) -> None:
    for entry in components.profiles:
        if entry.profile == profile:
            week = entry.week - 1
            field_of(table, "squad_strength")[week, :] = (*entry.shields, *entry.balls)
            field_of(table, "squad_keeper")[week] = entry.keeper_strength
            field_of(table, "squad_gloves")[week] = entry.gloves


def _write_tactics(table: Any, box: Any, components: Components) -> None:
    set_field(table, "tactics", len(components.tactics))
    for card, tactic in enumerate(components.tactics):
        field_of(box, "tactic_item")[card] = item_number(tactic.number)
        field_of(table, "tactic_is_basic")[card] = int(tactic.basic)
        field_of(table, "tactic_in_play")[card] = int(not tactic.absent)
        field_of(table, "tactic_formations")[card] = sum(1 << code for code in tactic.formations)
        for index, clause in enumerate(tactic.clauses):
            _write_clause(table, card, index, clause)


def _write_clause(table: Any, card: int, place: int, clause: Clause) -> None:
    """EFF-1, LAY-1: write a tactic's clause if it is about markers, gloves or goals.

    The table has fields for these clauses only. Only a clause about goals may have conditions.
    """
    if clause.gain == GAIN_FLIP_MARKER and not clause.conditions:
        field_of(table, "tactic_turns")[card] += clause.amount
    elif clause.gain == GAIN_GLOVES and not clause.conditions:
        field_of(table, "tactic_gloves")[card] += clause.amount
    elif clause.gain == GAIN_GOAL:
        field_of(table, "tactic_goals")[card, place] = clause.amount
        for number, (kind, minimum) in enumerate(clause.conditions):
            field_of(table, "tactic_if")[card, place, number] = CONDITION_CODES.get(kind, IF_CARDS)
            field_of(table, "tactic_least")[card, place, number] = minimum


def _write_positions(table: Any, components: Components, vp_table: str) -> None:
    tables = {
        "standard": components.club.position_vp_standard,
        "epic": components.club.position_vp_epic,
    }
    field_of(table, "position_vp")[:] = tables.get(vp_table, 0)
