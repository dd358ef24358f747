"""WEE-2, ACT: a manager's day."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.referee.eleven.areas import fill
from eoc_sim.referee.eleven.components import OFFICE_STEPS
from eoc_sim.referee.eleven.effects import (
    arrive,
    clauses_of,
    is_possible,
    items_of,
    lasting_gain,
    perform,
    staff_places,
    trigger,
)
from eoc_sim.referee.eleven.state import Day, League, Manager, Member, Option
from eoc_sim.referee.eleven.tables import MONEY, OPERATION, OUTER_SPONSORS
from eoc_sim.referee.eleven.transfers import (
    can_act,
    has_transfers,
    hire_from_manager,
    read_offers,
    sell,
)
from eoc_sim.referee.eleven.unique_cards import FREE_SPACES, OFFICE, replacement, shift
from eoc_sim.referee.records import Event

KINDS = ["hire", "sell", "staff", "sponsor", "build", "pass"]
KINDS_IN_BREAK = ["hire", "sell", "pass"]  # EPI-5
WAYS = ["small", "money", "bonus", "shirt"]
STEP = "office"
"""The `card` of a build action that raises the office."""
MANAGER_WAYS = {"sell": "auction", "hire": "offer"}
"""TRA-1: the `way` of each action that involves another manager."""


def play_day(league: League, manager: Manager, number: int) -> None:
    """WEE-2: read a whole day, up to its last event."""
    day = Day(number)
    while (event := next_of_day(league, manager, day)) is not None:
        if event.kind == "act":
            act(league, manager, day, event)
        elif event.kind == "free_action":
            free_action(league, manager, day, event)
        else:
            dismiss(league, manager, day, event)


def play_turn(league: League, manager: Manager, day: Day) -> None:
    """EPI-5, EPI-6: read a sale, a hiring or a pass in the Break."""
    event = next_of_day(league, manager, day)
    if event is None:
        league.reader.peek().fail("EPI-5", f"manager {manager.seat} must act now in the Break")
    event.require("EPI-5", event.kind == "act", "a manager must sell, hire or pass")
    act(league, manager, day, event)


def next_of_day(league: League, manager: Manager, day: Day) -> Event | None:
    """WEE-2, TRA-7: read offers to managers, then take the manager's next event."""
    if has_transfers(league):
        read_offers(league, manager, day)
    event = league.next_of_day(manager, day)
    if day.refusals or day.agreed:
        following = event if event is not None else league.reader.peek()
        following.require(
            "TRA-7",
            event is not None and event.kind == "act",
            "an offer must be followed by its action: a hiring or a pass",
        )
    return event


def act(league: League, manager: Manager, day: Day, event: Event) -> None:
    """WEE-2, ACT-0: read one action."""
    event.check("WEE-2", "day", day.number)
    event.require(
        "WEE-2",
        can_act(league, manager, day),
        "no action is left, and no extra one can be paid for",
    )
    extra = day.actions > 0
    event.check("WEE-2", "extra", extra)
    if extra:
        manager.resources[OPERATION] -= league.number("extra_cost")
        manager.extra_actions += 1
    day.actions += 1
    kind, card, way = event.take("kind"), event.take("card"), event.take("way")
    kinds = KINDS_IN_BREAK if league.is_in_break else KINDS
    event.require("ACT-0", kind in kinds, f"the actions are {kinds}")
    if way is not None and way == MANAGER_WAYS.get(kind):
        event.require("TRA-1", has_transfers(league), "managers may not deal with each other")
    else:
        event.require(
            "ACT-5",
            kind == "sponsor" or way is None,
            f'the field "way" of a {kind} action cannot be {way}',
        )
    if day.agreed:
        event.require(
            "TRA-7",
            (kind, way, card) == ("hire", MANAGER_WAYS["hire"], day.agreed[0]),
            "an accepted offer must be followed by the hiring of its card",
        )
    elif day.refusals:
        event.require(
            "TRA-7", kind in ("hire", "pass"), "an offer must be followed by a hiring or a pass"
        )
    take_action(league, manager, day, event, kind, card, way)
    day.refusals, day.agreed = 0, None


