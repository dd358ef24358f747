"""SCO: scoring, and each owner's state at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.ranking import rank, win_share
from eoc_sim.referee.stadium.data import in_row_order
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import PARTS, TOKENS

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def parts_of(game: ReferenceGame, owner: Owner) -> dict[str, int]:
    """SCO-1, SCO-2, SCO-4: split a score into parts that add up to it."""
    data = game.data
    parts = dict.fromkeys(PARTS, 0)
    for number in owner.places:
        parts[data.places[number].part] += data.places[number].points
    parts["players"] = sum(data.players[card].points for card in owner.players)
    parts["employees"] = sum(data.employees[card].points for card in owner.employees)
    parts["entertainment"] = owner.count("entertainment") // game.number("entertainment_per_point")
    parts["point_tokens"] = sum(owner.point_tokens)
    parts["bonus_tiles"] = sum(owner.tiles)
    return parts


def standing_of(game: ReferenceGame, owner: Owner) -> tuple[int, int, int, int]:
    """SCO-3: return points, then entertainment, wins and money."""
    points = sum(parts_of(game, owner).values())
    return points, owner.count("entertainment"), owner.count("wins"), owner.count("money")


def end_round(game: ReferenceGame) -> None:
    """TRC: check every owner's state at the end of a round."""
    event = game.reader.take("TIM-1", "end_round")
    event.check("TIM-1", "round", game.round)
    entries = event.entries("SET-1", "owners", len(game.owners))
    for owner, entry in zip(game.owners, entries, strict=True):
        for kind in TOKENS:
            entry.check("SET-8", kind, owner.count(kind))
        entry.check("END-2", "blocks", owner.blocks)
        entry.check("ACT-6", "vps", owner.vps)
        entry.check("GAM-5", "away", owner.away_next)
        entry.check("ACT-14", "places", owner.places)
        players, employees = game.data.players, game.data.employees
        entry.check("ACT-17", "players", in_row_order(owner.players, players))
        entry.check("ACT-5", "employees", in_row_order(owner.employees, employees))
        entry.check("BON-4", "face_down", in_row_order(owner.face_down, employees))
        entry.check("ACT-19", "point_tokens", sum(owner.point_tokens))
        entry.check("SCO-1", "points", sum(parts_of(game, owner).values()))
        entry.finish()
    event.finish()


def score_game(game: ReferenceGame, end: str) -> None:
    """SCO-1 to SCO-4, END-3: check the final scores, ranks and win shares."""
    standings = [standing_of(game, owner) for owner in game.owners]
    event = game.reader.take("SCO-1", "final")
    event.check("END-3", "end", end)
    entries = event.entries("SET-1", "owners", len(game.owners))
    for owner, standing, entry in zip(game.owners, standings, entries, strict=True):
        parts = entry.part("parts", entry.take("parts"))
        for part, points in parts_of(game, owner).items():
            parts.check("SCO-4", part, points)
        parts.finish()
        names = ("score", "entertainment", "wins", "money")
        for name, number in zip(names, standing, strict=True):
            entry.check("SCO-3", name, number)
        entry.check("SCO-3", "rank", rank(standing, standings))
        entry.check_fraction("SCO-3", "win_share", win_share(standing, standings))
        entry.finish()
    event.finish()
