"""A strategy's forbidden writes into records, found in its source.

The check follows parts of records through the user's own source: the names that they are assigned
to, the functions that receive them, and the values that these return. The engine's own functions
are assumed to keep to the contract. Code that cannot be followed is left to `strategies check`,
which compares the records.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.compiled import is_shipped
from eoc_sim.simulator.kernel.memory import named_type
from eoc_sim.simulator.kernel.strategy import ARGUMENTS, Strategy

MAY_WRITE = ("memory", "draws")
"""The fields of ``me`` that a decision may write."""
PLAYING = "a strategy writes only me.memory and order"
PREPARING = "it writes only numbers of params that TABLES declares by prepared"
CHANGING = ("fill", "sort", "put", "partition", "itemset")
"""Methods of arrays that write into them."""
FIRST_CHANGED = (np.copyto, np.put, np.place, np.putmask, np.fill_diagonal)
"""Functions that write into their first argument."""
VIEWING = ("reshape", "ravel", "view", "transpose", "T", "flat", "swapaxes")
"""Array methods and attributes that return the same numbers in another form."""
FIRST_VIEWED = (np.reshape, np.ravel, np.transpose, np.asarray, np.ascontiguousarray)
"""Functions that may return their first argument's numbers in another form."""
MOST_PASSES = 3
"""The most passes over a loop; later ones would find nothing new."""


@dataclass(frozen=True)
class RecordPart:
    """A part of a record.

    ``field`` is the record's field that it lies in, "" for the whole record. ``axes`` counts the
    indices that reach a single entry.
    """

    record: str
    field: str
    dtype: np.dtype
    axes: int

    def of(self, name: str) -> RecordPart | None:
        """Return a field of a record; None if a number, hence copied."""
        if self.axes or self.dtype.fields is None or name not in self.dtype.fields:
            return self if self.axes and name in VIEWING else None
        return _part(self.record, self.field or name, self.dtype.fields[name][0])

    def at(self, index: ast.expr) -> RecordPart | None:
        """Return an entry or a slice of an array."""
        if not self.axes:
            name = index.value if isinstance(index, ast.Constant) else None
            return self.of(name) if isinstance(name, str) else None
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        single = sum(not isinstance(one, ast.Slice) for one in indices)
        shape = (1,) * max(self.axes - single, 0)
        return _part(self.record, self.field, np.dtype((self.dtype, shape)))


def _part(record: str, name: str, dtype: np.dtype) -> RecordPart | None:
    if not dtype.shape and dtype.fields is None:
        return None
    return RecordPart(record, name, dtype.base, len(dtype.shape))


Value = frozenset[RecordPart] | tuple[Any, ...]
"""The possible values of a name: record parts, or a tuple."""
NOTHING: Value = frozenset()


@dataclass
class _Names:
    """The possible values of a function's names and return statements."""

    globals: Mapping[str, Any]
    file: Path
    values: dict[str, Value] = field(default_factory=dict)
    inner: dict[str, ast.FunctionDef] = field(default_factory=dict)
    returned: Value = NOTHING


def check_writes(strategy: Strategy, records: Sequence[np.dtype]) -> None:
    """Refuse a user's strategy that writes into read-only records.

    ``records`` are the kernel's ``strategy_records``: table, me and order.

    Raises:
        StrategyError: it does; the message has file, line, function and field.
    """
    faults = foreign_writes(strategy, records)
    if faults:
        raise StrategyError(faults[0])


def foreign_writes(strategy: Strategy, records: Sequence[np.dtype]) -> list[str]:
    """List the forbidden writes into records, one sentence each."""
    table, me, _ = records
    dtypes = (table, named_type(me, strategy.memory), strategy.parameter_dtype())
    whole = [
        frozenset([RecordPart(name, "", dtype, 0)])
        for name, dtype in zip(ARGUMENTS[:3], dtypes, strict=True)
    ]
    sentences = []
    for name, function in strategy.functions.items():
        allowed = {("me", one) for one in (*MAY_WRITE, *(one.name for one in strategy.memory))}
        prepares = strategy.prepares_in(name)
        if prepares:
            allowed = {("params", one.name) for one in strategy.prepared}
        follower = _Follower(allowed)
        follower.call(function, [*whole, NOTHING], {})
        for file, line, part in follower.writes:
            sentences.append(
                f"{file}, line {line}: {name} writes {part.record}.{part.field}; "
                f"{PREPARING if prepares else PLAYING}."
            )
    return sentences


