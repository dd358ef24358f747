"""Restore the version of a recorded game, to replay it.

A strategy from the game's own folder may have changed since the run, if only in its comments. In
that case the game is played again, and its rows must equal those that the run kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import GameError, InputError, StrategyError
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.typed_paths import split_spec
from eoc_sim.simulator.runs.arms import restored_version
from eoc_sim.simulator.runs.changed_strategies import HASH, SPEC, TABLES, changed_strategies
from eoc_sim.simulator.runs.run_file import ARMS, BASELINE, other_release_hint
from eoc_sim.simulator.runs.tables import frame, narrow
from eoc_sim.simulator.runs.versions import load_cached

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.kernel.vouching import Announce
    from eoc_sim.simulator.runs.game import Game, Table
    from eoc_sim.simulator.runs.result_tables import RunReader


def version_to_replay(
    game: Game,
    run: RunReader,
    number: int,
    arm: int,
    twin: str | None,
    announce: Announce | None,
    note: Callable[[str], None],
) -> Any:
    """Restore the version that played game ``number`` of an arm.

    If a strategy of the game has changed since the run, ``note`` receives a sentence about it.
    ``announce`` is as in `restored_version`.

    Raises:
        InputError: the version can no longer be restored, or it no longer plays the recorded game.
        UntrustedCode: the version names a strategy file that nobody vouches for.
    """
    record = run.record
    current_record = {
        **record,
        ARMS: [*record[ARMS]],
        BASELINE: _with_current_hashes(game, record[BASELINE]),
    }
    current_record[ARMS][arm] = _with_current_hashes(game, record[ARMS][arm])
    version = restored_version(game, current_record, arm, announce)
    change = changed_strategies(
        *([part[BASELINE], part[ARMS][arm]] for part in (record, current_record))
    )
    if change is None:
        return version
    if twin is not None:
        fault = "no twin is recorded to compare the replay with"
    else:
        fault = _fault(game, run, number, arm, version)
    if fault:
        raise StrategyError(
            f"{change} since the run was played, and {fault}; play the run again."
            f"{other_release_hint(record, 'replay the run')}"
        )
    note(f"{change} since the run was played, but game {number} ended exactly as recorded.")
    return version


def _with_current_hashes(game: Game, value: Any) -> Any:
    """Replace the recorded hashes of the game's own strategies with today's.

    The hashes of a strategy's data tables are replaced too.
    """
    if isinstance(value, list):
        return [_with_current_hashes(game, item) for item in value]
    if not isinstance(value, Mapping):
        return value
    result = {key: _with_current_hashes(game, item) for key, item in value.items()}
    if game.version is not None and isinstance(result.get(HASH), str):
        spec = str(result.get(SPEC))
        folders = game.version.folders()
        # A user's file is never loaded here. Its recorded hash stays, and is compared later with
        # that of the file as it is now.
        if split_spec(spec)[0] in (*folders.names(), *folders.yardsticks):
            with suppress(InputError):
                strategy = load_cached(game.version, spec)
                result[HASH] = strategy.hash
                if TABLES in result:
                    result[TABLES] = {sheet.name: sheet.hash for sheet in strategy.tables}
    return result


def _fault(game: Game, run: RunReader, number: int, arm: int, version: Any) -> str:
    """Explain how a replayed game differs from its record; "" if equal."""
    twin_table = "" if game.twins is None else game.twins.table
    names = [
        name
        for name in run.tables
        if arm in run.arms_of(name) and name in game.tables and name != twin_table
    ]
    if game.standings.name not in names or number >= run.games:
        return f"the folder keeps no standings of game {number} to compare with"
    seed, seating = int(run.record["seed"]), str(run.record["seating"])
    try:
        with divert_strategy_output():
            worker = game.engines([version], seed, seating)[0].worker()
            rows = worker.play(number, 1, names)
    except (StrategyError, GameError) as error:
        return f"game {number} now fails ({error})"
    strategies = game.standings.role("strategy").dim
    labels = game.dims([version])[strategies], run.dims(strategies)
    for name in names:
        table = game.tables[name]
        frames = (
            frame(table, arm, [narrow(table, rows[name])]),
            run.scan(name, arm=arm, games=(number, number + 1)).collect(),
        )
        columns = [column for column in frames[0].columns if column in frames[1].columns]
        played, recorded = (
            _with_names(part.select(columns), table, strategies, strategy_names)
            for part, strategy_names in zip(frames, labels, strict=True)
        )
        if played != recorded:
            return f'game {number} no longer matches the table "{name}"'
    return ""


def _with_names(
    rows: pl.DataFrame, table: Table, dim: str, names: pl.DataFrame
) -> list[dict[str, Any]]:
    """List rows with strategies' names in place of their ids.

    A strategy's id depends on the versions that are played.
    """
    name_of = dict(zip(names["id"], names["name"], strict=True))
    columns = [column.name for column in table if column.dim == dim and column.name in rows]
    return [
        {**row, **{column: name_of.get(row[column], row[column]) for column in columns}}
        for row in rows.to_dicts()
    ]
