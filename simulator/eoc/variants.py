"""Rule variants: the switches whose effects are asked for, and the values that they may take."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.switches import SWITCHES
from eoc_sim.simulator.eoc.versions import Version

PRESET = "cutthroat"
BESIDE = ("auction", "stash")
"""Usual switches that are not in the preset."""
KIND = "rules."


def key(name: str) -> str:
    """The key of a switch, by its name.

    >>> key("stash")
    'rules.stash'
    """
    return name if name.startswith(KIND) else KIND + name


def usual(version: Version) -> list[tuple[str, tuple[str, ...]]]:
    """The cut-throat switches (CUT), the auction and the stash, with their other values.

    A switch that is cut-throat already goes back to its standard value.
    """
    found = []
    for name, hard, standard in resolve(PRESET).differences():
        other = standard if version.rules[name] == hard else hard
        found.append((key(name), (str(other),)))
    return found + [(key(name), others(version, key(name))) for name in BESIDE]


def others(version: Version, key: str) -> tuple[str, ...]:
    """All values of a switch but the current one.

    Raises:
        InputError: no such switch, or one that holds numbers, of which the user has to say some.
    """
    name = key.removeprefix(KIND)
    switch = SWITCHES[name]
    if switch.numbers is not None:
        raise InputError(
            f"The switch {name} ({switch.rule}) is {switch.allowed()}: say which, as "
            f"{name}=V1,V2."
        )
    return tuple(word for word in switch.words if word != version.rules[name])
