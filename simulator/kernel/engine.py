"""The part of the engine that all games share.

A game's own engine is a `GameEngine` that writes the game's facts and refuses what cannot be
played; its workers are instances of `kernel.worker.GameWorker`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

import numpy as np

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.kernel.compiled import COMPILED, compile_apart
from eoc_sim.simulator.kernel.policies import join_policies
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field, set_record
from eoc_sim.simulator.kernel.requests import PREPARE as PREPARE_ENTRY
from eoc_sim.simulator.kernel.running import Running
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING, seating_code
from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.kernel.strategy import PREPARE, PROPOSE, Strategy, params_dtype
from eoc_sim.simulator.kernel.strategy_compiler import compile_functions
from eoc_sim.simulator.kernel.strategy_files import load
from eoc_sim.simulator.kernel.strategy_folders import StrategyFolders
from eoc_sim.simulator.kernel.worker import GameWorker

MODEL = "balanced"
"""The strategy that stands in for unknown players in rollouts."""
MODEL_PREFIX = "rollout_"
"""The prefix of a strategy's parameters that are passed to its model."""
W = TypeVar("W", bound=GameWorker)
"""A game's own type of worker."""


class GameEngine(ABC, Generic[W]):
    """One version of a game: components, rules, line-up and seed, compiled.

    A game's own engine defines the class attributes, the property ``names`` and, if the game has
    twins, ``read_twin``.

    Args:
        components: the game's components, which have a ``hash``.
        rules: the rule set.
        seats: the line-up, one loaded strategy per seat.
        seed: the seed of all random streams.
        seating: the way the line-up changes seats from game to game, one of ``SEATINGS``.
        strategy_ids: the value of the column ``strategy`` for each entry of the line-up; by
            default, strategies are numbered in order of first appearance, and equal ones share a
            number.

    Raises:
        InputError: the seed or seating is invalid, or the arguments do not go together.
        StrategyError: a strategy cannot be compiled.
    """

    kernel: Kernel
    """The version's kernel; in the class, the one for the standard rules."""
    worker_type: type[W]
    write_facts: Callable[[Any, Any, Any, Any], None]
    """Writes facts into the records ``table`` and ``box``, from components and rules."""
    noun: ClassVar[str] = "players"
    """The field of ``table`` that counts the players.

    The first event lists them under this name.
    """
    strategies: ClassVar[str]
    """The package of the game's strategies."""
    max_ids: ClassVar[Mapping[str, int]]
    """The maximum number of ids for each key of strategies' data tables."""
    strategy_options: ClassVar[Mapping[str, Any]] = {}
    """Further arguments for `StrategyFolders`."""
    scratch: ClassVar[tuple[str, ...]] = ()
    """The fields of ``me`` that helpers in ``strategy_api`` may change."""

    def __init__(
        self,
        components: Any,
        rules: Any,
        seats: Sequence[Strategy],
        seed: int,
        seating: str = DEFAULT_SEATING,
        strategy_ids: Sequence[int] | None = None,
    ) -> None:
        if not 0 <= seed < 2**63:
            raise InputError(f"The seed {seed} is not a whole number from 0 to 2^63 - 1.")
        self.components = components
        self.rules = rules
        self.kernel = self.kernel_of(rules)
        self.seats = tuple(seats)
        self.check()
        self.seed = seed
        self.seating = seating
        self.seating_code = seating_code(seating)
        self.strategy_ids = tuple(strategy_ids or _default_strategy_ids(self.seats))
        self.fallback = load_defaults(self.folders())
        self._kernel_process = compile_kernel_apart(self.kernel)
        try:
            self.policies = self.line_up_policies()
        except BaseException:
            if self._kernel_process is not None:
                self._kernel_process.terminate()
            raise
        finally:
            self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        """Wait for the process that compiles the kernel, if there is one."""
        if self._kernel_process is not None:
            self._kernel_process.wait()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an Engine holds addresses of compiled code, which mean nothing in another process; "
            "send a simulator.runs.recipe.Recipe instead"
        )

    @classmethod
    def kernels(cls) -> tuple[Kernel, ...]:
        """Return all kernels, which have the same records, tables and functions."""
        return (cls.kernel,)

    @classmethod
    def kernel_of(cls, rules: Any) -> Kernel:
        """Return the kernel that plays these rules."""
        return cls.kernel

    @classmethod
    def folders(cls) -> StrategyFolders:
        """Locate the game's strategies and declare their possible functions."""
        _, me, _ = cls.kernel.strategy_records
        return StrategyFolders(
            Path(str(resources.files(cls.strategies))),
            cls.kernel.functions,
            me,
            cls.max_ids,
            api=f"{cls.__module__.rpartition('.')[0]}.strategy_api",
            **{"model": MODEL, **cls.strategy_options},
        )

    @classmethod
    def load_strategy(cls, spec: str) -> Strategy:
        """Load a strategy by name, file or preset, with ``:key=value`` settings."""
        return load(spec, cls.folders())

    @staticmethod
    def read_twin(text: str) -> Any:
        """Read the change that makes a twin.

        Raises:
            InputError: it cannot be read, or the game has no twins.
        """
        raise InputError(f'"{text}" cannot be played: this game has no twins.')

    @cached_property
    @abstractmethod
    def names(self) -> SimpleNamespace:
        """The printed names of ids, by kind, such as ``names.card[0]``.

        Traces, messages and strategies' data tables use them.
        """

    @cached_property
    def printed_ids(self) -> dict[str, Sequence[str]]:
        """The printed names of ids, for each key of strategies' data tables."""
        return {word: getattr(self.names, word) for word in self.max_ids}

    def write_version(self, state: Any) -> None:
        """Write the facts, the same in all games, into a new state."""
        for name, (dtype, facts) in self._facts.items():
            set_record(state, name, facts, dtype)

    @cached_property
    def _facts(self) -> dict[str, tuple[np.dtype, Any]]:
        """The types and initial values of ``table`` and ``box`` in new states."""
        fields = self.kernel.state.fields
        assert fields is not None
        types = {name: fields[name][0] for name in ("table", "box")}
        facts = {name: make_records(dtype, 1)[0] for name, dtype in types.items()}
        self.write_into(**facts)
        return {name: (dtype, facts[name]) for name, dtype in types.items()}

    def write_into(self, table: Any, box: Any) -> None:
        """Write the facts into cleared records."""
        self.write_facts(table, box, self.components, self.rules)
        set_field(table, self.noun, self.players)
        ids = self.strategy_column_ids()[: self.kernel.max_players]
        set_field(box, "strategy", np.array(ids, np.int32))

    def strategy_column_ids(self) -> Sequence[int]:
        """Return the ids of all entries' strategies, including automatic opponents'."""
        return self.strategy_ids

    def check(self) -> None:
        """Refuse components, rules and players that do not go together."""
        self.rules.check_game(self.components, self.players)

    def worker(self) -> W:
        """Make a worker with its own memory; each thread needs one."""
        return self.worker_type(self)

    @property
    def players(self) -> int:
        """The number of seats that strategies play."""
        return len(self.seats)

    @property
    def functions(self) -> np.ndarray:
        """The line-up's functions, as ``functions[entry, function]``."""
        return field_of(self.policies[0], "functions")

    def line_up_policies(self) -> Any:
        """Return the line-up's policies, then each entry's policies for rollouts.

        The latter are left out if no strategy searches.
        """
        policies = self.policies_of(self.seats)
        if not any(PROPOSE in strategy.functions for strategy in self.seats):
            return policies
        rollouts = []
        for entry, seat in enumerate(self.seats):
            players = [self.model_for(seat)] * self.players
            players[entry] = seat
            rollouts.append(self.policies_of(players))
        return join_policies([policies, *rollouts])

    @classmethod
    def model_for(cls, strategy: Strategy) -> Strategy:
        """Load the model of the other players for a strategy's rollouts.

        A parameter ``rollout_NAME`` of the strategy sets the model's parameter ``NAME``.
        """
        folders = cls.folders()
        settings = [
            f"{name.removeprefix(MODEL_PREFIX)}={value:g}"
            for name, value in strategy.parameters.items()
            if name.startswith(MODEL_PREFIX)
        ]
        return load(":".join((folders.model, *settings)), folders)

    @cached_property
    def models(self) -> Any:
        """The policies for rollouts: the game's model in every seat."""
        folders = self.folders()
        return self.policies_of([load(folders.model, folders)] * self.players)

    def replacement_functions(self) -> list[Any] | None:
        """Return the functions whose orders replace banned orders, or None."""
        return None

    def policies_of(self, strategies: Sequence[Strategy]) -> Any:
        """Make policies from these strategies, one per entry of the line-up.

        Raises:
            InputError: the number of strategies is not the number of players.
            StrategyError: a strategy cannot be compiled.
        """
        if len(strategies) != self.players:
            raise InputError(
                f"{self.players} players need {self.players} strategies, not {len(strategies)}."
            )
        functions = [self.compile(strategy) for strategy in strategies]
        defaults = self.replacement_functions()
        params = [_parameters(strategy, self.printed_ids) for strategy in strategies]
        return self.kernel.policies(functions, prepare_params(self, strategies, params), defaults)

    def compile(self, strategy: Strategy) -> list[Any]:
        """Compile all of a strategy's functions, with defaults for missing ones."""
        kernel = self.kernel
        return compile_functions(
            strategy, self.fallback, kernel.functions, kernel.strategy_records, kernel.asks
        )

    def replay(self, game: int, intervention: Any = None) -> list[dict[str, Any]]:
        """Trace one game, and return its events from ``setup`` to ``final``.

        With an ``intervention``, trace the game's twin instead.

        Raises:
            StrategyError: a strategy acted illegally or failed; the error has the events up to
                that point.
            InputError: the intervention's target does not exist.
        """
        worker = self.worker()
        try:
            worker.play_traced(game, *([] if intervention is None else [intervention]))
        except StrategyError as error:
            error.events = worker.events()
            raise
        return worker.events()

    def function_owner(self, entry: int, function: str) -> Strategy:
        """Return the strategy whose code answers ``function`` for an entry."""
        strategy = self.seats[entry]
        return strategy if function in strategy.functions else self.fallback


