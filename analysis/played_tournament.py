"""A tournament: many line-ups of the same strategies with the same luck.

Every line-up is a version of one run, so game g of all line-ups is one cluster: anything that
combines line-ups is first reduced to one vector per game number. A *cell* is one strategy in a
single seat among copies of another; wins above the fair share mean that it pays to switch to the
first strategy when everyone else plays the second. Formulas and their known bias:
docs/reference/metrics.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.stats import Shares, judge_fair, mean_interval
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.total_columns import judged_columns
from eoc_sim.analysis.vectors import VectorMoments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

COMMAND = "tournament"
TIE_TOLERANCE = 1e-9
"""Scores or win shares closer than this are treated as equal."""
LINE_UPS, CELLS, AHEAD, RATINGS, MIX, COPYING, FATES, CYCLES = (
    "line_ups",
    "one_among_others",
    "ahead",
    "ratings",
    "mix",
    "copying",
    "fates",
    "cycles",
)
"""Names of the metric tables."""


@dataclass(frozen=True)
class SeatedStrategy:
    """A strategy in line-up number ``arm``."""

    arm: int
    line_up: tuple[int, ...]
    strategy: int

    @property
    def opponents(self) -> tuple[int, ...]:
        """The strategies in the other seats."""
        opponents = list(self.line_up)
        opponents.remove(self.strategy)
        return tuple(opponents)


@dataclass(frozen=True)
class TournamentSums:
    """Sums over games: win shares by entry, and shares ahead by pair.

    In a game, ``ahead`` is the mean of `_ahead_shares` over all line-ups and seats of the pair: 1
    if the pair's first strategy is always ahead of the second, 0 if it is always behind.
    """

    wins: VectorMoments
    ahead: VectorMoments


class PlayedTournament:
    """The sums of a tournament's results.

    ``names`` are the strategies, ``entries`` every strategy of every line-up, and ``pairs`` the
    pairs of strategies that share a line-up, the lower number first.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        seats = run.table_with("win_share")
        for version in run.arms:
            run.require(seats, arm=version.id)
        self.names: list[str] = run.dim(seats.role("strategy").dim)["name"].to_list()
        self.line_ups = [self._line_up(version.id) for version in run.arms]
        self.entries = tuple(
            SeatedStrategy(arm, line_up, strategy)
            for arm, line_up in enumerate(self.line_ups)
            for strategy in sorted(set(line_up))
        )
        arms_of_pair: dict[tuple[int, int], list[int]] = {}
        for arm, line_up in enumerate(self.line_ups):
            for pair in combinations(sorted(set(line_up)), 2):
                arms_of_pair.setdefault(pair, []).append(arm)
        self.pairs: tuple[tuple[int, int], ...] = tuple(sorted(arms_of_pair))
        self.line_up_counts = tuple(len(arms_of_pair[pair]) for pair in self.pairs)
        """The number of line-ups that include both strategies of each pair."""
        self.sums = self._empty()
        self.planned_sums: TournamentSums | None = (
            self._empty() if run.look.is_past_planned_look else None
        )
        """The sums of games up to the last planned look.

        The value is None unless the run has gone past that look.
        """
        size = len(self.entries)
        self.score_sums, self.score_squares = np.zeros(size), np.zeros(size)
        self.score_ends = [np.full(size, np.inf), np.full(size, -np.inf)]
        for batch in run.batches():
            self._add((batch[0], min(batch[1], run.games)))

    @property
    def games(self) -> int:
        """The number of games that each line-up played."""
        return self.sums.wins.games

    @cached_property
    def entry_index(self) -> Mapping[tuple[tuple[int, ...], int], int]:
        """An entry's index, by its opponents' strategies and its own."""
        return {
            (entry.opponents, entry.strategy): number for number, entry in enumerate(self.entries)
        }

    def _empty(self) -> TournamentSums:
        return TournamentSums(VectorMoments(len(self.entries)), VectorMoments(len(self.pairs)))

    def _read(self, arm: int, batch: tuple[int, int]) -> tuple[Ints, Floats, Floats]:
        """Read strategies, win shares and scores by game and seat.

        There is one row per game and one column per seat.
        """
        seats = self.run.table_with("win_share")
        rows = (
            self.run.read(seats, arm, batch, ["game", "seat", "strategy", "win_share", "score"])
            .filter(pl.col("seat") < self.run.players)
            .sort("game", "seat")
        )
        shape = (-1, self.run.players)
        return (
            rows["strategy"].to_numpy().astype(np.int64).reshape(shape),
            rows["win_share"].to_numpy().astype(np.float64).reshape(shape),
            rows["score"].to_numpy().astype(np.float64).reshape(shape),
        )

    def _line_up(self, arm: int) -> tuple[int, ...]:
        """Read a line-up's strategies from the first game."""
        strategies, _, _ = self._read(arm, (0, 1))
        if not len(strategies):
            raise MissingResults(
                f"The run in {self.run.path} has no finished games yet; --resume plays its games."
            )
        return tuple(sorted(strategies[0].tolist()))

    def _add(self, batch: tuple[int, int]) -> None:
        """Add a batch's games."""
        if batch[0] >= batch[1]:
            return
        games = batch[1] - batch[0]
        wins = np.zeros((games, len(self.entries)))
        ahead = np.zeros((games, len(self.pairs)))
        column = {(entry.arm, entry.strategy): index for index, entry in enumerate(self.entries)}
        pair_index = {pair: index for index, pair in enumerate(self.pairs)}
        for arm, line_up in enumerate(self.line_ups):
            strategies, shares, scores = self._read(arm, batch)
            ahead_shares = _ahead_shares(shares, scores)
            has_strategy = {strategy: strategies == strategy for strategy in sorted(set(line_up))}
            for strategy, seats in has_strategy.items():
                index, number = column[arm, strategy], line_up.count(strategy)
                wins[:, index] = (shares * seats).sum(axis=1) / number
                score = (scores * seats).sum(axis=1) / number
                self.score_sums[index] += score.sum()
                self.score_squares[index] += np.square(score).sum()
                self.score_ends[0][index] = min(self.score_ends[0][index], score.min())
                self.score_ends[1][index] = max(self.score_ends[1][index], score.max())
            for pair in combinations(has_strategy, 2):
                first, second = (has_strategy[strategy].astype(np.float64) for strategy in pair)
                share = np.einsum("gi,gij,gj->g", first, ahead_shares, second)
                number = line_up.count(pair[0]) * line_up.count(pair[1])
                ahead[:, pair_index[pair]] += share / number
        ahead /= np.array(self.line_up_counts)
        self.sums.wins.add(wins)
        self.sums.ahead.add(ahead)
        if self.planned_sums is not None and batch[1] <= self.run.look.games_at_last_planned:
            self.planned_sums.wins.add(wins)
            self.planned_sums.ahead.add(ahead)

    def shares(self, kind: str, columns: Sequence[int]) -> tuple[Shares, Shares | None]:
        """Sum these columns' shares over all games and over planned ones.

        ``kind`` is "wins" or "ahead".
        """

        def shares_of(sums: TournamentSums) -> Shares:
            moments: VectorMoments = getattr(sums, kind)
            indices = list(columns)
            return Shares(
                moments.total[indices],
                np.diag(moments.products)[indices],
                np.full(len(indices), float(moments.games)),
            )

        return shares_of(self.sums), None if self.planned_sums is None else shares_of(
            self.planned_sums
        )


