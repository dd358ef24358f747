"""Find numbers that give the subject average worth.

The subject is one row of a sheet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.average import TRIAL_FRACTION, games_to_try, nearest_average, values_to_try
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.balance_search import BalanceResult
from eoc_sim.counts import count
from eoc_sim.errors import InputError
from eoc_sim.reports import build_folder
from eoc_sim.reports.average import average_lines, steps
from eoc_sim.reports.verdict import Verdict

if TYPE_CHECKING:
    from eoc_sim.analysis.average import Worth
    from eoc_sim.commands.balance_search import BalanceSearch
    from eoc_sim.commands.balance_subject import BalanceSubject

TABLE = "average"
"""The metric table of the subject's worth, before and after each edit."""


def answer(job: BalanceSearch, subject: BalanceSubject) -> BalanceResult:
    """Vary the subject's numbers; then play fresh games with the best values."""
    numbers = [job.numbers[index] for index in subject.numbers]
    bar = job.announce(
        f"{subject.name}, up to {len(numbers)} of its numbers, one at a time",
        games_to_try(numbers),
        schedule=subject.schedule,
    )
    with bar.running(job.run_options):
        before, after = _measure(replace(job, overall=bar), subject)
    return _write_result(job, subject, before, after)


def _measure(
    job: BalanceSearch, subject: BalanceSubject
) -> tuple[Worth, list[tuple[tuple[int, float], Worth]]]:
    """Measure the subject on fresh games, before and after each promising edit."""
    current_worth, _, _ = subject.measure(
        job.play_one("as-it-is", (), subject, TRIAL_FRACTION, 0), 1
    )
    if math.isnan(current_worth):
        assert job.run_options.games is not None
        games = count(job.run_options.games)
        raise InputError(
            f"{subject.name} appears in too few games to measure its worth. Play more than {games} "
            "(--games), or name strategies that take it (--seats)."
        )
    proposals: list[tuple[int, float]] = []
    for index in subject.numbers:
        number = job.numbers[index]
        worths = {number.original: current_worth}
        for value in values_to_try(number, current_worth):
            try:
                run = job.play_one(
                    f"tried-{index}-{value:g}", ((index, value),), subject, TRIAL_FRACTION, 0
                )
            except InputError:
                continue  # for example, the price is not allowed
            worths[value] = subject.measure(run, 1)[0]
        known_worths = {value: worth for value, worth in worths.items() if not math.isnan(worth)}
        if known_worths:
            proposals.append((index, nearest_average(number, known_worths)))
    proposals = [
        proposal for proposal in proposals if proposal[1] != job.numbers[proposal[0]].original
    ]
    tests = 1 + len(proposals)
    before = subject.measure(job.play_one("fresh-as-it-is", (), subject, 1.0, 1), tests)
    return before, [
        (
            proposal,
            subject.measure(
                job.play_one(f"fresh-{proposal[0]}-{proposal[1]:g}", (proposal,), subject, 1.0, 1),
                tests,
            ),
        )
        for proposal in proposals
    ]


def _write_result(
    job: BalanceSearch,
    subject: BalanceSubject,
    before: Worth,
    after: Sequence[tuple[tuple[int, float], Worth]],
) -> BalanceResult:
    """Write the result as a table and a page."""
    rows = [{"key": "", "said": "As it is", "settings": "", **_value_and_interval(before)}]
    for edit, worth in after:
        (change,) = job.changes((edit,))
        number = job.numbers[edit[0]]
        rows.append(
            {
                "key": number.key,
                "said": _edit_words(job, edit),
                "settings": f"{change.key}={change.new}",
                **_value_and_interval(worth),
            }
        )
    frame = pl.DataFrame(rows).select(
        pl.lit(subject.name).alias("name"),
        pl.lit(subject.average).alias("average"),
        pl.lit(subject.metric).alias("metric"),
        pl.all(),
    )
    job.folder.write_metrics(TABLE, frame)
    page = build_folder(job.folder.path)
    run = Run(job.folder.path / next(iter(job.folder.new_runs)))
    lines = tuple(average_lines(frame, job.game.declaration.words))
    return BalanceResult(
        job.folder.path,
        tuple(job.run_options.channel.notes),
        page,
        tuple(Verdict("", lines, steps=steps(frame, run)).terminal_lines()),
        played=tuple(job.folder.new_runs),
    )


def _value_and_interval(worth: Worth) -> dict[str, float]:
    return dict(zip(("value", "low", "high"), worth, strict=True))


def _edit_words(job: BalanceSearch, edit: tuple[int, float]) -> str:
    """Format an edit as a condition, such as "At 3 points"."""
    number, value = job.numbers[edit[0]], edit[1]
    units = [word.lower() for word in job.game.declaration.words.score]
    if number.worth == 1.0 and (number.kind in units or number.kind.endswith("s")):
        return f"At {value:g} {number.kind.removesuffix('s') if value == 1 else number.kind}"
    return f"With its {number.kind} at {value:g} instead of {number.original:g}"
