"""The switches that a trace states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eoc_sim.referee.records import Event


def numbers(first: int, last: int) -> list[str]:
    """List the values of a numeric switch as strings."""
    return [str(number) for number in range(first, last + 1)]


def read_switches(event: Event, rule: str, switches: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Read the switches; each must have one of its allowed values."""
    rules = event.take("rules")
    for switch, values in switches.items():
        event.require(rule, switch in rules, f"the switch {switch} is missing")
        event.require(rule, rules[switch] in values, f"{switch} must be one of {values}")
    unknown_switches = sorted(set(rules) - set(switches))
    event.require(rule, not unknown_switches, f"no such switches: {unknown_switches}")
    return dict(rules)
