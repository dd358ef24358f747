"""The games of this package, found without importing their rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.parts import Parts

BUILT_IN = {
    "eoc": "eoc_sim.simulator.eoc.game",
    "stadium": "eoc_sim.simulator.stadium.game",
    "eleven": "eoc_sim.simulator.eleven.game",
}
"""Every game in the package, with the module of its ``GAME``."""
DEFAULT_GAME = next(iter(BUILT_IN))
PARTS = "parts"
"""The module in a built-in game's package that holds its ``PARTS``."""


@cache
def built_in_parts(name: str) -> Parts:
    """Import the parts of a built-in game, which hold only names."""
    package = BUILT_IN[name].rpartition(".")[0]
    parts: Parts = import_module(f"{package}.{PARTS}").PARTS
    return parts


PLAYERS = "--players"
"""The option for the number of players in any game."""


@cache
def players_options() -> tuple[str, ...]:
    """List `PLAYERS` and the built-in games' own names for that option."""
    nouns = (built_in_parts(name).player[1] for name in BUILT_IN)
    return tuple(dict.fromkeys((PLAYERS, *(f"--{noun}" for noun in nouns))))
