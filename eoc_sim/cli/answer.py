"""Collect a command's answer, and print it as JSON.

`screen` passes every sentence and table through `add`, and each command its result through
`give`; both do nothing unless ``--format json`` was typed.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import rich_click as click

from eoc_sim.cli.answer_types import SCHEMA, Answer, Estimate, Fault, Interval, PrintedTable
from eoc_sim.errors import suggested_name
from eoc_sim.version import __version__

TEXT, JSON = "text", "json"
WITHOUT_JSON = {
    "watch": "it plays until Ctrl-C, so its answer never ends",
    "mcp": "its stdout is the protocol's",
}
"""Commands that have no JSON, with the reason."""
FORMAT_HELP = (
    "json prints the whole answer as JSON, and errors too; everything else goes to stderr."
)

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
"""An option, or a file with the place in it."""


@dataclass
class _AnswerParts:
    """The parts of an answer so far."""

    arguments: Sequence[str]
    parts: list[str | PrintedTable] = field(default_factory=list)
    result: Any = None
    error: Fault | None = None


_current: list[_AnswerParts] = []
"""The answer that is being collected, if any."""


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether a command line, right or wrong, asks for JSON.

    >>> asks_for_json(["run", "--format", "json"]), asks_for_json(["replay", "--format=jsonl"])
    (True, False)
    """
    words = list(takewhile(lambda word: word != "--", arguments))
    return f"--format={JSON}" in words or ("--format", JSON) in pairwise(words)


def without_format(arguments: Sequence[str]) -> list[str]:
    """Return a command line without ``--format json``, which changes no result.

    >>> without_format(["run", "--format", "json", "--games", "24"])
    ['run', '--games', '24']
    """
    words = [argument for argument in arguments if argument != f"--format={JSON}"]
    for index, pair in enumerate(pairwise(words)):
        if pair == ("--format", JSON):
            return words[:index] + words[index + 2 :]
    return words


def is_collecting() -> bool:
    """Return whether the answer is collected rather than printed."""
    return bool(_current)


def add(part: str | PrintedTable) -> None:
    """Add a sentence or a table; empty lines are left out."""
    if part:
        _current[-1].parts.append(part)


def give(result: Any) -> None:
    """Give the command's result, one of the types of `Answer.result`."""
    if _current:
        _current[-1].result = result


def fail(kind: str, sentences: Sequence[str]) -> None:
    """Give the reason why a command failed."""
    if _current:
        message = " ".join(sentences)
        location = _location(message, _current[-1].arguments) if kind == "input" else ""
        _current[-1].error = Fault(kind, list(sentences), location, suggested_name(message))


def _location(message: str, arguments: Sequence[str]) -> str:
    """Return the option or place that a message names, or "".

    If the message names none, return the typed option whose value has the first quoted word.

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


@contextmanager
def collecting(arguments: Sequence[str]) -> Iterator[_AnswerParts]:
    """Collect an answer; anything printed directly goes to stderr."""
    contents = _AnswerParts(arguments)
    _current.append(contents)
    try:
        with redirect_stdout(sys.stderr):
            yield contents
    finally:
        _current.pop()


def text(contents: _AnswerParts, command: str, code: int) -> str:
    """Format a collected answer as JSON."""
    document = Answer(
        SCHEMA,
        __version__,
        command,
        ["eoc-sim", *contents.arguments],
        code,
        contents.parts,
        contents.result,
        contents.error,
    )
    return json.dumps(_plain(document), indent=1, allow_nan=False)


def printed_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], texts: int
) -> PrintedTable:
    """Make a table whose first ``texts`` columns are texts."""
    return PrintedTable(
        title,
        list(columns),
        [[*row[:texts], *(_cell(cell) for cell in row[texts:])] for row in rows],
    )


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
    plain = digits.replace(" ", "")
    return float(plain) if "." in plain else int(plain)


def _plain(value: Any) -> Any:
    """Reduce a value to JSON; numbers that JSON lacks are null."""
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
        value = value.item()  # a number of numpy
    return None if isinstance(value, float) and not math.isfinite(value) else value


def with_format(command: click.Command) -> click.Command:
    """Add ``--format`` to a command, or to all commands of a group."""
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            with_format(subcommand)
    elif command.name not in WITHOUT_JSON and not any(
        "--format" in param.opts for param in command.params
    ):
        command.params.append(
            click.Option(
                ["--format", "form"],
                type=click.Choice((TEXT, JSON)),
                default=TEXT,
                show_default=True,
                expose_value=False,
                help=FORMAT_HELP,
            )
        )
    return command
