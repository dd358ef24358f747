"""Made-up run directories of Stadium, small enough to check by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from synthetic_runs import table, write_run

from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.stadium.columns import SPACE_WORDS, TABLES
from eoc_sim.simulator.stadium.game import GAME
from eoc_sim.simulator.stadium.switches import SWITCHES

RULES = {name: switch.default for name, switch in SWITCHES.items()}
FACE = {"points": 0, "salary": 0, "price": 0, "effect": "", "text": "", "source": "printed"}
PLACES = {
    "name": ["Stand", "Tower", "First Square", "Second Square"],
    "number": ["B01", "B02", "F01", "F02"],
    "level": ["level 1", "level 2", "field", "field"],
    "category": ["", "", "season", "bowl"],
    "wins": [0, 0, 6, 21],
    "equipment": [0, 0, 0, 2],
    "construction": [2, 4, 0, 0],
    "money": [0, 1, 0, 0],
    "entertainment": [0, 0, 0, 0],
    "points": [2, 5, 3, 11],
    "source": ["printed", "partial", "printed", "reconstructed"],
}


def deck(letter: str, cards: int, **columns: Any) -> dict[str, Any]:
    """Return the rows of a deck with one copy of each card."""
    whole = (
        FACE
        | {
            "name": [f"Card {number}" for number in range(cards)],
            "number": [f"{letter}{number:02d}" for number in range(cards)],
            "copies": 1,
        }
        | columns
    )
    return {
        name: value if isinstance(value, list) else [value] * cards for name, value in whole.items()
    }


def stadium_run(
    path: Path,
    rows: Mapping[str, Mapping[str, Any]],
    *,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    **record: Any,
) -> Run:
    """Make a run from ``rows``, which maps each table's name to its columns.

    Missing columns are zero.
    """
    dims = {
        "strategies": {"name": ["a", "b"]},
        "spaces": {"name": SPACE_WORDS},
        "places": PLACES,
        "players": deck("P", 3),
        "employees": deck("E", 3),
    }
    return Run(
        write_run(
            path,
            {name: table(name, columns, TABLES) for name, columns in rows.items()},
            players=players,
            dims=dims,
            declaration=GAME.declaration,
            game="stadium",
            baseline={"rules": RULES | dict(rules or {}), "seats": ["a", "b"]},
            **record,
        )
    )
