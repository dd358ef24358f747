"""Checks of a game's contract with the code that plays it.

The checks depend on the game's parts. Every `Game` plays chunks of games. If its workers are
`GameWorker` instances, games can be copied and redealt between two decisions. If its versions are
`GameVersion` instances, it asks strategies, which may give illegal orders. If it has ``replay``, it
has traces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from math import isclose, sqrt
from typing import Any

import numpy as np

from eoc_sim.counts import count
from eoc_sim.errors import EngineError, InputError, StrategyError
from eoc_sim.simulator.kernel.engine import load_defaults
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.strategy import ARGUMENTS
from eoc_sim.simulator.kernel.strategy_files import load
from eoc_sim.simulator.kernel.worker import GameWorker
from eoc_sim.simulator.runs.checks.match import FAULT, OK, SKIPPED, WARNING
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.runs.versions import GameVersion

Rows = Mapping[str, np.ndarray]
TraceChecker = Callable[[Any, Sequence[Mapping[str, Any]]], None]

GAMES = 24
JOBS = 3
SAMPLE_SIZE = 3
"""The number of refusals that are checked per function.

It is also the number of games checked with each of the other numbers of players.
"""
SEAT_GAMES_FACTOR = 300
"""Seats are compared over this multiple of the number of games."""
MAX_STANDARD_ERRORS = 5
"""The number of standard errors by which a seat may differ.

A difference due to chance alone exceeds it in 1 of 400 000 checks.
"""
IMPOSSIBLE_ANSWER = -12345
"""An answer that no strategy function may give."""
HIDDEN_FIELDS = ("memory", "draws", "key")
"""A seat's fields that a redeal may change: notes and random stream."""


def check_game(
    game: Game,
    seats: tuple[str, ...] | None = None,
    *,
    rules: str | None = None,
    settings: Mapping[str, str] | None = None,
    games: int = GAMES,
    seed: int = 1,
    check_trace: TraceChecker | None = None,
) -> tuple[str, ...]:
    """Check all parts of a game, under the given rules and line-up.

    Args:
        game: the game.
        seats: the strategies that play; by default the game's own line-up.
        rules: a preset or rule file; by default the game's own.
        settings: the switches to change, by name.
        games: the number of games that most checks play; some checks play fewer, and the comparison
            of seats plays `SEAT_GAMES_FACTOR` times as many.
        seed: the seed of all games.
        check_trace: checks the events of a version's trace, and raises AssertionError if their
            changes do not add up to the numbers in the last event.

    Returns:
        The names of the checks that the game passed without a warning, in order.

    Raises:
        EngineError: the game fails a check; the message names the check and the place.
    """
    options = VersionOptions(seats=seats, rules=rules, settings=tuple((settings or {}).items()))
    names = []
    for name, verdict, fault in checks(
        game, options, games=games, seed=seed, check_trace=check_trace
    ):
        if verdict == FAULT:
            raise EngineError(f"{game.name}: {name}: {fault}") from fault
        if verdict == OK:
            names.append(name)
    return tuple(names)


def checks(
    game: Game,
    options: VersionOptions,
    *,
    games: int = GAMES,
    seed: int = 1,
    check_trace: TraceChecker | None = None,
) -> Iterator[tuple[str, str, Exception | None]]:
    """Yield each check's name, verdict and explanation, if any.

    The explanation is a fault, a doubt or the reason for skipping the check. If the first games
    cannot be played, the check that finds this is the last.

    Raises:
        InputError: the requested version is not possible.
    """
    case = _Case(game, options, games, seed, check_trace)
    for name, (find_skip_reason, check) in CHECKS.items():
        if reason := find_skip_reason(case):
            yield name, SKIPPED, _Fault(reason)
            continue
        try:
            check(case)
        except Exception as error:
            # A user's game may raise any error, which is a fault of the game, not of the package.
            is_expected = isinstance(error, _Fault | InputError)
            fault = error if is_expected else _Fault(f"{type(error).__name__}: {error}")
            yield name, WARNING if isinstance(error, _Doubt) else FAULT, fault
            if not case.is_played:
                return
        else:
            yield name, OK, None


class _Fault(Exception):
    """A fault in the game, or the reason to skip a check."""


class _Doubt(_Fault):
    """A finding for the author to judge."""


