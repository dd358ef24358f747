"""A strategy's forbidden writes to records, found in its source.

The check follows parts of records through the user's own source: the names that they are assigned
to, the tuples and lists that hold them, the functions that receive them, and the values that these
return. The engine's own functions are followed only if they are passed individual parts of
records; if they are passed entire records, they are assumed to keep the contract. Code that cannot
be followed is left to `strategies check`, which compares the records.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.compiled import is_shipped
from eoc_sim.simulator.kernel.memory import named_type
from eoc_sim.simulator.kernel.strategy import ARGUMENTS, Strategy

WRITABLE_FIELDS = ("memory", "draws")
"""The fields of ``me`` that a decision may write to.

The strategy itself writes only to ``memory``; the helper `draw`, which it calls, counts random
numbers in ``draws``.
"""
DECISION_LIMITS = "a strategy may write only to me.memory and order"
PREPARE_LIMITS = "it may write only to the fields of params that TABLES declares with lookup(...)"
WRITING_METHODS = ("fill", "sort", "put", "partition", "itemset", "resize")
"""Methods of arrays that write to them."""
WRITING_FUNCTIONS = (np.copyto, np.put, np.place, np.putmask, np.fill_diagonal, np.put_along_axis)
"""Functions that write to their first argument."""
VIEW_METHODS = ("reshape", "ravel", "view", "transpose", "T", "flat", "swapaxes", "squeeze", "real")
"""Array methods and attributes that return the same numbers in another form."""
VIEW_FUNCTIONS = (
    *(np.reshape, np.ravel, np.transpose, np.asarray, np.ascontiguousarray, np.asfortranarray),
    *(np.squeeze, np.swapaxes, np.moveaxis, np.rot90, np.flip, np.fliplr, np.flipud, np.real),
    *(np.atleast_1d, np.diag, np.diagonal, np.frombuffer, np.lib.stride_tricks.as_strided),
)
"""Functions that may return their first argument's numbers in another form."""
AXIS_ADDING_FUNCTIONS = (
    *(np.expand_dims, np.atleast_2d, np.atleast_3d),
    np.lib.stride_tricks.sliding_window_view,
)
"""Functions like `VIEW_FUNCTIONS` that add an axis."""
SPLIT_FUNCTIONS = (np.split, np.array_split, np.hsplit, np.vsplit, np.dsplit, np.nditer)
"""Functions that return several views of their first argument."""
OUT_POSITIONS = {np.clip: 3, np.dot: 2, np.round: 2, np.around: 2, np.take: 3}
"""The position of ``out`` in functions that write to this argument."""
PASSING_FUNCTIONS = (iter, list, tuple, reversed, sorted)
"""Functions that return their argument's entries."""
ADDING_METHODS = ("append", "insert", "extend", "add")
"""Methods that put a value into a list or set."""
MAX_ADDED_AXES = 3
"""The maximum number of axes that one view adds to a part."""
MAX_PASSES = 20
"""The maximum number of passes over a loop.

Later passes would find nothing new.
"""


@dataclass(frozen=True)
class RecordPart:
    """A part of a record.

    ``field`` is the field of the record that the part is in, "" for the whole record. ``axes`` is
    the number of indices needed to reach a single entry.
    """

    record: str
    field: str
    dtype: np.dtype
    axes: int

    def field_part(self, name: str) -> RecordPart | None:
        """Return a field or view; None for a number, which is copied."""
        if self.dtype.fields is None or name not in self.dtype.fields:
            return self if self.axes and name in VIEW_METHODS else None
        inner = self.dtype.fields[name][0]
        shape = (1,) * self.axes + inner.shape
        return _part(self.record, self.field or name, np.dtype((inner.base, shape)))

    def entry_part(self, index: ast.expr) -> RecordPart | None:
        """Return an entry or a slice of an array."""
        name = index.value if isinstance(index, ast.Constant) else None
        if isinstance(name, str):
            return self.field_part(name)
        if not self.axes:
            return None
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        return self.with_more_axes(-sum(map(_count_removed_axes, indices)))

    def with_more_axes(self, axes: int) -> RecordPart | None:
        """Return the part with ``axes`` more axes; a negative number removes some."""
        shape = (1,) * min(max(self.axes + axes, 0), self.axes + MAX_ADDED_AXES)
        return _part(self.record, self.field, np.dtype((self.dtype, shape)))


