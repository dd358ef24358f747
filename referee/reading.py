"""The lines of a trace as events."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


class NotATrace(ValueError):
    """A fault in a trace: a line that is not an event."""

    def __init__(self, line: int, sentence: str) -> None:
        """State a line's number (from 1) and what is wrong with it."""
        super().__init__(f"line {line} {sentence}")


def read_trace(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Read the events of JSON lines, ignoring empty lines at the end.

    Raises NotATrace if a line is not an event.
    """
    texts = list(lines)
    while texts and not texts[-1].strip():
        texts.pop()
    return [read_line(number, text) for number, text in enumerate(texts, start=1)]


def read_line(number: int, line: str) -> dict[str, Any]:
    """Read one event of a trace."""
    if not line.strip():
        raise NotATrace(number, "is empty")
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotATrace(number, f"is not JSON ({error})") from error
    if not isinstance(event, dict) or not isinstance(event.get("e"), str):
        raise NotATrace(number, "is not a JSON object with an event's name under the key e")
    return event
