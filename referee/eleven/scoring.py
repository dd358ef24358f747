"""SCO: scoring and the winner."""

from __future__ import annotations

from eoc_sim.referee.eleven.effects import trigger
from eoc_sim.referee.eleven.league import FACES, position, position_vp
from eoc_sim.referee.eleven.season_scoring import parts
from eoc_sim.referee.eleven.solo import BOARD, check_board, check_goals
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import MONEY
from eoc_sim.referee.ranking import rank, win_share


def parts_of(league: League, manager: Manager) -> dict[str, int]:
    """SCO-7: return a score's parts; the league layer has only one."""
    if league.is_season():
        return parts(league, manager)
    return {"league": position_vp(league, manager)}


def standing(league: League, manager: Manager) -> tuple[int, int, int, int]:
    """SCO-7: return the values that rank a manager, the most important first."""
    score = sum(parts_of(league, manager).values())
    return score, -position(league, manager), manager.points, manager.resources[MONEY]


def end_effects(league: League) -> None:
    """SCO-6: let the end effects happen."""
    if league.is_season():
        for manager in league.in_turn_order():
            trigger(league, manager, "end")
        league.is_over = True


def check_roll_off(league: League, tied_seats: list[int]) -> None:
    """SCO-7: check the roll-off of tied seats, which changes no result.

    The seats with the highest roll roll again, until one is left.
    """
    while len(tied_seats) > 1:
        event = league.reader.take("SCO-7", "roll_off")
        records = event.take("managers")
        event.require("SCO-7", len(records) == len(tied_seats), f"seats {tied_seats} must roll")
        rolls = {}
        for seat, record in zip(tied_seats, records, strict=True):
            entry = event.part(f"seat {seat}", record)
            entry.check("SCO-7", "seat", seat)
            roll = rolls[seat] = entry.take("roll")
            entry.require("SCO-7", type(roll) is int and roll in FACES, "a die shows 1 to 6")
            entry.finish()
        event.finish()
        tied_seats = [seat for seat in tied_seats if rolls[seat] == max(rolls.values())]


def score_game(league: League) -> None:
    """SCO-1, SCO-7: check the roll-off, then scores, ranks and win shares."""
    end_effects(league)
    if league.has("solo"):
        check_goals(league, None)
    standings = [standing(league, manager) for manager in league.managers]
    best = max(standings)
    check_roll_off(league, [seat for seat, result in enumerate(standings) if result == best])
    event = league.reader.take("SCO-7", "final")
    seats = len(standings) + league.has("solo")
    entries = event.entries("SCO-7", "managers", seats)
    for manager, result, entry in zip(league.managers, standings, entries, strict=False):
        score_parts = parts_of(league, manager)
        entry.check("SCO-7", "parts", score_parts)
        entry.check("SCO-1", "score", sum(score_parts.values()))
        entry.check("LEA-5", "position", position(league, manager))
        entry.check("MAT-11", "points", manager.points)
        place = rank(result, standings)
        entry.check("SCO-7", "rank", place if league.no_solo_goal_missed else 2)
        share = win_share(result, standings) if league.no_solo_goal_missed else 0
        entry.check_fraction("SCO-7", "win_share", share)
        entry.finish()
    if league.has("solo"):
        check_board(league, entries[BOARD], parts_of(league, league.managers[0]))
    event.finish()
