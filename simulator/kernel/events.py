"""The events of a game's trace, each declared once.

`Events` lists a game's events. An `Event` is an integer, the code that rules pass to
`tracing.emit`. From its fields, `Events.read` decodes the integers of a trace into JSON objects,
`Events.story` narrates them, and `Events.page` yields the rows of the reference page. In a trace,
an event's code and seat are followed by its single numbers, in the order of its fields, then by its
lists and records. Words do not affect compiled code: `kernel.meaning` ignores them, so rewording
recompiles nothing.

The page's text declares the fields: ``{paid:money}`` is a field ``paid`` of the kind ``money``, and
``{money}`` is short for ``{money:money}``. A field with ``?`` is left out if it has no value, and a
field with ``!free`` is left out if the field ``free`` has a value. In the trace, a field with
``<price`` comes before ``price``.

A sentence names fields in braces: ``{card}``. A part in brackets appears if one of its fields has a
value: ``[; discards {dumped}]``. ``|`` divides such a part into pieces, as
in ``[{score}|{price}]``: the pieces in which a field has a value appear, joined with commas. The
text after ``~`` appears if nothing before it in the brackets does: ``[{buyer}~nobody]``.
``{under?}`` prints nothing, but its part in brackets appears if ``under`` has a value. A line that
turns out empty is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from eoc_sim.errors import EngineError, nearest
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.tracing import SINGLES

EventRecord = Mapping[str, Any]
"""An event, or a record in one of its lists, in JSON."""
Say = Callable[[str], tuple[str, bool]]
"""Returns the words for a field, and whether it has a value."""
FIELD = re.compile(r"\{(\w+)(?::(\w+))?(\?)?(?:!(\w+))?(?:<(\w+))?\}")
TOKEN = re.compile(r"\{\w+\??\}|[\[\]|~]|[^\[\]{}|~]+")


@dataclass(frozen=True)
class Kind:
    """A kind of field.

    Attributes:
        read: reads a value from a trace, or returns None if the game's worker adds it.
        say: puts the value into words.
        singles: the count of single numbers that it takes in a trace.
        is_there: checks if the value makes optional parts appear.
        spread: if true, ``read`` returns several fields and ``say`` receives the entire event.
        page: the field as the page shows it, with ``{}`` for its name.
        constant: the field's only value, which distinguishes events of the same name.
        compute: computes the value from other fields, once these are read.
    """

    read: Callable[[Reading], Any] = lambda reading: None
    say: Callable[[Any, Story], str] = lambda value, story: str(value)
    singles: int = 0
    is_there: Callable[[Any], bool] = bool
    spread: bool = False
    page: str = "`{}`"
    constant: Any = None
    compute: Callable[[EventRecord], Any] | None = None


@dataclass(frozen=True)
class EventField:
    """A field of an event or record, which may be optional."""

    name: str
    kind: Kind
    optional: bool
    unless: str


Kinds = Mapping[str, Kind]


class Code(int):
    """An integer in compiled code, with its declaration."""

    def __new__(cls, code: int, *_: Any, **__: Any) -> Any:
        """Make the integer."""
        return super().__new__(cls, code)


@dataclass(eq=False, repr=False)
class Event(Code):
    """An event: its code, which is an integer, with its declaration.

    Attributes:
        code: its number in the game's list, from 1.
        name: its name in the trace.
        rules: the rules behind it.
        text: the page's text about its fields.
        fields: its fields.
        story: the sentence that narrates it.
        seatless: true if it belongs to no seat.
        part_of: the list of an earlier event to which it adds an entry.
        shares_row: true if it shares a row of the page with the previous event.
        under: the heading above the event; it is not repeated while it comes out the same.
        closes: the heading that this event ends; the next event that belongs under it prints the
            heading again.
    """

    code: int
    name: str
    rules: str
    text: str
    fields: Sequence[EventField]
    story: str
    seatless: bool = False
    part_of: str = ""
    shares_row: bool = False
    under: str = ""
    closes: str = ""

    @property
    def singles(self) -> int:
        """The count of single numbers that its fields take."""
        return sum(field.kind.singles for field in self.fields)


class Events:
    """The events of a game.

    ``seat`` is the field with an event's seat; ``kinds`` is the module that declares the
    game's own kinds of fields; ``seat_names`` returns the seats' names, given the event ``setup``.
    """

    def __init__(
        self, seat: str, kinds: ModuleType, seat_names: Callable[[EventRecord], list[str]]
    ) -> None:
        self.seat = seat
        self.seat_names = seat_names
        self.declarations: list[Event] = []
        names = {**globals(), **vars(kinds)}
        self._kinds = {name: kind for name, kind in names.items() if isinstance(kind, Kind)}

    def declare(
        self,
        name: str,
        rules: str,
        text: str,
        story: str = "",
        kinds: Kinds | None = None,
        **details: Any,
    ) -> Event:
        """Declare the next event, possibly with its own ``kinds``; see `Event`."""
        fields, page = self._fields(text, kinds)
        event = Event(len(self.declarations) + 1, name, rules, page, fields, story, **details)
        if event.singles > SINGLES:
            raise ValueError(f"event {name}: more than {SINGLES} single numbers")
        self.declarations.append(event)
        return event

    def records(
        self, text: str, each: str, order: Callable[[EventRecord], Any] = lambda record: 0
    ) -> Kind:
        """Make a kind for a list of records, each narrated by ``each``."""
        fields, page = self._fields(text)
        return Kind(
            lambda reading: reading.records(fields),
            lambda value, story: "\n".join(
                story.fill_in(each, fields, record) for record in sorted(value, key=order)
            ),
            page=f"`{{}}` (each {page})",
        )

    def _fields(self, text: str, kinds: Kinds | None = None) -> tuple[list[EventField], str]:
        """Find the fields in a text, and format it for the page."""
        fields: list[EventField] = []
        kinds_by_name = {**self._kinds, **(kinds or {})}

        def page(match: re.Match[str]) -> str:
            name, kind = match[1], match[2] or match[1]
            if kind not in kinds_by_name:
                raise ValueError(f'There is no field kind "{kind}".{nearest(kind, kinds_by_name)}')
            fields.append(EventField(name, kinds_by_name[kind], match[3] == "?", match[4]))
            return kinds_by_name[kind].page.replace("{}", name)

        page_text = FIELD.sub(page, text)
        for name, next_name in re.findall(r"\{(\w+)[^}]*<(\w+)\}", text):
            names = [field.name for field in fields]
            field = fields.pop(names.index(name))
            fields.insert(names.index(next_name), field)
        return fields, page_text

    def read(self, trace: Any, names: Any) -> list[dict[str, Any]]:
        """Read the events of a trace as JSON objects.

        ``trace`` is a record of `tracing.trace_dtype`; ``names`` are the `GameEngine.names` that
        replace ids. Fields that the worker adds are None.
        """
        reading = Reading(trace, names)
        events: list[dict[str, Any]] = []
        while reading.position < reading.end:
            code, seat = reading.value(), reading.value()
            if not 0 < code <= len(self.declarations):
                raise EngineError(
                    f"The trace has an event with code {code}; only 1 to "
                    f"{len(self.declarations)} are declared."
                )
            event = self.declarations[code - 1]
            reading.singles = [reading.value() for _ in range(SINGLES)]
            record = {} if event.seatless or event.part_of else {self.seat: seat}
            record |= reading.record(event.fields)
            if any(reading.singles):
                raise EngineError(f"The event {event.name} has numbers that it does not declare.")
            if event.part_of:
                parent = next(line for line in reversed(events) if event.part_of in line)
                parent[event.part_of].append(record)
                _add_computed_fields(self.find(parent).fields, parent)
            else:
                events.append({"e": event.name, **record})
        return events

    def find(self, record: EventRecord) -> Event:
        """Return the declaration of an event in JSON form.

        If several declarations have its name, return the one that fits and has the most fields.
        """
        candidates = [
            event
            for event in self.declarations
            if event.name == record["e"]
            and all(field.kind.constant in (None, record.get(field.name)) for field in event.fields)
        ]
        matches = [
            event
            for event in candidates
            if all(
                field.name in record or field.optional or field.unless or field.kind.spread
                for field in event.fields
            )
        ]
        if candidates:
            return max(matches, key=lambda event: len(event.fields)) if matches else candidates[0]
        raise EngineError(f'No event is called "{record["e"]}".')

    def story(self, events: Iterable[EventRecord], names: Mapping[str, str]) -> Iterator[str]:
        """Narrate a game; ``names`` maps printed numbers to names."""
        story = Story(self, names)
        for record in events:
            yield from story.narrate(record)

    def page(self) -> Iterator[tuple[str, str, str]]:
        """Yield the page's rows: events, fields and rules."""
        rows: list[tuple[list[str], list[str], list[str]]] = []
        for event in self.declarations:
            if event.part_of:
                continue
            if not event.shares_row:
                rows.append(([], [], []))
            names, texts, rules = rows[-1]
            text = event.text if event.fields else f"no other field{event.text}"
            if texts and text.startswith(texts[-1]):
                texts.pop()
            names += [f"`{event.name}`"] if f"`{event.name}`" not in names else []
            texts.append(text)
            rules.append(event.rules)
        for names, texts, rules in rows:
            rule_ids = dict.fromkeys(rule for text in rules for rule in text.split(", "))
            yield ", ".join(names), "; ".join(texts), ", ".join(rule_ids)


