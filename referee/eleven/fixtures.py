"""LEA-2, LEA-3, EPI-2, PVP-1, PVP-2: each week's opponents."""

from __future__ import annotations

from eoc_sim.referee.eleven.epic import WEEKS_BEFORE_BREAK, divisions
from eoc_sim.referee.eleven.epic import rotation as rotated_in_epic
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import CLUBS_OF_A_DECK
from eoc_sim.referee.ranking import clockwise
from eoc_sim.referee.records import Event

# PVP-1: the pairs of the last weeks, by number of managers. 0 is the first manager of week 1.
PAIRS = {
    2: [[(0, 1)]],
    3: [[(0, 1)], [(1, 2)], [(0, 2)]],
    4: [[(0, 1), (2, 3)], [(0, 3), (1, 2)], [(0, 2), (1, 3)]],
}


# --- Managers


def pairs(league: League, week: int) -> list[tuple[Manager, Manager]]:
    """PVP-1: list a week's pairs of managers."""
    if not league.has("league_matches") or len(league.managers) not in PAIRS:
        return []
    weeks = PAIRS[len(league.managers)]
    place = week - 1 - (league.weeks - len(weeks))
    order = clockwise(league.managers, league.first)
    return [(order[first], order[second]) for first, second in weeks[place]] if place >= 0 else []


def rival_of(league: League, manager: Manager, week: int) -> Manager | None:
    """PVP-1: find the manager whom a manager plays in a week, if any."""
    for first, second in pairs(league, week):
        if manager is first or manager is second:
            return second if manager is first else first
    return None


def host_visitor_pairs(league: League) -> list[tuple[Manager, Manager]]:
    """PVP-3: list this week's pairs of Host and Visitor, in turn order."""
    order = league.in_turn_order()
    matches = []
    for index, manager in enumerate(order):
        rival = rival_of(league, manager, league.week)
        if rival is not None and order.index(rival) > index:
            matches.append((manager, rival))
    return matches


# --- Clubs


def matches_of_decks(weeks: int) -> list[int]:
    """LEA-2: count the matches against the lower and against the higher deck."""
    lower_matches = min(-(-weeks // 2), CLUBS_OF_A_DECK)
    return [lower_matches, weeks - lower_matches]


def rotation(league: League, seat: int) -> list[str]:
    """LEA-3: list the clubs that a seat meets under `schedule = rotated`."""
    if league.has("epic"):
        return rotated_in_epic(league, seat)
    matches = matches_of_decks(league.weeks)
    return [
        clubs[(seat + match) % CLUBS_OF_A_DECK]
        for clubs, number in zip(league.clubs.values(), matches, strict=True)
        for match in range(number)
    ]


def regular_weeks(league: League, manager: Manager) -> list[int]:
    """PVP-1: list the weeks in which a manager meets a club."""
    weeks = range(1, league.weeks + 1)
    return [week for week in weeks if rival_of(league, manager, week) is None]


def by_week(league: League, manager: Manager, clubs: list[str]) -> list[str | None]:
    """PVP-1: spread a manager's clubs over the weeks; None against managers."""
    weeks = regular_weeks(league, manager)
    queue = iter(clubs)
    return [next(queue) if week in weeks else None for week in range(1, league.weeks + 1)]


def read_schedule(league: League, event: Event) -> None:
    """LEA-2, LEA-3, PVP-2: check the schedules, which are shorter with league matches."""
    if league.rules["schedule"] == "rotated":
        schedule = [
            rotation(league, manager.seat)[: len(regular_weeks(league, manager))]
            for manager in league.managers
        ]
        event.check("LEA-3", "schedule", schedule)
    else:
        schedule = event.take("schedule")
        event.require(
            "LEA-3", len(schedule) == len(league.managers), "every seat must have a schedule"
        )
        for manager, clubs in zip(league.managers, schedule, strict=True):
            check_dealt(league, event, manager, clubs)
    for manager, clubs in zip(league.managers, schedule, strict=True):
        manager.schedule = by_week(league, manager, clubs)


def check_dealt(league: League, event: Event, manager: Manager, clubs: list[str]) -> None:
    """LEA-2, EPI-2, PVP-2: check the clubs dealt to a seat."""
    weeks = len(regular_weeks(league, manager))
    event.require(
        "LEA-2", len(clubs) == weeks, f"the number of clubs must be {weeks}, one per match: {clubs}"
    )
    event.require("LEA-2", len(set(clubs)) == weeks, f"{clubs} has a club twice")
    if league.has("epic"):
        first_matches, halves = WEEKS_BEFORE_BREAK, divisions(league.decks())
    else:
        first_matches = matches_of_decks(league.weeks)[0]
        halves = [[deck] for deck in league.decks()]
    for decks, part in zip(halves, (clubs[:first_matches], clubs[first_matches:]), strict=True):
        choices = {club for deck in decks for club in league.clubs[deck]}
        event.require(
            "LEA-2", set(part) <= choices, f"not all of {part} are clubs of the decks {decks}"
        )
