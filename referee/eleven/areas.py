"""SET-8: piles, discards and rows of the Transfer Area."""

from __future__ import annotations

from eoc_sim.referee.eleven.state import League

ROWS = ["players", "youngsters", "staff", "sponsors"]
SPONSORS_IN_ROW = 5


def places(league: League, row: str) -> int:
    """SET-8: return the size of a row, 0 if it is switched off."""
    if row == "sponsors":
        return SPONSORS_IN_ROW if league.rules["sponsors"] == "on" else 0
    if row == "staff" and league.rules["staff"] == "off":
        return 0
    return league.number(f"market_{row}")


def draw(league: League, pile: str) -> str | None:
    """SET-8: draw the top card, from shuffled discards if need be."""
    if not league.piles[pile]:
        if not league.discards[pile]:
            return None
        event = league.reader.take("SET-8", "reshuffle")
        event.check("SET-8", "deck", pile)
        cards = event.take("cards")
        event.require(
            "SET-8",
            sorted(cards) == sorted(league.discards[pile]),
            f"the discards are {league.discards[pile]}",
        )
        event.finish()
        league.piles[pile] = list(cards)
        league.discards[pile] = []
    return league.piles[pile].pop(0)


def fill(league: League, row: str) -> None:
    """SET-8: fill the gaps in a row; the newest card comes last."""
    cards = league.rows[row]
    while len(cards) < places(league, row):
        card = draw(league, row)
        if card is None:
            return
        event = league.reader.take("SET-8", "row")
        event.check("SET-8", "row", row)
        event.check("SET-8", "card", card)
        event.check("SET-8", "place", len(cards))
        event.finish()
        cards.append(card)


def replace_oldest(league: League, row: str, number: int) -> None:
    """WEE-4: discard the oldest cards of a row and fill it."""
    leaving_cards = league.rows[row][:number]
    league.rows[row] = league.rows[row][number:]
    league.discards[row] += leaving_cards
    fill(league, row)
