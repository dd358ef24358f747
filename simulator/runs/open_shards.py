"""The shards of a run in progress, and their files.

Only the rows of shards in progress are in memory. The thread that adds the last games of a shard
writes it. At intervals, and if a run is interrupted, each shard in progress is written up to its
first missing game. The shorter file is the same as a shorter run's, and --resume continues from it.
"""

from __future__ import annotations

import hashlib
import io
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from ctypes import CDLL
from dataclasses import dataclass, field, replace
from statistics import fmean

import numpy as np
import polars as pl

from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import SUMS
from eoc_sim.simulator.runs.run_totals import ShardSums
from eoc_sim.simulator.runs.shards import Shard, shard_name, shard_of_sums
from eoc_sim.simulator.runs.tables import frame, narrowed_columns, parquet_bytes

Columns = Mapping[str, np.ndarray]
"""The rows of a table, by column."""


@dataclass(eq=False)
class OpenShard:
    """A shard in progress: narrowed rows of its chunks, by first game.

    Its first ``on_disk`` games are in a shorter file, written when fewer games were requested or
    the run was interrupted; ``remaining_games`` games are still to be played.
    """

    arm: int
    number: int
    first_game: int
    games: int
    on_disk: int
    remaining_games: int
    parts: dict[int, tuple[int, Mapping[str, Columns]]] = field(default_factory=dict)
    """The number of games in each chunk, and its rows by table."""

    def cut_at_first_gap(self) -> OpenShard:
        """Return the shard cut off before its first missing game."""
        end = self.first_game + self.on_disk
        parts = {}
        while end in self.parts:
            parts[end] = self.parts[end]
            end += self.parts[end][0]
        games = end - self.first_game
        return replace(self, games=games, remaining_games=0, parts=parts)


