"""SOLO: what the Bubba Bot does after the player's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.eoc.state import Bubba, Spot
from eoc_sim.referee.eoc.turn import packages_go

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame

SEAT = 1  # Bubba is reported as the second seat


def bubba_pick(spots: list[Spot], bubba: Bubba) -> Spot | None:
    """SOLO-7: Bubba's recruit of the month, or None. `spots` come in spot order."""
    left = [spot for spot in spots if spot.signed_by is None]
    # (1) South singles: the highest value, position ignored.
    south = [spot for spot in left if spot.regions == ["South"]]
    if south:
        return max(south, key=lambda spot: spot.base)  # the first of equals: earlier spot
    # (2) South-touching border states not used; (3) else the other border states not used.
    unused = [s for s in left if len(s.regions) == 2 and s.state not in bubba.used_states]
    touching = [spot for spot in unused if "South" in spot.regions]
    others = [spot for spot in unused if "South" not in spot.regions]
    candidates = touching or others
    if not candidates:  # (4)
        return None
    have = {recruit.position for recruit in bubba.recruits}
    positions = [spot.position for spot in candidates]

    def preference(spot: Spot) -> tuple[bool, bool, int]:
        lacked = spot.position not in have
        once = positions.count(spot.position) == 1
        return (lacked, once, spot.base)

    return max(candidates, key=preference)


def bubba_recruits(game: ReferenceGame) -> None:
    """SOLO-4, SOLO-7, SOLO-8: one recruit, free, at token value."""
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
    packages_go(game, spot)
