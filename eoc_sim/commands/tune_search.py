"""Tune parameters over generations of candidates that race on the same games.

A separable CMA-ES (Ros and Hansen 2008, PPSN X) draws candidates around a mean, moves the mean
towards the better half of every generation, and learns a step size for each parameter. All
candidates of a generation play the same games, but those that are clearly behind drop out early.
The next generation plays fresh games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.held_out import Results
from eoc_sim.analysis.racing import clearly_behind, rank
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs.batches import FIRST_SEARCH_GAME, parts, play_parts
from eoc_sim.simulator.runs.whole_file import read_json, write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.kernel.parameters import Parameter
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Engine, Game

    Floats = NDArray[np.float64]

STATE = "tuning.json"
SEATING = "balanced"
WINS, SCORE = "wins", "score"
OTHERS_WEIGHT = 0.25
"""The fraction of the other players' total score subtracted from a score."""
RACE = (1, 1, 2)
"""The length of each lap of a generation, in units.

A unit has `FIRST_GAMES` games at first, and grows to at most `MAX_GAMES` games.
"""
FIRST_GAMES, MAX_GAMES = 120, 1200
GROWTH = 1.02
"""The factor by which the unit grows in every generation.

Candidates differ less and less, so it takes more and more games to tell them apart.
"""
START_STEP = 1.0
MAX_HALVINGS = 2
"""The maximum number of times that the first steps are halved.

Each further search from the same start halves them once more: long steps explore, short steps keep
the strengths of the start.
"""
MIN_STEP, USUAL_STEP, MAX_STEP = 1 / 40, 0.25, 1 / 8
"""A first step is `USUAL_STEP` times the parameter's value at the start.

It is at least `MIN_STEP` and at most `MAX_STEP` times the width of the parameter's range.
"""
DIGITS = 4
"""Significant digits of a value that is not a whole number."""


@dataclass(frozen=True)
class SearchSpace:
    """The tuned parameters and their first steps.

    A point has a coordinate for each parameter: its distance from the start, in first steps. A
    single parameter gets an idle second coordinate, because the search needs two.
    """

    start: Mapping[str, float]
    tuned_parameters: tuple[Parameter, ...]

    @cached_property
    def steps(self) -> Floats:
        """The first step of each parameter."""
        return np.array(
            [
                min(
                    max(
                        abs(self.start[parameter.name]) * USUAL_STEP,
                        (parameter.high - parameter.low) * MIN_STEP,
                    ),
                    (parameter.high - parameter.low) * MAX_STEP,
                )
                for parameter in self.tuned_parameters
            ]
        )

    @property
    def size(self) -> int:
        """The number of coordinates of a point."""
        return max(2, len(self.tuned_parameters))

    def settings(self, strategy: Strategy) -> dict[str, float]:
        """Return the parameters that are not tuned and have non-default values."""
        tuned_names = {parameter.name for parameter in self.tuned_parameters}
        return {
            name: value
            for name, value in self.start.items()
            if value != strategy.default_parameters[name] and name not in tuned_names
        }

    def bounds(self) -> Floats:
        """Return the lowest and highest value of each coordinate of a point."""
        ends = np.array([[-1.0, 1.0]] * self.size)
        for index, (parameter, step) in enumerate(
            zip(self.tuned_parameters, self.steps, strict=True)
        ):
            ends[index] = (
                np.array([parameter.low, parameter.high]) - self.start[parameter.name]
            ) / step
        return ends

    def values(self, point: Floats) -> dict[str, float]:
        """Return the parameters at a point, rounded and within their ranges."""
        values = {}
        for index, (parameter, step) in enumerate(
            zip(self.tuned_parameters, self.steps, strict=True)
        ):
            value = self.start[parameter.name] + float(point[index]) * float(step)
            value = float(round(value)) if parameter.whole else float(f"{value:.{DIGITS}g}")
            values[parameter.name] = min(max(value, parameter.low), parameter.high)
        return values


OLD_NAMES = {"played": "total_games"}
"""Field names in searches saved by release 0.1.0, with their present names."""


