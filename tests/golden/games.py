"""The golden games: listing them, playing them, and describing changes in words."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eoc_sim.simulator.eoc.columns import MONTH_NAMES
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve

HERE = Path(__file__).parent
COMPONENTS = HERE / "components"
STRATEGY = HERE / "strategies" / "plain.py"
TRACES = HERE / "traces"
CHANGELOG = HERE.parents[1] / "CHANGELOG.md"
REASON = "say here why games changed"
ABSENT = object()
MAX_FIELDS = 5
MAX_CHARACTERS = 300


@dataclass(frozen=True)
class Game:
    """A game whose trace must not change."""

    name: str
    why: str
    preset: str
    seats: tuple[str, ...]
    seed: int
    number: int
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Return the name of the game and of its file."""
        return self.name

    @property
    def file(self) -> Path:
        """Return the path of its trace."""
        return TRACES / f"{self.name}.jsonl"

    def engine(self) -> Engine:
        """Return the engine that plays the game, with fixed seats."""
        seats = [load_strategy(spec) for spec in self.seats]
        rules = resolve(self.preset, self.settings)
        return Engine(load(COMPONENTS), rules, seats, self.seed, seating="fixed")

    def play(self) -> list[str]:
        """Play the game; return its trace as `eoc-sim replay --format jsonl` prints it."""
        return [
            json.dumps(event, ensure_ascii=False, separators=(",", ":"))
            for event in self.engine().replay(self.number)
        ]

    def golden(self) -> list[str]:
        """Read the game's trace from its file."""
        return self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []


def golden_games() -> list[Game]:
    """List the games of games.toml."""
    content = tomllib.loads((HERE / "games.toml").read_text(encoding="utf-8"))
    styles = {
        style: ":".join([str(STRATEGY), *(f"{name}={value}" for name, value in values.items())])
        for style, values in content["styles"].items()
    }
    return [
        Game(**{**game, "seats": tuple(styles[style] for style in game["seats"])})
        for game in content["game"]
    ]


# --- Changes in words.


def difference(game: Game, before: Sequence[str], now: Sequence[str]) -> str:
    """Describe the first difference between two traces of a game, or return ""."""
    if not before:
        return f"{game}: there is no trace yet."
    for place in range(max(len(before), len(now))):
        old = before[place] if place < len(before) else None
        new = now[place] if place < len(now) else None
        if old != new:
            where = f"{game}, line {place + 1}{_month(before[:place])}"
            return "\n".join([f"{where}:", *_event_change(old, new)])
    return ""


def _month(lines: Sequence[str]) -> str:
    months = [event["month"] for line in lines if (event := json.loads(line))["e"] == "month"]
    return f" ({MONTH_NAMES[months[-1]]})" if months else ""


def _event_change(old: str | None, new: str | None) -> list[str]:
    """Describe how an event changed; if it is long, describe only the fields that differ."""
    if old and new and max(len(old), len(new)) > MAX_CHARACTERS:
        before, now = json.loads(old), json.loads(new)
        if all(before.get(key) == now.get(key) for key in ("e", "player")):
            output = [
                f"  {before['e']}, {path}: {_short(a)} before, {_short(b)} now"
                for path, a, b in _fields(before, now, "")
            ]
            more = [f"  and {len(output) - MAX_FIELDS} more"] if len(output) > MAX_FIELDS else []
            return [*output[:MAX_FIELDS], *more] or ["  the order of the fields has changed"]
    return [f"  before: {_short(old or 'no event')}", f"  now:    {_short(new or 'no event')}"]


def _fields(before: Any, now: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield the innermost fields in which two events differ."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*before, *(key for key in now if key not in before)]:
            inner = f"{path}.{key}" if path else key
            yield from _fields(before.get(key, ABSENT), now.get(key, ABSENT), inner)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, (a, b) in enumerate(zip(before, now, strict=True)):
            yield from _fields(a, b, f"{path}[{place}]")
    elif before != now:
        old, new = ("absent" if value is ABSENT else json.dumps(value) for value in (before, now))
        yield path, old, new


def _short(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}..."


# --- The line of CHANGELOG.md.


def digest(games: Sequence[Game]) -> str:
    """Return eight digits that change with any line of any golden game."""
    content = "\n\n".join("\n".join([game.name, *game.golden()]) for game in games)
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def newest_entry() -> tuple[str, str]:
    """Return the digest and reason in CHANGELOG.md's first line on golden games."""
    text = CHANGELOG.read_text(encoding="utf-8")
    found = re.search(r"^- Golden games ([0-9a-f]{8}): *(.*)$", text, re.M)
    return (found[1], found[2]) if found else ("", "")


def changelog_advice(games: Sequence[Game]) -> str:
    """Suggest a line for CHANGELOG.md, or return "" if it has the current digest."""
    current = digest(games)
    if newest_entry()[0] == current:
        return ""
    return (
        'Golden games have changed. Add this line to CHANGELOG.md, at the top of "Golden games" '
        f"in [Unreleased]:\n- Golden games {current}: {REASON}"
    )
