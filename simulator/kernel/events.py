"""The events of a game's trace, each declared once.

`Events` is the table of a game, and an `Event` its own code, which the rules give to
`tracing.emit`. An event lists its fields; `Events.read` decodes the integers of a trace into JSON
objects by them, `Events.story` puts objects into its sentence, and `Events.page` writes the
reference. Single numbers of an event lie behind its code, in the order of its fields; lists and
records follow in theirs. Words are no part of compiled code: `kernel.meaning` leaves them out.

A sentence names fields, ``{card}``. A part in brackets is told if one of its fields has a value:
``[; discards {dumped}]``. Its alternatives are joined, ``[{stars}|{bucks}]``, or the second is told
if the first is not, ``[{buyer}~nobody]``. ``{under?}`` decides without being told. A line that
comes out empty is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eoc_sim.errors import EngineError
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.tracing import SINGLES

Told = Mapping[str, Any]
"""An event as the trace has it in JSON, or a record in it."""
TOKEN = re.compile(r"\{\w+\??\}|[\[\]|~]|[^\[\]{}|~]+")


@dataclass(frozen=True)
class Kind:
    """A kind of field.

    Attributes:
        read: reads a value.
        say: puts it into words.
        singles: the single numbers that it takes.
        is_there: checks if an optional part of a sentence tells it.
        spread: says that ``read`` gives several fields, and that ``say`` is given the event.
        written: its fields on the page, "" for the name alone.
        values: its values on the page.
        constant: the value of a field that has no other, by which events of one name differ.
        is_late: says that it is worked out from other fields.
    """

    read: Callable[[Reading], Any]
    say: Callable[[Any, Story], str] = lambda value, story: str(value)
    singles: int = 0
    is_there: Callable[[Any], bool] = bool
    spread: bool = False
    written: str = ""
    values: str = ""
    constant: Any = None
    is_late: bool = False

    def __call__(
        self,
        name: str,
        *,
        about: str = "",
        before: str = "",
        optional: bool = False,
        unless: str = "",
    ) -> Field:
        """Declare a field of this kind."""
        return Field(name, self, about, before, optional, unless)


@dataclass(frozen=True)
class Field:
    """A field of an event.

    Attributes:
        name: its name.
        kind: its kind.
        about: a remark for the page.
        before: what stands before it on the page.
        optional: leaves it out where it has no value.
        unless: leaves it out where that field has a value.
    """

    name: str
    kind: Kind
    about: str
    before: str
    optional: bool
    unless: str

    @property
    def page(self) -> str:
        """The field as the page has it."""
        written = self.kind.written or f"`{self.name}`"
        return " ".join(filter(None, (written, self.kind.values, self.about)))


@dataclass(eq=False, repr=False)
class Event(int):
    """An event: its code, which is the number itself, and all that is said of it.

    Attributes:
        code: its place in the table, from 1.
        name: its name in the trace.
        fields: its fields.
        story: its sentence.
        rules: the rules behind it.
        about: a remark on all fields for the page.
        of_all: says that it is no seat's.
        part_of: the list of an earlier event that it is an entry of.
        beside: shares the row of the page with the event before.
        under: a heading, told unless it was the last told of its kind.
        closes: a heading that is told again after it.
    """

    code: int
    name: str
    fields: tuple[Field, ...]
    story: str = ""
    rules: str = ""
    about: str = ""
    of_all: bool = False
    part_of: str = ""
    beside: bool = False
    under: str = ""
    closes: str = ""

    def __new__(cls, code: int, *_: Any, **__: Any) -> Event:
        """Make the number."""
        return super().__new__(cls, code)

    @property
    def singles(self) -> int:
        """The single numbers that it takes."""
        return sum(field.kind.singles for field in self.fields)


class Events:
    """The events of a game.

    ``seat`` is the field of an event's seat; ``seated`` names the seats, from ``setup``.
    """

    def __init__(self, seat: str, seated: Callable[[Told], list[str]]) -> None:
        self.seat = seat
        self.seated = seated
        self.declared: list[Event] = []

    def declare(self, name: str, *fields: Field, **words: Any) -> Event:
        """Declare the next event; see `Event` for ``words``."""
        event = Event(len(self.declared) + 1, name, fields, **words)
        if event.singles > SINGLES:
            raise ValueError(f"event {name}: more than {SINGLES} single numbers")
        self.declared.append(event)
        return event

    def read(self, trace: Any, names: Any) -> list[dict[str, Any]]:
        """Read a trace's events as JSON objects; ``names`` has the names behind its numbers.

        ``trace`` is a record of `tracing.trace_dtype`. Fields that it has not are None.
        """
        reading = Reading(trace, names)
        found: list[dict[str, Any]] = []
        while reading.position < reading.end:
            code, seat = reading.value(), reading.value()
            if not 0 < code <= len(self.declared):
                raise EngineError(
                    f"The trace has an event with code {code}; only 1 to {len(self.declared)} are "
                    "declared."
                )
            event = self.declared[code - 1]
            reading.singles = [reading.value() for _ in range(SINGLES)]
            told = {} if event.of_all or event.part_of else {self.seat: seat}
            told |= reading.record(event.fields)
            if any(reading.singles):
                raise EngineError(f"The event {event.name} has numbers that it does not declare.")
            if event.part_of:
                whole = next(one for one in reversed(found) if event.part_of in one)
                whole[event.part_of].append(told)
                reading.finish(self.of(whole).fields, whole)
            else:
                found.append({"e": event.name, **told})
        return found

    def of(self, told: Told) -> Event:
        """Return the declaration of an event in JSON."""
        for event in self.declared:
            if event.name == told["e"] and all(
                told[field.name] == field.kind.constant
                for field in event.fields
                if field.kind.constant is not None
            ):
                return event
        raise EngineError(f'No event is called "{told["e"]}".')

    def story(self, events: Iterable[Told], names: Mapping[str, str]) -> Iterator[str]:
        """Narrate a game line by line; ``names`` are those of cards and places by number."""
        story = Story(self, names)
        for told in events:
            yield from story.tell(told)

    def page(self) -> Iterator[tuple[str, str, str]]:
        """Yield the rows of the page: events, fields and rules."""
        rows: list[list[Event]] = []
        for event in self.declared:
            if event.beside:
                rows[-1].append(event)
            elif not event.part_of:
                rows.append([event])
        for row in rows:
            cells = []
            said: set[str] = set()
            for event in row:
                fields = [field for field in event.fields if field.name not in said]
                said |= {field.name for field in event.fields}
                if fields or event is row[0]:
                    cells.append((_listed(fields) or "nothing more") + event.about)
            names = dict.fromkeys(f"`{event.name}`" for event in row)
            yield ", ".join(names), "; ".join(cells), ", ".join(event.rules for event in row)


class Reading:
    """Walks over the integers of a trace."""

    def __init__(self, trace: Any, names: Any) -> None:
        self.names = names
        self.end = int(field_of(trace, "position"))
        self.position = 1
        self.singles: list[int] | None = None
        self.place = 0
        self.told: dict[str, Any] = {}
        self._numbers: list[int] = field_of(trace, "values")[: self.end].tolist()

    def value(self) -> int:
        """Read the next number."""
        self.position += 1
        return self._numbers[self.position - 1]

    def values(self) -> list[int]:
        """Read the next list, which `emit_list` wrote."""
        return [self.value() for _ in range(self.value())]

    def single(self) -> int:
        """Read the next single number, which in a record lies behind the one before."""
        return self.value() if self.singles is None else self.singles.pop(0)

    def record(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Read the fields of an event or record."""
        told = self.told = {}
        for field in fields:
            value = None if field.kind.is_late else field.kind.read(self)
            told |= value if field.kind.spread else {field.name: value}
        self.finish(fields, told)
        return {name: value for name, value in told.items() if name not in _left_out(fields, told)}

    def finish(self, fields: Iterable[Field], told: dict[str, Any]) -> None:
        """Work out the fields that come from others."""
        self.told = told
        told |= {field.name: field.kind.read(self) for field in fields if field.kind.is_late}

    def records(self, fields: Sequence[Field]) -> list[dict[str, Any]]:
        """Read a list of records, whose single numbers lie among their lists."""
        outside, self.singles = (self.told, self.singles), None
        found = []
        for place in range(self.value()):
            self.place = place
            found.append(self.record(fields))
        self.told, self.singles = outside
        return found


