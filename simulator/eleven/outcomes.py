"""Words for actions and for sources and uses of money (TAB)."""

from __future__ import annotations

ACTION_WORDS = {
    "hire": "cards hired",
    "sell": "cards sold",
    "staff": "staff taken on",
    "build": "tokens built and office steps bought",
    "pass": "passes",
    "small": "small sponsors",
    "money": "sponsors for money",
    "bonus": "sponsors for a bonus",
    "shirt": "shirt sponsors",
    "free": "free actions",
    "auction": "auctions held",
    "offer": "cards hired from managers",
}
"""The kinds of actions; sponsors have one for each kind of contract (ACT-5)."""
ACTIONS = tuple(ACTION_WORDS)
DID_HIRE, DID_SELL, DID_STAFF, DID_BUILD, DID_PASS = range(5)
DID_SMALL, DID_MONEY, DID_BONUS, DID_SHIRT, DID_FREE = range(5, 10)
DID_AUCTION, DID_OFFER = range(10, 12)
VOTE_COLOURS = ("none", "yellow", "blue", "red")
"""``none``, then the colours of a board meeting (BOA-2)."""
ACQUISITIONS = ("dealt", "hired", "auction", "offer")
GOT_DEALT, GOT_HIRED, GOT_AUCTION, GOT_OFFER = range(4)
"""Ways of getting a card, as in the table `players`."""
DEPARTURES = ("kept", "sold", "left the game", "to a manager")
"""Ways of losing a card; a veteran leaves after its last match."""
LEFT_SOLD, LEFT_GAME, LEFT_TO_MANAGER = range(1, len(DEPARTURES))
DEALS = ("none", "sale", "auction", "offer")
"""Kinds of deals, as ``table.deal`` numbers them (TRA, MKT)."""
SALE_POSITIONS = ("none", "defender", "midfielder", "forward")
"""Positions whose market amount applies to a sale (MKT-2)."""
EARNED_WORDS = {
    "budget": "money from the budget",
    "stands": "money from the stands",
    "weekly": "weekly money from sponsors",
    "small": "money from small sponsors",
    "sales": "money from sales",
    "votes": "money from board meetings",
    "effects": "money from effects",
    "market": "money from the market",
    "bets": "money from bets",
}
"""The sources of money."""
EARNED_BUDGET, EARNED_STANDS, EARNED_WEEKLY, EARNED_SMALL, EARNED_SALES = range(5)
EARNED_VOTES, EARNED_EFFECTS, EARNED_MARKET, EARNED_BETS = range(5, 9)
SPENT_WORDS = {
    "hire": "money for players",
    "youth": "money for youngsters",
    "staff": "money for staff",
    "build": "money for building",
    "upkeep": "money for upkeep",
}
"""The uses of money."""
SPENT_HIRE, SPENT_YOUTH, SPENT_STAFF, SPENT_BUILD, SPENT_UPKEEP = range(5)
