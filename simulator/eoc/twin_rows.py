"""A twin's row in ``twins``, from the finished game and its twin."""

from __future__ import annotations

from eoc_sim.simulator.eoc.columns import TWINS
from eoc_sim.simulator.eoc.interventions import first_play
from eoc_sim.simulator.eoc.state import INERT_EFFECT, INERT_STARS, MAX_PLAYERS
from eoc_sim.simulator.eoc.tables import sum_wasted_ec
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.noting import next_row
from eoc_sim.simulator.kernel.twin_changes import score_change, win_share_change

CARD_STARS, CARD_EFFECT, CARD_BOTH, EC_FORESEEN, EC_SURPRISE, BUCKS, DIE = range(7)
"""The kinds of change in a twin, in the order of ``columns.TWIN_NAMES``."""


@compiled
def kind_of_change(intervention):
    """Return the kind of a twin's change, the first if several."""
    if intervention.inert == INERT_STARS:
        return CARD_STARS
    if intervention.inert == INERT_EFFECT:
        return CARD_EFFECT
    if intervention.inert > 0:
        return CARD_BOTH
    if intervention.envelopes > 0:
        return EC_FORESEEN if intervention.foreseen == 1 else EC_SURPRISE
    return BUCKS if intervention.bucks > 0 else DIE


@compiled
def write_twin(game, twin, rows, counts):
    """Write one row of ``twins``: a card's, gift's or mode's worth.

    A card is off in the twin, so its worth is the game's value minus the twin's. A gift, or the
    other mode of a die, exists only in the twin, so its worth is the twin's value minus the game's.
    If the array for the rows is empty, the table is not kept and no row is written.
    """
    if len(rows[TWINS]) == 0:
        return
    row = next_row(rows[TWINS], counts, TWINS)
    intervention = twin.interventions
    kind = kind_of_change(intervention)
    seat = intervention.seat + 0
    sign = 1
    row.game = game.table.game
    row.twin = kind
    row.card = -1
    row.colour = intervention.colour if intervention.envelopes > 0 else -1
    row.month = intervention.month
    row.value = 0
    row.mode = -1
    row.target_month = 0
    row.other_month = 0
    if kind <= CARD_BOTH:
        card = first_play(game, intervention.card_row)
        seat = game.table.card_owner[card] + 0
        sign = -1
        row.card = intervention.card_row
        row.month = game.box.card_played_month[card]
    elif kind == DIE:
        die_index = intervention.die - 1
        die = game.ledger.dice[seat, intervention.month, die_index]
        row.colour = die.colour
        row.value = die.value
        row.mode = die.mode
        row.target_month = die.target_month
        row.other_month = twin.ledger.dice[seat, intervention.month, die_index].target_month
    row.seat = seat
    row.strategy = twin.box.strategy[game.box.entry[seat]]
    seats = game.table.players + game.table.rule_solo
    for other in range(MAX_PLAYERS):
        row.score[other] = score_change(game, twin, seats, other, sign)
        row.win_share[other] = win_share_change(game, twin, seats, other, sign)
    row.wasted = sign * (sum_wasted_ec(twin.ledger, seat) - sum_wasted_ec(game.ledger, seat))
