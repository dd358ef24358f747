"""The tables of dims of Eleven, declared and made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eoc_sim.simulator.eleven.component_rows import OPPONENTS, TACTICS
from eoc_sim.simulator.eleven.names import COLOURS, DECKS
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.kernel.columns import (
    STRATEGIES,
    amount_column,
    dims_table,
    text_column,
)
from eoc_sim.simulator.runs.dims import dims_frames

if TYPE_CHECKING:
    import polars as pl

DIMS = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table(
            "clubs",
            "club",
            text_column("number", "its code"),
            text_column("deck", "its deck"),
            text_column("colour", "its colour, which decides which die it rolls"),
        ),
        dims_table("line_ups", "line_up", *OPPONENTS.dim_columns, id_kind="Int16"),
        dims_table("tactics", "tactic", *TACTICS.dim_columns),
        dims_table(
            "things",
            "thing",
            text_column("number", "its number in the sheets, empty where there is none"),
            id_kind="Int16",
        ),
        dims_table(
            "cells",
            "cell",
            text_column("component", "the kind of component"),
            text_column("column", "its column, or the value of the club"),
            amount_column("printed", "Int16", "cells that the published rules print"),
            amount_column("reported", "Int16", "cells that people who have the game have reported"),
            amount_column("reconstructed", "Int16", "cells that are guesses"),
            id_kind="Int16",
        ),
    )
}
"""The tables of dims, as the first version has them."""


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """Make the tables for some versions, which share their ids."""
    from eoc_sim.simulator.eleven.component_report import known_cells

    components = versions[0].components
    return dims_frames(
        DIMS,
        {
            "strategies": Version.strategy_rows(versions),
            "clubs": [
                {
                    "number": club.code,
                    "name": f"club {club.code}",
                    "deck": DECKS[club.deck],
                    "colour": COLOURS[club.colour],
                }
                for club in components.clubs
            ],
            "line_ups": [OPPONENTS.dim_row(one) for one in components.opponents],
            "tactics": [TACTICS.dim_row(one) for one in components.tactics],
            "things": [
                {"number": number, "name": number}
                for number in (*numbers_of_sources(components), "office")
            ],
            "cells": [
                {
                    "name": f"{one.column} of {one.what}",
                    "component": one.what,
                    "column": one.column,
                    "printed": one.printed,
                    "reported": one.reported,
                    "reconstructed": one.reconstructed,
                }
                for one in known_cells(components, str(versions[0].rules["layer"]))
            ],
        },
    )
