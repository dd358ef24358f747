"""List a game's rule switches, and its presets side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.baseline import require
from eoc_sim.commands.keywords import Call
from eoc_sim.errors import InputError
from eoc_sim.games import find, name_other_games

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, SwitchWords

COMMAND = "rules list"


@dataclass(frozen=True)
class RulesResult:
    """The result of `rules`: the switches of a game, and its presets."""

    switches: Mapping[str, SwitchWords]
    """The switches by name: rule, sentence, allowed values and default."""
    presets: Mapping[str, Mapping[str, str]]
    """The value of every switch in every preset, if there are presets."""

    @property
    def differing(self) -> tuple[str, ...]:
        """The switches whose values are not the same in all presets."""
        return tuple(
            switch
            for switch in self.switches
            if len({values[switch] for values in self.presets.values()}) > 1
        )


def rules(
    *,
    game: str | Path = DEFAULT_GAME,
    rules: str | Path | None = None,
    data: str | Path | None = None,
) -> RulesResult:
    """List every rule switch, with its values in every preset.

    Args:
        game: A built-in or installed game, or your own as a file or module.
        rules: Your own rule file (.toml), which is listed as another preset.
        data: Your own components, which may include presets.

    Raises:
        InputError: The game has no switches, or a file cannot be read.
    """
    call = Call(COMMAND, {}, game=game, rules=rules, data=data)
    return list_rules(find(call.game), call.text("rules"), call.text("data"))


def list_rules(game: Game, rules: str | None, data: str | None) -> RulesResult:
    """List the switches of a game, with their values in every preset."""
    return RulesResult(switches_of(game), presets_of(game, rules, data))


def switches_of(game: Game) -> Mapping[str, SwitchWords]:
    """Return the switches of a game by name."""
    switches = {switch.name: switch for switch in game.declaration.switches}
    return require(game, switches or None, "rule switches")


def presets_of(game: Game, rules: str | None, data: str | None) -> dict[str, Mapping[str, str]]:
    """Return every switch's value in each preset and in ``--rules``."""
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
