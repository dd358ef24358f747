"""The effects of each version of a sweep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from eoc_sim.analysis import compare
from eoc_sim.analysis.compare import FAMILY, USES, in_version_order
from eoc_sim.analysis.holdings import holdings
from eoc_sim.analysis.stats import BY_CONSTRUCTION, NO_CHANGE
from eoc_sim.analysis.strata import STRATA, main_strata, single_change
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.variants import crossing_of
from eoc_sim.reports import words
from eoc_sim.reports.blocks import (
    STATES,
    Block,
    Section,
    Shown,
    chart,
    fold_to_sentence,
    fold_undecided,
    judged_columns,
    note,
    table,
)
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state
from eoc_sim.reports.strongest import MAX_ROWS, choose_strongest

LONG_LABEL = 28
"""Charts with row names longer than this take a full page width."""
LONG_TABLE = 100
"""Tables with more rows than this drop minor strata and derived columns."""
MAIN_STRATA_NOTE = (
    "Only some of the {} rows are shown: those for the seats that keep, lose or gain the card. A "
    "row with very few of these seats is left out."
)


def section(page: Findings) -> Section | None:
    """Show the effects of each version of a sweep, if any."""
    if not page.sweep:
        return None
    return Section(
        "redesign",
        "Changes in each version",
        f"Every game was played under {page.run.current_rules_phrase} and again in each version, "
        f"with the same {page.run.words.luck} in both. So the version causes every difference.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    for group, (heading, text) in _groups(page.run).items():
        if page.effects[group].height:
            frame = in_version_order(page.run, page.shown_effects[group])
            yield from _effect_blocks(page, group, frame, heading, text)
    if page.card_rates.height:
        rates = in_version_order(page.run, _with_page_drafts(page))
        uses = [name for name in USES if f"{name}_current" in rates.columns]
        is_about_cards = len(uses) > 1
        yield table(
            "How often the changed card is drafted and played"
            if is_about_cards
            else "How often the changed thing is taken",
            f"In 100 games, with {page.run.words.same_luck} in both. Descriptive: this table has "
            "no verdicts.",
            rates,
            [
                Shown("what", "version", "", "text"),
                Shown("label", "card" if is_about_cards else "what", "", "text"),
                *(() if is_about_cards else (Shown("verb_of", "it is", "", "text"),)),
                GAMES,
                *(
                    Shown(
                        f"{name}_{side}",
                        f"{name if is_about_cards else 'taken'}, {version_name}",
                        "share of games, with its 95 % interval (Wilson; the change: paired)",
                        "change" if side == "change" else "estimate",
                    )
                    for name in uses
                    for side, version_name in (
                        ("current", page.run.current),
                        ("version", "this version"),
                        ("change", "change"),
                    )
                ),
            ],
            collapsed=is_about_cards,
        ).on_sheet("Changed cards drafted, played" if is_about_cards else "Changed things taken")


def _with_page_drafts(page: Findings) -> pl.DataFrame:
    """Return the rates of changed cards, with the page's intervals for drafts."""
    rates = page.card_rates
    for side in ("version", "current"):
        ends = pl.DataFrame(
            [
                (draft.arm, draft.label, getattr(draft, side).low, getattr(draft, side).high)
                for draft in page.headlines.drafts
            ],
            {
                "arm": rates.schema["arm"],
                "label": pl.String,
                f"drafted_{side}_low": pl.Float64,
                f"drafted_{side}_high": pl.Float64,
            },
            orient="row",
        )
        rates = rates.update(ends, on=["arm", "label"])
    return rates


