"""Validate intervals and verdicts on short parts of long runs.

    python benchmarks/validate.py           # plays 3 x 144 000 games and the shorter runs
    python benchmarks/validate.py --only timing --only promises
    python benchmarks/validate.py --runs results/validation  # keeps and reuses runs there
    python benchmarks/validate.py --write   # updates the tables in docs/reference/metrics.md

Every part is analysed like a separate run, by the code for reports, and its intervals are compared
with the numbers of the whole run. The parts share no games, so the frequency with which an interval
contains the truth is known to within about half a percentage point.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import NormalDist

import looking
import polars as pl
import promises
import verdict_rates
from promises import Promise, Window

from eoc_sim.analysis import (
    adjusting,
    card_twins,
    cards,
    compare,
    first_player,
    luck_of_the_deal,
    points,
    strategies,
    variants,
)
from eoc_sim.analysis.eoc.timing import Timing
from eoc_sim.analysis.looks import FIRST_LOOK_ERROR
from eoc_sim.analysis.stats import NO_CHANGE, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.worth import with_worth

PART_GAMES = 2400
"""The number of games in each part of a run."""
METRICS_PAGE = Path(__file__).parents[1] / "docs" / "reference" / "metrics.md"


@dataclass(frozen=True)
class IntervalKind:
    """Intervals of one kind.

    ``frames`` returns the frames of a run by name. ``columns`` lists a frame's columns in triples:
    a value, and the low and high ends of its interval. ``keys`` are the columns that identify a
    row. With ``family``, the intervals of a frame are also judged together.
    """

    name: str
    frames: Callable[[Run], dict[str, pl.DataFrame]]
    columns: Callable[[pl.DataFrame], list[tuple[str, str, str]]]
    keys: tuple[str, ...] = ("label",)
    family: bool = False


@dataclass
class Coverage:
    """Counts of rows, families, intervals that hold, and wrong verdicts."""

    rows: int = 0
    without_interval: int = 0
    intervals_held: int = 0
    families: int = 0
    families_held: int = 0
    families_wrong: int = 0


def interval_columns(*names: str) -> Callable[[pl.DataFrame], list[tuple[str, str, str]]]:
    """Make a function that returns the columns NAME, NAME_low and NAME_high."""
    return lambda frame: [
        (name, f"{name}_low", f"{name}_high") for name in names if f"{name}_low" in frame.columns
    ]


def all_interval_columns(frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Return all columns that have an interval."""
    names = [name.removesuffix("_low") for name in frame.columns if name.endswith("_low")]
    return [(name, f"{name}_low", f"{name}_high") for name in names if name in frame.columns]


def strategy_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the frame of win shares."""
    return {"strategies": strategies.win_shares(run)}


def card_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the card table with every card's worth."""
    return {"cards": with_worth(run, cards.card_table(run))}


def effect_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return a frame per group and metric; each frame is a family."""
    return {
        f"{group} {metric}": frame.filter(pl.col("metric") == metric)
        for group, frame in compare.effects(run).items()
        if frame.height
        for metric in compare.METRICS
    }


def adjusted_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the frame of strategies, adjusted for the luck of the deal."""
    seats = run.table_with("win_share")
    luck = [*seats.roles("order"), *seats.roles("dealt")]
    return {"strategies": adjusting.adjust(run, seats.role("strategy"), luck)}


