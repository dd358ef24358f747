"""Searches of Envelopes of Cash; general tests are in ``kernel/test_searching.py``."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.searchers import SEARCHED
from eoc.tabletop import engine
from kernel.searched_game import memory_value

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.twins import Fork, bucks, inert_card
from eoc_sim.simulator.kernel.compiled import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="rollouts in pure Python take minutes")


@pytest.mark.slow
def test_a_searchers_twin_equals_its_replay():
    game_engine = engine("expert:rollouts=60", "vegas", seed=3)
    fork = Fork(game_engine)
    rows = fork.play(5, ("cards",))["cards"]
    card = game_engine.components.cards[int(rows["card"][rows["played_month"] > 8][0])].number
    for change in (inert_card(card), bucks(0, month=9)):
        twin = fork.twin(change, tuple(TABLES))
        assert twin is not None
        replayed = game_engine.worker().play(5, 1, tuple(TABLES), change)
        assert all(np.array_equal(twin[table], replayed[table]) for table in TABLES)


@pytest.mark.slow
def test_a_search_corrects_a_planner_that_buys_nothing():
    """The plan leaves out nearly all purchases: those worth less than 20 stars per EC."""
    stars = [
        engine(f"expert:least_rate=20:rollouts={number}", "hoarder")
        .worker()
        .play(0, 6, ["seats"])["seats"]["score"][::2]
        .mean()
        for number in (0, 60)
    ]
    assert stars[1] > stars[0] + 20


JUDGE = """

def judge(table, me, params, order):
    return 100 * table.score[me.seat] if table.actions == 0 else 1000000
"""


def test_a_position_is_judged_after_the_players_own_turn(tmp_path):
    """This search looks only at the score, which a played card raises at once."""
    buyer = SEARCHED.buyer.replace("order.caution", "order.horizon = 1\n    order.caution") + JUDGE
    worker = SEARCHED.worker_of(tmp_path, buyer, "balanced")
    worker.set_up(0)
    while memory_value(worker, 0, "wish") == 0 and worker.phase != "game over":
        worker.step()
    assert memory_value(worker, 0, "wish") == 2


@pytest.mark.slow
def test_judged_rollouts_beat_as_many_rollouts_to_the_end():
    tables = [
        engine(f"expert:rollouts=60:horizon={number}", *["balanced"] * 3, seating="rotate")
        .worker()
        .play(0, 40, ["seats"])["seats"]
        for number in (1, 0)
    ]
    judged, played_out = (seats["score"][seats["strategy"] == 0].mean() for seats in tables)
    assert judged > played_out