@dataclass(frozen=True)
class Generation:
    """The result of a generation: its candidates from best to worst.

    ``best`` is the best candidate's average result over ``games`` games, ``total_games`` the total
    number of games of all candidates, and ``first_game`` the number of the first game.
    """

    order: tuple[int, ...]
    best: float
    games: int
    total_games: int
    first_game: int

    def record(self) -> dict[str, Any]:
        """Return the generation as plain values."""
        return {**vars(self), "order": list(self.order)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Generation:
        """Restore a generation from the result of `record`.

        >>> old = {"order": [1, 0], "best": 0.5, "games": 24, "played": 48, "first_game": 0}
        >>> Generation.from_record(old).total_games
        48
        """
        renamed = {OLD_NAMES.get(name, name): value for name, value in record.items()}
        return cls(**{**renamed, "order": tuple(record["order"])})


@dataclass
class TuneSearch:
    """A search in progress; `step` plays another generation.

    ``spec`` is the tuned strategy without parameters; ``settings`` are non-default values of
    parameters that are not searched. ``search_index`` is the index of this search, from 0, among
    those that start from the same strategy. Searches with the same ``seed`` and different indexes
    play the same games with different candidates; a larger index means shorter first steps (see
    `MAX_HALVINGS`).
    """

    game: Game
    version: Any
    spec: str
    settings: Mapping[str, float]
    space: SearchSpace
    goal: str
    seed: int
    threads: int
    generations: list[Generation] = field(default_factory=list)
    search_index: int = 0

    def __post_init__(self) -> None:
        from cmaes import SepCMA

        self._optimiser = SepCMA(
            np.zeros(self.space.size),
            START_STEP / 2 ** min(self.search_index, MAX_HALVINGS),
            self.space.bounds(),
            seed=(self.seed + self.search_index) % 2**32,
        )
        earlier, self.generations = self.generations, []
        for generation in earlier:
            self._tell(self._ask(), generation)

    # --- The search.

    @property
    def candidates(self) -> int:
        """The number of candidates in a generation."""
        return int(self._optimiser.population_size)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(generation.total_games for generation in self.generations)

    @property
    def is_over(self) -> bool:
        """True if no further step would change anything."""
        return bool(self.generations and self._optimiser.should_stop())

    def at_start(self) -> dict[str, float]:
        """Return the parameters with which the search began."""
        return {
            **self.settings,
            **{
                parameter.name: self.space.start[parameter.name]
                for parameter in self.space.tuned_parameters
            },
        }

    def at_end(self) -> dict[str, float]:
        """Return the mean around which candidates are drawn.

        The mean is better than the best candidate, which owes much to luck.
        """
        return {**self.settings, **self.space.values(self._optimiser.mean)}

    def has_ended(self, generations: int | None) -> bool:
        """Return whether the search is over, or has played all ``generations``."""
        return self.is_over or (generations is not None and len(self.generations) >= generations)

    def step(self, report: Callable[[int], None]) -> Generation:
        """Play a generation and update the search.

        ``report`` is called with the number of the generation's games played so far.
        """
        points = self._ask()
        engines = [self._engine(self.space.values(point)) for point in points]
        latest = self.generations[-1] if self.generations else None
        first_game = FIRST_SEARCH_GAME if latest is None else latest.first_game + latest.games
        generation = self._race(engines, first_game, report)
        self._tell(points, generation)
        return generation

    def _ask(self) -> list[Floats]:
        return [self._optimiser.ask() for _ in range(self.candidates)]

    def _tell(self, points: Sequence[Floats], generation: Generation) -> None:
        # Only the order counts, so it is all that a resumed search needs.
        self._optimiser.tell(
            [(points[number], float(index)) for index, number in enumerate(generation.order)]
        )
        self.generations.append(generation)

    def _race(
        self, engines: Sequence[Engine], first_game: int, report: Callable[[int], None]
    ) -> Generation:
        half = len(engines) // 2  # the better half moves the mean
        contenders = list(range(len(engines)))
        values: list[Floats] = [np.zeros(0) for _ in engines]
        games = 0
        count = 0
        for lap in RACE:
            length = lap * self._unit(len(self.generations))
            results = self.results(
                [engines[index] for index in contenders], first_game + games, length
            )
            for index, result in zip(contenders, results, strict=True):
                values[index] = np.append(values[index], self._value(result))
            games += length
            count += length * len(contenders)
            report(count)
            dropouts = clearly_behind(values, contenders, half)
            contenders = [index for index in contenders if index not in dropouts]
        order = rank(values)
        return Generation(tuple(order), float(values[order[0]].mean()), games, count, first_game)

    def max_games(self, generations: int) -> int:
        """Return the number of games in ``generations`` if no candidate drops out."""
        return self.candidates * sum(RACE) * sum(map(self._unit, range(generations)))

    def _unit(self, generation: int) -> int:
        games = min(FIRST_GAMES * GROWTH**generation, MAX_GAMES)
        length = games_per_round(SEATING, self.game.players_of(self.version))
        return length * max(1, round(games / length))

    def _value(self, results: Results) -> Floats:
        if self.goal == WINS:
            return 100 * results.wins
        return results.scores - OTHERS_WEIGHT * results.other_scores

    # --- Playing.

    def version_of(self, settings: Mapping[str, float]) -> Any:
        """Make the version whose tuned strategy has these parameters."""
        text = "".join(f":{name}={value:.12g}" for name, value in settings.items())
        return self.game.change(self.version, [("seat.1", self.spec + text)])

    def engine(self, settings: Mapping[str, float]) -> Engine:
        """Make the engine whose tuned strategy has these parameters."""
        return self.game.engines([self.version_of(settings)], self.seed, SEATING)[0]

    def _engine(self, new_values: Mapping[str, float]) -> Engine:
        return self.engine({**self.settings, **new_values})

    def results(self, engines: Sequence[Engine], first_game: int, games: int) -> list[Results]:
        """Play the same games with each engine; return the tuned strategy's results."""
        table = self.game.standings
        parts_of_engines = [parts(engine, first_game, games) for engine in engines]
        with divert_strategy_output():
            results = play_parts(
                [part for engine_parts in parts_of_engines for part in engine_parts],
                (table.name,),
                self.threads,
            )
            return [
                Results.concatenate(
                    Results.extract(table, next(results)[table.name], engine.players)
                    for _ in engine_parts
                )
                for engine, engine_parts in zip(engines, parts_of_engines, strict=True)
            ]


# --- The file of a search.


def write_state(folder: Path, record: Mapping[str, Any], generations: Sequence[Generation]) -> None:
    """Write the request and every generation to a file, atomically."""
    content = {
        "asked": record,
        "generations": [generation.record() for generation in generations],
    }
    write_whole(folder / STATE, (json.dumps(content, indent=1) + "\n").encode())


def read_state(folder: Path) -> tuple[dict[str, Any], list[Generation]]:
    """Read the request and the generations that `write_state` has written.

    Raises:
        InputError: The file is missing or cannot be read.
    """
    file = folder / STATE
    try:
        content = read_json(file.read_text(encoding="utf-8"))
        return content["asked"], [
            Generation.from_record(generation) for generation in content["generations"]
        ]
    except FileNotFoundError:
        raise InputError(f"The directory {folder} contains no tune search (no {STATE}).") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{file} cannot be read as a tune search: {error}.") from None