class _Follower:
    """Follows a function and its calls; ``writes`` collects forbidden writes."""

    def __init__(self, allowed: Iterable[tuple[str, str]]) -> None:
        self.writes: dict[tuple[Path, int, RecordPart], None] = {}
        self._allowed = set(allowed)
        self._known: dict[Any, Value] = {}

    def call(self, function: Any, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """Return the value of a user's function; NOTHING for the package's."""
        function = getattr(function, "py_func", function)
        if not inspect.isfunction(function):
            return NOTHING
        file = Path(function.__code__.co_filename)
        if is_shipped(file):
            return NOTHING
        node = _definition(file, function.__code__.co_firstlineno, function.__name__)
        if node is None:
            return NOTHING
        return self._run(node, _Names(function.__globals__, file), arguments, named)

    def _run(
        self,
        node: ast.FunctionDef,
        names: _Names,
        arguments: Sequence[Value],
        named: Mapping[str, Value],
    ) -> Value:
        parameters = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
        bound = dict(zip(parameters, arguments, strict=False)) | dict(named)
        key = (node, tuple(sorted(bound.items(), key=lambda one: one[0])))
        if key not in self._known:
            self._known[key] = NOTHING  # for a function that calls itself
            names.values.update(dict.fromkeys(parameters, NOTHING) | bound)
            self._block(node.body, names)
            self._known[key] = names.returned
        return self._known[key]

    # --- Statements. The methods that return a bool return True if the end cannot be reached.

    def _block(self, body: Sequence[ast.stmt], names: _Names) -> bool:
        return any(self._statement(one, names) for one in body)

    def _statement(self, node: ast.stmt, names: _Names) -> bool:
        if isinstance(node, ast.Return):
            value = self._value(node.value, names)
            names.returned = _either(names.returned, value)
            return True
        if isinstance(node, ast.Assign):
            value = self._value(node.value, names)
            for target in node.targets:
                self._assign(target, value, names)
                if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
                    names.inner[target.id] = _named_function(target.id, node.value)
        elif isinstance(node, ast.AnnAssign):
            self._assign(node.target, self._value(node.value, names), names)
        elif isinstance(node, ast.AugAssign):
            self._value(node.value, names)
            if isinstance(node.target, ast.Name):
                arrays = [one for one in _parts(self._value(node.target, names)) if one.axes]
                self._note(node, arrays)
            else:
                self._assign(node.target, NOTHING, names)
        elif isinstance(node, ast.If):
            self._value(node.test, names)
            return self._branches([node.body, node.orelse], names)
        elif isinstance(node, (ast.For, ast.While)):
            self._loop(node, names)
        elif isinstance(node, ast.Try):
            self._branches([node.body, *(one.body for one in node.handlers)], names)
            self._block([*node.orelse, *node.finalbody], names)
        elif isinstance(node, ast.Match):
            subject = self._value(node.subject, names)
            for case in node.cases:
                for pattern in ast.walk(case.pattern):
                    if isinstance(pattern, ast.MatchAs) and pattern.name is not None:
                        whole = subject if pattern is case.pattern else NOTHING
                        self._assign(ast.Name(pattern.name), whole, names)
            self._branches([*(case.body for case in node.cases), []], names)
        elif isinstance(node, ast.With):
            return self._block(node.body, names)
        elif isinstance(node, ast.FunctionDef):
            names.inner[node.name] = node
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._value(child, names)
        return isinstance(node, ast.Raise)

    def _branches(self, blocks: Sequence[Sequence[ast.stmt]], names: _Names) -> bool:
        before, after = names.values, []
        for block in blocks:
            names.values = dict(before)
            if not self._block(block, names):
                after.append(names.values)
        names.values = _merge(after) if after else dict(before)
        return not after

    def _loop(self, node: ast.For | ast.While, names: _Names) -> None:
        for _ in range(MOST_PASSES):
            before = dict(names.values)
            if isinstance(node, ast.For):
                self._assign(node.target, self._entries(node.iter, names), names)
            else:
                self._value(node.test, names)
            self._block(node.body, names)
            names.values = _merge([before, names.values])
            if names.values == before:
                break
        self._block(node.orelse, names)

    def _entries(self, node: ast.expr, names: _Names) -> Value:
        """Return the values that a loop iterates over."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            inner = tuple(self._entries(one, names) for one in node.args)
            if node.func.id == "zip":
                return inner
            if node.func.id == "enumerate":
                return (NOTHING, *inner[:1])
        value = self._value(node, names)
        if isinstance(value, tuple):
            return reduce(_either, value, NOTHING)
        any_entry = ast.Name("_")
        entries = (one.at(any_entry) for one in _parts(value) if one.axes)
        return frozenset(one for one in entries if one is not None)

    def _assign(self, target: ast.expr, value: Value, names: _Names) -> None:
        if isinstance(target, ast.Name):
            names.values[target.id] = value
            names.inner.pop(target.id, None)
        elif isinstance(target, (ast.Tuple, ast.List)):
            same = isinstance(value, tuple) and len(value) == len(target.elts)
            for place, one in enumerate(target.elts):
                self._assign(one, value[place] if same else NOTHING, names)  # type: ignore[index]
        elif isinstance(target, ast.Attribute):
            parts = _parts(self._value(target.value, names))
            self._note(target, [_add_name(part, target.attr) for part in parts])
        elif isinstance(target, ast.Subscript):
            index = target.slice
            self._value(index, names)
            name = index.value if isinstance(index, ast.Constant) else None
            parts = _parts(self._value(target.value, names))
            self._note(
                target, [_add_name(part, name if isinstance(name, str) else "") for part in parts]
            )

    def _note(self, node: ast.stmt | ast.expr, parts: Iterable[RecordPart]) -> None:
        for one in parts:
            if one.field and (one.record, one.field) not in self._allowed:
                self.writes[self._file, node.lineno, one] = None

    # --- Expressions.

    def _value(self, node: ast.expr | None, names: _Names) -> Value:
        self._file = names.file
        if isinstance(node, ast.Name):
            return names.values.get(node.id, NOTHING)
        if isinstance(node, ast.Attribute):
            parts = _parts(self._value(node.value, names))
            return frozenset(one for part in parts if (one := part.of(node.attr)))
        if isinstance(node, ast.Subscript):
            self._value(node.slice, names)
            value = self._value(node.value, names)
            index = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if isinstance(value, tuple):
                inside = isinstance(index, int) and -len(value) <= index < len(value)
                return value[index] if inside else NOTHING  # type: ignore[index]
            return frozenset(one for part in value if (one := part.at(node.slice)))
        if isinstance(node, (ast.Tuple, ast.List)):
            return tuple(self._value(one, names) for one in node.elts)
        if isinstance(node, ast.IfExp):
            self._value(node.test, names)
            return _either(self._value(node.body, names), self._value(node.orelse, names))
        if isinstance(node, ast.NamedExpr):
            value = self._value(node.value, names)
            self._assign(node.target, value, names)
            return value
        if isinstance(node, ast.Call):
            return self._evaluate_call(node, names)
        if node is not None and not isinstance(node, ast.Lambda):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._value(child, names)
        return NOTHING

    def _evaluate_call(self, node: ast.Call, names: _Names) -> Value:
        arguments = [self._value(one, names) for one in node.args]
        named = {one.arg: self._value(one.value, names) for one in node.keywords if one.arg}
        first = _parts(arguments[0]) if arguments else []
        if (read := _field_named(node, "getattr")) is not None:
            return self._value(read, names)
        if (written := _field_named(node, "setattr")) is not None:
            self._assign(written, NOTHING, names)
        function = _resolve(node.func, names)
        if isinstance(function, ast.FunctionDef):
            inside = _Names(names.globals, names.file, dict(names.values), dict(names.inner))
            value = self._run(function, inside, arguments, named)
        elif function is not None:
            value = self.call(function, arguments, named)
        else:
            value = NOTHING
        self._file = names.file
        if function is None and isinstance(node.func, ast.Attribute):
            parts = _parts(self._value(node.func.value, names))
            if node.func.attr in CHANGING:
                self._note(node, parts)
            elif node.func.attr in VIEWING:
                value = frozenset(parts)
        elif any(function is one for one in FIRST_CHANGED):
            self._note(node, first)
        elif isinstance(function, np.ufunc):
            for one in arguments[function.nin :]:
                self._note(node, _parts(one))
        elif any(function is one for one in FIRST_VIEWED):
            value = frozenset(first)
        self._note(node, _parts(named.get("out", NOTHING)))
        return value


def _named_function(name: str, written: ast.Lambda) -> ast.FunctionDef:
    """Return a lambda as the function of its name."""
    body: list[ast.stmt] = [ast.copy_location(ast.Return(written.body), written)]
    return ast.FunctionDef(name, written.args, body, [])


def _field_named(node: ast.Call, function: str) -> ast.Attribute | None:
    """Return the field that a call of ``getattr`` or ``setattr`` names."""
    if not isinstance(node.func, ast.Name) or node.func.id != function or len(node.args) < 2:
        return None
    record, name = node.args[:2]
    if not isinstance(name, ast.Constant):
        return None
    return ast.copy_location(ast.Attribute(record, str(name.value)), node)


def _resolve(node: ast.expr, names: _Names) -> Any:
    """Return the object that a called name means, None if local."""
    if isinstance(node, ast.Name):
        if node.id in names.inner:
            return names.inner[node.id]
        return None if node.id in names.values else names.globals.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _resolve(node.value, names)
        return getattr(owner, node.attr, None) if isinstance(owner, types.ModuleType) else None
    return None


def _add_name(part: RecordPart, name: str) -> RecordPart:
    """Add a part's field name if it is not known yet."""
    return part if part.field or not name else RecordPart(part.record, name, part.dtype, part.axes)


def _parts(value: Value) -> list[RecordPart]:
    if isinstance(value, frozenset):
        return sorted(value, key=lambda one: (one.record, one.field))
    return [part for one in value for part in _parts(one)]


def _either(one: Value, other: Value) -> Value:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(_either, one, other))
    if one == NOTHING or other == NOTHING:
        return other if one == NOTHING else one
    return frozenset([*_parts(one), *_parts(other)])


def _merge(several: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    merged: dict[str, Value] = {}
    for values in several:
        for name, value in values.items():
            merged[name] = _either(merged.get(name, NOTHING), value)
    return merged


def _definition(file: Path, line: int, name: str) -> ast.FunctionDef | None:
    """Find the function that, with its decorators, begins on a line."""
    try:
        functions = _functions(file, file.stat().st_mtime_ns)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    return functions.get((name, line))


@cache
def _functions(file: Path, changed: int) -> dict[tuple[str, int], ast.FunctionDef]:
    functions = {}
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            functions[node.name, first] = node
    return functions
