"""BON-8: step 2, bonus tokens come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.state import Space
from eoc_sim.referee.stadium.tables import BARE, DOUBLE, SINGLE

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def adjust_bonus_tokens(game: ReferenceGame) -> None:
    """BON-8: with a VP all tokens of a space go, without one more comes."""
    for space in game.spaces.values():
        space.steps = BARE if space.placed else steps_when_idle(game, space)
    event = game.reader.take("BON-8", "tokens")
    event.check("BON-8", "tokens", game.states())
    event.finish()


def steps_when_idle(game: ReferenceGame, space: Space) -> int:
    """BON-8: bare gets a single, a single is flipped, then double upon double."""
    rule = game.rules["bonus_tokens"]
    if rule == "off":
        return space.steps
    if rule == "single":
        return max(space.steps, SINGLE)
    if rule == "double":
        return max(space.steps, min(space.steps + 1, DOUBLE))
    return space.steps + 1
