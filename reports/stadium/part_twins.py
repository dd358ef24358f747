"""The worth of places, players and employees to owners, from twins."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance
from eoc_sim.analysis.stadium.part_twins import (
    KINDS,
    by_component,
    has_part_twins,
    names_of,
    side_by_side,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports import commands, words, worth_of_components
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, table
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.worth_of_components import TWIN_MEAN, UNKNOWN

HEADING = "The worth of places and cards"
BOTH_WINS = MeasuredColumn("both_wins", "both_wins_all_low", "both_wins_all_high", True, True)
"""The first owner's gain in wins per 100 games: games minus twins."""
MEAN = (
    "mean over games with this twin, with a t interval that holds jointly for all places and "
    "cards, and for points, effect and both (Bonferroni)"
)


def section(page: Findings) -> Section | None:
    """Show what each thing brings once paid for, if there are twins."""
    if not has_part_twins(page.run):
        return None
    return Section(
        "things",
        HEADING,
        "The game minus its twin. The twins of a place, player or employee switch off its points, "
        "its effect, or both, from the moment when an owner first gets the thing: when a block is "
        "placed there, or the card is drafted or hired. Everything before is the same, so the "
        "thing causes the difference. Its cost is paid in both. Strategies stay the same, but know "
        "what is off.",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State which things are most certain to bring wins."""
    if not has_part_twins(page.run):
        return []
    rows = side_by_side(page.result_of(by_component))
    keys = _keys(page.run, rows)
    steps = worth_of_components.steps(page, rows, BOTH_WINS, "both_verdict", keys)
    return [Verdict(HEADING, tuple(sentences(rows)), steps=steps, section="things")]


def background_verdicts(page: Findings) -> list[Verdict]:
    """Suggest twins, which show what places and cards bring."""
    if has_part_twins(page.run):
        return []
    line = "Owners choose them, so only games played without a place or card show its worth."
    steps = (commands.worth_of_components(page.run),)
    return [Verdict("Places and cards", (line,), is_background=True, steps=steps)]


def _keys(run: Run, rows: pl.DataFrame) -> list[str]:
    """Return the keys of things in their sheets, such as building.B12."""
    things = rows.select("kind", "thing").join(
        names_of(run), on=["kind", "thing"], how="left", maintain_order="left"
    )
    places = {"B": "building", "F": "field"}
    return [
        f"{places[number[0]] if kind == 'place' else kind}.{number}"
        for kind, number in things.select("kind", "number").iter_rows()
    ]


def sentences(rows: pl.DataFrame) -> list[str]:
    """State each kind's best thing, the overall worst, and verdict counts.

    The rows are those of `side_by_side`.
    """
    return worth_of_components.sentences(rows, BOTH_WINS, "both_verdict", KINDS, "places and cards")


def _blocks(page: Findings) -> Iterator[Block]:
    rows = page.result_of(by_component).with_columns(pl.col("verdict").fill_null(UNKNOWN))
    rows_by_component = by_distance(
        side_by_side(rows).with_columns(pl.col("both_verdict").fill_null(UNKNOWN)), BOTH_WINS
    )
    for kind in KINDS:
        kind_rows = rows_by_component.filter(pl.col("kind") == kind)
        if kind_rows["both_wins"].count():
            yield _chart(page, kind_rows.drop_nulls("both_wins"), kind)
    yield _parts(page, rows_by_component)
    strategies = rows.filter(pl.col("strategy") != ALL, pl.col("off") == "both")
    if strategies["strategy"].n_unique() > 1:
        yield fold(_by_strategy(page, strategies))


def _chart(page: Findings, rows: pl.DataFrame, kind: str) -> Block:
    """Chart the worth of a kind's things, with a table of numbers."""
    heading = f"Wins that each {kind} brings"
    smallest = page.run.words.smallest["wins"]
    unit = page.run.words.score[1]
    return chart(
        worth_of_components.picture(page, heading, rows, BOTH_WINS, "both_verdict"),
        "Wins in 100 for the first owner of each, with 95 % intervals that hold jointly for all "
        'places and cards. The verdict is "changes" if the whole interval is on one side of 0, and '
        f'"no change that matters" if it lies between -{words.number(smallest)} and '
        f"{words.number(smallest)} in 100.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            rows.with_columns(rows["both_more_games"].alias("more_games")),
            [
                Shown("label", kind, "", "text"),
                Shown(
                    "both_verdict",
                    "verdict",
                    "on the wins, from intervals that hold jointly for all places and cards",
                    "verdict",
                ),
                Shown(
                    "both_wins",
                    "wins in 100",
                    MEAN,
                    "change",
                    low="both_wins_all_low",
                    high="both_wins_all_high",
                ),
                Shown("both_margin", f"{unit} ahead of the best other owner", TWIN_MEAN, "change"),
                Shown(
                    "both_games",
                    "games",
                    "games in which an owner got it, replayed with points and effect off",
                    "count",
                ),
            ],
        ),
    )


def _parts(page: Findings, rows: pl.DataFrame) -> Block:
    """Show points and effect separately, for the owner and the others."""
    unit = page.run.words.score[1]
    columns = [Shown("label", "place or card", "", "text"), Shown("kind", "kind", "", "text")]
    for off, part, missing in (
        ("points", "its points", "its points"),
        ("effect", "its effect", "its effect"),
        ("both", "both", "either"),
    ):
        columns += [
            Shown(f"{off}_wins", f"wins from {part}", TWIN_MEAN, "change"),
            Shown(f"{off}_score", f"{unit} from {part}", TWIN_MEAN, "change"),
            Shown(
                f"{off}_others_score",
                f"{unit} from {part}, for the others",
                f"mean of all other owners: {TWIN_MEAN}",
                "change",
                2,
            ),
            Shown(f"{off}_games", f"games without {missing}", "games with this twin", "count"),
        ]
    return table(
        "Points and effect of every place and card",
        f"Wins in 100 and {unit} for the first owner of each, and {unit} for the others. The "
        'numbers of each strategy are in the metric table "things".',
        rows,
        columns,
        collapsed=True,
    )


def _by_strategy(page: Findings, rows: pl.DataFrame) -> Block:
    unit = page.run.words.score[1]
    return table(
        "By the owner's strategy",
        "The game minus its twin with points and effect off. Verdicts use intervals that hold "
        "jointly for all places and cards of a strategy.",
        rows,
        [
            Shown("label", "place or card", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            Shown("games", "games", "games with a twin", "count"),
            Shown("verdict", "verdict", "on the wins", "verdict"),
            Shown("wins", "wins in 100", TWIN_MEAN, "change"),
            Shown("score", unit, TWIN_MEAN, "change"),
            Shown("margin", f"{unit} ahead of the best other owner", TWIN_MEAN, "change"),
        ],
    )
