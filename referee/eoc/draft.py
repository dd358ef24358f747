"""DRA: dealing, drafting, delaying; and the draw deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.eoc.state import Player

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def draw_card(game: ReferenceGame) -> str:
    """Draw the top card of the deck, refilling an empty deck first (DRA-6)."""
    if not game.deck:
        reshuffle(game, "DRA-6")
    if not game.deck:
        game.reader.peek().fail("DRA-8", "no card is left to be dealt")
    return game.deck.pop(0)


def reshuffle(game: ReferenceGame, rule: str) -> None:
    """DRA-6, END-3: shuffle the discard deck under the rest of the draw deck."""
    event = game.reader.take(rule, "reshuffle")
    cards = event.take("cards")
    event.require(
        rule,
        sorted(cards) == sorted(game.discards),
        f"the discard deck holds {sorted(game.discards)}",
    )
    event.check(rule, "under", rule == "END-3")  # otherwise there is nothing to put it under
    event.finish()
    game.deck += cards
    game.discards = []


def to_pool(game: ReferenceGame, cards: list[str]) -> None:
    """END-5: put cards in the pool; in solo games, discard them."""
    (game.discards if game.solo else game.pool).extend(cards)


def deal(game: ReferenceGame, player: Player, number: int) -> None:
    """DRA-7: deal a player's cards."""
    if number == 0:
        return
    cards = [draw_card(game) for _ in range(number)]
    event = game.reader.take("DRA-1", "deal", player.seat)
    event.check("DRA-7", "cards", cards)
    event.finish()
    player.hand += cards


def draft_phase(game: ReferenceGame) -> None:
    """DRA-1 to DRA-5: deal, then take turns until all have placed a card."""
    for player in game.in_turn_order():
        deal(game, player, game.rules["hand"])
    if not game.solo:  # SOLO-6: no extra card
        deal(game, game.players[game.start], game.rules["dealer_bonus"])
    waiting = game.in_pick_order()
    while waiting:
        for player in list(waiting):
            if draft_turn(game, player):
                waiting.remove(player)


def draft_turn(game: ReferenceGame, player: Player) -> bool:
    """DRA-2: draft a card (True), or discard & delay (False)."""
    if game.reader.next_is("delay", player.seat):
        event = game.reader.any()
        card = event.take("card")
        event.require("SOLO-6", not game.solo, "discard & delay does not exist in solo")
        event.require("DRA-3", len(player.hand) > 1, "a player with one card in hand cannot delay")
        event.require("DRA-2", card in player.hand, f"the hand is {player.hand}")
        event.finish()
        player.hand.remove(card)
        to_pool(game, [card])
        return False
    event = game.reader.take("DRA-2", "draft", player.seat)
    card, source = event.take("card"), event.take("source")
    event.require("DRA-2", source in ("hand", "stash", "pool"), "there is no such source")
    event.require("SOLO-1", not (game.solo and source == "pool"), "solo has no pool")
    place = {"hand": player.hand, "stash": player.stash, "pool": game.pool}[source]
    event.require("DRA-2", card in place, f"the {source} is {place}")
    place.remove(card)
    event.check("DRA-2", "dumped", player.hand)
    event.finish()
    player.calendar_cards[game.month] = card
    if game.solo:  # SOLO-2: Bubba scores the stars of the discarded cards
        game.discarded_this_month = list(player.hand)
        game.bubba.card_stars += sum(game.data.cards[c].stars for c in player.hand)
    to_pool(game, player.hand)
    player.hand = []
    return True