def _groups(run: Run) -> dict[str, tuple[str, str]]:
    """Return the groups of `compare.effects` in page order, with heading and text."""
    round_names = run.words.round_names
    first = round_names[1] if len(round_names) > 1 else "the first round"
    order = run.column("order").head if run.declares("order") else ""
    is_about_cards = [holding.kinds for holding in holdings(run)] == [("card",)]
    verbs = (
        ("hold the changed card", "draft the card")
        if is_about_cards
        else ("have what was changed", "take it")
    )
    return {
        "holders": (
            f"For those who {verbs[0]}",
            f"The same seats with and without the change, grouped by whether they {verbs[1]} in "
            f"both games (they keep it), only under {run.current_rules_phrase} (they lose it), "
            "only in the version (they gain it), or in neither. The last group is split by whether "
            "another seat at the table holds it. Multiplied by their shares of all seats, the "
            "changes add up to the change for all.",
        ),
        "strategy": ("For each strategy", "A strategy with several seats counts once per game."),
        "order": (
            f"By {order}",
            f"Place in {first}'s {order}; the first is the {run.words.starter}.",
        ),
    }


def _effect_blocks(
    page: Findings, group: str, frame: pl.DataFrame, heading: str, text: str
) -> Iterator[Block]:
    """Chart wins and scores, with tables.

    Turn order and crossed rules have only the tables.
    """
    units = {"wins": "wins in 100 games", "score": page.run.words.score[1]}
    for metric, unit in units.items():
        rows = frame.filter(pl.col("metric") == metric)
        by_construction = rows.filter(pl.col("verdict") == BY_CONSTRUCTION)
        if by_construction.height:
            rows = rows.filter(pl.col("verdict").ne_missing(BY_CONSTRUCTION))
            fair = words.number(100 / page.run.players)
            yield note(
                f"A strategy that holds every seat wins {fair} in 100 by construction, without an "
                "interval or a test: "
                f"{words.join_words(by_construction['label'].unique(maintain_order=True).to_list())}."
            )
        if rows.height:
            has_strata = group == "holders"
            numbers = _numbers(page, metric, rows, f"{heading}: {unit}", text, group)
            if has_strata:
                sheet_unit = "wins in 100" if metric == "wins" else unit
                numbers = numbers.on_sheet(f"Holders, {sheet_unit}")
            if group == "order" or crossing_of(page.run) is not None:
                # Crossed rules have their charts effect by effect (`sections.variants`).
                yield replace(numbers, collapsed=True)
            else:
                yield _effect_chart(page, main_strata(rows) if has_strata else rows, numbers, unit)


def _numbers(
    page: Findings, metric: str, rows: pl.DataFrame, heading: str, text: str, group: str
) -> Block:
    """Make the table behind a chart, cut to main strata if long."""
    has_strata = group == "holders"
    digits = 2 if metric == "score" else 1
    tests = rows.filter(rows["games"] > 0)
    if has_strata:
        tests = main_strata(rows)
    family_words = ""
    if group in FAMILY:
        family_words = (
            f" of the {compare.family_size(page.run, page.totals)} on the page, whose intervals "
            "hold jointly"
        )
    family = (
        f"{words.amount(tests.height, ('test', 'tests'))}{family_words}: {words.PROMISE} A change "
        f"matters if it is at least {words.smallest(page.run, metric)}"
    )
    # A card affects a strategy only in games in which the strategy's seats hold the card.
    minimum = float(rows["smallest"].to_numpy().min())
    is_scaled = minimum < page.run.words.smallest[metric]
    family += (
        " multiplied by the share of the row's seats that hold what was changed (in this table, "
        f"the product is at least {minimum:.2g})."
        if is_scaled
        else "."
    )
    if has_strata and rows.height > LONG_TABLE:
        family += f" {MAIN_STRATA_NOTE.format(rows.height)}"
        rows = main_strata(rows)
    is_long = rows.height > LONG_TABLE
    if is_long:
        family += (
            f" The value under {page.run.current_rules_phrase} is the version's minus the change."
        )
    if metric == "wins":
        rows = rows.with_columns(
            pl.col("low", "high", "all_low", "all_high").clip(*CHANGE_OF_SHARE)
        )
    return table(
        f"{heading}, numbers",
        f"{text} {family}",
        rows.with_columns(pl.col("verdict").fill_null("nobody to compare")),
        [
            Shown("what", "version", f"what differs from {page.run.current_rules_phrase}", "text"),
            Shown("label", "card" if has_strata else "for", "", "text"),
            *(
                [
                    Shown("stratum", "who", "principal stratum", "text"),
                    Shown(
                        "share", "of 100 seats", "share of all seats, with its interval", "estimate"
                    ),
                ]
                if has_strata
                else ()
            ),
            *judged_columns("change", "change", "mean paired difference", digits),
            *(
                ()
                if is_long or group == "order"
                else (
                    Shown(
                        "current",
                        page.run.current,
                        "mean in the baseline, with its 95 % interval",
                        "estimate",
                    ),
                )
            ),
            *(
                ()
                if group == "order"
                else (
                    Shown(
                        "version",
                        "this version",
                        "mean in this arm, with its 95 % interval",
                        "estimate",
                    ),
                )
            ),
            GAMES,
            Shown(
                "differ",
                "games that differ",
                "games in which this number differs; if it differs in none of n games, it differs "
                "in at most 3/n of all games, with 95 % confidence",
                "differ",
            ),
            *(
                ()
                if is_long
                else (
                    Shown(
                        "reduction",
                        "worth of a game",
                        "variance reduction: Var(unpaired) / Var(paired), the number of unpaired "
                        f"games that one game with {page.run.words.same_luck} is worth",
                        "times",
                    ),
                )
            ),
        ],
    )


