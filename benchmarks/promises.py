"""Test the promises about false alarms, planted effects and known answers.

Each test is a row: the promise, the promised and the measured frequency, and the number of cases.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from watching import ROUND, differences, shift_to, watch

from eoc_sim.analysis import card_twins, compare, stats, twin_means, worth
from eoc_sim.analysis.dealt_cards import DealtCards
from eoc_sim.analysis.exact_sums import GroupSums
from eoc_sim.analysis.first_player import largest_gap
from eoc_sim.analysis.holdings import changed_components
from eoc_sim.analysis.looks import FIRST_LOOK_ERROR, Look, fixed_look, schedule
from eoc_sim.analysis.planning import games_to_find
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.analysis.vectors import VectorMoments, joint_p_value
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.tables import narrow

LOOKS = schedule(16_000, ROUND)
MAX_ERROR_RATE, MIN_SUCCESS_RATE = 100 * FIRST_LOOK_ERROR, 100 * (1 - FIRST_LOOK_ERROR)
"""The promised percentages of errors and successes at the planned end."""
PAIRS = 480
"""The number of game pairs per version in the pilot of `plan`."""
PLANNED_LOOK = 4
"""The index in `LOOKS` of an extended run's planned look."""


@dataclass(frozen=True)
class Promise:
    """A promised range, the measured value, and the number of cases.

    The range and the value are usually percentages.
    """

    claim: str
    minimum: float
    maximum: float
    rate: float
    cases: int

    @property
    def is_kept(self) -> bool:
        """True if the promise is kept, within twice the standard error."""
        low_margin, high_margin = (
            2 * 100 * math.sqrt(max(end * (100 - end), 99) / 1e4 / self.cases)
            for end in (self.minimum, self.maximum)
        )
        return self.minimum - low_margin <= self.rate <= self.maximum + high_margin

    @property
    def in_words(self) -> str:
        """The promised range in words."""
        if self.minimum == self.maximum:
            return f"{self.minimum:g}"
        if self.minimum == 0:
            return f"at most {self.maximum:g}"
        return f"at least {self.minimum:g}"


def at_most(claim: str, maximum: float, cases: Sequence[bool] | np.ndarray) -> Promise:
    """Test a promise of a maximum frequency."""
    return Promise(claim, 0.0, maximum, 100 * float(np.mean(cases)), len(cases))


def at_least(claim: str, minimum: float, cases: Sequence[bool] | np.ndarray) -> Promise:
    """Test a promise of a minimum frequency."""
    return Promise(claim, minimum, 100.0, 100 * float(np.mean(cases)), len(cases))


class Window(Run):
    """Some games of a run, analysed like a run of that length."""

    def __init__(self, path: Path, first: int, last: int) -> None:
        super().__init__(path)
        self._first, self._last = first, last

    @property
    def games(self) -> int:
        """The number of games in the window."""
        return self._last - self._first

    @property
    def games_requested(self) -> int:
        """The number of games requested: those of the window."""
        return self.games

    @property
    def look(self) -> Look:
        """The look at the window's planned end."""
        return fixed_look(self.games)

    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield all games of the window as one stretch."""
        yield self._first, self._last

    def _kept_sums_of(self, *arguments: Any) -> dict[str, GroupSums]:
        """Return no sums, because the kept ones are those of other games."""
        return {}


class OtherSeed(Window):
    """A window of a run, with another seed's games as a version.

    The rules are the same. With ``mixed``, the current rules' rows of the seats table also come
    from the other seed, so that the run's other tables, such as the cards dealt, are independent of
    the winners.
    """

    def __init__(
        self, run: Path, other: Path, first: int, last: int, from_game: int, *, mixed: bool = False
    ) -> None:
        super().__init__(run, first, last)
        self._other_run, self._offset, self._mixed = Run(other), from_game - first, mixed

    @property
    def arms(self) -> tuple[RecordedArm, ...]:
        """The current rules, twice."""
        return RecordedArm(0, "current", ()), RecordedArm(1, "the same rules, another seed", ())

    def has_rows(self, table: Table, arm: int = 0) -> bool:
        """Return whether there are rows; version 1 has the current rules' tables."""
        return super().has_rows(table, 0)

    def rows(
        self, table: Table, arm: int, games: tuple[int, int], columns: Sequence[str]
    ) -> pl.DataFrame:
        """Return rows; the rows of version 1 are the other seed's."""
        mixed = self._mixed and bool(table.roles("win_share"))
        if arm == 0 and not mixed:
            return super().rows(table, 0, games, columns)
        first, last = (number + self._offset for number in games)
        rows = self._other_run.rows(table, 0, (first, last), columns)
        game = table.role("game").name
        if game not in rows.columns:
            return rows
        return rows.with_columns(pl.col(game) - self._offset)


