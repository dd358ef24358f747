"""Marks that say whether findings depend on who plays, in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.quantities import SCORE, WINS
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.who_plays import (
    ALIKE,
    DIRECTION,
    EVERY_LINE_UP,
    MARKS,
    OPEN,
    SIZE,
    Key,
    LineUpAnswer,
    MarkedQuantity,
    folder_marks,
    has_other_line_ups,
)
from eoc_sim.counts import plural
from eoc_sim.reports import words
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.simulator.runs.who_plays import LINE_UPS, changes_players

MAX_NAMED = 3
"""The maximum number of findings named per mark.

The table shows all of them.
"""
ABOUT = "Who plays"
NOTHING_TO_CHECK = "The run has no finding to check with other line-ups."


def marks_in(path: Path) -> list[MarkedQuantity]:
    """Return the marks of a run's page, or of a folder's line-ups."""
    folder = Folder.read(path)
    return Findings(Run(path)).marks if folder is None else line_up_marks(folder)


def line_up_marks(folder: Folder) -> list[MarkedQuantity]:
    """Return a folder's marks, with the intervals of its table ``order``."""
    order = folder.table("order")
    page_ends: dict[str, dict[Key, tuple[float, float]]] = {}
    for row in () if order is None else order.iter_rows(named=True):
        run = folder.run(row["run"])
        fair = 100 * (run.fair or 0)
        key = f"wins by {run.column('order').head}", row["label"], WINS
        page_ends.setdefault(row["run"], {})[key] = row["low"] - fair, row["high"] - fair
    return folder_marks(folder.path, page_ends)


def undecided_words(*, tried: bool) -> str:
    """State that a headline is still undecided for other line-ups.

    ``tried`` is False if no other line-up played.
    """
    if tried:
        return f"{OPEN} for the other line-ups tried"
    return f"{OPEN} for other line-ups, as none were tried"


def overall_mark(marks: Sequence[MarkedQuantity]) -> str:
    """Combine the marks of quantities that form one question."""
    found = [marked.mark for marked in marks]
    if not found:
        return OPEN
    if all(mark == ALIKE for mark in found):
        return ALIKE
    return next((mark for mark in (DIRECTION, SIZE, EVERY_LINE_UP) if mark in found), OPEN)


def select_marks(
    marks: Sequence[MarkedQuantity], subject: str, label: str = "", metric: str = ""
) -> list[MarkedQuantity]:
    """Select the marks of quantities by their subject, label and metric.

    An empty ``label`` or ``metric`` matches all.
    """
    return [
        marked
        for marked in marks
        if marked.quantity.subject == subject
        and label in ("", marked.quantity.label)
        and metric in ("", marked.quantity.metric)
    ]


def mark_headline(
    line: str,
    run: Run,
    marks: Sequence[MarkedQuantity],
    subject: str,
    label: str = "",
    metric: str = "",
) -> str:
    """Append a headline's mark to it, if it has one."""
    mark = mark_words(run, select_marks(marks, subject, label, metric))
    return f"{line.removesuffix('.')}; {mark}." if mark else line


def mark_words(run: Run, marks: Sequence[MarkedQuantity]) -> str:
    """Put a headline's mark into words.

    ``marks`` are those of the headline's quantities. If there are none, only one line-up was tried
    for it. Return "" if the game declares no other line-ups.
    """
    if marks:
        mark = overall_mark(marks)
        return undecided_words(tried=True) if mark == OPEN else _words_for_one(mark)
    return undecided_words(tried=False) if run.record.get(LINE_UPS) else ""


def one_line_up_verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """State that only one line-up was tried, and how to try others.

    The list is empty if the game declares no other line-ups, or if other line-ups were tried.
    """
    if not runs[0].record.get(LINE_UPS) or any(map(has_other_line_ups, runs)):
        return []
    # Versions that change the players cannot be played by other line-ups.
    can_try = not any(
        changes_players(change.key for change in arm.changes) for run in runs for arm in run.arms
    )
    line = f"only the requested line-up was tried{'; use --who to try others' if can_try else ''}."
    return [Verdict(ABOUT, (line,), is_background=True)]


def turn_order_line(run: Run, marks: Sequence[MarkedQuantity]) -> str:
    """State whether the effect of turn order depends on who plays.

    If places have marks, the line also gives the values for the place with the most surprising
    mark (`rank_marks`).
    """
    mark = mark_words(run, marks)
    if not mark:
        return ""
    if not marks:
        return f"Turn order: {mark}."
    strongest = rank_marks(marks)[0]
    return (
        f"Turn order: {mark}. {words.sentence_start(strongest.quantity.label)}: "
        f"{answers(strongest, '')}."
    )


def verdicts(page: Findings) -> list[Verdict]:
    """State the answers of other line-ups, or that none was tried."""
    if not page.marks:
        return one_line_up_verdicts([page.run])
    first, *other_lines = lines(page.marks, page.run.words.score[1])
    return [
        Verdict(ABOUT, (first,), tuple(other_lines), is_background=True, section="who-plays"),
    ]


