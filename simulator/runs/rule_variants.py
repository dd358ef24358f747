"""Rule variants: the switches whose effects are asked for, and the values that they may take."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.game import Variants
from eoc_sim.simulator.runs.versions import GameVersion

KIND = "rules."


def rule_variants(preset: str = "", beside: Sequence[str] = ()) -> Variants:
    """What the command ``variants`` asks of a game: usually the switches of a preset, and others.

    ``beside`` are usual switches of words that are not in the preset.
    """

    def usual(version: GameVersion) -> list[tuple[str, tuple[str, ...]]]:
        """The switches of the preset, with its value or, where that is had, the standard one."""
        found = []
        if preset:
            for name, value, standard in version.game_rules.resolve(preset).differences():
                other = standard if version.rules[name] == value else value
                found.append((key(name), (str(other),)))
        return found + [(key(name), others(version, key(name))) for name in beside]

    return Variants(key, usual, others)


def key(name: str) -> str:
    """The key of a switch, by its name; that of whole rule sets as it is.

    >>> key("stash"), key("rules")
    ('rules.stash', 'rules')
    """
    return name if name == RULES or name.startswith(KIND) else KIND + name


def others(version: GameVersion, key: str) -> tuple[str, ...]:
    """All values of a switch but the current one.

    Raises:
        InputError: no such switch, or one that holds numbers, of which the user has to say some.
    """
    if key == RULES:
        raise InputError(
            f"Say which rule sets: {RULES}={','.join(version.game_rules.preset_names()[1:])}."
        )
    name = key.removeprefix(KIND)
    switch = version.game_rules.switches[name]
    if switch.numbers is not None:
        raise InputError(
            f"The switch {name} ({switch.rule}) is {switch.allowed()}: say which, as {name}=V1,V2."
        )
    return tuple(word for word in switch.words if word != version.rules[name])
