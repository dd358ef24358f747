"""Play a game from resting point to resting point (TIM, END).

A game's position is part of its state (``table.phase``), so a game at rest can be copied, and play
can continue from the copy. A game rests before a round, each placement, each unit of a star, each
action, each clause with a cost, the salaries, each loss, and the end of a round.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import note_leader
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value
from eoc_sim.simulator.stadium import codes, decisions
from eoc_sim.simulator.stadium.actions import action_moment, do_action, find_actor
from eoc_sim.simulator.stadium.bonus_tokens import adjust_tokens, emit_states
from eoc_sim.simulator.stadium.effects import begin_effects, exchange, run_effects
from eoc_sim.simulator.stadium.events import COMMISSIONER, ROUND, ROUND_ENDED
from eoc_sim.simulator.stadium.game_time import begin_football, finish_football, pay_salaries
from eoc_sim.simulator.stadium.interventions import give
from eoc_sim.simulator.stadium.ledger import clear_round
from eoc_sim.simulator.stadium.losses import lose, next_loss
from eoc_sim.simulator.stadium.names import MAX_BONUSES
from eoc_sim.simulator.stadium.place import may_use_star, next_placer, place_vp, use_star
from eoc_sim.simulator.stadium.scoring import count_points, final_scoring
from eoc_sim.simulator.stadium.set_up import emit_cards, key_strategy_streams
from eoc_sim.simulator.stadium.state import SPACES
from eoc_sim.simulator.stadium.switches import END_ROUND


@compiled
def active_vps(table, seat):
    """PLA-1, ACT-6, GAM-5: count the VPs that an owner can place this round."""
    return table.vps[seat] - table.new_vps[seat] - table.away[seat]


@compiled
def begin_round(state, trace):
    """TIM-1: clear the action board and ready all active VPs."""
    table = state.table
    key_strategy_streams(state)
    clear_round(state)
    give(state)
    table.placer = 0
    table.placed = 0
    table.free_spaces = 0
    for space in range(SPACES):
        table.vps_on[space] = 0
        table.free_spaces += table.bonuses[space]
        for bonus in range(MAX_BONUSES):
            table.vp_seat[space, bonus] = -1
            table.vp_turn[space, bonus] = 0
            table.vp_first[space, bonus] = 0
            table.vp_acted[space, bonus] = 0
    emit(trace, ROUND, -1, table.round, table.commissioner)
    emit_states(trace, table)
    for seat in range(table.owners):
        table.to_place[seat] = active_vps(table, seat)
        state.ledger.rounds[seat, table.round - 1].active_vps = table.to_place[seat]
        for employee in range(table.employees):
            table.worked[seat, employee] = 0
    if trace.position > 0:
        emit_list(trace, table.to_place, table.owners)
    after_placing(state, trace)


@compiled
def after_placing(state, trace):
    """PLA-1, TIM-1: go on to the next placement, or adjust the bonus tokens.

    The tokens are adjusted in step 2 of the round. After that step comes the first action or, if no
    VP was placed, game time.
    """
    table = state.table
    table.stars_left = 0
    if next_placer(table) >= 0:
        table.phase = codes.PLACING
        return
    adjust_tokens(state, trace)
    table.space = 0
    if find_actor(table):
        table.phase = codes.ACTING
        return
    table.football_turn = 0
    begin_football(state)
    after_effects(state, trace)


@compiled
def place(state, trace, policies):
    """TIM-1, TIM-2, PLA: place the next VP."""
    refusal = place_vp(state, trace, policies)
    if refusal == 0:
        after_star(state, trace)
    return refusal


@compiled
def after_star(state, trace):
    """BON-5, BON-7: go on to the next usable star unit, if any."""
    table = state.table
    if table.stars_left > 0:
        seat = table.vp_seat[table.placed_space, table.placed_bonus]
        if may_use_star(table, seat):
            table.phase = codes.USING_STAR
            return
    after_placing(state, trace)


@compiled
def star(state, trace, policies):
    """BON-5: use one unit of a star bonus."""
    refusal = use_star(state, trace, policies)
    if refusal == 0:
        after_star(state, trace)
    return refusal


@compiled
def act(state, trace, policies):
    """TIM-1, TIM-2, ACT-0: let the next VP act, then apply effects (EFF-1)."""
    table = state.table
    refusal = do_action(state, trace, policies)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    seat = table.vp_seat[table.space, table.actor]
    begin_effects(table, seat, action_moment(table))
    after_effects(state, trace)
    return 0


@compiled
def after_effects(state, trace):
    """EFF-1: go on to the next clause with a cost, if any.

    ACT-0, END-2: after an action's effects comes the next action; after the last action comes game
    time, owner by owner. Under ``end_round = at_once`` the game ends after the action that placed
    an owner's last block.
    """
    table = state.table
    while run_effects(state, trace) == 0:
        if table.effect_moment == codes.FOOTBALL:
            finish_football(state, trace)
            if table.football_turn == table.owners:
                table.phase = codes.PAYING
                return
        else:
            table.vp_acted[table.space, table.actor] = 1
            table.effect_from = codes.ALL_EFFECTS
            if table.ended == 1 and table.rule_end_round == END_ROUND.AT_ONCE:
                table.phase = codes.ENDING
                return
            if find_actor(table):
                table.phase = codes.ACTING
                return
            table.football_turn = 0
        begin_football(state)
    table.phase = codes.EXCHANGING


@compiled
def pay_for_effect(state, trace, policies):
    """EFF-2: let the owner pay for a clause, and continue after it."""
    refusal = exchange(state, trace, policies)
    if refusal == 0:
        after_effects(state, trace)
    return refusal


@compiled
def pay(state, trace, policies):
    """GAM-2: pay the salaries and go on to the losses."""
    table = state.table
    refusal = pay_salaries(state, trace, policies)
    if refusal == 0:
        table.space = 0
        table.losses_done = 0
        after_loss(state)
    return refusal


@compiled
def after_loss(state):
    """LOS-3: go on to the next loss, or to the round's end."""
    state.table.phase = codes.LOSING if next_loss(state.table) else codes.ENDING