class Reading:
    """Reads the integers of a trace one after another.

    In a trace, an event's single numbers come before its lists; they are collected in ``singles``.
    ``singles`` is None for the records of a list: their numbers come in the order of the fields.
    """

    def __init__(self, trace: Any, names: Any) -> None:
        self.names = names
        self.end = int(field_of(trace, "position"))
        self.position = 1
        self.singles: list[int] | None = None
        self.index = 0
        self.current: dict[str, Any] = {}
        self._numbers: list[int] = field_of(trace, "values")[: self.end].tolist()

    def value(self) -> int:
        """Read the next number."""
        self.position += 1
        return self._numbers[self.position - 1]

    def values(self) -> list[int]:
        """Read the next list, which `emit_list` wrote."""
        return [self.value() for _ in range(self.value())]

    def single(self) -> int:
        """Read the next single number of an event or record."""
        return self.value() if self.singles is None else self.singles.pop(0)

    def record(self, fields: Iterable[EventField]) -> dict[str, Any]:
        """Read the fields of an event or record."""
        record = self.current = {}
        for field in fields:
            value = field.kind.read(self)
            record |= value if field.kind.spread else {field.name: value}
        _add_computed_fields(fields, record)
        for field in fields:
            if (field.optional and not record[field.name]) or record.get(field.unless or ""):
                del record[field.name]
        return record

    def records(self, fields: Iterable[EventField]) -> list[dict[str, Any]]:
        """Read a list of records."""
        saved, self.singles = (self.current, self.singles), None
        records = []
        for index in range(self.value()):
            self.index = index
            records.append(self.record(fields))
        self.current, self.singles = saved
        return records


