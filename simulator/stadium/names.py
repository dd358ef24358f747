"""The names in Stadium's components; codes are indices into these tuples.

This module imports nothing, so that the compiled engine may import it.
"""

TOKENS = ("money", "equipment", "wins", "entertainment", "construction")
"""An owner's tokens, which also serve as payment."""
GAINS = (*TOKENS, "cards")
"""The gains of an effect.

Each unit of "cards" is one card bonus (BON-4).
"""
ACTIONS = (
    "equipment",
    "train",
    "hire",
    "playbook",
    "build",
    "tickets",
    "draft",
    "sponsorship",
    "merchandising",
)
"""The actions of spaces 1 to 9, in this order (PLA-3)."""
MOMENTS = ("football", "star", *ACTIONS)
"""The moments of effects: game time, an employee's star, and each action."""
FOOTBALL = 0
STAR = 1
FIRST_ACTION = 2
"""The moment of space 1; add n - 1 for space n."""
BONUSES = ("money", "equipment", "wins", "entertainment", "construction", "card", "star", "first")
"""The bonuses on bonus spaces (BON-3 to BON-6)."""
CARD_BONUS = 5
FIRST_BONUS = 7
CATEGORIES = ("season", "playoffs", "championship", "bowl")
"""The categories of the field, in their order (ACT-9)."""
LOSSES = (*TOKENS, "employee", "player")
"""The losses that a stack may inflict on every owner (LOS-2)."""
SPACES = 9
DRAFT = 7
"""The Draft space, the only one with a first choice."""
LEVELS = 3

MAX_KINDS = 64
"""The maximum number of kinds of card in a deck.

The sizes of the engine's records set this limit and those below.
"""
MAX_CARDS = 96
"""The maximum number of cards in a deck, counting copies."""
MAX_COPIES = 4
"""The maximum number of copies of a row.

``box.player_item`` and ``box.employee_item`` have an entry for each possible copy of each row, row
by row.
"""
MAX_BUILDINGS = 32
MAX_SQUARES = 32
MAX_BONUSES = 6
MAX_CLAUSES = 6
"""The maximum number of clauses in one effect."""
MAX_TOTAL_CLAUSES = 512
"""The maximum number of clauses in all effects together."""
MAX_POINTS = 60
MAX_PRICE = 30
"""The maximum number of tokens in a price, gain or salary."""
MAX_WINS = 99
"""The maximum number of wins for a square or a ticket step."""
MAX_STEPS = 8
"""The maximum number of steps in the ticket table."""
MAX_POINT_TOKENS = 12
VPS_WITH_TWO_OWNERS, VPS_WITH_MORE_OWNERS = 3, 2
"""The VPs that each owner starts with if ``vps_start`` is auto."""
