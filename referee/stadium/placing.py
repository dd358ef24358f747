"""PLA and BON: placing VPs, their bonuses, and the bonus tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.clauses import ways
from eoc_sim.referee.stadium.decks import card_bonus, single_card_bonuses
from eoc_sim.referee.stadium.state import Owner, StandingVP
from eoc_sim.referee.stadium.tables import BARE, DOUBLE, SINGLE, SPACES, TOKEN_OF_BONUS, state_of

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def place_vps(game: ReferenceGame) -> None:
    """PLA-1, PLA-2: place VPs one at a time, clockwise from the commissioner."""
    game.standing = {space: [] for space in SPACES}
    for owner in game.owners:
        owner.to_place = owner.active
    while any(owner.to_place for owner in game.owners):
        for owner in game.from_the_commissioner():
            if owner.to_place and free_bonus_spaces(game):
                place_or_stop(game, owner)
        if not free_bonus_spaces(game):
            return


def place_or_stop(game: ReferenceGame, owner: Owner) -> None:
    """PLA-1: place a VP, or stop if `placing` allows it."""
    kinds = ["place", "stop"] if game.rules["placing"] == "may_stop" else ["place"]
    if game.decisions.next_kind("PLA-1", kinds, owner) == "place":
        place(game, owner)
    else:
        game.reader.take("PLA-1", "stop", owner.seat).finish()
        owner.to_place = 0


def free_bonus_spaces(game: ReferenceGame) -> list[tuple[int, int]]:
    """PLA-2: list the free bonus spaces as (action space, bonus), counted from 1."""
    return [
        (space, bonus)
        for space in SPACES
        for bonus in range(1, len(game.data.spaces[space].bonuses) + 1)
        if bonus not in [vp.bonus for vp in game.standing[space]]
    ]


def place(game: ReferenceGame, owner: Owner) -> None:
    """PLA-2: place a VP on a free bonus space; take its bonus (BON-1)."""
    event = game.reader.take("PLA-1", "place", owner.seat)
    space, bonus = event.take("space"), event.take("bonus")
    are_ints = type(space) is int and type(bonus) is int
    free = free_bonus_spaces(game)
    event.require("PLA-2", are_ints and (space, bonus) in free, f"only {free} are free")
    event.check("BON-8", "state", state_of(game.levels[space]))
    event.finish()
    kind = game.data.spaces[space].bonuses[bonus - 1]
    earned = earns_bonus(game, space)
    acts_first = kind == "first" and (earned or game.rules["draft_first"] == "always")
    game.standing[space].append(StandingVP(owner.seat, bonus, acts_first))
    owner.to_place -= 1
    if earned:
        # BON-2: once with a single token, twice with a double or a stack.
        take_bonus(game, owner, kind, 1 if game.levels[space] == SINGLE else 2)


def earns_bonus(game: ReferenceGame, space: int) -> bool:
    """BON-1: check if the VP placed now earns its space's bonus."""
    if game.levels[space] == BARE:
        return False
    return game.rules["bonus_for"] == "everyone" or not game.standing[space]


def take_bonus(game: ReferenceGame, owner: Owner, kind: str, units: int) -> None:
    """BON-3 to BON-6: take the bonus of a bonus space.

    First choice (BON-6) takes effect on Draft.
    """
    if kind in TOKEN_OF_BONUS:
        event = game.reader.take("BON-3", "bonus", owner.seat)
        tokens = {TOKEN_OF_BONUS[kind]: units}
        event.check("BON-3", "tokens", tokens)
        event.finish()
        owner.gain(tokens)
    elif kind == "card":
        card_bonus(game, owner, units)
    elif kind == "star":
        for _ in range(units):
            if game.decisions.takes_step("star", owner):
                use_star(game, owner)


def use_star(game: ReferenceGame, owner: Owner) -> None:
    """BON-5: use a hired employee's star effect, at most once per round."""
    event = game.reader.take("BON-5", "star", owner.seat)
    card = event.take("employee")
    copies = owner.employees.count(card)
    event.require("BON-5", copies > 0, f"only {owner.employees} are hired")
    event.require(
        "BON-5", owner.stars_used[card] < copies, "the employee has already worked this round"
    )
    clauses = [
        (card, clause) for clause in game.data.employees[card].clauses if clause.when == "star"
    ]
    event.require("BON-5", bool(clauses), "the employee has no star effect")
    payment, gains = event.bundle("paid"), event.bundle("gains")
    possible = ways(clauses, owner.tokens, {card: payment}, {card: gains})
    event.require("EFF-2", bool(possible), "the star effect does not give these gains at this cost")
    number = game.decisions.cards(owner, possible)
    event.require(
        "EFF-2",
        bool(payment or gains or number),
        "a star effect that changes nothing must have no event",
    )
    event.finish()
    owner.stars_used[card] += 1
    owner.gain(gains)
    owner.pay(payment)  # after all gains, as one clause's gain may pay for the next clause
    single_card_bonuses(game, owner, number)


def adjust_tokens(game: ReferenceGame) -> None:
    """BON-8: adjust the tokens of each action space in step 2."""
    for space in SPACES:
        if game.standing[space]:
            game.levels[space] = BARE
        else:
            game.levels[space] = level_of_idle_space(game, game.levels[space])
    event = game.reader.take("BON-8", "tokens")
    event.check("BON-8", "tokens", [state_of(game.levels[space]) for space in SPACES])
    event.finish()


def level_of_idle_space(game: ReferenceGame, level: int) -> int:
    """BON-8, BON-9: raise an idle space's level, up to the limit."""
    growth = game.rules["bonus_tokens"]
    if growth == "off":
        return level
    if growth == "losses":
        return level + 1
    maximum = {"single": SINGLE, "double": DOUBLE}[growth]
    return min(level + 1, maximum)
