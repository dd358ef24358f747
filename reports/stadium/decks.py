"""Both decks: players' costs and gains, and each employee's effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from eoc_sim.analysis.card_order import LIKE_FOR_LIKE, MeasuredColumn, by_distance, keep_precise
from eoc_sim.analysis.stadium import decks
from eoc_sim.reports import commands, words
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.deck_scatter import deck_scatter
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.standing_questions import numbers_by_name
from eoc_sim.reports.strong_and_weak import row_findings, strong_and_weak
from eoc_sim.reports.verdict import Verdict

AHEAD = MeasuredColumn("drafted_ahead", "drafted_ahead_low", "drafted_ahead_high", False, False)
"""Points by which a player's owner is ahead of the others."""
DRAWN_WINS = MeasuredColumn(
    LIKE_FOR_LIKE.name,
    f"{LIKE_FOR_LIKE.name}_all_low",
    f"{LIKE_FOR_LIKE.name}_all_high",
    True,
    True,
)
"""Like-for-like effects of employees, who are drawn by chance."""
STAY_NOTE = (
    "mean over the player's stays (stays in the same game are averaged first), with its 95 % t "
    "interval"
)
HIRE_NOTE = "mean over the games in which the employee was hired, with its 95 % t interval"
SHARE = "share of games, with its 95 % Wilson interval"


def section(page: Findings) -> Section:
    """Show the players, then the employees."""
    return Section(
        "cards",
        "The decks",
        "Owners choose players from those on offer, so numbers by player are observational. "
        "Employees are drawn by chance, so the wins of owners who draw an employee show the effect "
        "of the draw, whether or not the employee is hired. Hiring an employee is a choice. A card "
        "is compared like for like with all cards of its deck that owners with the same strategy "
        f"and the same place in turn order got in the same round.{page.under}",
        _blocks(page),
    )


def component_verdicts(page: Findings) -> list[Verdict]:
    """Name the employees whose draw raises or lowers wins the most."""
    smallest = page.run.words.smallest["wins"]
    rows = row_findings(
        keep_precise(page.result_of(decks.employee_table), DRAWN_WINS), DRAWN_WINS, smallest
    )
    if not rows:
        return []
    line, names = strong_and_weak(rows, "wins in 100 when drawn instead of another employee")
    numbers = numbers_by_name(page.run.dim("employees"))
    steps = tuple(
        commands.average(page.run, f"employee.{numbers[employee.name]}", employee.name)
        for employee in names[:1]
    )
    return [Verdict("Employees", (line,), steps=steps, section="cards")]


def _blocks(page: Findings) -> Iterator[Block]:
    unit = page.run.words.score[1]
    players = decks.player_table(page.run)
    yield from deck_scatter(
        page,
        players,
        AHEAD,
        ("face_price", "signing bonus, money"),
        f"{unit} ahead",
        f"The cost of players, and how far ahead their owners are in {unit}",
        f"The vertical axis shows the final {unit} of the player's owner, minus the mean of the "
        "others at the table. The lead is not an effect of the player: an owner who drafts may be "
        "ahead anyway.",
    )
    yield _players(page, players)
    employees = page.result_of(decks.employee_table).with_columns(
        pl.when(pl.col("drafted_games") > 0).then(pl.col("use_hired")).alias("hired")
    )
    yield from deck_scatter(
        page,
        employees,
        DRAWN_WINS,
        ("hired", "hired of 100 drawn"),
        "wins in 100",
        "How often employees are hired, and the effect of drawing them",
        "The vertical axis shows extra wins in 100, compared like for like with owners who drew "
        "another employee. Chance decides the draw, so the extra wins are an effect of it.",
    )
    yield _employees(page, employees)


