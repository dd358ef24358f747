"""Envelopes of Cash, ready to be played from Python: the engine of one version of the game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import (
    MONTH_NAMES,
    POSITION_NAMES,
    REGION_NAMES,
    TABLES,
    row_dtype,
)
from eoc_sim.simulator.eoc.components import Components, spots
from eoc_sim.simulator.eoc.facts import card_copies, write_facts
from eoc_sim.simulator.eoc.play import play_games
from eoc_sim.simulator.eoc.refusals import REFUSALS
from eoc_sim.simulator.eoc.rules import RuleSet, check_deck, check_players
from eoc_sim.simulator.eoc.state import (
    ACTION_NAMES,
    MAX_CARDS,
    MAX_COACHES,
    MAX_PLAYERS,
    MONTHS,
    SPOTS,
    box_dtype,
    order_dtype,
    private_dtype,
    table_dtype,
)
from eoc_sim.simulator.eoc.trace import Names, bundle, read_trace
from eoc_sim.simulator.kernel.compiled import COMPILED, compile_apart
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.records import Twin, make_records, set_field
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
_FIRST_TRACE = 1 << 16


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
        fallback = load_strategy_defaults()
        kernel = compile_apart(play_games, __name__, compile_kernel.__name__)
        dtypes = (table_dtype, private_dtype, order_dtype)
        try:
            self.functions = function_table(
                [compile_functions(one, fallback, FUNCTIONS, dtypes) for one in self.seats]
            )
        except BaseException:
            if kernel is not None:
                kernel.terminate()
            raise
        finally:
            if kernel is not None:
                kernel.wait()
        self._fallback = fallback

    @property
    def players(self) -> int:
        """The number of seats that strategies play."""
        return len(self.seats)

    def worker(self) -> Worker:
        """A worker with memory of its own: one a thread."""
        return Worker(self)

    def replay(self, game: int) -> list[dict[str, Any]]:
        """The trace of one game: a list of events, the first is ``setup``, the last ``final``."""
        size = _FIRST_TRACE
        while True:
            worker = Worker(self)
            trace = np.zeros(size, np.int32)
            trace[0] = 1
            worker.play_one(game, trace)
            if trace[0] <= size:
                return worker.read(trace)
            size = int(trace[0]) + 1

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
    rows = [np.zeros(0, row_dtype(table)) for table in TABLES]
    play_games(
        make_records(table_dtype, 1), make_records(box_dtype, 1), np.zeros(1, np.int32),
        make_records(private_dtype, MAX_PLAYERS), make_records(params_dtype, MAX_PLAYERS),
        function_table([[0] * len(FUNCTIONS)] * MAX_PLAYERS), make_records(order_dtype, 1),
        0, 0, 0, 0, *rows, np.zeros(len(TABLES), np.int64),  # type: ignore[call-arg]
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
    """Plays games of one engine in one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._tables = make_records(table_dtype, 1)
        self._boxes = make_records(box_dtype, 1)
        self._private = make_records(private_dtype, MAX_PLAYERS)
        self._orders = make_records(order_dtype, 1)
        self._params = make_records(params_dtype, MAX_PLAYERS)
        self._no_trace = np.zeros(1, np.int32)
        table, box = self._tables[0], self._boxes[0]
        write_facts(table, box, engine.components, engine.rules)
        set_field(table, "players", engine.players)
        # In solo the entry behind the line-up is Bubba (SOLO-9).
        ids = [*engine.strategy_ids, engine.bubba_id]
        set_field(box, "strategy", np.array(ids[:MAX_PLAYERS], np.int32))
        names = self.names()
        printed = {"card": names.cards, "coach": names.coaches, "spot": names.spots}
        for entry, strategy in enumerate(engine.seats):
            record = strategy.parameter_record(printed)
            if COMPILED:
                self._params[entry]["value"][:] = record
            else:
                self._params[entry] = strategy.named_parameters(record)

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play games ``first_game`` to ``first_game + games - 1``; the rows of the kept tables.

        Returns:
            For each table in ``keep`` a structured array of ``columns.row_dtype(table)``, sorted by
            ``columns.TABLES[table].key``.

        Raises:
            StrategyError: a strategy did something illegal, or failed.
        """
        rows = {}
        for table in TABLES:
            size = games * self._most_rows(table) if table in keep else 0
            rows[table] = np.zeros(size, row_dtype(table))
        filled = np.zeros(len(TABLES), np.int64)
        self._run(first_game, games, self._no_trace, rows, filled)
        return {
            table: rows[table][: filled[number]]
            for number, table in enumerate(TABLES)
            if table in keep
        }

    def play_one(self, game: int, trace: np.ndarray) -> None:
        """Play one game and write its trace into ``trace``, whose first entry is 1."""
        rows = {table: np.zeros(0, row_dtype(table)) for table in TABLES}
        self._run(game, 1, trace, rows, np.zeros(len(TABLES), np.int64))

    def _most_rows(self, table: str) -> int:
        players = self.engine.players + (self.engine.rules["solo"] == "on")
        if table == "offers":
            return len(card_copies(self.engine.components))
        fixed, of_each_seat = _ROWS_A_GAME[table]
        return fixed + of_each_seat * players

    def _run(
        self, first_game: int, games: int, trace: np.ndarray, rows: dict[str, np.ndarray],
        filled: np.ndarray,
    ) -> None:
        tables = [rows[table] for table in TABLES]
        if not COMPILED:
            tables = [array.view(np.recarray) for array in tables]
        try:
            refusal = play_games(
                self._tables, self._boxes, trace, self._private, self._params,
                self.engine.functions, self._orders, self.engine.seed, first_game, games,
                int(self.engine.rotate), *tables, filled,  # type: ignore[call-arg]
            )
        except (
            IndexError, ZeroDivisionError, OverflowError, TypeError, ValueError
        ) as error:
            raise StrategyError(
                f"{self._place()}: {type(error).__name__}: {error}"
            ) from error
        if refusal > 0:
            rule, sentence = REFUSALS[refusal]
            raise StrategyError(f"{self._place()}: {self._action()}: {rule}: {sentence}")

    def _place(self) -> str:
        """Who was asked what, and when: the start of an error sentence."""
        table, box = self._tables[0], self._boxes[0]
        seat = int(_field(box, "fault_seat"))
        entry = int(_field(box, "entry")[seat])
        function = FUNCTIONS[int(_field(box, "fault_hook"))]
        owner = self.engine.function_owner(entry, function)
        month = MONTH_NAMES[int(_field(table, "month"))]
        return (
            f"strategy {self.engine.seats[entry].name} ({owner.file_of(function)}, line "
            f"{owner.line_of(function)}, {function}): game {int(_field(table, 'game'))} of seed "
            f"{self.engine.seed}, seat {seat}, {month}"
        )

    def _action(self) -> str:
        """What the strategy ordered, in words."""
        box, order = self._boxes[0], self._orders[0]
        function = FUNCTIONS[int(_field(box, "fault_hook"))]
        kind = int(_field(order, "kind"))
        names = self.names()
        card = int(_field(order, "card"))
        words = f"{function} returned {kind}"
        if function == "act" and 0 <= kind < len(ACTION_NAMES):
            action = ACTION_NAMES[kind]
            words = action
            if action in ("play_card", "trigger"):
                words += f" of {_named(names.cards, card, 'card')}"
            elif action in ("runner", "sign"):
                words += f" of {_named(names.spots, int(_field(order, 'spot')), 'spot')}"
            elif action == "move":
                words += f" to {_named(names.nodes, int(_field(order, 'node')), 'place')}"
            elif action in ("market", "bet"):
                words += f" of number {int(_field(order, 'number'))}"
        elif function == "draft":
            words += f", {_named(names.cards, card, 'card')}"
        return words

    def names(self) -> Names:
        """The printed names that the trace uses."""
        components = self.engine.components
        return Names(
            cards=[components.cards[row].number for row, _copy in card_copies(components)],
            coaches=[coach.number for coach in components.coaches],
            spots=[f"{spot.state}/{spot.slot}" for spot in spots(components)],
            nodes=[node.name for node in components.map.nodes],
        )

    def read(self, trace: np.ndarray) -> list[dict[str, Any]]:
        """The trace of the game just played as events, with all of ``setup``."""
        names = self.names()
        events = read_trace(trace, names)
        setup = next(event for event in events if event["e"] == "setup")
        events.remove(setup)
        return [self._setup(names, setup["deck"]), *events]

    def _setup(self, names: Names, deck: list[str]) -> dict[str, Any]:
        table, box = self._tables[0], self._boxes[0]
        components = self.engine.components
        chosen = self.engine.rules["coach_choice"] == "reverse_turn_order"
        players = []
        for seat in range(self.engine.players):
            region = int(_field(table, "region")[seat])
            coach = -1 if chosen else int(_field(table, "coach")[seat])
            board = int(_field(self._private[seat], "board"))
            hq = int(_field(table, "hq_node")[region])
            players.append(
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(_field(box, "entry")[seat])].name,
                    "region": REGION_NAMES[region],
                    "coach": names.coaches[coach] if coach >= 0 else None,
                    "board": None if board < 0 else [
                        POSITION_NAMES[one] for one in components.boards[board].positions
                    ],
                    "bucks": int(_field(table, "rule_start_bucks")),
                    "hq": names.nodes[hq],
                    "seeded": int(_field(table, "rule_seeded_months")),
                }
            )
        base, position = _field(table, "spot_base"), _field(table, "spot_position")
        cost = _field(table, "spot_cost")
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
            "game": int(_field(table, "game")),
            "players": players,
            "first": int(_field(table, "first")),
            "spots": places,
            "edges": [list(edge) for edge in components.map.edges],
            "deck": deck,
        }


def _field(record: Any, name: str) -> Any:
    return getattr(record, name) if isinstance(record, Twin) else record[name]


def _named(names: Sequence[str], number: int, kind: str) -> str:
    return f"{kind} {names[number]}" if 0 <= number < len(names) else f"{kind} number {number}"
