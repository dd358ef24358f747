"""ACT-7 to ACT-14: Playbook and Build, where blocks are placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.clauses import own_steps, steps_of, take_steps
from eoc_sim.referee.stadium.effects import CARDS
from eoc_sim.referee.stadium.state import Owner, Place, Space
from eoc_sim.referee.stadium.tables import CATEGORIES

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def playbook(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """ACT-7: gain what the space gives (1 win), or place one block on the field."""
    event = game.reader.any()
    event.require("ACT-7", event.seat == owner.seat, f"owner {owner.seat} acts on Playbook")
    if event.kind == "win":
        gains = event.bundle("gains")
        event.finish()
        own = take_steps(game, owner, own_steps(space, "playbook"), lambda one: one.kind != CARDS)
        event.require("ACT-7", gains == own, f"the space gives {own}")
    elif event.kind == "field":
        place_on_field(game, owner, event)
    else:
        event.require("ACT-7", event.kind == "nothing", "this is no action of Playbook")
        event.check("ACT-0", "space", space.number)
        event.finish()
    take_steps(game, owner, steps_of(game, owner, "playbook"))


def place_on_field(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-8 to ACT-10: wins are needed, equipment is paid, categories come in their order."""
    square = named_place(game, event, "square", "ACT-8")
    event.require("ACT-8", square.is_square, "this is no square of the field")
    own = [game.data.places[number] for number in owner.places]
    done = [place.category for place in own if place.is_square]
    event.require("ACT-9", len(done) < len(CATEGORIES), "an own block is in every category already")
    event.require(
        "ACT-9", square.category == CATEGORIES[len(done)], f"{CATEGORIES[len(done)]} is next"
    )
    wins = owner.has("wins")
    event.require("ACT-8", wins >= square.wins, f"{square.wins} wins are needed, it has {wins}")
    put_block(game, owner, square, event, "ACT-8")


def build(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """ACT-11: change money into construction, or place one block on a building."""
    event = game.reader.any()
    event.require("ACT-11", event.seat == owner.seat, f"owner {owner.seat} acts on Build")
    if event.kind == "change":
        change(game, owner, space, event)
    elif event.kind == "build":
        place_on_building(game, owner, event)
    else:
        event.require("ACT-11", event.kind == "nothing", "this is no action of Build")
        event.check("ACT-0", "space", space.number)
        event.finish()
    take_steps(game, owner, steps_of(game, owner, "build"))


def change(game: ReferenceGame, owner: Owner, space: Space, event: Event) -> None:
    """ACT-11: any amount; other clauses of the space come with it."""
    amount, paid, gains = event.take("amount"), event.bundle("paid"), event.bundle("gains")
    event.finish()
    steps = own_steps(space, "build")
    exchanges = [step for step in steps if step.clause.any_number][:1]
    event.require("ACT-1", amount != 0 or len(steps) > len(exchanges), "nothing was changed")
    event.require("ACT-11", bool(exchanges) or amount == 0, "nothing can be changed here")
    cost: Bundle = {}
    gain: Bundle = {}
    for step in steps:
        if step not in exchanges:
            take_steps(game, owner, [step])
            continue
        most = step.clause.most(owner.tokens)
        event.require("ACT-11", amount in range(most + 1), f"{most} can be changed at most")
        cost, gain = step.clause.paid(amount), step.clause.gains(amount)
        owner.pay(cost)
        owner.gain(gain)
    event.require("ACT-11", paid == cost, f"to change {amount} costs {cost}")
    event.require("ACT-11", gains == gain, f"to change {amount} gives {gain}")


def place_on_building(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-12 to ACT-14: all that it shows is paid; the level below has to be there."""
    building = named_place(game, event, "building", "ACT-12")
    event.require("ACT-14", not building.is_square, "the field is never reached by Build")
    own = [game.data.places[number] for number in owner.places]
    if building.level == 2:
        there = any(place.is_on_bottom_level for place in own)
        event.require("ACT-13", there, "level 2 needs an own block on the bottom level")
    if building.level == 3:
        there = len([place for place in own if place.level == 2]) >= 2
        event.require("ACT-13", there, "level 3 needs two own blocks on level 2")
    put_block(game, owner, building, event, "ACT-12")


def named_place(game: ReferenceGame, event: Event, field: str, rule: str) -> Place:
    """The square or building that an event names."""
    number = event.take(field)
    event.require(rule, number in game.data.places, "there is no such place")
    return game.data.places[number]


def put_block(game: ReferenceGame, owner: Owner, place: Place, event: Event, rule: str) -> None:
    """ACT-8, ACT-10, ACT-12, ACT-14: the block, what is paid for it, and the points."""
    event.require("SET-2", owner.blocks > 0, "it has no block left")
    event.require("ACT-14", place.number not in owner.places, "an own block is there already")
    shared = game.rules["places"] == "shared" or (
        game.rules["places"] == "field_exclusive" and not place.is_square
    )
    others = any(place.number in other.places for other in game.owners)
    event.require("ACT-10", shared or not others, "another owner's block is there")
    event.check(rule, "paid", place.cost)
    event.require(rule, owner.can_pay(place.cost), f"it has {owner.tokens}")
    event.check("SCO-1", "points", place.points)
    event.finish()
    owner.pay(place.cost)
    owner.blocks -= 1
    owner.places.append(place.number)
    bonus_tile(game, owner, place)


def bonus_tile(game: ReferenceGame, owner: Owner, place: Place) -> None:
    """SCO-5: the first block in the bowl and the first on level 3 take a tile each."""
    if game.rules["bonus_tiles"] == "off":
        return
    kind = "bowl" if place.category == "bowl" else "level 3" if place.level == 3 else ""
    if not kind or kind in game.tiles_taken:
        return
    game.tiles_taken.append(kind)
    event = game.reader.take("SCO-5", "bonus_tile", owner.seat)
    event.check("SCO-5", "place", place.number)
    event.check("SCO-5", "points", game.data.bonus_tile_points)
    event.finish()
    owner.bonus_tiles += game.data.bonus_tile_points
