"""SOLO: the Bubba Bot's steps after the player's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.eoc.state import Bubba, Spot
from eoc_sim.referee.eoc.turn import remove_packages

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame

SEAT = 1  # Bubba is reported as the second seat


def bubba_pick(spots: list[Spot], bubba: Bubba) -> Spot | None:
    """SOLO-7: choose Bubba's recruit of the month, or None.

    `spots` must be in board order.
    """
    available = [spot for spot in spots if spot.signed_by is None]
    # (1) South singles: the highest value, position ignored.
    south = [spot for spot in available if spot.regions == ["South"]]
    if south:
        return max(south, key=lambda spot: spot.base)  # the earlier spot if tied
    own_positions = {recruit.position for recruit in bubba.recruits}
    # (2) South-touching borders; (3) else the other borders; (4) else none.
    borders = [spot for spot in available if len(spot.regions) == 2]
    touching = [spot for spot in borders if "South" in spot.regions]
    other_borders = [spot for spot in borders if "South" not in spot.regions]
    for group in (touching, other_borders):
        candidates = [s for s in group if s.state not in bubba.used_states]
        if candidates:
            # Recruits that Bubba cannot take, in states that he has used, still count.
            positions = [spot.position for spot in group]
            return max(
                candidates,
                key=lambda spot: (
                    spot.position not in own_positions,
                    positions.count(spot.position) == 1,
                    spot.base,
                ),
            )
    return None


def bubba_recruits(game: ReferenceGame) -> None:
    """SOLO-4, SOLO-7, SOLO-8: take one recruit for free, at its token's value."""
    bubba = game.bubba
    spot = bubba_pick(list(game.spots.values()), bubba)
    event = game.reader.take("SOLO-4", "bubba")
    event.check("SOLO-4", "player", SEAT)
    stars = sum(game.data.cards[c].stars for c in game.discarded_this_month)
    event.check("SOLO-2", "cards_scored", stars)
    event.check("SOLO-7", "spot", spot.name if spot else None)
    event.check("SOLO-4", "stars", spot.base if spot else 0)
    event.finish()
    if spot is None:
        return
    spot.signed_by, spot.value = SEAT, spot.base
    bubba.recruits.append(spot)
    bubba.used_states.add(spot.state)
    remove_packages(game, spot)
