"""A run repeated with every member of a data family.

Each member has different components, as plausible as the run's own. A member's run is an ordinary
run with the same versions, in a subfolder of the first run. Cells that any version changes are the
same in all members; only the other cells differ.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Family, Game

FAMILY = "family"
"""The subfolder of a run for its members' runs."""
DATA_FAMILY = "data_family"
"""The key in run.json for the data family's description and size."""


def member_folder(path: Path, number: int) -> Path:
    """Return the folder of a member's run, given the first run's folder."""
    return path / FAMILY / f"{number:02}"


def member_folders(path: Path) -> list[Path]:
    """List the folders of all members whose runs have begun, in order."""
    folder = path / FAMILY
    return sorted(entry for entry in folder.iterdir() if entry.is_dir()) if folder.is_dir() else []


def member_arms(game: Game, family: Family, arms: Arms, number: int) -> Arms:
    """Make a run's versions with the components of a family member.

    Raises:
        InputError: a version cannot be played with these components.
    """
    baseline = arms.baseline.version
    member = family.member(baseline, number)
    member_keys = {change.key for change in game.differences(baseline, member)}
    old_values = {change.key: change.old for arm in arms.arms for change in arm.changes}
    changes = [(key, old) for key, old in old_values.items() if key in member_keys]
    try:
        member = game.change(member, changes)
        return arms.with_baseline(game, member)
    except InputError as error:
        raise InputError(f"Member {number} of the data family: {error}") from None
