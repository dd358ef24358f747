"""Find, set and compare cells of components by key, ``SHEET.ID.COLUMN``.

    card.038.stars           coach.HC8.effect         board.B1.position1
    state.Washington.value   map.border.values        stash.Texas.cards

The structure of the map (places, trails, the regions of a state) has no key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eoc_sim.simulator.eoc import component_rows
from eoc_sim.simulator.eoc.component_map import map_dict, read_map, read_stashes, stashes_dict
from eoc_sim.simulator.eoc.component_rows import check_deck
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.effect_language import REGION_NAMES
from eoc_sim.simulator.runs.component_cells import ComponentCells
from eoc_sim.simulator.runs.component_keys import KeySheet
from eoc_sim.simulator.runs.components import Cells


def _place_name(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.strip().lower()))


SHEETS: Mapping[str, KeySheet] = {
    **{sheet.word: sheet.keys for sheet in component_rows.SHEETS.values()},
    "state": KeySheet(
        "state",
        "state.NAME.COLUMN",
        _place_name,
        ("value", "source"),
        lambda components: [(state.name, state.name, state) for state in components.map.states],
        lambda state: {"value": str(state.value or ""), "source": state.source},
    ),
    "map": KeySheet(
        "map list",
        "map.border.values",
        _place_name,
        ("values",),
        lambda components: [("border", "Border tokens", components.map.border_values)],
        lambda values: {"values": " ".join(map(str, values))},
    ),
    "stash": KeySheet(
        "starter stash",
        "stash.REGION.cards",
        _place_name,
        ("cards",),
        lambda components: [
            (REGION_NAMES[region], f"{REGION_NAMES[region]}'s stash", cards)
            for region, cards in components.stashes.items()
        ],
        lambda cards: {"cards": " ".join(cards)},
    ),
}
_FILES = ("state", "map", "stash")
"""Sheets read as complete files; their errors quote the requested cells."""


def _with_cells(components: Components, cells: Cells) -> Components:
    """Set cells, and check the result just as files are checked."""
    context = "with " + " ".join(
        f"{name}.{identity}.{column}={value}"
        for name in _FILES
        for identity, row in cells.get(name, {}).items()
        for column, value in row.items()
    )
    variant = components.with_cells(
        {
            sheet.name: cells[sheet.word]
            for sheet in component_rows.SHEETS.values()
            if sheet.word in cells
        }
    )
    for word, noun in (("card", "cards"), ("coach", "Head Coaches")):
        if word in cells:
            check_deck(f"the changed {noun}", variant.cards, variant.coaches)
    states, lists, stashes = (cells.get(name, {}) for name in _FILES)
    if states or lists:
        chart = map_dict(components.map)
        for state in chart["states"]:
            state.update(states.get(state["name"], {}))
            if "value" in state:
                state["value"] = _number(state["value"])
        if lists:
            chart["border_values"] = [_number(value) for value in _list(lists["border"], "values")]
        variant = replace(variant, map=read_map(f"The map {context}", chart))
    if stashes:
        file = stashes_dict(components.stash_source, components.stashes)
        for region, row in stashes.items():
            file["stashes"][region] = _list(row, "cards")
        _, region_stashes = read_stashes(f"The stashes {context}", file, variant.cards)
        variant = replace(variant, stashes=region_stashes)
    return variant


def _list(row: Mapping[str, str], column: str) -> list[str]:
    """Split a cell at its spaces, commas and semicolons."""
    return [part for part in re.split(r"[\s,;]+", row[column]) if part]


def _number(value: Any) -> Any:
    """Parse a whole number; leave other text for the reader to refuse."""
    match = re.fullmatch(r"([0-9]{1,9})([.,]0*)?", str(value))
    return int(match[1]) if match else value


CELLS = ComponentCells(SHEETS, _with_cells)
normal_key, change, differences = CELLS.normal_key, CELLS.change, CELLS.differences
