"""Rule switches: the variable rules of a game, by name.

A game declares each of its switches once, with its values, its default and a sentence in a player's
words. Its rules read a switch as a number, in a field ``rule_NAME`` of its record; `codes` names
these numbers: ``BOARDS = codes(SWITCHES["boards"])`` and then ``table.rule_boards == BOARDS.OFF``.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.phrases import join_or

Value = str | int


@dataclass(frozen=True)
class Switch:
    """A variable rule, whose values are words, whole numbers, or both.

    ``codes`` are the engine's numbers for the words, in their order; a number is its own code.
    """

    name: str
    words: tuple[str, ...]
    numbers: range | None
    default: Value
    sentence: str
    rule: str
    codes: tuple[int, ...] = ()

    def describe_values(self) -> str:
        """List the allowed values in words: ``auto, 2xplayers or 0 to 12``."""
        parts = list(self.words)
        if self.numbers is not None:
            first, last = self.numbers[0], self.numbers[-1]
            parts.extend([f"{first} to {last}"] if last - first > 1 else [str(first), str(last)])
        return join_or(parts)

    def parse(self, value: object, where: str = "") -> Value:
        """Read a value from text, or from a TOML number or boolean.

        The error begins with ``where``, for instance ``house.toml: ``.
        """
        text = str(value).strip().lower()
        if isinstance(value, bool):
            text = "on" if value else "off"
        if text in self.words:
            return text
        if self.numbers is not None:
            try:
                number = float(text)
            except ValueError:
                number = float("nan")
            if number.is_integer() and int(number) in self.numbers:
                return int(number)
        raise InputError(
            f"{where}The switch {self.name} ({self.rule}) cannot be {str(value)!r}; "
            f"it may be {self.describe_values()}.{nearest(text, self.words)}"
        )

    def encode(self, value: Value) -> int:
        """Return the engine's number for ``value``."""
        if isinstance(value, int):
            return value
        return self.codes[self.words.index(value)]


def number(name: str, last: int, default: int, sentence: str, rule: str, first: int = 0) -> Switch:
    """Declare a switch with whole numbers from ``first`` to ``last``."""
    return Switch(name, (), range(first, last + 1), default, sentence, rule)


def word(name: str, words: str, sentence: str, rule: str) -> Switch:
    """Declare a switch with ``words``, separated by spaces, the default first.

    Raises:
        ValueError: ``words`` is not a string.
    """
    if not isinstance(words, str):
        raise ValueError(f'the switch {name}: its words should be one string, "{" ".join(words)}"')
    values = tuple(words.split())
    return Switch(name, values, None, values[0], sentence, rule, tuple(range(len(values))))


def codes(switch: Switch) -> Any:
    """Name a switch's codes after its words, in capitals: ``BOARDS.OFF``."""
    words = [word.replace("2x", "two_x_").upper() for word in switch.words]
    kind: Any = namedtuple("Codes", words)  # type: ignore[misc]
    return kind(*switch.codes)
