"""Findings of a run, checked across its data family.

Much of the data is guessed, and the members of the family vary the guesses. A result is a finding
if the command reports it as one. For wins, turn order and versions, the interval of a finding
excludes the value that means no effect: a version changes a strategy's wins or score, or a strategy
or a place in turn order wins more or less than its fair share. For rule variants, tournaments and
twins a finding is the verdict that something changes. For turn order, the largest gap between any
two places is a finding too, if its interval excludes 0.

A finding holds in a member of the family if the finding's own interval there is on the same side of
0. The member leaves it undecided if the interval includes 0 and extends, on the finding's side,
beyond the smallest change that matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np
import polars as pl

from eoc_sim.analysis import first_player, luck_of_the_deal, played_tournament, strategies, variants
from eoc_sim.analysis.compare import effects
from eoc_sim.analysis.contrasts import INTERACTION, MAIN
from eoc_sim.analysis.measures import GAP, ORDER, STRATEGY
from eoc_sim.analysis.stats import CHANGES, UNDECIDED, share_bounds
from eoc_sim.analysis.strata import STRATA, is_main, label_holders
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.family import DATA_FAMILY, member_folders
from eoc_sim.simulator.runs.run_file import RUN_FILE

ROBUST, NOT_ROBUST = "robust", "not robust"
MIN_MEMBERS = 80.0
"""The fewest of 100 possible members in which a robust finding holds."""
MORE_GAMES, MORE_MEMBERS = "games", "members"
CONFIDENCE = 0.95
"""Confidence in a verdict of robust or not robust.

A robust finding holds in at least `MIN_MEMBERS` of 100 members; a finding that is not robust
holds in fewer.
"""
FALSE_SIDE = 0.025
"""Largest chance that a member's interval is wrong about the side."""
KEYS = ("what", "label", "metric")
COLUMNS = (
    *KEYS,
    "games",
    "value",
    "low",
    "high",
    "members",
    "holds",
    "open",
    "reversed",
    "least",
    "most",
    "at_least",
    "at_most",
    "strength",
    "verdict",
    "wants",
)
"""Columns of `robustness`.

``open`` counts members that leave the finding undecided; ``least`` and ``most`` are the extreme
values among members, ``at_least`` and ``at_most`` the bounds of `shares`; ``strength`` is the size
of the finding, as a multiple of the smallest change that matters or in its own unit; ``wants`` is
what an undecided finding needs: `MORE_GAMES` in each member, or `MORE_MEMBERS`.
"""


def has_members(run: Run) -> bool:
    """Return True if the run's data family was also played."""
    return DATA_FAMILY in run.record and bool(member_folders(run.path))


def noun(run: Run) -> tuple[str, str]:
    """Return the game's nouns for one family member and for several."""
    noun, plural = run.record[DATA_FAMILY]["noun"]
    return str(noun), str(plural)


def shares(holds: np.ndarray, open_members: np.ndarray, members: np.ndarray) -> tuple[Any, Any]:
    """Bound how many of 100 possible members a finding holds in.

    Return a lower and an upper bound, each at `CONFIDENCE` on its own. Undecided members count
    against the finding in the lower bound and for it in the upper. Both allow for members whose
    interval errs: up to `FALSE_SIDE` of the members in which the finding does not hold look as if
    it did, and vice versa.
    """
    low, _ = share_bounds(holds, members, 1 - CONFIDENCE)
    _, high = share_bounds(holds + open_members, members, 1 - CONFIDENCE)
    at_least = (low - FALSE_SIDE) / (1 - FALSE_SIDE)
    return 100 * at_least.clip(0, 1), 100 * (high / (1 - FALSE_SIDE)).clip(0, 1)


def required_members(members: int) -> int | None:
    """Return the number of members in which a robust finding must hold.

    Return None if there are too few members.

    >>> [required_members(members) for members in (13, 14, 20, 50)]
    [None, 14, 20, 46]
    """
    holds = np.arange(members + 1)
    at_least, _ = shares(holds, np.zeros_like(holds), np.full_like(holds, members))
    counts = holds[at_least >= MIN_MEMBERS]
    return int(counts[0]) if counts.size else None


def fewest_members() -> int:
    """Return the smallest number of members that can make a finding robust."""
    return next(members for members in count(1) if required_members(members) is not None)


