"""The actions that Eleven's strategy `expert` tries before it acts (INF-5)."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from eleven.games import engine

from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.state import Order
from eoc_sim.simulator.eleven.strategy_api import END_DAY, FREE, PASS, step_refusal
from eoc_sim.simulator.kernel.memory import with_names
from eoc_sim.simulator.kernel.records import make_records

EXPERT = load_strategy("expert:candidates=5")
PARAMS: SimpleNamespace = EXPERT.named_parameters(EXPERT.parameter_record({}))


@cache
def begun_worker() -> Any:
    """Return a worker at the first day's first question."""
    worker = engine("balanced:effort=1", "balanced:effort=1", layer="season").worker()
    worker.set_up(0)
    worker.play_until("a day", 1)
    return worker


class Expert:
    """An expert in the seat that acts next, after its free action."""

    def __init__(self) -> None:
        worker = begun_worker().engine.worker()
        worker.copy_from(begun_worker())
        self.table = worker.part("table")
        self.seat = (int(self.table.first_manager) + int(self.table.turns_taken)) % 2
        self.me = worker.part("seats")[self.seat]
        self.table.free_taken = 1

    def ask(self, function: str, candidate: int = 0) -> tuple[int, Any]:
        """Return the expert's answer and its order."""
        order = make_records(Order.dtype, 1)[0]
        order.candidate = candidate
        call = with_names(EXPERT.functions[function], EXPERT.memory)
        return int(call(self.table, self.me, PARAMS, order)), order

    def action(self) -> tuple[int, int, int]:
        """Return the expert's legal action."""
        kind, order = self.ask("act")
        assert step_refusal(self.table, self.seat, kind, order) == 0
        return (kind, 0, 0) if kind in (PASS, END_DAY) else (kind, int(order.card), int(order.way))


def test_a_search_tries_different_actions():
    """INF-5: no action is tried twice, and a proposal holds for only one question."""
    expert = Expert()
    me = expert.me
    before = me.memory.copy()
    plan = expert.action()
    tried = []
    for number in range(1, 7):
        me.memory[:] = before
        proposed, order = expert.ask("propose", number)
        assert order.rollouts == 60
        assert proposed == (number <= 5)
        if proposed:
            tried.append(expert.action())
    assert len({plan, *tried}) == 6
    expert.table.asked_today += 1
    assert expert.action() == plan


def test_a_search_tries_nothing_when_no_action_is_left():
    """WEE-2: the plan can only end the day."""
    expert = Expert()
    expert.table.actions_taken = 1
    expert.table.resources[expert.seat, 2] = 0
    assert expert.action()[0] == END_DAY
    assert expert.ask("propose", 1)[0] == 0


def test_a_free_action_is_taken_without_a_search():
    """ACT-9: a free action does not use up one of the day's actions, so nothing else is tried."""
    expert = Expert()
    expert.table.free_taken = 0
    assert expert.ask("act")[0] == FREE
    assert expert.ask("propose", 1)[0] == 0


def test_an_expert_decides_everything_else_like_balanced():
    planner, expert = load_strategy("balanced").functions, EXPERT.functions
    assert set(expert) == {*planner, "propose"}
    assert {name for name in planner if planner[name] is not expert[name]} == {"act"}


@pytest.mark.parametrize(("spec", "effort"), [("expert", 1), ("expert:rollout_effort=3", 3)])
def test_rollouts_are_played_by_balanced_with_a_lower_effort(spec, effort):
    """INF-5: rollouts use a lower effort."""
    model = Engine.model_for(load_strategy(spec))
    assert model.name == "balanced"
    assert model.parameters == {**load_strategy("balanced").parameters, "effort": effort}
