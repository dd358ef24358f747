"""The dims tables of Envelopes of Cash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, REGION_NAMES
from eoc_sim.simulator.eoc.component_rows import BOARDS, CARDS, COACHES, SOURCE_WORDS
from eoc_sim.simulator.eoc.components import spots
from eoc_sim.simulator.eoc.places import place_rows, trail_rows
from eoc_sim.simulator.eoc.versions import Version
from eoc_sim.simulator.eoc.words import BUBBA
from eoc_sim.simulator.kernel.checked_rows import OWN
from eoc_sim.simulator.kernel.columns import STRATEGIES, Column, Table, dims_table, text_column
from eoc_sim.simulator.runs.dims import dims_frames, max_copies_rows

if TYPE_CHECKING:
    import polars as pl

_SOURCE = text_column("source", SOURCE_WORDS)

DIMS: dict[str, Table] = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table(
            "cards",
            "card",
            *CARDS.dim_columns,
            Column("price", "Int8", "total EC of its cost, over all colours", "face_price", "EC"),
            text_column("printed_columns", "the columns of its row that are printed"),
            id_kind="Int16",
        ),
        dims_table("coaches", "coach", *COACHES.dim_columns),
        dims_table("boards", "board", *BOARDS.dim_columns),
        dims_table("regions", "region", text_column("colour", "colour of its EC")),
        dims_table(
            "spots",
            "spot",
            text_column("state", "state"),
            text_column("regions", "regions that the state touches"),
            Column("cost", "Int8", "EC that its recruit costs", "amount", "EC"),
        ),
        dims_table(
            "places",
            "place on the map",
            text_column("kind", "state, circle or headquarters"),
            text_column("code", "short name of a state: its postal code if it has one"),
            text_column("regions", "regions that a state touches; region of a headquarters"),
            _SOURCE,
            Column(
                "x", "Float64", "where it is drawn, from 0 in the west to 100 in the east", "amount"
            ),
            Column(
                "y",
                "Float64",
                "where it is drawn, from 0 in the north to 60 in the south",
                "amount",
            ),
        ),
        dims_table(
            "trails",
            "trail, one step from place to place",
            Column("start", "Int8", "id in dims/places: one end", "place", dim="places"),
            Column("end", "Int8", "id in dims/places: the other end", "place", dim="places"),
            _SOURCE,
            id_kind="Int16",
        ),
    )
}
"""Every dims table, declared once."""


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """Make the dims tables that several versions share."""
    components = versions[0].components
    tables: dict[str, list[dict[str, Any]]] = {
        "strategies": _strategy_rows(versions),
        "cards": [
            {
                **row,
                "price": sum(card.cost),
                "printed_columns": " ".join(card.printed_columns if card.source != OWN else ()),
            }
            for card, row in zip(components.cards, max_copies_rows(versions, CARDS), strict=True)
        ],
        "coaches": [COACHES.dim_row(coach) for coach in components.coaches],
        "boards": [BOARDS.dim_row(board) for board in components.boards],
        "regions": [
            {"name": name, "colour": colour}
            for name, colour in zip(REGION_NAMES, COLOUR_NAMES, strict=True)
        ],
        "spots": [
            {
                "name": spot.name,
                "state": spot.state,
                "regions": " ".join(REGION_NAMES[region] for region in spot.regions),
                "cost": sum(spot.cost),
            }
            for spot in spots(components)
        ],
        "places": place_rows(components.map),
        "trails": trail_rows(components.map),
    }
    return dims_frames(DIMS, tables)


def _strategy_rows(versions: Sequence[Version]) -> list[dict[str, Any]]:
    rows = Version.strategy_rows(versions)
    if any(version.rules["solo"] == "on" for version in versions):
        rows.append({"name": BUBBA, "file": "", "parameters": "{}", "brief": ""})
    return rows