class Story:
    """Narrates one event after another; remembers the seating and the headings."""

    def __init__(self, events: Events, names: Mapping[str, str]) -> None:
        self._events = events
        self._names = names
        self._seats: list[str] = []
        self._open: dict[str, str] = {}

    def tell(self, told: Told) -> Iterator[str]:
        """Narrate one event."""
        event = self._events.of(told)
        self._seats = self._seats or self._events.seated(told)
        fields = (seat(self._events.seat), *event.fields)
        heading = self.put(event.under, fields, told)
        if event.under and self._open.get(event.under) != heading:
            self._open[event.under] = heading
            yield from heading.split("\n")
        self._open.pop(event.closes, None)
        for line in event.story.split("\n") if event.story else ():
            text = self.put(line, fields, told)
            if text or not line:
                yield from text.split("\n")

    def put(self, sentence: str, fields: Iterable[Field], told: Told) -> str:
        """Put an event or a record into a sentence."""
        by_name = {field.name: field for field in fields}

        def say(name: str) -> tuple[str, bool]:
            field = by_name[name.removesuffix("?")]
            value = told if field.kind.spread else told.get(field.name)
            is_there = value is not None and field.kind.is_there(value)
            text = field.kind.say(value, self) if is_there or value is not None else ""
            return "" if name.endswith("?") else text, is_there and text != ""

        return _Sentence(sentence, say).told()

    def seat(self, number: int) -> str:
        """Name who sits there."""
        return self._seats[number]

    def named(self, number: Any) -> str:
        """Name a card or a place with its number."""
        name = self._names.get(str(number))
        return f"{number} {name}" if name else str(number)


