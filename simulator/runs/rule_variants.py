"""Rule variants: the varied switches and their possible values."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.game import Variants
from eoc_sim.simulator.runs.versions import GameVersion

KIND = "rules."


def rule_variants(preset: str = "", also: Sequence[str] = ()) -> Variants:
    """Make a game's ``variants``, which vary a preset's switches by default.

    ``also`` are further switches, with word values, that are also varied by default.
    """

    def usual(version: GameVersion) -> list[tuple[str, tuple[str, ...]]]:
        """List the switches to vary by default, with other values."""
        changes = []
        if preset:
            for name, value, standard in version.game_rules.resolve(preset).differences():
                other = standard if version.rules[name] == value else value
                changes.append((key(name), (str(other),)))
        return changes + [(key(name), other_values(version, key(name))) for name in also]

    return Variants(key, usual, other_values)


def key(name: str) -> str:
    """Return the key of a switch, or the key of rule sets.

    >>> key("stash"), key("rules")
    ('rules.stash', 'rules')
    """
    return name if name == RULES or name.startswith(KIND) else KIND + name


def other_values(version: GameVersion, key: str) -> tuple[str, ...]:
    """List all values of a switch except the current one.

    Raises:
        InputError: there is no such switch, or its values are numbers, which the user must choose.
    """
    if key == RULES:
        raise InputError(
            f"Name the rule sets: {RULES}={','.join(version.game_rules.preset_names()[1:])}."
        )
    name = key.removeprefix(KIND)
    switch = version.game_rules.switches[name]
    if switch.numbers is not None:
        raise InputError(
            f"The switch {name} ({switch.rule}) is {switch.describe_values()}: name the values, "
            f"as in {name}=V1,V2."
        )
    return tuple(word for word in switch.words if word != version.rules[name])
