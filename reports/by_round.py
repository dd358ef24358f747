"""A chart of groups over the rounds, with its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

import polars as pl

from eoc_sim.analysis.card_order import WIDEST
from eoc_sim.reports.blocks import Block, Shown, chart, table
from eoc_sim.reports.charts.rounds import Estimate, rounds
from eoc_sim.reports.interval_ends import end_columns
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.style import Lines

Groups = Mapping[str, Sequence["Estimate | None"]]
"""Maps each group's name to its estimates by round, None where unknown."""


def lines_block(
    charts: Charts,
    heading: str,
    caption: str,
    round_names: tuple[str, Sequence[str]],
    groups: Groups,
    lines: Lines,
    unit: str,
    tip: str,
    *,
    further_groups: Groups | None = None,
    digits: int = 1,
) -> Block:
    """Draw the lines of ``groups`` and tabulate their numbers.

    ``round_names`` has the noun for rounds, and the rounds' names. ``further_groups`` are only in
    the table; ``tip`` explains its numbers.
    """
    noun, names = round_names
    all_groups = {**(further_groups or {}), **groups}
    curves = {name: _drop_imprecise(estimates, groups) for name, estimates in groups.items()}
    if curves != {name: list(line) for name, line in groups.items()}:
        caption += " Rough estimates are only in the table."
    numbers = pl.DataFrame({"round": names}).with_columns(
        pl.Series(
            f"{index}{end}",
            [None if estimate is None else estimate[part] for estimate in estimates],
            dtype=pl.Float64,
        )
        for index, estimates in enumerate(all_groups.values())
        for part, end in enumerate(("", "_low", "_high"))
    )
    return chart(
        charts.draw(
            rounds(
                heading, names, [(name, lines[name], curve) for name, curve in curves.items()], unit
            )
        ),
        caption,
        heading=heading,
        entries=[(lines[name].swatch, name) for name in groups],
        numbers=table(
            f"{heading}: numbers",
            "",
            numbers,
            [
                Shown("round", noun, "", "text"),
                *(
                    Shown(str(index), name, tip, "estimate", digits)
                    for index, name in enumerate(all_groups)
                ),
            ],
        ),
    )


def _drop_imprecise(line: Sequence[Estimate | None], groups: Groups) -> list[Estimate | None]:
    """Leave out points whose bars are too wide for the scale."""
    known_estimates = [
        estimate for estimates in groups.values() for estimate in estimates if estimate is not None
    ]
    values = [value for value, *_ in known_estimates] or [0.0]
    widest = max(
        WIDEST * median([high - low for _, low, high in known_estimates] or [0.0]),
        max(values) - min(values),
    )
    return [
        None if estimate is None or estimate[2] - estimate[1] > widest else estimate
        for estimate in line
    ]


def estimates(
    frame: pl.DataFrame,
    by: str,
    value: str,
    wanted_rounds: Sequence[object],
    round_column: str,
    names: Mapping[str, str] | None = None,
) -> dict[str, list[Estimate | None]]:
    """Collect estimates of ``value`` for each group and round.

    The column ``by`` has the groups, and ``round_column`` the rounds; only ``wanted_rounds`` are
    collected. ``names`` maps groups to their labels, in the order of the picture; by default all
    groups are included.
    """
    low, high = end_columns(value, frame.columns)
    rows = {
        (row[by], row[round_column]): (row[value], row[low], row[high])
        for row in frame.iter_rows(named=True)
        if row[low] is not None
    }
    labels = names or {name: name for name in frame[by].unique(maintain_order=True)}
    return {
        words: [rows.get((name, number)) for number in wanted_rounds]
        for name, words in labels.items()
    }
