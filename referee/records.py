"""Reading a trace: one event after another, every field accounted for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from eoc_sim.referee.bundles import Bundle, is_bundle

MISSING = object()


def write_value(value: Any) -> str:
    """Return a value as a trace writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


class Disagreement(AssertionError):
    """The first difference between a trace and the rulebook."""

    def __init__(
        self, line: int, rule: str, sentence: str, record: dict[str, Any] | None = None
    ) -> None:
        """Take the line number (from 1), rule id, sentence and record.

        The id is ``TRACE`` if a line is malformed rather than against a rule.
        """
        super().__init__(f"line {line}: {rule}: {sentence}")
        self.line = line
        self.rule = rule
        self.sentence = sentence
        self.record = record


@dataclass(frozen=True)
class Words:
    """A game's terms in its traces."""

    seat: str
    """The key of the acting seat."""
    tokens: tuple[str, ...]
    """The kinds of tokens that bundles hold."""
    tokens_together: str
    """The word for any mixture of these kinds."""


class Event:
    """One line of a trace.

    A field that was never read is itself a disagreement.
    """

    def __init__(self, line: int, record: dict[str, Any], words: Words) -> None:
        """Take a line number, the parsed line and the game's words."""
        self.line = line
        self.record = record
        self.words = words
        self.kind: Any = record.get("e")
        self.seat: Any = record.get(words.seat)
        self.unread_fields = set(record) - {"e", words.seat}

    def fail(self, rule: str, sentence: str) -> NoReturn:
        """Raise a disagreement at this line."""
        owner = "" if self.seat is None else f" of {self.words.seat} {self.seat}"
        raise Disagreement(self.line, rule, f"{self.kind}{owner}: {sentence}", self.record)

    def require(self, rule: str, condition: bool, sentence: str) -> None:
        """Fail with this sentence unless the condition holds."""
        if not condition:
            self.fail(rule, sentence)

    def has(self, name: str) -> bool:
        """Check if the line states this field."""
        return name in self.record

    def take(self, name: str, default: Any = MISSING) -> Any:
        """Return a field's value and mark the field as read."""
        self.unread_fields.discard(name)
        if name in self.record:
            return self.record[name]
        if default is MISSING:
            self.fail("TRACE", f"the field {name} is missing")
        return default

    def bundle(self, name: str) -> Bundle:
        """Return the tokens of a field by kind."""
        value = self.take(name)
        self.require(
            "TRACE",
            is_bundle(value, self.words.tokens),
            f"{name} must be a bundle of {self.words.tokens_together}, with whole amounts above 0",
        )
        return value

    def part(self, kind: str, fields: dict[str, Any]) -> Event:
        """Return an entry within this line as a separate event.

        The kind appears only in messages.
        """
        return Event(self.line, {"e": f"{kind} in {self.kind}", **fields}, self.words)

    def entries(self, rule: str, name: str, number: int) -> list[Event]:
        """Return the entries of a field, one per seat, in seat order."""
        records = self.take(name)
        self.require(rule, len(records) == number, f"{name} must have one entry per seat")
        entries = [self.part(f"{name} {seat}", record) for seat, record in enumerate(records)]
        for seat, entry in enumerate(entries):
            entry.check("TRACE", "seat", seat)
        return entries

    def check(self, rule: str, name: str, expected: Any, default: Any = MISSING) -> None:
        """Compare a field with the value that the rules give."""
        value = self.take(name, default)
        same_kind = isinstance(value, bool) == isinstance(expected, bool)
        # Formatting the sentence is slow, so it is done only if needed.
        if value != expected or not same_kind:
            self.fail(
                rule,
                f"{name} is {write_value(value)}; "
                f"by the rules it should be {write_value(expected)}",
            )

    def check_fraction(self, rule: str, name: str, expected: float) -> None:
        """Compare a fraction with the value that the rules give."""
        value = self.take(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or abs(value - expected) > 1e-6:
            self.fail(rule, f"{name} is {write_value(value)}; by the rules it should be {expected}")

    def finish(self) -> None:
        """Fail if a field of the line was not read."""
        names = sorted(self.unread_fields)
        self.require("TRACE", not names, f"unknown fields: {names}")


class Reader:
    """The events of a trace in order."""

    def __init__(self, trace: list[dict[str, Any]], words: Words) -> None:
        """Take the trace's events and number their lines from 1."""
        self.words = words
        self.events = [Event(line, record, words) for line, record in enumerate(trace, start=1)]
        self.position = 0
        self.moment = ""
        """The current part of the game, for messages about disagreements."""

    def peek(self) -> Event:
        """Return the next event without taking it."""
        if self.position >= len(self.events):
            raise Disagreement(len(self.events) + 1, "TRACE", "the trace ends before the game does")
        return self.events[self.position]

    def next_is(self, kind: str, seat: int | None = None) -> bool:
        """Check if the next event has this kind and, if given, seat."""
        if self.position >= len(self.events):
            return False
        event = self.events[self.position]
        return event.kind == kind and (seat is None or event.seat == seat)

    def any(self) -> Event:
        """Take the next event."""
        event = self.peek()
        self.position += 1
        return event

    def take(self, rule: str, kind: str, seat: int | None = None) -> Event:
        """Take the next event, which must be of this kind and seat."""
        event = self.peek()
        owner = "" if seat is None else f"{self.words.seat} {seat}'s "
        event.require(rule, self.next_is(kind, seat), f"the next event must be {owner}{kind}")
        return self.any()

    def end(self) -> None:
        """Fail if anything follows the end of the game."""
        if self.position < len(self.events):
            self.peek().fail("TRACE", "the game is over")

    @contextmanager
    def judging(self) -> Iterator[None]:
        """Report errors caused by malformed values as disagreements.

        Every disagreement names the part of the game.
        """
        try:
            yield
        except Disagreement as error:
            sentence = self.with_moment(error.sentence)
            raise Disagreement(error.line, error.rule, sentence, error.record) from None
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            line = max(1, self.position)
            sentence = f"something here is missing or of the wrong kind ({error!r})"
            sentence = self.with_moment(sentence)
            raise Disagreement(line, "TRACE", sentence, self.events[line - 1].record) from error

    def with_moment(self, sentence: str) -> str:
        """Prefix a sentence with the part of the game, if known."""
        return f"{self.moment}: {sentence}" if self.moment else sentence
