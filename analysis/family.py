"""Which findings of a run hold over its data family, where much of the data is a guess.

A finding is what the command tells as one: of a run or of versions an interval that does not reach
the value of nothing (a version that changes a strategy's wins or score, a strategy or a place in
turn order that wins more or less than its fair share), and so of who goes first; of rule variants,
of one strategy among others and of twins what has the verdict that it changes something; of turn
order also the largest gap between two places, whichever these are. It holds in a member of the
family if its interval there, by itself, lies on the same side. A member does not decide it whose
interval reaches 0 and, on the finding's side, beyond the smallest change that matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis import dealt, first_player, strategies, tournament, variants
from eoc_sim.analysis.compare import effects
from eoc_sim.analysis.contrasts import INTERACTION, MAIN
from eoc_sim.analysis.measures import GAP, ORDER, STRATEGY
from eoc_sim.analysis.own import own_module
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.strata import STRATA, is_main, whoever
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.family import ENOUGH, member_folders
from eoc_sim.simulator.runs.run_file import RUN_FILE

if TYPE_CHECKING:
    import polars as pl

ROBUST, NOT_ROBUST = "robust", "not robust"
LEAST_MEMBERS = 20
"""Members below which nothing is called robust: of so many that all agree, 86 of 100 or more do
(with 95 % confidence)."""
KEYS = ("what", "label", "metric")
COLUMNS = (
    *KEYS, "games", "value", "low", "high", "members", "holds", "open", "reversed",
    "least", "most", "verdict",
)
"""Columns of `robustness`: ``open`` are members that do not decide it, ``least`` and ``most`` the
values in the members."""


def was_asked(run: Run) -> bool:
    """Whether a run has been played again in members of its data family."""
    return bool(member_folders(run.path))


def enough(run: Run) -> float:
    """In how many of 100 members a finding has to hold to be robust, as the run says."""
    return float(run.record[ENOUGH])


def findings(run: Run) -> pl.DataFrame:
    """What a run says with an interval, as differences from nothing.

    Columns: what (a version, or what wins are looked at by), label, metric (wins in 100, score, or
    the words of another measure), games, value, low, high (95 %, each by itself), told (whether
    the run tells it as a finding). What only one game is asked, the module ``family`` says in the
    folder that has the game's name.
    """
    import polars as pl

    if variants.crossing_of(run) is not None:
        parts = _of_variants(run)
    elif run.record["command"] == first_player.COMMAND:
        parts = _of_turn_order(run)
    elif run.record["command"] == tournament.COMMAND:
        parts = [_of_tournament(run)]
    elif run.record.get("twins"):
        parts = _of_twins(run)
    elif len(run.arms) > 1:
        parts = _of_versions(run)
    else:
        parts = _of_wins(run)
    schema = {
        **dict.fromkeys(KEYS, pl.String), "games": pl.Int64,
        **dict.fromkeys(("value", "low", "high"), pl.Float64), "told": pl.Boolean,
    }
    found = [part.select(pl.col(name).cast(kind) for name, kind in schema.items())
             for part in parts if part.height]
    if not found:
        return pl.DataFrame(schema=schema)
    return pl.concat(found).drop_nulls(["value", "low", "high"])


def in_words(metric: str, unit: str) -> str:
    """What a finding is measured in; ``unit`` is the game's of scores."""
    return {"wins": "wins in 100", "score": unit}.get(metric, metric)


def _apart(low: str = "low", high: str = "high", nothing: float = 0.0) -> pl.Expr:
    """Whether an interval does not reach the value of nothing."""
    import polars as pl

    return (pl.col(low) > nothing) | (pl.col(high) < nothing)


def _of_versions(run: Run) -> list[pl.DataFrame]:
    """What each version changes of wins and scores.

    Of who has a thing the main strata are told; which these are may differ in a member, so that of
    all who have it something is known.
    """
    import polars as pl

    found = effects(run)
    every = [
        frame.with_columns(pl.col("change").alias("value"), _apart().alias("told"))
        for group, frame in found.items() if frame.height and group != "holders"
    ]
    if found["holders"].height:
        every.append(
            found["holders"].with_columns(
                pl.col("change").alias("value"), (_apart() & is_main()).alias("told")
            ).filter(pl.col("stratum").is_in(STRATA[:3])).with_columns(whoever().alias("label"))
        )
    return every


def _of_wins(run: Run) -> list[pl.DataFrame]:
    """Wins less the fair share, by strategy and by turn order."""
    if run.fair is None:
        return []
    found = [_less_fair(run, "wins by strategy", strategies.win_shares(run))]
    if run.declares("order"):
        found += _of_places(run, dealt.win_shares(run)[run.column("order").name])
    return found


