"""Events of traces, declared once: written, read, narrated and documented."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from eoc_sim.errors import EngineError
from eoc_sim.simulator.eleven import events as eleven
from eoc_sim.simulator.eoc import events as eoc
from eoc_sim.simulator.kernel import events as kernel
from eoc_sim.simulator.kernel.events import Event, Events
from eoc_sim.simulator.stadium import events as stadium

ROOT = Path(__file__).parents[2]
GAMES = {"eoc": eoc, "stadium": stadium, "eleven": eleven}
BY_CALLER = {
    "eoc": {"_emit_gains": {"BONUS", "TRIGGERED"}},
    "stadium": {},
    "eleven": {
        "emit_match": {"MATCH", "SEASON_MATCH"},
        "emit_final": {"FINAL", "SEASON_FINAL"},
    },
}
"""Functions that receive the event from their caller, and the events passed to each."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return request.param


def declared_events(module: ModuleType) -> dict[str, Event]:
    return {name: event for name, event in vars(module).items() if isinstance(event, Event)}


def emit_calls(game: str) -> Iterator[tuple[str, set[str], int, bool]]:
    """Yield each place that writes events, as file and line.

    Each comes with the events that it may write, the count of single numbers that it passes, and
    True if it passes no seat.
    """
    for file in sorted((ROOT / "simulator" / game).glob("*.py")):
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(part, ast.Call) and ast.unparse(part.func) == "rolling_off":
                yield f"{file.name}:{part.lineno}", {ast.unparse(part.args[0])}, 0, True
            if not isinstance(part, ast.FunctionDef):
                continue
            function = part
            for call in ast.walk(function):
                if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "emit"):
                    continue
                event = call.args[1]
                names = {node.id for node in ast.walk(event) if isinstance(node, ast.Name)}
                if names == {"event"}:
                    names = BY_CALLER[game].get(function.name) or {
                        name.id
                        for line in ast.walk(function)
                        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "event"
                        for name in ast.walk(line.value)
                        if isinstance(name, ast.Name) and name.id.isupper()
                    }
                without_seat = ast.unparse(call.args[2]) == "-1"
                yield f"{file.name}:{call.lineno}", names, len(call.args) - 3, without_seat


def test_every_event_is_written_with_its_declared_numbers(game):
    events = declared_events(GAMES[game])
    written = set()
    for where, names, singles, without_seat in emit_calls(game):
        names &= set(events)
        assert names, where
        for name in names:
            assert events[name].singles == singles, (where, name)
            assert events[name].seatless == without_seat, (where, name)
        written |= names
    assert written == set(events)
    assert list(events.values()) == GAMES[game].EVENTS.declarations


def test_a_sentence_names_only_fields_of_its_event(game):
    events = GAMES[game].EVENTS
    for event in events.declarations:
        allowed = {field.name for field in event.fields} | {events.seat}
        names = set(re.findall(r"\{(\w+)\??\}", event.story + event.under))
        assert names <= allowed, event.name
        assert event.story or event.name == "commissioner"


def test_the_page_marks_events_without_a_seat(game):
    page = ROOT / "docs" / "reference" / ("" if game == "eoc" else game) / "trace.md"
    intro = " ".join(page.read_text(encoding="utf-8").split("\n\n| event")[0].split())
    pattern = {
        "eoc": r"All except (.*?) carry",
        "stadium": r"without an owner are (.*?)\.",
        "eleven": r"without a manager are (.*?)\.",
    }[game]
    listed = re.findall(r"`(\w+)`", re.search(pattern, intro)[1])
    assert set(listed) == {
        event.name for event in GAMES[game].EVENTS.declarations if event.seatless
    }


def toy_events() -> tuple[Events, Event]:
    events = Events("player", kernel, lambda setup: ["Ann", "Bob"])
    kinds = {"card": kernel.name_kind("cards"), "coins": kernel.amount("coin")}
    bought = events.declare(
        "buy",
        "TOY-1",
        "{card}, {price:coins} (in coins); {tips:coins?} where there are any",
        "{player} buys {card} for {price}[, with {tips}].",
        kinds=kinds,
    )
    return events, bought


def read(events: Events, *numbers: int) -> list[dict]:
    values = np.array([0, *numbers], np.int32)
    return events.read({"position": len(values), "values": values}, NAMES)


NAMES = SimpleNamespace(cards=["A1", "B2"])


def test_a_new_event_is_in_trace_story_and_page(monkeypatch):
    monkeypatch.setattr(kernel, "field_of", lambda record, name: record[name])
    events, bought = toy_events()
    output = read(events, bought, 1, 1, 2, 0, 0, 0, bought, 0, 0, 1, 3, 0, 0)
    assert output == [
        {"e": "buy", "player": 1, "card": "B2", "price": 2},
        {"e": "buy", "player": 0, "card": "A1", "price": 1, "tips": 3},
    ]
    assert list(events.story(output, {"B2": "Bus"})) == [
        "Bob buys B2 Bus for 2 coins.",
        "Ann buys A1 for 1 coin, with 3 coins.",
    ]
    assert list(events.page()) == [
        ("`buy`", "`card`, `price` (in coins); `tips` where there are any", "TOY-1")
    ]


def test_an_invalid_event_gives_one_plain_error(monkeypatch):
    monkeypatch.setattr(kernel, "field_of", lambda record, name: record[name])
    events, bought = toy_events()
    with pytest.raises(EngineError, match=r"^The trace has an event with code 7; only 1 to 1 are"):
        read(events, 7, 0, 0, 0, 0, 0, 0)
    with pytest.raises(EngineError, match=r"^The event buy has numbers that it does not declare"):
        read(events, bought, 0, 0, 1, 0, 5, 0)
    with pytest.raises(EngineError, match='No event is called "bye"'):
        list(events.story([{"e": "bye"}], {}))


def test_unknown_kinds_and_too_many_numbers_are_refused():
    events, _ = toy_events()
    with pytest.raises(ValueError, match='There is no field kind "numbr". Did you mean'):
        events.declare("sell", "", "{price:numbr}")
    with pytest.raises(ValueError, match="more than 5 single numbers"):
        events.declare("sell", "", " ".join(f"{{{name}:number}}" for name in "abcdef"))


def test_rewording_an_event_recompiles_nothing():
    from eoc_sim.simulator.kernel.meaning import meaning

    source = Path(eoc.__file__).read_bytes()
    for before, after in ((b"for their stash.", b"for a stash."), (b"(how many)", b"(number)")):
        assert before in source
        assert meaning(source.replace(before, after)) == meaning(source)
    assert b"{ec:number}" in source
    assert meaning(source.replace(b"{ec:number}", b"{ec:flag}")) != meaning(source)
    declared = b'event("half", "MAT", f"{_TEAMS} (by marker), {{goals:number}}")'
    assert meaning(declared.replace(b"(by marker)", b"(in order)")) == meaning(declared)
    for before, after in ((b"goals:number", b"goals:flag"), (b"{_TEAMS}", b"{_CLUBS}")):
        assert meaning(declared.replace(before, after)) != meaning(declared)
