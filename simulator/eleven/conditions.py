"""Conditions, counters and dice of effects (EFF-1, EFF-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes, names, pitch, streams
from eoc_sim.simulator.eleven.facing import side_now, their_points
from eoc_sim.simulator.eleven.sizes import CARDS, FACES, FIELD_PLACES, MAX_CLAUSES, MAX_CONDITIONS
from eoc_sim.simulator.eleven.sources import OF_SPONSORS, OF_STAFF, OF_TOKENS, TACTICS
from eoc_sim.simulator.eleven.state import DRAWN, LOST, WON
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.random_streams import draw_once


@outlined
def place_of(table, seat, source):
    """Return a source's place in the match, or -1.

    The keeper has place 0, a marker its number + 1, and tactic cards the last places.
    """
    if source >= TACTICS:
        return (
            FIELD_PLACES if table.extra_tactic[seat] != source - TACTICS + 1 else FIELD_PLACES + 1
        )
    for place in range(FIELD_PLACES):
        if table.fielded[seat, place] == source:
            return place
    return -1


@compiled
def card_on(table, seat, marker):
    """Return the card on a marker, or -1."""
    return table.fielded[seat, marker + 1] + 0


@compiled
def section_of(table, seat, marker):
    """Return the section in which a marker stands."""
    return pitch.SECTION[table.cell[seat, marker]] + 0


@compiled
def rows_of(table, seat, marker):
    """MAT-4: return the rows in which a marker may stand, as bits."""
    card = card_on(table, seat, marker)
    return table.card_rows[card] + 0 if card >= 0 else pitch.ANY_ROW


@compiled
def strength_at(table, seat, place):
    """PLA-2: return the current strength of the keeper or a marker."""
    if place == 0:
        return table.team_keeper[seat] + 0
    return table.team_strength[seat, place - 1] + 0


@compiled
def is_pressing(table, seat, marker):
    """Check if a card with a shield stands in the forward row."""
    return (
        card_on(table, seat, marker) >= 0
        and side_now(table, seat, marker) == pitch.SHIELD
        and table.cell[seat, marker] // pitch.PLACES_IN_ROW == pitch.FORWARDS
    )


@compiled
def count_pressing(table, seat):
    """Count the cards with a shield in the manager's forward row."""
    number = 0
    for marker in range(pitch.MARKERS):
        number += 1 if is_pressing(table, seat, marker) else 0
    return number


@compiled
def count_shields_of_defenders(table, seat):
    """Count the manager's shields in the row of defenders."""
    number = 0
    for marker in range(pitch.MARKERS):
        if (
            side_now(table, seat, marker) == pitch.SHIELD
            and table.cell[seat, marker] // pitch.PLACES_IN_ROW == pitch.DEFENDERS
        ):
            number += 1
    return number


@outlined
def is_centre_equal(table, seat):
    """Check for equally strong cards in the manager's central defence and attack."""
    for index in range(pitch.MARKERS):
        if card_on(table, seat, index) < 0 or section_of(table, seat, index) != pitch.DEFENCE:
            continue
        for other in range(pitch.MARKERS):
            if (
                card_on(table, seat, other) >= 0
                and section_of(table, seat, other) == pitch.ATTACK
                and table.team_strength[seat, index] == table.team_strength[seat, other]
            ):
                return True
    return False


@compiled
def is_met(state, seat, source, kind, value):
    """EFF-2, MAT-10: check a condition.

    A condition that depends on a die counts as met.
    """
    table = state.table
    result = state.box.result[seat]
    if kind == codes.IF_WON:
        return result == WON
    if kind == codes.IF_DRAWN:
        return result == DRAWN
    if kind == codes.IF_LOST:
        return result == LOST
    if kind == codes.IF_MARGIN:
        return table.match_goals[seat] - table.match_against[seat] >= value
    if kind == codes.IF_QUIET:
        return state.box.goals_of[pitch.OTHER, pitch.ATTACK] == 0
    return is_met_before_result(table, seat, source, kind, value)


@outlined
def is_met_before_result(table, seat, source, kind, value):
    """EFF-2: check a condition before the result is known.

    A condition that depends on a die or a result counts as met.
    """
    if kind == codes.IF_USED:
        return table.used[seat, source] % (1 << MAX_CLAUSES) != 0
    if kind == codes.IF_ABOVE:
        return their_points(table, seat) > table.points[seat]
    if kind == codes.IF_EQUAL:
        return is_centre_equal(table, seat)
    if kind == codes.IF_SHIELDS:
        return count_shields_of_defenders(table, seat) >= value
    if kind == codes.IF_PRESSING:
        return count_pressing(table, seat) >= value
    if kind == codes.IF_SCORED or kind == codes.IF_STANDS_IN:
        marker = place_of(table, seat, source) - 1
        if marker < 0 or marker >= pitch.MARKERS:
            return False
        if kind == codes.IF_SCORED:
            return table.match_scored[seat, marker] > 0
        # As in `names.SECTION_WORDS`, 0 is either wing, and 1 to 3 are the central sections.
        return max(0, section_of(table, seat, marker) - 1) == value
    return True