def load_defaults(folders: StrategyFolders) -> Strategy:
    """Load the functions that a strategy gets by default."""
    return load(str(folders.strategies / "defaults.py"), folders)


def compile_kernel_apart(kernel: Kernel) -> Any:
    """Compile a kernel in a separate process, unless it is cached."""
    return compile_apart(kernel.serve, kernel.module, f"{kernel.name}.compile")


def compile_ahead(
    kernels: Sequence[Kernel],
    folders: StrategyFolders,
    report: Callable[[str, int, int], None],
    strategies: Sequence[Strategy] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Compile kernels and strategies; by default, all of the package's strategies.

    ``report`` receives the next part's name, the number of parts done, and the total. Functions
    that several strategies share are compiled with the first of them. If other processes compile
    kernels, ``meanwhile`` is called once the strategies are done, before waiting for these
    processes.
    """
    if strategies is None:
        strategies = [load(name, folders) for name in folders.names()]
    functions, records = kernels[0].functions, kernels[0].strategy_records
    functions_asked = [
        candidate for candidate in functions if any(kernel.asks(candidate) for kernel in kernels)
    ]
    parts = [
        (entry, function)
        for entry in strategies
        for function in dict.fromkeys((*functions_asked, PREPARE))
        if function in functions_asked or function in entry.functions
    ]
    fallback = load_defaults(folders)
    processes = [child for kernel in kernels if (child := compile_kernel_apart(kernel)) is not None]
    try:
        for number, (strategy, function) in enumerate(parts):
            report(f"{strategy.name}: {function}", number, len(parts) + 1)
            compile_functions(strategy, fallback, (function,), records)
        report("the rules", len(parts), len(parts) + 1)
        if processes and meanwhile is not None:
            meanwhile()
        for process in processes:
            process.wait()
    except BaseException:
        for process in processes:
            process.terminate()
            process.wait()
        raise
    for kernel in kernels:
        kernel.compile()
    report("", len(parts) + 1, len(parts) + 1)


def _default_strategy_ids(seats: Sequence[Strategy]) -> list[int]:
    """Return each seat's strategy id; equal strategies have the same id."""
    keys: list[tuple[Any, ...]] = []
    numbers = []
    for strategy in seats:
        key = (strategy.name, strategy.hash, tuple(sorted(strategy.parameters.items())))
        if key not in keys:
            keys.append(key)
        numbers.append(keys.index(key))
    return numbers


def _parameters(strategy: Strategy, printed_ids: Mapping[str, Sequence[str]]) -> Any:
    """Make a strategy's parameters for the kernel or for Python functions."""
    record = strategy.parameter_record(printed_ids)
    if not COMPILED:
        return strategy.named_parameters(record)
    block = np.zeros(1, params_dtype)
    block[0]["value"][:] = record
    return block[0]


def prepare_params(
    engine: GameEngine[Any], strategies: Sequence[Strategy], params: Sequence[Any]
) -> list[Any]:
    """Return strategies' parameters, with the numbers that each prepares.

    A strategy's function ``prepare`` is called once: it sees the table before the deal, and writes
    to its own ``params``. In a game that has a decision named ``prepare``, the function answers
    that decision and is not called here.

    Raises:
        StrategyError: the function cannot be compiled, or failed.
    """
    kernel = engine.kernel
    preparing = [
        PREPARE in strategy.functions and strategy.is_preparation(PREPARE)
        for strategy in strategies
    ]
    if not any(preparing):
        return list(params)
    functions: list[Any] = [
        compile_functions(strategy, strategy, (PREPARE,), kernel.strategy_records)[0]
        if prepares
        else 0
        for strategy, prepares in zip(strategies, preparing, strict=True)
    ]
    policies = kernel.policies(
        [[function] * len(kernel.functions) for function in functions], params
    )
    engine.wait_for_kernel()  # otherwise kernel.ask would compile it again here
    states = make_records(kernel.state, 1)
    engine.write_version(states[0])
    kernel.compile()  # otherwise the first strategy would be blamed for the time to compile
    for entry, strategy in enumerate(strategies):
        if not preparing[entry]:
            continue
        location = (
            f"strategy {strategy.name} ({strategy.file_of(PREPARE)}, line "
            f"{strategy.line_of(PREPARE)}, {PREPARE})"
        )
        try:
            with Running(lambda location=location: location):  # type: ignore[misc]
                kernel.ask(states, policies, kernel.requests(PREPARE_ENTRY, [{"seat": entry}]))
        except Exception as error:
            raise StrategyError(f"The {location}: {type(error).__name__}: {error}") from error
    records = field_of(policies[0], "params")
    return [records[entry] for entry in range(len(strategies))]
