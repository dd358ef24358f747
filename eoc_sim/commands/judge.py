"""Check that a trace follows the rules, with a game's referee."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME
from eoc_sim.commands.baseline import require
from eoc_sim.commands.keywords import Call, Value
from eoc_sim.commands.options import split_changes
from eoc_sim.counts import count
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from eoc_sim.referee.judge import Judge
    from eoc_sim.simulator.runs.check_game import TraceChecker
    from eoc_sim.simulator.runs.game import Game

COMMAND = "referee"


@dataclass(frozen=True)
class JudgeResult:
    """The result of `judge`: whether a trace follows the rules."""

    keeps_rules: bool
    """True if no rule is broken."""
    line: int | None
    """The first line of the trace that breaks a rule."""
    rule: str
    """The rule's id, TRACE for an invalid trace, or empty."""
    sentence: str
    """The answer in words."""


def judge(
    trace: str | Path | Iterable[Mapping[str, Any]],
    *,
    game: str | None = None,
    data: str | Path | None = None,
    card: Mapping[str, Value] | None = None,
    change: Mapping[str, Value] | None = None,
) -> JudgeResult:
    """Check that a trace follows the rules, with a second, independent engine.

    Args:
        trace: A file of events, one per line as JSON, or the events themselves, as ``replay`` of
            a loaded run returns them.
        game: The game of the trace, by default the built-in game whose switches it names, or the
            default game if it names none.
        data: The components with which the game was played: a folder, a sheet or a workbook.
        card: Cells of the cards sheet that were changed for the game.
        change: Cells of any sheet that were changed for the game.

    Raises:
        InputError: The trace cannot be read, or the game has no referee.
    """
    call = Call(COMMAND, {}, game=game, data=data, card=card, change=change)
    if isinstance(trace, str | Path):
        source, lines = str(trace), lines_of(read_trace(trace), str(trace))
    else:
        source, lines = "The trace", list(map(json.dumps, trace))
    return judge_lines(
        lines, source, game, call.text("data"), call.pairs("card"), call.pairs("change")
    )


def judge_lines(
    lines: Sequence[str],
    source: str,
    name: str | None,
    data: str | None,
    card: tuple[str, ...],
    change: tuple[str, ...],
) -> JudgeResult:
    """Check the lines of a trace; ``source`` is its name in messages."""
    game = _game(lines, source, name)
    words = game.declaration.words
    judge_class, read = _referee(game)
    components = _components(game, data, card, change)
    if not any(line.strip() for line in lines):
        raise InputError(f"{source} is empty; a trace has one event per line, as JSON.")
    try:
        reference = judge_class.check_trace(lines, read(components))
    except NotATrace as error:
        raise InputError(
            f"{source}: {error}; `eoc-sim replay --format jsonl` writes traces."
        ) from None
    except Disagreement as disagreement:
        invalid_trace = f"not a valid trace of {words.title}"
        fault = invalid_trace if disagreement.rule == "TRACE" else f"{disagreement.rule} is broken"
        sentence = f"{source}, line {disagreement.line}: {fault}: {disagreement.sentence}."
        return JudgeResult(False, disagreement.line, disagreement.rule, sentence)
    setup, *_ = events = reference.reader.events
    seats = words.players(len(setup.record[words.player[1] if game.version else "players"]))
    return JudgeResult(
        True,
        None,
        "",
        f"No rule is broken: a complete game of {seats} in {count(len(events))} lines.",
    )


def trace_checker(game: Game) -> TraceChecker | None:
    """Return a function that checks traces with the referee, if any."""
    if not game.parts.referee:
        return None
    judge_class, read = _referee(game)

    def check_trace(version: Any, events: Sequence[Mapping[str, Any]]) -> None:
        components = version.rows() if game.version is None else version.components.as_dict()
        try:
            judge_class.check_trace(map(json.dumps, events), read(components))
        except Disagreement as disagreement:
            raise AssertionError(
                f"line {disagreement.line}: {disagreement.rule} is broken: {disagreement.sentence}"
            ) from disagreement

    return check_trace


def _referee(game: Game) -> tuple[type[Judge], Callable[[dict[str, Any]], Any]]:
    """Return a game's judge, and the reader of its components."""
    module = require(
        game,
        game.parts.referee or None,
        "referee; eoc-sim games check compares its traces with its tables",
    )
    if ":" in module:
        return game.parts.load("referee"), dict
    judge_class: type[Judge] = import_module(f"{module}.game").ReferenceGame
    return judge_class, import_module(f"{module}.data").Data


def _components(
    game: Game, data: str | None, card: tuple[str, ...], change: tuple[str, ...]
) -> dict[str, Any]:
    """Return the components that the options describe, as plain values."""
    if game.version is None:
        options = VersionOptions(data=data, changes=tuple(split_changes(card, change)))
        rows: dict[str, Any] = game.baseline(options).rows()
        return rows
    version = game.version
    changes = split_changes(card, change, version.cells.sheets)
    components = version.component_type.load_data(data)
    return version.cells.change(components, changes).as_dict()


def _game(lines: Sequence[str], source: str, name: str | None) -> Game:
    """Return the named game, the trace's own, or the default game.

    Raises:
        InputError: The trace is of a game other than the named one.
    """
    rules = _rules(lines)
    counts = {
        game_name: len(rules & {switch.name for switch in find(game_name).declaration.switches})
        for game_name in BUILT_IN
    }
    likeliest_game = (
        max(counts, key=lambda game_name: counts[game_name]) if any(counts.values()) else None
    )
    if name is None:
        return find(likeliest_game or DEFAULT_GAME)
    game = find(name)
    if likeliest_game is not None and name in BUILT_IN and name != likeliest_game:
        raise InputError(
            f"{source} is a trace of {find(likeliest_game).declaration.words.title}, not of "
            f"{game.declaration.words.title}. To check it, use --game {likeliest_game}."
        )
    return game


def _rules(lines: Sequence[str]) -> set[str]:
    """Return the switches in a trace's first event, if any."""
    try:
        event = read_json(lines[0])
    except (ValueError, IndexError):
        return set()
    rules = event.get("rules") if isinstance(event, dict) else None
    return set(rules) if isinstance(rules, dict) else set()


def read_trace(file: str | Path) -> bytes:
    """Read the file of a trace."""
    try:
        return Path(file).read_bytes()
    except IsADirectoryError:
        raise InputError(f"{file} is a folder; the trace of a game is a file.") from None
    except FileNotFoundError:
        raise InputError(f"There is no file {file}.") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}).") from None


def lines_of(content: bytes, source: str) -> list[str]:
    """Split the content of a trace into lines."""
    try:
        return content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise InputError(f"{source} is not UTF-8 text.") from None
