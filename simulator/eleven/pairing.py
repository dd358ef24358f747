"""The pairing of managers in the last weeks, and its hosts (PVP-1 to PVP-3)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.names import LAST_PAIRED_WEEK
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.switches import LEAGUE_MATCHES
from eoc_sim.simulator.kernel.compiled import compiled

MEETINGS = {
    2: {6: "1-2"},
    3: {4: "1-2", 5: "2-3", 6: "1-3"},
    4: {4: "1-2 3-4", 5: "1-4 2-3", 6: "1-3 2-4"},
}
"""The printed pairs by number of managers and week (PVP-1).

Manager 1 is the first manager of week 1.
"""


def _rivals() -> np.ndarray:
    """Tabulate each manager's opponent by weeks left, -1 for none."""
    rivals = np.full((MAX_MANAGERS + 1, LAST_PAIRED_WEEK, MAX_MANAGERS), -1, np.int8)
    for managers, weeks in MEETINGS.items():
        for week, pairs in weeks.items():
            for pair in pairs.split():
                first, second = (int(manager) - 1 for manager in pair.split("-"))
                weeks_left = LAST_PAIRED_WEEK - week
                rivals[managers, weeks_left, first], rivals[managers, weeks_left, second] = (
                    second,
                    first,
                )
    return rivals


RIVALS = _rivals()


@compiled
def pair_managers(table):
    """PVP-1, EPI-11: write the pairs for the last weeks."""
    if table.rule_league_matches == LEAGUE_MATCHES.OFF:
        return
    managers = table.managers
    for weeks_left in range(LAST_PAIRED_WEEK):
        for order in range(managers):
            rival = RIVALS[managers, weeks_left, order]
            if rival >= 0:
                seat = (table.first + order) % managers
                table.rivals[seat, table.rule_weeks - 1 - weeks_left] = (
                    table.first + rival
                ) % managers


@compiled
def rival_in(table, seat, week):
    """PVP-1: return the manager's rival in a week, or -1 for a club."""
    # In plain Python, int() widens the field's 8 bits; in compiled code, adding 0 does.
    return int(table.rivals[seat, week - 1]) + 0


@compiled
def rival_of(table, seat):
    """PVP-1: return the manager's rival this week, or -1 for a club."""
    return rival_in(table, seat, table.week)


@compiled
def regular_matches(table, seat):
    """PVP-2: count a manager's matches against clubs."""
    number = 0
    for week in range(1, table.rule_weeks + 1):
        if rival_in(table, seat, week) < 0:
            number += 1
    return number


@compiled
def is_host(table, seat):
    """PVP-3: check if a manager is the Host of their match this week."""
    rival = rival_of(table, seat)
    first = table.first_manager
    return rival >= 0 and (seat - first) % table.managers < (rival - first) % table.managers
