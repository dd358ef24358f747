"""Engines, rows and traces of a game in plain Python."""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from eoc_sim.errors import GameError, InputError, failure, nearest
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.kernel.running import EndlessError, OutOfMemory, OutOfTime, Running
from eoc_sim.simulator.kernel.seating import line_up_order
from eoc_sim.simulator.runs.game import Column, Table
from eoc_sim.simulator.runs.plain_checks import INTEGER_KINDS, describe_missing_fields
from eoc_sim.simulator.runs.plain_table import (
    FINAL,
    SETUP,
    Names,
    PlainSeat,
    PlainTable,
    WrittenColumns,
)
from eoc_sim.simulator.runs.plain_twins import CHANGE, GIVEN, NO_CHANGE, OFF, TWINS, lead, row_ids
from eoc_sim.simulator.runs.plain_version import PlainVersion, PlainVersions

GAMES, SEATS = "games", "seats"
"""The tables that every game has."""
SEAT = "seat"
"""The role of a column of seats."""


@dataclass(frozen=True)
class PlainPlay:
    """A plain game's play function, versions, tables, sentences and limits."""

    play: Callable[[PlainTable], None]
    versions: PlainVersions
    tables: Mapping[str, Table]
    own: Mapping[str, Sequence[Column]]
    """The game's own columns of the tables that every game has."""
    sentences: Mapping[str, str]
    automaton_words: str
    most_decisions: int
    most_seconds: float

    def engines(
        self, versions: Sequence[PlainVersion], seed: int, seating: str
    ) -> list[PlainEngine]:
        """Make an engine per version, with common ids as in `PlainVersions.dims`."""
        ids = list(self.versions.labels(versions))
        return [
            PlainEngine(self, version, line_up, seed, seating, ids)
            for version, line_up in zip(versions, self.versions.line_ups(versions), strict=True)
        ]

    def replay(
        self, version: PlainVersion, seed: int, seating: str, game: int, twin: str | None
    ) -> list[dict[str, Any]]:
        """Return the events of one game, from setup to final."""
        twins = self.versions.twins.of(version.values)
        change = NO_CHANGE if twin is None else twins.read(twin, version.players())
        events: list[dict[str, Any]] = []
        self.engines([version], seed, seating)[0].play_game(game, {}, events, change)
        return events

    def narrate(self, events: Sequence[Mapping[str, Any]], version: PlainVersion) -> Iterator[str]:
        """Narrate each event with the game's own sentence, or list its fields."""
        players = [str(player["strategy"]) for player in events[0]["players"]]
        player_names = [f"{name} (seat {seat})" for seat, name in enumerate(players, 1)]
        player_names.append(self.automaton_words)
        for event in events:
            name = event["e"]
            fields = {key: _in_words(value) for key, value in event.items() if key != "e"}
            if "seat" in fields:
                fields["who"] = player_names[fields["seat"]]
            if name == SETUP:
                yield f"Game {event['game']}, seed {event['seed']}: {', '.join(players)}."
            elif name == FINAL:
                yield from _final_scores(event["players"], player_names)
            elif name in self.sentences:
                yield self._narrate(name, fields)
            else:
                words = ", ".join(
                    str(value) if key == "who" else f"{key} {value}"
                    for key, value in fields.items()
                    if key != "seat"
                )
                yield f"{name}: {words}"

    def _narrate(self, name: str, fields: Mapping[str, Any]) -> str:
        """Narrate an event with the game's own sentence."""
        sentence = self.sentences[name]
        try:
            return sentence.format(**fields)
        except KeyError as error:
            fault = describe_missing_fields(name, [str(error.args[0])], fields)
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            fault = f"cannot narrate the event {name} ({type(error).__name__}: {error})"
        where = inspect.getsourcefile(self.play)
        raise InputError(f'The sentence "{sentence}" {fault} ({where}).')


class _Listed(list[Any]):
    """A list that a sentence shows in words.

    >>> f"{_Listed([1, 2, 3])}; {_Listed([4, 5])[1]}; {_Listed([])}"
    '1, 2 and 3; 5; none'
    """

    def __str__(self) -> str:
        return join_words([str(_in_words(value)) for value in self]) or "none"


def _in_words(value: Any) -> Any:
    """Return a field's value as a sentence shows it."""
    return _Listed(value) if isinstance(value, list | tuple) else value


