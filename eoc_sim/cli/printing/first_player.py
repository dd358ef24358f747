"""Print the findings of ``eoc-sim first-player``."""

from __future__ import annotations

from eoc_sim.analysis.family import has_members
from eoc_sim.analysis.first_player import TABLES, family_of
from eoc_sim.analysis.folders import Folder
from eoc_sim.cli.printing.family import print_family
from eoc_sim.cli.screen import say, show
from eoc_sim.commands.first_player import MIX
from eoc_sim.commands.result import FolderResult
from eoc_sim.reports.folders import verdicts_of
from eoc_sim.reports.turn_order import family_words, run_lines, timing_lines
from eoc_sim.reports.who_plays import line_up_marks, lines, one_line_up_verdicts, turn_order_line
from eoc_sim.simulator.runs.who_plays import read_questions


def print_findings(result: FolderResult) -> None:
    """Print the answer for each line-up, then for all of them jointly."""
    folder = Folder.read(result.folder)
    assert folder is not None  # `RunFolder.begin` has written it
    tables = {kind: frame for kind in TABLES if (frame := folder.table(kind)) is not None}
    marks = line_up_marks(folder)
    for name, line_up in folder.runs.items():
        if name not in result.played:
            continue
        run = folder.run(name)
        frames = {
            kind: rows
            for kind, frame in tables.items()
            if (rows := frame.filter(frame["run"] == name)).height
        }
        is_line_up_run = name == f"{run.players}-players-{MIX}"
        own_marks = [mark for mark in marks if mark.about == run.words.players(run.players)]
        dependence_line = turn_order_line(run, own_marks) if is_line_up_run else ""
        show(run_lines(run, frames, line_up, dependence_line))
        if has_members(run):
            print_family(run.path)
    line_up_family = family_of(folder)
    if words := family_words(line_up_family.line_ups, line_up_family.versions):
        say(words)
    if read_questions(result.folder):
        say()
        show(lines(marks, folder.words.score[1]))
        show(timing_lines(folder))
    else:
        for verdict in one_line_up_verdicts([folder.run(name) for name in result.played]):
            show(verdict.terminal_lines())
    for verdict in verdicts_of(folder):
        show(verdict.step_lines())
