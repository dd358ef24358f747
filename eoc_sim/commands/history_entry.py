"""An entry of the history: a run, its changes and its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from eoc_sim.analysis.figure import Figure

SCHEMA = 1


@dataclass(frozen=True)
class HistoryEntry:
    """A line of results/history.jsonl: a run."""

    schema: Annotated[int, "the version of the line's format"]
    when: Annotated[str, "the end of the run, in UTC"]
    folder: Annotated[str, "its folder"]
    command: Annotated[str, "the command that played it"]
    package: Annotated[str, "the release of eoc-sim that played it"]
    game: Annotated[str, "the name of the game"]
    seed: Annotated[int, "the seed of all draws"]
    seating: Annotated[str, "how the strategies were seated"]
    games: Annotated[int, "the games of each version"]
    players: Annotated[list[str], "the strategies in the seats"]
    version: Annotated[str, "the version that the figures describe: the one with all changes"]
    changes: Annotated[list[str] | None, "how it differs from the game as published, if known"]
    figures: Annotated[list[Figure], "its headline figures, at most ten"]
