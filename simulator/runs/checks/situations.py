"""A strategy's decisions in games, in a form that can be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.asking_again import ask_again
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.running import Running
from eoc_sim.simulator.kernel.worker import GameWorker

Answer = tuple[int, bytes, bytes]
"""A decision's answer: return value, order, and the memory afterwards."""


@dataclass(frozen=True)
class Situation:
    """A decision to be made: seat, function and state.

    ``saved_game`` is a worker with the game at rest before the decision; the next situation
    overwrites that game.
    """

    saved_game: GameWorker
    game: int
    seat: int
    function: int

    @property
    def words(self) -> str:
        """The decision and its place in the game, in words."""
        function = self.saved_game.engine.kernel.functions[self.function]
        where = self.saved_game.round_names[self.saved_game.round]
        return f"{function} in game {self.game}, {where}, seat {self.seat + 1}"

    def ask(self, worker: GameWorker, times: int = 1) -> Answer:
        """Ask the strategy ``times`` times in a worker's state."""
        set_field(worker.part("table"), "turn", self.seat)
        memory = field_of(worker.part("seats")[self.seat], "memory")
        order = worker.states[:1]["order"].view(np.uint8)
        with Running(lambda: f"strategy {worker.engine.seats[0].name}: {self.words}, asked again"):
            answer = int(
                ask_again(
                    worker.states,
                    worker.engine.policies,
                    self.seat,
                    self.function,
                    times,
                    np.zeros_like(memory),
                    order,
                )
            )
        return answer, order.tobytes(), memory.tobytes()


def situations(
    engine: GameEngine[Any], game: int, worker: GameWorker, saved_game: GameWorker
) -> Iterator[Situation]:
    """Yield the decisions of the line-up's first entry in one game.

    ``worker`` plays the game. If several seats decide simultaneously, only the last seat's decision
    is yielded. Decisions during set-up are left out.
    """
    worker.set_up(game)
    while worker.phase != engine.kernel.phases[-1]:
        saved_game.copy_from(worker)
        decisions = int(field_of(worker.part("box"), "decisions"))
        worker.step()
        box = worker.part("box")
        seat = int(field_of(worker.part("table"), "turn"))
        is_asked = int(field_of(box, "decisions")) > decisions
        if is_asked and int(field_of(box, "entry")[seat]) == 0:
            yield Situation(saved_game, game, seat, int(field_of(box, "function")))
