"""Strategy files: plain Python, loaded, checked and compiled here.

A strategy is a Python file without numba whose functions are ``NAME(table, me, params, order) ->
int``. It may declare ``PARAMETERS``, names for its ``MEMORY`` and data ``TABLES``, and define
helper functions. A preset is a TOML file (``strategy``, ``parameters``, ``tables``) that makes a
new strategy without code.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import shlex
import sys
import tomllib
import types as python_types
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from eoc_sim.errors import InputError, StrategyError, UnknownStrategy, nearest, nearest_name
from eoc_sim.simulator.kernel.code_cache import cache_root
from eoc_sim.simulator.kernel.compiled import COMPILED, ENTRY, cache_directory, cached_in
from eoc_sim.simulator.kernel.data_tables import MOST_TABLE_NUMBERS, LoadedTable, read_tables
from eoc_sim.simulator.kernel.memory import Memory, check_memory, laid_over, with_names
from eoc_sim.simulator.kernel.own_modules import (
    forget_edited,
    imported_as_read,
    own_modules,
    parsed,
    remember_run,
)
from eoc_sim.simulator.kernel.prepared import PreparedField, with_room
from eoc_sim.simulator.kernel.printing import strategies_print_apart
from eoc_sim.simulator.kernel.repeatable import check_repeatable
from eoc_sim.simulator.kernel.running import importing
from eoc_sim.simulator.kernel.strategy_sources import STRATEGIES, code_hash, named, strategy_sources
from eoc_sim.simulator.kernel.typed_paths import split_spec
from eoc_sim.simulator.kernel.vouching import (
    SentAlong,
    check_vouched,
    is_reading,
    share_results,
    vouch_for,
)

ARGUMENTS = ("table", "me", "params", "order")
MOST_PARAMETERS = 96

params_dtype = np.dtype([("value", np.float64, MOST_PARAMETERS + MOST_TABLE_NUMBERS)])
"""A seat's parameters, tables and prepared numbers, as the kernel sees them.

A strategy sees the same block with its own names.
"""
NO_PARAMETERS = "no_parameters"
"""The only field of ``params`` for a strategy that declares none."""
SKILL = "skill"
"""The parameter that moves a strategy from unskilled to its own values."""
MOST_SKILL = 100.0
PREPARE = "prepare"
"""The function that prepares a strategy's numbers before the first game."""
SEARCHES = "propose"
"""The function of a strategy that searches before it decides (`search`)."""


@dataclass(frozen=True)
class Parameter:
    """A number that a strategy declares: range, default and meaning.

    If ``whole``, it takes whole numbers only. ``unskilled`` is its value with `SKILL` 0.
    """

    name: str
    default: float
    low: float
    high: float
    help: str
    whole: bool = False
    unskilled: float | None = None

    def number(self, text: str) -> float:
        """Read the parameter's value from a text.

        Raises:
            ValueError: the value is invalid; the message continues after the name and the text.
        """
        try:
            value = float(text)
        except ValueError:
            raise ValueError("is not a number") from None
        if not self.low <= value <= self.high:
            raise ValueError(f"is not within {self.low:g} to {self.high:g}")
        if self.whole and not value.is_integer():
            raise ValueError(
                f"is not a whole number from {self.low:g} to {self.high:g}; to take fractions it "
                "is declared with whole=False"
            )
        return value


def parameter(
    name: str,
    *,
    default: float,
    low: float,
    high: float,
    help: str,
    whole: bool | None = None,
    unskilled: float | None = None,
) -> Parameter:
    """Declare a parameter of a strategy, for its list ``PARAMETERS``.

    Args:
        name: its name in ``params`` and on the command line.
        default: its value if nobody sets it.
        low: the lowest value that it takes.
        high: the highest.
        help: its meaning, in a few words.
        whole: whether it takes whole numbers only; by default it does if ``default``, ``low`` and
            ``high`` are all written as whole numbers, so ``default=0.0`` takes fractions.
        unskilled: the value with which a beginner plays. If the strategy also declares a parameter
            ``skill`` from 0 to 100, it plays with the value that is ``skill`` percent of the way
            from ``unskilled`` to the parameter's own value.

    Raises:
        StrategyError: the name is not a Python name, the default is out of range, or a whole
            parameter has a default, low or high that is not whole.

    >>> parameter("blowout_month", default=5, low=3, high=9, help="month of the big turn").whole
    True
    >>> parameter("eagerness", default=0, low=0, high=1, help="of 1", whole=False).number("0.3")
    0.3
    """
    if not name.isidentifier():
        raise StrategyError(f"The parameter name {name!r} is not a Python name")
    if not low <= default <= high:
        raise StrategyError(f"Parameter {name}: default {default} is not within {low} to {high}")
    if unskilled is not None and not low <= unskilled <= high:
        raise StrategyError(
            f"Parameter {name}: unskilled {unskilled} is not within {low} to {high}"
        )
    if whole is None:
        whole = all(isinstance(one, int) for one in (default, low, high))
    elif whole and not all(float(one).is_integer() for one in (default, low, high)):
        raise StrategyError(
            f"Parameter {name}: whole=True, but default {default}, low {low} and high {high} are "
            "not all whole numbers"
        )
    return Parameter(name, float(default), float(low), float(high), help, whole, unskilled)


