"""Metric tables in, one HTML file out, and a workbook on request.

`build` writes the report of a run, `build_folder` that of a folder with several runs.
`verdict_lines` states the findings of either in plain words, and `write_report` does both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use

if TYPE_CHECKING:
    from eoc_sim.reports.writing import build as build
    from eoc_sim.reports.writing import build_folder as build_folder
    from eoc_sim.reports.writing import verdict_lines as verdict_lines
    from eoc_sim.reports.writing import write_report as write_report
else:
    __getattr__ = import_on_use(
        __name__,
        dict.fromkeys(("build", "build_folder", "verdict_lines", "write_report"), "writing"),
    )