def _ahead_shares(shares: Floats, scores: Floats) -> Floats:
    """Return 1 for each pair of seats whose first seat is ahead.

    The result is 0 if the first seat is behind, and a half if neither is ahead. The seat with the
    higher score is ahead or, if scores are equal, the one with the larger win share.
    """

    def signs(values: Floats) -> Floats:
        gap = values[:, :, None] - values[:, None, :]
        return np.where(np.abs(gap) < TIE_TOLERANCE, 0.0, np.sign(gap))

    by_score = signs(scores)
    result: Floats = (1 + np.where(by_score != 0, by_score, signs(shares))) / 2
    return result


def line_ups(tournament: PlayedTournament) -> pl.DataFrame:
    """Tabulate every line-up's strategies: wins in 100 per seat, and score.

    Columns: line_up (from 1), who (the line-up in words), strategy, label, seats, games, wins,
    low, high, score, score_low, score_high; each interval holds on its own.
    """
    now, at_plan = tournament.shares("wins", range(len(tournament.entries)))
    low, high = now.interval_at(tournament.run.look, at_plan)
    score, bottom, top = mean_interval(
        tournament.score_sums,
        tournament.score_squares,
        now.games,
        tournament.run.look.level(),
        (tournament.score_ends[0], tournament.score_ends[1]),
    )
    numbers = {
        "wins": 100 * now.wins / now.games,
        "low": 100 * low,
        "high": 100 * high,
        "score": score,
        "score_low": bottom,
        "score_high": top,
    }
    return pl.DataFrame(
        {
            "line_up": [entry.arm + 1 for entry in tournament.entries],
            "who": [tournament.run.arms[entry.arm].label for entry in tournament.entries],
            "strategy": [entry.strategy for entry in tournament.entries],
            "label": [tournament.names[entry.strategy] for entry in tournament.entries],
            "seats": [entry.line_up.count(entry.strategy) for entry in tournament.entries],
            "games": [tournament.games] * len(tournament.entries),
        },
        schema_overrides={
            "line_up": pl.Int64,
            "strategy": pl.Int64,
            "seats": pl.Int64,
            "games": pl.Int64,
        },
    ).with_columns(pl.Series(name, values, nan_to_null=True) for name, values in numbers.items())