@dataclass(frozen=True)
class Link:
    """A package decision that a strategy's functions call, compiled separately.

    ``symbols`` maps the types of the arguments to the symbol under which the code is found.
    """

    function: Any
    symbols: dict[tuple[Any, ...], str] = field(default_factory=dict)


def _between(one: Parameter, value: float, share: float) -> float:
    """Return the value ``share`` of the way from a beginner's to ``value``."""
    if one.unskilled is None or share == 1:
        return value
    result = one.unskilled + share * (value - one.unskilled)
    return float(round(result)) if one.whole else result


@dataclass(frozen=True)
class Strategy:
    """A loaded strategy: functions, declarations and parameter values.

    ``spec`` is the user's text. ``hash`` covers the sources of its code without the engine's, its
    data tables, and a preset's settings. ``code`` is the hash of the code alone; ``sources`` has
    that of each file by name. Two seats with equal ``name``, ``hash`` and ``parameters`` play the
    same strategy. ``usual`` are the parameters before the user sets any, ``built_in`` is true for
    files of the package, and ``own_tables`` are a preset's data files that replace declared ones.
    ``prepared`` are the numbers that its function ``prepare`` computes. ``help`` is the file's own
    description, or the comment that a preset begins with; ``evidence`` documents how a preset was
    found. ``folders`` is where it was looked for; ``links`` are the decisions of the package that
    its own functions call.
    """

    spec: str
    name: str
    file: Path
    hash: str
    declared: tuple[Parameter, ...]
    parameters: Mapping[str, float]
    functions: Mapping[str, Any] = field(repr=False, compare=False)
    help: str = ""
    memory: tuple[Memory, ...] = ()
    tables: tuple[LoadedTable, ...] = field(default=(), repr=False, compare=False)
    prepared: tuple[PreparedField, ...] = ()
    code: str = ""
    usual: Mapping[str, float] = field(default_factory=dict)
    built_in: bool = False
    own_tables: Mapping[str, Path] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict, compare=False)
    sources: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    folders: StrategyFolders | None = field(default=None, repr=False, compare=False)
    links: tuple[Link, ...] = field(default=(), repr=False, compare=False)

    def changed_parameters(self) -> dict[str, float]:
        """Return the parameters that differ from the file's declared defaults."""
        return {
            one.name: self.parameters[one.name]
            for one in self.declared
            if self.parameters[one.name] != one.default
        }

    def played_parameters(self) -> dict[str, float]:
        """Return the parameters as played, weakened if ``skill`` is below 100."""
        share = self.parameters.get(SKILL, MOST_SKILL) / MOST_SKILL
        return {one.name: _between(one, self.parameters[one.name], share) for one in self.declared}

    @property
    def sees_seen_only(self) -> bool:
        """True if it is known never to look at unseen cards."""
        return (
            self.built_in and self.folders is not None and self.file.stem in self.folders.seen_only
        )

    def prepares_in(self, function: str) -> bool:
        """Check if a function prepares numbers and is not a decision."""
        decisions = self.folders.functions if self.folders is not None else ()
        return function == PREPARE and function not in decisions

    def line_of(self, function: str) -> int:
        """Return the line of the file on which ``function`` begins."""
        return int(self.functions[function].__code__.co_firstlineno)

    def file_of(self, function: str) -> Path:
        """Return the file of ``function``, the strategy's or an imported one."""
        return Path(self.functions[function].__code__.co_filename)

    def parameter_record(self, printed: Mapping[str, Sequence[str]]) -> np.ndarray:
        """Return the block ``params``: parameters in order, then table columns.

        Space for prepared numbers comes last.

        Args:
            printed: the printed numbers of all ids for each key of tables, as ``{"card": ...}``.

        Returns:
            float64 values, as many as in ``params_dtype``, 0 where nothing is declared.

        Raises:
            StrategyError: all rows of a table are unknown in the game.
        """
        values = np.zeros(MOST_PARAMETERS + MOST_TABLE_NUMBERS)
        for index, value in enumerate(self.played_parameters().values()):
            values[index] = value
        start = MOST_PARAMETERS
        for sheet in self.tables:
            sheet.check_against(printed[sheet.key])
            for column in sheet.columns:
                values[start : start + sheet.length] = sheet.column(column, printed[sheet.key])
                start += sheet.length
        return values

    def parameter_dtype(self) -> np.dtype:
        """Return the record type of ``params`` for the strategy's functions."""
        names = [declared.name for declared in self.declared] or [NO_PARAMETERS]
        formats: list[Any] = [np.float64] * len(names)
        starts = list(range(len(names)))
        start = MOST_PARAMETERS
        for sheet in self.tables:
            for column in sheet.columns:
                names.append(column)
                formats.append((np.float64, (sheet.length,)))
                starts.append(start)
                start += sheet.length
        for one in self.prepared:
            names.append(one.name)
            formats.append((np.float64, one.shape))
            starts.append(start)
            start += one.size
        return np.dtype(
            {"names": names, "formats": formats, "offsets": [8 * start for start in starts]}
        )

    def named_parameters(self, record: np.ndarray) -> python_types.SimpleNamespace:
        """Name a `parameter_record` in pure-Python mode, one attribute per field."""
        named: dict[str, Any] = {}
        for name, (kind, offset, *_) in (self.parameter_dtype().fields or {}).items():
            start = offset // record.itemsize
            if kind.shape:
                numbers = record[start : start + kind.itemsize // record.itemsize]
                named[name] = numbers.reshape(kind.shape)
            else:
                named[name] = float(record[start])
        return python_types.SimpleNamespace(**named)


@dataclass(frozen=True)
class StrategyFolders:
    """A game's strategy folders, and its interface for strategies.

    ``functions`` are the decisions that the game asks for. ``me`` is its record of that name, with
    a field ``memory``. ``ids`` are the keys of data tables, with the most ids of each.
    ``yardsticks`` are frozen strategies that measure others; they are not listed. ``tools`` are
    functions of the same form that only tools in pure-Python mode call. ``api`` is the module from
    which strategies import; if set, files that import another game's are refused. ``model`` is the
    strategy that searches assume for the other players, whose own strategies stay unknown.
    ``seen_only`` are strategies of the game that a test proves never to look at unseen cards; all
    others may.
    """

    strategies: Path
    functions: tuple[str, ...]
    me: np.dtype
    ids: Mapping[str, int]
    helpers: tuple[str, ...] = ("defaults",)
    yardsticks: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    api: str = ""
    model: str = ""
    seen_only: tuple[str, ...] = ()

    @property
    def presets(self) -> Path:
        """The folder of the preset files."""
        return self.strategies / "presets"

    def contain(self, file: Path) -> bool:
        """Check if a strategy's file comes with the game."""
        return file.resolve().parent == self.strategies.resolve()

    def names(self) -> list[str]:
        """List all strategies and presets except the yardsticks, sorted."""
        files = [
            path.stem
            for path in self.strategies.glob("*.py")
            if path.stem not in (*self.helpers, *self.yardsticks) and not path.stem.startswith("_")
        ]
        return sorted(files + [path.stem for path in self.presets.glob("*.toml")])


def load(spec: str, folders: StrategyFolders) -> Strategy:
    """Load a strategy: ``name``, ``file.py`` or a preset, with optional ``:key=value``.

    Raises:
        StrategyError: a name or parameter is unknown, a value is out of range, or a file has an
            error.
    """
    name, *settings = split_spec(spec)
    given: dict[str, str] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not separator or not key or not value:
            raise StrategyError(
                f'Strategy "{spec}": "{setting}" is not a parameter setting; write key=value'
            )
        if key in given:
            raise StrategyError(f'Strategy "{spec}": the parameter "{key}" is given twice')
        given[key] = value
    file, preset = _find(name, folders)
    built_in = folders.contain(file)
    if not built_in and file not in _EXECUTED_FILES:
        check_vouched(file)
    for table in preset.tables.values():
        if not table.is_relative_to(folders.strategies.resolve()):
            check_vouched(table)
    _check_game(file, folders)
    source_name = Path(name).stem if name.endswith((".py", ".toml")) else name
    names = (*folders.functions, *folders.tools)
    namespace, own, functions, links = _execute(file, names, built_in=built_in)
    fallbacks = [folders.strategies / f"{one}.py" for one in folders.helpers]
    sources = strategy_sources(own, fallbacks)
    code = code_hash(sources)
    declared = _declared_parameters(namespace, file)
    usual = {one.name: one.default for one in declared}
    _apply(usual, declared, preset.parameters, source_name)
    values = dict(usual)
    _apply(values, declared, given, source_name)
    tables, prepared = _declared_tables(namespace, file, folders, preset.tables)
    _check_columns(tables, prepared, declared, file)
    parts = [sheet.hash for sheet in tables]
    parts += [f"{key}={value!r}" for key, value in usual.items() if key in preset.parameters]
    digest = hashlib.sha256(" ".join([code, *parts]).encode()).hexdigest()[:16] if parts else code
    return Strategy(
        spec,
        source_name,
        file,
        digest,
        declared,
        values,
        functions,
        preset.comment or (namespace.get("__doc__") or "").strip(),
        check_memory(namespace.get("MEMORY", []), file, folders.me),
        tables,
        prepared,
        code,
        usual,
        built_in,
        preset.tables,
        preset.evidence,
        named(sources, file, name, folders.strategies),
        folders,
        links,
    )


def _declared_tables(
    namespace: Mapping[str, Any], file: Path, folders: StrategyFolders, own: Mapping[str, Path]
) -> tuple[tuple[LoadedTable, ...], tuple[PreparedField, ...]]:
    """Read the list ``TABLES``: data files, and numbers to prepare."""
    declared = namespace.get("TABLES", [])
    prepared: tuple[PreparedField, ...] = ()
    if isinstance(declared, (list, tuple)):
        prepared = tuple(
            with_room(one, file, folders.ids) for one in declared if isinstance(one, PreparedField)
        )
        declared = [one for one in declared if not isinstance(one, PreparedField)]
    tables = read_tables(declared, file, folders.ids, own, folders.strategies)
    sizes = {
        f"{one.name} {len(one.columns)} x {one.length}": len(one.columns) * one.length
        for one in tables
    }
    sizes |= {f"{one.name} {' x '.join(map(str, one.shape))}": one.size for one in prepared}
    if sum(sizes.values()) > MOST_TABLE_NUMBERS:
        raise StrategyError(
            f"{file}: TABLES have {sum(sizes.values())} numbers ({', '.join(sizes)}); at most "
            f"{MOST_TABLE_NUMBERS} fit"
        )
    return tables, prepared


def _check_columns(
    tables: Sequence[LoadedTable],
    prepared: Sequence[PreparedField],
    declared: Sequence[Parameter],
    file: Path,
) -> None:
    """Refuse a column or prepared name that something else has already."""
    owners = {one.name: "a parameter" for one in declared}
    for sheet in tables:
        for column in sheet.columns:
            if column in owners:
                raise StrategyError(
                    f'{file}: the column "{column}" of {sheet.name} has the name of '
                    f"{owners[column]}; both would be params.{column}"
                )
            owners[column] = f"a column of {sheet.name}"
    for one in prepared:
        if one.name in owners:
            raise StrategyError(
                f'{file}: prepared "{one.name}" has the name of {owners[one.name]}; both would be '
                f"params.{one.name}"
            )
        owners[one.name] = "another prepared field"


@dataclass(frozen=True)
class _Preset:
    """A preset's settings: parameters as texts, and data files.

    The files are given by the declared file's name. ``comment`` is the text of its first lines,
    ``evidence`` documents how it was found.
    """

    parameters: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Path] = field(default_factory=dict)
    comment: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)