class _Sentence:
    """A sentence that is being told; ``say`` puts a field into words, if it has a value."""

    def __init__(self, sentence: str, say: Callable[[str], tuple[str, bool]]) -> None:
        self._tokens = iter(TOKEN.findall(sentence))
        self._say = say

    def told(self) -> str:
        """Tell all of it."""
        return self._until()[0]

    def _until(self, *ends: str) -> tuple[str, bool, str]:
        text, is_there = "", False
        for token in self._tokens:
            if token in ends:
                return text, is_there, token
            said, is_said = token, False
            if token == "[":
                said, is_said = self._part()
            elif token[0] == "{":
                said, is_said = self._say(token[1:-1])
            text += said
            is_there |= is_said
        return text, is_there, ""

    def _part(self) -> tuple[str, bool]:
        parts, end = [], "|"
        while end == "|":
            text, is_there, end = self._until("|", "~", "]")
            parts += [text] if is_there else []
        if end == "~":
            text, is_there, _ = self._until("]")
            if not parts:
                return text, is_there
        return ", ".join(parts), bool(parts)


def _listed(fields: Iterable[Field]) -> str:
    """List fields for the page, the optional ones last."""
    text = ""
    for field in sorted(fields, key=lambda one: one.optional):
        before = field.before or ("; " if field.optional else ", ")
        text += (before if text or field.before.strip(", ") else "") + field.page
    return text


def _left_out(fields: Iterable[Field], told: Told) -> set[str]:
    return {
        field.name
        for field in fields
        if (field.optional and not field.kind.is_there(told[field.name]))
        or (field.unless and told[field.unless])
    }


def counted(number: int, one: str, many: str = "") -> str:
    """Count things in words.

    >>> counted(1, "star"), counted(2, "star"), counted(2, "money", "money")
    ('1 star', '2 stars', '2 money')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def enumerated(parts: Sequence[str]) -> str:
    """Join parts by commas and a last "and".

    >>> enumerated(["2 green", "1 blue", "1 yellow"])
    '2 green, 1 blue and 1 yellow'
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


# --- Kinds of fields that any game may have.