def _count_removed_axes(index: ast.expr) -> int:
    """Count the axes that an index removes, -1 if it adds one."""
    if isinstance(index, ast.Slice):
        return 0
    if isinstance(index, ast.Call) and isinstance(index.func, ast.Name):
        return index.func.id != "slice"
    value = index.value if isinstance(index, ast.Constant) else 0
    if value is None or (isinstance(index, ast.Attribute) and index.attr == "newaxis"):
        return -1
    return value is not Ellipsis


def _part(record: str, name: str, dtype: np.dtype) -> RecordPart | None:
    if not dtype.shape and dtype.fields is None:
        return None
    return RecordPart(record, name, dtype.base, len(dtype.shape))


@dataclass(frozen=True)
class Code:
    """A function as a value.

    It is a function object, or a syntax node with the names in scope around it.
    """

    function: Any
    names: _Names | None = field(default=None, compare=False)


class NamedParts(tuple[Any, ...]):
    """The value of a named tuple."""

    fields: tuple[str, ...]


Value = frozenset[RecordPart | Code] | tuple[Any, ...]
"""The possible values of a name.

They are record parts and functions, or a tuple. A tuple with one entry may stand for any number of
entries like it.
"""
NOTHING: Value = frozenset()


@dataclass
class _Names:
    """The possible values of a function's names and return statements.

    ``slices`` are the names that hold slices.
    """

    globals: Mapping[str, Any]
    file: Path
    values: dict[str, Value] = field(default_factory=dict)
    slices: set[str] = field(default_factory=set)
    return_value: Value = NOTHING


def check_writes(strategy: Strategy, records: Sequence[np.dtype]) -> None:
    """Refuse a user's strategy that writes to read-only records.

    ``records`` are the kernel's ``strategy_records``: table, me and order.

    Raises:
        StrategyError: the strategy writes to a read-only record; the message names the file,
            line, function and field.
    """
    faults = forbidden_writes(strategy, records)
    if faults:
        raise StrategyError(faults[0])


def forbidden_writes(strategy: Strategy, records: Sequence[np.dtype]) -> list[str]:
    """List the forbidden writes to records, one sentence each."""
    table, me, _ = records
    dtypes = (table, named_type(me, strategy.memory), strategy.parameter_dtype())
    arguments = [
        frozenset([RecordPart(name, "", dtype, 0)])
        for name, dtype in zip(ARGUMENTS[:3], dtypes, strict=True)
    ]
    sentences = []
    for name, function in strategy.functions.items():
        allowed = {
            ("me", writable)
            for writable in (*WRITABLE_FIELDS, *(memory.name for memory in strategy.memory))
        }
        prepares = strategy.is_preparation(name)
        if prepares:
            allowed = {("params", lookup.name) for lookup in strategy.lookups}
        follower = _Follower(allowed)
        follower.call(function, [*arguments, NOTHING], {})
        for file, line, part in follower.writes:
            sentences.append(
                f"{file}, line {line}: {name} writes {part.record}.{part.field}; "
                f"{PREPARE_LIMITS if prepares else DECISION_LIMITS}."
            )
    return sentences