def _find(name: str, folders: StrategyFolders) -> tuple[Path, _Preset]:
    if name not in folders.names() and name and Path(name).is_dir():
        inside = sorted(Path(name).glob("*.py"))
        hint = f' Did you mean "{inside[0]}"?' if inside else ""
        raise StrategyError(
            f'"{name}" is a folder; a strategy is one file, whose name ends in .py.{hint}'
        )
    if name.endswith(".py"):
        file = Path(name)
        if not file.is_file():
            raise StrategyError(f'There is no strategy file "{name}"{_nearest_file(file)}')
        return file.resolve(), _Preset()
    preset_file = Path(name) if name.endswith(".toml") else folders.presets / f"{name}.toml"
    built_in = folders.strategies / f"{name}.py"
    names = folders.names()
    if name not in (*names, *folders.yardsticks) and not name.endswith(".toml"):
        files = [f"{name}{kind}" for kind in (".py", ".toml") if Path(f"{name}{kind}").is_file()]
        hint = (
            f' Did you mean "{files[0]}"?'
            if files
            else nearest(name, (*names, *folders.yardsticks))
        )
        raise UnknownStrategy(
            name,
            f'There is no strategy "{name}"; there are {", ".join(names)}, or give a file ending '
            f"in .py.{hint}",
        )
    if not name.endswith(".toml") and built_in.is_file():
        return built_in, _Preset()
    return _read_preset(preset_file, folders)


