"""A table in pure Python at which managers make one deal with prepared answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from eleven.games import engine

from eoc_sim.simulator.eleven import actions, auction, deals, market, modules_play, offers, sources
from eoc_sim.simulator.eleven.cards import lose_card, move_card, show
from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_state import Deal
from eoc_sim.simulator.eleven.state import ACTING, clear_order
from eoc_sim.simulator.kernel.asking import blame
from eoc_sim.simulator.kernel.records import make_records
from eoc_sim.simulator.kernel.tracing import trace_dtype

MODULES: Sequence[ModuleType] = (actions, auction, offers, market)


@cache
def workers() -> tuple[Any, Any]:
    """Return a worker with a game set up, and one to copy it to."""
    game_engine = engine(*["random"] * 4, layer="season", transfers="on", market="on")
    first, second = game_engine.worker(), game_engine.worker()
    first.set_up(0)
    return first, second


class DealTable:
    """Managers on the Tuesday of week 2; seat 0, the first in turn order, acts."""

    def __init__(self, patch: Any, managers: int = 3, **settings: str) -> None:
        self.patch = patch
        first, self.worker = workers()
        self.worker.copy_from(first)
        self.state = self.worker.state
        self.table = table = self.state.table
        table.managers = managers
        for name, code in (
            RULES.resolve("standard", {"transfers": "on", **settings}).encode().items()
        ):
            setattr(table, f"rule_{name}", code)
        self.trace = make_records(trace_dtype, 1)[0]
        self.trace.position = 1
        self.numbers = self.worker.engine.names.source
        table.week, table.day, table.phase = 2, 1, ACTING
        table.first_manager = table.turns_taken = 0
        table.actions_taken = table.extras_taken = table.asked_today = table.day_over = 0
        table.resources[:] = 0
        table.held_count[:] = 0
        for card in range(len(table.owner)):
            if table.owner[card] >= 0:
                lose_card(self.state, card)
        for me in self.state.seats:
            me.trained[:] = 0
        self.script: list[tuple[int, str, int, dict[str, Any]]] = []
        for module in MODULES:
            if hasattr(module, "ask"):
                patch.setattr(module, "ask", self.ask)

    def card(self, number: str) -> int:
        """Return the card with this printed number."""
        return int(self.numbers.index(number))

    def money(self, *amounts: int) -> DealTable:
        """Give the managers these amounts of money, in the order of seats."""
        self.table.resources[: len(amounts), 0] = amounts
        return self

    def give(self, seat: int, number: str, strength: int, trained: bool = False) -> int:
        """Give a manager a card whose visible side has this strength."""
        table, card = self.table, self.card(number)
        move_card(table, card, seat)
        table.lies[card] = sources.WITH_MANAGER
        table.side_strength[card], table.is_trained[card] = strength, int(trained)
        show(self.state, seat, card)
        return card

    def says(self, seat: int, decision: str, answer: int = 1, **fields: Any) -> DealTable:
        """Prepare the next answer; a string in its fields is a card's printed number."""
        self.script.append((seat, decision, int(answer), fields))
        return self

    def ask(self, state: Any, policies: Any, seat: int, function: Any) -> int:
        """Give the next prepared answer, which must be for this seat and decision."""
        decision = DECISIONS.declarations[int(function)].name
        assert self.script, f"seat {seat} has no prepared answer to {decision}"
        expected_seat, expected_decision, answer, fields = self.script.pop(0)
        assert (seat, decision) == (expected_seat, expected_decision)
        clear_order(state.order)
        blame(state, seat, function)
        for name, value in fields.items():
            setattr(state.order, name, self.card(value) if isinstance(value, str) else value)
        return answer

    def play(self) -> int:
        """Play until no prepared answer is left; return 0 or the refusal."""
        while self.script or self.table.phase != ACTING or self.state.box.frames > 0:
            refusal = self.step()
            if refusal > 0:
                return refusal
        return 0

    def step(self) -> int:
        """Play one step; return 0 or the refusal."""
        return int(modules_play.play_step(self.state, self.trace, None))

    def refused(self) -> str:
        """Play up to a refusal; check that it changes nothing, and return its message."""
        refusal = 0
        while refusal == 0:
            before = self.visible_state()
            refusal = self.step()
        assert self.visible_state() == before
        return DECISIONS.refusals[int(refusal)].words

    def visible_state(self) -> list[Any]:
        """Return the part of the state that a refusal must not change."""
        table = self.table
        arrays = (table.resources, table.owner, table.earned, table.vp_sold)
        deal = [getattr(table, name) for name in Deal.fields if name.startswith("deal")]
        return [*(array.tolist() for array in arrays), deal, self.trace.position + 0]

    def record_effects(self, effects: list[tuple[int, int]]) -> None:
        """Record the seats and moments of effects from now on."""
        self.patch.setattr(
            deals,
            "push_effects",
            lambda state, seat, moment, source: effects.append((seat, moment)),
        )

    def events(self) -> list[dict[str, Any]]:
        """Return the events so far."""
        return EVENTS.read(self.trace, self.worker.engine.names)

    def kinds(self) -> str:
        """Return the names of the events so far."""
        return " ".join(event["e"] for event in self.events())

    def sale(self) -> dict[str, Any]:
        """Return the only sale."""
        (sale_event,) = [event for event in self.events() if event["e"] == "sale"]
        return sale_event
