"""Codes for the outcomes in Stadium's result tables, and their names."""

from __future__ import annotations

(
    SPENT_HIRE,
    SPENT_VP,
    SPENT_FIELD,
    SPENT_BUILDINGS,
    SPENT_CHANGE,
    SPENT_DRAFT,
    SPENT_SALARIES,
    SPENT_LOST,
    SPENT_EFFECTS,
) = range(9)
SPENT_NAMES = (
    "hire",
    "vps",
    "field",
    "buildings",
    "change",
    "draft",
    "salaries",
    "losses",
    "effects",
)
(
    EARNED_BONUS,
    EARNED_STAR,
    EARNED_TICKETS,
    EARNED_SPONSORSHIP,
    EARNED_MERCHANDISING,
    EARNED_FOOTBALL,
    EARNED_CASHED,
    EARNED_EFFECTS,
) = range(8)
EARNED_NAMES = (
    "bonus",
    "star",
    "tickets",
    "sponsorship",
    "merchandising",
    "football",
    "cashed",
    "effects",
)
(
    NOT_DONE,
    DONE_NOTHING,
    DONE_GAIN,
    DONE_TRAIN,
    DONE_HIRE,
    DONE_VP,
    DONE_HIRE_BOTH,
    DONE_WIN,
    DONE_FIELD,
    DONE_CHANGE,
    DONE_BUILD,
    DONE_TICKETS,
    DONE_DRAFT,
    DONE_SWAP,
    DONE_CASH_POINTS,
    DONE_CASH_MONEY,
) = range(16)
DONE_NAMES = (
    "not",
    "nothing",
    "gain",
    "train",
    "hire",
    "vp",
    "hire and vp",
    "win",
    "field",
    "change",
    "build",
    "tickets",
    "draft",
    "swap",
    "cash points",
    "cash money",
)
"""The results of a VP's action.

With "not", the VP did not act; with "nothing", its action had no result.
"""
JOINED_BY_DRAFT, JOINED_BY_SWAP = range(2)
JOINED_BY_NAMES = ("draft", "swap")
"""The ways in which a player joins an owner, in column ``how``."""
OUT_KEPT, OUT_SWAPPED, OUT_CASHED, OUT_UNPAID, OUT_INJURY = range(5)
PLAYER_OUT_NAMES = ("kept", "swapped", "cashed", "unpaid", "injury")
EMPLOYEE_KEPT, EMPLOYEE_FACE_DOWN, EMPLOYEE_UNPAID, EMPLOYEE_FIRED = range(4)
EMPLOYEE_OUT_NAMES = ("kept", "face_down", "unpaid", "fired")
