"""A good layout against the possible line-ups (INF-6).

It is found by exchanging markers' places. Each exchange changes at most two sections, and only
these are evaluated again.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import pitch
from eoc_sim.simulator.eleven.contest import AT_LEAST, NONE, SHOTS, STRONGEST, goals, shots
from eoc_sim.simulator.eleven.jerseys import find_place, is_spare
from eoc_sim.simulator.eleven.layout import count_cells, draw_layout, order_by_freedom
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES
from eoc_sim.simulator.eleven.switches import LAYER
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import MASK, draw, word

EXCHANGES = 3
"""The number of exchanges tried, per random layout drawn.

They are tried only in the best layout of each formation.
"""
OTHER_PLACES = 2
"""The number of other places in a marker's row."""
POINT = 1024
"""The value of a league point, in goals."""
SHOT_AGAINST = 1 << 16
"""One shot by the opponent, in a count of both teams' shots."""


@compiled
def search_layout(me, formations, effort, win_points):
    """Find a good layout in one of several formations.

    ``formations`` has a bit for each formation. Stores the layout in ``me.best``, and returns its
    formation, or -1 if none has room for all cards. Each formation gets ``effort`` random layouts.
    If ``effort`` is at least 2, three times as many exchanges are tried in the best of them; an
    exchange that would make it worse is not made.
    """
    order_by_freedom(me)
    me.best_value = 0
    best_formation = -1
    for formation in range(8):
        if not (formations >> formation) & 1:
            continue
        has_base = False
        for _ in range(effort):
            if not draw_layout(me, formation):
                break
            judge(me, win_points)
            if not has_base or me.value > me.start_value:
                has_base = True
                me.start_value = me.value
                for marker in range(pitch.MARKERS):
                    me.start[marker] = me.cell[marker]
        if not has_base:
            continue
        # With effort 1, the only layout is already in place and has been judged.
        if effort > 1:
            for marker in range(pitch.MARKERS):
                me.cell[marker] = me.start[marker]
            judge(me, win_points)
            count_shots(me)
            count_cells(me)
            for _ in range(EXCHANGES * effort):
                exchange(me, win_points)
        if best_formation < 0 or me.value > me.best_value:
            best_formation = formation
            me.best_value = me.value
            for marker in range(pitch.MARKERS):
                me.best[marker] = me.cell[marker]
    return best_formation


@compiled
def judge(me, win_points):
    """Set ``me.value`` to a layout's value against all line-ups."""
    for section in range(pitch.SECTIONS):
        me.balls[section] = NONE
        me.shields[section] = NONE
    for marker in range(pitch.MARKERS):
        section = pitch.SECTION[me.cell[marker]]
        marker_word = word(AT_LEAST[min(me.strength[marker], STRONGEST)])
        if me.side[marker] == pitch.BALL:
            me.balls[section] += marker_word
        else:
            me.shields[section] += marker_word
    value = 0
    for line_up in range(me.line_ups):
        count = 0
        for section in range(pitch.SECTIONS):
            count += shots_of(me, line_up, section, me.balls[section], me.shields[section])
        value += value_of(me, line_up, count, win_points)
    me.value = value


@compiled
def shots_of(me, line_up, section, balls, shields):
    """Count both teams' shots in a section and the one facing it."""
    facing = pitch.FACING[section]
    own_shots = shots(balls, me.their_shields[facing, line_up], me.their_keeper[line_up])
    against = shots(me.their_balls[facing, line_up], shields, me.keeper)
    return own_shots + against * SHOT_AGAINST


@compiled
def value_of(me, line_up, count, win_points):
    """Return the points and goal difference against a line-up as one value."""
    difference = goals(count & (SHOT_AGAINST - 1), me.their_gloves[line_up]) - goals(
        count >> 16, me.gloves
    )
    points = win_points * int(difference > 0) + int(difference == 0)
    return difference + POINT * points


@compiled
def has_shot(me, section):
    """Check if a section of the layout just judged has a shot.

    Only the first line-up counts.
    """
    count = shots_of(me, 0, section, me.balls[section], me.shields[section])
    return count & (SHOT_AGAINST - 1) >= SHOTS


@compiled
def count_shots(me):
    """Count the shots in each section of a layout just judged."""
    for line_up in range(me.line_ups):
        me.counted[line_up] = 0
    for section in range(pitch.SECTIONS):
        for line_up in range(me.line_ups):
            me.shots[section, line_up] = shots_of(
                me, line_up, section, me.balls[section], me.shields[section]
            )
            me.counted[line_up] += me.shots[section, line_up]


@compiled
def exchange(me, win_points):
    """Swap two markers, or move one to another place in its row.

    The exchange is made only if the layout is then no worse.
    """
    marker = draw(me, pitch.MARKERS)
    target = draw(me, pitch.MARKERS - 1 + OTHER_PLACES)
    cell = me.cell[marker] + 0
    row = cell // pitch.PLACES_IN_ROW
    if target < pitch.MARKERS - 1:
        if target >= marker:
            target += 1
        new_cell = me.cell[target] + 0
        other_row = new_cell // pitch.PLACES_IN_ROW
        if (
            new_cell == cell
            or not (me.rows[marker] >> other_row) & 1
            or not (me.rows[target] >> row) & 1
        ):
            return
    else:
        new_cell = (
            pitch.PLACES_IN_ROW * row
            + (cell + 1 + target - (pitch.MARKERS - 1)) % pitch.PLACES_IN_ROW
        )
        target = -1
        if me.in_cell[new_cell] >= pitch.ROOM[new_cell % pitch.PLACES_IN_ROW]:
            return
    balls, shields = counts_of(me, marker)
    if target >= 0:
        target_balls, target_shields = counts_of(me, target)
        balls -= target_balls
        shields -= target_shields
    if move_if_no_worse(
        me, pitch.SECTION[cell], pitch.SECTION[new_cell], balls, shields, win_points
    ):
        me.cell[marker] = new_cell
        if target >= 0:
            me.cell[target] = cell
        else:
            me.in_cell[cell] -= 1
            me.in_cell[new_cell] += 1


