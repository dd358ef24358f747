"""Envelopes of Cash, ready to be played from Python: the engine of one version of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc import serving
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import (
    REGION_NAMES,
)
from eoc_sim.simulator.eoc.components import Components, spots
from eoc_sim.simulator.eoc.entry import (
    serve,
)
from eoc_sim.simulator.eoc.facts import card_copies, clause_names
from eoc_sim.simulator.eoc.preparing import prepared_params
from eoc_sim.simulator.eoc.rules import RuleSet, check_deck, check_players
from eoc_sim.simulator.eoc.state import (
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_COACHES,
    MAX_PLAYERS,
    SPOTS,
    order_dtype,
    private_dtype,
    table_dtype,
)
from eoc_sim.simulator.eoc.trace_reading import Names
from eoc_sim.simulator.eoc.twins import Intervention
from eoc_sim.simulator.eoc.worker import Worker
from eoc_sim.simulator.eoc.yardstick import YARDSTICK
from eoc_sim.simulator.kernel.compiled import COMPILED, compile_apart
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.policies import join_policies, make_policies
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING, seating_code
from eoc_sim.simulator.kernel.strategy_files import (
    PREPARE,
    Strategy,
    StrategyFolders,
    compile_functions,
    load,
    params_dtype,
)

TOOLS = ("appraise", PREPARE)
"""Functions of strategies that no game asks for: what the formula of a drafter says (`appraisal`),
and what is worked out before the first game.
"""
MODEL = "balanced"
"""The strategy that stands for a player whose own is not to be known."""


def strategy_folders() -> StrategyFolders:
    """Where the built-in strategies are, and the functions a strategy may have."""
    folder = resources.files("eoc_sim.strategies.eoc")
    ids = {"card": MAX_CARDS, "coach": MAX_COACHES, "spot": SPOTS, "clause": MAX_CLAUSES}
    return StrategyFolders(
        Path(str(folder)), FUNCTIONS, private_dtype, ids, yardsticks=(YARDSTICK,), tools=TOOLS
    )


def load_strategy(spec: str) -> Strategy:
    """Load a strategy by name, file or preset, with ``:key=value`` settings behind it."""
    return load(spec, strategy_folders())


class Engine:
    """One version of the game: components, rules, a line-up and a seed, checked and compiled.

    Args:
        components: the cards, coaches, boards and map.
        rules: the resolved rule set.
        seats: the line-up, one loaded strategy a seat.
        seed: the seed of all random streams.
        seating: how the line-up takes its seats from game to game, one of ``SEATINGS``.
        strategy_ids: what the column ``strategy`` says for each entry of the line-up; by default
            equal strategies share a number, in order of first appearance.
        bubba_id: what it says for the Bubba Bot of a solo game; by default the next number.
        bans: what each entry of the line-up may not do, names of ``bans.names``; () nobody.

    Raises:
        InputError: a number of players, a deck or a seating that cannot be.
        StrategyError: a strategy that cannot be compiled.
    """

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
        check_players(rules, len(seats))
        check_deck(rules, len(seats), sum(card.copies for card in components.cards))
        if not 0 <= seed < 2**63:
            raise InputError(f"the seed {seed} is not a whole number from 0 to 2^63 - 1")
        self.components = components
        self.rules = rules
        self.seats = tuple(seats)
        self.seed = seed
        self.seating = seating
        self.seating_code = seating_code(seating)
        self.strategy_ids = tuple(strategy_ids or _shared_numbers(self.seats))
        self.bubba_id = max(self.strategy_ids) + 1 if bubba_id is None else bubba_id
        self.bans = tuple(bans)
        _check_stashes(components, rules)
        self._fallback = load_strategy_defaults()
        kernel = compile_apart(serve, serving.__name__, serving.compile_kernel.__name__)
        try:
            self.policies = self._with_rollouts(self.policies_of(self.seats))
        except BaseException:
            if kernel is not None:
                kernel.terminate()
            raise
        finally:
            if kernel is not None:
                kernel.wait()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an Engine holds addresses of compiled code, which mean nothing in another process; "
            "send what makes one: simulator.runs.recipe.Recipe"
        )

    @property
    def players(self) -> int:
        """The number of seats that strategies play."""
        return len(self.seats)

    @property
    def functions(self) -> np.ndarray:
        """The functions of the line-up, ``functions[entry, function]``."""
        return field_of(self.policies[0], "functions")

    def policies_of(self, strategies: Sequence[Strategy]) -> Any:
        """These strategies as the players of a game, one an entry of the line-up.

        Raises:
            InputError: more or fewer of them than players.
            StrategyError: a strategy that cannot be compiled.
        """
        if len(strategies) != self.players:
            raise InputError(
                f"{self.players} players are played by as many strategies, not by "
                f"{len(strategies)}."
            )
        dtypes = (table_dtype, private_dtype, order_dtype)
        functions = function_table(
            [compile_functions(one, self._fallback, FUNCTIONS, dtypes) for one in strategies]
        )
        defaults = None
        if any(self.bans):
            defaults = function_table(
                [compile_functions(self._fallback, self._fallback, FUNCTIONS, dtypes)]
            )[0]
        params = [_parameters(strategy, self.printed) for strategy in strategies]
        prepared = prepared_params(self, strategies, params)
        return make_policies(functions, prepared, MAX_PLAYERS, defaults)

    def _with_rollouts(self, policies: Any) -> Any:
        """The line-up's policies and, if anybody searches, those of each entry's rollouts."""
        if not any("propose" in strategy.functions for strategy in self.seats):
            return policies
        model = load_strategy(MODEL)
        return join_policies(
            [policies]
            + [
                self.policies_of([*[model] * entry, one, *[model] * (self.players - entry - 1)])
                for entry, one in enumerate(self.seats)
            ]
        )

    @cached_property
    def printed(self) -> dict[str, list[str]]:
        """The keys of strategies' data tables, each id's: a clause's is the card and its words."""
        names = self.names
        return {
            "card": names.cards, "coach": names.coaches, "spot": names.spots,
            "clause": clause_names(self.components),
        }

    @cached_property
    def names(self) -> Names:
        """The printed names that the trace uses."""
        components = self.components
        return Names(
            cards=[components.cards[row].number for row, _copy in card_copies(components)],
            coaches=[coach.number for coach in components.coaches],
            spots=[f"{spot.state}/{spot.slot}" for spot in spots(components)],
            nodes=[node.name for node in components.map.nodes],
        )

    @cached_property
    def models(self) -> Any:
        """The policies that stand for all players in a rollout: `MODEL` in every seat."""
        return self.policies_of([load_strategy(MODEL)] * self.players)

    def worker(self) -> Worker:
        """A worker with memory of its own: one a thread."""
        return Worker(self)

    def replay(
        self, game: int, intervention: Intervention | None = None
    ) -> list[dict[str, Any]]:
        """The trace of one game: a list of events, the first is ``setup``, the last ``final``.

        With an ``intervention`` it is the trace of the game's twin.

        Raises:
            StrategyError: a strategy did something illegal, or failed; it has the events so far.
        """
        worker = Worker(self)
        try:
            worker.play_traced(game, intervention)
        except StrategyError as error:
            error.events = worker.events()
            raise
        return worker.events()

    def function_owner(self, entry: int, function: str) -> Strategy:
        """The strategy whose code answers ``function`` for an entry of the line-up."""
        strategy = self.seats[entry]
        return strategy if function in strategy.functions else self._fallback


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


