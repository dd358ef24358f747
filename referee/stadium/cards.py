"""BON-4, GAM-6: the two decks, their discard piles, and the card bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.state import Owner

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def draw_card(game: ReferenceGame, deck: str) -> str | None:
    """The top card; GAM-6: a deck is renewed when a card is needed and none is left."""
    if not game.decks[deck] and game.discards[deck]:
        event = game.reader.take("GAM-6", "reshuffle")
        event.check("GAM-6", "deck", deck)
        cards = event.take("cards")
        event.require(
            "GAM-6",
            sorted(cards) == sorted(game.discards[deck]),
            f"the discard pile of {deck} has other cards",
        )
        event.finish()
        game.decks[deck], game.discards[deck] = list(cards), []
    return game.decks[deck].pop(0) if game.decks[deck] else None


def card_bonus(game: ReferenceGame, owner: Owner, units: int) -> None:
    """BON-4: all employees face down to the owner, then all players into the draft area."""
    employees = [draw_card(game, "employees") for _ in range(units)]
    players = [draw_card(game, "players") for _ in range(units)]
    for employee, player in zip(employees, players, strict=True):
        event = game.reader.take("BON-4", "card", owner.seat)
        event.check("BON-4", "employee", employee)
        event.check("BON-4", "player", player)
        event.finish()
        if employee is not None:
            owner.face_down.append(employee)
        if player is not None:
            game.draft_area.append(player)


def card_effects(game: ReferenceGame, owner: Owner, number: int) -> None:
    """An effect that gives cards: so many single card bonuses, one after another."""
    for _ in range(number):
        card_bonus(game, owner, 1)


def cards_ahead(game: ReferenceGame, owner: Owner) -> int:
    """How many cards the trace says that the owner gets at this point."""
    number = 0
    for event in game.reader.events[game.reader.position :]:
        if event.kind == "card" and event.seat == owner.seat:
            number += 1
        elif event.kind != "reshuffle":
            break
    return number
