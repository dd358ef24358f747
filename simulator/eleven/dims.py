"""The tables in dims/ of Eleven: their declarations and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eleven.betting_rows import BETS
from eoc_sim.simulator.eleven.component_report import known_cells
from eoc_sim.simulator.eleven.component_rows import OPPONENTS, TACTICS
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.leaflet_rows import UNIQUE_CARDS
from eoc_sim.simulator.eleven.names import COLOURS, DECKS
from eoc_sim.simulator.eleven.referee_rows import ROW_SHEET
from eoc_sim.simulator.eleven.season_facts import FIRST_CARDS, numbers_of_sources
from eoc_sim.simulator.eleven.season_rows import (
    CARD_SHEETS,
    DIRECTORS,
    INFRASTRUCTURE,
    OBJECTIVES,
    PLAYERS,
    SPONSORS,
    STAFF_CARDS,
    in_play,
)
from eoc_sim.simulator.eleven.sizes import CARDS, MAX_GOALS
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.eleven.winter_rows import WINTER_TOKENS
from eoc_sim.simulator.eleven.words import BOARD
from eoc_sim.simulator.kernel.columns import (
    STRATEGIES,
    Column,
    amount_column,
    dims_table,
    text_column,
)
from eoc_sim.simulator.runs.dims import dims_frames
from eoc_sim.simulator.runs.sheets import ComponentSheet

if TYPE_CHECKING:
    import polars as pl

COPIES = amount_column("copies", "Int8", "0 if it is not in the game")
HELD_SHEETS: Mapping[ComponentSheet[Any], Sequence[Column]] = {
    STAFF_CARDS: (COPIES,),
    SPONSORS: (COPIES,),
    DIRECTORS: (COPIES,),
    INFRASTRUCTURE: (),
    WINTER_TOKENS: (),
}
"""Sheets of what managers hold besides player cards, with their added columns."""
DIMS = {
    table.name: table
    for table in (
        STRATEGIES,
        dims_table(
            "clubs",
            "club",
            text_column("number", "its code"),
            text_column("deck", "its deck"),
            text_column("colour", "its colour, which determines its die"),
        ),
        dims_table("line_ups", "line-up", *OPPONENTS.dim_columns, id_kind="Int16"),
        dims_table("tactics", "tactic", *TACTICS.dim_columns),
        dims_table(
            "players",
            "card",
            *PLAYERS.dim_columns,
            text_column("kind", "regular, youngster or veteran"),
            COPIES,
        ),
        *(
            dims_table(sheet.dim or sheet.name, sheet.noun, *sheet.dim_columns, *more)
            for sheet, more in HELD_SHEETS.items()
        ),
        dims_table("unique_cards", "card", *UNIQUE_CARDS.dim_columns),
        dims_table("objectives", "objective", *OBJECTIVES.dim_columns),
        dims_table("goals", "goal", text_column("scenario", "its scenario")),
        dims_table("bets", "space", *BETS.dim_columns),
        dims_table("referee_rows", "row of tags", *ROW_SHEET.dim_columns),
        dims_table(
            "things",
            "thing",
            text_column("number", "its number in the sheets, empty where there is none"),
            id_kind="Int16",
        ),
        dims_table(
            "cells",
            "column of each kind of component",
            text_column("component", "the kind of component"),
            text_column(
                "column",
                "its column; for the component `the club`, which has no columns, the name of the "
                "value",
            ),
            amount_column("printed", "Int16", "cells that the published rules print"),
            amount_column("reported", "Int16", "cells reported by the publisher or owners"),
            amount_column("reconstructed", "Int16", "cells that are guesses"),
            id_kind="Int16",
        ),
    )
}
"""The tables in dims/, by name."""


def _copies(versions: Iterable[Any]) -> dict[str, int]:
    """Return the maximum number of copies over all versions of a row."""
    return {"copies": max(getattr(version, "copies", 1) * in_play(version) for version in versions)}


def _cards(components: Components) -> list[dict[str, Any]]:
    """List the player cards by number, with gaps between sheets."""
    empty: dict[str, Any] = {
        column.name: "" if column.kind == "String" else 0 for column in DIMS["players"]
    }
    rows = [dict(empty) for _ in range(CARDS)]
    kinds = ("regular", "youngster", "veteran")
    for first, sheet, kind in zip(FIRST_CARDS, CARD_SHEETS, kinds, strict=True):
        for card, component in enumerate(components.sheet(sheet.name), first):
            cells = {
                name: value for name, value in sheet.dim_row(component).items() if name in empty
            }
            rows[card] |= {**cells, "kind": kind, "copies": int(in_play(component))}
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def _goals(components: Components) -> list[dict[str, Any]]:
    """List every scenario's goals, with gaps between scenarios."""
    return [
        {
            "scenario": f"{scenario.number} {scenario.name}",
            "name": str(scenario.goal[index]) if index < len(scenario.goal) else "",
        }
        for scenario in components.scenarios
        for index in range(MAX_GOALS)
    ]


def _strategies(versions: Sequence[Version]) -> list[dict[str, Any]]:
    rows = Version.strategy_rows(versions)
    if any(version.rules["solo"] == "on" for version in versions):
        rows.append({"name": BOARD, "file": "", "parameters": "{}", "brief": ""})
    return rows


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """Make the tables for versions that share their ids."""
    components = versions[0].components
    in_game = [version.components_in_game for version in versions]
    return dims_frames(
        DIMS,
        {
            "strategies": _strategies(versions),
            "clubs": [
                {
                    "number": club.code,
                    "name": f"club {club.code}",
                    "deck": DECKS[club.deck],
                    "colour": COLOURS[club.colour],
                }
                for club in components.clubs
            ],
            "line_ups": [OPPONENTS.dim_row(opponent) for opponent in components.opponents],
            "tactics": [TACTICS.dim_row(tactic) for tactic in components.tactics],
            "players": _cards(components),
            "bets": [BETS.dim_row(bet) for bet in components.bets],
            "referee_rows": [
                ROW_SHEET.dim_row(referee_row) for referee_row in components.referee_rows
            ],
            **{
                sheet.dim or sheet.name: [
                    {**sheet.dim_row(rows[0]), **_copies(rows)}
                    for rows in zip(
                        *(components.sheet(sheet.name) for components in in_game), strict=True
                    )
                ]
                for sheet in HELD_SHEETS
            },
            "unique_cards": [
                UNIQUE_CARDS.dim_row(unique_card) for unique_card in components.unique_cards
            ],
            "objectives": [OBJECTIVES.dim_row(objective) for objective in components.objectives],
            "goals": _goals(components),
            "things": [
                {"number": number, "name": number} for number in numbers_of_sources(components)
            ],
            "cells": [
                {
                    "name": f"{known_cell.column} of {known_cell.component}",
                    "component": known_cell.component,
                    "column": known_cell.column,
                    "printed": known_cell.printed,
                    "reported": known_cell.reported,
                    "reconstructed": known_cell.reconstructed,
                }
                for known_cell in known_cells(in_game[0], versions[0].rules_played)
            ],
        },
    )
