"""SOLO: one manager, a scenario and the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eoc_sim.referee.eleven.league import position
from eoc_sim.referee.eleven.season_scoring import grade, measure_objective
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.records import Event

BOARD = 1  # SOLO-2: the seat of the board
GRADES = {"fulfilled": 1, "perfect": 2}  # SCO-5: the values of `grade`


@dataclass(frozen=True)
class Goal:
    """SOLO-1: one condition of a scenario."""

    words: str
    measure: str
    comparison: str  # <= or >=
    number: int
    after_week: int | None

    def is_met(self, value: int) -> bool:
        """Check a value against the bound."""
        return value <= self.number if self.comparison == "<=" else value >= self.number


def scenario(league: League) -> dict[str, str]:
    """SOLO-1: return the row of the scenario."""
    rows = league.data.sheet("scenarios")
    return next(row for row in rows if row["number"] == league.rules["scenario"])


def read_goal(words: str) -> Goal:
    """SOLO-1: read one condition, with the week that it may name."""
    measure, _, remainder = words.partition(" ")
    if remainder in GRADES:
        return Goal(words, measure, ">=", GRADES[remainder], None)
    comparison, number, *after = remainder.split()
    return Goal(words, measure, comparison, int(number), int(after[2]) if after else None)


def goals(league: League) -> list[Goal]:
    """SOLO-1: list the conditions of the scenario."""
    return [read_goal(goal) for goal in scenario(league)["goal"].split(" and ")]


def value_of(league: League, manager: Manager, measure: str) -> int:
    """SOLO-1, SOLO-2: return the value of a condition's measure; totals cover the season."""
    if measure == "position":
        return position(league, manager)
    if measure == "below":
        return sum(points < manager.points for points in league.club_points.values())
    if measure == "leaflet_tokens":
        return sum(league.box.tokens[token].is_new for token in manager.tokens)
    if measure == "objective":
        # EPI-3: in Epic, the objective of the second half
        objective = manager.objective or next(iter(manager.objectives), None)
        return grade(league, manager, objective) if objective else 0
    return measure_objective(league, manager, measure, half_only=False)


def check_goals(league: League, after_week: int | None) -> None:
    """SOLO-2: check the goals due at the end of a week or season."""
    manager = league.managers[0]
    for goal in goals(league):
        is_last = goal.after_week is None or goal.after_week >= league.weeks
        if (None if is_last else goal.after_week) != after_week:
            continue
        value = value_of(league, manager, goal.measure)
        event = league.reader.take("SOLO-2", "goal", manager.seat)
        event.check("SOLO-1", "goal", goal.words)
        event.check("SOLO-1", "value", value)
        event.check("SOLO-1", "met", goal.is_met(value))
        event.finish()
        league.no_solo_goal_missed = league.no_solo_goal_missed and goal.is_met(value)


def check_board(league: League, entry: Event, names: Iterable[str]) -> None:
    """SOLO-2: check the board's entry; the board wins if a goal is missed."""
    entry.check("SOLO-2", "parts", dict.fromkeys(names, 0))
    entry.check("SOLO-2", "score", 0)
    entry.check("SOLO-2", "position", 0)
    entry.check("SOLO-2", "points", 0)
    entry.check("SOLO-2", "rank", 2 if league.no_solo_goal_missed else 1)
    entry.check_fraction("SOLO-2", "win_share", 0 if league.no_solo_goal_missed else 1)
    entry.finish()


def start_conditions(league: League) -> dict[str, str]:
    """SOLO-1: return the changed start conditions, each with its number or ""."""
    if not league.has("solo"):
        return {}
    changes = [part.strip() for part in scenario(league)["changes"].split(";") if part.strip()]
    values = {}
    for change in changes:
        words, _, number = change.rpartition(" ")
        if number.isdigit():
            values[words] = number
        else:
            values[change] = ""
    return values
