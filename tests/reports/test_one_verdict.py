"""One verdict for one question: all that say what a version does say the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_runs import random_run

from eoc_sim.analysis import sequential
from eoc_sim.analysis.strata import main_strata, whoever
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.loaded import load
from eoc_sim.reports.relearning import verdict

KEYS = ["arm", "label", "metric"]
SAID = [*KEYS, "low", "high", "smallest", "verdict"]


def told(frames: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """What frames of `compare.effects` say of strategies and of the main strata of holders."""
    holders = main_strata(frames["holders"]).with_columns(whoever().alias("label"))
    return pl.concat(
        frame.select(
            *KEYS, pl.col("all_low").alias("low"), pl.col("all_high").alias("high"), "smallest",
            "verdict",
        )
        for frame in (holders, frames["strategy"])
    ).sort(KEYS)


@pytest.mark.parametrize("seed", range(4))
def test_all_outlets_agree_on_every_quantity(tmp_path: Path, seed: int) -> None:
    path = random_run(tmp_path / "run", 600 + 300 * seed, seed=seed, stars=(1, 6, 30)[: 1 + seed])
    page = Findings(Run(path))
    of_page = told(page.effects)
    of_terminal = sequential.changes(Run(path), scores=True).select(SAID).sort(KEYS)
    assert of_terminal.equals(of_page)
    loaded = load(path)
    in_python = told({
        group: loaded.metrics[f"effects_{group}"] for group in ("holders", "strategy")
    })
    assert in_python.equals(of_page)
    of_screen = pl.DataFrame(
        [
            {
                "arm": one.arm.id, "metric": one.metric, "low": one.finding.low,
                "high": one.finding.high, "smallest": one.finding.smallest,
                "verdict": verdict(one.finding),
                "label": f"whoever {one.stratum.replace('it', one.label)}" if one.stratum
                else one.label,
            }
            for one in page.headlines.effects
        ]
    ).select(SAID).sort(KEYS)
    assert of_screen.equals(of_page)
