"""The season's cards and tokens, and the numbers on the boards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.referee.eleven.language import Clause, parse, parse_outcome
from eoc_sim.referee.eleven.tables import RESOURCES, STATISTICS

SHEETS = [
    "players", "youngsters", "veterans", "tags", "staff", "sponsors", "directors",
    "board_meetings", "infrastructure", "objectives",
]  # fmt: skip
"""The sheets that only the season needs; a folder may lack them."""
OFFICE_STEPS = 4
VOTES = ["yellow", "blue", "red"]  # BOA-1
SHEET_OF_SWITCH = {
    "new_staff": "staff",
    "new_sponsors": "sponsors",
    "new_directors": "directors",
    "new_board_meetings": "board_meetings",
    "new_objectives": "objectives",
    "new_tokens": "infrastructure",
}
"""EXT-2, EXT-3: the sheet to which each switch adds rows from the leaflet."""


@dataclass(frozen=True)
class Card:
    """PLA-1: a Player card."""

    number: str
    kind: str  # players, youngsters or veterans
    positions: str
    side: str
    jersey: int
    strengths: tuple[int, int]  # untrained, trained
    gloves: tuple[int, int]
    clauses: list[Clause]
    tag: str
    ability: str  # the sides that have it: both or trained
    price: int
    spaces: int
    vp: int


@dataclass(frozen=True)
class Item:
    """A director, staff card, sponsor or token."""

    number: str
    name: str
    clauses: list[Clause]
    price: int = 0
    colour: str = ""
    managers: int = 1
    at_start: bool = False
    cash: int = 0
    weekly: int = 0
    space: str = ""
    vp: int = 0
    copies: int = 0
    shifts: tuple[int, ...] = (0, 0, 0, 0)
    faces: tuple[str, ...] = ()
    is_new: bool = False  # from the leaflet


@dataclass(frozen=True)
class Objective:
    """SCO-5: an objective."""

    number: str
    measure: str
    fulfilled: int
    perfect: int
    in_epic: bool


def to_int(cell: str) -> int:
    """Read a cell's number, 0 if the cell is empty."""
    return int(cell or 0)


def is_base(row: Mapping[str, str]) -> bool:
    """Check if a row does not belong to the leaflet."""
    return row.get("set", "base") == "base"


class Components:
    """Everything in the box for the season, in sheet order."""

    def __init__(self, contents: Mapping[str, Any], extended_sheets: Collection[str] = ()) -> None:
        """Take the sheets' rows and numbers.

        Only ``extended_sheets`` include the rows from the leaflet.
        """
        sheets = {
            name: [row for row in contents[name] if name in extended_sheets or is_base(row)]
            for name in SHEETS
        }
        tags = {row["number"]: parse(row["effect"]) for row in sheets["tags"]}
        self.cards = {
            row["number"]: read_card(kind, row, tags)
            for kind in ("players", "youngsters", "veterans")
            for row in sheets[kind]
        }
        self.staff = {row["number"]: read_staff(row) for row in sheets["staff"]}
        self.sponsors = {row["number"]: read_sponsor(row) for row in sheets["sponsors"]}
        self.directors = {row["number"]: read_director(row) for row in sheets["directors"]}
        self.tokens = {row["number"]: read_token(row) for row in sheets["infrastructure"]}
        self.meetings = {
            row["number"]: {vote: parse_outcome(row[vote]) for vote in VOTES}
            for row in sheets["board_meetings"]
        }
        self.objectives = {
            row["number"]: Objective(
                row["number"],
                row["measure"],
                int(row["fulfilled"]),
                int(row["perfect"]),
                row["epic"] == "yes",
            )
            for row in sheets["objectives"]
        }
        self.tactics = {row["number"]: parse(row["effect"]) for row in contents["tactics"]}
        numbers = contents["club"]
        self.stands: list[int] = numbers["stands"]
        self.boards: int = numbers["boards"]
        self.free_spaces: int = numbers["free_spaces"]
        self.office_cost: list[int] = numbers["office_cost"]
        self.office_vp: list[int] = numbers["office_vp"]
        self.upkeep: dict[str, list[int]] = {
            track: numbers[f"upkeep_{track}"] for track in ("players", "staff", "stadium")
        }
        self.staff_set_vp: list[int] = numbers["staff_set_vp"]
        self.consequences: dict[str, list[str]] = {
            result: numbers[f"consequences_{result}"] for result in ("win", "draw", "loss")
        }

    def list_kind(self, kind: str) -> list[str]:
        """List a kind's cards."""
        return [card.number for card in self.cards.values() if card.kind == kind]


def read_card(kind: str, row: Mapping[str, str], tags: Mapping[str, list[Clause]]) -> Card:
    """PLA-1: read a Player card."""
    return Card(
        row["number"], kind, row["position"], row["side"], int(row["jersey"]),
        (int(row["strength"]), int(row["trained"])),
        (to_int(row["gloves"]), to_int(row["trained_gloves"])),
        tags[row["tag"]], row["tag"], row["ability"],
        to_int(row.get("price", "")), to_int(row.get("spaces", "")), to_int(row.get("vp", "")),
    )  # fmt: skip


def read_staff(row: Mapping[str, str]) -> Item:
    """CLU-8: read a staff card."""
    return Item(
        row["number"], row["name"], parse(row["effect"]), price=int(row["price"]),
        colour=row["colour"], managers=int(row["managers"]), at_start=row["place"] == "start",
    )  # fmt: skip


def read_sponsor(row: Mapping[str, str]) -> Item:
    """ACT-5: read a sponsor."""
    return Item(
        row["number"], row["name"], parse(row["bonus"]), cash=int(row["cash"]),
        weekly=int(row["weekly"]),
    )  # fmt: skip


def read_director(row: Mapping[str, str]) -> Item:
    """SET-5, BOA-1: read a director; its six faces stand for colours."""
    faces = [vote for vote in VOTES for _ in range(int(row[vote]))]
    if len(faces) != 6:
        raise ValueError(f"{row['number']} has {len(faces)} faces, not six")
    return Item(
        row["number"], row["name"], parse(row["effect"]), faces=tuple(faces),
        shifts=tuple(int(row[statistic]) for statistic in STATISTICS),
    )  # fmt: skip


def read_token(row: Mapping[str, str]) -> Item:
    """CLU-5: read a kind of token."""
    return Item(
        row["number"], row["name"], parse(row["effect"]), price=int(row["cost"]),
        space=row["space"], vp=int(row["vp"]), copies=int(row["copies"]), is_new=not is_base(row),
    )  # fmt: skip


def amounts(**resources: int) -> list[int]:
    """List the amount of each resource, 0 if none is given."""
    return [resources.get(name, 0) for name in RESOURCES]
