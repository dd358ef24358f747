"""All metric tables of a tournament."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import ratings, survival
from eoc_sim.analysis.played_tournament import (
    AHEAD,
    CELLS,
    LINE_UPS,
    RATINGS,
    PlayedTournament,
    cells,
    line_ups,
)
from eoc_sim.analysis.tables import Run


def tables(run: Run) -> dict[str, pl.DataFrame]:
    """Compute all metric tables of a tournament, by name."""
    tournament = PlayedTournament(run)
    judgement = cells(tournament)
    return {
        LINE_UPS: line_ups(tournament),
        CELLS: judgement.frame,
        AHEAD: ratings.add_expected(tournament),
        RATINGS: ratings.ratings(tournament),
        **survival.tables(tournament, judgement),
    }
