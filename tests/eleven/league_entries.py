"""Compiled calls to the league's rule functions.

They are kept apart from the tests so that the tests' many imports do not affect the machine code.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.league import is_relegated, update_positions
from eoc_sim.simulator.eleven.prepare import layout_refusal
from eoc_sim.simulator.eleven.scoring import rank
from eoc_sim.simulator.kernel.compiled import compiled_entry


@compiled_entry
def update_all_positions(states):
    """Update the positions in a prepared table."""
    update_positions(states[0].table)


@compiled_entry
def rank_managers(states):
    """Rank the managers of a prepared table."""
    rank(states[0], states[0].table.managers)


@compiled_entry
def seat_is_relegated(states, seat):
    """Check if a manager of a prepared table is relegated."""
    return is_relegated(states[0].table, seat)


@compiled_entry
def refusal_of_layout(states, tactic, formation, cell):
    """Return the refusal of seat 0's layout."""
    return layout_refusal(states[0].table, 0, tactic, formation, cell)
