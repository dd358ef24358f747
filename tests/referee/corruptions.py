"""Single-field corruptions of a trace: every field of every event, changed in every way.

A number changes by one, a name becomes another of its kind or nonsense, true becomes false; a key
or an entry of a list is removed, a colour is replaced or added, an entry is duplicated or swapped
with the next, an unknown field appears; a whole line is removed or duplicated. Switches are left to
``wrong_switch_values``.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Trace = list[dict[str, Any]]
Path = tuple[Any, ...]
NONSENSE = "nonsense"


@dataclass(frozen=True)
class Corruption:
    """A change to one field of one line, or to the whole line."""

    line: int
    path: Path
    what: str
    change: Callable[[Trace], None]

    def applied_to(self, trace: Trace) -> Trace:
        """Return a copy of the trace with this corruption."""
        corrupted = list(trace)
        corrupted[self.line] = copy.deepcopy(trace[self.line])
        self.change(corrupted)
        return corrupted


def field_name(path: Path) -> str:
    """Return the name of a field, with * for the numbers of entries: players.*.board.*"""
    return ".".join("*" if isinstance(step, int) else step for step in path)


def _fields(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """List every field of an event, including nested ones."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), inner
            yield from _fields(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*path, number), inner
            yield from _fields(inner, (*path, number))


def _set(line: int, path: Path, value: Any) -> Callable[[Trace], None]:
    def change(trace: Trace) -> None:
        inside: Any = trace[line]
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value

    return change


def _edit(line: int, path: Path, edit: Callable[[Any, Any], None]) -> Callable[[Trace], None]:
    """Make a change that edits a field's container at the last step of the path."""

    def change(trace: Trace) -> None:
        inside: Any = trace[line]
        for step in path[:-1]:
            inside = inside[step]
        edit(inside, path[-1])

    return change


def _take_out(holder: Any, key: Any) -> None:
    del holder[key]


def _one_more_unit(name: str) -> Callable[[Any, Any], None]:
    def edit(holder: Any, key: Any) -> None:
        holder[key][name] = holder[key].get(name, 0) + 1

    return edit


def _to_nonsense(holder: Any, key: Any) -> None:
    holder[key] = NONSENSE


def _repeat(holder: list[Any], number: int) -> None:
    holder.insert(number, copy.deepcopy(holder[number]))


def _swap_with_next(holder: list[Any], number: int) -> None:
    holder[number], holder[number + 1] = holder[number + 1], holder[number]


def _to_kind(new: str) -> Callable[[dict[str, Any], str], None]:
    def edit(holder: dict[str, Any], key: str) -> None:
        number = holder.pop(key)
        holder[new] = holder.get(new, 0) + number

    return edit


def _other_values(value: Any, known_values: list[Any], luck: Random) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "flipped", not value
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, float):
        yield "half", value / 2
        yield "one more", value + 1
    elif isinstance(value, str) or value is None:
        others = [known_value for known_value in known_values if known_value != value]
        if others:
            yield "another", luck.choice(others)
        yield "nonsense", NONSENSE
        if value is None:
            yield "a number", 1


def corruptions(trace: Trace, luck: Random, kinds: Sequence[str]) -> Iterator[Corruption]:
    """List all corruptions of a trace; names are replaced by others drawn at random.

    `kinds` are the keys of bundles: the game's colours or kinds of tokens.
    """
    known_values: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for event in trace:
        for path, value in _fields(event):
            values = known_values[event["e"], field_name(path)]
            if not isinstance(value, (dict, list)) and value not in values:
                values.append(value)
    for line, event in enumerate(trace):
        for path, value in _fields(event):
            if path[0] == "rules":
                continue
            values_of_field = known_values[event["e"], field_name(path)]
            for what, other in _other_values(value, values_of_field, luck):
                yield Corruption(line, path, what, _set(line, path, other))
            yield Corruption(line, path, "taken out", _edit(line, path, _take_out))
            if isinstance(value, dict) and set(value) <= set(kinds) and path[-1] != "dice":
                more = _one_more_unit(luck.choice(kinds))
                yield Corruption(line, path, "one more unit", _edit(line, path, more))
            if path[-1] in kinds:
                new = luck.choice([other for other in kinds if other != path[-1]])
                yield Corruption(line, path, "another kind", _edit(line, path, _to_kind(new)))
            if isinstance(path[-1], int):
                yield Corruption(line, path, "repeated", _edit(line, path, _repeat))
                holder: Any = event
                for step in path[:-1]:
                    holder = holder[step]
                number = path[-1]
                if number + 1 < len(holder) and holder[number] != holder[number + 1]:
                    yield Corruption(line, path, "swapped", _edit(line, path, _swap_with_next))
        yield Corruption(line, (NONSENSE,), "added", _set(line, (NONSENSE,), 1))
        yield Corruption(line, (), "line taken out", lambda trace, line=line: trace.pop(line))
        yield Corruption(
            line, (), "line repeated", lambda trace, line=line: trace.insert(line, trace[line])
        )


def kind(trace: Trace, corruption: Corruption) -> tuple[str, str, str]:
    """Return the kind of a corruption: its event (marked if free), field and change."""
    event = trace[corruption.line]
    name = f"free {event['e']}" if event.get("free") is True else event["e"]
    return name, field_name(corruption.path), corruption.what


def wrong_switch_values(
    trace: Trace, switches: Mapping[str, list[Any]], choose: Callable[[list[Any]], list[Any]]
) -> Iterator[tuple[str, Any, Corruption]]:
    """List some wrong values for each switch: (switch, value, corruption)."""
    rules = trace[0]["rules"]
    for switch, values in switches.items():
        for value in choose(values):
            if value != rules[switch]:
                path = ("rules", switch)
                yield switch, value, Corruption(0, path, f"is {value}", _set(0, path, value))
        for edit, what in ((_take_out, "taken out"), (_to_nonsense, NONSENSE)):
            path = ("rules", switch)
            yield switch, what, Corruption(0, path, what, _edit(0, path, edit))
