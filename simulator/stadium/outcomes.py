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
    DONE_NOT,
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
HOW_NAMES = ("draft", "swap")
OUT_KEPT, OUT_SWAPPED, OUT_CASHED, OUT_UNPAID, OUT_INJURY = range(5)
PLAYER_OUT_NAMES = ("kept", "swapped", "cashed", "unpaid", "injury")
EMPLOYEE_KEPT, EMPLOYEE_FACE_DOWN, EMPLOYEE_UNPAID, EMPLOYEE_FIRED = range(4)
EMPLOYEE_OUT_NAMES = ("kept", "face_down", "unpaid", "fired")
