"""SET-5, BON-4, GAM-6: the two decks and their discard piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.stadium.state import Owner

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


class Deck:
    """One deck with its discard pile."""

    def __init__(self, name: str, cards: list[str]) -> None:
        """Take the deck's name in traces, and its cards, top first."""
        self.name = name
        self.cards = cards
        self.discards: list[str] = []

    def draw(self, game: ReferenceGame) -> str | None:
        """GAM-6: draw the top card, renewing an empty deck if possible."""
        if not self.cards:
            if not self.discards:
                return None
            self.renew(game)
        return self.cards.pop(0)

    def renew(self, game: ReferenceGame) -> None:
        """GAM-6: shuffle the discard pile into a new deck."""
        event = game.reader.take("GAM-6", "reshuffle")
        event.check("GAM-6", "deck", self.name)
        cards = event.take("cards")
        event.require(
            "GAM-6",
            sorted(cards) == sorted(self.discards),
            f"the discard pile holds {sorted(self.discards)}",
        )
        event.finish()
        self.cards, self.discards = list(cards), []


def card_bonus(game: ReferenceGame, owner: Owner, units: int) -> None:
    """BON-4: deal `units` employees and as many players.

    The employees go to the owner, face down; the players go to the draft area.
    """
    employees = [game.employees.draw(game) for _ in range(units)]
    players = [game.players.draw(game) for _ in range(units)]
    for employee, player in zip(employees, players, strict=True):
        event = game.reader.take("BON-4", "card", owner.seat)
        event.check("BON-4", "employee", employee)
        event.check("BON-4", "player", player)
        event.finish()
        owner.face_down += [employee] if employee else []
        game.draft_area += [player] if player else []


def single_card_bonuses(game: ReferenceGame, owner: Owner, number: int) -> None:
    """EFF-1: gain this number of single card bonuses, one after another."""
    for _ in range(number):
        card_bonus(game, owner, 1)
