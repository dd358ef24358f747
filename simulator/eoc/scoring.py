"""Scoring at the end (SCO): end cards, final campaign, positions, region, boards, winner."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.actions import campaign
from eoc_sim.simulator.eoc.asking import ask
from eoc_sim.simulator.eoc.effect_codes import WHEN_END, WHEN_MARKET
from eoc_sim.simulator.eoc.effects import check_costs, end_card_stars, name_colours, score
from eoc_sim.simulator.eoc.events import END_CARD, FINAL, ROLL_OFF
from eoc_sim.simulator.eoc.payment import MARKETING_COST
from eoc_sim.simulator.eoc.state import (
    COACH_SOURCE,
    COLOURS,
    PART_BOARD,
    PART_COACH_EFFECTS,
    PART_END_CARDS,
    PART_FINAL_MARKETING,
    PART_POSITIONS,
    PART_REGION,
    PARTS,
)
from eoc_sim.simulator.eoc.streams import TIE_BREAK
from eoc_sim.simulator.eoc.switches import TIEBREAK2, TIES
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked
from eoc_sim.simulator.kernel.ranking import ranking, rolling_off
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

POSITION_STARS = (0, 1, 2, 4, 8, 12, 18, 24, 32)
"""Stars for 0 to 8 unique positions (SCO-3)."""
REGION_STARS = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
"""Stars for 0 to 10 or more recruits in the best region (SCO-4)."""
BOARD_TOP_3, BOARD_ALL_5 = 5, 15
"""Stars for a Recruiting Board (SCO-5)."""


@compiled
def score_end_cards(state, trace):
    """SCO-1: score end-of-game cards in play, all simultaneously.

    BB are counted before the final campaign.
    """
    table = state.table
    box = state.box
    for seat in range(table.players):
        for index in range(table.active_count[seat, WHEN_END]):
            clause = table.active[seat, WHEN_END, index]
            source = table.clause_source[clause]
            stars = end_card_stars(table, seat, clause)
            part = PART_COACH_EFFECTS if source >= COACH_SOURCE else PART_END_CARDS
            score(table, seat, part, stars)
            box.effect_stars[source] += stars
            box.triggers[source] += 1
            emit(trace, END_CARD, seat, source, stars)


@compiled
def final_campaigns(state, trace, policies):
    """SCO-2, INF-3: run one final campaign per player.

    All players decide simultaneously.
    """
    table = state.table
    box = state.box
    order = state.order
    for seat in range(table.players):
        stars = ask(state, policies, seat, decisions.ASK_FINAL_CAMPAIGN)
        if stars < 0 or stars > 8 or MARKETING_COST[stars] > table.bucks[seat]:
            return decisions.FINAL_STARS
        refusal = name_colours(state)
        if refusal == 0:
            refusal = check_costs(
                table, order, seat, WHEN_MARKET, -1, -1, -1, MARKETING_COST[stars]
            )
        if refusal > 0:
            return refusal
        box.chosen[seat, 0] = stars
        box.chosen[seat, 1] = order.accept
    for seat in range(table.players):
        if box.chosen[seat, 0] > 0:
            order.accept = box.chosen[seat, 1]
            for colour in range(COLOURS):
                box.named_colours[colour] = 0
                order.give[colour] = 0
            campaign(state, trace, seat, box.chosen[seat, 0], PART_FINAL_MARKETING)
    return 0


@compiled_checked
def best_region(table, seat):
    """SCO-4: return the number of recruits in the seat's best region.

    A border recruit counts in both of its regions.
    """
    best = 0
    for region in range(COLOURS):
        best = max(best, table.signed_region[seat, region])
    return best


@compiled
def board_stars(table, me):
    """SCO-5: score 15 for all five positions, 5 for Top 3, else 0."""
    if me.board < 0:
        return 0
    spots = 0
    for index in range(5):
        if table.signed_position[me.seat, me.board_position[index]] > 0:
            spots += 1
        elif index < 3:
            return 0
    return BOARD_ALL_5 if spots == 5 else BOARD_TOP_3


@compiled
def score_sets(state):
    """SCO-3 to SCO-5: score positions, best region and boards.

    Bubba scores too, but has no board (SOLO-5).
    """
    table = state.table
    for seat in range(table.players + table.rule_solo):
        score(table, seat, PART_POSITIONS, POSITION_STARS[table.unique_positions[seat]])
        score(table, seat, PART_REGION, REGION_STARS[min(10, best_region(table, seat))])
        score(table, seat, PART_BOARD, board_stars(table, state.seats[seat]))


@compiled
def second_tie_break(table, seat):
    """SCO-6: return the second tie-break: unique positions, or recruits."""
    if table.rule_tiebreak2 == TIEBREAK2.RECRUITS:
        return table.signed[seat]
    return table.unique_positions[seat]


@compiled
def compare_seats(table, first, second):
    """SCO-6: compare two seats before a roll-off: 1 better, -1 worse, 0 tied."""
    difference = table.score[first] - table.score[second]
    if difference == 0 and table.rule_ties == TIES.BROKEN:
        difference = table.bucks[first] - table.bucks[second]
        if difference == 0:
            difference = second_tie_break(table, first) - second_tie_break(table, second)
    if difference > 0:
        return 1
    return -1 if difference < 0 else 0


rank = ranking(compare_seats)
roll_off = rolling_off(ROLL_OFF, TIE_BREAK)


@compiled
def rank_players(state, trace):
    """SCO-6, SCO-7, FAM-6: rank the players; share the win or roll off."""
    table = state.table
    seats = table.players + table.rule_solo
    rank(state, seats)
    if state.box.sharers > 1 and table.rule_ties == TIES.BROKEN:
        roll_off(state, trace, seats, state.box.chosen)


@compiled
def emit_final(state, trace):
    """Emit the last event: every player's parts, rank and win share."""
    table = state.table
    box = state.box
    if trace.position == 0:
        return
    seats = table.players + table.rule_solo
    emit(trace, FINAL, -1, box.winner)
    emit_value(trace, seats)
    for seat in range(seats):
        emit_list(trace, table.part[seat], PARTS)
        emit_value(trace, table.score[seat])
        emit_value(trace, table.bucks[seat])
        emit_value(trace, box.rank[seat])
        # Traces hold integers. `shares` is 1 for a seat that shares the win, and 0 otherwise, so
        # the value is k for a share of 1/k.
        emit_value(trace, box.sharers * box.shares[seat])


@compiled
def final_scoring(state, trace, policies):
    """SCO-2 to SCO-7: carry out the remaining steps of scoring, for all players.

    The end cards have already been scored.
    """
    refusal = final_campaigns(state, trace, policies)
    if refusal > 0:
        return refusal
    score_sets(state)
    rank_players(state, trace)
    emit_final(state, trace)
    return 0