def _add_computed_fields(fields: Iterable[EventField], record: dict[str, Any]) -> None:
    record |= {field.name: field.kind.compute(record) for field in fields if field.kind.compute}


class Story:
    """Narrates events one by one, and remembers the seating and the headings."""

    def __init__(self, events: Events, names: Mapping[str, str]) -> None:
        self.events = events
        self._names = names
        self._seats: list[str] = []
        self._open: dict[str, str] = {}

    def narrate(self, record: EventRecord) -> Iterator[str]:
        """Narrate one event."""
        event = self.events.find(record)
        self._seats = self._seats or self.events.seat_names(record)
        fields = [EventField(self.events.seat, seat, False, ""), *event.fields]
        heading = self.fill_in(event.under, fields, record)
        if event.under and self._open.get(event.under) != heading:
            self._open[event.under] = heading
            yield from heading.split("\n")
        self._open.pop(event.closes, None)
        for line in event.story.split("\n") if event.story else ():
            text = self.fill_in(line, fields, record)
            if text or not line:
                yield from text.split("\n")

    def fill_in(self, template: str, fields: Iterable[EventField], record: EventRecord) -> str:
        """Fill in a template with the fields of an event or record."""
        by_name = {field.name: field for field in fields}

        def say(name: str) -> tuple[str, bool]:
            field = by_name[name.removesuffix("?")]
            value = record if field.kind.spread else record.get(field.name)
            text = "" if value is None else field.kind.say(value, self)
            return "" if name[-1] == "?" else text, text != "" and field.kind.is_there(value)

        return _in_words(iter(TOKEN.findall(template)), say)[0]

    def seat(self, number: int) -> str:
        """Return the name of the player in a seat."""
        return self._seats[number]

    def write_name(self, number: Any) -> str:
        """Return a card's or place's number, with its name if known."""
        name = self._names.get(str(number))
        return f"{number} {name}" if name else str(number)


def _in_words(tokens: Iterator[str], say: Say, *ends: str) -> tuple[str, bool, str]:
    """Put tokens into words, up to one of ``ends``."""
    text, is_there = "", False
    for token in tokens:
        if token in ends:
            return text, is_there, token
        part, is_said = token, False
        if token == "[":
            part, is_said = _say_part(tokens, say)
        elif token[0] == "{":
            part, is_said = say(token[1:-1])
        text += part
        is_there |= is_said
    return text, is_there, ""