@compiled
def counts_of(me, marker):
    """Return a marker's part of its section's counts: balls, then shields.

    Each of the two counts is packed into a word, as `contest.py` describes.
    """
    marker_word = word(AT_LEAST[min(me.strength[marker], STRONGEST)])
    if me.side[marker] == pitch.BALL:
        return marker_word, NONE
    return NONE, marker_word


@compiled
def move_if_no_worse(me, source, target, balls, shields, win_points):
    """Move packed counts between sections, unless that worsens the layout."""
    if source == target or (balls == NONE and shields == NONE):
        return True
    balls_1, shields_1 = (me.balls[source] - balls) & MASK, (me.shields[source] - shields) & MASK
    balls_2, shields_2 = (me.balls[target] + balls) & MASK, (me.shields[target] + shields) & MASK
    value = 0
    for line_up in range(me.line_ups):
        count = me.counted[line_up] - me.shots[source, line_up] - me.shots[target, line_up]
        count += shots_of(me, line_up, source, balls_1, shields_1)
        count += shots_of(me, line_up, target, balls_2, shields_2)
        value += value_of(me, line_up, count, win_points)
    if value < me.value:
        return False
    me.value = value
    me.balls[source] = balls_1
    me.shields[source] = shields_1
    me.balls[target] = balls_2
    me.shields[target] = shields_2
    count_again(me, source)
    count_again(me, target)
    return True


@compiled
def count_again(me, section):
    """Recount the shots in a section that has changed."""
    for line_up in range(me.line_ups):
        count = shots_of(me, line_up, section, me.balls[section], me.shields[section])
        me.counted[line_up] += count - me.shots[section, line_up]
        me.shots[section, line_up] = count


@compiled
def copy_team(table, me):
    """Copy the seat's team for this week, to try layouts with it."""
    seat = me.seat
    for marker in range(pitch.MARKERS):
        me.rows[marker] = pitch.ANY_ROW
        me.strength[marker] = table.team_strength[seat, marker]
        me.side[marker] = table.team_side[seat, marker]
    me.keeper = table.team_keeper[seat]
    me.gloves = table.team_gloves[seat]
    if table.rule_layer == LAYER.SEASON:
        take_cards(table, me)


@compiled
def take_cards(table, me):
    """MAT-2, MAT-4: let the cards that are tried take over their markers."""
    for place in range(FIELD_PLACES):
        card = me.tried[place] - 1
        if card < 0:
            continue
        tokens = table.strength_tokens[card] - table.weakness_tokens[card]
        strength = max(0, table.side_strength[card] + tokens)
        if place == 0:
            me.keeper = strength
            me.gloves = table.side_gloves[card]
        else:
            me.rows[place - 1] = table.card_rows[card]
            if table.fielded[me.seat, place] < 0:
                me.strength[place - 1] = strength
                me.side[place - 1] = table.card_side[card]


@compiled
def try_cards(table, me, order):
    """MAT-5, EPI-9: let `best_layout` use the cards assigned in an order.

    Cards with jersey 12 or 13 take over markers that have no card, preferably markers of their own
    side. ``order.taken`` says which marker each card takes over.
    """
    for place in range(FIELD_PLACES):
        me.tried[place] = 0
    for card in range(CARDS):
        if order.fielded[card] != 0 and not is_spare(table, card):
            me.tried[find_place(table, order, card)] = card + 1
    for card in range(CARDS):
        if order.fielded[card] != 0 and is_spare(table, card):
            free = 0
            for index in range(pitch.MARKERS, 0, -1):
                if me.tried[index] == 0 and (
                    free == 0 or table.team_side[me.seat, index - 1] == table.card_side[card]
                ):
                    free = index
            order.taken[table.card_jersey[card] - pitch.LAST_JERSEY - 1] = free
            if free > 0:
                me.tried[free] = card + 1


@compiled
def best_layout(table, me, formations, effort):
    """INF-6: put a good layout against the possible line-ups into ``me.best``.

    ``formations`` has a bit for each allowed formation. For each, it tries ``effort`` random
    layouts and, if ``effort`` is at least 2, three times as many exchanges in the best of them. An
    exchange swaps two markers, or moves one to a free place in its row. Layouts rank by expected
    points, then by goal difference. It draws from the seat's stream for the week and returns the
    formation, or -1 if there is none.
    """
    copy_team(table, me)
    return search_layout(me, formations, effort, table.rule_win_points)


@compiled
def expected_points(me):
    """Return the points expected from the layout just judged (INF-3)."""
    return ((me.value + POINT // 2) // POINT) / max(1, me.line_ups)


@compiled
def best_turn(table, me):
    """MAT-6: find the marker to turn against the revealed line-up, or -1."""
    copy_team(table, me)
    for marker in range(pitch.MARKERS):
        me.cell[marker] = table.cell[me.seat, marker]
        if table.turned[me.seat, marker] == 1:
            me.side[marker] = 1 - me.side[marker]
    judge(me, table.rule_win_points)
    best = -1
    maximum = me.value + 0
    for marker in range(pitch.MARKERS):
        if table.turned[me.seat, marker] == 1:
            continue
        me.side[marker] = 1 - me.side[marker]
        judge(me, table.rule_win_points)
        if me.value > maximum:
            maximum = me.value + 0
            best = marker
        me.side[marker] = 1 - me.side[marker]
    return best