@compiled
def apply_loss(state, trace, policies):
    """LOS: apply one loss to all owners."""
    refusal = lose(state, trace, policies)
    if refusal == 0:
        after_loss(state)
    return refusal


@compiled
def end_round(state, trace):
    """END-1 to END-3: record points, then end the game or go on."""
    table = state.table
    box = state.box
    if box.full == 1:
        return decisions.TOO_MANY_DRAWN
    for seat in range(table.owners):
        count_points(table, seat)
        row = state.ledger.rounds[seat, table.round - 1]
        row.wins = table.tokens[seat, codes.WINS]
        row.entertainment = table.tokens[seat, codes.ENTERTAINMENT]
        row.blocks = table.rule_blocks - table.blocks_left[seat]
        row.points_end = table.score[seat]
    note_leader(table, state.box, table.owners, table.round)
    emit_snapshot(state, trace)
    if table.ended == 1 or table.round >= table.rule_round_cap:
        table.ended_by = codes.ENDED_BY_BLOCKS if table.ended == 1 else codes.ENDED_BY_CAP
        final_scoring(state, trace)
        table.phase = codes.GAME_OVER
        return 0
    for seat in range(table.owners):
        table.new_vps[seat] = 0
        table.away[seat] = table.away_next[seat]
        table.away_next[seat] = 0
    table.commissioner = (table.commissioner + 1) % table.owners
    table.round += 1
    emit(trace, COMMISSIONER, -1, table.commissioner)
    table.phase = codes.BEGINNING
    return 0


@compiled
def emit_snapshot(state, trace):
    """Write every owner's state at the end of a round."""
    if trace.position == 0:
        return
    table = state.table
    emit(trace, ROUND_ENDED, -1, table.round)
    emit_value(trace, table.owners)
    for seat in range(table.owners):
        emit_list(trace, table.tokens[seat], codes.TOKENS)
        emit_value(trace, table.blocks_left[seat])
        emit_value(trace, table.vps[seat])
        emit_value(trace, table.away_next[seat])
        emit_blocks(state, trace, seat)
        emit_cards(trace, table.team[seat], table.players)
        emit_cards(trace, table.hired[seat], table.employees)
        emit_cards(trace, state.seats[seat].face_down, table.employees)
        emit_value(trace, table.point_tokens[seat])
        emit_value(trace, table.score[seat])


@compiled
def emit_blocks(state, trace, seat):
    """Write the places of an owner's blocks, in order of placing."""
    box = state.box
    emit_value(trace, state.table.rule_blocks - state.table.blocks_left[seat])
    for row in range(box.block_rows):
        if state.ledger.blocks[row].seat == seat:
            emit_value(trace, state.ledger.blocks[row].place)


@compiled
def play_step(state, trace, policies):
    """Play to the next resting point; return 0 or a refusal code."""
    table = state.table
    stop_blaming(state)
    if table.phase == codes.PLACING:
        return place(state, trace, policies)
    if table.phase == codes.ACTING:
        return act(state, trace, policies)
    if table.phase == codes.USING_STAR:
        return star(state, trace, policies)
    if table.phase == codes.BEGINNING:
        begin_round(state, trace)
        return 0
    if table.phase == codes.EXCHANGING:
        return pay_for_effect(state, trace, policies)
    if table.phase == codes.PAYING:
        return pay(state, trace, policies)
    if table.phase == codes.LOSING:
        return apply_loss(state, trace, policies)
    if table.phase == codes.ENDING:
        return end_round(state, trace)
    return 0
