"""SCO: the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.referee.eoc.effects import amount, holds
from eoc_sim.referee.eoc.state import Spot
from eoc_sim.referee.eoc.tables import (
    ALL_FIVE_STARS,
    PARTS,
    REGIONS,
    TOP_THREE_STARS,
    position_stars,
    region_stars,
)
from eoc_sim.referee.eoc.turn import campaign
from eoc_sim.referee.eoc.upgrades import clauses_on
from eoc_sim.referee.ranking import rank, win_share

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def score_game(game: ReferenceGame) -> None:
    """SCO-1 to SCO-8: score the game in the order of the rules."""
    end_cards(game)
    final_campaigns(game)
    results = {player.seat: player_result(game, player.seat) for player in game.players}
    if game.solo:
        results[1] = bubba_result(game)
    decide(game, results)


def end_cards(game: ReferenceGame) -> None:
    """SCO-1: score end-of-game cards in play, all simultaneously."""
    due = {
        player.seat: [
            (source, amount(player, clause) if holds(game, player, clause) else 0)
            for source, clause in clauses_on(player.sources(), "end")
        ]
        for player in game.players
    }
    while any(due.values()):  # simultaneous, so players come in any order
        event = game.reader.take("SCO-1", "end_card")
        player = game.player_of(event)
        waiting = due[player.seat]
        event.require("SCO-1", bool(waiting), "all end-of-game cards of this player have scored")
        source, stars = waiting.pop(0)
        kind = "coach" if source.card is None else "card"
        event.check("CAR-8", kind, source.number)
        event.check("SCO-1", "stars", stars)
        event.finish()
        player.score += stars
        player.parts["end_cards" if kind == "card" else "coach_effects"] += stars


def final_campaigns(game: ReferenceGame) -> None:
    """SCO-2: run a final campaign for every player who makes one."""
    seats = set()
    while game.reader.next_is("market"):
        event = game.reader.any()
        event.check("SCO-2", "final", True)
        event.require(
            "SCO-2", event.seat not in seats, "only one final campaign per player is allowed"
        )
        seats.add(event.seat)
        player = game.player_of(event)
        player.parts["final_marketing"] += campaign(game, player, event)


def recruits_in_best_region(recruits: list[Spot]) -> int:
    """SCO-4: return the largest number of recruits in one region, including border recruits."""
    return max(len([r for r in recruits if region in r.regions]) for region in REGIONS)


def board_stars(board: list[str] | None, recruits: list[Spot]) -> int:
    """SCO-5: score 15 for all five positions, 5 for the Top 3."""
    if board is None:
        return 0
    positions = {r.position for r in recruits}
    if set(board) <= positions:
        return ALL_FIVE_STARS
    if set(board[:3]) <= positions:
        return TOP_THREE_STARS
    return 0


def stars_for_sets(recruits: list[Spot]) -> tuple[int, int]:
    """SCO-3, SCO-4: return the stars for positions and for the best region."""
    unique = len({r.position for r in recruits})
    return position_stars(unique), region_stars(recruits_in_best_region(recruits))


def player_result(game: ReferenceGame, seat: int) -> dict[str, Any]:
    """SCO-3 to SCO-5, SCO-8: return a player's result."""
    player = game.players[seat]
    player.parts["positions"], player.parts["region_points"] = stars_for_sets(player.recruits)
    player.parts["board_points"] = board_stars(player.board, player.recruits)
    for part in ("positions", "region_points", "board_points"):
        player.score += player.parts[part]
    assert player.score == sum(player.parts.values())  # SCO-8
    return {
        "parts": player.parts,
        "score": player.score,
        "bucks": player.bucks,
        "recruits": player.recruits,
    }


def bubba_result(game: ReferenceGame) -> dict[str, Any]:
    """SOLO-5, SOLO-9: return Bubba's result, with 0 BB.

    Bubba scores for discarded cards, recruits, positions and his best region.
    """
    bubba = game.bubba
    parts = dict.fromkeys(PARTS, 0)
    parts["cards"] = bubba.card_stars
    parts["recruits"] = sum(recruit.value for recruit in bubba.recruits)
    parts["positions"], parts["region_points"] = stars_for_sets(bubba.recruits)
    return {
        "parts": parts,
        "score": sum(parts.values()),
        "bucks": 0,
        "recruits": bubba.recruits,
    }


def tie_break(game: ReferenceGame, result: dict[str, Any]) -> tuple[int, ...]:
    """SCO-6, FAM-6: return a result's ranking key: stars, BB, then positions.

    A switch may replace positions with the number of recruits. Under FAM-6 only stars count.
    """
    if game.rules["ties"] == "shared":
        return (result["score"],)
    recruits = result["recruits"]
    second = len({r.position for r in recruits})
    if game.rules["tiebreak2"] == "recruits":
        second = len(recruits)
    return (result["score"], result["bucks"], second)


def decide(game: ReferenceGame, results: dict[int, dict[str, Any]]) -> None:
    """SCO-6, SCO-7: read any roll-off; check ranks, shares and the winner."""
    keys = {seat: tie_break(game, result) for seat, result in results.items()}
    best = max(keys.values())
    tied_seats = [seat for seat in sorted(keys) if keys[seat] == best]
    winner = tied_seats[0] if len(tied_seats) == 1 else None
    if winner is None and game.rules["ties"] == "broken":
        winner = roll_off(game, tied_seats)
    event = game.reader.take("SCO-6", "final")
    for record in event.take("players"):
        entry = event.part("player", record)
        seat = entry.take("seat")
        entry.require("SCO-8", seat in results, "this seat does not exist or is listed twice")
        result = results.pop(seat)
        parts = entry.take("parts")
        entry.require("SCO-8", set(parts) == set(PARTS), f"the parts must be {PARTS}")
        for part in PARTS:
            entry.require(
                "SCO-8",
                parts[part] == result["parts"][part],
                f"by the rules {part} should be {result['parts'][part]}",
            )
        entry.check("SCO-8", "score", result["score"])
        entry.check("SCO-6", "bucks", result["bucks"])
        entry.check("SCO-7", "rank", rank(keys[seat], keys.values()))
        entry.check_fraction("SCO-6", "win_share", win_share(keys[seat], keys.values()))
        entry.finish()
    event.require("SCO-8", not results, f"no result for seats {list(results)}")
    event.check("SCO-6", "winner", winner)
    event.finish()


def roll_off(game: ReferenceGame, tied_seats: list[int]) -> int:
    """SCO-6: let the tied seats roll until one is highest."""
    while len(tied_seats) > 1:
        event = game.reader.take("SCO-6", "roll_off")
        dice = {int(seat): number for seat, number in event.take("dice").items()}
        event.require("SCO-6", sorted(dice) == tied_seats, f"seats {tied_seats} must roll")
        event.require("SCO-6", all(d in range(1, 7) for d in dice.values()), "a die shows 1 to 6")
        event.finish()
        tied_seats = [seat for seat in tied_seats if dice[seat] == max(dice.values())]
    return tied_seats[0]
