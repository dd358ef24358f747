"""SCO-1 to SCO-6: the parts of a season's score."""

from __future__ import annotations

from eoc_sim.referee.eleven.effects import count, holds, options
from eoc_sim.referee.eleven.epic import WEEKS_BEFORE_BREAK, vp_of
from eoc_sim.referee.eleven.league import position_vp
from eoc_sim.referee.eleven.state import Half, League, Manager
from eoc_sim.referee.eleven.tables import MONEY

LOYAL_MATCHES = 3
MONEY_PER_VP = 5


def parts(league: League, manager: Manager) -> dict[str, int]:
    """SCO-7: return the parts as if the game ended now, end effects included."""
    vp_at_end = 0 if league.is_over else end_vp(league, manager)
    box = league.box
    return {
        "league": position_vp(league, manager),
        "youngsters": manager.sold_vp
        + sum(
            member.card.vp
            for member in manager.squad.values()
            if member.trained and not member.is_scored
        ),
        "stadium": sum(box.tokens[token].vp for token in manager.tokens)
        + box.office_vp[manager.office],
        "staff": staff_vp(league, manager),
        "objective": objective_vp(league, manager),
        "effects": manager.effects_vp + vp_at_end,
        "penalties": manager.penalty_vp,
        "money": manager.resources[MONEY] // MONEY_PER_VP * league.number("money_vp"),
    }


def end_vp(league: League, manager: Manager) -> int:
    """SCO-6: add up the VP from end effects without a cost."""
    return sum(
        option.clause.number(count(league, manager, option.clause.counter))
        for option in options(league, manager, "end")
        if option.clause.gain == "vp"
        and not any(option.clause.cost)
        and all(
            holds(league, manager, condition, option.source)
            for condition in option.clause.conditions
        )
    )


def staff_per_colour(league: League, manager: Manager) -> list[int]:
    """SCO-4: count the staff cards of each colour."""
    colours = [league.box.staff[number].colour for number in manager.staff]
    return [colours.count(colour) for colour in sorted(set(colours))]


def staff_vp(league: League, manager: Manager) -> int:
    """SCO-4: return the VP for sets of one colour."""
    table = league.box.staff_set_vp
    return sum(table[min(number, len(table) - 1)] for number in staff_per_colour(league, manager))


def measure_objective(league: League, manager: Manager, measure: str, half_only: bool) -> int:
    """SCO-5, EPI-3, SOLO-2: return a measure's value in the current half, or in the season."""
    squad = manager.squad.values()
    half = manager.half if half_only else Half()
    best: Half | Manager = half if half_only else manager
    if measure.startswith("beat "):
        colour = measure.removeprefix("beat ")
        return manager.wins_by_colour[colour] - half.wins_by_colour[colour]
    measures = {
        "trained_youngsters": manager.youngsters_trained - half.youngsters_trained,
        "youngsters": sum(member.card.kind == "youngsters" for member in squad),
        "wins": manager.won - half.won,
        "margin": best.largest_margin,
        "clean_wins": manager.clean_wins - half.clean_wins,
        "money": manager.resources[MONEY],
        "tokens": len(manager.tokens) - half.tokens,
        "loyal_cards": sum(
            member.matches - half_only * member.matches_before >= LOYAL_MATCHES for member in squad
        ),
        "stand_fans": best.fullest_stands,
        "staff_colour": max(staff_per_colour(league, manager), default=0),
        "conceded": manager.goals_against - half.goals_against,
        "goals": manager.goals_for - half.goals_for,
        "card_goals": best.card_goals,
        "extra_actions": manager.extra_actions - half.extra_actions,
    }
    return measures[measure]


def grade(league: League, manager: Manager, number: str) -> int:
    """SCO-5: return an objective's grade: 0 missed, 1 fulfilled, 2 perfect."""
    objective = league.box.objectives[number]
    sign = -1 if objective.measure == "conceded" else 1  # its targets are upper bounds
    value = sign * measure_objective(league, manager, objective.measure, half_only=True)
    return sum(value >= sign * target for target in (objective.fulfilled, objective.perfect))


def objective_vp(league: League, manager: Manager) -> int:
    """SCO-5, EPI-3: return the VP for objectives, twice as many for a perfect one."""
    if league.has("epic"):
        if league.week <= WEEKS_BEFORE_BREAK and not league.is_in_break:
            return 0  # the first objective is scored in the Break
        second_half_vp = sum(
            vp_of(grade(league, manager, objective)) for objective in manager.objectives
        )
        return manager.half_vp + second_half_vp
    if manager.objective is None:
        return 0
    return grade(league, manager, manager.objective) * league.number("objective_vp")