class _Case:
    """A game with the version to check and its first games."""

    def __init__(
        self,
        game: Game,
        options: VersionOptions,
        games: int,
        seed: int,
        check_trace: TraceChecker | None,
    ) -> None:
        self.game = game
        self.options = options
        self.version = game.baseline(options)
        self.seats = tuple(
            options.seats or game.default_seats
            if game.strategies is None
            else (strategy.spec for strategy in game.strategies(self.version))
        )
        self.games = games
        self.seed = seed
        self.check_trace = check_trace
        twins = game.twins.table if game.twins is not None else ""
        self.tables = [name for name in game.tables if name != twins]
        self.engine = self.engines([self.version])[0]

    @cached_property
    def rows(self) -> Rows:
        """The rows of the first games."""
        rows: Rows = self.engine.worker().play(0, self.games, self.tables)
        return rows

    @cached_property
    def other_cases(self) -> Sequence[_Case]:
        """Cases with each of the other numbers of players.

        There are none for compiled games, or if the seats were chosen.
        """
        if self.options.seats is not None or _can_be_copied(self):
            return ()
        usual = self.seats
        return [
            _Case(
                self.game,
                replace(
                    self.options, seats=(*usual[:players], *usual[-1:] * (players - len(usual)))
                ),
                SAMPLE_SIZE,
                self.seed,
                self.check_trace,
            )
            for players in self.game.players
            if players != len(usual)
        ]

    @property
    def is_played(self) -> bool:
        """True if the first games could be played."""
        return "rows" in vars(self)

    def with_seats(self, seats: Sequence[str]) -> Any:
        """Make the same version with other strategies in its seats."""
        return self.game.baseline(replace(self.options, seats=tuple(seats)))

    def rows_per_game(self) -> int:
        """Count the seats in a game's standings, including an automaton's."""
        return len(self.seats) + self.game.has_automaton(self.version)

    def engines(
        self, versions: Sequence[Any], seed: int | None = None, seating: str = DEFAULT_SEATING
    ) -> Sequence[Any]:
        return self.game.engines(versions, self.seed if seed is None else seed, seating)

    def column(self, role: str) -> str:
        return self.game.standings.role(role).name


# --- Whole games.


def _check_standings(case: _Case) -> None:
    """Check the standings of games with each number of players."""
    _check_case_standings(case)
    for other in case.other_cases:
        with _naming_players(other):
            _check_case_standings(other)


@contextmanager
def _naming_players(case: _Case) -> Iterator[None]:
    """Add the number of players to a fault."""
    try:
        yield
    except (_Fault, InputError) as error:
        words = case.game.declaration.words
        raise _Fault(f"with {words.players(len(case.seats))}: {error}") from error


def _check_case_standings(case: _Case) -> None:
    """Check that each game has one row per seat and one win."""
    standings = case.rows[case.game.standings.name]
    seat_count = case.rows_per_game()
    numbers, seats = standings[case.column("game")], standings[case.column("seat")]
    shares = standings[case.column("win_share")]
    for number in range(case.games):
        is_this_game = numbers == number
        entries = sorted(seats[is_this_game].tolist())
        if entries != list(range(seat_count)):
            raise _Fault(f"game {number} has standings for the seats {entries}")
        if not isclose(shares[is_this_game].sum(), 1.0, abs_tol=1e-9):
            raise _Fault(f"the win shares of game {number} are {shares[is_this_game].tolist()}")


def _check_same_seed(case: _Case) -> None:
    """Check that only the same seed makes engines play the same games."""
    second = case.engines([case.version])[0].worker().play(0, case.games, case.tables)
    _compare(case.rows, second, "with another engine and the same seed")
    other = case.engines([case.version], case.seed + 1)[0].worker()
    name = case.game.standings.name
    if other.play(0, case.games, [name])[name].tobytes() == case.rows[name].tobytes():
        raise _Fault("another seed plays the same games")


