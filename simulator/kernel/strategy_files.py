"""Strategy files: plain Python, loaded, checked and compiled here.

A strategy is a Python file without numba in it whose functions are ``NAME(table, me, params,
order) -> int``. It may declare ``PARAMETERS``, names for its ``MEMORY`` and data ``TABLES``, and
define helper functions of its own. A preset is a TOML file (``strategy``, ``parameters``,
``tables``) that makes a new strategy without code.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
import tomllib
import types as python_types
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import InputError, StrategyError, UnknownStrategy, nearest, nearest_name
from eoc_sim.simulator.kernel.code_cache import cache_root
from eoc_sim.simulator.kernel.compiled import COMPILED, ENTRY, cache_directory, cached_in
from eoc_sim.simulator.kernel.data_tables import MOST_TABLE_NUMBERS, Sheet, read_tables
from eoc_sim.simulator.kernel.memory import Memory, check_memory, laid_over, with_names
from eoc_sim.simulator.kernel.own_modules import forget_edited, own_modules
from eoc_sim.simulator.kernel.prepared import Prepared, with_room
from eoc_sim.simulator.kernel.printing import strategies_print_apart
from eoc_sim.simulator.kernel.repeatable import check_repeatable
from eoc_sim.simulator.kernel.strategy_sources import code_hash, named, strategy_sources

ARGUMENTS = ("table", "me", "params", "order")
MOST_PARAMETERS = 96

params_dtype = np.dtype([("value", np.float64, MOST_PARAMETERS + MOST_TABLE_NUMBERS)])
"""The kernel's view of a seat's parameters, and of its data tables and prepared numbers behind
them; a strategy sees the same block with its own names."""
PREPARE = "prepare"
"""The function that works out a strategy's prepared numbers, before the first game."""
SEARCHES = "propose"
"""The function of a strategy that plays candidates out before it decides (`search`)."""


@dataclass(frozen=True)
class Parameter:
    """A number that a strategy declares: its range, default and what it means.

    A ``whole`` one takes whole numbers only.
    """

    name: str
    default: float
    low: float
    high: float
    help: str
    whole: bool = False

    def number(self, text: str) -> float:
        """The value that a text gives it.

        Raises:
            ValueError: it cannot be, in words that go on after the name and the text.
        """
        try:
            value = float(text)
        except ValueError:
            raise ValueError("is not a number") from None
        if not self.low <= value <= self.high:
            raise ValueError(f"is not within {self.low:g} to {self.high:g}")
        if self.whole and not value.is_integer():
            raise ValueError(f"is no whole number from {self.low:g} to {self.high:g}")
        return value


def parameter(name: str, *, default: float, low: float, high: float, help: str) -> Parameter:
    """Declare a parameter of a strategy, for its list ``PARAMETERS``.

    One that is declared with whole numbers takes whole numbers; ``default=5.0`` takes fractions.

    >>> parameter("blowout_month", default=5, low=3, high=9, help="month of the big turn").default
    5.0
    """
    if not name.isidentifier():
        raise StrategyError(f"the parameter name {name!r} is not a Python name")
    if not low <= default <= high:
        raise StrategyError(f"parameter {name}: default {default} is not within {low} to {high}")
    whole = all(isinstance(one, int) for one in (default, low, high))
    return Parameter(name, float(default), float(low), float(high), help, whole)


