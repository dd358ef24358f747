"""Versions of a plain Python game: sheets, switches and seats."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError, UnknownName, UnknownStrategy, nearest, no_such
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.columns import Table, dims_table, text_column
from eoc_sim.simulator.kernel.parameters import Parameter, set_parameters
from eoc_sim.simulator.kernel.presets import preset_content
from eoc_sim.simulator.kernel.rule_sets import RULES_KEY, Rules, data_folder
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.switches import Switch, Value
from eoc_sim.simulator.kernel.typed_paths import changed_settings, in_words, read_settings
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import CellKind, Choice, Key
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.dims import dims_frames
from eoc_sim.simulator.runs.plain_checks import NAME
from eoc_sim.simulator.runs.plain_table import Decision, Names, PlainSeat, PlainStrategy
from eoc_sim.simulator.runs.plain_twins import THINGS, PlainTwins, row_ids
from eoc_sim.simulator.runs.rule_words import other_values
from eoc_sim.simulator.runs.sheets import Component, column
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    import polars as pl

RESERVED_NAMES = ("id", "name", "number", "place")
"""The names of the attributes that every row of a sheet has."""
STRATEGY = "strategy"
"""The first word of parameters' keys."""
BAN, PLUS = "ban", "+"
"""The first word of bans' keys, and the separator between bans."""
NUMBER = re.compile(r"-?\d+")
RANGE = ".."
"""The separator between the lowest and highest answers of a range."""
EACH = "each"
"""The name of the only group of bans, which contains all bans."""
COPIES = "copies"
"""The column for a row's number of copies.

Rows can be added only to a sheet with this column.
"""
PRESET = ".toml"
"""The suffix of files that set a strategy's parameters."""


class PlainRow(Component):
    """A row of a sheet, identified by its id."""

    id: str = column(Key(""))

    @property
    def name(self) -> str:
        """The id, which is also the row's name."""
        return self.id

    @property
    def number(self) -> str:
        """The id, which also serves as the row's number."""
        return self.id


@dataclass(frozen=True)
class Sheet:
    """A sheet of things: its columns, and the rows by id.

    ``kind`` is the noun for a row, and the first word of its keys: ``card.fox.points``. A column is
    a `cells.Whole` or a `cells.Choice`; for a choice, each row has one of its words. If a twin for
    `eoc-sim cards` turns a row off, the row's ``off`` columns are 0 for a seat that takes it
    (`PlainTable.take`).
    """

    kind: str
    columns: Mapping[str, CellKind]
    rows: Mapping[str, Sequence[Value]]
    off: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        columns = {
            name: replace(cell, as_word=True) if isinstance(cell, Choice) else cell
            for name, cell in self.columns.items()
        }
        object.__setattr__(self, "columns", columns)

    @cached_property
    def declaration(self) -> sheets.ComponentSheet[PlainRow]:
        """The sheet's declaration, with a subclass of `PlainRow` for its rows."""
        columns = {name: column(cell) for name, cell in self.columns.items()}
        types = {"__annotations__": dict.fromkeys(columns, "Any")}
        return PlainRowSheet(
            self.kind, self.kind, type(self.kind, (PlainRow,), {**columns, **types})
        )

    @property
    def costs(self) -> dict[str, float]:
        """The columns that always cost something, with their worth.

        The worth of such a column is negative, and the column is never off.
        """
        worths = {name: getattr(cell, "worth", None) for name, cell in self.columns.items()}
        return {
            name: worth
            for name, worth in worths.items()
            if worth is not None and worth < 0 and name not in self.off
        }

    @property
    def has_copies(self) -> bool:
        """True if rows may have 0 copies, and so may be added."""
        return getattr(self.columns.get(COPIES), "low", None) == 0

    def things(self, values: Mapping[str, Value]) -> list[Any]:
        """Make the rows from a version's values."""
        return [
            self.declaration.make(
                id=row, **{name: values[f"{self.kind}.{row}.{name}"] for name in self.columns}
            )
            for row in row_ids(self.kind, values)
        ]


class PlainRowSheet(sheets.ComponentSheet[PlainRow]):
    """A sheet whose rows have ids instead of numbers."""

    def label(self, row: PlainRow) -> str:
        """Return the id."""
        return row.id


