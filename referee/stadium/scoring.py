"""SCO: points, ranks, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import LEVELS, PARTS

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def parts_of_score(game: ReferenceGame, owner: Owner) -> dict[str, int]:
    """SCO-1, SCO-2, SCO-4: the nine parts; face-down employees count nothing."""
    data = game.data
    places = [data.places[number] for number in owner.places]
    parts = {f"level_{n}": sum(p.points for p in places if p.level == n) for n in LEVELS}
    parts["field"] = sum(place.points for place in places if place.is_square)
    parts["players"] = sum(data.players[number].points for number in owner.players)
    parts["employees"] = sum(data.employees[number].points for number in owner.employees)
    parts["entertainment"] = owner.has("entertainment") // game.number("entertainment_per_point")
    parts["point_tokens"] = owner.point_tokens
    parts["bonus_tiles"] = owner.bonus_tiles
    return parts


def points(game: ReferenceGame, owner: Owner) -> int:
    """SCO-1: the score if the game ended now."""
    return sum(parts_of_score(game, owner).values())


def standing(game: ReferenceGame, owner: Owner) -> tuple[int, int, int, int]:
    """SCO-3: points, then entertainment, then wins, then money."""
    return (
        points(game, owner), owner.has("entertainment"), owner.has("wins"), owner.has("money"),
    )  # fmt: skip


def score_game(game: ReferenceGame, end: str) -> None:
    """SCO-3: ranks by the four numbers; who is still tied shares the win."""
    event = game.reader.take("END-2", "final")
    event.check("END-3", "end", end)
    standings = [standing(game, owner) for owner in game.owners]
    records = event.take("owners")
    event.require("SCO-4", len(records) == len(game.owners), "one entry for each owner")
    for owner, record in zip(game.owners, records, strict=True):
        check_result(game, owner, event.part("owner", record), standings)
    event.finish()


def check_result(
    game: ReferenceGame, owner: Owner, entry: Event, standings: list[tuple[int, int, int, int]]
) -> None:
    """SCO-3, SCO-4: what the final event says of one owner."""
    own = standings[owner.seat]
    entry.check("SCO-4", "seat", owner.seat)
    by_rules = parts_of_score(game, owner)
    parts = entry.part("parts", entry.take("parts"))
    for part in PARTS:
        parts.check("SCO-4", part, by_rules[part])
    parts.finish()
    for field, number in zip(("score", "entertainment", "wins", "money"), own, strict=True):
        entry.check("SCO-3", field, number)
    entry.check("SCO-3", "rank", 1 + len([other for other in standings if other > own]))
    first = max(standings)
    share = 1 / standings.count(first) if own == first else 0
    stated = entry.take("win_share")
    entry.require("SCO-3", abs(stated - share) < 1e-6, f"win_share is {share}")
    entry.require("TRACE", not isinstance(stated, bool), "win_share is a number")
    entry.finish()
