"""The order of a season's steps between resting points (SET-9, WEE)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import abilities, board, consequences, rerolling, week
from eoc_sim.simulator.eleven.actions import act, begin_day
from eoc_sim.simulator.eleven.codes import AFTER, END, MONDAY, NOW, PREPARE, WEEK_END
from eoc_sim.simulator.eleven.directors import choose_objectives, draft, is_draft_over, set_levels
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, go_on, push_effects
from eoc_sim.simulator.eleven.epic import HALF
from eoc_sim.simulator.eleven.events import SEASON_FINAL, WEEK
from eoc_sim.simulator.eleven.interventions import begin_change, knows_line_up
from eoc_sim.simulator.eleven.league import emit_table, play_clubs, update_positions
from eoc_sim.simulator.eleven.ledger import note_week
from eoc_sim.simulator.eleven.prepare import reveal
from eoc_sim.simulator.eleven.scoring import final_scoring
from eoc_sim.simulator.eleven.scouting import draw_line_up, expect
from eoc_sim.simulator.eleven.season_match import play_match
from eoc_sim.simulator.eleven.season_prepare import emit_prepared, form_basic_team, prepare
from eoc_sim.simulator.eleven.season_scoring import count_season_score
from eoc_sim.simulator.eleven.season_set_up import has_meetings
from eoc_sim.simulator.eleven.season_state import PARTS
from eoc_sim.simulator.eleven.set_up import key_strategy_streams
from eoc_sim.simulator.eleven.sources import OF_DIRECTORS, OUTCOMES
from eoc_sim.simulator.eleven.state import (
    ACTING,
    BEGINNING,
    BETTING,
    BREAKING,
    CHOOSING_OBJECTIVES,
    CHOOSING_SIDES,
    CONSEQUENCES,
    DRAFTING,
    END_EFFECTS,
    ENDING,
    ENDING_MATCH,
    FINISHING,
    GAME_OVER,
    LAYING_OUT,
    PAYING_BETS,
    PLAYING,
    PREPARING,
    PRODUCING,
    RENEWING,
    STARTING,
    USING,
    VOTING,
    WEEK_EFFECTS,
)
from eoc_sim.simulator.eleven.switches import BETTING as BETTING_RULE
from eoc_sim.simulator.eleven.switches import EPIC, FIRST_MANAGER, OBJECTIVES, UNIQUE_CARDS
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import note_leader
from eoc_sim.simulator.kernel.tracing import emit

DAYS = 3
"""The number of days: Tuesday, Wednesday and Thursday (WEE-2)."""


@compiled
def go_to(table, phase):
    """Go to a step that managers take in turn."""
    table.phase = phase
    table.turns_taken = 0


@compiled
def start(state):
    """SET-5, SET-9: let the directors' `now` effects happen, manager by manager."""
    table = state.table
    if table.turns_taken == table.managers:
        # Epic keeps both objectives, one for each half (EPI-3).
        if table.rule_objectives == OBJECTIVES.ON and table.rule_epic == EPIC.OFF:
            go_to(table, CHOOSING_OBJECTIVES)
        else:
            end_set_up(table)
        return
    seat = whose_turn(table)
    table.turns_taken += 1
    for index in range(table.held_count[seat, OF_DIRECTORS] - 1, -1, -1):
        push_effects(state, seat, NOW, table.held[seat, OF_DIRECTORS, index] + 0)


@compiled
def end_set_up(table):
    """SET-9: go on to the unique cards, or to the first week."""
    if table.rule_unique_cards == UNIQUE_CARDS.ON:
        go_to(table, CHOOSING_SIDES)
    else:
        begin_season(table)


@compiled
def begin_season(table):
    """WEE: go to the first week."""
    table.week = 1
    go_to(table, BEGINNING)


