"""MKT: transfer cards, which change the income from a sale."""

from __future__ import annotations

from eoc_sim.referee.eleven.state import League, Member
from eoc_sim.referee.records import Event

POSITIONS = {"D": "defender", "M": "midfielder", "F": "forward"}


def set_up_market(league: League) -> None:
    """MKT-1: read the top card of the pile, cut at random."""
    numbers = [row["number"] for row in league.data.sheet("transfers")]
    event = league.reader.take("MKT-1", "market")
    top = event.take("transfer")
    event.require("MKT-1", top in numbers, f"the transfer cards are {numbers}")
    event.finish()
    place = numbers.index(top)
    league.transfer_cards = numbers[place:] + numbers[:place]


def read_amount(league: League, event: Event, member: Member) -> int:
    """MKT-2: return the amount that a transfer card adds to a sale.

    The amount depends on the position of the card sold; if it has several, the manager chooses one.
    The transfer card then goes under the pile.
    """
    if not league.has("market"):
        event.check("MKT-2", "transfer", None)
        event.check("MKT-2", "position", None)
        event.check("MKT-2", "market", 0)
        return 0
    top, *later_cards = league.transfer_cards
    league.transfer_cards = [*later_cards, top]
    event.check("MKT-2", "transfer", top)
    position = event.take("position")
    positions = [POSITIONS[name] for name in member.positions if name in POSITIONS]
    is_allowed = position in positions if positions else position is None
    event.require("MKT-2", is_allowed, f"the positions that count are {positions}")
    row = next(row for row in league.data.sheet("transfers") if row["number"] == top)
    amount = int(row[position]) if position else 0
    event.check("MKT-2", "market", amount)
    return amount
