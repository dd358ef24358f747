"""Recruits on the map."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eoc import spots
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.findings import GAMES, Findings


def section(page: Findings) -> Section:
    """The table of spots."""
    return Section(
        "spots", "Recruits on the map",
        f"How often each spot is signed, when, and against whom.{page.under}", _blocks(page.run),
    )


def _blocks(run: Run) -> Iterator[Block]:
    yield table(
        "Every spot", "Means and shares over games; no verdicts are drawn.", spots.spot_table(run),
        [
            Shown("label", "spot", "", "text"), GAMES,
            Shown("signed", "signed in 100 games", "share of games, with its 95 % Wilson "
                  "interval", "estimate"),
            Shown("signed_games", "games signed", "games in which it was signed: the n of the "
                  "columns that follow", "count"),
            Shown("month", "month", "mean month of signing, 1 = March", "estimate"),
            Shown("stars", "stars", "mean stars it gave, effects included", "estimate"),
            Shown("contested", "contested", "of 100 signings, those with at least one package "
                  "of another player", "estimate"),
            Shown("rivals", "packages lost by others", "mean over signings", "estimate"),
            Shown("package_ec", "EC from the own package", "mean over signings", "estimate"),
        ],
    )
