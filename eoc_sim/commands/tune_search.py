"""Search parameters by generations of candidates that race on the same games.

Candidates are drawn around a middle by a separable CMA-ES (Ros and Hansen 2008, PPSN X), which
moves towards the better half of every generation and learns how far to step in each parameter. All
candidates of a generation play the same games, those that are clearly behind fewer of them; the
next generation plays fresh ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.held_out import Results
    from eoc_sim.simulator.kernel.strategy_files import Parameter, Strategy
    from eoc_sim.simulator.runs.engine import Engine
    from eoc_sim.simulator.runs.game import Game

    Floats = NDArray[np.float64]

STATE = "tuning.json"
SEATING = "balanced"
WINS, SCORE = "wins", "score"
OTHERS = 0.25
"""The part of the others' score that is taken off one's own."""
RACE = (1, 1, 2)
"""Games of each lap of a generation, in units that grow."""
FIRST_GAMES, MOST_GAMES = 120, 1200
GROWTH = 1.02
"""The growth of the units: near the goal, candidates differ less."""
START_STEP = 1.0
MOST_HALVED = 2
"""Most times that the first steps are halved.

Each further search from the same start halves them once: long steps find what is far away, short
ones keep what the start does well.
"""
LEAST_STEP, USUAL_STEP, MOST_STEP = 1 / 40, 0.25, 1 / 8
"""First steps: part of the value, within parts of the range."""
DIGITS = 4
"""Digits of a value that is not a whole number."""


@dataclass(frozen=True)
class Space:
    """The parameters that are tuned, and their first steps.

    A point has a number for each parameter: steps from the start. A single parameter has an idle
    second one beside it, since the search needs two.
    """

    start: Mapping[str, float]
    tuned: tuple[Parameter, ...]

    @cached_property
    def steps(self) -> Floats:
        """A first step of each parameter."""
        return np.array(
            [
                min(
                    max(abs(self.start[one.name]) * USUAL_STEP, (one.high - one.low) * LEAST_STEP),
                    (one.high - one.low) * MOST_STEP,
                )
                for one in self.tuned
            ]
        )

    @property
    def size(self) -> int:
        """The numbers of a point."""
        return max(2, len(self.tuned))

    def settings(self, strategy: Strategy) -> dict[str, float]:
        """Return the unusual values of a strategy's other parameters."""
        tuned = {one.name for one in self.tuned}
        return {
            name: value
            for name, value in self.start.items()
            if value != strategy.usual[name] and name not in tuned
        }

    def bounds(self) -> Floats:
        """Return the lowest and highest of every number of a point."""
        ends = np.array([[-1.0, 1.0]] * self.size)
        for place, (one, step) in enumerate(zip(self.tuned, self.steps, strict=True)):
            ends[place] = (np.array([one.low, one.high]) - self.start[one.name]) / step
        return ends

    def values(self, point: Floats) -> dict[str, float]:
        """Return the parameters at a point, rounded and within their ranges."""
        values = {}
        for place, (one, step) in enumerate(zip(self.tuned, self.steps, strict=True)):
            value = self.start[one.name] + float(point[place]) * float(step)
            value = float(round(value)) if one.whole else float(f"{value:.{DIGITS}g}")
            values[one.name] = min(max(value, one.low), one.high)
        return values


