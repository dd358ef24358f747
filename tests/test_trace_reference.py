"""The pages on traces name every event and field in the traces of their game."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import eleven.games
import pytest
import stadium.games
from stadium.rule_sets import EFFECTS, components_with

from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.kernel.compiled import COMPILED

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"


def documented(page: str, seat: str) -> dict[str, set[str]]:
    """Map each event to the fields in backticks in its row, plus those that every event has."""
    words: dict[str, set[str]] = {}
    for row in (REFERENCE / page).read_text(encoding="utf-8").splitlines():
        cells = row.split(" | ")
        if row.startswith("| `") and len(cells) == 3:
            events = re.findall(r"`(\w+)`", cells[0])
            fields = {w for code in re.findall(r"`([^`]+)`", cells[1]) for w in code.split('"')}
            for event in events:
                words[event] = fields | {"e", seat}
    return words


def fields_by_event(
    events: Iterable[dict[str, Any]], records: tuple[str, ...]
) -> dict[str, set[str]]:
    """Return the fields of each event, including those of the records that its fields list."""
    fields: dict[str, set[str]] = defaultdict(set)
    for event in events:
        fields[event["e"]] |= set(event)
        for name in records:
            listed = event.get(name, ())
            fields[event["e"]] |= {
                key for record in listed if isinstance(record, dict) for key in record
            }
        fields["trigger"] |= {key for bonus in event.get("bonuses", ()) for key in bonus}
    return {event: names for event, names in fields.items() if names}


def assert_documented(fields: dict[str, set[str]], page: dict[str, set[str]]) -> None:
    missing = {event: names - page.get(event, set()) for event, names in fields.items()}
    assert {event: names for event, names in missing.items() if names} == {}
    assert set(page) == set(fields)


def test_every_event_and_field_of_eoc_is_documented():
    events = [
        json.loads(line)
        for file in sorted((ROOT / "tests" / "golden" / "traces").glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert_documented(
        fields_by_event(events, ("players", "spots")), documented("trace.md", "player")
    )


@pytest.mark.skipif(
    not COMPILED, reason="needs more games than pure Python can play in reasonable time"
)
def test_every_event_and_field_of_stadium_is_documented():
    """Games with all kinds of effects contain every event."""
    engine = stadium.games.engine(
        "random",
        "random",
        "random",
        components=components_with(EFFECTS),
        seed=3,
        placing="may_stop",
        bonus_tiles="firsts",
        start_money=20,
        employees_start=2,
        draft_area_start=4,
    )
    events = [event for game in range(20) for event in engine.replay(game)]
    event_fields = fields_by_event(events, ("owners",))
    page = documented("stadium/trace.md", "owner")
    assert_documented(event_fields, page)
    for event, fields in page.items():
        # In the rows of these three events, too many of the words in backticks are not fields.
        if event not in ("setup", "end_round", "final"):
            words = {"bare", "money", "players", "employees", "nothing"}
            assert fields - words <= event_fields[event] | {"owner"}, event


def events_of_eleven():
    """Play long seasons, and leagues in which markers turn and managers roll dice."""
    engine = eleven.games.engine(
        "random", "random", "random", "random", seed=3, start_tactics=3, weeks=2
    )
    events = [event for game in range(40 if COMPILED else 6) for event in engine.replay(game)]
    season = eleven.games.engine(
        *["random"] * 4, seed=3, layer="season", weeks=8, market_staff=8, basic_side="free"
    )
    events += [event for game in range(4) for event in season.replay(game)]
    assert {"reshuffle", "leave", "recover"} <= {event["e"] for event in events}
    return events


def test_every_event_and_field_of_eleven_is_documented():
    """The games are played without the modules in the leaflet."""
    fields = fields_by_event(events_of_eleven(), ("managers", "clubs"))
    page = documented("eleven/trace.md", "manager")
    assert_documented(fields, {event: page[event] for event in page if event in fields})
    assert {"act", "match", "effect", "vote", "draft"} <= set(fields) <= set(page)


@pytest.mark.slow
def test_every_event_of_modules_is_documented():
    events = events_of_eleven()
    all_modules = RULES.values_as_texts("leaflet") | {"referees": "on", "epic": "on"}
    for managers, settings in (
        (3, {"layer": "league", "league_matches": "on", "betting": "on"}),
        (3, {**all_modules, "layer": "season"}),
        (1, {"layer": "season", "solo": "on", "scenario": 8}),
        (3, {"layer": "season", "keep": "money"}),
    ):
        engine = eleven.games.engine(*["random"] * managers, seed=3, **settings)
        events += [event for game in range(12) for event in engine.replay(game)]
    fields = fields_by_event(events, ("managers", "clubs"))
    page = documented("eleven/trace.md", "manager")
    assert page.pop("dismiss") == {"e", "manager", "day", "card"}  # nobody here dismisses staff
    assert_documented(fields, page)


@pytest.mark.parametrize(
    ("games", "round_word", "last"),
    [(stadium.games, "round", "commissioner"), (eleven.games, "week", "table")],
)
def test_the_example_is_a_played_game(games, round_word, last):
    """The example on the page has the same events as the game that it names."""
    name = games.__name__.partition(".")[0]
    text = (REFERENCE / name / "trace.md").read_text(encoding="utf-8")
    number, game, seed = re.search(
        rf"{round_word.capitalize()} (\d+) of game (\d+) with seed (\d+)", text
    ).groups()
    events_on_page = [
        json.loads(line) for line in text.split("```json\n")[1].split("\n```")[0].splitlines()
    ]
    events = games.engine(games.DEFAULT_STRATEGY, games.DEFAULT_STRATEGY, seed=int(seed)).replay(
        int(game)
    )
    first = events.index(events_on_page[0])
    assert (events_on_page[0]["e"], events_on_page[0][round_word]) == (round_word, int(number))
    assert events_on_page[-1]["e"] == last
    assert events[first : first + len(events_on_page)] == events_on_page
