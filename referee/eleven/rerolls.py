"""BOA-2, MAT-12, CLU-1: re-rolls, a week's free ones first."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.referee.eleven.effects import lasting_gain
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import RESOURCES
from eoc_sim.referee.records import Event

MAX_REROLLS = 64  # TER-1


def can_reroll(league: League, manager: Manager) -> bool:
    """CLU-1: check if a re-roll is free or can be paid for."""
    resource = RESOURCES.index(league.rules["reroll_pays"])
    free = manager.free_rerolls + lasting_gain(league, manager, "reroll")
    return free > 0 or manager.resources[resource] > 0


def pay_reroll(league: League, manager: Manager) -> None:
    """CLU-1: use up a free re-roll, or pay for one."""
    if manager.free_rerolls + lasting_gain(league, manager, "reroll") > 0:
        manager.free_rerolls -= 1
    else:
        manager.resources[RESOURCES.index(league.rules["reroll_pays"])] -= 1


def take_rerolls(event: Event) -> list[tuple[int, int]]:
    """TER-1: read the re-rolls; after 64 the dice stand."""
    rerolls: list[tuple[int, int]] = event.take("rerolled")
    is_allowed = len(rerolls) <= MAX_REROLLS
    event.require("TER-1", is_allowed, f"only {MAX_REROLLS} re-rolls are allowed")
    return rerolls


def read_rolls(
    league: League, manager: Manager, event: Event, rule: str, name: str, sides: Sequence[int]
) -> list[int]:
    """BOA-2, MAT-12: read dice and re-rolls; return the final faces."""
    faces: list[int] = event.take(name)
    event.require(rule, len(faces) == len(sides), f"{len(sides)} dice must be rolled")
    faces = list(faces)
    for face, number in zip(faces, sides, strict=True):
        is_face = type(face) is int and face in range(1, number + 1)
        event.require(rule, is_face, f"a die with {number} faces does not show {face}")
    for die, face in take_rerolls(event):
        event.require(
            rule,
            type(die) is int
            and die in range(len(sides))
            and type(face) is int
            and face in range(1, sides[die] + 1),
            "a re-roll must name one of the dice and one of its faces",
        )
        event.require(rule, can_reroll(league, manager), "the manager cannot pay for a re-roll")
        pay_reroll(league, manager)
        faces[die] = face
    return faces
