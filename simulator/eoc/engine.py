"""The engine, which plays one version of Envelopes of Cash from Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar

from eoc_sim.simulator.eoc.bans import write_bans
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.components import Components, spots
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.entry import PLAYED_GAME, serve
from eoc_sim.simulator.eoc.facts import card_copies, clause_names, write_facts
from eoc_sim.simulator.eoc.rules import RuleSet
from eoc_sim.simulator.eoc.state import (
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_COACHES,
    PHASE_NAMES,
    SPOTS,
    state_dtype,
)
from eoc_sim.simulator.eoc.twins import read
from eoc_sim.simulator.eoc.worker import Worker
from eoc_sim.simulator.eoc.yardstick import YARDSTICKS
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.kernel.strategy import PREPARE, Strategy

TOOLS = ("appraise", PREPARE)
"""Functions that a strategy may define but no game calls.

``appraise`` values cards by a drafting formula (`appraisal`). ``prepare`` fills tables before the
first game.
"""
SEEN_ONLY = ("balanced", "random", *YARDSTICKS)
"""Strategies that look at no unseen card, not even in ``prepare``.

Searching strategies do look at unseen cards, since they redeal them; so do the default functions in
an auction.
"""


KERNEL = Kernel(
    __name__, serve, state_dtype, TABLES, DECISIONS.names, PHASE_NAMES, PLAYED_GAME.round_field
)


class Engine(GameEngine[Worker]):
    """One version of the game, checked and compiled.

    Args:
        components: the cards, coaches, boards and map.
        rules: the resolved rule set.
        bubba_id: the value of the column ``strategy`` for the Bubba Bot of a solo game; by default
            one more than the highest id of the line-up.
        bans: the bans of each entry of the line-up, as `bans.read_bans` returns them; () for none.

    The other arguments are those of `GameEngine`.

    Raises:
        InputError: the number of players, the deck or the seating is invalid.
        StrategyError: a strategy cannot be compiled.
    """

    kernel = KERNEL
    worker_type = Worker
    write_facts = staticmethod(write_facts)
    read_twin = staticmethod(read)
    strategies = "eoc_sim.strategies.eoc"
    max_ids: ClassVar = {
        "card": MAX_CARDS,
        "coach": MAX_COACHES,
        "spot": SPOTS,
        "clause": MAX_CLAUSES,
    }
    strategy_options: ClassVar = {
        "yardsticks": YARDSTICKS,
        "tools": TOOLS,
        "seen_only": SEEN_ONLY,
    }
    components: Components
    rules: RuleSet

    def __init__(
        self,
        components: Components,
        rules: RuleSet,
        seats: Sequence[Strategy],
        seed: int,
        seating: str = DEFAULT_SEATING,
        strategy_ids: Sequence[int] | None = None,
        bubba_id: int | None = None,
        bans: Sequence[frozenset[str]] = (),
    ) -> None:
        self._bubba_id = bubba_id
        self.bans = tuple(bans)
        super().__init__(components, rules, seats, seed, seating, strategy_ids)

    @property
    def bubba_id(self) -> int:
        """The value of the column ``strategy`` for the Bubba Bot."""
        return max(self.strategy_ids) + 1 if self._bubba_id is None else self._bubba_id

    def strategy_column_ids(self) -> Sequence[int]:
        """Return the ids of the line-up and of Bubba (SOLO-9)."""
        return [*self.strategy_ids, self.bubba_id]

    def write_into(self, table: Any, box: Any) -> None:
        """Write the facts into cleared records."""
        super().write_into(table, box)
        if any(self.bans):
            write_bans(box, self.components, self.bans)

    def replacement_functions(self) -> list[Any] | None:
        """Return the default functions if a seat is restricted.

        They answer when the seat's own order is banned.
        """
        return self.compile(self.fallback) if any(self.bans) else None

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed names of ids.

        A clause is named by its card and its words.
        """
        components = self.components
        return SimpleNamespace(
            card=[components.cards[row].number for row, _copy in card_copies(components)],
            coach=[coach.number for coach in components.coaches],
            spot=[f"{spot.state}/{spot.slot}" for spot in spots(components)],
            place=[node.name for node in components.map.nodes],
            clause=clause_names(components),
        )


strategy_folders, load_strategy = Engine.folders, Engine.load_strategy
