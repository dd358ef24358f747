"""SET-4 to SET-9: the season's cards, directors, objectives and rows."""

from __future__ import annotations

from collections.abc import Collection

from eoc_sim.referee.eleven.areas import ROWS, fill
from eoc_sim.referee.eleven.effects import arrive
from eoc_sim.referee.eleven.market import set_up_market
from eoc_sim.referee.eleven.solo import start_conditions
from eoc_sim.referee.eleven.state import League, Member
from eoc_sim.referee.eleven.tables import HIGHEST_LEVEL, LOWEST_LEVEL, MONEY, STATISTICS
from eoc_sim.referee.eleven.unique_cards import read_unique
from eoc_sim.referee.records import Event

DEALT_DIRECTORS, DEALT_OBJECTIVES = 4, 2


def read_dealt(event: Event, rule: str, name: str, cards: Collection[str], count: int) -> list[str]:
    """RND-2: read cards dealt from a deck, each at most once."""
    dealt: list[str] = event.take(name)
    event.require(
        rule,
        len(dealt) == count and set(dealt) <= set(cards) and len(set(dealt)) == count,
        f"{name} must be {count} of these cards, none twice: {list(cards)}",
    )
    return dealt


def read_season(league: League, event: Event) -> None:
    """SET-4, SET-8: read the deal and the decks."""
    box, seats = league.box, len(league.managers)
    changes = start_conditions(league)
    money = int(changes.get("start_money", league.number("start_money")))
    event.check("SET-4", "money", money)
    veteran_count = 0 if "no veteran" in changes else seats
    veterans = read_dealt(event, "SET-4", "veterans", box.list_kind("veterans"), veteran_count)
    youngsters = read_dealt(event, "SET-4", "youngsters", box.list_kind("youngsters"), seats)
    with_staff = league.rules["staff"] == "on"
    trainers = [card.number for card in box.staff.values() if card.at_start and with_staff][:seats]
    event.check("SET-4", "trainers", trainers)
    for manager in league.managers:
        manager.resources[MONEY] = money
        for number in [*veterans[manager.seat : manager.seat + 1], youngsters[manager.seat]]:
            manager.squad[number] = Member(box.cards[number])
        manager.staff = trainers[manager.seat : manager.seat + 1]
    read_hands(league, event, "directors", DEALT_DIRECTORS, list(box.directors))
    objectives = [
        number
        for number, objective in box.objectives.items()
        if objective.in_epic or not league.has("epic")
    ]
    read_hands(league, event, "objectives", DEALT_OBJECTIVES, objectives)
    read_decks(league, event, youngsters)


def read_hands(league: League, event: Event, name: str, hand_size: int, cards: list[str]) -> None:
    """SET-5, SET-6: read the dealt hands, which are empty if their switch is off."""
    hands = event.take(name)
    size = hand_size if league.rules[name] == "on" else 0
    all_cards = [card for hand in hands for card in hand]
    event.require(
        "SET-5" if name == "directors" else "SET-6",
        [len(hand) for hand in hands] == [size] * len(league.managers)
        and set(all_cards) <= set(cards)
        and len(set(all_cards)) == len(all_cards),
        f"every seat must be dealt {size} different {name}",
    )
    league.hands[name] = [list(hand) for hand in hands]


def read_decks(league: League, event: Event, youngsters: list[str]) -> None:
    """SET-8: read the decks as shuffled, before the rows are filled."""
    box, seats = league.box, len(league.managers)
    tactics = [card for manager in league.managers for card in manager.tactics]
    with_tactics = league.rules["tactics"] == "on"
    contents = {
        "players": box.list_kind("players"),
        "youngsters": [
            youngster for youngster in box.list_kind("youngsters") if youngster not in youngsters
        ],
        "staff": [
            staff_card.number
            for staff_card in box.staff.values()
            if not staff_card.at_start
            and staff_card.managers <= seats
            and league.rules["staff"] == "on"
        ],
        "sponsors": list(box.sponsors) if league.rules["sponsors"] == "on" else [],
        "meetings": list(box.meetings),
        "tactics": [
            number
            for number, card in league.data.tactics.items()
            if with_tactics and not card.is_basic() and number not in tactics
        ],
    }
    decks = event.take("decks")
    event.require("SET-8", list(decks) == list(contents), f"the decks are {list(contents)}")
    for name, cards in contents.items():
        event.require("SET-8", sorted(decks[name]) == sorted(cards), f"deck {name} has {cards}")
        league.piles[name] = list(decks[name])
        league.discards[name] = []
        league.rows[name] = []


def begin_season(league: League) -> None:
    """SET-9: fill the rows, draft directors, choose objectives."""
    for row in ROWS:
        fill(league, row)
    if league.has("market"):
        set_up_market(league)
    league.week = 1  # the directors arrive in the turn order of week 1
    draft(league)
    for manager in league.in_turn_order():
        for director in manager.directors:
            arrive(league, manager, director)
    choose_objectives(league)
    if league.has("unique_cards"):
        read_unique(league)


def draft(league: League) -> None:
    """SET-5, INF-4: read the picks in three rounds, and check the levels."""
    hands = league.hands["directors"]
    rounds = DEALT_DIRECTORS - 1 if league.rules["directors"] == "on" else 0
    for number in range(1, rounds + 1):
        for manager, hand in zip(league.managers, hands, strict=True):
            event = league.reader.take("SET-5", "draft", manager.seat)
            event.check("SET-5", "round", number)
            card = event.take("card")
            event.require("SET-5", card in hand, f"the hand is {hand}")
            event.finish()
            hand.remove(card)
            manager.directors.append(card)
        hands = hands[-1:] + hands[:-1]  # clockwise
    changes = start_conditions(league)
    start_levels = [int(changes.get(name, league.number("start_level"))) for name in STATISTICS]
    for manager in league.managers:
        shifts = [league.box.directors[director].shifts for director in manager.directors]
        manager.levels = [
            min(HIGHEST_LEVEL, max(LOWEST_LEVEL, sum(levels)))
            for levels in zip(start_levels, *shifts, strict=True)
        ]
    event = league.reader.take("SET-5", "levels")
    event.check("SET-5", "levels", [[*manager.levels] for manager in league.managers])
    event.finish()


def choose_objectives(league: League) -> None:
    """SET-6, EPI-3, INF-4: read the objectives that managers keep; in Epic they keep both."""
    if league.rules["objectives"] == "off":
        return
    if league.has("epic"):
        for manager, hand in zip(league.managers, league.hands["objectives"], strict=True):
            manager.objectives = list(hand)
        return
    for manager, hand in zip(league.managers, league.hands["objectives"], strict=True):
        event = league.reader.take("SET-6", "objective", manager.seat)
        card = event.take("card")
        event.require("SET-6", card in hand, f"the hand is {hand}")
        event.finish()
        manager.objective = card
