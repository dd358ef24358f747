"""PLA and BON: step 1, VPs on bonus spaces, and the bonuses that they earn at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.cards import card_bonus, card_effects, cards_ahead
from eoc_sim.referee.stadium.clauses import cards_of, ways
from eoc_sim.referee.stadium.effects import STAR
from eoc_sim.referee.stadium.state import Owner, PlacedVP, Space
from eoc_sim.referee.stadium.tables import BARE, DOUBLE, NUMBER_OF_SPACE, TOKEN_OF_BONUS

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def placing_step(game: ReferenceGame) -> None:
    """PLA-1: from the commissioner clockwise, one VP each, round and round until none is left."""
    for owner in game.owners:
        owner.to_place = owner.vps - owner.away
        owner.used = []
    while any(owner.to_place for owner in game.owners):
        for owner in game.clockwise():
            if not owner.to_place:
                continue
            if not has_free_space(game):
                owner.to_place = 0  # PLA-2: the VPs left stay unplaced
            elif game.rules["placing"] == "may_stop" and game.reader.next_is("stop", owner.seat):
                game.reader.any().finish()
                owner.to_place = 0
            else:
                owner.to_place -= 1
                place_vp(game, owner)


def has_free_space(game: ReferenceGame) -> bool:
    """PLA-2: whether any bonus space of any action space is free."""
    return any(len(space.placed) < len(space.bonuses) for space in game.spaces.values())


def place_vp(game: ReferenceGame, owner: Owner) -> None:
    """PLA-2, BON-1: on any free bonus space; where a bonus token lies its bonus is earned."""
    event = game.reader.take("PLA-1", "place", owner.seat)
    number, bonus = event.take("space"), event.take("bonus")
    event.require("PLA-2", number in game.spaces, "there is no such action space")
    space = game.spaces[number]
    spaces = range(1, len(space.bonuses) + 1)
    event.require("PLA-2", bonus in spaces, f"its bonus spaces are {list(spaces)}")
    taken = [vp.bonus for vp in space.placed]
    event.require("PLA-2", bonus not in taken, "another VP stands on this bonus space")
    event.check("BON-8", "state", space.state)
    event.finish()
    is_first = not space.placed
    vp = PlacedVP(owner, bonus)
    space.placed.append(vp)
    units = bonus_units(game, space, is_first)
    kind = space.bonuses[bonus - 1]
    if kind == "first":
        vp.first_choice = has_first_choice(game, space, units)
    elif units:
        earn_bonus(game, owner, kind, units)


def bonus_units(game: ReferenceGame, space: Space, is_first: bool) -> int:
    """BON-1, BON-2: none without a token, once with a single, twice with a double or a stack."""
    if space.steps == BARE or (game.rules["bonus_for"] == "first" and not is_first):
        return 0
    return 2 if space.steps >= DOUBLE else 1


def has_first_choice(game: ReferenceGame, space: Space, units: int) -> bool:
    """BON-6: on Draft only; like every bonus it needs the token, unless the switch says not."""
    if space.number != NUMBER_OF_SPACE["draft"]:
        return False
    return units > 0 or game.rules["draft_first"] == "always"


def earn_bonus(game: ReferenceGame, owner: Owner, kind: str, units: int) -> None:
    """BON-3 to BON-5: tokens, cards, or stars."""
    if kind == "card":
        card_bonus(game, owner, units)
    elif kind == "star":
        for _ in range(units):
            if game.reader.next_is("star", owner.seat):  # BON-5: it may be declined
                use_star(game, owner)
    else:
        tokens: Bundle = {TOKEN_OF_BONUS[kind]: units}
        event = game.reader.take("BON-3", "bonus", owner.seat)
        event.check("BON-3", "tokens", tokens)
        event.finish()
        owner.gain(tokens)


def use_star(game: ReferenceGame, owner: Owner) -> None:
    """BON-5, EFF-2: one hired employee works, once a round."""
    event = game.reader.any()
    number = event.take("employee")
    event.require("BON-5", number in owner.employees, f"hired are {owner.employees}")
    event.require(
        "BON-5",
        owner.used.count(number) < owner.employees.count(number),
        "this employee has worked this round already",
    )
    work(game, owner, number, event)
    owner.used.append(number)


def work(game: ReferenceGame, owner: Owner, number: str, event: Event) -> None:
    """EFF-1, EFF-2: the star clauses, in their order; with all of them declined it is no work."""
    clauses = [one for one in game.data.employees[number].clauses if one.when == STAR]
    event.require("BON-5", bool(clauses), "this employee has no star effect")
    paid, gains = event.bundle("paid"), event.bundle("gains")
    found = [times for times in ways(clauses, owner.tokens, paid, gains) if any(times)]
    event.require("EFF-2", bool(found), "its star clauses do not give this for that")
    event.finish()
    owner.gain(gains)  # what came first may have paid for what came after
    owner.pay(paid)
    possible = [cards_of(clauses, times) for times in found]
    ahead = cards_ahead(game, owner)
    card_effects(game, owner, ahead if ahead in possible else max(possible))