@dataclass(frozen=True)
class Strategy:
    """A loaded strategy: its functions, what it declares, and the values of its parameters.

    ``spec`` is what the user wrote; ``hash`` is that of all files that its code comes from but the
    engine's, its data tables and what a preset sets, ``code`` that of the code alone, of which
    ``sources`` has each file's by name. Two seats with equal ``name``, ``hash`` and ``parameters``
    play the same strategy. ``usual`` are the parameters of whoever sets none, ``built_in`` says
    whether the file is the package's, and ``own_tables`` are the data files that a preset gives in
    place of declared ones. ``prepared`` are the numbers that its function ``prepare`` works out.
    ``help`` is what the file says of itself, or the comment that a preset begins with; ``evidence``
    how a preset was found.
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
    tables: tuple[Sheet, ...] = field(default=(), repr=False, compare=False)
    prepared: tuple[Prepared, ...] = ()
    code: str = ""
    usual: Mapping[str, float] = field(default_factory=dict)
    built_in: bool = False
    own_tables: Mapping[str, Path] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict, compare=False)
    sources: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    def changed_parameters(self) -> dict[str, float]:
        """The parameters that differ from what the strategy's file declares."""
        return {
            one.name: self.parameters[one.name]
            for one in self.declared if self.parameters[one.name] != one.default
        }

    def line_of(self, function: str) -> int:
        """The line of the file on which ``function`` begins."""
        return int(self.functions[function].__code__.co_firstlineno)

    def file_of(self, function: str) -> Path:
        """The file that ``function`` is written in: the strategy's, or one it imports from."""
        return Path(self.functions[function].__code__.co_filename)

    def parameter_record(self, printed: Mapping[str, Sequence[str]]) -> np.ndarray:
        """What ``params`` holds: the parameters in declared order, then the tables' columns.

        Room for prepared numbers comes last.

        Args:
            printed: for each key of tables the printed number of every id, as ``{"card": ...}``.

        Returns:
            float64, as long as the block of ``params_dtype``, zeros where nothing is declared.

        Raises:
            StrategyError: a table of which no row is about anything in the game.
        """
        values = np.zeros(MOST_PARAMETERS + MOST_TABLE_NUMBERS)
        for place, declared in enumerate(self.declared):
            values[place] = self.parameters[declared.name]
        place = MOST_PARAMETERS
        for sheet in self.tables:
            sheet.check_against(printed[sheet.key])
            for column in sheet.columns:
                values[place : place + sheet.length] = sheet.column(column, printed[sheet.key])
                place += sheet.length
        return values

    def parameter_dtype(self) -> np.dtype:
        """The record type that the strategy's functions see as ``params``."""
        names = [declared.name for declared in self.declared] or ["no_parameters"]
        formats: list[Any] = [np.float64] * len(names)
        places = list(range(len(names)))
        place = MOST_PARAMETERS
        for sheet in self.tables:
            for column in sheet.columns:
                names.append(column)
                formats.append((np.float64, (sheet.length,)))
                places.append(place)
                place += sheet.length
        for one in self.prepared:
            names.append(one.name)
            formats.append((np.float64, one.shape))
            places.append(place)
            place += one.size
        return np.dtype(
            {"names": names, "formats": formats, "offsets": [8 * place for place in places]}
        )

    def named_parameters(self, record: np.ndarray) -> python_types.SimpleNamespace:
        """A `parameter_record` in pure-Python mode: one attribute a parameter and column."""
        named: dict[str, Any] = {}
        for name, (kind, offset, *_) in (self.parameter_dtype().fields or {}).items():
            place = offset // record.itemsize
            if kind.shape:
                numbers = record[place : place + kind.itemsize // record.itemsize]
                named[name] = numbers.reshape(kind.shape)
            else:
                named[name] = float(record[place])
        return python_types.SimpleNamespace(**named)


@dataclass(frozen=True)
class StrategyFolders:
    """Where a game's strategies are found, and what a game has for them.

    ``functions`` are those it asks for, ``me`` is its record of that name, with a field
    ``memory``; ``ids`` are the keys of data tables, with the most ids of each. ``yardsticks`` are
    strategies that stay as they are, for others to be measured by; they are not listed. ``tools``
    are functions of the same form that no game asks for, only tools in pure-Python mode. ``api``
    is the module from which they import what they use, where files that import another game's are
    to be refused. ``model`` is the strategy that stands for a player whose own is not to be known:
    who searches plays against it.
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

    @property
    def presets(self) -> Path:
        """The folder of the preset files."""
        return self.strategies / "presets"

    def names(self) -> list[str]:
        """The names of all strategies and presets but the yardsticks, sorted."""
        files = [
            path.stem for path in self.strategies.glob("*.py")
            if path.stem not in (*self.helpers, *self.yardsticks) and not path.stem.startswith("_")
        ]
        return sorted(files + [path.stem for path in self.presets.glob("*.toml")])


def load(spec: str, folders: StrategyFolders) -> Strategy:
    """Load a strategy: ``name``, ``file.py`` or a preset, with ``:key=value`` behind it.

    Raises:
        StrategyError: an unknown name or parameter, a value out of range, a file with an error.
    """
    name, *settings = split_spec(spec)
    given: dict[str, str] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not separator or not key or not value:
            raise StrategyError(
                f'strategy "{spec}": "{setting}" is not a parameter setting; write key=value'
            )
        if key in given:
            raise StrategyError(f'strategy "{spec}": the parameter "{key}" is given twice')
        given[key] = value
    file, preset = _find(name, folders)
    _check_game(file, folders)
    source_name = Path(name).stem if name.endswith((".py", ".toml")) else name
    names = (*folders.functions, *folders.tools)
    namespace, own = _execute(file, names)
    fallbacks = [folders.strategies / f"{one}.py" for one in folders.helpers]
    sources = strategy_sources(own, fallbacks)
    code = code_hash(sources)
    declared = _declared_parameters(namespace, file)
    usual = {one.name: one.default for one in declared}
    _apply(usual, declared, preset.parameters, source_name)
    values = dict(usual)
    _apply(values, declared, given, source_name)
    functions = {one: namespace[one] for one in names if inspect.isfunction(namespace.get(one))}
    tables, prepared = _declared_tables(namespace, file, folders, preset.tables)
    _check_columns(tables, prepared, declared, file)
    told = [sheet.hash for sheet in tables]
    told += [f"{key}={value!r}" for key, value in usual.items() if key in preset.parameters]
    digest = hashlib.sha256(" ".join([code, *told]).encode()).hexdigest()[:16] if told else code
    return Strategy(
        spec, source_name, file, digest, declared, values, functions,
        preset.comment or (namespace.get("__doc__") or "").strip(),
        check_memory(namespace.get("MEMORY", []), file, folders.me), tables, prepared,
        code, usual, file.parent == folders.strategies, preset.tables, preset.evidence,
        named(sources, file, name, folders.strategies),
    )


def _declared_tables(
    namespace: Mapping[str, Any], file: Path, folders: StrategyFolders, own: Mapping[str, Path]
) -> tuple[tuple[Sheet, ...], tuple[Prepared, ...]]:
    """The list ``TABLES`` of a strategy file: data files, and numbers that it prepares."""
    declared = namespace.get("TABLES", [])
    prepared: tuple[Prepared, ...] = ()
    if isinstance(declared, (list, tuple)):
        prepared = tuple(
            with_room(one, file, folders.ids) for one in declared if isinstance(one, Prepared)
        )
        declared = [one for one in declared if not isinstance(one, Prepared)]
    tables = read_tables(declared, file, folders.ids, own, folders.strategies)
    sizes = {f"{one.name} {len(one.columns)} x {one.length}": len(one.columns) * one.length
             for one in tables}
    sizes |= {f"{one.name} {' x '.join(map(str, one.shape))}": one.size for one in prepared}
    if sum(sizes.values()) > MOST_TABLE_NUMBERS:
        raise StrategyError(
            f"{file}: TABLES have {sum(sizes.values())} numbers ({', '.join(sizes)}); at most "
            f"{MOST_TABLE_NUMBERS} fit"
        )
    return tables, prepared


def _check_columns(
    tables: Sequence[Sheet], prepared: Sequence[Prepared], declared: Sequence[Parameter], file: Path
) -> None:
    """Refuse a column or prepared name that is that of a parameter or of another one."""
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
        owners[one.name] = "another prepared one"


def split_spec(spec: str) -> list[str]:
    """The parts of what a user wrote: the name or file, and each ``key=value`` behind it."""
    parts = spec.strip().split(":")
    if len(parts) > 1 and len(parts[0]) == 1 and parts[1][:1] in ("\\", "/"):
        parts[:2] = [":".join(parts[:2])]  # a drive letter of Windows
    return parts


@dataclass(frozen=True)
class _Preset:
    """What a preset sets: parameters as texts, and data files by the name of the declared one.

    ``comment`` is what its first lines say, ``evidence`` how it was found.
    """

    parameters: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Path] = field(default_factory=dict)
    comment: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)


def _find(name: str, folders: StrategyFolders) -> tuple[Path, _Preset]:
    if name.endswith(".py"):
        file = Path(name)
        if not file.is_file():
            raise StrategyError(f'there is no strategy file "{name}"{_nearest_file(file)}')
        return file.resolve(), _Preset()
    preset_file = Path(name) if name.endswith(".toml") else folders.presets / f"{name}.toml"
    built_in = folders.strategies / f"{name}.py"
    names = folders.names()
    if name not in (*names, *folders.yardsticks) and not name.endswith(".toml"):
        files = [f"{name}{kind}" for kind in (".py", ".toml") if Path(f"{name}{kind}").is_file()]
        found = f' Did you mean "{files[0]}"?' if files else nearest(
            name, (*names, *folders.yardsticks)
        )
        raise UnknownStrategy(
            name,
            f'there is no strategy "{name}"; there are {", ".join(names)}, or give a file ending '
            f"in .py.{found}",
        )
    if not name.endswith(".toml") and built_in.is_file():
        return built_in, _Preset()
    return _read_preset(preset_file, folders)


def written_for(file: Path) -> set[str]:
    """The modules for strategies of the games whose parts a strategy's file imports."""
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    games = (one or other for one, other in _OF_A_GAME.findall(text))
    return {f"eoc_sim.simulator.{game}.strategy_api" for game in games}


def _check_game(file: Path, folders: StrategyFolders) -> None:
    """Refuse a file that is written for another game."""
    others = written_for(file) - {folders.api}
    if folders.api and others:
        raise UnknownStrategy(
            str(file), f"{file} imports what is of {', '.join(sorted(others))}; strategies of this "
            f"game import {folders.api}."
        )


def _nearest_file(file: Path) -> str:
    """The file beside it whose name is most like that of a file that is not there."""
    try:
        beside = [one.name for one in file.parent.iterdir() if one.suffix == file.suffix]
    except OSError:
        beside = []
    name = nearest_name(file.name, beside)
    return f'. Did you mean "{file.parent / name}"?' if name else ""


_OF_A_GAME = re.compile(
    r"^\s*(?:from|import)\s+eoc_sim\.(?:simulator\.(\w+)\.strategy_api|strategies\.(\w+))\b",
    re.MULTILINE,
)
"""The import of a game's module for strategies, or of what its own strategies share."""
PRESET_KEYS = ("strategy", "parameters", "tables", "evidence")
"""What a preset may have; its evidence says how it was found, and no game hangs on it."""


def _read_preset(file: Path, folders: StrategyFolders) -> tuple[Path, _Preset]:
    try:
        text = file.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except FileNotFoundError:
        raise StrategyError(f'there is no preset file "{file}"{_nearest_file(file)}') from None
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
    if not path.is_file() or path.stem in folders.helpers:
        known = (*folders.names(), *folders.yardsticks)
        raise UnknownStrategy(
            base, f'{file}: there is no strategy "{base}".{nearest(base, known)}'
        )
    return path.resolve(), _Preset(
        {key: str(value) for key, value in parameters.items()},
        {key: (file.parent / one).resolve() for key, one in tables.items()},
        _first_comment(text), evidence,
    )


def _first_comment(text: str) -> str:
    """The comment that a TOML file begins with, in one line."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return " ".join(line.lstrip("# ").rstrip() for line in lines).strip()


def _apply(
    values: dict[str, float], declared: Sequence[Parameter], given: Mapping[str, str], name: str
) -> None:
    by_name = {one.name: one for one in declared}
    for key, text in given.items():
        if key not in by_name:
            known = ", ".join(by_name) or "none"
            raise StrategyError(
                f'strategy {name} has no parameter "{key}"; it has: {known}.{nearest(key, by_name)}'
            )
        try:
            values[key] = by_name[key].number(text)
        except ValueError as error:
            raise StrategyError(f"strategy {name}: {key}={text} {error}") from None


def _execute(
    file: Path, function_names: tuple[str, ...]
) -> tuple[dict[str, Any], dict[Path, bytes]]:
    """What a strategy's file defines; and its source, with those of own modules that it imports."""
    try:
        source = file.read_bytes()
    except OSError as error:
        raise StrategyError(f"the strategy file {file} cannot be read: {error.strerror}") from None
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
    helpers = own_modules(tree)
    own = {file: source, **helpers}
    if file in _EXECUTED and _EXECUTED[file][1] == own:
        return _EXECUTED[file]
    check_repeatable(file, tree)
    for helper, content in helpers.items():
        check_repeatable(helper, ast.parse(content, str(helper)))
    forget_edited(helpers)
    module_name = f"eoc_sim_strategy_{file.stem}_{code_hash(own)}"
    module = python_types.ModuleType(module_name)
    module.__file__ = str(file)
    sys.modules[module_name] = module
    try:
        with strategies_print_apart():
            exec(code, module.__dict__)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"{file}: the file cannot be run: {type(error).__name__}: {error}"
        ) from None
    namespace = module.__dict__
    _check_functions(namespace, file, function_names)
    _EXECUTED[file] = namespace, own
    return _EXECUTED[file]