class _Follower:
    """Follows a function and its calls; ``writes`` collects forbidden writes.

    ``allowed`` are the pairs of record and field that may be written to.
    """

    def __init__(self, allowed: Iterable[tuple[str, str]]) -> None:
        self.writes: dict[tuple[Path, int, RecordPart], None] = {}
        self._allowed = set(allowed)
        self._return_values: dict[Any, Value] = {}

    def call(
        self, function: Any, arguments: Sequence[Value], keywords: Mapping[str, Value]
    ) -> Value:
        """Follow a call to a Python function, and return its value."""
        function = getattr(function, "py_func", function)
        if not inspect.isfunction(function):
            return NOTHING
        file = Path(function.__code__.co_filename)
        if is_shipped(file):
            arguments = [_fields_of(argument) for argument in arguments]
            keywords = {name: _fields_of(value) for name, value in keywords.items()}
            if not any(_parts(value) for value in (*arguments, *keywords.values())):
                return NOTHING
        node = _definition(file, function.__code__.co_firstlineno, function.__name__)
        if node is None:
            return NOTHING
        return self._run(node, _Names(function.__globals__, file), arguments, keywords)

    def _run(
        self,
        node: ast.FunctionDef,
        names: _Names,
        arguments: Sequence[Value],
        keywords: Mapping[str, Value],
    ) -> Value:
        parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        values = dict(zip(parameters, arguments, strict=False)) | dict(keywords)
        if node.args.vararg is not None:
            values[node.args.vararg.arg] = tuple(arguments[len(parameters) :])
        key = (
            node,
            *(
                tuple(sorted(mapping.items(), key=itemgetter(0)))
                for mapping in (values, names.values)
            ),
        )
        if key not in self._return_values:
            self._return_values[key] = NOTHING  # for a function that calls itself
            names.values.update(dict.fromkeys(parameters, NOTHING) | values)
            self._block(node.body, names)
            self._return_values[key] = names.return_value
        return self._return_values[key]

    # --- Statements. A method that returns a bool returns True if code after its statements cannot
    # be reached.

    def _block(self, body: Sequence[ast.stmt], names: _Names) -> bool:
        return any(self._statement(statement, names) for statement in body)

    def _statement(self, node: ast.stmt, names: _Names) -> bool:
        if isinstance(node, ast.Return):
            value = self._value(node.value, names)
            names.return_value = _union(names.return_value, value)
            return True
        if isinstance(node, ast.Assign):
            value = self._value(node.value, names)
            for target in node.targets:
                self._assign(target, value, names)
                if _is_slice(node.value) and isinstance(target, ast.Name):
                    names.slices.add(target.id)
        elif isinstance(node, ast.AnnAssign):
            self._assign(node.target, self._value(node.value, names), names)
        elif isinstance(node, ast.AugAssign):
            self._value(node.value, names)
            if isinstance(node.target, ast.Name):
                arrays = [part for part in _parts(self._value(node.target, names)) if part.axes]
                self._note(node, arrays)
            else:
                self._assign(node.target, NOTHING, names)
        elif isinstance(node, ast.If):
            self._value(node.test, names)
            return self._branches([node.body, node.orelse], names)
        elif isinstance(node, (ast.For, ast.While)):
            self._loop(node, names)
        elif isinstance(node, ast.Try):
            self._branches([node.body, *(handler.body for handler in node.handlers)], names)
            self._block([*node.orelse, *node.finalbody], names)
        elif isinstance(node, ast.Match):
            subject = self._value(node.subject, names)
            for case in node.cases:
                for pattern in ast.walk(case.pattern):
                    if isinstance(pattern, ast.MatchAs) and pattern.name is not None:
                        capture = subject if pattern is case.pattern else NOTHING
                        self._assign(ast.Name(pattern.name), capture, names)
            self._branches([*(case.body for case in node.cases), []], names)
        elif isinstance(node, ast.With):
            return self._block(node.body, names)
        elif isinstance(node, ast.FunctionDef):
            names.values[node.name] = frozenset([Code(node, names)])
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
        for _ in range(MAX_PASSES):
            before = dict(names.values)
            if isinstance(node, ast.For):
                entries = self._entries(self._value(node.iter, names))
                self._assign(node.target, entries, names)
            else:
                self._value(node.test, names)
            self._block(node.body, names)
            names.values = _merge([before, names.values])
            if names.values == before:
                break
        self._block(node.orelse, names)

    def _entries(self, value: Value) -> Value:
        """Return the values that a loop over a value yields."""
        if isinstance(value, tuple):
            return reduce(_union, value, NOTHING)
        any_entry = ast.Name("_")
        entries = (part.entry_part(any_entry) for part in _parts(value) if part.axes)
        return frozenset(entry for entry in entries if entry is not None)

    def _assign(self, target: ast.expr, value: Value, names: _Names) -> None:
        if isinstance(target, ast.Name):
            names.values[target.id] = value
            names.slices.discard(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for elt, part in zip(target.elts, self._unpack(target.elts, value), strict=True):
                self._assign(elt.value if isinstance(elt, ast.Starred) else elt, part, names)
        elif isinstance(target, ast.Attribute):
            parts = _parts(self._value(target.value, names))
            self._note(target, [_add_name(part, target.attr) for part in parts])
        elif isinstance(target, ast.Subscript):
            index = target.slice
            self._value(index, names)
            name = index.value if isinstance(index, ast.Constant) else None
            containers = self._value(target.value, names)
            if isinstance(containers, tuple):
                self._add(target.value, containers, value, names)
                return
            self._note(
                target,
                [
                    _add_name(part, name if isinstance(name, str) else "")
                    for part in _parts(containers)
                ],
            )

    def _unpack(self, targets: Sequence[ast.expr], value: Value) -> list[Value]:
        """Return the value for each of the targets."""
        star_indexes = [
            index for index, target in enumerate(targets) if isinstance(target, ast.Starred)
        ]
        if isinstance(value, tuple) and len(value) >= len(targets) - len(star_indexes):
            if not star_indexes and len(value) == len(targets):
                return list(value)
            if star_indexes:
                after = len(targets) - star_indexes[0] - 1
                end = len(value) - after
                return [
                    *value[: star_indexes[0]],
                    tuple(value[star_indexes[0] : end]),
                    *value[end:],
                ]
        entry = self._entries(value)
        return [(entry,) if isinstance(target, ast.Starred) else entry for target in targets]

    def _add(
        self, target: ast.expr, containers: tuple[Any, ...], value: Value, names: _Names
    ) -> None:
        """Add a value to a list or dict that has a name."""
        if isinstance(target, ast.Name):
            names.values[target.id] = (reduce(_union, containers, value),)

    def _note(self, node: ast.stmt | ast.expr, parts: Iterable[RecordPart]) -> None:
        for part in parts:
            if part.field and (part.record, part.field) not in self._allowed:
                self.writes[self._file, node.lineno, part] = None

    # --- Expressions.

    def _value(self, node: ast.expr | None, names: _Names) -> Value:
        self._file = names.file
        if isinstance(node, ast.Name):
            if node.id in names.values:
                return names.values[node.id]
            function = names.globals.get(node.id, getattr(builtins, node.id, None))
            return frozenset([Code(function)]) if callable(function) else NOTHING
        if isinstance(node, ast.Attribute):
            return self._attribute(node, names)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, names)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return tuple(self._values_of(node.elts, names))
        if isinstance(node, ast.Dict):
            values = [self._value(value, names) for value in node.values]
            return (reduce(_union, values, NOTHING),)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            inner_names = replace(names, values=dict(names.values))
            for generator in node.generators:
                self._assign(
                    generator.target,
                    self._entries(self._value(generator.iter, inner_names)),
                    inner_names,
                )
                for test in generator.ifs:
                    self._value(test, inner_names)
            return (
                self._value(
                    node.value if isinstance(node, ast.DictComp) else node.elt, inner_names
                ),
            )
        if isinstance(node, ast.IfExp):
            self._value(node.test, names)
            return _union(self._value(node.body, names), self._value(node.orelse, names))
        if isinstance(node, ast.BoolOp):
            return reduce(_union, [self._value(value, names) for value in node.values])
        if isinstance(node, ast.NamedExpr):
            value = self._value(node.value, names)
            self._assign(node.target, value, names)
            return value
        if isinstance(node, ast.Call):
            return self._evaluate_call(node, names)
        if isinstance(node, ast.Lambda):
            return frozenset([Code(_function_of(node), names)])
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            value = self._value(node.value, names)
            value = (value,) if isinstance(node, ast.Yield) else value
            names.return_value = _union(names.return_value, value)
            return NOTHING
        if isinstance(node, ast.BinOp):
            sides = [self._value(operand, names) for operand in (node.left, node.right)]
            items = [item for side in sides if isinstance(side, tuple) for item in side]
            return (reduce(_union, items),) if items else NOTHING
        if node is not None:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._value(child, names)
        return NOTHING

    def _values_of(self, nodes: Sequence[ast.expr], names: _Names) -> Iterator[Value]:
        """Yield the values of nodes, with the entries of starred ones."""
        for node in nodes:
            if isinstance(node, ast.Starred):
                value = self._value(node.value, names)
                yield from value if isinstance(value, tuple) else (self._entries(value),)
            else:
                yield self._value(node, names)

    def _attribute(self, node: ast.Attribute, names: _Names) -> Value:
        module = _module_of(node.value, names)
        if module is not None:
            function = getattr(module, node.attr, None)
            return frozenset([Code(function)]) if callable(function) else NOTHING
        value = self._value(node.value, names)
        if isinstance(value, NamedParts) and node.attr in value.fields:
            inner: Value = value[value.fields.index(node.attr)]
            return inner
        return frozenset(view for part in _parts(value) if (view := part.field_part(node.attr)))

    def _subscript(self, node: ast.Subscript, names: _Names) -> Value:
        self._value(node.slice, names)
        value = self._value(node.value, names)
        if isinstance(value, tuple):
            if isinstance(node.slice, ast.Slice):
                return (self._entries(value),)
            index = _whole_number(node.slice)
            is_inside = index is not None and -len(value) <= index < len(value)
            return value[index] if is_inside else self._entries(value)  # type: ignore[index]
        if isinstance(node.slice, ast.Name) and node.slice.id in names.slices:
            return value
        return frozenset(view for part in _parts(value) if (view := part.entry_part(node.slice)))

    def _evaluate_call(self, node: ast.Call, names: _Names) -> Value:
        arguments = list(self._values_of(node.args, names))
        keywords = {
            keyword.arg: self._value(keyword.value, names)
            for keyword in node.keywords
            if keyword.arg
        }
        if (target := _find_named_field(node, "getattr")) is not None:
            return self._value(target, names)
        if (target := _find_named_field(node, "setattr")) is not None:
            self._assign(target, NOTHING, names)
        value = NOTHING
        if isinstance(node.func, ast.Attribute) and _module_of(node.func.value, names) is None:
            owner = self._value(node.func.value, names)
            value = self._method(node, node.func, owner, arguments, names)
        else:
            for function in _functions_in(self._value(node.func, names)):
                value = _union(value, self._apply(node, function, arguments, keywords, names))
        self._file = names.file
        self._note(node, _parts(keywords.get("out", NOTHING)))
        return value

    def _method(
        self,
        node: ast.Call,
        method: ast.Attribute,
        owner: Value,
        arguments: Sequence[Value],
        names: _Names,
    ) -> Value:
        """Return the value of a call to an array's or list's method."""
        name, parts = method.attr, _parts(owner)
        if isinstance(owner, tuple):
            if name in ADDING_METHODS and arguments:
                entry = arguments[-1] if name != "extend" else self._entries(arguments[-1])
                self._add(method.value, owner, entry, names)
            if name == "items":
                return ((NOTHING, self._entries(owner)),)
            return self._entries(owner) if name in ("get", "pop", "setdefault") else owner
        if name == "at" and any(
            isinstance(function, np.ufunc) for function in _functions_in(owner)
        ):
            self._note(node, _parts(arguments[0]) if arguments else [])
        elif name in WRITING_METHODS:
            self._note(node, parts)
        elif name in VIEW_METHODS:
            return frozenset(parts)
        return NOTHING

    def _apply(
        self,
        node: ast.Call,
        function: Any,
        arguments: Sequence[Value],
        keywords: Mapping[str, Value],
        names: _Names,
    ) -> Value:
        """Return the value of a function call, and record its writes."""
        first = arguments[0] if arguments else NOTHING
        code = function.function if isinstance(function, Code) else function
        if isinstance(code, ast.FunctionDef):
            scope = function.names or names
            return self._run(
                code,
                _Names(scope.globals, scope.file, dict(scope.values)),
                arguments,
                keywords,
            )
        if code in (zip, enumerate):
            entries = tuple(map(self._entries, arguments))
            return (entries if code is zip else (NOTHING, *entries[:1]),)
        if code is map:
            results = [
                self._apply(node, callee, [*map(self._entries, arguments[1:])], {}, names)
                for callee in _functions_in(first)
            ]
            return (reduce(_union, results, NOTHING),)
        if code is filter:
            return arguments[-1] if arguments else NOTHING
        if any(code is candidate for candidate in PASSING_FUNCTIONS):
            return first if isinstance(first, tuple) else (self._entries(first),)
        if code in (next, max, min):
            return reduce(_union, arguments[1:], self._entries(first))
        if isinstance(code, type) and issubclass(code, tuple) and hasattr(code, "_fields"):
            parts = NamedParts([*arguments, *keywords.values()])
            parts.fields = (*code._fields[: len(arguments)], *keywords)
            return parts
        self._file = names.file
        if any(code is candidate for candidate in WRITING_FUNCTIONS) or (
            code is np.nan_to_num and ("copy" in keywords or len(arguments) > 1)
        ):
            self._note(node, _parts(first))
        elif isinstance(code, np.ufunc):
            for argument in arguments[code.nin :]:
                self._note(node, _parts(argument))
        elif code in OUT_POSITIONS:
            for argument in arguments[OUT_POSITIONS[code] :][:1]:
                self._note(node, _parts(argument))
        elif any(code is candidate for candidate in VIEW_FUNCTIONS):
            return frozenset(_parts(first))
        elif any(code is candidate for candidate in AXIS_ADDING_FUNCTIONS):
            return frozenset(view for part in _parts(first) if (view := part.with_more_axes(1)))
        elif any(code is candidate for candidate in SPLIT_FUNCTIONS):
            return (frozenset(_parts(first)),)
        else:
            return self.call(code, arguments, keywords)
        return NOTHING


