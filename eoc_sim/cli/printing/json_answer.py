"""Format a collected answer as JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from eoc_sim.answer_types import SCHEMA, Answer, Estimate, Fault, Interval, PrintedTable
from eoc_sim.cli.answer import Contents
from eoc_sim.errors import suggested_name
from eoc_sim.simulator.runs.text_table import TextTable
from eoc_sim.version import __version__

_NUMBER = r"[+-]?(?:0|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d*)(?:\.\d+)?"
_CELL = re.compile(
    rf"(?P<value>{_NUMBER})"
    rf"|(?P<low>{_NUMBER}) to (?P<high>{_NUMBER})"
    rf"|(?P<mean>{_NUMBER}) \((?P<least>{_NUMBER}) to (?P<most>{_NUMBER})\)"
)
_LOCATION = re.compile(
    r"--(?!help\b)[a-z][\w-]*|[^\s,:\"]+\.(?:csv|xlsx|toml|py|jsonl?)\b"
    r"(?:, (?:line|row|sheet|column|cell) [^\s,:.]+(?: \([^)]*\))?)*"
)
"""An option, or a file with a place in it."""


def text_of(contents: Contents, command: str, code: int) -> str:
    """Format a collected answer as JSON."""
    document = Answer(
        SCHEMA,
        __version__,
        command,
        ["eoc-sim", *contents.arguments],
        code,
        [_printed_table(part) if isinstance(part, TextTable) else part for part in contents.parts],
        contents.result,
        _fault(contents),
    )
    return json.dumps(_plain(document), indent=1, allow_nan=False)


def _printed_table(table: TextTable) -> PrintedTable:
    """Read the numbers to the right of a table's text columns."""
    return PrintedTable(
        table.title,
        list(table.heads),
        [[*row[: table.left], *(_cell(cell) for cell in row[table.left :])] for row in table.rows],
    )


def _fault(contents: Contents) -> Fault | None:
    """Return the reason for a failure, with the place that it names."""
    if contents.failure is None:
        return None
    kind, sentences = contents.failure
    message = " ".join(sentences)
    location = _location(message, contents.arguments) if kind == "input" else ""
    return Fault(kind, list(sentences), location, suggested_name(message))


def _location(message: str, arguments: Sequence[str]) -> str:
    """Return the option or place that a message names, or "".

    If the message names none, return the option on the command line whose value contains the first
    quoted word.

    >>> _location('There is no strategy "blod".', ["run", "--seats", "blod,shy"])
    '--seats'
    >>> _location("cards.csv, row 3: price is x.", ["sweep", "--cards", "cards.csv"])
    'cards.csv, row 3'
    """
    if match := _LOCATION.search(message):
        return match[0]
    if quotation := re.search(r'"([^"]+)"', message):
        for option, value in pairwise(arguments):
            if option.startswith("--") and quotation[1] in value:
                return option
    return ""


def _cell(cell: str) -> str | float | Interval | Estimate:
    """Read a cell: a number, an interval, both, or text.

    >>> _cell("2 400"), _cell("+0.5 to +1.5"), _cell("none")
    (2400, Interval(low=0.5, high=1.5), 'none')
    >>> _cell("27.0 (25.1 to 29.1)")
    Estimate(value=27.0, low=25.1, high=29.1)
    """
    match = _CELL.fullmatch(cell)
    if match is None:
        return cell
    numbers = [_number(group) for group in match.groups() if group is not None]
    return numbers[0] if len(numbers) == 1 else (Interval, Estimate)[len(numbers) - 2](*numbers)


def _number(digits: str) -> float:
    bare_digits = digits.replace(" ", "")
    return float(bare_digits) if "." in bare_digits else int(bare_digits)


def _plain(value: Any) -> Any:
    """Convert a value to plain JSON, with null for infinity and NaN."""
    if is_dataclass(value) and not isinstance(value, type):
        content = {
            attribute.name: _plain(getattr(value, attribute.name)) for attribute in fields(value)
        }
        if isinstance(value, Answer) and value.result is not None:
            content["result"] = {"type": type(value.result).__name__, **content["result"]}
        return content
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "item"):
        value = value.item()  # a NumPy number
    return None if isinstance(value, float) and not math.isfinite(value) else value
