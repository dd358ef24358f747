"""A twin's row in ``twins``, from the finished game and its twin."""

from __future__ import annotations

from eoc_sim.simulator.eleven.columns import TWINS
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead
from eoc_sim.simulator.kernel.noting import next_row
from eoc_sim.simulator.kernel.twin_changes import score_change, win_share_change

RESOURCE_GIVEN, LINE_UP_KNOWN, NO_ACTION, NO_EXTRA_ACTIONS = range(3, 7)
"""The kinds of change that switch nothing off.

The kinds 0 to 2 switch something off.
"""


@compiled
def kind_of_change(intervention):
    """Return the kind of change that an intervention makes."""
    if intervention.off > 0:
        return intervention.off - 1
    if intervention.amount > 0:
        return RESOURCE_GIVEN
    if intervention.known > 0:
        return LINE_UP_KNOWN
    return NO_ACTION if intervention.day > 0 else NO_EXTRA_ACTIONS


@compiled
def write_twin(game, twin, rows, counts):
    """Write one row of ``twins``: the effects of having something.

    If the twin turns something off or denies it, an effect is the game's value minus the twin's. If
    the twin gives or shows something, an effect is the twin's value minus the game's. An empty
    array means that the table is not kept.
    """
    if len(rows[TWINS]) == 0:
        return
    row = next_row(rows[TWINS], counts, TWINS)
    intervention = twin.interventions
    kind = kind_of_change(intervention)
    sign = 1 if kind == RESOURCE_GIVEN or kind == LINE_UP_KNOWN else -1
    seat = intervention.seat + 0
    row.game = game.table.game
    row.twin = kind
    row.thing = -1
    row.week = intervention.week
    row.day = intervention.day
    row.resource = intervention.resource if kind == RESOURCE_GIVEN else -1
    if intervention.off > 0:
        seat = game.box.first_owner[intervention.source] - 1
        row.thing = intervention.source
        row.week = game.box.owned_week[intervention.source]
    row.seat = seat
    row.strategy = game.box.strategy[game.box.entry[seat]]
    seats = game.table.managers + game.table.rule_solo
    row.margin = sign * (lead(twin.table, seats, seat) - lead(game.table, seats, seat))
    for scored_seat in range(MAX_MANAGERS):
        row.score[scored_seat] = score_change(game, twin, seats, scored_seat, sign)
        row.win_share[scored_seat] = win_share_change(game, twin, seats, scored_seat, sign)
