"""MAT-6 to MAT-11: one match against a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

from eoc_sim.referee.eleven.league import credit, result
from eoc_sim.referee.eleven.pitch import FACING, SECTIONS, Marker, Team
from eoc_sim.referee.eleven.referees import goals_of_referee
from eoc_sim.referee.eleven.season_match import check_cards, count_goals, goals_of_effects
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import JERSEYS
from eoc_sim.referee.eleven.tactics import FLIP, GLOVES, GOAL, Situation

OTHER_SIDE = {"ball": "shield", "shield": "ball"}


def reveal(league: League, manager: Manager) -> None:
    """MAT-6: read the line-up, which must be one of the club's."""
    event = league.reader.take("MAT-6", "reveal", manager.seat)
    club = league.club_of(manager)
    event.check("LEA-2", "club", club)
    line_ups = league.line_ups(club)
    number = event.take("line_up")
    event.require("MAT-6", number in line_ups, f"club {club} has the line-ups {list(line_ups)}")
    manager.opponents = line_ups[number]
    event.finish()


def situation(league: League, manager: Manager, quiet_centre: bool = False) -> Situation:
    """Gather the facts for a tactic's conditions."""
    above = league.club_points[league.club_of(manager)] > manager.points
    return Situation(manager.team, above, quiet_centre)


def effects(league: League, manager: Manager) -> None:
    """MAT-6: read the markers that a tactic turns before the match."""
    flips: list[int] = []
    while league.reader.next_is("effect", manager.seat):
        event = league.reader.take("MAT-6", "effect", manager.seat)
        tactic = manager.tactic
        if tactic is None:
            event.fail("MAT-6", "no tactic card was played")
        event.check("MAT-6", "tactic", tactic.number)
        maximum = tactic.amount(FLIP, situation(league, manager))
        event.require(
            "MAT-6",
            len(flips) < maximum,
            f"tactic {tactic.number} may turn at most {maximum} of the markers",
        )
        jersey = event.take("jersey")
        free = [number for number in JERSEYS if number not in flips]
        event.require(
            "MAT-6",
            type(jersey) is int and jersey in free,
            f"the markers not yet turned are {free}",
        )
        flips.append(jersey)
        manager.team = turn_marker(manager.team, jersey)
        event.check("MAT-2", "side", side_of(manager.team, jersey))
        event.finish()


def turn_marker(team: Team, jersey: int) -> Team:
    """MAT-6: turn one marker of a team."""
    markers = [
        replace(marker, side=OTHER_SIDE[marker.side]) if marker.number == jersey else marker
        for marker in team.markers
    ]
    return replace(team, markers=markers)


def side_of(team: Team, jersey: int) -> str:
    """Return the side that a marker shows."""
    return next(marker.side for marker in team.markers if marker.number == jersey)


def strength_rank(marker: Marker) -> tuple[bool, int, int]:
    """MAT-8: return a sort key that is greatest for the strongest ball.

    Balls that ignore the keeper rank above all others. Among equally strong balls, the one with the
    lowest number ranks highest.
    """
    return marker.ignores_keeper, marker.strength, -marker.number


def choose_stops(balls: list[Marker], shields: list[Marker]) -> list[Marker]:
    """MAT-8: choose which of a section's balls are stopped by shields.

    As many balls as possible are stopped, the strongest ones if there is a choice.
    """
    ways = [
        stops
        for number in range(len(balls) + 1)
        for stops in combinations(balls, number)
        if can_stop(shields, stops)
    ]
    best = max(ways, key=lambda way: (len(way), sorted(map(strength_rank, way), reverse=True)))
    return list(best)


def can_stop(shields: list[Marker], balls: Sequence[Marker]) -> bool:
    """MAT-8: check if each ball can have a strong enough shield."""
    return any(
        all(
            shield.strength >= ball.strength + ball.feints
            for shield, ball in zip(order, balls, strict=True)
        )
        for order in permutations(shields, len(balls))
    )


def shots(own_team: Team, opponent: Team) -> list[Marker]:
    """MAT-7, MAT-8: list the balls that no shield stops."""
    free_balls = []
    for section, facing in FACING.items():
        balls = own_team.section(section, "ball")
        stops = choose_stops(balls, opponent.section(facing, "shield"))
        free_balls += [ball for ball in balls if ball not in stops]
    return free_balls


def can_save(team: Team, shot: Marker) -> bool:
    """MAT-9: check that a team's keeper is strong enough and not ignored."""
    return shot.strength <= team.keeper_strength and not shot.ignores_keeper


def choose_saved(shots_on_goal: list[Marker], team: Team) -> list[Marker]:
    """MAT-9: choose the shots that a team's keeper saves.

    They are the strongest shots within the keeper's strength; ties go to the highest numbers.
    """
    savable_shots = [shot for shot in shots_on_goal if can_save(team, shot)]
    savable_shots.sort(key=lambda shot: (shot.strength, shot.number), reverse=True)
    return savable_shots[: team.gloves]


def by_section(markers: list[Marker]) -> list[int]:
    """MAT-1: count markers by their own team's section."""
    return [sum(marker.cell in cells for marker in markers) for cells in SECTIONS.values()]


def play_match(league: League, manager: Manager) -> None:
    """MAT-7 to MAT-11: work out a match and check the traced result."""
    tactic, opponent = manager.tactic, manager.opponents
    season = league.is_season()
    gloves = tactic.amount(GLOVES, situation(league, manager)) if tactic and not season else 0
    own_team = replace(manager.team, gloves=manager.team.gloves + gloves)
    tries, tries_against = shots(own_team, opponent), shots(opponent, own_team)
    saves_against, saves = choose_saved(tries, opponent), choose_saved(tries_against, own_team)
    goals = [attempt for attempt in tries if attempt not in saves_against]
    scored_against = [attempt for attempt in tries_against if attempt not in saves]
    # The centre is quiet if the opponent's central attack has not scored.
    quiet_centre = not any(attempt.cell in SECTIONS["attack"] for attempt in scored_against)
    # MAT-10: the goals of a tactic come after the second phase.
    if season:
        extra = goals_of_effects(league, manager, quiet_centre)
    else:
        extra = tactic.amount(GOAL, situation(league, manager, quiet_centre)) if tactic else 0
    manager.goals = len(goals) + extra
    manager.against = len(scored_against)
    manager.match.scorers = sorted(scorer.number for scorer in goals)
    scoring_again, against = goals_of_referee(league, manager)
    manager.goals += len(scoring_again)
    manager.against += against

    event = league.reader.take("MAT-10", "match", manager.seat)
    event.check("LEA-2", "club", league.club_of(manager))
    event.check("MAT-8", "shots", by_section(tries))
    event.check("MAT-9", "goals_of", by_section(goals))
    event.check("MAT-8", "shots_against", by_section(tries_against))
    event.check("MAT-9", "goals_against_of", by_section(scored_against))
    event.check("MAT-9", "saves", len(saves))
    event.check("MAT-9", "saves_against", len(saves_against))
    event.check("MAT-10", "tactic_goals", extra)
    event.check("MAT-10", "goals", manager.goals)
    event.check("MAT-9", "against", manager.against)
    event.check("MAT-9", "scorers", manager.match.scorers)
    event.check("MAT-11", "points", credit(league, manager, result(manager.goals, manager.against)))
    if season:
        check_cards(manager, event)
        count_goals(manager, [*manager.match.scorers, *scoring_again])
    event.finish()
