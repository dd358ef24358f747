"""Monthly worth of EC, BB and dice modes, estimated from twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance
from eoc_sim.analysis.eoc.timing import (
    ALL,
    BETTER,
    COLOURS,
    KINDS,
    MARCH,
    MONTHS,
    NO_MODES,
    OPEN,
    WORSE,
    Timing,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.counts import plural
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.by_round import estimates, lines_block
from eoc_sim.reports.charts.heat import HeatCell
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.interval_ends import end_columns
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.printed_cells import estimate
from eoc_sim.reports.style import Lines
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import join_words
from eoc_sim.simulator.runs.text_table import TextTable

HEADING = "The worth of timing"
FORESEEN, SURPRISE, BUCKS = KINDS
AGAINST_MARCH = MeasuredColumn("difference", "simultaneous_low", "simultaneous_high", True, True)
MAX_NAMED = 3
"""The maximum number of months named as better, and as worse."""
ANY = "any colour"
MEAN = "mean over games, with its 95 % t interval"
RATIO = "ratio of two means over games, with its 95 % Fieller interval"
TABLES_NOTE = "For each colour and strategy, see the metric tables of eoc-sim timing."


def section(page: Findings) -> Section | None:
    """Show the worth of gifts by month; None if there are none."""
    if not _has_gifts(page):
        return None
    return Section(
        "timing",
        HEADING,
        "Games replayed with one thing changed. Strategies stay the same: from March onwards they "
        "know of a foreseen EC, but allow for it only as far ahead as they plan.",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State the months whose EC and BB differ in worth from March's."""
    if not _has_gifts(page):
        return []
    months = page.run.words.round_names
    return [Verdict(HEADING, tuple(sentences(page.result_of(Timing).exchange(), months)))]


def sentences(exchange: pl.DataFrame, months: Sequence[str]) -> list[str]:
    """State the months whose gifts are shown to differ from March's.

    ``exchange`` is `Timing.exchange`, which compares the worth of each month's gifts with that of
    March's. Its intervals hold jointly for all months of a gift.
    """
    overall_rows = exchange.filter((exchange["strategy"] == ALL) & (exchange["colour"] == ALL))
    return [
        _against_march(overall_rows.filter(overall_rows["kind"] == kind), months, gift)
        for kind, gift in ((FORESEEN, "One EC that is known from the start"), (BUCKS, "One BB"))
    ]


def summary(run: Run, timing: Timing) -> Iterator[str | TextTable]:
    """Yield tables of gifts and dice, then sentences that compare months."""
    exchange = timing.exchange()
    yield (
        "Gain from one more EC, averaged over all colours and strategies "
        "(95 % intervals, each on its own):"
    )
    yield from _tabulate_months(run.words.round_names[1:], timing.gifts(), exchange)
    if timing.has_modes:
        yield (
            "Full value minus half value of one die (at half value, its EC arrive in the month of "
            "its roll):"
        )
        yield _tabulate_dice(timing.dice())
    else:
        yield NO_MODES
    yield from sentences(exchange, run.words.round_names)


def _tabulate_months(
    names: Sequence[str], gifts: pl.DataFrame, exchange: pl.DataFrame
) -> Iterator[TextTable]:
    """Tabulate gifts by month, over all colours and strategies."""
    overall_rows, exchange_rows = (
        {
            (row["kind"], row["month"]): row
            for row in frame.filter(
                (frame["strategy"] == ALL) & (frame["colour"] == ALL)
            ).iter_rows(named=True)
        }
        for frame in (gifts, exchange)
    )
    rows, spending = [], []
    for month, name in enumerate(names, 1):
        foreseen_row, compared_row = (
            overall_rows[FORESEEN, month],
            exchange_rows.get((FORESEEN, month)),
        )
        rows.append(
            (
                name,
                estimate(foreseen_row, "score"),
                estimate(foreseen_row, "wins"),
                estimate(foreseen_row, "others_score"),
                estimate(overall_rows[SURPRISE, month], "score"),
                estimate(overall_rows[BUCKS, month], "score"),
            )
        )
        spending.append(
            (
                name,
                estimate(foreseen_row, "wasted", 2),
                estimate(foreseen_row, "spent"),
                "1" if compared_row is None else estimate(compared_row, "rate"),
            )
        )
    yield TextTable(
        (
            "month",
            "stars",
            "wins in 100",
            "others' stars",
            "stars if a surprise",
            "stars from a BB",
        ),
        rows,
    )
    yield TextTable(("month", "share wasted", "stars if spent", "stars / March's stars"), spending)


