"""The records that unique cards and solo add to the state (EXT-1, SOLO)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.names import UNIQUE_SUBJECTS
from eoc_sim.simulator.eleven.sizes import (
    CHANGED_FACES,
    MAX_GOALS,
    MAX_INFRASTRUCTURE,
    MAX_MANAGERS,
    MAX_UNIQUE_CARDS,
    RESOURCES,
    UNIQUE_SIDES,
)
from eoc_sim.simulator.kernel.fields import Array, Record, field

SUBJECTS = len(UNIQUE_SUBJECTS)
STAND_2, UPKEEP_COLUMNS, CHANGED_LINES, FREE_SPACES = range(4)
BEYOND_5, BELOW_1, AFTER_MATCH, OFFICE_COSTS = range(4, SUBJECTS)
"""Subjects of unique cards, which are columns of ``table.board_change``."""


class UniqueBoards(Record):
    """Unique cards and goals."""

    unique_cards: Array = field(
        "the seat's two unique cards, -1 if none; after the choice, the card whose good side is up "
        "comes first",
        MAX_MANAGERS,
        UNIQUE_SIDES,
        by="seat, side",
        kind=np.int16,
    )
    board_change: Array = field(
        "what unique cards add to the seat's boards: places in stand 2, columns of upkeep, lines "
        "of consequences, free spaces, resources beyond 5, VP lost below 1, nothing (unused), the "
        "cost of an office step",
        MAX_MANAGERS,
        SUBJECTS,
        by="seat, subject",
        kind=np.int16,
    )
    goal_value: Array = field(
        "in solo: the value of a goal when it was checked", MAX_GOALS, by="goal", kind=np.int16
    )
    goal_met: Array = field(
        "in solo: 0 not checked yet, 1 missed, 2 met", MAX_GOALS, by="goal", kind=np.int8
    )


class LeafletFacts(Record):
    """Unique cards, and the scenario of a solo game."""

    unique_subject: Array = field("what a unique card changes", MAX_UNIQUE_CARDS, by="unique card")
    unique_adds: Array = field(
        "what a side adds to `table.board_change`; if it changes consequences, its index in "
        "`table.unique_line`, plus 1",
        MAX_UNIQUE_CARDS,
        UNIQUE_SIDES,
        by="unique card, side",
    )
    unique_line: Array = field(
        "a side's consequences for faces 1 and 4: indexes of CONSEQUENCES",
        MAX_UNIQUE_CARDS * UNIQUE_SIDES,
        CHANGED_FACES,
        by="2 times the unique card plus the side, face",
    )
    unique_line_amount: Array = field(
        "the amounts of these consequences",
        MAX_UNIQUE_CARDS * UNIQUE_SIDES,
        CHANGED_FACES,
        by="2 times the unique card plus the side, face",
    )
    first_level: Array = field(
        "starting level, before directors change it", RESOURCES, by="statistic"
    )
    veterans_dealt: int = field("1: each manager is dealt a veteran")
    token_is_new: Array = field("1: it is from the leaflet", MAX_INFRASTRUCTURE, by="token")
    goals: int = field("goals of the scenario, 0 without solo")
    first_goal: int = field("the scenario's first goal, in `dims/goals`")
    goal_measure: Array = field("what a goal counts", MAX_GOALS, by="goal")
    goal_number: Array = field("the number that a goal asks for", MAX_GOALS, by="goal")
    goal_at_most: Array = field("1: at most this number", MAX_GOALS, by="goal")
    goal_after: Array = field(
        "the week after which a goal is checked, 0 at the end", MAX_GOALS, by="goal"
    )
