"""Learn factors for a strategy's formula from games.

The strategy plays several rounds with random errors in its drafts, so that every card is drafted
now and then, and the regression of `analysis.eoc.learning` estimates the worth of its clauses. In
the first round the strategy drafts by the formula alone, and the factors learnt there decide only
the drafts of the second round. The drafts of the second and all later rounds are pooled. Fresh
games show how much the factors are worth.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim.analysis.held_out import FIRST, Results, extra_score, extra_wins, score, wins_in_100
from eoc_sim.analysis.learning import factors
from eoc_sim.commands.baseline import version_of
from eoc_sim.commands.channel import Channel, ShowProgress
from eoc_sim.commands.command_line import command_line
from eoc_sim.commands.eoc.line_up_learning import (
    SEATING,
    check_can_learn,
    clauses_of,
    play_drafts,
    with_errors,
)
from eoc_sim.commands.learn import LearnResult
from eoc_sim.commands.learnt_table import COLUMNS, table_text
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.appraisal import appraise
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.engine import Engine
from eoc_sim.simulator.eoc.learnt_factors import with_factors
from eoc_sim.simulator.eoc.yardstick import YARDSTICK
from eoc_sim.simulator.kernel.presets import preset_text
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.batches import FIRST_HELD_OUT_GAME, FIRST_SEARCH_GAME, parts, play_parts
from eoc_sim.simulator.runs.runner import threads, whole_seatings
from eoc_sim.simulator.runs.whole_file import write_whole
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.analysis.eoc.learning import Clauses, DraftSums
    from eoc_sim.analysis.learning import Factors
    from eoc_sim.commands.options import GameOptions, RunOptions
    from eoc_sim.simulator.eoc.appraisal import Appraisal
    from eoc_sim.simulator.eoc.versions import Version
    from eoc_sim.simulator.kernel.data_tables import LoadedTable
    from eoc_sim.simulator.kernel.strategy import Strategy

HELD_OUT = 6000
"""The maximum number of games in which the factors are compared."""
FORMULA, BEFORE, NOW = "by the formula alone", "as learnt before", "as learnt now"
MIN_DRAFTS = 30
"""Clauses drafted fewer times than this are counted in a note."""


@dataclass(frozen=True)
class Learner:
    """A strategy that learns on a version of the game."""

    version: Version
    strategy: Strategy
    previous_table: LoadedTable
    seed: int
    threads: int
    appraisal: Appraisal
    clauses: Clauses

    @classmethod
    def make(cls, version: Version, seed: int, threads: int) -> Learner:
        """Make a learner for the first seat's strategy.

        Raises:
            InputError: The strategy cannot learn, or no card has an effect.
        """
        strategy = version.strategies()[0]
        previous_table = check_can_learn(strategy)
        clauses = clauses_of(version.components)
        return cls(version, strategy, previous_table, seed, threads, appraise(version), clauses)

    def engine(self, factors: Mapping[str, float] | None, *, errs: bool = False) -> Engine:
        """Make an engine with these factors, or with the strategy's own."""
        strategies = self.version.strategies()
        first = strategies[0]
        if factors is not None:
            first = with_factors(first, factors)
        if errs:
            first = with_errors(first)
        # The first seat's strategy has its own id; all others share one.
        ids = [0] + [1] * (len(strategies) - 1)
        return Engine(
            self.version.components,
            self.version.rules,
            [first, *strategies[1:]],
            self.seed,
            SEATING,
            ids,
        )

    def play_round(
        self,
        factors: Mapping[str, float],
        first_game: int,
        games: int,
        show: Callable[[int], None],
    ) -> DraftSums:
        """Play games with errors in the drafts, and report progress to ``show``."""
        blocks = play_drafts(
            self.engine(factors, errs=True),
            self.version.components,
            [{FIRST: self.appraisal}],
            self.clauses,
            first_game,
            games,
            self.threads,
            show,
        )
        drafts = [draft for (draft,) in blocks]
        return sum(drafts[1:], drafts[0])

    def results(self, factors: Mapping[str, float] | None, first_game: int, games: int) -> Results:
        """Play games in which the strategy drafts without errors; return its results."""
        engine = self.engine(factors)
        with divert_strategy_output():
            all_parts = parts(engine, first_game, games)
            return Results.concatenate(
                Results.extract(TABLES["seats"], rows["seats"], engine.players)
                for rows in play_parts(all_parts, ("seats",), self.threads)
            )

    def list_rows_to_carry_over(self) -> list[Mapping[str, str]]:
        """List the previous table's rows about clauses of other decks."""
        return self.previous_table.rows_except(self.clauses.names)

    def name_factors(self, factors: Factors) -> dict[str, float]:
        """Map the name of each clause to its factor."""
        return dict(zip(self.clauses.names, factors.factor.round(3).tolist(), strict=True))


