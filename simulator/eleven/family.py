"""The data family: components with other plausible numbers.

Member 0 is the unchanged data. Each cell of another member is drawn with its own key (family seed,
member, sheet, row, column), so that a new row changes no other cell. Printed and reported cells
stay as they are. If a team without cards gets too many or too few points against a member's easiest
clubs, the member's placements are drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.amounts import Amounts
from eoc_sim.simulator.eleven.component_rows import LineUp
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.names import CELL_NAMES, MAX_VP
from eoc_sim.simulator.eleven.pitch import PLACES_IN_ROW, ROOM, ROWS
from eoc_sim.simulator.eleven.season_family import (
    SeasonSpreads,
    draw_club,
    draw_unique_cards,
    season_parts,
)
from eoc_sim.simulator.eleven.sizes import MAX_STAND_PLACES
from eoc_sim.simulator.eleven.start_team import start_team_points
from eoc_sim.simulator.kernel.drawn_cells import (
    DrawnCells,
    check_member,
    provenance_of_member,
    read_one_in,
    read_range,
    read_steps,
)
from eoc_sim.simulator.kernel.toml_values import check_table, shown_value, whole_number, word_of
from eoc_sim.simulator.runs.components import family_file

STEPS = ("steps", "price_shift", "upkeep_shift", "set_vp_shift", "objective_steps")
ONE_IN = tuple(
    f"{quantity}_changes_one_in"
    for quantity in ("strength", "ability", "weekly", "amount", "shift", "consequence")
)
KEYS = (
    *("members", *STEPS, *ONE_IN, "stands", "office_vp_factor", "position_vp", "placements"),
    "start_team_points",
)
MAX_MEMBERS = 10_000
MAX_TRIES = 100
"""The number of placements to try before a member counts as impossible."""
DECK = 0
"""The index of deck 3, the easiest, against which members are judged."""
Marker = tuple[int, int, int]
"""A cell, a side and a strength."""


@dataclass(frozen=True, kw_only=True)
class Spreads(SeasonSpreads):
    """Spreads of a family's members around the data, from family.toml."""

    members: int
    position_vp: tuple[Fraction, ...]
    redraws_placements: bool
    start_team_points: tuple[float, float]


def read_spreads(data: str | Path | None = None) -> Spreads:
    """Read the spreads from family.toml, in ``data`` or in the package.

    Raises:
        InputError: the file cannot be read, or a value is invalid.
    """
    name, file = family_file("eleven", data)
    check_table(file, name, KEYS)
    points = _numbers(file["start_team_points"], f"{name}, start_team_points", 3)
    if len(points) != 2 or points[0] > points[1]:
        raise InputError(
            f"{name}, start_team_points: two numbers are needed, the minimum and maximum points."
        )
    values: dict[str, Any] = {
        **{key: read_steps(file[key], f"{name}, {key}") for key in STEPS},
        **{key: read_one_in(file[key], f"{name}, {key}") for key in ONE_IN},
    }
    return Spreads(
        **values,
        stands=read_range(file["stands"], f"{name}, stands", MAX_STAND_PLACES),
        office_vp_factor=_numbers(file["office_vp_factor"], f"{name}, office_vp_factor", 3),
        members=whole_number(file["members"], f"{name}, members", 1, MAX_MEMBERS),
        position_vp=_numbers(file["position_vp"], f"{name}, position_vp", 2),
        redraws_placements=word_of(file["placements"], f"{name}, placements", ("redrawn", "kept"))
        == "redrawn",
        start_team_points=(float(points[0]), float(points[1])),
    )


def _numbers(value: Any, where: str, maximum: int) -> tuple[Fraction, ...]:
    """Read numbers from 0 to ``maximum`` exactly as they are written."""
    if not isinstance(value, list) or not value:
        raise InputError(f"{where}: a list of numbers is needed, not {shown_value(value)}.")
    for number in value:
        if (
            isinstance(number, bool)
            or not isinstance(number, int | float)
            or not 0 <= number <= maximum
        ):
            raise InputError(
                f"{where}: a number from 0 to {maximum} is needed, not {shown_value(number)}."
            )
    return tuple(Fraction(str(number)) for number in value)


