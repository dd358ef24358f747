"""``eoc-sim referee``: is a trace a game by the rules?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

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
    in the trace.
    """
    from eoc_sim.cli.screen import count, plural, say
    from eoc_sim.referee.eoc.data import Data
    from eoc_sim.referee.eoc.game import Disagreement, NotATrace, check_trace
    from eoc_sim.simulator.eoc.component_cells import changed
    from eoc_sim.simulator.eoc.components import load

    components = changed(load(data), split_changes(card, change))
    name = "The pipe" if file == "-" else file
    lines = _lines(file, name)
    if not any(line.strip() for line in lines):
        raise InputError(f"{name} is empty; a trace has one event a line, as JSON.")
    try:
        game = check_trace(lines, Data(components.as_dict()))
    except NotATrace as error:
        raise InputError(
            f"{name}, {error}; `eoc-sim replay --format jsonl` writes traces."
        ) from None
    except Disagreement as found:
        broken = "not the form of a trace" if found.rule == "TRACE" else f"{found.rule} is broken"
        say(f"{name}, line {found.line}: {broken}: {found.sentence}.")
        return FAULT_FOUND
    players = plural(len(game.players), "player")
    say(f"No rule is broken: a whole game of {players} in {count(len(game.reader.events))} lines.")
    return 0


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
