"""The planners of Stadium: each plays as its name says, and balanced is the best."""

from __future__ import annotations

import pytest
from stadium_calibration import PLANNERS, SIGNATURES, play, play_line_ups, wins_of

from eoc_sim.simulator.kernel.compiled import COMPILED

GAMES = 4000
"""Eight planners share four seats, so each plays 2000 games.

Wins are known to within about 1 percentage point.
"""

pytestmark = pytest.mark.skipif(
    not COMPILED, reason="averages need more games than pure Python can play in reasonable time"
)


@pytest.fixture(scope="module")
def tables():
    return play_line_ups(4, GAMES)


@pytest.fixture(scope="module")
def figures(tables):
    """Return every figure of every planner: figures["Tickets"]["builder"]."""
    return {
        name: {planner: figure(tables, index) for index, planner in enumerate(PLANNERS)}
        for name, figure in SIGNATURES.items()
    }


@pytest.mark.parametrize(
    ("planner", "figure"),
    [
        ("field_first", "Playbook and Equipment"),
        ("field_first", "points per block"),
        ("field_first", "field share"),
        ("builder", "Build"),
        ("builder", "points of levels 2 and 3"),
        ("merchandiser", "Merchandising"),
        ("merchandiser", "points of entertainment"),
        ("bonus_chaser", "bonuses per placement"),
        ("bonus_chaser", "doubles per placement"),
        ("early_third", "percentage with a fourth VP"),
        ("seven_block_rush", "percentage of games ended"),
        ("staffer", "stars"),
        ("staffer", "hired"),
        ("staffer", "Hire"),
    ],
)
def test_each_planner_leads_in_its_own_figures(figures, planner, figure):
    assert max(figures[figure], key=figures[figure].get) == planner, figures[figure]


@pytest.mark.parametrize(
    ("planner", "figure"),
    [
        ("builder", "field share"),
        ("early_third", "round of the third VP"),
        ("staffer", "percentage with a third VP"),
    ],
)
def test_each_planner_is_lowest_in_its_own_figures(figures, planner, figure):
    assert min(figures[figure], key=figures[figure].get) == planner, figures[figure]


def test_field_first_lives_by_the_field(figures):
    assert figures["field share"]["field_first"] > 0.6


def test_early_third_has_a_fourth_vp_in_most_games(figures):
    assert figures["percentage with a fourth VP"]["early_third"] > 70


def test_the_rush_ends_more_games_than_it_wins(figures):
    ended = figures["percentage of games ended"]["seven_block_rush"]
    assert ended > figures["wins in 100"]["seven_block_rush"] + 5


@pytest.mark.slow
def test_a_table_of_rushes_plays_the_shortest_games():
    rounds = {
        planner: play([planner] * 4, 300, ["games"])["games"]["rounds"].mean()
        for planner in PLANNERS
    }
    assert min(rounds, key=rounds.get) == "seven_block_rush", rounds


def test_balanced_is_extreme_in_no_habit(figures):
    for name, values in figures.items():
        if name not in ("wins in 100", "points"):
            assert max(values, key=values.get) != "balanced", name
            assert min(values, key=values.get) != "balanced", name


def test_balanced_wins_the_most_games_and_nobody_is_hopeless(figures):
    """C11: no planner is without a chance."""
    wins = figures["wins in 100"]
    assert max(wins, key=wins.get) == "balanced", wins
    assert min(wins.values()) > 5, wins
    assert max(wins.values()) < 60, wins


@pytest.mark.slow
def test_balanced_beats_three_of_the_best_archetype(figures):
    wins = dict(figures["wins in 100"])
    del wins["balanced"]
    best = max(wins, key=wins.get)
    tables = play(["balanced", best, best, best], 3000, ["seats"])
    assert wins_of(tables, 0) > 25