def member(
    components: Components, number: int, family_seed: int = 1, spreads: Spreads | None = None
) -> Components:
    """Draw a member of the components' data family; member 0 is unchanged.

    ``spreads`` defaults to the package's own.

    Raises:
        InputError: there is no such member, or the seed is invalid.
    """
    cells = DrawnCells(family_seed, number)
    spreads = _package_spreads() if spreads is None else spreads
    check_member(number, spreads.members)
    if number == 0:
        return components
    club = draw_club(_draw_position_vp(components.club, cells, spreads), cells, spreads)
    return replace(
        components,
        opponents=_place_all(components, cells, spreads),
        **season_parts(components, cells, spreads),
        club=club,
        unique_cards=draw_unique_cards(components, club, cells, spreads),
        provenance=provenance_of_member(dict(components.provenance), cells),
    )


def draw_start_money(money: int, number: int) -> int:
    """Draw a member's money at the start (SET-4)."""
    steps = _package_spreads().steps
    return max(money + DrawnCells(1, number).step("club", "start_money", "value", steps), 0)


@cache
def _package_spreads() -> Spreads:
    return read_spreads()


def _draw_position_vp(club: Amounts, cells: DrawnCells, spreads: Spreads) -> Amounts:
    """Draw the standard table of VP, a multiple of the epic one."""
    if club.sources["position_vp_standard"] != "reconstructed":
        return club
    factor = spreads.position_vp[
        cells.draw("club", "position_vp_standard", "value", len(spreads.position_vp))
    ]
    values = (round_half_to_zero(factor * vp) for vp in club.position_vp_epic)
    return replace(club, position_vp_standard=tuple(min(max(vp, -MAX_VP), MAX_VP) for vp in values))


def round_half_to_zero(number: Fraction) -> int:
    """Round to the nearest whole number, with halves rounded towards 0.

    >>> [round_half_to_zero(Fraction(one)) for one in ("2.5", "2.51", "-2.5", "-2.51")]
    [2, 3, -2, -3]
    """
    size = -int(-(abs(number) - Fraction(1, 2)) // 1)
    return size if number > 0 else -size


def _place_all(components: Components, cells: DrawnCells, spreads: Spreads) -> tuple[LineUp, ...]:
    """Redraw all placements until the team without cards scores within the range."""
    if not spreads.redraws_placements:
        return components.opponents
    minimum, maximum = spreads.start_team_points
    for attempt in range(MAX_TRIES):
        line_ups = tuple(
            place_markers(opponent, cells, attempt) for opponent in components.opponents
        )
        if minimum <= start_team_points(replace(components, opponents=line_ups), DECK) <= maximum:
            return line_ups
    raise InputError(
        f"Member {cells.number} of the data family: none of {MAX_TRIES} placements gives the "
        f"team without cards {minimum:g} to {maximum:g} points per match against deck 3, the "
        "easiest."
    )


def place_markers(line_up: LineUp, cells: DrawnCells, attempt: int = 0) -> LineUp:
    """Draw the cells of a line-up's markers, within their rows (MAT-1)."""
    fixed_columns = {*line_up.printed_columns, *line_up.reported_columns}
    new_markers: list[Marker] = []
    for row in range(ROWS):
        row_cells = range(PLACES_IN_ROW * row, PLACES_IN_ROW * (row + 1))
        fixed_cells = [cell for cell in row_cells if CELL_NAMES[cell] in fixed_columns]
        free = [cell for cell in row_cells if cell not in fixed_cells]
        markers = [marker for marker in line_up.markers if marker[0] in free]
        new_markers += [marker for marker in line_up.markers if marker[0] in fixed_cells]
        if markers:
            new_markers += _spread_row(cells, line_up, row, free, markers, attempt)
    return replace(line_up, markers=tuple(sorted(new_markers, key=lambda marker: marker[0])))


def _spread_row(
    cells: DrawnCells,
    line_up: LineUp,
    row: int,
    free: Sequence[int],
    markers: Sequence[Marker],
    attempt: int,
) -> list[Marker]:
    """Spread a row's markers over its free cells.

    Every way of dividing them among the cells is equally likely.
    """
    column = f"placement of row {row}, try {attempt}"
    rooms = [range(ROOM[cell % PLACES_IN_ROW] + 1) for cell in free]
    divisions = [division for division in product(*rooms) if sum(division) == len(markers)]
    division = divisions[cells.draw("opponents", line_up.number, column, len(divisions))]
    order = sorted(
        range(len(markers)),
        key=lambda index: (
            cells.draw("opponents", line_up.number, column, 1 << 30, 1 + index),
            index,
        ),
    )
    spots = [cell for cell, number in zip(free, division, strict=True) for _ in range(number)]
    row_markers = [(cell, *markers[place][1:]) for cell, place in zip(spots, order, strict=True)]
    # Line-ups list the strongest markers of a cell first, and shields before equally strong balls.
    return sorted(row_markers, key=lambda marker: (marker[0], -marker[2], marker[1]))
