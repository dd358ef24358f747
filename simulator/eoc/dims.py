"""The tables of dims of Envelopes of Cash: what the ids in its result tables are."""

from __future__ import annotations

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.kernel.columns import (
    STRATEGIES,
    Column,
    Table,
    amount_column,
    dims_table,
    text_column,
)

NUMBER = text_column("number", "printed number")
SOURCE = text_column("source", "how much of the row is printed: printed, partial or reconstructed")

DIMS: dict[str, Table] = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table(
            "cards",
            "card",
            NUMBER,
            text_column("type", "type"),
            text_column("region", "region of its type"),
            amount_column("copies", "Int8", "most copies in the deck of any version"),
            *(
                amount_column(f"cost_{colour}", "Int8", f"{colour} EC of its cost", "EC")
                for colour in COLOUR_NAMES
            ),
            Column("stars", "Int8", "printed stars", "face_score", "stars"),
            text_column("usage", "usage"),
            text_column("effect", "effect, in the effect language"),
            Column("text", "String", "its own text", "face_text"),
            SOURCE,
            Column("price", "Int8", "EC of its cost, all colours", "face_price", "EC"),
            text_column("printed_columns", "the columns of its row that are printed"),
            id_kind="Int16",
        ),
        dims_table("coaches", "coach", NUMBER, text_column("text", "its own text"), SOURCE),
        dims_table(
            "boards", "board", text_column("positions", "its positions, the Top 3 first"), SOURCE
        ),
        dims_table("regions", "region", text_column("colour", "colour of its EC")),
        dims_table(
            "spots",
            "spot",
            text_column("state", "state"),
            text_column("regions", "regions that the state touches"),
            amount_column("cost", "Int8", "EC that its recruit costs", "EC"),
        ),
        dims_table(
            "places",
            "place on the map",
            text_column("kind", "state, circle or headquarters"),
            text_column("code", "short name of a state, postal codes where there are such"),
            text_column("regions", "regions that a state touches; region of a headquarters"),
            SOURCE,
            amount_column("x", "Float64", "where it is drawn, 0 in the west to 100 in the east"),
            amount_column("y", "Float64", "where it is drawn, 0 in the north to 60 in the south"),
        ),
        dims_table(
            "trails",
            "trail, one step from place to place",
            Column("start", "Int8", "id in dims/places: one end", "place", dim="places"),
            Column("end", "Int8", "id in dims/places: the other end", "place", dim="places"),
            SOURCE,
            id_kind="Int16",
        ),
    )
}
"""The tables of dims: what the ids in the result tables are, as the first version has them."""
