"""Print and write which findings hold for all line-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import metrics_folder
from eoc_sim.analysis.who_plays import table
from eoc_sim.reports.who_plays import lines, marks_in

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.analysis.who_plays import MarkedQuantity
    from eoc_sim.commands.channel import Channel


def write_who(folder: Path) -> list[MarkedQuantity]:
    """Write which findings of a folder hold for all line-ups."""
    findings = marks_in(folder)
    table(findings).write_parquet(metrics_folder(folder) / "who_plays.parquet")
    return findings


def report_who(folder: Path, score_unit: str, channel: Channel) -> None:
    """Print and write which findings of a folder hold for all line-ups."""
    findings = write_who(folder)
    channel.say()
    for line in lines(findings, score_unit):
        channel.say(line)
