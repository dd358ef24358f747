"""Declare and fill Stadium's tables in `dims`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.columns import STRATEGIES, dims_table, text_column
from eoc_sim.simulator.runs.dims import dims_frames, max_copies_rows
from eoc_sim.simulator.stadium.columns import LEVEL_NAMES, SPACE_WORDS
from eoc_sim.simulator.stadium.component_rows import (
    BUILDINGS,
    EMPLOYEES,
    FIELD,
    PLAYERS,
    SPACE_SHEET,
)
from eoc_sim.simulator.stadium.names import TOKENS
from eoc_sim.simulator.stadium.versions import Version

if TYPE_CHECKING:
    import polars as pl

_NUMBER, *_BUILDING_COLUMNS = BUILDINGS.dim_columns
_, *_SQUARE_COLUMNS = FIELD.dim_columns
_PLACE_COLUMNS = {column.name: column for column in (*_SQUARE_COLUMNS, *_BUILDING_COLUMNS)}

DIMS = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table("players", "card", *PLAYERS.dim_columns),
        dims_table("employees", "card", *EMPLOYEES.dim_columns),
        dims_table(
            "places",
            "place",
            _NUMBER,
            text_column("level", "field, level 1, level 2 or level 3"),
            *(_PLACE_COLUMNS.pop(name) for name in ("category", "wins")),
            *(_PLACE_COLUMNS.pop(token) for token in TOKENS if token != "wins"),
            *_PLACE_COLUMNS.values(),
        ),
        dims_table("spaces", "space", *SPACE_SHEET.dim_columns),
    )
}
"""Every table in dims, declared once."""


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """Make the tables in dims that the versions share."""
    components = versions[0].components
    no_values: dict[str, Any] = {**dict.fromkeys((*TOKENS, "wins"), 0), "category": ""}
    return dims_frames(
        DIMS,
        {
            "strategies": Version.strategy_rows(versions),
            "players": max_copies_rows(versions, PLAYERS),
            "employees": max_copies_rows(versions, EMPLOYEES),
            "places": [
                *(
                    {
                        **no_values,
                        "level": LEVEL_NAMES[building.level],
                        **BUILDINGS.dim_row(building),
                    }
                    for building in components.buildings
                ),
                *(
                    {**no_values, "level": LEVEL_NAMES[0], **FIELD.dim_row(square)}
                    for square in components.field
                ),
            ],
            "spaces": [
                {**SPACE_SHEET.dim_row(space), "name": SPACE_WORDS[space.number - 1]}
                for space in components.spaces
            ],
        },
    )