def win_columns(_frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Return the columns of a win share."""
    return [("wins", "low", "high")]


def joint_columns(value: str) -> Callable[[pl.DataFrame], list[tuple[str, str, str]]]:
    """Make a function that returns the columns of simultaneous intervals."""
    return lambda _frame: [(value, "all_low", "all_high")]


def change_columns(_frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Return the columns of a paired difference."""
    return [("change", "low", "high")]


def stratum_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the changes of all strata of holders, one family per metric."""
    holders = compare.effects(run)["holders"]
    return {metric: holders.filter(pl.col("metric") == metric) for metric in compare.METRICS}


def gap_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the gap of every pair of places.

    Only the largest gap has an interval.
    """
    wins, _ = first_player.order_moments(run)
    gap, mean = first_player.largest_gap(run.look, wins), wins.mean
    pairs = [(index, other) for index in range(mean.size) for other in range(mean.size)]
    return {
        "": pl.DataFrame(
            {
                "pair": [f"{first} {second}" for first, second in pairs],
                "gap": [mean[first] - mean[second] for first, second in pairs],
                "low": [gap.low if pair == (gap.ahead, gap.behind) else None for pair in pairs],
                "high": [gap.high if pair == (gap.ahead, gap.behind) else None for pair in pairs],
            },
            schema_overrides={"low": pl.Float64, "high": pl.Float64},
        )
    }


@lru_cache(maxsize=2)
def timing_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return all timing tables, and two of them again by family.

    The differences from March have a frame for each kind, colour and strategy; the dice by month
    have one for each strategy.
    """
    tables = Timing(run).tables()
    families = {
        " ".join(("to March", *map(str, key))): frame
        for key, frame in tables["exchange"].group_by("kind", "colour", "strategy")
    }
    dice = {
        f"by month {strategy}": frame
        for (strategy,), frame in tables["die_months"].group_by("strategy")
    }
    return {**tables, **families, **dice}


def columns_if(
    name: str, columns: Callable[[pl.DataFrame], list[tuple[str, str, str]]]
) -> Callable[[pl.DataFrame], list[tuple[str, str, str]]]:
    """Return ``columns``, limited to frames with a column of this name."""
    return lambda frame: columns(frame) if name in frame.columns else []


def twin_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Return the worth of cards that have been paid for, by strategy."""
    twins = card_twins.card_twins(run)
    return {str(name): frame for (name,), frame in twins.group_by("strategy")}


def variant_frames(kind: str) -> Callable[[Run], dict[str, pl.DataFrame]]:
    """Return a function that groups effects of a kind by metric."""

    def frames(run: Run) -> dict[str, pl.DataFrame]:
        effects = variants.effects(run)[kind]
        return {str(name): frame for (name,), frame in effects.group_by("metric")}

    return frames


EFFECT_KEY = ("arm", "label", "metric", "stratum")
SWEEP_INTERVALS = (
    IntervalKind("wins by strategy", strategy_frames, win_columns),
    IntervalKind("stars by strategy", strategy_frames, interval_columns("score")),
    IntervalKind(
        "the same, adjusted for the luck of the deal",
        adjusted_frames,
        interval_columns("wins", "score"),
    ),
    IntervalKind("wins by what is dealt at random", luck_of_the_deal.win_shares, win_columns),
    IntervalKind(
        "turn order: wins, stars",
        lambda run: {"": first_player.wins_by_order(run)},
        lambda _: [("wins", "low", "high"), ("score", "score_low", "score_high")],
    ),
    IntervalKind(
        "what a strategy does", lambda run: {"": strategies.habits(run)}, all_interval_columns
    ),
    IntervalKind("parts of the score", lambda run: {"": points.parts(run)}, all_interval_columns),
    IntervalKind(
        "quantiles of scores",
        lambda run: {"": points.quantiles(run, points.distribution(run))},
        all_interval_columns,
    ),
    IntervalKind(
        "closeness",
        lambda run: {"": points.closeness(run)},
        lambda _: [("value", "low", "high")],
        ("measure",),
    ),
    IntervalKind(
        "cards: drafted, played, months, effects",
        card_frames,
        interval_columns(
            "drafted", "played", "drafted_month", "played_month", "played_effect", "taken"
        ),
    ),
    IntervalKind(
        "cards: wins and lead when drafted, played, dealt",
        card_frames,
        interval_columns(
            *(
                f"{group}_{value}"
                for group in ("drafted", "played", "dealt")
                for value in ("wins", "ahead")
            )
        ),
    ),
    IntervalKind("cards: like for like", card_frames, interval_columns("drafted_adjusted")),
    IntervalKind(
        "cards: worth of being dealt", card_frames, interval_columns("worth", "worth_score")
    ),
    IntervalKind(
        "cards: worth of printed stars", card_frames, interval_columns("face_wins", "face_others")
    ),
    IntervalKind("changes of a version", effect_frames, change_columns, EFFECT_KEY),
    IntervalKind(
        "wins of all strategies together", strategy_frames, joint_columns("wins"), family=True
    ),
    IntervalKind(
        "wins by what is dealt at random, all of a table together",
        luck_of_the_deal.win_shares,
        joint_columns("wins"),
        family=True,
    ),
    IntervalKind(
        "changes of all versions, all of a table together",
        effect_frames,
        joint_columns("change"),
        EFFECT_KEY,
        family=True,
    ),
)

TIMING_KEY = ("kind", "colour", "month", "strategy", "number", "taken", "half_month")
TWIN_KEY = ("label", "off", "strategy")
VARIANT_KEY = ("key", "value", "other", "other_value", "given", "metric", "label")
DIFFERENCE = [("difference", "simultaneous_low", "simultaneous_high")]
DICE_DIFFERENCE = [("less", "simultaneous_low", "simultaneous_high")]
VARIANTS = {
    kind: (variant_frames(kind), words)
    for kind, words in (
        ("main", "main effects"),
        ("interaction", "interactions"),
        ("simple", "simple effects"),
    )
}
PLANTED_INTERVALS = (
    IntervalKind(
        "strata: changes of those who hold a card", stratum_frames, change_columns, EFFECT_KEY
    ),
    IntervalKind("strata: shares of seats", stratum_frames, interval_columns("share"), EFFECT_KEY),
    IntervalKind(
        "strata: changes, all of a table together",
        stratum_frames,
        joint_columns("change"),
        EFFECT_KEY,
        family=True,
    ),
    IntervalKind(
        "draft and play rates",
        lambda run: {"": compare.card_rates(run)},
        all_interval_columns,
        ("arm", "label"),
    ),
    IntervalKind(
        "cards: worth, luck taken out (promised: 95 of 100)",
        card_frames,
        lambda _: [("worth", "shrunk_low", "shrunk_high")],
    ),
    IntervalKind(
        "turn order: largest gap", gap_frames, lambda _: [("gap", "low", "high")], ("pair",)
    ),
)
TIMING_INTERVALS = (
    IntervalKind(
        "timing: means",
        timing_frames,
        columns_if(
            "spent", interval_columns("score", "wins", "others_score", "others_wins", "wasted")
        ),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: value when spent (Fieller)", timing_frames, interval_columns("spent"), TIMING_KEY
    ),
    IntervalKind(
        "timing: exchange rate (Fieller)",
        lambda run: {"": timing_frames(run)["exchange"]},
        interval_columns("rate"),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: less or more than in March",
        lambda run: {"": timing_frames(run)["exchange"]},
        interval_columns("difference"),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: foreseen minus surprise",
        lambda run: {"": timing_frames(run)["foreseen"]},
        interval_columns("score"),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: full against half",
        lambda run: {"": timing_frames(run)["dice"]},
        interval_columns("score", "wins"),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: a die by its number and month",
        lambda run: {"": timing_frames(run)["die_months"]},
        interval_columns("full", "half", "less"),
        TIMING_KEY,
    ),
    IntervalKind(
        "timing: changes against March, all months of an EC together",
        timing_frames,
        lambda frame: DIFFERENCE if "difference" in frame.columns and frame.height < 12 else [],
        TIMING_KEY,
        family=True,
    ),
    IntervalKind(
        "timing: changes from full to half, all dice together",
        timing_frames,
        lambda frame: (
            DICE_DIFFERENCE if "less" in frame.columns and frame["strategy"].n_unique() == 1 else []
        ),
        TIMING_KEY,
        family=True,
    ),
)
TWIN_INTERVALS = (
    IntervalKind(
        "card twins: stars, effect, both",
        twin_frames,
        interval_columns(*card_twins.MEASURES),
        TWIN_KEY,
    ),
    IntervalKind(
        "card twins: all of a strategy together",
        twin_frames,
        lambda _: [(name, f"{name}_all_low", f"{name}_all_high") for name in card_twins.MEASURES],
        TWIN_KEY,
        family=True,
    ),
)
VARIANT_INTERVALS = (
    *(
        IntervalKind(f"variants: {words}", frames, change_columns, VARIANT_KEY)
        for frames, words in VARIANTS.values()
    ),
    *(
        IntervalKind(
            f"variants: {words}, all changes of a table together",
            frames,
            joint_columns("change"),
            VARIANT_KEY,
            family=True,
        )
        for frames, words in VARIANTS.values()
    ),
)


@dataclass(frozen=True)
class PlannedRun:
    """A run to play, and the kinds of intervals to check."""

    command: tuple[str, ...]
    seed: int
    games: int
    interval_kinds: Sequence[IntervalKind] = ()


CARD_STAR, LAST_PLACE_STARS = "card.038.stars=6", "rules.order_stars_4=5"
BONUS = 3
RUNS: Mapping[str, PlannedRun] = {
    "sweep": PlannedRun(
        ("sweep", "--vary", CARD_STAR, "--vary", "rules.start_bucks=8"),
        2026,
        144_000,
        SWEEP_INTERVALS,
    ),
    "planted": PlannedRun(
        ("sweep", "--vary", CARD_STAR, "--vary", "rules.start_bucks=8", "--vary", LAST_PLACE_STARS),
        2026,
        36_000,
        PLANTED_INTERVALS,
    ),
    # Random players do not look at stars, so one more star changes nothing else.
    "starred": PlannedRun(
        ("sweep", "--vary", CARD_STAR, "--seats", ",".join(["random"] * 4), "--who", "off"),
        2032,
        36_000,
    ),
    "timing": PlannedRun(("timing",), 2028, 24_000, TIMING_INTERVALS),
    "cards": PlannedRun(("cards",), 2029, 36_000, TWIN_INTERVALS),
    "variants": PlannedRun(
        ("variants", "--switch", "hand=3", "--switch", "start_bucks=8"),
        2030,
        24_000,
        VARIANT_INTERVALS,
    ),
    "other": PlannedRun(("run", "--keep", "games,seats,cards,offers"), 2027, 36_000),
    "relearned": PlannedRun(
        ("sweep", "--vary", CARD_STAR, "--vary", "rules.start_bucks=8", "--relearn"), 2031, 4800
    ),
    "counter": PlannedRun(
        ("sweep", "--game", "runs.counter_game", "--vary", f"rules.bonus={BONUS}"), 1, 24_000
    ),
}
PROMISE_RUNS = ("planted", "starred", "other", "cards", "counter")
"""The runs behind the table of promises."""


def play(name: str, folder: Path) -> Path:
    """Return the folder of a run, playing it if necessary."""
    path, settings = folder / name, RUNS[name]
    if not path.exists():
        tests = str(Path(__file__).parents[1] / "tests")  # the folder of the counter game
        subprocess.run(
            [
                sys.executable,
                "-m",
                "eoc_sim",
                *settings.command,
                "--games",
                str(settings.games),
                "--out",
                str(path),
                "--seed",
                str(settings.seed),
                "--quiet",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": tests},
        )
    return path


def all_promises(folder: Path, paths: int = 10_000, games: int = 4800) -> list[Promise]:
    """Test all promises.

    ``paths`` is the number of runs simulated to test peeking.
    """
    planted_run, starred, other, twins, counter = (play(name, folder) for name in PROMISE_RUNS)
    run = Run(planted_run)
    return [
        *promises.versions_on_two_seeds(planted_run, other),
        *promises.cards_on_two_seeds(planted_run, other),
        *promises.cards_on_two_seeds(planted_run, other, 1200, 8),
        *promises.sweep_peeking(planted_run, paths, games),
        *promises.turn_order(promises.order_vectors(run), 600, 10_000, "wins by turn order"),
        *promises.turn_order(
            promises.order_vectors(run, 2),
            600,
            10_000,
            "changes by turn order (one more BB at the start)",
        ),
        *promises.try_planted_stars(
            planted_run, starred, PART_GAMES, 2000, CARD_STAR, LAST_PLACE_STARS, 5.0
        ),
        *promises.rescoring_and_twins(twins),
        *promises.known_answers(counter, 240, BONUS),
    ]


def family_text(folder: Path, times: int = 1000) -> list[str]:
    """Return the table of verdicts over the data family.

    The verdicts are on real differences, shifted by known amounts.
    """
    changes = verdict_rates.both_changes(Run(play("relearned", folder)), arm=2)
    rates = verdict_rates.family_rates(changes[:, 0, 0], PART_GAMES, times)
    return verdict_rates.family_lines(rates, PART_GAMES)


def relearning_text(folder: Path, times: int = 1000) -> list[str]:
    """Return the table of verdicts without and with learning.

    With learning, the strategies relearn their factors for effect clauses in each version.
    """
    changes = verdict_rates.both_changes(Run(play("relearned", folder)), arm=2)
    return verdict_rates.learnt_lines(
        verdict_rates.learnt_rates(changes, PART_GAMES, times), PART_GAMES
    )


def promise_lines(rows: Sequence[Promise]) -> list[str]:
    """Return the table of promises in Markdown."""
    seeds = "; ".join(
        f"{name}: {RUNS[name].games} games of seed {RUNS[name].seed}" for name in PROMISE_RUNS
    )
    return [
        f"Promises that cannot be checked on the intervals of a single run ({seeds}). "
        "Rates are per 100 cases.",
        "",
        "| promise | promised | measured | cases |",
        "|---|---|---|---|",
        *(
            f"| {row.claim} | {row.in_words} | {row.rate:.1f}{'' if row.is_kept else ' (broken)'} "
            f"| {row.cases} |"
            for row in rows
        ),
    ]


def expected_coverage(parts: int, error: float = FIRST_LOOK_ERROR) -> float:
    """Return the percentage of intervals that contain the mean of all parts.

    The interval of a part misses the truth in a fraction ``error`` of cases. The whole run includes
    the part, so the whole run's mean is closer to the part's than the truth is.
    """
    normal = NormalDist()
    reach = normal.inv_cdf(1 - error / 2) / math.sqrt(1 - 1 / max(parts, 2))
    return 100 * (2 * normal.cdf(reach) - 1)


def compare_part(
    full_table: pl.DataFrame, part: pl.DataFrame, kind: IntervalKind, coverage: Coverage
) -> None:
    """Count a part's intervals that contain the whole run's numbers."""
    keys = [key for key in kind.keys if key in part.columns]
    for value, low, high in kind.columns(part):
        truth = full_table.select(*keys, pl.col(value).alias("truth"))
        rows = part.join(truth, on=keys, how="inner").filter(pl.col("truth").is_not_null())
        complete = rows.filter(pl.col(low).is_not_null() & pl.col(high).is_not_null())
        inside = (complete[low] <= complete["truth"] + 1e-9) & (
            complete[high] >= complete["truth"] - 1e-9
        )
        coverage.rows += rows.height
        coverage.without_interval += rows.height - complete.height
        coverage.intervals_held += int(inside.sum())
        if kind.family:
            coverage.families += 1
            coverage.families_held += bool(inside.all())
            coverage.families_wrong += _has_wrong_verdict(complete, value)


def _has_wrong_verdict(rows: pl.DataFrame, value: str) -> bool:
    """Return whether any verdict on a family of changes is wrong.

    A verdict is wrong if it claims a change in the wrong direction, or if it wrongly claims that
    the change does not matter.
    """
    if value not in ("change", "difference", "less"):
        return False
    truth = pl.col("truth")
    false_change = ~pl.col("verdict").is_in([NO_CHANGE, UNDECIDED]) & (truth * pl.col(value) <= 0)
    false_no_change = (pl.col("verdict") == NO_CHANGE) & (
        truth.abs() >= (pl.col("smallest") if "smallest" in rows.columns else math.inf)
    )
    return bool(rows.select((false_change | false_no_change).any()).item())


def validate(
    path: Path,
    part_games: int,
    max_parts: int | None = None,
    interval_kinds: Sequence[IntervalKind] = SWEEP_INTERVALS,
) -> dict[str, Coverage]:
    """Count the intervals of each kind that hold, over a run's parts."""
    run = Run(path)
    counts = {kind.name: Coverage() for kind in interval_kinds}
    full_frames = {frames: frames(run) for frames in {kind.frames for kind in interval_kinds}}
    starts = list(range(0, run.games - part_games + 1, part_games))[:max_parts]
    for first in starts:
        window = Window(path, first, first + part_games)
        estimates = {frames: frames(window) for frames in full_frames}
        for kind in interval_kinds:
            truths = full_frames[kind.frames]
            for name, frame in estimates[kind.frames].items():
                if name in truths and not frame.is_empty() and not truths[name].is_empty():
                    compare_part(truths[name], frame, kind, counts[kind.name])
    return counts


def lines(
    counts: dict[str, Coverage], games: int, part_games: int, name: str = "sweep"
) -> list[str]:
    """Return the table of a run in Markdown."""
    parts = games // part_games
    settings, promise = RUNS[name], f"{100 - 100 * FIRST_LOOK_ERROR:g}"
    text = [
        f"`{shlex.join(('eoc-sim', *settings.command))}`, seed {settings.seed}: "
        f"{parts} parts of {part_games} games. At the planned end, each interval on its own "
        f"promises to include the truth in {promise} of 100 cases. The whole run includes the "
        "part, so an interval should include the whole run's number in "
        f"{expected_coverage(parts):.1f} of 100 cases. The intervals of a table together "
        f"promise to hold in {promise} of 100 tables.",
        "",
        "| intervals | number | percentage that hold | percentage of tables that hold | "
        "percentage of tables with a wrong verdict |",
        "|---|---|---|---|---|",
    ]
    for row, coverage in counts.items():
        rows_with_interval = coverage.rows - coverage.without_interval
        share = (
            f"{100 * coverage.intervals_held / rows_with_interval:.1f}"
            if rows_with_interval
            else "?"
        )
        tables = wrong = ""
        if coverage.families:
            tables = f"{100 * coverage.families_held / coverage.families:.1f}"
            wrong = (
                f"{100 * coverage.families_wrong / coverage.families:.1f}"
                if "changes" in row
                else ""
            )
        text.append(f"| {row} | {rows_with_interval} | {share} | {tables} | {wrong} |")
    return text


def main() -> None:
    """Play or reuse the runs, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=Path, help="folder for the runs; existing ones are reused")
    parser.add_argument("--only", action="append", choices=[*TABLES], help="only these tables")
    parser.add_argument("--write", action="store_true", help="update the tables in the docs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.runs or Path(temporary)
        for name in options.only or TABLES:
            if name in VERDICT_TEXTS:
                text = VERDICT_TEXTS[name](folder)
            elif name == PROMISES:
                text = promise_lines(all_promises(folder))
            else:
                path, interval_kinds = play(name, folder), RUNS[name].interval_kinds
                text = lines(
                    validate(path, PART_GAMES, interval_kinds=interval_kinds),
                    Run(path).games,
                    PART_GAMES,
                    name,
                )
            print("\n".join([*text, ""]), flush=True)
            if options.write:
                write(name, text)


def write(name: str, text: Sequence[str]) -> None:
    """Update a table in the docs."""
    begin, end = f"<!-- validation: {name} -->", f"<!-- end of validation: {name} -->"
    before, _, remainder = METRICS_PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = remainder.partition(end)
    METRICS_PAGE.write_text(
        "\n".join([f"{before}{begin}", *text, f"{end}{after}"]), encoding="utf-8"
    )


PROMISES = "promises"
VERDICT_TEXTS = {
    "family": family_text,
    "relearning": relearning_text,
    "looks": lambda _: looking.tables(),
}
TABLES = (*(name for name, run in RUNS.items() if run.interval_kinds), PROMISES, *VERDICT_TEXTS)


if __name__ == "__main__":
    main()
