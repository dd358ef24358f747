"""LOS: the losses at the end of game time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.game_time import dismiss
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import DOUBLE, SPACES, STACK

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def take_losses(game: ReferenceGame) -> None:
    """LOS-1, LOS-3: take the losses of every stack from every owner, space by space."""
    for space in SPACES:
        for _ in range(count_losses(game, game.levels[space])):
            for owner in game.from_the_commissioner():
                lose(game, owner, space)


def count_losses(game: ReferenceGame, level: int) -> int:
    """LOS-4: count the things that an action space costs each owner.

    A space without a stack costs none. A stack costs one or, with ``loss_count = token``, one for
    each level above a double.
    """
    if level < STACK:
        return 0
    return level - DOUBLE if game.rules["loss_count"] == "token" else 1


def lose(game: ReferenceGame, owner: Owner, space: int) -> None:
    """LOS-1, LOS-2: take what the stack costs, if the owner has it.

    If that is an employee or a player, the event says which card is lost.
    """
    loss = game.data.spaces[space].loss
    cards = {"employee": owner.employees, "player": owner.players}.get(loss)
    if not loss or not (owner.count(loss) if cards is None else cards):
        return
    event = game.reader.take("LOS-1", "loss", owner.seat)
    event.check("LOS-3", "space", space)
    if cards is None:
        event.check("LOS-2", "what", loss)
        event.finish()
        owner.pay({loss: 1})
    else:
        card = event.take("what")
        event.require("LOS-2", card in cards, f"the card lost must be one of {cards}")
        event.finish()
        dismiss(cards, game.employees if loss == "employee" else game.players, [card])
