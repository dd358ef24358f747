"""docs/reference/trace.md names every event and every field of a trace."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]


def documented() -> dict[str, set[str]]:
    """The words set as code in each event's row of the table."""
    words: dict[str, set[str]] = {}
    for row in (ROOT / "docs" / "reference" / "trace.md").read_text().splitlines():
        cells = row.split(" | ")
        if row.startswith("| `") and len(cells) == 3:
            events = re.findall(r"`(\w+)`", cells[0])
            fields = {w for code in re.findall(r"`([^`]+)`", cells[1]) for w in code.split('"')}
            for event in events:
                words[event] = fields | {"e", "player"}
    return words


def told() -> dict[str, set[str]]:
    """The fields of each event in the golden traces, those of listed records included."""
    fields: dict[str, set[str]] = defaultdict(set)
    records = ("players", "spots")
    for file in sorted((ROOT / "tests" / "golden" / "traces").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            event = json.loads(line)
            fields[event["e"]] |= set(event)
            for name in records:
                fields[event["e"]] |= {key for record in event.get(name, ()) for key in record}
            fields["trigger"] |= {key for bonus in event.get("bonuses", ()) for key in bonus}
    return fields


def test_every_event_and_field_is_documented():
    found = told()
    missing = {event: names - documented().get(event, set()) for event, names in found.items()}
    assert {event: names for event, names in missing.items() if names} == {}
    assert set(documented()) == set(found)
