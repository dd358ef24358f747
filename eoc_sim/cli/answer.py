"""Collect a command's answer, which `printing.json_answer` formats as JSON.

If ``--format json`` was typed, `screen` passes every sentence and table to `add`. Each command
passes its result to `give`, which does nothing without that option.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

import rich_click as click

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.text_table import TextTable

TEXT, JSON = "text", "json"
WITHOUT_JSON = {
    "watch": "it plays until Ctrl-C, so its answer never ends",
    "mcp": "its stdout carries the protocol",
}
"""Commands that cannot answer in JSON, each with the reason."""
FORMAT_HELP = (
    "json prints the complete answer, errors included, as JSON; everything else goes to stderr."
)


@dataclass
class Contents:
    """The parts of an answer so far."""

    arguments: Sequence[str]
    parts: list[str | TextTable] = field(default_factory=list)
    result: Any = None
    failure: tuple[str, Sequence[str]] | None = None
    """The kind of a failure, and its sentences."""


_current: list[Contents] = []
"""The answer that is being collected, if any."""


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether a command line, valid or not, asks for JSON.

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


def add(part: str | TextTable) -> None:
    """Add a sentence or a table; empty lines are left out."""
    if part:
        _current[-1].parts.append(part)


def give(result: Any) -> None:
    """Set the answer's result, one of the types of `Answer.result`."""
    if _current:
        _current[-1].result = result


def fail(kind: str, sentences: Sequence[str]) -> None:
    """Set the reason why a command failed."""
    if _current:
        _current[-1].failure = (kind, sentences)


@contextmanager
def collecting(arguments: Sequence[str]) -> Iterator[Contents]:
    """Collect an answer; anything printed directly goes to stderr."""
    contents = Contents(arguments)
    _current.append(contents)
    try:
        with redirect_stdout(sys.stderr):
            yield contents
    finally:
        _current.pop()


def with_format(command: click.Command) -> click.Command:
    """Add ``--format`` to a command, or to all commands in a group."""
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
