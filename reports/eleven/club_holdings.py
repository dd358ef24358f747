"""Cards, staff, sponsors, tokens and directors: prices and results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import polars as pl

from eoc_sim.analysis.card_order import LIKE_FOR_LIKE, MeasuredColumn, by_distance, keep_precise
from eoc_sim.analysis.eleven import club_holdings
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.analysis.eleven.worth import has_worth
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, note, table
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.commands import worth_of_components
from eoc_sim.reports.deck_scatter import deck_scatter
from eoc_sim.reports.eleven.results import MEAN, SHARE, rest_in_table
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.strong_and_weak import row_findings, strong_and_weak
from eoc_sim.reports.verdict import Verdict

JOINT = MeasuredColumn(
    LIKE_FOR_LIKE.name,
    f"{LIKE_FOR_LIKE.name}_all_low",
    f"{LIKE_FOR_LIKE.name}_all_high",
    True,
    False,
)
"""Like-for-like wins, with intervals that hold jointly."""
OBSERVATION_NOTE = "These are not effects: a strong strategy makes what it likes look strong."
LIKE_FOR_LIKE_WORDS = (
    "extra wins in 100, compared with managers of the same strategy and place in turn order who "
    "got a different one in the same week; with a 95 % t interval that holds jointly for all "
    "things of a kind (Bonferroni)"
)
ORDER_NOTE = "Rows that most clearly differ from the others come first."
MAX_IDLE_GAMES = 2.0
"""Things taken in at most this many games in 100 are idle."""
WORDS = {
    "staff": ("staff card", "taken on"),
    "tokens": ("token", "built"),
    "sponsors": ("sponsor", "signed"),
    "directors": ("director", "drafted"),
}
"""Words for a thing of each deck, and for getting one."""
RANKED_DECKS = {club_holdings.CARDS: "card", **{deck: noun for deck, (noun, _) in WORDS.items()}}
"""Nouns of decks whose strongest and weakest things the first screen names."""
READERS = {deck: partial(club_holdings.table_of, deck=deck) for deck in RANKED_DECKS}
"""The reader of each deck's table."""
OPEN_DECKS = ("staff", "tokens")
"""Decks whose chart is not folded."""
PRICED_DECKS = ("staff", "tokens", club_holdings.CARDS)
MAX_DRAWN = 10
"""The maximum number of things of a kind in the picture."""
FACE_WORDS = {
    "kind": "kind",
    "position": "position",
    "side": "side",
    "strength": "strength",
    "trained": "trained strength",
    "tag": "tag",
    "colour": "colour",
    "cash": "cash",
    "weekly": "money per week",
    "bonus": "bonus",
    "vp": "VP",
    "effect": "what it does",
}
NUMBERS = ("strength", "trained", "cash", "weekly", "vp")


def cards_section(page: Findings) -> Section | None:
    """Show the cards' prices against worth; None under the league layer."""
    if not is_season(page.run):
        return None
    return Section(
        "cards",
        "The cards",
        "Managers hire cards from those on offer; each manager is dealt one veteran and one "
        "youngster. A card is compared like for like with all the cards that managers with the "
        "same strategy and the same place in turn order got in the same week. "
        f"{OBSERVATION_NOTE}{page.under}",
        _cards(page),
    )


def section(page: Findings) -> Section | None:
    """Show staff, sponsors, tokens and directors; None under the league layer."""
    if not is_season(page.run):
        return None
    return Section(
        "clubs",
        "Staff, sponsors, tokens and directors",
        "This section shows the wins of managers who have one of these, like for like: compared "
        "with managers of the same strategy and place in turn order who got a different one of "
        f"the same kind in the same week. {OBSERVATION_NOTE}{page.under}",
        _holdings(page),
    )


def _cards(page: Findings) -> Iterator[Block]:
    cards = page.result_of(club_holdings.card_table)
    unit = page.run.words.score[1]
    yield from deck_scatter(
        page,
        cards.filter(pl.col("face_price") > 0),
        LIKE_FOR_LIKE,
        ("face_price", "price, money"),
        "wins in 100",
        "Price of cards, and the wins of their managers",
        "The vertical axis shows the extra wins in 100 of the card's manager, like for like.",
    )
    for group in club_holdings.GROUPS:
        if club_holdings.by_group(page.run, group).height > 1:
            yield _group(page, group)
    yield fold(
        table(
            "Every card",
            f"{ORDER_NOTE} {_never_taken(cards, 'owned by nobody')}",
            page.with_intervals(
                by_distance(cards, LIKE_FOR_LIKE),
                "drafted_wins",
                # Every veteran comes from the deal; a youngster may also be hired.
                lambda row: ("dealt", "veteran", row["label"]),
            ),
            [
                *_columns("card", club_holdings.CARDS),
                Shown("drafted", "held in 100 games", SHARE, "estimate"),
                Shown(
                    "drafted_month",
                    "week",
                    f"the week in which it arrived (0 if dealt): {MEAN}",
                    "estimate",
                ),
                Shown("matches", "matches", f"per stay: {MEAN}", "estimate"),
                Shown("goals", "goals", f"per stay: {MEAN}", "estimate", 2),
                *_results(unit),
            ],
        )
    )