def written_for(file: Path) -> set[str]:
    """Return the games' strategy modules that a file imports."""
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    games = (one or other for one, other in _GAME_IMPORT.findall(text))
    return {f"eoc_sim.simulator.{game}.strategy_api" for game in games}


def _check_game(file: Path, folders: StrategyFolders) -> None:
    """Refuse a file written for another game."""
    others = written_for(file) - {folders.api}
    if folders.api and others:
        raise UnknownStrategy(
            str(file),
            f"{file} imports from {', '.join(sorted(others))}; strategies of this "
            f"game import from {folders.api}.",
        )


def _nearest_file(file: Path) -> str:
    """Find the file beside a missing one with the nearest name."""
    try:
        beside = [one.name for one in file.parent.iterdir() if one.suffix == file.suffix]
    except OSError:
        beside = []
    name = nearest_name(file.name, beside)
    return f'. Did you mean "{file.parent / name}"?' if name else ""


_GAME_IMPORT = re.compile(
    r"^\s*(?:from|import)\s+eoc_sim\.(?:simulator\.(\w+)\.strategy_api|strategies\.(\w+))\b",
    re.MULTILINE,
)
"""An import of a game's strategy module, or its shared parts."""
PRESET_KEYS = ("strategy", "parameters", "tables", "evidence")
"""The keys of a preset; its evidence does not affect play."""


