"""``eoc-sim rules``: every rule switch, and presets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli.answer import give
from eoc_sim.cli.options import data_option, game_option
from eoc_sim.cli.screen import say, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from eoc_sim.simulator.runs.game import SwitchWords


rules_option = click.option(
    "--rules",
    metavar="PRESET|FILE",
    help="Your own rule file (.toml), to compare with the presets. All presets are shown anyway, "
    "so naming one adds nothing.",
)


@click.group()
def command() -> None:
    """List the rule switches and presets, and show one switch."""


@command.command(name="list")
@rules_option
@data_option
@game_option
def list_switches(rules: str | None, data: str | None, name: str) -> None:
    """List every rule switch, and compare the presets.

    In commands that play, --set SWITCH=VALUE sets a switch, and --rules selects a preset or a rule
    file.
    """
    result = commands.rules.list_rules(eoc_sim.games.find(name), rules, data)
    presets = result.presets
    _give(result.switches.values(), presets)
    table(
        ("switch", "values", "default", "what it decides"),
        [
            (switch.name, switch.allowed, switch.default, switch.sentence)
            for switch in result.switches.values()
        ],
        text_columns=4,
    )
    if len(presets) < 2:
        return
    say()
    if not result.differing:
        say(f"These presets agree on every switch: {', '.join(presets)}.")
        return
    say("Presets, where they differ; they agree on all other switches:")
    say()
    table(
        ("switch", *presets),
        [(switch, *(values[switch] for values in presets.values())) for switch in result.differing],
        text_columns=1 + len(presets),
        stacked=True,
    )


@command.command()
@click.argument("switch", metavar="SWITCH")
@rules_option
@data_option
@game_option
def show(switch: str, rules: str | None, data: str | None, name: str) -> None:
    """Show one switch: its rule, values, presets, and when it changes nothing."""
    result = commands.rule_switch.show_switch(switch, name, rules, data)
    declaration = result.switch
    values = {preset: {declaration.name: value} for preset, value in result.presets.items()}
    _give([declaration], values)
    say(f"{declaration.name} (rule {declaration.rule})")
    say(declaration.sentence)
    say()
    for sentence in result.sentences:
        say(sentence)


def _give(switches: Iterable[SwitchWords], presets: Mapping[str, Mapping[str, str]]) -> None:
    """Add switches, with their values in every preset, to the JSON."""
    give(
        eoc_sim.answer_types.Switches(
            [eoc_sim.answer_types.Switch(**vars(switch)) for switch in switches],
            {preset: dict(values) for preset, values in presets.items()},
        )
    )
