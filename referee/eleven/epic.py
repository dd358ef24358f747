"""EPI-1 to EPI-4: the length, the schedule and the objectives of the Epic league."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.referee.eleven.state import Half, League, Manager
from eoc_sim.referee.eleven.tables import CLUBS_OF_A_DECK

WEEKS_BEFORE_BREAK = 5  # EPI-1
DECK_MATCHES = (4, 3, 3)  # EPI-2: rotated matches against each deck
FULFILLED, PERFECT = 3, 6  # EPI-3


def rotation(league: League, seat: int) -> list[str]:
    """EPI-2: list the clubs that a seat meets under `schedule = rotated`."""
    return [
        clubs[(seat + match) % CLUBS_OF_A_DECK]
        for clubs, number in zip(league.clubs.values(), DECK_MATCHES, strict=True)
        for match in range(number)
    ]


def divisions(decks: Sequence[str]) -> list[list[str]]:
    """EPI-2: list the decks of the lower and of the higher division."""
    lowest, middle, highest = decks
    return [[lowest, middle], [middle, highest]]


def begin_half(manager: Manager) -> None:
    """EPI-3: record the totals at the start of a half."""
    manager.half = Half(
        manager.won,
        manager.clean_wins,
        manager.youngsters_trained,
        len(manager.tokens),
        manager.goals_for,
        manager.goals_against,
        manager.extra_actions,
        manager.wins_by_colour.copy(),
    )
    for member in manager.squad.values():
        member.matches_before = member.matches
        member.goals_before = member.goals


def vp_of(grade: int) -> int:
    """EPI-3: return the VP for an objective missed, fulfilled or perfectly fulfilled."""
    return (0, FULFILLED, PERFECT)[grade]