def take_action(
    league: League,
    manager: Manager,
    day: Day,
    event: Event,
    kind: str,
    card: str,
    way: str | None,
) -> None:
    """ACT-0: carry out an action, and check its results against the event."""
    if kind == "pass":
        event.require("ACT-8", card is None, "a pass must not name a card")
        finish(event, 0)
    elif kind == "hire" and way is not None:
        expect(event, 0)
        hire_from_manager(league, manager, day, event, card)
    elif kind == "hire":
        hire(league, manager, event, card)
    elif kind == "sell":
        expect(event, 0)
        sell(league, manager, event, card, way)
    elif kind == "staff":
        hire_staff(league, manager, event, card)
    elif kind == "sponsor":
        sign_sponsor(league, manager, event, card, way)
    else:
        build(league, manager, event, card)


def expect(event: Event, price: int, cash: int = 0) -> None:
    """Check an event's price and its income in money.

    The event must have no other income.
    """
    event.check("ACT-1", "price", price)
    event.check("ACT-5", "gains", [cash, 0, 0, 0])


def finish(event: Event, price: int, cash: int = 0) -> None:
    """Check an event's price and income; all fields must be read."""
    expect(event, price, cash)
    event.finish()


def buy(manager: Manager, event: Event, rule: str, price: int) -> None:
    """Check that a manager can pay a price, and pay it."""
    money = manager.resources[MONEY]
    event.require(rule, money >= price, f"the price is {price}, and the manager has {money}")
    manager.resources[MONEY] -= price
    finish(event, price)


def discounted(league: League, manager: Manager, price: int, kind: str) -> int:
    """EFF-1, ACT-1: subtract the discounts from a price, which stays at least 1."""
    return max(1, price - lasting_gain(league, manager, "discount", kind))


def price_of(league: League, manager: Manager, card: str) -> int:
    """ACT-1, ACT-3: return the price of a card in the Transfer Area."""
    if card in league.box.staff:
        return discounted(league, manager, league.box.staff[card].price, "staff")
    face = league.box.cards[card]
    return discounted(league, manager, face.price, face.kind)


def hire(league: League, manager: Manager, event: Event, card: str) -> None:
    """ACT-1: hire a player or a youngster from the Transfer Area."""
    rows = [row for row in ("players", "youngsters") if card in league.rows[row]]
    event.require("ACT-1", bool(rows), "the card is not in the Transfer Area")
    buy(manager, event, "ACT-1", price_of(league, manager, card))
    league.rows[rows[0]].remove(card)
    manager.squad[card] = Member(league.box.cards[card])
    fill(league, rows[0])
    trigger(league, manager, "hire")


def hire_staff(league: League, manager: Manager, event: Event, card: str) -> None:
    """ACT-3: hire a staff card for a free place."""
    event.require("ACT-3", card in league.rows["staff"], f"the row is {league.rows['staff']}")
    places = staff_places(league, manager)
    event.require("CLU-6", len(manager.staff) < places, f"all {places} staff places are taken")
    buy(manager, event, "ACT-3", price_of(league, manager, card))
    league.rows["staff"].remove(card)
    manager.staff.append(card)
    fill(league, "staff")
    arrive(league, manager, card)


def dismiss(league: League, manager: Manager, day: Day, event: Event) -> None:
    """ACT-4: dismiss a staff card, free of charge."""
    event.check("WEE-2", "day", day.number)
    card = event.take("card")
    event.require("ACT-4", card in manager.staff, f"the staff is {manager.staff}")
    event.finish()
    manager.staff.remove(card)
    league.discards["staff"].append(card)


def boards(league: League, manager: Manager) -> int:
    """CLU-4: count the ad boards."""
    return league.box.boards + lasting_gain(league, manager, "board")