def _read_preset(file: Path, folders: StrategyFolders) -> tuple[Path, _Preset]:
    try:
        if not file.is_file():  # a pipe, for example, would block
            raise FileNotFoundError
        text = file.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except FileNotFoundError:
        raise StrategyError(f'There is no preset file "{file}"{_nearest_file(file)}') from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StrategyError(f"{file}: not a TOML file: {error}") from None
    for key in content:
        if key not in PRESET_KEYS:
            raise StrategyError(
                f'{file}: unknown key "{key}"; a preset has {", ".join(PRESET_KEYS)}.'
                f"{nearest(key, PRESET_KEYS)}"
            )
    base = content.get("strategy")
    parameters = content.get("parameters", {})
    tables = content.get("tables", {})
    if not isinstance(base, str) or not isinstance(parameters, dict):
        raise StrategyError(f'{file}: expected strategy = "name" and a table [parameters]')
    if not isinstance(tables, dict) or not all(isinstance(one, str) for one in tables.values()):
        raise StrategyError(f'{file}: tables should be as in tables = {{ NAME = "file.csv" }}')
    evidence = content.get("evidence", {})
    if not isinstance(evidence, dict):
        raise StrategyError(f"{file}: evidence should be a table [evidence]")
    path = Path(base) if base.endswith(".py") else folders.strategies / f"{base}.py"
    if base.endswith(".py") and not path.is_absolute():
        path = file.parent / path
    preset = folders.presets / f"{base}.toml"
    if not path.is_file() and preset.is_file():
        start = tomllib.loads(preset.read_text(encoding="utf-8"))["strategy"]
        raise StrategyError(
            f'{file}: "{base}" is itself a preset; give its strategy, "{start}", and parameters.'
        )
    if not path.is_file() or path.stem in folders.helpers:
        known = (*folders.names(), *folders.yardsticks)
        raise UnknownStrategy(base, f'{file}: there is no strategy "{base}".{nearest(base, known)}')
    path = path.resolve()
    if (
        not is_reading()
        and not folders.contain(path)
        and share_results(path, file.parent.resolve() / file.name)
    ):
        named = ":".join([str(path), *(f"{key}={value}" for key, value in parameters.items())])
        raise SentAlong(file, path, named)
    return path, _Preset(
        {key: str(value) for key, value in parameters.items()},
        {key: (file.parent / one).resolve() for key, one in tables.items()},
        _first_comment(text),
        evidence,
    )


