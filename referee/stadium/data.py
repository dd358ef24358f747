"""The component data: spaces, buildings, field, cards and the board's numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eoc_sim.referee.bundles import Bundle, clean
from eoc_sim.referee.sheets import read_files
from eoc_sim.referee.stadium.phrases import Clause, parse
from eoc_sim.referee.stadium.tables import (
    ACTIONS,
    CATEGORIES,
    LEVELS,
    LOSSES,
    OTHER_BONUSES,
    SPACES,
    TOKEN_OF_BONUS,
)

SHEETS = ("spaces", "buildings", "field", "players", "employees")


def read_folder(folder: Path) -> dict[str, Any]:
    """Read the six files of a data folder as plain values."""
    return read_files(folder, SHEETS, ["board"])


@dataclass(frozen=True)
class Space:
    """PLA-2, SET-3: an action space."""

    number: int
    arrow: bool
    bonuses: list[str]  # the kinds of its bonus spaces, in their order
    loss: str  # or empty
    clauses: list[Clause]  # of this space's own action


@dataclass(frozen=True)
class Place:
    """ACT-8, ACT-12: a building, or a square of the field."""

    number: str
    part: str  # of the score: field, level_1, level_2, level_3
    category: str  # of a square, else empty
    level: int  # of a building; squares are on the bottom level
    wins: int  # needed, not paid
    price: Bundle
    points: int
    clauses: list[Clause]

    def is_square(self) -> bool:
        """Check if it is on the field."""
        return self.category != ""


@dataclass(frozen=True)
class Card:
    """ACT-17, ACT-5: a player or employee card.

    The price is a player's signing bonus or an employee's cost.
    """

    number: str
    copies: int
    price: int
    salary: int
    points: int
    clauses: list[Clause]


def in_row_order(cards: list[str], sheet: Mapping[str, Card]) -> list[str]:
    """Sort cards into the order of their sheet.

    Traces use this order for cards that have no order of their own.
    """
    return sorted(cards, key=list(sheet).index)


def number(row: Mapping[str, str], column: str) -> int:
    """Read a whole number from a cell; an empty cell is 0."""
    return int(row[column] or 0)


class Data:
    """Everything in the box, by number, in the order of the sheets."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        """Take the sheets' rows as strings, and the board's values."""
        self.spaces: dict[int, Space] = {
            int(row["number"]): read_space(row) for row in contents["spaces"]
        }
        if sorted(self.spaces) != list(SPACES):
            raise ValueError(f"the action spaces must be {list(SPACES)}, not {list(self.spaces)}")
        # EFF-1: buildings act before squares.
        self.places: dict[str, Place] = {
            row["number"]: place
            for place, row in [
                *((read_building(row), row) for row in contents["buildings"]),
                *((read_square(row), row) for row in contents["field"]),
            ]
        }
        self.players = {row["number"]: read_card(row, "signing") for row in contents["players"]}
        self.employees = {row["number"]: read_card(row, "cost") for row in contents["employees"]}
        board = contents["board"]
        self.max_ticket_money_from_wins: int = board["ticket_most_by_wins"]
        self.ticket_steps: list[list[int]] = board["ticket_steps"]
        self.point_tokens: list[int] = board["point_tokens"]
        self.bonus_tile_points: int = board["bonus_tile_points"]

    @classmethod
    def read_folder(cls, folder: Path) -> Data:
        """Read the components of a data folder."""
        return cls(read_folder(folder))

    def tickets(self, wins: int) -> int:
        """ACT-15: look up the ticket money for this number of wins."""
        amounts = [money for minimum, money in self.ticket_steps if wins >= minimum]
        return amounts[-1] if amounts else min(wins, self.max_ticket_money_from_wins)


def read_space(row: Mapping[str, str]) -> Space:
    """Read a row of the sheet of action spaces."""
    action = ACTIONS[int(row["number"]) - 1]
    bonuses = [row[f"bonus{index}"] for index in range(1, 7) if row[f"bonus{index}"]]
    unknown_bonuses = set(bonuses) - set(TOKEN_OF_BONUS) - set(OTHER_BONUSES)
    if unknown_bonuses or (row["loss"] and row["loss"] not in LOSSES):
        raise ValueError(
            f"space {row['number']} has an unknown bonus or loss: bonuses {bonuses}, "
            f"loss {row['loss']!r}"
        )
    clauses = parse(row["effect"])
    if any(clause.when != action for clause in clauses):
        raise ValueError(f"space {row['number']}: the moment of its effect should be {action}")
    return Space(int(row["number"]), row["arrow"] == "yes", bonuses, row["loss"], clauses)


def read_building(row: Mapping[str, str]) -> Place:
    """Read a row of the sheet of buildings."""
    level = number(row, "level")
    if level not in LEVELS:
        raise ValueError(
            f"building {row['number']}: the level should be one of {LEVELS}, not {level}"
        )
    kinds = ("construction", "money", "equipment", "entertainment")
    price = clean({kind: number(row, kind) for kind in kinds})
    points = number(row, "victory_points")
    clauses = clauses_of(row)
    return Place(row["number"], f"level_{level}", "", level, 0, price, points, clauses)


def read_square(row: Mapping[str, str]) -> Place:
    """Read a row of the field's sheet."""
    if row["category"] not in CATEGORIES:
        raise ValueError(f"square {row['number']}: unknown category {row['category']!r}")
    return Place(
        number=row["number"],
        part="field",
        category=row["category"],
        level=1,
        wins=number(row, "wins"),
        price=clean({"equipment": number(row, "equipment")}),
        points=number(row, "victory_points"),
        clauses=clauses_of(row),
    )


def read_card(row: Mapping[str, str], price: str) -> Card:
    """Read a row of a card sheet; `price` names the price column."""
    return Card(
        number=row["number"],
        copies=number(row, "copies"),
        price=number(row, price),
        salary=number(row, "salary"),
        points=number(row, "victory_points"),
        clauses=clauses_of(row),
    )


def clauses_of(row: Mapping[str, str]) -> list[Clause]:
    """Parse the clauses of a place or card; refuse `any number`."""
    clauses = parse(row["effect"])
    if any(clause.any_number for clause in clauses):
        raise ValueError(f"{row['number']}: `any number` is for action spaces only")
    return clauses
