"""The Epic league: first half against second, and winter tokens by worth."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.card_order import by_distance
from eoc_sim.analysis.eleven import winter
from eoc_sim.analysis.eleven.layer import is_epic, is_season
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, note, table
from eoc_sim.reports.by_round import lines_block
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.eleven.club_holdings import JOINT, LIKE_FOR_LIKE_WORDS, OBSERVATION_NOTE
from eoc_sim.reports.eleven.results import MEAN, SHARE
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.verdict import Verdict

HEADING = "The two halves of Epic"
HALVES = ("weeks 1 to 5", "weeks 6 to 10")


def section(page: Findings) -> Section | None:
    """Show both halves and the winter tokens of an Epic league."""
    if not is_epic(page.run):
        return None
    about_break = (
        "Its Winter Break after week 5 lowers levels, opens the market and gives each manager "
        "three winter tokens. They are taken in the order of the table, which is reversed in the "
        "second round."
        if is_season(page.run)
        else "Without a season there is no Winter Break; here the Break is the end of week 5."
    )
    return Section(
        "epic",
        HEADING,
        f"Epic has ten weeks against three decks of clubs. {about_break}{page.under}",
        _blocks(page),
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State how much the first half of an Epic league decides."""
    if not is_epic(page.run):
        return []
    shares = winter.measure_winter(page.run)
    if "leader_wins" not in shares:
        return []
    share, low, high = shares["leader_wins"]
    return [
        Verdict(
            HEADING,
            (
                f"A manager who alone has the most points at the Break wins "
                f"{words.decimal(share)} of 100 games ({words.between(low, high)}); fair is "
                f"{words.number(100 * (page.run.fair or 0))}.",
            ),
            section="epic",
        )
    ]


def _blocks(page: Findings) -> Iterator[Block]:
    frame = winter.by_strategy(page.run)
    heading = "Points in each half"
    groups = {
        row["label"]: [
            (row[half], row[f"{half}_low"], row[f"{half}_high"])
            if row[f"{half}_low"] is not None
            else None
            for half in winter.HALVES
        ]
        for row in frame.iter_rows(named=True)
    }
    yield lines_block(
        page.charts,
        heading,
        "League points in each five-week half of the season, by strategy; the clubs of the second "
        "half are stronger. Means over games, with 95 % intervals.",
        ("half", HALVES),
        groups,
        page.lines,
        "points",
        MEAN,
    )
    yield table(
        "The Break and the end",
        "Positions in the table of managers and twelve clubs.",
        frame,
        [
            Shown("label", "strategy", "", "text"),
            GAMES,
            Shown("at_break", "position at the Break", MEAN, "estimate"),
            Shown("at_end", "at the end", MEAN, "estimate"),
            Shown("last", "12th or worse", f"of 100 seasons: {MEAN}", "estimate"),
        ],
    )
    shares = winter.measure_winter(page.run)
    if "same_rank" in shares:
        share, low, high = shares["same_rank"]
        yield note(
            f"{words.decimal(share)} of 100 managers ({words.between(low, high)}) have the "
            "same rank by points at the end as at the Break, counting only managers."
        )
    if is_season(page.run) and page.run.has(page.run.declaration.tables[winter.TOKENS], 0):
        yield from _tokens(page)


def _tokens(page: Findings) -> Iterator[Block]:
    frame = by_distance(page.result_of(winter.tokens), JOINT)
    complete = frame.drop_nulls([JOINT.name, JOINT.low, JOINT.high])
    heading = "Wins by winter token, like for like"
    if complete.is_empty():
        return
    points = [
        point(row["label"], row[JOINT.name], row[JOINT.low], row[JOINT.high], "ink", sign=True)
        for row in complete.iter_rows(named=True)
    ]
    unit = page.run.words.score[1]
    yield chart(
        page.charts.draw(intervals(heading, points, 0.0, "a different one")),
        "Extra wins in 100, compared with managers who took a different one; 95 % intervals that "
        f"hold jointly for all kinds. {OBSERVATION_NOTE}",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                Shown("label", "winter token", "", "text"),
                Shown("drafted", "taken in 100 games", SHARE, "estimate"),
                Shown("drafted_month", "round", f"in which it was taken: {MEAN}", "estimate"),
                Shown(
                    JOINT.name,
                    "like for like",
                    LIKE_FOR_LIKE_WORDS.replace("week", "round"),
                    "change",
                    low=JOINT.low,
                    high=JOINT.high,
                ),
                Shown("drafted_wins", "wins in 100", f"of its manager: {SHARE}", "estimate"),
                Shown(
                    "drafted_ahead",
                    f"{unit} ahead",
                    f"{unit} of its manager, minus the mean of the others: {MEAN}",
                    "change",
                ),
            ],
        ),
    )