class OpenShards:
    """The shards that are being played, and those on disk.

    ``tables`` are kept for every arm, ``kept_current`` only for arm 0. Threads may add rows
    at the same time.
    """

    def __init__(
        self,
        directory: RunDirectory,
        declarations: Mapping[str, Table],
        tables: tuple[str, ...],
        kept_current: tuple[str, ...],
        shards: dict[tuple[str, int, int], Shard],
        sums: ShardSums | None = None,
    ) -> None:
        self._directory = directory
        self._declarations = declarations
        self._kept_tables = tables
        self._kept_current = kept_current
        self._shards_on_disk = shards
        self._open: list[OpenShard] = []
        self._lock = threading.Lock()
        self._files_lock = threading.Lock()
        self._ended = False
        self._sums = sums
        self._summing: set[int] = set()

    def list_kept_tables(self, arm: int) -> tuple[str, ...]:
        """List the tables that are kept for an arm."""
        return self._kept_tables if arm else self._kept_tables + self._kept_current

    def games_on_disk(self, arm: int, number: int) -> int:
        """Count a shard's games that all of its tables have on disk."""
        shards = [
            self._shards_on_disk.get((table, arm, number)) for table in self.list_kept_tables(arm)
        ]
        return min((shard.games if shard else 0 for shard in shards), default=0)

    def bytes_per_game(self, arms: int, min_games: int) -> float | None:
        """Return the mean size of a game on disk, over ``arms`` arms.

        The size is measured on shards with at least ``min_games`` games. It is None until arm 0,
        which may keep more tables, has such a shard. If there are other arms, one of them must have
        one too.
        """
        shards = {(shard.arm, shard.number) for shard in tuple(self._shards_on_disk.values())}
        sizes: dict[int, float] = {}
        for arm, number in sorted(shards):
            games = self.games_on_disk(arm, number)
            if games >= min_games:
                files = (
                    self._shards_on_disk[table, arm, number] for table in self.list_kept_tables(arm)
                )
                sizes[arm] = sum(file.bytes / file.games for file in files)
        other_sizes = [size for arm, size in sizes.items() if arm]
        if 0 not in sizes or (arms > 1 and not other_sizes):
            return None
        return (sizes[0] + (arms - 1) * (fmean(other_sizes) if other_sizes else 0)) / arms

    def write_list(self) -> None:
        """Rewrite the list of all shards on disk."""
        self._directory.write_shard_file(self._shards_on_disk.values())

    def open(self, shard: OpenShard) -> None:
        """Begin a shard."""
        with self._lock:
            self._open.append(shard)

    def add(
        self, shard: OpenShard, first_game: int, games: int, tables: Mapping[str, Columns]
    ) -> None:
        """Add rows of games to a shard, and write it once complete."""
        with self._lock:
            shard.parts[first_game] = games, tables
            shard.remaining_games -= games
            complete = shard.remaining_games == 0
        if complete:
            self._write(shard)

    def end(self) -> None:
        """Write no more files; wait until those being written are complete."""
        self._ended = True
        with self._files_lock:
            pass

    def keep_incomplete(self) -> None:
        """Write incomplete shards up to their first missing game."""
        with self._files_lock:
            with self._lock:
                shortened_shards = [shard.cut_at_first_gap() for shard in self._open]
            for shard in shortened_shards:
                if shard.games > shard.on_disk:
                    self._write_files(self._files(shard))

    def _write(self, shard: OpenShard) -> None:
        """Write a complete shard and forget its rows."""
        files = self._files(shard)
        with self._files_lock:
            if self._ended:
                return
            self._write_files(files)
            with self._lock:
                self._open.remove(shard)
                shard.parts.clear()
        return_memory()
        if self._sums is not None and shard.games == self._sums.shard_games:
            self._sum_up(self._sums, shard.number, shard.games)

    def sum_up(self) -> None:
        """Write all missing sums of shards, including a short last one."""
        if self._sums is not None:
            for number, games in self._sums.shards():
                self._sum_up(self._sums, number, games)

    def _sum_up(self, sums: ShardSums, number: int, games: int) -> None:
        """Write the missing sums of a shard once every arm has it."""
        with self._lock:
            earlier = self._shards_on_disk.get((SUMS, 0, number))
            if (
                number in self._summing
                or (earlier is not None and earlier.games == games)
                or any(self.games_on_disk(arm, number) < games for arm in range(sums.arms))
            ):
                return
            self._summing.add(number)
        root = self._directory.path
        content = sums.content(root, number, games)
        if content is not None:
            entry = shard_of_sums(number, number * sums.shard_games, games, content)
            with self._files_lock:
                if not self._ended:
                    (root / SUMS).mkdir(exist_ok=True)
                    self._write_files([(entry, content)])

    def _files(self, shard: OpenShard) -> list[tuple[Shard, bytes]]:
        """Make a shard's files, one per table, with their list entries.

        The largest is made first, since the others fit into the memory that it needed.
        """
        tables = self.list_kept_tables(shard.arm)

        def size(table: str) -> int:
            return sum(
                column.nbytes for _, part in shard.parts.values() for column in part[table].values()
            )

        files = {
            table: self._file(shard, table) for table in sorted(tables, key=size, reverse=True)
        }
        return [files[table] for table in tables]

    def _file(self, shard: OpenShard, table: str) -> tuple[Shard, bytes]:
        """Make a table's file and its list entry."""
        parts = [shard.parts[first_game][1][table] for first_game in sorted(shard.parts)]
        if shard.on_disk:
            parts.insert(0, self._rows_on_disk(shard, table))
        data = frame(self._declarations[table], shard.arm, parts)
        content = parquet_bytes(data)
        entry = Shard(
            table=table,
            arm=shard.arm,
            number=shard.number,
            first_game=shard.first_game,
            games=shard.games,
            rows=data.height,
            bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )
        return entry, content

    def _write_files(self, files: Sequence[tuple[Shard, bytes]]) -> None:
        """Write and list these files; keep their entries."""
        if files:
            self._directory.write_shards(files)
            self._shards_on_disk |= {
                (entry.table, entry.arm, entry.number): entry for entry, _ in files
            }

    def _rows_on_disk(self, shard: OpenShard, table: str) -> dict[str, np.ndarray]:
        """Read the rows of the shard's shorter file."""
        declaration = self._declarations[table]
        content = (self._directory.path / table / shard_name(shard.arm, shard.number)).read_bytes()
        end = shard.first_game + shard.on_disk
        rows = pl.read_parquet(io.BytesIO(content)).filter(
            pl.col(declaration.role("game").name) < end
        )
        return narrowed_columns(declaration, rows)


def return_memory() -> None:
    """Return the memory of freed rows to the system.

    The sums computed next need about as much memory as the rows did, but the GNU C library does
    not return the memory of many small arrays by itself.
    """
    with suppress(OSError, AttributeError, TypeError):  # where there is no GNU C library
        CDLL(None).malloc_trim(0)
