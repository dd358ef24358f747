"""Playing games of one engine in one thread: whole, from rest to rest, or as twins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from eoc_sim.errors import EngineError, InputError, StrategyError, nearest
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import MONTH_NAMES, POSITION_NAMES, REGION_NAMES, TABLES
from eoc_sim.simulator.eoc.components import spots
from eoc_sim.simulator.eoc.entry import (
    COPY,
    PLAY_AND_KEEP,
    PLAY_GAMES,
    PLAY_TWINS,
    PLAY_UNTIL,
    PLAY_WITH_TWINS,
    REDEAL,
    SET_UP_GAME,
    STEP,
    WRITE_ROWS,
)
from eoc_sim.simulator.eoc.preparing import write_version
from eoc_sim.simulator.eoc.refusals import REFUSALS
from eoc_sim.simulator.eoc.serving import RowArrays, ask_kernel, make_requests
from eoc_sim.simulator.eoc.state import (
    ACTION_NAMES,
    DEALING,
    GAME_OVER,
    MONTHS,
    PHASE_NAMES,
    SET_UP,
    state_dtype,
)
from eoc_sim.simulator.eoc.trace_reading import Names, bundle, read_trace
from eoc_sim.simulator.eoc.twins import Intervention, encoded
from eoc_sim.simulator.kernel.records import field_of, fill_records, make_records, set_field
from eoc_sim.simulator.kernel.tracing import TRACE_SIZE, trace_dtype

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine


MOST_GAMES = 2**31 - 1
"""Games of a seed: their numbers fit the tables' column."""


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
        # A second one of each for rollouts, if anybody searches.
        searching = len(engine.policies) > 1
        self.states = make_records(state_dtype, 1 + searching)
        self._seed = engine.seed
        self._traces = make_records(trace_dtype, 1 + searching)
        for state in self.states:
            write_version(state, engine)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Worker belongs to the Engine of its process; send what makes one: "
            "simulator.runs.recipe.Recipe"
        )

    def room_for_copies(self) -> Any:
        """Room for a game's states before each month and at its end, the last with its facts."""
        copies = make_records(state_dtype, MONTHS + 1)
        write_version(copies[MONTHS], self.engine)
        return copies

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
        rows = RowArrays(self.engine, games, keep)
        self._ask(PLAY_GAMES, self._game(first_game, games=games), rows)
        return rows.written()

    def play_traced(self, game: int, intervention: Intervention | None = None) -> None:
        """Play one game and keep its trace, as far as it gets, for `events`."""
        self.intervene(intervention)
        self.start_trace()
        self._ask(PLAY_GAMES, self._game(game, games=1))

    def start_trace(self) -> None:
        """Keep a trace of what is played from here on, until whole games are played again."""
        set_field(self._traces[0], "position", 1)

    # --- One game, from one resting point to another.

    def set_up(self, game: int, intervention: Intervention | None = None) -> None:
        """Set a game up, a twin with an ``intervention``; it rests before March's deal."""
        self.intervene(intervention)
        self._ask(SET_UP_GAME, self._game(game))

    def step(self) -> None:
        """Play on to the next resting point; nothing if the game is over.

        Raises:
            ValueError: no game has been set up.
        """
        self._check_game(self)
        self._ask(STEP)

    def play_until(
        self, phase: str, month: int = 0, policies: Any = None
    ) -> None:
        """Play on until the game rests in a phase of ``PHASE_NAMES``, in ``month`` or later.

        A game that rests there already is left as it is; one that never comes there is played to
        its end.

        ``policies`` are who plays, if not the engine's own line-up: see `Engine.policies_of`.

        Raises:
            ValueError: no game has been set up.
            InputError: there is no such phase or month.
        """
        self._check_game(self)
        if not 0 <= month <= MONTHS:
            raise InputError(f"there is no month {month}; months are 1 (March) to {MONTHS}.")
        if phase not in PHASE_NAMES:
            raise InputError(
                f'there is no phase "{phase}"; there are {", ".join(PHASE_NAMES)}.'
                f"{nearest(phase, PHASE_NAMES)}"
            )
        numbers = {"phase": PHASE_NAMES.index(phase), "month": month}
        self._ask(PLAY_UNTIL, numbers, policies=policies)

    def copy_from(self, other: Worker) -> None:
        """Take over another worker's game, without its intervention; play on as it would.

        Raises:
            ValueError: the other plays with other components, rules or number of players, or has
                no game.
        """
        self._check_game(other)
        one, two = self.engine, other.engine
        if one.rules != two.rules or one.players != two.players or (
            one.components is not two.components
            and one.components.hash != two.components.hash
        ):
            raise ValueError(
                "a game is copied between workers of the same components, rules and players"
            )
        self.intervene(None)
        self._seed = other._seed
        self._ask(COPY, others=other.states)

    def redeal(self, seat: int, key: int) -> None:
        """Deal anew all that a seat cannot see, with the luck of ``key`` (`hidden.redeal`).

        Raises:
            ValueError: no game has been set up.
            InputError: there is no such seat, or the key is no whole number from 0.
        """
        self._check_game(self)
        if not 0 <= seat < self.engine.players:
            raise InputError(
                f"there is no seat {seat}; the seats are 0 to {self.engine.players - 1}."
            )
        if not 0 <= key < 2**63:
            raise InputError(f"the key {key} is not a whole number from 0 to 2^63 - 1.")
        self._ask(REDEAL, {"seat": seat, "key": key})

    def intervene(self, intervention: Intervention | None) -> None:
        """What the game has otherwise from now on; None for nothing.

        Raises:
            InputError: there is no such card, seat, colour or month, or EC are to be foreseen in a
                game that has begun.
        """
        engine = self.engine
        begun = self.phase not in (PHASE_NAMES[SET_UP], PHASE_NAMES[GAME_OVER]) and (
            self.month > 1 or self.phase != PHASE_NAMES[DEALING]
        )
        if intervention is not None and begun and intervention.is_foreseen:
            raise InputError(
                "EC that are foreseen are given before March's deal; this game is in "
                f"{MONTH_NAMES[self.month]}."
            )
        values = (intervention or Intervention()).encode(engine.components, engine.players)
        for name, value in values.items():
            set_field(self.part("interventions"), name, value)

    def rows(self, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """The rows of the game as it stands; complete if it is over."""
        rows = RowArrays(self.engine, 1, keep)
        self._ask(WRITE_ROWS, rows=rows)
        return rows.written()

    # --- Games and their twins (`twins.Fork`).

    def play_and_keep(self, game: int, copies: Any, keep: Collection[str]) -> dict[str, np.ndarray]:
        """Play a game, with copies of its state in ``copies``; its rows.

        ``copies`` are `room_for_copies`: before each month's deal, and the end.
        """
        self.intervene(None)
        rows = RowArrays(self.engine, 1, keep)
        self._ask(PLAY_AND_KEEP, self._game(game), rows, others=copies)
        return rows.written()

    def play_twins(
        self, interventions: np.ndarray, copies: Any, keep: Sequence[str]
    ) -> list[dict[str, np.ndarray] | None]:
        """The rows of twins of the game in ``copies``, one an intervention.

        None for one that never parts from it. ``interventions`` are `twins.encoded`.
        """
        engine = self.engine
        requests = make_requests(PLAY_TWINS, [{}] * len(interventions))
        fill_records(requests, "intervention", interventions)
        rows = RowArrays(engine, len(interventions), keep)
        ends = np.zeros((len(interventions) + 1, len(TABLES)), np.int64)
        self._ask(requests=requests, rows=rows, others=copies, ends=ends[1:])
        return [
            rows.written(first, last) if field_of(request, "month") > 0 else None
            for request, first, last in zip(requests, ends, ends[1:], strict=False)
        ]

    def play_with_twins(
        self, first_game: int, games: int, keep: Sequence[str], interventions: np.ndarray,
        copies: Any,
    ) -> dict[str, np.ndarray]:
        """As `play`, and of each game the twins that have ``interventions[place]``.

        ``interventions`` has one row a game, equally many twins in each; the kept table ``twins``
        has a row for each that parts from its game. ``copies`` are `room_for_copies`.
        """
        requests = make_requests(PLAY_WITH_TWINS, [{}] * (1 + interventions.size))
        for name, number in self._game(first_game, games=games).items():
            set_field(requests[0], name, number)
        fill_records(requests[1:], "intervention", interventions.reshape(-1))
        self.intervene(None)
        fill_records(requests[:1], "intervention", encoded([Intervention()], self.engine))
        set_field(self._traces[0], "position", 0)
        rows = RowArrays(self.engine, games, keep, interventions.size)
        self._ask(requests=requests, rows=rows, others=copies)
        return rows.written()

    @property
    def phase(self) -> str:
        """What the game rests before, one of ``PHASE_NAMES``."""
        return PHASE_NAMES[int(field_of(self.part("table"), "phase"))]

    @property
    def month(self) -> int:
        """The month that the game stands in, 1 March to 12 February."""
        return int(field_of(self.part("table"), "month"))

    @staticmethod
    def _check_game(worker: Worker) -> None:
        if worker.phase == PHASE_NAMES[SET_UP]:
            raise ValueError("no game has been set up")

    # --- The kernel.

    def _game(self, game: int, **numbers: int) -> dict[str, int]:
        last = game + numbers.get("games", 1)
        if not 0 <= game <= last <= MOST_GAMES:
            raise InputError(
                f"there is no game {game if game < 0 else last - 1}; games are numbered from 0 to "
                f"{MOST_GAMES - 1}."
            )
        self._seed = self.engine.seed
        return {
            "game": game, "seed": self.engine.seed, "seating": self.engine.seating_code, **numbers
        }

    def _ask(
        self, what: int = 0, numbers: Mapping[str, int] | None = None,
        rows: RowArrays | None = None, *, requests: Any = None, others: Any = None,
        policies: Any = None, ends: np.ndarray | None = None,
    ) -> None:
        """Let the kernel do something, and tell of what is refused or goes wrong."""
        for state in self.states:
            set_field(field_of(state, "box"), "blamed", -1)
            set_field(field_of(state, "box"), "answering", 0)
        try:
            refusal = ask_kernel(
                self.states, self.states if others is None else others, self._traces,
                self.engine.policies if policies is None else policies,
                make_requests(what, (numbers or {},)) if requests is None else requests,
                RowArrays() if rows is None else rows,
                np.zeros((1, len(TABLES)), np.int64) if ends is None else ends,
            )
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            for which, state in enumerate(self.states):
                if field_of(field_of(state, "box"), "answering"):
                    raise StrategyError(f"{self._asked(which)}: {said}") from error
            raise EngineError(f"{self._place()}: {said}") from error
        if refusal > 0:
            rule, sentence = REFUSALS[refusal]
            for which, state in enumerate(self.states):
                if field_of(field_of(state, "box"), "blamed") >= 0:
                    words = f"{self._asked(which)}: {self._action(state)}"
                    raise StrategyError(f"{words}: {rule}: {sentence}")
            raise EngineError(f"{self._place()}: {rule}: {sentence}")

    def _place(self) -> str:
        """Which game it is and how far it has got."""
        return f"{self._which()}, {MONTH_NAMES[self.month]}"

    def _which(self) -> str:
        """Which game it is, or of which game it is a twin."""
        words = f"game {int(field_of(self.part('table'), 'game'))} of seed {self._seed}"
        given = self.part("interventions")
        is_twin = any(field_of(given, name) for name in ("inert", "envelopes", "bucks", "die"))
        return f"a twin of {words}" if is_twin else words

    def _asked(self, which: int) -> str:
        """Who was asked what, and when: the start of the sentence on a strategy's fault.

        ``which`` of the states it is: 0 the game, 1 a rollout, in which models play the others.
        """
        table, box = field_of(self.states[which], "table"), field_of(self.states[which], "box")
        where = f"a rollout of {self._which()}" if which else self._which()
        month = MONTH_NAMES[int(field_of(table, "month"))]
        seat = int(field_of(box, "blamed"))
        entry = int(field_of(box, "entry")[seat])
        function = FUNCTIONS[int(field_of(box, "asked"))]
        if which and seat != int(field_of(self.part("table"), "turn")):
            return f"the model of seat {seat} ({function}): {where}, {month}"
        owner = self.engine.function_owner(entry, function)
        return (
            f"strategy {self.engine.seats[entry].name} ({owner.file_of(function)}, line "
            f"{owner.line_of(function)}, {function}): {where}, seat {seat}, {month}"
        )

    def _action(self, state: Any) -> str:
        """What the strategy ordered, in words."""
        box, order = field_of(state, "box"), field_of(state, "order")
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
            order = (seat - int(field_of(table, "first"))) % self.engine.players + 1
            players.append(
                {
                    "seat": seat,
                    "strategy": self.engine.seats[int(field_of(box, "entry")[seat])].name,
                    "region": REGION_NAMES[region],
                    "coach": names.coaches[coach] if coach >= 0 else None,
                    "board": None if board < 0 else [
                        POSITION_NAMES[one] for one in components.boards[board].positions
                    ],
                    "bucks": int(field_of(table, "rule_start_bucks"))
                    + int(field_of(table, f"rule_order_bucks_{order}")),
                    "stars": int(field_of(table, f"rule_order_stars_{order}")),
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
            "seed": self._seed,
            "game": int(field_of(table, "game")),
            "players": players,
            "first": int(field_of(table, "first")),
            "spots": places,
            "edges": [list(edge) for edge in components.map.edges],
            "deck": deck,
        }


def _named(names: Sequence[str], number: int, kind: str) -> str:
    return f"{kind} {names[number]}" if 0 <= number < len(names) else f"{kind} number {number}"