def _final_scores(
    players: Sequence[Mapping[str, Any]], player_names: Sequence[str]
) -> Iterator[str]:
    yield "Final scores:"
    for player in sorted(players, key=lambda player: -player["score"]):
        parts = ", ".join(f"{name} {value}" for name, value in player["parts"].items())
        parts = "" if list(player["parts"]) == ["score"] else f" ({parts})"
        result = (
            ", wins"
            if player["win_share"] == 1
            else ", shares the win"
            if player["win_share"]
            else ""
        )
        yield f"  {player_names[player['seat']]}: {player['score']}{parts}{result}"


@dataclass(frozen=True)
class Outcome:
    """A finished game, by seat: strategies' ids, scores and win shares.

    ``first_takes`` and ``possible_gifts`` are those of its `PlainTable`.
    """

    ids: Sequence[int]
    scores: Sequence[int]
    shares: Sequence[float]
    first_takes: Mapping[int, tuple[int, int]]
    possible_gifts: Collection[tuple[int, int, int]]

    def column(self, name: str) -> Sequence[float]:
        """Return the scores or the win shares."""
        return self.scores if name == "score" else self.shares


class PlainEngine:
    """Plays one version's games.

    It has no state, so it is its own worker.
    """

    def __init__(
        self,
        game: PlainPlay,
        version: PlainVersion,
        line_up: Sequence[PlainSeat],
        seed: int,
        seating: str,
        ids: Sequence[str],
    ) -> None:
        self._game = game
        self._seed = seed
        self._seating = seating
        self.line_up = list(line_up)
        self._ids = {label: index for index, label in enumerate(ids)}
        values = version.values
        self._rules = Names(**{name: values[f"rules.{name}"] for name in game.versions.switches})
        rows: dict[str, tuple[Any, ...]] = {}
        for sheet in game.versions.sheets:
            make_row_type: Any = namedtuple  # Any: the fields are known only at run time
            row = make_row_type(sheet.kind, ["id", "place", *sheet.columns])
            rows[sheet.kind] = tuple(
                row(
                    entry,
                    position,
                    *(values[f"{sheet.kind}.{entry}.{name}"] for name in sheet.columns),
                )
                for position, entry in enumerate(row_ids(sheet.kind, values))
            )
        self._sheets = Names(**rows)
        self.twins = game.versions.twins.of(values)
        self._counts = {kind: len(things) for kind, things in rows.items()}
        self._automaton = game.versions.automaton_of(version)
        self._counts[SEAT] = self.players + len(self._automaton)

    @property
    def players(self) -> int:
        """The number of players at the table."""
        return len(self.line_up)

    def worker(self) -> PlainEngine:
        """Return the engine itself, which is its own worker."""
        return self

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play games from ``first_game`` onwards; return the rows of kept tables."""
        return self.play_with_twins(first_game, games, keep, np.zeros((games, 0), CHANGE), None)

    def room_for_copies(self) -> None:
        """Do nothing: twins are complete games, and need no copies."""

    def play_with_twins(
        self, first_game: int, games: int, keep: Sequence[str], interventions: np.ndarray, _: None
    ) -> dict[str, np.ndarray]:
        """Play games, each with its twins from ``interventions``."""
        rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in self._game.tables}
        for game_number in range(first_game, first_game + games):
            game = self.play_game(game_number, rows, None)
            for change in interventions[game_number - first_game].tolist():
                rows[TWINS] += self._play_twin(game_number, game, change)
        try:
            return {
                name: _array(self._game.tables[name], rows[name], self._counts) for name in keep
            }
        except InputError as error:
            raise self._fault(str(error)) from None

    def play_game(
        self,
        number: int,
        rows: dict[str, list[tuple[Any, ...]]],
        events: list[dict[str, Any]] | None,
        change: tuple[int, int, int, int] = NO_CHANGE,
    ) -> Outcome:
        """Play one game or twin, and add its rows and events."""
        game = self._game
        rows = rows or {name: [] for name in game.tables}
        seat_columns, game_columns = game.own[SEATS], game.own[GAMES]
        part_names = [column.name for column in seat_columns if column.role == "part"]
        names = [column.name for column in seat_columns] + ([] if part_names else ["score"])
        line_up = [
            self.line_up[entry] for entry in line_up_order(self._seating, self.players, number)
        ]
        table = PlainTable(
            self.players,
            self._rules,
            self._sheets,
            [WrittenColumns.fromkeys(names, 0) for _ in line_up],
            WrittenColumns.fromkeys([column.name for column in game_columns], 0),
            line_up,
            game.versions.decisions,
            game.tables,
            f"{self._seed}/{number}",
            rows,
            number,
            events,
            twins=self.twins,
            change=change,
            most_decisions=game.most_decisions,
            automaton=WrittenColumns.fromkeys(names, 0) if self._automaton else None,
        )
        if events is not None:
            players = [
                {"seat": seat, "strategy": strategy.label} for seat, strategy in enumerate(line_up)
            ]
            setup = {
                "game": number,
                "seed": self._seed,
                "rules": dict(vars(self._rules)),
                "order": list(table.order),
                "players": players,
            }
            events.append({"e": SETUP, **setup})
        self._play_rules(table)
        own_columns = [*table.seats, *([] if table.automaton is None else [table.automaton])]
        for columns in own_columns:
            self._check_columns(SEATS, columns, names)
        self._check_columns(GAMES, table.game, [column.name for column in game_columns])
        for columns, name in product(own_columns, part_names or ["score"]):
            if not _is_number(columns[name], np.float64):
                raise self._fault(
                    f"Table {SEATS}, column {name}: {columns[name]!r} should be a number."
                )
        scores = [
            sum(columns[name] for name in part_names) if part_names else columns["score"]
            for columns in own_columns
        ]
        top = max(scores[: self.players])
        best = [seat for seat in range(self.players) if scores[seat] == top]
        if table.lost:
            best = [self.players]
        shares = [1 / len(best) if seat in best else 0.0 for seat in range(len(scores))]
        winner = best[0] if len(best) == 1 else -1
        labels = [strategy.label for strategy in [*line_up, *self._automaton]]
        orders = [*(table.order.index(seat) for seat in range(self.players)), self.players]
        rows[GAMES].append(
            (number, winner, table.asked, *(table.game[column.name] for column in game_columns))
        )
        rows[SEATS] += [
            (
                number,
                seat,
                self._ids[labels[seat]],
                orders[seat],
                scores[seat],
                shares[seat],
                *(own[column.name] for column in seat_columns),
                table.corrections[seat],
                table.gave_way[seat],
            )
            for seat, own in enumerate(own_columns)
        ]
        if events is not None:
            players = [
                {
                    "seat": seat,
                    "strategy": labels[seat],
                    "score": scores[seat],
                    "win_share": shares[seat],
                    "parts": {name: own[name] for name in part_names} or {"score": scores[seat]},
                }
                for seat, own in enumerate(own_columns)
            ]
            events.append({"e": FINAL, "players": players})
        ids = [self._ids[label] for label in labels]
        return Outcome(ids, scores, shares, table.first_takes, table.possible_gifts)

    def _play_twin(
        self, number: int, original: Outcome, change: tuple[int, int, int, int]
    ) -> list[tuple[Any, ...]]:
        """Play a twin if its change applies; return its row, if any."""
        thing, gift, round, seat = change
        if thing in original.first_takes:
            seat, round = original.first_takes[thing]
        elif (gift, round, seat) not in original.possible_gifts:
            return []
        twin = self.play_game(number, {}, None, change)
        with_thing, without_thing = (twin, original) if gift >= 0 else (original, twin)
        margin = lead(with_thing.scores, seat) - lead(without_thing.scores, seat)
        changes: list[float] = []
        for name in ("score", "win_share"):
            width = len(self._game.tables[TWINS].roles(f"{name}_change"))
            by_seat = zip(with_thing.column(name), without_thing.column(name), strict=True)
            differences = [first - second for first, second in by_seat]
            changes += differences + [0] * (width - len(differences))
        kind = GIVEN if gift >= 0 else OFF
        return [(number, kind, seat, original.ids[seat], thing, round, gift, margin, *changes)]

    def _play_rules(self, table: PlainTable) -> None:
        name = self._game.versions.name
        try:
            with Running(
                lambda: (
                    f"game {table.number} of {name}, waiting for {table.awaited}"
                    if table.awaited
                    else f"the rules of {name}, game {table.number}"
                ),
                lambda: table.asked,
                max_seconds=self._game.most_seconds,
            ):
                self._game.play(table)
        except InputError:
            raise
        except EndlessError as error:
            if isinstance(error, OutOfTime):
                error.args = (
                    f"{self._game.most_seconds:g} seconds without a decision, the limit set by "
                    "most_seconds of plain_game",
                )
            elif isinstance(error, OutOfMemory):
                error.args = ("a quarter of the computer's memory taken without a decision",)
            awaited = f": it is waiting for {table.awaited}" if table.awaited else ""
            raise GameError(
                f"Game {table.number} of {name}, seed {self._seed}, has not ended{awaited} "
                f"({failure(error)}).",
                table.number,
                awaits_strategy=bool(table.awaited),
            ) from error
        except Exception as error:
            raise GameError(
                f"The rules of {name} failed in game {table.number} ({failure(error)}).",
                table.number,
            ) from error

    def _check_columns(self, table: str, values: Mapping[str, Any], names: Sequence[str]) -> None:
        unknown_names = [name for name in values if name not in names]
        if unknown_names:
            raise self._fault(
                f'"{unknown_names[0]}" is not a column of {table}; the table has '
                f"{', '.join(names) or 'no columns of its own'}.{nearest(unknown_names[0], names)}"
            )

    def _fault(self, sentence: str) -> InputError:
        """Make the error for a fault in the game's own file."""
        file = inspect.getsourcefile(self._game.play)
        return InputError(f"{sentence} This is in {self._game.versions.name} ({file}).")


