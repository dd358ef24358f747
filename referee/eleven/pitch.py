"""MAT-1, MAT-2, MAT-7: cells and sections of the pitch, and the teams on it."""

from __future__ import annotations

from dataclasses import dataclass

LINES = "dmf"  # defenders, midfielders, forwards, as in a formation
CELLS = [line + place for line in LINES for place in "lcr"]

# MAT-1: the five contests, each with the cells that take part in it.
SECTIONS = {
    "left wing": ["dl", "ml", "fl"],
    "right wing": ["dr", "mr", "fr"],
    "attack": ["fc"],
    "midfield": ["mc"],
    "defence": ["dc"],
}
# MAT-7: the section of the other team that each section meets.
FACING = {
    "left wing": "right wing",
    "right wing": "left wing",
    "attack": "defence",
    "midfield": "midfield",
    "defence": "attack",
}


def room(cell: str) -> int:
    """MAT-1: return how many markers fit into a cell."""
    return 3 if cell.endswith("c") else 1


@dataclass(frozen=True)
class Marker:
    """One of a team's ten markers."""

    number: int  # its jersey
    cell: str
    side: str  # ball or shield
    strength: int
    ignores_keeper: bool = False
    feints: bool = False  # only a stronger shield stops it


@dataclass(frozen=True)
class Team:
    """MAT-2: ten markers and a keeper."""

    markers: list[Marker]
    keeper_strength: int
    gloves: int

    def section(self, section: str, side: str) -> list[Marker]:
        """List the markers of a section that show this side."""
        cells = SECTIONS[section]
        return [marker for marker in self.markers if marker.cell in cells and marker.side == side]

    def list_crowded_cells(self) -> list[str]:
        """MAT-1: list the cells with more markers than they have room for."""
        cells = [marker.cell for marker in self.markers]
        return [cell for cell in CELLS if cells.count(cell) > room(cell)]

    def formation(self) -> str:
        """MAT-3: return the formation: the number of markers in each row."""
        rows = [sum(marker.cell.startswith(line) for marker in self.markers) for line in LINES]
        return "".join(map(str, rows))
