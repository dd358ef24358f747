"""LOS: losses, the last thing of game time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.state import Owner, Space
from eoc_sim.referee.stadium.tables import DOUBLE, STACK

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame

DECK_OF_LOSS = {"player": "players", "employee": "employees"}
TOKEN_OF_LOSS = {"win": "wins"}


def losses(game: ReferenceGame) -> None:
    """LOS-1, LOS-3: spaces in order; of each, all owners lose one thing, then the next."""
    for space in game.spaces.values():
        if space.steps >= STACK:
            for _ in range(things_lost(game, space)):
                for owner in game.clockwise():
                    lose(game, owner, space)


def things_lost(game: ReferenceGame, space: Space) -> int:
    """LOS-4: one a space, or one for each double beyond the first."""
    return space.steps - DOUBLE if game.rules["loss_count"] == "token" else 1


def lose(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """LOS-2: a token or a card; nothing is lost by an owner without it."""
    deck = DECK_OF_LOSS.get(space.loss)
    if deck is None:
        kind = TOKEN_OF_LOSS.get(space.loss, space.loss)
        if owner.has(kind):
            event = game.reader.take("LOS-1", "loss", owner.seat)
            event.check("LOS-1", "space", space.number)
            event.check("LOS-2", "what", kind)
            event.finish()
            owner.pay({kind: 1})
        return
    cards = owner.players if deck == "players" else owner.employees
    if cards:
        event = game.reader.take("LOS-1", "loss", owner.seat)
        event.check("LOS-1", "space", space.number)
        number = event.take("what")
        event.require("LOS-2", number in cards, f"it has {cards}")
        event.finish()
        cards.remove(number)
        game.discards[deck].append(number)
