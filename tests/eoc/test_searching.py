"""What only searchers of Envelopes of Cash do; the rest is in ``kernel/test_searching.py``."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.tabletop import engine

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.twins import Fork, bucks, inert_card
from eoc_sim.simulator.kernel.compiled import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="rollouts in pure Python take minutes")


def test_a_twin_of_a_searchers_game_is_the_twin_replayed():
    kind = engine("expert:rollouts=60", "vegas", seed=3)
    fork = Fork(kind)
    rows = fork.play(5, ("cards",))["cards"]
    card = kind.components.cards[int(rows["card"][rows["played_month"] > 8][0])].number
    for one in (inert_card(card), bucks(0, month=9)):
        twin = fork.twin(one, tuple(TABLES))
        assert twin is not None
        replayed = kind.worker().play(5, 1, tuple(TABLES), one)
        assert all(np.array_equal(twin[table], replayed[table]) for table in TABLES)


def test_a_planner_that_would_buy_nothing_is_set_right():
    """What is worth less than 20 tenths of a star for an EC is not in the plan: hardly anything."""
    stars = [
        engine(f"expert:least_rate=20:rollouts={number}", "hoarder").worker()
        .play(0, 6, ["seats"])["seats"]["score"][::2].mean() for number in (0, 60)
    ]
    assert stars[1] > stars[0] + 20
