"""ACT-17 to ACT-20: check drafting, swapping and cashing in a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import FIVE_MILLION

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def draft(game: ReferenceGame, owner: Owner) -> None:
    """ACT-17: draft a player from the draft area for its signing bonus."""
    event = game.reader.take("ACT-17", "draft", owner.seat)
    card = read_offered(game, event, "ACT-17")
    price = game.data.players[card].price
    event.check("ACT-17", "paid", price)
    event.require(
        "ACT-17", owner.count("money") >= price, f"the owner has only {owner.count('money')} money"
    )
    event.finish()
    owner.pay(clean({"money": price}))
    game.draft_area.remove(card)
    owner.players.append(card)


def swap(game: ReferenceGame, owner: Owner) -> None:
    """ACT-18: swap an owner's player for one in the draft area.

    There is no signing bonus. The player given goes to the draft area (ACT-20).
    """
    event = game.reader.take("ACT-18", "swap", owner.seat)
    card, give = read_offered(game, event, "ACT-18"), read_given(owner, event, "ACT-18")
    event.finish()
    game.draft_area.remove(card)
    owner.players.remove(give)
    game.draft_area.append(give)
    owner.players.append(card)


def cash_in(game: ReferenceGame, owner: Owner) -> None:
    """ACT-19: cash in an owner's player for a point token or 5 money."""
    event = game.reader.take("ACT-19", "cash_in", owner.seat)
    give = read_given(owner, event, "ACT-19")
    is_either = event.has("points") != event.has("money")
    event.require(
        "ACT-19", is_either, "the owner must take either a point token or a token of 5 money"
    )
    if event.has("points"):
        value = event.take("points")
        tokens = game.point_tokens
        event.require(
            "ACT-19", type(value) is int and value in tokens, f"the tokens left are {tokens}"
        )
        event.finish()
        game.point_tokens.remove(value)
        owner.point_tokens.append(value)
    else:
        event.check("ACT-19", "money", FIVE_MILLION)
        event.require("ACT-19", game.five_million_tokens > 0, "no token of 5 money is left")
        event.finish()
        game.five_million_tokens -= 1
        owner.gain({"money": FIVE_MILLION})
    owner.players.remove(give)
    stays = game.rules["cashed_player"] == "draft_area"
    (game.draft_area if stays else game.players.discards).append(give)


def read_offered(game: ReferenceGame, event: Event, rule: str) -> str:
    """Return the player that an event takes from the draft area."""
    card = event.take("card")
    event.require(rule, card in game.draft_area, f"only {game.draft_area} are in the draft area")
    return card


def read_given(owner: Owner, event: Event, rule: str) -> str:
    """Return the owner's player that an event gives away."""
    card = event.take("give")
    event.require(rule, card in owner.players, f"the owner has {owner.players}")
    return card
