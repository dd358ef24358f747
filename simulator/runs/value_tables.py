"""Tables of values and their sources, read from TOML files.

    BOARD = ValueTable(
        "board", Board, {"point_tokens": WholeNumbers(0, 60, 12, "values of point tokens")}
    )

A value is a number or a list of them. Its key is ``board.point_tokens.value``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.checked_rows import SOURCES
from eoc_sim.simulator.kernel.toml_values import check_table, shown_value, whole_number, word_of
from eoc_sim.simulator.runs.component_keys import KeySheet

OTHERS = "others"
"""The key for the source of all values that are not listed."""


@dataclass(frozen=True)
class WholeNumber:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int

    def read(self, value: Any, where: str) -> Any:
        """Check a value from a file."""
        return whole_number(value, where, self.low, self.high)

    def plain(self, value: Any) -> Any:
        """Convert a value to the form used in files."""
        return value

    def text(self, value: Any) -> str:
        """Write a value as a cell."""
        return str(value)

    def from_text(self, text: str) -> Any:
        """Convert a cell to the form used in files, for `read`."""
        return self.parse_one(text)

    def parse_one(self, text: str) -> Any:
        """Parse a whole number; leave other text for `read` to refuse."""
        return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else text


@dataclass(frozen=True)
class WholeNumbers(WholeNumber):
    """A list of whole numbers; messages call them ``noun``, a plural.

    There are up to ``max_count`` of them, or exactly that many if ``fixed``. Each is one of
    ``allowed_numbers``, if these are given.
    """

    max_count: int
    noun: str
    fixed: bool = False
    allowed_numbers: tuple[int, ...] = ()

    def read(self, value: Any, where: str) -> Any:
        """Check the list."""
        fits = isinstance(value, list) and (
            len(value) == self.max_count if self.fixed else len(value) <= self.max_count
        )
        if not fits:
            length = f"{self.max_count}" if self.fixed else f"up to {self.max_count}"
            raise InputError(
                f"{where}: a list of {length} {self.noun} is needed, not {shown_value(value)}."
            )
        return tuple(
            self.read_one(item, f"{where}, entry {number}") for number, item in enumerate(value, 1)
        )

    def read_one(self, value: Any, where: str) -> Any:
        """Check one number of the list."""
        number = whole_number(value, where, self.low, self.high)
        if self.allowed_numbers and number not in self.allowed_numbers:
            choices = ", ".join(map(str, self.allowed_numbers))
            raise InputError(f"{where}: one of {choices} is needed, not {number}.")
        return number

    def plain(self, value: Any) -> Any:
        """Convert the list to the form used in files."""
        return list(value)

    def text(self, value: Any) -> str:
        """Write the numbers, separated by spaces."""
        return " ".join(map(str, value))

    def from_text(self, text: str) -> Any:
        """Split a cell at spaces, commas or semicolons."""
        return [self.parse_one(item) for item in text.replace(",", " ").replace(";", " ").split()]


class HasSources(Protocol):
    """An object that has the source of each of its values."""

    @property
    def sources(self) -> Mapping[str, str]:
        """The source of each value, as a word."""


Values = TypeVar("Values", bound=HasSources)


@dataclass(frozen=True)
class ValueTable(Generic[Values]):
    """A table of values, which become the fields of one object.

    Attributes:
        word: the first word of its keys, and the name of its file.
        make: the class of the object, which also has the field ``sources``.
        words: the possible words for a source.
    """

    word: str
    make: Callable[..., Values]
    values: Mapping[str, WholeNumber]
    words: Sequence[str] = SOURCES

    def read(self, name: str, file: Mapping[str, Any]) -> Values:
        """Read the values from a parsed file."""
        check_table(file, name, (*self.values, "sources"))
        where = f"{name}, sources"
        sources = file["sources"]
        has_others = isinstance(sources, Mapping) and OTHERS in sources
        check_table(
            sources, where, () if has_others else tuple(self.values), (*self.values, OTHERS)
        )
        source_words = {key: sources[key if key in sources else OTHERS] for key in self.values}
        return self.make(
            **{key: value.read(file[key], f"{name}, {key}") for key, value in self.values.items()},
            sources={
                key: word_of(source_words[key], f"{where}, {key}", self.words)
                for key in self.values
            },
        )

    def plain(self, current: Values) -> dict[str, Any]:
        """Return the values in the form of a parsed file."""
        values = {key: value.plain(getattr(current, key)) for key, value in self.values.items()}
        return {**values, "sources": dict(current.sources)}

    def file(self, current: Values) -> bytes:
        """Write the values as a file for `read`."""
        plain = self.plain(current)
        lines = [f"{key} = {plain[key]}" for key in self.values]
        lines += ["", "[sources]", *(f'{key} = "{current.sources[key]}"' for key in self.values)]
        return ("\n".join(lines) + "\n").encode()

    def cells(self, current: Values, key: str) -> dict[str, str]:
        """Write a value and its source as the cells of a row."""
        return {
            "value": self.values[key].text(getattr(current, key)),
            "source": current.sources[key],
        }

    def change(self, current: Values, settings: Mapping[str, Mapping[str, str]]) -> Values:
        """Return the values with the changes in ``settings``.

        For each key, ``settings`` has the new cell ``value``, the new cell ``source``, or both.
        """
        file = self.plain(current)
        for key, row in settings.items():
            if "source" in row:
                file["sources"][key] = row["source"]
            if "value" in row:
                file[key] = self.values[key].from_text(row["value"])
        words = " ".join(
            f"{self.word}.{key}.{column}={cell}"
            for key, row in settings.items()
            for column, cell in row.items()
        )
        return self.read(f"The {self.word} with {words}", file)

    @property
    def keys(self) -> KeySheet:
        """The keys of its cells."""
        return KeySheet(
            f"value of the {self.word}",
            f"{self.word}.VALUE.value",
            lambda text: text.strip().lower(),
            ("value", "source"),
            lambda components: [
                (key, key.replace("_", " ").capitalize(), (getattr(components, self.word), key))
                for key in self.values
            ],
            lambda row: self.cells(*row),
            default_column="value",
        )
