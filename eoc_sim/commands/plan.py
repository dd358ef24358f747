"""Estimate the number of games that a sweep needs."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from eoc_sim.analysis.planning import games_to_find, games_to_know
from eoc_sim.analysis.stats import paired_differences, round_up, variance
from eoc_sim.commands.keywords import Call, RunKeywords, Value, with_keywords
from eoc_sim.commands.options import MAX_PRECISION, GameOptions, RunOptions
from eoc_sim.commands.speeds import expected_speed, kind_of_work
from eoc_sim.commands.stopping import check_contested
from eoc_sim.commands.sweep import COMMAND as SWEEP
from eoc_sim.commands.sweep import requested_versions
from eoc_sim.counts import count, duration
from eoc_sim.errors import InputError
from eoc_sim.reports.commands import drop_options
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs.pilot import play_pilot
from eoc_sim.simulator.runs.request import MAX_GAMES
from eoc_sim.simulator.runs.runner import (
    Request,
    kept_current_tables,
    read_keep,
    threads,
    whole_seatings,
)
from eoc_sim.simulator.runs.version_labels import short_labels

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.pilot import Differences, Pilot

COMMAND = "plan"
PAIRS = 480
"""The number of pairs of games per version.

It is a multiple of the number of games in a full round of seating.
"""
LIMIT_MULTIPLE = 1.5
"""The proposed limit on games, as a multiple of the games needed."""


@dataclass(frozen=True)
class GamesNeeded:
    """The games that a version needs to answer each question.

    ``wins`` and ``scores`` are the numbers of games that detect a change in wins and in scores;
    ``precise`` is the number after which changes in wins are known to +- ``precision``, or 0
    without a precision. All are rounded up to whole rounds of seating; 0 means that none are
    needed, None that a run's limit is too low.
    """

    wins: int | None
    scores: int | None
    precise: int | None

    @property
    def changes(self) -> int | None:
        """The games that detect changes in both wins and scores."""
        return None if self.wins is None or self.scores is None else max(self.wins, self.scores)


@dataclass(frozen=True)
class PlanResult:
    """The result of `plan`: the games that a sweep needs."""

    versions: Mapping[str, GamesNeeded]
    """The games that each version needs."""
    games: int | None
    """Games per version to detect all changes; None if too many."""
    seconds: float | None
    """The time in seconds that these games take on this computer."""
    sentences: tuple[str, ...]
    """The findings in words."""
    command: str
    """The command line of the sweep.

    It is "" if the sweep needs more games than a run may have.
    """
    notes: tuple[str, ...] = ()
    heads: tuple[str, str] = field(kw_only=True, repr=False)
    """The changes to detect in wins and in scores, in words."""
    cost: Cost = field(kw_only=True, repr=False)


@with_keywords(RunKeywords, "on_progress", "no_history")
def plan(
    plan: str | Path | None = None,
    *,
    vary: Mapping[str, Sequence[Value]] | None = None,
    cards: str | Path | None = None,
    design: str | None = None,
    detect: float | None = None,
    precision: float | None = None,
    **options: Unpack[RunKeywords],
) -> PlanResult:
    """Estimate how many games a sweep needs, without keeping results.

    A pilot plays up to a few hundred games of every version, or of 40 versions if there are more,
    to see how much each game differs from the same game under the current rules. With the proposed
    number of games, a change is detected in four of five cases, even if all changes are judged
    jointly.

    Args:
        plan: A plan file.
        vary: Keys with the values to try, as in `eoc_sim.sweep`.
        cards: An edited sheet or workbook.
        design: one-at-a-time, or factorial for all combinations.
        detect: The change in wins per 100 games to detect, by default the smallest that matters.
        precision: Propose a sweep that ends when every change in wins per 100 games is known to
            within ± this number.
        games: Not allowed, since it is the answer.

    Raises:
        InputError: An option is invalid, or nothing changes.
    """
    call = Call(
        COMMAND,
        options,
        plan,
        vary=vary,
        cards=cards,
        design=design,
        detect=detect,
        precision=precision,
    )
    return run_plan(
        None if plan is None else str(plan),
        call.pairs("vary"),
        None if cards is None else str(cards),
        design,
        call.options,
        call.run_options,
        detect,
        precision,
    )


def run_plan(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
    detect: float | None,
    precision: float | None,
) -> PlanResult:
    """Play a pilot of the versions, and estimate the games they need."""
    if run_options.games is not None:
        raise InputError("plan computes the number of games; leave --games out.")
    if detect is not None and not 0 < detect <= MAX_PRECISION:
        raise InputError(
            f"--detect {detect:g} should be more than 0 and at most {MAX_PRECISION:g} wins in 100."
        )
    typed_options = drop_options(run_options.command_line, ("--detect", "--precision"))[2:]
    game, arms, options, run_options = requested_versions(
        plan, vary, sheet, design, options, run_options
    )
    channel = run_options.channel
    for text in arms.notes:
        channel.note(f"Note: {text}")
    players = game.players_of(arms.baseline.version)
    pairs, _ = whole_seatings(PAIRS, players, options.seating)
    request = Request(
        COMMAND,
        arms,
        pairs,
        options.seed,
        options.seating,
        read_keep(game, run_options.keep),
        kept_current_tables(game, run_options.keep, arms.baseline.version),
    )
    if precision is not None:
        check_contested(game, request)
    if not run_options.quiet:
        channel.compile(game, arms.versions())
    pilot = play_pilot(game, request, pairs)
    words = game.declaration.words
    change = detect if detect is not None else float(words.smallest["wins"])
    estimates = _estimate_games(game, pilot, len(arms.arms), players, change, precision)
    speed = expected_speed(kind_of_work(game, request, run_options.jobs))
    if speed is None:
        speed = pilot.games_per_second * threads(run_options.jobs)
    cost = Cost(players, options.seating, speed)

    number, all_versions = len(estimates), len(arms.arms) - 1
    versions = "each version" if number == all_versions else f"{number} of {all_versions} versions"
    games_to_detect = cost.whole_rounds(
        max(max(estimate.wins, estimate.scores) for estimate in estimates.values())
    )
    smallest = words.smallest["score"]
    heads = (
        f"{change:g} {'win' if change == 1 else 'wins'} in 100",
        f"{smallest:g} {words.score[smallest != 1]}",
    )
    aim = f"have an 80 % chance of detecting changes of {' or '.join(heads)}"
    sentences = [
        f"Based on {count(pilot.pairs)} pairs of games of {versions}.",
        f"To {aim}, all versions judged together: {cost.count(games_to_detect)} games of each "
        f"version, about {cost.time(games_to_detect, len(arms.arms))}."
        if games_to_detect is not None
        else f"To {aim}, all versions judged together: {cost.count(games_to_detect)} games of each "
        "version, more than a run may have; ask for a larger change (--detect).",
    ]
    games_limit, flags = games_to_detect, []
    if precision is not None:
        games_to_know_all = max(estimate.precise for estimate in estimates.values())
        games, flags = cost.whole_rounds(games_to_know_all), ["--precision", f"{precision:g}"]
        games_limit = cost.whole_rounds(
            max(LIMIT_MULTIPLE * games_to_know_all, games_to_detect or 0)
        )
        sentences.append(
            f"To know every change to within +-{precision:g} wins in 100: about "
            f"{cost.count(games)} games of each version, about {cost.time(games, len(arms.arms))}."
            if games is not None
            else f"To know every change to within +-{precision:g} wins in 100 takes "
            f"{cost.count(games)} games of each version, and a run may not have more; ask for a "
            "wider +-X (--precision)."
        )
    labels = short_labels([(arm.label, arm.changes) for arm in arms.arms])
    return PlanResult(
        {
            labels[arm]: GamesNeeded(
                *(cost.whole_rounds(games) if games else 0 for games in vars(estimate).values())
            )
            for arm, estimate in estimates.items()
        },
        games_to_detect,
        None
        if games_to_detect is None
        else len(arms.arms) * games_to_detect / cost.games_per_second,
        tuple(sentences),
        ""
        if games_limit is None
        else shlex.join(["eoc-sim", SWEEP, *typed_options, *flags, "--games", str(games_limit)]),
        tuple(channel.notes),
        heads=heads,
        cost=cost,
    )


@dataclass(frozen=True)
class Cost:
    """Rounds games up to whole rounds of seating, and estimates their duration."""

    players: int
    seating: str
    games_per_second: float

    def whole_rounds(self, games: float) -> int | None:
        """Round games up to whole rounds; return None above a run's limit."""
        if games > MAX_GAMES:
            return None
        round_length = games_per_round(self.seating, self.players)
        rounded_games = -(-round_up(max(1.0, games)) // round_length) * round_length
        return rounded_games if rounded_games <= MAX_GAMES else None

    def count(self, games: int | None) -> str:
        """Format a number of games, even above a run's limit."""
        return f"more than {count(MAX_GAMES)}" if games is None else count(games)

    def time(self, games: int | None, versions: int) -> str:
        """Describe how long that many games of each version take."""
        if games is None:
            return "too long"
        return duration(versions * games / self.games_per_second)


@dataclass(frozen=True)
class _Estimate:
    """The games needed for wins, scores and a precision, before rounding."""

    wins: float
    scores: float
    precise: float


def _estimate_games(
    game: Game, pilot: Pilot, arms: int, players: int, change: float, precision: float | None
) -> dict[int, _Estimate]:
    """Return the games that each version of the pilot needs, by arm.

    A version needs the games of its most demanding strategy. A strategy that holds every seat
    wins a fixed share by construction, so its wins need no games.
    """
    words = game.declaration.words
    strategies = len({score.strategy for score in pilot.scores})
    tests = (arms - 1) * strategies
    largest = max((score.largest for score in pilot.scores), default=0.0)
    largest = largest or float(words.largest_score_change)
    wins: dict[int, float] = defaultdict(float)
    scores: dict[int, float] = defaultdict(float)
    precise: dict[int, float] = defaultdict(float)
    for score in pilot.scores:
        difference_variance, _ = _variance_and_share(score, 1.0, largest)
        games = games_to_find(float(words.smallest["score"]), difference_variance, tests, largest)
        scores[score.arm] = max(scores[score.arm], games)
    for difference in pilot.differences if strategies > 1 or players == 1 else ():
        difference_variance, differing_share = _variance_and_share(difference, 100.0, 100.0)
        wins[difference.arm] = max(
            wins[difference.arm], games_to_find(change, difference_variance, tests, 100.0)
        )
        if precision is not None:
            games_needed_for_precision = games_to_know(
                precision, difference_variance, tests, differing_share, bound=100.0
            )
            precise[difference.arm] = max(precise[difference.arm], games_needed_for_precision)
    return {arm: _Estimate(wins[arm], scores[arm], precise[arm]) for arm in sorted(scores)}


def _variance_and_share(
    differences: Differences, scale: float, largest: float
) -> tuple[float, float]:
    """Return the differences' variance and the share of games that differ.

    Two imaginary games are added, because the pilot may miss the effect of a version that changes
    few games.
    """
    sums = paired_differences(
        scale * differences.total, scale * scale * differences.squares, differences.games, largest
    )
    difference_variance = float(variance(sums.total, *sums.with_imagined_games())[0])
    return difference_variance, (differences.differ + 2) / (differences.games + 2)