def _windows(
    run: Path, other: Path, part_games: int, times: int, *, mixed: bool = False
) -> Iterator[OtherSeed]:
    """Pair each part of ``run`` with ``times`` different parts of ``other``.

    Each part has ``part_games`` games.
    """
    games = min(Run(run).games, Run(other).games)
    starts = range(0, games - part_games + 1, part_games)
    for index, first in enumerate(starts):
        for step in range(times):
            start = starts[(index + step) % len(starts)]
            yield OtherSeed(run, other, first, first + part_games, start, mixed=mixed)


def versions_on_two_seeds(
    run: Path, other: Path, part_games: int = 600, times: int = 4
) -> list[Promise]:
    """Judge two seeds of the same rules as if they were versions."""
    alarms, excludes_zero = [], []
    for window in _windows(run, other, part_games, times):
        frame = compare.effects(window)["strategy"]
        for metric in compare.METRICS:
            family = frame.filter(pl.col("metric") == metric)
            alarms.append(stats.CHANGES in family["verdict"].to_list())
            excludes_zero += ((family["low"] > 0) | (family["high"] < 0)).to_list()
    return [
        at_most(
            "the same rules on two seeds, as versions: tables that say *changes*",
            MAX_ERROR_RATE,
            alarms,
        ),
        at_least(
            "the same: intervals, each on its own, that contain 0",
            MIN_SUCCESS_RATE,
            ~np.array(excludes_zero),
        ),
    ]


def cards_on_two_seeds(
    run: Path, other: Path, part_games: int = 2400, times: int = 12
) -> list[Promise]:
    """Combine one seed's deals with another's winners, so no card matters.

    Then judge the cards in parts of ``other``, and compare the verdicts with the worth of cards in
    all games of ``run``.
    """
    alarms = []
    for window in _windows(run, other, part_games, times, mixed=True):
        verdicts, _ = _card_verdicts(window, window.words.smallest["wins"])
        alarms.append(worth.STRONG in verdicts or worth.WEAK in verdicts)
    full_run = Run(run)
    truth = DealtCards(full_run).means()
    smallest = full_run.words.smallest["wins"]
    wrong, verdict_count = [], 0
    for first in range(0, Run(other).games - part_games + 1, part_games):
        verdicts, _ = _card_verdicts(Window(other, first, first + part_games), smallest)
        is_wrong = [
            (word == worth.STRONG and mean <= 0)
            or (word == worth.WEAK and mean >= 0)
            or (word == worth.ORDINARY and abs(mean) >= smallest)
            for word, mean in zip(verdicts, truth.mean, strict=True)
        ]
        wrong.append(any(is_wrong))
        verdict_count += sum(
            word in (worth.STRONG, worth.WEAK, worth.ORDINARY) for word in verdicts
        )
    return [
        at_most(
            f"cards dealt on one seed, games won on another: runs of {part_games} games that call "
            "a card strong or weak",
            MAX_ERROR_RATE,
            alarms,
        ),
        at_most(
            f"cards judged on another seed: runs of {part_games} games with a wrong verdict "
            f"({verdict_count} verdicts in all)",
            MAX_ERROR_RATE,
            wrong,
        ),
    ]


def _card_verdicts(run: Run, smallest: float) -> tuple[list[str | None], list[int | None]]:
    deals = DealtCards(run)
    wins = deals.means()
    ones = np.ones(deals.cards)
    # Pretend that all cards are played whenever offered, so that none is dead.
    return worth.verdicts(run.look, wins, ones, ones, ones, smallest)


