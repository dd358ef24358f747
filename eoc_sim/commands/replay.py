"""Restore a version of a run, to replay a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.commands.existing_folder import existing_folder
from eoc_sim.errors import InputError
from eoc_sim.games import check_unedited, find_recorded
from eoc_sim.simulator.runs.arms import arm_number
from eoc_sim.simulator.runs.replaying import version_to_replay
from eoc_sim.simulator.runs.result_tables import load_run

if TYPE_CHECKING:
    from collections.abc import Callable

    from eoc_sim.simulator.kernel.vouching import Announce
    from eoc_sim.simulator.runs.game import Game


def restore_version(
    folder: str,
    number: int,
    name: str | None,
    label: str | None,
    twin: str | None,
    announce: Announce | None,
    note: Callable[[str], None],
) -> tuple[Game, Any, int, str]:
    """Return a run's game, version, seed and seating.

    ``name`` is the game that the user named, ``label`` the version, or None for the current rules.
    ``note`` receives a sentence if a strategy has since changed without affecting the game.

    Raises:
        UntrustedCode: run.json names a file, and ``announce`` is None.
        InputError: There is no such folder or version, no game with this ``number``, or the run
            belongs to another game.
    """
    run = load_run(existing_folder(folder))
    record = run.record
    if number >= record["games"]:
        raise InputError(
            f"The run has games 0 to {record['games'] - 1}; there is no game {number}."
        )
    game = find_recorded(record, name, announce)
    check_unedited(record, game)
    arm = arm_number(record, label) if label is not None else 0
    version = version_to_replay(game, run, number, arm, twin, announce, note)
    return game, version, int(record["seed"]), str(record["seating"])