@dataclass(frozen=True)
class PlainVersion:
    """One version: a value for each key, and the strategies as given."""

    values: Mapping[str, Value]
    seats: tuple[str, ...]
    set_keys: frozenset[str] = frozenset()
    bans: Mapping[int, str] = field(default_factory=dict)
    """The bans of the seats' strategies, by seat, counted from 0."""
    parameters: Mapping[str, float] = field(default_factory=dict)
    """The parameters set in all of a strategy's seats, by key."""
    data_folder: Path | None = field(default=None, compare=False)
    """The folder given by ``--data``, which may have its own presets."""

    def players(self) -> int:
        """Count the seats."""
        return len(self.seats)

    def rows(self) -> dict[str, dict[str, dict[str, Value]]]:
        """Return the rows of the sheets, by kind, id and column."""
        rows: dict[str, dict[str, dict[str, Value]]] = {}
        for key, value in self.values.items():
            kind, _, cell = key.partition(".")
            row, _, column = cell.rpartition(".")
            if kind != "rules":
                rows.setdefault(kind, {}).setdefault(row, {})[column] = value
        return rows


@dataclass(frozen=True)
class PlainVersions:
    """Makes, changes and compares the versions of a game."""

    name: str
    players: range
    default_seats: tuple[str, ...]
    sheets: Sequence[Sheet]
    rules: Rules
    strategies: Mapping[str, PlainStrategy]
    automaton: str
    """The automaton's name, or "" for none."""
    automaton_players: Collection[int]
    """The numbers of players with which the automaton joins the game."""
    twins: PlainTwins
    decisions: Mapping[str, Decision]
    defaults: dict[str, Value] = field(init=False)
    """The default value of each key."""

    def __post_init__(self) -> None:
        for sheet in self.sheets:
            _check_off(sheet)
            for name in (sheet.kind, *sheet.columns):
                if not name.isidentifier() or name in RESERVED_NAMES:
                    raise InputError(
                        f'The sheet {sheet.kind}: "{name}" should be a word of letters, digits and '
                        f"_, and not one of {', '.join(RESERVED_NAMES)}."
                    )
            if not sheet.columns or not sheet.rows:
                raise InputError(f"The sheet {sheet.kind} has no columns or no rows.")
            for name, cell in sheet.columns.items():
                if not isinstance(cell, CellKind):
                    raise InputError(
                        f"The sheet {sheet.kind}: the column {name} should be a Whole or a Choice, "
                        f"not {cell!r}."
                    )
            for row, values in sheet.rows.items():
                if not NAME.fullmatch(row):
                    raise InputError(
                        f'The sheet {sheet.kind}: the id "{row}" should consist of letters, '
                        "digits, _ and -."
                    )
                if not isinstance(values, (list, tuple)) or len(values) != len(sheet.columns):
                    raise InputError(
                        f"The row {row} of the sheet {sheet.kind} should be a list with "
                        f"one value per column ({', '.join(sheet.columns)}), not {values!r}."
                    )
        cells = {
            f"{sheet.kind}.{row}.{name}": value
            for sheet in self.sheets
            for row, values in sheet.rows.items()
            for name, value in zip(sheet.columns, values, strict=True)
        }
        rules = {f"rules.{name}": switch.default for name, switch in self.switches.items()}
        object.__setattr__(self, "defaults", {**cells, **rules})
        for key, value in self.defaults.items():
            self.defaults[key] = self._parse(key, str(value))

    @property
    def switches(self) -> Mapping[str, Switch]:
        """The switches by name."""
        return self.rules.switches

    def baseline(
        self, options: VersionOptions, values: Mapping[str, Value] | None = None
    ) -> PlainVersion:
        """Make the version that the options request, starting from ``values``."""
        version = PlainVersion(
            values or self.defaults,
            options.seats or self.default_seats,
            data_folder=data_folder(options.data),
        )
        for name, _ in options.settings:
            if name.lower() not in map(str.lower, self.switches):
                raise UnknownName(
                    "switch",
                    name,
                    no_such("switch", name, self.switches, nouns="switches"),
                )
        settings = [] if options.rules is None else [(RULES_KEY, options.rules)]
        settings += [(f"rules.{name}", value) for name, value in options.settings]
        settings += options.changes
        variant = self.change(version, settings)
        keys = [self.normal_key(version, key) for key, _ in settings]
        repeated_key = next((key for key in keys if keys.count(key) > 1), None)
        if repeated_key is not None:
            raise InputError(
                f"{repeated_key} is set twice: --rules and --set are short for --change."
            )
        return replace(variant, set_keys=frozenset(keys) - {RULES_KEY})

    def normal_key(self, version: PlainVersion, key: str) -> str:
        """Normalise a key of a version.

        Raises:
            UnknownName: there is no such key.
        """
        seats = range(1, version.players() + 1)
        kinds = ("seat", BAN) if self.decisions else ("seat",)
        keys = [*version.values, *(f"{kind}.{seat}" for kind in kinds for seat in seats)]
        keys += [RULES_KEY] if self.switches else []
        keys += self._parameters
        by_lower = {name.lower(): name for name in keys}
        normal = by_lower.get(key.strip().lower())
        if normal is None:
            forms = [f"{sheet.kind}.ID.{'|'.join(sheet.columns)}" for sheet in self.sheets]
            forms += [RULES_KEY, f"{RULES_KEY}.{'|'.join(self.switches)}"] if self.switches else []
            forms += ["seat.K"] + ([f"{STRATEGY}.NAME.PARAMETER"] if self._parameters else [])
            raise UnknownName(
                "key",
                key,
                f'There is no key "{key}"; keys are {", ".join(forms)}.{nearest(key, keys)}',
            )
        return normal

    def change(self, version: PlainVersion, settings: Sequence[tuple[str, str]]) -> PlainVersion:
        """Return a version with each key set to its value.

        Raises:
            InputError: a key, value or strategy is invalid.
        """
        values, seats, bans = dict(version.values), list(version.seats), dict(version.bans)
        parameters: dict[str, float] = {}
        normal_keys = [(self.normal_key(version, key), value) for key, value in settings]
        for normal, value in sorted(normal_keys, key=lambda setting: setting[0] != RULES_KEY):
            kind, _, subkey = normal.partition(".")
            if normal == RULES_KEY:
                values |= self._rule_set(version, value)
            elif kind == "seat":
                seats[int(subkey) - 1] = value
            elif kind == BAN:
                bans[int(subkey) - 1] = PLUS.join(
                    self.format_ban(version, *ban) for ban in self.read_bans(version, value)
                )
            elif normal in self._parameters:
                try:
                    parameters[normal] = self._parameters[normal].number(value)
                except ValueError as error:
                    raise InputError(f"{normal}={value} {error}.") from None
            else:
                values[normal] = self._parse(normal, value)
        if len(seats) not in self.players:
            raise InputError(
                f"{self.name} has {self.players[0]} to {self.players[-1]} seats, not {len(seats)}."
            )
        new_version = replace(
            version,
            values=values,
            seats=tuple(map(self._spec, seats)),
            bans={seat: ban for seat, ban in bans.items() if ban},
            parameters={**version.parameters, **parameters},
        )
        strategy_names = {seat.strategy.name: None for seat in self._read_seats(new_version)}
        for key in parameters:
            if key.split(".")[1] not in strategy_names:
                raise InputError(
                    f"The key {key} applies to no seat: the seats play only "
                    f"{', '.join(strategy_names)}."
                )
        return new_version

    @cached_property
    def _parameters(self) -> dict[str, Parameter]:
        """The parameters of all strategies, by key."""
        return {
            f"{STRATEGY}.{name}.{parameter.name}": parameter
            for name, strategy in self.strategies.items()
            for parameter in strategy.parameters
        }

    def _read_seats(self, version: PlainVersion) -> list[PlainSeat]:
        """Read a version's strategies, with the parameters that it sets."""
        seats = []
        for seat in map(self.read_seat, version.seats):
            start = f"{STRATEGY}.{seat.strategy.name}."
            settings = {
                key.removeprefix(start): value
                for key, value in version.parameters.items()
                if key.startswith(start)
            }
            seats.append(replace(seat, params=Names(**{**vars(seat.params), **settings})))
        return seats

    def _parameter_words(self, version: PlainVersion, key: str) -> str:
        """List the values of a parameter in a strategy's seats, in words."""
        _, name, parameter = key.split(".")
        return in_words(
            getattr(seat.params, parameter)
            for seat in self._read_seats(version)
            if seat.strategy.name == name
        )

    def _rule_set(self, version: PlainVersion, preset: str) -> dict[str, Value]:
        """Return a preset's or file's switches, keeping those already set."""
        held_keys = {
            name: f"rules.{name}" for name in self.switches if f"rules.{name}" in version.set_keys
        }
        rules = self.rules.resolve_holding(
            preset,
            {name: version.values[key] for name, key in held_keys.items()},
            version.data_folder,
        )
        return {f"rules.{name}": value for name, value in rules.items()}

    def _spec(self, spec: str) -> str:
        """Normalise a strategy, replacing a preset's file with its settings."""
        name, texts = read_settings(spec)
        if name.endswith(PRESET):
            preset = preset_content(Path(name))
            name = preset["strategy"]
            texts = {key: str(value) for key, value in preset["parameters"].items()} | texts
        return self._seat(name, texts).label

    def _parse(self, key: str, text: str) -> Value:
        kind, _, subkey = key.partition(".")
        sheet = next((entry for entry in self.sheets if entry.kind == kind), None)
        if sheet is None:
            return self.switches[subkey].parse(text)
        cell = sheet.columns[subkey.partition(".")[2]]
        faults: list[InputError] = []
        value: Value = cell.read(CheckedRow(key, {key: text.strip()}, faults), key)
        if faults:
            raise InputError(f"{key}={text} should be {cell.allowed_in_words}.")
        return value

    def align(self, versions: Sequence[PlainVersion]) -> list[PlainVersion]:
        """Give all versions the same rows; a missing row gets 0 copies."""
        all_values: dict[str, Value] = {}
        for version in versions:
            for key, value in version.values.items():
                all_values.setdefault(key, 0 if key.endswith(f".{COPIES}") else value)
        return [
            replace(version, values=self.in_order({**all_values, **version.values}))
            for version in versions
        ]

    def in_order(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Sort values: the declared rows and the switches, then added rows."""
        return {**self.defaults, **dict(sorted(values.items()))}

    def differences(self, old: PlainVersion, new: PlainVersion) -> tuple[Change, ...]:
        """List the keys in which two versions differ."""
        old, new = self.align([old, new])
        pairs = [(key, str(value), str(new.values[key])) for key, value in old.values.items()]
        labels = ([self.read_seat(spec).label for spec in version.seats] for version in (old, new))
        seats = enumerate(zip(*labels, strict=True), 1)
        pairs += [(f"seat.{seat}", before, after) for seat, (before, after) in seats]
        pairs += [
            (f"{BAN}.{seat + 1}", old.bans.get(seat, ""), new.bans.get(seat, ""))
            for seat in range(old.players())
        ]
        pairs += [
            (key, self._parameter_words(old, key), self._parameter_words(new, key))
            for key in sorted({*old.parameters, *new.parameters})
        ]
        return tuple(_change(key, before, after) for key, before, after in pairs if before != after)

    def read_seat(self, spec: str) -> PlainSeat:
        """Read a strategy, written as ``name:parameter=value``.

        Raises:
            StrategyError: there is no such strategy or parameter, or its value is invalid.
        """
        return self._seat(*read_settings(spec))

    def _seat(self, name: str, texts: Mapping[str, str]) -> PlainSeat:
        strategy = self.strategies.get(name)
        if strategy is None:
            file_advice = " A strategy in a file can play if the game's own file imports it."
            advice = file_advice if name.endswith(".py") else ""
            raise UnknownStrategy(
                name,
                no_such("strategy", name, self.strategies, nouns=f"strategies of {self.name}")
                + advice,
            )
        usual = {parameter.name: parameter.default for parameter in strategy.parameters}
        params = dict(usual)
        set_parameters(params, strategy.parameters, texts, name)
        return PlainSeat(strategy, name + changed_settings(params, usual), Names(**params))

    def labels(self, versions: Sequence[PlainVersion]) -> dict[str, PlainSeat]:
        """Return the versions' seats by their strategies' labels, ordered by id.

        The ids follow the order of first appearance, with automata last.
        """
        seats = [seat for line_up in self.line_ups(versions) for seat in line_up]
        automata = [seat for version in versions for seat in self.automaton_of(version)]
        labels: dict[str, PlainSeat] = {}
        for seat in [*seats, *automata]:
            labels.setdefault(seat.label, seat)
        return labels

    def line_ups(self, versions: Sequence[PlainVersion]) -> list[list[PlainSeat]]:
        """List the seats of each version, with their bans.

        If a seat has a ban in any version, and a seat without bans plays the same strategy, the
        restricted seat's strategy has a name of its own in all versions.
        """
        seats_with_bans = {seat for version in versions for seat in version.bans}
        line_ups = [self._read_seats(version) for version in versions]
        other_labels = {
            entry.label
            for line_up in line_ups
            for seat, entry in enumerate(line_up)
            if seat not in seats_with_bans
        }
        return [
            [
                replace(
                    entry,
                    label=f"{entry.label} (restricted)"
                    if seat in seats_with_bans and entry.label in other_labels
                    else entry.label,
                    bans=frozenset(self.read_bans(version, version.bans.get(seat, ""))),
                )
                for seat, entry in enumerate(line_up)
            ]
            for version, line_up in zip(versions, line_ups, strict=True)
        ]

    def read_bans(self, version: PlainVersion, text: str) -> list[tuple[str, range]]:
        """Read bans such as ``wick=1+draw=0..2``: decisions and answers."""
        return [self.read_ban(version, ban) for ban in text.split(PLUS)] if text.strip() else []

    def read_ban(self, version: PlainVersion, ban: str) -> tuple[str, range]:
        """Read one ban: a decision, and an answer or a range.

        Raises:
            InputError: there is no such decision or answer, or the range is in the wrong order.
        """
        typed, _, answers = (part.strip() for part in ban.partition("="))
        decision = {name.lower(): name for name in self.decisions}.get(typed.lower())
        words = [] if decision is None else self._answer_words(version, decision)
        ends = [_answer(words, end.strip()) for end in answers.split(RANGE)]
        low, high = ends[0], ends[-1]
        if decision is None or len(ends) > 2 or low is None or high is None:
            raise InputError(self._unknown_ban(version, ban.strip(), decision))
        if low > high:
            raise InputError(f'The ban "{ban.strip()}" should name the lower answer first.')
        return decision, range(low, high + 1)

    def format_ban(self, version: PlainVersion, decision: str, answers: range) -> str:
        """Write a ban as `read_ban` reads it."""
        words = self._answer_words(version, decision)
        ends = (answers[:1], answers[-1:])[: len(answers)]
        return f"{decision}=" + RANGE.join(
            words[end] if 0 <= end < len(words) else str(end) for (end,) in ends
        )

    def _answer_words(self, version: PlainVersion, decision: str) -> Sequence[str]:
        """List the words for a decision's answers, from answer 0."""
        answers = self.decisions[decision].answers
        return row_ids(answers, version.values) if isinstance(answers, str) else answers

    def _unknown_ban(self, version: PlainVersion, ban: str, decision: str | None) -> str:
        """Explain the form of a ban; suggest the nearest decision or answer."""
        known = decision or next(iter(self.decisions))
        words = self._answer_words(version, known)
        example = self.format_ban(version, known, range(1))
        should_be = f'The ban "{ban}" should be a decision and an answer, as in {example}; '
        typed, _, answers = (part.strip() for part in ban.partition("="))
        if decision is None:
            names = ", ".join(self.decisions)
            return f"{should_be}decisions are {names}.{nearest(typed, [*self.decisions, EACH])}"
        if not words:
            names = ", ".join(self.decisions)
            several = f"Write several answers as a range, as in {known}=1{RANGE}3."
            return f"{should_be}decisions are {names}. {several}"
        ends = [end.strip() for end in answers.split(RANGE)]
        unknown = next((end for end in ends if _answer(words, end) is None), "")
        return (
            f"{should_be}answers to {known} are {', '.join(words)}. Write several as a range, as "
            f"in {known}={words[0]}{RANGE}{words[-1]}.{nearest(unknown, words)}"
        )

    def automaton_of(self, version: PlainVersion) -> list[PlainSeat]:
        """List the automaton of a version's games, if they have one."""
        if not self.automaton or version.players() not in self.automaton_players:
            return []
        return [PlainSeat(PlainStrategy(self.automaton, {}), self.automaton, Names())]

    def load_strategies(self, version: PlainVersion) -> list[Strategy]:
        """List the seats' strategies in the form that tuning uses."""
        strategies = []
        for spec, seat in zip(version.seats, self._read_seats(version), strict=True):
            default_parameters = {
                parameter.name: parameter.default for parameter in seat.strategy.parameters
            }
            strategies.append(
                Strategy(
                    spec,
                    seat.strategy.name,
                    Path(f"{seat.strategy.name}.py"),
                    "",
                    tuple(seat.strategy.parameters),
                    vars(seat.params),
                    {},
                    seat.strategy.help,
                    default_parameters=default_parameters,
                    built_in=True,
                )
            )
        return strategies

    @cached_property
    def dim_tables(self) -> dict[str, Table]:
        """The tables that explain ids."""
        sheet_tables = {
            sheet.kind: dims_table(
                sheet.kind, sheet.kind, *sheet.declaration.dim_columns, id_kind="Int16"
            )
            for sheet in self.sheets
        }
        parameters = text_column("parameters", "its parameters, as JSON")
        return (
            {"strategies": dims_table("strategies", "strategy", parameters, id_kind="Int16")}
            | sheet_tables
            | ({} if self.twins.game_twins is None else {THINGS: self.twins.dim})
        )

    def dims(self, versions: Sequence[PlainVersion]) -> dict[str, pl.DataFrame]:
        """Make the tables that explain ids, with the first version's components."""
        rows: dict[str, list[dict[str, Any]]] = {
            sheet.kind: [
                sheet.declaration.dim_row(thing) for thing in sheet.things(versions[0].values)
            ]
            for sheet in self.sheets
        }
        rows["strategies"] = [
            {"name": name, "parameters": json.dumps(vars(strategy.params))}
            for name, strategy in self.labels(versions).items()
        ]
        rows[THINGS] = self.twins.of(versions[0].values).dim_rows(versions[0].values)
        return dims_frames(self.dim_tables, {name: rows[name] for name in self.dim_tables})

    def varied_by_default(self, version: PlainVersion) -> list[tuple[str, tuple[str, ...]]]:
        """List the switches to vary by default, with their other values.

        These are the switches whose values are words.
        """
        return [
            (f"rules.{name}", self.other_values(version, f"rules.{name}"))
            for name, switch in self.switches.items()
            if switch.words
        ]

    def other_values(self, version: PlainVersion, key: str) -> tuple[str, ...]:
        """List all values of a switch except the current one (`rule_words.other_values`)."""
        return other_values(self.rules, self._rule_values(version), key)

    def _rule_values(self, version: PlainVersion) -> dict[str, Value]:
        return {name: version.values[f"rules.{name}"] for name in self.switches}

    def record(self, version: PlainVersion) -> dict[str, Any]:
        """Record the entire version as plain values."""
        rules = self._rule_values(version)
        record = {"values": dict(version.values), "seats": list(version.seats), "rules": rules}
        if version.bans:
            record["bans"] = {str(seat): ban for seat, ban in version.bans.items()}
        if version.parameters:
            record["parameters"] = dict(version.parameters)
        return record

    def restore(self, record: Mapping[str, Any]) -> PlainVersion:
        """Restore the version that `record` wrote.

        Raises:
            InputError: it can no longer be restored.
        """
        values = record["values"]
        added_keys = {
            f"{sheet.kind}.{row}.{name}"
            for sheet in self.sheets
            if sheet.has_copies
            for row in row_ids(sheet.kind, values)
            if row not in sheet.rows
            for name in sheet.columns
        }
        if changed_keys := set(values) ^ (set(self.defaults) | added_keys):
            keys = ", ".join(sorted(changed_keys))
            raise InputError(
                f"The keys of {self.name} have changed since the version was recorded ({keys})."
            )
        seats = tuple(str(spec) for spec in record["seats"])
        version = PlainVersion(self.in_order(values), seats)
        bans = [(f"{BAN}.{int(seat) + 1}", ban) for seat, ban in record.get("bans", {}).items()]
        settings = [*values.items(), *record.get("parameters", {}).items()]
        return self.change(version, [*((key, str(value)) for key, value in settings), *bans])


def _answer(words: Sequence[str], text: str) -> int | None:
    """Return the answer that a word or number means; None if unknown."""
    lower = [word.lower() for word in words]
    if text.lower() in lower:
        return lower.index(text.lower())
    return int(text) if NUMBER.fullmatch(text) else None


def _check_off(sheet: Sheet) -> None:
    """Refuse ``off`` columns that are not number columns allowing 0."""
    for name in sheet.off:
        low = getattr(sheet.columns.get(name), "low", None)
        if low is None or low > 0:
            raise InputError(
                f'The sheet {sheet.kind}: "{name}" in off should be one of its number columns that '
                "allow 0."
            )


def _change(key: str, old: str, new: str) -> Change:
    """Return the change to a key, with its subject in words."""
    kind, _, cell = key.partition(".")
    name, _, column = cell.partition(".")
    words = name if column else f"{'rule' if kind == RULES_KEY else kind} {name}"
    return Change(key, old, new, words, column)
