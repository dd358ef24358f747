"""The report page for ``tournament``: who lasts, who beats whom, ratings, line-ups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.family import robustness
from eoc_sim.analysis.played_tournament import (
    AHEAD,
    CELLS,
    COPYING,
    CYCLES,
    FATES,
    LINE_UPS,
    MIX,
    RATINGS,
)
from eoc_sim.analysis.survival import BEST
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.fair_share import WINS, score_column
from eoc_sim.reports.findings import GAMES, state
from eoc_sim.reports.heat import heat_block, heat_cells
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.robust_findings import verdicts_of
from eoc_sim.reports.sections import family
from eoc_sim.reports.tournament import (
    WHO_BEATS_WHOM,
    WHO_IS_AHEAD,
    WHO_LASTS,
    beat_lines,
    cell_words,
    fate_words,
    is_vague,
    rating_lines,
    steps,
    survivor_lines,
)
from eoc_sim.reports.verdict import Verdict

if TYPE_CHECKING:
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.tables import Run

TABLES = (CELLS,)
STRATEGY = Shown("label", "strategy", "", "text")
OTHER = Shown("other_label", "other", "", "text")
JOINT_TIP = "wins in 100, with an interval that holds jointly for all cells of the tournament"
LONG_RUN_TABLES = Shown(
    "share",
    "of 100 tables",
    "stationary distribution of alpha-Rank, with bounds that hold jointly for all strategies",
    "estimate",
    0,
    low="low",
    high="high",
)


def title(folder: Folder) -> str:
    """Return the heading of the page."""
    run, frames = _run(folder), _frames(folder)
    strategies = frames[FATES].height
    return (
        f"{run.words.title}: tournament of {strategies} strategies, "
        f"{run.words.players(run.players)}"
    )


def facts(folder: Folder) -> dict[str, Any]:
    """List what was played: line-ups, not versions of the rules."""
    run, frames = _run(folder), _frames(folder)
    return {
        "games": f"{words.count(len(run.arms))} line-ups of {words.games(run.games)}",
        "seats": words.join_words(frames[FATES]["label"]),
        "changes": [],
    }


def verdicts(folder: Folder) -> list[Verdict]:
    """State who lasts, who beats whom, and who is ahead."""
    run, frames = _run(folder), _frames(folder)
    return [
        Verdict(
            WHO_LASTS,
            tuple(survivor_lines(run, frames)),
            steps=steps(run, frames),
            section="lasting",
        ),
        Verdict(WHO_BEATS_WHOM, tuple(beat_lines(run, frames)), section="one-among-others"),
        Verdict(WHO_IS_AHEAD, tuple(rating_lines(frames)), section="ratings"),
        *verdicts_of([run], partial(folder.compute_once, robustness)),
    ]


def sections(folder: Folder) -> Iterator[Section]:
    """Show the evidence for the verdicts, and how designers can use it."""
    run, frames = _run(folder), _frames(folder)
    charts = Charts()
    fair = words.number(100 / run.players)
    yield Section(
        "lasting",
        "Which strategies last",
        "Imagine that everyone plays one strategy, and now and then someone tries another. If the "
        "new strategy wins more, the rest copy it. So a strategy lasts if the best of the others "
        "wins no more than its fair share. The chart of the long run shows how many of 100 tables "
        f"of {run.words.player[1]} would then play each strategy. It is shown only if these "
        "numbers are known well enough, because they jump when a strategy's win rate among the "
        "others crosses the fair share. A strategy that "
        "nothing beats makes the others pointless: weaken the source of its strength. Several "
        "lasting strategies, or a ring of strategies that each beat the next, give "
        f"{run.words.player[1]} a reason to vary their play. A dominated strategy is a trap: "
        "strengthen it, or remove it.",
        _lasting(charts, run, frames),
    )
    yield Section(
        "one-among-others",
        "One among others",
        "Wins of the row's strategy in one seat when the column's strategy has "
        f"{_other_seats(run.players)}. Above the fair {fair} in 100, it pays to try the row's "
        "strategy where all others play the column's.",
        _cells(charts, run, frames),
    )
    yield Section(
        "ahead",
        "Strategy against strategy",
        "The mean over all line-ups with both strategies; each line-up has the same weight.",
        _ahead(charts, frames),
    )
    yield Section(
        "ratings",
        "Ratings",
        "One number for each strategy, 1500 on average; 100 more means ending ahead in 64 of 100 "
        "games. A rating cannot show a ring of strategies: see who beats whom.",
        _ratings(charts, frames),
    )
    yield Section(
        "line-ups",
        "All line-ups",
        f"Wins in 100 for one seat of each strategy, with {run.words.same_luck} in all line-ups.",
        [_line_ups(run, frames[LINE_UPS], frames[CELLS])],
    )
    data_section = family.section_of({"": run}, partial(folder.compute_once, robustness))
    if data_section is not None:
        yield data_section


def _other_seats(players: int) -> str:
    return "the other seat" if players == 2 else f"the other {players - 1} seats"


def _run(folder: Folder) -> Run:
    return folder.run(next(iter(folder.runs)))


def _frames(folder: Folder) -> dict[str, pl.DataFrame]:
    tables = {name: folder.table(name) for name in folder.tables}
    frames = {name: frame for name, frame in tables.items() if frame is not None}
    # Release 0.1.0 did not record the best challenger of each strategy.
    missing_columns = {
        name: kind for name, kind in BEST.items() if name not in frames[FATES].columns
    }
    nulls = [pl.lit(None, kind).alias(name) for name, kind in missing_columns.items()]
    return {**frames, FATES: frames[FATES].with_columns(nulls)}


def _lasting(charts: Charts, run: Run, frames: dict[str, pl.DataFrame]) -> Iterator[Block]:
    mix, fates = frames[MIX], frames[FATES]
    with_best = fates.filter(pl.col("best").is_not_null()).sort("best_wins")
    if with_best.height:
        heading = "Wins of the best challenger where everyone else plays the strategy"
        points = [
            point(
                f"{row['label']} ({row['best']})",
                row["best_wins"],
                row["best_low"],
                row["best_high"],
                within=SHARE,
            )
            for row in with_best.iter_rows(named=True)
        ]
        yield chart(
            charts.draw(
                intervals(
                    heading, points, 100 / run.players, f"fair: {words.number(100 / run.players)}"
                )
            ),
            "Wins in 100 for one seat of the challenger in brackets, the best one measured. The "
            "less it wins, the harder the strategy is to beat; all intervals hold jointly.",
            heading=heading,
            numbers=table(
                f"{heading}: numbers",
                "",
                with_best,
                [
                    STRATEGY,
                    Shown("best", "best challenger", "", "text"),
                    Shown(
                        "best_wins",
                        "wins in 100",
                        "with an interval for the best of all challengers",
                        "estimate",
                        low="best_low",
                        high="best_high",
                    ),
                    GAMES,
                ],
            ),
        )
    if mix.height and not is_vague(mix):
        heading = (
            f"How many of 100 tables of {run.words.player[1]} play each strategy in the long run"
        )
        points = [
            point(row["label"], row["share"], row["low"], row["high"], within=SHARE)
            for row in mix.iter_rows(named=True)
        ]
        yield chart(
            charts.draw(intervals(heading, points)),
            f"This assumes that {run.words.player[1]} copy what wins. The bounds hold jointly for "
            "all strategies.",
            heading=heading,
            numbers=table(f"{heading}: numbers", "", mix, [STRATEGY, LONG_RUN_TABLES, GAMES]),
        ).on_sheet("Tables out of, in the long run")
    rows = fates.with_columns(
        pl.Series("fate", [fate_words(row) for row in fates.iter_rows(named=True)]),
        pl.col("dominated_by").list.join(", ").replace("", "none proved"),
    )
    yield table(
        "Verdicts that are certain",
        "In 95 of 100 tournaments, no verdict in this table is wrong.",
        rows,
        [
            STRATEGY,
            Shown("fate", "if everyone plays it", "", "text"),
            Shown(
                "dominated_by",
                "dominated by",
                "these win more in its seat, no matter which strategies fill the other seats: an "
                "intersection-union test",
                "text",
            ),
            Shown(
                "settings",
                "settings played",
                "a setting is one choice of strategies for the other seats",
                "count",
            ),
            Shown("all_settings", "of all", "", "count"),
            GAMES,
        ],
    )
    if frames[CYCLES].height:
        yield table(
            "Rings",
            "Each strategy beats the next: it wins more than its fair share when all other players "
            "play the next, and the next wins less than its fair share when all other players "
            "play it.",
            frames[CYCLES],
            [
                Shown("ring", "ring", "", "count"),
                STRATEGY,
                Shown("beats", "beats", "", "text"),
                Shown(
                    "wins",
                    "the winning strategy among copies of the one that it beats",
                    JOINT_TIP,
                    "estimate",
                    low="low",
                    high="high",
                ),
                Shown(
                    "against",
                    "the losing strategy among copies of the one that beats it",
                    JOINT_TIP,
                    "estimate",
                    low="against_low",
                    high="against_high",
                ),
                GAMES,
            ],
        )
    if frames[COPYING].height:
        copying = frames[COPYING].with_columns(
            pl.when(pl.col("alpha").is_infinite())
            .then(pl.lit("always"))
            .otherwise(pl.col("alpha").round(1).cast(pl.String))
            .alias("strictly")
        )
        yield table(
            f"How strictly {run.words.player[1]} copy",
            "The larger the number, the more likely it is that a strategy that wins more takes "
            'over; "always" is the limit, which the picture shows.',
            copying,
            [
                Shown(
                    "strictly", "how strictly", "alpha of alpha-Rank; a population of 50", "text"
                ),
                STRATEGY,
                LONG_RUN_TABLES,
            ],
            collapsed=True,
        )


def _cells(charts: Charts, run: Run, frames: dict[str, pl.DataFrame]) -> Iterator[Block]:
    cells, fair = frames[CELLS], 100 / run.players
    names = frames[RATINGS]["label"].to_list()
    rows = cells.with_columns(
        pl.Series("said", [cell_words(row, fair) for row in cells.iter_rows(named=True)])
    )
    by_names = {(row["label"], row["other_label"]): row for row in rows.iter_rows(named=True)}
    heading = "Wins per 100 games for a single seat among copies of another strategy"
    missing = len(names) * (len(names) - 1) - cells.height
    caption = "Row: the single seat. Column: the others."
    if missing:
        caption += f" Empty: line-ups that were not played ({missing})."
    yield heat_block(
        charts,
        heading,
        caption,
        ("single seat", names),
        names,
        heat_cells(by_names, names, names, "wins", ("all_low", "all_high")),
        middle=fair,
        numbers=table(
            f"{heading}: numbers",
            f"One family of {cells.height} tests against the fair share "
            f"({words.number(fair)} in 100): {words.PROMISE}",
            rows,
            [
                Shown("label", "single seat", "", "text"),
                Shown("other_label", "other seats", "", "text"),
                replace(WINS, tip=JOINT_TIP, low="all_low", high="all_high"),
                Shown("said", "verdict", "from intervals that hold jointly for all rows", "text"),
                Shown("more_games", "more games", "that would decide it, per line-up", "count"),
                GAMES,
            ],
        ),
    ).on_sheet("Wins in 100 of one among others")


def _ahead(charts: Charts, frames: dict[str, pl.DataFrame]) -> Iterator[Block]:
    rows = frames[AHEAD]
    names = frames[RATINGS]["label"].to_list()
    by_names = {(row["label"], row["other_label"]): row for row in rows.iter_rows(named=True)}
    heading = "Ahead in 100 games"
    yield heat_block(
        charts,
        heading,
        "How often the row's strategy ends ahead of the column's; 50 means that the two are "
        "equal. The strategy with the higher score is ahead or, if the scores are equal, the one "
        "with the larger share of the win. If both are equal, each strategy counts half.",
        ("strategy", names),
        names,
        heat_cells(by_names, names, names, "ahead", ("all_low", "all_high")),
        middle=50.0,
        numbers=table(
            f"{heading}: numbers",
            "By the ratings: the prediction from the ratings alone.",
            rows,
            [
                STRATEGY,
                OTHER,
                Shown(
                    "ahead",
                    "ahead in 100",
                    "share of pairs of seats, with an interval (clustered by game) that holds "
                    "jointly for all rows",
                    "estimate",
                    low="all_low",
                    high="all_high",
                ),
                Shown("expected", "by the ratings", "Plackett-Luce", "plain"),
                Shown("line_ups", "line-ups", "with both strategies", "count"),
                GAMES,
            ],
        ),
    )


def _ratings(charts: Charts, frames: dict[str, pl.DataFrame]) -> Iterator[Block]:
    ratings = frames[RATINGS]
    if ratings["rating"].null_count():
        return
    heading = "Ratings, 1500 on average"
    points = [
        point(row["label"], row["rating"], row["all_low"], row["all_high"], state(None))
        for row in ratings.iter_rows(named=True)
    ]
    yield chart(
        charts.draw(intervals(heading, points, 1500.0, "average")),
        "With 95 % intervals that hold jointly.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            ratings,
            [
                STRATEGY,
                Shown(
                    "rating",
                    "rating",
                    "Plackett-Luce, in points as in chess, with a sandwich interval (clustered by "
                    "game) that holds jointly for all rows",
                    "estimate",
                    0,
                    low="all_low",
                    high="all_high",
                ),
                Shown("ahead_of_average", "ahead of an average strategy", "in 100 games", "plain"),
                Shown("line_ups", "line-ups", "that include it", "count"),
                GAMES,
            ],
        ),
    )


def _line_ups(run: Run, frame: pl.DataFrame, cells: pl.DataFrame) -> Block:
    return table(
        "Wins by line-up",
        "",
        frame.update(_joint_intervals(frame, cells), on=["line_up", "strategy"]),
        [
            Shown("who", "line-up", "", "text"),
            STRATEGY,
            Shown("seats", "seats", "", "count"),
            WINS,
            score_column(run),
            GAMES,
        ],
        collapsed=True,
    )


def _joint_intervals(frame: pl.DataFrame, cells: pl.DataFrame) -> pl.DataFrame:
    """Return the joint intervals of single seats among copies of another strategy.

    For such rows of ``frame`` (the wins by line-up), the interval is taken from ``cells``.
    """
    pairs = frame.join(
        frame.select("line_up", pl.col("strategy").alias("other")), on="line_up"
    ).filter(
        pl.col("seats") == 1,
        pl.col("strategy") != pl.col("other"),
        pl.col("strategy").n_unique().over("line_up") == 2,
    )
    intervals_of_cells = cells.select("strategy", "other", low="all_low", high="all_high")
    pairs = pairs.join(intervals_of_cells, on=["strategy", "other"], suffix="_joint")
    return pairs.select("line_up", "strategy", low="low_joint", high="high_joint")
