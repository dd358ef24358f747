"""EXT-1: the unique set-up cards, which change a manager's boards."""

from __future__ import annotations

from eoc_sim.referee.eleven.language import parse
from eoc_sim.referee.eleven.state import League, Manager

STAND_2, UPKEEP, CONSEQUENCES, FREE_SPACES, BEYOND, BELOW, AFTER, OFFICE = (
    f"Q{number}" for number in range(1, 9)
)
CHANGED_FACES = (1, 4)  # of the consequence die


def read_unique(league: League) -> None:
    """EXT-1: read each manager's two cards, one for each side."""
    numbers = [row["number"] for row in league.data.sheet("unique_cards")]
    for manager in league.managers:
        event = league.reader.take("EXT-1", "unique", manager.seat)
        for side in ("positive", "negative"):
            card = event.take(side)
            event.require("EXT-1", card in numbers, f"the cards left are {numbers}")
            numbers.remove(card)
            row = next(row for row in league.data.sheet("unique_cards") if row["number"] == card)
            manager.unique[card] = row[side]
            effect = "; ".join(f"after: {clause}" for clause in row[side].split(";"))
            league.unique_clauses[card] = parse(effect) if card == AFTER else []
        event.finish()


def replacement(manager: Manager, card: str, printed_number: int) -> int:
    """EXT-1: return a number on the boards, or a card's replacement for it."""
    return int(manager.unique.get(card, printed_number))


def shift(manager: Manager, card: str) -> int:
    """EXT-1: return by how much a card changes a number on the boards."""
    return int(manager.unique.get(card, 0))


def line_of_consequences(manager: Manager, face: int, printed_line: str) -> str:
    """EXT-1: return a line of consequences, or a card's replacement for it."""
    if CONSEQUENCES not in manager.unique or face not in CHANGED_FACES:
        return printed_line
    line = manager.unique[CONSEQUENCES].split()[CHANGED_FACES.index(face)]
    return "-" if line == "none" else line