def peeking(changes: np.ndarray, smallest: np.ndarray, paths: int, claim: str) -> list[Promise]:
    """Test promises on runs that are watched at all `LOOKS`.

    The runs are drawn from real differences.
    """
    rows = changes.shape[1]
    null_changes, smallest_changes = shift_to(changes, np.zeros(rows)), shift_to(changes, smallest)
    sequential = watch(null_changes, paths, smallest, LOOKS)
    extension = watch(null_changes, paths, smallest, LOOKS, LOOKS[PLANNED_LOOK])
    barely_mattering = watch(smallest_changes, paths, smallest, LOOKS)
    stops = barely_mattering.stops(), np.arange(paths)

    def row(detail: str, maximum: float, share: float) -> Promise:
        return Promise(f"{claim}; {detail}", 0.0, maximum, 100 * share, paths)

    return [
        row(
            "nothing changes, sequential: runs that ever say *changes*",
            5,
            sequential.share_with(stats.CHANGES),
        ),
        row(
            "the same: runs with an interval that ever excludes 0",
            5,
            float(sequential.misses(np.zeros(rows)).any((0, 2)).mean()),
        ),
        row(
            f"nothing changes, planned for {LOOKS[PLANNED_LOOK]} games, watched and extended: "
            "runs that ever say *changes*",
            5,
            extension.share_with(stats.CHANGES),
        ),
        row(
            "every change only just matters, sequential: "
            "runs that ever say *no change that matters*",
            5,
            barely_mattering.share_with(stats.NO_CHANGE),
        ),
        row(
            "the same, stopped when decided: runs with an interval that excludes the truth",
            5,
            float(barely_mattering.misses(smallest)[stops].any(1).mean()),
        ),
    ]


def sweep_peeking(path: Path, paths: int, games: int) -> list[Promise]:
    """Test peeking with the differences of every version of a sweep."""
    run = Run(path)
    promises = []
    for arm in run.arms[1:]:
        changes = differences(run, arm.id, games)
        rows = changes.shape[1]
        smallest = np.repeat(
            [float(run.words.smallest[metric]) for metric in compare.METRICS], rows // 2
        )
        differing = 100 * (changes != 0).mean(0)
        claim = f"{arm.label} ({differing.min():.0f} to {differing.max():.0f} of 100 games differ)"
        promises += peeking(changes, smallest, paths, claim)
    return promises


def turn_order(vectors: np.ndarray, games: int, times: int, claim: str) -> list[Promise]:
    """Test T² and the largest gap on games with shuffled places.

    Each of ``times`` samples has ``games`` games.
    """
    rng = np.random.default_rng(5)
    are_changes = bool((vectors < 0).any())
    low_p, gaps = [], []
    for _ in range(times):
        sample = vectors[rng.integers(len(vectors), size=games)]
        moments = VectorMoments(vectors.shape[1]).add(rng.permuted(sample, axis=1))
        padded_moments = (
            moments.with_imagined_changes() if are_changes else moments.with_imagined_wins()
        )
        low_p.append(joint_p_value(padded_moments) <= 0.05)
        gap = largest_gap(fixed_look(games), moments)
        gaps.append(gap.low > 0 or gap.high < 0)
    return [
        at_most(f"{claim}, all places alike: joint p-value at most 0.05", 5, low_p),
        at_most(
            f"{claim}, all places alike: the largest gap is distinguished from 0",
            MAX_ERROR_RATE,
            gaps,
        ),
    ]


def order_vectors(run: Run, arm: int | None = None) -> np.ndarray:
    """Return each game's win shares in percent, by place in turn order.

    With ``arm``, return the changes in that version instead.
    """

    def vectors(number: int) -> np.ndarray:
        rows = run.read(
            run.table_with("win_share"), number, (0, run.games), ["game", "order", "win_share"]
        ).sort("game", "order")
        return 100 * rows["win_share"].to_numpy().astype(float).reshape(-1, run.players)

    return vectors(0) if arm is None else vectors(arm) - vectors(0)


def power(
    changes: np.ndarray, size: float, tests: int, bound: float | None, times: int, claim: str
) -> list[Promise]:
    """Measure the frequency with which a change of ``size`` is correctly found.

    `plan` determines the number of games. Each time, a pilot and then the games are drawn from real
    differences that are shifted to the size. ``bound`` is the largest possible difference in a
    game; without it, the largest one seen is used.
    """
    rng = np.random.default_rng(9)
    shifted_changes = shift_to(changes[:, None], np.array([size]))[:, 0]
    sides, needed_games = [], []
    for _ in range(times):
        pilot = shifted_changes[rng.integers(len(shifted_changes), size=PAIRS)]
        maximum = bound or float(np.abs(pilot).max()) or 1.0
        game_variance = stats.variance(pilot.sum(), (pilot**2).sum() + 2 * maximum**2, PAIRS + 2)
        needed_games.append(math.ceil(games_to_find(size, float(game_variance), tests, maximum)))
        sample = shifted_changes[rng.integers(len(shifted_changes), size=needed_games[-1])]
        maximum = bound or float(np.abs(sample).max()) or 1.0
        pairs = stats.paired_differences(sample.sum(), (sample**2).sum(), needed_games[-1], maximum)
        low, high = stats.interval_at(fixed_look(needed_games[-1]), pairs, tests=tests)
        sides.append((bool(low[0] > 0), bool(high[0] < 0)))
    right, wrong = np.array(sides).T if size > 0 else np.array(sides)[:, ::-1].T
    median_games = f"{float(np.median(needed_games)):.0f}"
    return [
        at_least(
            f"{claim}: found with the number of games that `plan` suggests (median {median_games})",
            80,
            right,
        ),
        at_most(f"{claim}: found with the wrong sign", MAX_ERROR_RATE, wrong),
    ]


