"""A game's position is data: a copy of a Stadium game plays on as the game itself does."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from stadium.games import DEFAULT_STRATEGY, engine
from stadium.rule_sets import EFFECTS, components_with

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.stadium.codes import PHASE_NAMES
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.state import changing_fields, state_dtype

ALL = tuple(TABLES)
KINDS = [
    (2, {}),
    (3, {"loss_count": "token", "placing": "may_stop"}),
    (4, {"salaries": "may"}),
    (5, {"employees_start": 2, "draft_area_start": 5, "end_round": "at_once"}),
    (3, {"unpaid_vp": "leaves", "vp_salary_due": "all", "hire_option": "both"}),
]


def make(owners, settings, seed=3):
    """Make an engine with effects of every kind, so that games rest before every phase."""
    lineup = ["random", "random", DEFAULT_STRATEGY, "random", "random"][:owners]
    return engine(
        *lineup,
        components=components_with(EFFECTS),
        seed=seed,
        seating="balanced",
        round_cap=25,
        **settings,
    )


def same_rows(one, other):
    return all(np.array_equal(one[table], other[table]) for table in ALL)


def written_values(worker):
    """Return the numbers written to the trace so far."""
    trace = worker._traces[0]
    return field_of(trace, "values")[1 : int(field_of(trace, "position"))].copy()


def play_from_every_rest(game_engine, game, interval=1):
    """Check that copies at resting points play on like the original; count the points.

    Only every ``interval``-th point is copied, but all are counted, by phase.
    """
    whole, stepped, copied = game_engine.worker(), game_engine.worker(), game_engine.worker()
    whole.play_traced(game)
    rows, events = whole.rows(ALL), written_values(whole)
    assert same_rows(rows, game_engine.worker().play(game, 1, ALL))
    stepped.start_trace()
    stepped.set_up(game)
    rests = Counter()
    while stepped.phase != "game over":
        rests[stepped.phase] += 1
        if sum(rests.values()) % interval == 0:
            copied.play(game + 1, 1, ())  # leaves another game, which the copy must replace
            copied.copy_from(stepped)
            assert (copied.phase, copied.round) == (stepped.phase, stepped.round)
            copied.start_trace()
            copied.play_until("game over")
            assert same_rows(copied.rows(ALL), rows)
            assert np.array_equal(written_values(copied), events[len(written_values(stepped)) :])
        stepped.step()
    assert same_rows(stepped.rows(ALL), rows)
    assert np.array_equal(written_values(stepped), events)
    return rests


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
@pytest.mark.parametrize(
    ("interval", "games"), [(3, 2), pytest.param(1, 20, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_a_copy_plays_on_like_its_game(interval, games):
    """TIM-1, END-1: every third resting point, or every one, is copied; rows and events agree."""
    rests = Counter()
    for owners, settings in KINDS:
        for game in range(5, 5 + games):
            counts = play_from_every_rest(make(owners, settings), game, interval)
            assert counts["beginning"] == counts["ending"] <= 25
            rests += counts
    assert set(rests) == set(PHASE_NAMES[1:-1])
    assert min(rests.values()) > 10, rests


def test_a_copy_takes_kilobytes():
    """All that a game changes, except orders, ledgers and working memory, is one small block."""
    assert changing_fields.size < 32 * 1024 < state_dtype.itemsize / 2
    assert changing_fields.start + changing_fields.size <= state_dtype.itemsize


def test_games_are_copied_only_between_workers_with_equal_facts():
    one = engine("random", "random", seed=1).worker()
    other = engine(DEFAULT_STRATEGY, "random", seed=9).worker()
    one.set_up(4)
    one.play_until("acting", 3)
    other.copy_from(one)
    assert (other.phase, other.round) == ("acting", 3)
    other.play_until("game over")  # other players continue it
    for game_engine in (
        engine("random", "random", blocks=6),
        engine("random", "random", "random"),
        engine("random", "random", components=components_with({"field.F01.wins": "5"})),
    ):
        with pytest.raises(ValueError, match="same components, rules and number of players"):
            game_engine.worker().copy_from(one)


def test_no_game_is_played_before_set_up_or_after_its_end():
    game_engine = engine("random", "random")
    worker, other = game_engine.worker(), game_engine.worker()
    for call in (
        worker.step,
        lambda: worker.play_until("acting"),
        lambda: worker.redeal(0, 1),
        lambda: other.copy_from(worker),
    ):
        with pytest.raises(ValueError, match="no game has been set up"):
            call()
    worker.play(3, 1, ())
    rows = worker.rows(ALL)
    worker.step()
    worker.play_until("losing")
    assert worker.phase == "game over" and same_rows(worker.rows(ALL), rows)


def test_a_redeal_needs_a_seat_of_the_game_and_a_key_from_0_up():
    worker = engine("random", "random").worker()
    worker.set_up(0)
    for seat, key in ((-1, 0), (2, 0), (0, -1)):
        with pytest.raises(InputError, match="no seat|The key"):
            worker.redeal(seat, key)


def test_playing_until_a_phase_and_a_round():
    worker = engine("random", "random").worker()
    worker.set_up(0)
    assert (worker.phase, worker.round) == ("beginning", 1)
    worker.play_until("placing", 4)
    assert (worker.phase, worker.round) == ("placing", 4)
    worker.play_until("placing", 2)
    assert worker.round == 4
    with pytest.raises(InputError, match=r'no phase "actng".*Did you mean "acting"'):
        worker.play_until("actng")
