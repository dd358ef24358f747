"""Names for what a strategy remembers, laid over ``me.memory``.

A strategy declares them once, and its functions see them as fields of ``me``: ``me.aim`` is one
number, ``me.candidate[index]`` one of several. They share the space of ``me.memory``, in the order
in which the strategy's ``MEMORY`` lists them, so the kernel's own records never depend on a
strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.records import PlainRecord


@dataclass(frozen=True)
class Memory:
    """A strategy's declared name for part of its memory.

    It holds a single whole number or, if ``numbers`` is given, an array of that length.
    """

    name: str
    numbers: int | None
    help: str

    @property
    def size(self) -> int:
        """The number of elements that it occupies in ``me.memory``."""
        return 1 if self.numbers is None else self.numbers


def memory(name: str, numbers: int | None = None, *, help: str) -> Memory:
    """Declare part of a strategy's memory, for its list ``MEMORY``.

    Args:
        name: its name in the functions, as a field of ``me``.
        numbers: the length of an array of whole numbers (32 bits); without it, a single number.
        help: its meaning, in a few words.

    Raises:
        StrategyError: the name is not a Python name or begins with _, or ``numbers`` is below 1.

    >>> memory("candidate", 7, help="spots worth signing").size
    7
    """
    if not name.isidentifier() or name.startswith("_"):
        raise StrategyError(f"The memory name {name!r} should be a Python name without a leading _")
    if numbers is not None and (not isinstance(numbers, int) or numbers < 1):
        raise StrategyError(f"Memory {name}: {numbers!r} numbers; expected 1 or more, or None")
    return Memory(name, numbers, help)


def check_memory(memories: object, file: Path, record: np.dtype) -> tuple[Memory, ...]:
    """Check the list ``MEMORY`` of a strategy file against ``me``.

    Raises:
        StrategyError: ``memories`` is not a list of memory(...), a name is taken, or there are too
            many numbers.
    """
    if not isinstance(memories, (list, tuple)) or not all(
        isinstance(entry, Memory) for entry in memories
    ):
        raise StrategyError(f"{file}: MEMORY should be a list of memory(...)")
    assert record.names is not None
    names = list(record.names)
    for entry in memories:
        if entry.name in names:
            conflict = "a field of me" if entry.name in record.names else "declared twice"
            raise StrategyError(
                f'{file}: the memory name "{entry.name}" is {conflict}; choose another'
            )
        names.append(entry.name)
    total = sum(entry.size for entry in memories)
    room = record["memory"].shape[0]
    if total > room:
        raise StrategyError(
            f"{file}: MEMORY declares {total} numbers; me.memory has room for {room}"
        )
    return tuple(memories)


def named_type(record: np.dtype, memories: Sequence[Memory]) -> np.dtype:
    """Return a strategy's type for ``me``, with its names laid over ``memory``.

    The bytes stay the same.
    """
    if not memories:
        return record
    assert record.fields is not None
    fields = {name: entry[:2] for name, entry in record.fields.items()}
    item, offset = record["memory"].base, fields["memory"][1]
    for declaration in memories:
        kind = item if declaration.numbers is None else np.dtype((item, (declaration.numbers,)))
        fields[declaration.name] = kind, offset
        offset += declaration.size * item.itemsize
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, _ in fields.values()],
            "offsets": [start for _, start in fields.values()],
            "itemsize": record.itemsize,
        },
        align=record.isalignedstruct,
    )


def with_names(function: Callable[..., Any], memories: Sequence[Memory]) -> Callable[..., Any]:
    """Give a pure-Python strategy function a ``me`` with declared names."""
    view = _view_type(memories)

    @wraps(function)
    def call(table: Any, me: Any, params: Any, order: Any) -> Any:
        instance = object.__new__(view)
        object.__setattr__(instance, "__dict__", vars(me))
        return function(table, instance, params, order)

    return call


def _view_type(memories: Sequence[Memory]) -> type[PlainRecord]:
    """Make a type for ``me`` with names for parts of its memory.

    Its instances share the attributes of the original ``me``.
    """
    parts: dict[str, slice | int] = {}
    start = 0
    for entry in memories:
        parts[entry.name] = start if entry.numbers is None else slice(start, start + entry.size)
        start += entry.size

    def set_attribute(self: Any, name: str, value: Any) -> None:
        part = parts.get(name)
        if part is None:
            PlainRecord.__setattr__(self, name, value)
        elif isinstance(part, slice):
            raise AttributeError(f"the field {name!r} is an array: set its entries")
        else:
            self.memory[part] = int(value)

    body: dict[str, Any] = {name: property(_reader(part)) for name, part in parts.items()}
    return type("NamedRecord", (PlainRecord,), {**body, "__setattr__": set_attribute})


def _reader(part: slice | int) -> Callable[[Any], Any]:
    if isinstance(part, slice):
        return lambda self: self.memory[part]
    return lambda self: int(self.memory[part])
