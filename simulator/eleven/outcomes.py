"""Actions, and where money comes from and goes to, in result tables (TAB)."""

from __future__ import annotations

ACTION_WORDS = {
    "hire": "cards hired",
    "sell": "cards sold",
    "staff": "staff taken on",
    "build": "tokens and office steps built",
    "pass": "passes",
    "small": "small sponsors",
    "money": "sponsors for money",
    "bonus": "sponsors for a bonus",
    "shirt": "shirt sponsors",
    "free": "free actions",
}
"""The kinds of actions; those of sponsors are their ways (ACT-5)."""
DONE = tuple(ACTION_WORDS)
DID_HIRE, DID_SELL, DID_STAFF, DID_BUILD, DID_PASS = range(5)
DID_SMALL, DID_MONEY, DID_BONUS, DID_SHIRT, DID_FREE = range(5, len(DONE))
VOTED = ("none", "yellow", "blue", "red")
"""Colours of a board meeting, after none (BOA-2)."""
GOT_DEALT, GOT_HIRED = range(2)
"""Ways of getting a card, as the table of cards names them."""
LEFT = ("kept", "sold", "left the game")
"""Ways of losing a card; a veteran leaves after its last match."""
LEFT_SOLD, LEFT_OUT = range(1, len(LEFT))
EARNED_NAMES = ("budget", "stands", "weekly", "small", "sales", "votes", "effects", "bets")
EARNED_BUDGET, EARNED_STANDS, EARNED_WEEKLY, EARNED_SMALL, EARNED_SALES = range(5)
EARNED_VOTES, EARNED_EFFECTS, EARNED_BETS = range(5, 8)
SPENT_NAMES = ("hire", "youth", "staff", "build", "upkeep")
SPENT_HIRE, SPENT_YOUTH, SPENT_STAFF, SPENT_BUILD, SPENT_UPKEEP = range(5)