def usual_rivals(options: GameOptions, channel: Channel) -> tuple[str, ...]:
    """Return the default rivals: three yardsticks, or none in a solo game."""
    _, version = version_of(replace(options, seats=None), channel)
    return (YARDSTICK,) * 3 if version.rules["solo"] == "off" else ()


@dataclass(frozen=True)
class Lesson:
    """The factors that were learnt, and the results on fresh games."""

    factors: Factors
    draft_counts: np.ndarray
    results: tuple[tuple[str, Results], ...]


def learn_in_rounds(
    learner: Learner, games: int, rounds: int, show: ShowProgress
) -> tuple[Factors, DraftSums]:
    """Learn in rounds of games, and return the factors and the drafts."""
    weights: dict[str, float] = dict.fromkeys(learner.clauses.names, 1.0)
    total: DraftSums | None = None
    for number in range(rounds):

        def report_round(games_done: int, number: int = number) -> None:
            show(
                f"Round {number + 1} of {rounds}: {count(games_done)} of {plural(games, 'game')}.",
                number * games + games_done,
                rounds * games,
            )

        drafts = learner.play_round(
            weights, FIRST_SEARCH_GAME + number * games, games, report_round
        )
        total = drafts if total is None or number == 1 else total + drafts
        estimates = factors(total.sums)
        weights = learner.name_factors(estimates)
    assert total is not None  # `rounds` is at least 1
    return estimates, total


def learn(learner: Learner, games: int, rounds: int, show: ShowProgress) -> Lesson:
    """Learn in rounds of games, and compare the factors on fresh games."""
    held_out = min(HELD_OUT, games)
    formula: dict[str, float] = dict.fromkeys(learner.clauses.names, 1.0)
    comparison: dict[str, Mapping[str, float] | None] = {FORMULA: formula, BEFORE: None}
    if not any(learner.previous_table.find_known(learner.clauses.names)):
        del comparison[BEFORE]  # the strategy has learnt nothing about these cards
    all_games = rounds * games + (len(comparison) + 1) * held_out

    def show_total(line: str, games_done: int = 0, total: int = 0) -> None:
        show(line, games_done, all_games)

    estimates, drafts = learn_in_rounds(learner, games, rounds, show_total)
    comparison[NOW] = learner.name_factors(estimates)
    results: list[tuple[str, Results]] = []
    for label, factors_of_label in comparison.items():
        games_done = rounds * games + len(results) * held_out
        show(f"Comparing in fresh games: cards valued {label}.", games_done, all_games)
        results.append((label, learner.results(factors_of_label, FIRST_HELD_OUT_GAME, held_out)))
    show("All games are played.", all_games, all_games)
    return Lesson(estimates, drafts.draft_counts, tuple(results))


