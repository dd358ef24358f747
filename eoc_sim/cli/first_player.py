"""``eoc-sim first-player``: the value of going first, its causes and remedies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import WITHIN

if TYPE_CHECKING:
    from eoc_sim.commands.result import FolderResult


@click.command()
@click.option(
    "--repair",
    metavar="WHAT",
    help="Find the smallest compensation of this kind, by turn order, that evens it out. An "
    "unknown kind lists all that the game has.",
)
@click.option(
    "--within",
    type=float,
    default=WITHIN,
    show_default=True,
    metavar="WINS",
    help="With --repair: how far from fair a place may be, in wins in 100.",
)
@game_options
@run_options
@family_options
@who_options("all that do not search, with as many games each")
def command(
    repair: str | None, within: float, options: GameOptions, run_options: RunOptions
) -> None:
    """Measure whether it matters who goes first, and even it out.

    For each number of players, plays the line-up itself and every strategy against its own copies.
    The line-up itself is also played in versions that each switch off one effect of turn order.
    --repair searches for a compensation by turn order instead, and tries it on fresh games.
    Writes metric tables to DIR/metrics and a page on all line-ups, DIR/report.html.
    """
    from eoc_sim.cli.played_runs import finish
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.first_player import run_first_player
    from eoc_sim.commands.run_folder import METRICS

    result = run_first_player(repair, within, options, run_options)
    if repair is None:
        print_findings(result)
    say(f"Report: {result.report}")
    say(f"Metric tables: {result.folder / METRICS}")
    finish(result)


def print_findings(result: FolderResult) -> None:
    """Print the answer of each line-up, then of all together."""
    from eoc_sim.analysis.family import has_members
    from eoc_sim.analysis.first_player import KINDS, family_of
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.cli.family_findings import print_family
    from eoc_sim.cli.screen import say, show
    from eoc_sim.commands.first_player import MIX
    from eoc_sim.reports.folders import verdicts_of
    from eoc_sim.reports.turn_order import family_words, mechanism_words, print_lines
    from eoc_sim.reports.who_plays import line_up_marks, lines, reasons, turn_order_line
    from eoc_sim.simulator.runs.who_plays import read_questions

    folder = Folder.read(result.folder)
    assert folder is not None  # by `RunFolder.begin`
    tables = {kind: frame for kind in KINDS if (frame := folder.table(kind)) is not None}
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
        is_whole = name == f"{run.players}-players-{MIX}"
        own_marks = [answer for answer in marks if answer.about == run.words.players(run.players)]
        mark = turn_order_line(run, own_marks) if is_whole else ""
        show(print_lines(run, frames, line_up, mark))
        if has_members(run):
            print_family(run.path)
    together = family_of(folder)
    if words := family_words(together.line_ups, together.versions):
        say(words)
    if read_questions(result.folder):
        say()
        show(lines(marks, folder.words.score[1]))
        show(mechanism_words(folder))
    else:
        for verdict in reasons([folder.run(name) for name in result.played]):
            show(verdict.terminal_lines())
    for verdict in verdicts_of(folder):
        show(verdict.step_lines())
