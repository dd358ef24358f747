"""Print the findings of ``eoc-sim restrict``."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run
from eoc_sim.cli.screen import STACK_BELOW_WIDTH, say, table
from eoc_sim.commands.result import Result
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.restricting import loss_lines, loss_tables


def print_losses(result: Result) -> None:
    """Print what each ban costs, as tables and sentences."""
    page = Findings(Run(result.folder))
    for title, head, rows in loss_tables(page.run, page.losses):
        table(head, rows, title=title, stack_below_width=STACK_BELOW_WIDTH)
        say()
    for line in loss_lines(page.run, page.losses):
        say(line)
