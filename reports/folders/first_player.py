"""The report page for ``first-player``: line-ups as one family, and a repair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.family import robustness
from eoc_sim.analysis.first_player import LineUpFamily, family_of
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, note, table
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.charts.standing import Strip, standing
from eoc_sim.reports.commands import (
    DECIDE_IT,
    PLAY_IT,
    HelpfulCommand,
    continuation,
    even_turn_order,
)
from eoc_sim.reports.fair_share import WINS, score_column
from eoc_sim.reports.findings import GAMES
from eoc_sim.reports.first_screen_picture import against_fair
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.robust_findings import verdicts_of
from eoc_sim.reports.sections import family
from eoc_sim.reports.sections.turn_order import MECHANISMS, length_table
from eoc_sim.reports.sections.who_plays import section_of
from eoc_sim.reports.turn_order import (
    JOINT_PLACES,
    answer,
    explain_single_changes,
    family_words,
    last_round_line,
    timing_lines,
)
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.who_plays import line_up_marks, one_line_up_verdicts, turn_order_line

if TYPE_CHECKING:
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports.pictures import Picture

# The table "said" contains sentences about the outcome of a repair.
TABLES = ("question", "said")
LINE_UP = Shown("line_up", "line-up", "", "text")
ORDER = Shown("label", "place", "by turn order", "text")
PLACE_WINS = replace(WINS, tip=f"win share, with {JOINT_PLACES}")
GAPS = (
    LINE_UP,
    Shown("verdict", "turn order", "from the interval of the largest gap", "text"),
    Shown(
        "gap",
        "largest gap",
        "difference in wins in 100 games between two places, with an interval that holds for all "
        "pairs of places in all line-ups",
        "estimate",
        low="low",
        high="high",
    ),
    Shown("ahead", "ahead", "", "text"),
    Shown("behind", "behind", "", "text"),
    GAMES,
)
JOINT_TIP = "wins in 100, with an interval that holds for all places of all tries"


def title(folder: Folder) -> str:
    """Return the heading of the page."""
    game = folder.words.title
    if folder.table("question") is None:
        return f"{game}: evening out the turn order"
    return f"{game}: does it matter who goes first?"


def verdicts(folder: Folder) -> list[Verdict]:
    """State any repair, then the answer for each number of players."""
    result = []
    repair, question = folder.table("said"), folder.table("question")
    if repair is not None:
        result.append(_repair_verdict(repair))
    if question is not None:
        line_up_family = family_of(folder)
        marks = line_up_marks(folder)
        extendable_indexes = []
        for number, rows in _by_players(folder, question):
            people = _people(folder, rows)
            mark = turn_order_line(
                folder.run(rows["run"][0]),
                [marked for marked in marks if marked.about == people],
            )
            main_row, *other_rows = rows.iter_rows(named=True)
            if main_row["verdict"] == UNDECIDED:
                extendable_indexes.append(len(result))
            steps = _next(folder, main_row, other_rows, number)
            result.append(
                Verdict(
                    people,
                    (answer(main_row), *([mark] if mark else [])),
                    steps=steps,
                    section=f"players-{number}",
                )
            )
            if other_rows:
                result.append(
                    Verdict(
                        f"{people}, other line-ups",
                        (f"{_count_line_ups(other_rows)}.",),
                        tuple(f"{row['line_up']}: {_gap(row)}" for row in other_rows),
                    )
                )
        if not extendable_indexes and not any(verdict.steps for verdict in result):
            extendable_indexes = [index for index, verdict in enumerate(result) if verdict.section]
        for first in extendable_indexes[:1]:
            look_steps = _look_again(folder, list(question["run"]))
            result[first] = replace(result[first], steps=(*look_steps, *result[first].steps))
        explanation = timing_lines(folder)
        if explanation:
            result.append(
                Verdict(
                    "When each line-up takes what is on the board, and who takes it in "
                    f"{_last_round(folder)}",
                    (),
                    tuple(explanation),
                    is_background=True,
                )
            )
        family_line = family_words(line_up_family.line_ups, line_up_family.versions)
        if family_line:
            result.append(Verdict("All line-ups jointly", (family_line,), is_background=True))
        runs = [folder.run(name) for name in question["run"]]
        result += [] if marks else one_line_up_verdicts(runs)
        result += verdicts_of(runs, partial(folder.compute_once, robustness))
    return result


def _repair_verdict(sentences: pl.DataFrame) -> Verdict:
    """State what a repair found, with its commands as the next steps."""
    lines, steps = [], []
    for line in sentences["sentence"]:
        purpose, _, command = line.partition(": ")
        if purpose in (PLAY_IT, DECIDE_IT):
            steps.append(HelpfulCommand(purpose, command))
        else:
            lines.append(line)
    return Verdict(sentences["about"][0], tuple(lines), steps=tuple(steps))


def _next(
    folder: Folder,
    main_row: Mapping[str, Any],
    other_rows: Sequence[Mapping[str, Any]],
    players: int,
) -> tuple[HelpfulCommand, ...]:
    """Suggest a repair if turn order matters.

    The repair is for the unchanged line-up if turn order matters there, or else for the line-up
    whose largest gap has the highest lower end.
    """
    if main_row["verdict"] == CHANGES:
        return (even_turn_order(folder.run(main_row["run"]), players),)
    decided_rows = [row for row in other_rows if row["verdict"] == CHANGES]
    if not decided_rows:
        return ()
    clearest_row = max(decided_rows, key=lambda row: float(row["low"]))
    run = folder.run(clearest_row["run"])
    step = even_turn_order(run, players, run.seat_names)
    return (replace(step, purpose=f"{step.purpose} with {clearest_row['line_up']}"),)


def _look_again(folder: Folder, runs: Sequence[str]) -> tuple[HelpfulCommand, ...]:
    """Suggest more games for all line-ups."""
    first, *more_runs = (folder.run(name) for name in runs)
    step = continuation(first, first.games + 1, "To look again after more games", more_runs)
    return () if step is None else (step,)


def _last_round(folder: Folder) -> str:
    """Return the name of a game's last round."""
    return str(folder.run(next(iter(folder.runs))).words.round_names[-1])


