"""GAM: step 4, football symbols, then salaries."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.cards import card_effects, cards_ahead
from eoc_sim.referee.stadium.clauses import cards_of, in_row_order, steps_of, ways
from eoc_sim.referee.stadium.effects import FOOTBALL
from eoc_sim.referee.stadium.state import Card, Owner

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def game_time(game: ReferenceGame) -> None:
    """GAM-1 to GAM-5: everyone gains, then everyone pays."""
    for owner in game.clockwise():
        football(game, owner)
    for owner in game.clockwise():
        salaries(game, owner)


def football(game: ReferenceGame, owner: Owner) -> None:
    """GAM-1: what the football symbols of places, players and hired employees show."""
    steps = steps_of(game, owner, FOOTBALL)
    gains: dict[Any, Any] = {}
    paid: dict[Any, Any] = {}
    told = game.reader.next_is("football", owner.seat)
    event = game.reader.any() if told else game.reader.peek()
    if told:
        gains, paid = by_source(event, "gains"), by_source(event, "paid")
        event.require("GAM-1", bool(gains or paid), "who gains and pays nothing has no event")
        event.finish()
    cards = [0]
    for source, of_source in groupby(steps, key=lambda step: step.source):
        clauses = [step.clause for step in of_source]
        cost, gain = paid.pop(source, {}), gains.pop(source, {})
        found = list(ways(clauses, owner.tokens, cost, gain))
        event.require("GAM-1", bool(found), f"the football clauses of {source} do not give this")
        owner.gain(gain)  # what came first may have paid for what came after
        owner.pay(cost)
        more = {cards_of(clauses, times) for times in found}
        cards = sorted({before + now for before in cards for now in more})
    event.require("GAM-1", not gains and not paid, f"{[*gains, *paid]} show no football here")
    ahead = cards_ahead(game, owner)
    card_effects(game, owner, ahead if ahead in cards else max(cards))


def by_source(event: Event, field: str) -> dict[Any, Bundle]:
    """Bundles by the number of what gives or costs them."""
    sources = event.take(field)
    entry = event.part(field, sources)
    return {source: entry.bundle(source) for source in sources}


@dataclass(frozen=True)
class Due:
    """The salaries of one owner that fall due together."""

    players: list[str]
    employees: list[str]
    vps: int

    def money(self, game: ReferenceGame) -> int:
        """What they come to."""
        data = game.data
        cards: list[Card] = [data.players[number] for number in self.players]
        cards += [data.employees[number] for number in self.employees]
        return sum(card.salary for card in cards) + self.vps * game.number("vp_salary")

    def each(self, game: ReferenceGame) -> list[int]:
        """Every salary by itself."""
        singly = [
            *(Due([number], [], 0) for number in self.players),
            *(Due([], [number], 0) for number in self.employees),
            *(Due([], [], 1) for _ in range(self.vps)),
        ]
        return [one.money(game) for one in singly]


def salaries_due(game: ReferenceGame, owner: Owner) -> Due:
    """GAM-2: players and hired employees with a salary, and VPs.

    VPs that were active in this round, or under ``all`` those bought now and those away too.
    """
    data = game.data
    vps = owner.vps
    if game.rules["vp_salary_due"] == "active":
        vps -= owner.away + owner.bought
    return Due(
        [number for number in owner.players if data.players[number].salary],
        [number for number in owner.employees if data.employees[number].salary],
        vps if game.number("vp_salary") else 0,
    )


def salaries(game: ReferenceGame, owner: Owner) -> None:
    """GAM-2 to GAM-5: who can pay all must; who cannot, pays until nothing more can be paid."""
    due = salaries_due(game, owner)
    unpaid = Due([], [], 0)
    if due.money(game):
        event = game.reader.take("GAM-2", "salaries", owner.seat)
        event.check("GAM-2", "due", due.money(game))
        unpaid = Due(
            unpaid_cards(game, event, "players", due.players),
            unpaid_cards(game, event, "employees", due.employees),
            event.take("vps"),
        )
        event.require("GAM-3", unpaid.vps in range(due.vps + 1), f"due are {due.vps} VPs")
        paid = due.money(game) - unpaid.money(game)
        event.check("GAM-3", "paid", paid)
        money = owner.has("money")
        event.require("GAM-3", paid <= money, f"it has {money} money")
        if game.rules["salaries"] == "must":
            left = money - paid
            event.require(
                "GAM-3",
                all(salary > left for salary in unpaid.each(game)),
                f"with {left} money left something unpaid can be paid",
            )
        event.finish()
        owner.pay_money(paid)
    for number in unpaid.players:  # GAM-4
        owner.players.remove(number)
        game.discards["players"].append(number)
    for number in unpaid.employees:
        owner.employees.remove(number)
        game.discards["employees"].append(number)
    unpaid_vps(game, owner, unpaid.vps)


def unpaid_cards(game: ReferenceGame, event: Event, deck: str, due: list[str]) -> list[str]:
    """The cards that an owner does not pay, in row order."""
    stated = event.take(deck)
    for number in stated:
        event.require(
            "GAM-2", stated.count(number) <= due.count(number), f"{number} is not due so often"
        )
    unpaid = in_row_order(game.data.cards(deck), stated)
    event.require("TRACE", stated == unpaid, f"in row order it is {unpaid}")
    return unpaid


def unpaid_vps(game: ReferenceGame, owner: Owner, number: int) -> None:
    """GAM-5: on vacation in the next round, back in the one after, whatever happens then.

    Those that are away already come first: nothing more happens to them, they are back next round.
    """
    rule = game.rules["unpaid_vp"]
    active = max(0, number - owner.away) if game.rules["vp_salary_due"] == "all" else number
    owner.away = active if rule == "vacation" else 0
    if rule == "leaves":
        owner.vps -= number
    owner.bought = 0
