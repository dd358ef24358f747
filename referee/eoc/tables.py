"""The rulebook's fixed words and tables, each with its rule."""

from __future__ import annotations

from typing import Any

from eoc_sim.referee.records import Words

# Names. Regions are in the order of their colours.
COLOURS = ["green", "purple", "yellow", "blue", "orange", "magenta"]
WORDS = Words(seat="player", tokens=tuple(COLOURS), tokens_together="EC")
REGIONS = ["Northwest", "Southwest", "Texas", "Midwest", "South", "Northeast"]
COLOUR_OF_REGION = dict(zip(REGIONS, COLOURS, strict=True))
PLAYER_REGIONS = ["Northwest", "Texas", "Midwest", "South"]  # regions with an HQ
SOLO_REGIONS = ["Northwest", "Texas", "Midwest"]  # SOLO-1
REGIONS_ROUND_THE_TABLE = ["Northwest", "Midwest", "South", "Texas"]  # SET-17
POSITIONS = ["QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB"]
CARD_TYPES = ["culture", "personnel", "fundraising"]

# Months 1 to 12.
MONTHS = [
    "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december", "january", "february",
]  # fmt: skip
LAST_MONTH = 12
NOVEMBER = 9

MARKETING = {1: 1, 3: 2, 5: 3, 8: 4, 12: 5, 18: 6, 24: 7, 30: 8}  # ACT-8: BB -> stars
POSITION_STARS = [0, 1, 2, 4, 8, 12, 18, 24, 32]  # SCO-3
REGION_STARS = [0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32]  # SCO-4; the last is for ten or more
ALL_FIVE_STARS = 15  # SCO-5
TOP_THREE_STARS = 5  # SCO-5
VMD_FACES = [0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 2, -2]  # ACT-7

FREE_MOVES = [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]  # ACT-4, by month
POOL_CHANGES = [3, 6, 9]  # END-2: after May, August and November

# SCO-8
PARTS = [
    "cards", "card_effects", "coach_effects", "recruits", "marketing", "end_cards",
    "final_marketing", "positions", "region_points", "board_points", "trade_fees",
    "order_stars",
]  # fmt: skip


def position_stars(unique_positions: int) -> int:
    """SCO-3: return the stars for this many different positions."""
    return POSITION_STARS[unique_positions]


def region_stars(recruits: int) -> int:
    """SCO-4: return the stars for this many recruits from one region."""
    return REGION_STARS[min(recruits, 10)]


def full_value_month(month: int, value: int) -> int:
    """DIC-5: find the month that receives a die taken at full value.

    The month may be past February.
    """
    return month + value - 1


def half_value(value: int) -> int:
    """DIC-6: return the EC of a die taken at half value."""
    return max(1, value // 2)


# SWI: every switch with the values that it may take.
ON_OFF = ["on", "off"]
SWITCHES: dict[str, list[Any]] = {
    "start_bucks": list(range(61)),
    "seeded_months": list(range(13)),
    "hand": list(range(1, 6)),
    "dealer_bonus": list(range(3)),
    "pool_start": ["auto", "2xplayers", *range(13)],
    "stash": ["choose4of6", "deal5", "open_draft", "starter"],
    "coach_choice": ["random", "reverse_turn_order"],
    "coaches": ON_OFF,
    "boards": ON_OFF,
    "regions": ["random", "clockwise"],
    "state_values": ["fixed", "shuffled"],
    "vmd": ON_OFF,
    "dice_use": ["standard", "any_month"],
    "dice_draft": ["shared", "exclusive"],
    "dice_order": ["rounds", "snake", "together"],
    "dice_repeats": ["auto", 1, 2],
    "trade_fee": ["bb1", "stars2", "ec2", "none"],
    "free_moves": ["printed", "three", "none", "none_at_all"],
    "packages": ["lost", "refunded"],
    "auction": ON_OFF,
    "chain": ["on", "off", "back_in_february"],
    "pick_order": ["printed", "reversed"],
    **{f"order_bucks_{place}": list(range(21)) for place in (1, 2, 3, 4)},
    **{f"order_stars_{place}": list(range(21)) for place in (1, 2, 3, 4)},
    "tiebreak2": ["positions", "recruits"],
    "ties": ["broken", "shared"],
    "solo": ON_OFF,
}
