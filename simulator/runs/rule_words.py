"""What a game declares of its rules, out of its `Rules`: switches, presets and rule files."""

from __future__ import annotations

from eoc_sim.simulator.kernel.rule_sets import Rules
from eoc_sim.simulator.runs.game import Preset, RuleSets, SwitchWords


def switch_words(rules: Rules) -> tuple[SwitchWords, ...]:
    """Every switch in a player's words, for `Declaration.switches`."""
    return tuple(
        SwitchWords(
            switch.name, switch.rule, switch.sentence, switch.allowed(), str(switch.default)
        )
        for switch in rules.switches.values()
    )


def presets(rules: Rules) -> tuple[Preset, ...]:
    """The presets of the package as people know them, for `Declaration.presets`."""
    return tuple(Preset(title, values) for title, values in rules.titled_presets().items())


def rule_sets(rules: Rules) -> RuleSets:
    """What the command ``rules`` asks, for `Game.rule_sets`."""
    return RuleSets(rules.presets_with, rules.values_as_texts, rules.idle_when)