@compiled
def begin_week(state, trace):
    """WEE: begin a week; managers learn of their opponents (INF-3)."""
    table = state.table
    key_strategy_streams(state)
    emit(trace, WEEK, -1, table.week, table.first_manager)
    for seat in range(table.managers):
        form_basic_team(table, seat)
        table.line_up[seat] = -1
        table.outcome[seat] = -1
        table.free_rerolls[seat] = 0
        table.injuries_ignored[seat] = 0
        table.scouted[seat] = 1 if knows_line_up(state, seat) else 0
        table.stand_fans[seat] = 0
        for source in range(OUTCOMES):
            table.used[seat, source] = 0
        draw_line_up(state, seat)
        expect(state, seat)
    begin_change(state)
    go_to(table, PRODUCING)


@compiled
def produce(state, trace):
    """WEE-1: let a manager produce, or go to the board meetings."""
    table = state.table
    if table.turns_taken == table.managers:
        if has_meetings(table):
            go_to(table, VOTING)
        else:
            go_to_day(state, 1)
        return
    seat = whose_turn(table)
    table.turns_taken += 1
    week.produce(state, trace, seat)
    push_effects(state, seat, MONDAY, ALL_SOURCES)


@compiled
def vote(state, trace, policies):
    """WEE-1, BOA: continue a manager's board meeting; return 0 or the refusal."""
    table = state.table
    if table.turns_taken == table.managers:
        go_to_day(state, 1)
        return 0
    seat = whose_turn(table)
    if table.meeting < 0:
        if not board.open_meeting(state, trace, seat):
            table.turns_taken += 1
        return 0
    answer = board.meet(state, trace, policies, seat)
    if answer != rerolling.FINAL:
        return answer
    table.turns_taken += 1
    return 0


@compiled
def go_to_day(state, day):
    """WEE-2, WEE-3: begin a day; after the last, go on to bets or preparations."""
    table = state.table
    if day > DAYS:
        table.day = 0
        go_to(table, BETTING if table.rule_betting == BETTING_RULE.ON else PREPARING)
        return
    go_to(table, ACTING)
    table.day = day
    begin_day(state, whose_turn(table))


@compiled
def spend_day(state, trace, policies):
    """WEE-2: take a step in a manager's day; return 0 or the refusal."""
    table = state.table
    if table.day_over == 0:
        return act(state, trace, policies, whose_turn(table))
    table.turns_taken += 1
    if table.turns_taken == table.managers:
        go_to_day(state, table.day + 1)
    else:
        begin_day(state, whose_turn(table))
    return 0


@compiled
def lay_out(state, trace):
    """MAT-5, MAT-6: show a manager's preparation, or reveal all line-ups."""
    table = state.table
    if table.turns_taken < table.managers:
        seat = table.turns_taken + 0
        table.turns_taken += 1
        emit_prepared(state, trace, seat)
        push_effects(state, seat, PREPARE, ALL_SOURCES)
        return
    for turn in range(table.managers):
        reveal(state, trace, (table.first_manager + turn) % table.managers)
    abilities.begin(state)


@compiled
def begin_match(table):
    """WEE-3: begin a match; return False if all have been played."""
    if table.turns_taken == table.managers:
        go_to(table, ENDING)
        return False
    table.phase = ENDING_MATCH
    return True


@compiled
def play_next(state, trace):
    """WEE-3, MAT-11: play a manager's match, or end the matches."""
    table = state.table
    if begin_match(table):
        seat = whose_turn(table)
        play_match(state, trace, seat)
        push_effects(state, seat, AFTER, ALL_SOURCES)


@compiled
def settle(state, trace, policies):
    """MAT-12: take a step in a match's consequences; return 0 or the refusal."""
    table = state.table
    answer = consequences.settle(state, trace, policies, whose_turn(table))
    if answer != rerolling.FINAL:
        return answer
    table.turns_taken += 1
    table.phase = PLAYING
    return 0


@compiled
def end_matches(state, trace):
    """WEE-4: give the clubs their points, and go on to any bets."""
    table = state.table
    play_clubs(state, trace)
    update_positions(table)
    emit_table(state, trace)
    if table.rule_betting == BETTING_RULE.ON:
        go_to(table, PAYING_BETS)
    else:
        let_cards_recover(state, trace)