def _check_same_chunks(case: _Case) -> None:
    """Check that rows do not depend on chunk size, order or threads."""
    for size in (1, 7):
        chunks = [(first, min(size, case.games - first)) for first in range(0, case.games, size)]
        worker = case.engine.worker()
        results = {chunk: worker.play(*chunk, case.tables) for chunk in reversed(chunks)}
        words = f"in chunks of {size}, last chunk first"
        _compare(case.rows, _join(case, [results[chunk] for chunk in chunks]), words)

        def play(chunk: tuple[int, int]) -> Rows:
            rows: Rows = case.engine.worker().play(*chunk, case.tables)
            return rows

        with ThreadPoolExecutor(JOBS) as threads:
            parts = list(threads.map(play, chunks))
        _compare(case.rows, _join(case, parts), f"in chunks of {size}, {JOBS} at a time")


def _check_fewer_tables(case: _Case) -> None:
    """Check that a table's rows are the same without the other tables."""
    for name in case.tables:
        rows = case.engine.worker().play(0, case.games, [name])
        _compare({name: case.rows[name]}, rows, "with no other table kept")


def _check_relabelling(case: _Case) -> None:
    """Check that games depend only on who sits where.

    Balanced seating must play the same games as fixed seating in each order.
    """
    orders = list(permutations(range(len(case.seats))))[: case.games]
    versions = [case.with_seats([case.seats[entry] for entry in order]) for order in orders]
    # Engines made together share the ids of strategies.
    balanced_worker = case.engines([case.version, *versions])[0].worker()
    fixed_engines = case.engines([case.version, *versions], seating="fixed")[1:]
    for number, engine in enumerate(fixed_engines):
        _compare(
            balanced_worker.play(number, 1, case.tables),
            engine.worker().play(number, 1, case.tables),
            f"in game {number}, with fixed seating in the order {orders[number]}",
        )


def _check_seats_alike(case: _Case) -> None:
    """Compare the seats' mean scores, with one strategy in all seats."""
    strategy, players, games = case.seats[0], len(case.seats), SEAT_GAMES_FACTOR * case.games
    engine = case.engines([case.with_seats([strategy] * players)])[0]
    rows = engine.worker().play(0, games, [case.game.standings.name])[case.game.standings.name]
    # An automaton has a row after the players'.
    rows = rows[rows[case.column("seat")] < players]
    scores = np.empty((games, players))
    scores[rows[case.column("game")], rows[case.column("seat")]] = rows[case.column("score")]
    other_means = (scores.sum(axis=1, keepdims=True) - scores) / (players - 1)
    gaps = (scores - other_means).mean(axis=0)
    errors = (scores - other_means).std(axis=0) / sqrt(games)
    seat = int(np.abs(gaps).argmax())
    if abs(gaps[seat]) > MAX_STANDARD_ERRORS * errors[seat]:
        raise _Doubt(
            f"seat {seat + 1} scores {abs(gaps[seat]):.1f} {case.game.declaration.words.score[1]} "
            f"{'more' if gaps[seat] > 0 else 'less'} than the others on average, in {count(games)} "
            f"games with {strategy} in all seats; that is fine if this seat always has the same "
            "place in the turn order, or if a rule intends it"
        )


# --- From one resting point to another.


def _check_copies(case: _Case) -> None:
    """Check that a copy of a resting game continues identically."""
    for number in range(min(case.games, 2)):
        worker = case.engine.worker()
        expected_rows = worker.play(number, 1, case.tables)
        original, copy = case.engine.worker(), case.engine.worker()
        original.set_up(number)
        for point, _ in enumerate(_rests(case, original)):
            if point % 5 == 0:
                copy.play(number + 1, 1, ())  # to overwrite the old content
                copy.copy_from(original)
                copy.play_until(_final_phase(case))
                phase = f"{original.location()}, {original.phase}"
                where = f"played on from a copy at resting point {point} ({phase})"
                _compare(expected_rows, copy.rows(case.tables), where)
        _compare(
            expected_rows, original.rows(case.tables), f"in game {number}, played step by step"
        )