def _players(page: Findings, cards: pl.DataFrame) -> Block:
    unit = page.run.words.score[1]
    return table(
        "Every player",
        f"Each row has a player's numbers over {words.games(page.run.games)}, regardless of "
        "whether the player was drafted or swapped in. The numbers are not effects. Players whose "
        f"owners most clearly differ from the mean in {unit} come first. "
        f"{_never_taken(cards, 'owned by no one')}",
        by_distance(cards, AHEAD),
        [
            Shown("label", "player", "", "text"),
            *_printed_columns(unit, "signing bonus, money"),
            Shown("drafted", "held in 100 games", SHARE, "estimate"),
            Shown(
                "drafted_month",
                "round",
                "mean round in which the player arrived, with its 95 % t interval",
                "estimate",
            ),
            Shown("stay_kept", "kept to the end, in 100", STAY_NOTE, "estimate"),
            Shown("stay_stay", "game times", STAY_NOTE, "estimate"),
            Shown(
                "stay_paid",
                "signing bonus paid",
                f"{STAY_NOTE}; no bonus is paid for a swap",
                "estimate",
            ),
            Shown("stay_salaries", "salaries paid", STAY_NOTE, "estimate"),
            Shown("stay_wins", "wins gained", STAY_NOTE, "estimate"),
            Shown("stay_entertainment", "entertainment gained", STAY_NOTE, "estimate"),
            Shown(
                "stay_points",
                f"{unit} counted",
                f"{STAY_NOTE}; counted at the end of the game",
                "estimate",
                2,
            ),
            Shown(
                "drafted_ahead",
                f"{unit} ahead",
                "the owner's final score minus the mean of the others, with its 95 % t interval",
                "change",
            ),
            _like_for_like(AHEAD, "took another player"),
            Shown("face_text", "what it does", "", "text"),
        ],
        collapsed=True,
    )


def _employees(page: Findings, cards: pl.DataFrame) -> Block:
    unit = page.run.words.score[1]
    return table(
        "Every employee",
        f"The numbers are from {words.games(page.run.games)}. The like-for-like number is "
        "the effect of drawing the employee, except for employees who return from the discard "
        "pile after being let go. "
        'The columns from "hired in round" onwards cover owners who chose to hire the employee. '
        "Employees whose effect most clearly differs from 0 come first. "
        f"{_never_taken(cards, 'drawn by no one')}",
        by_distance(cards, DRAWN_WINS),
        [
            Shown("label", "employee", "", "text"),
            *_printed_columns(unit, "cost, money"),
            Shown("drafted", "drawn in 100 games", SHARE, "estimate"),
            _like_for_like(DRAWN_WINS, "drew another employee"),
            Shown(
                "hired",
                "hired of 100 drawn",
                "mean over the games in which the employee was drawn, with its 95 % t interval",
                "estimate",
                low="use_hired_low",
                high="use_hired_high",
            ),
            Shown("use_round", "hired in round", HIRE_NOTE, "estimate"),
            Shown("use_stars", "times used", HIRE_NOTE, "estimate"),
            Shown(
                "use_gains",
                "tokens gained",
                f"gained from the star and at game time: {HIRE_NOTE}",
                "estimate",
            ),
            Shown("use_salaries", "salaries paid", HIRE_NOTE, "estimate"),
            Shown("use_kept", "kept to the end, in 100", HIRE_NOTE, "estimate"),
            Shown(
                "use_points",
                f"{unit} counted",
                f"counted at the end of the game: {HIRE_NOTE}",
                "estimate",
                2,
            ),
            Shown("face_text", "what it does", "", "text"),
        ],
        collapsed=True,
    )


def _printed_columns(unit: str, price: str) -> Sequence[Shown]:
    return (
        Shown("face_price", price, "on the card", "number"),
        Shown("salary", "salary", "on the card, money per round", "number"),
        Shown("printed_points", unit, "on the card", "number"),
    )


def _like_for_like(measure: MeasuredColumn, alternative: str) -> Shown:
    is_joint = measure.is_joint
    scope = (
        "that holds jointly for all cards (Bonferroni)"
        if is_joint
        else "that holds for this card alone"
    )
    return Shown(
        LIKE_FOR_LIKE.name,
        "like for like",
        "extra wins in 100 games, compared with owners who had the same strategy and place in "
        f"turn order but {alternative} in the same round; with a 95 % t interval {scope}",
        "change",
        low=measure.low if is_joint else LIKE_FOR_LIKE.low,
        high=measure.high if is_joint else LIKE_FOR_LIKE.high,
    )


def _never_taken(cards: pl.DataFrame, description: str) -> str:
    names: list[Any] = cards.filter(cards["drafted_games"] == 0)["label"].to_list()
    return (
        f"{words.sentence_start(description)} in these games: {words.join_words(names)}."
        if names
        else ""
    )
