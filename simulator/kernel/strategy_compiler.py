"""The compiler for strategies' functions, with its cache."""

from __future__ import annotations

import hashlib
import inspect
import types as python_types
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from eoc_sim.errors import StrategyError, nearest
from eoc_sim.simulator.kernel.code_cache import cache_root
from eoc_sim.simulator.kernel.compiled import COMPILED, cache_directory, cache_in
from eoc_sim.simulator.kernel.file_definitions import checked_njit, names_in
from eoc_sim.simulator.kernel.memory import named_type, with_names
from eoc_sim.simulator.kernel.numba_internals import address_of, give_address
from eoc_sim.simulator.kernel.strategy import NO_PARAMETERS, Strategy
from eoc_sim.simulator.kernel.strategy_files import load


def compile_functions(
    strategy: Strategy,
    fallback: Strategy,
    names: Sequence[str],
    record_dtypes: tuple[np.dtype, np.dtype, np.dtype],
    is_asked: Callable[[str], bool] = lambda name: True,
) -> list[Any]:
    """Compile a strategy's functions for the kernel, in the order of ``names``.

    ``record_dtypes`` are the types of the records ``table``, ``me`` and ``order``. ``fallback``
    supplies functions that the strategy lacks. Compiled code is cached on disk; a function that the
    kernel never calls is not compiled, but returned as 0.
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
    """Return numba's type for a record; making it is slow."""
    return from_dtype(record)


def _folder_of(function: Any, salt: str = "") -> Path:
    """Return the folder that caches a function's code."""
    return cache_root() / _folder_name(function, salt)


@cache
def _folder_name(function: Any, salt: str) -> str:
    """Return the name of the folder that caches a function's code.

    The name is cached, since it must not change when the file of a loaded function is edited. Code
    contains its module's name, so a function has one folder if it is loaded with its strategy's
    file and another if it is imported from that file.
    """
    file = Path(function.__code__.co_filename)
    return cache_directory(file, f"{function.__module__} {salt}").name


def _compile_one(
    owner: Strategy, function: Any, name: str, record_dtypes: tuple[np.dtype, ...]
) -> int:
    # A function that several strategies import is compiled once for all of them; the cache
    # folder's name carries the hash of every file that its code comes from.
    file, folder = Path(function.__code__.co_filename), _folder_of(function)
    arguments = _arguments(owner, function, record_dtypes)
    key = (str(file), folder.name, name, arguments)
    if key in _COMPILED_FUNCTIONS:
        return _COMPILED_FUNCTIONS[key][1]
    if file == owner.file:
        _give_addresses(owner, arguments, record_dtypes)
    with cache_in(folder):
        dispatcher = checked_njit(cache=True)(function)
    _compile_checked(dispatcher, arguments, owner, function, name)
    return_type = types.unliteral(dispatcher.overloads[arguments].signature.return_type)
    if not isinstance(return_type, (types.Integer, types.Boolean)):
        raise StrategyError(
            f"{owner.file}, line {function.__code__.co_firstlineno}: {name} returns "
            f"{_type_words(return_type)}; it should return an int on every path"
        )
    if return_type != types.int64:
        with cache_in(_folder_of(function, "int64")):
            dispatcher = checked_njit(cache=True)(function)
        _compile_checked(dispatcher, types.int64(*arguments), owner, function, name)
    address = address_of(dispatcher, arguments)
    _COMPILED_FUNCTIONS[key] = (dispatcher, address)
    return address


def _give_addresses(
    owner: Strategy, arguments: tuple[Any, ...], record_dtypes: tuple[np.dtype, ...]
) -> None:
    """Compile and link each of the package's decisions that a strategy calls."""
    for link in owner.links:
        function = link.function
        address = _compile_one(owner, function, function.__name__, record_dtypes)
        types = " ".join(map(str, _arguments(owner, function, record_dtypes)))
        identity = f"{_folder_of(function).name} {function.__qualname__} {types}"
        link.symbols[arguments] = f"eoc_sim_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
        give_address(link.symbols[arguments], address)