def check_planted_change(
    path: Path,
    part_games: int,
    arm: str,
    group: str,
    label: str,
    metric: str,
    truth: float,
    stratum: str | None = None,
) -> list[Promise]:
    """Count the parts that are right about a planted change.

    The interval should contain the known size, and the verdict should not have the wrong sign.
    """
    contains_truth, wrong = [], []
    for first in range(0, Run(path).games - part_games + 1, part_games):
        run = Window(path, first, first + part_games)
        number = next(version.id for version in run.arms if version.label == arm)
        frame = compare.effects(run)[group].filter(
            (pl.col("arm") == number) & (pl.col("label") == label) & (pl.col("metric") == metric)
        )
        if stratum is not None:
            frame = frame.filter(pl.col("stratum") == stratum)
        row = frame.row(0, named=True)
        contains_truth.append(row["low"] <= truth + 1e-9 and row["high"] >= truth - 1e-9)
        wrong.append(row["verdict"] == stats.CHANGES and row["change"] * truth < 0)
    claim = f"{arm}, {label}{f', {stratum}' if stratum else ''}: {metric}"
    return [
        at_least(
            f"{claim} changes by {truth:+.2f}: intervals that contain this change",
            MIN_SUCCESS_RATE,
            contains_truth,
        ),
        at_most(f"{claim}: verdicts with the wrong sign", MAX_ERROR_RATE, wrong),
    ]


def try_planted_stars(
    path: Path,
    starred: Path,
    part_games: int,
    times: int,
    card_version: str,
    last_place_version: str,
    last_place_stars: float,
) -> list[Promise]:
    """Test planted stars, and the power of `plan`.

    ``card_version``, in the run ``starred``, has one more star on a card, and
    ``last_place_version`` gives ``last_place_stars`` to the last place in turn order.
    """
    run, card_run = Run(path), Run(starred)
    card_arm = next(arm for arm in card_run.arms if arm.label == card_version)
    card = changed_components(card_run, card_arm)[0][1][0]
    things = card_run.dim(card_run.column("thing").dim)
    name = things.filter(pl.col("id") == card)["name"][0]
    last = compare.effects(Window(path, 0, part_games))["order"]["label"].unique(
        maintain_order=True
    )[-1]
    promises = [
        *check_planted_change(
            starred,
            part_games,
            card_version,
            "holders",
            name,
            "score",
            plays_by_holders(card_run, card_arm, card),
            STRATA[0],
        ),
        *check_planted_change(
            path, part_games, last_place_version, "order", last, "score", last_place_stars
        ),
    ]
    smallest = run.words.smallest
    for arm in run.arms[1:]:
        changes = differences(run, arm.id, run.games)
        half = changes.shape[1] // 2
        tests = half * (len(run.arms) - 1)
        for first, metric, bound in ((0, "wins", 100.0), (half, "score", None)):
            # Only the strategy with the largest variance is tested.
            row = first + int(changes[:, first : first + half].var(0).argmax())
            size = float(smallest[metric])
            promises += power(
                changes[:, row],
                size,
                tests,
                bound,
                times,
                f"differences in {metric} under {arm.label}, shifted to a mean of {size:+g}",
            )
    return promises


def plays_by_holders(run: Run, arm: RecordedArm, card: int) -> float:
    """Return how often, on average, a holder scores a card's additional star.

    This number is the known answer if nothing else changes.
    """
    plays = []
    for version in (0, arm.id):
        drafts = run.read(
            run.table_with("played_round"),
            version,
            (0, run.games),
            ["game", "seat", "thing", "played_round"],
        ).filter(pl.col("thing") == card)
        plays.append(drafts.group_by("game", "seat").agg((pl.col("played_round") > 0).sum()))
    pairs = plays[0].join(plays[1], on=["game", "seat"], suffix="_version")
    return float(pairs["played_round_version"].mean())  # type: ignore[arg-type]


