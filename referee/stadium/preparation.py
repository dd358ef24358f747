"""SET: what lies on the table before the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.clauses import in_row_order
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import (
    BARE,
    CATEGORIES,
    DECKS,
    LEVELS,
    SINGLE,
    SPACE_NUMBERS,
    SWITCHES,
)

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def set_up(game: ReferenceGame) -> None:
    """SET-1 to SET-8."""
    event = game.reader.take("SET-1", "setup")
    read_rules(game, event)
    seat_owners(game, event)
    refuse_what_cannot_be_played(game, event)
    for label in ("seed", "game"):
        value = event.take(label)
        event.require("TRACE", type(value) is int and value >= 0, f"{label} is a whole number")
    arrow_spaces(game, event)
    game.commissioner = event.take("first")
    event.require("SET-4", game.commissioner in range(len(game.owners)), "there is no such seat")
    shuffled_decks(game, event)
    draft_area(game, event)
    deal_employees(game, event)
    event.finish()


def read_rules(game: ReferenceGame, event: Event) -> None:
    """SWI: every switch, with one of its values."""
    rules = event.take("rules")
    event.require("SWI", set(rules) == set(SWITCHES), "rules has not the switches of the game")
    for switch, value in rules.items():
        event.require("SWI", value in SWITCHES[switch], f"{switch} has no value {value!r}")
    game.rules = rules


def seat_owners(game: ReferenceGame, event: Event) -> None:
    """SET-1, SET-2: 2 to 5 owners with money, blocks and VPs; all else starts at 0."""
    records = event.take("owners")
    event.require("SET-1", len(records) in range(2, 6), "there are 2 to 5 owners")
    for seat, record in enumerate(records):
        entry = event.part("owner", record)
        entry.check("SET-1", "seat", seat)
        entry.require("TRACE", isinstance(entry.take("strategy"), str), "strategy is a name")
        money, blocks = game.number("start_money"), game.number("blocks")
        vps = vps_at_the_start(game, len(records))
        entry.check("SET-2", "money", money)
        entry.check("SET-2", "blocks", blocks)
        entry.check("SET-2", "vps", vps)
        entry.finish()
        game.owners.append(Owner(seat, clean({"money": money}), blocks, vps))


def vps_at_the_start(game: ReferenceGame, owners: int) -> int:
    """SET-2: 2 VPs, 3 if there are two owners, or as the switch says."""
    if game.rules["vps_start"] == "auto":
        return 3 if owners == 2 else 2
    return game.number("vps_start")


def refuse_what_cannot_be_played(game: ReferenceGame, event: Event) -> None:
    """SWI-1, SET-8: VPs within their limit, places enough, no level or category empty."""
    if game.rules["vps_start"] != "auto":
        event.require(
            "SWI-1", game.number("vps_start") <= game.number("vp_max"), "vps_start is over vp_max"
        )
    places = game.data.places.values()
    event.require("SWI-1", len(places) >= game.number("blocks"), "there are fewer places")
    for category in CATEGORIES:
        there = any(place.category == category for place in places)
        event.require("SWI-1", there, f"no square is of the category {category}")
    for level in LEVELS:
        event.require(
            "SET-8", any(place.level == level for place in places), f"level {level} is empty"
        )


def arrow_spaces(game: ReferenceGame, event: Event) -> None:
    """SET-3: a single bonus token on every space with the arrow."""
    with_token = []
    if game.rules["arrows"] == "on":
        with_token = [number for number in SPACE_NUMBERS if game.spaces[number].arrow]
    event.check("SET-3", "arrows", with_token)
    for number in SPACE_NUMBERS:
        game.spaces[number].steps = SINGLE if number in with_token else BARE


def shuffled_decks(game: ReferenceGame, event: Event) -> None:
    """SET-5: two decks, each with all its cards; their order is a draw."""
    decks = event.take("decks")
    event.require("SET-5", set(decks) == set(DECKS), f"the decks are {DECKS}")
    for name in DECKS:
        cards = [card.number for card in game.data.cards(name).values() for _ in range(card.copies)]
        event.require("SET-5", sorted(decks[name]) == sorted(cards), f"{name} are other cards")
        game.decks[name] = list(decks[name])


def draft_area(game: ReferenceGame, event: Event) -> None:
    """SET-6, SET-7: tokens beside the board, and players on offer, if any."""
    game.point_tokens = sorted(game.data.point_tokens, reverse=True)
    event.check("SET-6", "point_tokens", game.point_tokens)
    event.check("SET-6", "five_million_tokens", game.number("five_million_tokens"))
    game.five_money_tokens = game.number("five_million_tokens")
    deck, number = game.decks["players"], game.number("draft_area_start")
    game.draft_area, game.decks["players"] = deck[:number], deck[number:]
    event.check("SET-7", "draft_area", in_row_order(game.data.players, game.draft_area))


def deal_employees(game: ReferenceGame, event: Event) -> None:
    """SET-7: employees face down, one at a time from the commissioner clockwise."""
    for _ in range(game.number("employees_start")):
        for owner in game.clockwise():
            if game.decks["employees"]:
                owner.face_down.append(game.decks["employees"].pop(0))
    dealt = [in_row_order(game.data.employees, owner.face_down) for owner in game.owners]
    event.check("SET-7", "face_down", dealt)
