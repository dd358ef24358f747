"""Print the findings of ``eoc-sim variants``."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.result import Result
from eoc_sim.reports import first_screen
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.variants import measure_tables
from eoc_sim.simulator.runs.run_file import METRICS


def print_findings(result: Result) -> None:
    """Print the effects and all output paths."""
    page = Findings(Run(result.folder))
    for title, head, rows in measure_tables(page.variants):
        table(head, rows, title=title)
        say()
    for verdict in first_screen.verdicts(page):
        for line in verdict.terminal_lines():
            say(line)
    say(f"Report: {result.page}")
    say(f"Metric tables: {result.folder / METRICS}")