def findings(run: Run) -> pl.DataFrame:
    """List a run's results with intervals, as differences from no effect.

    Columns: what (a version, or the grouping of wins), label, metric (wins in 100, score, or the
    words of another measure), games, value, low and high (the ends of the value's 95 % interval,
    which holds for this value alone), ``smallest`` (the smallest change that matters, 0 for other
    measures), ``reported`` (True if the run reports it as a finding). If the run has twins, the
    game's own function (`Parts.findings`) lists the results.
    """
    if variants.crossing_of(run) is not None:
        results = _variants(run)
    elif run.record["command"] == first_player.COMMAND:
        results = _turn_order(run)
    elif run.record["command"] == played_tournament.COMMAND:
        results = [_tournament(run)]
    elif run.record.get("twins"):
        results = _twins(run)
    elif len(run.arms) > 1:
        results = _versions(run)
    else:
        results = _wins(run)
    schema = {
        **dict.fromkeys(KEYS, pl.String),
        "games": pl.Int64,
        **dict.fromkeys(("value", "low", "high", "smallest"), pl.Float64),
        "reported": pl.Boolean,
    }
    frames = [
        frame.select(
            (pl.col(name) if name in frame.columns else pl.lit(None)).cast(kind).alias(name)
            for name, kind in schema.items()
        )
        for frame in results
        if frame.height
    ]
    if not frames:
        return pl.DataFrame(schema=schema)
    metric_smallest = pl.col("metric").replace_strict(
        dict(run.words.smallest), default=0.0, return_dtype=pl.Float64
    )
    return (
        pl.concat(frames)
        .drop_nulls(["value", "low", "high"])
        .with_columns(pl.coalesce("smallest", metric_smallest).alias("smallest"))
    )


def in_words(metric: str, unit: str) -> str:
    """Return a finding's unit in words; ``unit`` is the game's for scores."""
    return {"wins": "wins in 100", "score": unit}.get(metric, metric)


def _excludes_no_effect(low: str = "low", high: str = "high", no_effect: float = 0.0) -> pl.Expr:
    """Check if an interval excludes the value that means no effect."""
    return (pl.col(low) > no_effect) | (pl.col(high) < no_effect)


def _versions(run: Run) -> list[pl.DataFrame]:
    """List each version's changes in wins and scores.

    Only the main strata of a thing's holders are reported. As the main strata may differ in a
    member, all three strata of holders are listed, so that each finding has a counterpart in every
    member.
    """
    by_group = effects(run)
    frames = [
        frame.with_columns(pl.col("change").alias("value"), _excludes_no_effect().alias("reported"))
        for group, frame in by_group.items()
        if frame.height and group != "holders"
    ]
    if by_group["holders"].height:
        frames.append(
            by_group["holders"]
            .with_columns(
                pl.col("change").alias("value"),
                (_excludes_no_effect() & is_main()).alias("reported"),
            )
            .filter(pl.col("stratum").is_in(STRATA[:3]))
            .with_columns(label_holders().alias("label"))
        )
    return frames


def _wins(run: Run) -> list[pl.DataFrame]:
    """List wins minus the fair share, by strategy and by turn order."""
    if run.fair is None:
        return []
    frames = [_minus_fair_share(run, "wins by strategy", strategies.win_shares(run))]
    if run.declares("order"):
        frames += _wins_by_order(run, luck_of_the_deal.win_shares(run)[run.column("order").name])
    return frames