def unit(marked: MarkedQuantity, score: str) -> str:
    """Return the unit of a quantity in words."""
    return {WINS: "wins in 100", SCORE: score}.get(
        marked.quantity.metric, marked.quantity.metric.rpartition(", ")[2]
    )


def name(marked: MarkedQuantity) -> str:
    """Return the quantity's name, such as "fourth, wins by turn order"."""
    quantity = marked.quantity
    parts = [quantity.label, quantity.subject]
    if marked.about:
        parts.append(marked.about)
    return ", ".join(parts)


def value(marked: MarkedQuantity, answer: LineUpAnswer) -> str:
    """Format an answer with its interval.

    An answer relative to a fair share is shown as that share plus the answer, any other as a signed
    change.
    """
    fair = marked.quantity.fair
    sign = not fair
    ends = words.between(answer.low + fair, answer.high + fair, sign=sign).removeprefix("between ")
    return f"{words.decimal(answer.value + fair, sign=sign)} ({ends.replace(' and ', ' to ')})"


def sentence(marked: MarkedQuantity, score: str) -> str:
    """State one quantity's mark with the line-ups behind it.

    ``score`` is the unit of scores.
    """
    line_ups = answers(marked, score)
    return f"{name(marked)}: {_words_for_one(marked.mark)}: {line_ups}{_undecided_words(marked)}."


def answers(marked: MarkedQuantity, score: str) -> str:
    """List the line-ups behind a mark, each with its value.

    If the mark says that the answer depends on who plays, the list has only the two line-ups that
    led to it.
    """
    selection = marked.answers
    if marked.opposed_line_ups is not None:
        selection = tuple(
            answer
            for line_up in marked.opposed_line_ups
            for answer in marked.answers
            if answer.words == line_up
        )
    first, *other_answers = (f"{value(marked, answer)} with {answer.words}" for answer in selection)
    return ", ".join((first.replace(" (", f" {unit(marked, score)} (", 1), *other_answers))


def _undecided_words(marked: MarkedQuantity) -> str:
    if marked.mark != EVERY_LINE_UP or not marked.undecided_line_ups:
        return ""
    return f" (not decided with {words.join_words(marked.undecided_line_ups)})"


def rank_marks(marks: Sequence[MarkedQuantity]) -> list[MarkedQuantity]:
    """Sort the marks by surprise (`MARKS`), then by certainty.

    The certainty is the largest distance from 0 to the nearer end of a line-up's interval that
    excludes 0, in units of the smallest change that matters.
    """

    def strength(marked: MarkedQuantity) -> float:
        near_end = max(
            min(abs(answer.low), abs(answer.high)) * abs(answer.side) for answer in marked.answers
        )
        return near_end / marked.quantity.smallest if marked.quantity.smallest else 0.0

    return sorted(marks, key=lambda marked: (MARKS.index(marked.mark), -strength(marked)))


_MARK_WORDS = {
    DIRECTION: (
        "depend on who plays, even in direction",
        "depends on who plays, even in direction",
    ),
    SIZE: ("depend on who plays, though only in size", "depends on who plays, though only in size"),
    EVERY_LINE_UP: ("hold in every line-up", EVERY_LINE_UP),
    ALIKE: (f"show {ALIKE}", f"shows {ALIKE}"),
    OPEN: ("are not decided", "is not decided"),
}
"""The marks in words for several findings, and for one."""


def _words_for_one(mark: str) -> str:
    """Return the mark of one finding in words."""
    return _MARK_WORDS[mark][True]


def lines(marks: Sequence[MarkedQuantity], score: str) -> list[str]:
    """Count the findings under each mark, with examples."""
    if not marks:
        return [NOTHING_TO_CHECK]
    line_ups = list(dict.fromkeys(answer.words for marked in marks for answer in marked.answers))
    of_all = f" of {plural(len(marks), 'finding')}"
    counts: list[str] = []
    for mark in MARKS:
        if number := sum(marked.mark == mark for marked in marks):
            total = "" if counts else of_all
            counts.append(f"{words.count(number)}{total} {_MARK_WORDS[mark][number == 1]}")
    sentences = [f"The line-ups tried were {words.join_words(line_ups)}. {'; '.join(counts)}."]
    for mark in (DIRECTION, SIZE, EVERY_LINE_UP):
        with_mark = [marked for marked in rank_marks(marks) if marked.mark == mark]
        sentences += [sentence(marked, score) for marked in with_mark[:MAX_NAMED]]
        if number_unnamed := len(with_mark[MAX_NAMED:]):
            sentences.append(
                f"{number_unnamed} more {_MARK_WORDS[mark][number_unnamed == 1]}; see the table."
            )
    names_alike = [name(marked) for marked in marks if marked.mark == ALIKE]
    if names_alike:
        remainder = [f"{len(names_alike) - MAX_NAMED} more"] if len(names_alike) > MAX_NAMED else []
        sentences.append(
            f"{words.sentence_start(ALIKE)}: "
            f"{words.join_words([*names_alike[:MAX_NAMED], *remainder])}."
        )
    return sentences
