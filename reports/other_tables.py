"""Runs whose tables differ from those of the game that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.games import find_recorded
from eoc_sim.simulator.kernel.vouching import UntrustedCode
from eoc_sim.simulator.runs.run_file import read_run_file
from eoc_sim.simulator.runs.same_run import declared_tables, describe_other_tables


@contextmanager
def name_other_tables(runs: Sequence[Path], game_name: str | None = None) -> Iterator[None]:
    """If reading fails, report the run that has another game's tables.

    ``game_name`` is the game that the user has named.

    Raises:
        InputError: the run was played with another game or another release.
    """
    try:
        yield
    except UntrustedCode:
        raise
    except Exception as error:
        for run in runs:
            record = read_run_file(run)
            try:
                game = find_recorded(record, game_name)
            except InputError:
                if isinstance(error, InputError):
                    raise error from None
                raise
            current = {"declaration": game.declaration.record()}
            if declared_tables(record) != declared_tables(current):
                raise InputError(describe_other_tables(run, game.name)) from None
        raise