_EXECUTED: dict[Path, tuple[dict[str, Any], dict[Path, bytes]]] = {}
"""Strategy files of this process, so that equal ones share their compiled functions."""


def _check_functions(namespace: dict[str, Any], file: Path, names: tuple[str, ...]) -> None:
    own = {
        name: value for name, value in namespace.items()
        if inspect.isfunction(value) and value.__module__ == namespace["__name__"]
    }
    # A function may also be imported, as the built-in strategies do from their planner.
    functions = [
        value for name, value in namespace.items() if name in names and inspect.isfunction(value)
    ]
    if not functions:
        raise StrategyError(
            f"{file}: no strategy function found; a strategy defines at least one of "
            f"{', '.join(names)}"
        )
    for function in functions:
        signature = tuple(inspect.signature(function).parameters)
        if signature != ARGUMENTS:
            name = function.__name__
            raise StrategyError(
                f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}: "
                f"{name}({', '.join(signature)}) should be {name}({', '.join(ARGUMENTS)})"
            )
    if COMPILED:
        # A strategy's own helper functions are called from its compiled functions.
        for name, function in own.items():
            if name not in names:
                namespace[name] = _compiler(cache=False)(function)


def _compiler(*, cache: bool) -> Any:
    from numba import njit

    # Bounds and divisions are checked: otherwise a wrong index ends the whole process.
    return njit(
        nogil=True, boundscheck=True, error_model="python", cache=cache,
        no_cpython_wrapper=True, no_cfunc_wrapper=True, **ENTRY,
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
) -> list[Any]:
    """The strategy's functions in the order of ``names``, ready for the kernel's function table.

    ``record_dtypes`` are those of table, me and order; a function that the strategy lacks is the
    one of ``fallback``. Compiled code is cached on disk.
    """
    ready: list[Any] = []
    for name in names:
        owner = strategy if name in strategy.functions else fallback
        function = owner.functions[name]
        if COMPILED:
            ready.append(_compile_one(owner, function, name, record_dtypes))
        else:
            ready.append(with_names(function, owner.memory) if owner.memory else function)
    return ready


