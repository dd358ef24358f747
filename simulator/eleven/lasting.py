"""Effects that last as long as their source, or for a week (EFF-1)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import ALWAYS, WEEK
from eoc_sim.simulator.eleven.sources import FOR_MONEY, KINDS_HELD, OF_STAFF, SPONSORS, TOKENS
from eoc_sim.simulator.kernel.compiled import compiled, outlined

LASTING = 1 << ALWAYS | 1 << WEEK
"""The moments of effects that last, as bits."""
MARKS = 61
"""The number of bits that mark kinds of lasting gains."""


@compiled
def is_idle_sponsor(table, source):
    """ACT-5: check if a source is a sponsor without its bonus."""
    return SPONSORS <= source < TOKENS and table.way[source - SPONSORS] == FOR_MONEY


@compiled
def acts_at(table, source, moment):
    """EFF-2: check if a source has a clause for a moment."""
    return (table.moments[source] >> moment) & 1 == 1


@compiled
def lasting_of(table, source, gain, target):
    """EFF-1: add up a source's lasting gains of a kind."""
    total = 0
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        facts = table.clause[clause]
        if (
            (facts.when == ALWAYS or facts.when == WEEK)
            and facts.gain == gain
            and facts.target == target
        ):
            total += facts.amount
    return total


@compiled
def mark_of(gain, target):
    """Return a gain's bit, which several kinds of gain may share."""
    return (gain + 8 * (target + 1)) % MARKS


@compiled
def note_effects(table, seat, source):
    """EFF-1, EFF-2: record a new source's moments and lasting gains."""
    table.moments_held[seat] |= int(table.moments[source])
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        if table.clause[clause].when == ALWAYS or table.clause[clause].when == WEEK:
            facts = table.clause[clause]
            table.lasting[seat] |= 1 << mark_of(int(facts.gain), int(facts.target))


@compiled
def total_lasting(table, seat, gain, target):
    """EFF-1, EPI-6: add up a manager's `always` and `week` gains of one kind.

    If the kind's bit is unset, the manager has no such gain, and nothing is added up.
    """
    if (table.lasting[seat] >> mark_of(gain, target)) & 1 == 0:
        return 0
    return _add_up_lasting(table, seat, gain, target)


@outlined
def _add_up_lasting(table, seat, gain, target):
    """Add up the gains of one kind, source by source."""
    total = 0
    for kind in range(KINDS_HELD):
        if kind == OF_STAFF and table.staff_idle == 1:
            continue
        for index in range(table.held_count[seat, kind]):
            source = table.held[seat, kind, index] + 0
            if table.moments[source] & LASTING != 0 and not is_idle_sponsor(table, source):
                total += lasting_of(table, source, gain, target)
    if table.outcome[seat] >= 0:
        total += lasting_of(table, table.outcome[seat], gain, target)
    return total
