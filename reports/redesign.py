"""The sections of a sweep's report: what each version changes, and values against gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis import compare
from eoc_sim.analysis.stats import SMALLEST_STARS, SMALLEST_WINS
from eoc_sim.analysis.tables import Missing, Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import STATES, Block, Column, Section, chart, note, table
from eoc_sim.reports.charts import Point
from eoc_sim.reports.findings import GAMES, Findings, attempt, interval_text, state

if TYPE_CHECKING:
    import polars as pl

MOST_POINTS = 40
"""Rows of an interval chart; more are in the table alone."""


def redesign_section(page: Findings) -> Section | None:
    """What each version changes; None for a run of the current rules alone."""
    if not page.sweep:
        return None
    section = Section(
        "redesign", "What each version changes",
        "Every game was played under the current rules and again in each version, with the "
        "same shuffles and dice in both. What differs is the version's doing.",
    )
    if isinstance(page.effects, Missing):
        return section.with_blocks([note(str(page.effects))])
    names = {
        "owners": (
            "For the owners of the changed card",
            "The seats that drafted the card under the current rules, followed in both "
            "versions. Whoever drafts it in the version may be somebody else.",
        ),
        "strategy": ("For each strategy", "A strategy with several seats counts once a game."),
        "order": (
            "By turn order",
            "Place in March's turn order; the first is the starting player.",
        ),
        "others": (
            "For the other seats of the owners' games",
            "What the owners win, the others lose, and the other way round.",
        ),
    }
    blocks: list[Block] = []
    for group, (heading, text) in names.items():
        frame = page.effects[group]
        if frame.height:
            blocks += _effect_blocks(page, group, frame, heading, text)
    if not page.effects["owners"].height and any(
        compare.changed_cards(page.run, arm) for arm in page.run.arms[1:]
    ):
        blocks.append(note(str(attempt(lambda: page.run.require("cards")))))
    rates = attempt(lambda: compare.card_rates(page.run))
    if not isinstance(rates, Missing) and rates.height:
        blocks.append(
            table(
                "How often the changed card is drafted and played",
                "In 100 games, with the same shuffles and dice in both. Descriptive: no "
                "verdicts are drawn from this table.",
                rates,
                [
                    Column("sentence", "version", "", "text"),
                    Column("label", "card", "", "text"),
                    GAMES,
                    *(
                        Column(f"{name}_{side}", f"{name}, {said}",
                               "share of games, with its 95 % interval (Wilson; the change: "
                               "paired)", "change" if side == "change" else "estimate")
                        for name in ("drafted", "played")
                        for side, said in (
                            ("current", "current rules"), ("version", "this version"),
                            ("change", "change"),
                        )
                    ),
                ],
            )
        )
    return section.with_blocks(blocks)


def _effect_blocks(page: Findings, group: str, frame: pl.DataFrame, heading: str, text: str
) -> list[Block]:
    import polars as pl

    blocks: list[Block] = []
    units = {"wins": ("wins in 100 games", SMALLEST_WINS), "stars": ("stars", SMALLEST_STARS)}
    for metric, (unit, smallest) in units.items():
        rows = frame.filter(pl.col("metric") == metric)
        first = metric == "wins" and group in ("owners", "strategy")
        pictured = first and rows.height <= MOST_POINTS
        if pictured:
            blocks.append(_effect_chart(page, rows, heading, unit))
        digits = 2 if metric == "stars" else 1
        family = (
            f"One family of {rows.height} tests: at most 5 in 100 of the changes found in "
            f"this table are false alarms. A change matters from {words.number(smallest)} "
            f"{'win in 100' if metric == 'wins' else 'stars'} on."
        )
        blocks.append(
            table(
                "" if pictured else f"{heading}: {unit}",
                f"{text} {family}",
                rows.with_columns(rows["verdict"].fill_null("nobody to compare")),
                [
                    Column("sentence", "version", "what differs from the current rules",
                           "text"),
                    Column("label", "card" if group in ("owners", "others") else "for", "",
                           "text"),
                    Column("change", "change", "mean paired difference, with its 95 % "
                           "interval", "change", digits, low="low", high="high"),
                    Column("verdict", "verdict", "from simultaneous intervals and "
                           "Benjamini-Hochberg q-values over this table", "verdict"),
                    Column("current", "current rules", "mean in the baseline, with its 95 % "
                           "interval", "estimate"),
                    Column("version", "this version", "mean in this arm, with its 95 % "
                           "interval", "estimate"),
                    GAMES,
                    Column("differ", "games that differ", "games in which this number is not "
                           "the same in both; when none does, at most 3/n of games would",
                           "differ"),
                    Column("q", "false alarms", "q-value: share of false alarms among "
                           "findings this strong", "share"),
                    Column("reduction", "worth of a game", "variance reduction: Var(unpaired) "
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


def ranges_section(page: Findings) -> Section | None:
    """Values against gains; None unless a number took several values."""
    if not page.sweep or isinstance(page.effects, Missing):
        return None
    found = compare.number_ranges(page.run, page.effects)
    if not found:
        return None
    blocks: list[Block] = []
    for key, frame in found.items():
        blocks += _range_blocks(page, key, frame)
    return Section(
        "ranges", "Value against gain",
        "What each value of a number gains over the current one, and which values cannot be "
        "told from the current value and from fair.", blocks,
    )


def _range_blocks(page: Findings, key: str, frame: pl.DataFrame) -> list[Block]:
    labels = frame["label"].unique(maintain_order=True).to_list()
    lines = [
        [
            (row["value"], row["change"], row["low"], row["high"])
            for row in frame.filter(frame["label"] == label).iter_rows(named=True)
        ]
        for label in labels
    ]
    name = _key_words(page.run, key)
    caption = f"{name}: change in wins in 100 games against the current value."
    like_current = _values_where(frame, "like_current")
    like_fair = _values_where(frame, "like_fair")
    owners = key.startswith("card.")
    who = "the owners' wins" if owners else "every strategy's wins"
    sentences = [
        f"Cannot be told from the current value: {_values_text(like_current)}.",
    ]
    if page.run.fair is not None:
        fair = words.number(100 * page.run.fair)
        sentences.append(
            f"At which {who} cannot be told from fair ({fair} in 100): "
            f"{_values_text(like_fair)}." + (
                " Who drafts a card is not chance, so the owners' wins say how the card and "
                "its owners do together; the gain says what the value does." if owners else ""
            )
        )
    band = (min(like_current), max(like_current)) if like_current else None
    said = "; ".join(
        f"{row['label']} at {row['value']:g}: "
        + interval_text(row["change"], row["low"], row["high"], sign=True)
        for row in frame.iter_rows(named=True)
    )
    picture = page.charts.range_of_values(caption, said, lines, band, "wins in 100")
    return [
        chart(
            picture, f"{caption} {' '.join(sentences)} Shaded: values that cannot be told "
            "from the current one.", heading=name,
            entries=[(f"line-{place % 6 + 1}", label) for place, label in enumerate(labels)]
            if len(labels) > 1 else (),
        ),
        table(
            f"{name}: every value",
            "The current value gains 0 over itself by definition. Intervals stand each "
            "by itself; the verdicts are in the tables above.",
            _without_own_interval(frame),
            [
                Column("value", "value", "", "number"),
                Column("label", "for", "", "text"),
                GAMES,
                Column("change", "gain in wins in 100", "mean paired difference to the "
                       "current value, with its 95 % interval", "change", low="low",
                       high="high"),
                Column("wins", "wins in 100", "win share at this value, with its 95 % Wilson "
                       "interval", "estimate"),
            ],
            collapsed=True,
        ),
    ]



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


def _key_words(run: Run, key: str) -> str:
    """A key in words, from a sentence that changes it: "038 Analytics Nerd, stars"."""
    for arm in run.arms[1:]:
        if len(arm.changes) == 1 and arm.changes[0].key == key:
            change = arm.changes[0]
            sentence = words.version_words(change.sentence)
            return sentence.removesuffix(f" {change.old} -> {change.new}").removesuffix(",")
    return key


def _without_own_interval(frame: pl.DataFrame) -> pl.DataFrame:
    """The current value's gain over itself is 0 by definition: it has no interval."""
    import polars as pl

    return frame.with_columns(
        pl.when(pl.col("current")).then(None).otherwise(pl.col(end)).alias(end)
        for end in ("low", "high")
    )


def _values_where(frame: pl.DataFrame, column: str) -> list[float]:
    """The values at which ``column`` holds for every group."""
    import polars as pl

    held = frame.group_by("value").agg(pl.col(column).all()).sort("value")
    return held.filter(pl.col(column))["value"].to_list()


def _values_text(values: Sequence[float]) -> str:
    return words.listed(f"{value:g}" for value in values) if values else "none of the values"
