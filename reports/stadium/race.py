"""The race to the last block: endings, closeness, and blocks by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import polars as pl

from eoc_sim.analysis.stadium import race, spans
from eoc_sim.analysis.stadium.shape import ENDINGS
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.blocks import chart as chart_block
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.sections import closeness as closeness_section
from eoc_sim.reports.style import Lines
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal

WORDS = {
    "cap": "games per 100 stopped at the round limit",
    "by_winner": "games with a last block, per 100, in which the winner placed it",
    "tied": "games per 100 tied on points",
    "by_half": "games per 100 won by an owner who took the lead for good by the halfway point",
    "never_led": "games per 100 won by an owner who never led alone",
}
LINES = {race.WINNERS: "the winner", race.OTHERS: "the others, on average"}
MEAN = "mean over the games that reach these rounds, with its 95 % t interval"


def section(page: Findings) -> Section | None:
    """Make the shared section with Stadium's measures, and blocks by round."""
    shared_section = closeness_section.section(page, race.closeness, WORDS)
    if shared_section is None:
        return None
    return replace(
        shared_section,
        heading="The race, and how close it is",
        text="A game ends with the round in which an owner places their last block, or at the "
        f"round limit.{page.under}",
        blocks=chain(shared_section.blocks, _blocks(page)),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    blocks = race.blocks_by_round(page.run).with_columns(
        pl.col("span")
        .replace_strict(dict(enumerate(spans.NAMES)), return_dtype=pl.String)
        .alias("label")
    )
    lines = Lines(list(LINES.values()))
    curves = [
        (
            name,
            lines[name],
            [
                None
                if row[f"{column}_low"] is None
                else (row[column], row[f"{column}_low"], row[f"{column}_high"])
                for row in blocks.iter_rows(named=True)
            ],
        )
        for column, name in LINES.items()
    ]
    numbers = table(
        "Blocks by round: numbers",
        "Later rounds cover only the games that reach them: the slow ones.",
        blocks,
        [
            Shown("label", "round", "", "text"),
            GAMES,
            Shown(
                "reached",
                "games per 100 that reach it",
                "share of games, with its 95 % Wilson interval",
                "estimate",
            ),
            Shown("placed", "blocks placed in a round", f"by all owners: {MEAN}", "estimate", 2),
            Shown(
                race.WINNERS,
                "blocks of the winner",
                f"by the end of the round: {MEAN}",
                "estimate",
                2,
            ),
            Shown(
                race.OTHERS,
                "blocks of each other owner",
                f"by the end of the round: {MEAN}",
                "estimate",
                2,
            ),
        ],
    )
    yield chart_block(
        page.charts.draw(rounds("Blocks by round", blocks["label"].to_list(), curves, "blocks")),
        "Blocks that owners have by the end of each round: the mean over the games that reach it, "
        "not counting games with a shared win.",
        heading="Blocks by round",
        entries=[(lines[name].swatch, name) for name in LINES.values()],
        numbers=numbers,
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State how games end."""
    rows = {row["measure"]: row for row in race.closeness(page.run).iter_rows(named=True)}

    names = {measure.about: measure.name for measure in ENDINGS}
    findings = {
        names[finding.about]: finding for finding in page.headlines.shape if finding.about in names
    }

    def value(name: str) -> str:
        row = rows[name]
        low, high = row["low"], row["high"]
        if name in findings:
            low, high = findings[name].low, findings[name].high
        return f"{decimal(row['value'])} ({between(low, high)})"

    cap_row, cap = rows["cap"], page.run.record["baseline"]["rules"]["round_cap"]
    sentences = [f"On average games last {value('rounds')} rounds."]
    if cap_row["value"]:
        sentences.append(
            f"{value('cap')} of 100 games are stopped at the limit of {cap} rounds, before anyone "
            "places a last block."
        )
    if rows["by_winner"]["games"]:
        sentences.append(
            f"{value('by_winner')} of 100 games that end with a last block are won by the owner "
            "who places it."
        )
    return [Verdict("The race", tuple(sentences))]