def _minus_fair_share(run: Run, about: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Convert wins and their intervals to differences from the fair share."""
    assert run.fair is not None  # only runs with several players have wins to compare
    fair = 100 * run.fair
    return frame.with_columns(
        pl.lit(about).alias("what"),
        pl.lit("wins").alias("metric"),
        _excludes_no_effect(no_effect=fair).alias("reported"),
        (pl.col("wins") - fair).alias("value"),
        pl.col("low") - fair,
        pl.col("high") - fair,
    )


def _wins_by_order(run: Run, wins: pl.DataFrame) -> list[pl.DataFrame]:
    """List wins by turn order, and the largest gap between places."""
    about = f"wins by {run.column('order').head}"
    gap = first_player.turn_order_verdict(run).with_columns(
        pl.lit(about).alias("what"),
        pl.lit("best minus worst place").alias("label"),
        pl.lit("wins").alias("metric"),
        pl.col("gap").alias("value"),
        (pl.col("verdict") == CHANGES).alias("reported"),
    )
    return [_minus_fair_share(run, about, wins), gap]


def _turn_order(run: Run) -> list[pl.DataFrame]:
    """List wins by turn order, minus the fair share, and mechanisms' effects."""
    frames = _wins_by_order(run, first_player.wins_by_order(run))
    if len(run.arms) > 1:
        frames.append(
            first_player.mechanisms(run).with_columns(
                pl.lit("wins").alias("metric"),
                pl.col("change").alias("value"),
                _excludes_no_effect().alias("reported"),
            )
        )
    return frames


def _tournament(run: Run) -> pl.DataFrame:
    """List a strategy's wins among copies of another, minus the fair share."""
    cells = played_tournament.cells(played_tournament.PlayedTournament(run)).frame
    return _minus_fair_share(run, "", cells).with_columns(
        pl.format("one {} among {}", "label", "other_label").alias("what"),
        pl.lit("").alias("label"),
        (pl.col("verdict") == CHANGES).alias("reported"),
    )


def _variants(run: Run) -> list[pl.DataFrame]:
    """List the effects of rule variants, on average and in pairs.

    The largest gap between two places is left out: in a member, two other places may be furthest
    apart, and the listed wins of the places show the gap too.
    """
    words = {MAIN: "{}, on average", INTERACTION: "{} and {} together"}
    wins = pl.col("metric").is_in([STRATEGY, ORDER])
    return [
        frame.filter(pl.col("metric") != GAP).with_columns(
            pl.format(
                words[kind], *(["what", "other_what"] if kind == INTERACTION else ["what"])
            ).alias("what")
            if kind in words
            else pl.col("what"),
            pl.when(wins).then(pl.lit("wins")).otherwise(pl.col("words")).alias("metric"),
            pl.col("change").alias("value"),
            (pl.col("verdict") == CHANGES).alias("reported"),
        )
        for kind, frame in variants.effects(run).items()
        if frame.height
    ]


def _twins(run: Run) -> list[pl.DataFrame]:
    """List the findings that the run's game draws from its twins."""
    findings_of = run.parts.load("findings")
    frames: list[pl.DataFrame] = [] if findings_of is None else findings_of(run)
    return frames


def robustness(run: Run) -> pl.DataFrame:
    """Count the data family's members in which each finding holds.

    Columns are `COLUMNS`, one row per finding. By the bounds of `shares`, ``verdict`` is robust if
    the finding holds in at least `MIN_MEMBERS` of 100 possible members, and not robust if it holds
    in fewer. Otherwise ``verdict`` is undecided: for lack of games if the finding would be robust
    were it to hold in all undecided members, else for lack of members.
    """
    run_findings = findings(run).filter("reported").drop("reported")
    if not run_findings.height:
        return pl.DataFrame(schema=dict.fromkeys(COLUMNS, pl.String))
    member_findings = [
        findings(Run(folder)) for folder in member_folders(run.path) if (folder / RUN_FILE).exists()
    ]
    return judge(run_findings, member_findings)


def judge(run_findings: pl.DataFrame, member_findings: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Judge findings by the results of the members; see `robustness`."""
    members = pl.concat(
        other.select(
            *KEYS,
            pl.col("value").alias("member_value"),
            pl.col("low").alias("member_low"),
            pl.col("high").alias("member_high"),
        )
        for other in member_findings
    )
    pairs = run_findings.join(members, on=KEYS, how="left", maintain_order="left")
    is_gain = pl.col("value") > 0
    is_above, is_below = pl.col("member_low") > 0, pl.col("member_high") < 0
    holds = pl.when(is_gain).then(is_above).otherwise(is_below)
    is_reversed = pl.when(is_gain).then(is_below).otherwise(is_above)
    may_hold = (
        pl.when(is_gain)
        .then(pl.col("member_high") >= pl.col("smallest"))
        .otherwise(pl.col("member_low") <= -pl.col("smallest"))
    )
    # A member that has too few games for a finding has no row for it.
    members_without_finding = len(member_findings) - pl.col("member_low").count()
    finding_columns = [*KEYS, "games", "value", "low", "high", "smallest"]
    counts = pairs.group_by(finding_columns, maintain_order=True).agg(
        pl.lit(len(member_findings)).alias("members"),
        holds.sum().alias("holds"),
        ((~holds & ~is_reversed & may_hold).sum() + members_without_finding).alias("open"),
        is_reversed.sum().alias("reversed"),
        pl.col("member_value").min().alias("least"),
        pl.col("member_value").max().alias("most"),
    )
    holding, open_members, sizes = (
        counts[name].to_numpy() for name in ("holds", "open", "members")
    )
    at_least, at_most = shares(holding, open_members, sizes)
    if_all_held, _ = shares(holding + open_members, np.zeros_like(open_members), sizes)
    unit = pl.when(pl.col("smallest") > 0).then("smallest").otherwise(1.0)
    return (
        counts.with_columns(
            pl.Series("at_least", at_least),
            pl.Series("at_most", at_most),
            (pl.col("value").abs() / unit).alias("strength"),
        )
        .with_columns(
            pl.when(pl.col("at_least") >= MIN_MEMBERS)
            .then(pl.lit(ROBUST))
            .when(pl.col("at_most") < MIN_MEMBERS)
            .then(pl.lit(NOT_ROBUST))
            .otherwise(pl.lit(UNDECIDED))
            .alias("verdict")
        )
        .with_columns(
            pl.when(pl.col("verdict") != UNDECIDED)
            .then(pl.lit(""))
            .when(pl.Series(if_all_held >= MIN_MEMBERS))
            .then(pl.lit(MORE_GAMES))
            .otherwise(pl.lit(MORE_MEMBERS))
            .alias("wants")
        )
        .select(COLUMNS)
    )
