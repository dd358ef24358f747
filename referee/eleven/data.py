"""The component data: line-ups, squads, tactic cards, and the league's numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eoc_sim.referee.eleven.components import SHEETS as SEASON_SHEETS
from eoc_sim.referee.eleven.components import Components, is_base
from eoc_sim.referee.eleven.pitch import CELLS, Marker, Team
from eoc_sim.referee.eleven.tables import BALLS, COLOURS, DRAW, FORMATIONS, LOSS, SHIELDS, WIN
from eoc_sim.referee.eleven.tactics import Tactic, parse
from eoc_sim.referee.sheets import read_files

SHEETS = ("opponents", "profiles", "tactics")
MODULE_SHEETS = (
    "transfers", "referee_rows", "referees", "bets", "winter_tokens", "unique_cards", "scenarios",
)  # fmt: skip
"""The sheets of the leaflet's modules; a folder may lack them."""
SIDES = {"b": "ball", "s": "shield"}


def read_folder(folder: Path) -> dict[str, Any]:
    """Read the files of a data folder as plain values."""
    other_files = [
        name for name in (*SEASON_SHEETS, *MODULE_SHEETS) if (folder / f"{name}.csv").exists()
    ]
    return read_files(folder, [*SHEETS, *other_files], ["club"])


@dataclass(frozen=True)
class Squad:
    """LAY-1: a week's team, without a layout."""

    sides: dict[int, str]  # by jersey
    strengths: dict[int, int]
    keeper_strength: int
    gloves: int


@dataclass(frozen=True)
class Club:
    """SET-2: a club without a manager."""

    code: str
    deck: str
    colour: str
    line_ups: dict[str, Team]  # by number
    new_line_ups: dict[str, Team]  # EXT-3: from the leaflet


class Data:
    """Everything in the box, in sheet order."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        """Take the sheets' rows as strings, and the table of numbers."""
        self.contents = contents
        self.clubs: dict[str, Club] = {}
        for row in contents["opponents"]:
            club = self.clubs.setdefault(
                row["club"], Club(row["club"], row["deck"], row["colour"], {}, {})
            )
            if (club.deck, club.colour) != (row["deck"], row["colour"]):
                raise ValueError(
                    f"{row['number']}: the club has a different deck or colour elsewhere"
                )
            line_ups = club.line_ups if is_base(row) else club.new_line_ups
            line_ups[row["number"]] = read_line_up(row)
        self.squads = {
            (row["profile"], int(row["week"])): read_squad(row) for row in contents["profiles"]
        }
        self.tactics = {row["number"]: read_tactic(row) for row in contents["tactics"]}
        numbers = contents["club"]
        self.dice: dict[str, list[int]] = {colour: numbers[f"dice_{colour}"] for colour in COLOURS}
        for colour, faces in self.dice.items():
            if len(faces) != 6 or not set(faces) <= {WIN, DRAW, LOSS}:
                raise ValueError(f"dice_{colour} should be six faces of 0, 1 or 3, not {faces}")
        self.position_vp: dict[str, list[int]] = {
            "standard": numbers["position_vp_standard"],
            "epic": numbers["position_vp_epic"],
            "none": [0],
        }
        self.boxes: dict[frozenset[str], Components] = {}
        self.season = self.box(()) if set(SEASON_SHEETS) <= set(contents) else None

    @classmethod
    def read_folder(cls, folder: Path) -> Data:
        """Read the components of a data folder."""
        return cls(read_folder(folder))

    def box(self, extended_sheets: Collection[str]) -> Components:
        """EXT-2: return the season's components.

        Only ``extended_sheets`` include the rows from the leaflet.
        """
        if not set(SEASON_SHEETS) <= set(self.contents):
            raise ValueError("the data lack the sheets of the season")
        key = frozenset(extended_sheets)
        if key not in self.boxes:
            self.boxes[key] = Components(self.contents, key)
        return self.boxes[key]

    def sheet(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a module's sheet."""
        if name not in self.contents:
            raise ValueError(f"the data lack the sheet {name}")
        rows: list[dict[str, str]] = self.contents[name]
        return rows

    def deck(self, name: str) -> list[str]:
        """SET-2: list a deck's clubs."""
        return [club.code for club in self.clubs.values() if club.deck == name]


def read_keeper(cell: str) -> tuple[int, int]:
    """Read a keeper's strength and gloves from a cell such as 2x1."""
    strength, gloves = cell.split("x")
    return int(strength), int(gloves)


def read_line_up(row: Mapping[str, str]) -> Team:
    """MAT-1, MAT-3: read a row of the line-up sheet.

    The team's markers are numbered from 2 in the order of the cells (MAT-8).
    """
    places = [(cell, marker) for cell in CELLS for marker in row[cell].split()]
    markers = [
        Marker(number, cell, SIDES[marker[-1]], int(marker[:-1]))
        for number, (cell, marker) in enumerate(places, start=2)
    ]
    team = Team(markers, *read_keeper(row["keeper"]))
    if team.list_crowded_cells() or row["formation"] not in FORMATIONS:
        raise ValueError(
            f"line-up {row['number']} has crowded cells or an unknown formation: "
            f"{team.list_crowded_cells() or row['formation']}"
        )
    if team.formation() != row["formation"]:
        raise ValueError(
            f"line-up {row['number']} has the formation {team.formation()}, not {row['formation']}"
        )
    return team


def read_squad(row: Mapping[str, str]) -> Squad:
    """LAY-1, MAT-2: read a row of the profiles sheet."""
    sides = {**dict.fromkeys(SHIELDS, "shield"), **dict.fromkeys(BALLS, "ball")}
    shields = zip(SHIELDS, map(int, row["shields"].split()), strict=True)
    balls = zip(BALLS, map(int, row["balls"].split()), strict=True)
    return Squad(sides, {**dict(shields), **dict(balls)}, *read_keeper(row["keeper"]))


def read_tactic(row: Mapping[str, str]) -> Tactic:
    """MAT-3: read a row of the tactics sheet."""
    formations = row["formations"].split()
    if len(formations) not in (1, 2) or not set(formations) <= set(FORMATIONS):
        raise ValueError(
            f"tactic {row['number']} has the formations {formations}; one or two of "
            f"{FORMATIONS} are needed"
        )
    return Tactic(row["number"], formations, parse(row["effect"]))
