"""MAT-1 to MAT-5: preparing for a match."""

from __future__ import annotations

from eoc_sim.referee.eleven.pitch import CELLS, Marker, Team
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import FORMATIONS, JERSEYS
from eoc_sim.referee.records import Event


def prepare(league: League, manager: Manager) -> None:
    """MAT-5, INF-4: read the tactic card, the formation and the layout."""
    event = league.reader.take("MAT-5", "prepare", manager.seat)
    cells, formation = read_layout(league, manager, event)
    manager.team = lay_out(league, cells)
    crowded_cells, rows = manager.team.list_crowded_cells(), manager.team.formation()
    event.require("MAT-1", not crowded_cells, f"too many markers stand in {crowded_cells}")
    event.require("MAT-3", rows == formation, f"the rows are {rows}")
    event.finish()


def read_layout(league: League, manager: Manager, event: Event) -> tuple[list[str], str]:
    """MAT-1, MAT-3: read the tactic card, the cells and the formation."""
    read_tactic(league, manager, event)
    formation = event.take("formation")
    event.require("MAT-3", formation in FORMATIONS, f"the formations are {FORMATIONS}")
    if manager.tactic is not None and league.rules["formations"] == "cards":
        formations = manager.tactic.formations
        event.require("MAT-3", formation in formations, f"{manager.tactic.number} has {formations}")
    cells = event.take("layout")
    event.require("MAT-5", len(cells) == len(JERSEYS), "ten markers must be laid out")
    event.require("MAT-1", all(cell in CELLS for cell in cells), f"the cells are {CELLS}")
    return cells, formation


def read_tactic(league: League, manager: Manager, event: Event) -> None:
    """MAT-3: read the tactic card played, which the manager must hold."""
    number = event.take("tactic")
    if league.rules["tactics"] == "off":
        event.require("MAT-3", number is None, "without tactics no card may be played")
    elif league.rules["formations"] == "cards":
        event.require("MAT-3", number is not None, "a tactic card must give the formation")
    event.require(
        "MAT-3",
        number is None or number in manager.tactics,
        f"the manager holds {manager.tactics}",
    )
    manager.tactic = None if number is None else league.data.tactics[number]


def lay_out(league: League, cells: list[str]) -> Team:
    """LAY-1, MAT-2: lay out the squad of the week, jersey by jersey."""
    squad = league.data.squads[league.rules["profile"], league.week]
    markers = [
        Marker(jersey, cell, squad.sides[jersey], squad.strengths[jersey])
        for jersey, cell in zip(JERSEYS, cells, strict=True)
    ]
    return Team(markers, squad.keeper_strength, squad.gloves)