def _array(table: Table, rows: Sequence[tuple[Any, ...]], counts: Mapping[str, int]) -> np.ndarray:
    """Convert a table's rows to a record array; labels become their numbers.

    ``counts`` has the number of seats, and of each sheet's rows, for columns that refer to them.
    """
    columns = zip(*rows, strict=True) if rows else ((),) * len(table.columns)
    arrays = {
        column.name: _values(f"{table.name}, column {column.name}", column, values)
        for column, values in zip(table, columns, strict=True)
    }
    for column in table:
        ids = arrays[column.name]
        count = counts.get(SEAT if column.role == SEAT else column.dim)
        if count is not None and len(ids) and not -1 <= ids.min() <= ids.max() < count:
            wrong = int(ids.max() if ids.max() >= count else ids.min())
            raise InputError(
                f"Table {table.name}, column {column.name}: {wrong} is neither the number of a "
                f"{column.dim or SEAT}, 0 to {count - 1}, nor -1 for none."
            )
    record = np.zeros(len(rows), dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        record[name] = array
    return record


def _values(where: str, column: Column, values: Sequence[Any]) -> np.ndarray:
    """Return the values of a column as numbers."""
    kind: type = np.float64 if str(column.kind).startswith("Float") else np.int64
    wrong: list[Any] = []
    if isinstance(column.kind, tuple):
        labels = {label: index for index, label in enumerate(column.kind)}
        wrong = [value for value in values if value not in labels]
        range_words, values = (
            f"one of {', '.join(labels)}",
            [labels.get(value, 0) for value in values],
        )
    else:
        range_words = "a whole number" if kind is np.int64 else "a number"
        if set(map(type, values)) - {int, bool}:
            wrong = [value for value in values if not _is_number(value, kind)]
    if wrong:
        hint = f", such as its place, {wrong[0].place}" if hasattr(wrong[0], "place") else ""
        raise InputError(f"Table {where}: {wrong[0]!r} should be {range_words}{hint}.")
    array: np.ndarray = np.asarray(values, dtype=kind)
    if column.kind in INTEGER_KINDS and array.size:
        ends = int(array.min()), int(array.max())
        if not _fits(ends, column.kind):
            wider = next(candidate for candidate in INTEGER_KINDS if _fits(ends, candidate))
            raise InputError(
                f"Table {where}: {max(ends, key=abs)} does not fit {column.kind}; choose {wider}."
            )
    return array


def _is_number(value: Any, kind: type) -> bool:
    """Check if a value is a number of the column's type."""
    is_numeric = isinstance(value, int | float | np.number | np.bool_)
    return is_numeric and (kind is np.float64 or float(value).is_integer())


def _fits(ends: tuple[int, int], kind: str) -> bool:
    """Check if both ends of a range fit an integer type."""
    limits = np.iinfo(kind.lower())
    return all(limits.min <= end <= limits.max for end in ends)
