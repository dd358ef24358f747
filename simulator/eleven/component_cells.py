"""The cells of all components by key, ``SHEET.ID.COLUMN`` (SWI).

opponent.O12.keeper      profile.steady3.balls      tactic.T10.effect
club.dice_red.value      club.position_vp_standard  opponent.O12.absent
player.P07.price         staff.S13.effect           club.free_spaces

In a key of the club, which has one value per name, the column ``value`` may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eleven.component_rows import MODULE_SHEETS, acts_without_cards
from eoc_sim.simulator.eleven.components import NEW_CONTENT, Components
from eoc_sim.simulator.eleven.effect_language import Clause, parse
from eoc_sim.simulator.eleven.leaflet_rows import UniqueCard
from eoc_sim.simulator.eleven.names import GAINS, SPACES
from eoc_sim.simulator.eleven.season_rows import SEASON, Meeting, in_play
from eoc_sim.simulator.eleven.shared_rows import HasEffect
from eoc_sim.simulator.eleven.switches import decks_of, position_vp, weeks_of
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.runs.component_cells import ComponentCells
from eoc_sim.simulator.runs.component_keys import split

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.rule_sets import RuleSet
    from eoc_sim.simulator.runs.change import Change

NO_CLUB = "managers have neither cards nor a club in the league layer"
SWITCHES_BY_SHEET = {
    "staff": ("staff",),
    "sponsors": ("sponsors",),
    "directors": ("directors",),
    "board_meetings": ("directors", "board_meetings"),
    "infrastructure": ("stadium",),
    "objectives": ("objectives",),
    "tags": ("abilities",),
    "tactics": ("tactics",),
}
"""The switches that take a sheet out of the game, by sheet."""
SWITCH_BY_AMOUNT = {
    "upkeep": "upkeep",
    "consequences": "consequences",
    "staff_set_vp": "staff",
    "free_spaces": "stadium",
    "office_cost": "stadium",
    "boards": "sponsors",
}
"""The switches for club.toml's amounts, by the beginnings of the amounts' names."""

CELLS = ComponentCells(Components.keys(), Components.with_changes)
normal_key, change, differences = CELLS.normal_key, CELLS.change, CELLS.differences


def idle_cell(components: Components, rules: RuleSet, change: Change) -> str:
    """Explain why a changed cell is idle, or return ""."""
    kind, number, column = split(change.key)
    if kind == "club":
        return (
            _idle_amount(number, rules)
            or _idle_spaces(components, rules, change)
            or _idle_office(change)
        )
    sheet = next(
        name for name, sheet_of_kind in components.sheets.items() if sheet_of_kind.word == kind
    )
    if (sheet in SEASON or sheet in MODULE_SHEETS) and rules["layer"] == "league":
        return NO_CLUB
    if sheet in MODULE_SHEETS:
        module = MODULE_SHEETS[sheet]
        if rules[module] == "off":
            return f"{module} is off"
        if kind == "scenario" and number != str(rules["scenario"]):
            return f"scenario {rules['scenario']} is played"
        if kind == "bet" and not column.endswith(str(rules["bet_board"])):
            return f"bet_board is {rules['bet_board']}"
        return ""
    row = next(component for component in components.sheet(sheet) if component.number == number)
    if getattr(row, "is_new", False):
        switch = next(name for name, sheet_name in NEW_CONTENT.items() if sheet_name == sheet)
        if rules[switch] == "off":
            return f"{switch} is off"
    if sheet in SEASON:
        off = [switch for switch in SWITCHES_BY_SHEET.get(sheet, ()) if rules[switch] == "off"]
        return f"{off[0]} is off" if off else ""
    if kind == "opponent":
        met = row.deck in decks_of(rules) or column == "deck"
        return "" if met else f"nobody meets its club in division {rules['division']}"
    if kind == "profile":
        if row.profile != rules["profile"]:
            return f"the squads are those of the profile {rules['profile']}"
        weeks = weeks_of(rules)
        return "" if row.week <= weeks else f"there are {weeks} weeks"
    if rules["tactics"] == "off":
        return "no tactic cards are played"
    if not row.basic and rules["start_tactics"] == 0:
        return "only basic cards are dealt"
    clauses = (*parse(change.old), *parse(change.new)) if column == "effect" else ()
    idle = clauses and not any(map(acts_without_cards, clauses))
    return "it acts on cards, which nobody has" if idle else ""


def gains_in_game(components: Components, rules: RuleSet) -> set[tuple[str, bool]]:
    """Return the gains of effects in the game; True marks losses."""
    return {
        (GAINS[clause.gain], clause.amount < 0)
        for sheet in components.sheets
        if not is_off(sheet, rules)
        for row in filter(in_play, components.sheet(sheet))
        for clause in _clauses(row)
    }


def is_off(sheet: str, rules: RuleSet) -> bool:
    """Check if a switch takes a sheet out of the game."""
    switches = (
        *SWITCHES_BY_SHEET.get(sheet, ()),
        *([MODULE_SHEETS[sheet]] if sheet in MODULE_SHEETS else ()),
    )
    return any(rules[switch] == "off" for switch in switches)


def _clauses(row: Any) -> Iterable[Clause]:
    """Return all of a card's clauses."""
    if isinstance(row, Meeting):
        return chain.from_iterable(row.outcomes)
    if isinstance(row, UniqueCard):
        return (*row.clauses_of_side(0), *row.clauses_of_side(1))
    return row.clauses if isinstance(row, HasEffect) else ()


def _idle_amount(amount: str, rules: RuleSet) -> str:
    if amount.startswith("dice"):
        rolled = rules["club_dice"] == "on" or rules["facing"] == "roll"
        return "" if rolled else "no club rolls its die"
    if amount.startswith("position_vp"):
        vp = position_vp(rules)
        return "" if amount == f"position_vp_{vp}" else f"position_vp is {vp}"
    if rules["layer"] == "league":
        return NO_CLUB
    switches = [switch for start, switch in SWITCH_BY_AMOUNT.items() if amount.startswith(start)]
    return f"{switches[0]} is off" if switches and rules[switches[0]] == "off" else ""


def _idle_spaces(components: Components, rules: RuleSet, change: Change) -> str:
    """CLU-5: explain why a change to free spaces is idle, or return ""."""
    if change.key != "club.free_spaces.value":
        return ""
    kinds = sum(
        in_play(row) and row.copies > 0 and SPACES[row.space] == "free"
        for row in components.in_game(rules).infrastructure
    )
    if min(int(change.old), int(change.new)) < kinds:
        return ""
    limit = format_count(kinds, "token")
    return f"at most {limit} can be built on free spaces, one of each kind"


def _idle_office(change: Change) -> str:
    """CLU-6: explain why a change to the office's first cost is idle."""
    if change.key != "club.office_cost.value" or change.old.split()[1:] != change.new.split()[1:]:
        return ""
    return "the office's first step comes with its token, at the token's own cost"
