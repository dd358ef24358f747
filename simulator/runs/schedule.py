"""The schedule of a run's twins, which is kept in run.json.

Twins are dealt to games in *cycles*. A cycle has every entry of the schedule as many times as its
share says, in an order shuffled with the cycle's number as seed; each game takes the next few
entries. So entries are played in proportion to their shares, in unrelated games, and a game's
number alone determines its twins.

A *random* schedule instead decides at random, separately for each entry and game, whether the game
has the entry's twin. An entry that makes no difference to a game, such as a card that is not
played, has no twin there and costs nothing. So a card that is rarely played can be chosen for every
game, and a common one for few games. Since an entry's chance is the same in all games and
independent of other entries, the plain mean over its twins describes all games in which it is
played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker


PER_GAME = "a_game"
"""The key of ``twins_per_game`` in a record; earlier releases wrote it too."""


@dataclass(frozen=True)
class Schedule:
    """The twins of every game: ``twins_per_game`` of the ``entries``.

    With ``out_of`` the schedule is random: each game has each entry with the probability share /
    ``out_of``, and ``twins_per_game`` is 0. An entry with share 0 is never played, because its
    result follows from scoring the original game again. A game's subclass sets ``entry``, the
    dataclass of its entries, whose last field is ``share``, the number of times that a cycle has
    the entry.
    """

    entry: ClassVar[Any]

    entries: tuple[Any, ...]
    twins_per_game: int = 0
    out_of: int = 0

    def record(self) -> dict[str, Any]:
        """Record the schedule as plain values, each entry as a list."""
        return {
            PER_GAME: self.twins_per_game,
            "out_of": self.out_of,
            "entries": [list(astuple(entry)) for entry in self.entries],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Restore the schedule that `record` wrote."""
        entries = tuple(cls.entry(*values) for values in record["entries"])
        return cls(entries, int(record[PER_GAME]), int(record.get("out_of", 0)))

    def with_shares(self, shares: Sequence[int]) -> Self:
        """Return the schedule with different shares."""
        entries = (
            replace(entry, share=share) for entry, share in zip(self.entries, shares, strict=True)
        )
        return replace(self, entries=tuple(entries))


FULL_SHARE = 4
"""The share of the measured thing, whose twin every game has.

Every other thing has the share 1: on average, one game in ``FULL_SHARE`` has its twin.
"""


def comparison_schedule(
    schedule: type[Schedule], entries: Iterable[Any], is_measured: Callable[[Any], bool]
) -> dict[str, Any]:
    """Return, as plain values, a schedule that compares a thing with others.

    ``is_measured`` selects the entries of the measured thing.
    """
    entries_with_shares = (
        replace(entry, share=FULL_SHARE if is_measured(entry) else 1) for entry in entries
    )
    return schedule(tuple(entries_with_shares), out_of=FULL_SHARE).record()


def adapt_schedule(schedule: Mapping[str, Any]) -> dict[str, Any]:
    """Adapt a run's schedule, from run.json, to other players or data.

    A share of 0 is valid only for the run's own players and data, so it is replaced with the median
    share of the entry's kind. Kinds whose shares are all 0 are left out.

    >>> schedule = {"out_of": 9, "entries": [["a", 4], ["a", 0], ["a", 8], ["b", 0]]}
    >>> adapt_schedule(schedule)["entries"]
    [['a', 4], ['a', 6], ['a', 8]]
    """
    shares: dict[str, list[int]] = {}
    for kind, *_, share in schedule["entries"]:
        if share:
            shares.setdefault(kind, []).append(share)
    return {
        **schedule,
        "entries": [
            [*entry, share or round(float(np.median(shares[entry[0]])))]
            for *entry, share in schedule["entries"]
            if entry[0] in shares
        ],
    }