def _say_part(tokens: Iterator[str], say: Say) -> tuple[str, bool]:
    parts, end = [], "|"
    while end == "|":
        text, is_there, end = _in_words(tokens, say, "|", "~", "]")
        parts += [text] if is_there else []
    if end == "~":
        text, is_there, _ = _in_words(tokens, say, "]")
        if not parts:
            return text, is_there
    return ", ".join(parts), bool(parts)


# --- Kinds of fields that any game may have.

number = Kind(lambda reading: reading.single(), singles=1)
ordinal = replace(number, read=lambda reading: reading.single() + 1)
"""A number counted from 1, although the trace counts it from 0."""
flag = replace(number, read=lambda reading: bool(reading.single()))
numbers = Kind(lambda reading: reading.values())
given = Kind()
"""A field that the game's worker adds."""
seat = Kind(
    lambda reading: code if (code := reading.single()) >= 0 else None,
    lambda value, story: story.seat(value),
    singles=1,
    is_there=lambda value: value is not None,
)
"""A seat, or None for nobody."""
listed_seat = replace(seat, read=lambda reading: reading.index, singles=0)
"""The seat of a record: its index in the list."""


def amount(noun: str, nouns: str = "") -> Kind:
    """Make a kind for a number of things."""
    return replace(number, say=lambda value, story: format_count(value, noun, nouns))


def word(names: Sequence[str], story_names: Sequence[str] = (), separator: str = "") -> Kind:
    """Make a kind for words, which are coded as numbers from 0.

    ``story_names`` replace ``names`` in the story. With ``separator``, the reference page lists all
    names, joined by it.
    """
    entries = f" ({separator.join(f'`{name}`' for name in names)})" if separator else ""
    words = dict(zip(names, story_names or names, strict=True))
    return Kind(
        lambda reading: names[reading.single()],
        lambda value, story: words[value],
        singles=1,
        page=f"`{{}}`{entries}",
    )


def name_kind(attribute: str) -> Kind:
    """Make a kind for a card or place, which may be None."""

    def read(reading: Reading) -> str | None:
        code = reading.single()
        return getattr(reading.names, attribute)[code] if code >= 0 else None

    return Kind(read, lambda value, story: story.write_name(value), singles=1)


def several(attribute: str) -> Kind:
    """Make a kind for a list of cards or places."""
    return Kind(
        lambda reading: [getattr(reading.names, attribute)[code] for code in reading.values()],
        lambda value, story: ", ".join(map(story.write_name, value)) or "none",
    )


def bundle(names: Sequence[str], say: Callable[[Mapping[str, int]], str]) -> Kind:
    """Make a kind for named numbers, leaving out zeros."""
    return Kind(
        lambda reading: {
            name: number for name, number in zip(names, reading.values(), strict=True) if number
        },
        lambda value, story: say(value),
    )


def parts(words: Mapping[str, str]) -> Kind:
    """Make a kind for named numbers; ``words`` maps names to words."""
    return Kind(
        lambda reading: dict(zip(words, reading.values(), strict=True)),
        lambda value, story: ", ".join(
            f"{word} {value[name]}" for name, word in words.items() if value[name]
        ),
    )


def share(loss: float) -> Kind:
    """Make a kind for a share of the win.

    The trace has the number of winners, or 0, which is read as ``loss``.
    """
    return replace(number, read=lambda reading: _share(reading.single(), loss))


def _share(winners: int, loss: float) -> float:
    return 1 / winners if winners else loss


def constant_kind(value: Any) -> Kind:
    """Make a kind for a field with a constant value."""
    return Kind(lambda reading: value, constant=value)


def added_kind(kind: Kind) -> Kind:
    """Turn a kind into one whose value the game's worker adds."""
    return replace(kind, read=given.read, singles=0)


def computed_kind(compute: Callable[[EventRecord], Any], kind: Kind) -> Kind:
    """Turn a kind into one computed from the event's other fields."""
    return replace(added_kind(kind), compute=compute)


def entries(part_of: str) -> Kind:
    """Make a kind for a list to which later events add entries."""

    def say(value: Sequence[EventRecord], story: Story) -> str:
        event = next(
            candidate for candidate in story.events.declarations if candidate.part_of == part_of
        )
        return "".join(story.fill_in(event.story, event.fields, record) for record in value)

    return Kind(lambda reading: [], say)
