"""The kinds and steps of deals, and their end (TRA, MKT)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.outcomes import DEALS
from eoc_sim.simulator.kernel.compiled import compiled

NO_DEAL, SALE_DEAL, AUCTION_DEAL, OFFER_DEAL = range(len(DEALS))
"""Values of ``table.deal``."""
OPENING, SHOWING, BIDDING, NEGOTIATING, JUDGING, CLOSING, CHOOSING = range(7)
"""Values of ``table.deal_step``."""
BANK = -1
"""The buyer if no manager gets the card."""
SALE_BONUS = 2
"""The money that a sale pays on top of the card's strength (ACT-2)."""


@compiled
def conclude(table):
    """TRA, MKT: end the deal, and return to the phase in which it began."""
    table.phase = table.deal_after
    table.deal = NO_DEAL