@cache
def _function_of(expression: ast.Lambda) -> ast.FunctionDef:
    body: list[ast.stmt] = [ast.copy_location(ast.Return(expression.body), expression)]
    return ast.FunctionDef("_", expression.args, body, [])


def _functions_in(value: Value) -> list[Any]:
    """Return the functions that a value may be."""
    if isinstance(value, tuple):
        return []
    codes = [item for item in value if isinstance(item, Code)]
    return [code if isinstance(code.function, ast.FunctionDef) else code.function for code in codes]


def _fields_of(value: Value) -> Value:
    """Leave out entire records, with which the engine's own functions are trusted."""
    if isinstance(value, tuple):
        return tuple(map(_fields_of, value))
    return frozenset(part for part in _parts(value) if part.field)


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and not _count_removed_axes(node)


def _whole_number(node: ast.expr) -> int | None:
    """Return the value of a literal whole number, else None."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
    return value if type(value) is int else None


def _module_of(node: ast.expr, names: _Names) -> types.ModuleType | None:
    """Return the module that an expression names, if any."""
    if isinstance(node, ast.Name):
        value = None if node.id in names.values else names.globals.get(node.id)
    elif isinstance(node, ast.Attribute):
        value = getattr(_module_of(node.value, names), node.attr, None)
    else:
        value = None
    return value if isinstance(value, types.ModuleType) else None


def _find_named_field(node: ast.Call, function: str) -> ast.Attribute | None:
    """Return the field that a call to ``getattr`` or ``setattr`` names."""
    if not isinstance(node.func, ast.Name) or node.func.id != function or len(node.args) < 2:
        return None
    record, name = node.args[:2]
    if not isinstance(name, ast.Constant):
        return None
    return ast.copy_location(ast.Attribute(record, str(name.value)), node)


def _add_name(part: RecordPart, name: str) -> RecordPart:
    """Set a part's field name if it is not known yet."""
    return part if part.field or not name else RecordPart(part.record, name, part.dtype, part.axes)


