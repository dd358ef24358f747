"""Keep the results of a finished search for later calls."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from eoc_sim.analysis.held_out import Results
from eoc_sim.commands.search_folder import digest_of
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.source_code import source_hash
from eoc_sim.simulator.runs.whole_file import read_json, write_whole

FILE = "ending.npz"


@dataclass(frozen=True)
class SearchEnding:
    """The results on fresh games, and the evidence for the preset."""

    results: tuple[Results, ...]
    evidence: Mapping[str, Any]

    def write(self, folder: Path, key: str) -> None:
        """Write the ending of the search that ``key`` identifies."""
        columns = [(games.wins, games.scores, games.other_scores) for games in self.results]
        content = io.BytesIO()
        np.savez_compressed(
            content, key=key, evidence=json.dumps(self.evidence), results=np.array(columns)
        )
        write_whole(folder / FILE, content.getvalue())

    @classmethod
    def read(cls, folder: Path, key: str) -> SearchEnding | None:
        """Read the ending of the search with this ``key``, if any.

        The file holds only numbers and text, so reading a stranger's file runs no code.
        """
        try:
            with np.load(folder / FILE, allow_pickle=False) as content:
                if str(content["key"]) != key:
                    return None
                evidence = read_json(str(content["evidence"]))
                return cls(tuple(Results(*columns) for columns in content["results"]), evidence)
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
            return None


def key_of(game: Game, record: Mapping[str, Any], *end: Any) -> str:
    """Identify a search by its record, its end and the source code.

    ``end`` has the generations played and the options for the games after them.
    """
    return digest_of({"asked": record, "ended": end, "code": source_hash(game)})