def _arguments(
    owner: Strategy, function: Any, record_dtypes: tuple[np.dtype, ...]
) -> tuple[Any, ...]:
    """Return a function's argument types, with a strategy's own field names.

    If the records of ``owner`` begin with those of a package strategy that has the function, that
    strategy's records are used. So the function's code is shared, regardless of what else ``owner``
    declares.
    """
    table, me, order = record_dtypes

    def record_types(strategy: Strategy) -> tuple[np.dtype, ...]:
        return table, named_type(me, strategy.memory), strategy.parameter_dtype(), order

    dtypes = record_types(owner)
    for home in _homes(owner, function):
        home_types = record_types(home)
        if all(map(_begins_with, dtypes, home_types)):
            dtypes = home_types
            break
    return tuple(map(_record_type, dtypes))


_HOMES: dict[Any, list[Strategy]] = {}
"""For each function, the package's strategies that have it."""


def _homes(owner: Strategy, function: Any) -> list[Strategy]:
    """Find the package's strategies that share a function with a user's strategy."""
    folders, file = owner.folders, Path(function.__code__.co_filename)
    if folders is None or owner.built_in or not file.is_relative_to(folders.strategies):
        return []
    if function not in _HOMES:
        files = sorted(folders.strategies.glob("[!_]*.py"))
        strategies = [load(str(path), folders) for path in files]
        _HOMES[function] = [other for other in strategies if function in other.functions.values()]
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
    location = f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}"
    try:
        with warnings.catch_warnings():
            # numba warns if a function called here was already compiled for a record that has only
            # the first few of this record's fields, such as the parameters of a strategy that
            # declares fewer.
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            dispatcher.compile(signature)
    except NumbaError as error:
        reason = _name_uncompiled(function, error) or _reason(error) + _suggest_import(
            function, error
        )
        raise StrategyError(f"{location}: {name} cannot be compiled: {reason}") from None
    except KeyError as error:
        # numba has no error message of its own for a field that a record lacks.
        field_name = str(error.args[0])
        records = signature if isinstance(signature, tuple) else signature.args
        fields = sorted({field for record in records for field in record.fields})
        suggestion = nearest(field_name, fields)
        if Path(function.__code__.co_filename) != owner.file:
            suggestion = (
                f" The function is not from {owner.file}: a strategy that uses it also needs the "
                "PARAMETERS, MEMORY and TABLES of the strategy that it comes from, before its own."
            )
        raise StrategyError(
            f"{location}: {name} cannot be compiled: no record has a field "
            f'"{field_name}".{suggestion}'
        ) from None


def _name_uncompiled(function: Any, error: Exception) -> str:
    """Report an imported function that is not marked as compiled."""
    for name in sorted(names_in(function.__code__)):
        value = function.__globals__.get(name)
        if inspect.isfunction(value) and f"Untyped global name '{name}'" in str(error):
            file, line = value.__code__.co_filename, value.__code__.co_firstlineno
            return (
                f"{name} of {file}, line {line}, is imported but not marked @compiled; import this "
                "decorator from strategy_api"
            )
    return ""


def _suggest_import(function: Any, error: Exception) -> str:
    """Suggest an import by name for a function called through its module."""
    modules = {
        name: value
        for name, value in function.__globals__.items()
        if isinstance(value, python_types.ModuleType) and name in names_in(function.__code__)
    }
    for name, module in modules.items():
        for member in sorted(names_in(function.__code__)):
            if inspect.isfunction(getattr(module, member, None)) and member in str(error):
                return (
                    f". Import the function by its name: from {module.__name__} import {member} as "
                    f"{name}_{member}"
                )
    return ""


def _reason(error: Exception) -> str:
    """Put the essential lines of a numba error into one sentence."""
    lines = [line.strip() for line in str(error).splitlines()]
    essential = [
        line
        for line in lines
        if line and not line.startswith(("Failed in", "During:", "- ", "^", ">>>", "There are"))
    ]
    return "; ".join(essential[:3]) or type(error).__name__


def _type_words(numba_type: Any) -> str:
    if isinstance(numba_type, types.Float):
        return "a float"
    if isinstance(numba_type, types.NoneType):
        return "nothing (None)"
    if isinstance(numba_type, types.Optional):
        return f"{_type_words(numba_type.type)} or nothing (None)"
    if isinstance(numba_type, types.Integer):
        return "an int"
    return f"a value of type {numba_type}"
