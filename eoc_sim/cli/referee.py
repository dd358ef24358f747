"""``eoc-sim referee``: is a trace a game by the rules?"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import rich_click as click

from eoc_sim.cli.options import (
    DEFAULT_GAME,
    FAULT_FOUND,
    card_option,
    change_option,
    data_option,
    split_changes,
)
from eoc_sim.errors import InputError, nearest

REFEREES = {"eoc": "players", "stadium": "owners"}
"""The games that have a referee, and what the first event of their traces calls who plays."""


@click.command(name="referee")
@click.argument("file", metavar="FILE|-")
@click.option("--game", metavar="NAME", help="The game of the trace. [default: as it says itself]")
@data_option
@card_option
@change_option
def command(
    file: str, game: str | None, data: str | None, card: tuple[str, ...], change: tuple[str, ...]
) -> int:
    """Judge a trace (`eoc-sim replay --format jsonl`), line by line; - reads it from a pipe.

    Every number that the trace states is worked out again by a second, independent engine. The
    first line that breaks a rule is told with the rule's id, and the exit code is then 1. Give
    --data, --card and --change of components as they were when the game was played; the rules stand
    in the trace.
    """
    from eoc_sim.cli.screen import count, plural, say
    from eoc_sim.games import find
    from eoc_sim.referee.reading import NotATrace
    from eoc_sim.referee.records import Disagreement

    name = "The pipe" if file == "-" else file
    lines = _lines(file, name)
    told = _game_of(lines)
    if game is not None and game not in REFEREES:
        raise InputError(
            f'--game: there is no referee for "{game}"; there are {", ".join(REFEREES)}.'
            f"{nearest(game, REFEREES)}"
        )
    if game is not None and told is not None and game != told:
        title, other = (find(one).declaration.words.title for one in (game, told))
        raise InputError(f"{name} is a trace of {other}, not of {title}: give --game {told}.")
    chosen = game or told or DEFAULT_GAME
    parts = importlib.import_module(f"eoc_sim.simulator.{chosen}.versions").Version.parts
    components = parts.changed(parts.load(data), split_changes(card, change))
    if not any(line.strip() for line in lines):
        raise InputError(f"{name} is empty; a trace has one event a line, as JSON.")
    referee = importlib.import_module(f"eoc_sim.referee.{chosen}.game")
    box = importlib.import_module(f"eoc_sim.referee.{chosen}.data").Data(components.as_dict())
    try:
        judged = referee.check_trace(lines, box)
    except NotATrace as error:
        raise InputError(
            f"{name}, {error}; `eoc-sim replay --format jsonl` writes traces."
        ) from None
    except Disagreement as found:
        broken = "not the form of a trace" if found.rule == "TRACE" else f"{found.rule} is broken"
        say(f"{name}, line {found.line}: {broken}: {found.sentence}.")
        return FAULT_FOUND
    who = REFEREES[chosen]
    seats = plural(len(getattr(judged, who)), who.removesuffix("s"))
    say(f"No rule is broken: a whole game of {seats} in {count(len(judged.reader.events))} lines.")
    return 0


def _game_of(lines: Sequence[str]) -> str | None:
    """The game of a trace by its first line; None if that says nothing of the kind."""
    with suppress(ValueError, RecursionError):
        first = json.loads(next((line for line in lines if line.strip()), "null"))
        if isinstance(first, dict):
            for name, who in REFEREES.items():
                if who in first:
                    return name
    return None


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