def _check_redeals(case: _Case) -> None:
    """Check that a redeal changes only what the seat cannot see.

    The table and the seat's own record must stay the same, except for the seat's notes and random
    stream. At least one redealt game must end differently.
    """
    kernel = case.engine.kernel
    table, me, _ = kernel.strategy_records
    changed = False
    original, copy = case.engine.worker(), case.engine.worker()
    original.set_up(0)
    for point, _ in enumerate(_rests(case, original)):
        if point % 9 != 0:
            continue
        for seat in range(case.engine.players):
            copy.copy_from(original)
            copy.redeal(seat, key=point)
            phase = f"{original.location()}, {original.phase}"
            where = f"in a redeal for seat {seat + 1} at resting point {point} ({phase})"
            _compare_records(original.part("table"), copy.part("table"), table, (), where)
            _compare_records(
                original.part("seats")[seat], copy.part("seats")[seat], me, HIDDEN_FIELDS, where
            )
            copy.play_until(_final_phase(case))
            rows = copy.rows([case.game.standings.name])[case.game.standings.name]
            played_rows = case.rows[case.game.standings.name][: len(rows)]
            changed = changed or rows.tobytes() != played_rows.tobytes()
    if not changed:
        raise _Fault("every new deal ends the game in the same way")


def _check_refusals(case: _Case) -> None:
    """Check that a refusal leaves the game where it rested.

    In a game played by the default functions, the first seat gives one impossible answer. After
    the refusal, the game must continue and end as if that answer had never been given.
    """
    version: GameVersion = case.version
    folders = version.folders()
    defaults = load_defaults(folders)
    line_up = (str(defaults.file),) * len(case.seats)
    engine = case.engines([case.with_seats(line_up)])[0]
    expected_rows = engine.worker().play(0, 1, [case.game.standings.name])
    number = 0
    with scratch_folder() as folder:
        for function in folders.functions:
            file = folder / f"no_{function}.py"
            file.write_text(
                f'"""Answers {function} with an impossible number."""\n\n\n'
                f"def {function}({', '.join(ARGUMENTS)}):\n    return {IMPOSSIBLE_ANSWER}\n",
                encoding="utf-8",
            )
            companions = [defaults] * (engine.players - 1)
            policies = engine.policies_of([load(str(file), folders), *companions])
            number += _count_refusals(case, engine, function, policies, expected_rows)
    if not number:
        raise _Fault(
            f"nothing is refused: {', '.join(folders.functions)} may return {IMPOSSIBLE_ANSWER}"
        )


def _count_refusals(
    case: _Case, engine: Any, function: str, policies: Any, expected_rows: Rows
) -> int:
    """Check some refusals of one function and return their number."""
    table = engine.kernel.strategy_records[0]
    original, trial = engine.worker(), engine.worker()
    original.set_up(0)
    refusals = 0
    for _ in _rests(case, original):
        trial.copy_from(original)
        try:
            trial.step(policies)
        except StrategyError:
            refusals += 1
            where = f"after {function} was refused in {original.location()}, {original.phase}"
            _compare_records(original.part("table"), trial.part("table"), table, ("turn",), where)
            trial.play_until(_final_phase(case))
            _compare(expected_rows, trial.rows([case.game.standings.name]), where)
        if refusals == SAMPLE_SIZE:
            break
    return refusals


def _rests(case: _Case, worker: GameWorker) -> Iterator[None]:
    """Step a game to its end, stopping at each resting point."""
    while worker.phase != _final_phase(case):
        yield
        worker.step()


def _final_phase(case: _Case) -> str:
    phases: Sequence[str] = case.engine.kernel.phases
    return phases[-1]


# --- Traces.


def _check_traces(case: _Case) -> None:
    """Check the traces of games with each number of players."""
    _check_case_traces(case)
    for other in case.other_cases:
        if other.is_played:
            with _naming_players(other):
                _check_case_traces(other)


def _check_case_traces(case: _Case) -> None:
    """Check that traces agree with the standings.

    A trace must begin with a set-up, the parts of each seat's score must add up to that score, and
    it must be possible to narrate the trace.
    """
    assert case.game.replay is not None
    standings = case.rows[case.game.standings.name]
    for number in range(min(case.games, 6)):
        events = case.game.replay(case.version, case.seed, DEFAULT_SEATING, number, None)
        if events[0]["e"] != "setup" or events[-1]["e"] != "final":
            raise _Fault(
                f"the trace of game {number} begins with {events[0]['e']} and ends with "
                f"{events[-1]['e']}, not with setup and final"
            )
        rows = standings[standings[case.column("game")] == number]
        for row, player in zip(rows, _players(events[-1]), strict=True):
            seat = int(row[case.column("seat")])
            for role in ("score", "win_share"):
                if not isclose(player[role], row[case.column(role)], abs_tol=1e-9):
                    raise _Fault(
                        f"seat {seat + 1} of game {number} has the {role} {player[role]} in the "
                        f"trace and {row[case.column(role)]} in its row"
                    )
            if sum(player["parts"].values()) != player["score"]:
                raise _Fault(
                    f"the parts of seat {seat + 1} of game {number}, {player['parts']}, do not add "
                    f"up to {player['score']}"
                )
        if case.game.narrate is not None:
            list(case.game.narrate(events, case.version))


