"""Every strategy of Stadium plays legally under all rules and numbers of owners."""

from __future__ import annotations

import pytest
from sampled import some
from stadium_calibration import PLANNERS, play

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.switches import SWITCHES

STRATEGIES = (*PLANNERS, "random")
GAMES = 12 if COMPILED else 1
LONG_TEST_GAMES = 500


def values() -> list[object]:
    """List every value of every switch; those inside a range of numbers are marked slow."""
    choices: list[object] = []
    for name, switch in SWITCHES.items():
        numbers = list(switch.numbers or [])
        ends = [numbers[place] for place in (0, -1)] if numbers else []
        for value in [*switch.words, *numbers]:
            marks = [] if value in switch.words or value in ends else [pytest.mark.slow]
            choices.append(pytest.param(name, str(value), marks=marks, id=f"{name}-{value}"))
    return choices


@pytest.mark.parametrize(("name", "value"), values())
def test_all_strategies_play_by_every_switch(name, value, request):
    """The nine strategies play in turn, with 2 to 5 owners; a refusal would raise an error."""
    games = LONG_TEST_GAMES if request.config.getoption("--long") and COMPILED else GAMES
    switches = {name: value}
    if name == "vp_max":
        switches["vps_start"] = str(min(int(value), 2))  # nobody may start with more (SWI-1)
    first = 0
    played = set()
    for owners in (5, 4, 2, 3):
        seats = [STRATEGIES[(first + seat) % len(STRATEGIES)] for seat in range(owners)]
        first += owners
        rows = play(seats, games, ["games", "seats"], **switches)
        assert len(rows["games"]) == games
        assert (rows["games"]["rounds"] >= 1).all()
        played.update(seats)
    assert played == set(STRATEGIES)


@pytest.mark.parametrize("owners", range(2, MAX_OWNERS + 1))
@pytest.mark.parametrize("strategy", some(STRATEGIES, 3))
def test_each_strategy_plays_against_copies_of_itself(strategy, owners):
    rows = play([strategy] * owners, GAMES, ["games", "seats"])
    assert len(rows["seats"]) == owners * GAMES