def _gap(row: Mapping[str, Any]) -> str:
    """State the largest gap of a line-up in a few words."""
    ends = f"{words.decimal(row['low'], sign=True)} to {words.decimal(row['high'], sign=True)}"
    doubt = "" if row["verdict"] == CHANGES else ", not shown to matter"
    return (
        f"the {row['ahead']} wins {words.decimal(row['gap'])} more games in 100 than the "
        f"{row['behind']} ({ends}){doubt}."
    )


def _count_line_ups(rows: Sequence[Mapping[str, Any]]) -> str:
    """Count the line-ups in which turn order matters."""
    decided = sum(row["verdict"] == CHANGES for row in rows)
    return f"turn order matters in {decided} of {len(rows)}"


def picture(folder: Folder) -> Picture | None:
    """Draw how far each place of the unchanged line-ups is from fair."""
    question = folder.table("question")
    strips = []
    for _, rows in () if question is None else _by_players(folder, question):
        order = _rows_about(folder, "order", rows["run"].to_list()[:1])
        fair = folder.run(rows["run"][0]).fair
        if order is not None and fair is not None:
            fair *= 100
            points = [
                against_fair(row["label"], row["wins"], row["low"], row["high"], fair)
                for row in order.iter_rows(named=True)
            ]
            strips.append(Strip(f"{_people(folder, rows)}, against the fair share", tuple(points)))
    if not strips:
        return None
    return Charts().draw(standing("Turn order", [], strips, "more or fewer wins in 100"))


def sections(folder: Folder) -> Iterator[Section]:
    """Make the sections on repair, line-ups, and robustness to other data."""
    charts = Charts()
    if folder.table("said") is not None:
        yield Section(
            "repair",
            "Compensating for the turn order",
            "A pilot measured how a gift to one place affects all places. Starting from these "
            "effects, a search made proposals, which were then tested on fresh games. Only those "
            "games show how fair the proposals are.",
            _repair(folder),
        )
    question = folder.table("question")
    if question is None:
        return
    line_up_family = family_of(folder)
    if _rows_about(folder, "order", list(question["run"])) is not None:
        yield Section(
            "places",
            "Who wins, by place",
            f"The unchanged line-up, for each number of {folder.words.player[1]}.",
            _pictures(folder, charts, question),
        )
    for players, rows in _by_players(folder, question):
        yield Section(
            f"players-{players}",
            _people(folder, rows),
            "The wins of one game add up to one, so all places are tested together, as one "
            "question. The unchanged line-up comes first, then each of its strategies in every "
            "seat.",
            _line_ups(folder, rows, line_up_family),
        )
    runs = {name: folder.run(name) for name in question["run"]}
    marks = line_up_marks(folder)
    if marks:
        yield section_of(marks, charts, folder.words)
    data_section = family.section_of(
        {
            f"{line_up}, {run.words.players(run.players)}": run
            for line_up, run in zip(question["line_up"], runs.values(), strict=True)
        },
        partial(folder.compute_once, robustness),
    )
    if data_section is not None:
        yield data_section


def _by_players(folder: Folder, question: pl.DataFrame) -> Iterator[tuple[int, pl.DataFrame]]:
    """Group the line-ups by number of players, in the order played."""
    numbers = pl.Series([folder.run(name).players for name in question["run"]])
    for number in numbers.unique(maintain_order=True):
        yield number, question.filter(numbers == number)


def _people(folder: Folder, rows: pl.DataFrame) -> str:
    """State how many play in these line-ups, in the game's words."""
    run = folder.run(rows["run"][0])
    return run.words.players(run.players)


