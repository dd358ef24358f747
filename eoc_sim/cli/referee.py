"""``eoc-sim referee``: check that a trace follows the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import FAULT_FOUND, card_option, data_option
from eoc_sim.commands.options import A_KEY, DEFAULT_GAME, split_changes
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from eoc_sim.referee.judge import Judge
    from eoc_sim.simulator.runs.check_game import Account
    from eoc_sim.simulator.runs.game import Game


@click.command()
@click.argument("file", metavar="FILE|-")
@click.option(
    "--game", "name", metavar="NAME", help="The game of the trace. [default: found in the trace]"
)
@data_option
@card_option
@click.option(
    "--change",
    multiple=True,
    metavar="KEY=VALUE",
    help=f"Change any cell of the components, by its key as in --vary of sweep, such as {A_KEY}.",
)
def command(
    file: str, name: str | None, data: str | None, card: tuple[str, ...], change: tuple[str, ...]
) -> int:
    """Check that a trace follows the rules.

    FILE is the trace; - reads it from a pipe.
    `eoc-sim replay --format jsonl` writes traces. A second, independent engine recomputes every
    number of the trace. The first line that breaks a rule is printed with the rule's id, and the
    exit code is then 1. Repeat the --data, --card and --change with which the game was played; the
    trace itself records the rules.
    """
    from eoc_sim.cli.answer import give
    from eoc_sim.cli.answer_types import Judged
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.channel import count
    from eoc_sim.referee.reading import NotATrace
    from eoc_sim.referee.records import Disagreement

    source = "The pipe" if file == "-" else file
    lines = _lines(file, source)
    game = _game(lines, source, name)
    judge, read = _referee(game)
    components = _components(game, data, card, change)
    if not any(line.strip() for line in lines):
        raise InputError(f"{source} is empty; a trace has one event per line, as JSON.")
    try:
        reference = judge.check_trace(lines, read(components))
    except NotATrace as error:
        raise InputError(
            f"{source}, {error}; `eoc-sim replay --format jsonl` writes traces."
        ) from None
    except Disagreement as wrong:
        form = f"not a valid trace of {game.declaration.words.title}"
        fault = form if wrong.rule == "TRACE" else f"{wrong.rule} is broken"
        sentence = f"{source}, line {wrong.line}: {fault}: {wrong.sentence}."
        give(Judged(False, wrong.line, wrong.rule, sentence))
        say(sentence)
        return FAULT_FOUND
    words = game.declaration.words
    setup, *_ = trace = reference.reader.events
    seats = words.players(len(setup.record[words.player[1] if game.version else "players"]))
    events = count(len(trace))
    sentence = f"No rule is broken: a whole game of {seats} in {events} lines."
    give(Judged(True, None, "", sentence))
    say(sentence)
    return 0


def _referee(game: Game) -> tuple[type[Judge], Callable[[dict[str, Any]], Any]]:
    """Return a game's judge, and the reader of its components."""
    from eoc_sim.commands.baseline import require

    module = require(
        game,
        game.parts.referee or None,
        "referee; eoc-sim games check compares its traces with its tables",
    )
    if ":" in module:
        return game.parts.load("referee"), dict
    judge: type[Judge] = import_module(f"{module}.game").ReferenceGame
    return judge, import_module(f"{module}.data").Data


def _components(
    game: Game, data: str | None, card: tuple[str, ...], change: tuple[str, ...]
) -> dict[str, Any]:
    """Return the components that the options describe, in plain values."""
    if game.version is None:
        options = VersionOptions(data=data, changes=tuple(split_changes(card, change)))
        rows: dict[str, Any] = game.baseline(options).rows()
        return rows
    version = game.version
    changes = split_changes(card, change, version.cells.sheets)
    components = version.component_type.load_data(data)
    return version.cells.change(components, changes).as_dict()


def account_of(game: Game) -> Account | None:
    """Return a function that judges traces by the referee, if any."""
    if not game.parts.referee:
        return None
    from eoc_sim.referee.records import Disagreement

    judge, read = _referee(game)

    def account(version: Any, events: Sequence[Mapping[str, Any]]) -> None:
        components = version.rows() if game.version is None else version.components.as_dict()
        try:
            judge.check_trace(map(json.dumps, events), read(components))
        except Disagreement as wrong:
            raise AssertionError(
                f"line {wrong.line}: {wrong.rule} is broken: {wrong.sentence}"
            ) from wrong

    return account


def _game(lines: Sequence[str], source: str, name: str | None) -> Game:
    """Return the named game, the trace's own, or the default game.

    Raises:
        InputError: The trace is not of the named game.
    """
    from eoc_sim.games import BUILT_IN, find

    rules = _rules(lines)
    counts = {
        game_name: len(rules & {switch.name for switch in find(game_name).declaration.switches})
        for game_name in BUILT_IN
    }
    likeliest = (
        max(counts, key=lambda game_name: counts[game_name]) if any(counts.values()) else None
    )
    if name is None:
        return find(likeliest or DEFAULT_GAME)
    game = find(name)
    if likeliest is not None and name in BUILT_IN and name != likeliest:
        raise InputError(
            f"{source} is a trace of {find(likeliest).declaration.words.title}, not of "
            f"{game.declaration.words.title}: --game {likeliest} judges it."
        )
    return game


def _rules(lines: Sequence[str]) -> set[str]:
    """Return the switches in a trace's first event, if any."""
    try:
        event = read_json(lines[0])
    except ValueError:
        return set()
    rules = event.get("rules") if isinstance(event, dict) else None
    return set(rules) if isinstance(rules, dict) else set()


def _lines(file: str, name: str) -> Sequence[str]:
    """Read the lines of the file or the pipe."""
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
        raise InputError(f"{name} is not UTF-8 text.") from None
