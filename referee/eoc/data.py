"""The component data: cards, coaches, boards, map and starter stashes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.eoc.effects import parse
from eoc_sim.referee.eoc.state import Card, Coach
from eoc_sim.referee.eoc.tables import COLOURS
from eoc_sim.referee.sheets import read_files


def read_folder(folder: Path) -> dict[str, Any]:
    """Read the five files of a data folder as plain values."""
    return read_files(folder, ["cards", "coaches", "boards"], ["map", "stashes"])


class Data:
    """Everything in the box, as dicts by number or name."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        """Take the rows of the sheets, and the map and stash tables."""
        self.cards: dict[str, Card] = {}
        for row in contents["cards"]:
            self.cards[row["number"]] = Card(
                number=row["number"],
                name=row["name"],
                type=row["type"],
                region=row["region"],
                copies=int(row["copies"]),
                cost=clean({colour: int(row[f"cost_{colour}"]) for colour in COLOURS}),
                stars=int(row["stars"]),
                usage=row["usage"],
                clauses=parse(row["effect"]),
            )
        self.coaches: dict[str, Coach] = {
            row["number"]: Coach(row["number"], int(row["sheet"]), parse(row["effect"]))
            for row in contents["coaches"]
        }
        # SET-9: five positions, the Top 3 first.
        self.boards: list[list[str]] = [
            [row[f"position{index}"] for index in range(1, 6)] for row in contents["boards"]
        ]
        self.starter_stashes: dict[str, list[str]] = contents["stashes"]["stashes"]
        self.read_map(contents["map"])

    def read_map(self, chart: Mapping[str, Any]) -> None:
        """SET-2: read states with regions and values, circles, headquarters, trails."""
        self.border_values: list[int] = chart["border_values"]
        self.regions_of_state: dict[str, list[str]] = {
            state["name"]: state["regions"] for state in chart["states"]
        }
        self.value_of_state: dict[str, int] = {
            state["name"]: state["value"] for state in chart["states"] if "value" in state
        }
        self.hq_of_region: dict[str, str] = {
            hq["region"]: f"{hq['region']} HQ" for hq in chart["headquarters"]
        }
        self.hq_nodes = set(self.hq_of_region.values())
        self.edges = {frozenset(step) for step in chart["trails"]["steps"]}
        nodes = [*self.regions_of_state, *(c["name"] for c in chart["circles"]), *self.hq_nodes]
        self.neighbours: dict[str, set[str]] = {
            node: {other for edge in self.edges if node in edge for other in edge if other != node}
            for node in nodes
        }
