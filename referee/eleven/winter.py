"""EPI-4 to EPI-9: the Winter Break of the Epic league."""

from __future__ import annotations

from collections import Counter

from eoc_sim.referee.eleven.actions import play_turn
from eoc_sim.referee.eleven.areas import fill
from eoc_sim.referee.eleven.effects import in_sheet_order
from eoc_sim.referee.eleven.epic import begin_half, vp_of
from eoc_sim.referee.eleven.season_scoring import grade
from eoc_sim.referee.eleven.state import Day, League, Manager, Member
from eoc_sim.referee.eleven.tables import KEEPER, LOWEST_LEVEL, MONEY, RESOURCES

TRAININGS = 3  # EPI-7
NOT_FOR_KEEPERS = ["any section", "ball", "shield"]


def winter_break(league: League) -> None:
    """EPI-4 to EPI-8: play the Break; the first manager of week 6 starts it."""
    league.is_in_break = True
    league.added_weeks = 0  # PLA-3: an injury in the Break counts as one on Monday of week 6
    event = league.reader.take("EPI-1", "winter_break")
    event.check("WEE-4", "first", league.first_of_week())
    event.finish()
    for manager in league.managers:
        manager.week_clauses = []
        score_objective(league, manager)
        begin_half(manager)
    drop_levels(league)
    open_window(league)
    for _ in range(league.number("winter_rounds")):
        for manager in league.in_turn_order():
            play_turn(league, manager, Day(0))
    train(league)
    for manager in league.managers:
        place_tokens(league, manager)
    league.is_in_break = False


def score_objective(league: League, manager: Manager) -> None:
    """EPI-4: read the scored objective, or the discarded one."""
    if not manager.objectives:
        return
    event = league.reader.take("EPI-4", "objective", manager.seat)
    card = event.take("card")
    event.require("EPI-4", card in manager.objectives, f"the objectives are {manager.objectives}")
    grades = {objective: grade(league, manager, objective) for objective in manager.objectives}
    event.require(
        "EPI-4",
        grades[card] > 0 or not any(grades.values()),
        "a fulfilled objective must be scored",
    )
    manager.half_vp = vp_of(grades[card])
    event.check("EPI-3", "vp", manager.half_vp)
    event.finish()
    manager.objectives.remove(card)


def drop_levels(league: League) -> None:
    """EPI-4: lower every level, but not below 1, without a penalty."""
    drop = league.number("winter_drop")
    for manager in league.managers:
        manager.levels = [max(LOWEST_LEVEL, level - drop) for level in manager.levels]
    event = league.reader.take("EPI-4", "levels")
    event.check("EPI-4", "levels", [[*manager.levels] for manager in league.managers])
    event.finish()


def open_window(league: League) -> None:
    """EPI-5: deal new players and youngsters; give the managers income."""
    for row in ("players", "youngsters"):
        league.discards[row] += league.rows[row]
        league.rows[row] = []
        fill(league, row)
    for manager in league.in_turn_order():
        gives_all_resources = league.rules["winter_income"] == "all"
        gains = [
            level if gives_all_resources or resource == MONEY else 0
            for resource, level in enumerate(manager.levels)
        ]
        event = league.reader.take("EPI-5", "production", manager.seat)
        event.check("EPI-5", "gains", gains)
        event.check("EPI-5", "weekly", 0)
        event.finish()
        for resource in range(len(RESOURCES)):
            manager.resources[resource] += gains[resource]


# --- Training


def train(league: League) -> None:
    """EPI-7: read the revealed tokens and the managers' picks."""
    copies = {row["number"]: int(row["copies"]) for row in league.data.sheet("winter_tokens")}
    copies_left = Counter(copies)
    for number in range(1, TRAININGS + 1):
        event = league.reader.take("EPI-7", "winter_token")
        event.check("EPI-7", "round", number)
        tokens = event.take("tokens")
        event.require(
            "EPI-7",
            len(tokens) == min(len(league.managers) + 1, copies_left.total())
            and not Counter(tokens) - copies_left,
            "one more token than there are managers, or all that are left, must be revealed from "
            f"{dict(copies_left)}",
        )
        event.finish()
        copies_left -= Counter(tokens)
        offer = list(tokens)
        sign = 1 if number == 2 else -1
        order = sorted(league.in_turn_order(), key=lambda club_manager: sign * club_manager.points)
        for manager in order[: len(tokens)]:
            pick(league, manager, number, offer)


def pick(league: League, manager: Manager, number: int, offer: list[str]) -> None:
    """EPI-7: read the token that a manager takes."""
    event = league.reader.take("EPI-7", "winter_pick", manager.seat)
    event.check("EPI-7", "round", number)
    token = event.take("token")
    event.require("EPI-7", token in offer, f"the tokens are {offer}")
    event.finish()
    offer.remove(token)
    manager.winter_tokens.append(token)


def place_tokens(league: League, manager: Manager) -> None:
    """EPI-8: read where a manager puts winter tokens; those not placed are lost."""
    names = {row["number"]: row["name"] for row in league.data.sheet("winter_tokens")}
    for token in manager.winter_tokens:
        event = league.reader.take("EPI-8", "winter_place", manager.seat)
        event.check("EPI-8", "token", token)
        card = event.take("card")
        eligible = [
            member.card.number
            for member in in_sheet_order(league, manager)
            if can_take_token(member, names[token])
        ]
        event.require("EPI-8", card is None or card in eligible, f"the cards are {eligible}")
        event.finish()
        if card is not None:
            manager.squad[card].token = names[token]
    manager.winter_tokens = []


def can_take_token(member: Member, token: str) -> bool:
    """EPI-8, EPI-9: check if a card may get a token."""
    is_keeper = member.card.jersey == KEEPER
    return not member.token and not (is_keeper and token in NOT_FOR_KEEPERS)
