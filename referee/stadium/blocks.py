"""ACT-8 to ACT-14: blocks on the field and on buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.data import Place
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import CATEGORIES

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame

OWN_BLOCKS_BELOW = {1: (0, 0), 2: (1, 1), 3: (2, 2)}
"""ACT-13: the blocks needed below, as (level, number), by building level."""


Refusal = tuple[str, str]
"""The rule that forbids something, and why."""


def place_on_field(game: ReferenceGame, owner: Owner) -> None:
    """ACT-7, ACT-8: put a block on a square."""
    event = game.reader.take("ACT-7", "field", owner.seat)
    square = event.take("square")
    exists = square in game.data.places and game.data.places[square].is_square()
    event.require("ACT-8", exists, "there is no such square")
    put_block(game, owner, event, game.data.places[square])


def place_on_building(game: ReferenceGame, owner: Owner) -> None:
    """ACT-11, ACT-12: put a block on a building."""
    event = game.reader.take("ACT-11", "build", owner.seat)
    building = event.take("building")
    exists = building in game.data.places and not game.data.places[building].is_square()
    event.require("ACT-14", exists, "there is no such building")
    put_block(game, owner, event, game.data.places[building])


def put_block(game: ReferenceGame, owner: Owner, event: Event, place: Place) -> None:
    """ACT-8, ACT-12: put a block on a place, paying its price."""
    refusal = refusal_of(game, owner, place)
    if refusal:
        event.fail(*refusal)
    event.check(rule_of_price(place), "paid", place.price)
    event.check("SCO-1", "points", place.points)
    event.finish()
    owner.pay(place.price)
    owner.blocks -= 1
    owner.places.append(place.number)
    take_bonus_tile(game, owner, place)


def refusal_of(game: ReferenceGame, owner: Owner, place: Place) -> Refusal | None:
    """Return why an owner may not place a block there, or None."""
    if owner.blocks == 0:
        return "END-2", "the owner has no block left"
    refusal = refusal_on_field if place.is_square() else refusal_in_stadium
    return refusal(game, owner, place) or refusal_on_any_place(game, owner, place)


def refusal_on_field(game: ReferenceGame, owner: Owner, place: Place) -> Refusal | None:
    """ACT-8, ACT-9: return why an owner may not take a square, or None.

    The owner needs enough wins, and fills the categories in order, with one block in each.
    """
    categories = [game.data.places[number].category for number in owner.places]
    if place.category in categories:
        return "ACT-9", f"the owner already has a block in {place.category}"
    earlier_categories = CATEGORIES[: CATEGORIES.index(place.category)]
    missing = [category for category in earlier_categories if category not in categories]
    if missing:
        return "ACT-9", f"the owner has no block yet in {missing}"
    wins = owner.count("wins")
    if wins < place.wins:
        return "ACT-8", f"wins needed: {place.wins}; the owner has {wins}"
    return None


def refusal_in_stadium(game: ReferenceGame, owner: Owner, place: Place) -> Refusal | None:
    """ACT-13, ACT-14: return why an owner may not take a building, or None.

    An owner may have only one block on a building, and needs enough blocks below it.
    """
    if place.number in owner.places:
        return "ACT-14", "the owner already has a block here"
    level, minimum = OWN_BLOCKS_BELOW[place.level]
    below = [number for number in owner.places if game.data.places[number].level == level]
    if len(below) < minimum:
        return "ACT-13", f"blocks needed on level {level}: {minimum}; the owner has {len(below)}"
    return None


def refusal_on_any_place(game: ReferenceGame, owner: Owner, place: Place) -> Refusal | None:
    """ACT-10, ACT-8, ACT-12: return a refusal for an exclusive or unaffordable place, or None."""
    exclusive_values = ["exclusive", "field_exclusive"] if place.is_square() else ["exclusive"]
    owners = [other.seat for other in game.owners if place.number in other.places]
    if owners and game.rules["places"] in exclusive_values:
        return "ACT-10", f"owner {owners[0]} holds it exclusively"
    if not owner.can_pay(place.price):
        return rule_of_price(place), f"the price is {place.price}; the owner has {owner.tokens}"
    return None


def rule_of_price(place: Place) -> str:
    """ACT-8, ACT-12: return the rule that sets the price."""
    return "ACT-8" if place.is_square() else "ACT-12"


def take_bonus_tile(game: ReferenceGame, owner: Owner, place: Place) -> None:
    """SCO-5: give a tile for a first block.

    There is one for the first block in the bowl and one for the first on level 3.
    """
    if game.rules["bonus_tiles"] == "off":
        return
    tile = "bowl" if place.category == "bowl" else place.part
    if tile not in game.tiles:
        return
    game.tiles.remove(tile)
    event = game.reader.take("SCO-5", "bonus_tile", owner.seat)
    event.check("SCO-5", "place", place.number)
    event.check("SCO-5", "points", game.data.bonus_tile_points)
    event.finish()
    owner.tiles.append(game.data.bonus_tile_points)
