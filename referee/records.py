"""Reading a trace: one event after the other, every field accounted for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from eoc_sim.referee.bundles import Bundle, is_bundle

MISSING = object()


def written(value: Any) -> str:
    """A value as a trace writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


class Disagreement(AssertionError):
    """The first place where a trace and the rulebook part."""

    def __init__(
        self, line: int, rule: str, sentence: str, record: dict[str, Any] | None = None
    ) -> None:
        """Take the line's number (from 1), the rule's id, a sentence and what the line says.

        The id is ``TRACE`` where a line lacks the form of a trace rather than breaks a rule.
        """
        super().__init__(f"line {line}: {rule}: {sentence}")
        self.line = line
        self.rule = rule
        self.sentence = sentence
        self.record = record


@dataclass(frozen=True)
class Words:
    """What a game calls things in its traces."""

    seat: str
    """The key of the acting seat."""
    tokens: tuple[str, ...]
    """The kinds of tokens that bundles hold."""
    tokens_together: str
    """What all of these are called in one word."""


class Event:
    """One line of a trace. A field that nobody looked at is a disagreement in itself."""

    def __init__(self, line: int, record: dict[str, Any], words: Words) -> None:
        """Take a line number, the parsed line and the words of the game."""
        self.line = line
        self.record = record
        self.words = words
        self.kind: Any = record.get("e")
        self.seat: Any = record.get(words.seat)
        self.unread = set(record) - {"e", words.seat}

    def fail(self, rule: str, sentence: str) -> NoReturn:
        """Raise the disagreement that this line shows."""
        who = "" if self.seat is None else f" of {self.words.seat} {self.seat}"
        raise Disagreement(self.line, rule, f"{self.kind}{who}: {sentence}", self.record)

    def require(self, rule: str, condition: bool, sentence: str) -> None:
        """Fail with this sentence unless the condition holds."""
        if not condition:
            self.fail(rule, sentence)

    def has(self, name: str) -> bool:
        """Whether the line states this field at all."""
        return name in self.record

    def take(self, name: str, default: Any = MISSING) -> Any:
        """The value of a field, which counts as read from now on."""
        self.unread.discard(name)
        if name in self.record:
            return self.record[name]
        if default is MISSING:
            self.fail("TRACE", f"the field {name} is missing")
        return default

    def bundle(self, name: str) -> Bundle:
        """The tokens of a field by kind."""
        value = self.take(name)
        self.require(
            "TRACE",
            is_bundle(value, self.words.tokens),
            f"{name} is not a bundle of {self.words.tokens_together} without zeros",
        )
        return value

    def part(self, kind: str, fields: dict[str, Any]) -> Event:
        """An entry of this line, read like a line of its own; its kind is for sentences only."""
        return Event(self.line, {"e": f"{kind} in {self.kind}", **fields}, self.words)

    def check(self, rule: str, name: str, expected: Any, default: Any = MISSING) -> None:
        """Compare a stated field with what the rules give."""
        stated = self.take(name, default)
        same_kind = isinstance(stated, bool) == isinstance(expected, bool)
        # The sentence is put into words only where it is needed: most of a judgement was that.
        if stated != expected or not same_kind:
            self.fail(rule, f"{name} is {written(stated)}, by the rules it is {written(expected)}")

    def check_fraction(self, rule: str, name: str, expected: float) -> None:
        """Compare a stated fraction with what the rules give."""
        stated = self.take(name)
        number = isinstance(stated, int | float) and not isinstance(stated, bool)
        if not number or abs(stated - expected) > 1e-6:
            self.fail(rule, f"{name} is {written(stated)}, by the rules it is {expected}")

    def finish(self) -> None:
        """Nothing in the line may go unread."""
        self.require("TRACE", not self.unread, f"nothing is known about {sorted(self.unread)}")


class Reader:
    """The events of a trace in order."""

    def __init__(self, trace: list[dict[str, Any]], words: Words) -> None:
        """Number the lines from 1."""
        self.words = words
        self.events = [Event(line, record, words) for line, record in enumerate(trace, start=1)]
        self.position = 0

    def peek(self) -> Event:
        """The next event, which stays the next one."""
        if self.position >= len(self.events):
            raise Disagreement(len(self.events) + 1, "TRACE", "the trace ends before the game does")
        return self.events[self.position]

    def next_is(self, kind: str, seat: int | None = None) -> bool:
        """Whether the next event is of this kind (and of this seat)."""
        if self.position >= len(self.events):
            return False
        event = self.events[self.position]
        return event.kind == kind and (seat is None or event.seat == seat)

    def any(self) -> Event:
        """The next event, taken."""
        event = self.peek()
        self.position += 1
        return event

    def take(self, rule: str, kind: str, seat: int | None = None) -> Event:
        """The next event, which has to be of this kind (and of this seat)."""
        event = self.peek()
        who = "" if seat is None else f" of {self.words.seat} {seat}"
        event.require(
            rule, self.next_is(kind, seat), f"by the rules {kind}{who} comes at this point"
        )
        return self.any()

    def end(self) -> None:
        """Nothing may follow the end of the game."""
        if self.position < len(self.events):
            self.peek().fail("TRACE", "the game is over")

    @contextmanager
    def judging(self) -> Iterator[None]:
        """While a game is judged: what cannot even be looked at is a disagreement too."""
        try:
            yield
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            line = max(1, self.position)
            sentence = f"something here is missing or of the wrong kind ({error!r})"
            raise Disagreement(line, "TRACE", sentence, self.events[line - 1].record) from error
