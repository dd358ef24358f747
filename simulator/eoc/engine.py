"""Envelopes of Cash, ready to be played from Python: the engine of one version of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import EngineError, InputError, StrategyError, nearest
from eoc_sim.simulator.eoc.asking import FUNCTIONS, make_policies
from eoc_sim.simulator.eoc.columns import (
    MONTH_NAMES,
    POSITION_NAMES,
    REGION_NAMES,
    TABLES,
    row_dtype,
)
from eoc_sim.simulator.eoc.components import Components, spots
from eoc_sim.simulator.eoc.facts import card_copies, write_facts
from eoc_sim.simulator.eoc.play import (
    COPY,
    PLAY_GAMES,
    PLAY_UNTIL,
    REDEAL,
    SET_UP_GAME,
    STEP,
    WRITE_ROWS,
    asked_dtype,
    serve,
)
from eoc_sim.simulator.eoc.refusals import REFUSALS
from eoc_sim.simulator.eoc.rules import RuleSet, check_deck, check_players
from eoc_sim.simulator.eoc.state import (
    ACTION_NAMES,
    MAX_CARDS,
    MAX_COACHES,
    MAX_PLAYERS,
    MONTHS,
    PHASE_NAMES,
    SPOTS,
    order_dtype,
    private_dtype,
    state_dtype,
    table_dtype,
)
from eoc_sim.simulator.eoc.trace import TRACE_SIZE, trace_dtype
from eoc_sim.simulator.eoc.trace_reading import Names, bundle, read_trace
from eoc_sim.simulator.eoc.twins import Intervention
from eoc_sim.simulator.kernel.compiled import COMPILED, compile_apart
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.strategy_files import (
    Strategy,
    StrategyFolders,
    compile_functions,
    load,
    params_dtype,
)

_ROWS_A_GAME = {
    "games": (1, 0), "seats": (0, 1), "cards": (0, MONTHS), "dice": (0, 2 * MONTHS),
    "months": (0, MONTHS), "signings": (SPOTS, 0),
}


def strategy_folders() -> StrategyFolders:
    """Where the built-in strategies are, and the functions a strategy may have."""
    folder = resources.files("eoc_sim.strategies.eoc")
    ids = {"card": MAX_CARDS, "coach": MAX_COACHES, "spot": SPOTS}
    return StrategyFolders(Path(str(folder)), FUNCTIONS, private_dtype, ids)


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
        rotate: whether game g seats the line-up shifted by g modulo the number of players.
        strategy_ids: what the column ``strategy`` says for each entry of the line-up; by default
            equal strategies share a number, in order of first appearance.
        bubba_id: what it says for the Bubba Bot of a solo game; by default the next number.

    Raises:
        InputError: a number of players or a deck that the rules do not allow.
        StrategyError: a strategy that cannot be compiled.
    """

    def __init__(
        self,
        components: Components,
        rules: RuleSet,
        seats: Sequence[Strategy],
        seed: int,
        rotate: bool = True,
        strategy_ids: Sequence[int] | None = None,
        bubba_id: int | None = None,
    ) -> None:
        check_players(rules, len(seats))
        check_deck(rules, len(seats), sum(card.copies for card in components.cards))
        if not 0 <= seed < 2**63:
            raise InputError(f"the seed {seed} is not a whole number from 0 to 2^63 - 1")
        self.components = components
        self.rules = rules
        self.seats = tuple(seats)
        self.seed = seed
        self.rotate = rotate
        self.strategy_ids = tuple(strategy_ids or _shared_numbers(self.seats))
        self.bubba_id = max(self.strategy_ids) + 1 if bubba_id is None else bubba_id
        _check_stashes(components, rules)
        self._fallback = load_strategy_defaults()
        kernel = compile_apart(serve, __name__, compile_kernel.__name__)
        try:
            self.policies = self.policies_of(self.seats)
        except BaseException:
            if kernel is not None:
                kernel.terminate()
            raise
        finally:
            if kernel is not None:
                kernel.wait()

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
            StrategyError: a strategy that cannot be compiled.
        """
        dtypes = (table_dtype, private_dtype, order_dtype)
        functions = function_table(
            [compile_functions(one, self._fallback, FUNCTIONS, dtypes) for one in strategies]
        )
        names = self.names
        printed = {"card": names.cards, "coach": names.coaches, "spot": names.spots}
        return make_policies(
            functions, [_parameters(strategy, printed) for strategy in strategies]
        )

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

    def worker(self) -> Worker:
        """A worker with memory of its own: one a thread."""
        return Worker(self)

    def replay(self, game: int) -> list[dict[str, Any]]:
        """The trace of one game: a list of events, the first is ``setup``, the last ``final``."""
        worker = Worker(self)
        worker.play_traced(game)
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


def compile_kernel() -> None:
    """Compile the kernel, and keep its code on disk, by playing no game at all."""
    functions = function_table([[0] * len(FUNCTIONS)] * MAX_PLAYERS)
    _serve(
        make_records(state_dtype, 1), make_records(state_dtype, 1), make_records(trace_dtype, 1),
        make_policies(functions, []), PLAY_GAMES, {}, {}, np.zeros(len(TABLES), np.int64),
    )


def _serve(
    states: Any, sources: Any, traces: Any, policies: Any, what: int,
    numbers: Mapping[str, int], rows: Mapping[str, np.ndarray], filled: np.ndarray,
) -> int:
    """Ask the kernel to do something (`play.serve`)."""
    requests = make_records(asked_dtype, 1)
    for name, number in {"what": what, **numbers}.items():
        set_field(requests[0], name, number)
    tables = [rows.get(table, np.zeros(0, row_dtype(table))) for table in TABLES]
    if not COMPILED:
        tables = [array.view(np.recarray) for array in tables]
    return int(
        serve(
            states, sources, traces, policies, requests, *tables, filled,  # type: ignore[call-arg]
        )
    )


def load_strategy_defaults() -> Strategy:
    """The functions that a strategy falls back to when it lacks one of its own."""
    folders = strategy_folders()
    return load(str(folders.strategies / "defaults.py"), folders)


def _shared_numbers(seats: Sequence[Strategy]) -> list[int]:
    seen: list[tuple[Any, ...]] = []
    numbers = []
    for strategy in seats:
        key = (strategy.name, strategy.hash, tuple(sorted(strategy.parameters.items())))
        if key not in seen:
            seen.append(key)
        numbers.append(seen.index(key))
    return numbers


class Worker:
    """Plays games of one engine in one thread.

    A worker's game is at rest between two calls: it can be played on, copied from another worker
    of the same engine, and dealt anew.

    >>> worker = engine.worker()                                             # doctest: +SKIP
    >>> worker.set_up(17)                                                    # doctest: +SKIP
    >>> worker.play_until("dealing", month=5)                                # doctest: +SKIP
    >>> twin = engine.worker()                                               # doctest: +SKIP
    >>> twin.copy_from(worker)                                               # doctest: +SKIP
    >>> twin.play_until("game over")                                         # doctest: +SKIP
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.states = make_records(state_dtype, 1)
        self._traces = make_records(trace_dtype, 1)
        table, box = self.part("table"), self.part("box")
        write_facts(table, box, engine.components, engine.rules)
        set_field(table, "players", engine.players)
        # In solo the entry behind the line-up is Bubba (SOLO-9).
        ids = [*engine.strategy_ids, engine.bubba_id]
        set_field(box, "strategy", np.array(ids[:MAX_PLAYERS], np.int32))

    @property
    def state(self) -> Any:
        """The record of the game: ``table``, ``seats``, ``box`` and what lies beside them."""
        return self.states[0]

    def part(self, name: str) -> Any:
        """A record nested in the state: table, box, seats, order or interventions."""
        return field_of(self.state, name)

    # --- Whole games.

    def play(
        self, first_game: int, games: int, keep: Sequence[str],
        intervention: Intervention | None = None,
    ) -> dict[str, np.ndarray]:
        """Play games ``first_game`` to ``first_game + games - 1``; the rows of the kept tables.

        With an ``intervention`` all of them are twins that have it from the start.

        Returns:
            For each table in ``keep`` a structured array of ``columns.row_dtype(table)``, sorted
            by ``columns.TABLES[table].key``.

        Raises:
            StrategyError: a strategy did something illegal, or failed.
            InputError: an intervention on what is not there.
        """
        self.intervene(intervention)
        set_field(self._traces[0], "position", 0)
        rows = self._empty_rows(games, keep)
        filled = np.zeros(len(TABLES), np.int64)
        self._ask(PLAY_GAMES, self._game(first_game, games=games), rows, filled)
        return self._filled_rows(rows, filled)

    def play_traced(self, game: int) -> None:
        """Play one game and keep its trace, as far as it gets, for `events`."""
        self.start_trace()
        self._ask(PLAY_GAMES, self._game(game, games=1))

    def start_trace(self) -> None:
        """Keep a trace of what is played from here on, until whole games are played again."""
        set_field(self._traces[0], "position", 1)

    # --- One game, from one resting point to another.

    def set_up(self, game: int) -> None:
        """Set a game up; it rests before March's deal."""
        self._ask(SET_UP_GAME, self._game(game))

    def step(self) -> None:
        """Play on to the next resting point."""
        self._ask(STEP)

    def play_until(
        self, phase: str, month: int = 0, policies: Any = None
    ) -> None:
        """Play on until the game rests in a phase of ``PHASE_NAMES`` and a month, or is over.

        ``policies`` are who plays, if not the engine's own line-up: see `Engine.policies_of`.
        """
        if phase not in PHASE_NAMES:
            raise InputError(
                f'there is no phase "{phase}"; there are {", ".join(PHASE_NAMES)}.'
                f"{nearest(phase, PHASE_NAMES)}"
            )
        numbers = {"phase": PHASE_NAMES.index(phase), "month": month}
        self._ask(PLAY_UNTIL, numbers, policies=policies)

    def copy_from(self, other: Worker) -> None:
        """Take over another worker's game, all but its interventions; play on as it would.

        Raises:
            ValueError: the other plays with other components, rules or number of players.
        """
        one, two = self.engine, other.engine
        if one.rules != two.rules or one.players != two.players or (
            one.components is not two.components
            and one.components.hash != two.components.hash
        ):
            raise ValueError(
                "a game is copied between workers of the same components, rules and players"
            )
        self._ask(COPY, sources=other.states)

    def redeal(self, seat: int, key: int) -> None:
        """Deal anew all that a seat cannot see, with the luck of ``key`` (`hidden.redeal`)."""
        self._ask(REDEAL, {"seat": seat, "key": key})

    def intervene(self, intervention: Intervention | None) -> None:
        """What the game has otherwise from now on; None for nothing.

        Raises:
            InputError: there is no such card, seat, colour or month.
        """
        engine = self.engine
        values = (intervention or Intervention()).encode(engine.components, engine.players)
        for name, value in values.items():
            set_field(self.part("interventions"), name, value)

    def rows(self, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """The rows of the game as it stands; complete if it is over."""
        rows = self._empty_rows(1, keep)
        filled = np.zeros(len(TABLES), np.int64)
        self._ask(WRITE_ROWS, {}, rows, filled)
        return self._filled_rows(rows, filled)

    @property
    def phase(self) -> str:
        """What the game rests before, one of ``PHASE_NAMES``."""
        return PHASE_NAMES[int(field_of(self.part("table"), "phase"))]

    @property
    def month(self) -> int:
        """The month that the game stands in, 1 March to 12 February."""
        return int(field_of(self.part("table"), "month"))

    # --- The kernel.

    def _game(self, game: int, **numbers: int) -> dict[str, int]:
        return {
            "game": game, "seed": self.engine.seed, "rotate": int(self.engine.rotate), **numbers
        }

    def _empty_rows(self, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        return {
            table: np.zeros(games * self._most_rows(table), row_dtype(table))
            for table in TABLES if table in keep
        }

    def _filled_rows(
        self, rows: dict[str, np.ndarray], filled: np.ndarray
    ) -> dict[str, np.ndarray]:
        return {
            table: rows[table][: filled[number]]
            for number, table in enumerate(TABLES) if table in rows
        }

    def _most_rows(self, table: str) -> int:
        players = self.engine.players + (self.engine.rules["solo"] == "on")
        if table == "offers":
            return len(card_copies(self.engine.components))
        fixed, of_each_seat = _ROWS_A_GAME[table]
        return fixed + of_each_seat * players

    def _ask(
        self, what: int, numbers: Mapping[str, int] | None = None,
        rows: Mapping[str, np.ndarray] | None = None, filled: np.ndarray | None = None,
        *, sources: Any = None, policies: Any = None,
    ) -> None:
        """Let the kernel do something, and tell of what is refused or goes wrong."""
        box = self.part("box")
        set_field(box, "blamed", -1)
        set_field(box, "answering", 0)
        try:
            refusal = _serve(
                self.states, self.states if sources is None else sources, self._traces,
                self.engine.policies if policies is None else policies, what, numbers or {},
                rows or {}, np.zeros(len(TABLES), np.int64) if filled is None else filled,
            )
        except (
            IndexError, ZeroDivisionError, OverflowError, TypeError, ValueError
        ) as error:
            said = f"{type(error).__name__}: {error}"
            if field_of(box, "answering"):
                raise StrategyError(f"{self._asked()}: {said}") from error
            raise EngineError(f"{self._place()}: {said}") from error
        if refusal > 0:
            rule, sentence = REFUSALS[refusal]
            if field_of(box, "blamed") < 0:
                raise EngineError(f"{self._place()}: {rule}: {sentence}")
            raise StrategyError(f"{self._asked()}: {self._action()}: {rule}: {sentence}")

    def _place(self) -> str:
        """Which game it is and how far it has got."""
        game, month = (int(field_of(self.part("table"), name)) for name in ("game", "month"))
        return f"game {game} of seed {self.engine.seed}, {MONTH_NAMES[month]}"

    def _asked(self) -> str:
        """Who was asked what, and when: the start of the sentence on a strategy's fault."""
        table, box = self.part("table"), self.part("box")
        where = f"game {int(field_of(table, 'game'))} of seed {self.engine.seed}"
        month = MONTH_NAMES[int(field_of(table, "month"))]
        seat = int(field_of(box, "blamed"))
        entry = int(field_of(box, "entry")[seat])
        function = FUNCTIONS[int(field_of(box, "asked"))]
        owner = self.engine.function_owner(entry, function)
        return (
            f"strategy {self.engine.seats[entry].name} ({owner.file_of(function)}, line "
            f"{owner.line_of(function)}, {function}): {where}, seat {seat}, {month}"
        )

    def _action(self) -> str:
        """What the strategy ordered, in words."""
        box, order = self.part("box"), self.part("order")
        function = FUNCTIONS[int(field_of(box, "asked"))]
        kind = int(field_of(order, "kind"))
        names = self.engine.names
        card = int(field_of(order, "card"))
        words = f"{function} returned {kind}"
        if function == "act" and 0 <= kind < len(ACTION_NAMES):
            action = ACTION_NAMES[kind]
            words = action
            if action in ("play_card", "trigger"):
                words += f" of {_named(names.cards, card, 'card')}"
            elif action in ("runner", "sign"):
                words += f" of {_named(names.spots, int(field_of(order, 'spot')), 'spot')}"
            elif action == "move":
                words += f" to {_named(names.nodes, int(field_of(order, 'node')), 'place')}"
            elif action in ("market", "bet"):
                words += f" of number {int(field_of(order, 'number'))}"
        elif function == "draft":
            words += f", {_named(names.cards, card, 'card')}"
        return words

    def events(self) -> list[dict[str, Any]]:
        """The events since the trace was started: of a whole game the first is ``setup``.

        Raises:
            EngineError: they are more than a trace can hold.
        """
        trace = self._traces[0]
        if int(field_of(trace, "position")) > TRACE_SIZE:
            raise EngineError(f"{self._place()}: its trace has more than {TRACE_SIZE} numbers")
        names = self.engine.names
        return [
            self._setup(names, event["deck"]) if event["e"] == "setup" else event
            for event in read_trace(trace, names)
        ]

    def _setup(self, names: Names, deck: list[str]) -> dict[str, Any]:
        table, box = self.part("table"), self.part("box")
        components = self.engine.components
        chosen = self.engine.rules["coach_choice"] == "reverse_turn_order"
        players = []
        for seat in range(self.engine.players):
            region = int(field_of(table, "region")[seat])
            coach = -1 if chosen else int(field_of(table, "coach")[seat])
            board = int(field_of(self.part("seats")[seat], "board"))
            hq = int(field_of(table, "hq_node")[region])
            players.append(
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(field_of(box, "entry")[seat])].name,
                    "region": REGION_NAMES[region],
                    "coach": names.coaches[coach] if coach >= 0 else None,
                    "board": None if board < 0 else [
                        POSITION_NAMES[one] for one in components.boards[board].positions
                    ],
                    "bucks": int(field_of(table, "rule_start_bucks")),
                    "hq": names.nodes[hq],
                    "seeded": int(field_of(table, "rule_seeded_months")),
                }
            )
        base, position = field_of(table, "spot_base"), field_of(table, "spot_position")
        cost = field_of(table, "spot_cost")
        places = [
            {
                "spot": names.spots[number],
                "state": spot.state,
                "regions": [REGION_NAMES[region] for region in spot.regions],
                "base": int(base[number]),
                "cost": bundle(cost[number]),
                "position": POSITION_NAMES[int(position[number])],
            }
            for number, spot in enumerate(spots(components))
        ]
        return {
            "e": "setup",
            "rules": dict(self.engine.rules),
            "seed": self.engine.seed,
            "game": int(field_of(table, "game")),
            "players": players,
            "first": int(field_of(table, "first")),
            "spots": places,
            "edges": [list(edge) for edge in components.map.edges],
            "deck": deck,
        }


def _parameters(strategy: Strategy, printed: Mapping[str, Sequence[str]]) -> Any:
    """A strategy's block of parameters, as the kernel or the Python function receives it."""
    record = strategy.parameter_record(printed)
    if not COMPILED:
        return strategy.named_parameters(record)
    block = np.zeros(1, params_dtype)
    block[0]["value"][:] = record
    return block[0]


def _named(names: Sequence[str], number: int, kind: str) -> str:
    return f"{kind} {names[number]}" if 0 <= number < len(names) else f"{kind} number {number}"
