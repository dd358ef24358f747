"""WEE-1, WEE-4, BOA, CLU-7: Monday and the end of the week."""

from __future__ import annotations

from eoc_sim.referee.eleven.areas import draw, replace_oldest
from eoc_sim.referee.eleven.components import VOTES
from eoc_sim.referee.eleven.effects import in_sheet_order, lasting_gain, run, trigger
from eoc_sim.referee.eleven.rerolls import read_rolls
from eoc_sim.referee.eleven.season_scoring import parts
from eoc_sim.referee.eleven.state import League, Manager, Match, Option
from eoc_sim.referee.eleven.tables import MONEY
from eoc_sim.referee.eleven.unique_cards import UPKEEP, shift
from eoc_sim.referee.records import Event

TRACKS = ["players", "staff", "stadium"]


def begin_week(league: League) -> None:
    """WEE-1: let all managers produce, then hold the board meetings."""
    league.added_weeks = 0
    for manager in league.managers:
        manager.match = Match()
        manager.week_clauses = []
        manager.actions_used = set()
        manager.free_rerolls = manager.injuries_ignored = 0
    for manager in league.in_turn_order():
        produce(league, manager)
        trigger(league, manager, "monday")
    if league.rules["board_meetings"] == "on" and league.rules["directors"] == "on":
        for manager in league.in_turn_order():
            meet(league, manager)


def produce(league: League, manager: Manager) -> None:
    """WEE-1: gain resources by level, and weekly sponsor money."""
    weekly = sum(
        league.box.sponsors[number].weekly
        for number, way in manager.sponsors.items()
        if way in ("money", "shirt")
    )
    event = league.reader.take("WEE-1", "production", manager.seat)
    event.check("WEE-1", "gains", [*manager.levels])
    event.check("WEE-1", "weekly", weekly)
    event.finish()
    for resource, level in enumerate(manager.levels):
        manager.resources[resource] += level
    manager.resources[MONEY] += weekly


def meet(league: League, manager: Manager) -> None:
    """BOA-1 to BOA-3: read a vote and apply its outcome."""
    card = draw(league, "meetings")
    if card is None:
        return
    event = league.reader.take("BOA-1", "vote", manager.seat)
    event.check("BOA-1", "card", card)
    faces = read_rolls(league, manager, event, "BOA-2", "faces", [6] * len(manager.directors))
    votes = [
        league.box.directors[director].faces[face - 1]
        for director, face in zip(manager.directors, faces, strict=True)
    ]
    colour = read_colour(league, event, votes)
    event.finish()
    clauses = league.box.meetings[card][colour] if colour else []
    manager.week_clauses = [clause for clause in clauses if clause.when == "week"]
    for index, clause in enumerate(clauses):
        run(league, manager, Option(card, index, clause))
    league.discards["meetings"].append(card)


def read_colour(league: League, event: Event, votes: list[str]) -> str | None:
    """BOA-2: find the winning colour."""
    majorities = [vote for vote in VOTES if votes.count(vote) >= 2]
    if not majorities and league.rules["board_tie"] == "manager":
        colour: str = event.take("colour")
        event.require("BOA-2", colour in votes, f"the votes are {votes}")
        return colour
    tie = votes[0] if league.rules["board_tie"] == "first" else None
    winner = majorities[0] if majorities else tie
    event.check("BOA-2", "colour", winner)
    return winner


def end_week(league: League) -> None:
    """WEE-4: remove tokens, apply effects, pay upkeep and renew rows."""
    for manager in league.in_turn_order():
        recover(league, manager)
    for manager in league.in_turn_order():
        trigger(league, manager, "week_end")
    for manager in league.in_turn_order():
        if league.rules["upkeep"] == "on":
            pay_upkeep(league, manager)
        if league.rules["keep"] == "money":
            lose_resources(league, manager)
    if league.rules["refresh"] == "on" and league.week < league.weeks:
        replace_oldest(league, "players", 1)
        replace_oldest(league, "staff", 1)
    for manager in league.managers:
        check_week(league, manager)


def recover(league: League, manager: Manager) -> None:
    """PLA-3: remove the tokens whose time is up."""
    for member in in_sheet_order(league, manager):
        for token, until in (
            ("injury", member.injured_until),
            ("suspension", member.suspended_until),
        ):
            if until != league.week:
                continue
            event = league.reader.take("PLA-3", "recover", manager.seat)
            event.check("PLA-3", "card", member.card.number)
            event.check("PLA-3", "token", token)
            event.finish()
            if token == "injury":
                member.injured_until = 0
            else:
                member.suspended_until = 0


def upkeep_due(league: League, manager: Manager, track: str) -> int:
    """CLU-7: work out a track's upkeep.

    Each item beyond the end of the track costs 1 more.
    """
    number = len({"players": manager.squad, "staff": manager.staff}.get(track, manager.tokens))
    number = max(0, number + shift(manager, UPKEEP))
    amounts = league.box.upkeep[track]
    items_beyond = max(0, number - len(amounts) + 1)
    due = amounts[min(number, len(amounts) - 1)] + items_beyond
    return max(0, due + lasting_gain(league, manager, "upkeep", track))


def pay_upkeep(league: League, manager: Manager) -> None:
    """CLU-7: pay as much of the upkeep as the money allows."""
    due = [upkeep_due(league, manager, track) for track in TRACKS]
    payment = min(sum(due), manager.resources[MONEY])
    missing = sum(due) - payment
    leaver = None
    manager.resources[MONEY] -= payment
    if missing and league.rules["unpaid"] == "leave":
        leaver = max(manager.staff, key=lambda member: league.box.staff[member].price, default=None)
        if leaver is not None:
            manager.staff.remove(leaver)
            league.discards["staff"].append(leaver)
        missing = 0
    manager.penalty_vp -= missing
    event = league.reader.take("CLU-7", "upkeep", manager.seat)
    event.check("CLU-7", "due", due)
    event.check("CLU-7", "paid", payment)
    event.check("CLU-7", "vp", -missing)
    event.check("CLU-7", "left", leaver)
    event.finish()


def lose_resources(league: League, manager: Manager) -> None:
    """CLU-1: remove the fans, operation and fitness that are left."""
    loss = [0, *manager.resources[MONEY + 1 :]]
    if any(loss):
        event = league.reader.take("CLU-1", "loss", manager.seat)
        event.check("CLU-1", "lost", loss)
        event.finish()
        manager.resources[MONEY + 1 :] = [0, 0, 0]


def check_week(league: League, manager: Manager) -> None:
    """Compare a manager's entire position at the end of the week."""
    event = league.reader.take("WEE-4", "week_end", manager.seat)
    event.check("CLU-1", "resources", [*manager.resources])
    event.check("CLU-2", "levels", [*manager.levels])
    event.check(
        "PLA-2", "cards", [member.card.number for member in in_sheet_order(league, manager)]
    )
    event.check("CLU-6", "staff", [*manager.staff])
    event.check("ACT-5", "sponsors", [*manager.sponsors])
    event.check("CLU-5", "tokens", [*manager.tokens])
    event.check("SCO-6", "vp", manager.vp_scored)
    event.check("SCO-7", "score", sum(parts(league, manager).values()))
    event.finish()