def _less_fair(run: Run, what: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Wins in 100 with their intervals as differences from the fair share."""
    import polars as pl

    assert run.fair is not None  # of wins between several
    fair = 100 * run.fair
    return frame.with_columns(
        pl.lit(what).alias("what"), pl.lit("wins").alias("metric"), _apart(nothing=fair)
        .alias("told"), (pl.col("wins") - fair).alias("value"), pl.col("low") - fair,
        pl.col("high") - fair,
    )


def _of_places(run: Run, wins: pl.DataFrame) -> list[pl.DataFrame]:
    """Wins by turn order, and the largest gap between two places, whichever these are."""
    import polars as pl

    what = f"wins by {run.column('order').head}"
    gap = first_player.question(run).with_columns(
        pl.lit(what).alias("what"), pl.lit("best less worst place").alias("label"),
        pl.lit("wins").alias("metric"), pl.col("gap").alias("value"),
        (pl.col("verdict") == CHANGES).alias("told"),
    )
    return [_less_fair(run, what, wins), gap]


def _of_turn_order(run: Run) -> list[pl.DataFrame]:
    """Wins by turn order less the fair share, and what each thing that goes by it makes of them."""
    import polars as pl

    found = _of_places(run, first_player.places(run))
    if len(run.arms) > 1:
        found.append(
            first_player.mechanisms(run).with_columns(
                pl.lit("wins").alias("metric"), pl.col("change").alias("value"),
                _apart().alias("told"),
            )
        )
    return found


def _of_tournament(run: Run) -> pl.DataFrame:
    """The wins of one strategy where another plays all other seats, less the fair share."""
    import polars as pl

    found = tournament.cells(tournament.Played(run)).frame
    return _less_fair(run, "", found).with_columns(
        pl.format("one {} among {}", "label", "other_label").alias("what"),
        pl.lit("").alias("label"), (pl.col("verdict") == CHANGES).alias("told"),
    )


def _of_variants(run: Run) -> list[pl.DataFrame]:
    """What rule variants change, on average and two together.

    Of the gap between two places only the largest is told, and another may be it elsewhere: the
    places' own wins say the same.
    """
    import polars as pl

    words = {MAIN: "{}, on average", INTERACTION: "{} and {} together"}
    wins = pl.col("metric").is_in([STRATEGY, ORDER])
    return [
        frame.filter(pl.col("metric") != GAP).with_columns(
            pl.format(words[kind], *(["what", "other_what"] if kind == INTERACTION else ["what"]))
            .alias("what") if kind in words else pl.col("what"),
            pl.when(wins).then(pl.lit("wins")).otherwise(pl.col("words")).alias("metric"),
            pl.col("change").alias("value"), (pl.col("verdict") == CHANGES).alias("told"),
        )
        for kind, frame in variants.effects(run).items() if frame.height
    ]


def _of_twins(run: Run) -> list[pl.DataFrame]:
    """What the run's own game tells of its twins."""
    module = own_module(run, "family")
    found: list[pl.DataFrame] = [] if module is None else module.findings(run)
    return found


def robustness(run: Run) -> pl.DataFrame:
    """Every finding of a run, and in how many members of its data family it holds.

    Columns as `COLUMNS`, a row a finding. ``verdict`` is robust where it holds in `enough` of 100
    members at least, `LEAST_MEMBERS` or more, and in none the other way round; not robust where it
    would not even if it held in all that do not decide it; else not decided.
    """
    import polars as pl

    mine = findings(run).filter("told").drop("told")
    if not mine.height:
        return pl.DataFrame(schema=dict.fromkeys(COLUMNS, pl.String))
    others = [
        findings(Run(folder)).select(
            *KEYS, pl.col("value").alias("member_value"), pl.col("low").alias("member_low"),
            pl.col("high").alias("member_high"),
        )
        for folder in member_folders(run.path) if (folder / RUN_FILE).exists()
    ]
    beside = mine.join(pl.concat(others), on=KEYS, how="left", maintain_order="left")
    up = pl.col("value") > 0
    above, below = pl.col("member_low") > 0, pl.col("member_high") < 0
    matters = pl.col("metric").replace_strict(
        dict(run.words.smallest), default=0.0, return_dtype=pl.Float64
    )
    holds = pl.when(up).then(above).otherwise(below)
    turned = pl.when(up).then(below).otherwise(above)
    reaches = (
        pl.when(up).then(pl.col("member_high") >= matters)
        .otherwise(pl.col("member_low") <= -matters)
    )
    # A member in which too few games tell anything of it has no row.
    unseen = len(others) - pl.col("member_low").count()
    found = beside.group_by([*KEYS, "games", "value", "low", "high"], maintain_order=True).agg(
        pl.lit(len(others)).alias("members"),
        holds.sum().alias("holds"),
        ((~holds & ~turned & reaches).sum() + unseen).alias("open"),
        turned.sum().alias("reversed"),
        pl.col("member_value").min().alias("least"), pl.col("member_value").max().alias("most"),
    )
    needed, one_sided = enough(run) * pl.col("members"), pl.col("reversed") == 0
    robust = one_sided & (100 * pl.col("holds") >= needed)
    possible = one_sided & (100 * (pl.col("holds") + pl.col("open")) >= needed)
    return found.with_columns(
        pl.when(robust & (pl.col("members") >= LEAST_MEMBERS)).then(pl.lit(ROBUST))
        .when(possible).then(pl.lit(UNDECIDED)).otherwise(pl.lit(NOT_ROBUST)).alias("verdict")
    ).select(COLUMNS)
