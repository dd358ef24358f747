"""Reading a trace: one event after the other, every field accounted for."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from eoc_sim.referee.eoc.bundles import Bundle, is_bundle

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


class NotATrace(ValueError):
    """A line that is no event at all."""

    def __init__(self, line: int, sentence: str) -> None:
        """Keep the line number (from 1) and what is there instead."""
        super().__init__(f"line {line} {sentence}")


class Event:
    """One line of a trace. A field that nobody looked at is a disagreement in itself."""

    def __init__(self, line: int, record: dict[str, Any]) -> None:
        """Take a line number and the parsed line."""
        self.line = line
        self.record = record
        self.kind: Any = record.get("e")
        self.player: Any = record.get("player")
        self.unread = set(record) - {"e", "player"}

    def fail(self, rule: str, sentence: str) -> NoReturn:
        """Raise the disagreement that this line shows."""
        who = "" if self.player is None else f" of player {self.player}"
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
        """The EC of a field."""
        value = self.take(name)
        self.require("TRACE", is_bundle(value), f"{name} is not a bundle of EC without zeros")
        return value

    def check(self, rule: str, name: str, expected: Any, default: Any = MISSING) -> None:
        """Compare a stated field with what the rules give."""
        stated = self.take(name, default)
        same_kind = isinstance(stated, bool) == isinstance(expected, bool)
        # The sentence is put into words only where it is needed: most of a judgement was that.
        if stated != expected or not same_kind:
            self.fail(
                rule, f"{name} is {written(stated)}, by the rules it is {written(expected)}"
            )

    def finish(self) -> None:
        """Nothing in the line may go unread."""
        self.require("TRACE", not self.unread, f"nothing is known about {sorted(self.unread)}")


class Reader:
    """The events of a trace in order."""

    def __init__(self, trace: list[dict[str, Any]]) -> None:
        """Number the lines from 1."""
        self.events = [Event(line, record) for line, record in enumerate(trace, start=1)]
        self.position = 0

    def peek(self) -> Event:
        """The next event, which stays the next one."""
        if self.position >= len(self.events):
            raise Disagreement(len(self.events) + 1, "TRACE", "the trace ends before the game does")
        return self.events[self.position]

    def next_is(self, kind: str, player: int | None = None) -> bool:
        """Whether the next event is of this kind (and of this player)."""
        if self.position >= len(self.events):
            return False
        event = self.events[self.position]
        return event.kind == kind and (player is None or event.player == player)

    def any(self) -> Event:
        """The next event, taken."""
        event = self.peek()
        self.position += 1
        return event

    def take(self, rule: str, kind: str, player: int | None = None) -> Event:
        """The next event, which has to be of this kind (and of this player)."""
        event = self.peek()
        who = "" if player is None else f" of player {player}"
        event.require(
            rule, self.next_is(kind, player), f"by the rules {kind}{who} comes at this point"
        )
        return self.any()

    def end(self) -> None:
        """Nothing may follow the end of the game."""
        if self.position < len(self.events):
            self.peek().fail("TRACE", "the game is over")
