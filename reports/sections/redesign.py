"""What each version of a sweep changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import BY_CONSTRUCTION
from eoc_sim.analysis.strata import main_strata
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import STATES, Block, Section, Shown, chart, note, table
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state

if TYPE_CHECKING:
    import polars as pl

MOST_POINTS = 40
"""Rows of an interval chart; more are in the table alone."""


def section(page: Findings) -> Section | None:
    """What each version changes; None for a run of the current rules alone."""
    if not page.sweep:
        return None
    return Section(
        "redesign", "What each version changes",
        f"Every game was played under {page.run.the_current} and again in each version, with the "
        "same shuffles and dice in both. What differs is the version's doing.", _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    for group, (heading, text) in _groups(page.run).items():
        frame = page.effects[group]
        if frame.height:
            yield from _effect_blocks(page, group, frame, heading, text)
    rates = page.card_rates
    if rates.height:
        yield table(
            "How often the changed card is drafted and played",
            "In 100 games, with the same shuffles and dice in both. Descriptive: no "
            "verdicts are drawn from this table.",
            rates,
            [
                Shown("what", "version", "", "text"),
                Shown("label", "card", "", "text"),
                GAMES,
                *(
                    Shown(f"{name}_{side}", f"{name}, {said}",
                          "share of games, with its 95 % interval (Wilson; the change: paired)",
                          "change" if side == "change" else "estimate")
                    for name in ("drafted", "played")
                    for side, said in (
                        ("current", page.run.current), ("version", "this version"),
                        ("change", "change"),
                    )
                ),
            ],
        )


def _groups(run: Run) -> dict[str, tuple[str, str]]:
    """The groups of `compare.effects` in the order of the page: heading and text."""
    months = run.words.months
    first = months[1] if len(months) > 1 else "the first round"
    order = run.column("order").head if run.declares("order") else ""
    return {
        "holders": (
            "For those who hold the changed card",
            "The same seats in both versions, by whether they draft the card: in both (keeps it), "
            f"under {run.the_current} alone (loses it), in the version alone (gains it), or never, "
            "at a table where somebody holds it or where nobody does. Each times its share of all "
            "seats, they add up to the change for all.",
        ),
        "strategy": ("For each strategy", "A strategy with several seats counts once a game."),
        "order": (
            f"By {order}", f"Place in {first}'s {order}; the first is the starting player.",
        ),
    }


def _effect_blocks(
    page: Findings, group: str, frame: pl.DataFrame, heading: str, text: str
) -> list[Block]:
    import polars as pl

    blocks: list[Block] = []
    units = {"wins": "wins in 100 games", "score": page.run.words.score[1]}
    for metric, unit in units.items():
        rows = frame.filter(pl.col("metric") == metric)
        constructed = rows.filter(pl.col("verdict") == BY_CONSTRUCTION)
        if constructed.height:
            rows = rows.filter(pl.col("verdict").ne_missing(BY_CONSTRUCTION))
            who = words.listed(constructed["label"].unique(maintain_order=True).to_list())
            fair = words.number(100 / page.run.players)
            blocks.append(note(
                f"Where {who} holds every seat, its wins are {fair} in 100 by construction: they "
                "have no interval and no test."
            ))
        if not rows.height:
            continue
        first = metric == "wins" and group in ("holders", "strategy")
        points = main_strata(rows) if group == "holders" else rows
        pictured = first and points.height <= MOST_POINTS
        if pictured:
            blocks.append(_effect_chart(page, points, heading, unit))
        digits = 2 if metric == "score" else 1
        family = (
            f"One family of {int((rows['games'] > 0).sum())} tests: {words.PROMISE} A change "
            f"matters from {words.smallest(page.run, metric)} on"
        )
        # A strategy feels a card only as often as somebody holds it.
        least = float(rows["smallest"].to_numpy().min())
        scaled = least < page.run.words.smallest[metric]
        family += f", here {least:.2g} on, as few seats hold the card." if scaled else "."
        blocks.append(
            table(
                "" if pictured else f"{heading}: {unit}",
                f"{text} {family}",
                rows.with_columns(pl.col("verdict").fill_null("nobody to compare")),
                [
                    Shown("what", "version", f"what differs from {page.run.the_current}",
                           "text"),
                    Shown("label", "card" if group == "holders" else "for", "", "text"),
                    *(
                        [Shown("stratum", "who", "principal stratum", "text"),
                         Shown("share", "of 100 seats", "share of all seats, with its interval",
                               "estimate")]
                        if group == "holders" else ()
                    ),
                    Shown("change", "change", "mean paired difference, with its 95 % "
                           "interval", "change", digits, low="low", high="high"),
                    Shown("verdict", "verdict", "from the intervals that hold together for all "
                           "rows of this table", "verdict"),
                    Shown("change", "all rows together", "mean paired difference, with its "
                           "interval simultaneous over this table", "change", digits,
                           low="all_low", high="all_high"),
                    Shown("current", page.run.current, "mean in the baseline, with its 95 % "
                           "interval", "estimate"),
                    Shown("version", "this version", "mean in this arm, with its 95 % "
                           "interval", "estimate"),
                    GAMES,
                    Shown("differ", "games that differ", "games in which this number is not "
                           "the same in both; when none does, at most 3/n of games would",
                           "differ"),
                    Shown("reduction", "worth of a game", "variance reduction: Var(unpaired) "
                           "/ Var(paired), how many games one game with the same shuffles and "
                           "dice is worth", "times"),
                ],
                collapsed=not first,
            )
        )
    return blocks


def _effect_chart(page: Findings, rows: pl.DataFrame, heading: str, unit: str) -> Block:
    single = len(page.run.arms) == 2
    people = rows["label"].n_unique() > 1
    strata = "stratum" in rows.columns and rows["stratum"].n_unique() > 1
    found = []
    for row in rows.iter_rows(named=True):
        if row["games"] == 0:
            continue
        parts = [] if single else [_value_words(page.run, row["arm"])]
        if people or single:
            parts.append(row["label"])
        if strata:
            parts.append(row["stratum"])
        found.append(
            point(
                words.typeset(", ".join(parts)), row["change"], row["low"], row["high"],
                state(row["verdict"]), sign=True, within=CHANGE_OF_SHARE,
            )
        )
    if not found:
        return note(
            f"Nobody drafts the card, neither under {page.run.the_current} nor in a version: "
            "nobody holds it."
        )
    caption = f"{heading}: change in {unit}, with 95 % intervals."
    return chart(
        page.charts.drawn(intervals(caption, found, 0.0, "no change")),
        f"Change in {unit}, with 95 % intervals.", heading=f"{heading}: {unit}",
        entries=STATES,
    )


def _value_words(run: Run, arm: int) -> str:
    """A version in few words, for a chart: what it sets, without the old value."""
    changes = run.arms[arm].changes
    if len(changes) != 1:
        return run.arms[arm].label
    kind, *names = changes[0].key.split(".")
    cards = {change.card for one in run.arms for change in one.changes}
    if kind == "card" and len(cards - {None}) == 1:
        names = names[1:]
    elif kind == "seat":
        names = [kind, *names]
    return f"{' '.join(names)} {changes[0].new}"