def _first_comment(text: str) -> str:
    """Return a TOML file's first comment, in one line."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return " ".join(line.lstrip("# ").rstrip() for line in lines).strip()


def _apply(
    values: dict[str, float], declared: Sequence[Parameter], texts: Mapping[str, str], name: str
) -> None:
    by_name = {one.name: one for one in declared}
    for key, text in texts.items():
        if key not in by_name:
            known = ", ".join(by_name) or "none"
            raise StrategyError(
                f'Strategy {name} has no parameter "{key}"; it has: {known}.{nearest(key, by_name)}'
            )
        try:
            values[key] = by_name[key].number(text)
        except ValueError as error:
            raise StrategyError(f"Strategy {name}: {key}={text} {error}") from None


def _execute(file: Path, function_names: tuple[str, ...], *, built_in: bool) -> _FileDefinitions:
    """Run a strategy's file, unless its present content was run before.

    Each file is read once, so the code that runs is the code that was hashed.
    """
    try:
        source = file.read_bytes()
    except OSError as error:
        raise StrategyError(f"The strategy file {file} cannot be read: {error.strerror}") from None
    try:
        tree = ast.parse(source, str(file))
        code = compile(source, str(file), "exec")
    except RecursionError:
        raise StrategyError(f"{file}: the file is nested too deeply to be read") from None
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        place = f"{file}, line {line}" if line else str(file)
        reason = getattr(error, "msg", None) or error
        raise StrategyError(f"{place}: not valid Python: {reason}") from None
    modules = own_modules(tree)
    helpers = {one.file: one.source for one in modules}
    own = {file: source, **helpers}
    if file in _EXECUTED_FILES and _EXECUTED_FILES[file].sources == own:
        return _EXECUTED_FILES[file]
    check_repeatable(file, tree)
    for helper, content in helpers.items():
        check_repeatable(helper, parsed(content))
    if not built_in:
        vouch_for(own)
    forget_edited(helpers)
    module_name = f"eoc_sim_strategy_{file.stem}_{code_hash(own)}"
    module = python_types.ModuleType(module_name)
    module.__file__ = str(file)
    sys.modules[module_name] = module
    try:
        with (
            strategies_print_apart(),
            imported_as_read(modules, keep=is_reading()),
            importing([str(one) for one in own]),
        ):
            exec(code, module.__dict__)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"{file}: the file cannot be run: {type(error).__name__}: {error}"
            f"{_where_modules_are(file, error)}"
        ) from None
    namespace = module.__dict__
    functions, links = _checked_functions(namespace, file, function_names)
    remember_run(own)
    _EXECUTED_FILES[file] = _FileDefinitions(namespace, own, functions, links)
    return _EXECUTED_FILES[file]


class _FileDefinitions(NamedTuple):
    """A strategy file's definitions and sources, own modules included.

    ``functions`` are its decisions, ``links`` those of the package that its own functions call.
    """

    namespace: dict[str, Any]
    sources: dict[Path, bytes]
    functions: dict[str, Any]
    links: tuple[Link, ...]


_EXECUTED_FILES: dict[Path, _FileDefinitions] = {}
"""Strategy files of this process; equal ones share compiled functions."""


def _where_modules_are(file: Path, error: BaseException) -> str:
    """State how to import a module that lies beside the file."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    beside = file.parent / f"{name}.py"
    if not name or not (beside.is_file() or beside.with_suffix("").is_dir()):
        return ""
    folder = shlex.quote(str(file.parent))
    return f". Modules are not looked for beside a strategy; PYTHONPATH={folder} finds this one."


def _checked_functions(
    namespace: dict[str, Any], file: Path, names: tuple[str, ...]
) -> tuple[dict[str, Any], tuple[Link, ...]]:
    """Return a file's decisions, which can call each other and the package's.

    Raises:
        StrategyError: it has no decision, or one with different arguments.
    """
    # A decision may also be imported, as the built-in strategies do from their planner.
    functions = {
        name: _as_loaded(namespace[name], names)
        for name in names
        if inspect.isfunction(namespace.get(name))
    }
    if not functions:
        raise StrategyError(
            f"{file}: no strategy function found; a strategy defines at least one of "
            f"{', '.join(names)}"
        )
    for function in functions.values():
        signature = tuple(inspect.signature(function).parameters)
        if signature != ARGUMENTS:
            name = function.__name__
            raise StrategyError(
                f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}: "
                f"{name}({', '.join(signature)}) should be {name}({', '.join(ARGUMENTS)})"
            )
    return functions, _link_functions(namespace, names) if COMPILED else ()


def _link_functions(namespace: dict[str, Any], names: tuple[str, ...]) -> tuple[Link, ...]:
    """Let a file's compiled functions call each other and the package's."""
    from eoc_sim.simulator.kernel.numba_internals import linked

    plain = {name: value for name, value in namespace.items() if inspect.isfunction(value)}
    own = [name for name, value in plain.items() if value.__module__ == namespace["__name__"]]
    used = set().union(*(_names_in(plain[name].__code__) for name in own))
    links = []
    for name, function in plain.items():
        if name in own and (name not in names or name in used):
            namespace[name] = _compiler(cache=False)(function)
        elif name in used and _is_decision(function):
            links.append(Link(_as_loaded(function, names)))
            namespace[name] = linked(links[-1].symbols)
    return tuple(links)


def _names_in(code: python_types.CodeType) -> set[str]:
    """Return the names of globals and attributes in code, nested included."""
    inner = [one for one in code.co_consts if isinstance(one, python_types.CodeType)]
    return set(code.co_names).union(*map(_names_in, inner))


def _is_decision(function: Any) -> bool:
    """Check if a function is a decision of the package's strategies."""
    return (
        function.__module__.startswith(f"{STRATEGIES}.")
        and tuple(inspect.signature(function).parameters) == ARGUMENTS
    )