def _tabulate_dice(dice: pl.DataFrame) -> TextTable:
    """Tabulate dice by number: full value minus half value."""
    return TextTable(
        ("number", "taken at", "stars", "wins in 100", "games"),
        [
            (
                str(row["number"]),
                row["taken"],
                estimate(row, "score"),
                estimate(row, "wins"),
                str(row["games"]),
            )
            for row in dice.filter(dice["strategy"] == ALL).iter_rows(named=True)
        ],
    )


def _against_march(gifts: pl.DataFrame, months: Sequence[str], gift: str) -> str:
    parts = []
    for verdict in (BETTER, WORSE):
        rows = by_distance(gifts.filter(gifts["verdict"] == verdict), AGAINST_MARCH)
        first = [
            {**row, "label": f"in {months[row['month']]}"}
            for row in rows.head(MAX_NAMED).to_dicts()
        ]
        if first:
            unnamed = rows.height - len(first)
            further = f", and in {plural(unnamed, 'other month')}" if unnamed else ""
            parts.append(f"{verdict} {list_values(first, AGAINST_MARCH)}{further}")
    if not parts:
        return f"{gift}: no month is shown to be worth more or less than {months[MARCH]}."
    if undecided_months := gifts.filter(gifts["verdict"] == OPEN)["month"].sort().to_list():
        parts.append(f"not decided in {join_words(months[month] for month in undecided_months)}")
    return f"{gift}, compared with one in {months[MARCH]}, in stars: {'; '.join(parts)}."


def _has_gifts(page: Findings) -> bool:
    entries = (page.run.record.get("twins") or {}).get("entries", ())
    return any(kind in KINDS for kind, *_ in entries)


def _blocks(page: Findings) -> Iterator[Block]:
    timing = page.result_of(Timing)
    months = page.run.words.round_names[1:]
    gifts, exchange = timing.gifts(), timing.exchange()
    overall_rows = gifts.filter(pl.col("strategy") == ALL)
    yield _lines_by_month(
        page,
        overall_rows.filter(pl.col("colour") == ALL),
        "kind",
        "Gain from one EC or BB",
        "Stars that one more EC or BB brings its owner, by the month in which it arrives, averaged "
        "over all colours and strategies. The bars are 95 % intervals, each on its own.",
        {
            FORESEEN: "an EC that is foreseen from the start",
            SURPRISE: "an EC that is a surprise",
            BUCKS: "a BB",
        },
        Lines(),
    )
    strategies = list(timing.strategies)[1:]
    if strategies:
        yield _lines_by_month(
            page,
            gifts.filter((pl.col("kind") == FORESEEN) & (pl.col("colour") == ALL)),
            "strategy",
            "Gain from a foreseen EC, by strategy",
            "Stars that one foreseen EC brings, averaged over all colours.",
            {name: name for name in strategies},
            page.lines,
        ).on_sheet("A foreseen EC, by strategy")
    for kind, words, brief in (
        (FORESEEN, "foreseen from the start", "foreseen"),
        (SURPRISE, "a surprise", "a surprise"),
    ):
        yield fold(
            _month_heat_map(
                page,
                overall_rows.filter(pl.col("kind") == kind),
                "score",
                "colour",
                f"One EC by colour, {words}",
                "Stars that one EC brings its owner, by its month and colour, over all strategies; "
                "in small print, 95 % intervals, each on its own.",
            ).on_sheet(f"One EC by colour, {brief}")
        )
    yield fold(
        _month_heat_map(
            page,
            overall_rows.filter(pl.col("kind") == FORESEEN),
            "spent",
            "colour",
            "One foreseen EC, if it is spent",
            "Stars per EC that is spent in the end: stars divided by the share that is not wasted, "
            'with Fieller intervals; "?" where the whole EC may have been wasted.',
            tip=RATIO,
        )
    )
    yield _every_gift(gifts, months)
    yield _exchange(exchange, months)
    yield _foresight_table(timing.foresight(), months)
    if timing.has_modes:
        yield from _dice(timing, months)
    else:
        yield Block("note", NO_MODES)


def _lines_by_month(
    page: Findings,
    frame: pl.DataFrame,
    by: str,
    heading: str,
    caption: str,
    names: Mapping[str, str],
    lines: Lines,
) -> Block:
    """Draw stars by month, with one line per value of ``by``.

    ``by`` is a column; ``names`` maps its values to words.
    """
    months = page.run.words.round_names[1:]
    groups = estimates(frame, by, "score", range(1, len(months) + 1), "month", names)
    return lines_block(
        page.charts, heading, caption, ("month", months), groups, lines, "stars", MEAN
    )


def _month_heat_map(
    page: Findings,
    frame: pl.DataFrame,
    name: str,
    by: str,
    heading: str,
    caption: str,
    groups: Sequence[str] = (ALL, *COLOURS),
    tip: str = MEAN,
) -> Block:
    """Make a heat map of the column ``name`` by month and ``by``."""
    months = page.run.words.round_names[1:]
    rows = {(row["month"], row[by]): row for row in frame.iter_rows(named=True)}
    return heat_block(
        page.charts,
        heading,
        caption,
        ("month", months),
        [ANY if group == ALL else group for group in groups],
        _heat_cells(lambda row, column: rows.get((row + 1, groups[column])), name),
        tip=tip,
    )


