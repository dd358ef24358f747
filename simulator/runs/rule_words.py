"""A game's switches, presets and variants, described from its `Rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.kernel.rule_sets import Rules
from eoc_sim.simulator.kernel.switches import Value
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.game import Declaration, Preset, SwitchWords, Variants
from eoc_sim.simulator.runs.version_labels import MAX_CHANGES

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.versions import GameVersion

KEY_PREFIX = "rules."
"""The beginning of a switch's key."""


def switch_words(rules: Rules) -> tuple[SwitchWords, ...]:
    """Describe every switch in a player's words, for `Declaration.switches`."""
    return tuple(
        SwitchWords(
            switch.name, switch.rule, switch.sentence, switch.describe_values(), str(switch.default)
        )
        for switch in rules.switches.values()
    )


def presets(rules: Rules) -> tuple[Preset, ...]:
    """List the package's presets by displayed name, for `Declaration.presets`."""
    return tuple(Preset(title, values) for title, values in rules.titled_presets().items())


def rules_title(declaration: Declaration, rules: Mapping[str, object]) -> str:
    """Return a rule set's name: its nearest preset and the differences.

    The name is empty for a game without presets. ``rules`` has the value of every switch.
    """
    values = {name: str(value) for name, value in rules.items()}
    usual = {switch.name: switch.default for switch in declaration.switches}

    def list_changed(preset: Preset) -> list[str]:
        preset_values = usual | dict(preset.values)
        return [name for name, value in values.items() if value != preset_values.get(name, value)]

    if not declaration.presets:
        return ""
    nearest = min(declaration.presets, key=lambda preset: len(list_changed(preset)))
    differing = list_changed(nearest)
    if not differing:
        return nearest.title
    if len(differing) > MAX_CHANGES:
        return f"{nearest.title} with {len(differing)} rules changed"
    return f"{nearest.title} with {join_words([f'{name} {values[name]}' for name in differing])}"


def rule_variants(preset: str = "", more_switches: Sequence[str] = ()) -> Variants:
    """Make a game's ``variants``, which vary a preset's switches by default.

    ``more_switches`` are further switches to vary by default, whose values must be words.
    """

    def varied_by_default(version: GameVersion) -> list[tuple[str, tuple[str, ...]]]:
        """List the switches to vary by default, with their other values."""
        changes = []
        if preset:
            for name, value, standard in version.game_rules.resolve(preset).differences():
                other = standard if version.rules[name] == value else value
                changes.append((switch_key(name), (str(other),)))
        return changes + [
            (switch_key(name), values_of(version, switch_key(name))) for name in more_switches
        ]

    def values_of(version: GameVersion, key: str) -> tuple[str, ...]:
        """List the other values of a switch."""
        return other_values(version.game_rules, version.rules, key)

    return Variants(varied_by_default, values_of)


def switch_key(name: str) -> str:
    """Return the key of a switch, or that of rule sets.

    >>> switch_key("stash"), switch_key("rules")
    ('rules.stash', 'rules')
    """
    return name if name == RULES or name.startswith(KEY_PREFIX) else KEY_PREFIX + name


def other_values(rules: Rules, values: Mapping[str, Value], key: str) -> tuple[str, ...]:
    """List all values of a switch except the one in ``values``.

    Raises:
        InputError: the key is "rules", or the switch's values are numbers. The user must name the
            values.
    """
    if key == RULES:
        raise InputError(f"Name the rule sets: {RULES}={','.join(rules.preset_names()[1:])}.")
    name = key.removeprefix(KEY_PREFIX)
    switch = rules.switches[name]
    if switch.numbers is not None:
        raise InputError(
            f"The switch {name} ({switch.rule}) is {switch.describe_values()}: name the values, "
            f"as in {name}=V1,V2."
        )
    return tuple(word for word in switch.words if word != values[name])