@dataclass(frozen=True)
class Output:
    """Two files: a table of factors, and a preset that uses it."""

    table: Path

    @property
    def preset(self) -> Path:
        """The preset, with the evidence in it."""
        return self.table.with_suffix(".toml")

    @classmethod
    def claim(cls, out: str | None, strategy: Strategy, fresh: bool) -> Output:
        """Choose the files of ``--out``, without writing them.

        Raises:
            InputError: The name does not end in .csv, the folder does not exist, or a file exists
                and may not be replaced.
        """
        table = Path(f"{strategy.name}-learnt.csv" if out is None else out)
        if table.suffix.lower() != ".csv":
            raise InputError(f"--out {table} should end in .csv: it is a table.")
        if not table.parent.is_dir():
            raise InputError(f"There is no folder {table.parent} for --out {table}.")
        output = cls(table)
        for path, first_words in (
            (output.table, f"{COLUMNS[0]},"),
            (output.preset, "# Learnt by eoc-sim"),
        ):
            if not path.exists():
                continue
            if not fresh:
                raise InputError(
                    f"{path} already exists and is left unchanged; --fresh replaces it, and --out "
                    "FILE.csv writes another file."
                )
            if not path.is_file() or not _begins(path, first_words):
                raise InputError(
                    f"{path} is not a file that this command wrote, so not even --fresh replaces "
                    "it; give another --out."
                )
        return output

    def write(self, learner: Learner, lesson: Lesson, evidence: Mapping[str, Any]) -> None:
        """Write each of the two files atomically.

        The strategy's rows about other decks follow the new rows unchanged.
        """
        text = table_text(
            learner.clauses.names, lesson.factors, lesson.draft_counts, learner.previous_table
        )
        preset = preset_text(
            learner.strategy,
            self.preset.parent.resolve(),
            tables={learner.previous_table.stem: self.table.resolve()},
            evidence=evidence,
            comment="Learnt by eoc-sim strategies learn: the strategy "
            f'"{learner.strategy.name}" with the factors in {self.table.name}.',
        )
        write_whole(self.table, text.encode())
        write_whole(self.preset, preset.encode())


def _begins(path: Path, text: str) -> bool:
    """Return whether a file is readable and begins with the given text."""
    try:
        return path.read_text(encoding="utf-8-sig").startswith(text)
    except (OSError, UnicodeDecodeError):
        return False


def learn_and_write(
    spec: str,
    against: tuple[str, ...],
    games: int,
    rounds: int,
    options: GameOptions,
    run_options: RunOptions,
) -> LearnResult:
    """Learn factors, compare them, and write the table and its preset."""
    seats = ",".join([spec, *against])
    game, version = version_of(replace(options, seats=seats), run_options.channel)
    strategy = version.strategies()[0]
    check_can_learn(strategy)
    output = Output.claim(run_options.out, strategy, run_options.fresh)
    games, rounding_note = whole_seatings(games, 1 + len(against), SEATING)
    if not run_options.quiet:
        run_options.channel.compile(game, [version])
    learner = Learner.make(version, options.seed, threads(run_options.jobs))
    if not run_options.quiet:
        if rounding_note:
            run_options.channel.say(rounding_note)
        clauses = plural(len(learner.clauses.names), "card clause")
        run_options.channel.say(
            f"{strategy.name} learns the worth of {clauses} "
            f"against {', '.join(against) or 'Bubba'}: {plural(rounds, 'round')} of "
            f"{plural(games, 'game')}. Seed {options.seed}."
        )
    with run_options.channel.search(run_options.quiet) as show:
        lesson = learn(learner, games, rounds, show)
    evidence = _evidence(learner, lesson, spec, against, options, games, rounds)
    output.write(learner, lesson, evidence)
    seats = ",".join([str(output.preset), *against])
    return LearnResult(
        output.table,
        output.preset,
        _frame(learner, lesson),
        lesson.results,
        evidence,
        _sentences(learner, lesson),
        shlex.join(["eoc-sim", "run", "--seats", seats, *_version_options(options)]),
        (*run_options.channel.notes, *_rarely_drafted_notes(lesson)),
        game=game,
        players=1 + len(against),
    )


