"""Altered data: random line-ups, profiles, dice, position VP and tactic cards."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from eoc_sim.referee.eleven.pitch import CELLS
from eoc_sim.referee.eleven.tables import COLOURS, FORMATIONS
from referee.eleven.reference_engine import RandomDecisions

CONDITIONS = [
    "opponent above", "quiet centre", "equal central", "shields back >= 1", "shields back >= 3",
    "pressing >= 2",
]  # fmt: skip


def clause(rng: Random) -> str:
    """Write a tactic's clause; some clauses act in a league, others only with cards."""
    number = rng.randint(1, 3)
    if rng.random() < 0.4:
        return f"before: {number} flip_marker"
    if rng.random() < 0.3:
        return f"before: {number} gloves"
    if rng.random() < 0.6:
        conditions = " and ".join(rng.sample(CONDITIONS, rng.randint(1, 2)))
        return f"match: if {conditions}: {number} goal"
    clauses_for_cards = [
        "before: 3 shift",
        "prepare: 2 fitness cards",
        "before: 2 strength pressing",
    ]
    return rng.choice(["match: 1 goal", *clauses_for_cards])


def line_up(rng: Random, formation: str, layouts: RandomDecisions) -> dict[str, str]:
    """Draw the cells of a line-up."""
    markers_of_cell: dict[str, list[str]] = {cell: [] for cell in CELLS}
    for cell in layouts.layout(formation):
        markers_of_cell[cell].append(f"{rng.randint(1, 5)}{rng.choice('bs')}")
    return {cell: " ".join(markers) for cell, markers in markers_of_cell.items()}


def strengths(rng: Random) -> str:
    """Draw the strengths of five markers."""
    return " ".join(str(rng.randint(1, 5)) for _ in range(5))


def keeper(rng: Random) -> str:
    """Draw a keeper: strength x gloves."""
    return f"{rng.randint(1, 5)}x{rng.randint(0, 4)}"


def altered(contents: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return sheets with other line-ups, profiles, tactic cards, dice and position VP."""
    contents = copy.deepcopy(contents)
    layouts = RandomDecisions(rng.randrange(1 << 30))
    for row in contents["opponents"]:
        row["formation"] = rng.choice(FORMATIONS)
        row["keeper"] = keeper(rng)
        row.update(line_up(rng, row["formation"], layouts))
    for row in contents["profiles"]:
        row.update(balls=strengths(rng), shields=strengths(rng), keeper=keeper(rng))
    for row in contents["tactics"]:
        if " " in row["formations"]:
            row["formations"] = " ".join(rng.sample(FORMATIONS, 2))
        else:
            row["formations"] = rng.choice(FORMATIONS)
            row["effect"] = "; ".join(clause(rng) for _ in range(rng.choice([1, 1, 2])))
    for colour in COLOURS:
        contents["club"][f"dice_{colour}"] = [rng.choice([0, 1, 3]) for _ in range(6)]
    for table in ("standard", "epic"):
        contents["club"][f"position_vp_{table}"] = [rng.randint(-9, 30) for _ in range(12)]
    return contents
