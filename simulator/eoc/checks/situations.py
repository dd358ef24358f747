"""Decisions of a strategy as they come in games, each of which can be asked again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import MONTH_NAMES
from eoc_sim.simulator.eoc.engine import Engine
from eoc_sim.simulator.eoc.state import GAME_OVER, MEMORY, PHASE_NAMES, clear_order
from eoc_sim.simulator.eoc.worker import Worker
from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.records import field_of, set_field

Answer = tuple[int, bytes, bytes]
"""What a decision is: what was returned, the order, the memory that is left."""


@compiled_entry
def ask_again(
    states: Any, players: Any, seat: int, function: int, times: int, memory: Any
) -> int:
    """Ask a seat's strategy the same so many times; its last answer.

    It remembers before each time what it remembers now, which ``memory`` (int32[MEMORY]) gets.
    """
    state = states[0]
    me = state.seats[seat]
    entry = state.box.entry[seat]
    draws = me.draws + 0
    for place in range(MEMORY):
        memory[place] = me.memory[place]
    answer = 0
    for _ in range(times):
        for place in range(MEMORY):
            me.memory[place] = memory[place]
        me.draws = draws
        clear_order(state.order)
        answer = call(
            players[0].functions, entry, function, state.table, me, players[0].params[entry],
            state.order,
        )
    return answer


@dataclass(frozen=True)
class Situation:
    """A decision that is to be made: by which seat, with which function, in which state.

    ``before`` holds the game as it rests before it; the next situation overwrites it.
    """

    before: Worker
    game: int
    seat: int
    function: int

    @property
    def words(self) -> str:
        """Where it is, in words."""
        month = MONTH_NAMES[self.before.month]
        return f"{FUNCTIONS[self.function]} in game {self.game}, {month}, seat {self.seat}"

    def asked(self, worker: Worker, times: int = 1) -> Answer:
        """What the strategy answers in a worker's state, asked so many times."""
        set_field(worker.part("table"), "turn", self.seat)
        answer = int(ask_again(
            worker.states, worker.engine.policies, self.seat, self.function, times,
            np.zeros(MEMORY, np.int32),
        ))
        memory = field_of(worker.part("seats")[self.seat], "memory")
        return answer, worker.part("order").tobytes(), memory.tobytes()


def situations(engine: Engine, game: int, worker: Worker, before: Worker) -> Iterator[Situation]:
    """Decisions of the first of the line-up in one game, as ``worker`` plays it.

    Of those that all seats make at once only the last seat's comes, and none of the set-up's.
    """
    worker.set_up(game)
    while worker.phase != PHASE_NAMES[GAME_OVER]:
        before.copy_from(worker)
        decisions = int(field_of(worker.part("box"), "decisions"))
        worker.step()
        box = worker.part("box")
        seat = int(field_of(worker.part("table"), "turn"))
        asked = int(field_of(box, "decisions")) > decisions
        if asked and int(field_of(box, "entry")[seat]) == 0:
            yield Situation(before, game, seat, int(field_of(box, "asked")))