def _frame(learner: Learner, lesson: Lesson) -> pl.DataFrame:
    """Return the factors as a frame with the columns of the table."""
    factors = lesson.factors
    values = (
        learner.clauses.names,
        factors.factor,
        factors.low,
        factors.high,
        lesson.draft_counts,
    )
    return pl.DataFrame(dict(zip(COLUMNS, values, strict=True)))


def _rarely_drafted_notes(lesson: Lesson) -> list[str]:
    """Return a note on clauses that were rarely drafted, if any."""
    rare_clauses = int((lesson.draft_counts < MIN_DRAFTS).sum())
    if not rare_clauses:
        return []
    return [
        f"Note: clauses drafted fewer than {MIN_DRAFTS} times: {rare_clauses} of "
        f"{len(lesson.draft_counts)}. The factor of such a clause stays near 1; play more "
        "games (--games) to estimate it better."
    ]


def _sentences(learner: Learner, lesson: Lesson) -> tuple[str, ...]:
    """Compare the factors with earlier ones or the formula; count kept rows."""
    label, before = lesson.results[-2]
    gain = extra_score(lesson.results[-1][1], before)
    figure = f"{gain.mean:+.1f} stars (between {gain.low:+.1f} and {gain.high:+.1f})"
    if gain.low > 0:
        verdict = (
            f"Drafting with the newly learnt factors earns more than drafting {label}: {figure}."
        )
    elif gain.high < 0:
        verdict = (
            f"Drafting with the newly learnt factors earns less than drafting {label}: {figure}. "
            f"Go on drafting {label}, or learn from more games (--games)."
        )
    else:
        verdict = (
            "It is undecided whether drafting with the newly learnt factors earns more than "
            f"drafting {label}: {figure}."
        )
    row_count = len(learner.list_rows_to_carry_over())
    if not row_count:
        return (verdict,)
    return (
        verdict,
        f"The table also keeps {plural(row_count, 'row')} of {learner.previous_table.name} about "
        "clauses that are not in this deck.",
    )


def _version_options(options: GameOptions) -> list[str]:
    """List the options that select the same version."""
    return shlex.split(command_line("", replace(options, seats=None)))[2:]


def _evidence(
    learner: Learner,
    lesson: Lesson,
    spec: str,
    against: tuple[str, ...],
    options: GameOptions,
    games: int,
    rounds: int,
) -> dict[str, Any]:
    """Record what was learnt and the results, as plain values."""
    by_label = dict(lesson.results)
    last = by_label[NOW]
    command = [
        "eoc-sim",
        "strategies",
        "learn",
        spec,
        *_version_options(options),
        "--games",
        str(games),
        "--rounds",
        str(rounds),
        "--seed",
        str(options.seed),
    ]
    if against:
        command += ["--against", ",".join(against)]
    evidence: dict[str, Any] = {
        "command": shlex.join(command),
        "package_version": __version__,
        "strategy": learner.strategy.name,
        "strategy_hash": learner.strategy.code_hash,
        "deck_hash": learner.version.components.hash,
        "rules": options.rules or "standard",
        "against": list(against),
        "seed": options.seed,
        "games": games,
        "rounds": rounds,
        "rows_kept_of_other_decks": len(learner.list_rows_to_carry_over()),
        "held_out_games": last.games,
        "mean_low_high": "wins in 100 and stars on the held-out games, each with its interval",
    }
    for label, result in lesson.results:
        key = {FORMULA: "formula", BEFORE: "before", NOW: "now"}[label]
        evidence[f"{key}_wins"] = wins_in_100(result).record()
        evidence[f"{key}_stars"] = score(result).record()
        if result is not last:
            evidence[f"now_less_{key}_wins"] = extra_wins(last, result).record()
            evidence[f"now_less_{key}_stars"] = extra_score(last, result).record()
    return evidence