def _group(page: Findings, group: str) -> Block:
    """Chart wins by a property of the cards hired."""
    frame = club_holdings.by_group(page.run, group)
    unit = page.run.words.score[1]
    heading = f"Wins by {FACE_WORDS[group]} of cards hired"
    fair = 100 * (page.run.fair or 0)
    points = [
        point(str(row[group]), row["wins"], row["wins_low"], row["wins_high"], "ink")
        for row in frame.iter_rows(named=True)
    ]
    block = chart(
        page.charts.draw(intervals(heading, points, fair, f"fair {words.number(fair)}")),
        "Wins in 100 for managers who hired such a card. Each 95 % interval holds on its own. "
        "Cards are classed by what their untrained side shows. "
        f"{OBSERVATION_NOTE}",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame.with_columns(pl.col(group).cast(pl.String).alias("label")),
            [
                Shown("label", FACE_WORDS[group], "", "text"),
                Shown("games", "games", "games with such a card", "count"),
                Shown("wins", "wins in 100", MEAN, "estimate"),
                Shown(
                    "ahead",
                    f"{unit} ahead",
                    f"{unit} of these managers, minus the mean of the others: {MEAN}",
                    "change",
                ),
                Shown("price", "price paid", MEAN, "estimate"),
                Shown("matches", "matches", f"per stay: {MEAN}", "estimate"),
                Shown("goals", "goals", f"per stay: {MEAN}", "estimate", 2),
            ],
        ),
    )
    return fold(block) if group == "tag" else block


def _holdings(page: Findings) -> Iterator[Block]:
    unit = page.run.words.score[1]
    for deck, (noun, verb) in WORDS.items():
        frame = by_distance(page.result_of(READERS[deck]), JOINT)
        complete = frame.drop_nulls([JOINT.name, JOINT.low, JOINT.high])
        if complete.is_empty():
            continue
        heading = f"Wins by {noun}, like for like"
        points = [
            point(
                row["label"],
                row[JOINT.name],
                row[JOINT.low],
                row[JOINT.high],
                "ink",
                sign=True,
            )
            for row in complete.head(MAX_DRAWN).iter_rows(named=True)
        ]
        undrawn_rows = complete.height - len(points)
        idle = club_holdings.idle_things(frame, MAX_IDLE_GAMES)
        block = chart(
            page.charts.draw(intervals(heading, points, 0.0, "a different one")),
            "Extra wins in 100, compared with managers who got a different one; 95 % intervals "
            "that hold jointly for all things of a kind. "
            f"{rest_in_table(undrawn_rows)}"
            f"Rarely {verb}, with the whole interval at or below {words.number(MAX_IDLE_GAMES)} "
            f"of 100 games: {words.join_words(idle) if idle else 'none'}.",
            heading=heading,
            numbers=table(
                f"{heading}: numbers",
                f"{ORDER_NOTE} {_never_taken(frame, f'{verb} by nobody')}",
                frame,
                [
                    *_columns(noun, deck),
                    Shown("drafted", f"{verb} in 100 games", SHARE, "estimate"),
                    Shown(
                        "drafted_month", "week", f"the week in which it arrived: {MEAN}", "estimate"
                    ),
                    *_results(unit),
                ],
            ),
        )
        yield block if deck in OPEN_DECKS else fold(block)
    yield note(
        "eoc-sim cards measures the effects of these things, with twins in which one of them is "
        "switched off."
    )


def component_verdicts(page: Findings) -> list[Verdict]:
    """Name the things whose managers win most and least."""
    if not is_season(page.run):
        return []
    smallest = page.run.words.smallest["wins"]
    findings, idle = [], 0
    tables = page.run.declaration.tables
    decks = [deck for deck in RANKED_DECKS if page.run.has(tables[deck])]
    if not decks:
        page.run.require(tables[club_holdings.CARDS])
    for deck in decks:
        noun, frame = RANKED_DECKS[deck], page.result_of(READERS[deck])
        idle += len(club_holdings.idle_things(frame, MAX_IDLE_GAMES)) if deck in WORDS else 0
        precise = row_findings(keep_precise(frame, JOINT), JOINT, smallest)
        findings += [
            replace(component_estimate, name=f"{noun} {component_estimate.name}")
            for component_estimate in precise
        ]
    if not findings:
        return []
    line, _ = strong_and_weak(
        findings, "wins in 100 for its managers", "others of its kind", nouns=True
    )
    meaning = f"held in at most {words.number(MAX_IDLE_GAMES)} of 100 games"
    idle_count = {0: "None is certainly", 1: "1 is certainly"}.get(idle, f"{idle} are certainly")
    return [
        Verdict(
            "Cards, staff, sponsors, tokens and directors",
            (f"{line} {idle_count} idle ({meaning}).",),
            steps=() if has_worth(page.run) else (worth_of_components(page.run),),
            section="clubs",
        )
    ]


def _columns(noun: str, deck: str) -> list[Shown]:
    return [
        Shown("label", noun, "", "text"),
        *(
            [Shown("face_price", "price", "in the sheets", "number")]
            if deck in PRICED_DECKS
            else []
        ),
        *(
            Shown(name, FACE_WORDS[name], "", "number" if name in NUMBERS else "text")
            for name in club_holdings.FACE_COLUMNS[deck]
        ),
    ]


def _results(unit: str) -> list[Shown]:
    return [
        Shown(
            JOINT.name,
            "like for like",
            LIKE_FOR_LIKE_WORDS,
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
    ]


def _never_taken(frame: pl.DataFrame, description: str) -> str:
    names = frame.filter(pl.col("drafted_games") == 0)["label"].to_list()
    return (
        f"{words.sentence_start(description)} in these games: {words.join_words(names)}."
        if names
        else ""
    )
