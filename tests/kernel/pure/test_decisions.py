"""Declared decisions, compared with the fields of an order that rules read."""

from __future__ import annotations

from collections import defaultdict

import pytest

from eoc_sim.games import contract_of
from eoc_sim.simulator.eoc.state import Order
from eoc_sim.simulator.kernel.decisions import Decisions
from eoc_sim.simulator.kernel.records import PlainRecord


@pytest.mark.parametrize("game", ["eoc", "stadium"])
def test_the_rules_read_only_the_fields_that_a_decision_declares(game: str):
    contract = contract_of(game)
    decisions = contract.decisions
    players = [contract.strategy("random")] * contract.usual_players
    worker = contract.engine(players, settings=decisions.required_settings).worker()
    box, fields_read = worker.state.box, defaultdict(set)

    class WatchedOrder(PlainRecord):
        def __getattribute__(self, name: str):
            if name in decisions.order.fields and not box.answering:
                fields_read[decisions.declarations[box.function].name].add(name)
            return super().__getattribute__(name)

    object.__setattr__(worker.state.order, "__class__", WatchedOrder)
    worker.play(0, 2, [])
    fields_read["final_campaign"].discard("take")  # checked as in a turn, but not declared
    for decision in decisions.declarations:
        assert fields_read[decision.name] <= decision.fields | {"kind"}, decision.name
    assert len(fields_read) > len(decisions.declarations) - 4


def test_an_unknown_field_of_an_order_is_refused():
    decisions = Decisions(Order)
    with pytest.raises(ValueError, match='The order has no field "crd". Did you mean "card"'):
        decisions.decision("buy", moment="", fills="{crd}", returns="")