def sign_sponsor(
    league: League, manager: Manager, event: Event, card: str, way: str | None
) -> None:
    """ACT-5: sign one of the three oldest sponsors in the given way."""
    outer_sponsors = league.rows["sponsors"][:OUTER_SPONSORS]
    event.require("ACT-5", card in outer_sponsors, f"the sponsors available are {outer_sponsors}")
    event.require("ACT-5", way in WAYS, f"the ways are {WAYS}")
    ways = list(manager.sponsors.values())
    if way == "shirt":
        event.require("ACT-5", "shirt" not in ways, "the shirt already has a sponsor")
    elif way != "small":
        boards_used = len(ways) - ways.count("shirt")
        event.require("CLU-4", boards_used < boards(league, manager), "no ad board is free")
    cash = league.box.sponsors[card].cash if way == "small" else 0
    finish(event, 0, cash)
    manager.resources[MONEY] += cash
    league.rows["sponsors"].remove(card)
    if way == "small":
        league.discards["sponsors"].append(card)
    else:
        manager.sponsors[card] = str(way)
    fill(league, "sponsors")
    if way in ("bonus", "shirt"):
        arrive(league, manager, card)
    trigger(league, manager, "sponsor")


def cost_of_step(league: League, manager: Manager) -> int:
    """CLU-6: return the price of the next office step."""
    cost = league.box.office_cost[manager.office] + shift(manager, OFFICE)
    return discounted(league, manager, cost, "build")


def build(league: League, manager: Manager, event: Event, card: str) -> None:
    """ACT-6, CLU-5, CLU-6: build a token or raise the office."""
    event.require("ACT-6", league.rules["stadium"] == "on", "nothing may be built in this game")
    if card == STEP:
        event.require(
            "CLU-6", 0 < manager.office < OFFICE_STEPS, f"the office is at step {manager.office}"
        )
        buy(manager, event, "CLU-6", cost_of_step(league, manager))
        manager.office += 1
        trigger(league, manager, "build")
        return
    tokens = league.box.tokens
    event.require("ACT-6", card in tokens, f"the tokens are {list(tokens)}")
    event.require("CLU-5", card not in manager.tokens, "a stadium may have each kind only once")
    space = tokens[card].space
    spaces_used = sum(tokens[token].space == space for token in manager.tokens)
    spaces = replacement(manager, FREE_SPACES, league.box.free_spaces) if space == "free" else 1
    event.require("CLU-5", spaces_used < spaces, f"no {space} space is left")
    number_built = sum(card in builder.tokens for builder in league.managers)
    event.require("CLU-5", number_built < tokens[card].copies, "no token of this kind is left")
    buy(manager, event, "ACT-6", discounted(league, manager, tokens[card].price, "build"))
    manager.tokens.append(card)
    arrive(league, manager, card)
    trigger(league, manager, "build")


def free_options(league: League, manager: Manager) -> Iterator[Option]:
    """ACT-9: find the free actions that can be taken."""
    for source in items_of(league, manager):
        for index, clause in enumerate(clauses_of(league, source)):
            option = Option(source, index, clause)
            if clause.when == "action" and (source, index) not in manager.actions_used:
                if is_possible(league, manager, option):
                    yield option


def free_action(league: League, manager: Manager, day: Day, event: Event) -> None:
    """ACT-9, WEE-2: read a free action, whose effect follows."""
    event.check("WEE-2", "day", day.number)
    event.require("WEE-2", day.free_actions == 0, "only one free action a day is allowed")
    source, clause_index = event.take("source"), event.take("clause")
    matches = [
        free_option
        for free_option in free_options(league, manager)
        if (free_option.source, free_option.clause_index) == (source, clause_index)
    ]
    event.require("ACT-9", bool(matches), "the manager cannot take this free action now")
    event.finish()
    day.free_actions += 1
    manager.actions_used.add((source, clause_index))
    perform(league, manager, matches[0])
