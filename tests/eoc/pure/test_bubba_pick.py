"""EX-9: Bubba's pick in the printed example, wherever the recruits are."""

from __future__ import annotations

from itertools import permutations

import pytest
from eoc.tabletop import Tabletop

from eoc_sim.simulator.eoc.solo import BUBBA_SEAT, bubba_pick

STATES = ("Missouri", "Oklahoma & Arkansas", "W. Virginia")
"""The border states that touch the South."""

SPOTS = [f"{state}/{slot}" for state in STATES for slot in (1, 2)]
NEEDED = ("QB", "QB", "RB", "DB")
LAYOUTS = list(permutations(SPOTS, len(NEEDED)))
"""All ways to place two QBs, an RB and a DB on ``SPOTS``."""


def pick(t: Tabletop) -> int:
    """Return the spot of Bubba's recruit for the month, or -1."""
    return int(bubba_pick(t.state))


@pytest.fixture(scope="module")
def t() -> Tabletop:
    """Return a solo table on which Bubba already has the other five positions.

    These recruits were signed in five single states, so Bubba has not used a border state yet.
    """
    t = Tabletop(1, rules="solo")
    singles = ("Alabama/1", "Florida/1", "Tennessee/1", "The Carolinas/1", "SoCal/1")
    for spot, position in zip(singles, ("WR", "TE", "OL", "DL", "LB"), strict=True):
        t.sign_freely(BUBBA_SEAT, spot, position=position)
    t.table.spot_owner[:] = BUBBA_SEAT
    return t


def monthly_picks(t: Tabletop, layout: tuple[str, ...], values: tuple[int, ...]) -> list[str]:
    """List the spots that Bubba takes month by month, if only the layout's recruits are left."""
    before = t.table.signed_state.copy(), t.table.signed_position.copy()
    for spot, position, value in zip(layout, NEEDED, values, strict=True):
        t.token(spot, base=value, position=position)
        t.table.spot_owner[t.spot(spot)] = -1
    taken = []
    while (spot := pick(t)) >= 0:
        taken.append(t.names.spot[spot])
        t.sign_freely(BUBBA_SEAT, taken[-1])
    t.table.spot_owner[:] = BUBBA_SEAT
    t.table.signed_state[:], t.table.signed_position[:] = before
    return taken


def expected_picks(layout: tuple[str, ...], values: tuple[int, ...]) -> list[str]:
    """List picks: RB and DB, then QBs, at most one per state.

    Within each pair the higher value comes first; if they are equal, the earlier spot.
    """
    value = dict(zip(layout, values, strict=True))
    order = sorted(layout, key=lambda spot: (-value[spot], SPOTS.index(spot)))
    quarterbacks = layout[:2]
    taken: list[str] = []
    for spot in sorted(order, key=lambda spot: spot in quarterbacks):
        if state(spot) not in map(state, taken):
            taken.append(spot)
    return taken


def state(spot: str) -> str:
    return spot.partition("/")[0]


@pytest.mark.parametrize("values", [(4, 3, 2, 2), (4, 4, 2, 3), (2, 2, 4, 3), (3, 3, 3, 3)])
def test_the_printed_example_in_every_layout(t, values):
    """EX-9, SOLO-7: no QB is taken while Bubba could take an RB or a DB."""
    assert len(LAYOUTS) == 360
    in_one_state = 0
    for layout in LAYOUTS:
        taken = monthly_picks(t, layout, values)
        assert taken == expected_picks(layout, values), dict(zip(layout, NEEDED, strict=True))
        positions = [NEEDED[layout.index(spot)] for spot in taken]
        if state(layout[2]) != state(layout[3]):
            assert sorted(positions[:2]) == ["DB", "RB"]
        else:  # Bubba cannot use the state again
            assert positions[0] in ("RB", "DB") and set(positions[1:]) == {"QB"}
            in_one_state += 1
    assert in_one_state == 72
