"""Print the findings of ``eoc-sim tournament``."""

from __future__ import annotations

from eoc_sim.analysis.family import has_members
from eoc_sim.analysis.tables import Run
from eoc_sim.cli.printing.family import print_family
from eoc_sim.cli.screen import say, show
from eoc_sim.commands.result import FolderResult
from eoc_sim.commands.tournament import RUN
from eoc_sim.reports.tournament import summary
from eoc_sim.simulator.runs.run_file import METRICS


def print_findings(result: FolderResult) -> None:
    """Print the findings and the paths of the files."""
    run = Run(result.folder / RUN)
    for table in summary(run, result.metrics):
        show([table, ""])
    show(result.sentences)
    if has_members(run):
        print_family(run.path, is_summed_up=True)
    say(f"Report: {result.report}")
    say(f"Metric tables: {result.folder / METRICS}")
