"""SET: from the box to the first week."""

from __future__ import annotations

from eoc_sim.referee.eleven.fixtures import read_schedule
from eoc_sim.referee.eleven.season_set_up import read_season
from eoc_sim.referee.eleven.solo import scenario
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import (
    CLUBS_OF_A_DECK,
    EPIC_DECKS,
    LEAGUE_SWITCHES,
    MONEY,
    OFF_ON,
    PURSE,
    SEASON_MODULES,
    SEASON_SWITCHES,
    SEATS,
    SHARED_MODULES,
)
from eoc_sim.referee.records import Event
from eoc_sim.referee.switches import read_switches


def set_up(league: League) -> None:
    """SET-1 to SET-3, SET-7, SET-9: set up the league."""
    event = league.reader.take("SET-9", "setup")
    switches = switches_of(event.take("rules").get("layer"))
    league.rules = read_switches(event, "SWI-1", switches)
    check_division(league, event)
    event.take("seed")
    event.take("game")
    read_managers(league, event)
    read_clubs(league, event)
    read_schedule(league, event)
    read_tactics(league, event)
    if league.is_season():
        read_season(league, event)
    event.finish()


def switches_of(layer: str) -> dict[str, list[str]]:
    """SWI, LAY-3: list the switches of a layer and of its modules."""
    is_season = layer == "season"
    switches = dict(SEASON_SWITCHES if is_season else LEAGUE_SWITCHES)
    for modules in (SHARED_MODULES, SEASON_MODULES if is_season else {}):
        for module, module_switches in modules.items():
            switches |= {module: OFF_ON, **module_switches}
    return switches


def check_division(league: League, event: Event) -> None:
    """EPI-1, SOLO-1: check that the division fits the modules."""
    division = league.rules["division"]
    if league.has("epic"):
        event.require("EPI-1", division in EPIC_DECKS, f"no Epic league has division {division}")
    if league.has("solo"):
        expected = scenario(league)["division"]
        event.require("SOLO-1", division == expected, f"the scenario has division {expected}")


def read_managers(league: League, event: Event) -> None:
    """SET-1, SET-3: read the seats and the first manager."""
    number = len(event.take("managers"))
    if league.has("solo"):
        event.require("SOLO-1", number == 1, "exactly one manager must play")
    else:
        event.require("SET-1", number in SEATS, f"{SEATS[0]} to {SEATS[-1]} managers must play")
    for entry in event.entries("SET-1", "managers", number):
        entry.take("strategy")
        entry.finish()
    league.managers = [Manager(seat) for seat in range(number)]
    if not league.is_season():
        for manager in league.managers:
            manager.resources[MONEY] = PURSE
    first = event.take("first")
    event.require(
        "SET-3", type(first) is int and first in range(number), f"the seats are 0 to {number - 1}"
    )
    league.first = first


def read_clubs(league: League, event: Event) -> None:
    """SET-2, LEA-1: read the clubs of the decks in play, all without points."""
    clubs = event.take("clubs")
    decks = league.decks()
    event.require("SET-2", list(clubs) == decks, f"the decks are {decks}, the lower first")
    for deck, codes in clubs.items():
        expected = league.data.deck(deck)
        event.require(
            "SET-2",
            len(expected) == CLUBS_OF_A_DECK,
            f"deck {deck} has {len(expected)} clubs, not four",
        )
        event.require("SET-2", sorted(codes) == sorted(expected), f"deck {deck} has {expected}")
    league.clubs = {deck: list(codes) for deck, codes in clubs.items()}
    league.club_points = {club: 0 for codes in league.clubs.values() for club in codes}


def cards_dealt_to(seat: int, seats: int, rounds: int, cards: int) -> int:
    """SET-7: count a seat's cards from a pile, dealt one per round."""
    return sum(seat + seats * dealing < cards for dealing in range(rounds))


def read_tactics(league: League, event: Event) -> None:
    """SET-7: read the tactic cards dealt, the basic one first.

    A hand's other cards are listed in sheet order. Without tactics nobody gets a card (MAT-3).
    """
    hands = event.take("tactics")
    seats = len(league.managers)
    event.require("SET-7", len(hands) == seats, "every seat must have its tactic cards")
    cards = league.data.tactics if league.rules["tactics"] == "on" else {}
    basic = [number for number, card in cards.items() if card.is_basic()]
    other_cards = [number for number, card in cards.items() if not card.is_basic()]
    for manager, hand in zip(league.managers, hands, strict=True):
        seat = manager.seat
        basic_dealt = cards_dealt_to(seat, seats, 1, len(basic))
        others_dealt = cards_dealt_to(seat, seats, league.number("start_tactics"), len(other_cards))
        in_order = [card for card in other_cards if card in hand[basic_dealt:]]
        event.require(
            "SET-7",
            len(hand) == basic_dealt + others_dealt
            and all(card in basic for card in hand[:basic_dealt])
            and hand[basic_dealt:] == in_order,
            f"seat {seat} must get its basic tactic cards ({basic_dealt}), then the others "
            f"({others_dealt})",
        )
        manager.tactics = list(hand)
    deals = [card for hand in hands for card in hand]
    event.require("SET-7", len(set(deals)) == len(deals), "a tactic card is dealt twice")
