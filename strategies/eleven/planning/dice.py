"""Dice rolled again: votes, consequences, referees and shoot-outs (BOA-2, REF-2, PVP-7)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    FIRST_DIRECTOR,
    KEEP,
    REFEREEING,
    REROLL,
    free_rerolls,
    rival_of,
    shot_of,
    unchecked,
    vote_of,
)
from eoc_sim.strategies.eleven.planning.fielding import match_worth
from eoc_sim.strategies.eleven.planning.referees import reroll_referee
from eoc_sim.strategies.eleven.planning.worth import (
    FANS,
    MONEY,
    source_worth,
    unit_worth,
    weeks_left,
)

INJURY, SUSPENSION = 1, 2
"""Consequences that take a card out of the team."""


@unchecked
def winner_of(first, second, third):
    """BOA-2: return the colour with at least two votes, or the first vote's."""
    return second if second == third else first


@unchecked
def vote_worth(worths, votes, die, colour):
    """Return the meeting's worth if a director votes for a colour."""
    first = colour if die == 0 else votes[0]
    second = colour if die == 1 else votes[1]
    third = colour if die == 2 else votes[2]
    return worths[winner_of(first, second, third)]


@unchecked
def price_of_reroll(table, me, params):
    """Return the cost of a re-roll, or -1 if unaffordable."""
    if free_rerolls(table, me.seat) > 0:
        return 0.0
    resource = FANS if table.rule_reroll_pays == 0 else MONEY
    return unit_worth(params, resource) if table.resources[me.seat, resource] > 0 else -1.0


@unchecked
def reroll_vote(table, me, params, order, price):
    """Re-roll the die of the director whose new vote promises most."""
    meeting = table.meeting + 0
    weeks = weeks_left(table)
    worths = (
        source_worth(table, params, meeting, weeks),
        source_worth(table, params, meeting + 1, weeks),
        source_worth(table, params, meeting + 2, weeks),
    )
    votes = vote_of(table, me.seat, 0), vote_of(table, me.seat, 1), vote_of(table, me.seat, 2)
    now = worths[winner_of(votes[0], votes[1], votes[2])]
    maximum = price + 0.2
    answer = KEEP
    for die in range(3):
        director = table.held[me.seat, 0, die] - FIRST_DIRECTOR
        gain = -now
        for colour in range(3):
            chance = table.director_faces[director, colour] / 6.0
            gain += chance * vote_worth(worths, votes, die, colour)
        if gain > maximum:
            maximum = gain
            order.die = die
            answer = REROLL
    return answer


@unchecked
def reroll_consequence(table, me, params, order, price):
    """Roll the jersey number again if it hits a valuable card."""
    seat = me.seat
    result = 0
    if table.match_goals[seat] == table.match_against[seat]:
        result = 1
    elif table.match_goals[seat] < table.match_against[seat]:
        result = 2
    kind = table.consequence[result, table.dice[0] - 1]
    if kind != INJURY and kind != SUSPENSION:
        return KEEP
    weeks = table.rule_injury_weeks if kind == INJURY else table.rule_suspension_weeks
    weeks = min(weeks, table.rule_weeks - table.week)
    own_cards = 0
    loss = 0.0
    for index in range(11):
        card = table.fielded[seat, index]
        if card < 0 or table.owner[card] != seat:
            continue
        own_cards += 1
        if table.card_jersey[card] == table.dice[1]:
            loss = weeks * match_worth(table, params, card)
    if loss * (1.0 - own_cards / 12.0) <= price:
        return KEEP
    order.die = 1
    return REROLL


@unchecked
def reroll_shot(table, me, params, order, price):
    """Roll the die of a shoot-out again if that wins often enough."""
    seat = me.seat
    ahead = shot_of(table, seat) - shot_of(table, rival_of(table, seat))
    now = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    wins = 0.0
    for face in range(1, 7):
        then = ahead - table.shoot_face[seat] + face
        wins += 1.0 if then > 0 else 0.5 if then == 0 else 0.0
    if (wins / 6.0 - now) * table.rule_win_points * params.point_worth <= price:
        return KEEP
    order.die = 0
    return REROLL


def reroll(table, me, params, order):
    """Roll a die again where that is worth its cost."""
    price = price_of_reroll(table, me, params)
    if price < 0 or params.spends == 0:
        return KEEP
    if table.meeting >= 0:
        return reroll_vote(table, me, params, order, price)
    if table.phase == REFEREEING:
        return reroll_referee(table, me, params, order, price)
    if table.shoot_round > 0:
        return reroll_shot(table, me, params, order, price)
    return reroll_consequence(table, me, params, order, price)


def colour(table, me, params, order):
    """Take the colour of the best outcome."""
    maximum = -1e9
    for index in range(3):
        worth = source_worth(table, params, table.meeting + index, weeks_left(table))
        if worth > maximum:
            maximum = worth
            order.amount = index
    return 1
