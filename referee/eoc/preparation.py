"""SET: from the box to the first month."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.eoc.draft import to_pool
from eoc_sim.referee.eoc.month_end import pool_card
from eoc_sim.referee.eoc.state import Bubba, Player, Source, Spot
from eoc_sim.referee.eoc.tables import (
    COLOUR_OF_REGION,
    PARTS,
    PLAYER_REGIONS,
    POSITIONS,
    REGIONS_ROUND_THE_TABLE,
    SOLO_REGIONS,
    SWITCHES,
)
from eoc_sim.referee.records import Event
from eoc_sim.referee.switches import read_switches

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def set_up(game: ReferenceGame) -> None:
    """SET-10: read the set-up, choose coaches, deal stashes and fill the pool."""
    event = game.reader.take("SET-10", "setup")
    event.take("seed")
    event.take("game")
    read_rules(game, event)
    players = event.take("players")
    event.require(
        "SET-1",
        len(players) in ((1,) if game.solo else (2, 3, 4)),
        "the game is not for this number of players",
    )
    game.start = event.take("first")
    event.require("SET-7", game.start in range(len(players)), "there is no such seat")
    game.march_start = game.start
    read_players(game, event, players)
    read_spots(game, event)
    edges = event.take("edges")
    agrees = {frozenset(edge) for edge in edges} == game.data.edges
    agrees = agrees and len(edges) == len(game.data.edges) and all(len(edge) == 2 for edge in edges)
    event.require("SET-2", agrees, "the connections are not those of the map")
    game.deck = list(event.take("deck"))
    cards = Counter({c.number: c.copies for c in game.data.cards.values() if c.copies > 0})
    event.require(
        "RND-2",
        Counter(game.deck) == cards,
        "the deck does not have exactly the cards of the sheet",
    )
    event.finish()
    choose_coaches(game)
    deal_stashes(game)
    seed_pool(game)


def read_rules(game: ReferenceGame, event: Event) -> None:
    """SWI, SWI-1: check that switches have legal values and that no two conflict."""
    rules = game.rules = read_switches(event, "SWI", SWITCHES)
    game.solo = rules["solo"] == "on"
    if rules["auction"] == "on":
        event.require("SWI-1", rules["chain"] == "on", "the auction needs the Chain")
    if game.solo:
        event.require("SWI-1", rules["auction"] == "off", "solo has no auction")
        event.require("SWI-1", rules["dice_draft"] == "shared", "solo has no exclusive dice")
        event.require("SWI-1", rules["pool_start"] == "auto", "solo has no pool")
        event.require("SWI-1", rules["stash"] == "choose4of6", "solo has the stash choose4of6")


def read_players(game: ReferenceGame, event: Event, players: list[dict[str, Any]]) -> None:
    """SET-6, SET-7, SET-9, SET-14, SET-15, SET-17, SET-19, SOLO-1: read the players."""
    rules, data = game.rules, game.data
    regions = [record.get("region") for record in players]
    choices = SOLO_REGIONS if game.solo else PLAYER_REGIONS
    event.require(
        "SET-7", all(region in choices for region in regions), f"the regions are {choices}"
    )
    event.require("SET-7", len(set(regions)) == len(regions), "players must have different regions")
    if rules["regions"] == "clockwise" and not game.solo:
        # SET-17, RND-2: the first n of the table's order, rotated by some seats.
        n = len(regions)
        rotations = [
            [REGIONS_ROUND_THE_TABLE[(seat + turn) % n] for seat in range(n)] for turn in range(n)
        ]
        event.require(
            "SET-17", regions in rotations, f"clockwise regions must be one of {rotations}"
        )
    for seat, record in enumerate(players):
        entry = event.part("player", {**record, "player": seat})
        entry.take("strategy")
        entry.check("SET-1", "seat", seat)
        region = entry.take("region")
        hq = data.hq_of_region[region]
        place = 1 + (seat - game.start) % len(players)  # SET-19: in March's turn order
        bucks = rules["start_bucks"] + rules[f"order_bucks_{place}"]
        stars = rules[f"order_stars_{place}"]
        entry.check("SET-6", "bucks", bucks)
        entry.check("SET-19", "stars", stars)
        entry.check("SET-6", "hq", hq)
        entry.check("CUT-1", "seeded", rules["seeded_months"])
        board, coach = entry.take("board"), entry.take("coach")
        entry.finish()
        if rules["boards"] == "on":
            event.require("SET-9", board in data.boards, f"{board} is not a Recruiting Board")
        else:
            event.require("SET-15", board is None, "boards are off")
        player = Player(seat, region, bucks, hq, board, score=stars)
        player.parts = {**dict.fromkeys(PARTS, 0), "order_stars": stars}
        player.calendar_ec = {
            month: {COLOUR_OF_REGION[region]: 1} for month in range(1, rules["seeded_months"] + 1)
        }
        game.players.append(player)
        if rules["coaches"] == "off" or rules["coach_choice"] == "reverse_turn_order":
            event.require("SET-7", coach is None, "no coach may be chosen at this point")
        else:
            give_coach(game, player, coach, event)
    boards = [player.board for player in game.players if player.board]
    fits = [boards.count(board) <= data.boards.count(board) for board in boards]
    event.require("SET-15", all(fits), "a board is dealt more times than there are copies of it")
    if game.solo:
        game.bubba = Bubba()


def give_coach(game: ReferenceGame, player: Player, number: str, event: Event) -> None:
    """SET-14: give a coach, which blocks the other side of its sheet."""
    event.require("SET-14", number in game.data.coaches, f"there is no coach {number}")
    coach = game.data.coaches[number]
    sheets = [game.data.coaches[p.coach.number].sheet for p in game.players if p.coach]
    event.require("SET-14", coach.sheet not in sheets, "the other side of this sheet is in use")
    player.coach = Source(number, coach.clauses, None)


def choose_coaches(game: ReferenceGame) -> None:
    """SET-7: let players choose coaches openly, in reverse turn order.

    This happens under coach_choice = reverse_turn_order.
    """
    if game.rules["coaches"] == "on" and game.rules["coach_choice"] == "reverse_turn_order":
        for player in reversed(game.in_turn_order()):
            event = game.reader.take("SET-7", "coach", player.seat)
            give_coach(game, player, event.take("coach"), event)
            event.finish()


def spot_cost(regions: list[str], value: int) -> Bundle:
    """SET-3: price a spot.

    A recruit of one region costs value - 1 EC of its colour; a border recruit costs 2 EC of each of
    its two colours.
    """
    if len(regions) == 1:
        return {COLOUR_OF_REGION[regions[0]]: value - 1}
    return {COLOUR_OF_REGION[region]: 2 for region in regions}


def read_spots(game: ReferenceGame, event: Event) -> None:
    """SET-2 to SET-5: read the 40 recruits, border tokens and values.

    Values are as printed or shuffled.
    """
    data = game.data
    border_values = []
    values_of_region: dict[str, list[int]] = {}
    positions = []
    for record in event.take("spots"):
        entry = event.part("spot", record)
        name, state = entry.take("spot"), entry.take("state")
        entry.require("SET-2", name not in game.spots, "this spot is listed twice")
        entry.require("SET-2", state in data.regions_of_state, "there is no such state")
        regions = data.regions_of_state[state]
        slots = 1 if len(regions) == 1 else 2
        entry.require(
            "SET-2", name in [f"{state}/{slot}" for slot in range(1, slots + 1)], "no such spot"
        )
        entry.require("SET-2", entry.take("regions") == regions, f"the spot lies in {regions}")
        base = entry.take("base")
        if slots == 2:
            border_values.append(base)
        else:
            values_of_region.setdefault(regions[0], []).append(base)
            if game.rules["state_values"] == "fixed":  # SET-5
                entry.check("SET-5", "base", data.value_of_state[state])
        cost = spot_cost(regions, base)
        entry.check("SET-3", "cost", cost)
        position = entry.take("position")
        entry.finish()
        positions.append(position)
        game.spots[name] = Spot(name, state, regions, base, cost, position)
    event.require("SET-2", len(game.spots) == 40, "there must be 40 spots")
    event.require(
        "SET-5",
        sorted(border_values) == sorted(data.border_values),
        "the border tokens are not those of the map",
    )
    for region, values in values_of_region.items():
        faces = [
            data.value_of_state[state]
            for state, regions in data.regions_of_state.items()
            if regions == [region]
        ]
        event.require(
            "SET-5", sorted(values) == sorted(faces), f"the values of {region} should be {faces}"
        )
    event.require(
        "SET-4", sorted(positions) == sorted(POSITIONS * 5), "each position must have 5 recruits"
    )
    # Spots are ordered by state name, then slot (RND-2), which SOLO-7 needs.
    by_name = sorted(game.spots, key=lambda spot: (game.spots[spot].state, spot))
    game.spots = {name: game.spots[name] for name in by_name}


def deal_stashes(game: ReferenceGame) -> None:
    """SET-8, SET-11, SET-12: deal the secret stashes."""
    kind = game.rules["stash"]
    if kind == "starter":
        for player in game.players:
            for card in game.data.starter_stashes[player.region]:
                game.deck.remove(card)
    deals: dict[int, list[str]] = {}
    for player in game.in_turn_order():
        if kind == "starter":
            deals[player.seat] = list(game.data.starter_stashes[player.region])
        else:
            size = 5 if kind == "deal5" else 6
            deals[player.seat], game.deck = game.deck[:size], game.deck[size:]
    if kind == "open_draft":
        # The trace states all deals first, then the picks.
        for player in game.in_turn_order():
            event = game.reader.take("SET-11", "stash", player.seat)
            event.check("SET-11", "dealt", deals[player.seat])
            event.check("SET-12", "kept", [])
            event.check("SET-12", "to_pool", [])
            event.finish()
        picks_by_seat = open_draft(game, deals)
    rejects = []
    for player in game.in_turn_order():
        event = game.reader.take("SET-11", "stash", player.seat)
        stash_cards, rejected = event.take("kept"), event.take("to_pool")
        if kind == "open_draft":
            picks, remaining = picks_by_seat[player.seat]
            event.check("SET-12", "dealt", [])
            event.require(
                "SET-12", sorted(stash_cards) == sorted(picks), f"the player picked {picks}"
            )
            event.require(
                "SET-12",
                sorted(rejected) == sorted(remaining),
                f"the player held {remaining} at the end",
            )
        else:
            dealt_cards = deals[player.seat]
            event.check("SET-11", "dealt", dealt_cards)
            event.require(
                "SET-8",
                sorted(stash_cards + rejected) == sorted(dealt_cards),
                "cards are missing or added",
            )
            size = 5 if kind == "deal5" else 4
            event.require("SET-8", len(stash_cards) == size, f"{size} cards must be kept")
        event.finish()
        player.stash = list(stash_cards)
        rejects += rejected
    to_pool(game, rejects)


def open_draft(
    game: ReferenceGame, deals: dict[int, list[str]]
) -> dict[int, tuple[list[str], list[str]]]:
    """SET-12: let every player take four cards from hands that are passed on.

    The rest of each hand is passed counter-clockwise after each of the first three cards.
    """
    hands = {seat: list(cards) for seat, cards in deals.items()}
    picks: dict[int, list[str]] = {seat: [] for seat in deals}
    for _ in range(4):
        seats_to_pick = set(hands)
        while seats_to_pick:  # simultaneous (INF-3), so in any order
            event = game.reader.take("SET-12", "pick")
            event.require("SET-12", event.seat in seats_to_pick, "this player has picked already")
            card = event.take("card")
            event.require("SET-12", card in hands[event.seat], f"the hand is {hands[event.seat]}")
            event.finish()
            seats_to_pick.remove(event.seat)
            hands[event.seat].remove(card)
            picks[event.seat].append(card)
        if len(picks[0]) < 4:
            # Seats run clockwise, so the counter-clockwise neighbour is the seat before.
            seats = len(hands)
            hands = {seat: hands[(seat + 1) % seats] for seat in hands}
    return {seat: (picks[seat], hands[seat]) for seat in hands}


def seed_pool(game: ReferenceGame) -> None:
    """SET-13: move cards from the deck to the first pool."""
    number = game.rules["pool_start"]
    if number == "auto":
        number = 4 if game.rules["stash"] in ("deal5", "starter") else 0
    elif number == "2xplayers":
        number = 2 * len(game.players)
    for _ in range(number):
        pool_card(game, "SET-13")
