"""Reading a run's directory: its tables, dims and run.json.

Everything here works on files alone: no engine, rules or strategies are imported.

>>> run = load_run("results/sweep-1")                                      # doctest: +SKIP
>>> run.scan("seats").group_by("arm", "strategy").mean().collect()         # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs.game import Declaration
from eoc_sim.simulator.runs.planned_looks import PlannedLooks
from eoc_sim.simulator.runs.run_directory import DIMS_FOLDER, LOG_FILE
from eoc_sim.simulator.runs.run_file import (
    DIMS_CHECKSUMS,
    RUN_FILE,
    SUMS,
    all_tables,
    frame_checksum,
    read_run_file,
)
from eoc_sim.simulator.runs.shards import (
    Shard,
    finished_shards,
    read_shard_file,
    shard_name,
    summed_shards,
)
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping

_REWRITE = "repeat the run's command with --resume to write it again."


@dataclass(frozen=True)
class RunReader:
    """A run on disk, finished or not.

    ``record`` is run.json. In an interrupted run, only games that *every* arm has are read, and
    only whole seating rounds, so that every strategy had every seat equally often.
    """

    path: Path
    record: dict[str, Any]

    @cached_property
    def declaration(self) -> Declaration:
        """The game's declaration at the time of the run: roles, units, words."""
        try:
            return Declaration.from_record(self.record["declaration"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f'{self.path / RUN_FILE} is damaged: its field "declaration" does not describe '
                f"a game ({type(error).__name__}: {error})."
            ) from None

    @property
    def tables(self) -> tuple[str, ...]:
        """The result tables kept, for all arms or only for arm 0."""
        return tuple(table for table in all_tables(self.record) if table != SUMS)

    @property
    def summed_tables(self) -> tuple[str, ...]:
        """The tables that a run summed rather than kept."""
        return tuple(self.record.get(SUMS, ()))

    @cached_property
    def _summed_shards(self) -> dict[int, Shard]:
        return {} if self.summed_tables else summed_shards(self.path)

    def shard_sums(self, number: int) -> bytes | None:
        """Read a shard's sums; None unless they cover all its games."""
        shard = self._summed_shards.get(number)
        if shard is None or (shard.first_game, shard.games) != self.shards.get(number):
            return None
        return (self.path / shard.file).read_bytes()

    def sums(self) -> bytes:
        """Read the file of sums that a run without tables wrote."""
        return (self.path / SUMS / shard_name(0, 0)).read_bytes()

    def arms_of(self, table: str) -> range:
        """Return the arms that have a table: all, or only arm 0."""
        return range(len(self.arms) if table in self.record["tables"] else 1)

    @property
    def games_requested(self) -> int:
        """The number of games requested per arm."""
        return int(self.record["games"])

    @property
    def players(self) -> int:
        """The number of seats in the line-up."""
        return int(self.record["players"])

    @property
    def looks(self) -> PlannedLooks:
        """The looks that were planned when the run began."""
        return PlannedLooks.read(self.record)

    @property
    def arms(self) -> list[dict[str, Any]]:
        """The arms, baseline first, each with ``label`` and ``changes``.

        A change has key, old, new, name, column and sentence.
        """
        return list(self.record["arms"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The requested versions: ``label`` and the ``arm`` that plays each."""
        return list(self.record["rows"])

    @property
    def varied(self) -> list[dict[str, Any]]:
        """The varied keys: ``key``, ``name``, ``old``, ``values`` and ``rows``."""
        return list(self.record["varied"])

    @cached_property
    def log(self) -> list[dict[str, Any]]:
        """The sessions in log.json, if any, without malformed fields."""
        try:
            sessions = read_json((self.path / LOG_FILE).read_text(encoding="utf-8"))["sessions"]
            return [_drop_malformed(session) for session in sessions if isinstance(session, dict)]
        except (OSError, ValueError, KeyError, TypeError):
            return []

    @cached_property
    def shards(self) -> Mapping[int, tuple[int, int]]:
        """Each readable shard's first game and number of games.

        Every file is compared with its checksum; a damaged one is an error. Shards from the first
        incomplete one onwards are left out. Only games in every arm and table are counted.
        """
        by_number: dict[int, dict[tuple[str, int], Shard]] = {}
        tables = all_tables(self.record)
        for shard in finished_shards(self.path, tables).values():
            by_number.setdefault(shard.number, {})[shard.table, shard.arm] = shard
        files = sum(len(self.arms_of(table)) for table in tables)
        intact_shards: dict[int, tuple[int, int]] = {}
        end = 0
        for number, shards in sorted(by_number.items()):
            first_game = next(iter(shards.values())).first_game
            if not files or len(shards) < files or first_game != end:
                break
            games = min(shard.games for shard in shards.values())
            intact_shards[number] = first_game, games
            end = first_game + games
        if not intact_shards:
            self._check_not_lost(by_number)
        return self._whole_rounds(intact_shards, end)

    def _whole_rounds(
        self, shards: dict[int, tuple[int, int]], games: int
    ) -> dict[int, tuple[int, int]]:
        """Drop the games after an unfinished run's last whole seating round.

        ``games`` is the number of games in the shards.
        """
        round_length = games_per_round(str(self.record["seating"]), self.players)
        whole_games = games if games == self.games_requested else games - games % round_length
        return {
            number: (first_game, min(length, whole_games - first_game))
            for number, (first_game, length) in shards.items()
            if first_game < whole_games
        }

    def _check_not_lost(self, found_shards: Mapping[int, Mapping[tuple[str, int], Shard]]) -> None:
        """Refuse a finished run that has no complete shard left."""
        if not self.log or self.log[-1].get("outcome") != "finished":
            return
        for shard in read_shard_file(self.path):
            if shard.table in all_tables(self.record) and (
                shard.table,
                shard.arm,
            ) not in found_shards.get(shard.number, {}):
                raise InputError(
                    f"{self.path / shard.file} is missing; put it back, or use --resume to "
                    "play its games again."
                )

    @property
    def games(self) -> int:
        """The number of games that all arms have."""
        return sum(games for _, games in self.shards.values())

    @property
    def complete(self) -> bool:
        """True if all requested games can be read."""
        return self.games == self.games_requested

    def scan(
        self, table: str, *, arm: int | None = None, games: tuple[int, int] | None = None
    ) -> pl.LazyFrame:
        """Scan a result table, arm by arm, in order of games.

        With ``arm``, only that arm is read. With ``games``, a pair (first, end), only games with
        first <= game < end are read, and only the files that hold them are opened.

        Raises:
            InputError: the table was not kept, or not for this arm, or no games can be read.
        """
        if table not in self.tables:
            raise InputError(
                f'The run in {self.path} did not keep the table "{table}"; it kept '
                f"{', '.join(self.tables) or 'none'}.{nearest(table, self.tables)}"
            )
        if not self.shards:
            raise InputError(
                f"The run in {self.path} has no finished games yet; use --resume to play its games."
            )
        if arm is not None and arm not in self.arms_of(table):
            raise InputError(
                f'The run in {self.path} kept the table "{table}" only for the current rules; '
                f"--keep {','.join(self.tables)} keeps it for every version."
            )
        first, end = games if games is not None else (0, self.games_requested)
        stretches = {
            number: (start, start + length)
            for number, (start, length) in self.shards.items()
            if start < end and first < start + length
        }
        # An empty range still has the table's columns.
        ranges = stretches or dict.fromkeys(list(self.shards)[:1], (0, 0))
        parts = []
        for each_arm in self.arms_of(table) if arm is None else (arm,):
            for number, (start, stop) in ranges.items():
                path = self.path / table / shard_name(each_arm, number)
                part = pl.scan_parquet(path, hive_partitioning=False, glob=False)
                if number == max(self.shards) or first > start or end < stop or not stretches:
                    # In an interrupted run, an arm's last shard may be longer than the others'.
                    game = pl.col("game")
                    part = part.filter((game >= max(first, start)) & (game < min(end, stop)))
                parts.append(part)
        return pl.concat(parts, how="vertical", rechunk=False)

    def dims(self, name: str) -> pl.DataFrame:
        """Return a dims table, whose first columns are ``id`` and ``name``.

        Raises:
            InputError: there is no such table.
        """
        names = [str(key) for key in self.record["dims"]]
        if name not in names:
            raise InputError(
                f'The run in {self.path} has no dims table "{name}"; it has {", ".join(names)}.'
                f"{nearest(name, names)}"
            )
        path = self.path / DIMS_FOLDER / f"{name}.parquet"
        if not path.is_file():
            raise InputError(f"{path} is missing; {_REWRITE}")
        try:
            table = pl.read_parquet(path)
        except (pl.exceptions.PolarsError, OSError):
            raise InputError(f"{path} is damaged: it is not a Parquet file; {_REWRITE}") from None
        for column in ("id", "name"):
            if column not in table.columns:
                raise InputError(f'{path} is damaged: it has no column "{column}"; {_REWRITE}')
        # Earlier releases did not write checksums.
        checksum = self.record.get(DIMS_CHECKSUMS, {}).get(name)
        if checksum is not None and checksum != frame_checksum(table):
            raise InputError(f"{path} is not the table that this run wrote; {_REWRITE}")
        return table


def load_run(directory: str | Path) -> RunReader:
    """Open a run's directory for reading.

    Raises:
        InputError: there is no run in it, or its run.json is damaged.
    """
    path = Path(directory)
    return RunReader(path, read_run_file(path))


def _drop_malformed(session: dict[str, Any]) -> dict[str, Any]:
    """Drop a session's malformed fields, checking only those that reports read.

    >>> _drop_malformed({"started": 5, "command_line": ["eoc-sim", 5], "options": ["--set"]})
    {'options': ['--set']}
    """

    def fits(name: str, value: Any) -> bool:
        if name in ("command_line", "options"):
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        return name != "started" or isinstance(value, str)

    return {name: value for name, value in session.items() if fits(name, value)}
