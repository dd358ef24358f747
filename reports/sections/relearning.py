"""The effects of versions, before and after players learn them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis import relearning
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.reports import words
from eoc_sim.reports.blocks import STATES, Block, Section, Shown, chart, judged_columns, note, table
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state
from eoc_sim.reports.relearning import does_not_learn, unchanged_players
from eoc_sim.reports.words import unit_of

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

HEADS = {"shipped": "unchanged", "learnt": "learnt"}
MAX_IN_CHART = 10
"""The maximum number of rows in a chart."""


def section(page: Findings) -> Section | None:
    """Show effects before and after learning; None if nobody learnt."""
    run = page.run
    if not relearning.requests_relearning(run):
        return None
    games = words.count(relearning.learning_games(run))
    subject = "Each version, including the current rules, was" if page.sweep else "The game was"
    comparison = (
        " The answer from these games compares each version with the current rules, as played by "
        f"{run.words.player[1]} who have learnt the current rules."
        if page.sweep
        else ""
    )
    return Section(
        "relearning",
        f"By {run.words.player[1]} who have learnt each version",
        f"{subject} played a second time, with {run.words.same_luck}, by {run.words.player[1]} who "
        f"had learnt the worth of drafts in it from {games} games.{comparison} Intervals take the "
        "learnt factors as given: other learning games would give slightly different ones.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    second = relearning.second_run(page.run)
    non_learners = relearning.players_not_learning(second)
    if non_learners:
        yield note(does_not_learn(non_learners))
    if page.sweep:
        yield from _answers(page, second)
    yield from _wins(page, second)
    rates = None if page.relearnt_run is None else page.relearnt_run.rates
    if rates is not None and rates.height:
        yield _drafts(page, rates)


def _answers(page: Findings, second: Run) -> Iterator[Block]:
    """Show each version's effects with both kinds of players.

    Tables of the difference between the two answers follow.
    """
    assert page.relearnt_run is not None  # the second run exists
    by_group = relearning.answers(page.run, page.effects, page.learnt_effects)
    headings = {
        "holders": "Holders, both answers",
        "strategy": "Strategies, both answers",
    }
    for group, heading in headings.items():
        for metric in METRICS if by_group[group].height else ():
            rows = by_group[group].filter(pl.col("metric") == metric)
            if rows.height:
                yield _answer_chart(page, rows, f"{heading}: {_unit(page, metric)}", metric)
    shifts = relearning.shifts(page.run, second)
    for metric in METRICS:
        rows = shifts.filter(pl.col("metric") == metric)
        yield table(
            f"How far apart the two answers are: {_unit(page, metric)}",
            f"The effect of a version with {page.run.words.player[1]} who have learnt, minus its "
            f"effect with {unchanged_players(page.run)}, game by game. {_family(rows.height)}",
            rows,
            [
                Shown("what", "version", "", "text"),
                Shown("label", "for", "", "text"),
                *judged_columns(
                    "change",
                    "difference between the answers",
                    "mean difference of two paired differences",
                    2,
                ),
                GAMES,
            ],
            collapsed=True,
        )


def _unit(page: Findings, metric: str) -> str:
    return "wins in 100 games" if metric == METRICS[0] else unit_of(page.run, metric)


def _family(tests: int) -> str:
    return f"One family of {words.amount(tests, ('test', 'tests'))}: {words.PROMISE}"


def _answer_chart(page: Findings, rows: pl.DataFrame, heading: str, metric: str) -> Block:
    """Chart each row's effects before and after learning, with a table."""
    digits = 2 if metric != METRICS[0] else 1
    within = CHANGE_OF_SHARE if metric == METRICS[0] else None
    ranking = rows.with_columns(
        pl.max_horizontal(pl.col(f"{answer}_change").abs() for answer in HEADS).alias("size")
    )
    rows_drawn = ranking
    caption = (
        f"Change in {_unit(page, metric)}, with 95 % intervals that hold jointly: with "
        f"{unchanged_players(page.run)}, and below that with those who have learnt."
    )
    if rows.height > MAX_IN_CHART:
        rows_drawn = ranking.sort("size", descending=True, maintain_order=True).head(MAX_IN_CHART)
        caption += (
            f" Only the {MAX_IN_CHART} largest of {rows.height} changes are drawn; all are in the "
            "table."
        )
    points = [
        point(
            _label(page, row) if answer == "shipped" else "once learnt",
            row[f"{answer}_change"],
            row[f"{answer}_all_low"],
            row[f"{answer}_all_high"],
            state(row[f"{answer}_verdict"]),
            sign=True,
            within=within,
        )
        for row in rows_drawn.iter_rows(named=True)
        for answer in HEADS
    ]
    numbers = _numbers(page, rows, heading, digits, metric)
    return chart(
        page.charts.draw(intervals(f"{heading}. {caption}", points, 0.0, "no change")),
        caption,
        heading=heading,
        entries=STATES,
        numbers=numbers,
    )


