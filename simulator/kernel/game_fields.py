"""State fields that every game's kernel and result tables need."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.fields import Field, field


def note_fields(memory: int, round_word: str) -> dict[str, Field]:
    """Declare a strategy's memory and random numbers, in ``me``."""
    return {
        "memory": field(
            "the strategy's own whole numbers: 0 at the start of a game, kept from decision to "
            "decision; `MEMORY` gives them names",
            memory,
            by="index",
        ),
        "draws": field(f"how many random numbers were drawn this {round_word}; `draw` counts them"),
        "key": field(
            "the strategy's own stream of random numbers, only for `draw`",
            2,
            by="0 or 1",
            kind=np.uint64,
        ),
    }


def search_fields(horizon: str) -> dict[str, Field]:
    """Declare the terms of a search, in ``order``."""
    return {
        "candidate": field("in `propose`: the number of the requested candidate, from 1"),
        "rollouts": field("maximum number of games that a search plays out; 0 for no search"),
        "caution": field(
            "in a search: how much better than the seat's own plan a candidate must be, in "
            "hundredths of a standard error"
        ),
        "horizon": field(f"in a search: {horizon}"),
    }


def question_fields() -> dict[str, Field]:
    """Declare the decision in progress, in ``box``, for error messages."""
    return {
        "blamed_seat": field("the seat asked, until its answer is accepted"),
        "function": field("the function that was called"),
        "answering": field("1 while this function runs"),
    }


def standing_fields(seats: int) -> dict[str, Field]:
    """Declare who plays, leads and wins, in ``box``, for the tables."""
    return {
        "decisions": field(),
        "entry": field("which entry of the line-up sits here", seats),
        "leader": field("the last seat that led alone, -1 if none"),
        "lead_changes": field(),
        "leader_round": field(
            "the round since which the leader has led alone, 0 while the lead is shared"
        ),
        "rank": field("", seats),
        "sharers": field(),
        "shares": field("1 if the seat shares the win", seats),
        "winner": field(),
    }
