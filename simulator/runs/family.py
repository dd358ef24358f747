"""A run played again in every member of a data family: other components, as plausible as its own.

Each member's is an ordinary run in a folder of the first, with the same versions. What a version
changes is the same there: the cells that any version changes are those of the first run in all
members, and only what is around them differs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Family, Game

FAMILY = "family"
"""The folder of a run in which its members' are."""
DATA_FAMILY = "data_family"
"""What run.json calls the words and the size of the game's data family."""


def member_folder(path: Path, number: int) -> Path:
    """Where the run of a member is, in the folder of a run."""
    return path / FAMILY / f"{number:02}"


def member_folders(path: Path) -> list[Path]:
    """The folders of all members that have been begun, in their order."""
    folder = path / FAMILY
    return sorted(one for one in folder.iterdir() if one.is_dir()) if folder.is_dir() else []


def member_arms(game: Game, family: Family, arms: Arms, number: int) -> Arms:
    """The versions of a run with the components of a member of the data family.

    Raises:
        InputError: a version cannot be played with them.
    """
    now = arms.baseline.version
    drawn = family.member(now, number)
    around = {change.key for change in game.differences(now, drawn)}
    changed = {change.key: change.old for arm in arms.arms for change in arm.changes}
    kept = [(key, old) for key, old in changed.items() if key in around]
    try:
        drawn = game.change(drawn, kept)
        versions = [drawn] + [
            game.change(drawn, [(change.key, change.new) for change in arm.changes])
            for arm in arms.arms[1:]
        ]
    except InputError as error:
        raise InputError(f"Member {number} of the data family: {error}") from None
    shared: list[Any] = game.shared(versions)
    return replace(
        arms,
        arms=tuple(
            replace(arm, version=version) for arm, version in zip(arms.arms, shared, strict=True)
        ),
    )
