"""The sums of a run without tables, in memory and on disk.

One file has the sums of all games from the first on; the list of shards has their number. The file
is rewritten atomically at intervals, so a kill loses only the games played since, and no game is
counted twice. Its size does not grow with the number of games.
"""

from __future__ import annotations

import hashlib
import threading

from eoc_sim.simulator.runs.game import SHARD_GAMES
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import SUMS
from eoc_sim.simulator.runs.run_totals import Totals, TotalsMaker
from eoc_sim.simulator.runs.shards import Shard
from eoc_sim.simulator.runs.whole_file import finish_temporary, write_temporary

REWRITE_SHARE = 100
"""The file is rewritten when 1 of this many games is new."""


class OpenSums:
    """The sums of a run, to which threads may add games simultaneously.

    ``shards`` are the shards on disk.
    """

    def __init__(
        self,
        directory: RunDirectory,
        sums: TotalsMaker,
        shards: dict[tuple[str, int, int], Shard],
    ) -> None:
        self._directory = directory
        self._finished_shards = shards
        self._totals: Totals | None = None
        entry = shards.get((SUMS, 0, 0))
        if entry is not None:
            self._totals = sums.from_bytes((directory.path / entry.place).read_bytes())
        self.games = self._written_games = entry.games if entry else 0
        """The number of games that are summed up, from the first on."""
        self._waiting: dict[int, tuple[int, Totals]] = {}
        self._lock = threading.Lock()
        self._ended = False

    def write_list(self) -> None:
        """Rewrite the list of shards, which has one file."""
        self._directory.write_shard_file(self._finished_shards.values())

    def add(self, first_game: int, games: int, totals: Totals) -> None:
        """Add the sums of some games, after all games before them."""
        with self._lock:
            if self._ended:
                return
            self._waiting[first_game] = games, totals
            while self.games in self._waiting:
                new_games, part = self._waiting.pop(self.games)
                self._totals = part if self._totals is None else self._totals.plus(part)
                self.games += new_games
            if self.games - self._written_games >= max(SHARD_GAMES, self.games // REWRITE_SHARE):
                self._write()

    def save(self) -> None:
        """Write the sums so far."""
        with self._lock:
            self._write()

    def end(self) -> None:
        """Write the sums so far and ignore later additions."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._write()

    def _write(self) -> None:
        if self._totals is None or self.games == self._written_games:
            return
        content = self._totals.to_bytes()
        digest = hashlib.sha256(content).hexdigest()
        entry = Shard(SUMS, 0, 0, 0, self.games, 0, len(content), digest)
        path = self._directory.path / entry.place
        write_temporary(path, content)
        self._directory.append_shards([entry])
        finish_temporary(path)
        self._finished_shards[SUMS, 0, 0] = entry
        self._written_games = self.games
