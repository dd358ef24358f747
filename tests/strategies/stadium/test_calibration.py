"""What the planners of Stadium make of the package's components lies in the expected ranges."""

from __future__ import annotations

import pytest
from stadium_calibration import PLANNERS, TARGETS, dealt, play, wins_of

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.state import MAX_OWNERS

GAMES = 1600

pytestmark = pytest.mark.skipif(not COMPILED, reason="means need more games than this mode plays")


@pytest.fixture(scope="module")
def deals():
    return {owners: dealt(owners, GAMES) for owners in range(2, MAX_OWNERS + 1)}


@pytest.mark.parametrize("owners", range(2, MAX_OWNERS + 1))
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_figure_is_in_its_range(deals, target, owners):
    assert target.low <= target.figure(deals[owners]) <= target.high


@pytest.mark.parametrize("owners", range(2, MAX_OWNERS + 1))
def test_no_planner_wins_by_far(deals, owners):
    """C11."""
    wins = {name: wins_of(deals[owners], place) for place, name in enumerate(PLANNERS)}
    assert max(wins.values()) < (70 if owners == 2 else 60), wins


def test_stalling_is_ended(deals):
    """C14: balanced among three who hold their last blocks back ends the game and wins."""
    waiting = "merchandiser:end_lead=30:end_weight=6"
    tables = play(["balanced", waiting, waiting, waiting], 800, ["games", "seats"])
    assert wins_of(tables, 0) > 50
    assert tables["games"]["rounds"].mean() < 20


@pytest.mark.parametrize(
    ("switch", "value", "longer"),
    [("vp_salary", "0", False), ("vp_salary", "2", True), ("bonus_tokens", "off", True),
     ("vps_start", "3", False), ("blocks", "6", False), ("blocks", "8", True)],
)
def test_switches_move_what_they_should(deals, switch, value, longer):
    """C16."""
    usual = deals[4]["games"]["rounds"].mean()
    rounds = dealt(4, 800, tables=["games", "seats"], **{switch: value})["games"]["rounds"].mean()
    assert (rounds > usual) == longer
