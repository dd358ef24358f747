"""What an EC, a BB and a die's mode are worth month by month, of runs with twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.eoc.timing import ALL, COLOURS, KINDS, MONTHS, NO_MODES, Timing
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import Warmth, heat_map

if TYPE_CHECKING:
    import polars as pl

FORESEEN, SURPRISE, BUCKS = KINDS
ANY = "any colour"
BETWEEN = "mean over games, with its 95 % t interval"


def section(page: Findings) -> Section | None:
    """The months' worth; None for a run without gifts."""
    entries = (page.run.record.get("twins") or {}).get("entries", ())
    if not any(kind in KINDS for kind, *_ in entries):
        return None
    return Section(
        "timing", "What timing is worth",
        "Games played again with one thing otherwise. Strategies play on as they are written: "
        "they know of a foreseen EC from March on, but plan with it only as far as they plan.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    import polars as pl

    timing = Timing(page.run)
    months = page.run.words.months[1:]
    gifts, exchange = timing.gifts(), timing.exchange()
    over_all = gifts.filter(pl.col("strategy") == ALL)
    for kind, words in ((FORESEEN, "foreseen from the start"), (SURPRISE, "a surprise")):
        yield chart(
            _months_by_colours(over_all.filter(pl.col("kind") == kind), "score", months),
            "Stars that one EC brings its owner, by the month it comes in and its colour, over "
            "all strategies; below, between what chance leaves it, each by itself.",
            heading=f"One EC, {words}",
        )
    yield chart(
        _months_by_colours(over_all.filter(pl.col("kind") == FORESEEN), "spent", months),
        "Stars by the share that was not wasted in the end: ratios with Fieller's intervals, ? "
        "where all may have been wasted.", heading="One foreseen EC, if it is spent",
    )
    strategies = list(timing.strategies)[1:]
    if strategies:
        yield chart(
            _months_by_strategies(
                gifts.filter((pl.col("kind") == FORESEEN) & (pl.col("colour") == ALL)),
                strategies, months,
            ),
            "Stars that one foreseen EC brings, the mean of all colours.",
            heading="By strategy",
        )
    yield _every_gift(gifts, months)
    yield _exchange(exchange, months)
    yield _foreseen(timing.foreseen(), months)
    if timing.has_modes:
        yield from _dice(timing, months)
    else:
        yield Block("note", NO_MODES)


def _months_by_colours(frame: pl.DataFrame, name: str, months: tuple[str, ...]) -> Any:
    found = {(row["month"], row["colour"]): row for row in frame.iter_rows(named=True)}
    colours = (ALL, *COLOURS)
    return heat_map(
        "months by colours", months, (ANY, *COLOURS),
        _looked_up(lambda row, column: found.get((row + 1, colours[column])), name),
    )


def _months_by_strategies(
    frame: pl.DataFrame, strategies: list[str], months: tuple[str, ...]
) -> Any:
    found = {(row["month"], row["strategy"]): row for row in frame.iter_rows(named=True)}
    return heat_map(
        "months by strategies", months, strategies,
        _looked_up(lambda row, column: found.get((row + 1, strategies[column])), "score"),
    )


def _looked_up(
    row_of: Callable[[int, int], dict[str, Any] | None], name: str
) -> Callable[[int, int], Warmth]:
    """The cells of a heat map from the rows of a frame."""

    def cell(row: int, column: int) -> Warmth:
        found = row_of(row, column)
        if found is None:
            return Warmth(None)
        return Warmth(found[name], found[f"{name}_low"], found[f"{name}_high"])

    return cell


def _named(frame: pl.DataFrame, months: tuple[str, ...], *columns: str) -> pl.DataFrame:
    """Months by their names; the number stays, for the order."""
    import polars as pl

    names = dict(enumerate(months, 1))
    return frame.with_columns(
        pl.col(column).replace_strict(names, return_dtype=pl.String, default=None)
        for column in ("month", *columns)
    )


def _every_gift(gifts: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "Every gift, by strategy",
        "What one EC or BB does to its owner and, on average, to each of the others. Wasted: of "
        "one EC, how much more is lost unused in the whole game.",
        _named(gifts, months),
        [
            Shown("month", "month", "", "text"), Shown("kind", "gift", "", "text"),
            Shown("colour", "colour", "", "text"), Shown("strategy", "strategy", "", "text"),
            GAMES, Shown("score", "stars", BETWEEN, "change"),
            Shown("wins", "wins in 100", BETWEEN, "change"),
            Shown("others_score", "others' stars", BETWEEN, "change", 2),
            Shown("others_wins", "others' wins in 100", BETWEEN, "change"),
            Shown("wasted", "share wasted", BETWEEN, "estimate", 2),
            Shown("spent", "stars if spent", "ratio with Fieller's interval", "estimate"),
        ],
        collapsed=True,
    )


def _exchange(exchange: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "Against March",
        f"The same gift in another month. More and less by intervals that hold together for the "
        f"{MONTHS - 1} months of a gift, colour and strategy (Bonferroni).",
        _named(exchange, months),
        [
            Shown("month", "month", "", "text"), Shown("kind", "gift", "", "text"),
            Shown("colour", "colour", "", "text"), Shown("strategy", "strategy", "", "text"),
            Shown("rate", "stars by those in March", "ratio with Fieller's interval", "estimate"),
            Shown("difference", "stars less those in March", BETWEEN, "change"),
            Shown("verdict", "worth", "simultaneous intervals", "text"),
        ],
        collapsed=True,
    )


def _foreseen(foreseen: pl.DataFrame, months: tuple[str, ...]) -> Block:
    return table(
        "What foresight is worth", "A foreseen EC less the same as a surprise.",
        _named(foreseen, months),
        [
            Shown("month", "month", "", "text"), Shown("colour", "colour", "", "text"),
            Shown("strategy", "strategy", "", "text"), Shown("score", "stars", BETWEEN, "change"),
        ],
        collapsed=True,
    )


def _dice(timing: Timing, months: tuple[str, ...]) -> Iterator[Block]:
    yield table(
        "Full against half",
        "One die a game, any as likely as any other, in its other mode: full value less half. "
        "Full fixes the month of its EC; half is taken to come at once.",
        timing.dice(),
        [
            Shown("number", "number", "", "number"), Shown("taken", "taken at", "", "text"),
            Shown("strategy", "strategy", "", "text"), GAMES,
            Shown("score", "stars", BETWEEN, "change"),
            Shown("wins", "wins in 100", BETWEEN, "change"),
        ],
    )
    yield table(
        "A die of each number, by the month of its roll",
        "So many times the value of one foreseen EC of any colour; half in its best month. Many "
        "EC together may be worth less than so many times one.",
        _named(timing.die_months(), months, "full_month", "half_month"),
        [
            Shown("month", "month", "", "text"), Shown("number", "number", "", "number"),
            Shown("strategy", "strategy", "", "text"),
            Shown("full_month", "full comes in", "", "text"),
            Shown("full", "stars at full", BETWEEN, "estimate"),
            Shown("half_month", "half best in", "", "text"),
            Shown("half", "stars at half", BETWEEN, "estimate"),
            Shown("less", "full less half", BETWEEN, "change"),
            Shown("verdict", "better", "simultaneous intervals", "text"),
        ],
        collapsed=True,
    )
