"""A game's declared rules, from its `Rules`: switches, presets, files."""

from __future__ import annotations

from collections.abc import Mapping

from eoc_sim.simulator.kernel.rule_sets import Rules
from eoc_sim.simulator.runs.game import Declaration, Preset, RuleSets, SwitchWords
from eoc_sim.simulator.runs.version_labels import MAX_CHANGES


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


def rule_sets(rules: Rules) -> RuleSets:
    """Make the parts for the command ``rules``, for `Game.rule_sets`."""
    return RuleSets(rules.presets_with, rules.values_as_texts, rules.idle_when, rules.title)


def rules_title(declaration: Declaration, rules: Mapping[str, object]) -> str:
    """Name a rule set by its nearest preset and the differences.

    The name is empty for a game without presets. ``rules`` has the value of every switch.
    """
    values = {name: str(value) for name, value in rules.items()}
    usual = {switch.name: switch.default for switch in declaration.switches}

    def list_changed(preset: Preset) -> list[str]:
        own = usual | dict(preset.values)
        return [name for name, value in values.items() if value != own.get(name, value)]

    if not declaration.presets:
        return ""
    nearest = min(declaration.presets, key=lambda preset: len(list_changed(preset)))
    differing = list_changed(nearest)
    if not differing:
        return nearest.title
    if len(differing) > MAX_CHANGES:
        return f"{nearest.title} with {len(differing)} rules changed"
    *head, last = [f"{name} {values[name]}" for name in differing]
    words = f"{', '.join(head)} and {last}" if head else last
    return f"{nearest.title} with {words}"
