"""Envelopes of Cash's engine: one version of the game, ready for Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.bans import write_bans
from eoc_sim.simulator.eoc.columns import REGION_NAMES
from eoc_sim.simulator.eoc.components import Components, spots
from eoc_sim.simulator.eoc.facts import card_copies, clause_names, write_facts
from eoc_sim.simulator.eoc.rules import RuleSet, check_deck, check_players
from eoc_sim.simulator.eoc.serving import KERNEL
from eoc_sim.simulator.eoc.state import (
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_COACHES,
    MAX_PLAYERS,
    SPOTS,
)
from eoc_sim.simulator.eoc.twins import read
from eoc_sim.simulator.eoc.worker import Worker
from eoc_sim.simulator.eoc.yardstick import YARDSTICKS
from eoc_sim.simulator.kernel.engine import GameEngine, package_strategies
from eoc_sim.simulator.kernel.records import field_of, set_field
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.strategy_files import PREPARE, Strategy, StrategyFolders, load

TOOLS = ("appraise", PREPARE)
"""Functions of strategies that no game asks for.

They return a drafting formula's worths (`appraisal`), and prepare tables before the first game.
"""
SEEN_ONLY = ("balanced", "random", *YARDSTICKS)
"""Strategies that look at no unseen card, including in ``prepare``.

Searching strategies do, since they redeal unseen cards; so do the defaults of an auction.
"""


def strategy_folders() -> StrategyFolders:
    """Locate the built-in strategies and declare their possible functions."""
    return package_strategies(
        "eoc_sim.strategies.eoc",
        KERNEL,
        {"card": MAX_CARDS, "coach": MAX_COACHES, "spot": SPOTS, "clause": MAX_CLAUSES},
        yardsticks=YARDSTICKS,
        tools=TOOLS,
        api="eoc_sim.simulator.eoc.strategy_api",
        model="balanced",
        seen_only=SEEN_ONLY,
    )


def load_strategy(spec: str) -> Strategy:
    """Load a strategy by name, file or preset, with ``:key=value`` settings."""
    return load(spec, strategy_folders())


class Engine(GameEngine[Worker]):
    """One version of the game, checked and compiled.

    Args:
        components: the cards, coaches, boards and map.
        rules: the resolved rule set.
        bubba_id: the value of the column ``strategy`` for the Bubba Bot of a solo game; by default
            the next number.
        bans: the bans of each entry of the line-up, names of ``bans.names``; () for none.

    The others are those of `GameEngine`.

    Raises:
        InputError: the number of players, the deck or the seating is invalid.
        StrategyError: a strategy cannot be compiled.
    """

    kernel = KERNEL
    worker_type = Worker
    read_twin = staticmethod(read)
    folders = staticmethod(strategy_folders)
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

    def check(self) -> None:
        """Refuse players, a deck or stashes that the rules do not allow."""
        check_players(self.rules, self.players)
        check_deck(self.rules, self.players, self.components.deck_size)
        _check_stashes(self.components, self.rules)

    @property
    def bubba_id(self) -> int:
        """Return the value of the column ``strategy`` for the Bubba Bot."""
        return max(self.strategy_ids) + 1 if self._bubba_id is None else self._bubba_id

    def write_version(self, state: Any) -> None:
        """Write the facts, which no game changes, into a new state."""
        table, box = field_of(state, "table"), field_of(state, "box")
        write_facts(table, box, self.components, self.rules)
        set_field(table, "players", self.players)
        # In solo the entry behind the line-up is Bubba (SOLO-9).
        ids = [*self.strategy_ids, self.bubba_id]
        set_field(box, "strategy", np.array(ids[:MAX_PLAYERS], np.int32))
        if any(self.bans):
            write_bans(box, self.components, self.bans)

    def answering_defaults(self) -> list[Any] | None:
        """Return the default functions, which answer for restricted seats without breaking bans."""
        return self.compiled(self.fallback) if any(self.bans) else None

    @cached_property
    def printed(self) -> dict[str, list[str]]:
        """Return the keys of strategies' data tables, in the order of ids.

        The key of a clause is its card and its words.
        """
        names = self.names
        return {
            "card": names.cards,
            "coach": names.coaches,
            "spot": names.spots,
            "clause": clause_names(self.components),
        }

    @cached_property
    def names(self) -> SimpleNamespace:
        """The printed names that the trace uses."""
        components = self.components
        return SimpleNamespace(
            cards=[components.cards[row].number for row, _copy in card_copies(components)],
            coaches=[coach.number for coach in components.coaches],
            spots=[f"{spot.state}/{spot.slot}" for spot in spots(components)],
            nodes=[node.name for node in components.map.nodes],
        )


def _check_stashes(components: Components, rules: RuleSet) -> None:
    """Refuse starter stashes with a card that is not in play (SET-8)."""
    if rules["stash"] != "starter":
        return
    copies = {card.number: card.copies for card in components.cards}
    for region, numbers in components.stashes.items():
        for number in numbers:
            if not copies.get(number):
                raise InputError(
                    f"stash = starter: card {number} of the {REGION_NAMES[region]} stash has 0 "
                    "copies; put it into play or choose another stash mode (SET-8)"
                )
