"""Metric tables in, one HTML file out.

`build` writes the report of a run, `verdict_lines` says its findings in plain words.
"""

from __future__ import annotations

from pathlib import Path


def build(run_dir: str | Path) -> Path:
    """Write ``run_dir/report.html`` and return its path.

    Raises:
        InputError: there is no run, or a report.html that this program did not write.
    """
    from eoc_sim.reports.page import write

    return write(Path(run_dir))


def verdict_lines(run_dir: str | Path) -> list[str]:
    """What the run found, one plain sentence a line."""
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.verdicts import found

    return [
        f"{verdict.about}: {line}" if verdict.about else line
        for verdict in found(Findings(Run(run_dir)))
        for line in verdict.lines
    ]