class Dealer:
    """Deals a schedule's interventions to one engine's games.

    ``interventions`` has one for each entry, and ``nothing`` is an intervention without a change.
    ``choices`` describes each entry's uniform random choice, such as the seat that receives a gift:
    the field of the intervention, its first value, and the number of values; None if there is no
    choice.
    """

    def __init__(
        self,
        schedule: Schedule,
        interventions: np.ndarray,
        nothing: np.ndarray,
        choices: Sequence[tuple[str, int, int] | None],
    ) -> None:
        self._schedule = schedule
        shares = np.array([entry.share for entry in schedule.entries], np.int64)
        self._entries = np.repeat(np.arange(len(shares)), shares)
        self._rank = np.concatenate([np.arange(share) for share in shares])
        self._shares = shares
        self._interventions = interventions
        self._nothing = nothing
        self._fields = sorted({choice[0] for choice in choices if choice is not None})
        self._field = np.array(
            [self._fields.index(choice[0]) if choice else -1 for choice in choices]
        )
        self._first = np.array([choice[1] if choice else 0 for choice in choices], np.int64)
        self._choices = np.array([choice[2] if choice else 1 for choice in choices], np.int64)
        self._order = lru_cache(maxsize=64)(self._shuffle)

    def interventions(self, first_game: int, games: int) -> np.ndarray:
        """Return the interventions of ``games`` games from ``first_game`` onwards.

        The array has a row per game and a column per twin. Rows of games with fewer twins are
        filled with interventions without a change.
        """
        numbers = np.arange(first_game, first_game + games)
        return (
            self._random_interventions(numbers)
            if self._schedule.out_of
            else self._cycle_interventions(numbers)
        )

    def _random_interventions(self, games: np.ndarray) -> np.ndarray:
        """Draw each entry separately for each game."""
        entries = len(self._shares)
        numbers = games[:, None] * entries + np.arange(entries)
        lots = mix(numbers, -4) % np.uint64(self._schedule.out_of)
        draws = lots.astype(np.int64) < self._shares
        columns = int(draws.sum(axis=1).max(initial=0))
        entry = np.argsort(~draws, axis=1, kind="stable")[:, :columns]
        interventions = self._interventions[entry]
        choice = (mix(numbers, -5) % self._choices.astype(np.uint64)).astype(np.int64)
        self._choose(interventions, entry, np.take_along_axis(choice, entry, axis=1))
        interventions[~np.take_along_axis(draws, entry, axis=1)] = self._nothing
        return interventions

    def _cycle_interventions(self, games: np.ndarray) -> np.ndarray:
        """Take the next entries of the cycle for each game."""
        twins_per_game = self._schedule.twins_per_game
        turns = (games[:, None] * twins_per_game + np.arange(twins_per_game)).reshape(-1)
        cycles, indexes = np.divmod(turns, len(self._entries))
        for cycle in np.unique(cycles):
            in_cycle = cycles == cycle
            indexes[in_cycle] = self._order(int(cycle))[indexes[in_cycle]]
        entry = self._entries[indexes]
        interventions = self._interventions[entry]
        times = cycles * self._shares[entry] + self._rank[indexes]
        self._choose(interventions, entry, self._choices_in_turn(entry, times))
        return interventions.reshape(len(games), twins_per_game)

    def _choose(self, interventions: np.ndarray, entry: np.ndarray, choices: np.ndarray) -> None:
        """Write random choices, counted from 0, into interventions."""
        for index, name in enumerate(self._fields):
            values = self._first[entry] + choices
            interventions[name] = np.where(self._field[entry] == index, values, interventions[name])

    def _shuffle(self, cycle: int) -> np.ndarray:
        """Return the shuffled order of a cycle."""
        return np.argsort(mix(np.arange(len(self._entries)), cycle), kind="stable")

    def _choices_in_turn(self, entry: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Return entries' choices, given how many times each was played before.

        An entry takes all of its choices, such as seats, before repeating one. Their order is drawn
        each time, since a fixed order could coincide with the rotation of the line-up.
        """
        maximum = int(self._choices.max(initial=1))
        choices = self._choices[entry]
        rounds, turns = np.divmod(times, choices)
        numbers = (rounds * len(self._shares) + entry) * maximum
        draws = mix(numbers[:, None] + np.arange(maximum), -3)
        draws[np.arange(maximum) >= choices[:, None]] = np.iinfo(np.uint64).max
        order: np.ndarray = np.argsort(draws, axis=1, kind="stable")
        return order[np.arange(len(turns)), turns]


def mix(numbers: np.ndarray, key: int) -> np.ndarray:
    """Mix each number into a 64-bit word by applying splitmix64's finalizer twice."""
    words = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for _ in range(2):
        words += np.uint64((key + 2) * 0xD1342543DE82EF95 % 2**64)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words ^= words >> np.uint64(31)
    return words


class TwinWorker:
    """A worker that also plays the twins of its engine's schedule."""

    def __init__(self, worker: TwinGameWorker, dealer: Dealer) -> None:
        self._worker = worker
        self._dealer = dealer
        self._copies = worker.room_for_copies()

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play as `GameWorker.play` does; the table ``twins`` has one row per twin."""
        if "twins" not in keep:
            return self._worker.play(first_game, games, keep)
        interventions = self._dealer.interventions(first_game, games)
        return self._worker.play_with_twins(first_game, games, keep, interventions, self._copies)


class TwinEngine:
    """An engine whose workers also play the twins of a schedule."""

    def __init__(self, engine: Any, dealer: Dealer) -> None:
        self._engine = engine
        self._dealer = dealer

    @property
    def players(self) -> int:
        """The number of seats that strategies play."""
        players: int = self._engine.players
        return players

    def worker(self) -> TwinWorker:
        """Make a worker with its own memory; each thread needs one."""
        return TwinWorker(self._engine.worker(), self._dealer)


def shares_for(variances: Iterable[float], minimum: int, maximum: int) -> list[int]:
    """Choose shares that give all intervals about the same width.

    Shares are between ``minimum`` and ``maximum``. An interval's width is proportional to the
    square root of the variance divided by the number of twins, so a share is proportional to the
    variance.

    >>> shares_for([100, 50, 1, 0], minimum=1, maximum=8)
    [8, 4, 1, 1]
    """
    sizes = np.nan_to_num(np.fromiter(variances, float))
    largest = sizes.max(initial=0.0)
    if largest <= 0:
        return [minimum] * len(sizes)
    shares = np.clip(np.rint(maximum * sizes / largest), minimum, maximum)
    return shares.astype(int).tolist()


def chances_for(
    variances: Sequence[float], game_shares: Sequence[float], twins_per_game: float, out_of: int
) -> list[int]:
    """Choose chances for a random schedule, for intervals of about equal width.

    Each chance is a whole number from 1 to ``out_of``; 50 out of 100 is an even chance. Within
    these limits, an entry's chance is proportional to its variance divided by its value in
    ``game_shares``, the fraction of games in which it can have a twin. ``twins_per_game`` is the
    target average number of twins per game.

    >>> chances_for([100, 100, 100], [1.0, 0.5, 0.1], twins_per_game=1.1, out_of=100)
    [50, 100, 100]
    """
    positive_shares = np.maximum(np.asarray(game_shares, float), 1e-9)
    ideal = np.nan_to_num(np.asarray(variances, float)) / positive_shares
    low, high = 0.0, 1.0 / max(ideal[ideal > 0].min(initial=np.inf), 1e-300)
    for _ in range(200):
        middle = (low + high) / 2
        if (np.minimum(ideal * middle, 1.0) * positive_shares).sum() < twins_per_game:
            low = middle
        else:
            high = middle
    chances = np.minimum(ideal * high, 1.0)
    return np.clip(np.rint(out_of * chances), 1, out_of).astype(int).tolist()
