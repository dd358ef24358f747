"""The tables of dims of Stadium: what the ids in its result tables are."""

from __future__ import annotations

from eoc_sim.simulator.kernel.columns import (
    STRATEGIES,
    Column,
    Table,
    amount_column,
    dims_table,
    text_column,
)
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES

NUMBER = text_column("number", "its number")
SOURCE = text_column("source", "how much of the row is printed: printed, partial or reconstructed")
EFFECT = text_column("effect", "effect, in the effect language")
TEXT = Column("text", "String", "what it does, as a sentence", "face_text")
POINTS = amount_column("points", "Int8", "points, for who has it at the end (SCO-2)", "points")
COPIES = amount_column("copies", "Int8", "most copies in the deck of any version")
SALARY = amount_column("salary", "Int8", "salary a round", "money")

DIMS: dict[str, Table] = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table(
            "players",
            "card",
            NUMBER,
            COPIES,
            Column("price", "Int8", "signing bonus", "face_price", "money"),
            SALARY,
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        dims_table(
            "employees",
            "card",
            NUMBER,
            COPIES,
            Column("price", "Int8", "cost", "face_price", "money"),
            SALARY,
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        dims_table(
            "places",
            "place",
            NUMBER,
            text_column("level", "field, level 1, level 2 or level 3"),
            text_column("category", "category of a square"),
            amount_column("wins", "Int8", "wins that a square needs"),
            *(
                amount_column(token, "Int8", f"{token} that it costs", token)
                for token in TOKEN_NAMES
                if token != "wins"
            ),
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        dims_table(
            "spaces",
            "space",
            NUMBER,
            text_column("arrow", "yes: it has a token from the start"),
            text_column("bonuses", "its bonus spaces, in order"),
            text_column("loss", "what its stack costs"),
            EFFECT,
            TEXT,
            SOURCE,
        ),
    )
}
"""The tables of dims: what the ids in the result tables are, as the first version has them."""
