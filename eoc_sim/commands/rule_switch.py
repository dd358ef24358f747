"""Show one rule switch, and the presets that set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.keywords import Call
from eoc_sim.commands.rules import presets_of, switches_of
from eoc_sim.errors import InputError, UnknownName, nearest
from eoc_sim.games import find, name_other_games

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import SwitchWords

COMMAND = "rules show"


@dataclass(frozen=True)
class SwitchResult:
    """The result of `rule_switch`: one switch, and its values in presets."""

    switch: SwitchWords
    """The switch: name, rule, sentence, allowed values and default."""
    presets: Mapping[str, str]
    """The switch's value in every preset; empty for a game without presets."""
    idle: tuple[str, ...]
    """The conditions under which the switch changes nothing."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The switch's values, the presets that set it, and its idle conditions."""
        default = self.switch.default
        sentences = [f"Values: {self.switch.allowed}. Default: {default}."]
        if self.presets:
            set_by = [
                f"{preset} ({value})" for preset, value in self.presets.items() if value != default
            ]
            others = [preset for preset, value in self.presets.items() if value == default]
            sentences.append(f"Set by: {', '.join(set_by) or 'no preset'}.")
            if set_by and others:
                sentences.append(f"At its default in: {', '.join(others)}.")
        if self.idle:
            sentences.append(f"Changes nothing {', or '.join(self.idle)}.")
        return tuple(sentences)


def rule_switch(
    switch: str,
    *,
    game: str | Path = DEFAULT_GAME,
    rules: str | Path | None = None,
    data: str | Path | None = None,
) -> SwitchResult:
    """Show a rule switch, its values, and the presets that set it.

    Args:
        switch: The name of the switch.
        game: A built-in or installed game, or your own as a file or module.
        rules: Your own rule file (.toml), which is listed as another preset.
        data: Your own components, which may include presets.

    Raises:
        InputError: There is no such switch, or a file cannot be read.
    """
    call = Call(COMMAND, {}, switch, game=game, rules=rules, data=data)
    return show_switch(call.words[0], call.game, call.text("rules"), call.text("data"))


def show_switch(switch: str, name: str, rules: str | None, data: str | None) -> SwitchResult:
    """Find a switch in the named game, and describe it."""
    game = find(name)
    switches = switches_of(game)
    switch_name = switch.strip().lower().removeprefix("rules.").replace("-", "_")
    declaration = switches.get(switch_name)
    if declaration is None and switch.lower().endswith(".toml"):
        raise InputError(
            f"{switch} is a rule file, not a switch: eoc-sim rules list --rules {switch} shows it "
            f"next to the presets, and eoc-sim run --rules {switch} plays it."
        )
    if declaration is None:
        option = "" if name == DEFAULT_GAME else f" --game {name}"
        with name_other_games(game):
            raise UnknownName(
                "switch",
                switch_name,
                f'There is no switch "{switch}".{nearest(switch_name, switches)} '
                f"eoc-sim rules list{option} lists all switches.",
            )
    presets = presets_of(game, rules, data)
    return SwitchResult(
        declaration,
        {preset: values[switch_name] for preset, values in presets.items()},
        () if game.rule_sets is None else tuple(game.rule_sets.idle_when(switch_name)),
    )