def _as_loaded(function: Any, names: tuple[str, ...]) -> Any:
    """Return an imported function as loaded with its strategy.

    The module that Python imported is another copy, whose helpers are not compiled.
    """
    parts = function.__module__.split(".")
    if function.__module__.startswith(f"{STRATEGIES}.") and len(parts) == 4:
        file = Path(function.__code__.co_filename)
        loaded = _execute(file, names, built_in=True).functions
        return loaded.get(function.__name__, function)
    return function


def _compiler(*, cache: bool) -> Any:
    from numba import njit

    # Bounds and divisions are checked: otherwise a wrong index ends the whole process.
    return njit(
        nogil=True,
        boundscheck=True,
        error_model="python",
        cache=cache,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        **ENTRY,
    )


def _declared_parameters(namespace: dict[str, Any], file: Path) -> tuple[Parameter, ...]:
    declared = namespace.get("PARAMETERS", [])
    if not isinstance(declared, (list, tuple)) or not all(
        isinstance(one, Parameter) for one in declared
    ):
        raise StrategyError(f"{file}: PARAMETERS should be a list of parameter(...)")
    names = [one.name for one in declared]
    if len(set(names)) < len(names) or len(names) > MOST_PARAMETERS:
        raise StrategyError(
            f"{file}: PARAMETERS should be at most {MOST_PARAMETERS} parameters with different "
            "names"
        )
    return tuple(declared)


def compile_functions(
    strategy: Strategy,
    fallback: Strategy,
    names: Sequence[str],
    record_dtypes: tuple[np.dtype, np.dtype, np.dtype],
    is_asked: Callable[[str], bool] = lambda name: True,
) -> list[Any]:
    """Compile a strategy's functions for the kernel, in order of ``names``.

    ``record_dtypes`` are those of table, me and order. ``fallback`` supplies functions that the
    strategy lacks. Compiled code is cached on disk. A function that the kernel never calls is 0.
    """
    ready: list[Any] = []
    for name in names:
        owner = strategy if name in strategy.functions else fallback
        function = owner.functions[name]
        if COMPILED and not is_asked(name):
            ready.append(0)
        elif COMPILED:
            ready.append(_compile_one(owner, function, name, record_dtypes))
        else:
            ready.append(with_names(function, owner.memory) if owner.memory else function)
    return ready


_COMPILED_FUNCTIONS: dict[tuple[str, str, str, tuple[Any, ...]], tuple[Any, int]] = {}
"""Compiled functions of this process, kept alive with their addresses."""


@cache
def _record_type(record: np.dtype) -> Any:
    """Return numba's type of a record, which is slow to make."""
    from numba import from_dtype

    return from_dtype(record)


def _folder_of(function: Any, salt: str = "") -> Path:
    """Return the folder that caches a function's code."""
    return cache_root() / _folder_name(function, salt)


@cache
def _folder_name(function: Any, salt: str) -> str:
    """Name the folder that caches a function's code.

    The name is cached, since it must not change when the file of a loaded function is edited. Code
    contains its module's name, so functions that are imported from the file have another folder.
    """
    file = Path(function.__code__.co_filename)
    return cache_directory(file, f"{function.__module__} {salt}").name


def _compile_one(
    owner: Strategy, function: Any, name: str, record_dtypes: tuple[np.dtype, ...]
) -> int:
    from numba import types

    from eoc_sim.simulator.kernel.numba_internals import address_of

    # A function that several strategies import is compiled once for all of them; the cache
    # folder's name carries the hash of every file that its code comes from.
    file, folder = Path(function.__code__.co_filename), _folder_of(function)
    arguments = _arguments(owner, function, record_dtypes)
    key = (str(file), folder.name, name, arguments)
    if key in _COMPILED_FUNCTIONS:
        return _COMPILED_FUNCTIONS[key][1]
    if file == owner.file:
        _give_addresses(owner, arguments, record_dtypes)
    with cached_in(folder):
        dispatcher = _compiler(cache=True)(function)
    _compile_checked(dispatcher, arguments, owner, function, name)
    returned = types.unliteral(dispatcher.overloads[arguments].signature.return_type)
    if not isinstance(returned, (types.Integer, types.Boolean)):
        raise StrategyError(
            f"{owner.file}, line {function.__code__.co_firstlineno}: {name} returns "
            f"{_type_words(returned)}; it should return an int on every path"
        )
    if returned != types.int64:
        with cached_in(_folder_of(function, "int64")):
            dispatcher = _compiler(cache=True)(function)
        _compile_checked(dispatcher, types.int64(*arguments), owner, function, name)
    address = address_of(dispatcher, arguments)
    _COMPILED_FUNCTIONS[key] = (dispatcher, address)
    return address


