"""LEA: results of the clubs, and the table."""

from __future__ import annotations

from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import DRAW, LOSS, WIN
from eoc_sim.referee.records import Event

FACES = range(1, 7)


def credit(league: League, manager: Manager, outcome: int) -> int:
    """MAT-11: credit a manager with a result; return the points."""
    manager.outcome = outcome
    manager.goals_for += manager.goals
    manager.goals_against += manager.against
    manager.won += outcome == WIN
    manager.drawn += outcome == DRAW
    manager.lost += outcome == LOSS
    points = points_of(league, manager.outcome)
    manager.points += points
    return points


def result(goals: int, against: int) -> int:
    """MAT-11: compare the goals; return the result, coded as on a club's die."""
    return WIN if goals > against else DRAW if goals == against else LOSS


def points_of(league: League, outcome: int) -> int:
    """MAT-11, LEA-4: return the points for a win, draw or loss."""
    return league.number("win_points") if outcome == WIN else outcome


def results_of_clubs(league: League) -> None:
    """LEA-4: check the clubs' results of the week and add them up."""
    opponents: dict[str, Manager] = {}
    for manager in league.in_turn_order():
        club = manager.schedule[league.week - 1]
        if club is not None:
            opponents.setdefault(club, manager)  # LEA-3: the first one counts
    event = league.reader.take("LEA-4", "clubs")
    records = event.take("clubs")
    event.require("LEA-4", len(records) == len(league.club_points), "every club must have an entry")
    for club, record in zip(league.club_points, records, strict=True):
        entry = event.part(f"club {club}", record)
        entry.check("LEA-1", "club", club)
        league.club_points[club] += result_of_club(league, entry, club, opponents.get(club))
        entry.finish()
    event.finish()


def result_of_club(league: League, entry: Event, club: str, opponent: Manager | None) -> int:
    """LEA-4: check one club's result; return its points."""
    is_mirrored = opponent is not None and league.rules["facing"] == "mirror"
    entry.check("LEA-4", "met", opponent.seat if opponent is not None and is_mirrored else None)
    if opponent is not None and is_mirrored:
        outcome = result(opponent.against, opponent.goals)
        entry.check("LEA-4", "die", None)
    elif opponent is None and league.rules["club_dice"] == "off":
        outcome = LOSS
        entry.check("LEA-4", "die", None)
    else:
        outcome = read_roll(league, entry, club)
    league.club_outcomes[club] = outcome
    points = points_of(league, outcome)
    entry.check("LEA-4", "points", points)
    return points


def read_roll(league: League, entry: Event, club: str) -> int:
    """LEA-4: read a club's die; return the meaning of its face."""
    face = entry.take("die")
    entry.require("LEA-4", type(face) is int and face in FACES, "a die shows 1 to 6")
    return league.data.dice[league.data.clubs[club].colour][face - 1]


def position(league: League, manager: Manager) -> int:
    """LEA-5: count the teams ahead of a manager, plus one."""
    clubs = list(league.club_points.values())
    teams_ahead = sum(points > manager.points for points in clubs)
    teams_ahead += sum(other.points > manager.points for other in league.managers)
    if league.rules["league_ties"] == "against":
        teams_ahead += clubs.count(manager.points)
    return 1 + teams_ahead


def position_vp(league: League, manager: Manager) -> int:
    """SCO-1, EPI-10: return the VP for a manager's position."""
    kind = league.rules["position_vp"]
    if league.has("epic") and kind == "standard":
        kind = "epic"
    table = league.data.position_vp[kind]
    return table[min(position(league, manager), len(table)) - 1]


def check_table(league: League) -> None:
    """LEA-1, LEA-5: check the table reported at the end of the week."""
    event = league.reader.take("LEA-1", "table")
    event.check("WEE-4", "week", league.week)
    entries = event.entries("LEA-1", "managers", len(league.managers))
    for manager, entry in zip(league.managers, entries, strict=True):
        entry.check("MAT-11", "points", manager.points)
        for name in ("won", "drawn", "lost", "goals_for", "goals_against"):
            entry.check("MAT-11", name, getattr(manager, name))
        entry.check("LEA-5", "position", position(league, manager))
        entry.check("SCO-1", "score", position_vp(league, manager))
        entry.finish()
    clubs = [{"club": club, "points": points} for club, points in league.club_points.items()]
    event.check("LEA-4", "clubs", clubs)
    event.finish()
