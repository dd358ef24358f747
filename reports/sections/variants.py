"""Rule variants: their average effects, single effects, and pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import polars as pl

from eoc_sim.analysis.contrasts import INTERACTION
from eoc_sim.analysis.measures import ORDER, STRATEGY, WINNING
from eoc_sim.analysis.variants import crossing_of
from eoc_sim.reports import words
from eoc_sim.reports.blocks import (
    STATES,
    Block,
    Section,
    Shown,
    chart,
    fold,
    fold_undecided,
    note,
    table,
)
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state
from eoc_sim.reports.heat import heat_block, heat_cells
from eoc_sim.reports.strongest import choose_strongest
from eoc_sim.reports.variants import (
    design_words,
    extended_lines,
    has_averages,
    metric_words,
    no_effect_lines,
    variant_words,
    with_averages,
)

AVERAGE = "On average: over all played combinations of the other changes."
INTERACTION_NOTE = (
    "The additional effect of one change if the other is made as well; 0 if the effect of both "
    "together is the sum of their separate effects. Each interval holds on its own."
)
INTERACTION_TIP = "interaction of two changes: difference of differences, with its 95 % interval"


def section(page: Findings) -> Section | None:
    """Show the effects of rule variants; None if no rules are crossed."""
    crossing = crossing_of(page.run)
    if crossing is None:
        return None
    return Section(
        "variants",
        "Effects of the variants",
        " ".join(
            [
                *design_words(crossing),
                f"By itself: compared with {page.run.current_rules_phrase}.",
                *([AVERAGE] if len(crossing.factors) > 1 else []),
                f"All versions are played with {page.run.words.same_luck}, so every game gives one "
                "number for each effect.",
                *extended_lines(page.run),
            ]
        ),
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    by_kind = page.variants
    effect_rows = with_averages(by_kind)
    if not effect_rows.width:
        return
    blocks = [
        block
        for metric in effect_rows["metric"].unique(maintain_order=True)
        for block in _metric_blocks(page, metric, effect_rows, by_kind)
    ]
    # Folded blocks come last, so that pictures stand side by side.
    yield from sorted(blocks, key=lambda block: block.collapsed)
    for line in no_effect_lines(page.run, by_kind):
        yield note(line)


def _metric_blocks(
    page: Findings, metric: str, effect_rows: pl.DataFrame, by_kind: Mapping[str, pl.DataFrame]
) -> Iterator[Block]:
    rows = page.with_intervals(
        effect_rows.filter(pl.col("metric") == metric),
        "current",
        lambda row: (row["metric"], row["label"]),
    )
    rows = rows.with_columns(
        pl.Series("variant", [variant_words(row) for row in rows.iter_rows(named=True)])
    )
    heading = words.sentence_start(metric_words(rows.row(0, named=True)))
    has_several_labels = rows["label"].n_unique() > 1
    numbers = table(
        f"{heading}: numbers",
        _family_words(rows),
        rows,
        [
            Shown("variant", "variant", "", "text"),
            *([Shown("label", "for", "", "text")] if has_several_labels else []),
            Shown(
                "change",
                "by itself",
                "simple effect: mean paired difference from the current rules, with its "
                "simultaneous interval over this table",
                "change",
                2,
                low="all_low",
                high="all_high",
            ),
            Shown(
                "verdict",
                "verdict",
                "on the simple effect, from the intervals that hold "
                "jointly for all rows of this table",
                "verdict",
                reference=0.0,
            ),
            *(_AVERAGES if has_averages(effect_rows) else ()),
            Shown(
                "current",
                page.run.current,
                "mean in the baseline, with its 95 % interval",
                "estimate",
                2,
            ),
            GAMES,
            Shown(
                "differ", "games that differ", "games in which the simple effect is not 0", "differ"
            ),
        ],
    )
    if not rows["differ"].sum():  # nothing to draw; a note says so
        yield replace(numbers, collapsed=True)
        return
    yield _effect_chart(page, rows, heading, has_several_labels, numbers)
    pairs = by_kind[INTERACTION]
    if pairs.width:
        yield from _matrices(
            page, pairs.filter(pl.col("metric") == metric), heading, has_several_labels
        )


_AVERAGES = (
    Shown(
        "average",
        "on average",
        "main effect: mean contrast over the versions of the design, with its simultaneous "
        "interval over all main effects on this measure",
        "change",
        2,
    ),
    Shown(
        "average_verdict",
        "verdict on average",
        "on the main effect, from the intervals that hold jointly for all main effects on this "
        "measure",
        "text",
    ),
)


def _family_words(rows: pl.DataFrame) -> str:
    minimum = rows["smallest"][0]
    threshold = f" A change matters if it is at least {words.number(minimum)}." if minimum else ""
    tests = words.amount(rows.height, ("test", "tests"))
    return f"One family of {tests} of single changes: {words.PROMISE}{threshold}"


def _effect_chart(
    page: Findings, rows: pl.DataFrame, heading: str, has_several_labels: bool, numbers: Block
) -> Block:
    """Chart one row per variant, strongest first.

    A row shows a crossed variant's average over the other changes, or an uncrossed variant's own
    effect.
    """
    averages = has_averages(rows)
    is_crossed = pl.col("average").is_not_null()
    effects = rows.with_columns(
        pl.when(is_crossed).then(f"average{end}").otherwise(name).alias(name)
        for name, end in (
            ("change", ""),
            ("all_low", "_low"),
            ("all_high", "_high"),
            ("verdict", "_verdict"),
        )
    )
    has_uncrossed = averages and rows["average"].null_count() > 0
    rows_drawn, omission = choose_strongest(effects)
    points = []
    for row in rows_drawn.iter_rows(named=True):
        value, low, high, verdict = row["change"], row["all_low"], row["all_high"], row["verdict"]
        if low is None or high is None:
            continue
        label = f"{row['variant']}, {row['label']}" if has_several_labels else row["variant"]
        points.append(
            point(
                words.typeset(label),
                value,
                low,
                high,
                state(verdict),
                sign=True,
                within=CHANGE_OF_SHARE if row["metric"] in (STRATEGY, ORDER) else None,
            )
        )
    if not points:
        return replace(
            numbers, text=f"{numbers.text} Too few games for an interval.", collapsed=True
        )
    basis = "on average over the other changes" if averages else "by itself"
    exception = "; for changes that were not crossed, by itself" if has_uncrossed else ""
    caption = f"Change {basis}{exception}; intervals hold jointly for all rows.{omission}"
    picture = intervals(
        f"{heading}: {caption}", points, 0.0, "no change", is_full_width=has_several_labels
    )
    block = chart(
        page.charts.draw(picture), caption, heading=heading, entries=STATES, numbers=numbers
    )
    if all(dot.state == "open" for dot in points):
        return fold_undecided(block, rows.height)
    return block


def _matrices(
    page: Findings, pairs: pl.DataFrame, heading: str, has_several_labels: bool
) -> Iterator[Block]:
    """Show the interactions of all pairs of variants, per label.

    A heat map's cell, or a table's row, has the additional effect of one change if the other is
    made as well.
    """
    for label in pairs["label"].unique(maintain_order=True):
        rows = pairs.filter(pl.col("label") == label)
        cells = {}
        for row in rows.iter_rows(named=True):
            cells[row["what"], row["other_what"]] = cells[row["other_what"], row["what"]] = row
        names = list(dict.fromkeys(name for pair in cells for name in pair))
        label_suffix = f", {label}" if has_several_labels else ""
        cell = heat_cells(cells, names, names, "change", ("low", "high"))
        title = f"{heading}{label_suffix}: two together"
        if rows["metric"][0] == WINNING or not has_several_labels:
            block = heat_block(
                page.charts,
                title,
                INTERACTION_NOTE,
                ("variant", names),
                names,
                cell,
                tip=INTERACTION_TIP,
                digits=2,
                smallest=rows["smallest"][0] or 0.0,
            )
            yield block if rows["metric"][0] == WINNING else fold(block)
        else:
            yield table(
                title,
                INTERACTION_NOTE,
                rows,
                [
                    Shown("what", "variant", "", "text"),
                    Shown("other_what", "with", "", "text"),
                    Shown(
                        "change",
                        "how much more",
                        INTERACTION_TIP,
                        "change",
                        2,
                        low="low",
                        high="high",
                    ),
                ],
                collapsed=True,
            )
