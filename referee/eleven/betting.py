"""BET: bets on a week's four results."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.referee.eleven.state import Bet, League, Manager
from eoc_sim.referee.eleven.tables import MONEY

TEAMS = 4  # BET-1
PAYOUTS = {1: "bet_one", 2: "bet_two", 4: "bet_four"}  # BET-5: by spaces under a token


def draw_clubs(league: League) -> None:
    """BET-2: read the clubs that stand in for missing managers."""
    number = TEAMS - len(league.managers)
    if number == 0:
        return
    event = league.reader.take("BET-2", "bet_clubs")
    clubs = event.take("clubs")
    in_play = list(league.club_points)
    event.require(
        "BET-2",
        len(clubs) == number and len(set(clubs)) == number and set(clubs) <= set(in_play),
        f"there must be {number} of these clubs, none twice: {in_play}",
    )
    event.finish()
    league.bet_clubs = list(clubs)


def board(league: League) -> dict[str, tuple[int, int]]:
    """BET-4: return the row and column of every space."""
    kind = league.rules["bet_board"]
    return {
        row["number"]: (int(row[f"row_{kind}"]), int(row[f"column_{kind}"]))
        for row in league.data.sheet("bets")
    }


def winning_space(league: League, results: Sequence[int]) -> str:
    """BET-4: find the space for these results, in any order."""
    for row in league.data.sheet("bets"):
        if sorted(map(int, row["number"].removeprefix("b"))) == sorted(results):
            return row["number"]
    raise ValueError(f"no space has the results {results}")


def can_hold_token(places: Sequence[tuple[int, int]]) -> bool:
    """BET-3, BET-4: check if a token can lie on exactly these spaces."""
    if len(places) not in PAYOUTS:
        return False
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    height, width = (max(numbers) - min(numbers) + 1 for numbers in (rows, columns))
    return len(set(places)) == len(places) == height * width and max(height, width) <= 2


def place_bet(league: League, manager: Manager) -> None:
    """BET-3: read a bet, if the manager makes one."""
    manager.bet = None
    if not league.takes_step("bet", manager):
        return
    event = league.reader.take("BET-3", "bet", manager.seat)
    places = board(league)
    spaces = event.take("spaces")
    event.require(
        "BET-4",
        set(spaces) <= set(places) and can_hold_token([places[space] for space in spaces]),
        "a token must lie on a space, the border between two or the point between four",
    )
    event.require(
        "BET-4",
        spaces == sorted(spaces, key=places.__getitem__),
        "the spaces must be in reading order",
    )
    stake, limit = event.take("stake"), league.rules["stake_limit"]
    maximum = manager.resources[MONEY]
    if limit != "none":
        maximum = min(maximum, int(limit))
    event.require(
        "BET-3",
        type(stake) is int and 0 <= stake <= maximum,
        f"a stake must be from 0 to {maximum}",
    )
    event.check("BET-3", "free", league.number("free_euro"))
    event.finish()
    manager.resources[MONEY] -= stake
    manager.bet = Bet(list(spaces), stake + league.number("free_euro"))


def pay_out(league: League, manager: Manager) -> None:
    """BET-5: compare a bet with the week's results and pay it out."""
    if manager.bet is None:
        return
    results = [other.outcome for other in league.managers]
    results += [league.club_outcomes[club] for club in league.bet_clubs]
    space = winning_space(league, results)
    spaces = manager.bet.spaces
    factor = league.number(PAYOUTS[len(spaces)]) if space in spaces else 0
    event = league.reader.take("BET-5", "payout", manager.seat)
    event.check("BET-5", "results", results)
    event.check("BET-5", "space", space)
    event.check("BET-5", "money", factor * manager.bet.money)
    event.finish()
    manager.resources[MONEY] += factor * manager.bet.money