def _players(final: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Find the seats' records in a trace's last event, under any name."""
    for value in final.values():
        if isinstance(value, list) and all("seat" in item for item in value):
            return value
    raise _Fault(f"the final event has no seats, only {', '.join(final)}")


def _check_account(case: _Case) -> None:
    """Check that a trace's events account for the numbers at its end."""
    assert case.game.replay is not None and case.check_trace is not None
    for number in range(min(case.games, 6)):
        events = case.game.replay(case.version, case.seed, DEFAULT_SEATING, number, None)
        try:
            case.check_trace(case.version, events)
        except AssertionError as error:
            raise _Fault(f"game {number}: {error}") from error


# --- Comparing.


def _join(case: _Case, parts: Sequence[Rows]) -> Rows:
    return {name: np.concatenate([part[name] for part in parts]) for name in case.tables}


def _compare(expected_rows: Rows, actual_rows: Rows, where: str) -> None:
    for name, rows in expected_rows.items():
        other = actual_rows[name]
        if len(rows) != len(other):
            raise _Fault(f'{where}, the table "{name}" has {len(other)} rows, not {len(rows)}')
        for column in rows.dtype.names or ():
            differing = np.flatnonzero(rows[column] != other[column])
            if len(differing):
                row = int(differing[0])
                raise _Fault(
                    f'{where}, the table "{name}", row {row}, has {column} = '
                    f"{other[column][row]}, not {rows[column][row]}"
                )


def _compare_records(
    original: Any, copy: Any, dtype: np.dtype, without: Sequence[str], where: str
) -> None:
    for name in dtype.names or ():
        if name in without:
            continue
        start, end = (np.array(field_of(record, name)) for record in (original, copy))
        if not np.array_equal(start, end):
            raise _Fault(f"{where}, {name} changed from {start.tolist()} to {end.tolist()}")


def _no_reason(case: _Case) -> str:
    return ""


def _why_no_other_seats(case: _Case) -> str:
    return "" if len(case.seats) > 1 else "It has one seat."


def _can_be_copied(case: _Case) -> bool:
    return isinstance(case.engine.worker(), GameWorker)


def _why_no_copies(case: _Case) -> str:
    if _can_be_copied(case):
        return ""
    return "Its games cannot be copied and dealt again between decisions."


def _why_no_files(case: _Case) -> str:
    if not isinstance(case.version, GameVersion):
        return "Its strategies are not files."
    return _why_no_copies(case)


def _why_no_traces(case: _Case) -> str:
    return "It has no traces." if case.game.replay is None else ""


def _why_no_referee(case: _Case) -> str:
    is_missing = _why_no_traces(case) or case.check_trace is None
    return "No referee checks its traces." if is_missing else ""


CHECKS: dict[str, tuple[Callable[[_Case], str], Callable[[_Case], None]]] = {
    "every game ends": (_no_reason, _check_standings),
    "the same seed plays the same games": (_no_reason, _check_same_seed),
    "chunks and threads change nothing": (_no_reason, _check_same_chunks),
    "keeping fewer tables changes nothing": (_no_reason, _check_fewer_tables),
    "balanced and fixed seating play the same games": (_no_reason, _check_relabelling),
    "no seat scores more than the others on average": (_why_no_other_seats, _check_seats_alike),
    "a copy plays on like the original": (_why_no_copies, _check_copies),
    "a new deal changes only what is hidden": (_why_no_copies, _check_redeals),
    "a refusal leaves the game as it was": (_why_no_files, _check_refusals),
    "a trace ends as the tables say": (_why_no_traces, _check_traces),
    "a trace's changes add up to its final numbers": (_why_no_referee, _check_account),
}
"""The checks by name.

Each comes with a function that returns the reason to skip it, or "".
"""
