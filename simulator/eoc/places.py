"""The map as rows of dims: places with short names, and trails."""

from __future__ import annotations

import re
from typing import Any

from eoc_sim.simulator.eoc.component_map import Map
from eoc_sim.simulator.eoc.effect_language import REGION_NAMES

POSTAL = {
    "Alabama": "AL",
    "Alaska": "AK",
    "American Samoa": "AS",
    "Arizona": "AZ",
    "Arkansas": "AR",
    "California": "CA",
    "Colorado": "CO",
    "Connecticut": "CT",
    "D.C.": "DC",
    "Delaware": "DE",
    "Florida": "FL",
    "Georgia": "GA",
    "Guam": "GU",
    "Hawaii": "HI",
    "Idaho": "ID",
    "Illinois": "IL",
    "Indiana": "IN",
    "Iowa": "IA",
    "Kansas": "KS",
    "Kentucky": "KY",
    "Louisiana": "LA",
    "Maine": "ME",
    "Maryland": "MD",
    "Massachusetts": "MA",
    "Michigan": "MI",
    "Minnesota": "MN",
    "Mississippi": "MS",
    "Missouri": "MO",
    "Montana": "MT",
    "Nebraska": "NE",
    "Nevada": "NV",
    "New Hampshire": "NH",
    "New Jersey": "NJ",
    "New Mexico": "NM",
    "New York": "NY",
    "North Carolina": "NC",
    "North Dakota": "ND",
    "Ohio": "OH",
    "Oklahoma": "OK",
    "Oregon": "OR",
    "Pennsylvania": "PA",
    "Puerto Rico": "PR",
    "Rhode Island": "RI",
    "South Carolina": "SC",
    "South Dakota": "SD",
    "Tennessee": "TN",
    "Texas": "TX",
    "Utah": "UT",
    "Vermont": "VT",
    "Virginia": "VA",
    "Washington": "WA",
    "West Virginia": "WV",
    "Wisconsin": "WI",
    "Wyoming": "WY",
}
"""Two-letter postal codes."""
DIRECTIONS = {"N": "North", "S": "South", "E": "East", "W": "West"}
MAX_CODE_LENGTH = 6
KINDS = {"state": "state", "path": "circle", "hq": "headquarters"}
"""The names of the kinds of places on the map."""


def code(name: str) -> str:
    """Shorten a name to fit a square on a drawn map.

    The short name is the postal code if there is one.

    >>> [code(name) for name in ("Ohio", "W. Virginia", "Nevada & Utah", "NorCal", "Houston")]
    ['OH', 'WV', 'NV/UT', 'NorCal', 'Hou']
    >>> [code(name) for name in ("D.C., Maryland & Virginia", "The Dakotas", "New England")]
    ['DMV', 'Dak', 'NewEng']
    """
    names = [part.strip() for part in re.split(r",| & | and ", name) if part.strip()]
    if len(names) > 2:
        return "".join(word[0].upper() for word in names)[:MAX_CODE_LENGTH]
    return "/".join(_code(word) for word in names)


def _code(name: str) -> str:
    full = re.sub(r"^([NSEW])\. ", lambda match: f"{DIRECTIONS[match[1]]} ", name)
    if full in POSTAL:
        return POSTAL[full]
    words = re.findall(r"[A-Z][a-z]*|\w+", re.sub(r"^The ", "", name))
    return "".join(word[:3] for word in words[:2])


def place_rows(board: Map) -> list[dict[str, Any]]:
    """List the rows of dims/places: states, then circles, then headquarters."""
    states = {state.name: state for state in board.states}
    rows: list[dict[str, Any]] = []
    for node in board.nodes:
        row = {"name": node.name, "kind": KINDS[node.kind], "code": "", "regions": ""}
        if node.kind == "state":
            state = states[node.name]
            row |= {
                "code": code(node.name),
                "source": state.source,
                "regions": " ".join(REGION_NAMES[region] for region in state.regions),
            }
        elif node.kind == "path":
            row["source"] = board.sources["circles"]
        else:
            row |= {"regions": REGION_NAMES[node.region], "source": board.sources["headquarters"]}
        rows.append({**row, "x": node.x, "y": node.y})
    return rows


def trail_rows(board: Map) -> list[dict[str, Any]]:
    """List the rows of dims/trails, in the order of ``board.edges``.

    The edges of a board are sorted by the names of their ends.
    """
    ids = {node.name: index for index, node in enumerate(board.nodes)}
    return [
        {
            "name": f"{start} to {end}",
            "start": ids[start],
            "end": ids[end],
            "source": board.sources["trails"],
        }
        for start, end in board.edges
    ]
