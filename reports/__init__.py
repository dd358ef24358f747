"""Metric tables in, one HTML file out.

`build` writes the report of a run, `build_folder` that of a folder with several runs in it;
`verdict_lines` says the findings of either in plain words.
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


def build_folder(path: str | Path) -> Path:
    """Write ``path/report.html`` of a folder with several runs in it, and return its path.

    Raises:
        InputError: its runs are not finished, or a report.html that this program did not write.
    """
    from eoc_sim.reports.folders import write

    return write(Path(path))


def verdict_lines(run_dir: str | Path) -> list[str]:
    """What the run, or the folder of runs, found: one plain sentence a line."""
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports import folders
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.verdicts import found

    folder = Folder.read(Path(run_dir))
    verdicts = found(Findings(Run(run_dir))) if folder is None else folders.verdicts_of(folder)
    return [line for verdict in verdicts for line in verdict.said()]