def rescoring_and_twins(path: Path, games: int = 2400) -> list[Promise]:
    """Compare rescoring with played twins of cards."""
    run = Run(path)
    assert GAME.twins is not None
    version = GAME.restore(run.record["baseline"])
    (engine,) = GAME.engines([version], run.record["seed"], run.record["seating"])
    schedule = run.record["twins"]
    unplayed_entries = [[*entry, 1] for *entry, share in schedule["entries"] if not share]
    worker = GAME.twins.engine(
        engine, {**schedule, "out_of": 1, "entries": unplayed_entries}
    ).worker()
    twins = narrow(GAME.tables["twins"], worker.play(0, games, ("twins",))["twins"])
    rows = twin_means.measure_twins(
        run, pl.DataFrame(dict(twins)), ("game", "twin", "card")
    ).select(pl.exclude("card"), pl.col("card").cast(pl.Int64).alias("thing"))
    promises = []
    for kind, off in enumerate(card_twins.parts_off(run)):
        rescored_changes = card_twins.changes_of(run, 0, run.batch((0, games)), off)
        pairs = rows.filter(pl.col("twin") == kind).join(
            rescored_changes.with_columns(pl.col("thing").cast(pl.Int64)), on=["game", "thing"]
        )
        equal = (
            (pairs[name] - pairs[f"{name}_right"]).abs() < 1e-6 for name in twin_means.MEASURES
        )
        promises.append(
            Promise(
                f"rescored games that equal the played twins with {off} switched off",
                100.0,
                100.0,
                100 * float(pairs.select(pl.all_horizontal(*equal).mean()).item() or 0.0),
                pairs.height,
            )
        )
    return promises


def known_answers(path: Path, part_games: int, bonus: int) -> list[Promise]:
    """Check results on the tests' counter game against its known answers.

    Each seat has 0 to 30 pips by chance; the first seat adds a ``bonus``.
    """
    # The first seat's pips are the other seat's plus a random five-bit number (0 to 31), less 31 if
    # the sum exceeds 30.
    pips = np.arange(31)
    joint = (1 + (pips[:, None] == pips[None, :])) / (31 * 32)

    def wins(extra: int) -> float:
        ahead = pips[:, None] + extra - pips[None, :]
        return 100 * float(joint[ahead > 0].sum() + 0.5 * joint[ahead == 0].sum())

    # Each strategy has the first seat in half of the games.
    truths = {"current": 50.0, "score": float(pips.mean()), "gain": bonus / 2, "first": wins(bonus)}
    run = Run(path)
    first_seat_wins = _first_seat_wins(run)
    contains_truth: dict[str, list[bool]] = {"score": [], "gain": [], "current": []}
    for start in range(0, run.games - part_games + 1, part_games):
        frame = compare.effects(Window(path, start, start + part_games))["strategy"]
        score = frame.filter(pl.col("metric") == "score")
        win_rows = frame.filter(pl.col("metric") == "wins")
        for name, rows, low, high in (
            ("gain", score, "low", "high"),
            ("current", win_rows, "current_low", "current_high"),
            ("score", score, "current_low", "current_high"),
        ):
            extra = 3.0 if name == "score" else 0.0  # each seat's only card adds 3 stars
            truth = truths[name] + extra
            contains_truth[name] += ((rows[low] <= truth) & (rows[high] >= truth)).to_list()
    standard_error = first_seat_wins.std(ddof=1) / math.sqrt(len(first_seat_wins))
    error = abs(first_seat_wins.mean() - truths["first"]) / standard_error
    return [
        at_least(
            "counter game: intervals that contain the known stars",
            MIN_SUCCESS_RATE,
            contains_truth["score"],
        ),
        at_least(
            "counter game: intervals that contain the known wins",
            MIN_SUCCESS_RATE,
            contains_truth["current"],
        ),
        at_least(
            "counter game: intervals that contain the known gain from the bonus",
            MIN_SUCCESS_RATE,
            contains_truth["gain"],
        ),
        Promise(
            f"counter game, with the bonus: the first seat wins {first_seat_wins.mean():.2f} in "
            f"100, and the known answer is {truths['first']:.2f}; distance in standard errors",
            0.0,
            2.0,
            error,
            run.games,
        ),
    ]


def _first_seat_wins(run: Run) -> np.ndarray:
    """Return the first seat's wins in 100, by game, in version 1."""
    rows = run.read(run.table_with("win_share"), 1, (0, run.games), ["game", "seat", "win_share"])
    return 100 * rows.filter(pl.col("seat") == 0)["win_share"].to_numpy()