@compiled
def is_due(state, seat, source, clause):
    """EFF-2: check all of a clause's conditions except those on dice."""
    facts = state.table.clause[clause]
    for number in range(MAX_CONDITIONS):
        kind = facts.condition[number] + 0
        if kind >= 0 and not is_met(state, seat, source, kind, facts.least[number] + 0):
            return False
    return True


@compiled
def is_due_before_result(table, seat, source, clause):
    """EFF-2: check a clause's conditions, except those on dice and results."""
    facts = table.clause[clause]
    for number in range(MAX_CONDITIONS):
        kind = facts.condition[number] + 0
        if kind >= 0 and not is_met_before_result(
            table, seat, source, kind, facts.least[number] + 0
        ):
            return False
    return True


@compiled
def depends_on_die(table, clause):
    """Check if a clause depends on a die."""
    for number in range(MAX_CONDITIONS):
        kind = table.clause[clause].condition[number]
        if kind == codes.IF_DIE_MOST or kind == codes.IF_DIE_LEAST:
            return True
    return False


@compiled
def roll_die(state, seat, source):
    """EFF-2, RND-2: return the face of a source's one roll per match."""
    table = state.table
    box = state.box
    place = place_of(table, seat, source)
    if table.rolled_die[seat, place] == 0:
        stream = streams.SOURCE_DIE + 64 * table.week + seat
        table.rolled_die[seat, place] = draw_once(box, stream, box.source_item[source], FACES) + 1
    return table.rolled_die[seat, place] + 0


@compiled
def die_allows(table, clause, face):
    """EFF-2: check a clause's die conditions against a face."""
    facts = table.clause[clause]
    for number in range(MAX_CONDITIONS):
        kind = facts.condition[number]
        limit = facts.least[number]
        if (kind == codes.IF_DIE_MOST and face > limit) or (
            kind == codes.IF_DIE_LEAST and face < limit
        ):
            return False
    return True


@compiled
def count_cards(table, seat, kind):
    """Count the cards that a manager holds: all, or (un)trained youngsters."""
    if kind == codes.CARD:
        return table.squad_size[seat] + 0
    number = 0
    for index in range(table.squad_size[seat]):
        card = table.squad[seat, index]
        if table.card_spaces[card] > 0 and (
            (table.is_trained[card] == 1) == (kind == codes.TRAINED_YOUNGSTER)
        ):
            number += 1
    return number


@compiled
def count_of(table, seat, counter):
    """EFF-1: return the value of a counter."""
    if counter <= codes.TRAINED_YOUNGSTER:
        return count_cards(table, seat, counter)
    if counter == codes.STAFF:
        return table.held_count[seat, OF_STAFF] + 0
    if counter == codes.SPONSORS:
        return table.held_count[seat, OF_SPONSORS] + 0
    if counter == codes.TOKENS:
        return table.held_count[seat, OF_TOKENS] + 0
    if counter == codes.STAND_FANS:
        return table.stand_fans[seat] + 0
    if counter == codes.MONEY:
        return table.resources[seat, 0] + 0
    return table.results[seat, WON] + 0


@compiled
def amount_at_count(table, clause, count):
    """EFF-1: return how much a clause brings at this count.

    The clause's limit applies to losses too.
    """
    facts = table.clause[clause]
    amount = facts.amount + 0
    if facts.counter >= 0:
        amount *= count // facts.per
    limit = facts.up_to + 0
    return max(-limit, min(amount, limit)) if limit > 0 else amount


@outlined
def amount_of(table, seat, clause):
    """EFF-1: return how much a clause brings at its present count."""
    counter = table.clause[clause].counter + 0
    count = count_of(table, seat, counter) if counter >= 0 else 0
    return amount_at_count(table, clause, count)


@outlined
def amount_after_payment(table, seat, source, clause):
    """EFF-1: return how much a clause brings once its cost is paid."""
    facts = table.clause[clause]
    count = count_of(table, seat, facts.counter + 0) if facts.counter >= 0 else 0
    if facts.counter == codes.MONEY and facts.pay_kind == names.MONEY and source >= CARDS:
        count -= facts.pay_amount
    return amount_at_count(table, clause, count)
