"""The row of ``twins`` for a finished game and its twin."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead
from eoc_sim.simulator.kernel.noting import next_row
from eoc_sim.simulator.kernel.twin_changes import score_change, win_share_change
from eoc_sim.simulator.stadium import codes
from eoc_sim.simulator.stadium.columns import TWINS
from eoc_sim.simulator.stadium.state import MAX_OWNERS

POINTS_OFF, EFFECT_OFF, BOTH_OFF, TOKENS_GIVEN, MOVED, VP_DENIED = range(6)
"""The kinds of change in a twin, in the order of ``columns.TWIN_NAMES``."""


@compiled
def kind_of_change(intervention):
    """Return the kind of a twin's change.

    If an intervention has several changes, the first one that is checked here counts.
    """
    if intervention.inert == codes.INERT_POINTS:
        return POINTS_OFF
    if intervention.inert == codes.INERT_EFFECT:
        return EFFECT_OFF
    if intervention.inert > 0:
        return BOTH_OFF
    if intervention.denied > 0:
        return VP_DENIED
    return MOVED if intervention.moved > 0 else TOKENS_GIVEN


@compiled
def write_twin(game, twin, rows, counts):
    """Write one row of ``twins``: the worth of having something.

    Cards, places, placements and VPs are as usual in the game, and off, moved or denied in the
    twin, so their worth is the game's value minus the twin's. A gift exists only in the twin, so
    its worth is the twin's value minus the game's. An empty array means that the table is not kept.
    """
    if len(rows[TWINS]) == 0:
        return
    row = next_row(rows[TWINS], counts, TWINS)
    intervention = twin.interventions
    kind = kind_of_change(intervention)
    seat = intervention.seat + 0
    sign = -1
    row.game = game.table.game
    row.twin = kind
    row.player = -1
    row.employee = -1
    row.place = -1
    row.space = -1
    row.other_space = -1
    row.state = 0
    row.token = -1
    row.vp = intervention.denied
    row.round = intervention.round
    if kind <= BOTH_OFF:
        source = intervention.source
        seat = game.box.first_owner[source] + 0
        row.round = game.box.owned_round[source]
        if source >= codes.EMPLOYEE_SOURCE:
            row.employee = source - codes.EMPLOYEE_SOURCE
        elif source >= codes.PLAYER_SOURCE:
            row.player = source - codes.PLAYER_SOURCE
        else:
            row.place = source - codes.PLACE_SOURCE
    elif kind == TOKENS_GIVEN:
        sign = 1
        row.token = intervention.token
    elif kind == MOVED:
        number = game.box.first_placement[intervention.round] + intervention.moved - 1
        note = game.ledger.placements[number]
        seat = note.seat + 0
        row.space = note.space
        row.state = note.state
        row.other_space = twin.ledger.placements[number].space
    row.seat = seat
    row.strategy = game.box.strategy[game.box.entry[seat]]
    seats = game.table.owners
    row.margin = sign * (lead(twin.table, seats, seat) - lead(game.table, seats, seat))
    for scored_seat in range(MAX_OWNERS):
        row.score[scored_seat] = score_change(game, twin, seats, scored_seat, sign)
        row.win_share[scored_seat] = win_share_change(game, twin, seats, scored_seat, sign)