_COMPILED_FUNCTIONS: dict[tuple[str, str, str, tuple[Any, ...]], tuple[Any, int]] = {}
"""Compiled functions of this process, kept alive with their addresses."""


@cache
def _record_type(record: np.dtype) -> Any:
    """numba's type of a record, which takes it longer to make than to play a game."""
    from numba import from_dtype

    return from_dtype(record)


def _folder_of(function: Any, salt: str = "") -> Path:
    """Where a function's code is cached."""
    return cache_root() / _folder_name(function, salt)


@cache
def _folder_name(function: Any, salt: str) -> str:
    """The name of that folder; of a function in memory it stays, whatever is edited meanwhile.

    Code names its module, so that a file's own functions and the same ones imported from it as
    a module are kept apart.
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
    table_dtype, me_dtype, order_dtype = record_dtypes
    me_dtype = laid_over(me_dtype, owner.memory)
    params_seen = owner.parameter_dtype()
    arguments = tuple(map(_record_type, (table_dtype, me_dtype, params_seen, order_dtype)))
    key = (str(file), folder.name, name, arguments)
    if key in _COMPILED_FUNCTIONS:
        return _COMPILED_FUNCTIONS[key][1]
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


def _compile_checked(
    dispatcher: Any, signature: Any, owner: Strategy, function: Any, name: str
) -> None:
    from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

    place = f"{owner.file}, line {function.__code__.co_firstlineno}"
    try:
        with warnings.catch_warnings():
            # That a planner's parameters are the first of those of one that has more.
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            dispatcher.compile(signature)
    except NumbaError as error:
        raise StrategyError(f"{place}: {name} cannot be compiled: {_reason(error)}") from None
    except KeyError as error:
        # numba looks up the field of a record without a word of its own.
        field_name = str(error.args[0])
        records = signature if isinstance(signature, tuple) else signature.args
        fields = sorted({one for record in records for one in record.fields})
        raise StrategyError(
            f'{place}: {name} cannot be compiled: no record has a field "{field_name}".'
            f"{nearest(field_name, fields)}"
        ) from None


def _reason(error: Exception) -> str:
    """The telling lines of a numba error in one sentence."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [
        line for line in lines
        if line and not line.startswith(("Failed in", "During:", "- ", "^", ">>>", "There are"))
    ]
    return "; ".join(telling[:3]) or type(error).__name__


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