def _heat_cells(
    find_row: Callable[[int, int], dict[str, Any] | None], name: str
) -> Callable[[int, int], HeatCell]:
    """Return a function that makes a heat map's cells."""

    def cell(row: int, column: int) -> HeatCell:
        month_row = find_row(row, column)
        if month_row is None:
            return HeatCell(None)
        low, high = end_columns(name, month_row)
        return HeatCell(month_row[name], month_row[low], month_row[high])

    return cell


def _name_months(frame: pl.DataFrame, months: tuple[str, ...], *columns: str) -> pl.DataFrame:
    """Replace the numbers of months with names."""
    names = dict(enumerate(months, 1))
    return frame.with_columns(
        pl.col(column).replace_strict(names, return_dtype=pl.String, default=None)
        for column in ("month", *columns)
    )


def _combined_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Keep the rows that combine all strategies or all colours."""
    return frame.filter((pl.col("strategy") == ALL) | (pl.col("colour") == ALL))


def _every_gift(gifts: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "Every gift, by strategy",
        "The effect of one EC or BB on its owner and, on average, on each of the others. Share "
        f"wasted: the part of one EC that goes unused over the whole game. {TABLES_NOTE}",
        _name_months(_combined_rows(gifts), months),
        [
            Shown("month", "month", "", "text"),
            Shown("kind", "gift", "", "text"),
            Shown("colour", "colour", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            GAMES,
            Shown("score", "stars", MEAN, "change"),
            Shown("wins", "wins in 100", MEAN, "change"),
            Shown("others_score", "others' stars", MEAN, "change", 2),
            Shown("others_wins", "others' wins in 100", MEAN, "change"),
            Shown("wasted", "share wasted", MEAN, "estimate", 2),
            Shown("spent", "stars if spent", "ratio with its Fieller interval", "estimate"),
        ],
        collapsed=True,
    )


def _exchange(exchange: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "Against March",
        'The same gift in another month. The verdicts "more" and "less" use intervals that hold '
        f"jointly for the {MONTHS - 1} months of a gift, colour and strategy (Bonferroni). "
        f"{TABLES_NOTE}",
        _name_months(_combined_rows(exchange), months),
        [
            Shown("month", "month", "", "text"),
            Shown("kind", "gift", "", "text"),
            Shown("colour", "colour", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            Shown("rate", "stars / March's stars", "ratio with its Fieller interval", "estimate"),
            Shown("difference", "stars minus those in March", MEAN, "change"),
            Shown("verdict", "worth", "simultaneous intervals", "text"),
        ],
        collapsed=True,
    )


def _foresight_table(gifts: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "The worth of foresight",
        f"A foreseen EC minus the same EC as a surprise. {TABLES_NOTE}",
        _name_months(_combined_rows(gifts), months),
        [
            Shown("month", "month", "", "text"),
            Shown("colour", "colour", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            Shown("score", "stars", MEAN, "change"),
        ],
        collapsed=True,
    )


def _dice(timing: Timing, months: tuple[str, ...]) -> Iterator[Block]:
    yield table(
        "Full against half",
        "One die per game, chosen at random, is taken in its other mode. Stars and wins are those "
        "at full value minus those at half value. At full value the EC of a die arrive in a fixed "
        "month; at half value they arrive when it is rolled.",
        timing.dice(),
        [
            Shown("number", "number", "", "number"),
            Shown("taken", "taken at", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            GAMES,
            Shown("score", "stars", MEAN, "change"),
            Shown("wins", "wins in 100", MEAN, "change"),
        ],
    )
    yield table(
        "A die of each number, by the month of its roll",
        "The number of EC, multiplied by the worth of one foreseen EC of any colour. Here, the EC "
        "of a die at half value are assumed to arrive in the best month for them: the month of the "
        "roll or one of the next five. Many EC together may be worth less.",
        _name_months(timing.die_months(), months, "full_month", "half_month"),
        [
            Shown("month", "month", "", "text"),
            Shown("number", "number", "", "number"),
            Shown("strategy", "strategy", "", "text"),
            Shown("full_month", "full arrives in", "", "text"),
            Shown("full", "stars at full", MEAN, "estimate"),
            Shown("half_month", "half best in", "", "text"),
            Shown("half", "stars at half", MEAN, "estimate"),
            Shown("less", "full minus half", MEAN, "change"),
            Shown("verdict", "better", "simultaneous intervals", "text"),
        ],
        collapsed=True,
    ).on_sheet("A die of each number, by roll")
