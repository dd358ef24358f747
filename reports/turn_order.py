"""Turn order in plain words: the answer, mechanisms and shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.first_player import find_middle_round, has_last_round, last_round
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.words import (
    PROMISE,
    between,
    count,
    decimal,
    join_words,
    number,
    sentence_start,
)
from eoc_sim.simulator.runs.who_plays import read_questions

if TYPE_CHECKING:
    from eoc_sim.analysis.folders import Folder


JOINT_PLACES = "95 % intervals that hold jointly for the places of all line-ups"


def explain_single_changes(run: Run) -> str:
    """Explain versions that each change one mechanism."""
    return (
        f"Each mechanism was changed on its own, with {run.words.same_luck}; the effects need not "
        "add up."
    )


def p_value_words(p: float | None) -> str:
    """Format a p-value.

    >>> p_value_words(0.00001), p_value_words(0.034), p_value_words(None)
    ('p < 0.001', 'p = 0.034', 'p unknown')
    """
    if p is None:
        return "p unknown"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def answer(row: Mapping[str, Any]) -> str:
    """State in one sentence whether turn order matters.

    ``row`` comes from `first_player.turn_order_verdict`. Only its interval decides, so the sentence
    never contradicts it.
    """
    gap = (
        f"{decimal(row['gap'])} more games in 100 than the {row['behind']} "
        f"({between(row['low'], row['high'])})"
    )
    if row["verdict"] == CHANGES:
        return f"Turn order matters: the {row['ahead']} wins {gap}."
    return f"Turn order is not shown to matter. Largest gap: the {row['ahead']} wins {gap}."


def family_words(line_ups: int, versions: int) -> str:
    """State the families of verdicts for several line-ups; return "" for one.

    >>> print(family_words(5, 1))  # doctest: +ELLIPSIS
    All pairs of places of the 5 ... verdicts; the version with one mechanism off forms another: ...
    """
    if line_ups < 2:
        return ""
    parts = [f"all pairs of places of the {line_ups} line-ups form one family of verdicts"]
    if versions == 1:
        parts.append("the version with one mechanism off forms another")
    elif versions:
        parts.append(f"the {versions} versions with one mechanism off form another")
    return f"{sentence_start('; '.join(parts))}: {PROMISE}"


def order_line(order: pl.DataFrame) -> str:
    """List the wins of every place.

    For instance "first 22.1 (21.5 to 22.7), second ...".
    """
    return ", ".join(
        f"{row['label']} {decimal(row['wins'])} ({decimal(row['low'])} to {decimal(row['high'])})"
        for row in order.iter_rows(named=True)
    )


WORDS = {
    CHANGES: "the wins change",
    NO_CHANGE: NO_CHANGE,
    UNDECIDED: "no change shown",
}
"""Words for the verdicts on a version."""


def mechanism_lines(mechanisms: pl.DataFrame) -> list[str]:
    """Describe each version's effect, one line per version.

    The rows are those of `first_player.mechanisms`.
    """
    lines = []
    for _, rows in mechanisms.group_by(["arm"], maintain_order=True):
        row = rows.row(0, named=True)
        changes = ", ".join(
            f"{place['label']} {decimal(place['change'], sign=True)} "
            f"({decimal(place['low'], sign=True)} to {decimal(place['high'], sign=True)})"
            for place in rows.iter_rows(named=True)
        )
        lines.append(
            f"{row['what']} ({row['sentence']}): {WORDS[row['verdict']]}. "
            f"{sentence_start(changes)}. The largest gap is then "
            f"{decimal(row['gap'])} ({decimal(row['gap_low'])} to {decimal(row['gap_high'])})."
        )
    return lines


def run_lines(
    run: Run, frames: Mapping[str, pl.DataFrame], line_up: str, dependence_line: str = ""
) -> list[str]:
    """List all lines that a command prints about one run.

    ``dependence_line`` follows the answer. The line states whether the answer depends on who plays
    (`who_plays.turn_order_line`).
    """
    assert run.fair is not None
    order = frames["order"]
    question = frames["question"].row(0, named=True)
    lines = [
        f"{run.words.players(run.players)}: {line_up} ({count(question['games'])} games)",
        f"  Wins in 100 (fair {number(100 * run.fair)}; {JOINT_PLACES}): {order_line(order)}.",
        f"  {answer(question)}",
        *([f"  {dependence_line}"] if dependence_line else []),
    ]
    scores = ", ".join(
        f"{row['label']} {decimal(row['score'])} ({decimal(row['score_low'])} to "
        f"{decimal(row['score_high'])})"
        for row in order.iter_rows(named=True)
    )
    # The test allows only one look, so an extended run does not print it.
    score_test = "" if question["p_games"] is None else f" ({p_value_words(question['score_p'])})"
    lines.append(f"  {sentence_start(run.words.score[1])}: {scores}{score_test}.")
    if "mechanisms" in frames:
        lines.append(f"  Effect of each mechanism. {explain_single_changes(run)}")
        lines += [f"    {line}" for line in mechanism_lines(frames["mechanisms"])]
        if "last_round" in frames:
            lines.append(f"    {last_round_line(run, frames['last_round'])}")
    if "by_length" in frames:
        lines.append(f"  {length_words(run)}")
        lines += [f"    {line}" for line in length_lines(run, frames["by_length"])]
    return [*lines, ""]


def timing_lines(folder: Folder) -> list[str]:
    """State when things are taken from the board, by line-up.

    There is one line per number of players, which also states what the first place takes in the
    last round. Games that do not record in which round things are taken have no lines.
    """
    lines = []
    for question in read_questions(folder.path):
        runs = [(line_up.words, folder.run(line_up.run)) for line_up in question.line_ups]
        runs = [(words, run) for words, run in runs if has_last_round(run)]
        if not runs:
            continue
        round_names = runs[0][1].words.round_names
        player = runs[0][1].words.player[0]
        table_name = runs[0][1].table_with("place").name
        half = join_words(
            f"{round_names[find_middle_round(run)]} (with {words})" for words, run in runs
        )
        last = join_words(
            f"{decimal(taken[0], 2)} of the {decimal(float(taken.sum()), 2)} {table_name} per game "
            f"with {words}"
            for words, taken in (
                (words, last_round(run)["taken"].to_numpy()) for words, run in runs
            )
        )
        lines.append(
            f"The timing, with {question.about}: half of all {table_name} have been made by the "
            f"end of {half}. In {round_names[-1]}, the first {player} makes {last}."
        )
    return lines


def last_round_line(run: Run, rows: pl.DataFrame) -> str:
    """State what each place takes in the last round."""
    phrases = ", ".join(
        f"{row['label']} {decimal(row['taken'], 2)} ({decimal(row['low'], 2)} to "
        f"{decimal(row['high'], 2)})"
        for row in rows.iter_rows(named=True)
    )
    return f"{run.words.round_names[-1]}, {run.table_with('place').name} per game: {phrases}."


def length_words(run: Run) -> str:
    """Explain how to read the table of wins by game length."""
    noun, nouns = run.words.round
    player, players = run.words.player
    return (
        f"Games differ in their number of {nouns}, so some {players} start one more {noun}. Do "
        f"not read the differences in wins as an effect of the extra {noun}: the {player} who ends "
        "a game chooses when to end it."
    )


def length_lines(run: Run, lengths: pl.DataFrame) -> list[str]:
    """List wins by place for each group of `first_player.by_length`."""
    return [
        f"{sentence_start(starters(rows['starters'][0], run.words.round[0]))}, "
        f"{count(rows['games'][0])} games: {order_line(rows)}."
        for _, rows in lengths.group_by(["more"], maintain_order=True)
    ]


def starters(labels: str, round_noun: str) -> str:
    """Name those who started an extra round.

    >>> starters("", "round"), starters("first, second", "round")
    ('all started equally often', 'the first and second started one more round')
    """
    if not labels:
        return "all started equally often"
    return f"the {join_words(labels.split(', '))} started one more {round_noun}"


def gift(gifts: Sequence[int], labels: Sequence[str], unit: str) -> str:
    """State in one sentence who gets how much at the start.

    >>> gift((0, 3, 2, 0), ("first", "second", "third", "fourth"), "coins")
    'At the start the second gets 3 coins and the third 2 coins.'
    >>> gift((0, 0), ("first", "second"), "coins")
    'Nobody gets anything at the start.'
    """
    parts = [
        f"the {label} gets {number} {unit}"
        if not any(gifts[:index])
        else f"the {label} {number} {unit}"
        for index, (number, label) in enumerate(zip(gifts, labels, strict=True))
        if number
    ]
    return f"At the start {join_words(parts)}." if parts else "Nobody gets anything at the start."
