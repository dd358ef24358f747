"""Injuries and suspensions of cards (PLA-3)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import IMMUNE
from eoc_sim.simulator.eleven.lasting import total_lasting
from eoc_sim.simulator.eleven.names import TARGETS, WINTER_KINDS
from eoc_sim.simulator.eleven.state import ENDING_MATCH
from eoc_sim.simulator.eleven.switches import IGNORE_TOKEN
from eoc_sim.simulator.kernel.compiled import compiled

TO_INJURY = TARGETS.index("injury")
IGNORE = WINTER_KINDS.index("ignore") + 1
"""The winter token that protects its card."""


@compiled
def ignores(table, card, kind):
    """EPI-9: check if a card's winter token wards off another token.

    ``kind`` says which token the other one is, as a value of the switch `ignore_token`.
    """
    return table.winter_token[card] == IGNORE and table.rule_ignore_token == kind


@compiled
def last_week(table, weeks):
    """PLA-3: return the last week of a token placed now.

    This week's match counts if it has not begun; a token placed in set-up counts from week 1.
    """
    return max(1, table.week) + weeks - (0 if table.phase >= ENDING_MATCH else 1)


@compiled
def injure(state, seat, card):
    """PLA-3: place an injury on a manager's card.

    The first injuries of a week may be ignored (EFF-1). An injured card gets no second one.
    """
    table = state.table
    if table.rule_injury_weeks == 0 or table.injured_until[card] > 0:
        return
    if ignores(table, card, IGNORE_TOKEN.INJURY):
        return
    if table.injuries_ignored[seat] < total_lasting(table, seat, IMMUNE, TO_INJURY):
        table.injuries_ignored[seat] += 1
        return
    table.injured_until[card] = last_week(table, table.rule_injury_weeks)
    state.ledger.seats[seat].injuries += 1


@compiled
def suspend(state, seat, card):
    """PLA-3: place a suspension on a card, unless it has one."""
    table = state.table
    if table.rule_suspension_weeks == 0 or table.suspended_until[card] > 0:
        return
    if ignores(table, card, IGNORE_TOKEN.SUSPENSION):
        return
    table.suspended_until[card] = last_week(table, table.rule_suspension_weeks)
    state.ledger.seats[seat].suspensions += 1


@compiled
def heal(table, card):
    """PLA-3: take any injury and suspension off a card."""
    table.injured_until[card] = 0
    table.suspended_until[card] = 0