def _single_changes(rows: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Leave versions with several changes out of the chart.

    If every version makes several changes, all of them stay. If any are left out, the returned
    remark says that they are in the table.
    """
    single = rows.filter(single_change())
    if single.height in (0, rows.height):
        return rows, ""
    return single, " Versions with several changes are in the table."


def _effect_chart(page: Findings, rows: pl.DataFrame, numbers: Block, unit: str) -> Block:
    has_one_version = len(page.run.arms) == 2
    has_several_labels = rows["label"].n_unique() > 1
    # Keeping a thing is the default and needs no words.
    has_strata = "stratum" in rows.columns and set(rows["stratum"]) != {STRATA[0]}
    rows, remark = _single_changes(rows) if has_strata else (rows, "")
    rows_drawn, omission = choose_strongest(rows.filter(rows["games"] > 0))
    if rows_drawn.is_empty():
        return replace(
            numbers,
            collapsed=True,
            text="No seat holds what was changed, either under "
            f"{page.run.current_rules_phrase} or in any version. {numbers.text}",
        )
    within = CHANGE_OF_SHARE if rows["metric"][0] == "wins" else None
    points = []
    for row in rows_drawn.iter_rows(named=True):
        parts = [] if has_one_version else [row["what"]]
        if has_one_version or (
            has_several_labels and not page.run.arms[row["arm"]].is_named_after(row["label"])
        ):
            parts.insert(0 if "stratum" in row else 1, row["label"])
        if has_strata:
            parts.append(row["stratum"])
        points.append(
            point(
                words.typeset(", ".join(parts)),
                row["change"],
                row["all_low"],
                row["all_high"],
                state(row["verdict"]),
                sign=True,
                within=within,
            )
        )
    heading = numbers.heading.removesuffix(", numbers")
    caption = f"Change in {unit}; intervals hold jointly for all rows.{omission}{remark}"
    is_full_width = any(len(dot.label) > LONG_LABEL for dot in points)
    picture = intervals(
        f"{heading}. {caption}", points, 0.0, "no change", is_full_width=is_full_width
    )
    block = chart(
        page.charts.draw(picture), caption, heading=heading, entries=STATES, numbers=numbers
    )
    if all(dot.state == "open" for dot in points):
        return fold_undecided(block, rows.height)
    if rows.height > MAX_ROWS and all(dot.state != "changed" for dot in points):
        number_same = rows.filter(pl.col("verdict") == NO_CHANGE).height
        verb = "is" if number_same == 1 else "are"
        return fold_to_sentence(
            block,
            f"none of {rows.height} rows is shown to change; "
            f"{number_same} {verb} shown to have no change that matters",
        )
    return block
