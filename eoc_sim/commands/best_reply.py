"""Find the best reply to a strategy: several searches, then a choice.

Each search works like ``tune``, but plays against copies of the target. The searches
start from different strategies, or draw different candidates from the same one. The searches, the
choice and the reported wins all use different games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.racing import clearly_behind, rank
from eoc_sim.commands.tune_search import SEATING, Generation, TuneSearch
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.batches import FIRST_HELD_OUT_GAME
from eoc_sim.simulator.runs.whole_file import read_json, write_whole

if TYPE_CHECKING:
    from eoc_sim.analysis.held_out import Results
    from eoc_sim.simulator.kernel.strategy import Strategy

STATE = "exploit.json"
ERROR_PARAMETER = "whim"
"""The planners' parameter for deliberate errors; a reply makes none."""
LAPS = (960, 960, 1920, 3840)
"""Games in each lap of the choice.

Each number is a multiple of the number of games in a full round of seating.
"""
RESERVED_GAMES = 200_000_000
"""Game numbers reserved for a choice; the reported wins use later ones."""


@dataclass(frozen=True)
class Start:
    """A strategy from which a search starts.

    ``version`` has the strategy in seat 1. ``search_index`` is the index of its search, from 0,
    among those that start from the same strategy. ``target_parameters`` maps the names of
    the target's parameters to their values.
    """

    spec: str
    strategy: Strategy
    version: Any
    search_index: int = 0
    target_parameters: Mapping[str, float] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The name of the search from this start.

        Files record the name, so it keeps an old word: "draws 2" is the second search.
        """
        return f"{self.spec}, draws {self.search_index + 1}" if self.search_index else self.spec

    @property
    def fixed_parameters(self) -> dict[str, float]:
        """The parameters that are fixed in every reply.

        A reply makes no deliberate errors, and computes for as long as the target does.
        """
        no_errors = {
            parameter.name: parameter.low
            for parameter in self.strategy.declarations
            if parameter.name == ERROR_PARAMETER and parameter.low == 0
        }
        return no_errors | {
            parameter.name: self.target_parameters[parameter.name]
            for parameter in self.strategy.declarations
            if parameter.costs_time and parameter.name in self.target_parameters
        }


@dataclass(frozen=True)
class Reply:
    """A candidate reply: its starting strategy with new values for some parameters.

    ``version`` has it in the first seat and copies of the target in the rest; ``origin`` says
    how it was found; ``tables`` are data files that replace the strategy's own.
    """

    start: Start
    version: Any
    settings: Mapping[str, float]
    origin: str
    tables: Mapping[str, Path] = field(default_factory=dict)


@dataclass
class Hunt:
    """All searches for one best reply, which take turns playing generations."""

    folder: Path
    record: Mapping[str, Any]
    target: Strategy
    searches: Sequence[tuple[Start, TuneSearch]]
    games: int
    """Games from which the best reply's wins are reported."""

    @property
    def generations(self) -> int:
        """The total number of generations played in all searches."""
        return sum(len(search.generations) for _, search in self.searches)

    @property
    def search_games(self) -> int:
        """The total number of games played in all searches."""
        return sum(
            generation.total_games
            for _, search in self.searches
            for generation in search.generations
        )

    def next_search(self) -> tuple[Start, TuneSearch] | None:
        """Return the unfinished search with the fewest generations, if any."""
        unfinished_searches = [search for search in self.searches if not search[1].is_over]
        return min(unfinished_searches, key=lambda entry: len(entry[1].generations), default=None)

    def has_ended(self, generations: int | None) -> bool:
        """Return whether each search is over, or has played all ``generations``."""
        return all(search.has_ended(generations) for _, search in self.searches)

    def generation_records(self) -> dict[str, list[dict[str, Any]]]:
        """Record every generation of each search."""
        return {
            start.label: [generation.record() for generation in search.generations]
            for start, search in self.searches
        }

    def keep(self) -> None:
        """Write the request and every generation to a file, atomically."""
        content = {"asked": self.record, "searches": self.generation_records()}
        write_whole(self.folder / STATE, (json.dumps(content, indent=1) + "\n").encode())

    def replies(self) -> list[Reply]:
        """List the candidates: the starts, without deliberate errors, and the searches' results.

        The target itself is left out: among copies of itself, it wins its fair share by
        construction.
        """
        replies = []
        for start, search in self.searches:
            if not start.search_index and not self._is_target(start, search.at_start()):
                replies.append(_reply(start, search, search.at_start(), f"{start.spec} unchanged"))
            if search.generations:
                replies.append(
                    _reply(start, search, search.at_end(), f"a search from {start.label}")
                )
        return replies

    def _is_target(self, start: Start, settings: Mapping[str, float]) -> bool:
        """Return whether a start with these settings is the target."""
        strategy, target = start.strategy, self.target
        return (strategy.file, strategy.own_tables, {**strategy.parameters, **settings}) == (
            target.file,
            target.own_tables,
            target.parameters,
        )

    def first_game(self, games: int) -> int:
        """Return the first game number of ``games`` held-out games.

        It depends on how many generations were played.
        """
        return FIRST_HELD_OUT_GAME + self.generations * games % (RESERVED_GAMES - games)

    def choose(self, replies: Sequence[Reply], report: Callable[[str], None]) -> Reply:
        """Race the replies on the choice's games and return the winner."""
        first = self.first_game(sum(LAPS))
        values = [np.zeros(0) for _ in replies]
        contenders = list(range(len(replies)))
        games = 0
        for lap in LAPS:
            report(
                f"Choosing among {plural(len(contenders), 'reply', 'replies')}, "
                f"{count(games)} games each so far."
            )
            results = self._results([replies[index] for index in contenders], first + games, lap)
            for index, result in zip(contenders, results, strict=True):
                values[index] = np.append(values[index], 100 * result.wins)
            games += lap
            dropouts = clearly_behind(values, contenders, 1)
            contenders = [index for index in contenders if index not in dropouts]
            if len(contenders) == 1:
                break
        return replies[rank(values)[0]]

    def estimate(self, reply: Reply) -> Results:
        """Estimate a reply's wins on games that no search or choice used."""
        return self._results([reply], RESERVED_GAMES + self.first_game(self.games), self.games)[0]

    def _results(self, replies: Sequence[Reply], first: int, games: int) -> list[Results]:
        _, search = self.searches[0]
        engines = [
            search.game.engines([reply.version], search.seed, SEATING)[0] for reply in replies
        ]
        return search.results(engines, first, games)


def _reply(start: Start, search: TuneSearch, settings: Mapping[str, float], origin: str) -> Reply:
    return Reply(start, search.version_of(settings), settings, origin)


def read_searches(folder: Path) -> tuple[dict[str, Any], dict[str, list[Generation]]]:
    """Read the request and all generations that `Hunt.keep` has written.

    Raises:
        InputError: The file is missing or cannot be read.
    """
    file = folder / STATE
    try:
        content = read_json(file.read_text(encoding="utf-8"))
        return content["asked"], {
            label: _generations(search) for label, search in content["searches"].items()
        }
    except FileNotFoundError:
        raise InputError(
            f"The directory {folder} contains no exploit search (no {STATE})."
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{file} cannot be read as an exploit search: {error}.") from None


def _generations(records: Iterable[Mapping[str, Any]]) -> list[Generation]:
    return [Generation.from_record(record) for record in records]