@compiled
def let_cards_recover(state, trace):
    """PLA-3, WEE-4: remove expired tokens from cards."""
    table = state.table
    for turn in range(table.managers):
        week.recover(state, trace, (table.first_manager + turn) % table.managers)
    go_to(table, WEEK_EFFECTS)


@compiled
def resolve_in_turn(state, moment, next_phase):
    """EFF-2: let a moment's effects happen manager by manager, then go on."""
    table = state.table
    if table.turns_taken == table.managers:
        go_to(table, next_phase)
        return
    seat = whose_turn(table)
    table.turns_taken += 1
    push_effects(state, seat, moment, ALL_SOURCES)


@compiled
def end_week(state, trace):
    """WEE-4: pay upkeep, renew the Transfer Area and move the first-manager marker."""
    table = state.table
    is_last = table.week == table.rule_weeks
    for turn in range(table.managers):
        seat = (table.first_manager + turn) % table.managers
        week.pay_upkeep(state, trace, seat)
        week.lose_resources(table, trace, seat)
    if not is_last:
        week.renew_area(state, trace)
    for seat in range(table.managers):
        count_season_score(state, seat, False)
        week.emit_week_end(state, trace, seat)
        note_week(state, seat)
    note_leader(table, state.box, table.managers, table.week)
    if is_last:
        go_to(table, END_EFFECTS)
        return
    if table.rule_first_manager == FIRST_MANAGER.ROTATES:
        table.first_manager = (table.first_manager + 1) % table.managers
    if table.rule_epic == EPIC.ON and table.week == HALF:
        go_to(table, BREAKING)
        return
    table.week += 1
    go_to(table, BEGINNING)


@compiled
def end_season(state, trace):
    """SCO: count the final scores, and rank the managers."""
    table = state.table
    for seat in range(table.managers):
        count_season_score(state, seat, True)
    final_scoring(state, trace, SEASON_FINAL, PARTS)
    table.phase = GAME_OVER


@compiled
def step_without_question(state, trace):
    """Take the next step that needs no decision."""
    table = state.table
    phase = table.phase
    if phase == STARTING:
        start(state)
    elif phase == BEGINNING:
        begin_week(state, trace)
    elif phase == PRODUCING:
        produce(state, trace)
    elif phase == LAYING_OUT:
        lay_out(state, trace)
    elif phase == PLAYING:
        play_next(state, trace)
    elif phase == ENDING_MATCH:
        consequences.end_match(state, trace, whose_turn(table))
        table.phase = CONSEQUENCES
    elif phase == ENDING:
        end_matches(state, trace)
    elif phase == WEEK_EFFECTS:
        resolve_in_turn(state, WEEK_END, RENEWING)
    elif phase == RENEWING:
        end_week(state, trace)
    elif phase == END_EFFECTS:
        resolve_in_turn(state, END, FINISHING)
    else:
        end_season(state, trace)


@compiled
def play_step(state, trace, policies):
    """Play on to the next resting point; return 0 or the refusal."""
    table = state.table
    stop_blaming(state)
    if state.box.frames > 0:
        return go_on(state, trace, policies)
    phase = table.phase
    refusal = 0
    if phase == DRAFTING:
        refusal = draft(state, trace, policies)
        if is_draft_over(table):
            set_levels(state, trace)
            go_to(table, STARTING)
    elif phase == CHOOSING_OBJECTIVES:
        refusal = choose_objectives(state, trace, policies)
        if refusal == 0:
            end_set_up(table)
    elif phase == VOTING:
        refusal = vote(state, trace, policies)
    elif phase == ACTING:
        refusal = spend_day(state, trace, policies)
    elif phase == PREPARING:
        refusal = prepare(state, policies)
        if refusal == 0:
            go_to(table, LAYING_OUT)
    elif phase == USING:
        refusal = abilities.use(state, trace, policies)
    elif phase == CONSEQUENCES:
        refusal = settle(state, trace, policies)
    else:
        step_without_question(state, trace)
    return refusal
