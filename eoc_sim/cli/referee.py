"""``eoc-sim referee``: is a trace a game by the rules?"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import rich_click as click

from eoc_sim.cli.options import (
    FAULT_FOUND,
    card_option,
    change_option,
    data_option,
    split_changes,
)
from eoc_sim.errors import InputError


@click.command(name="referee")
@click.argument("file", metavar="FILE|-")
@data_option
@card_option
@change_option
def command(file: str, data: str | None, card: tuple[str, ...], change: tuple[str, ...]) -> int:
    """Judge a trace (`eoc-sim replay --format jsonl`), line by line; - reads it from a pipe.

    Every number that the trace states is worked out again by a second, independent engine. The
    first line that breaks a rule is told with the rule's id, and the exit code is then 1. Give
    --data, --card and --change of components as they were when the game was played; the rules stand
    in the trace, which also shows the game.
    """
    from eoc_sim.cli.screen import count, plural, say
    from eoc_sim.referee.reading import NotATrace
    from eoc_sim.referee.records import Disagreement

    name = "The pipe" if file == "-" else file
    lines = _lines(file, name)
    game, seats = _game_of(lines)
    contents = _contents(game, data, split_changes(card, change))
    if not any(line.strip() for line in lines):
        raise InputError(f"{name} is empty; a trace has one event a line, as JSON.")
    check_trace = import_module(f"eoc_sim.referee.{game}.game").check_trace
    box = import_module(f"eoc_sim.referee.{game}.data").Data(contents)
    try:
        played = check_trace(lines, box)
    except NotATrace as error:
        raise InputError(
            f"{name}, {error}; `eoc-sim replay --format jsonl` writes traces."
        ) from None
    except Disagreement as found:
        broken = "not the form of a trace" if found.rule == "TRACE" else f"{found.rule} is broken"
        say(f"{name}, line {found.line}: {broken}: {found.sentence}.")
        return FAULT_FOUND
    played_by = plural(len(getattr(played, seats)), seats.removesuffix("s"))
    length = count(len(played.reader.events))
    say(f"No rule is broken: a whole game of {played_by} in {length} lines.")
    return 0


def _game_of(lines: Sequence[str]) -> tuple[str, str]:
    """The game that was played, by what its first event calls who plays it, and that word."""
    try:
        setup = json.loads(lines[0]) if lines else None
    except (ValueError, RecursionError):
        setup = None  # the referee says what is wrong with it
    if isinstance(setup, dict) and "owners" in setup:
        return "stadium", "owners"
    return "eoc", "players"


def _contents(game: str, data: str | None, changes: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The components that the game was played with, as plain values."""
    load = import_module(f"eoc_sim.simulator.{game}.components").load
    changed = import_module(f"eoc_sim.simulator.{game}.component_cells").changed
    contents: dict[str, Any] = changed(load(data), changes).as_dict()
    return contents


def _lines(file: str, name: str) -> Sequence[str]:
    """The lines of the file, or of the pipe."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except IsADirectoryError:
        raise InputError(f"{file} is a folder; the trace of a game is a file.") from None
    except FileNotFoundError:
        raise InputError(f"There is no file {file}.") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}).") from None
    try:
        return content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise InputError(f"{name} is no text in UTF-8.") from None
