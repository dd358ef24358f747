"""``eoc-sim rules``: every rule switch, and presets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.options import data_option, game_option
from eoc_sim.commands.options import DEFAULT_GAME
from eoc_sim.errors import InputError, UnknownName, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eoc_sim.simulator.runs.game import Game, SwitchWords


rules_option = click.option(
    "--rules",
    metavar="PRESET|FILE",
    help="Your own rule file (.toml), shown among the presets.",
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

    --set SWITCH=VALUE sets a switch; --rules selects a preset or a rule file.
    """
    from eoc_sim.cli.screen import say, table

    game, switches = _game_with_switches(name)
    values = _rule_sets(game, rules, data)
    _give(switches, values)
    table(
        ("switch", "values", "default", "what it decides"),
        [
            (switch.name, switch.allowed, switch.default, switch.sentence)
            for switch in switches.values()
        ],
        text_columns=4,
    )
    if len(values) < 2:
        return
    say()
    differing = [
        switch for switch in switches if len({texts[switch] for texts in values.values()}) > 1
    ]
    if not differing:
        say(f"The same in every switch: {', '.join(values)}.")
        return
    say("Presets, where they differ; they agree in all other switches:")
    say()
    table(
        ("switch", *values),
        [(switch, *(texts[switch] for texts in values.values())) for switch in differing],
        text_columns=1 + len(values),
        stacked=True,
    )


@command.command()
@click.argument("switch", metavar="SWITCH")
@rules_option
@data_option
@game_option
def show(switch: str, rules: str | None, data: str | None, name: str) -> None:
    """Show one switch: its rule, values, presets, and when it changes nothing."""
    from eoc_sim.cli.screen import say
    from eoc_sim.games import name_other_games

    game, switches = _game_with_switches(name)
    switch_name = switch.strip().lower().removeprefix("rules.").replace("-", "_")
    declaration = switches.get(switch_name)
    if declaration is None and switch.lower().endswith(".toml"):
        raise InputError(
            f"{switch} is a rule file, not a switch: eoc-sim rules list --rules {switch} shows it "
            f"next to the presets, eoc-sim run --rules {switch} plays it."
        )
    if declaration is None:
        option = "" if name == DEFAULT_GAME else f" --game {name}"
        with name_other_games(game):
            raise UnknownName(
                "switch",
                switch_name,
                f'There is no switch "{switch}".{nearest(switch_name, switches)} '
                f"eoc-sim rules list{option} lists them all.",
            )
    values = _rule_sets(game, rules, data)
    _give({declaration.name: declaration}, values)
    say(f"{declaration.name} (rule {declaration.rule})")
    say(declaration.sentence)
    say()
    say(f"Values: {declaration.allowed}. Default: {declaration.default}.")
    if game.rule_sets is None:
        return
    set_by = [
        f"{preset} to {texts[declaration.name]}"
        for preset, texts in values.items()
        if texts[declaration.name] != declaration.default
    ]
    presets = [
        preset for preset, texts in values.items() if texts[declaration.name] == declaration.default
    ]
    say(f"Set by: {', '.join(set_by) or 'no preset'}.")
    if set_by and presets:
        say(f"At its default in: {', '.join(presets)}.")
    idle = game.rule_sets.idle_when(declaration.name)
    if idle:
        say(f"Changes nothing {', or '.join(idle)}.")


def _give(switches: Mapping[str, SwitchWords], values: Mapping[str, Mapping[str, str]]) -> None:
    """Give switches and their values in every preset."""
    from eoc_sim.cli.answer import give
    from eoc_sim.cli.answer_types import Switch, Switches

    presets = {
        preset: {switch: texts[switch] for switch in switches} for preset, texts in values.items()
    }
    give(Switches([Switch(**vars(switch)) for switch in switches.values()], presets))


def _game_with_switches(name: str) -> tuple[Game, Mapping[str, SwitchWords]]:
    from eoc_sim.commands.baseline import require
    from eoc_sim.games import find

    game = find(name)
    switches = {switch.name: switch for switch in game.declaration.switches}
    return game, require(game, switches or None, "rule switches")


def _rule_sets(game: Game, rules: str | None, data: str | None) -> dict[str, Mapping[str, str]]:
    """Return the values of every preset and of ``--rules``, by switch."""
    from eoc_sim.games import name_other_games

    for option, value in (("--rules", rules), ("--data", data)):
        if value is not None and (game.rule_sets is None or option not in game.options):
            raise InputError(f"{option} cannot be given: the game {game.name} has no such option.")
    if game.rule_sets is None:
        return {}
    read: Callable[[str, str | None], Mapping[str, str]] = game.rule_sets.values_as_texts
    names = game.rule_sets.preset_names(data)
    if rules is not None and rules not in names:
        names.append(rules)
    with name_other_games(game):
        return {name: read(name, data) for name in names}
