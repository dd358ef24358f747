"""Describe the runs that a command has played, for its JSON answer."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.answer_types import (
    FindingRow,
    Played,
    PlayedRun,
    PlayedVersion,
    ScreenPart,
    Standing,
    Step,
)
from eoc_sim.reports import first_screen
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.folders import MODULES
from eoc_sim.reports.folders import verdicts_of as verdicts_of_folder
from eoc_sim.reports.notebook_run import LoadedRun, findings_frame
from eoc_sim.simulator.runs.run_file import METRICS, release_of

if TYPE_CHECKING:
    from eoc_sim.reports.verdict import Verdict


def describe_runs(
    path: Path,
    page_file: Path | None,
    notes: tuple[str, ...] = (),
    other_paths: list[Path] | None = None,
) -> Played:
    """Describe one or more runs, or all the runs in a folder.

    The runs are at ``path`` and ``other_paths``, or ``path`` is a folder of runs.
    """
    folder = Folder.read(path)
    if folder is None:
        pages = [Findings(Run(run_path)) for run_path in (path, *(other_paths or ()))]
        screen = [verdict for page in pages for verdict in first_screen.verdicts(page)]
        runs = [_run(page.run, page) for page in pages]
    else:
        has_page = folder.command in MODULES and page_file is not None
        screen = verdicts_of_folder(folder) if has_page else []
        runs = [_run(folder.run(name), None) for name in folder.runs]
    return Played(
        str(path),
        None if page_file is None else str(page_file),
        list(notes),
        [_part(verdict) for verdict in screen],
        runs,
        [str(file) for file in sorted((path / METRICS).glob("*.parquet"))],
    )


def _part(verdict: Verdict) -> ScreenPart:
    steps = [Step(step.about, step.command) for step in verdict.steps]
    return ScreenPart(verdict.about, [*verdict.lines, *verdict.details], steps, verdict.section)


def _run(run: Run, page: Findings | None) -> PlayedRun:
    """Describe a run, with its page's findings if there is a page."""
    record = run.record
    findings = None
    if page is not None:
        with suppress(MissingResults):
            findings = [FindingRow(**row) for row in findings_frame(page).iter_rows(named=True)]
    return PlayedRun(
        str(run.path),
        record["game"],
        record["command"],
        release_of(record),
        record["seed"],
        run.games,
        run.players,
        run.dim(run.column("strategy").dim)["name"].to_list(),
        [
            PlayedVersion(arm.id, arm.short, arm.sentence)
            if arm.changes
            else PlayedVersion(arm.id, run.current, "")
            for arm in run.arms
        ],
        standings(run, None if page is None or run.fair is None else page.joint_tests),
        findings,
        list(LoadedRun(run.path).metrics),
    )


def standings(run: Run, joint_tests: int | None = None) -> list[Standing]:
    """List wins and scores by version and strategy, if kept.

    If ``joint_tests``, the number of the page's joint intervals, is given, the page's intervals for
    wins are added.
    """
    try:
        return [
            Standing(
                arm.id,
                row["label"],
                row["games"],
                row["wins"],
                row["low"],
                row["high"],
                row.get("all_low"),
                row.get("all_high"),
                row["score"],
                row["score_low"],
                row["score_high"],
            )
            for arm in run.arms
            for row in win_shares(run, arm.id, joint_tests).iter_rows(named=True)
        ]
    except MissingResults:
        return []
