"""Idle switches change no result, and others change some, in games with the same luck (SWI-1)."""

from __future__ import annotations

import pytest

from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.switches import SWITCHES
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.version_options import VersionOptions

GAME = find("eleven")
LINE_UPS = (
    ("random", "random", "random", "random"),
    ("balanced", "youth_trader", "staff_set", "dealer"),
    ("builder", "squad", "balanced", "free_ride"),
)
GAMES = 40
GAMES_PER_PAIR = 8
TABLES = tuple(name for name in GAME.tables if name != "twins")
LABELS = {"weeks": ("order",)}
"""Columns that say who is first, which is not a result (WEE-4)."""
RARE = {
    "epic": {"ignore_token", "refusals"},
    "leaflet": {"refusals", "stake_limit"},
}
"""Switches for rare events: many refusals, a stake above 50, an ignore token."""
SOLO_LINE_UPS = (("random",), ("balanced",), ("dealer",))


def values(name: str, played: str) -> list[str]:
    """List other values to try: words, the ends of a range, and the default's neighbours."""
    switch = SWITCHES[name]
    tried = [*switch.words]
    if switch.numbers is not None:
        tried += [switch.numbers[0], switch.numbers[-1]]
        if isinstance(switch.default, int):
            neighbours = (switch.default + 1, switch.default - 1)
            tried += [value for value in neighbours if value in switch.numbers]
    return [value for value in dict.fromkeys(map(str, tried)) if value != played]


def version(preset: str, seats: tuple[str, ...], *settings: tuple[str, str]) -> Version | None:
    """Make a version, or return None if the rules refuse it."""
    options = VersionOptions(seats=seats, rules=preset, settings=settings)
    try:
        return Version.baseline(options)
    except InputError:
        return None


def results(played_version: Version, games: int = GAMES) -> list[bytes]:
    """Play games and return their tables as bytes, without labels."""
    (engine,) = GAME.engines([played_version], 1, "balanced")
    rows = engine.worker().play(0, games, TABLES)
    return [
        rows[table][column].tobytes()
        for table in TABLES
        for column in rows[table].dtype.names
        if column not in LABELS.get(table, ())
    ]


def line_ups(preset: str) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups that play a preset."""
    return SOLO_LINE_UPS if preset == "solo" else LINE_UPS


@pytest.mark.slow
@pytest.mark.parametrize("preset", RULES.preset_names())
def test_switches_of_a_preset(preset: str) -> None:
    """SWI-1: a switch is reported as idle in a preset exactly when it changes no result."""
    played_line_ups = line_ups(preset)
    bases = [version(preset, seats) for seats in played_line_ups]
    before = [results(base) for base in bases]
    wrong = []
    for name in SWITCHES:
        for value in values(name, str(bases[0].rules[name])):
            changed_versions = [version(preset, seats, (name, value)) for seats in played_line_ups]
            if None in changed_versions:
                continue
            are_idle = [
                bool(base.idle(changed_version))
                for base, changed_version in zip(bases, changed_versions, strict=True)
            ]
            are_same = [
                results(changed_version) == old
                for changed_version, old in zip(changed_versions, before, strict=True)
            ]
            wrong += [
                f"{name} = {value} is reported as idle but changes results of {' '.join(seats)}"
                for seats, is_idle, is_same in zip(played_line_ups, are_idle, are_same, strict=True)
                if is_idle and not is_same
            ]
            if all(are_same) and not all(are_idle) and name not in RARE.get(preset, ()):
                wrong.append(f"{name} = {value} changes nothing but is not reported as idle")
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", RULES.preset_names())
def test_switches_idle_beside_another(preset: str) -> None:
    """SWI-1: a switch that another one makes idle changes no result alongside it."""
    seats = line_ups(preset)[1]
    unchanged = version(preset, seats)
    already_idle = set(unchanged.idle_switches())
    wrong = []
    for switch in SWITCHES:
        for value in values(switch, str(unchanged.rules[switch])):
            base = version(preset, seats, (switch, value))
            if base is None:
                continue
            before = None
            for name in sorted({*base.idle_switches()} - already_idle - {switch}):
                for other in values(name, str(base.rules[name]))[:2]:
                    changed_version = version(preset, seats, (switch, value), (name, other))
                    if changed_version is None or not base.idle(changed_version):
                        continue
                    before = before or results(base, GAMES_PER_PAIR)
                    if results(changed_version, GAMES_PER_PAIR) != before:
                        wrong.append(f"{name} = {other} beside {switch} = {value}")
    assert wrong == []
