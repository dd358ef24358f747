"""Random play: any tactic card, any formation, any layout."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    FORMATION_COUNT,
    MARKERS,
    PASS,
    USE,
    best_layout,
    draw,
    formations_of,
)


def prepare(table, me, params, order):
    """Play any allowed tactic card and formation, laid out at random."""
    options = 0
    for tactic in range(-1, table.tactics):
        formations = formations_of(table, me.seat, tactic)
        for formation in range(FORMATION_COUNT):
            options += (formations >> formation) & 1
    chosen = draw(me, options)
    for tactic in range(-1, table.tactics):
        formations = formations_of(table, me.seat, tactic)
        for formation in range(FORMATION_COUNT):
            if (formations >> formation) & 1:
                if chosen == 0:
                    order.tactic = tactic
                    order.formation = formation
                chosen -= 1
    best_layout(table, me, 1 << order.formation, 1)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
    return 1


def effect(table, me, params, order):
    """Turn any marker, or none."""
    order.marker = draw(me, MARKERS + 1)
    if order.marker == MARKERS or table.turned[me.seat, order.marker] == 1:
        return PASS
    return USE
