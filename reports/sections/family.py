"""Findings over the data family, which varies guessed data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis import family
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, note, table
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.simulator.runs.family import DATA_FAMILY

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def section(page: Findings) -> Section | None:
    """Show in which members each finding holds, if there is a family."""
    return section_of({"": page.run}, lambda _: page.result_of(family.robustness))


def section_of(
    runs: Mapping[str, Run], robustness: Callable[[Run], pl.DataFrame]
) -> Section | None:
    """Make the section for several runs, by name.

    ``robustness`` computes `family.robustness` of a run, or returns its stored result.
    """
    by_name = {name: run for name, run in runs.items() if family.has_members(run)}
    if not by_name:
        return None
    first = next(iter(by_name.values()))
    _, plural = family.noun(first)
    threshold = f"{family.MIN_MEMBERS:g} of 100 {plural}"
    confidence = f"with {100 * family.CONFIDENCE:g} % confidence"
    return Section(
        "family",
        "Does it hold for other numbers?",
        f"{first.record[DATA_FAMILY]['guesses']} The run was played again with other {plural}, "
        "and versions make the same changes in all of them. A finding holds where its interval is "
        f"on the same side of 0 as in this run. It is robust if, {confidence}, it holds in at "
        f"least {threshold}, where undecided {plural} count against it; fewer than "
        f"{family.fewest_members()} {plural} cannot show that. It is not robust if, {confidence}, "
        f"it holds in fewer, even if all undecided {plural} count in its favour. Otherwise it is "
        f"not decided: more {plural} (--family) or more games in each (--family-games) would "
        "decide it.",
        chain.from_iterable(_blocks(name, run, robustness(run)) for name, run in by_name.items()),
    )


def _blocks(name: str, run: Run, findings: pl.DataFrame) -> Iterator[Block]:
    in_run = f", {name}" if name else ""
    if not findings.height:
        found_in = f" in {name}" if name else ""
        yield note(
            f"No difference was found{found_in}, so there is no finding that could be robust."
        )
        return
    unit = run.words.score[1]
    members = int(findings["members"][0])
    table_rows = findings.with_columns(
        pl.Series("unit", [family.in_words(metric, unit) for metric in findings["metric"]]),
        pl.format("{} to {}", _with_sign("least"), _with_sign("most"))
        .fill_null("?")
        .alias("range"),
        pl.format("{} of {}", "holds", "members").alias("share"),
        pl.format(
            "{} to {}", *(pl.col(name).round(0).cast(pl.Int64) for name in ("at_least", "at_most"))
        ).alias("bounds"),
    )
    yield table(
        f"Findings over the data family{in_run}",
        f"Each interval holds on its own; {words.count(members)} {family.noun(run)[members != 1]}.",
        table_rows,
        [
            Shown("what", "finding", "", "text"),
            Shown("label", "of", "", "text"),
            Shown("unit", "in", "", "text"),
            GAMES,
            Shown(
                "value", "difference", "with its 95 % interval", "change", low="low", high="high"
            ),
            Shown(
                "share", "holds in", "members whose interval is on the finding's side of 0", "text"
            ),
            Shown(
                "open",
                "not decided",
                "members whose interval reaches 0 and, on the finding's side, the smallest change "
                "that matters; also members with too few games",
                "count",
            ),
            Shown(
                "reversed",
                "the other way",
                "members whose interval is on the other side of 0",
                "count",
            ),
            Shown(
                "bounds",
                "possible members in which it holds, per 100",
                "95 % bounds on how many of 100 possible members the finding holds in; each bound "
                "holds on its own",
                "text",
            ),
            Shown("range", "range across members", "smallest and largest estimate", "text"),
            Shown("verdict", "verdict", "", "text"),
        ],
    )


def _with_sign(name: str) -> pl.Expr:
    value = pl.col(name).round(1)
    return pl.when(value > 0).then(pl.format("+{}", value)).otherwise(value.cast(pl.String))
