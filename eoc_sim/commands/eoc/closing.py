"""Add the spread of Bubba's scores to the output of ``eoc-sim run``."""

from __future__ import annotations

from pathlib import Path

from eoc_sim.analysis.eoc.solo import bubba_scores
from eoc_sim.analysis.tables import MissingResults, Run


def lines(run_dir: Path) -> list[str]:
    """Describe the spread of Bubba's scores, if he played in the run."""
    run = Run(run_dir)
    if run.record["baseline"]["rules"]["solo"] != "on":
        return []
    from eoc_sim.reports.eoc.bubba import bubba_verdict

    try:
        return [
            "",
            *(line for verdict in bubba_verdict(bubba_scores(run)) for line in verdict.lines),
        ]
    except MissingResults as missing:
        return ["", f"The spread of Bubba's scores is unknown. {missing}"]
