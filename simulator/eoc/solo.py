"""The Bubba Bot of the solo game (SOLO)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.actions import credit_recruit, lose_packages
from eoc_sim.simulator.eoc.effects import score
from eoc_sim.simulator.eoc.events import BUBBA
from eoc_sim.simulator.eoc.state import PART_CARDS, PART_RECRUITS, POSITIONS, SOUTH, SPOTS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit

BUBBA_SEAT = 1
"""Bubba is reported as the second seat (SOLO-9)."""


@compiled
def bubba_scores_card(state, card):
    """SOLO-2: give Bubba the stars of a card discarded in the draft."""
    table = state.table
    box = state.box
    score(table, BUBBA_SEAT, PART_CARDS, table.card_stars[card])
    box.bubba_stars += table.card_stars[card]


@compiled
def _touches_south(table, map_state):
    """SOLO-7: check if a map state is in the South or borders it."""
    return table.state_region[map_state, 0] == SOUTH or table.state_region[map_state, 1] == SOUTH


@compiled
def _has_border_recruit(table, spot, south):
    """SOLO-7 (2), (3): check if a spot has an unsigned border recruit.

    Its state must touch the South if ``south`` is True, and must not touch it otherwise.
    """
    spot_state = table.spot_state[spot]
    return (
        table.spot_owner[spot] < 0
        and table.state_region[spot_state, 1] >= 0
        and _touches_south(table, spot_state) == south
    )


@compiled
def _is_candidate(table, spot, south):
    """SOLO-4: check if a spot has a border recruit that Bubba may take.

    The recruit must be unsigned, and Bubba must have signed nobody in its state.
    """
    return (
        _has_border_recruit(table, spot, south)
        and table.signed_state[BUBBA_SEAT, table.spot_state[spot]] == 0
    )


@compiled
def _count_positions(state, south):
    """SOLO-7: count each position among the remaining border recruits.

    Recruits in states where Bubba has already signed someone count too.
    """
    table = state.table
    box = state.box
    for position in range(POSITIONS):
        box.position_count[position] = 0
    for spot in range(SPOTS):
        if _has_border_recruit(table, spot, south):
            box.position_count[table.spot_position[spot]] += 1


@compiled
def _best_border(state, south):
    """SOLO-7: choose the best border candidate.

    Bubba prefers a position that he lacks, then one with a single recruit left, then the highest
    value.
    """
    table = state.table
    box = state.box
    _count_positions(state, south)
    best = -1
    best_rank = -1
    for spot in range(SPOTS):
        if not _is_candidate(table, spot, south):
            continue
        position = table.spot_position[spot]
        lacks_position = 1 if table.signed_position[BUBBA_SEAT, position] == 0 else 0
        only_one = 1 if box.position_count[position] == 1 else 0
        rank = lacks_position * 1000 + only_one * 100 + table.spot_base[spot]
        if rank > best_rank:
            best = spot
            best_rank = rank
    return best


@compiled
def bubba_pick(state):
    """SOLO-4, SOLO-7: return Bubba's recruit of the month, or -1."""
    table = state.table
    best = -1
    for spot in range(SPOTS):
        spot_state = table.spot_state[spot]
        south_single = (
            table.state_region[spot_state, 1] < 0 and table.state_region[spot_state, 0] == SOUTH
        )
        if (
            south_single
            and table.spot_owner[spot] < 0
            and (best < 0 or table.spot_base[spot] > table.spot_base[best])
        ):
            best = spot
    if best < 0:
        best = _best_border(state, True)
    if best < 0:
        best = _best_border(state, False)
    return best


@compiled
def bubba_recruits(state, trace):
    """SOLO-4, SOLO-8: let Bubba take one recruit for free.

    This follows the player's turn. Bubba scores the token value and rolls no VMD (SOLO-3).
    """
    table = state.table
    box = state.box
    spot = bubba_pick(state)
    stars = table.spot_base[spot] if spot >= 0 else 0
    emit(trace, BUBBA, BUBBA_SEAT, box.bubba_stars, spot, stars)
    box.bubba_stars = 0
    if spot < 0:
        return
    score(table, BUBBA_SEAT, PART_RECRUITS, stars)
    table.spot_owner[spot] = BUBBA_SEAT
    table.spot_month[spot] = table.month
    state.ledger.signings[spot].stars = stars
    credit_recruit(table, BUBBA_SEAT, spot)
    lose_packages(state, trace, BUBBA_SEAT, spot)
