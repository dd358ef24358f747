"""Random play draws every legal action with the same probability."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from random_entry import ask_repeatedly

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.decisions import BET, END_TURN, MARKET, MOVE, RUNNER, SIGN, TRADE
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.state import Private
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.memory import named_type
from eoc_sim.strategies.eoc.random import MAX_ACTIONS, MEMORY

SINGLE = 0
"""A state with one recruit, where the bus is."""


def table_of(worker):
    """Return the table's record, whose fields can be set in either mode."""
    return worker.states["table"].view(np.recarray)[0] if COMPILED else worker.state.table


@pytest.fixture
def worker():
    """Return a worker whose seat 0 has nothing to spend or sign and can only end the turn."""
    worker = Engine(
        load(None), resolve("standard", {}), [load_strategy("random")] * 4, seed=3
    ).worker()
    worker.play(0, 1, [])
    table = table_of(worker)
    table.month = 4
    for name in ("free_moves", "free_bets", "free_runners", "bucks", "in_play_count"):
        getattr(table, name)[0] = 0
    table.marketed[0] = 0
    table.coach[0] = -1
    table.mat[0, :] = 0
    table.calendar_card[0, :] = -1
    table.spot_owner[:] = 1
    table.node[0] = table.state_node[SINGLE]
    return worker


def draws(worker, number: int, same_turn: bool = False) -> Counter:
    answers = np.full((number, 6), -1, np.int64)
    if COMPILED:
        tables, orders = worker.states["table"], worker.states["order"]
        private = worker.states["seats"][0].view(named_type(Private.dtype, MEMORY))
    else:
        tables, private, orders = [worker.state.table], worker.state.seats, [worker.state.order]
    ask_repeatedly(tables, private, orders, answers, same_turn)
    return Counter(tuple(answer) for answer in answers.tolist())


def assert_uniform(counts: Counter, legal: int) -> None:
    assert len(counts) == legal
    number = counts.total()
    mean = number / legal
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    # Five standard deviations above the mean of the chi-square distribution.
    assert chi_square < legal - 1 + 5 * (2 * (legal - 1)) ** 0.5 + 1


def steps_from_here(table) -> int:
    here = table.node[0]
    around = table.neighbour[here][: table.neighbours[here]]
    return sum(int(table.node_hq[node]) < 0 for node in around)


NUMBER = 20000 if COMPILED else 2000


def test_random_ends_its_turn_if_nothing_else_is_legal(worker):
    assert {answer[0] for answer in draws(worker, 100)} == {END_TURN}


def test_steps_and_campaigns(worker):
    table = table_of(worker)
    table.free_moves[0] = 1
    table.bucks[0] = 3
    counts = draws(worker, NUMBER)
    assert {answer[0] for answer in counts} == {END_TURN, MARKET, MOVE}
    assert_uniform(counts, 1 + 2 + steps_from_here(table))


def test_bets_runners_and_a_recruit(worker):
    table = table_of(worker)
    spot, region = table.state_spot[SINGLE, 0], table.state_region[SINGLE, 0]
    assert table.state_region[SINGLE, 1] < 0
    table.spot_owner[spot] = -1
    table.package[0, spot, :] = 0
    table.mat[0, region] = 5
    table.bucks[0] = 1
    table.marketed[0] = 1
    counts = draws(worker, NUMBER)
    assert {answer[0] for answer in counts} == {END_TURN, TRADE, MOVE, RUNNER, SIGN, BET}
    assert_uniform(counts, 1 + 6 + steps_from_here(table) + 1 + 1 + 36)


def test_an_endless_turn_is_stopped(worker):
    """ACT-0: with endless free bets, random play ends its turn before the engine stops the run."""
    table = table_of(worker)
    table.free_bets[0] = 10_000
    # More actions than the longest turn allows.
    number = 4 * MAX_ACTIONS
    ended = draws(worker, number, same_turn=True)[END_TURN, -1, -1, -1, -1, -1]
    assert ended > number - MAX_ACTIONS
