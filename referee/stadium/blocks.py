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
"""ACT-13: by the level of a building, on which level how many own blocks are needed."""


def place_on_field(game: ReferenceGame, owner: Owner) -> None:
    """ACT-8, ACT-9: a block on a square; its wins are needed, its equipment is paid."""
    event = game.reader.take("ACT-7", "field", owner.seat)
    square = event.take("square")
    known = square in game.data.places and game.data.places[square].is_square()
    event.require("ACT-8", known, "there is no such square")
    place = game.data.places[square]
    held = [game.data.places[number].category for number in owner.places]
    event.require("ACT-9", place.category not in held, f"a block stands in {place.category}")
    before = CATEGORIES[: CATEGORIES.index(place.category)]
    missing = [category for category in before if category not in held]
    event.require("ACT-9", not missing, f"no block stands in {missing}")
    wins = owner.has("wins")
    event.require("ACT-8", wins >= place.wins, f"{place.wins} wins are needed, not {wins}")
    exclusive = game.rules["places"] in ("field_exclusive", "exclusive")
    put_block(game, owner, event, place, "ACT-8", exclusive)


def place_on_building(game: ReferenceGame, owner: Owner) -> None:
    """ACT-12 to ACT-14: a block on a building for all that it shows."""
    event = game.reader.take("ACT-11", "build", owner.seat)
    building = event.take("building")
    known = building in game.data.places and not game.data.places[building].is_square()
    event.require("ACT-14", known, "there is no such building")
    place = game.data.places[building]
    event.require("ACT-14", building not in owner.places, "an own block stands here")
    level, needed = OWN_BLOCKS_BELOW[place.level]
    below = [number for number in owner.places if game.data.places[number].level == level]
    event.require(
        "ACT-13",
        len(below) >= needed,
        f"level {place.level} needs {needed} own blocks on level {level}, not {len(below)}",
    )
    put_block(game, owner, event, place, "ACT-12", game.rules["places"] == "exclusive")


def put_block(
    game: ReferenceGame, owner: Owner, event: Event, place: Place, rule: str, exclusive: bool
) -> None:
    """ACT-8, ACT-10, ACT-12: the block itself, its price and its points."""
    taken = [other.seat for other in game.owners if place.number in other.places]
    event.require("ACT-10", not (exclusive and taken), f"owners {taken} have it alone")
    event.require("END-2", owner.blocks > 0, "the owner has no block left")
    event.check(rule, "paid", place.price)
    event.require(rule, owner.can_pay(place.price), f"the owner has only {owner.tokens}")
    event.check("SCO-1", "points", place.points)
    event.finish()
    owner.pay(place.price)
    owner.blocks -= 1
    owner.places.append(place.number)
    take_bonus_tile(game, owner, place)


def take_bonus_tile(game: ReferenceGame, owner: Owner, place: Place) -> None:
    """SCO-5: one tile for the first block of the game in the bowl, one for that on level 3."""
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
