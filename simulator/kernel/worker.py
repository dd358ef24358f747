"""Workers, each of which plays one engine's games in one thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from eoc_sim.errors import EngineError, InputError, StrategyError, no_such
from eoc_sim.simulator.kernel.decisions import Decision, Decisions
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.requests import (
    COPY,
    PLAY_GAMES,
    PLAY_UNTIL,
    REDEAL,
    SET_UP_GAME,
    STEP,
    WRITE_ROWS,
)
from eoc_sim.simulator.kernel.running import Running
from eoc_sim.simulator.kernel.serving import RowArrays
from eoc_sim.simulator.kernel.tracing import TRACE_SIZE, trace_dtype

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.columns import Table
    from eoc_sim.simulator.kernel.engine import GameEngine
    from eoc_sim.simulator.kernel.events import Events

MAX_GAMES = 2**31 - 1
"""The maximum number of games per seed, to fit a 32-bit column."""


class GameWorker:
    """Plays games of one engine in one thread.

    Between two calls, a worker's game is at rest: it can be continued, copied to another worker
    with the same components and rules, and redealt if the game has hidden information.

    The first of its ``states`` is the game. If any strategy of the line-up searches, the second is
    for rollouts and the third for the world in which they begin.

    >>> worker = engine.worker()                                             # doctest: +SKIP
    >>> worker.set_up(17)                                                    # doctest: +SKIP
    >>> worker.play_until("dealing", 5)                                      # doctest: +SKIP
    >>> twin = engine.worker()                                               # doctest: +SKIP
    >>> twin.copy_from(worker)                                               # doctest: +SKIP
    >>> twin.play_until("game over")                                         # doctest: +SKIP
    """

    def __init__(self, engine: GameEngine[Any]) -> None:
        states = 1 if len(engine.policies) == 1 else 3
        self.engine: Any = engine
        self._kernel = engine.kernel
        self.states = make_records(self._kernel.state, states)
        self._seed = engine.seed
        self._traces = make_records(trace_dtype, states)
        for state in self.states:
            engine.write_version(state)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Worker belongs to the Engine of its process; send a simulator.runs.recipe.Recipe "
            "instead"
        )

    # --- A game's subclass says what the numbers in a trace mean, and describes the first event.

    event_declarations: ClassVar[Events]
    """The events that its traces may contain."""
    decisions: ClassVar[Decisions]
    """The decisions that its strategies make, with their answers and refusals."""
    round_names: ClassVar[Sequence[str]]
    """The names of rounds, such as ``round 4``; entry 0 is set-up."""

    @property
    def things(self) -> Mapping[str, Sequence[str]]:
        """The names of cards, places and other things for messages, by kind."""
        return vars(self.engine.names)

    def first_event(self) -> dict[str, Any]:
        """Describe the game after set-up, for its event ``setup``."""
        table, entries = self.part("table"), field_of(self.part("box"), "entry")
        return {
            "rules": {name: str(value) for name, value in self.engine.rules.items()},
            "seed": self._seed,
            "game": int(field_of(table, "game")),
            self.engine.noun: [
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(entries[seat])].name,
                    **self.seat_at_start(seat),
                }
                for seat in range(self.engine.players)
            ],
            "first": int(field_of(table, "first")),
            **self.table_at_start(),
        }

    def seat_at_start(self, seat: int) -> dict[str, Any]:
        """Describe a seat after set-up, apart from its strategy."""
        return {}

    def table_at_start(self) -> dict[str, Any]:
        """Describe the table after set-up, apart from the seats."""
        return {}

    # --- The current game.

    @property
    def state(self) -> Any:
        """The game's record, with ``table``, ``seats``, ``box`` and other parts."""
        return self.states[0]

    def part(self, name: str) -> Any:
        """Return a record nested in the state, such as ``table`` or ``box``."""
        return field_of(self.state, name)

    @property
    def phase(self) -> str:
        """The phase that comes next, one of the kernel's ``phases``."""
        return self._kernel.phases[int(field_of(self.part("table"), "phase"))]

    @property
    def round(self) -> int:
        """The number of the current round."""
        return int(field_of(self.part("table"), self._kernel.round_field))

    # --- Whole games.

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play games ``first_game`` to ``first_game + games - 1``.

        Returns:
            For each table in ``keep``, a structured array of its ``row_dtype``, sorted by its key.

        Raises:
            StrategyError: a strategy acted illegally or failed.
            InputError: there is no such game or table.
        """
        set_field(self._traces[0], "position", 0)
        rows = self.row_arrays(games, keep)
        self.ask(PLAY_GAMES, self.game_request(first_game, games=games), rows)
        return rows.take_rows()

    def play_traced(self, game: int) -> None:
        """Play one game and keep its trace for `events`.

        The trace of a game that fails ends at the failure.
        """
        self.start_trace()
        self.ask(PLAY_GAMES, self.game_request(game, games=1))

    def start_trace(self) -> None:
        """Start a trace that lasts until the next call of `play`."""
        set_field(self._traces[0], "position", 1)

    # --- One game, from one resting point to another.

    def set_up(self, game: int) -> None:
        """Set up a game, which then rests before its first step."""
        self.ask(SET_UP_GAME, self.game_request(game))

    def step(self, policies: Any = None) -> None:
        """Play on to the next resting point, if the game has one.

        ``policies`` are the players, if not the engine's own line-up: see `GameEngine.policies_of`.

        Raises:
            ValueError: no game has been set up.
        """
        self._check_has_game()
        self.ask(STEP, policies=policies)

    def play_until(self, phase: str, round: int = 0, policies: Any = None) -> None:
        """Play on to a phase, in ``round`` or later.

        A game that already rests there is unchanged; one that never gets there is played to its
        end. ``policies`` are as in `step`.

        Raises:
            ValueError: no game has been set up.
            InputError: there is no such phase.
        """
        self._check_has_game()
        phases = self._kernel.phases
        if phase not in phases:
            raise InputError(no_such("phase", phase, phases))
        numbers = {"phase": phases.index(phase), "round": round}
        self.ask(PLAY_UNTIL, numbers, policies=policies)

    def copy_from(self, other: GameWorker) -> None:
        """Copy another worker's game, which then continues identically here.

        Raises:
            ValueError: the other worker has no game, or its components, rules or number of players
                differ.
        """
        other._check_has_game()
        engine, other_engine = self.engine, other.engine
        if (
            engine.rules != other_engine.rules
            or engine.players != other_engine.players
            or (
                engine.components is not other_engine.components
                and engine.components.hash != other_engine.components.hash
            )
        ):
            raise ValueError(
                "a game can only be copied between workers with the same components, rules and "
                "number of players"
            )
        self._seed = other._seed
        self.ask(COPY, other_states=other.states)

    def redeal(self, seat: int, key: int) -> None:
        """Redeal everything that a seat cannot see, at random, keyed by ``key``.

        Raises:
            ValueError: no game has been set up.
            InputError: there is no such seat, or the key is not from 0 to 2**63 - 1.
        """
        self._check_has_game()
        if not 0 <= seat < self.engine.players:
            raise InputError(
                f"There is no seat {seat}; the seats are 0 to {self.engine.players - 1}."
            )
        if not 0 <= key < 2**63:
            raise InputError(f"The key {key} is not a whole number from 0 to 2^63 - 1.")
        self.ask(REDEAL, {"seat": seat, "key": key})

    def rows(self, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Return the game's rows, which are complete once it is over."""
        rows = self.row_arrays(1, keep)
        self.ask(WRITE_ROWS, rows=rows)
        return rows.take_rows()

    def events(self) -> list[dict[str, Any]]:
        """Return the events since the trace was started.

        A whole game begins with ``setup``.

        Raises:
            EngineError: the trace has overflowed.
        """
        trace = self._traces[0]
        if int(field_of(trace, "position")) > TRACE_SIZE:
            raise EngineError(f"{self.location()}: its trace has more than {TRACE_SIZE} numbers")
        return [
            event | self.first_event() if event["e"] == "setup" else event
            for event in self.event_declarations.read(trace, self.engine.names)
        ]

    def _check_has_game(self) -> None:
        if self.phase == self._kernel.phases[0]:
            raise ValueError("no game has been set up")

    # --- The kernel.

    def row_arrays(self, games: int, keep: Sequence[str], **extra_rows: int) -> RowArrays:
        """Make arrays for the kept tables' rows.

        They have room for the rows of ``games`` games. ``extra_rows`` adds room for more rows, by
        table.
        """
        tables = self._kernel.tables
        max_rows = {
            name: (games * self._max_rows(tables[name]) if name in tables else 0)
            + extra_rows.get(name, 0)
            for name in keep
        }
        return RowArrays(self._kernel, max_rows)

    def _max_rows(self, table: Table) -> int:
        """Return the maximum number of a game's rows in a table."""
        engine = self.engine
        return table.max_rows(engine) if not table.under or table.has_rows(engine.rules) else 0

    def game_request(self, game: int, **fields: int) -> dict[str, int]:
        """Return the request for ``game``, with further ``fields``.

        With ``games`` among the fields, the request is for that many games, starting with ``game``.
        """
        end = game + fields.get("games", 1)
        if not 0 <= game <= end <= MAX_GAMES:
            raise InputError(
                f"There is no game {game if game < 0 else end - 1}; games are numbered from 0 to "
                f"{MAX_GAMES - 1}."
            )
        self._seed = self.engine.seed
        return {
            "game": game,
            "seed": self.engine.seed,
            "seating": self.engine.seating_code,
            **fields,
        }

    def ask(
        self,
        task: int = 0,
        numbers: Mapping[str, int] | None = None,
        rows: RowArrays | None = None,
        *,
        requests: Any = None,
        other_states: Any = None,
        policies: Any = None,
        ends: np.ndarray | None = None,
    ) -> None:
        """Send the kernel a request, and report refusals and errors.

        The request is ``task`` with its ``numbers``, unless ``requests`` are given.

        Raises:
            StrategyError: a strategy acted illegally or failed.
            EngineError: the engine failed.
        """
        for state in self.states:
            set_field(field_of(state, "box"), "blamed_seat", -1)
            set_field(field_of(state, "box"), "answering", 0)
        try:
            with Running(self._answering, self._progress):
                refusal = self._kernel.ask(
                    self.states,
                    self.engine.policies if policies is None else policies,
                    self._kernel.requests(task, (numbers or {},)) if requests is None else requests,
                    other_states=other_states,
                    traces=self._traces,
                    rows=rows,
                    ends=ends,
                )
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            for number, state in enumerate(self.states):
                if field_of(field_of(state, "box"), "answering"):
                    raise StrategyError(f"The {self.culprit(number)}: {message}") from error
            raise EngineError(f"{self.location()}: {message}") from error
        if refusal > 0:
            reason = self.decisions.refusals[refusal].words
            for number, state in enumerate(self.states):
                if field_of(field_of(state, "box"), "blamed_seat") >= 0:
                    words = f"The {self.culprit(number)}: {self.describe_order(state)}"
                    raise StrategyError(f"{words}: {reason}")
            raise EngineError(f"{self.location()}: {reason}")

    # --- Blame.

    def _progress(self) -> tuple[int, ...] | None:
        """Return the current decision's progress; None if no strategy is answering."""
        boxes = [field_of(state, "box") for state in self.states]
        if not any(field_of(box, "answering") for box in boxes):
            return None
        game = int(field_of(self.part("table"), "game"))
        return (
            game,
            *(
                int(field_of(box, name))
                for box in boxes
                for name in ("decisions", "function", "blamed_seat", "answering")
            ),
        )

    def _answering(self) -> str:
        """Describe the strategy that is answering, its function and its game."""
        answering = [bool(field_of(field_of(state, "box"), "answering")) for state in self.states]
        return self.culprit(answering.index(True))

    def location(self) -> str:
        """Describe the game by its number, seed and current round."""
        return f"{self.describe_game()}, {self.round_names[self.round]}"

    def describe_game(self) -> str:
        """Describe the game by its number and seed."""
        return f"game {int(field_of(self.part('table'), 'game'))} of seed {self._seed}"

    def culprit(self, state_number: int) -> str:
        """Describe the strategy at fault, its function and where it was called.

        ``state_number`` is 0 for the game, 1 for a rollout, in which models play the other seats.
        """
        if not state_number:
            return self.blame(state_number, self.describe_game())
        where = f"a rollout of {self.describe_game()}"
        state = self.states[state_number]
        seat = int(field_of(field_of(state, "box"), "blamed_seat"))
        if seat == int(field_of(self.part("table"), "turn")):
            return self.blame(state_number, where)
        function = self.function_name(state)
        return f"model of seat {seat + 1} ({function}): {where}, {self._round_of(state)}"

    def blame(self, state_number: int, where: str) -> str:
        """Describe a state's blamed strategy, its file and line, then ``where``."""
        state = self.states[state_number]
        box = field_of(state, "box")
        seat = int(field_of(box, "blamed_seat"))
        entry = int(field_of(box, "entry")[seat])
        function = self.function_name(state)
        owner = self.engine.function_owner(entry, function)
        return (
            f"strategy {self.engine.seats[entry].name} ({owner.file_of(function)}, line "
            f"{owner.line_of(function)}, {function}): {where}, seat {seat + 1}, "
            f"{self._round_of(state)}"
        )

    def _round_of(self, state: Any) -> str:
        number = field_of(field_of(state, "table"), self._kernel.round_field)
        return self.round_names[int(number)]

    def function_name(self, state: Any) -> str:
        """Return the name of the function last called in a state."""
        return self._decision(state).name

    def _decision(self, state: Any) -> Decision:
        return self.decisions.declarations[int(field_of(field_of(state, "box"), "function"))]

    def describe_order(self, state: Any) -> str:
        """Describe the order of the last decision in words."""
        return self._decision(state).say(field_of(state, "order"), self.things)
