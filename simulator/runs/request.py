"""The request for a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.runs.arms import Arms
from eoc_sim.simulator.runs.relearning import Relearning
from eoc_sim.simulator.runs.run_totals import TotalsMaker

MAX_GAMES = 1_000_000_000
"""The maximum number of games that a run may have."""


@dataclass(frozen=True)
class Request:
    """The request for a run: the arms, their games and the tables.

    Every arm plays ``games`` games. The tables ``keep`` are kept for every arm, ``keep_current``
    only for arm 0, the current rules. Only a sequential run has ``tuned_games``, the games for
    which its confidence sequence is tuned.
    """

    command: str
    arms: Arms
    games: int
    seed: int = 1
    seating: str = DEFAULT_SEATING
    keep: tuple[str, ...] = ()
    keep_current: tuple[str, ...] = ()
    twins: Mapping[str, Any] | None = None
    """The schedule of twins, in the form of `Game.twins`."""
    tuned_games: int | None = None
    question: str = ""
    """The question whose answer ends a sequential run, in words."""
    relearning: Relearning | None = None
    """The settings with which the players are trained for a second run."""
    sums: TotalsMaker | None = None
    """The sums to keep, with or without a run's tables."""
    implied_options: tuple[str, ...] = ()
    """Game options that come from a plan or a compared version."""

    @property
    def keeps_no_rows(self) -> bool:
        """True if only sums are kept."""
        return self.sums is not None and not self.list_kept_tables(0)

    def list_kept_tables(self, arm: int) -> tuple[str, ...]:
        """List the tables that are kept for an arm."""
        return self.keep if arm else self.keep + self.keep_current