def _give_addresses(
    owner: Strategy, arguments: tuple[Any, ...], record_dtypes: tuple[np.dtype, ...]
) -> None:
    """Compile the package's decisions that a strategy's functions call, one by one."""
    from eoc_sim.simulator.kernel.numba_internals import give_address

    for link in owner.links:
        function = link.function
        address = _compile_one(owner, function, function.__name__, record_dtypes)
        seen = " ".join(map(str, _arguments(owner, function, record_dtypes)))
        identity = f"{_folder_of(function).name} {function.__qualname__} {seen}"
        link.symbols[arguments] = f"eoc_sim_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
        give_address(link.symbols[arguments], address)


def _arguments(
    owner: Strategy, function: Any, record_dtypes: tuple[np.dtype, ...]
) -> tuple[Any, ...]:
    """Return the argument types of a function, with a strategy's names.

    If the records of ``owner`` begin with those of the package's strategy that has the function,
    the latter's are used. So the code of that strategy is shared, regardless of what else ``owner``
    declares.
    """
    table, me, order = record_dtypes

    def named(one: Strategy) -> tuple[np.dtype, ...]:
        return table, laid_over(me, one.memory), one.parameter_dtype(), order

    own = named(owner)
    for home in _homes(owner, function):
        others = named(home)
        if all(map(_begins_with, own, others)):
            own = others
            break
    return tuple(map(_record_type, own))


_HOMES: dict[Any, list[Strategy]] = {}
"""The package's strategies that have a function, by the function."""


def _homes(owner: Strategy, function: Any) -> list[Strategy]:
    """Find the package's strategies that have a function of a user's strategy."""
    folders, file = owner.folders, Path(function.__code__.co_filename)
    if folders is None or owner.built_in or not file.is_relative_to(folders.strategies):
        return []
    if function not in _HOMES:
        files = sorted(folders.strategies.glob("[!_]*.py"))
        shipped = [load(str(one), folders) for one in files]
        _HOMES[function] = [one for one in shipped if function in one.functions.values()]
    return _HOMES[function]


def _begins_with(own: np.dtype, other: np.dtype) -> bool:
    """Check if a record has another's fields at the same offsets."""
    fields: Mapping[str, Any] = own.fields or {}
    return all(
        name == NO_PARAMETERS or (name in fields and fields[name][:2] == entry[:2])
        for name, entry in (other.fields or {}).items()
    )


def _compile_checked(
    dispatcher: Any, signature: Any, owner: Strategy, function: Any, name: str
) -> None:
    from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

    place = f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}"
    try:
        with warnings.catch_warnings():
            # numba warns if a strategy's parameters only begin with its planner's.
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            dispatcher.compile(signature)
    except NumbaError as error:
        reason = _reason(error) + _through_module(function, error)
        raise StrategyError(f"{place}: {name} cannot be compiled: {reason}") from None
    except KeyError as error:
        # numba looks up a record's field without an error message of its own.
        field_name = str(error.args[0])
        records = signature if isinstance(signature, tuple) else signature.args
        fields = sorted({one for record in records for one in record.fields})
        near = nearest(field_name, fields)
        if Path(function.__code__.co_filename) != owner.file:
            near = (
                f" The function is not from {owner.file}: a strategy that uses it also needs the "
                "PARAMETERS, MEMORY and TABLES of its strategy, before any of its own."
            )
        raise StrategyError(
            f'{place}: {name} cannot be compiled: no record has a field "{field_name}".{near}'
        ) from None


def _through_module(function: Any, error: Exception) -> str:
    """Suggest importing by name a function called through its module."""
    modules = {
        name: value
        for name, value in function.__globals__.items()
        if isinstance(value, python_types.ModuleType) and name in _names_in(function.__code__)
    }
    for name, module in modules.items():
        for called in sorted(_names_in(function.__code__)):
            if inspect.isfunction(getattr(module, called, None)) and called in str(error):
                return (
                    f". Import the function by its name: from {module.__name__} import {called} as "
                    f"{name}_{called}"
                )
    return ""


def _reason(error: Exception) -> str:
    """Put the essential lines of a numba error in one sentence."""
    lines = [line.strip() for line in str(error).splitlines()]
    essential = [
        line
        for line in lines
        if line and not line.startswith(("Failed in", "During:", "- ", "^", ">>>", "There are"))
    ]
    return "; ".join(essential[:3]) or type(error).__name__


def _type_words(numba_type: Any) -> str:
    from numba import types

    if isinstance(numba_type, types.Float):
        return "a float"
    if isinstance(numba_type, types.NoneType):
        return "nothing (None)"
    if isinstance(numba_type, types.Optional):
        return f"{_type_words(numba_type.type)} or nothing (None)"
    if isinstance(numba_type, types.Integer):
        return "an int"
    return f"a value of type {numba_type}"
