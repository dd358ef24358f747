"""The component data: cards, coaches, boards, map and starter stashes of one folder."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

from reference.bundles import clean
from reference.effects import parse
from reference.state import Card, Coach
from reference.tables import COLOURS


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a sheet."""
    with path.open(newline="", encoding="utf-8-sig") as sheet:
        return list(csv.DictReader(sheet))


class Data:
    """Everything in the box, as dicts by number or name."""

    def __init__(self, folder: Path) -> None:
        """Read the five files of a data folder."""
        self.cards: dict[str, Card] = {}
        for row in rows(folder / "cards.csv"):
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
            for row in rows(folder / "coaches.csv")
        }
        # SET-9: five positions, the Top 3 first.
        self.boards: list[list[str]] = [
            [row[f"position{place}"] for place in range(1, 6)]
            for row in rows(folder / "boards.csv")
        ]
        with (folder / "stashes.toml").open("rb") as file:
            self.starter_stashes: dict[str, list[str]] = tomllib.load(file)["stashes"]
        with (folder / "map.toml").open("rb") as file:
            self.read_map(tomllib.load(file))

    def read_map(self, chart: dict[str, Any]) -> None:
        """SET-2: states with regions and printed values, circles, headquarters and trails."""
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
