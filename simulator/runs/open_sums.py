"""The sums of a run that keeps no tables, while it is played and on disk.

One file holds the sums of all games from the first on, as many as the list of shards says. It is
written anew now and then, whole or not at all; so what a kill costs is what was played since, and
no game is ever in it twice. Its size does not grow with the games.
"""

from __future__ import annotations

import hashlib
import threading

from eoc_sim.simulator.runs.gathering import Sums, Totals
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import SUMS
from eoc_sim.simulator.runs.shards import Shard
from eoc_sim.simulator.runs.tables import SHARD_GAMES
from eoc_sim.simulator.runs.whole_file import finish_temporary, write_temporary

OF_ALL = 100
"""The file is written anew once a run has grown by so small a part: one in so many games."""


class OpenSums:
    """The sums of a run; threads may bring games at the same time.

    ``finished`` are the shards on disk.
    """

    def __init__(
        self, directory: RunDirectory, sums: Sums, finished: dict[tuple[str, int, int], Shard]
    ) -> None:
        self._directory = directory
        self._finished = finished
        self._totals: Totals | None = None
        entry = finished.get((SUMS, 0, 0))
        if entry is not None:
            self._totals = sums.from_bytes((directory.path / entry.place).read_bytes())
        self.games = self._written = entry.games if entry else 0
        """The games that are summed up, from the first on."""
        self._waiting: dict[int, tuple[int, Totals]] = {}
        self._lock = threading.Lock()
        self._ended = False

    def write_list(self) -> None:
        """Write the list of shards anew: the one file that is there."""
        self._directory.write_shard_file(self._finished.values())

    def add(self, first_game: int, games: int, totals: Totals) -> None:
        """Bring the sums of some games; they count once all games before them are there."""
        with self._lock:
            if self._ended:
                return
            self._waiting[first_game] = games, totals
            while self.games in self._waiting:
                more, part = self._waiting.pop(self.games)
                self._totals = part if self._totals is None else self._totals.plus(part)
                self.games += more
            if self.games - self._written >= max(SHARD_GAMES, self.games // OF_ALL):
                self._write()

    def end(self) -> None:
        """Write what there is; nothing is added from here on."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._write()

    def _write(self) -> None:
        if self._totals is None or self.games == self._written:
            return
        content = self._totals.to_bytes()
        digest = hashlib.sha256(content).hexdigest()
        entry = Shard(SUMS, 0, 0, 0, self.games, 0, len(content), digest)
        path = self._directory.path / entry.place
        write_temporary(path, content)
        self._directory.append_shards([entry])
        finish_temporary(path)
        self._finished[SUMS, 0, 0] = entry
        self._written = self.games
