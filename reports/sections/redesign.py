"""What each version of a sweep changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eoc_sim.analysis import compare
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import STATES, Block, Section, Shown, chart, note, table
from eoc_sim.reports.charts import Point
from eoc_sim.reports.findings import GAMES, Findings, interval_text, state

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
        "Every game was played under the current rules and again in each version, with the "
        "same shuffles and dice in both. What differs is the version's doing.", _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    for group, (heading, text) in _groups(page.run).items():
        frame = page.effects[group]
        if frame.height:
            yield from _effect_blocks(page, group, frame, heading, text)
    rates = compare.card_rates(page.run)
    if rates.height:
        yield table(
            "How often the changed card is drafted and played",
            "In 100 games, with the same shuffles and dice in both. Descriptive: no "
            "verdicts are drawn from this table.",
            rates,
            [
                Shown("sentence", "version", "", "text"),
                Shown("label", "card", "", "text"),
                GAMES,
                *(
                    Shown(f"{name}_{side}", f"{name}, {said}",
                          "share of games, with its 95 % interval (Wilson; the change: paired)",
                          "change" if side == "change" else "estimate")
                    for name in ("drafted", "played")
                    for side, said in (
                        ("current", "current rules"), ("version", "this version"),
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
        "owners": (
            "For the owners of the changed card",
            "The seats that drafted the card under the current rules, followed in both "
            "versions. Whoever drafts it in the version may be somebody else.",
        ),
        "strategy": ("For each strategy", "A strategy with several seats counts once a game."),
        "order": (
            f"By {order}", f"Place in {first}'s {order}; the first is the starting player.",
        ),
        "others": (
            "For the other seats of the owners' games",
            "What the owners win, the others lose, and the other way round.",
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
        first = metric == "wins" and group in ("owners", "strategy")
        pictured = first and rows.height <= MOST_POINTS
        if pictured:
            blocks.append(_effect_chart(page, rows, heading, unit))
        digits = 2 if metric == "score" else 1
        family = (
            f"One family of {rows.height} tests: at most 5 in 100 of the changes found in "
            f"this table are false alarms. A change matters from "
            f"{words.smallest(page.run, metric)} on."
        )
        blocks.append(
            table(
                "" if pictured else f"{heading}: {unit}",
                f"{text} {family}",
                rows.with_columns(rows["verdict"].fill_null("nobody to compare")),
                [
                    Shown("sentence", "version", "what differs from the current rules",
                           "text"),
                    Shown("label", "card" if group in ("owners", "others") else "for", "",
                           "text"),
                    Shown("change", "change", "mean paired difference, with its 95 % "
                           "interval", "change", digits, low="low", high="high"),
                    Shown("verdict", "verdict", "from simultaneous intervals and "
                           "Benjamini-Hochberg q-values over this table", "verdict"),
                    Shown("current", "current rules", "mean in the baseline, with its 95 % "
                           "interval", "estimate"),
                    Shown("version", "this version", "mean in this arm, with its 95 % "
                           "interval", "estimate"),
                    GAMES,
                    Shown("differ", "games that differ", "games in which this number is not "
                           "the same in both; when none does, at most 3/n of games would",
                           "differ"),
                    Shown("q", "false alarms", "q-value: share of false alarms among "
                           "findings this strong", "share"),
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
    found = []
    for row in rows.iter_rows(named=True):
        if row["games"] == 0:
            continue
        parts = [] if single else [_value_words(page.run, row["arm"])]
        if people or single:
            parts.append(row["label"])
        found.append(
            Point(
                words.typeset(", ".join(parts)), row["change"], row["low"], row["high"],
                interval_text(row["change"], row["low"], row["high"], sign=True),
                state(row["verdict"]),
            )
        )
    if not found:
        return note("Nobody drafted the card under the current rules: it has no owners.")
    caption = f"{heading}: change in {unit}, with 95 % intervals."
    return chart(
        page.charts.intervals(caption, found, 0.0, "no change"),
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
