"""Metric tables in, one HTML file out, and a workbook on request.

`build` writes the report of a run, and `build_folder` writes that of a folder with several runs.
`verdict_lines` states the findings of either in plain words. `write_report` writes the report and
returns the findings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use

if TYPE_CHECKING:
    from eoc_sim.reports.folders import build_folder as build_folder
    from eoc_sim.reports.folders import verdict_lines as verdict_lines
    from eoc_sim.reports.folders import write_report as write_report
    from eoc_sim.reports.page import build as build
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "build": "page",
            **dict.fromkeys(("build_folder", "verdict_lines", "write_report"), "folders"),
        },
    )
