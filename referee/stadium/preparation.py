"""SET: from the box to the first round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.data import Card, in_row_order
from eoc_sim.referee.stadium.decks import Deck
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import BARE, CATEGORIES, SINGLE, SPACES, SWITCHES
from eoc_sim.referee.switches import read_switches

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def set_up(game: ReferenceGame) -> None:
    """SET-1 to SET-8: set up the game."""
    event = game.reader.take("SET-1", "setup")
    event.take("seed")
    event.take("game")
    game.rules = read_switches(event, "SWI-1", SWITCHES)
    read_owners(game, event)
    read_components(game, event)
    seats = [owner.seat for owner in game.owners]
    first = event.take("first")
    event.require("SET-4", type(first) is int and first in seats, f"first must be one of {seats}")
    game.commissioner = first
    spread_tokens(game, event)
    read_decks(game, event)
    deal(game, event)
    event.finish()


def read_owners(game: ReferenceGame, event: Event) -> None:
    """SET-1, SET-2, SWI-1: read the owners and check their starting goods."""
    records = event.take("owners")
    event.require("SET-1", len(records) in range(2, 6), "2 to 5 owners must play")
    vps = vps_at_start(game, len(records))
    event.require("SWI-1", vps <= game.number("vp_max"), f"{vps} VPs are more than vp_max")
    for seat, record in enumerate(records):
        entry = event.part(f"owner {seat}", record)
        entry.check("SET-2", "seat", seat)
        entry.take("strategy")
        entry.check("SET-2", "money", game.number("start_money"))
        entry.check("SET-2", "blocks", game.number("blocks"))
        entry.check("SET-2", "vps", vps)
        entry.finish()
        money = clean({"money": game.number("start_money")})
        game.owners.append(Owner(seat, money, game.number("blocks"), vps))


def vps_at_start(game: ReferenceGame, owners: int) -> int:
    """SET-2: return the number of starting VPs.

    By default it is 3 for two owners, otherwise 2.
    """
    if game.rules["vps_start"] != "auto":
        return game.number("vps_start")
    return 3 if owners == 2 else 2


def read_components(game: ReferenceGame, event: Event) -> None:
    """SWI-1, SET-6: check for enough places and all categories; read tokens."""
    places = game.data.places
    event.require(
        "SWI-1",
        len(places) >= game.number("blocks"),
        f"{len(places)} places are too few for {game.rules['blocks']} blocks",
    )
    categories = {place.category for place in places.values()}
    missing = [category for category in CATEGORIES if category not in categories]
    event.require("SWI-1", not missing, f"the field has no square of category {', '.join(missing)}")
    values = sorted(game.data.point_tokens, reverse=True)  # their order does not matter
    event.check("SET-6", "point_tokens", values)
    event.check("SET-6", "five_million_tokens", game.number("five_million_tokens"))
    game.point_tokens = values
    game.five_million_tokens = game.number("five_million_tokens")


def spread_tokens(game: ReferenceGame, event: Event) -> None:
    """SET-3: put a bonus token on every action space with an arrow."""
    is_on = game.rules["arrows"] == "on"
    arrows = [space for space in SPACES if is_on and game.data.spaces[space].arrow]
    event.check("SET-3", "arrows", arrows)
    game.levels = {space: SINGLE if space in arrows else BARE for space in SPACES}


def read_decks(game: ReferenceGame, event: Event) -> None:
    """SET-5: read the two shuffled decks of all cards."""
    decks = event.part("decks", event.take("decks"))
    game.players = Deck("players", read_deck(decks, "players", game.data.players))
    game.employees = Deck("employees", read_deck(decks, "employees", game.data.employees))
    decks.finish()


def read_deck(decks: Event, name: str, sheet: Mapping[str, Card]) -> list[str]:
    """SET-5: read one of the decks, top first."""
    cards = list(decks.take(name))
    copies = Counter({card.number: card.copies for card in sheet.values() if card.copies})
    decks.require(
        "SET-5", Counter(cards) == copies, f"{name} are not exactly the cards of their sheet"
    )
    return cards


def deal(game: ReferenceGame, event: Event) -> None:
    """SET-7: lay out the draft area; deal face-down employees one at a time."""
    cards = game.number("draft_area_start")
    game.draft_area, game.players.cards = game.players.cards[:cards], game.players.cards[cards:]
    event.check("SET-7", "draft_area", in_row_order(game.draft_area, game.data.players))
    for _ in range(game.number("employees_start")):
        for owner in game.from_the_commissioner():
            if game.employees.cards:
                owner.face_down.append(game.employees.cards.pop(0))
    sheet = game.data.employees
    hands = [in_row_order(owner.face_down, sheet) for owner in game.owners]
    event.check("SET-7", "face_down", hands)
