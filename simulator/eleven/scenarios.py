"""The rules that a solo scenario changes (SOLO-1)."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.components import NEW_CONTENT, Components
from eoc_sim.simulator.eleven.leaflet_rows import CONTENT, NO_VETERAN, START_MONEY, UNIQUE, Scenario
from eoc_sim.simulator.eleven.season_rows import in_play
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.kernel.switches import Value


def scenario_of(rules: RuleSet, components: Components) -> Scenario | None:
    """Return a solo game's scenario, or None for other games.

    Raises:
        InputError: the sheet has no such scenario.
    """
    if rules["solo"] == "off":
        return None
    scenarios = {
        scenario.number: scenario for scenario in components.scenarios if in_play(scenario)
    }
    number = str(rules["scenario"])
    if number not in scenarios:
        raise InputError(
            f"scenarios.csv has no scenario {number}; it has {', '.join(scenarios) or 'none'} "
            "(SOLO-1)."
        )
    return scenarios[number]


def settings_of(scenario: Scenario) -> dict[str, Value]:
    """SOLO-1, SOLO-2: return the switches that the scenario sets."""
    settings: dict[str, Value] = {"division": scenario.division}
    if (money := scenario.change(START_MONEY)) is not None:
        settings["start_money"] = money
    if scenario.change(CONTENT):
        settings |= dict.fromkeys(NEW_CONTENT, "on")
    if scenario.change(UNIQUE):
        settings["unique_cards"] = "on"
    return settings


def idle_in_scenario(rules: RuleSet, components: Components) -> dict[str, str]:
    """SWI-1: return the switches that are idle in the scenario, with reasons."""
    scenario = scenario_of(rules, components)
    if scenario is None:
        return {}
    reason = f"in scenario {scenario.number}"
    idle = {
        name: f"{reason}, which sets it to {value} (SOLO-1)"
        for name, value in settings_of(scenario).items()
    }
    if scenario.change(NO_VETERAN):
        idle["veteran_matches"] = f"{reason}, which deals no veteran (SOLO-1)"
    return idle


def played_rules(rules: RuleSet, components: Components) -> RuleSet:
    """SOLO-1, SOLO-2: return the rules with the scenario's changes."""
    scenario = scenario_of(rules, components)
    return rules if scenario is None else rules.with_settings(settings_of(scenario))