number = Kind(lambda reading: reading.single(), singles=1)
ordinal = replace(number, read=lambda reading: reading.single() + 1)
"""A number from 1 whose code is from 0."""
flag = replace(number, read=lambda reading: bool(reading.single()))
numbers = Kind(lambda reading: reading.values())
given = Kind(lambda reading: None)
"""What the game's worker adds."""
seat = Kind(
    lambda reading: _or_none(reading.single()),
    lambda value, story: story.seat(value),
    singles=1,
    is_there=lambda value: value is not None,
)
"""A seat; None is nobody."""
listed_seat = replace(seat, read=lambda reading: reading.place, singles=0)
"""The seat that a record is of, by its place in the list."""


def _or_none(code: int) -> int | None:
    return code if code >= 0 else None


def amount(one: str, many: str = "") -> Kind:
    """Make the kind of a number of things."""
    return replace(number, say=lambda value, story: counted(value, one, many))


def word(names: Sequence[str], said: Sequence[str] = (), joint: str = "") -> Kind:
    """Make the kind of a word that stands for 0, 1, 2 ... in a trace.

    ``said`` are the words of the story. With ``joint``, which joins them, the page lists all.
    """
    values = f"({joint.join(f'`{name}`' for name in names)})" if joint else ""
    words = dict(zip(names, said or names, strict=True))
    return Kind(
        lambda reading: names[reading.single()],
        lambda value, story: words[value],
        singles=1,
        values=values,
    )


def named(sheet: str) -> Kind:
    """Make the kind of a card or place; None is none."""

    def read(reading: Reading) -> str | None:
        code = reading.single()
        return getattr(reading.names, sheet)[code] if code >= 0 else None

    return Kind(read, lambda value, story: story.named(value), singles=1)


def several(sheet: str) -> Kind:
    """Make the kind of a list of cards or places."""
    return Kind(
        lambda reading: [getattr(reading.names, sheet)[code] for code in reading.values()],
        lambda value, story: ", ".join(map(story.named, value)) or "none",
    )


def bundle(names: Sequence[str], say: Callable[[Mapping[str, int]], str]) -> Kind:
    """Make the kind of numbers by name, without zeros."""
    return Kind(
        lambda reading: {
            name: number for name, number in zip(names, reading.values(), strict=True) if number
        },
        lambda value, story: say(value),
    )


def parts(words: Mapping[str, str]) -> Kind:
    """Make the kind of numbers by name, zeros among them; ``words`` are those of the story."""
    return Kind(
        lambda reading: dict(zip(words, reading.values(), strict=True)),
        lambda value, story: ", ".join(
            f"{said} {value[name]}" for name, said in words.items() if value[name]
        ),
    )


def share(lost: float) -> Kind:
    """Make the kind of a share of the win, which the trace has as the number of winners.

    ``lost`` is that of who is none of them.
    """
    return replace(number, read=lambda reading: _share(reading.single(), lost))


def _share(winners: int, lost: float) -> float:
    return 1 / winners if winners else lost


def always(value: Any) -> Kind:
    """Make the kind of a field that has one value in this event, another in one of its name."""
    return Kind(lambda reading: value, constant=value)


def worked_out(read: Callable[[Told], Any], kind: Kind = number) -> Kind:
    """Make a kind that is worked out from the event's other fields."""
    return replace(kind, read=lambda reading: read(reading.told), singles=0, is_late=True)


def added(kind: Kind) -> Kind:
    """Make a kind that is no part of the integers: the game's worker adds it."""
    return replace(kind, read=lambda reading: None, singles=0)


def records(*fields: Field, each: str = "", order: Callable[[Told], Any] = lambda one: 0) -> Kind:
    """Make the kind of a list of records, each told in a line of its own, in this order."""
    return Kind(
        lambda reading: reading.records(fields),
        lambda value, story: "\n".join(
            story.put(each, fields, one) for one in sorted(value, key=order)
        ),
        values=f"(each {_listed(fields)})",
    )


def entries(event: Event) -> Kind:
    """Make the kind of a list whose entries are later events."""
    return Kind(
        lambda reading: [],
        lambda value, story: "".join(story.put(event.story, event.fields, one) for one in value),
    )
