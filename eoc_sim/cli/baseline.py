"""From the command line's options to the version of the game that is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.cli.options import GameOptions, choose_line_up

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.versions import EnvelopesOfCash, Version


def baseline(game: GameOptions) -> tuple[EnvelopesOfCash, Version]:
    """The game and the version that the options describe (arms: the baseline)."""
    from eoc_sim.simulator.eoc.components import load
    from eoc_sim.simulator.eoc.rules import STANDARD, resolve
    from eoc_sim.simulator.eoc.versions import EnvelopesOfCash

    settings = game.rule_settings()
    folder = Path(game.data) if game.data is not None and Path(game.data).is_dir() else None
    rules = resolve(game.rules if game.rules is not None else STANDARD, settings, folder)
    seats = choose_line_up(game.line_up(), game.players, solo=rules["solo"] == "on")
    adapter = EnvelopesOfCash()
    version = adapter.baseline(
        load(game.data), rules, seats, cards=game.card_settings(), settings=list(settings)
    )
    return adapter, version


def with_sheet(version: Version, sheet: str) -> Version:
    """The version with a whole cards sheet in place of its own."""
    from dataclasses import replace

    from eoc_sim.simulator.eoc.components import Components, load

    own = version.components.as_dict()
    cards = load(sheet).as_dict()["cards"]
    return replace(version, components=Components.from_dict({**own, "cards": cards}, sheet))