def _pictures(folder: Folder, charts: Charts, question: pl.DataFrame) -> Iterator[Block]:
    """Draw the first line-up for each number of players, side by side."""
    for _, rows in _by_players(folder, question):
        order = _rows_about(folder, "order", rows["run"].to_list()[:1])
        if order is not None:
            run = folder.run(rows["run"][0])
            yield _chart(run, charts, order, rows["line_up"][0], _people(folder, rows))


def _line_ups(
    folder: Folder, question: pl.DataFrame, line_up_family: LineUpFamily
) -> Iterator[Block]:
    """Show all line-ups for one number of players."""
    names = list(question["run"])
    run = folder.run(names[0])
    gaps = question.with_columns(
        pl.when(pl.col("verdict") == CHANGES)
        .then(pl.lit("matters"))
        .otherwise(pl.lit("not shown to matter"))
        .alias("verdict")
    )
    yield table(
        "Line-ups",
        f"One family of {line_up_family.line_ups} line-ups: {words.PROMISE}"
        if line_up_family.line_ups > 1
        else "",
        gaps,
        GAPS,
    )
    order = _rows_about(folder, "order", names)
    if order is not None:
        yield table(
            "Places: numbers",
            "",
            order,
            [LINE_UP, ORDER, PLACE_WINS, score_column(run), GAMES],
            collapsed=True,
        )
    mechanisms = _rows_about(folder, "mechanisms", names)
    if mechanisms is not None:
        yield table(
            "Effect of each mechanism",
            explain_single_changes(run),
            mechanisms,
            MECHANISMS,
            collapsed=True,
        )
    last_round_rows = _rows_about(folder, "last_round", names[:1])
    if last_round_rows is not None:
        yield note(last_round_line(run, last_round_rows))
    lengths = _rows_about(folder, "by_length", names[:1])
    if lengths is not None:
        yield length_table(run, lengths)


def _rows_about(folder: Folder, name: str, runs: list[str]) -> pl.DataFrame | None:
    """Return the rows of a metric table about ``runs``, or None."""
    frame = folder.table(name)
    rows = None if frame is None else frame.filter(pl.col("run").is_in(runs))
    return None if rows is None or rows.is_empty() else rows


def _chart(run: Run, charts: Charts, order: pl.DataFrame, line_up: str, heading: str) -> Block:
    """Chart the wins of a line-up's places against the fair share."""
    fair = 100 * (run.fair or 0)
    points = [
        point(row["label"], row["wins"], row["low"], row["high"], within=SHARE)
        for row in order.iter_rows(named=True)
    ]
    title = f"{heading}: wins in 100 games by {run.column('order').head}"
    picture = charts.draw(intervals(title, points, fair, f"fair {words.number(fair)}"))
    numbers = table(
        f"{title}, numbers",
        "",
        order,
        [ORDER, PLACE_WINS, score_column(run), GAMES],
    )
    return chart(
        picture,
        f"{line_up}. Wins in 100 games with {JOINT_PLACES}.",
        heading=heading,
        numbers=numbers,
    )


def _repair(folder: Folder) -> Iterator[Block]:
    """Show the proposal tested on fresh games, all tries, and the pilot."""
    repair = folder.table("repair")
    if repair is not None:
        yield table(
            "On fresh games, without and with the proposal",
            "",
            repair,
            [
                ORDER,
                Shown("given", "gets", "at the start", "count"),
                Shown(
                    "wins_before",
                    "wins under the current rules",
                    JOINT_TIP,
                    "estimate",
                    low="low_before",
                    high="high_before",
                ),
                Shown(
                    "wins", "wins with the proposal", JOINT_TIP, "estimate", low="low", high="high"
                ),
                GAMES,
            ],
        )
    tries = folder.table("tries")
    if tries is not None:
        number = tries["try"].n_unique()
        yield table(
            "All proposals tested on fresh games",
            "Each try used a different seed. If a try was outside the tolerance, its games were "
            "used to correct the search for the next proposal."
            if number > 1
            else "",
            tries,
            [
                Shown("try", "try", "", "count"),
                Shown("seed", "seed", "", "number"),
                ORDER,
                Shown("given", "gets", "at the start", "count"),
                Shown("wins", "wins in 100", JOINT_TIP, "estimate", low="low", high="high"),
                Shown("verdict", "verdict on the try", "for all places jointly", "text"),
                GAMES,
            ],
            collapsed=number < 2,
        )
    pilot = folder.table("pilot")
    if pilot is not None:
        columns = [column for column in MECHANISMS if column.name not in ("sentence", "gap")]
        yield table(
            "The pilot: a gift to one place at a time",
            f"Played with {folder.words.same_luck} as the games without the gift.",
            pilot,
            columns,
            collapsed=True,
        )