@dataclass(frozen=True)
class Generation:
    """The outcome of a generation: its candidates from best to worst.

    ``best`` is the mean of the best candidate in ``games`` games; ``played`` are the games of all
    candidates together, and ``first_game`` is the first of them.
    """

    order: tuple[int, ...]
    best: float
    games: int
    played: int
    first_game: int

    def record(self) -> dict[str, Any]:
        """Return the generation in plain values."""
        return {**vars(self), "order": list(self.order)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Generation:
        """Restore what `record` wrote."""
        return cls(**{**record, "order": tuple(record["order"])})


@dataclass
class TuneSearch:
    """A search as it stands; `step` plays a further generation.

    ``spec`` is the tuned strategy without parameters; ``settings`` are those of all candidates that
    are not searched and not as usual. Searches of one ``seed`` and several ``draws`` play the same
    games with other candidates, the further ones in shorter first steps.
    """

    game: Game
    version: Any
    spec: str
    settings: Mapping[str, float]
    space: Space
    goal: str
    seed: int
    threads: int
    generations: list[Generation] = field(default_factory=list)
    draws: int = 0

    def __post_init__(self) -> None:
        from cmaes import SepCMA

        self._optimiser = SepCMA(
            np.zeros(self.space.size),
            START_STEP / 2 ** min(self.draws, MOST_HALVED),
            self.space.bounds(),
            seed=(self.seed + self.draws) % 2**32,
        )
        earlier, self.generations = self.generations, []
        for generation in earlier:
            self._tell(self._ask(), generation)

    # --- The search.

    @property
    def candidates(self) -> int:
        """The candidates of a generation."""
        return int(self._optimiser.population_size)

    @property
    def games(self) -> int:
        """The games that were played."""
        return sum(one.played for one in self.generations)

    @property
    def is_over(self) -> bool:
        """True if no further step would change anything."""
        return bool(self.generations and self._optimiser.should_stop())

    def at_start(self) -> dict[str, float]:
        """Return the parameters with which the search began."""
        return {
            **self.settings,
            **{one.name: self.space.start[one.name] for one in self.space.tuned},
        }

    def at_end(self) -> dict[str, float]:
        """Return the middle of the candidates.

        It is better than the best of them, which owes much to luck.
        """
        return {**self.settings, **self.space.values(self._optimiser.mean)}

    def step(self, tell: Callable[[int], None]) -> Generation:
        """Play a generation and move on.

        ``tell`` is called with the games that it has played.
        """
        points = self._ask()
        engines = [self._engine(self.space.values(point)) for point in points]
        last = self.generations[-1] if self.generations else None
        first = self._first_game() if last is None else last.first_game + last.games
        generation = self._race(engines, first, tell)
        self._tell(points, generation)
        return generation

    def _first_game(self) -> int:
        from eoc_sim.simulator.runs.batches import SEARCH_GAMES

        return SEARCH_GAMES

    def _ask(self) -> list[Floats]:
        return [self._optimiser.ask() for _ in range(self.candidates)]

    def _tell(self, points: Sequence[Floats], generation: Generation) -> None:
        # Only their order counts, and it is all that has to be kept to go on later.
        self._optimiser.tell(
            [(points[one], float(place)) for place, one in enumerate(generation.order)]
        )
        self.generations.append(generation)

    def _race(
        self, engines: Sequence[Engine], first: int, tell: Callable[[int], None]
    ) -> Generation:
        from eoc_sim.analysis.racing import clearly_behind, ranked

        needed = len(engines) // 2  # the better half says where to go
        racing = list(range(len(engines)))
        values: list[Floats] = [np.zeros(0) for _ in engines]
        games = 0
        played = 0
        for lap in RACE:
            length = lap * self._unit(len(self.generations))
            results = self.results([engines[one] for one in racing], first + games, length)
            for one, result in zip(racing, results, strict=True):
                values[one] = np.append(values[one], self._value(result))
            games += length
            played += length * len(racing)
            tell(played)
            behind = clearly_behind(values, racing, needed)
            racing = [one for one in racing if one not in behind]
        order = ranked(values)
        return Generation(tuple(order), float(values[order[0]].mean()), games, played, first)

    def most_games(self, generations: int) -> int:
        """Count the games of generations in which nobody falls behind early."""
        return self.candidates * sum(RACE) * sum(map(self._unit, range(generations)))

    def _unit(self, generation: int) -> int:
        from eoc_sim.simulator.kernel.seating import games_a_round

        games = min(FIRST_GAMES * GROWTH**generation, MOST_GAMES)
        length = games_a_round(SEATING, self.game.players_of(self.version))
        return length * max(1, round(games / length))

    def _value(self, results: Results) -> Floats:
        if self.goal == WINS:
            return 100 * results.wins
        return results.scores - OTHERS * results.others

    # --- Playing.

    def version_of(self, settings: Mapping[str, float]) -> Any:
        """Make the version in which the tuned strategy has these parameters."""
        text = "".join(f":{name}={value:.12g}" for name, value in settings.items())
        return self.game.change(self.version, [("seat.1", self.spec + text)])

    def engine(self, settings: Mapping[str, float]) -> Engine:
        """Make the engine in which the tuned strategy has these parameters."""
        return self.game.engines([self.version_of(settings)], self.seed, SEATING)[0]

    def _engine(self, tuned: Mapping[str, float]) -> Engine:
        return self.engine({**self.settings, **tuned})

    def results(self, engines: Sequence[Engine], first_game: int, games: int) -> list[Results]:
        """Play the same games of each engine, and take the strategy's results."""
        from eoc_sim.analysis.held_out import Results
        from eoc_sim.simulator.kernel.printing import strategies_print_apart
        from eoc_sim.simulator.runs.batches import parts, play_parts

        table = self.game.standings
        wanted = [parts(engine, first_game, games) for engine in engines]
        with strategies_print_apart():
            results = play_parts(
                [part for some in wanted for part in some], (table.name,), self.threads
            )
            return [
                Results.joined(
                    Results.of(table, next(results)[table.name], engine.players) for _ in some
                )
                for engine, some in zip(engines, wanted, strict=True)
            ]


# --- What is kept of a search.


def write_state(
    folder: Path, question: Mapping[str, Any], generations: Sequence[Generation]
) -> None:
    """Write the question and every generation, whole or not at all."""
    from eoc_sim.simulator.runs.whole_file import write_whole

    content = {
        "asked": question,
        "generations": [generation.record() for generation in generations],
    }
    write_whole(folder / STATE, (json.dumps(content, indent=1) + "\n").encode())


def read_state(folder: Path) -> tuple[dict[str, Any], list[Generation]]:
    """Read the state that `write_state` wrote.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    file = folder / STATE
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return content["asked"], [Generation.from_record(one) for one in content["generations"]]
    except FileNotFoundError:
        raise InputError(f"The directory {folder} holds no search of tune (no {STATE}).") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{file} cannot be read as a search of tune: {error}.") from None