@dataclass(frozen=True)
class Cells:
    """Each strategy among copies of another, judged against the fair share.

    All cells are one family. ``wins`` and the ends of the joint intervals, ``all_low`` and
    ``all_high``, have one row per strategy in the single seat and one column per strategy in all
    others; nan on the diagonal and for line-ups not played.
    """

    frame: pl.DataFrame
    wins: Floats
    all_low: Floats
    all_high: Floats
    fair: float

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The cells that were not played."""
        size = len(self.wins)
        return [
            (index, other)
            for index in range(size)
            for other in range(size)
            if index != other and np.isnan(self.wins[index, other])
        ]

    @property
    def certain_signs(self) -> Floats:
        """1 if certainly above fair, -1 if certainly below, else 0."""
        with np.errstate(invalid="ignore"):
            signs: Floats = 1.0 * (self.all_low > self.fair) - 1.0 * (self.all_high < self.fair)
        return signs


def cells(tournament: PlayedTournament) -> Cells:
    """Judge all cells that were played, as one family.

    Columns of the frame: strategy, label, other, other_label, games, wins, low, high (for the cell
    alone), all_low, all_high (jointly for all cells), verdict, more_games.
    """
    players, size = tournament.run.players, len(tournament.names)
    pairs = [
        (number, other, tournament.entry_index[(other,) * (players - 1), number])
        for number in range(size)
        for other in range(size)
        if number != other and ((other,) * (players - 1), number) in tournament.entry_index
    ]
    wins, all_low, all_high = (np.full((size, size), np.nan) for _ in range(3))
    now, at_plan = tournament.shares("wins", [index for _, _, index in pairs])
    verdicts = judge_fair(
        tournament.run.look, now, 1 / players, tournament.run.words.smallest["wins"], at_plan
    )
    for row, (first, second, _) in enumerate(pairs):
        wins[first, second] = verdicts["wins"][row]
        all_low[first, second] = verdicts["all_low"][row]
        all_high[first, second] = verdicts["all_high"][row]
    frame = _pairs_frame(tournament, [(first, second) for first, second, _ in pairs]).with_columns(
        judged_columns(verdicts)
    )
    return Cells(frame, wins, all_low, all_high, 100 / players)


def ahead(tournament: PlayedTournament) -> pl.DataFrame:
    """Return how often a strategy ends ahead of another.

    Every line-up that includes both strategies counts. Columns: strategy, label, other,
    other_label, games (per line-up), line_ups, ahead (percent) with low, high (for the row alone),
    all_low and all_high (jointly for all pairs). Each pair has one row in each direction; their two
    shares add up to 100.
    """
    columns = range(len(tournament.pairs))
    now, at_plan = tournament.shares("ahead", columns)
    ends = (
        *now.interval_at(tournament.run.look, at_plan),
        *now.interval_at(tournament.run.look, at_plan, len(tournament.pairs)),
    )
    mean, low, high, all_low, all_high = (
        100 * figures for figures in (now.wins / now.games, *ends)
    )
    numbers = {
        "ahead": (mean, 100 - mean),
        "low": (low, 100 - high),
        "high": (high, 100 - low),
        "all_low": (all_low, 100 - all_high),
        "all_high": (all_high, 100 - all_low),
    }
    ordered_pairs = [*tournament.pairs, *((second, first) for first, second in tournament.pairs)]
    return (
        _pairs_frame(tournament, ordered_pairs)
        .with_columns(
            pl.Series("line_ups", 2 * list(tournament.line_up_counts), dtype=pl.Int64),
            *(
                pl.Series(name, np.concatenate(values), nan_to_null=True)
                for name, values in numbers.items()
            ),
        )
        .sort("strategy", "other")
    )


def _pairs_frame(tournament: PlayedTournament, pairs: Sequence[tuple[int, int]]) -> pl.DataFrame:
    """Build a frame with one row per ordered pair of strategies."""
    return pl.DataFrame(
        {
            "strategy": [strategy for strategy, _ in pairs],
            "label": [tournament.names[strategy] for strategy, _ in pairs],
            "other": [other for _, other in pairs],
            "other_label": [tournament.names[other] for _, other in pairs],
            "games": [tournament.games] * len(pairs),
        },
        schema={
            "strategy": pl.Int64,
            "label": pl.String,
            "other": pl.Int64,
            "other_label": pl.String,
            "games": pl.Int64,
        },
    )