def _label(page: Findings, row: dict[str, Any]) -> str:
    """Label a row with its version, strategy or card, and stratum."""
    has_one_version = len(page.run.arms) == 2
    is_named = page.run.arms[row["arm"]].is_named_after(row["label"])
    parts = [
        "" if has_one_version else row["what"],
        "" if is_named and not has_one_version else row["label"],
        row.get("stratum", ""),
    ]
    return words.typeset(", ".join(filter(None, parts)))


def _numbers(page: Findings, rows: pl.DataFrame, heading: str, digits: int, metric: str) -> Block:
    """Make the table of effects before and after learning, one family."""
    has_strata = "stratum" in rows.columns
    columns = [
        Shown("what", "version", f"what differs from {page.run.current_rules_phrase}", "text"),
        Shown("label", "card" if has_strata else "for", "", "text"),
        *([Shown("stratum", "who", "principal stratum", "text")] if has_strata else ()),
    ]
    for answer, head in HEADS.items():
        columns += [
            Shown(
                f"{answer}_change",
                f"{head}, change",
                "mean paired difference, with its simultaneous interval over both answers in this "
                "table",
                "change",
                digits,
                low=f"{answer}_all_low",
                high=f"{answer}_all_high",
            ),
            Shown(
                f"{answer}_verdict",
                f"{head}, verdict",
                "from the intervals that hold jointly for all rows of this table",
                "text",
            ),
        ]
    return table(
        f"{heading}, numbers",
        f"Both answers are one family: {words.PROMISE} A change matters if it is at least "
        f"{words.smallest(page.run, metric)}.",
        rows,
        [*columns, GAMES],
    )


def _wins(page: Findings, second: Run) -> Iterator[Block]:
    """Show who wins each version before and after learning."""
    rows = relearning.wins(page.run, second)
    if rows.height:
        yield table(
            f"Who wins, with both kinds of {page.run.words.player[1]}",
            f"Wins in 100 games{words.fair_words(page.run)}, and how learning a version changes "
            f"them, with {page.run.words.same_luck}. {_family(rows.height)}",
            rows,
            [
                Shown("what", "version", "", "text"),
                Shown("label", "strategy", "", "text"),
                *(
                    Shown(
                        answer, head, "share of wins, with its 95 % interval (Wilson)", "estimate"
                    )
                    for answer, head in HEADS.items()
                ),
                *judged_columns("change", "due to learning", "mean paired difference"),
                GAMES,
            ],
            collapsed=page.sweep,
        )


def _drafts(page: Findings, rates: pl.DataFrame) -> Block:
    """Show the draft rates of changed cards before and after learning."""
    return table(
        f"How often the changed card is drafted, by both kinds of {page.run.words.player[1]}",
        f"In 100 games, with {page.run.words.same_luck}; intervals for the change due to learning "
        "hold jointly for all rows.",
        rates,
        [
            Shown("what", "version", "", "text"),
            Shown("label", "card", "", "text"),
            *(
                Shown(
                    answer,
                    f"drafted, {head}",
                    "share of games, with its 95 % interval (Wilson)",
                    "estimate",
                )
                for answer, head in HEADS.items()
            ),
            Shown(
                "change",
                "due to learning",
                "mean paired difference, with its simultaneous interval over this table",
                "change",
                low="all_low",
                high="all_high",
            ),
            GAMES,
        ],
    )
