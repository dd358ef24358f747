"""The component data: action spaces, buildings, field, players, employees and the board."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.sheets import rows
from eoc_sim.referee.stadium.effects import parse
from eoc_sim.referee.stadium.state import Card, Place, Space

SHEETS = ["spaces", "buildings", "field", "players", "employees"]
BONUS_COLUMNS = [f"bonus{number}" for number in range(1, 7)]


def read_folder(folder: Path) -> dict[str, Any]:
    """The six files of a data folder as plain values."""
    contents: dict[str, Any] = {name: rows(folder / f"{name}.csv") for name in SHEETS}
    with (folder / "board.toml").open("rb") as file:
        contents["board"] = tomllib.load(file)
    return contents


def whole(text: str) -> int:
    """The number in a cell; an empty cell is 0."""
    return int(text or 0)


class Data:
    """Everything in the box, as dicts by number, in the order of the rows."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        """Take the rows of the sheets (texts) and the values of the board."""
        self.spaces = {int(row["number"]): a_space(row) for row in contents["spaces"]}
        # EFF-1: buildings come before squares.
        self.places: dict[str, Place] = {}
        for row in contents["buildings"]:
            self.places[row["number"]] = a_building(row)
        for row in contents["field"]:
            self.places[row["number"]] = a_square(row)
        self.players = {row["number"]: a_card(row, "signing") for row in contents["players"]}
        self.employees = {row["number"]: a_card(row, "cost") for row in contents["employees"]}
        board = contents["board"]
        self.ticket_most_by_wins: int = board["ticket_most_by_wins"]
        self.ticket_steps: list[list[int]] = board["ticket_steps"]
        self.point_tokens: list[int] = list(board["point_tokens"])
        self.bonus_tile_points: int = board["bonus_tile_points"]

    def cards(self, deck: str) -> dict[str, Card]:
        """The rows of a deck's sheet."""
        return self.players if deck == "players" else self.employees


def a_space(row: Mapping[str, str]) -> Space:
    """A row of the sheet of action spaces."""
    return Space(
        number=int(row["number"]),
        arrow=row["arrow"] == "yes",
        bonuses=[row[column] for column in BONUS_COLUMNS if row.get(column)],
        loss=row["loss"],
        clauses=parse(row["effect"]),
    )


def a_building(row: Mapping[str, str]) -> Place:
    """ACT-12: a row of the sheet of buildings; all that it shows is paid."""
    kinds = ("construction", "money", "equipment", "entertainment")
    return Place(
        number=row["number"],
        level=int(row["level"]),
        category="",
        wins=0,
        cost=clean({kind: whole(row[kind]) for kind in kinds}),
        points=whole(row["victory_points"]),
        clauses=parse(row["effect"]),
    )


def a_square(row: Mapping[str, str]) -> Place:
    """ACT-8: a row of the sheet of squares; wins are needed and equipment is paid."""
    return Place(
        number=row["number"],
        level=0,
        category=row["category"],
        wins=whole(row["wins"]),
        cost=clean({"equipment": whole(row["equipment"])}),
        points=whole(row["victory_points"]),
        clauses=parse(row["effect"]),
    )


def a_card(row: Mapping[str, str], price: str) -> Card:
    """A row of the sheet of players or of employees."""
    return Card(
        number=row["number"],
        copies=whole(row["copies"]),
        price=whole(row[price]),
        salary=whole(row["salary"]),
        points=whole(row["victory_points"]),
        clauses=parse(row["effect"]),
    )
