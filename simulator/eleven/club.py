"""A manager's club: resources, levels, and what it holds (CLU)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import BOARD, NO_TARGET
from eoc_sim.simulator.eleven.codes import STANDS as MORE_STANDS
from eoc_sim.simulator.eleven.interventions import record_arrival
from eoc_sim.simulator.eleven.lasting import note_effects, total_lasting
from eoc_sim.simulator.eleven.leaflet_state import BELOW_1, BEYOND_5, STAND_2
from eoc_sim.simulator.eleven.season_state import PART_PENALTIES
from eoc_sim.simulator.eleven.sizes import MAX_HELD, STANDS
from eoc_sim.simulator.eleven.sources import OF_TOKENS, SPONSORS, STAFF, TOKENS, WITH_MANAGER
from eoc_sim.simulator.kernel.compiled import compiled

LOWEST_LEVEL, HIGHEST_LEVEL = 1, 5


@compiled
def gain(table, seat, resource, amount):
    """EFF-1: change a resource, never below 0; return the actual change."""
    before = table.resources[seat, resource] + 0
    after = max(0, before + amount)
    table.resources[seat, resource] = after
    return after - before


@compiled
def gain_vp(table, seat, part, amount):
    """SCO-6: add VP won or lost in play to a score part."""
    table.earned[seat, part] += amount


@compiled
def change_level(table, seat, statistic, steps):
    """CLU-2, EXT-1: move a level; steps beyond an end give resources or cost VP."""
    level = table.level[seat, statistic] + steps
    if level > HIGHEST_LEVEL:
        amount = table.rule_beyond + table.board_change[seat, BEYOND_5]
        gain(table, seat, statistic, (level - HIGHEST_LEVEL) * amount)
        level = HIGHEST_LEVEL
    elif level < LOWEST_LEVEL:
        amount = table.rule_below + table.board_change[seat, BELOW_1]
        gain_vp(table, seat, PART_PENALTIES, (level - LOWEST_LEVEL) * amount)
        level = LOWEST_LEVEL
    table.level[seat, statistic] = level


@compiled
def staff_places(table, seat):
    """CLU-6: count a manager's places for staff."""
    return table.rule_staff_places + table.office[seat]


@compiled
def stand_places(table, seat):
    """CLU-3, EXT-1: count the places of a manager's stands."""
    places = total_lasting(table, seat, MORE_STANDS, NO_TARGET) + table.board_change[seat, STAND_2]
    for stand in range(STANDS):
        places += table.stand_places[stand]
    return places


@compiled
def boards(table, seat):
    """CLU-4: count a manager's ad boards.

    They are limited so that ``table.held`` has an entry left for the shirt sponsor.
    """
    return min(MAX_HELD - 1, table.boards + total_lasting(table, seat, BOARD, NO_TARGET))


@compiled
def holds(table, seat, kind, source):
    """Check if a manager has a director, staff card, sponsor or token."""
    for index in range(table.held_count[seat, kind]):
        if table.held[seat, kind, index] == source:
            return True
    return False


@compiled
def has_source(table, seat, source):
    """Check if a manager holds a source, whose number gives its kind."""
    kind = int(source >= STAFF) + int(source >= SPONSORS) + int(source >= TOKENS)
    return holds(table, seat, kind, source)


@compiled
def add_held(state, seat, kind, source):
    """EFF-2: add a director, staff card, sponsor or token after the earlier ones."""
    table = state.table
    table.held[seat, kind, table.held_count[seat, kind]] = source
    table.held_count[seat, kind] += 1
    note_effects(table, seat, source)
    record_arrival(state, seat, source)
    if kind != OF_TOKENS:
        table.lies[source] = WITH_MANAGER


@compiled
def remove_held(table, seat, kind, source):
    """Remove a director, staff card, sponsor or token; later ones move up."""
    place = 0
    while table.held[seat, kind, place] != source:
        place += 1
    table.held_count[seat, kind] -= 1
    for later in range(place, table.held_count[seat, kind]):
        table.held[seat, kind, later] = table.held[seat, kind, later + 1]