def load_strategy_defaults() -> Strategy:
    """The functions that a strategy falls back to when it lacks one of its own."""
    folders = strategy_folders()
    return load(str(folders.strategies / "defaults.py"), folders)


def compile_ahead(
    tell: Callable[[str, int, int], None], strategies: Sequence[Strategy] | None = None
) -> None:
    """Compile the engine, and meanwhile all functions of strategies: every one of the package.

    ``tell`` gets what is compiled next, how many parts are done, and how many there are. Functions
    that several strategies share are compiled with the first of them.
    """
    if strategies is None:
        strategies = [load_strategy(name) for name in strategy_folders().names()]
    parts = [
        (one, function) for one in strategies for function in (*FUNCTIONS, PREPARE)
        if function in FUNCTIONS or function in one.functions
    ]
    fallback, dtypes = load_strategy_defaults(), (table_dtype, private_dtype, order_dtype)
    kernel = compile_apart(serve, serving.__name__, serving.compile_kernel.__name__)
    try:
        for done, (strategy, function) in enumerate(parts):
            tell(f"{strategy.name}: {function}", done, len(parts) + 1)
            compile_functions(strategy, fallback, (function,), dtypes)
        tell("the rules", len(parts), len(parts) + 1)
        if kernel is not None:
            kernel.wait()
    except BaseException:
        if kernel is not None:
            kernel.terminate()
            kernel.wait()
        raise
    serving.compile_kernel()
    tell("", len(parts) + 1, len(parts) + 1)


def _shared_numbers(seats: Sequence[Strategy]) -> list[int]:
    seen: list[tuple[Any, ...]] = []
    numbers = []
    for strategy in seats:
        key = (strategy.name, strategy.hash, tuple(sorted(strategy.parameters.items())))
        if key not in seen:
            seen.append(key)
        numbers.append(seen.index(key))
    return numbers


def _parameters(strategy: Strategy, printed: Mapping[str, Sequence[str]]) -> Any:
    """A strategy's block of parameters, as the kernel or the Python function receives it."""
    record = strategy.parameter_record(printed)
    if not COMPILED:
        return strategy.named_parameters(record)
    block = np.zeros(1, params_dtype)
    block[0]["value"][:] = record
    return block[0]