def _parts(value: Value) -> list[RecordPart]:
    if isinstance(value, frozenset):
        parts = [item for item in value if isinstance(item, RecordPart)]
        return sorted(parts, key=lambda record_part: (record_part.record, record_part.field))
    return [part for item in value for part in _parts(item)]


def _union(first: Value, second: Value) -> Value:
    if first == second or second == NOTHING:
        return first
    if first == NOTHING:
        return second
    if isinstance(first, tuple) and isinstance(second, tuple):
        if len(first) == len(second):
            return tuple(map(_union, first, second))
        return (reduce(_union, [*first, *second], NOTHING),)
    if isinstance(first, frozenset) and isinstance(second, frozenset):
        return first | second
    return frozenset([*_parts(first), *_parts(second)])


def _merge(mappings: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    union: dict[str, Value] = {}
    for values in mappings:
        for name, value in values.items():
            union[name] = _union(union.get(name, NOTHING), value)
    return union


def _definition(file: Path, line: int, name: str) -> ast.FunctionDef | None:
    """Find the function that, with its decorators, begins on a line."""
    try:
        functions = _functions(file, file.stat().st_mtime_ns)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    return functions.get((name, line))


@cache
def _functions(file: Path, mtime: int) -> dict[tuple[str, int], ast.FunctionDef]:
    functions = {}
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            functions[node.name, first] = node
    return functions
